//! The sweep: the first contact of a body's move with the level.
//!
//! [`Mover::first_contacts`] reads from top to bottom, and so do the modules below it, in the order of
//! its steps:
//!
//! 1. `candidates`: the triangles near the move, and the single-precision filter of their planes;
//! 2. `separating_planes` and `toi_bound`: the triangles behind a plane touched before, and a lower
//!    bound of the fraction at which each other triangle is touched, in double precision;
//! 3. `first_contacts`: the exact test of [`contact`](crate::contact), earliest bound first, until no
//!    bound is earlier than the best contact;
//! 4. `contact_normal`: the normal that a contact on an edge or a vertex may use.
//!
//! A body may be among several meshes, some of them moved: each is a `part`. `whole_mesh` sweeps bodies
//! that move once, with the tree instead of a candidate set. `crowd` also uses the tree, if more
//! triangles are near than fit into a list. `journal` records the queries and results for explanations.

mod candidates;
mod contact_normal;
mod crowd;
mod first_contacts;
mod hit;
mod journal;
mod leaf_bounds;
mod part;

mod separating_planes;
mod toi_bound;
mod whole_mesh;

use glam::DVec3;

pub(crate) use hit::check_move;
pub use hit::{Hit, HitList, MoveError};
pub use journal::{
    GroundFound, GroundOutcome, Journal, JournalContact, JournalEntry, JournalLeg, JournalLimit,
    JournalRelease, JournalSlide, JournalSweep, LegTurn, NormalSource, Purpose, StepOutcome,
};

pub(crate) use candidates::Margin;

use crate::{
    Body, Counters,
    contact::{Separation, crosses_triangle, separation_body_triangle},
    geom::Aabb,
    placement::PlacedMesh,
    work::{LISTED_WORK, MAX_MOVE_WORK, Work, separation_work},
};
use crowd::CrowdSweep;
use first_contacts::{FirstContacts, latest_simultaneous};
use part::{MeshCandidates, Part, triangles_through};
use smallvec::SmallVec;
use toi_bound::sort_earliest;

/// The distance from the body within which [`Mover::least_gap`] finds triangles, meters.
const GAP_MARGIN: f32 = 1e-3;

/// A moving body with the triangles near it. A mover computes sweeps and overlaps, gathers triangles
/// again for another region, and counts the planes' decisions.
#[derive(Debug)]
pub struct Mover<'a> {
    /// The moving body. Another body would invalidate the data of the parts.
    body: Body,
    /// The counts of the planes' decisions in all sweeps so far.
    pub counters: Counters,
    /// The simultaneous first contacts that sweeps return.
    pub contacts: SimultaneousContacts,
    /// The meshes, in the order of their triangles' indices.
    parts: SmallVec<[Part<'a>; 1]>,
    /// The record of the queries so far, if there is one.
    journal: Option<Box<Journal>>,
    /// The remaining work of the last query. Untested triangles count as obstacles.
    pub(crate) work: Work,
}

/// The simultaneous first contacts that a sweep returns: all, or one (Terdiman, OPCODE).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SimultaneousContacts {
    /// All first contacts. A face is missing if its planes' bound, which may be a graze (a micrometer)
    /// late, exceeds the first fraction. The next leg of a slide begins there and finds the face.
    #[default]
    All,
    /// The earliest contact. Ties go to the lowest triangle index. A slide finds the others in its next
    /// legs.
    First,
}

/// The triangles near a body, kept from move to move, so that a move within the gathered region needs no
/// tree. The triangles are valid for one body and its meshes. A [`Mover`] of another body or mesh
/// gathers anew, so the cache never changes a result, not even its last bit.
#[derive(Clone, Debug, Default)]
pub struct CandidateCache(SmallVec<[Box<MeshCandidates>; 1]>);

