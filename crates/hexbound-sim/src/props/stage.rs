//! The surroundings of the props in a tick: the level and its movers are static; the props, the balls and
//! the player yield.

use glam::{DVec3, Vec3};
use hexbound_collide::SKIN;

use super::{
    PropScene, PropState, Touched,
    look_ahead::{FreePath, PropQuery},
};
use crate::{
    Ball, Character, PlacedMover, PropSense,
    bodies::{self, free_in_level},
    tuning::PLAYER_MASS,
};
use hexbound_base::clock::TICK_LENGTH;
use hexbound_level::{Level, Prop};

/// The most sweeps of a displaced prop; each but the first follows a body that yielded or turned it
/// aside.
const MAX_SWEEPS: usize = 4;

/// The most props that push each other in a row. A longer row stays.
const MAX_ROW_LENGTH: u32 = 12;

/// The world as the props change it during a tick.
pub(crate) struct PropStage<'a> {
    pub level: &'a Level,
    pub movers: &'a [PlacedMover<'a>],
    pub props: &'a mut [PropState],
    pub player: &'a mut Character,
    pub balls: &'a mut [Ball],
    /// The method that stops the props that the keys move.
    pub sense: PropSense,
    /// The prop that the player stands on.
    pub stands_on: Option<usize>,
    /// The mover that each prop is inside, and passes through until it is out of it.
    pub inside: Vec<Option<u32>>,
}

impl PropStage<'_> {
    pub(super) fn body(&self, index: usize) -> &Prop {
        &self.level.props[index]
    }

    /// The ball with the id `id`.
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

    /// Computes the free part of a loose prop's path among everything but its carrier.
    pub(super) fn advance(&self, index: usize, delta: Vec3, carrier: Option<u32>) -> FreePath {
        let query = PropQuery {
            props: self.props,
            scene: self.scene(true),
            index,
            passes: [carrier, self.inside[index]],
        };
        query.advance(delta)
    }

    /// The velocity of the mover that carries a prop, m/s.
    pub(super) fn carrier_velocity(&self, index: usize) -> Vec3 {
        carrier_velocity(&self.props[index], self.movers)
    }

    /// The velocity of the body that a prop has touched at `point`, m/s.
    pub(super) fn velocity_of(&self, touched: Touched, point: Vec3) -> Vec3 {
        match touched {
            Touched::Level(_) => Vec3::ZERO,
            Touched::Mover(index) => {
                let mover = self.movers.iter().find(|mover| mover.index == index);
                mover.map_or(Vec3::ZERO, |mover| velocity_at(mover, point))
            }
            Touched::Prop(other) => self.props[other].velocity + self.carrier_velocity(other),
            Touched::Ball(id) => {
                let ball = self.ball(id);
                ball.map_or(Vec3::ZERO, |ball| ball.velocity.as_vec3())
            }
            Touched::Player => self.player.velocity,
        }
    }

    /// The inverse mass of a prop for impacts, 1/kg; 0 for an immovable one.
    pub(super) fn inverse_mass(&self, index: usize) -> f32 {
        let mass = self.body(index).mass.filter(|_| self.is_loose(index));
        mass.map_or(0.0, |mass| 1.0 / mass)
    }

    /// The inverse mass, for impacts, of a body that a prop touches, 1/kg; 0 for an immovable one.
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

    /// Moves a prop by `delta`, meters, through its carrier if need be. Loose props, balls and the player
    /// in its path yield as far as they can; the others turn it aside. Returns whether it arrived.
    pub(super) fn displace(&mut self, index: usize, delta: Vec3, carrier: Option<u32>) -> bool {
        self.displace_row(index, delta, carrier, 0)
    }

    fn displace_row(&mut self, index: usize, by: Vec3, carrier: Option<u32>, before: u32) -> bool {
        let start = self.props[index].position;
        if self.stands_on == Some(index) && by.y > 0.0 {
            self.shift_player(by);
        }
        let mut left = by;
        for _ in 0..MAX_SWEEPS {
            let FreePath { free, stop } = self.advance(index, left, carrier);
            self.props[index].position += left * free;
            let Some(stop) = stop else {
                left = Vec3::ZERO;
                break;
            };
            left *= 1.0 - free;
            let push = stop.normal * left.dot(stop.normal).min(0.0);
            if !self.push_away(stop.touched, push, before) {
                left -= push;
            }
        }
        if self.stands_on == Some(index) && by.y <= 0.0 {
            self.shift_player(self.props[index].position - start);
        }
        left.length() <= SKIN
    }

    /// Moves a body that a prop touches out of its path. Returns whether it moved.
    fn push_away(&mut self, touched: Touched, push: Vec3, before: u32) -> bool {
        match touched {
            Touched::Prop(other) if self.is_loose(other) && before < MAX_ROW_LENGTH => {
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
    pub(super) fn shift_player(&mut self, delta: Vec3) {
        let before = self.player.position.y;
        self.player.shift(&*self.level.collision, delta.as_dvec3());
        self.player.ground_height += self.player.position.y - before;
    }
}

/// Moves a ball as far as the level permits, and raises its speed to that of the motion. Returns whether
/// it moved.
fn shift_ball(ball: &mut Ball, delta: DVec3, level: &Level) -> bool {
    let body = bodies::ball(ball.radius);
    let free = free_in_level(level, body, ball.position, ball.position + delta);
    if free > 0.0 {
        ball.wake();
        ball.position += delta * free;
        let (along, speed) = (
            delta.normalize_or_zero(),
            delta.length() / f64::from(TICK_LENGTH),
        );
        ball.velocity += along * (speed - ball.velocity.dot(along)).max(0.0);
    }
    free > 0.0
}

/// The velocity of the mover that carries a prop, m/s.
pub(super) fn carrier_velocity(prop: &PropState, movers: &[PlacedMover]) -> Vec3 {
    let carrier = prop
        .riding
        .and_then(|index| movers.iter().find(|mover| mover.index == index));
    carrier.map_or(Vec3::ZERO, |mover| velocity_at(mover, prop.position))
}

/// The velocity of a mover at a position, m/s.
pub(super) fn velocity_at(mover: &PlacedMover, position: Vec3) -> Vec3 {
    let built = mover.now.to_mesh().transform_point3(position.as_dvec3());
    mover.velocity_at(built).as_vec3()
}
