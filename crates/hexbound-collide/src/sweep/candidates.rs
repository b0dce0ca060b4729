//! The candidate set of a moving body: the triangles near it. Their planes are stored for eight
//! triangles side by side, so that the test of the old and new position against S and PS1 … PS6 covers
//! eight at once.
//!
//! The test here is in single precision and only a filter: every distance is widened by more than the
//! error of the arithmetic. The exact test (`contact`) decides about the remaining triangles.

use glam::{DVec3, Vec3};
use smallvec::SmallVec;

#[cfg(target_arch = "x86_64")]
use crate::simd::{AvxF32x8, has_avx2};
use crate::{
    Body, BodyShape, BroadPhase, Counters, Prism,
    geom::Aabb,
    placement::PlacedMesh,
    simd::{F32x8, PortableF32x8},
};

const LANES: usize = 8;

/// The largest error of a distance in single precision, as a share of the lengths in it: some eight
/// roundings of 2⁻²⁴ each, doubled.
const ROUNDING: f32 = 1e-6;

/// Indices in ascending order: of triangles, or of positions in [`CandidateSet::triangles`].
pub(super) type IndexList = SmallVec<[u32; 32]>;

/// The distance from a triangle's planes that still counts as touching: a share of the body's own reach
/// along a plane's normal, plus a length in meters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Margin {
    pub reach: f32,
    pub meters: f32,
}

impl Margin {
    /// The unchanged body.
    pub(crate) const BODY: Margin = Margin {
        reach: 1.0,
        meters: 0.0,
    };

    /// The body with its extents shrunk by `depth` meters. In any direction, the reach of the shrunk
    /// body is at most this share of the whole body's.
    pub(crate) fn shrunk(body: &Body, depth: f32) -> Self {
        let longest = body.half_extents().max_element();
        Margin {
            reach: (1.0 - depth / longest).clamp(0.0, 1.0),
            meters: 0.0,
        }
    }

    /// A ball with a radius of `meters` in place of the body; a point if the radius is 0.
    pub(crate) fn ball(meters: f32) -> Self {
        Margin { reach: 0.0, meters }
    }
}

/// One slab each of eight triangles, relative to the region's center.
#[derive(Clone, Copy, Debug, Default)]
struct SlabX8 {
    normal: [Row; 3],
    min: Row,
    max: Row,
    /// The body's reach along the normals.
    reach: Row,
}

type Row = [f32; LANES];

/// The four slabs of eight triangles. Unused lanes hold zeros and are masked out.
type Block = [SlabX8; 4];

/// The most triangles in a list. With more, each query uses the tree.
const MAX_LISTED: usize = 4096;

/// The triangles near a body, and their planes.
#[derive(Clone, Debug, Default)]
pub(super) struct CandidateSet {
    /// The indices of the triangles, in ascending order; empty for a crowd.
    pub triangles: Vec<u32>,
    /// True if more triangles are near than fit into the list.
    is_crowd: bool,
    /// The box around all regions that this mover has requested. The decision about a crowd depends on
    /// this box alone, not on the regions of an earlier mover.
    requested: Aabb,
    blocks: Vec<Block>,
    center: DVec3,
    /// An upper bound of the coordinates in the region, relative to its center, meters.
    scale: f32,
    region: Aabb,
    /// The mesh and the body that the set was gathered for.
    gathered_for: Option<(u64, Body)>,
}

impl CandidateSet {
    /// Ensures that all triangles whose boxes meet `region` are in the set and ready for the body of a
    /// new mover. If they must be gathered, those up to `spare` meters further are included.
    pub(super) fn prepare(&mut self, placed: PlacedMesh, body: &Body, region: Aabb, spare: f32) {
        self.requested = region;
        if !self.holds(placed, body, region) {
            self.gather(placed, body, region, spare);
        }
    }

    /// Ensures that all triangles whose boxes meet `region` are in the set, in addition to those already
    /// there. Returns the number of gathered triangles.
    pub(super) fn extend_to(&mut self, placed: PlacedMesh, body: &Body, region: Aabb) -> usize {
        self.requested = self.requested.union(region);
        if self.holds(placed, body, region) {
            return 0;
        }
        self.gather(placed, body, self.region.union(region), 0.0);
        self.triangles.len()
    }

    /// Returns whether too many triangles are near for a list.
    #[inline]
    pub(super) fn is_crowd(&self) -> bool {
        self.is_crowd
    }

    /// Simulates a crowd of triangles.
    #[cfg(test)]
    pub(super) fn simulate_crowd(&mut self) {
        self.is_crowd = true;
    }

