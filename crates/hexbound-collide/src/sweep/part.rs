//! One of the meshes around a moving body: its nearby triangles, and those of them that no plane
//! separates from a move. These queries are in the mesh's own space; the contacts themselves are
//! computed in [`super`].

use super::{
    candidates::{CandidateSet, Margin, Places},
    contact_normal::{NearTriangle, POINT_RADIUS},
    crowd::{CrowdPath, DeepestWalk},
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
const SPARE: f32 = 0.4;

/// The number of listed triangles whose planes are tested with one unit of work.
const FILTERED_AT_ONCE: usize = 4;

/// The known triangles and planes of one mesh.
#[derive(Clone, Debug, Default)]
pub(super) struct MeshCandidates {
    candidates: CandidateSet,
    /// The planes that this mover has touched. The next mover begins without them, since within a graze
    /// they decide what stops the body.
    planes: SeparatingPlaneCache,
    /// The last sweep's bounds, kept for their allocation.
    bounds: Vec<ToiBound>,
}

#[derive(Debug)]
pub(super) struct Part<'a> {
    pub placed: PlacedMesh<'a>,
    /// The body for the test of the planes: the moving one, or a sphere around it in a tilted mesh.
    filter: Body,
    kept: Box<MeshCandidates>,
}

impl<'a> Part<'a> {
    /// Gathers the triangles that meet `region` for a new mover, unless they were kept. A mover with
    /// kept triangles will make more moves, so the region is extended by [`SPARE`] for those.
    pub(super) fn new(
        placed: PlacedMesh<'a>,
        body: &Body,
        region: Aabb,
        kept: Option<Box<MeshCandidates>>,
    ) -> Self {
        let spare = if kept.is_some() { SPARE } else { 0.0 };
        let mut part = Self {
            placed,
            filter: filter(placed, body),
            kept: kept.unwrap_or_default(),
        };
        let region = part.region_in_mesh(body, region);
        let candidates = &mut part.kept.candidates;
        candidates.begin(placed, &part.filter, region, spare);
        part
    }

    /// The candidates for the body's next mover, without the touched planes.
    pub(super) fn into_candidates(mut self) -> Box<MeshCandidates> {
        self.kept.planes = SeparatingPlaneCache::default();
        if self.kept.candidates.is_crowd() {
            self.kept.candidates = CandidateSet::default();
        }
        self.kept
    }

    /// Ensures that all triangles that meet `region` are gathered, in addition to those already there.
    /// Returns the number of gathered triangles.
    pub(super) fn extend_to(&mut self, body: &Body, region: Aabb) -> usize {
        let region = self.region_in_mesh(body, region);
        let candidates = &mut self.kept.candidates;
        candidates.extend_to(self.placed, &self.filter, region)
    }

    fn region_in_mesh(&self, body: &Body, region: Aabb) -> Aabb {
        match self.placed.placement {
            None => region,
            Some(place) => {
                let longer = self.filter.half_extents() - body.half_extents();
                place.region_in_mesh(region).grown(longer)
            }
        }
    }

    /// The gathered triangles that no plane separates from a move of the body's center, each with a
    /// lower bound of the fraction of its contact. If that is too much work, the result is one triangle
    /// with the bound 0.
    pub(super) fn toi_bounds(
        &mut self,
        from: DVec3,
        to: DVec3,
        counters: &mut Counters,
        work: &Work,
    ) -> Vec<ToiBound> {
        let path = self.path(from, to);
        let left = self.listed(Margin::BODY, path, counters, work);
        let mut bounds = std::mem::take(&mut self.kept.bounds);
        bounds.clear();
        let triangles = &self.kept.candidates.triangles;
        match left {
            None => bounds.push((0.0, triangles[0])),
            Some(left) if left.is_empty() => {}
            Some(left) => {
                let triangles = left.iter().map(|place| triangles[*place as usize]);
                let query = self.move_bounds(from, to);
                query.collect(triangles, &mut bounds, counters);
            }
        }
        bounds
    }

