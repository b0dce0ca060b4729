//! A lower bound of the time of impact, in double precision: the fraction of a move at which the body is
//! between all eight planes of a triangle. There is no contact before that fraction. The bound rejects
//! triangles that pass the filter in `candidates`. The exact test in `contact` decides about the rest.

use glam::DVec3;

use super::{crowd::BodyPath, separating_planes::PlaneSet};
#[cfg(target_arch = "x86_64")]
use crate::simd::{AvxF64x4, has_avx2};
use crate::{
    Body, CollisionMesh, Counters, Prism, PrismPlane,
    prism::{FRACTION_TOLERANCE, MIN_RATE, dot_four, reach_four},
    simd::{F64x4, PortableF64x4},
};

/// A lower bound of the fraction at which a triangle is touched, and the triangle's index.
pub(super) type ToiBound = (f64, u32);

/// The number of bounds that are sorted at a time, since usually the first few decide.
const SORTED_AT_ONCE: usize = 256;

/// Sorts the earliest of the bounds from index `start` on, ties by triangle. Returns the index up to
/// which all are sorted.
pub(super) fn sort_earliest(bounds: &mut [ToiBound], start: usize) -> usize {
    let order = |a: &ToiBound, b: &ToiBound| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
    let count = SORTED_AT_ONCE.max(start);
    let rest = &mut bounds[start..];
    if rest.len() <= 2 * count {
        rest.sort_unstable_by(order);
        return bounds.len();
    }
    rest.select_nth_unstable_by(count, order);
    rest[..count].sort_unstable_by(order);
    start + count
}

/// One move of a body, with the planes that separate it from triangles.
pub(super) struct MoveBounds<'a> {
    pub mesh: &'a CollisionMesh,
    pub body: &'a Body,
    pub from: DVec3,
    pub to: DVec3,
    pub planes: PlaneSet,
    /// The share of the body's reach along S within which the body counts as touching S: 1 less a graze.
    pub touching_share: f64,
}

impl<'a> MoveBounds<'a> {
    /// The body's path.
    pub(super) fn path(&self) -> BodyPath<'a> {
        BodyPath {
            mesh: self.mesh,
            body: self.body,
            from: self.from,
            to: self.to,
        }
    }

    /// Appends the triangles that neither the remembered planes nor their own planes separate from
    /// the move, each with its bound.
    pub(super) fn collect(
        &self,
        triangles: impl Iterator<Item = u32>,
        bounds: &mut Vec<ToiBound>,
        counters: &mut Counters,
    ) {
        #[cfg(target_arch = "x86_64")]
        if has_avx2() {
            // SAFETY: the CPU was just tested. This test is a sixth of a character's move, and takes a
            // third of the time in four lanes.
            return unsafe { self.collect_avx2(triangles, bounds, counters) };
        }
        self.collect_with::<PortableF64x4>(triangles, bounds, counters);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt,bmi1")]
    unsafe fn collect_avx2(
        &self,
        triangles: impl Iterator<Item = u32>,
        bounds: &mut Vec<ToiBound>,
        counters: &mut Counters,
    ) {
        self.collect_with::<AvxF64x4>(triangles, bounds, counters);
    }

    #[inline(always)]
    fn collect_with<D: F64x4>(
        &self,
        triangles: impl Iterator<Item = u32>,
        bounds: &mut Vec<ToiBound>,
        counters: &mut Counters,
    ) {
        for triangle in triangles {
            let corners = self.mesh.corners_f64(triangle);
            if self.planes.separates::<D>(corners) {
                counters.accepted -= 1;
                counters.behind += 1;
                continue;
            }
            let prism = self.mesh.prism(triangle);
            match toi_bound::<D>(prism, corners, self) {
                Ok(fraction) => bounds.push((fraction, triangle)),
                Err(plane) => counters.reject_accepted(plane),
            }
        }
    }
}

