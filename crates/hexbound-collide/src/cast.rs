//! The swept query against the whole mesh: a body's way through the tree, and what it touches in the
//! leaves. Movers, which keep what is near, are in `sweep`.

use glam::{DVec3, Vec3};
use smallvec::SmallVec;

use super::{
    Body, CollisionMesh, Hit, MoveError,
    contact::Touch,
    earliest::{Earliest, PASSES, Sweep},
    four::{cross, dot, four_triangles, splat, sub},
    prism::reach,
    ray::rounded_up,
    seam::SAME_POINT,
    sweep::check_move,
    tree::{Leaves, Way, doubles::Doubles, lanes::Lanes},
};
use crate::geom::Aabb;

/// Reaches are taken for longer by so much than they are, for rounding.
const WIDER: f64 = 1.0 + 1e-7;

impl CollisionMesh {
    /// The first contact of `body` going from `from` to `to` (its center, meters): the earliest;
    /// of several at once the one with the lowest triangle index. A [`Mover`] finds the same (where
    /// two come within a micrometer of each other, perhaps the other one), and is faster where a
    /// body makes many moves about one place. A move that makes no sense is an error.
    ///
    /// ```
    /// use glam::{DVec3, Vec3};
    /// use hexbound_collide::{Body, CollisionMesh, Feature};
    /// let corners = [Vec3::ZERO, Vec3::Z * 9.0, Vec3::X * 9.0];
    /// let floor = CollisionMesh::build(&corners, &[[0, 1, 2]]).unwrap();
    /// let ball = Body::sphere(1.0).unwrap();
    /// let from = DVec3::new(2.0, 3.0, 2.0);
    /// let hit = floor.sweep(&ball, from, from - DVec3::Y * 4.0).unwrap().unwrap();
    /// assert_eq!((hit.fraction, hit.feature), (0.5, Feature::Face));
    /// ```
    ///
    /// [`Mover`]: super::Mover
    pub fn sweep(&self, body: &Body, from: DVec3, to: DVec3) -> Result<Option<Hit>, MoveError> {
        check_move(from, to)?;
        let length = (to - from).length();
        if length == 0.0 {
            return Ok(None);
        }
        let sweep = Sweep {
            mesh: self,
            body,
            from,
            to,
        };
        let mut nearest = self.nearest_touches(sweep);
        nearest.sort_unstable_by_key(|(triangle, _)| *triangle);
        let mut known = None;
        for &(triangle, touch) in &nearest {
            let around = |point| self.around(point);
            let (hit, _) = sweep.hit(triangle, touch, &mut known, around);
            if hit.normal.dot(to - from) < -PASSES * length {
                return Ok(Some(hit));
            }
        }
        Ok(match nearest.is_empty() {
            true => None,
            false => self.sweep_on(sweep, length),
        })
    }

    /// The touches that come first, all at exactly the same fraction.
    fn nearest_touches(&self, sweep: Sweep) -> SmallVec<[(u32, Touch); 2]> {
        let mut nearest = SmallVec::<[(u32, Touch); 2]>::new();
        self.touches_along(sweep, |triangle, touch| {
            let known = (nearest.first()).map_or(f64::INFINITY, |(_, touch)| touch.fraction);
            if touch.fraction < known {
                nearest.clear();
            }
            if touch.fraction <= known {
                nearest.push((triangle, touch));
            }
            touch.fraction.min(known)
        });
        nearest
    }

    /// The first contact where the touches that come first are let pass: seldom, and dearer, since
    /// it has to be found of every touch whether it is an obstacle.
    fn sweep_on(&self, sweep: Sweep, length: f64) -> Option<Hit> {
        let mut earliest = Earliest::new(length);
        self.touches_along(sweep, |triangle, touch| {
            earliest.offer(&sweep, triangle, touch, |point| self.around(point));
            earliest.latest()
        });
        let earlier = |a: &Hit, b: &Hit| a.fraction.total_cmp(&b.fraction);
        earliest.finish(&sweep).into_iter().min_by(earlier)
    }

