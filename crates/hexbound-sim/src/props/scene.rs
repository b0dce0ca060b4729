//! Everything that a prop may run into in a tick, except the other props.

use super::Touched;
use crate::{Ball, Character, ImpactSide, PlacedMover};
use hexbound_level::Level;

/// Everything around the props during a tick.
#[derive(Clone, Copy)]
pub(crate) struct PropScene<'a> {
    pub level: &'a Level,
    /// The movers that stop the prop; none for a prop that only the keys move.
    pub movers: &'a [PlacedMover<'a>],
    pub player: &'a Character,
    pub balls: &'a [Ball],
}

impl PropScene<'_> {
    pub(super) fn side_of(&self, touched: Touched) -> ImpactSide {
        match touched {
            Touched::Level(triangle) => ImpactSide {
                surface: Some(self.level.surface(triangle).kind),
                ..ImpactSide::LEVEL
            },
            Touched::Prop(other) => ImpactSide::prop(&self.level.props[other]),
            Touched::Ball(id) => {
                let ball = self.balls.iter().find(|ball| ball.id == id);
                ball.map_or(ImpactSide::LEVEL, |ball| {
                    ImpactSide::ball(ball.mass, ball.radius)
                })
            }
            Touched::Player => ImpactSide::PLAYER,
            Touched::Mover(_) => ImpactSide::LEVEL,
        }
    }
}
