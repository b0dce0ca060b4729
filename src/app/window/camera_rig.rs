//! The camera rig: the camera and its motion apart from the player's.

use crate::app::{
    camera::Camera, game::Game, head_bob::HeadBob, place_view::PlaceView, title_flight::TitleFlight,
};
use hexbound_base::words::{Phrase, phrase, phrase_of};
use hexbound_level::Finding;
use hexbound_sim::{GhostColor, GhostView, View};
use hexbound_ui::{input::Controls, settings::Settings};

/// The camera, and the motions that it has apart from the player's.
#[derive(Default)]
pub(super) struct CameraRig {
    pub camera: Camera,
    head_bob: HeadBob,
    title_flight: TitleFlight,
}

impl CameraRig {
    /// Follows play for a frame of `seconds`. On the title screen, `flies` advances the flight.
    pub(super) fn advance(&mut self, game: &Game, controls: &Controls, flies: bool, seconds: f32) {
        let seen = game.view(controls);
        self.head_bob.advance(seen.eye, game.world.player.grounded);
        self.camera.advance(&seen, seconds);
        if flies {
            self.title_flight.advance(seconds);
        }
    }

    /// The view of play from the camera.
    pub(super) fn view(&self, game: &Game, controls: &Controls, settings: &Settings) -> View {
        let world = &game.world;
        let player = GhostView {
            center: world.player.position,
            shape: world.player.colliding_body().shape(),
            color: GhostColor::Teal,
        };
        let mut view = game.view(controls);
        if settings.view.head_bob && self.camera == Camera::Eye {
            self.head_bob.lower(&mut view);
        }
        self.camera.view(view, player, &game.level, game.seconds())
    }

    /// The view of the flight over the level behind the title screen.
    pub(super) fn title_view(&self, game: &Game, controls: &Controls) -> View {
        let mut view = game.view(controls);
        self.title_flight.move_view(&mut view, &game.level);
        view
    }

    /// Switches to the next camera, and returns the message about it.
    pub(super) fn next_camera(&mut self, game: &Game, controls: &Controls) -> Phrase {
        self.camera = self.camera.next(&game.view(controls), game.seconds());
        phrase("seen").with("camera", phrase_of("camera", self.camera.name()))
    }

    /// Flies from a view to the place of a finding, and returns the message about it. `key` leads back.
    /// Returns `None` if the finding has no place.
    pub(super) fn look_at(
        &mut self,
        finding: &Finding,
        from: &View,
        game: &Game,
        key: Phrase,
    ) -> Option<Phrase> {
        let place = finding.place?;
        self.camera = Camera::Place(PlaceView::begin(from, place, &game.level));
        let said = phrase("looking-at").with("problem", finding.problem.as_str());
        Some(said.with("key", key))
    }
}
