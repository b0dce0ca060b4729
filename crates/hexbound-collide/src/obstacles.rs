//! The obstacles of a moving body: meshes where they were built, and meshes moved by a placement. The
//! module `sweep` sweeps a body through them.

use glam::{DVec3, Vec3};
use smallvec::SmallVec;

use crate::{
    ArticleExplanation, ArticleMove, ArticleTest, Body, BroadPhase, CandidateCache, CollisionMesh,
    Counters, Explanation, Hit, MoveError, Mover, Placement, RayHit, explain::explain_triangle,
    geom::Aabb, placement::PlacedMesh, query::closest_hit, sweep::check_move,
};

/// A list of meshes, each where it was built or at its [`Placement`]. Triangle indices continue from
/// mesh to mesh in the order of addition, so the first mesh keeps its own.
///
/// ```
/// use glam::{DAffine3, DVec3, Vec3};
/// use hexbound_collide::{Body, CollisionMesh, Obstacles, Placement};
/// let corners = [Vec3::ZERO, Vec3::Z * 9.0, Vec3::X * 9.0];
/// let floor = CollisionMesh::build(&corners, &[[0, 1, 2]]).unwrap();
/// let raised = Placement::new(DAffine3::from_translation(DVec3::Y)).unwrap();
/// let mut obstacles = Obstacles::from(&floor);
/// obstacles.add(&floor, &raised);
/// let above = Vec3::new(2.0, 3.0, 2.0);
/// let hit = obstacles.ray_cast(above, Vec3::NEG_Y, 9.0).unwrap();
/// assert_eq!((hit.distance, hit.triangle), (2.0, 1));
/// let (ball, from) = (Body::sphere(0.5).unwrap(), above.as_dvec3());
/// let hit = obstacles.sweep(ball, from, DVec3::new(2.0, 0.0, 2.0)).unwrap().unwrap();
/// assert_eq!((hit.fraction, hit.triangle), (0.5, 1));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Obstacles<'a> {
    meshes: SmallVec<[PlacedMesh<'a>; 4]>,
}

impl<'a> From<&'a CollisionMesh> for Obstacles<'a> {
    #[inline]
    fn from(mesh: &'a CollisionMesh) -> Self {
        Self {
            meshes: SmallVec::from_iter([PlacedMesh::from(mesh)]),
        }
    }
}

impl<'a> From<&Obstacles<'a>> for Obstacles<'a> {
    fn from(obstacles: &Obstacles<'a>) -> Self {
        obstacles.clone()
    }
}

impl CollisionMesh {
    /// Returns whether `body`, without a skin, touches no triangle with its center at `position`,
    /// meters. A position that is not finite or too far away is not free.
    pub fn is_free(&self, body: Body, position: impl Into<DVec3>) -> bool {
        Obstacles::from(self).is_free(body, position)
    }
}

impl<'a> Mover<'a> {
    /// A mover of `body` among `obstacles`, one mesh or a list of them. The mover keeps the body a
    /// [`SKIN`] away from them: pass the body itself, since the mover sweeps [`Body::with_skin`].
    ///
    /// `centers`, meters, is the box in which the body's center is expected. Triangles near the box are
    /// gathered at once, others on demand. `cache` comes from [`Mover::into_candidate_cache`] of the
    /// body's last mover, or is `CandidateCache::default()`. Box and cache change only the time, never a
    /// result.
    ///
    /// ```
    /// use glam::{DVec3, Vec3};
    /// use hexbound_collide::{Body, CandidateCache, CollisionMesh, Mover, SlideRule, geom::Aabb};
    /// let corners = [Vec3::ZERO, Vec3::Z * 9.0, Vec3::X * 9.0];
    /// let floor = CollisionMesh::build(&corners, &[[0, 1, 2]]).unwrap();
    /// let (ball, step) = (Body::sphere(0.5).unwrap(), DVec3::new(0.1, -0.1, 0.0));
    /// let (mut position, mut cache) = (DVec3::new(2.0, 1.0, 2.0), CandidateCache::default());
    /// for _ in 0..10 {
    ///     let centers = Aabb::from_points([position, position + step].map(DVec3::as_vec3));
    ///     let mut mover = Mover::new(&floor, ball, centers, cache);
    ///     position = mover.slide(position, step, SlideRule::Free).unwrap().position;
    ///     cache = mover.into_candidate_cache();
    /// }
    /// assert!((position - DVec3::new(3.0, 0.501, 2.0)).length() < 1e-5);
    /// ```
    ///
    /// [`SKIN`]: crate::SKIN
    pub fn new(
        obstacles: impl Into<Obstacles<'a>>,
        body: Body,
        centers: Aabb,
        cache: CandidateCache,
    ) -> Self {
        Self::without_skin(&obstacles.into().meshes, body.with_skin(), centers, cache)
    }
}

