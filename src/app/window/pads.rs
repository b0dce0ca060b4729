//! Pads in the window: their events as those of keys, their sticks in every frame, and what of the
//! game shakes them.

use super::App;
use crate::{
    input::{Device, PadEvent, Rumble, Source},
    shell::Screen,
    words::phrase,
};

impl App {
    /// Reads the pads, lets their sticks walk and turn for so many seconds, and lets them feel what
    /// happened in the frame before. Nothing on a pad counts while another window has the focus.
    pub(super) fn read_pads(&mut self, seconds: f64) {
        self.shake_pad();
        while let Some(event) = self.pads.next_event() {
            self.pad_event(event);
        }
        self.stick_on_screen(seconds);
        if self.focused && !self.shell.stops_play() {
            let sticks = &self.settings.sticks;
            self.sticks
                .drive(&mut self.controls, sticks, seconds as f32);
        }
    }

    fn pad_event(&mut self, event: PadEvent) {
        let is_used = match &event {
            PadEvent::Button(_, is_down) => *is_down,
            PadEvent::Axis(axis, value) => {
                self.sticks.moved(*axis, *value);
                self.sticks.is_pushed()
            }
            PadEvent::Connected(_) | PadEvent::Disconnected(_) => false,
        };
        if is_used && self.focused {
            self.device = Device::Pad;
        }
        match event {
            PadEvent::Connected(name) => self.news(phrase("pad-there").with("name", name)),
            PadEvent::Disconnected(name) => {
                self.sticks.release(&mut self.controls);
                self.pad_steps.release();
                self.game.time.rewinding = self.controls.rewinds();
                self.news(phrase("pad-gone").with("name", name));
                self.pause_without_pad();
            }
            PadEvent::Axis(..) => {}
            PadEvent::Button(button, down) if self.shell.is_open() => {
                if self.focused || !down {
                    self.pad_on_screen(button, down);
                }
            }
            PadEvent::Button(button, down) if self.focused || !down => {
                self.source(Source::Pad(button), down);
            }
            PadEvent::Button(..) => {}
        }
    }

    /// Lets play stand still where the pad that was played with is gone.
    fn pause_without_pad(&mut self) {
        let is_playing = !self.shell.stops_play() && !self.game.is_playback();
        if self.device == Device::Pad && is_playing {
            self.open_screen(Screen::Pause);
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