impl<'a> Mover<'a> {
    /// Creates a mover of `body` without an additional skin, whose center is expected in `centers`.
    pub(crate) fn without_skin(
        meshes: &[PlacedMesh<'a>],
        body: Body,
        centers: Aabb,
        cache: CandidateCache,
    ) -> Self {
        let region = centers.grown(body.half_extents());
        let mut caches = cache.0.into_iter();
        let parts = meshes.iter();
        let parts = parts.map(|placed| Part::new(*placed, &body, region, caches.next()));
        Self {
            body,
            counters: Counters::default(),
            contacts: SimultaneousContacts::All,
            parts: parts.collect(),
            journal: None,
            work: Work::new(MAX_MOVE_WORK),
        }
    }

    /// The body that is swept: the moving body grown by its skin.
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// Returns the cache for the body's next mover.
    pub fn into_candidate_cache(self) -> CandidateCache {
        CandidateCache(self.parts.into_iter().map(Part::into_candidates).collect())
    }

    /// Gathers more triangles if `region`, meters, exceeds the gathered region.
    pub(crate) fn reserve(&mut self, region: Aabb) {
        for part in &mut self.parts {
            let gathered = part.extend_to(&self.body, region);
            self.work.spend(gathered * LISTED_WORK);
        }
    }

    /// The meshes around the body.
    pub(crate) fn meshes(&self) -> impl Iterator<Item = &PlacedMesh<'a>> {
        self.parts.iter().map(|part| &part.placed)
    }

    /// The first contacts of the body as its center moves from `from` to `to`, meters. Simultaneous
    /// contacts are in the order of their triangles, as far as [`Mover::contacts`] includes them. A move
    /// that is not finite or too far away is an error.
    pub fn first_contacts(&mut self, from: DVec3, to: DVec3) -> Result<HitList, MoveError> {
        self.work = Work::new(MAX_MOVE_WORK);
        self.sweep_on(from, to)
    }

    /// The first contacts as in [`Mover::first_contacts`], within the work of a larger query.
    pub(crate) fn sweep_on(&mut self, from: DVec3, to: DVec3) -> Result<HitList, MoveError> {
        check_move(from, to)?;
        let counters_before = self.journal_counters();
        let hits = self.sweep_checked(from, to);
        if let Some(before) = counters_before {
            self.record(|mover| JournalEntry::Sweep(mover.sweep_entry((from, to), &hits, before)));
        }
        Ok(hits)
    }

    /// The first contacts of a validated move, without an entry in the journal.
    pub(crate) fn sweep_checked(&mut self, from: DVec3, to: DVec3) -> HitList {
        let length = (to - from).length();
        if length == 0.0 {
            return HitList::new();
        }
        self.counters.sweeps += 1;
        if !self.work.start_share()
            && let Some(part) = self.parts.first()
        {
            let sweep = part.sweep(&self.body, from, to);
            return HitList::from_iter([sweep.halt(0.0, None)]);
        }
        // All meshes gather before any test: a contact depends on the triangles around it in the others.
        self.reserve(self.body.swept_bounds(from.as_vec3(), to.as_vec3()));
        let mut hits = match self.parts.len() {
            1 => self.sweep_part(0, from, to, f64::INFINITY),
            _ => self.sweep_parts(from, to, length),
        };
        if self.contacts == SimultaneousContacts::First {
            let earlier = |a: &Hit, b: &Hit| a.fraction.total_cmp(&b.fraction);
            hits = hits.into_iter().min_by(earlier).into_iter().collect();
        }
        for hit in &hits {
            self.counters.count_feature(hit.feature);
        }
        hits
    }

    /// The first contacts with any of several meshes.
    #[inline(never)]
    fn sweep_parts(&mut self, from: DVec3, to: DVec3, length: f64) -> HitList {
        let mut hits = HitList::new();
        let mut first = f64::INFINITY;
        for index in 0..self.parts.len() {
            let found = self.sweep_part(index, from, to, first);
            first = found.iter().map(|hit| hit.fraction).fold(first, f64::min);
            hits.extend(found);
        }
        let latest = latest_simultaneous(first, length);
        hits.retain(|hit| hit.fraction <= latest);
        hits
    }

