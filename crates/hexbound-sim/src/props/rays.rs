//! Collision predicted by rays, as in the Web3D notes ("Web3D Programming: First Steps in 3D Collision
//! Detection"). A ray ahead is as long as the step and the prop's extent together, and a second ray
//! returns from its hit. If that hits the prop's own outside, the path between is free; if not, the prop
//! already overlaps the hit body. As its author planned, many parallel rays can take the place of one;
//! rays to the vertices are the other method (Stemkoski's).

use glam::Vec3;

use super::{PropStop, Touched, look_ahead::PropQuery};
use hexbound_collide::{
    Faces, SKIN,
    geom::{Ray, RayFan, Sphere},
};

use crate::{PropSense, tuning::PROP_RAY_RINGS};
use hexbound_level::{Prop, PropPart, PropShape};

/// The purpose of a ray of a prop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropRayKind {
    /// A ray from the center, to the first body ahead.
    Center,
    /// One of the parallel rays over the prop's cross-section, answered by a ray back.
    Fan,
    /// A ray ahead of one of the prop's vertices.
    Vertex,
    /// A ray from the center to the next position of a vertex: a hit is an overlap.
    Inside,
}

/// A ray's hit on a body other than the prop itself.
#[derive(Clone, Copy)]
pub(super) struct RayContact {
    /// The distance from the ray's origin, meters.
    pub distance: f32,
    /// The point of the hit, local, meters.
    pub point: Vec3,
    pub normal: Vec3,
    pub touched: Touched,
}

/// A ray ahead of a prop.
#[derive(Clone, Copy)]
pub(super) struct RayAhead {
    pub kind: PropRayKind,
    pub ray: Ray,
    /// The length of the ray, meters.
    pub length: f32,
    pub met: Option<RayContact>,
    /// The free distance of the prop before the contact, meters.
    pub gap: f32,
}

impl RayAhead {
    pub(super) fn cast(query: &PropQuery, kind: PropRayKind, ray: Ray, length: f32) -> Self {
        let met = first_met(query, ray, length);
        Self {
            kind,
            ray,
            length,
            met,
            gap: met.map_or(0.0, |met| met.distance),
        }
    }

    /// Casts a ray of a fan from the prop's back, and one back from the contact; `None` if the ray misses
    /// the prop.
    fn of_fan(query: &PropQuery, ray: Ray, length: f32) -> Option<Self> {
        let along = ray.direction;
        let start = start_at_back(query, ray, length)?;
        let ray = Ray::new(start, along);
        let ahead = Self::cast(query, PropRayKind::Fan, ray, 2.0 * length);
        let back = (ahead.met).and_then(|met| ray_back(query, met.point, along, length));
        Some(Self {
            gap: back.unwrap_or(0.0),
            ..ahead
        })
    }
}

/// The first contact within a prop's step by its rays.
pub(super) fn first_by_rays(query: &PropQuery, motion: Vec3, sense: PropSense) -> Option<PropStop> {
    let step = motion.length();
    let rays = rays_ahead(query, motion, sense).into_iter();
    let met = rays.filter_map(|ray| Some((ray.gap, ray.met?)));
    let nearest = met.reduce(|a, b| if b.0 < a.0 { b } else { a });
    let (gap, met) = nearest.filter(|(gap, _)| *gap <= step)?;
    Some(PropStop {
        fraction: gap / step,
        point: met.point,
        normal: met.normal,
        touched: met.touched,
    })
}

/// Casts the rays of a prop that is stopped by rays; none if its shape stops it.
pub(super) fn rays_ahead(query: &PropQuery, motion: Vec3, sense: PropSense) -> Vec<RayAhead> {
    let (center, reach) = (query.position(), query.body().reach);
    let step = motion.length();
    let direction = motion / step;
    let length = step + reach;
    let fan_ray = |(ray, length)| RayAhead::of_fan(query, ray, length);
    match sense {
        PropSense::Shape => Vec::new(),
        PropSense::Reflected => {
            let ray = fan_ray((Ray::new(center, direction), length));
            ray.into_iter().collect()
        }
        PropSense::Fan => {
            let fan = RayFan::disc(center, direction, reach, PROP_RAY_RINGS, length);
            fan.iter().filter_map(fan_ray).collect()
        }
        PropSense::Vertices => rays_of_vertices(query, motion),
    }
}

