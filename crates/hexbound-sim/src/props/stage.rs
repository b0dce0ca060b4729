//! Everything that the props of a tick move among and push: the level and its movers stand still,
//! the props, the balls and the player give way.

use glam::{DVec3, Vec3};
use hexbound_collide::SKIN;

use super::{
    PropScene, PropState, Touched,
    look_ahead::{Advance, PropQuery},
};
use crate::{
    Ball, Character, PlacedMover, PropSense,
    bodies::{self, free_in_level},
    tuning::PLAYER_MASS,
};
use hexbound_base::clock::TICK_LENGTH;
use hexbound_level::{Level, Prop};

/// The number of times that a displaced prop asks anew after something gave way or turned it aside.
const MAX_TURNS: usize = 4;

/// The most props that push each other in a row. A longer row stays.
const LONGEST_ROW: u32 = 12;

/// The world as the props change it during a tick.
pub(crate) struct PropStage<'a> {
    pub level: &'a Level,
    pub movers: &'a [PlacedMover<'a>],
    pub props: &'a mut [PropState],
    pub player: &'a mut Character,
    pub balls: &'a mut [Ball],
    /// The way in which the props that the keys move are stopped.
    pub sense: PropSense,
    /// The prop that the player stands on.
    pub stands_on: Option<usize>,
    /// The mover that each prop is in, and passes through until it is out of it.
    pub inside: Vec<Option<u32>>,
}

