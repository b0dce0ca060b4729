//! The first contacts of a move toward a crowd.

use glam::{DVec3, Vec3};

use super::{
    super::{
        contact_normal::NearTriangle,
        first_contacts::{CROWD_GRAZE, FirstContacts, Front, Sweep, together_with},
        toi_bound::{MoveBounds, ToiBound},
    },
    SINK,
    path::{APART, CrowdPath, Extent},
};
use crate::{
    Counters,
    contact::{TriangleContact, separation_body_triangle},
    geom::Aabb,
    rounding::rounded_up,
    tree::{BestFirst, SweptAabb},
    work::{IN_CROWD, Work, test_work},
};

/// The number of times that contacts of a move may let the body pass; then it stops.
const MAX_WINDOWS: usize = 3;

/// The most directions away from triangles that are looked for: where these tell nothing, others don't.
const MAX_AWAY: usize = 16;

/// The part of a fraction by which single precision may be off.
const ROUNDING: f64 = 1e-6;

/// A move of a body toward a crowd.
pub(in super::super) struct MoveToward<'a> {
    pub sweep: Sweep<'a>,
    /// The same in the mesh's own space.
    pub bounds: MoveBounds<'a>,
    pub work: &'a Work,
}

/// The contacts of a move that are of interest, by their fractions of it.
#[derive(Clone, Copy, Debug)]
struct Window {
    /// Contacts up to here are known.
    after: f64,
    /// Contacts later than this come too late.
    latest: f64,
    /// What lies behind it is not touched before it is too late.
    front: Front,
}

impl MoveToward<'_> {
    /// Offers the first contacts, each with `around`; see [`Sweep::hit`]. The first contact is looked
    /// for, and then normals are asked for where it is: on and on while those let the body pass. Where the
    /// work is spent the move ends before what was not looked at.
    pub(in super::super) fn offer_first<I: IntoIterator<Item = NearTriangle>>(
        &self,
        contacts: &mut FirstContacts,
        counters: &mut Counters,
        around: impl Fn(DVec3, u32) -> I,
    ) {
        let length = (self.sweep.to - self.sweep.from).length();
        let mut after = f64::NEG_INFINITY;
        for _ in 0..MAX_WINDOWS {
            let latest = contacts.latest();
            let (touched, left) = self.first_touch(after, latest, counters);
            contacts.halt_at(&self.sweep, left);
            let Some((front, touch)) = touched.filter(|_| left.is_none()) else {
                return;
            };
            let near = together_with(together_with(touch, length), length);
            let window = Window {
                after,
                latest: near.min(latest),
                front,
            };
            let left = self.visit(window, &mut Counters::default(), |triangle, contact, _| {
                contacts.offer(&self.sweep, triangle, contact, |point| {
                    around(point, triangle)
                });
                (contacts.has_obstacle()).then(|| (*contacts.front(), contacts.latest()))
            });
            contacts.halt_at(&self.sweep, left);
            if contacts.has_obstacle() {
                return;
            }
            after = near;
        }
        contacts.stop_at_last();
    }

    /// The front of the first contact after the fraction `after`, or of one that comes a graze
    /// later, with a fraction by which both it and its bound have come, no later than `latest`. Beside
    /// it what is left.
    fn first_touch(
        &self,
        after: f64,
        latest: f64,
        counters: &mut Counters,
    ) -> (Option<(Front, f64)>, Option<ToiBound>) {
        let graze = CROWD_GRAZE / (self.sweep.to - self.sweep.from).length();
        let mut first = None;
        let window = Window {
            after,
            latest,
            front: Front::NONE,
        };
        let left = self.visit(window, counters, |_, contact, bound| {
            let front = Front::new(&self.sweep, contact.normal);
            // Bounds leave out a graze: a contact may come before its own.
            first = Some((front, contact.fraction.max(bound)));
            Some((front, contact.fraction - graze))
        });
        (first, left)
    }

    /// Hands over the contacts in a window, roughly nearest first. `visit` may narrow it: it gives the
    /// front of what was found, and the fraction after which no contact is of interest. It is also handed
    /// each contact's bound. What is left where the work is spent, and how late it is, comes back.
    fn visit(
        &self,
        window: Window,
        counters: &mut Counters,
        visit: impl FnMut(u32, TriangleContact, f64) -> Option<(Front, f64)>,
    ) -> Option<ToiBound> {
        let path = self.bounds.path();
        let start = path.from.as_vec3();
        // The tree works in single precision: the box is wider by as much as the start is rounded.
        let rounding = (start.as_dvec3() - path.from).abs().max_element() as f32;
        let half = path.body.half_extents() + Vec3::splat(2.0 * rounding);
        let mut walk = MoveWalk {
            crowd: self,
            path,
            swept: SweptAabb::new(start, (path.to - path.from).as_vec3(), half),
            window,
            counters,
            leaf: Vec::new(),
            away: None,
            missed: 0,
            visit,
        };
        walk.narrow(window.front, window.latest);
        let left = path.mesh.tree().best_first(&mut walk, self.work);
        left.map(|(measure, triangle)| (measure * (1.0 - ROUNDING), triangle))
    }
}

