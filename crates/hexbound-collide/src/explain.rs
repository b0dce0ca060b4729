//! The decisions of a sweep about one triangle, for debugging and for visualization.

use std::fmt;

use glam::{DVec3, Vec3};

use crate::{
    Body, CollisionMesh, Feature, Prism, PrismPlane,
    contact::{separation_body_triangle, sweep_body_triangle},
    sweep::check_move,
};

/// One of the eight planes around a triangle, and the distances of a move to it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlaneTest {
    /// The plane's name.
    pub plane: PrismPlane,
    /// True for the back of S: the plane with its normal reversed.
    pub is_back: bool,
    /// The signed distance of the body's old position to the plane moved out by the body's reach,
    /// meters: positive outside.
    pub old: f64,
    /// The signed distance of the body's new position to the same plane, meters: positive outside.
    pub new: f64,
}

impl PlaneTest {
    /// Returns whether the move goes from outside to inside.
    pub fn is_crossed(&self) -> bool {
        self.old > 0.0 && self.new <= 0.0
    }

    /// Returns whether the whole move is outside.
    pub fn is_outside(&self) -> bool {
        self.old > 0.0 && self.new > 0.0
    }
}

/// A contact found by the exact test.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ExactContact {
    /// The fraction of the move at which body and triangle touch, 0..1.
    pub fraction: f64,
    /// The touched point of the triangle, meters.
    pub point: DVec3,
    /// The touched feature's own unit normal, from the touched point to the body. The normal for a slide
    /// depends on the neighboring triangles, too: see [`Hit::normal`](crate::Hit::normal).
    pub normal: DVec3,
    /// The touched feature of the triangle.
    pub feature: Feature,
}

/// The relation of a body's move to one triangle. `Display` writes a table in words.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Explanation {
    /// The index of the triangle in the mesh.
    pub triangle: u32,
    /// The planes: S, its back, then PS1 with PS4, PS2 with PS5, PS3 with PS6.
    pub planes: [PlaneTest; 8],
    /// The plane that rejects the move, as in [`Prism::rejecting_plane`]. If there is one, a sweep
    /// skips the exact test.
    pub rejected_by: Option<PrismPlane>,
    /// The distance of body and triangle at the old position, meters; the negative depth in an
    /// overlap.
    pub old_clearance: f64,
    /// The distance of body and triangle at the new position, meters; the negative depth in an
    /// overlap.
    pub new_clearance: f64,
    /// The contact by the exact test, regardless of the planes.
    pub contact: Option<ExactContact>,
}

impl CollisionMesh {
    /// Explains why `body` does or does not touch the triangle with the index `index`, while its
    /// center moves from `from` to `to`, meters. Returns `None` if the triangle does not exist, or if
    /// the move is not finite or too far away.
    ///
    /// ```
    /// use glam::{DVec3, Vec3};
    /// use hexbound_collide::{Body, CollisionMesh};
    /// let corners = [Vec3::ZERO, Vec3::Z * 9.0, Vec3::X * 9.0];
    /// let floor = CollisionMesh::build(&corners, &[[0, 1, 2]]).unwrap();
    /// let (from, to) = (DVec3::new(2.0, 3.0, 2.0), DVec3::new(2.0, 0.5, 2.0));
    /// let why = floor.explain(Body::sphere(1.0).unwrap(), from, to, 0).unwrap();
    /// assert!(why.rejected_by.is_none() && why.planes[0].is_crossed());
    /// println!("{why}");
    /// ```
    pub fn explain(&self, body: Body, from: DVec3, to: DVec3, index: u32) -> Option<Explanation> {
        if index as usize >= self.len() || check_move(from, to).is_err() {
            return None;
        }
        let (prism, corners) = (self.prism(index), self.corners_f64(index));
        Some(explain_with(prism, corners, &body, (from, to), index))
    }
}

/// Explains a move as in [`CollisionMesh::explain`], against a triangle given by its corners in the
/// world. Returns `None` for an invalid move.
pub(crate) fn explain_triangle(
    corners: [Vec3; 3],
    body: &Body,
    (from, to): (DVec3, DVec3),
    triangle: u32,
) -> Option<Explanation> {
    check_move(from, to).ok()?;
    let prism = Prism::from_triangle(corners);
    let corners = corners.map(Vec3::as_dvec3);
    Some(explain_with(&prism, corners, body, (from, to), triangle))
}