    /// The first contacts with one of the meshes, if they come no later than about `first`. The exact
    /// test runs in the order of the bounds, until the next bound comes after the first contacts found.
    fn sweep_part(&mut self, index: usize, from: DVec3, to: DVec3, first: f64) -> HitList {
        if self.parts[index].is_crowd() {
            return self.sweep_crowd(index, from, to, first);
        }
        let work = &self.work;
        let mut bounds = self.parts[index].toi_bounds(from, to, &mut self.counters, work);
        let sweep = self.parts[index].sweep(&self.body, from, to);
        let mut contacts = FirstContacts::new((to - from).length(), first);
        let mut sorted = 0;
        for next in 0..bounds.len() {
            if next == sorted {
                sorted = sort_earliest(&mut bounds, next);
            }
            let (bound, triangle) = bounds[next];
            let latest = contacts.latest();
            if bound > latest {
                break;
            }
            if work.is_spent() {
                contacts.halt_at(&sweep, Some((bound, triangle)));
                break;
            }
            if let Some(contact) = sweep.contact_before(contacts.front(), triangle, latest, work) {
                let touched = sweep.mesh.first + triangle;
                let around = |point| triangles_through(&self.parts, point, touched, work);
                contacts.offer(&sweep, triangle, contact, around);
            }
        }
        let hits = contacts.finish(&sweep, work);
        self.parts[index].keep_for_next_sweep(bounds, &hits);
        hits
    }

    /// The first contacts as in [`Mover::sweep_part`], by a search of the tree for the nearest triangles
    /// among very many.
    #[inline(never)]
    fn sweep_crowd(&mut self, index: usize, from: DVec3, to: DVec3, first: f64) -> HitList {
        let sweep = self.parts[index].sweep(&self.body, from, to);
        let work = &self.work;
        let bounds = self.parts[index].move_bounds(from, to);
        let mut contacts = FirstContacts::new((to - from).length(), first);
        let counters = &mut self.counters;
        CrowdSweep::run(sweep, bounds, &mut contacts, counters, work, &self.parts);
        let hits = contacts.finish(&sweep, work);
        self.parts[index].remember_planes(&hits);
        hits
    }

    /// Calls `visit` with the triangles that the body at `position`, changed by `margin`, may touch, and
    /// the separation of each.
    pub(crate) fn separations_at(
        &mut self,
        position: DVec3,
        margin: Margin,
        mut visit: impl FnMut(u32, Separation),
    ) {
        self.reserve_at(position, margin);
        let work = Work::new(u32::MAX);
        for part in &self.parts {
            self.separations_in(part, position, margin, &work, &mut visit);
        }
    }

    /// Calls `visit` with the triangles that the body at `position` may overlap, and the separation of
    /// each. From a crowd, `visit` receives only the deepest `limit`. Returns whether the work was
    /// enough for all of them.
    pub(crate) fn deepest_at(
        &mut self,
        position: DVec3,
        limit: usize,
        mut visit: impl FnMut(u32, Separation),
    ) -> bool {
        if !self.work.start_share() {
            return false;
        }
        self.reserve_at(position, Margin::BODY);
        let work = &self.work;
        for part in &self.parts {
            match part.is_crowd() {
                true => (part.deepest(&self.body, position, limit, work).into_iter())
                    .for_each(|(triangle, separation)| visit(triangle, separation)),
                false => self.separations_in(part, position, Margin::BODY, work, &mut visit),
            }
        }
        !work.is_spent()
    }

    fn separations_in(
        &self,
        part: &Part,
        position: DVec3,
        margin: Margin,
        work: &Work,
        visit: &mut impl FnMut(u32, Separation),
    ) {
        for triangle in part.triangles_at(position, margin, work) {
            if !work.spend(separation_work(&self.body)) {
                return;
            }
            let corners = part.placed.corners_from(triangle, position);
            let separation = separation_body_triangle(&self.body, corners);
            visit(part.placed.first + triangle, separation);
        }
    }

    /// Simulates a crowd of triangles of all meshes.
    #[cfg(test)]
    pub(crate) fn simulate_crowd(&mut self) {
        self.parts.iter_mut().for_each(Part::simulate_crowd);
    }

    /// Returns whether the planes reject every triangle for the body at `position`, changed by `margin`.
    /// In a crowd the body must nowhere be deeper than a crowd lets it sink.
    pub(crate) fn is_separated_at(&mut self, position: DVec3, margin: Margin) -> bool {
        if !self.work.start_share() {
            return false;
        }
        self.reserve_at(position, margin);
        let (work, mut parts) = (&self.work, self.parts.iter());
        let is_separated = parts.all(|part| match part.is_crowd() {
            true => (part.deepest(&self.body, position, 1, work)).is_empty(),
            false => (part.triangles_at(position, margin, work)).is_empty(),
        });
        is_separated && !work.is_spent()
    }

