//! Props moved by gravity and impacts. Their parts are swept, so nothing gets through. A struck body
//! takes the velocity along its normal and, by friction, some of the rest. Props don't turn.
//!
//! **Rest.** The lowest props move first. A prop on one that is held up meets it as a fixed one, so that
//! the weight of a stack is not handed down step by step. A prop that hardly moved for a while rests:
//! nothing tests it until something near it moves or strikes it.

use glam::Vec3;
use smallvec::SmallVec;

use super::{PropStop, Touched, look_ahead::FreePath, stage::PropStage};
use crate::{
    Event, EventKind, ImpactSide,
    tuning::{BALL_GRAVITY, KILL_BELOW, PROP_FRICTION, PROP_IMPACT_SPEED, ROLLING_FRICTION},
};
use hexbound_base::clock::TICK_LENGTH;

/// The most contacts of a prop in a tick; the rest of its path is dropped.
const MAX_CONTACTS: usize = 6;
/// The least upward component of a contact normal that holds a prop up.
const HOLDING_NORMAL: f32 = 0.3;
/// The least upward component of a contact normal that carries a prop: a floor, not a wall.
const CARRYING_NORMAL: f32 = 0.7;
/// The change of speed up to which an impact does not wake a prop, m/s.
pub(super) const WAKE_SPEED: f32 = 0.01;
/// The speed below which a supported prop comes to rest, m/s.
const SLOW_SPEED: f32 = 0.02;
/// The motion in a tick below which a prop comes to rest, meters.
const STILL_DISTANCE: f32 = 1e-4;
/// The number of slow ticks in a row after which a supported prop comes to rest.
const SLOW_TICKS: u8 = 12;

/// The speed of an impact below which it does not wake a resting ball, m/s.
const BALL_WAKE_SPEED: f32 = 0.15;
/// The resistance to the rolling of a ball that carries a prop, as a fraction of its load. A light ball
/// can't absorb the momentum of a heavy prop; its floor does.
const ROLLING_RESISTANCE: f32 = ROLLING_FRICTION / BALL_GRAVITY;
/// The greatest speed of a prop, m/s.
const MAX_FALL_SPEED: f32 = 60.0;

/// The contacts of the props in a tick, by prop.
type Contacts = Vec<SmallVec<[PropStop; 2]>>;