    fn holds(&self, placed: PlacedMesh, body: &Body, region: Aabb) -> bool {
        // A crowd only grows with further requests, and contains everything.
        self.gathered_for == Some((placed.mesh.identity(), *body))
            && (self.is_crowd
                || self.region.contains(region.min) && self.region.contains(region.max))
    }

    /// Lists the triangles that meet `region`, and those up to `spare` meters further unless these are a
    /// crowd.
    fn gather(&mut self, placed: PlacedMesh, body: &Body, region: Aabb, spare: f32) {
        self.gathered_for = Some((placed.mesh.identity(), *body));
        let is_listed = self.list(placed, region, spare) || self.list(placed, self.requested, 0.0);
        self.is_crowd = !is_listed;
        if self.is_crowd {
            self.triangles.clear();
        }
        self.fill_blocks(placed, body);
    }

    /// Lists the triangles that meet `region` or are up to `spare` meters further. Returns `false` if
    /// they are a crowd.
    fn list(&mut self, placed: PlacedMesh, region: Aabb, spare: f32) -> bool {
        let rounding = Vec3::splat(1e-3) + region.max.abs().max(region.min.abs()) * 1e-6;
        self.region = region.grown(rounding + spare);
        self.triangles.clear();
        let CandidateSet {
            triangles, region, ..
        } = self;
        match placed.broad_phase {
            BroadPhase::Wide => return placed.mesh.gather_up_to(MAX_LISTED, *region, triangles),
            other => placed.mesh.gather_by(other, *region, triangles),
        }
        triangles.len() <= MAX_LISTED
    }

    fn fill_blocks(&mut self, placed: PlacedMesh, body: &Body) {
        let (mesh, region) = (placed.mesh, self.region);
        // The center is representable in single precision, so that both precisions have the same one.
        self.center = region.center().as_dvec3();
        self.scale = (region.size() + body.half_extents()).element_sum();
        self.blocks.clear();
        let blocks = self.triangles.len().div_ceil(LANES);
        self.blocks.resize(blocks, Block::default());
        for (chunk, block) in self.triangles.chunks(LANES).zip(&mut self.blocks) {
            for (lane, &triangle) in chunk.iter().enumerate() {
                fill_lane(block, lane, mesh.prism(triangle), self.center);
            }
            for slabs in block {
                slabs.reach = reach_eight(body, &slabs.normal);
            }
        }
    }

