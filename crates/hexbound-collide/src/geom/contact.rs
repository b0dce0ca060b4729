//! How deep two shapes are in each other, and the shortest way out.
//!
//! A rounded shape is a core (point, segment, polytope) and a radius. While the cores are apart
//! the way out is along their nearest points; once they overlap it is the separating axis with the
//! least overlap, and the radius is added to its depth.

use arrayvec::ArrayVec;
use glam::{DVec3, Vec3};

use super::{
    Aabb, Capsule, Closest, Convex, Cylinder, Frustum, Obb, Plane, Rectangle, Segment, Sphere,
    Triangle, Valid,
    convex::hair,
    gjk::{self, Nearness},
    polytope::{Kind, Polytope, clip_polygon, least_push, push_along},
    rims::{overlap_cylinder, overlap_cylinders},
};

/// How two shapes that touch are in each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// A point that both shapes have.
    pub point: Vec3,
    /// Unit: the way the first shape has to go to get out of the second by the shortest way.
    pub normal: Vec3,
    /// How far it has to go that way, meters; 0 if they only touch.
    pub depth: f32,
}

/// Shapes whose contact is known, in either order; the normal is always the first one's way out.
///
/// ```
/// use glam::Vec3;
/// use hexbound_collide::geom::{Contacts, Sphere, Triangle};
///
/// let floor = Triangle::new(Vec3::NEG_X, Vec3::X, Vec3::NEG_Z * 2.0);
/// let ball = Sphere::new(Vec3::new(0.0, 0.75, -0.5), 1.0);
/// let contact = ball.contact(&floor).unwrap();
/// assert_eq!((contact.normal, contact.depth), (Vec3::Y, 0.25));
/// assert_eq!(contact.point, Vec3::new(0.0, 0.0, -0.5));
/// ```
pub trait Contacts<Other> {
    /// None if the shapes don't touch, or if either isn't valid.
    fn contact(&self, other: &Other) -> Option<Contact>;
}

/// In double precision, as long as it is being worked out.
#[derive(Clone, Copy)]
pub(super) struct Overlap {
    pub point: DVec3,
    pub normal: DVec3,
    pub depth: f64,
}

impl Overlap {
    /// Of the second shape with the first.
    fn turned(self) -> Self {
        Self {
            normal: -self.normal,
            ..self
        }
    }

    fn rounded(self) -> Contact {
        Contact {
            point: self.point.as_vec3(),
            normal: self.normal.as_vec3(),
            depth: self.depth.max(0.0) as f32,
        }
    }
}

/// A core that grew by a radius.
struct Rounded {
    core: Polytope,
    radius: f64,
}

impl From<&Sphere> for Rounded {
    fn from(sphere: &Sphere) -> Self {
        let center = Segment::new(sphere.center, sphere.center);
        Self {
            core: Polytope::from(&center),
            radius: f64::from(sphere.radius),
        }
    }
}

impl From<&Capsule> for Rounded {
    fn from(capsule: &Capsule) -> Self {
        Self {
            core: Polytope::from(&capsule.segment),
            radius: f64::from(capsule.radius),
        }
    }
}

macro_rules! sharp {
    ($($shape:ident)*) => {
        $(impl From<&$shape> for Rounded {
            fn from(shape: &$shape) -> Self {
                Self { core: Polytope::from(shape), radius: 0.0 }
            }
        })*
    };
}

sharp!(Aabb Obb Frustum Segment Rectangle Triangle);

/// Cores apart: along their nearest points. Cores overlapping: the axis with the least overlap.
fn overlap_rounded(a: &Rounded, b: &Rounded) -> Option<Overlap> {
    let reach = a.radius + b.radius;
    let allowed = hair([
        a.core.largest_coordinate(),
        b.core.largest_coordinate(),
        reach,
    ]);
    let push = least_push(&a.core, &b.core, reach)?;
    let thin = a.core.kind == Kind::Thin || b.core.kind == Kind::Thin;
    if reach == 0.0 && !thin {
        let (normal, depth) = push;
        let point = shared_point(&a.core, &b.core);
        return Some(Overlap {
            point,
            normal,
            depth,
        });
    }
    let near = gjk::nearest(&a.core, &b.core);
    if near.distance > reach + allowed {
        return None;
    }
    if near.distance > allowed {
        return Some(overlap_apart(near, a.radius, b.radius));
    }
    let (normal, depth) = thinnest_push(a, b, push);
    Some(Overlap {
        point: shared_point(&a.core, &b.core),
        normal,
        depth: depth.max(0.0) + reach,
    })
}

/// Cores with a gap that their radii bridge. On the line from b's nearest point to a's, b has the
/// first stretch and a the last; the point is in the middle of what they share.
pub(super) fn overlap_apart(near: Nearness, radius_a: f64, radius_b: f64) -> Overlap {
    let normal = (near.on_a - near.on_b) / near.distance;
    let (from, to) = (near.distance - radius_a, radius_b.min(near.distance));
    Overlap {
        point: near.on_b + normal * ((from.max(0.0) + to) * 0.5),
        normal,
        depth: radius_a + radius_b - near.distance,
    }
}