impl PropStage<'_> {
    /// Moves the loose props that don't rest for one tick.
    pub(super) fn fall(&mut self, events: &mut Vec<Event>) {
        let mut awake: Vec<usize> = (0..self.props.len())
            .filter(|index| self.is_loose(*index) && !self.props[*index].resting)
            .collect();
        let foot =
            |index: usize| self.props[index].position.y + self.body(index).solid.bounds().min.y;
        awake.sort_by(|a, b| foot(*a).total_cmp(&foot(*b)).then(a.cmp(b)));
        let mut contacts: Contacts = vec![SmallVec::new(); self.props.len()];
        for index in awake {
            let from = self.props[index].position;
            if self.body(index).gravity {
                self.props[index].velocity.y -= BALL_GRAVITY * TICK_LENGTH;
            }
            self.fly(index, &mut contacts, events);
            self.board(index, &contacts[index]);
            self.settle(index, from, &contacts[index]);
        }
    }

    /// Moves a prop through a tick, contact by contact.
    fn fly(&mut self, index: usize, contacts: &mut Contacts, events: &mut Vec<Event>) {
        let mut left = TICK_LENGTH;
        for _ in 0..MAX_CONTACTS {
            let delta =
                (self.props[index].velocity * left).clamp_length_max(MAX_FALL_SPEED * TICK_LENGTH);
            // Touched bodies are static for the rest of the tick, even pushed ones.
            let delta = clipped(delta, &contacts[index]);
            let from = self.props[index].position;
            let FreePath { free, stop } = self.advance(index, delta, None);
            self.props[index].position = from + delta * free;
            if self.stands_on == Some(index) {
                let delta = delta * free;
                self.shift_player(Vec3::new(delta.x, delta.y.max(0.0), delta.z));
            }
            let Some(stop) = stop else {
                return;
            };
            left *= 1.0 - free;
            if !self.respond(index, &stop, contacts, events) {
                self.cancel_gravity(index, stop.normal, left);
            }
            contacts[index].push(stop);
            self.stay_outside(index, &contacts[index]);
        }
    }

    /// Removes the velocity of a prop into the fixed bodies that it has met.
    fn stay_outside(&mut self, index: usize, contacts: &[PropStop]) {
        for _ in 0..contacts.len() {
            for stop in contacts {
                if self.inverse_mass_of(stop.touched) == 0.0 {
                    let surface = self.velocity_of(stop.touched, stop.point);
                    let drift = self.props[index].velocity + self.carrier_velocity(index) - surface;
                    let into = drift.dot(stop.normal).min(0.0);
                    self.props[index].velocity -= stop.normal * into;
                }
            }
        }
    }

    /// Exchanges momentum with the body that a prop has met: no speed is left along the normal, and
    /// friction slows the sliding. Returns false if the body moves away, so that it only held the prop
    /// up.
    fn respond(
        &mut self,
        index: usize,
        stop: &PropStop,
        contacts: &Contacts,
        events: &mut Vec<Event>,
    ) -> bool {
        let normal = stop.normal;
        let surface = self.velocity_of(stop.touched, stop.point);
        let relative = self.props[index].velocity + self.carrier_velocity(index) - surface;
        let approach = -relative.dot(normal);
        if approach <= 0.0 {
            return false;
        }
        self.report(index, stop, approach, events);
        let own = self.inverse_mass(index);
        let other = match self.leaves_resting(stop.touched, approach) {
            true => 0.0,
            false => self.inverse_mass_of(stop.touched),
        };
        let inverse = [own, other];
        let rest = match self.is_held_up(stop, contacts) {
            true => Some(self.support_velocity(stop.touched).dot(normal)),
            false => None,
        };
        let speed = surface.dot(normal);
        let [change, given] = after_impact([speed - approach, speed], inverse, rest);
        let slip = relative + normal * approach;
        let sliding = slip.length();
        let against = slip / sliding.max(f32::MIN_POSITIVE);
        let beside = shares(inverse);
        let friction = (PROP_FRICTION * change).min(sliding * beside[0]);
        let slowed = match stop.touched {
            // Never past its rest along the normal: the share of the floor costs the prop energy.
            Touched::Ball(_) if rest.is_some() => {
                let speed = (relative + surface).dot(against);
                let rolling = (ROLLING_RESISTANCE * change).min(sliding).min(speed);
                if rolling > friction {
                    rolling
                } else {
                    friction
                }
            }
            _ => friction,
        };
        self.props[index].velocity += normal * change - against * slowed;
        let dragged = match own > 0.0 {
            true => friction * other / own,
            false => (PROP_FRICTION * given.abs()).min(sliding * beside[1]),
        };
        self.change_velocity(stop, normal * given + against * dragged);
        true
    }

    /// Removes the speed into a contact that gravity adds to a prop in `left` seconds, in which the
    /// contact keeps it from falling. Otherwise the prop would gain the energy of a fall and stay in
    /// place.
    fn cancel_gravity(&mut self, index: usize, normal: Vec3, left: f32) {
        if self.body(index).gravity {
            let velocity = &mut self.props[index].velocity;
            let back = (BALL_GRAVITY * left * normal.y).min(-velocity.dot(normal));
            if back > 0.0 {
                *velocity += normal * back;
            }
        }
    }

    /// The velocity of the support of a body that a prop came down on, m/s.
    fn support_velocity(&self, touched: Touched) -> Vec3 {
        match touched {
            Touched::Prop(other) => self.carrier_velocity(other),
            Touched::Mover(_) | Touched::Level(_) | Touched::Ball(_) | Touched::Player => {
                Vec3::ZERO
            }
        }
    }

    /// Changes the velocity of the body that a prop has met by `given`, m/s.
    fn change_velocity(&mut self, stop: &PropStop, given: Vec3) {
        match stop.touched {
            Touched::Prop(other) if !self.props[other].resting || given.length() > WAKE_SPEED => {
                self.props[other].wake();
                self.props[other].velocity += given;
            }
            Touched::Ball(id) if given != Vec3::ZERO => {
                if let Some(ball) = self.balls.iter_mut().find(|ball| ball.id == id) {
                    ball.wake();
                    ball.velocity += given.as_dvec3();
                }
            }
            Touched::Player => {
                self.player.velocity += Vec3::new(given.x, 0.0, given.z);
            }
            _ => {}
        }
    }

    /// Returns whether the body below a prop is held up itself: a prop on a support, or a ball or the
    /// player, who don't carry props further.
    fn is_held_up(&self, stop: &PropStop, contacts: &Contacts) -> bool {
        if stop.normal.y < HOLDING_NORMAL {
            return false;
        }
        match stop.touched {
            Touched::Level(_) | Touched::Mover(_) => false,
            Touched::Prop(other) => {
                let held = |under: &PropStop| under.normal.dot(stop.normal) > 0.5;
                self.props[other].resting || contacts[other].iter().any(held)
            }
            Touched::Ball(_) | Touched::Player => true,
        }
    }

    /// Returns whether a prop has touched a resting ball too gently to wake it.
    fn leaves_resting(&self, touched: Touched, approach: f32) -> bool {
        let Touched::Ball(id) = touched else {
            return false;
        };
        approach < BALL_WAKE_SPEED && self.ball(id).is_some_and(|ball| ball.resting)
    }

    fn report(&mut self, index: usize, stop: &PropStop, approach: f32, events: &mut Vec<Event>) {
        if approach < PROP_IMPACT_SPEED {
            return;
        }
        let struck = self.scene(false).side_of(stop.touched);
        events.push(Event {
            mover: ImpactSide::prop(self.body(index)),
            struck,
            ..Event::new(EventKind::PropContact, stop.point, stop.normal, approach)
        });
        self.props[index].contact = Some(*stop);
    }

    /// Finds the mover that carries a prop. The prop's velocity is relative to that mover from now on.
    fn board(&mut self, index: usize, contacts: &[PropStop]) {
        let supports = contacts
            .iter()
            .filter(|stop| stop.normal.y >= CARRYING_NORMAL);
        let mut carriers = supports.map(|stop| match stop.touched {
            Touched::Mover(mover) => Some(mover),
            Touched::Prop(other) => self.props[other].riding,
            _ => None,
        });
        let carrier = carriers.next().flatten();
        let prop = &self.props[index];
        if prop.riding == carrier {
            return;
        }
        let before = self.carrier_velocity(index);
        self.props[index].riding = carrier;
        let now = self.carrier_velocity(index);
        self.props[index].velocity += before - now;
    }

    /// Puts a prop to rest after many ticks of hardly any motion, or far below the level.
    fn settle(&mut self, index: usize, from: Vec3, contacts: &[PropStop]) {
        let falls = self.body(index).gravity;
        let lowest = self.level.bounds.min.y - KILL_BELOW;
        let prop = &mut self.props[index];
        if !prop.position.is_finite() || !prop.velocity.is_finite() {
            prop.position = from;
            prop.rest();
            return;
        }
        if prop.position.y < lowest {
            prop.rest();
            return;
        }
        let is_firm = |stop: &PropStop| {
            let yields = matches!(stop.touched, Touched::Ball(_) | Touched::Player);
            stop.normal.y >= HOLDING_NORMAL && !yields
        };
        let held = !falls || contacts.iter().any(is_firm);
        let distance = prop.position.distance(from);
        let slow = prop.velocity.length() < SLOW_SPEED && distance < STILL_DISTANCE;
        prop.slow_ticks = match held && slow {
            true => prop.slow_ticks.saturating_add(1),
            false => 0,
        };
        if prop.slow_ticks >= SLOW_TICKS {
            prop.rest();
        }
    }
}

