//! The effect of the level's movers on loose props: they carry props on them and push aside those in
//! their path, as far as the level leaves room. Without room, the mover passes through.

use glam::{Affine3A, DAffine3, DVec3, Vec3};
use hexbound_collide::{Placement, SKIN, geom::Aabb};

use super::{look_ahead::sweep_mover, stage::PropStage, stage::velocity_at};
use crate::PlacedMover;

/// The distance from a mover's path within which it affects props, meters.
const SEARCH_MARGIN: f32 = 0.05;
/// The depth beyond which a prop is inside a mover and passes through, meters.
const DEEP_OVERLAP: f32 = 10.0 * SKIN;

impl PropStage<'_> {
    /// Lets every mover that has moved carry and push the loose props. Returns the displacement of each
    /// carried prop, meters.
    pub(super) fn follow_movers(&mut self) -> Vec<Vec3> {
        let mut displacements = vec![Vec3::ZERO; self.props.len()];
        let movers = self.movers;
        for mover in movers.iter().filter(|mover| mover.has_moved()) {
            self.carry_riders(mover, &mut displacements);
        }
        for mover in movers {
            for index in 0..self.props.len() {
                let rides = self.props[index].riding == Some(mover.index);
                if rides || !self.is_loose(index) || !self.is_near(index, mover) {
                    continue;
                }
                if mover.has_moved() && !self.is_inside(index, mover, &mover.before) {
                    self.push_aside(index, mover);
                }
                if self.is_inside(index, mover, &mover.now) {
                    self.props[index].wake();
                    self.inside[index] = Some(mover.index);
                }
            }
        }
        displacements
    }

    /// Returns whether a mover comes near a prop in this tick.
    fn is_near(&self, index: usize, mover: &PlacedMover) -> bool {
        let (at, reach) = (
            self.props[index].position,
            self.body(index).reach + SEARCH_MARGIN,
        );
        let path = mover.bounds.union(mover.bounds_before);
        path.overlaps(&Aabb::new(at, at).grown(Vec3::splat(reach)))
    }

    /// Returns whether a prop reaches deeper than a few skins into a mover with the pose `pose`.
    fn is_inside(&self, index: usize, mover: &PlacedMover, pose: &Placement) -> bool {
        let (at, body) = (self.props[index].position, self.body(index));
        body.parts.iter().any(|part| {
            let smaller = (1.0 - DEEP_OVERLAP / part.reach).max(0.0);
            let part_at = DAffine3::from_translation((at + part.center).as_dvec3())
                * DAffine3::from_scale(DVec3::splat(f64::from(smaller)));
            let in_mesh = *pose.to_mesh() * part_at;
            let placed = Affine3A::from_mat3_translation(
                in_mesh.matrix3.as_mat3(),
                in_mesh.translation.as_vec3(),
            );
            mover
                .mesh
                .any_touched_by_mesh(&part.solid, placed)
                .is_some()
        })
    }

    /// Carries the props that ride on the mover: those in front first, so that none is in another's path.
    fn carry_riders(&mut self, mover: &PlacedMover, displacements: &mut [Vec3]) {
        let motion = mover.motion();
        let rides =
            |index: &usize| self.is_loose(*index) && self.props[*index].riding == Some(mover.index);
        let mut riders: Vec<(usize, Vec3)> = (0..self.props.len())
            .filter(rides)
            .map(|index| {
                let center = self.props[index].position.as_dvec3();
                (index, (motion.transform_point3(center) - center).as_vec3())
            })
            .collect();
        let along: Vec3 = riders.iter().map(|(_, displacement)| *displacement).sum();
        let height = |index: usize| self.props[index].position.dot(along);
        riders.sort_by(|a, b| height(b.0).total_cmp(&height(a.0)).then(a.0.cmp(&b.0)));
        for (index, displacement) in riders {
            let from = self.props[index].position;
            if !self.displace(index, displacement, Some(mover.index)) {
                self.props[index].wake();
            }
            displacements[index] = self.props[index].position - from;
        }
    }

    /// Pushes a prop aside. In the mover's own space the prop moves in the opposite direction: the
    /// blocked part of that motion pushes it.
    fn push_aside(&mut self, index: usize, mover: &PlacedMover) {
        let (to, body) = (self.props[index].position, &self.level.props[index]);
        let from = mover.motion().transform_point3(to.as_dvec3()).as_vec3();
        let touches = body.parts.iter().filter_map(|part| {
            let touch = sweep_mover(part, from + part.center, to - from, mover)?;
            Some((touch, part.center))
        });
        let first = touches.reduce(|best, next| if next.0.0 < best.0.0 { next } else { best });
        let Some(((fraction, normal), center)) = first else {
            return;
        };
        let along = ((from - to) * (1.0 - fraction)).dot(normal);
        if along <= 0.0 {
            return;
        }
        self.props[index].wake();
        self.displace(index, normal * (along + SKIN), Some(mover.index));
        let speed = (velocity_at(mover, to + center) - self.carrier_velocity(index)).dot(normal);
        let prop = &mut self.props[index];
        prop.velocity += normal * (speed - prop.velocity.dot(normal)).max(0.0);
    }
}