    /// Returns whether the segment between two positions, meters, crosses a triangle from one side to
    /// the other. Returns `true` if that is too much work to compute. The positions must be in the
    /// gathered region.
    pub(crate) fn is_crossed(&self, from: DVec3, to: DVec3) -> bool {
        if !self.work.start_share() {
            return true;
        }
        let is_crossed = self.parts.iter().any(|part| {
            let near = part.triangles_between(from, to, &self.work);
            near.into_iter().any(|triangle| {
                let corners = part.placed.corners_from(triangle, from);
                crosses_triangle(to - from, corners)
            })
        });
        is_crossed || self.work.is_spent()
    }

    fn reserve_at(&mut self, position: DVec3, margin: Margin) {
        let at = position.as_vec3();
        self.reserve(self.body.grown_by(margin.meters).swept_bounds(at, at));
    }

    /// The separation of the body at `position` from a triangle that this mover has returned.
    pub(crate) fn separation(&self, triangle: u32, position: DVec3) -> Separation {
        let mesh = self.meshes().find(|mesh| mesh.contains(triangle));
        let mesh = mesh.expect("a triangle that this mover has named");
        let corners = mesh.corners_from(triangle - mesh.first, position);
        separation_body_triangle(&self.body, corners)
    }

    /// The least [`Separation::gap`] of the body at `position` to a triangle, negative in an overlap.
    /// The gap is infinite if nothing is within a millimeter of the body.
    pub(crate) fn least_gap(&mut self, position: DVec3) -> f64 {
        let margin = Margin {
            meters: GAP_MARGIN,
            ..Margin::BODY
        };
        let mut least = f64::INFINITY;
        self.separations_at(position, margin, |_, separation| {
            least = least.min(separation.gap);
        });
        least
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;
    use proptest::prelude::*;

    use super::separating_planes::GRAZE;
    use super::*;
    use crate::{
        Character, CollisionMesh, Obstacles, SlideRule,
        test_meshes::{self, floor, upright},
    };

    #[test]
    fn a_body_needs_room() {
        let mesh = floor();
        let body = Body::ellipsoid(0.4, 0.9).unwrap();
        assert!(!mesh.is_free(body, DVec3::new(4.0, 0.89, 4.0)));
        assert!(mesh.is_free(body, DVec3::new(4.0, 0.91, 4.0)));
    }

    const SENSELESS: [f64; 5] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e155, -1.1e6];

    #[test]
    fn moves_that_make_no_sense_are_errors() {
        let (mesh, body) = (floor(), Body::sphere(0.5).unwrap());
        let mut mover = Obstacles::from(&mesh).bare_mover(body, DVec3::Y);
        for bad in SENSELESS {
            for axis in DVec3::AXES {
                let there = DVec3::Y + axis * bad;
                assert!(mover.first_contacts(DVec3::Y, there).is_err(), "{there}");
                assert!(mover.first_contacts(there, DVec3::Y).is_err(), "{there}");
                let slide = mover.slide(DVec3::Y, axis * bad, SlideRule::Free);
                assert!(slide.is_err(), "{there}");
                assert!(mesh.sweep(body, DVec3::Y, there).is_err(), "{there}");
                assert!(mesh.explain(body, DVec3::Y, there, 0).is_none(), "{there}");
                let release = mover.release(there);
                assert!((release.pushes, release.after) == (0, 0.0), "{there}");
                assert!(!mesh.is_free(body, there), "{there}");
            }
        }
        assert_eq!(mover.first_contacts(DVec3::Y, DVec3::Y).unwrap().len(), 0);
    }

    #[test]
    fn a_senseless_step_leaves_the_character_as_it_was() {
        let mesh = floor();
        let mut character = Character::new(Body::ellipsoid(0.4, 0.9).unwrap(), Vec3::Y);
        for (velocity, seconds) in [
            (Vec3::X * f32::NAN, 0.01),
            (Vec3::X * f32::INFINITY, 0.01),
            (Vec3::X * 1e30, 0.01),
            (Vec3::X, f32::NAN),
            (Vec3::X, f32::INFINITY),
        ] {
            assert!(character.step(&mesh, velocity, seconds).is_err());
            assert_eq!(character.position, Vec3::Y);
            assert_eq!(character.vertical_speed, 0.0);
        }
        for _ in 0..60 {
            character.step(&mesh, Vec3::X, 1.0 / 60.0).unwrap();
        }
        assert!(character.ground.is_some() && (character.position.x - 1.0).abs() < 0.01);
    }

