//! The swept query: a body's move against the triangles near it, earliest contact first.

use glam::DVec3;
use smallvec::SmallVec;
use thiserror::Error;

use super::{
    Body, CollisionMesh, Counters,
    contact::{Feature, Separation},
    earliest::{Earliest, Sweep, separation},
    entry::Move,
    near::{Near, Surroundings, Within},
    seam::SAME_POINT,
};
use crate::geom::Aabb;

/// How much further than a move needs triangles are gathered for the moves after it, meters.
const SPARE: f32 = 0.4;

/// A body may go so far behind a plane, meters or a part of its reach, whichever is less, without
/// being stopped by its triangle. So a floor that is stood on is not asked again for every step
/// along it.
const GRAZE: f64 = 1e-6;

/// The part of its reach that a body may go behind a plane.
pub(super) fn graze(body: &Body) -> f64 {
    GRAZE / f64::from(body.half_extents().max_element()).max(1.0)
}

/// How far from the origin a move may begin and end, meters, in each coordinate. Double precision
/// holds a nanometer there; the level itself ends at [`CollisionMesh::FURTHEST`].
const FURTHEST_MOVE: f64 = 1e6;

/// Why a move is not answered.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum MoveError {
    #[error("the move from {from} to {to} is not made of finite numbers")]
    NotFinite { from: DVec3, to: DVec3 },
    #[error(
        "the move from {from} to {to} leaves the {} km around the origin in which moves are exact",
        FURTHEST_MOVE / 1000.0
    )]
    TooFar { from: DVec3, to: DVec3 },
}

/// Whether a move makes sense.
pub(super) fn check_move(from: DVec3, to: DVec3) -> Result<(), MoveError> {
    if !from.is_finite() || !to.is_finite() {
        Err(MoveError::NotFinite { from, to })
    } else if from.abs().max(to.abs()).max_element() > FURTHEST_MOVE {
        Err(MoveError::TooFar { from, to })
    } else {
        Ok(())
    }
}

/// The contacts of one sweep.
pub type Hits = SmallVec<[Hit; 2]>;

/// A contact of a moving body with the level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The part of the move, 0..1, after which they touch. A body that began touching and
    /// approaches hits at 0.
    pub fraction: f64,
    /// The touched point of the triangle, meters.
    pub point: DVec3,
    /// The direction away from the level in which the body may be pushed, unit. On a face, and on
    /// an edge or a vertex that sticks out, it is the touched feature's own, from the touched
    /// point to the body. On a seam in a flat or hollow surface it is the normal of the face that
    /// goes on there, so that nothing bumps on triangles that nobody sees.
    pub normal: DVec3,
    pub triangle: u32,
    pub feature: Feature,
    /// How deep the body was in when the move began, meters along the normal; 0 for a first
    /// contact.
    pub depth: f64,
    /// The upward component of the most level face through the point: what could be stood on.
    pub face_up: f64,
}

/// A body among the triangles near it: answers sweeps and overlaps within the region it was made
/// for, and counts what the planes decided.
#[derive(Debug)]
pub struct Mover<'a> {
    pub mesh: &'a CollisionMesh,
    pub body: Body,
    pub(super) near: Box<Near>,
    pub counters: Counters,
}

impl Near {
    /// The triangles near a point, ascending.
    fn around(&self, point: DVec3) -> impl Iterator<Item = u32> {
        let within = Within::point(SAME_POINT as f32);
        let places = self.ask(within, point, point, &mut Counters::default());
        places
            .into_iter()
            .map(|place| self.triangles[place as usize])
    }
}

impl<'a> Mover<'a> {
    /// `region` must hold the body wherever it will be asked about; see [`Mover::reserve`].
    pub fn new(mesh: &'a CollisionMesh, body: Body, region: Aabb) -> Self {
        let mut mover = Self::within(mesh, body, Box::default());
        mover.near.cover(mesh, &body, region, 0.0);
        mover
    }

    /// Goes on with what an earlier mover has kept; see [`Mover::into_surroundings`]. Gathers
    /// anew, a little further than `region`, when that is for another place, body or mesh.
    pub fn resume(mesh: &'a CollisionMesh, body: Body, region: Aabb, kept: Surroundings) -> Self {
        let mut mover = Self::within(mesh, body, kept.0.unwrap_or_default());
        mover.near.cover(mesh, &body, region, SPARE);
        mover
    }

    /// What is worth keeping for the body's next move.
    pub fn into_surroundings(self) -> Surroundings {
        Surroundings(Some(self.near))
    }

    /// Gathers again if `region` reaches beyond what was gathered.
    pub fn reserve(&mut self, region: Aabb) {
        self.near.reserve(self.mesh, &self.body, region);
    }

    fn within(mesh: &'a CollisionMesh, body: Body, near: Box<Near>) -> Self {
        Self {
            mesh,
            body,
            near,
            counters: Counters::default(),
        }
    }

