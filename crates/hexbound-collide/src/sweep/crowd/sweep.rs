//! The first contacts of a move toward a crowd.

use glam::Vec3;

use super::{
    super::{
        first_contacts::{FirstContacts, Sweep},
        part::{Part, triangles_through},
        toi_bound::{MoveBounds, ToiBound},
    },
    CROWD_SINK,
    path::{APART_DISTANCE, BodyPath},
};
use crate::{
    Counters,
    geom::Aabb,
    rounding::rounded_up,
    tree::{BestFirst, SweptAabb},
    work::{CROWD_WORK, Work},
};

/// The largest error of a fraction in single precision, as a share of the fraction.
const FRACTION_ERROR: f64 = 1e-6;

/// The sweep of a body toward a crowd.
pub(in super::super) struct CrowdSweep<'a, 's> {
    sweep: Sweep<'a>,
    /// The move in the mesh's own space.
    bounds: MoveBounds<'a>,
    swept: SweptAabb,
    contacts: &'s mut FirstContacts,
    counters: &'s mut Counters,
    work: &'a Work,
    leaf: Vec<ToiBound>,
    /// All meshes: a contact depends on the triangles around it.
    parts: &'s [Part<'a>],
}

impl<'a, 's> CrowdSweep<'a, 's> {
    /// Offers the first contacts. If the work is spent, the move ends before the first untested
    /// triangle.
    pub(in super::super) fn run(
        sweep: Sweep<'a>,
        bounds: MoveBounds<'a>,
        contacts: &'s mut FirstContacts,
        counters: &'s mut Counters,
        work: &'a Work,
        parts: &'s [Part<'a>],
    ) {
        let start = bounds.from.as_vec3();
        // The tree works in single precision: the box is widened by the rounding of the start.
        let rounding = (start.as_dvec3() - bounds.from).abs().max_element() as f32;
        let half = bounds.body.half_extents() + Vec3::splat(2.0 * rounding);
        let swept = SweptAabb::new(start, (bounds.to - bounds.from).as_vec3(), half);
        let mut search = Self {
            sweep,
            bounds,
            swept,
            contacts,
            counters,
            work,
            leaf: Vec::new(),
            parts,
        };
        let left = sweep.mesh.mesh.tree().best_first(&mut search, work);
        let left = left.map(|(measure, triangle)| (measure * (1.0 - FRACTION_ERROR), triangle));
        search.contacts.halt_at(&sweep, left);
    }

    /// Returns whether the triangles in a box do not stop the body. The body keeps away until its first
    /// contact, or sinks in by less than [`CROWD_SINK`] on its whole path. In a scaled mesh, no sink is
    /// allowed.
    fn passes(&self, bounds: &Aabb) -> bool {
        let is_scaled = self.sweep.mesh.stretch() != 1.0;
        let sink = if is_scaled { 0.0 } else { CROWD_SINK };
        let whole = self.bounds.path();
        let until = self.contacts.latest().clamp(0.0, 1.0);
        let path = BodyPath {
            to: whole.from + (whole.to - whole.from) * until,
            ..whole
        };
        (path.supporting_plane(bounds))
            .is_some_and(|plane| path.depth(plane) < -APART_DISTANCE || whole.depth(plane) < sink)
    }
}

impl BestFirst for CrowdSweep<'_, '_> {
    fn measure(&mut self, bounds: &Aabb) -> Option<f64> {
        let latest = self.contacts.latest();
        let enter = self.swept.enters(bounds, latest_entry(latest))?;
        let is_hidden = (self.contacts.front()).hides_box(&self.sweep, bounds, latest);
        (!is_hidden && !self.passes(bounds)).then_some(f64::from(enter))
    }

    fn wants(&self, measure: f64) -> bool {
        measure <= f64::from(latest_entry(self.contacts.latest()))
    }

    fn visit_leaf(&mut self, first: u32, count: u32) {
        self.work.spend(count as usize * CROWD_WORK);
        self.counters.asked += u64::from(count);
        self.counters.accepted += u64::from(count);
        self.leaf.clear();
        (self.bounds).collect(first..first + count, &mut self.leaf, self.counters);
        for &(bound, triangle) in &self.leaf {
            let (front, latest) = (self.contacts.front(), self.contacts.latest());
            if bound <= latest
                && let Some(contact) =
                    (self.sweep).contact_before(front, triangle, latest, self.work)
            {
                let touched = self.sweep.mesh.first + triangle;
                let around = |point| triangles_through(self.parts, point, touched, self.work);
                self.contacts.offer(&self.sweep, triangle, contact, around);
            }
        }
    }
}

/// The latest fraction, rounded up to single precision, at which a body enters the box of a triangle
/// that it touches no later than `latest`.
fn latest_entry(latest: f64) -> f32 {
    rounded_up(latest * (1.0 + FRACTION_ERROR))
}