    /// The triangles that may pass through a point, ascending.
    fn around(&self, point: DVec3) -> Vec<u32> {
        let near = point.as_vec3();
        let rounding = near.abs() * f32::EPSILON;
        self.triangles_near(Aabb::new(near, near).grown(rounding + SAME_POINT as f32 * 1.01))
    }

    /// Hands over what the way touches, about nearest first. `met` gives the fraction from which
    /// on nothing is of interest.
    fn touches_along(&self, sweep: Sweep, met: impl FnMut(u32, Touch) -> f64) {
        let (from, motion) = (sweep.from.as_vec3(), sweep.to - sweep.from);
        let half = sweep.body.half_extents();
        // The tree's way is in single precision: as much wider as the start is rounded.
        let wider = (from.as_dvec3() - sweep.from).abs().max_element() as f32;
        let way = Way::new(from, motion.as_vec3(), half + rounding(wider));
        let mut touched = Touched {
            sweep,
            latest: 1.0,
            is_short: motion.length_squared() <= half.as_dvec3().length_squared(),
            met,
        };
        self.tree.follow(&way, 1.0, &mut touched);
    }
}

/// A little more than what rounding took away.
fn rounding(lost: f32) -> Vec3 {
    Vec3::splat(2.0 * lost)
}

/// Tests what is in the leaves on a body's way.
struct Touched<'a, F> {
    sweep: Sweep<'a>,
    latest: f64,
    /// No longer than the body: then boxes tell more than they cost.
    is_short: bool,
    met: F,
}

impl<F: FnMut(u32, Touch) -> f64> Leaves for Touched<'_, F> {
    #[inline(always)]
    fn leaf<L: Lanes>(&mut self, first: u32, count: u32, _: f32) -> f32 {
        let mut left = if self.is_short && count <= 4 {
            self.may_touch::<L::Doubles>(first, count)
        } else {
            (1 << count) - 1
        };
        while left != 0 {
            let triangle = first + left.trailing_zeros();
            left &= left - 1;
            let Sweep {
                mesh,
                body,
                from,
                to,
            } = self.sweep;
            let prism = mesh.prism(triangle);
            if !prism.lets_through::<L::Doubles>(body, from, to, self.latest) {
                continue;
            }
            if let Some(touch) = self.sweep.touch(triangle, self.latest) {
                self.latest = self.latest.min((self.met)(triangle, touch));
            }
        }
        rounded_up(self.latest)
    }
}

impl<F> Touched<'_, F> {
    /// A bit for each of a leaf's triangles that neither the box around it nor its plane keeps away:
    /// from its corners, which the exact test needs anyway, so that the stored planes of most are
    /// never fetched.
    #[inline(always)]
    fn may_touch<D: Doubles>(&self, first: u32, count: u32) -> u32 {
        let [a, b, c] = four_triangles::<D>(self.sweep.mesh, first, count, self.sweep.from);
        let motion = (self.sweep.to - self.sweep.from) * self.latest;
        let half = self.sweep.body.half_extents().as_dvec3() * WIDER;
        let (least, most) = (
            motion.min(DVec3::ZERO) - half,
            motion.max(DVec3::ZERO) + half,
        );
        let (least, most) = (splat::<D>(least), splat::<D>(most));
        let mut near = (1 << count) - 1;
        for axis in 0..3 {
            near &= a[axis].min(b[axis]).min(c[axis]).at_most(most[axis]);
            near &= least[axis].at_most(a[axis].max(b[axis]).max(c[axis]));
        }
        // Any direction will do, so a needle's is as good as another.
        let normal = cross(&sub(&b, &a), &sub(&c, &a));
        let reach = reach(self.sweep.body, normal).mul(D::splat(WIDER));
        let heights = [dot(&normal, &a), dot(&normal, &b), dot(&normal, &c)];
        let lowest = heights[0].min(heights[1]).min(heights[2]);
        let highest = heights[0].max(heights[1]).max(heights[2]);
        let end = dot(&normal, &splat(motion));
        let zero = D::splat(0.0);
        near &= lowest.sub(reach).at_most(zero.max(end));
        near & zero.min(end).at_most(highest.add(reach))
    }
}