/// The displacement without its components into the contacts.
fn clipped(delta: Vec3, contacts: &[PropStop]) -> Vec3 {
    let mut left = delta;
    for _ in 0..contacts.len() {
        for stop in contacts {
            left -= stop.normal * left.dot(stop.normal).min(0.0);
        }
    }
    left
}

/// The changes of two speeds along a normal, m/s, when the first body meets the second. They continue
/// together, by their inverse masses. A second body that is held up can't move down: instead both stop
/// against its support, which moves with the speed `rest`.
fn after_impact(speeds: [f32; 2], inverse: [f32; 2], rest: Option<f32>) -> [f32; 2] {
    let [own, other] = speeds;
    let shares = shares(inverse);
    let together = own + (other - own) * shares[0];
    match rest {
        Some(rest) if together < rest => {
            let stopped = if inverse[1] > 0.0 {
                (rest - other).min(0.0)
            } else {
                0.0
            };
            [(rest - own).max(0.0), stopped]
        }
        _ => [together - own, (other - own) * -shares[1]],
    }
}

/// The shares of a change of relative speed for two bodies of given inverse masses; if neither can be
/// pushed, the first stops.
fn shares([own, other]: [f32; 2]) -> [f32; 2] {
    match own + other {
        0.0 => [1.0, 0.0],
        sum => [own / sum, other / sum],
    }
}
