//! The triangles near a moving body, their planes laid out eight abreast, so that the old-position
//! new-position test of S and PS1 … PS6 asks eight triangles at once.
//!
//! The test here is single precision and only ever a filter: every distance is widened by more
//! than the arithmetic can be wrong. What it leaves is decided by the exact test (`contact`).

use glam::{DVec3, Vec3};
use smallvec::SmallVec;
use wide::f32x8;

#[cfg(target_arch = "x86_64")]
use super::tree::lanes::{Avx, has_avx2};
use super::{
    Body, CollisionMesh, Counters, Prism, Shape,
    met::Met,
    tree::lanes::{Lanes, Portable},
};
use crate::geom::Aabb;

const LANES: usize = 8;

/// Single precision is wrong by at most this part of the lengths that go into a distance: some
/// eight roundings of 2⁻²⁴ each, doubled.
const ROUNDING: f32 = 1e-6;

/// Triangles that the planes could not reject: places in the list of near triangles, ascending.
pub(super) type Candidates = SmallVec<[u32; 32]>;

/// How far from a triangle's planes is still near: a part of the body's own reach along the
/// plane's normal, and meters on top.
#[derive(Clone, Copy, Debug)]
pub(super) struct Within {
    pub reach: f32,
    pub meters: f32,
}

impl Within {
    /// Where the body itself touches.
    pub const BODY: Within = Within {
        reach: 1.0,
        meters: 0.0,
    };

    /// Where the body with its extents shrunk by `depth` meters touches. The reach of a shrunk
    /// body is at most this part of the whole one's, whatever the direction.
    pub fn shrunk(body: &Body, depth: f32) -> Self {
        let longest = body.half_extents().max_element();
        Within {
            reach: (1.0 - depth / longest).clamp(0.0, 1.0),
            meters: 0.0,
        }
    }

    /// Around a point, whatever the body.
    pub fn point(meters: f32) -> Self {
        Within { reach: 0.0, meters }
    }
}

/// Eight triangles' slab number k, relative to the region's middle.
#[derive(Clone, Copy, Debug, Default)]
struct Slabs {
    normal: [Row; 3],
    min: Row,
    max: Row,
    /// Of the body, along the normals.
    reach: Row,
}

type Row = [f32; LANES];

/// Eight triangles; lanes without one hold zeros and are never looked at.
type Block = [Slabs; 4];

/// What a body keeps from move to move: the triangles near it, so that a move that stays within
/// the region they were gathered for needs no tree. It answers for one mesh and one body; anything
/// else makes it gather anew, so what is kept can't change a result.
#[derive(Clone, Debug, Default)]
pub struct Surroundings(pub(super) Option<Box<Near>>);

/// The triangles near one place and their planes.
#[derive(Clone, Debug, Default)]
pub(super) struct Near {
    /// Mesh triangles, ascending.
    pub(super) triangles: Vec<u32>,
    blocks: Vec<Block>,
    middle: DVec3,
    /// The longest coordinate that arithmetic has to carry, meters.
    scale: f32,
    region: Aabb,
    /// For the moves to come.
    pub(super) met: Met,
    /// Room for what a sweep finds.
    pub(super) entries: Vec<(f64, u32)>,
    /// What they were gathered for.
    of: Option<(u64, Body)>,
}

impl Near {
    /// Makes sure that everything whose box meets `region` is here and ready for `body`;
    /// what has to be gathered is gathered `spare` meters further.
    pub(super) fn cover(&mut self, mesh: &CollisionMesh, body: &Body, region: Aabb, spare: f32) {
        let of = Some((mesh.identity(), *body));
        let holds = self.region.contains(region.min) && self.region.contains(region.max);
        if self.of != of || !holds {
            let rounding = Vec3::splat(1e-3) + region.max.abs().max(region.min.abs()) * 1e-6;
            self.gather(mesh, body, region.grown(rounding + spare));
            self.of = of;
        }
    }

    /// As `cover`, but what is here already stays.
    pub(super) fn reserve(&mut self, mesh: &CollisionMesh, body: &Body, region: Aabb) {
        let all = self.region.union(region);
        let holds = self.region.contains(region.min) && self.region.contains(region.max);
        self.cover(mesh, body, if holds { region } else { all }, 0.0);
    }

    fn gather(&mut self, mesh: &CollisionMesh, body: &Body, region: Aabb) {
        self.triangles.clear();
        mesh.gather(region, &mut self.triangles);
        // A middle in single precision, so that it is the same in both.
        self.middle = region.center().as_dvec3();
        self.scale = (region.size() + body.half_extents()).element_sum();
        self.region = region;
        self.blocks.clear();
        let blocks = self.triangles.len().div_ceil(LANES);
        self.blocks.resize(blocks, Block::default());
        for (chunk, block) in self.triangles.chunks(LANES).zip(&mut self.blocks) {
            for (lane, &triangle) in chunk.iter().enumerate() {
                fill_lane(block, lane, mesh.prism(triangle), self.middle);
            }
            for slabs in block {
                slabs.reach = reach(body, &slabs.normal);
            }
        }
    }

