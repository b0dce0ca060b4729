//! The reports of a tick's bodies to the triggers: their positions, and the surfaces that they touch.

use glam::Vec3;

use super::{
    Ball, Character, MovedLevel, PropState, Walker,
    play::{BodyTag, Causes, touched_by},
    props::touched_triggers,
};
use hexbound_level::{BodyKind, Level};

/// All bodies that a trigger may respond to.
#[derive(Clone, Copy)]
pub(crate) struct TriggeringBodies<'a> {
    pub player: &'a Character,
    pub balls: &'a [Ball],
    pub walkers: &'a [Walker],
    pub props: &'a [PropState],
}

impl<'a> TriggeringBodies<'a> {
    /// Adds the positions of the bodies to `causes`.
    pub(crate) fn add_positions(&self, level: &Level, causes: &mut Causes) {
        let half = self.player.body().half_extents();
        let tag = BodyTag::of(level, BodyKind::Player, 0);
        causes.add_position(tag, 0, self.player.position.as_dvec3(), half);
        for ball in self.balls {
            let half = Vec3::splat(ball.radius);
            causes.add_position(BodyTag::ball(level, ball), ball.id, ball.position, half);
        }
        if causes.responds_to_kind(BodyKind::Walker) {
            for (index, body) in self.upright_walkers() {
                let tag = BodyTag::of(level, BodyKind::Walker, index);
                let half = body.body().half_extents();
                causes.add_position(tag, index, body.position.as_dvec3(), half);
            }
        }
        if causes.responds_to_kind(BodyKind::Prop) {
            for (index, (state, prop)) in (0..).zip(self.props.iter().zip(&level.props)) {
                let tag = BodyTag::of(level, BodyKind::Prop, index);
                let bounds = prop.solid.bounds();
                let center = state.position + bounds.center();
                causes.add_position(tag, index, center.as_dvec3(), bounds.size() * 0.5);
            }
        }
    }

    /// Adds to `causes` the surfaces of contact triggers that the player, walkers and props touch. Balls
    /// report theirs by their impacts.
    pub(crate) fn add_touches(&self, moved: &MovedLevel, causes: &mut Causes) {
        let level = moved.level;
        let player = touched_by(moved, &self.player.body(), self.player.position);
        causes.add_touches(player, BodyTag::of(level, BodyKind::Player, 0));
        if causes.responds_to_kind(BodyKind::Walker) {
            for (index, body) in self.upright_walkers() {
                let triggers = touched_by(moved, &body.body(), body.position);
                causes.add_touches(triggers, BodyTag::of(level, BodyKind::Walker, index));
            }
        }
        for (index, state) in (0..).zip(self.props) {
            let triggers = touched_triggers(moved, index, state.position);
            causes.add_touches(triggers, BodyTag::of(level, BodyKind::Prop, index));
        }
    }

    /// The bodies of the upright walkers, with their indices.
    fn upright_walkers(&self) -> impl Iterator<Item = (u32, &'a Character)> {
        let upright = (0..)
            .zip(self.walkers)
            .filter(|(_, walker)| walker.is_upright());
        upright.map(|(index, walker)| (index, &walker.body))
    }
}