/// Two cores without volume may overlap where no axis of theirs parts them; any direction across
/// both does, and so do the world's.
fn thinnest_push(a: &Rounded, b: &Rounded, push: (DVec3, f64)) -> (DVec3, f64) {
    if a.core.kind == Kind::Solid || b.core.kind == Kind::Solid {
        return push;
    }
    let across = |core: &Polytope| core.edges.first().map(|edge| edge.any_orthogonal_vector());
    let more = [across(&a.core), across(&b.core), Some(DVec3::Y)];
    more.into_iter()
        .flatten()
        .filter_map(DVec3::try_normalize)
        .map(|axis| push_along(&a.core, &b.core, axis))
        .fold(push, |best, next| if next.1 < best.1 { next } else { best })
}

/// A point that both cores have, where they overlap: the middle of b's polygon clipped to a's
/// sides if b is flat and a isn't thin, else whatever the distance test ended on.
fn shared_point(a: &Polytope, b: &Polytope) -> DVec3 {
    clipped_middle(a, b).unwrap_or_else(|| gjk::nearest(a, b).on_b)
}

fn clipped_middle(a: &Polytope, b: &Polytope) -> Option<DVec3> {
    if b.kind != Kind::Flat || a.kind == Kind::Thin {
        return None;
    }
    let allowed = hair([a.largest_coordinate(), b.largest_coordinate()]);
    let mut polygon: ArrayVec<DVec3, 16> = b.points.iter().copied().collect();
    let rims = a.faces.first().filter(|_| a.kind == Kind::Flat);
    let rims = rims.into_iter().flat_map(|normal| {
        let outward = |edge: &DVec3| normal.cross(*edge);
        a.edges.iter().map(outward)
    });
    for normal in a.faces.iter().copied().chain(rims) {
        let (low, high) = a.extent(normal);
        polygon = clip_polygon(&polygon, normal, high + allowed);
        polygon = clip_polygon(&polygon, -normal, allowed - low);
    }
    let count = polygon.len() as f64;
    (count > 0.0).then(|| polygon.iter().sum::<DVec3>() / count)
}

/// The sphere's center against a shape that knows its closest point; inside, by its core.
fn overlap_sphere(
    sphere: &Sphere,
    other: &impl Closest,
    from_inside: impl FnOnce() -> Option<Overlap>,
) -> Option<Overlap> {
    let center = sphere.middle();
    let radius = f64::from(sphere.radius);
    let near = other.closest_point(center);
    let distance = center.distance(near);
    let allowed = hair([center.abs().max_element(), near.abs().max_element(), radius]);
    if distance > radius + allowed {
        return None;
    }
    if distance <= allowed {
        return from_inside();
    }
    Some(Overlap {
        point: near,
        normal: (center - near) / distance,
        depth: radius - distance,
    })
}

fn overlap_sphere_flat(
    sphere: &Sphere,
    flat: &impl Closest,
    core: impl FnOnce() -> Rounded,
) -> Option<Overlap> {
    overlap_sphere(sphere, flat, || {
        overlap_rounded(&Rounded::from(sphere), &core())
    })
}

fn overlap_sphere_cylinder(sphere: &Sphere, cylinder: &Cylinder) -> Option<Overlap> {
    overlap_sphere(sphere, cylinder, || {
        let (normal, depth) = cylinder.way_out(sphere.middle());
        Some(Overlap {
            point: sphere.middle(),
            normal,
            depth: depth.max(0.0) + f64::from(sphere.radius),
        })
    })
}

/// A plane is parted from on the side where the shape's middle lies.
fn overlap_plane(shape: &impl Convex, plane: &Plane) -> Option<Overlap> {
    let (normal, offset) = plane.unit();
    let (low, high) = shape.extent(normal);
    let allowed = hair([low, high, offset]);
    if low > offset + allowed || high < offset - allowed {
        return None;
    }
    let forward = offset - low <= high - offset;
    let (normal, depth) = if forward {
        (normal, offset - low)
    } else {
        (-normal, high - offset)
    };
    // Where the line from its one end to the other goes through the plane.
    let (deepest, furthest) = (shape.support(-normal), shape.support(normal));
    let part = if high > low {
        depth / (high - low)
    } else {
        0.0
    };
    Some(Overlap {
        point: deepest.lerp(furthest, part),
        normal,
        depth,
    })
}