    /// The quadratic equations of textbooks subtract squares that differ only in their last digits here,
    /// and miss the edge.
    #[test]
    fn a_ball_of_a_millimeter_meets_an_edge_from_a_hundred_kilometers_away() {
        const RADIUS: f64 = 1e-3;
        let sheet = [(0.0, -6.0), (0.0, -10.0), (2.5, -10.0), (2.5, -6.0)];
        let sheet = sheet.map(|(y, z)| Vec3::new(0.0, y, z));
        let mesh = CollisionMesh::build(&sheet, &[[0, 1, 2], [0, 2, 3]]).unwrap();
        let ball = Body::sphere(RADIUS as f32).unwrap();
        for throw in -9_i32..=9 {
            let aside = RADIUS * 0.1 * f64::from(throw);
            let height = 1.2 + 0.06 * f64::from(throw);
            let from = DVec3::new(aside, height, 9e4 + 1e3 * f64::from(throw));
            let to = from.with_z(-11.0);
            let hit = mesh.sweep(ball, from, to).unwrap().unwrap();
            let end = from.lerp(to, hit.fraction).z;
            let right = -6.0 + (RADIUS * RADIUS - aside * aside).sqrt();
            assert!((end - right).abs() < 1e-4, "{end} instead of {right}");
        }
    }

    /// A slide that turns the motion by the last wall alone turns it into the other wall, and stays.
    #[test]
    fn a_body_that_is_pressed_into_a_groove_slides_along_it() {
        let (front, back) = (Vec3::new(0.0, 2.4, -1.0), Vec3::new(0.0, 0.3, -8.5));
        let [left, right] = [-0.8, 0.8].map(|side| Vec3::new(side, 2.2, 0.0));
        let corners = [front, back].map(|end| [end + left, end, end + right]);
        let corners = corners.concat();
        let walls = [[0, 1, 4], [0, 4, 3], [1, 2, 5], [1, 5, 4]];
        let mesh = CollisionMesh::build(&corners, &walls).unwrap();
        let body = Body::ellipsoid(0.4, 0.9).unwrap();
        let start = DVec3::new(0.1, 4.5, -2.5);
        let down = DVec3::NEG_Y * 2.5;
        let mut at = start;
        for _ in 0..42 {
            let mut mover = Obstacles::from(&mesh).bare_mover(body, at);
            at = mover.slide(at, down, SlideRule::Free).unwrap().position;
        }
        assert!(start.z - at.z > 3.0, "{at}");
    }