    /// The first contact of the move and all that happen together with it, by triangle index;
    /// empty when the way is free. A move that makes no sense is an error.
    pub fn sweep(&mut self, from: DVec3, to: DVec3) -> Result<Hits, MoveError> {
        check_move(from, to)?;
        Ok(self.sweep_checked(from, to))
    }

    /// As [`Mover::sweep`], for a move that is known to make sense.
    pub(super) fn sweep_checked(&mut self, from: DVec3, to: DVec3) -> Hits {
        let length = (to - from).length();
        if length == 0.0 {
            return Hits::new();
        }
        self.reserve(self.body.swept_bounds(from.as_vec3(), to.as_vec3()));
        self.counters.sweeps += 1;
        let entries = self.entries(from, to);
        let sweep = Sweep {
            mesh: self.mesh,
            body: &self.body,
            from,
            to,
        };
        let mut earliest = Earliest::new(length);
        for &(enter, triangle) in &entries {
            let latest = earliest.latest();
            if enter > latest {
                break;
            }
            if let Some(touch) = sweep.touch(triangle, latest) {
                let near = &self.near;
                earliest.offer(&sweep, triangle, touch, |point| near.around(point));
            }
        }
        let hits = earliest.finish(&sweep);
        self.near.entries = entries;
        for hit in &hits {
            self.count_feature(hit.feature);
            self.near.met.remember(hit.normal);
        }
        hits
    }

    /// The triangles that the planes can't reject, each with a fraction of the move before
    /// which it is not touched; earliest first.
    fn entries(&mut self, from: DVec3, to: DVec3) -> Vec<(f64, u32)> {
        let candidates = self.near.ask(Within::BODY, from, to, &mut self.counters);
        let mut entries = std::mem::take(&mut self.near.entries);
        entries.clear();
        if candidates.is_empty() {
            return entries;
        }
        let way = Move {
            mesh: self.mesh,
            body: &self.body,
            from,
            to,
            known: self.near.met.along(&self.body, from, to),
            touching: 1.0 - graze(&self.body),
        };
        let triangles = candidates
            .iter()
            .map(|place| self.near.triangles[*place as usize]);
        way.narrow(triangles, &mut entries, &mut self.counters);
        if entries.len() > 1 {
            entries.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        }
        entries
    }

    /// How the body at `position` lies to a triangle.
    pub(super) fn separation(&self, triangle: u32, position: DVec3) -> Separation {
        separation(self.mesh, &self.body, triangle, position)
    }

    /// The least [`Separation::gap`] from `position` to a triangle: negative where the body
    /// overlaps. Infinite when nothing is within a millimeter of the body.
    pub(super) fn least_gap(&mut self, position: DVec3) -> f64 {
        self.reserve(
            self.body
                .swept_bounds(position.as_vec3(), position.as_vec3()),
        );
        let around = Within {
            reach: 1.0,
            meters: 1e-3,
        };
        let near = self
            .near
            .ask(around, position, position, &mut Counters::default());
        let gap = |place: u32| {
            let triangle = self.near.triangles[place as usize];
            self.separation(triangle, position).gap
        };
        near.into_iter().map(gap).fold(f64::INFINITY, f64::min)
    }

