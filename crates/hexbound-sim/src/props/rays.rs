//! The way in which the Web3D notes ("Web3D Programming: First Steps in 3D Collision Detection")
//! foresee a collision: a ray ahead, as long as the step and the prop's extent together, and from what
//! it meets a ray back. If that comes upon the prop's own outside, the way between is free; if not, the
//! prop is already in what was met. As its author planned, many parallel rays can take the place of one;
//! rays to the vertices are the other way (Stemkoski's).

use glam::Vec3;

use super::{Touched, contact::Blocked, look_ahead::PropQuery};
use hexbound_collide::{
    Faces, SKIN,
    geom::{Ray, RayFan, Sphere},
};

use crate::PropSense;
use hexbound_level::{Prop, PropPart, PropShape};

/// A ray's hit on something that is not the prop itself.
#[derive(Clone, Copy)]
pub(super) struct RayContact {
    pub distance: f32,
    pub point: Vec3,
    pub normal: Vec3,
    pub touched: Touched,
}

/// Casts the rays of a prop and returns the first contact within its step; no ray is cast where its
/// shape stops it.
pub(super) fn cast_rays(
    around: &PropQuery,
    motion: Vec3,
    rays: PropSense,
    rings: u32,
) -> Option<Blocked> {
    let (center, reach) = (around.position(), around.body().reach);
    let step = motion.length();
    let direction = motion / step;
    let length = step + reach;
    let fan = RayFan::disc(center, direction, reach, rings, length);
    let gaps: Vec<(f32, RayContact)> = match rays {
        PropSense::Shape => Vec::new(),
        PropSense::Reflected => {
            let gap = gap_ahead(around, Ray::new(center, direction), length);
            gap.into_iter().collect()
        }
        PropSense::Fan => fan
            .iter()
            .filter_map(|(ray, length)| gap_ahead(around, ray, length))
            .collect(),
        PropSense::Vertices => gaps_of_vertices(around, motion),
    };
    let nearest = gaps
        .into_iter()
        .reduce(|a, b| if b.0 < a.0 { b } else { a });
    let stop = nearest.filter(|(gap, _)| *gap <= step);
    stop.map(|(gap, met)| Blocked {
        fraction: gap / step,
        point: met.point,
        normal: met.normal,
        touched: met.touched,
    })
}

/// The free way along one ray, by the ray back; `None` if nothing is met or the ray passes the
/// prop itself.
fn gap_ahead(around: &PropQuery, ray: Ray, length: f32) -> Option<(f32, RayContact)> {
    let along = ray.direction;
    let start = start_at_back(around, ray, length)?;
    let met = first_met(around, Ray::new(start, along), 2.0 * length)?;
    let gap = ray_back(around, met.point, along, length).unwrap_or(0.0);
    Some((gap, met))
}

/// The place at the prop's back where a ray begins: beside the prop's center it may be in the next
/// room. `None` if the ray passes the prop.
pub(super) fn start_at_back(around: &PropQuery, ray: Ray, length: f32) -> Option<Vec3> {
    let (own, along) = (&around.body().mesh, ray.direction);
    let behind = ray.origin - along * (2.0 * length);
    let from = behind - around.position();
    let back = own.ray_cast_faces(from, along, 4.0 * length, Faces::Front)?;
    Some(behind + along * back.distance)
}

/// The way back from a point that was met to the prop's own outside, meters; `None` where the point
/// is within the prop.
pub(super) fn ray_back(around: &PropQuery, point: Vec3, along: Vec3, length: f32) -> Option<f32> {
    let (own, from) = (&around.body().mesh, point - around.position());
    let outside = own.ray_cast_faces(from, -along, 2.0 * length, Faces::Front);
    outside.map(|hit| hit.distance)
}

/// Rays ahead of the vertices; if they meet nothing, rays to where the vertices will be, which
/// tell of overlaps.
fn gaps_of_vertices(around: &PropQuery, motion: Vec3) -> Vec<(f32, RayContact)> {
    let center = around.position();
    let placed = |offset: Vec3| -> Vec<Vec3> {
        let corners = vertices_of(around.body()).into_iter();
        corners.map(|corner| corner + offset).collect()
    };
    let ahead = RayFan::ahead_of_vertices(&placed(center), motion);
    let met = (ahead.iter()).filter_map(|(ray, length)| first_met(around, ray, length));
    let gaps: Vec<(f32, RayContact)> = met.map(|met| (met.distance, met)).collect();
    if !gaps.is_empty() {
        return gaps;
    }
    let there = center + motion;
    let inside = RayFan::to_vertices(there, &placed(there));
    let met = (inside.iter()).filter_map(|(ray, length)| {
        // What lies against the prop's outside is not in it.
        first_met(around, ray, length - SKIN)
    });
    met.map(|met| (0.0, met)).collect()
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

/// The nearest of the level, the other props and the balls on a ray. The player is not visible.
pub(super) fn first_met(around: &PropQuery, ray: Ray, length: f32) -> Option<RayContact> {
    let level = &around.scene.level.collision;
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
    for (index, position, body) in around.others() {
        let hit = (body.mesh).ray_cast(ray.origin - position, ray.direction, length);
        if let Some(hit) = hit {
            offer(hit.distance, hit.normal, Touched::Prop(index));
        }
    }
    for ball in around.scene.balls {
        let hit = ray.cast(&Sphere::new(ball.position.as_vec3(), ball.radius));
        if let Some(hit) = hit {
            offer(hit.distance, hit.normal, Touched::Ball(ball.id));
        }
    }
    first
}
