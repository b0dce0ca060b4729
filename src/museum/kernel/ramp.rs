//! Upright cylinders that walk up and down a curved ramp, by the sweep that leaked and by the
//! library's own.

use std::{ops::Range, sync::Arc};

use glam::{DVec2, DVec3, Vec3};
use hexbound_collide::{Body, clip_velocity};

use super::{
    Performance, ShownBody, Slide,
    acted::Acted,
    mover,
    pieces::{Contact, Cylinder},
};
use crate::{
    body::{HALF_HEIGHT, RADIUS},
    level::Level,
    random::Random,
};

/// The walks.
const WALKS: usize = 20;
/// The places along x at which walks that are played together are shown, meters: more than these would
/// hide each other.
const LANES: [f64; 4] = [-1.8, -0.6, 0.6, 1.8];
const TOGETHER: usize = LANES.len();
/// The moves of a walk, the ticks from one to the next, and the way ahead that each asks for, meters.
const MOVES: u64 = 40;
const EVERY: u64 = 12;
const STRIDE: f64 = 1.0;
/// The moves after which all turn to go down, and the place along z at which each turns to go up,
/// meters.
const TURN: u64 = 6;
const FRONT: f64 = -1.2;
/// The way down that a move asks for beside each meter ahead, so that it follows the ground.
const DOWN: f64 = 0.3;
/// The most contacts of one move.
const MOST_CONTACTS: usize = 8;
/// A body nearer than this touches, meters.
const TOUCHING: f64 = 1e-9;
/// A plane into which the motion goes by less than this part of its length lets it pass.
const PASSES: f64 = 1e-9;
/// A body deeper than this is below the ramp, meters.
const BELOW: f64 = 1e-2;
/// How many times as deep as it is a body below the ramp is shown.
const DEEPER: f64 = 10.0;

/// The walks while they are played, some after the others.
struct Walks {
    level: Arc<Level>,
    body: Body,
    slide: Slide,
    all: Vec<Walk>,
    /// The ticks played.
    ticks: u64,
}

#[derive(Clone, Copy)]
struct Walk {
    place: DVec3,
    /// The place that was shown before the last move.
    before: DVec3,
    /// The level direction up the ramp, unit.
    up: DVec2,
    is_down: bool,
    /// The depth at which it came below the ramp, meters, and the normal of the ramp there; `None` until
    /// then.
    below: Option<(f64, DVec3)>,
}

/// Begins the walks. The figure: how many have been below the ramp.
pub(super) fn walks(level: &Arc<Level>, slide: Slide) -> Box<dyn Performance> {
    let Ok(body) = Body::cylinder(RADIUS, HALF_HEIGHT) else {
        return super::nothing();
    };
    let mut random = Random::new(1);
    Acted {
        state: Walks {
            level: Arc::clone(level),
            body,
            slide,
            all: (0..WALKS).map(|_| start(&mut random)).collect(),
            ticks: 0,
        },
        length: WALKS.div_ceil(TOGETHER) as u64 * MOVES * EVERY,
        step: |walks, tick| {
            walks.ticks = tick + 1;
            if tick.is_multiple_of(EVERY) {
                walks.go(tick / EVERY);
            }
        },
        bodies: Walks::bodies,
        figure: |walks| {
            let below = walks.all.iter().filter(|walk| walk.below.is_some());
            below.count() as f64
        },
    }
    .begin()
}

fn start(random: &mut Random) -> Walk {
    let x = random.between(-1.5, 1.5);
    let z = random.between(-2.5, -1.0);
    let angle = f64::from(random.between(-0.14, 0.14));
    let place = DVec3::new(f64::from(x), f64::from(HALF_HEIGHT) + 0.1, f64::from(z));
    Walk {
        place,
        before: place,
        up: DVec2::new(libm::sin(angle), -libm::cos(angle)),
        is_down: false,
        below: None,
    }
}

impl Walk {
    /// The motion of the move of that number, meters.
    fn motion(&mut self, number: u64) -> DVec3 {
        self.is_down |= number > 0 && number.is_multiple_of(TURN);
        self.is_down &= self.place.z < FRONT;
        let level = if self.is_down { -self.up } else { self.up };
        DVec3::new(level.x, -DOWN, level.y) * STRIDE
    }

    /// The place that is shown: below the ramp it is as many times as deep as one needs to see it.
    fn shown(&self) -> DVec3 {
        let (depth, normal) = self.below.unwrap_or_default();
        self.place - normal * (depth * (DEEPER - 1.0))
    }
}

impl Walks {
    /// Makes the move of that number, counted through all groups, in each walk of the group whose turn
    /// it is. A walk that has come below the ramp ends there, where one sees it.
    fn go(&mut self, number: u64) {
        let group = Self::group(number * EVERY);
        for walk in &mut self.all[group] {
            walk.before = walk.shown();
            if walk.below.is_some() {
                continue;
            }
            let motion = walk.motion(number % MOVES);
            walk.place = (self.slide)(&self.level, &self.body, walk.place, motion);
            let deepest = deepest(&self.level, &self.body, walk.place);
            walk.below = deepest.filter(|(depth, _)| *depth > BELOW);
        }
    }

    /// The walks that are played in a tick, as their places among all.
    fn group(tick: u64) -> Range<usize> {
        let first = (tick / (MOVES * EVERY)) as usize * TOGETHER;
        first.min(WALKS)..(first + TOGETHER).min(WALKS)
    }

