//! The judge: a test of whether a body of any kind touches a triangle, in double precision and
//! independent of the library.

use glam::{DVec3, Vec3, dvec3};

use crate::{Body, BodyShape};

/// A body with its sizes, meters. The axes are those of a sphere or ellipsoid, the half sides of a
/// box, or radius, half height and radius of a cylinder. A capsule is a sphere swept up and down by
/// the half height.
#[derive(Debug)]
pub struct Shape {
    pub body: Body,
    pub axes: DVec3,
    pub half_height: f64,
}

impl Shape {
    /// A sphere, an ellipsoid, a capsule, a box or a cylinder, by `kind`. `half` has the half sides of a
    /// box, else the radius in x and the half height in y, meters.
    pub fn of_size(kind: u64, half: Vec3) -> Self {
        let (radius, tall) = (half.x, half.y);
        let body = match kind {
            0 => Body::sphere(radius),
            1 => Body::ellipsoid(radius, tall),
            2 => Body::capsule(radius, tall),
            3 => Body::cuboid(half),
            _ => Body::cylinder(radius, tall),
        };
        let half_height = if kind == 2 { tall } else { 0.0 };
        let upright = if matches!(kind, 0 | 2) { radius } else { tall };
        let across = if kind == 3 { half.z } else { radius };
        Self {
            body: body.expect("a size within the limits"),
            axes: Vec3::new(radius, upright, across).as_dvec3(),
            half_height: f64::from(half_height),
        }
    }

    /// Returns whether the body grown by `margin`, meters, touches a triangle.
    pub fn touches(&self, triangles: &[[DVec3; 3]], center: DVec3, margin: f64) -> bool {
        let axes = self.axes + DVec3::splat(margin);
        let reach = axes + DVec3::Y * self.half_height;
        triangles.iter().any(|corners| {
            let around = corners.map(|corner| corner - center);
            is_between(around, -reach, reach)
                && match self.body.shape() {
                    BodyShape::Box { .. } => !clipped(around, axes, &[0, 1, 2]).is_empty(),
                    BodyShape::Cylinder { .. } => is_in_cylinder(around, axes.x, axes.y),
                    _ => self.distance(*corners, center, axes) < 1.0,
                }
        })
    }

    /// The distance of a triangle from the body's core, a point or a segment, in units of the axes.
    /// The distance is convex along the segment, so a ternary search finds the least.
    fn distance(&self, corners: [DVec3; 3], center: DVec3, axes: DVec3) -> f64 {
        let from = |height: f64| {
            let on_core = center + DVec3::Y * height;
            closest_to_origin(corners.map(|corner| (corner - on_core) / axes)).length()
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

/// Returns whether a triangle, clipped to the heights between a cylinder's caps, is within its
/// radius as seen from above.
fn is_in_cylinder(corners: [DVec3; 3], radius: f64, half_height: f64) -> bool {
    let half = DVec3::splat(half_height);
    let polygon = clipped(corners, half, &[1]);
    let plan: Vec<DVec3> = polygon.iter().map(|p| dvec3(p.x, 0.0, p.z)).collect();
    (0..plan.len()).any(|k| {
        let fan = [plan[0], plan[k], plan[(k + 1) % plan.len()]];
        closest_to_origin(fan).length() < radius
    })
}

/// Clips a triangle to a box around the origin, by the planes across the given axes only. Returns
/// the polygon.
fn clipped(corners: [DVec3; 3], half: DVec3, axes: &[usize]) -> Vec<DVec3> {
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

/// Returns whether a triangle's bounds overlap the box from `low` to `high`.
pub fn is_between([a, b, c]: [DVec3; 3], low: DVec3, high: DVec3) -> bool {
    a.min(b).min(c).cmple(high).all() && a.max(b).max(c).cmpge(low).all()
}

/// The triangle's point closest to the origin: the foot of the perpendicular if that is inside, else
/// the closest point of an edge.
pub fn closest_to_origin([a, b, c]: [DVec3; 3]) -> DVec3 {
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
        let t = (-p.dot(along) / length).clamp(0.0, 1.0);
        if length > 0.0 { p + along * t } else { p }
    };
    let edges = [on_edge(a, b), on_edge(b, c), on_edge(c, a)].into_iter();
    let nearest = edges.min_by(|x, y| x.length_squared().total_cmp(&y.length_squared()));
    nearest.expect("three edges")
}