    /// The indices of the listed triangles that no plane separates from a path; `None` if that is too
    /// much work.
    #[inline]
    fn listed(
        &self,
        margin: Margin,
        path: CrowdPath,
        counters: &mut Counters,
        work: &Work,
    ) -> Option<Places> {
        let candidates = &self.kept.candidates;
        if !work.spend(candidates.triangles.len() / FILTERED_AT_ONCE) {
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

    /// The bounds of a move between positions in the world.
    pub(super) fn move_bounds(&self, from: DVec3, to: DVec3) -> MoveBounds<'_> {
        let path = self.path(from, to);
        let planes = (self.kept.planes).behind_move(path.body, path.from, path.to);
        MoveBounds {
            mesh: path.mesh,
            body: path.body,
            from: path.from,
            to: path.to,
            planes,
            touching: 1.0 - graze(path.body),
        }
    }

    /// The path of the body between positions in the world, in the mesh's own space.
    fn path(&self, from: DVec3, to: DVec3) -> CrowdPath<'_> {
        CrowdPath {
            mesh: self.placed.mesh,
            body: &self.filter,
            from: self.placed.point_in_mesh(from),
            to: self.placed.point_in_mesh(to),
        }
    }

    #[cfg(test)]
    pub(super) fn simulate_crowd(&mut self) {
        self.kept.candidates.simulate_crowd();
    }

    /// Returns whether too many triangles are near for a list, so that queries use the tree.
    #[inline]
    pub(super) fn is_crowd(&self) -> bool {
        self.kept.candidates.is_crowd()
    }

    /// The deepest overlaps of `body`, the moving one, at `position`, by triangle; at most `most`.
    pub(super) fn deepest(
        &self,
        body: &Body,
        position: DVec3,
        most: usize,
        work: &Work,
    ) -> Vec<(u32, Separation)> {
        let mut found = Vec::new();
        let deepest = DeepestWalk {
            placed: self.placed,
            body,
            position,
            path: self.path(position, position),
            most,
            found: &mut found,
            work,
        };
        deepest.run();
        found.sort_unstable_by_key(|(triangle, _)| *triangle);
        found
    }

    /// Keeps the data for the next sweep: the allocation of the bounds, and the touched planes.
    pub(super) fn keep(&mut self, bounds: Vec<ToiBound>, hits: &[Hit]) {
        self.kept.bounds = bounds;
        self.remember(hits);
    }

    /// Keeps the touched planes for the next sweep.
    pub(super) fn remember(&mut self, hits: &[Hit]) {
        for hit in hits {
            let normal = self.placed.normal_in_mesh(hit.normal);
            self.kept.planes.remember(normal);
        }
    }

    /// The triangles that the body at `position`, changed by `margin`, may touch, ascending. The result
    /// is empty if that is too much work.
    #[inline]
    pub(super) fn triangles_at(&self, position: DVec3, margin: Margin, work: &Work) -> Places {
        let margin = Margin {
            meters: margin.meters * self.placed.stretch(),
            ..margin
        };
        self.triangles_within(margin, self.path(position, position), work)
    }

    /// The triangles that a straight line may meet, ascending.
    pub(super) fn triangles_between(&self, from: DVec3, to: DVec3, work: &Work) -> Places {
        self.triangles_within(Margin::point(0.0), self.path(from, to), work)
    }

    #[inline]
    fn triangles_within(&self, margin: Margin, path: CrowdPath, work: &Work) -> Places {
        if self.is_crowd() {
            return path.triangles(margin, work);
        }
        let listed = self.listed(margin, path, &mut Counters::default(), work);
        let mut found = listed.unwrap_or_default();
        for place in &mut found {
            *place = self.kept.candidates.triangles[*place as usize];
        }
        found
    }
}

fn filter(placed: PlacedMesh, body: &Body) -> Body {
    (placed.placement).map_or(*body, |place| place.body_in_mesh(body))
}

/// The triangles of all parts that may pass through a point. One of them is `touched`.
pub(super) fn triangles_through<'p>(
    parts: &'p [Part],
    point: DVec3,
    touched: u32,
    work: &'p Work,
) -> impl Iterator<Item = NearTriangle> + use<'p> {
    let named = triangles_named(parts, point, work);
    named.map(move |(triangle, corners)| NearTriangle {
        corners,
        is_touched: triangle == touched,
    })
}

/// The triangles of all parts that may pass through a point, with their indices and their corners
/// relative to the point.
pub(super) fn triangles_named<'p>(
    parts: &'p [Part],
    point: DVec3,
    work: &'p Work,
) -> impl Iterator<Item = (u32, [DVec3; 3])> + use<'p> {
    parts.iter().flat_map(move |part| {
        let near = part.triangles_at(point, Margin::point(POINT_RADIUS as f32), work);
        near.into_iter().map(move |triangle| {
            let corners = part.placed.corners_from(triangle, point);
            (part.placed.first + triangle, corners)
        })
    })
}