impl<'a> Obstacles<'a> {
    /// Adds a mesh at `placement`.
    pub fn add(&mut self, mesh: &'a CollisionMesh, placement: &'a Placement) {
        let first = self.meshes.last().map_or(0, PlacedMesh::end);
        self.meshes.push(PlacedMesh {
            placement: Some(placement),
            first,
            ..PlacedMesh::from(mesh)
        });
    }

    /// Sets the broad phase of all meshes that have been added. The broad phase changes no result,
    /// and rays still use the meshes' own trees.
    pub fn set_broad_phase(&mut self, broad_phase: BroadPhase) {
        for mesh in &mut self.meshes {
            mesh.broad_phase = broad_phase;
        }
    }

    /// The index of the mesh that contains a triangle, 0 for the first mesh added; `None` for an
    /// invalid triangle index.
    pub fn mesh_index(&self, triangle: u32) -> Option<usize> {
        self.meshes.iter().position(|mesh| mesh.contains(triangle))
    }

    /// The corners of a triangle in the world, meters.
    ///
    /// # Panics
    ///
    /// If the index of the triangle is invalid.
    pub fn corners(&self, triangle: u32) -> [Vec3; 3] {
        let mesh = self.mesh_of(triangle).expect("a triangle of the list");
        mesh.corners(triangle - mesh.first)
    }

    /// The indices of the triangles that may touch `region`, ascending. A moved mesh is tested in its
    /// own space.
    pub fn triangles_near(&self, region: Aabb) -> Vec<u32> {
        let near = |mesh: &PlacedMesh| mesh.triangles_near(region);
        self.meshes.iter().flat_map(near).collect()
    }

    /// The indices of the triangles that a box touches, ascending.
    pub fn all_touched(&self, bounds: &Aabb) -> Vec<u32> {
        let meshes = self.meshes.iter();
        meshes.flat_map(|mesh| mesh.all_touched(bounds)).collect()
    }

    /// The closest hit of a ray along the unit vector `direction` within `length` meters; ties go to
    /// the mesh that was added first.
    pub fn ray_cast(&self, origin: Vec3, direction: Vec3, length: f32) -> Option<RayHit> {
        closest_hit(&self.meshes, origin, direction, length)
    }