/// The position at the prop's back where a ray begins: beside the prop's center it may be in the next
/// room. `None` if the ray misses the prop.
fn start_at_back(query: &PropQuery, ray: Ray, length: f32) -> Option<Vec3> {
    let (own, along) = (&query.body().mesh, ray.direction);
    let behind = ray.origin - along * (2.0 * length);
    let from = behind - query.position();
    let back = own.ray_cast_faces(from, along, 4.0 * length, Faces::Front)?;
    Some(behind + along * back.distance)
}

/// The distance back from a hit point to the prop's own outside, meters; `None` if the point is within
/// the prop.
fn ray_back(query: &PropQuery, point: Vec3, along: Vec3, length: f32) -> Option<f32> {
    let (own, from) = (&query.body().mesh, point - query.position());
    let outside = own.ray_cast_faces(from, -along, 2.0 * length, Faces::Front);
    outside.map(|hit| hit.distance)
}

/// The rays ahead of the vertices. If they hit nothing, also rays to the next positions of the vertices,
/// which show overlaps.
fn rays_of_vertices(query: &PropQuery, motion: Vec3) -> Vec<RayAhead> {
    let center = query.position();
    let placed = |offset: Vec3| -> Vec<Vec3> {
        let corners = vertices_of(query.body()).into_iter();
        corners.map(|corner| corner + offset).collect()
    };
    let ahead = RayFan::ahead_of_vertices(&placed(center), motion);
    let cast = |(ray, length)| RayAhead::cast(query, PropRayKind::Vertex, ray, length);
    let mut rays: Vec<RayAhead> = ahead.iter().map(cast).collect();
    if rays.iter().all(|ray| ray.met.is_none()) {
        let there = center + motion;
        let inside = RayFan::to_vertices(there, &placed(there));
        rays.extend(inside.iter().map(|(ray, length)| RayAhead {
            gap: 0.0,
            // A body against the prop's outside is not inside the prop.
            ..RayAhead::cast(query, PropRayKind::Inside, ray, length - SKIN)
        }));
    }
    rays
}

pub(super) fn vertices_of(body: &Prop) -> Vec<Vec3> {
    let of_part = |part: &PropPart| -> Vec<Vec3> {
        match &part.shape {
            PropShape::Sphere { .. } => part.solid.vertices().to_vec(),
            PropShape::Box { hull, .. } | PropShape::Hull(hull) => {
                hull.corners.iter().map(|corner| corner.as_vec3()).collect()
            }
        }
    };
    let corners = body.parts.iter().flat_map(|part| {
        let own = of_part(part).into_iter();
        own.map(|corner| corner + part.center)
    });
    corners.collect()
}

/// The nearest hit of a ray on the level, the other props and the balls. The player is not visible.
fn first_met(query: &PropQuery, ray: Ray, length: f32) -> Option<RayContact> {
    let level = &query.scene.level.collision;
    let mut first: Option<RayContact> = None;
    let mut offer = |distance: f32, normal: Vec3, touched: Touched| {
        if distance <= length && first.is_none_or(|known| distance < known.distance) {
            first = Some(RayContact {
                distance,
                point: ray.origin + ray.direction * distance,
                normal,
                touched,
            });
        }
    };
    if let Some(hit) = level.ray_cast(ray.origin, ray.direction, length) {
        offer(hit.distance, hit.normal, Touched::Level(hit.triangle));
    }
    for (index, position, body) in query.others() {
        let hit = (body.mesh).ray_cast(ray.origin - position, ray.direction, length);
        if let Some(hit) = hit {
            offer(hit.distance, hit.normal, Touched::Prop(index));
        }
    }
    for ball in query.scene.balls {
        let hit = ray.cast(&Sphere::new(ball.position.as_vec3(), ball.radius));
        if let Some(hit) = hit {
            offer(hit.distance, hit.normal, Touched::Ball(ball.id));
        }
    }
    first
}
