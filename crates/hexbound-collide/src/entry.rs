//! When a move comes between all eight planes of a triangle, in double precision: no contact comes
//! before that. What is left by the filter of eight triangles abreast (`near`) is narrowed here;
//! what is left by this is decided by the exact test (`contact`).

use glam::DVec3;

#[cfg(target_arch = "x86_64")]
use super::tree::{doubles::AvxDoubles, lanes::has_avx2};
use super::{
    Body, CollisionMesh, Counters, Plane, Prism,
    met::{Known, is_behind},
    prism::{along, reach},
    tree::doubles::{Doubles, PortableDoubles},
};

/// Added to a rate so that none is nothing; far below what any move has.
const SLOWEST: f64 = 1e-30;

/// How much later than the planes say a contact may be found, as a fraction of the move.
const LATE: f64 = 1e-9;

/// A move of a body, and what is known to lie behind it.
pub(super) struct Move<'a> {
    pub mesh: &'a CollisionMesh,
    pub body: &'a Body,
    pub from: DVec3,
    pub to: DVec3,
    pub known: Known,
    /// The part of its reach from S within which the body is taken to touch: all but a graze.
    pub touching: f64,
}

impl Move<'_> {
    /// Appends the triangles that neither the planes met before nor their own planes keep away,
    /// each with a fraction of the move before which it is not touched.
    pub fn narrow(
        &self,
        triangles: impl Iterator<Item = u32>,
        entries: &mut Vec<(f64, u32)>,
        counters: &mut Counters,
    ) {
        #[cfg(target_arch = "x86_64")]
        if has_avx2() {
            // SAFETY: the processor has just said that it has it. Of a character's move this is a
            // sixth, and a third of it in four lanes.
            return unsafe { self.narrow_avx2(triangles, entries, counters) };
        }
        self.narrow_with::<PortableDoubles>(triangles, entries, counters);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt,bmi1")]
    unsafe fn narrow_avx2(
        &self,
        triangles: impl Iterator<Item = u32>,
        entries: &mut Vec<(f64, u32)>,
        counters: &mut Counters,
    ) {
        self.narrow_with::<AvxDoubles>(triangles, entries, counters);
    }

    #[inline(always)]
    fn narrow_with<D: Doubles>(
        &self,
        triangles: impl Iterator<Item = u32>,
        entries: &mut Vec<(f64, u32)>,
        counters: &mut Counters,
    ) {
        for triangle in triangles {
            let corners = self.mesh.corners_f64(triangle);
            if is_behind::<D>(&self.known, corners) {
                counters.accepted -= 1;
                counters.behind += 1;
                continue;
            }
            let prism = self.mesh.prism(triangle);
            match entry::<D>(prism, corners, self) {
                Ok(fraction) => entries.push((fraction, triangle)),
                Err(plane) => counters.take_back(plane),
            }
        }
    }
}

/// When the body comes between all of a triangle's planes, S less a graze; or the plane that it does
/// not come to in time, or leaves.
///
/// The planes through the corners that reach furthest along a normal have the whole triangle
/// between them, whatever rounding did to the normal.
#[inline(always)]
fn entry<D: Doubles>(
    prism: &Prism,
    corners: [DVec3; 3],
    &Move {
        body,
        from,
        to,
        touching,
        ..
    }: &Move,
) -> Result<f64, Plane> {
    let normals = prism.normals::<D>();
    let reach = reach(body, normals).mul(D::load(&[touching, 1.0, 1.0, 1.0]));
    let [a, b, c] = [
        along(normals, from - corners[0]),
        along(normals, from - corners[1]),
        along(normals, from - corners[2]),
    ];
    // A move along the planes is not divided by nothing.
    let rate = along(normals, to - from).add(D::splat(SLOWEST));
    let zero = D::splat(0.0);
    let upper = reach.sub(a.min(b).min(c)).div(rate);
    let lower = zero.sub(reach).sub(a.max(b).max(c)).div(rate);
    let enters = upper.min(lower);
    let leaves = upper.max(lower);
    let (enter, leave) = (enters.greatest(), leaves.least());
    let slack = LATE * (1.0 + enter.abs());
    if leave > 0.0 && enter <= leave + slack && enter <= 1.0 + slack {
        return Ok(enter.max(0.0));
    }
    // Told for the figures: the plane that was left, or else the one that is come to last.
    let (planes, rising) = if leave <= 0.0 {
        (leaves.at_most(D::splat(leave)), true)
    } else {
        (D::splat(enter).at_most(enters), false)
    };
    let slab = planes.trailing_zeros() as usize & 3;
    let is_first = (rate.store()[slab] > 0.0) != rising;
    Err(Plane::of_slab(slab, is_first))
}

#[cfg(test)]
mod tests {
    use glam::Vec3;
    use proptest::prelude::*;

    use super::*;
    use crate::met::Met;

    fn point(size: f32) -> impl Strategy<Value = Vec3> {
        [-size..size, -size..size, -size..size].prop_map(Vec3::from_array)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        /// What the stored planes accept is accepted, but for a graze of S; and nothing is touched
        /// before it is entered.
        #[test]
        fn no_contact_comes_before_the_entry(
            corners in [point(3.0), point(3.0), point(3.0)], from in point(4.0), to in point(4.0),
            tall in 0.1_f32..1.0, kind in 0..4, away in point(4000.0),
        ) {
            let corners = corners.map(|corner| corner + away);
            let (from, to) = ((from + away).as_dvec3(), (to + away).as_dvec3());
            let Ok(mesh) = CollisionMesh::build(&corners, &[[0, 1, 2]]) else {
                return Ok(());
            };
            let body = match kind {
                0 => Body::ellipsoid(0.3, tall).unwrap(),
                1 => Body::capsule(0.3, tall).unwrap(),
                2 => Body::cuboid(Vec3::new(0.3, tall, 0.2)).unwrap(),
                _ => Body::cylinder(0.3, tall).unwrap(),
            };
            let around = mesh.corners_f64(0);
            let way = Move {
                mesh: &mesh,
                body: &body,
                from,
                to,
                known: Met::default().along(&body, from, to),
                touching: 1.0 - 1e-6,
            };
            let found = entry::<PortableDoubles>(mesh.prism(0), around, &way);
            let relative = around.map(|corner| corner - from);
            let touch = super::super::contact::sweep_body_triangle(&body, to - from, relative, 1.0);
            if let Some(touch) = touch.filter(|touch| touch.depth > 1e-5 || touch.fraction > 0.0) {
                prop_assert!(matches!(found, Ok(enter) if enter <= touch.fraction + 1e-5), "{found:?} {touch:?}");
            }
            if found.is_ok() {
                let rejected = mesh.prism(0).rejecting_plane(&body.grown(1e-3), from, to);
                prop_assert_eq!(rejected, None);
            }
        }
    }
}