impl PropStage<'_> {
    pub(super) fn body(&self, index: usize) -> &Prop {
        &self.level.props[index]
    }

    /// The ball of that id.
    pub(super) fn ball(&self, id: u32) -> Option<&Ball> {
        self.balls.iter().find(|ball| ball.id == id)
    }

    /// Returns whether gravity and impacts move a prop now.
    pub(super) fn is_loose(&self, index: usize) -> bool {
        self.body(index).is_dynamic() && !self.props[index].is_held()
    }

    /// Everything around the props, with movers as obstacles or without.
    pub(super) fn scene(&self, with_movers: bool) -> PropScene<'_> {
        PropScene {
            level: self.level,
            movers: if with_movers { self.movers } else { &[] },
            player: self.player,
            balls: self.balls,
        }
    }

    /// Returns how far a loose prop gets among everything but its carrier.
    pub(super) fn advance(&self, index: usize, way: Vec3, carrier: Option<u32>) -> Advance {
        let query = PropQuery {
            props: self.props,
            scene: self.scene(true),
            index,
            passes: [carrier, self.inside[index]],
        };
        query.advance(way)
    }

    /// The velocity that the mover which carries a prop gives it, m/s.
    pub(super) fn carried(&self, index: usize) -> Vec3 {
        carried(&self.props[index], self.movers)
    }

    /// The velocity of what a prop has touched at `point`, m/s.
    pub(super) fn velocity_of(&self, touched: Touched, point: Vec3) -> Vec3 {
        match touched {
            Touched::Level(_) => Vec3::ZERO,
            Touched::Mover(index) => {
                let mover = self.movers.iter().find(|mover| mover.index == index);
                mover.map_or(Vec3::ZERO, |mover| velocity_at(mover, point))
            }
            Touched::Prop(other) => self.props[other].velocity + self.carried(other),
            Touched::Ball(id) => {
                let ball = self.ball(id);
                ball.map_or(Vec3::ZERO, |ball| ball.velocity.as_vec3())
            }
            Touched::Player => self.player.velocity,
        }
    }

    /// One over the mass that an impact on a prop meets, 1/kg; 0 for one that nothing pushes.
    pub(super) fn inverse_mass(&self, index: usize) -> f32 {
        let mass = self.body(index).mass.filter(|_| self.is_loose(index));
        mass.map_or(0.0, |mass| 1.0 / mass)
    }

    /// One over the mass that an impact meets in a body touched by a prop, 1/kg; 0 for an
    /// unpushable one.
    pub(super) fn inverse_mass_of(&self, touched: Touched) -> f32 {
        match touched {
            Touched::Level(_) | Touched::Mover(_) => 0.0,
            Touched::Prop(other) => self.inverse_mass(other),
            Touched::Ball(id) => {
                let ball = self.ball(id);
                ball.map_or(0.0, |ball| 1.0 / ball.mass)
            }
            Touched::Player => 1.0 / PLAYER_MASS,
        }
    }

    /// Moves a prop by `way`, meters, through its carrier if need be. Loose props, balls and the
    /// player in its way give way as far as they can; what can't turns it aside. Returns whether it
    /// got there.
    pub(super) fn displace(&mut self, index: usize, way: Vec3, carrier: Option<u32>) -> bool {
        self.displace_row(index, way, carrier, 0)
    }

    fn displace_row(&mut self, index: usize, way: Vec3, carrier: Option<u32>, before: u32) -> bool {
        let start = self.props[index].position;
        if self.stands_on == Some(index) && way.y > 0.0 {
            self.shift_player(way);
        }
        let mut left = way;
        for _ in 0..MAX_TURNS {
            let Advance { free, stop } = self.advance(index, left, carrier);
            self.props[index].position += left * free;
            let Some(stop) = stop else {
                left = Vec3::ZERO;
                break;
            };
            left *= 1.0 - free;
            let push = stop.normal * left.dot(stop.normal).min(0.0);
            if !self.give_way(stop.touched, push, before) {
                left -= push;
            }
        }
        if self.stands_on == Some(index) && way.y <= 0.0 {
            self.shift_player(self.props[index].position - start);
        }
        left.length() <= SKIN
    }

    /// Moves what a prop has touched out of its way; returns whether it moved.
    fn give_way(&mut self, touched: Touched, push: Vec3, before: u32) -> bool {
        match touched {
            Touched::Prop(other) if self.is_loose(other) && before < LONGEST_ROW => {
                let from = self.props[other].position;
                self.props[other].wake();
                self.displace_row(other, push, None, before + 1);
                self.props[other].position != from
            }
            Touched::Ball(id) => {
                let level = self.level;
                let ball = self.balls.iter_mut().find(|ball| ball.id == id);
                ball.is_some_and(|ball| shift_ball(ball, push.as_dvec3(), level))
            }
            Touched::Player => {
                let from = self.player.position;
                self.shift_player(push);
                self.player.position != from
            }
            Touched::Prop(_) | Touched::Level(_) | Touched::Mover(_) => false,
        }
    }

    /// Moves the player as far as the level allows.
    pub(super) fn shift_player(&mut self, way: Vec3) {
        let before = self.player.position.y;
        self.player.shift(&*self.level.collision, way.as_dvec3());
        self.player.ground_height += self.player.position.y - before;
    }
}

/// Moves a ball as far as the level lets it, and lets it go on at that speed; returns whether it moved.
fn shift_ball(ball: &mut Ball, way: DVec3, level: &Level) -> bool {
    let body = bodies::ball(ball.radius);
    let free = free_in_level(level, body, ball.position, ball.position + way);
    if free > 0.0 {
        ball.wake();
        ball.position += way * free;
        let (along, speed) = (
            way.normalize_or_zero(),
            way.length() / f64::from(TICK_LENGTH),
        );
        ball.velocity += along * (speed - ball.velocity.dot(along)).max(0.0);
    }
    free > 0.0
}

/// The velocity that the mover which carries a prop gives it, m/s.
pub(super) fn carried(prop: &PropState, movers: &[PlacedMover]) -> Vec3 {
    let carrier = prop
        .riding
        .and_then(|index| movers.iter().find(|mover| mover.index == index));
    carrier.map_or(Vec3::ZERO, |mover| velocity_at(mover, prop.position))
}

/// The velocity of a mover at a place, m/s.
pub(super) fn velocity_at(mover: &PlacedMover, place: Vec3) -> Vec3 {
    let built = mover.now.to_mesh().transform_point3(place.as_dvec3());
    mover.velocity_at(built).as_vec3()
}
