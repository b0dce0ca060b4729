//! The sounds of a frame, and the listener.

use crate::app::{game::Game, slow_motion::SlowMotion};
use hexbound_audio::{Listener, Moment};
use hexbound_sim::View;

/// The sounds of a frame, `seconds` after the one before. `shown` is the throw that is being replayed.
pub(super) fn moment<'a>(
    game: &'a Game,
    shown: Option<&'a SlowMotion>,
    stops_play: bool,
    seconds: f32,
) -> Moment<'a> {
    let events = match shown {
        Some(shown) if !stops_play => &shown.events,
        _ => &game.events,
    };
    let (listener, around) = match shown {
        Some(shown) => (
            listener_of(&shown.view()),
            (&*shown.level, &shown.throw.world),
        ),
        None => (of_player(game), (&*game.level, &game.world)),
    };
    Moment {
        events,
        listener,
        around: Some(around),
        seconds,
        contacts: game.observers.contacts.heard(),
    }
}

/// A listener at the eye of a view.
pub(super) fn listener_of(view: &View) -> Listener {
    Listener {
        position: view.eye,
        yaw: view.yaw,
    }
}

fn of_player(game: &Game) -> Listener {
    Listener {
        position: game.world.player.eye_position(),
        yaw: game.world.player.yaw,
    }
}
