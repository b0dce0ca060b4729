//! The questions about places where very many triangles are near: a list of them would cost more
//! than to ask the tree each time, the nearest boxes first. The answers are those of the lists.

use std::cell::Cell;

use glam::{DVec3, Vec3};
use smallvec::SmallVec;

use super::{
    candidates::Margin,
    contact_normal::NearTriangle,
    first_contacts::{FirstContacts, Front, Sweep, together_with},
    separating_planes::GRAZE,
    toi_bound::{MoveBounds, ToiBound},
};
use crate::{
    Body, BodyShape, CollisionMesh, Counters,
    contact::{Separation, TriangleContact, separation_body_triangle},
    geom::Aabb,
    placement::PlacedMesh,
    rounding::rounded_up,
    tree::{BestFirst, SweptAabb},
};

/// A box this far from a body, meters, is apart from it: more than contacts are wide.
const APART: f64 = 1e-6;

/// A body may sink so deep into a crowd, meters, before it is stopped: half of what a release leaves.
const SINK: f64 = 5e-5;

/// The number of times that contacts of a move may let the body pass; then it stops.
const MAX_WINDOWS: usize = 3;

/// A triangle is among the deepest if it is deeper than the last of them by more than this, meters.
const DEEPER: f64 = 1e-7;

/// A body on its way through a mesh's own space.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodyPath<'a> {
    pub mesh: &'a CollisionMesh,
    pub body: &'a Body,
    pub from: DVec3,
    pub to: DVec3,
}

impl BodyPath<'_> {
    /// The triangles that no plane keeps away from the path of the body, changed by `margin`; by
    /// index, and no more than about `most`.
    pub(super) fn triangles(
        self,
        margin: Margin,
        most: usize,
        asked: &Cell<usize>,
    ) -> SmallVec<[u32; 32]> {
        let mut near = Near {
            asked,
            path: self,
            margin,
            most,
            region: self.region(margin),
            found: SmallVec::new(),
        };
        match margin.reach == 0.0 {
            // A path alone fills its box: shapes tell no more.
            true => self.mesh.tree().gather(near.region, |first, count| {
                near.take(first, count);
                near.wants(0.0)
            }),
            false => self.mesh.tree().best_first(&mut near),
        }
        near.found.sort_unstable();
        near.found
    }

    /// The box around the path of the body, changed by `margin`.
    fn region(&self, margin: Margin) -> Aabb {
        let half = self.body.half_extents() * margin.reach + margin.meters;
        let (low, high) = (self.from.min(self.to), self.from.max(self.to));
        let region = Aabb::new(low.as_vec3(), high.as_vec3());
        let rounding = region.min.abs().max(region.max.abs()) * f32::EPSILON;
        region.grown(half + rounding + APART as f32)
    }

    /// The direction from a triangle's middle to the path, along which the triangle reaches so far.
    fn triangle_support(&self, triangle: u32) -> Option<(DVec3, f64)> {
        let corners = self.mesh.corners_f64(triangle);
        let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
        let normal = self.nearest_to(middle, middle)?;
        Some(self.support_along(triangle, normal))
    }

    /// A normal, and how far a triangle reaches along it, meters.
    fn support_along(&self, triangle: u32, normal: DVec3) -> (DVec3, f64) {
        let [a, b, c] = (self.mesh.corners_f64(triangle)).map(|corner| normal.dot(corner));
        (normal, a.max(b).max(c))
    }

    /// A unit normal along which a box and the body at about the nearest position on its path are
    /// furthest apart, roughly.
    fn nearest_to(&self, min: DVec3, max: DVec3) -> Option<DVec3> {
        let motion = self.to - self.from;
        let middle = (min + max) * 0.5 - self.from;
        // By the body's own measure: a tall one is nearer above and below.
        let measure = self.body.half_extents().as_dvec3();
        let measure = (measure * measure).recip();
        let nearest = (middle * measure).dot(motion);
        let nearest = nearest / (motion * measure).dot(motion).max(f64::MIN_POSITIVE);
        let position = self.from + motion * nearest.clamp(0.0, 1.0);
        let offset = position - position.clamp(min, max);
        apart_along(self.body, offset).try_normalize()
    }

    /// The least coordinate of the body, changed by `margin`, along a unit normal on its path, meters.
    fn lowest(&self, normal: DVec3, margin: Margin) -> f64 {
        let reach = self.body.reach(normal) * f64::from(margin.reach) + f64::from(margin.meters);
        normal.dot(self.from).min(normal.dot(self.to)) - reach
    }

    /// Returns whether a triangle's planes let the body, changed by `margin`, touch it on its path.
    fn may_touch(&self, triangle: u32, margin: Margin) -> bool {
        let prism = self.mesh.prism(triangle);
        (0..4).all(|lane| {
            let slab = prism.slab(lane);
            let normal = slab.normal.as_dvec3();
            let reach = match margin.reach == 0.0 {
                true => 0.0,
                false => self.body.reach(normal) * f64::from(margin.reach),
            };
            let reach = reach + f64::from(margin.meters) + APART;
            let (old, new) = (normal.dot(self.from), normal.dot(self.to));
            old.max(new) >= f64::from(slab.min) - reach
                && old.min(new) <= f64::from(slab.max) + reach
        })
    }

    /// The least depth, meters, of the body at its start between the planes of a triangle.
    fn depth_between_planes(&self, triangle: u32) -> f64 {
        let prism = self.mesh.prism(triangle);
        let depths = (0..4).map(|lane| {
            let slab = prism.slab(lane);
            let normal = slab.normal.as_dvec3();
            let at = normal.dot(self.from);
            let inside = (at - f64::from(slab.min)).min(f64::from(slab.max) - at);
            inside + self.body.reach(normal)
        });
        depths.fold(f64::INFINITY, f64::min)
    }

    /// A direction from a box to the path, along which the box reaches so far. `None` where the path goes
    /// through the box.
    fn box_support(&self, bounds: &Aabb) -> Option<(DVec3, f64)> {
        let (min, max) = (bounds.min.as_dvec3(), bounds.max.as_dvec3());
        let normal = self.nearest_to(min, max)?;
        let corner = DVec3::select(normal.cmpge(DVec3::ZERO), max, min);
        Some((normal, normal.dot(corner)))
    }

    /// Returns whether the body, changed by `margin`, keeps away from what has that support.
    fn is_apart(&self, support: Option<(DVec3, f64)>, margin: Margin) -> bool {
        support.is_some_and(|(normal, support)| self.lowest(normal, margin) - support > APART)
    }
}

