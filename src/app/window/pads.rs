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
        while let Some(event) = self.input.pads.next_event() {
            self.pad_event(event);
        }
        self.stick_on_screen(seconds);
        if self.window.focused && !self.screens.shell.stops_play() {
            let sticks = &self.preferences.settings.sticks;
            self.input
                .sticks
                .drive(&mut self.input.controls, sticks, seconds as f32);
        }
    }

    fn pad_event(&mut self, event: PadEvent) {
        let is_used = match &event {
            PadEvent::Button(_, is_down) => *is_down,
            PadEvent::Axis(axis, value) => {
                self.input.sticks.moved(*axis, *value);
                self.input.sticks.is_pushed()
            }
            PadEvent::Connected(_) | PadEvent::Disconnected(_) => false,
        };
        if is_used && self.window.focused {
            self.input.device = Device::Pad;
        }
        match event {
            PadEvent::Connected(name) => self.news(phrase("pad-there").with("name", name)),
            PadEvent::Disconnected(name) => {
                self.input.sticks.release(&mut self.input.controls);
                self.input.pad_steps.release();
                self.game.time.rewinding = self.input.controls.rewinds();
                self.news(phrase("pad-gone").with("name", name));
                self.pause_without_pad();
            }
            PadEvent::Axis(..) => {}
            PadEvent::Button(button, down) if self.screens.shell.is_open() => {
                if self.window.focused || !down {
                    self.pad_on_screen(button, down);
                }
            }
            PadEvent::Button(button, down) if self.window.focused || !down => {
                self.source(Source::Pad(button), down);
            }
            PadEvent::Button(..) => {}
        }
    }

    /// Lets play stand still where the pad that was played with is gone.
    fn pause_without_pad(&mut self) {
        let is_playing = !self.screens.shell.stops_play() && !self.game.is_playback();
        if self.input.device == Device::Pad && is_playing {
            self.open_screen(Screen::Pause);
        }
    }

    fn shake_pad(&mut self) {
        if self.game.is_playback() || self.preferences.settings.rumble <= 0.0 {
            return;
        }
        let eye = self.game.world.player.eye_position();
        if let Some(mut rumble) = Rumble::of(&self.game.events, eye) {
            rumble.strength *= self.preferences.settings.rumble;
            self.input.pads.shake(rumble);
        }
    }
}
