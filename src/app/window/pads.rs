//! Pads in the window: their events as those of keys, their sticks in every frame, and what of the
//! game shakes them.

use super::App;
use crate::input::{PadEvent, Rumble, Source};

impl App {
    /// Reads the pads, lets their sticks walk and turn for so many seconds, and lets them feel what
    /// happened in the frame before. Nothing on a pad counts while another window has the focus.
    pub(super) fn read_pads(&mut self, seconds: f64) {
        self.shake_pad();
        while let Some(event) = self.pads.next_event() {
            self.pad_event(event);
        }
        if self.focused && !self.shell.is_open() {
            let sticks = &self.settings.sticks;
            self.sticks
                .drive(&mut self.controls, sticks, seconds as f32);
        }
    }

    fn pad_event(&mut self, event: PadEvent) {
        match event {
            PadEvent::Connected(name) => self.news(format!("Pad: {name}")),
            PadEvent::Disconnected(name) => {
                self.sticks.release(&mut self.controls);
                self.game.time.rewinding = self.controls.rewinds();
                self.news(format!("Pad: {name} is gone"));
            }
            PadEvent::Axis(axis, value) => self.sticks.moved(axis, value),
            PadEvent::Button(button, down) if self.shell.is_open() => {
                if down && self.focused {
                    self.pad_on_screen(button);
                }
            }
            PadEvent::Button(button, down) if self.focused || !down => {
                self.source(Source::Pad(button), down);
            }
            PadEvent::Button(..) => {}
        }
    }

    fn shake_pad(&mut self) {
        if self.game.is_playback() || self.settings.rumble <= 0.0 {
            return;
        }
        let eye = self.game.world.player.eye_position();
        if let Some(mut rumble) = Rumble::of(&self.game.events, eye) {
            rumble.strength *= self.settings.rumble;
            self.pads.shake(rumble);
        }
    }
}