    /// The positions in the list of the triangles that the planes can't reject for a move of the body's
    /// center from `from` to `to`. The rejections of each plane are added to the counters.
    pub(super) fn filter(
        &self,
        margin: Margin,
        from: DVec3,
        to: DVec3,
        counters: &mut Counters,
    ) -> IndexList {
        #[cfg(target_arch = "x86_64")]
        if has_avx2() {
            // SAFETY: the CPU was just tested. This is the innermost loop of every move, and takes half
            // the time with eight lanes at once.
            return unsafe { self.filter_avx2(margin, from, to, counters) };
        }
        self.filter_with::<PortableF32x8>(margin, from, to, counters)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt,bmi1")]
    unsafe fn filter_avx2(
        &self,
        margin: Margin,
        from: DVec3,
        to: DVec3,
        counters: &mut Counters,
    ) -> IndexList {
        self.filter_with::<AvxF32x8>(margin, from, to, counters)
    }

    #[inline(always)]
    fn filter_with<L: F32x8>(
        &self,
        margin: Margin,
        from: DVec3,
        to: DVec3,
        counters: &mut Counters,
    ) -> IndexList {
        let mut found = IndexList::new();
        let start = (from - self.center).as_vec3();
        let end = (to - self.center).as_vec3();
        let magnitude = self.scale + start.abs().max(end.abs()).element_sum();
        let reach = L::splat(margin.reach);
        let meters = L::splat(margin.meters + ROUNDING * magnitude);
        let splat = |p: Vec3| [L::splat(p.x), L::splat(p.y), L::splat(p.z)];
        let (start, end) = (splat(start), splat(end));
        for (block, slabs) in self.blocks.iter().enumerate() {
            let first = block * LANES;
            let mut left = all_lanes(self.triangles.len() - first);
            counters.asked += u64::from(left.count_ones());
            for (slab, planes) in slabs.iter().enumerate() {
                let (low, high) = planes.rejected(&start, &end, reach, meters);
                counters.reject(
                    slab,
                    (left & low).count_ones(),
                    (left & !low & high).count_ones(),
                );
                left &= !(low | high);
                if left == 0 {
                    break;
                }
            }
            counters.accepted += u64::from(left.count_ones());
            while left != 0 {
                found.push(first as u32 + left.trailing_zeros());
                left &= left - 1;
            }
        }
        found
    }
}

impl SlabX8 {
    /// The masks of the lanes whose whole segment lies beyond the lower and beyond the upper plane.
    #[inline(always)]
    fn rejected<L: F32x8>(&self, start: &[L; 3], end: &[L; 3], reach: L, meters: L) -> (u32, u32) {
        let [x, y, z] = [
            L::load(&self.normal[0]),
            L::load(&self.normal[1]),
            L::load(&self.normal[2]),
        ];
        let along = |p: &[L; 3]| x.mul(p[0]).add(y.mul(p[1])).add(z.mul(p[2]));
        let (first, last) = (along(start), along(end));
        let distance = L::load(&self.reach).mul(reach).add(meters);
        // The distance is generous, so a position exactly on the moved plane counts as beyond it.
        let low = first.max(last).le_mask(L::load(&self.min).sub(distance));
        let high = L::load(&self.max).add(distance).le_mask(first.min(last));
        (low, high)
    }
}

fn all_lanes(triangles: usize) -> u32 {
    if triangles >= LANES {
        0xff
    } else {
        (1 << triangles) - 1
    }
}

/// Writes one triangle's planes into a lane.
fn fill_lane(block: &mut Block, lane: usize, prism: &Prism, center: DVec3) {
    for (slabs, slab) in block.iter_mut().zip(prism.slabs()) {
        slabs.normal[0][lane] = slab.normal.x;
        slabs.normal[1][lane] = slab.normal.y;
        slabs.normal[2][lane] = slab.normal.z;
        // Far from the origin the bounds are large and their difference to the center's is small, so the
        // subtraction must be in double precision.
        let shift = slab.normal.as_dvec3().dot(center);
        slabs.min[lane] = (f64::from(slab.min) - shift) as f32;
        slabs.max[lane] = (f64::from(slab.max) - shift) as f32;
    }
}

/// [`Body::reach`] along eight normals.
fn reach_eight(body: &Body, [x, y, z]: &[Row; 3]) -> Row {
    let reach = |lane: usize| {
        let (x, y, z) = (x[lane], y[lane], z[lane]);
        match body.shape() {
            BodyShape::Ellipsoid { axes } => {
                let (x, y, z) = (x * axes.x, y * axes.y, z * axes.z);
                (x * x + y * y + z * z).sqrt()
            }
            BodyShape::Capsule {
                radius,
                half_height,
            } => {
                // A stored normal is a unit vector only within single precision.
                y.abs() * half_height + radius * (1.0 + ROUNDING)
            }
            BodyShape::Box { half } => x.abs() * half.x + y.abs() * half.y + z.abs() * half.z,
            BodyShape::Cylinder {
                radius,
                half_height,
            } => (x * x + z * z).sqrt() * radius + y.abs() * half_height,
        }
    };
    std::array::from_fn(reach)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::test_meshes::{mesh_of, point};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        /// The eight-wide filter leaves each triangle that the planes in double precision accept.
        #[test]
        fn rejects_nothing_that_the_planes_accept(
            soup in prop::collection::vec([point(3.0), point(3.0), point(3.0)], 1..40),
            away in point(4000.0), from in point(3.0), step in point(2.0), tall in 0.1_f32..1.0,
        ) {
            let positions: Vec<Vec3> = soup.iter().flatten().map(|p| *p + away).collect();
            let mesh = mesh_of(&positions);
            let body = Body::ellipsoid(0.4, tall).unwrap();
            let (from, to) = (from + away, from + away + step);
            let mut near = CandidateSet::default();
            near.prepare(PlacedMesh::from(&mesh), &body, body.swept_bounds(from, to), 0.0);
            let mut counters = Counters::default();
            let left = near.filter(Margin::BODY, from.as_dvec3(), to.as_dvec3(), &mut counters);
            let mut portable_counters = Counters::default();
            let portable = near.filter_with::<PortableF32x8>(Margin::BODY, from.as_dvec3(), to.as_dvec3(), &mut portable_counters);
            prop_assert_eq!(&portable, &left);
            prop_assert_eq!(portable_counters, counters);
            for (index, &triangle) in near.triangles.iter().enumerate() {
                let accepts = mesh.prism(triangle).rejecting_plane(&body, from.as_dvec3(), to.as_dvec3()).is_none();
                prop_assert!(!accepts || left.contains(&(index as u32)));
            }
            let rejected = counters.rejected_s + counters.rejected_ps.iter().sum::<u64>();
            prop_assert_eq!(counters.asked, near.triangles.len() as u64);
            prop_assert_eq!(counters.asked, counters.accepted + rejected);
            prop_assert_eq!(counters.accepted, left.len() as u64);
        }
    }
}
