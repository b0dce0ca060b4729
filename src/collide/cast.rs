//! The swept query against the whole mesh: a body's way through the tree, and what it touches in the
//! leaves. Movers, which keep what is near, are in `sweep`.

use glam::{DVec3, Vec3};

use super::{
    Body, CollisionMesh, Hit,
    contact::{Touch, face_normal, facing},
    four::{cross, dot, four_triangles, splat, sub},
    prism::reach,
    ray::rounded_up,
    sweep::touch,
    tree::{Leaves, Way, doubles::Doubles, lanes::Lanes},
};

/// Reaches are taken for longer by so much than they are, for rounding.
const WIDER: f64 = 1.0 + 1e-7;

impl CollisionMesh {
    /// The first contact of `body` going from `from` to `to` (its centre, metres): the earliest;
    /// of several at once the one with the lowest triangle index. The normal is the touched
    /// feature's own: from the touched point to the body.
    ///
    /// ```
    /// use glam::Vec3;
    /// use hexbound::collide::{Body, CollisionMesh, Feature};
    /// let corners = [Vec3::ZERO, Vec3::Z * 9.0, Vec3::X * 9.0];
    /// let floor = CollisionMesh::build(&corners, &[[0, 1, 2]]).unwrap();
    /// let from = Vec3::new(2.0, 3.0, 2.0);
    /// let hit = floor.sweep(Body::sphere(1.0), from, from - Vec3::Y * 4.0).unwrap();
    /// assert_eq!((hit.fraction, hit.feature), (0.5, Feature::Face));
    /// ```
    pub fn sweep(&self, body: Body, from: Vec3, to: Vec3) -> Option<Hit> {
        let mut first: Option<(Touch, u32)> = None;
        self.touches_along(body, from, to, |triangle, touch| {
            let earlier = first.is_none_or(|(known, earlier)| {
                (touch.fraction, triangle) < (known.fraction, earlier)
            });
            if earlier {
                first = Some((touch, triangle));
            }
            first.map_or(1.0, |(known, _)| known.fraction)
        });
        first.map(|(touch, triangle)| self.plain_hit(body, from, triangle, touch))
    }

    /// Every triangle that `body` touches on its way, each when it is touched first; earliest
    /// first, ties by triangle index.
    pub fn sweep_all(&self, body: Body, from: Vec3, to: Vec3) -> Vec<Hit> {
        let mut hits = Vec::new();
        self.touches_along(body, from, to, |triangle, touch| {
            hits.push(self.plain_hit(body, from, triangle, touch));
            1.0
        });
        hits.sort_by(|a: &Hit, b| {
            a.fraction
                .total_cmp(&b.fraction)
                .then(a.triangle.cmp(&b.triangle))
        });
        hits
    }

    /// Hands over what the way touches, about nearest first. `met` gives the fraction from which
    /// on nothing is of interest.
    fn touches_along(&self, body: Body, from: Vec3, to: Vec3, met: impl FnMut(u32, Touch) -> f64) {
        let way = Way::new(from, to - from, body.half_extents());
        let mut touched = Touched {
            mesh: self,
            body,
            from: from.as_dvec3(),
            to: to.as_dvec3(),
            latest: 1.0,
            is_short: (to - from).length_squared() <= body.half_extents().length_squared(),
            met,
        };
        self.tree.follow(&way, 1.0, &mut touched);
    }

    fn plain_hit(&self, body: Body, from: Vec3, triangle: u32, touch: Touch) -> Hit {
        let normal = touch.normal;
        let face = face_normal(self.corners_f64(triangle)).unwrap_or(normal);
        Hit {
            fraction: touch.fraction,
            point: from.as_dvec3() + touch.point,
            normal,
            triangle,
            feature: touch.feature,
            depth: touch.depth * body.reach(normal),
            face_up: facing(face, normal).y,
        }
    }
}

/// Tests what is in the leaves on a body's way.
struct Touched<'a, F> {
    mesh: &'a CollisionMesh,
    body: Body,
    from: DVec3,
    to: DVec3,
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
            let (prism, body) = (self.mesh.prism(triangle), &self.body);
            if !prism.lets_through::<L::Doubles>(body, self.from, self.to, self.latest) {
                continue;
            }
            let corners = self.mesh.corners_f64(triangle);
            if let Some(touch) = touch(&self.body, corners, self.from, self.to, self.latest) {
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
        let [a, b, c] = four_triangles::<D>(self.mesh, first, count, self.from);
        let motion = (self.to - self.from) * self.latest;
        let half = self.body.half_extents().as_dvec3() * WIDER;
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
        let reach = reach(&self.body, normal).mul(D::splat(WIDER));
        let heights = [dot(&normal, &a), dot(&normal, &b), dot(&normal, &c)];
        let lowest = heights[0].min(heights[1]).min(heights[2]);
        let highest = heights[0].max(heights[1]).max(heights[2]);
        let end = dot(&normal, &splat(motion));
        let zero = D::splat(0.0);
        near &= lowest.sub(reach).at_most(zero.max(end));
        near & zero.min(end).at_most(highest.add(reach))
    }
}
