//! The sweep against the whole mesh: the tree's leaves on a body's path, and the exact test of their
//! triangles. The mover, which keeps nearby triangles from move to move, is in [`super`].

use glam::{DVec3, Vec3};
use smallvec::SmallVec;

use super::{
    contact_normal::{NearTriangle, POINT_RADIUS},
    first_contacts::{FirstContacts, PASSING_SHARE, Sweep},
    hit::{Hit, MoveError, check_move},
    leaf_bounds::{LeafBounds, REACH_FACTOR},
};
use crate::{
    Body, CollisionMesh,
    contact::{TriangleContact, sweep_body_triangle},
    geom::Aabb,
    placement::PlacedMesh,
    rounding::rounded_up,
    simd::{F32x8, F64x4, vec_x4},
    tree::{LeafCorners, LeafVisitor, SweptAabb, TriangleX4},
    work::{MAX_MOVE_WORK, Work},
};

impl CollisionMesh {
    /// The earliest contact of `body`, without a skin, as its center moves from `from` to `to`, meters.
    /// Ties go to the lowest triangle index. A [`Mover`] is faster for many moves in one region, and
    /// adds the skin. A move that is not finite or too far away is an error.
    ///
    /// ```
    /// use glam::{DVec3, Vec3};
    /// use hexbound_collide::{Body, CollisionMesh, Feature};
    /// let corners = [Vec3::ZERO, Vec3::Z * 9.0, Vec3::X * 9.0];
    /// let floor = CollisionMesh::build(&corners, &[[0, 1, 2]]).unwrap();
    /// let ball = Body::sphere(1.0).unwrap();
    /// let from = DVec3::new(2.0, 3.0, 2.0);
    /// let hit = floor.sweep(ball, from, from - DVec3::Y * 4.0).unwrap().unwrap();
    /// assert_eq!((hit.fraction, hit.feature), (0.5, Feature::Face));
    /// ```
    ///
    /// [`Mover`]: crate::Mover
    pub fn sweep(&self, body: Body, from: DVec3, to: DVec3) -> Result<Option<Hit>, MoveError> {
        check_move(from, to)?;
        let length = (to - from).length();
        if length == 0.0 {
            return Ok(None);
        }
        let sweep = Sweep {
            mesh: PlacedMesh::from(self),
            body: &body,
            from,
            to,
        };
        let mut nearest = self.nearest_contacts(sweep);
        nearest.sort_unstable_by_key(|(triangle, _)| *triangle);
        let (mut last, work) = (None, Work::new(MAX_MOVE_WORK));
        for &(triangle, contact) in &nearest {
            let around = |point| self.triangles_at(point, triangle, &work);
            let (hit, _) = sweep.hit(triangle, contact, &mut last, around);
            if hit.normal.dot(to - from) < -PASSING_SHARE * length {
                return Ok(Some(hit));
            }
        }
        Ok(match nearest.is_empty() {
            true => None,
            false => self.first_obstacle(sweep, length, &work),
        })
    }

    /// The first contacts, all at exactly the same fraction, in any order.
    fn nearest_contacts(&self, sweep: Sweep) -> SmallVec<[(u32, TriangleContact); 2]> {
        let mut nearest = SmallVec::<[(u32, TriangleContact); 2]>::new();
        self.visit_contacts(sweep, |triangle, contact| {
            let known = (nearest.first()).map_or(f64::INFINITY, |(_, first)| first.fraction);
            if contact.fraction < known {
                nearest.clear();
            }
            if contact.fraction <= known {
                nearest.push((triangle, contact));
            }
            contact.fraction.min(known)
        });
        nearest
    }

    /// The first contact that is an obstacle, in case the first contacts let the move pass. This case is
    /// rare and more expensive, since every contact has to be tested.
    fn first_obstacle(&self, sweep: Sweep, length: f64, work: &Work) -> Option<Hit> {
        let mut first = FirstContacts::new(length, f64::INFINITY);
        self.visit_contacts(sweep, |triangle, contact| {
            first.offer(&sweep, triangle, contact, |point| {
                self.triangles_at(point, triangle, work)
            });
            first.latest()
        });
        let earlier = |a: &Hit, b: &Hit| a.fraction.total_cmp(&b.fraction);
        first
            .finish(&sweep, &Work::new(u32::MAX))
            .into_iter()
            .min_by(earlier)
    }

    /// The triangles that may pass through a point of `touched`, in ascending order. The result is empty
    /// if the work does not suffice.
    fn triangles_at(
        &self,
        point: DVec3,
        touched: u32,
        work: &Work,
    ) -> impl Iterator<Item = NearTriangle> {
        let near = point.as_vec3();
        let rounding = near.abs() * f32::EPSILON;
        let region = Aabb::new(near, near).grown(rounding + POINT_RADIUS as f32 * 1.01);
        let near = self.gather_by_work(work, region).unwrap_or_default();
        near.into_iter().map(move |triangle| NearTriangle {
            corners: self.corners_f64(triangle).map(|corner| corner - point),
            is_touched: triangle == touched,
        })
    }