/// The fraction at which the body is between all of a triangle's planes, those of S moved in by a graze.
/// If there is no such fraction, the error is the plane that the body has left or reaches last.
///
/// The two planes of a slab go through the triangle's outermost corners along the slab's normal. The
/// whole triangle is between them, even with a rounded normal.
#[inline(always)]
fn toi_bound<D: F64x4>(
    prism: &Prism,
    corners: [DVec3; 3],
    &MoveBounds {
        body,
        from,
        to,
        touching_share,
        ..
    }: &MoveBounds,
) -> Result<f64, PrismPlane> {
    let normals = prism.normals::<D>();
    let reach = reach_four(body, normals).mul(D::load(&[touching_share, 1.0, 1.0, 1.0]));
    let [a, b, c] = [
        dot_four(normals, from - corners[0]),
        dot_four(normals, from - corners[1]),
        dot_four(normals, from - corners[2]),
    ];
    // The rate of a move along the planes must not be zero.
    let rate = dot_four(normals, to - from).add(D::splat(MIN_RATE));
    let zero = D::splat(0.0);
    let upper = reach.sub(a.min(b).min(c)).div(rate);
    let lower = zero.sub(reach).sub(a.max(b).max(c)).div(rate);
    let enters = upper.min(lower);
    let leaves = upper.max(lower);
    let (enter, leave) = (enters.max_element(), leaves.min_element());
    let slack = FRACTION_TOLERANCE * (1.0 + enter.abs());
    if leave > 0.0 && enter <= leave + slack && enter <= 1.0 + slack {
        return Ok(enter.max(0.0));
    }
    // The counters need the plane that the body left, or otherwise the one that it reaches last.
    let (planes, rising) = if leave <= 0.0 {
        (leaves.le_mask(D::splat(leave)), true)
    } else {
        (D::splat(enter).le_mask(enters), false)
    };
    let slab = planes.trailing_zeros() as usize & 3;
    let is_first = (rate.store()[slab] > 0.0) != rising;
    Err(PrismPlane::from_slab(slab, is_first))
}

#[cfg(test)]
mod tests {
    use glam::Vec3;
    use proptest::prelude::*;

    use super::super::separating_planes::{SeparatingPlaneCache, graze};
    use super::*;
    use crate::{
        contact::sweep_body_triangle,
        test_meshes::{point, slender},
    };

    /// Checks that a move touches nothing before its bound, and that a graze of S delays the bound
    /// by at most the time in which the move crosses the graze. The stored planes accept each
    /// accepted move, except for the graze.
    fn check_bound(corners: [Vec3; 3], from: Vec3, to: Vec3, body: &Body) -> Result<(), String> {
        let (from, to) = (from.as_dvec3(), to.as_dvec3());
        let Ok(mesh) = CollisionMesh::build(&corners, &[[0, 1, 2]]) else {
            return Ok(());
        };
        let (prism, around) = (mesh.prism(0), mesh.corners_f64(0));
        let bound = |touching_share| {
            let bounds = MoveBounds {
                mesh: &mesh,
                body,
                from,
                to,
                planes: SeparatingPlaneCache::default().behind_move(body, from, to),
                touching_share,
            };
            toi_bound::<PortableF64x4>(prism, around, &bounds)
        };
        let graze = graze(body);
        let (whole, without_graze) = (bound(1.0), bound(1.0 - graze));
        let relative = around.map(|corner| corner - from);
        let touch = sweep_body_triangle(body, to - from, relative, 1.0)
            .filter(|touch| touch.depth > 1e-5 || touch.fraction > 0.0);
        if let Some(touch) = touch
            && !matches!(whole, Ok(enter) if enter <= touch.fraction + 1e-5)
        {
            return Err(format!("early: {whole:?} {touch:?}"));
        }
        let normals = prism.normals::<PortableF64x4>();
        let rate = dot_four(normals, to - from).store()[0].abs();
        let graze = graze * reach_four(body, normals).store()[0];
        match (whole, without_graze) {
            (Ok(enter), Ok(late)) if (late - enter) * rate > graze + 1e-12 => {
                return Err(format!("late: {enter} {late}"));
            }
            (Err(_), Ok(enter)) => return Err(format!("only without the graze: {enter}")),
            _ => {}
        }
        if without_graze.is_ok()
            && let Some(plane) = prism.rejecting_plane(&body.grown_by(1e-3), from, to)
        {
            return Err(format!("{plane:?} rejects it"));
        }
        Ok(())
    }

    /// A capsule nearly along S: the micrometer of its graze is 2e-5 of the move.
    #[test]
    fn a_move_along_a_triangle_enters_a_graze_late() {
        let corners = [
            Vec3::new(1.5218331, 1.093129, 2.9226885),
            Vec3::new(-2.71382, 0.527191, -1.4156568),
            Vec3::new(1.9616529, 2.8382611, -0.53225917),
        ];
        let from = Vec3::new(0.4725259, 0.97937256, -0.7292437);
        let to = Vec3::new(-3.212196, -2.980745, 3.6325257);
        let body = Body::capsule(0.3, 0.70739037).unwrap();
        assert_eq!(check_bound(corners, from, to, &body), Ok(()));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        #[test]
        fn no_contact_comes_before_the_entry(
            corners in [point(3.0), point(3.0), point(3.0)], from in point(4.0), to in point(4.0),
            tall in 0.1_f32..1.0, kind in 0..4, away in point(4000.0),
        ) {
            let body = slender(kind, tall);
            let checked = check_bound(corners.map(|corner| corner + away), from + away, to + away, &body);
            prop_assert_eq!(checked, Ok(()));
        }
    }
}