/// A direction along which a body, with its center at `offset` from a point, is far from the point, or
/// little deep. Any direction tells the truth; this one tells most.
fn apart_along(body: &Body, offset: DVec3) -> DVec3 {
    let half = body.half_extents().as_dvec3();
    match body.shape() {
        BodyShape::Ellipsoid { .. } => offset / (half * half),
        BodyShape::Capsule { half_height, .. } => {
            let half_height = f64::from(half_height);
            offset.with_y(offset.y - offset.y.clamp(-half_height, half_height))
        }
        BodyShape::Box { .. } => {
            let outside = offset - offset.clamp(-half, half);
            match outside == DVec3::ZERO {
                false => outside,
                true => axis_of_greatest(offset, offset.abs() - half),
            }
        }
        BodyShape::Cylinder { .. } => {
            let level = offset.with_y(0.0);
            let depths = DVec3::new(level.length(), offset.y.abs(), 0.0) - half.with_z(1.0);
            let outside = level.normalize_or_zero() * depths.x.max(0.0)
                + DVec3::Y * offset.y.signum() * depths.y.max(0.0);
            match outside == DVec3::ZERO {
                false => outside,
                true if depths.x > depths.y => level,
                true => DVec3::Y * offset.y,
            }
        }
    }
}

/// The component of a vector along the axis where `sizes` are greatest.
fn axis_of_greatest(vector: DVec3, sizes: DVec3) -> DVec3 {
    let axis = sizes.max_position();
    DVec3::AXES[axis] * vector[axis]
}

/// Collects triangles near a path.
struct Near<'a> {
    /// The number of triangles whose planes were asked.
    asked: &'a Cell<usize>,
    path: BodyPath<'a>,
    margin: Margin,
    most: usize,
    region: Aabb,
    found: SmallVec<[u32; 32]>,
}

impl BestFirst for Near<'_> {
    fn measure(&mut self, bounds: &Aabb) -> Option<f64> {
        let is_near = bounds.overlaps(&self.region)
            && !self
                .path
                .is_apart(self.path.box_support(bounds), self.margin);
        is_near.then_some(0.0)
    }

    fn wants(&self, _: f64) -> bool {
        self.found.len() < self.most
    }

    fn take(&mut self, first: u32, count: u32) {
        self.asked.update(|asked| asked + count as usize);
        let near = first..first + count;
        let near = near.filter(|triangle| self.path.may_touch(*triangle, self.margin));
        self.found.extend(near);
    }
}

/// A move of a body toward a crowd.
pub(super) struct CrowdSweep<'a> {
    pub sweep: Sweep<'a>,
    /// The same in the mesh's own space.
    pub bounds: MoveBounds<'a>,
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