    /// Ten kilometers straight down stop on the floor to a micrometer, with the smallest body and
    /// with the largest.
    #[test]
    fn long_moves_and_bodies_at_the_limits_stop_where_they_should() {
        let mesh = floor();
        for radius in [Body::MIN_EXTENT, 0.4, Body::MAX_EXTENT] {
            let body = Body::sphere(radius).unwrap();
            let (from, to) = (DVec3::Y * 1e4, DVec3::Y * -1e4);
            let hit = mesh.sweep(body, from, to).unwrap().unwrap();
            let height = from.lerp(to, hit.fraction).y - f64::from(radius);
            assert!(height.abs() < 1e-6, "{radius}: {height}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        /// The mover's sweep and the whole mesh's find the same first contact, also on ground whose
        /// triangles share edges and vertices. Many moves aim at those vertices.
        #[test]
        fn both_sweeps_are_one(
            soup in test_meshes::soup(), heights in prop::collection::vec(0..4, 25), aim in 0..25_usize,
            from in test_meshes::point(9.0), to in test_meshes::point(9.0), beyond in 0.5_f32..1.5, kind in 0..4,
        ) {
            one_first_contact(&soup, upright(kind), from, to)?;
            let ground = hills(&heights);
            let from = (from / 3.0).with_y(from.y.abs() / 3.0);
            let to = from + (corner_of_hills(&heights, aim) - from) * beyond;
            one_first_contact(&ground, upright(kind), from, to)?;
        }

        /// A body that is pushed over hills takes the same path, to the last bit, with and without a
        /// cache. So does a body in the part of the mesh around the move, in the mesh's order.
        #[test]
        fn neither_a_cache_nor_a_part_in_order_changes_a_bit(
            heights in prop::collection::vec(0..4, 25), from in test_meshes::point(1.5),
            deltas in prop::collection::vec(test_meshes::point(0.05), 40..80), kind in 0..4,
        ) {
            let (mesh, body) = (hills(&heights), upright(kind));
            let mut cache = CandidateCache::default();
            let mut at = from.with_y(-1.2).as_dvec3();
            let mut touched = DVec3::ZERO;
            for delta in deltas {
                // Every other move goes along what was touched last, as walking does.
                let wish = match touched == DVec3::ZERO {
                    true => (delta - Vec3::Y * 0.03).as_dvec3(),
                    false => delta.as_dvec3().reject_from(touched),
                };
                let centers = Aabb::new(at.as_vec3(), at.as_vec3()).grown(Vec3::splat(0.5));
                let slide = |mover: &mut Mover| mover.slide(at, wish, SlideRule::Free).unwrap();
                let mut resumed = Mover::new(&mesh, body, centers, cache);
                let one = slide(&mut Mover::new(&mesh, body, centers, CandidateCache::default()));
                let other = slide(&mut resumed);
                prop_assert_eq!((one.position, &one.hits), (other.position, &other.hits));
                let region = body.swept_bounds(at.as_vec3(), at.as_vec3()).grown(Vec3::splat(0.6));
                let near = mesh.triangles_near(region);
                if !near.is_empty() {
                    let corners: Vec<Vec3> = near.iter().flat_map(|it| mesh.corners(*it)).collect();
                    let triangles = test_meshes::numbered(near.len());
                    let part = CollisionMesh::build_in_order(&corners, &triangles).unwrap();
                    let other = slide(&mut Mover::new(&part, body, centers, CandidateCache::default()));
                    let named = other.hits.iter().map(|hit| Hit {
                        triangle: near[hit.triangle as usize],
                        ..*hit
                    });
                    let hits = named.collect::<HitList>();
                    prop_assert_eq!((one.position, &one.hits), (other.position, &hits));
                }
                touched = match touched == DVec3::ZERO {
                    true => one.hits.last().map_or(DVec3::ZERO, |hit| hit.normal),
                    false => DVec3::ZERO,
                };
                // Bodies are kept in single precision, and may begin a little deep.
                at = one.position.as_vec3().as_dvec3();
                cache = resumed.into_candidate_cache();
            }
        }
    }

    fn corner_of_hills(heights: &[i32], k: usize) -> Vec3 {
        let height = heights[k] as f32 * 0.25 - 3.0;
        Vec3::new((k / 5) as f32 - 2.0, height, (k % 5) as f32 - 2.0)
    }

    /// A hilly ground of 32 triangles that share edges and vertices.
    fn hills(heights: &[i32]) -> CollisionMesh {
        test_meshes::grid(4, |[x, z]| corner_of_hills(heights, (x * 5 + z) as usize))
    }

    /// Checks that both sweeps find one first contact. Two contacts within a graze of each other may
    /// come in either order: their depths then differ by less than two grazes.
    fn one_first_contact(
        mesh: &CollisionMesh,
        body: Body,
        from: Vec3,
        to: Vec3,
    ) -> Result<(), TestCaseError> {
        let (from, to) = (from.as_dvec3(), to.as_dvec3());
        let hits = (Obstacles::from(mesh).bare_mover(body, from)).first_contacts(from, to);
        let hits = hits.unwrap();
        let earlier = |a: &Hit, b: &Hit| a.fraction.total_cmp(&b.fraction);
        let first = hits.into_iter().min_by(earlier);
        let whole = mesh.sweep(body, from, to).unwrap();
        prop_assert_eq!(whole.is_some(), first.is_some());
        if let (Some(whole), Some(first)) = (whole, first) {
            if whole.triangle == first.triangle {
                prop_assert_eq!((whole.fraction, whole.point), (first.fraction, first.point));
                prop_assert!((whole.normal - first.normal).length() < 1e-9);
            }
            let deeper = (to - from) * (whole.fraction - first.fraction);
            let depth = deeper.dot(whole.normal).abs();
            prop_assert!(depth < 2.0 * GRAZE, "{whole:?} {first:?}");
        }
        Ok(())
    }
}
