//! The judge of a move, in double precision and written apart from the library: a body's center may
//! pass through no triangle, and the body may never be deeper in one than the skin.

use glam::{DVec3, dvec3, vec3};
use hexbound_collide::{Body, SKIN};

use crate::{random::Random, scenes::Judged};

/// A body and what the judge knows of it: the semi-axes of an ellipsoid, drawn out along an
/// upright segment of twice this half height (a capsule is a ball so drawn out), half the sides of
/// a box, or radius and half height of a cylinder.
pub struct Shape {
    pub body: Body,
    pub axes: DVec3,
    pub half_height: f64,
    pub kind: ShapeKind,
}

#[derive(Clone, Copy, PartialEq)]
pub enum ShapeKind {
    Round,
    Box,
    Cylinder,
}

impl Shape {
    /// The number of kinds of bodies for [`Shape::of_kind`].
    pub const KINDS: u64 = 5;

    pub fn random(random: &mut Random) -> Self {
        let kind = random.bits();
        Self::of_kind(kind % Self::KINDS, random)
    }

    /// A sphere, an ellipsoid, a capsule, a box or a cylinder of random size.
    pub fn of_kind(kind: u64, random: &mut Random) -> Self {
        let radius = random.between(0.05, 0.5) as f32;
        let tall = radius * random.between(1.0, 3.0) as f32;
        Self::of_size(kind, radius, tall)
    }

    /// A body of one of the kinds with that radius and half height, meters.
    pub fn of_size(kind: u64, radius: f32, tall: f32) -> Self {
        let body = match kind {
            0 => Body::sphere(radius),
            1 => Body::ellipsoid(radius, tall),
            2 => Body::capsule(radius, tall),
            3 => Body::cuboid(vec3(radius, tall, radius)),
            _ => Body::cylinder(radius, tall),
        };
        let half_height = if kind == 2 { tall } else { 0.0 };
        let upright = if matches!(kind, 0 | 2) { radius } else { tall };
        Self {
            kind: match kind {
                3 => ShapeKind::Box,
                4 => ShapeKind::Cylinder,
                _ => ShapeKind::Round,
            },
            body: body.expect("a size within the limits"),
            axes: vec3(radius, upright, radius).as_dvec3(),
            half_height: f64::from(half_height),
        }
    }

    /// Returns whether the body reaching further by `margin` touches a triangle.
    pub fn touches(&self, triangles: &Judged, center: DVec3, margin: f64) -> bool {
        let axes = self.axes + DVec3::splat(margin);
        let reach = axes + DVec3::Y * self.half_height;
        triangles.iter().any(|corners| {
            let around = corners.map(|corner| corner - center);
            is_between(around, -reach, reach)
                && match self.kind {
                    ShapeKind::Round => self.distance(*corners, center, axes) < 1.0,
                    ShapeKind::Box => !part_between(around, axes, &[0, 1, 2]).is_empty(),
                    ShapeKind::Cylinder => is_in_cylinder(around, axes.x, axes.y),
                }
        })
    }

    /// From the body's core, a point or a segment, in the space divided by the axes. Along the
    /// segment it is convex: the part that can't hold the least is left out again and again.
    fn distance(&self, corners: [DVec3; 3], center: DVec3, axes: DVec3) -> f64 {
        let from = |height: f64| {
            let place = center + DVec3::Y * height;
            closest_to_origin(corners.map(|corner| (corner - place) / axes)).length()
        };
        let (mut low, mut high) = (-self.half_height, self.half_height);
        while high - low > 1e-7 {
            let third = (high - low) / 3.0;
            if from(low + third) < from(high - third) {
                high -= third;
            } else {
                low += third;
            }
        }
        from(0.5 * (low + high))
    }
}

/// Returns whether what a cylinder's caps leave of a triangle, seen from above, comes within its
/// radius.
fn is_in_cylinder(corners: [DVec3; 3], radius: f64, half_height: f64) -> bool {
    let half = DVec3::splat(half_height);
    let left = part_between(corners, half, &[1]);
    let plan: Vec<DVec3> = left.iter().map(|p| dvec3(p.x, 0.0, p.z)).collect();
    (0..plan.len()).any(|k| {
        let fan = [plan[0], plan[k], plan[(k + 1) % plan.len()]];
        closest_to_origin(fan).length() < radius
    })
}

