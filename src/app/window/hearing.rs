//! The sounds that a frame lets be heard, and where they come from.

use super::App;
use crate::audio::{Listener, Moment};

impl App {
    /// Lets the frame be heard, `seconds` after the one before.
    pub(super) fn play_sound(&mut self, seconds: f32) {
        let listener = self.listener();
        let (events, around) = match &self.finale.slow_motion {
            Some(shown) if !self.screens.shell.stops_play() => {
                (&shown.events, (&*shown.level, shown.world()))
            }
            Some(shown) => (&self.game.events, (&*shown.level, shown.world())),
            None => (&self.game.events, (&*self.game.level, &self.game.world)),
        };
        self.audio.play(&Moment {
            events,
            listener,
            around: Some(around),
            seconds,
            contacts: self.game.contacts.heard(),
        });
    }

    fn listener(&self) -> Listener {
        if let Some(shown) = &self.finale.slow_motion {
            let view = shown.view();
            return Listener {
                position: view.eye,
                yaw: view.yaw,
            };
        }
        Listener {
            position: self.game.world.player.eye_position(),
            yaw: self.game.world.player.yaw,
        }
    }
}
