//! Everything but the balls during one tick, static for all of them.

use glam::DVec3;

use super::{
    Struck,
    cylinder::sweep_sphere_cylinder,
    mover,
    prop::{BallPath, PlacedProp},
    struck::SolidContact,
    sweep::BallSweep,
};
use crate::{BallFlight, BallMeeting, PlacedMover, walkers::WalkerObstacles};
use hexbound_collide::geom::Aabb;
use hexbound_level::{BodyKind, Level};

/// Everything but the balls during one tick, the same for all of them.
#[derive(Debug)]
pub(super) struct BallScene<'a> {
    pub level: &'a Level,
    /// The boxes around the level's bumpers, in its order.
    pub bumper_bounds: Vec<Aabb>,
    /// The props, static while balls move, in the level's order.
    pub props: Vec<PlacedProp<'a>>,
    /// The paths of the balls, by which they share the masses of props.
    pub paths: Vec<BallPath>,
    pub movers: &'a [PlacedMover<'a>],
    pub walkers: WalkerObstacles<'a>,
    /// The fraction of its approach speed kept by a ball without a restitution of its own.
    pub restitution: f64,
    /// The method by which balls fly.
    pub flight: BallFlight,
    /// The method by which balls find each other.
    pub meeting: BallMeeting,
}

impl BallScene<'_> {
    /// The struck prop, and the share of its mass that a ball meets, kilograms, if balls move it.
    pub(super) fn pushed_prop(&self, struck: Struck) -> Option<(u32, f64)> {
        let Struck::Prop { prop, .. } = struck else {
            return None;
        };
        let share = self.props.get(prop as usize)?.share?;
        Some((prop, share))
    }

    /// Returns whether the ball with the id `ball` has a share of the prop's mass in this tick.
    pub(super) fn has_share(&self, prop: u32, ball: u32) -> bool {
        let bounds = self.props[prop as usize].bounds;
        let mut paths = self.paths.iter();
        paths.any(|(id, path)| *id == ball && path.overlaps(&bounds))
    }

    /// The velocity, meters a second, that a struck body with the surface velocity `velocity` adds to a
    /// ball.
    pub(super) fn carried_velocity(&self, struck: Struck, velocity: DVec3) -> DVec3 {
        match struck {
            Struck::Prop { prop, .. } => {
                let prop = self.props.get(prop as usize);
                prop.map_or(DVec3::ZERO, |prop| prop.state.carried)
            }
            _ => velocity,
        }
    }

    /// The first contact of a ball on its path with a bumper, a prop, a walker or a mover.
    pub(super) fn first_met(&self, sweep: &BallSweep) -> Option<SolidContact> {
        let contacts = (self.bumpers_met(sweep))
            .chain(self.props_met(sweep))
            .chain(self.walkers.first_met(sweep))
            .chain(self.movers.iter().filter_map(|it| mover::meet(it, sweep)));
        contacts.reduce(SolidContact::or_earlier)
    }

    fn bumpers_met(&self, sweep: &BallSweep) -> impl Iterator<Item = SolidContact> {
        let all = (0..).zip(self.level.bumpers.iter().zip(&self.bumper_bounds));
        let near = all.filter(|(_, (_, around))| around.overlaps(&sweep.bounds));
        near.filter_map(|(index, (bumper, _))| {
            let BallSweep {
                from, to, reach, ..
            } = *sweep;
            let (fraction, normal) = sweep_sphere_cylinder(reach, from, to, &bumper.cylinder)?;
            Some(SolidContact {
                fraction,
                normal,
                velocity: DVec3::ZERO,
                struck: Struck::Bumper(index),
            })
        })
    }

    fn props_met(&self, sweep: &BallSweep) -> impl Iterator<Item = SolidContact> {
        let classes = &self.level.play.classes;
        let near = (0..).zip(&self.props).filter(|(index, prop)| {
            prop.bounds.overlaps(&sweep.bounds)
                && classes.stops_body(sweep.class, BodyKind::Prop, *index)
        });
        near.filter_map(|(index, prop)| prop.meet(index, sweep))
    }
}