    /// Calls `visit` with the contacts on the path, approximately nearest first. `visit` returns the
    /// fraction after which no contact matters.
    fn visit_contacts(&self, sweep: Sweep, visit: impl FnMut(u32, TriangleContact) -> f64) {
        let motion = sweep.to - sweep.from;
        let half = sweep.body.half_extents().as_dvec3();
        let mut leaves = SweptLeaves {
            sweep,
            leaves: self.leaf_corners(self.tree()),
            latest: 1.0,
            is_short: motion.length_squared() <= half.length_squared(),
            bounds: LeafBounds::new(sweep.body, motion),
            visit,
        };
        self.tree().cast(1.0, &mut leaves);
    }
}

/// The tests of the triangles in the leaves on a body's path.
struct SweptLeaves<'a, F> {
    sweep: Sweep<'a>,
    leaves: &'a LeafCorners,
    latest: f64,
    /// True if the move is no longer than the body's half diagonal. Tests of boxes pay off then.
    is_short: bool,
    bounds: LeafBounds<'a>,
    visit: F,
}

impl<F: FnMut(u32, TriangleContact) -> f64> LeafVisitor for SweptLeaves<'_, F> {
    #[inline(always)]
    fn swept(&self) -> SweptAabb {
        let Sweep { from, to, body, .. } = self.sweep;
        let start = from.as_vec3();
        // The tree works in single precision: the box is widened by the rounding of the start.
        let rounding = (start.as_dvec3() - from).abs().max_element() as f32;
        let half = body.half_extents() + Vec3::splat(2.0 * rounding);
        SweptAabb::new(start, (to - from).as_vec3(), half)
    }

    #[inline(always)]
    fn leaf<L: F32x8>(&mut self, first: u32, count: u32, _latest: f32) -> f32 {
        let leaf = self.leaves.leaf(first, count);
        let triangles = TriangleX4::<L::Doubles>::load(leaf, count, self.sweep.from);
        let (mut left, mut bounds) = ((1 << count) - 1, [0.0; 4]);
        if self.is_short {
            left &= self.boxes_met(&triangles);
        }
        if left != 0 && (self.is_short || self.bounds.are_tight()) {
            (left, bounds) = self.bounds.compute(&triangles, left, self.latest);
        }
        while left != 0 {
            let lane = earliest(&bounds, left);
            left &= !(1 << lane);
            if bounds[lane] > self.latest {
                break;
            }
            let triangle = first + lane as u32;
            let Sweep {
                mesh,
                body,
                from,
                to,
            } = self.sweep;
            // The stored planes are fetched only if nothing else rejects most triangles.
            if !self.bounds.are_tight() {
                let prism = mesh.mesh.prism(triangle);
                if !prism.may_touch::<L::Doubles>(body, from, to, self.latest) {
                    continue;
                }
            }
            let corners = triangles.lane(lane);
            if let Some(contact) = sweep_body_triangle(body, to - from, corners, self.latest) {
                self.latest = self.latest.min((self.visit)(triangle, contact));
            }
        }
        rounded_up(self.latest)
    }
}

/// The lane with the least bound among the lanes in the mask `left`.
#[inline(always)]
fn earliest(bounds: &[f64; 4], mut left: u32) -> usize {
    let mut earliest = left.trailing_zeros() as usize & 3;
    left &= left - 1;
    while left != 0 {
        let lane = left.trailing_zeros() as usize & 3;
        left &= left - 1;
        if bounds[lane] < bounds[earliest] {
            earliest = lane;
        }
    }
    earliest
}

impl<F> SweptLeaves<'_, F> {
    /// The mask of a leaf's triangles whose boxes the body's path meets.
    #[inline(always)]
    fn boxes_met<D: F64x4>(&self, TriangleX4([a, b, c]): &TriangleX4<D>) -> u32 {
        let motion = (self.sweep.to - self.sweep.from) * self.latest;
        let half = self.sweep.body.half_extents().as_dvec3() * REACH_FACTOR;
        let (least, most) = (
            motion.min(DVec3::ZERO) - half,
            motion.max(DVec3::ZERO) + half,
        );
        let (least, most) = (vec_x4::splat::<D>(least), vec_x4::splat::<D>(most));
        let mut near = 0xf;
        for axis in 0..3 {
            near &= a[axis].min(b[axis]).min(c[axis]).le_mask(most[axis]);
            near &= least[axis].le_mask(a[axis].max(b[axis]).max(c[axis]));
        }
        near
    }
}
