//! The obstacles that a body moves among: a mesh that stands where it was built, and others that
//! have been moved. Sweeping a body through them is the task of `sweep`.

use glam::{DVec3, Vec3};
use smallvec::SmallVec;

use crate::{
    ArticleExplain, ArticleMove, ArticleTest, Body, BroadPhase, CandidateCache, CollisionMesh,
    Counters, Explain, Hit, MoveError, Mover, Placement, RayHit, explain::explain_triangle,
    geom::Aabb, placement::PlacedMesh, query::closest_hit, sweep::check_move,
};

/// A list of meshes, each where it was built or where a [`Placement`] puts it. Their triangles are
/// numbered one mesh after the other, in the order in which the meshes were added; the numbers of
/// the first mesh are its own.
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
    /// Returns whether `body`, as it is without a skin, touches no triangle with its center at
    /// `position`, meters. A position that is not finite or too far away is not free.
    pub fn is_free(&self, body: Body, position: impl Into<DVec3>) -> bool {
        Obstacles::from(self).is_free(body, position)
    }
}

impl<'a> Mover<'a> {
    /// A mover of `body` among `obstacles`, one mesh or a list of them. It keeps the body a [`SKIN`]
    /// away from them: pass the body itself, for what is swept is [`Body::with_skin`].
    ///
    /// `places`, meters, is the box in which the body's center is expected. What is near it is
    /// gathered at once, and what is elsewhere when it is asked for: no answer depends on it, only the
    /// time. `kept` is what the body's last mover gave by [`Mover::into_candidate_cache`], or
    /// `CandidateCache::default()`; no answer depends on that either.
    ///
    /// ```
    /// use glam::{DVec3, Vec3};
    /// use hexbound_collide::{Body, CandidateCache, CollisionMesh, Mover, SlideRule, geom::Aabb};
    /// let corners = [Vec3::ZERO, Vec3::Z * 9.0, Vec3::X * 9.0];
    /// let floor = CollisionMesh::build(&corners, &[[0, 1, 2]]).unwrap();
    /// let (ball, step) = (Body::sphere(0.5).unwrap(), DVec3::new(0.1, -0.1, 0.0));
    /// let (mut position, mut kept) = (DVec3::new(2.0, 1.0, 2.0), CandidateCache::default());
    /// for _ in 0..10 {
    ///     let places = Aabb::from_points([position, position + step].map(DVec3::as_vec3));
    ///     let mut mover = Mover::new(&floor, ball, places, kept);
    ///     position = mover.slide(position, step, SlideRule::Free).unwrap().position;
    ///     kept = mover.into_candidate_cache();
    /// }
    /// assert!((position - DVec3::new(3.0, 0.501, 2.0)).length() < 1e-5);
    /// ```
    ///
    /// [`SKIN`]: crate::SKIN
    pub fn new(
        obstacles: impl Into<Obstacles<'a>>,
        body: Body,
        places: Aabb,
        kept: CandidateCache,
    ) -> Self {
        Self::of_body(&obstacles.into().meshes, body.with_skin(), places, kept)
    }
}

impl<'a> Obstacles<'a> {
    /// Adds a mesh that stands elsewhere than it was built.
    pub fn add(&mut self, mesh: &'a CollisionMesh, place: &'a Placement) {
        let first = self.meshes.last().map_or(0, PlacedMesh::end);
        self.meshes.push(PlacedMesh {
            place: Some(place),
            first,
            ..PlacedMesh::from(mesh)
        });
    }

    /// Lets another broad phase name the triangles of all meshes that have been added. It changes no
    /// answer; rays go on asking the meshes' own trees.
    pub fn ask_by(&mut self, broad_phase: BroadPhase) {
        for mesh in &mut self.meshes {
            mesh.broad_phase = broad_phase;
        }
    }

    /// The position in the list of the mesh that a triangle belongs to, 0 for the first one added;
    /// `None` if no triangle has that number.
    pub fn mesh_index(&self, triangle: u32) -> Option<usize> {
        self.meshes.iter().position(|mesh| mesh.holds(triangle))
    }