/// A box and a triangle by the box's faces and the triangle's plane alone (what OPCODE calls
/// coarse): quicker than all 13 axes, and where those find nothing it may still find a contact.
///
/// ```
/// use glam::Vec3;
/// use hexbound_collide::geom::{Aabb, Contacts, Obb, Triangle, contact_box_triangle_coarse};
///
/// let room = Aabb::new(Vec3::NEG_ONE, Vec3::ONE);
/// let floor = Triangle::new(Vec3::new(-9.0, -0.75, 9.0), Vec3::new(9.0, -0.75, 9.0), Vec3::new(0.0, -0.75, -9.0));
/// let coarse = contact_box_triangle_coarse(&Obb::from(room), &floor).unwrap();
/// assert_eq!(Some(coarse), room.contact(&floor));
/// ```
pub fn contact_box_triangle_coarse(obb: &Obb, triangle: &Triangle) -> Option<Contact> {
    if !obb.is_valid() || !triangle.is_valid() {
        return None;
    }
    let (mut a, mut b) = (Polytope::from(obb), Polytope::from(triangle));
    let edges = (std::mem::take(&mut a.edges), std::mem::take(&mut b.edges));
    let (normal, depth) = least_push(&a, &b, 0.0)?;
    (a.edges, b.edges) = edges;
    let point = shared_point(&a, &b);
    Some(
        Overlap {
            point,
            normal,
            depth,
        }
        .rounded(),
    )
}

/// One function decides a pair in both orders, once both shapes are valid.
macro_rules! contact {
    ($first:ty, $second:ty, $overlap:expr) => {
        impl Contacts<$second> for $first {
            fn contact(&self, other: &$second) -> Option<Contact> {
                if !self.is_valid() || !other.is_valid() {
                    return None;
                }
                $overlap(self, other).map(Overlap::rounded)
            }
        }
    };
    ($first:ty, $second:ty, $overlap:expr, both) => {
        contact!($first, $second, $overlap);
        impl Contacts<$first> for $second {
            fn contact(&self, other: &$first) -> Option<Contact> {
                if !self.is_valid() || !other.is_valid() {
                    return None;
                }
                $overlap(other, self).map(|found: Overlap| found.turned().rounded())
            }
        }
    };
}

fn by_cores<'a, A, B>(a: &'a A, b: &'a B) -> Option<Overlap>
where
    Rounded: From<&'a A> + From<&'a B>,
{
    overlap_rounded(&Rounded::from(a), &Rounded::from(b))
}

fn sphere_against<'a, B: Closest>(sphere: &Sphere, b: &'a B) -> Option<Overlap>
where
    Rounded: From<&'a B>,
{
    overlap_sphere_flat(sphere, b, || Rounded::from(b))
}

fn cylinder_against<'a, B>(cylinder: &Cylinder, b: &'a B) -> Option<Overlap>
where
    Rounded: From<&'a B>,
{
    let b = Rounded::from(b);
    overlap_cylinder(cylinder, b.radius, &b.core)
}

contact!(Sphere, Sphere, by_cores);
contact!(Sphere, Capsule, by_cores, both);
contact!(Sphere, Aabb, sphere_against, both);
contact!(Sphere, Obb, sphere_against, both);
contact!(Sphere, Rectangle, sphere_against, both);
contact!(Sphere, Triangle, sphere_against, both);
contact!(Sphere, Frustum, sphere_against, both);
contact!(Sphere, Cylinder, overlap_sphere_cylinder, both);
contact!(Sphere, Plane, overlap_plane, both);

contact!(Capsule, Capsule, by_cores);
contact!(Capsule, Aabb, by_cores, both);
contact!(Capsule, Obb, by_cores, both);
contact!(Capsule, Rectangle, by_cores, both);
contact!(Capsule, Triangle, by_cores, both);
contact!(Capsule, Frustum, by_cores, both);
contact!(Capsule, Plane, overlap_plane, both);

contact!(Aabb, Aabb, by_cores);
contact!(Aabb, Obb, by_cores, both);
contact!(Aabb, Rectangle, by_cores, both);
contact!(Aabb, Triangle, by_cores, both);
contact!(Aabb, Frustum, by_cores, both);
contact!(Aabb, Plane, overlap_plane, both);
contact!(Obb, Obb, by_cores);
contact!(Obb, Rectangle, by_cores, both);
contact!(Obb, Triangle, by_cores, both);
contact!(Obb, Frustum, by_cores, both);
contact!(Obb, Plane, overlap_plane, both);

contact!(Cylinder, Cylinder, overlap_cylinders);
contact!(Cylinder, Capsule, cylinder_against, both);
contact!(Cylinder, Aabb, cylinder_against, both);
contact!(Cylinder, Obb, cylinder_against, both);
contact!(Cylinder, Rectangle, cylinder_against, both);
contact!(Cylinder, Triangle, cylinder_against, both);
contact!(Cylinder, Frustum, cylinder_against, both);
contact!(Cylinder, Plane, overlap_plane, both);

contact!(Triangle, Triangle, by_cores);
contact!(Frustum, Triangle, by_cores, both);
contact!(Frustum, Rectangle, by_cores, both);
contact!(Frustum, Frustum, by_cores);
contact!(Rectangle, Rectangle, by_cores);
contact!(Rectangle, Triangle, by_cores, both);