struct MoveWalk<'a, 's, F> {
    crowd: &'s MoveToward<'a>,
    path: CrowdPath<'a>,
    swept: SweptAabb,
    window: Window,
    counters: &'s mut Counters,
    leaf: Vec<ToiBound>,
    /// The direction away from the triangle that the exact test has passed last.
    away: Option<DVec3>,
    /// The number of times that such a direction was looked for.
    missed: usize,
    visit: F,
}

impl<F> MoveWalk<'_, '_, F> {
    /// Returns whether the body is not stopped by what is on a side: it keeps away in the window, or sinks
    /// in but a little on all of its way. In a mesh that has been scaled a little may be much.
    fn passes(&self, side: Option<Extent>) -> bool {
        let sink = match self.crowd.sweep.mesh.stretch() == 1.0 {
            true => SINK,
            false => 0.0,
        };
        let whole = self.crowd.bounds.path();
        side.is_some_and(|side| self.path.depth(side) < -APART || whole.depth(side) < sink)
    }

    /// The direction of the mesh's space from a triangle to the body at the start of its way.
    fn away_from(&self, triangle: u32) -> DVec3 {
        let sweep = self.crowd.sweep;
        let corners = sweep.mesh.corners_from(triangle, sweep.from);
        let separation = separation_body_triangle(sweep.body, corners);
        self.crowd.work.spend(test_work(sweep.body));
        sweep.mesh.normal_in_mesh(separation.normal)
    }

    /// Looks no further than the fraction `latest`, and not behind the front.
    fn narrow(&mut self, front: Front, latest: f64) {
        self.window.front = front;
        self.window.latest = latest.min(self.window.latest);
        let until = self.window.latest.clamp(0.0, 1.0);
        self.path.to = self.path.from + (self.crowd.bounds.to - self.path.from) * until;
    }
}

impl<F: FnMut(u32, TriangleContact, f64) -> Option<(Front, f64)>> BestFirst
    for MoveWalk<'_, '_, F>
{
    fn measure(&mut self, bounds: &Aabb) -> Option<f64> {
        let Window { latest, front, .. } = self.window;
        let enter = self.swept.enters(bounds, entered_by(latest))?;
        if front.hides_box(&self.crowd.sweep, bounds, latest) {
            return None;
        }
        let passes = self.passes(self.path.side_of_box(bounds));
        (!passes).then_some(f64::from(enter))
    }

    fn wants(&self, measure: f64) -> bool {
        measure <= f64::from(entered_by(self.window.latest))
    }

    fn take(&mut self, first: u32, count: u32) {
        let MoveToward {
            sweep,
            bounds,
            work,
        } = self.crowd;
        work.spend(count as usize * IN_CROWD);
        self.counters.asked += u64::from(count);
        self.counters.accepted += u64::from(count);
        self.leaf.clear();
        bounds.collect(first..first + count, &mut self.leaf, self.counters);
        let leaf = std::mem::take(&mut self.leaf);
        for &(bound, triangle) in &leaf {
            let Window {
                after,
                latest,
                front,
            } = self.window;
            let away = self.away.map(|away| self.path.side_along(triangle, away));
            if bound > latest || self.passes(away) || self.passes(self.path.side_of(triangle)) {
                continue;
            }
            match sweep.contact_before(&front, triangle, latest, work) {
                None if self.missed < MAX_AWAY => {
                    self.missed += 1;
                    self.away = Some(self.away_from(triangle));
                }
                None => {}
                Some(contact) if contact.fraction > after => {
                    if let Some((front, latest)) = (self.visit)(triangle, contact, bound) {
                        self.narrow(front, latest);
                    }
                }
                Some(_) => {}
            }
        }
        self.leaf = leaf;
    }
}

/// The fraction by which the boxes of what is touched at the fraction `latest` have been entered, whatever
/// single precision did to them.
fn entered_by(latest: f64) -> f32 {
    rounded_up(latest * (1.0 + ROUNDING))
}