    /// The corners of a triangle where it stands, meters.
    ///
    /// # Panics
    ///
    /// If no triangle has that number.
    pub fn corners(&self, triangle: u32) -> [Vec3; 3] {
        let mesh = self.mesh_of(triangle).expect("a triangle of the list");
        mesh.corners(triangle - mesh.first)
    }

    /// The triangles that may touch `region`, ascending: those whose boxes, where the mesh was
    /// built, meet it there.
    pub fn triangles_near(&self, region: Aabb) -> Vec<u32> {
        let near = |mesh: &PlacedMesh| mesh.triangles_near(region);
        self.meshes.iter().flat_map(near).collect()
    }

    /// Every triangle that a box touches, ascending.
    pub fn all_touched(&self, bounds: &Aabb) -> Vec<u32> {
        let meshes = self.meshes.iter();
        meshes.flat_map(|mesh| mesh.all_touched(bounds)).collect()
    }

    /// The closest hit along `direction` (unit) within `length` meters; of several at once that of
    /// the mesh which was added first.
    pub fn ray_cast(&self, origin: Vec3, direction: Vec3, length: f32) -> Option<RayHit> {
        closest_hit(&self.meshes, origin, direction, length)
    }

    /// A mover of a body as it is, for what is asked without the skin.
    pub(crate) fn asked(&self, body: Body, position: DVec3) -> Mover<'a> {
        let (at, kept) = (position.as_vec3(), CandidateCache::default());
        Mover::of_body(&self.meshes, body, Aabb::new(at, at), kept)
    }

    /// The first contact of `body` going from `from` to `to`, as [`CollisionMesh::sweep`] gives it; of
    /// several within a micrometer the one with the lowest triangle index.
    pub fn sweep(&self, body: Body, from: DVec3, to: DVec3) -> Result<Option<Hit>, MoveError> {
        let hits = self.asked(body, from).first_contacts(from, to)?;
        Ok(hits.first().copied())
    }

    /// Returns whether `body`, as it is without a skin, touches no triangle with its center at
    /// `position`, meters. A position that is not finite or too far away is not free.
    pub fn is_free(&self, body: Body, position: impl Into<DVec3>) -> bool {
        let at = position.into();
        check_move(at, at).is_ok() && self.asked(body, at).least_gap(at) > 0.0
    }

    /// Explains why `body` does or does not touch a triangle on its way; see
    /// [`CollisionMesh::explain`].
    pub fn explain(&self, body: Body, from: DVec3, to: DVec3, triangle: u32) -> Option<Explain> {
        let mesh = self.mesh_of(triangle)?;
        let own = triangle - mesh.first;
        match mesh.place {
            None => mesh.mesh.explain(body, from, to, own),
            Some(_) => explain_triangle(mesh.corners(own), &body, (from, to), triangle),
        }
    }

    /// The article's test of one mesh after the other; see [`CollisionMesh::article_move`].
    pub fn article_move(
        &self,
        test: impl Into<ArticleTest>,
        old: Vec3,
        new: Vec3,
        counters: &mut Counters,
    ) -> ArticleMove {
        self.correct_by_article(test.into(), [old, new], counters, None)
    }

    /// The article's test, as [`Obstacles::article_move`] makes it for a point that goes from the
    /// first place to the second. It hands over what was decided about each triangle that was asked,
    /// in turn: of the point where those before it have pushed it.
    pub fn article_move_noted(
        &self,
        test: impl Into<ArticleTest>,
        way: [Vec3; 2],
        counters: &mut Counters,
        mut noted: impl FnMut(ArticleExplain),
    ) -> ArticleMove {
        self.correct_by_article(test.into(), way, counters, Some(&mut noted))
    }

    fn correct_by_article(
        &self,
        test: ArticleTest,
        [old, new]: [Vec3; 2],
        counters: &mut Counters,
        mut noted: Option<&mut dyn FnMut(ArticleExplain)>,
    ) -> ArticleMove {
        let mut end = ArticleMove::straight_to(new);
        for mesh in &self.meshes {
            mesh.correct_by_article(test, old, &mut end, counters, &mut noted);
        }
        end
    }

    fn mesh_of(&self, triangle: u32) -> Option<&PlacedMesh<'a>> {
        self.meshes.iter().find(|mesh| mesh.holds(triangle))
    }
}