fn explain_with(
    prism: &Prism,
    corners: [DVec3; 3],
    body: &Body,
    (from, to): (DVec3, DVec3),
    triangle: u32,
) -> Explanation {
    let planes = std::array::from_fn(|index| {
        let (slab, is_upper) = (index / 2, index % 2 == usize::from(index >= 2));
        let stored = prism.slab(slab);
        let normal = stored.normal.as_dvec3();
        let reach = body.reach(normal);
        let outside = |at: DVec3| {
            if is_upper {
                normal.dot(at) - f64::from(stored.max) - reach
            } else {
                f64::from(stored.min) - reach - normal.dot(at)
            }
        };
        PlaneTest {
            plane: PrismPlane::from_slab(slab, !is_upper),
            is_back: slab == 0 && !is_upper,
            old: outside(from),
            new: outside(to),
        }
    });
    let clearance = |at: DVec3| -separation_body_triangle(body, corners.map(|c| c - at)).depth;
    let around = corners.map(|corner| corner - from);
    let touch = sweep_body_triangle(body, to - from, around, 1.0);
    Explanation {
        triangle,
        planes,
        rejected_by: prism.rejecting_plane(body, from, to),
        old_clearance: clearance(from),
        new_clearance: clearance(to),
        contact: touch.map(|touch| ExactContact {
            fraction: touch.fraction,
            point: from + touch.point,
            normal: touch.normal,
            feature: touch.feature,
        }),
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "triangle {}", self.triangle)?;
        for test in &self.planes {
            let name = test.plane.name() + if test.is_back { ", back" } else { "" };
            let says = match (test.is_crossed(), test.is_outside()) {
                (true, _) => "crossed",
                (_, true) => "outside",
                _ => "inside",
            };
            let PlaneTest { old, new, .. } = test;
            writeln!(f, "  {name:7} {old:9.4} m → {new:9.4} m  {says}")?;
        }
        match (self.rejected_by, self.contact) {
            (Some(plane), _) => write!(f, "  rejected by {}", plane.name()),
            (None, None) => write!(f, "  not touched: {:.4} m apart", self.new_clearance),
            (None, Some(contact)) => write!(
                f,
                "  {:?} touched at {:.4} of the way, normal {:.3}",
                contact.feature, contact.fraction, contact.normal
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::test_meshes::{mesh_of, point, slender};
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn each_plane_is_named_on_its_own_side() {
        let mesh = mesh_of(&[Vec3::ZERO, Vec3::Z, Vec3::X]);
        let ball = Body::sphere(0.1).unwrap();
        for (place, plane) in [
            ([0.2, 0.2, 0.2], Some((PrismPlane::S, false))),
            ([0.2, -0.2, 0.2], Some((PrismPlane::S, true))),
            ([-0.2, 0.0, 0.2], Some((PrismPlane::Ps(1), false))),
            ([1.15, 0.0, -0.08], Some((PrismPlane::Ps(4), false))),
            ([0.2, 0.0, 0.2], None),
        ] {
            let at = DVec3::from(place);
            let why = mesh.explain(ball, at, at, 0).unwrap();
            let outside = why.planes.iter().filter(|test| test.is_outside());
            let named = outside.map(|test| (test.plane, test.is_back));
            assert!(named.eq(plane), "{why}");
            let rejecting = mesh.prism(0).rejecting_plane(&ball, at, at);
            assert_eq!(rejecting, plane.map(|(plane, _)| plane), "{why}");
            assert!(mesh.explain(ball, at, at, 1).is_none());
        }
    }

    fn check_against_sweep(
        mesh: &CollisionMesh,
        body: Body,
        from: Vec3,
        to: Vec3,
    ) -> Result<(), TestCaseError> {
        let (from, to) = (from.as_dvec3(), to.as_dvec3());
        let why = mesh.explain(body, from, to, 0).unwrap();
        let hit = mesh.sweep(body, from, to).unwrap();
        prop_assert_eq!(why.contact.map(|c| c.fraction), hit.map(|hit| hit.fraction));
        prop_assert!(why.contact.is_none() || why.rejected_by.is_none(), "{why}");
        let outside = (why.planes.iter()).any(|test| test.old > 1e-5 && test.new > 1e-5);
        prop_assert!(!outside || why.rejected_by.is_some(), "{why}");
        Ok(())
    }

    /// The cylinder's axis meets the triangle: it can't be seen by the gap that it goes deeper.
    #[test]
    fn a_cylinder_on_a_triangle_goes_no_deeper() {
        let mesh = mesh_of(&[
            Vec3::new(-1.6860669, -0.34319764, 0.436442),
            Vec3::new(0.0, -2.4730358, 2.6039622),
            Vec3::new(1.0242438, 0.0, -1.194072),
        ]);
        let from = Vec3::new(-1.5238858, 0.0, 0.48229367);
        let to = Vec3::new(3.1677804, 0.0, 0.0);
        check_against_sweep(&mesh, slender(3, 0.93722314), from, to).unwrap();
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        /// The explanation agrees with the sweep, and no plane rejects a contact.
        #[test]
        fn it_tells_what_the_sweep_does(
            corners in [point(3.0), point(3.0), point(3.0)], from in point(4.0), to in point(4.0),
            tall in 0.1_f32..1.0, kind in 0..4,
        ) {
            let Ok(mesh) = CollisionMesh::build(&corners, &[[0, 1, 2]]) else {
                return Ok(());
            };
            check_against_sweep(&mesh, slender(kind, tall), from, to)?;
        }
    }
}
