//! A ball against a prop, which stands still while balls move: spheres exactly, boxes and hulls by
//! their triangles. A prop with a mass takes up momentum. In a tick in which several balls are near
//! it each of them meets its share of that mass. Then they may be asked one by one, in any order, and
//! together give it no energy that they had not. A ball that comes near it only by what it meets on its way
//! has no share, since the others may have used up theirs. It bounces off the prop in the next tick.

use glam::{DVec3, Vec3};
use smallvec::SmallVec;

use super::{
    super::bodies,
    Ball, Struck,
    flight::{flight_of, way_around},
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
    /// A box around it.
    pub bounds: Aabb,
    pub state: MovingProp<'a>,
    /// The mass that each ball near it meets, kilograms; `None` for one that no ball moves.
    pub share: Option<f64>,
}

/// The impulses that a ball has given to props in a tick, newton-seconds.
#[derive(Clone, Debug, Default)]
pub(super) struct Pushes(SmallVec<[(u32, DVec3); 1]>);

impl Pushes {
    /// The sum of those to one prop.
    pub(super) fn to(&self, prop: u32) -> DVec3 {
        let given = self.0.iter().filter(|(other, _)| *other == prop);
        given.map(|(_, impulse)| *impulse).sum()
    }

    pub(super) fn add(&mut self, prop: u32, impulse: DVec3) {
        self.0.push((prop, impulse));
    }
}

/// A ball that flies in a tick: its id, and the box around its way if it meets nothing.
pub(crate) type BallWay = (u32, Aabb);

/// The ways of the balls that may move props; none where no prop has a mass.
pub(crate) fn ways_of(balls: &[Ball], props: &[MovingProp], flight: BallFlight) -> Vec<BallWay> {
    if props.iter().all(|prop| prop.mass.is_none()) {
        return Vec::new();
    }
    let moving = balls.iter().filter(|ball| !ball.resting);
    let way = |ball: &Ball| way_around(&flight_of(ball, flight), TICK_SECONDS, ball.radius);
    moving.map(|ball| (ball.id, way(ball))).collect()
}

/// The level's props where they are now, among balls on these ways.
pub(crate) fn placed<'a>(props: &[MovingProp<'a>], ways: &[BallWay]) -> Vec<PlacedProp<'a>> {
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
                let near = ways.iter().filter(|(_, way)| way.overlaps(&bounds));
                mass / near.count().max(1) as f64
            }),
        }
    };
    props.iter().map(place).collect()
}

impl PlacedProp<'_> {
    /// The first contact of a ball on its way with this prop, which is at `index` among the level's.
    pub(super) fn meet(&self, index: u32, way: &BallSweep) -> Option<SolidContact> {
        let meet_one = |(part, shape): (u32, &PropPart)| {
            let center = (self.state.position + shape.center).as_dvec3();
            let (fraction, normal) =
                meet_part(shape, way.from - center, way.to - center, way.reach)?;
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

    /// The velocity of its surface as a ball that comes along a normal meets it, meters a second. One
    /// that balls move has only its part along the normal, so that friction gives a ball no speed.
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
