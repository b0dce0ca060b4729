//! One of the meshes around a moving body: the nearby triangles, and the filter of those that a plane
//! separates from a move. These queries are in the mesh's own space. The contacts themselves are
//! computed in [`super`].

use super::{
    candidates::{CandidateSet, IndexList, Margin},
    contact_normal::{NearTriangle, POINT_RADIUS},
    crowd::{BodyPath, DeepestSearch},
    first_contacts::Sweep,
    hit::Hit,
    separating_planes::{SeparatingPlaneCache, graze},
    toi_bound::{MoveBounds, ToiBound},
};
use crate::{
    Body, Counters,
    contact::Separation,
    geom::Aabb,
    placement::PlacedMesh,
    work::{LISTED_WORK, Work},
};
use glam::DVec3;

/// The distance beyond a move within which triangles are gathered for the moves after it, meters.
const SPARE_MARGIN: f32 = 0.4;

/// The number of listed triangles whose planes are tested for one unit of work.
const FILTERED_PER_WORK: usize = 4;

/// The known triangles and planes of one mesh.
#[derive(Clone, Debug, Default)]
pub(super) struct MeshCandidates {
    candidates: CandidateSet,
    /// The planes that this mover has touched. The next mover begins without them, since they decide
    /// about contacts within a graze.
    planes: SeparatingPlaneCache,
    /// The last sweep's bounds, kept for their allocation.
    bounds: Vec<ToiBound>,
}

#[derive(Debug)]
pub(super) struct Part<'a> {
    pub placed: PlacedMesh<'a>,
    /// The body that is tested against planes: the moving body, or a sphere around it in a tilted mesh.
    filter_body: Body,
    cache: Box<MeshCandidates>,
}

impl<'a> Part<'a> {
    /// Gathers the triangles that meet `region` for a new mover, unless they are in `cache`. A body with
    /// a cache will make more moves, so its region is extended by [`SPARE_MARGIN`].
    pub(super) fn new(
        placed: PlacedMesh<'a>,
        body: &Body,
        region: Aabb,
        cache: Option<Box<MeshCandidates>>,
    ) -> Self {
        let spare = if cache.is_some() { SPARE_MARGIN } else { 0.0 };
        let mut part = Self {
            placed,
            filter_body: filter_body(placed, body),
            cache: cache.unwrap_or_default(),
        };
        let region = part.region_in_mesh(body, region);
        let candidates = &mut part.cache.candidates;
        candidates.prepare(placed, &part.filter_body, region, spare);
        part
    }

    /// Returns the candidates for the body's next mover, without the touched planes.
    pub(super) fn into_candidates(mut self) -> Box<MeshCandidates> {
        self.cache.planes = SeparatingPlaneCache::default();
        if self.cache.candidates.is_crowd() {
            self.cache.candidates = CandidateSet::default();
        }
        self.cache
    }

    /// Ensures that all triangles that meet `region` are gathered, in addition to those already there.
    /// Returns the number of gathered triangles.
    pub(super) fn extend_to(&mut self, body: &Body, region: Aabb) -> usize {
        let region = self.region_in_mesh(body, region);
        let candidates = &mut self.cache.candidates;
        candidates.extend_to(self.placed, &self.filter_body, region)
    }

    fn region_in_mesh(&self, body: &Body, region: Aabb) -> Aabb {
        match self.placed.placement {
            None => region,
            Some(place) => {
                let longer = self.filter_body.half_extents() - body.half_extents();
                place.region_in_mesh(region).grown(longer)
            }
        }
    }

    /// The gathered triangles that no plane separates from a move of the body's center, each with a
    /// lower bound of its contact's fraction. If the work does not suffice, the result is one triangle
    /// with the bound 0.
    pub(super) fn toi_bounds(
        &mut self,
        from: DVec3,
        to: DVec3,
        counters: &mut Counters,
        work: &Work,
    ) -> Vec<ToiBound> {
        let path = self.path(from, to);
        let left = self.filtered(Margin::BODY, path, counters, work);
        let mut bounds = std::mem::take(&mut self.cache.bounds);
        bounds.clear();
        let triangles = &self.cache.candidates.triangles;
        match left {
            None => bounds.push((0.0, triangles[0])),
            Some(left) if left.is_empty() => {}
            Some(left) => {
                let triangles = left.iter().map(|index| triangles[*index as usize]);
                let query = self.move_bounds(from, to);
                query.collect(triangles, &mut bounds, counters);
            }
        }
        bounds
    }

    /// The positions in the list of the triangles that no plane separates from a path; `None` if the
    /// work does not suffice.
    #[inline]
    fn filtered(
        &self,
        margin: Margin,
        path: BodyPath,
        counters: &mut Counters,
        work: &Work,
    ) -> Option<IndexList> {
        let candidates = &self.cache.candidates;
        if !work.spend(candidates.triangles.len() / FILTERED_PER_WORK) {
            return None;
        }
        let left = candidates.filter(margin, path.from, path.to, counters);
        work.spend(left.len() * LISTED_WORK).then_some(left)
    }