    /// The places of the triangles that the planes can't reject for a move of the center from
    /// `from` to `to`, and what each plane rejected.
    pub(super) fn ask(
        &self,
        within: Within,
        from: DVec3,
        to: DVec3,
        counters: &mut Counters,
    ) -> Candidates {
        #[cfg(target_arch = "x86_64")]
        if has_avx2() {
            // SAFETY: the processor has just said that it has all of it. This is the innermost
            // loop of every move, and takes half the time with eight lanes at once.
            return unsafe { self.ask_avx2(within, from, to, counters) };
        }
        self.ask_with::<Portable>(within, from, to, counters)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt,bmi1")]
    unsafe fn ask_avx2(
        &self,
        within: Within,
        from: DVec3,
        to: DVec3,
        counters: &mut Counters,
    ) -> Candidates {
        self.ask_with::<Avx>(within, from, to, counters)
    }

    #[inline(always)]
    fn ask_with<L: Lanes>(
        &self,
        within: Within,
        from: DVec3,
        to: DVec3,
        counters: &mut Counters,
    ) -> Candidates {
        let mut found = Candidates::new();
        let start = (from - self.middle).as_vec3();
        let end = (to - self.middle).as_vec3();
        let carried = self.scale + start.abs().max(end.abs()).element_sum();
        let reach = L::splat(within.reach);
        let meters = L::splat(within.meters + ROUNDING * carried);
        let everywhere = |p: Vec3| [L::splat(p.x), L::splat(p.y), L::splat(p.z)];
        let (start, end) = (everywhere(start), everywhere(end));
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

impl Slabs {
    /// Lanes whose whole segment lies beyond the lower, and beyond the upper plane.
    #[inline(always)]
    fn rejected<L: Lanes>(&self, start: &[L; 3], end: &[L; 3], reach: L, meters: L) -> (u32, u32) {
        let [x, y, z] = [
            L::load(&self.normal[0]),
            L::load(&self.normal[1]),
            L::load(&self.normal[2]),
        ];
        let along = |p: &[L; 3]| x.mul(p[0]).add(y.mul(p[1])).add(z.mul(p[2]));
        let (old, new) = (along(start), along(end));
        let distance = L::load(&self.reach).mul(reach).add(meters);
        // The distance is generous: what is just on it is no nearer than what is beyond.
        let low = old.max(new).at_most(L::load(&self.min).sub(distance));
        let high = L::load(&self.max).add(distance).at_most(old.min(new));
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
fn fill_lane(block: &mut Block, lane: usize, prism: &Prism, middle: DVec3) {
    for (slabs, slab) in block.iter_mut().zip(prism.slabs()) {
        slabs.normal[0][lane] = slab.normal.x;
        slabs.normal[1][lane] = slab.normal.y;
        slabs.normal[2][lane] = slab.normal.z;
        // Far from the origin the bounds are large and their difference to the middle's is small:
        // the subtraction must not be done in single precision.
        let shift = slab.normal.as_dvec3().dot(middle);
        slabs.min[lane] = (f64::from(slab.min) - shift) as f32;
        slabs.max[lane] = (f64::from(slab.max) - shift) as f32;
    }
}

/// [`Body::reach`] of eight normals.
fn reach(body: &Body, normal: &[Row; 3]) -> Row {
    let [x, y, z] = normal.map(f32x8::new);
    match body.shape() {
        Shape::Ellipsoid { axes } => {
            let (x, y, z) = (x * axes.x, y * axes.y, z * axes.z);
            (x * x + y * y + z * z).sqrt().to_array()
        }
        Shape::Capsule {
            radius,
            half_height,
        } => {
            // A stored normal is a unit only as far as single precision goes.
            (y.abs() * half_height + f32x8::splat(radius * (1.0 + ROUNDING))).to_array()
        }
        Shape::Box { half } => (x.abs() * half.x + y.abs() * half.y + z.abs() * half.z).to_array(),
        Shape::Cylinder {
            radius,
            half_height,
        } => ((x * x + z * z).sqrt() * radius + y.abs() * half_height).to_array(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn point(size: f32) -> impl Strategy<Value = Vec3> {
        [-size..size, -size..size, -size..size].prop_map(Vec3::from_array)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        /// What the eight-abreast filter rejects, the planes in double precision reject too, or
        /// at least each triangle that they accept is left.
        #[test]
        fn rejects_nothing_that_the_planes_accept(
            soup in prop::collection::vec([point(3.0), point(3.0), point(3.0)], 1..40),
            away in point(4000.0), from in point(3.0), step in point(2.0), tall in 0.1_f32..1.0,
        ) {
            let positions: Vec<Vec3> = soup.iter().flatten().map(|p| *p + away).collect();
            let triangles: Vec<[u32; 3]> = (0..soup.len() as u32).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
            let mesh = CollisionMesh::build(&positions, &triangles).unwrap();
            let body = Body::ellipsoid(0.4, tall).unwrap();
            let (from, to) = (from + away, from + away + step);
            let near = { let mut near = Near::default(); near.cover(&mesh, &body, body.swept_bounds(from, to), 0.0); near };
            let mut counters = Counters::default();
            let left = near.ask(Within::BODY, from.as_dvec3(), to.as_dvec3(), &mut counters);
            let mut written_out = Counters::default();
            let portable = near.ask_with::<Portable>(Within::BODY, from.as_dvec3(), to.as_dvec3(), &mut written_out);
            prop_assert_eq!(&portable, &left);
            prop_assert_eq!(written_out, counters);
            for (place, &triangle) in near.triangles.iter().enumerate() {
                let accepts = mesh.prism(triangle).rejecting_plane(&body, from.as_dvec3(), to.as_dvec3()).is_none();
                prop_assert!(!accepts || left.contains(&(place as u32)));
            }
            let rejected = counters.rejected_s + counters.rejected_ps.iter().sum::<u64>();
            prop_assert_eq!(counters.asked, near.triangles.len() as u64);
            prop_assert_eq!(counters.asked, counters.accepted + rejected);
            prop_assert_eq!(counters.accepted, left.len() as u64);
        }
    }
}