impl CrowdSweep<'_> {
    /// Offers the first contacts, each with `around`; see [`Sweep::hit`]. The first contact is looked
    /// for, and then normals are asked for where it is: on and on while those let the body pass.
    pub(super) fn offer_first<I: IntoIterator<Item = NearTriangle>>(
        &self,
        contacts: &mut FirstContacts,
        counters: &mut Counters,
        around: impl Fn(DVec3, u32) -> I,
    ) {
        let length = (self.sweep.to - self.sweep.from).length();
        let mut after = f64::NEG_INFINITY;
        for _ in 0..MAX_WINDOWS {
            let latest = contacts.latest();
            let Some((front, touch)) = self.first_touch(after, latest, counters) else {
                return;
            };
            let near = together_with(together_with(touch, length), length);
            let window = Window {
                after,
                latest: near.min(latest),
                front,
            };
            self.visit(window, &mut Counters::default(), |triangle, contact, _| {
                contacts.offer(&self.sweep, triangle, contact, |point| {
                    around(point, triangle)
                });
                match contacts.has_obstacle() {
                    true => Some((*contacts.front(), contacts.latest())),
                    false => None,
                }
            });
            if contacts.has_obstacle() {
                return;
            }
            after = near;
        }
        contacts.stop_at_last();
    }

    /// The front of the first contact after the fraction `after`, or of one that comes a graze later, and
    /// a fraction by which both it and its bound have come; no later than `latest`.
    fn first_touch(
        &self,
        after: f64,
        latest: f64,
        counters: &mut Counters,
    ) -> Option<(Front, f64)> {
        let graze = GRAZE / (self.sweep.to - self.sweep.from).length();
        let mut first = None;
        let front = Front::NONE;
        let window = Window {
            after,
            latest,
            front,
        };
        self.visit(window, counters, |_, contact, bound| {
            let front = Front::new(&self.sweep, contact.normal);
            // Bounds leave out a graze: a contact may come before its own.
            first = Some((front, contact.fraction.max(bound)));
            Some((front, contact.fraction - graze))
        });
        first
    }

    /// Hands over the contacts in a window, roughly nearest first. `visit` may narrow it: it gives the
    /// front of what was found, and the fraction after which no contact is of interest. It is also handed
    /// each contact's bound.
    fn visit(
        &self,
        window: Window,
        counters: &mut Counters,
        visit: impl FnMut(u32, TriangleContact, f64) -> Option<(Front, f64)>,
    ) {
        let MoveBounds {
            mesh,
            body,
            from,
            to,
            ..
        } = self.bounds;
        let path = BodyPath {
            mesh,
            body,
            from,
            to,
        };
        let start = from.as_vec3();
        // The tree works in single precision: the box is wider by as much as the start is rounded.
        let rounding = (start.as_dvec3() - from).abs().max_element() as f32;
        let half = body.half_extents() + Vec3::splat(2.0 * rounding);
        let mut walk = SweepWalk {
            crowd: self,
            path,
            swept: SweptAabb::new(start, (to - from).as_vec3(), half),
            window,
            counters,
            leaf: Vec::new(),
            away: None,
            visit,
        };
        walk.narrow(window.front, window.latest);
        mesh.tree().best_first(&mut walk);
    }
}

struct SweepWalk<'a, 's, F> {
    crowd: &'s CrowdSweep<'a>,
    path: BodyPath<'a>,
    swept: SweptAabb,
    window: Window,
    counters: &'s mut Counters,
    leaf: Vec<ToiBound>,
    /// The direction away from the triangle that the exact test has passed last.
    away: Option<DVec3>,
    visit: F,
}

impl<F> SweepWalk<'_, '_, F> {
    /// Returns whether the body is not stopped by what has that support: it keeps away as long as that is
    /// of interest, or sinks in but a little on all of its way.
    fn passes(&self, support: Option<(DVec3, f64)>) -> bool {
        let whole = BodyPath {
            to: self.crowd.bounds.to,
            ..self.path
        };
        self.path.is_apart(support, Margin::BODY)
            || support.is_some_and(|(normal, support)| {
                whole.lowest(normal, Margin::BODY) - support > -self.sink()
            })
    }

    /// The depth that is let be, meters; none in a mesh that has been scaled, whose lengths are others.
    fn sink(&self) -> f64 {
        match self.crowd.sweep.mesh.stretch() == 1.0 {
            true => SINK,
            false => 0.0,
        }
    }