    /// The cylinders of the group whose turn it is, on their way from move to move. Each is shown in a
    /// lane of its own: the ramp is the same all across.
    fn bodies(&self) -> Vec<ShownBody> {
        let last = self.ticks.saturating_sub(1);
        let part = (last % EVERY + 1) as f64 / EVERY as f64;
        let shape = self.body.shape();
        let shown = |(walk, lane): (&Walk, f64)| {
            let center = walk.before.lerp(walk.shown(), part);
            let center = center.with_x(lane).as_vec3();
            ShownBody {
                center,
                shape,
                is_violet: false,
            }
        };
        let walks = self.all[Self::group(last)].iter().zip(LANES);
        walks.map(shown).collect()
    }
}

/// How deep a body at a place is below the ramp, meters (less than 0 above it), and the ramp's normal
/// there. The room above the ramp is convex: the plane in which the body is deepest decides.
fn deepest(level: &Level, body: &Body, place: DVec3) -> Option<(f64, DVec3)> {
    let mesh = &level.collision;
    let depth = |triangle: u32| {
        let (normal, corner) = upward(mesh.corners(triangle).map(Vec3::as_dvec3));
        let depth = body.reach(normal) - normal.dot(place - corner);
        (depth, normal)
    };
    let depths = (0..mesh.len() as u32).map(depth);
    depths.max_by(|one, other| one.0.total_cmp(&other.0))
}

/// Slides with the sweep in pieces whose borders are exact.
pub(super) fn in_pieces(level: &Level, body: &Body, from: DVec3, motion: DVec3) -> DVec3 {
    slide_in_pieces((level, body), from, motion, 0.0)
}

/// Slides to the first contact, then along the face that was met: nothing on the ramp sticks out. What
/// touches already is asked by the library's own test, which never failed. Faces reach beyond their
/// borders by `border`, meters.
fn slide_in_pieces(among: (&Level, &Body), from: DVec3, motion: DVec3, border: f64) -> DVec3 {
    let (mut place, mut left) = (from, 1.0);
    let mut along = motion;
    let mut planes = Vec::new();
    for _ in 0..MOST_CONTACTS {
        let Some(contact) = first_contact(among, place, along, border) else {
            return place + along;
        };
        place += along * contact.fraction;
        left *= 1.0 - contact.fraction;
        planes.push(contact.normal);
        along = clip_velocity(motion * left, &planes);
        if along.dot(motion) < 0.0 {
            break;
        }
    }
    place
}

fn first_contact(
    (level, body): (&Level, &Body),
    from: DVec3,
    motion: DVec3,
    border: f64,
) -> Option<Contact> {
    let cylinder = Cylinder {
        radius: f64::from(RADIUS),
        half_height: f64::from(HALF_HEIGHT),
        border,
    };
    let mut touched = Vec::new();
    mover(level, body, from, motion).touching(from, TOUCHING, &mut touched);
    let is_touched = |triangle: u32| touched.iter().any(|it| it.triangle == triangle);
    let mesh = &level.collision;
    let contact = |triangle: u32| {
        let corners = mesh.corners(triangle);
        let corners = corners.map(|corner| corner.as_dvec3() - from);
        let (normal, _) = upward(corners);
        let is_met = normal.dot(motion) < -PASSES * motion.length();
        let fraction = match is_touched(triangle) {
            true => 0.0,
            false => cylinder.sweep(motion, corners)?.fraction,
        };
        is_met.then_some(Contact { fraction, normal })
    };
    let contacts = (0..mesh.len() as u32).filter_map(contact);
    contacts.min_by(|one, other| one.fraction.total_cmp(&other.fraction))
}

/// A triangle's normal that points upward, and a corner.
fn upward([a, b, c]: [DVec3; 3]) -> (DVec3, DVec3) {
    let normal = (b - a).cross(c - a).normalize();
    (normal * normal.y.signum(), a)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::museum::kernel::{slide_by_library, tests::alone};

    /// Faces that reach a nanometer further lose nobody: it is the exact borders that leak.
    #[test]
    fn exact_borders_alone_lose_walks() {
        let level = Arc::new(alone("f1"));
        let below = |slide| {
            let mut walks = walks(&level, slide);
            while !walks.is_over() {
                walks.step();
            }
            walks.figure()
        };
        assert!(below(in_pieces) > 0.0);
        let wider: Slide =
            |level, body, from, motion| slide_in_pieces((level, body), from, motion, 1e-9);
        assert_eq!(below(wider), 0.0);
    }

    #[test]
    fn the_cylinders_that_are_shown_together_do_not_hide_each_other() {
        let level = Arc::new(alone("f1"));
        let mut walks = walks(&level, slide_by_library);
        while !walks.is_over() {
            let bodies = walks.bodies();
            assert_eq!(bodies.len(), TOGETHER);
            for (one, other) in bodies.iter().zip(&bodies[1..]) {
                let apart = other.center.x - one.center.x;
                assert!(apart > 2.0 * RADIUS, "{one:?} {other:?}");
            }
            walks.step();
        }
    }

    #[test]
    fn a_cylinder_below_the_ramp_is_seen_there_until_its_turn_is_over() {
        let level = Arc::new(alone("f1"));
        let body = Body::cylinder(RADIUS, HALF_HEIGHT).unwrap();
        let is_seen_below = |shown: &ShownBody| {
            let deepest = deepest(&level, &body, shown.center.as_dvec3());
            deepest.is_some_and(|(depth, _)| depth > BELOW * DEEPER - 1e-3)
        };
        for (slide, loses) in [(in_pieces as Slide, true), (slide_by_library, false)] {
            let mut walks = walks(&level, slide);
            for _ in 0..MOVES * EVERY {
                walks.step();
            }
            let bodies = walks.bodies();
            let below = bodies.iter().filter(|body| is_seen_below(body)).count();
            assert_eq!(below as f64, walks.figure());
            assert_eq!(below > 0, loses);
        }
    }
}
