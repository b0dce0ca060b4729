//! The ray against every other shape: solids by clipping the ray to their inside, thin shapes by the
//! distance to them.

use super::sphere::reaches;
use crate::geom::{
    Aabb, Frustum, Ray, RayCast, Rectangle, SupportMap,
    distance::{closest_between, closest_to_triangle, nearest_pair},
    epsilon::epsilon,
};

pub(super) fn intersects_ray_ray(a: &Ray, b: &Ray) -> bool {
    let (a, b) = (a.span(), b.span());
    let (on_a, on_b) = closest_between(&a, &b);
    let origins = [a.origin, b.origin].map(|origin| origin.abs().max_element());
    reaches(on_a, on_b, epsilon(origins))
}

pub(super) fn intersects_ray_rectangle(ray: &Ray, rectangle: &Rectangle) -> bool {
    let line = ray.span();
    let halves = rectangle.halves().into_iter();
    let (on_ray, on_rectangle) = nearest_pair(halves.map(|half| closest_to_triangle(&line, half)));
    let origin = line.origin.abs().max_element();
    reaches(on_ray, on_rectangle, epsilon([origin]))
}

pub(super) fn intersects_ray_aabb(ray: &Ray, aabb: &Aabb) -> bool {
    enters(ray, aabb)
}

pub(super) fn intersects_ray_frustum(ray: &Ray, frustum: &Frustum) -> bool {
    enters(ray, frustum)
}

/// Returns whether the ray goes through a solid grown by the allowance for rounding.
fn enters(ray: &Ray, solid: &(impl RayCast + SupportMap)) -> bool {
    let line = ray.span();
    let origin = line.origin.abs().max_element();
    let grown = epsilon([origin, solid.largest_coordinate()]);
    solid.entry(line.origin, line.along, grown).is_some()
}