    /// A mover of a body without the skin.
    pub(crate) fn bare_mover(&self, body: Body, position: DVec3) -> Mover<'a> {
        let (at, cache) = (position.as_vec3(), CandidateCache::default());
        Mover::without_skin(&self.meshes, body, Aabb::new(at, at), cache)
    }

    /// The first contact of `body` going from `from` to `to`, as in [`CollisionMesh::sweep`]. Among
    /// several contacts within a micrometer, the lowest triangle index wins.
    pub fn sweep(&self, body: Body, from: DVec3, to: DVec3) -> Result<Option<Hit>, MoveError> {
        let hits = self.bare_mover(body, from).first_contacts(from, to)?;
        Ok(hits.first().copied())
    }

    /// Returns whether `body`, without a skin, touches no triangle with its center at `position`,
    /// meters. A position that is not finite or too far away is not free.
    pub fn is_free(&self, body: Body, position: impl Into<DVec3>) -> bool {
        let at = position.into();
        check_move(at, at).is_ok() && self.bare_mover(body, at).least_gap(at) > 0.0
    }

    /// Explains why `body` does or does not touch the triangle with the index `index`; see
    /// [`CollisionMesh::explain`].
    pub fn explain(&self, body: Body, from: DVec3, to: DVec3, index: u32) -> Option<Explanation> {
        let mesh = self.mesh_of(index)?;
        let in_mesh = index - mesh.first;
        match mesh.placement {
            None => mesh.mesh.explain(body, from, to, in_mesh),
            Some(_) => explain_triangle(mesh.corners(in_mesh), &body, (from, to), index),
        }
    }

    /// The article's test of each mesh in turn; see [`CollisionMesh::article_move`].
    pub fn article_move(
        &self,
        test: impl Into<ArticleTest>,
        old: Vec3,
        new: Vec3,
        counters: &mut Counters,
    ) -> ArticleMove {
        self.correct_by_article(test.into(), [old, new], counters, None)
    }

    /// The article's test as in [`Obstacles::article_move`], for a point that goes from the first
    /// position of `path` to the second. `record` receives the decisions about each tested triangle,
    /// for the position after the pushes by earlier triangles.
    pub fn article_move_recorded(
        &self,
        test: impl Into<ArticleTest>,
        path: [Vec3; 2],
        counters: &mut Counters,
        mut record: impl FnMut(ArticleExplanation),
    ) -> ArticleMove {
        self.correct_by_article(test.into(), path, counters, Some(&mut record))
    }

    fn correct_by_article(
        &self,
        test: ArticleTest,
        [old, new]: [Vec3; 2],
        counters: &mut Counters,
        mut record: Option<&mut dyn FnMut(ArticleExplanation)>,
    ) -> ArticleMove {
        let mut end = ArticleMove::straight_to(new);
        for mesh in &self.meshes {
            mesh.correct_by_article(test, old, &mut end, counters, &mut record);
        }
        end
    }

    fn mesh_of(&self, triangle: u32) -> Option<&PlacedMesh<'a>> {
        self.meshes.iter().find(|mesh| mesh.contains(triangle))
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::{FRAC_PI_2, PI};

    use glam::{DAffine3, DQuat};
    use proptest::prelude::*;

    use super::*;
    use crate::{
        ArticleDistance, Faces, SlideRule, WalkSettings,
        test_meshes::{mesh_of, mover, plate, point, upright},
    };

    /// The distance at which corners in single precision may be from where the motion takes them,
    /// meters.
    const ROUNDED: f64 = 1e-5;

    fn placed<'a>(mesh: &'a CollisionMesh, place: &'a Placement) -> Obstacles<'a> {
        let mut placed = Obstacles::default();
        placed.add(mesh, place);
        placed
    }

    /// The mesh's triangles moved one by one, in their order.
    fn moved(mesh: &CollisionMesh, motion: DAffine3) -> Vec<Vec3> {
        let place = |corner: Vec3| motion.transform_point3(corner.as_dvec3()).as_vec3();
        let corners = (0..mesh.len() as u32).flat_map(|it| mesh.corners(it).map(place));
        corners.collect()
    }

    /// Triangles of about two meters within eight meters of the origin.
    fn soup() -> impl Strategy<Value = CollisionMesh> {
        let triangle = (point(6.0), point(2.0), point(2.0));
        let triangles = prop::collection::vec(triangle, 1..24);
        triangles.prop_filter_map("nothing to collide with", |triangles| {
            let is_fat = |(_, along, up): &(Vec3, Vec3, Vec3)| along.cross(*up).length() > 0.2;
            let corners = |(at, along, up)| [at, at + along, at + up];
            let fat = triangles.iter().all(is_fat);
            fat.then(|| mesh_of(&triangles.into_iter().flat_map(corners).collect::<Vec<_>>()))
        })
    }

    /// Any rotation, one about the vertical, or none; and a shift. Some scale as well.
    fn motion() -> impl Strategy<Value = DAffine3> {
        (point(1.0), 0.0..6.0_f64, point(3.0), 0..5).prop_map(|(axis, angle, shift, kind)| {
            let axis = axis.as_dvec3().try_normalize().unwrap_or(DVec3::X);
            let rotation = match kind {
                0 => DQuat::IDENTITY,
                1 => DQuat::from_rotation_y(angle),
                _ => DQuat::from_axis_angle(axis, angle),
            };
            let scale = match kind {
                4 => DVec3::new(1.5, 0.8, 1.2),
                _ => DVec3::ONE,
            };
            DAffine3::from_scale_rotation_translation(scale, rotation, shift.as_dvec3())
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// Sweeps, rays, boxes and free places meet what they meet where the triangles were built so.
        #[test]
        fn questions_are_as_in_a_mesh_built_there(
            mesh in soup(), motion in motion(), from in point(9.0), to in point(9.0), kind in 0..5,
        ) {
            let there = mesh_of(&moved(&mesh, motion));
            let place = Placement::new(motion).unwrap();
            let (placed, body, at) = (placed(&mesh, &place), upright(kind), from.as_dvec3());
            let (a, b) = (at, to.as_dvec3());
            match (there.sweep(body, a, b).unwrap(), placed.sweep(body, a, b).unwrap()) {
                (Some(hit), Some(first)) => {
                    let apart = (hit.fraction - first.fraction).abs() * hit.normal.dot(b - a).abs();
                    prop_assert!(apart < ROUNDED, "{hit:?} {first:?}");
                }
                (None, None) => {}
                // Only a graze may be seen by one and not the other.
                (Some(hit), None) | (None, Some(hit)) => {
                    prop_assert!(is_graze(&there, body, (a, b), hit.fraction));
                }
            }
            let (direction, length) = ((to - from).normalize(), (to - from).length());
            let one = there.ray_cast(from, direction, length);
            let other = placed.ray_cast(from, direction, length);
            if let (Some(one), Some(other)) = (one, other) {
                prop_assert!((one.distance - other.distance).abs() < 2e-4, "{one:?} {other:?}");
            } else if let Some(hit) = one.or(other) {
                // Past an edge by rounding alone.
                let beside = Vec3::AXES.map(|axis| axis * 1e-3);
                let misses = beside.iter().flat_map(|by| [*by, -*by]).any(|by| {
                    !there.ray_hits_any(from + by, direction, length + 1e-3, Faces::Both)
                });
                prop_assert!(misses || (hit.distance - length).abs() < 1e-3, "{hit:?}");
            }
            if there.is_free(body.grown(1e-4).unwrap(), at) {
                prop_assert!(placed.is_free(body, at));
            }
            if !there.is_free(body.grown(-1e-4).unwrap(), at) {
                prop_assert!(!placed.is_free(body, at));
            }
            let around = |size: f32| Aabb::new(from, from).grown(Vec3::splat(size));
            let (less, more) = (there.all_touched(&around(0.999)), there.all_touched(&around(1.001)));
            let touched = placed.all_touched(&around(1.0)).len();
            prop_assert!((less.len()..=more.len()).contains(&touched));
            let near = placed.triangles_near(around(1.0));
            prop_assert!(less.iter().all(|triangle| near.contains(&there.source(*triangle))));
        }

        /// The level and a moved mesh are slid along as one mesh of both is.
        #[test]
        fn slides_are_as_in_one_mesh_of_all(
            level in soup(), mesh in soup(), motion in motion(), from in point(9.0), wish in point(2.0),
        ) {
            let mut corners = moved(&level, DAffine3::IDENTITY);
            corners.extend(moved(&mesh, motion));
            let together = mesh_of(&corners);
            let place = Placement::new(motion).unwrap();
            let mut several = Obstacles::from(&level);
            several.add(&mesh, &place);
            let body = upright(0);
            prop_assume!(together.is_free(body.grown(0.01).unwrap(), from));
            let slide = |obstacles: &Obstacles| {
                let (from, wish) = (from.as_dvec3(), wish.as_dvec3());
                mover(obstacles, body, from).slide(from, wish, SlideRule::Free).unwrap()
            };
            let (one, other) = (slide(&Obstacles::from(&together)), slide(&several));
            prop_assert!(several.is_free(body, other.position));
            prop_assert!(together.is_free(body, other.position));
            // A motion may turn either way on the tip of an edge; nearly all are the same.
            if one.hits.len() == other.hits.len() && one.hits.len() <= 1 {
                prop_assert!(one.position.distance(other.position) < 1e-3, "{one:?} {other:?}");
            }
        }
    }

    /// Returns whether a body a little smaller passes, and a little larger is stopped.
    fn is_graze(mesh: &CollisionMesh, body: Body, (a, b): (DVec3, DVec3), fraction: f64) -> bool {
        let ends = (fraction - 1.0).abs() * (b - a).length() < 10.0 * ROUNDED;
        let is_hit = |by: f32| mesh.sweep(body.grown(by).unwrap(), a, b).unwrap().is_some();
        ends || (!is_hit(-2e-4) && is_hit(2e-4))
    }

    /// Plates that lie beside each other, each its own mesh and one of them tilted onto its back, are
    /// one floor: nobody bumps on the seams between them.
    #[test]
    fn seams_between_meshes_stop_nobody() {
        let plate = plate(1.0);
        let shifts = [-4.0, -2.0, 2.0, 4.0].map(|x| {
            let over = if x == 2.0 { PI } else { 0.0 };
            let motion =
                DAffine3::from_rotation_translation(DQuat::from_rotation_x(over), DVec3::X * x);
            Placement::new(motion).unwrap()
        });
        let mut floor = Obstacles::from(&plate);
        shifts.iter().for_each(|place| floor.add(&plate, place));
        for kind in 0..5 {
            let body = upright(kind);
            let stands = f64::from(body.half_extents().y) + 0.001;
            let mut position = DVec3::new(-4.5, stands, 0.1);
            let mut mover = mover(&floor, body, position);
            let mut height = 0.0;
            while position.x < 4.5 {
                let step = DVec3::new(0.0421, 0.0, 0.001);
                let walked = mover.walk(position, step, height, &WalkSettings::default());
                let walked = walked.unwrap();
                let ground = walked.ground.expect("the plates carry");
                let level = (ground.normal - DVec3::Y).length() < 1e-9;
                let is_smooth = level && walked.end.hits.is_empty();
                assert!(is_smooth, "body {kind}: {walked:?}");
                assert!((ground.position - position - step).length() < 1e-6);
                (position, height) = (ground.position, ground.height);
            }
        }
    }

    /// A ball comes down on the ridge where a floor of one mesh ends and a wall of another begins: the
    /// contact with either knows of the floor.
    #[test]
    fn an_edge_knows_the_faces_of_other_meshes() {
        let plate = plate(1.0);
        let turned = DAffine3::from_rotation_translation(
            DQuat::from_rotation_z(FRAC_PI_2),
            DVec3::new(1.0, -1.0, 0.0),
        );
        let places = [turned, DAffine3::IDENTITY].map(|motion| Placement::new(motion).unwrap());
        let mut ridge = Obstacles::default();
        places.iter().for_each(|place| ridge.add(&plate, place));
        let from = DVec3::new(1.2, 2.0, 0.3);
        let mut mover = mover(&ridge, upright(4), from);
        let hits = mover.first_contacts(from, from - DVec3::Y * 3.0).unwrap();
        assert!(
            hits.iter().any(|hit| hit.triangle < 2) && hits.iter().any(|hit| hit.triangle >= 2)
        );
        for hit in hits {
            assert!(hit.face_up > 0.999 && hit.normal.x > 0.3, "{hit:?}");
        }
    }

    /// A tilted plate, where it stands, and the same built there.
    fn raised_plate() -> (CollisionMesh, Placement, CollisionMesh) {
        let plate = plate(2.0);
        let motion =
            DAffine3::from_rotation_translation(DQuat::from_rotation_z(0.3), DVec3::Y * 3.0);
        let there = mesh_of(&moved(&plate, motion));
        (plate, Placement::new(motion).unwrap(), there)
    }

    /// The article's test meets a moved mesh where it stands.
    #[test]
    fn the_article_meets_a_raised_plate() {
        let (plate, place, there) = raised_plate();
        let placed = placed(&plate, &place);
        let (distance, mut counters) = (ArticleDistance::Constant(0.4), Counters::default());
        let (old, new) = (Vec3::new(0.1, 4.0, 0.2), Vec3::new(0.1, 3.1, 0.2));
        let expected = there.article_move(distance, old, new, &mut counters);
        let end = placed.article_move(distance, old, new, &mut counters);
        assert!(end.contacts == 1 && expected.contacts == 1, "{end:?}");
        assert!(end.position.distance(expected.position) < 1e-5);
        assert!((end.highest_up - 0.3_f32.cos()).abs() < 1e-5);
    }

    /// A query of one triangle has its result in the world.
    #[test]
    fn a_moved_triangle_is_explained_where_it_stands() {
        let (plate, place, there) = raised_plate();
        let mut both = Obstacles::from(&plate);
        both.add(&plate, &place);
        let body = upright(0);
        let (from, to) = (DVec3::new(0.6, 5.0, 0.2), DVec3::new(0.6, 3.1, 0.2));
        for triangle in 0..2 {
            let of_both = 2 + there.source(triangle);
            let why = both.explain(body, from, to, of_both).unwrap();
            let expected = there.explain(body, from, to, triangle).unwrap();
            assert_eq!(why.rejected_by, expected.rejected_by);
            assert_eq!(why.contact.is_some(), expected.contact.is_some());
            assert!((why.new_clearance - expected.new_clearance).abs() < 1e-5);
            assert_eq!(both.corners(of_both), there.corners(triangle));
        }
        assert!(both.explain(body, from, to, 4).is_none());
    }
}
