//! Everything but the balls during one tick: what stands still for all of them.

use glam::{DVec3, Vec3};

use super::{
    Struck, mover,
    prop::{BallWay, PlacedProp},
    struck::SolidContact,
};
use crate::{BallFlight, BallMeeting, PlacedMover, walkers::WalkerObstacles};
use hexbound_collide::{
    Class,
    geom::{Aabb, Cylinder},
};
use hexbound_level::{BodyKind, Level};

/// Everything but the balls during one tick: it is the same for all of them.
#[derive(Debug)]
pub(super) struct BallScene<'a> {
    pub level: &'a Level,
    pub bumpers: Vec<Aabb>,
    /// The props, which stand still while balls move, in the level's order.
    pub props: Vec<PlacedProp<'a>>,
    /// The ways of the balls, by which they share the masses of props.
    pub ways: Vec<BallWay>,
    pub movers: &'a [PlacedMover<'a>],
    pub walkers: WalkerObstacles<'a>,
    /// The part of its approach speed that a ball keeps which has no restitution of its own.
    pub restitution: f64,
    /// The way in which balls fly.
    pub flight: BallFlight,
    /// The way in which balls find each other.
    pub meeting: BallMeeting,
}

impl BallScene<'_> {
    /// The prop that was struck and the mass that a ball meets of it, kilograms, if balls move it.
    pub(super) fn pushed_by_balls(&self, struck: Struck) -> Option<(u32, f64)> {
        let Struck::Prop { prop, .. } = struck else {
            return None;
        };
        let share = self.props.get(prop as usize)?.share?;
        Some((prop, share))
    }

    /// Returns whether the ball of that id has a share of the prop's mass in this tick.
    pub(super) fn answers(&self, prop: u32, ball: u32) -> bool {
        let bounds = self.props[prop as usize].bounds;
        let mut ways = self.ways.iter();
        ways.any(|(id, way)| *id == ball && way.overlaps(&bounds))
    }

    /// The velocity with which what was struck, whose surface moves with `velocity`, takes a ball
    /// along, meters a second.
    pub(super) fn carries(&self, struck: Struck, velocity: DVec3) -> DVec3 {
        match struck {
            Struck::Prop { prop, .. } => {
                let prop = self.props.get(prop as usize);
                prop.map_or(DVec3::ZERO, |prop| prop.state.carried)
            }
            _ => velocity,
        }
    }

    /// The bumpers whose boxes a ball meets on its way, with their places in the level.
    pub(super) fn bumpers_near(
        &self,
        from: DVec3,
        to: DVec3,
        reach: f64,
    ) -> impl Iterator<Item = (u32, &Cylinder)> {
        let way = Aabb::new(from.min(to).as_vec3(), from.max(to).as_vec3());
        let way = way.grown(Vec3::splat(reach as f32 + 1e-3));
        let all = (0..).zip(self.level.bumpers.iter().zip(&self.bumpers));
        let near = all.filter(move |(_, (_, around))| around.overlaps(&way));
        near.map(|(index, (bumper, _))| (index, &bumper.cylinder))
    }

    /// The first contact of a ball with a prop, a mover or a walker on its way from place to place.
    pub(super) fn first_solid(
        &self,
        class: Class,
        (from, to): (DVec3, DVec3),
        reach: f64,
    ) -> Option<SolidContact> {
        let classes = &self.level.play.classes;
        let way = Aabb::new(from.min(to).as_vec3(), from.max(to).as_vec3());
        let way = way.grown(Vec3::splat(reach as f32 + 1e-3));
        let near = (0..).zip(&self.props);
        let near = near.filter(|(index, prop)| {
            prop.bounds.overlaps(&way) && classes.stops(class, BodyKind::Prop, *index)
        });
        let met = |(index, prop): (u32, &PlacedProp)| {
            let hit = prop.meet(from, to, reach)?;
            Some(SolidContact {
                fraction: hit.fraction,
                normal: hit.normal,
                velocity: prop.surface_velocity(hit.normal),
                struck: Struck::Prop {
                    prop: index,
                    part: hit.part,
                },
            })
        };
        let movers = self.movers.iter();
        let walker = self.walkers.first_met(class, (from, to), reach);
        let walker = walker.map(|contact| SolidContact {
            fraction: contact.fraction,
            normal: contact.normal,
            velocity: contact.velocity,
            struck: Struck::Walker(contact.walker),
        });
        (near.filter_map(met))
            .chain(walker)
            .chain(movers.filter_map(|mover| mover::meet(mover, from, to, reach)))
            .reduce(|best, next| {
                if next.fraction < best.fraction {
                    next
                } else {
                    best
                }
            })
    }
}
