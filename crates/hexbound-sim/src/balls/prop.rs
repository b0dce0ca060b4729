//! A ball against a prop, which is static while balls move: spheres exactly, boxes and hulls by their
//! triangles. A prop with a mass takes up momentum. Several balls near it in a tick each meet their share
//! of that mass. They can then be resolved one by one, in any order, and together give it no more energy
//! than they had. A ball that comes near it only after a contact on its path has no share, since the
//! others may have used up theirs. Such a ball bounces off the prop in the next tick.

use glam::{DVec3, Vec3};
use smallvec::SmallVec;

use super::{
    super::bodies,
    Ball, Struck,
    flight::{flight_bounds, flight_of},
    struck::SolidContact,
    sweep::BallSweep,
    tolerances::TICK_SECONDS,
};
use hexbound_collide::geom::{Aabb, Sphere, sweep_sphere_sphere};

use crate::{BallFlight, MovingProp};
use hexbound_level::{Prop, PropPart, PropShape};

/// A prop among the balls of one tick.
#[derive(Debug)]
pub(super) struct PlacedProp<'a> {
    /// A box around the prop.
    pub bounds: Aabb,
    pub state: MovingProp<'a>,
    /// The mass that each nearby ball meets, kilograms; `None` for a prop that no ball moves.
    pub share: Option<f64>,
}

/// The impulses that a ball has given to props in a tick, newton-seconds.
#[derive(Clone, Debug, Default)]
pub(super) struct Pushes(SmallVec<[(u32, DVec3); 1]>);

impl Pushes {
    /// The sum of the impulses to one prop.
    pub(super) fn to(&self, prop: u32) -> DVec3 {
        let given = self.0.iter().filter(|(other, _)| *other == prop);
        given.map(|(_, impulse)| *impulse).sum()
    }

    pub(super) fn add(&mut self, prop: u32, impulse: DVec3) {
        self.0.push((prop, impulse));
    }
}

/// A moving ball in a tick: its id, and the box around its path without contacts.
pub(crate) type BallPath = (u32, Aabb);

/// The paths of the balls that may move props; none if no prop has a mass.
pub(crate) fn paths_of(balls: &[Ball], props: &[MovingProp], flight: BallFlight) -> Vec<BallPath> {
    if props.iter().all(|prop| prop.mass.is_none()) {
        return Vec::new();
    }
    let moving = balls.iter().filter(|ball| !ball.resting);
    let path = |ball: &Ball| flight_bounds(&flight_of(ball, flight), TICK_SECONDS, ball.radius);
    moving.map(|ball| (ball.id, path(ball))).collect()
}

/// The level's props at their present positions, among balls on the paths `paths`.
pub(crate) fn placed<'a>(props: &[MovingProp<'a>], paths: &[BallPath]) -> Vec<PlacedProp<'a>> {
    let place = |state: &MovingProp<'a>| {
        let reach = Vec3::splat(state.body.reach);
        let bounds = match state.body.placed() {
            // Balls fly through the handles of shapes, as the player walks through them.
            Some(_) => Aabb::EMPTY,
            None => Aabb::new(state.position - reach, state.position + reach),
        };
        PlacedProp {
            bounds,
            state: *state,
            share: state.mass.map(|mass| {
                let near = paths.iter().filter(|(_, path)| path.overlaps(&bounds));
                mass / near.count().max(1) as f64
            }),
        }
    };
    props.iter().map(place).collect()
}

impl PlacedProp<'_> {
    /// The first contact of a ball on its path with this prop; `index` is the prop's index in the level.
    pub(super) fn meet(&self, index: u32, path: &BallSweep) -> Option<SolidContact> {
        let meet_one = |(part, shape): (u32, &PropPart)| {
            let center = (self.state.position + shape.center).as_dvec3();
            let (fraction, normal) =
                meet_part(shape, path.from - center, path.to - center, path.reach)?;
            Some(SolidContact {
                fraction,
                normal,
                velocity: self.surface_velocity(normal),
                struck: Struck::Prop { prop: index, part },
            })
        };
        let body: &Prop = self.state.body;
        let contacts = (0..).zip(&body.parts).filter_map(meet_one);
        contacts.reduce(SolidContact::or_earlier)
    }

    /// The velocity of the prop's surface for a ball that meets it along a normal, meters a second. A
    /// prop that balls move has only its component along the normal, so that friction adds no speed to a
    /// ball.
    fn surface_velocity(&self, normal: DVec3) -> DVec3 {
        let velocity = self.state.velocity + self.state.carried;
        match self.share {
            Some(_) => normal * velocity.dot(normal),
            None => velocity,
        }
    }
}

/// The first contact of a ball with one part whose center is at the origin.
fn meet_part(part: &PropPart, from: DVec3, to: DVec3, reach: f64) -> Option<(f64, DVec3)> {
    if let PropShape::Sphere { radius } = part.shape {
        let (ball, sphere) = (
            Sphere::new(from.as_vec3(), reach as f32),
            Sphere::new(Vec3::ZERO, radius),
        );
        let touch = sweep_sphere_sphere(&ball, (to - from).as_vec3(), &sphere, Vec3::ZERO)?;
        return Some((f64::from(touch.fraction), touch.normal.as_dvec3()));
    }
    let hit = (part.solid)
        .sweep(bodies::ball(reach as f32), from, to)
        .ok()??;
    Some((hit.fraction, hit.normal))
}