    fn count_feature(&mut self, feature: Feature) {
        match feature {
            Feature::Face => self.counters.face += 1,
            Feature::Edge(_) => self.counters.edge += 1,
            Feature::Vertex(_) => self.counters.vertex += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;
    use proptest::prelude::*;

    use super::*;
    use crate::{Character, SlideRule, soup};

    fn floor() -> CollisionMesh {
        let corners = [Vec3::new(-9.0, 0.0, -9.0), Vec3::Z * 18.0, Vec3::X * 18.0];
        CollisionMesh::build(&corners, &[[0, 1, 2]]).unwrap()
    }

    const SENSELESS: [f64; 5] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e155, -1.1e6];

    #[test]
    fn moves_that_make_no_sense_are_errors() {
        let (mesh, body) = (floor(), Body::sphere(0.5).unwrap());
        let mut mover = Mover::new(&mesh, body, body.swept_bounds(Vec3::Y, Vec3::Y));
        for bad in SENSELESS {
            for axis in DVec3::AXES {
                let there = DVec3::Y + axis * bad;
                assert!(mover.sweep(DVec3::Y, there).is_err(), "{there}");
                assert!(mover.sweep(there, DVec3::Y).is_err(), "{there}");
                let slide = mover.slide(DVec3::Y, axis * bad, SlideRule::Free);
                assert!(slide.is_err(), "{there}");
                assert!(mesh.sweep(&body, DVec3::Y, there).is_err(), "{there}");
                assert!(mesh.explain(&body, DVec3::Y, there, 0).is_none(), "{there}");
                let release = mover.release(there);
                assert!((release.pushes, release.after) == (0, 0.0), "{there}");
                assert!(!mesh.is_free(body, there.as_vec3()) || bad.abs() < 1e9);
            }
        }
        assert_eq!(mover.sweep(DVec3::Y, DVec3::Y).unwrap().len(), 0);
    }

    #[test]
    fn a_senseless_step_leaves_the_character_as_it_was() {
        let mesh = floor();
        let mut character = Character::new(Body::ellipsoid(0.4, 0.9).unwrap(), Vec3::Y);
        for (velocity, seconds) in [
            (Vec3::X * f32::NAN, 0.01),
            (Vec3::X * f32::INFINITY, 0.01),
            (Vec3::X * 1e30, 0.01),
            (Vec3::X, f32::NAN),
            (Vec3::X, f32::INFINITY),
        ] {
            assert!(character.step(&mesh, velocity, seconds).is_err());
            assert_eq!((character.position, character.fall), (Vec3::Y, 0.0));
        }
        for _ in 0..60 {
            character.step(&mesh, Vec3::X, 1.0 / 60.0).unwrap();
        }
        assert!(character.ground.is_some() && (character.position.x - 1.0).abs() < 0.01);
    }

    /// Ten kilometers straight down stop on the floor to a micrometer, with the smallest body and
    /// with the largest.
    #[test]
    fn long_moves_and_bodies_at_the_limits_stop_where_they_should() {
        let mesh = floor();
        for radius in [Body::LEAST, 0.4, Body::MOST] {
            let body = Body::sphere(radius).unwrap();
            let (from, to) = (DVec3::Y * 1e4, DVec3::Y * -1e4);
            let hit = mesh.sweep(&body, from, to).unwrap().unwrap();
            let height = from.lerp(to, hit.fraction).y - f64::from(radius);
            assert!(height.abs() < 1e-6, "{radius}: {height}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        /// The two sweeps are one on ground whose triangles share edges and vertices, of which many are aimed at.
        #[test]
        fn both_sweeps_are_one_on_shared_vertices(
            heights in prop::collection::vec(0..4, 25), from in soup::point(3.0), aim in 0..25_usize,
            beyond in 0.5_f32..1.5, kind in 0..4,
        ) {
            let corner = |x: usize, z: usize| {
                Vec3::new(x as f32 - 2.0, heights[5 * x + z] as f32 * 0.25 - 3.0, z as f32 - 2.0)
            };
            let corners: Vec<Vec3> = (0..25).map(|k| corner(k / 5, k % 5)).collect();
            let quads = (0..4_u32).flat_map(|x| (0..4_u32).map(move |z| 5 * x + z));
            let triangles: Vec<[u32; 3]> = quads
                .flat_map(|a| [[a, a + 1, a + 6], [a, a + 6, a + 5]])
                .collect();
            let mesh = CollisionMesh::build(&corners, &triangles).unwrap();
            let body = some_body(kind);
            let from = from.with_y(from.y.abs());
            let to = from + (corners[aim] - from) * beyond;
            one_first_contact(&mesh, body, from, to)?;
        }

        /// The mover's sweep and the whole mesh's find the same first contact.
        #[test]
        fn both_sweeps_are_one(
            mesh in soup::soup(), from in soup::point(9.0), to in soup::point(9.0), kind in 0..4,
        ) {
            one_first_contact(&mesh, some_body(kind), from, to)?;
        }
    }

    fn some_body(kind: i32) -> Body {
        let body = match kind {
            0 => Body::ellipsoid(0.4, 0.9),
            1 => Body::capsule(0.4, 0.5),
            2 => Body::cuboid(Vec3::new(0.3, 0.9, 0.2)),
            _ => Body::cylinder(0.4, 0.9),
        };
        body.unwrap()
    }

    /// The first contact of both sweeps. Where a mover may go a graze behind a plane two contacts
    /// may come in either order: then both are as deep to less than twice that.
    fn one_first_contact(
        mesh: &CollisionMesh,
        body: Body,
        from: Vec3,
        to: Vec3,
    ) -> Result<(), TestCaseError> {
        let mut mover = Mover::new(mesh, body, body.swept_bounds(from, from));
        let (from, to) = (from.as_dvec3(), to.as_dvec3());
        let hits = mover.sweep(from, to).unwrap();
        let earlier = |a: &Hit, b: &Hit| a.fraction.total_cmp(&b.fraction);
        let first = hits.into_iter().min_by(earlier);
        let whole = mesh.sweep(&body, from, to).unwrap();
        prop_assert_eq!(whole.is_some(), first.is_some());
        if let (Some(whole), Some(first)) = (whole, first) {
            if whole.triangle == first.triangle {
                prop_assert_eq!((whole.fraction, whole.point), (first.fraction, first.point));
                prop_assert!((whole.normal - first.normal).length() < 1e-9);
            }
            let deeper = (to - from) * (whole.fraction - first.fraction);
            prop_assert!(
                deeper.dot(whole.normal).abs() < 2.0 * GRAZE,
                "{whole:?} {first:?}"
            );
        }
        Ok(())
    }
}