    /// The sweep of the moving body through this mesh.
    pub(super) fn sweep<'s>(&'s self, body: &'s Body, from: DVec3, to: DVec3) -> Sweep<'s> {
        Sweep {
            mesh: self.placed,
            body,
            from,
            to,
        }
    }

    /// The move between two positions in the world, for the bounds of its contacts.
    pub(super) fn move_bounds(&self, from: DVec3, to: DVec3) -> MoveBounds<'_> {
        let path = self.path(from, to);
        let planes = (self.cache.planes).behind_move(path.body, path.from, path.to);
        MoveBounds {
            mesh: path.mesh,
            body: path.body,
            from: path.from,
            to: path.to,
            planes,
            touching_share: 1.0 - graze(path.body),
        }
    }

    /// The path of the body between two positions in the world, in the mesh's own space.
    fn path(&self, from: DVec3, to: DVec3) -> BodyPath<'_> {
        BodyPath {
            mesh: self.placed.mesh,
            body: &self.filter_body,
            from: self.placed.point_in_mesh(from),
            to: self.placed.point_in_mesh(to),
        }
    }

    #[cfg(test)]
    pub(super) fn simulate_crowd(&mut self) {
        self.cache.candidates.simulate_crowd();
    }

    /// Returns whether too many triangles are near for a list, so that queries use the tree.
    #[inline]
    pub(super) fn is_crowd(&self) -> bool {
        self.cache.candidates.is_crowd()
    }

    /// The deepest overlaps of the moving body at `position`, at most `limit`, in the order of their
    /// triangles.
    pub(super) fn deepest(
        &self,
        body: &Body,
        position: DVec3,
        limit: usize,
        work: &Work,
    ) -> Vec<(u32, Separation)> {
        let mut found = Vec::new();
        let deepest = DeepestSearch {
            placed: self.placed,
            body,
            position,
            path: self.path(position, position),
            limit,
            found: &mut found,
            work,
        };
        deepest.run();
        found.sort_unstable_by_key(|(triangle, _)| *triangle);
        found
    }

    /// Keeps the data for the next sweep: the allocation of the bounds, and the touched planes.
    pub(super) fn keep_for_next_sweep(&mut self, bounds: Vec<ToiBound>, hits: &[Hit]) {
        self.cache.bounds = bounds;
        self.remember_planes(hits);
    }

    /// Keeps the touched planes for the next sweep.
    pub(super) fn remember_planes(&mut self, hits: &[Hit]) {
        for hit in hits {
            let normal = self.placed.normal_in_mesh(hit.normal);
            self.cache.planes.remember(normal);
        }
    }

    /// The triangles that the body at `position`, changed by `margin`, may touch, in ascending order.
    /// The result is empty if the work does not suffice.
    #[inline]
    pub(super) fn triangles_at(&self, position: DVec3, margin: Margin, work: &Work) -> IndexList {
        let margin = Margin {
            meters: margin.meters * self.placed.stretch(),
            ..margin
        };
        self.triangles_within(margin, self.path(position, position), work)
    }

    /// The triangles that the segment between two positions may cross, in ascending order.
    pub(super) fn triangles_between(&self, from: DVec3, to: DVec3, work: &Work) -> IndexList {
        self.triangles_within(Margin::ball(0.0), self.path(from, to), work)
    }

    #[inline]
    fn triangles_within(&self, margin: Margin, path: BodyPath, work: &Work) -> IndexList {
        if self.is_crowd() {
            return path.triangles(margin, work);
        }
        let filtered = self.filtered(margin, path, &mut Counters::default(), work);
        let mut found = filtered.unwrap_or_default();
        for index in &mut found {
            *index = self.cache.candidates.triangles[*index as usize];
        }
        found
    }
}

fn filter_body(placed: PlacedMesh, body: &Body) -> Body {
    (placed.placement).map_or(*body, |place| place.body_in_mesh(body))
}

/// The triangles of all parts that may pass through a point. One of them is `touched`.
pub(super) fn triangles_through<'p>(
    parts: &'p [Part],
    point: DVec3,
    touched: u32,
    work: &'p Work,
) -> impl Iterator<Item = NearTriangle> + use<'p> {
    let near = corners_through(parts, point, work);
    near.map(move |(triangle, corners)| NearTriangle {
        corners,
        is_touched: triangle == touched,
    })
}

/// The indices of the triangles of all parts that may pass through a point, and their corners relative
/// to the point.
pub(super) fn corners_through<'p>(
    parts: &'p [Part],
    point: DVec3,
    work: &'p Work,
) -> impl Iterator<Item = (u32, [DVec3; 3])> + use<'p> {
    parts.iter().flat_map(move |part| {
        let near = part.triangles_at(point, Margin::ball(POINT_RADIUS as f32), work);
        near.into_iter().map(move |triangle| {
            let corners = part.placed.corners_from(triangle, point);
            (part.placed.first + triangle, corners)
        })
    })
}