    /// The direction of the mesh's space from a triangle to the body at the start of its way.
    fn away_from(&self, triangle: u32) -> DVec3 {
        let Sweep {
            mesh, body, from, ..
        } = self.crowd.sweep;
        let corners = mesh.corners_from(triangle, from);
        mesh.normal_in_mesh(separation_body_triangle(body, corners).normal)
    }

    /// Looks no further than the fraction `latest`, and not behind the front.
    fn narrow(&mut self, front: Front, latest: f64) {
        let latest = latest.min(self.window.latest);
        let MoveBounds { from, to, .. } = self.crowd.bounds;
        self.path.to = from + (to - from) * latest.clamp(0.0, 1.0);
        self.window = Window {
            latest,
            front,
            ..self.window
        };
    }
}

impl<F: FnMut(u32, TriangleContact, f64) -> Option<(Front, f64)>> BestFirst
    for SweepWalk<'_, '_, F>
{
    fn measure(&mut self, bounds: &Aabb) -> Option<f64> {
        let Window { latest, front, .. } = self.window;
        let enter = self.swept.enters(bounds, entered_by(latest))?;
        if front.hides_box(&self.crowd.sweep, bounds, latest) {
            return None;
        }
        (!self.passes(self.path.box_support(bounds))).then_some(f64::from(enter))
    }

    fn wants(&self, measure: f64) -> bool {
        measure <= f64::from(entered_by(self.window.latest))
    }

    fn take(&mut self, first: u32, count: u32) {
        let CrowdSweep { sweep, bounds } = self.crowd;
        self.counters.asked += u64::from(count);
        self.counters.accepted += u64::from(count);
        self.leaf.clear();
        bounds.collect(first..first + count, &mut self.leaf, self.counters);
        let mut leaf = std::mem::take(&mut self.leaf);
        leaf.retain(|(_, triangle)| !self.passes(self.path.triangle_support(*triangle)));
        leaf.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        for &(bound, triangle) in &leaf {
            let Window {
                after,
                latest,
                front,
            } = self.window;
            if bound > latest {
                break;
            }
            let away = self
                .away
                .map(|away| self.path.support_along(triangle, away));
            if self.passes(away) {
                continue;
            }
            match sweep.contact_before(&front, triangle, latest) {
                None => self.away = Some(self.away_from(triangle)),
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
    rounded_up(latest * (1.0 + 1e-6))
}

/// A triangle that a body overlaps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deep {
    /// The triangle, counted as the meshes count them.
    pub triangle: u32,
    pub separation: Separation,
}

/// The deepest overlaps of a body where it is.
pub(super) struct Deepest<'a, 'f> {
    pub placed: PlacedMesh<'a>,
    /// The moving body, and where it is in the world.
    pub body: &'a Body,
    pub position: DVec3,
    /// The body and its place in the mesh's own space.
    pub path: BodyPath<'a>,
    /// The number of overlaps that are of interest.
    pub most: usize,
    /// The deepest so far, the deepest first.
    pub found: &'f mut Vec<Deep>,
    /// The direction away from the triangle that was asked exactly last.
    pub away: Option<DVec3>,
}

impl Deepest<'_, '_> {
    pub(super) fn run(mut self) {
        let tree = self.path.mesh.tree();
        tree.best_first(&mut self);
    }

    /// Returns whether a direction or the planes of the triangle show that it is not among the deepest.
    fn is_shallow(&self, triangle: u32) -> bool {
        if self.placed.stretch() != 1.0 {
            return false;
        }
        let least = self.least();
        let is_shallow = |support| self.depth(support) <= least;
        let along = |away| self.path.support_along(triangle, away);
        self.away.map(along).is_some_and(is_shallow)
            || self.path.triangle_support(triangle).is_some_and(is_shallow)
            || self.path.depth_between_planes(triangle) <= least
    }

    /// The depth of the body in what reaches so far along a normal, meters.
    fn depth(&self, (normal, support): (DVec3, f64)) -> f64 {
        support - self.path.lowest(normal, Margin::BODY)
    }

    /// The depth from which on an overlap is of interest, meters.
    fn least(&self) -> f64 {
        match self.found.len() < self.most {
            true => SINK,
            false => (self.found.last()).map_or(SINK, |last| last.separation.depth + DEEPER),
        }
    }
}

impl BestFirst for Deepest<'_, '_> {
    /// The measure is the greatest depth that a triangle in the box can have, negative.
    fn measure(&mut self, bounds: &Aabb) -> Option<f64> {
        let half = self.path.body.half_extents().as_dvec3();
        let at = self.path.from;
        let (above, below) = (bounds.max.as_dvec3() - at, at - bounds.min.as_dvec3());
        let along_axes = (half + above).min(half + below).min_element();
        let support = self.path.box_support(bounds);
        let depth = support.map_or(along_axes, |support| along_axes.min(self.depth(support)));
        // Depths of a mesh that has been scaled are not those of its own space.
        let depth = match self.placed.stretch() != 1.0 && depth > 0.0 {
            true => f64::INFINITY,
            false => depth,
        };
        (depth > -APART && self.wants(-depth)).then_some(-depth)
    }

    fn wants(&self, measure: f64) -> bool {
        -measure + APART > self.least()
    }

    fn take(&mut self, first: u32, count: u32) {
        for triangle in first..first + count {
            if self.is_shallow(triangle) {
                continue;
            }
            let corners = self.placed.corners_from(triangle, self.position);
            let separation = separation_body_triangle(self.body, corners);
            self.away = Some(self.placed.normal_in_mesh(separation.normal));
            if separation.depth <= self.least() {
                continue;
            }
            let is_deeper = |known: &Deep| known.separation.depth >= separation.depth;
            let place = self.found.partition_point(is_deeper);
            let triangle = self.placed.first + triangle;
            self.found.insert(
                place,
                Deep {
                    triangle,
                    separation,
                },
            );
            self.found.truncate(self.most);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Mover, test_meshes};

    fn some_body(kind: i32) -> Body {
        let body = match kind {
            0 => Body::sphere(0.4),
            1 => Body::ellipsoid(0.4, 0.9),
            2 => Body::capsule(0.4, 0.5),
            3 => Body::cuboid(Vec3::new(0.3, 0.9, 0.2)),
            _ => Body::cylinder(0.4, 0.9),
        };
        body.unwrap()
    }

    /// A mover that asks the tree, as if very many triangles were near.
    fn in_crowd(mesh: &CollisionMesh, body: Body, at: Vec3) -> Mover<'_> {
        let mut mover = Mover::new(mesh, body, body.swept_bounds(at, at));
        mover.take_for_crowd();
        mover
    }

    fn deepest_at(mover: &mut Mover, position: DVec3) -> f64 {
        let overlaps = mover.overlaps(position);
        overlaps.iter().map(|it| it.depth).fold(0.0, f64::max)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1500))]

        /// A move toward a crowd ends where it ends among listed triangles, or goes on where it sinks
        /// in by no more than is let be.
        #[test]
        fn a_crowd_stops_as_a_list_does(
            mesh in test_meshes::soup(), from in test_meshes::point(6.0), to in test_meshes::point(6.0),
            kind in 0..5,
        ) {
            let body = some_body(kind);
            let mut listed = Mover::new(&mesh, body, body.swept_bounds(from, from));
            let mut crowd = in_crowd(&mesh, body, from);
            let (from, to) = (from.as_dvec3(), to.as_dvec3());
            let fraction = |mover: &mut Mover| {
                let hits = mover.sweep(from, to).unwrap();
                hits.iter().map(|hit| hit.fraction).fold(1.0, f64::min)
            };
            let (in_list, in_crowd) = (fraction(&mut listed), fraction(&mut crowd));
            let graze = 2.0 * GRAZE / (to - from).length();
            prop_assert!(in_crowd >= in_list - graze, "{in_crowd} before {in_list}");
            if in_crowd > in_list + graze {
                let start = deepest_at(&mut listed, from);
                let end = deepest_at(&mut listed, from.lerp(to, in_crowd));
                prop_assert!(end <= start + 1.01 * SINK, "{start} m deep, then {end}");
            }
        }

        /// The same triangles are near a body, and the deepest of a crowd is as deep.
        #[test]
        fn a_crowd_overlaps_as_a_list_does(
            mesh in test_meshes::soup(), at in test_meshes::point(4.0), kind in 0..5,
        ) {
            let body = some_body(kind);
            let mut listed = Mover::new(&mesh, body, body.swept_bounds(at, at));
            let mut crowd = in_crowd(&mesh, body, at);
            let at = at.as_dvec3();
            let all = listed.overlaps(at);
            prop_assert_eq!(&all, &crowd.overlaps(at));
            let deepest = crowd.deepest_overlaps(at, usize::MAX);
            for overlap in all.iter().filter(|overlap| overlap.depth > SINK + 1e-9) {
                // What the planes bound is the shortest way out; an ellipsoid's may be longer.
                prop_assert!(deepest.contains(overlap) || kind == 1, "{overlap:?}");
            }
            prop_assert!(deepest.iter().all(|overlap| all.contains(overlap)));
        }
    }
}