/// Returns what is left of a triangle inside a box around the origin, cut by its planes across some
/// axes.
fn part_between(corners: [DVec3; 3], half: DVec3, axes: &[usize]) -> Vec<DVec3> {
    let mut outline = corners.to_vec();
    for (axis, sign) in axes.iter().flat_map(|&axis| [(axis, 1.0), (axis, -1.0)]) {
        let beyond = |p: DVec3| sign * p[axis] - half[axis];
        let mut kept = Vec::with_capacity(outline.len() + 1);
        for (i, &point) in outline.iter().enumerate() {
            let next = outline[(i + 1) % outline.len()];
            let (here, there) = (beyond(point), beyond(next));
            if here < 0.0 {
                kept.push(point);
            }
            if (here < 0.0) != (there < 0.0) {
                kept.push(point + (next - point) * (here / (here - there)));
            }
        }
        outline = kept;
    }
    outline
}

/// The center passes through nothing, and the body is never deeper than the skin on the way.
pub fn judge_leg(judged: &Judged, shape: &Shape, from: DVec3, to: DVec3) -> Result<(), String> {
    let way = to - from;
    let (low, high) = (from.min(to), from.max(to));
    let near = |corners: &&[DVec3; 3]| is_between(**corners, low, high);
    if let Some(corners) = judged.iter().filter(near).find(|c| crosses(from, to, **c)) {
        return Err(format!(
            "the center passes through {corners:?} on its way from {from} to {to}"
        ));
    }
    // Places on the way half a body apart, and its end.
    let places = ((way.length() / shape.axes.min_element() * 2.0) as usize).clamp(1, 24);
    for place in 1..=places {
        let at = from + way * (place as f64 / places as f64);
        if shape.touches(judged, at, -f64::from(SKIN)) {
            let way = format!("on the way from {from} to {to}");
            return Err(format!("deeper than the skin at {at} {way}"));
        }
    }
    Ok(())
}

/// Returns whether some of a triangle's bounds is between these corners of a box.
fn is_between([a, b, c]: [DVec3; 3], low: DVec3, high: DVec3) -> bool {
    a.min(b).min(c).cmple(high).all() && a.max(b).max(c).cmpge(low).all()
}

pub fn crosses(from: DVec3, to: DVec3, [a, b, c]: [DVec3; 3]) -> bool {
    let normal = (b - a).cross(c - a);
    let (before, after) = (normal.dot(from - a), normal.dot(to - a));
    if before * after >= 0.0 {
        return false;
    }
    let at = from + (to - from) * (before / (before - after));
    let is_inside = |(p, q): (DVec3, DVec3)| normal.dot((q - p).cross(at - p)) > 0.0;
    [(a, b), (b, c), (c, a)].into_iter().all(is_inside)
}

/// The triangle's point closest to the origin: the foot on its plane if that is inside, else the
/// closest on an edge.
fn closest_to_origin([a, b, c]: [DVec3; 3]) -> DVec3 {
    let normal = (b - a).cross(c - a);
    let size = normal.length_squared();
    // A needle, and an upright triangle seen from above, is its edges.
    let longest = (b - a).length_squared().max((c - a).length_squared());
    if size > 1e-20 * longest * longest {
        let foot = normal * (normal.dot(a) / size);
        let edges = [(a, b), (b, c), (c, a)];
        let inside = |(p, q): (DVec3, DVec3)| normal.dot((q - p).cross(foot - p)) >= 0.0;
        if edges.into_iter().all(inside) {
            return foot;
        }
    }
    let on_edge = |p: DVec3, q: DVec3| {
        let along = q - p;
        let length = along.length_squared();
        let part = (-p.dot(along) / length).clamp(0.0, 1.0);
        if length > 0.0 { p + along * part } else { p }
    };
    let edges = [on_edge(a, b), on_edge(b, c), on_edge(c, a)].into_iter();
    let nearest = edges.min_by(|x, y| x.length_squared().total_cmp(&y.length_squared()));
    nearest.expect("three edges")
}
