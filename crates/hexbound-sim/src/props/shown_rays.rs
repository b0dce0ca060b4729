//! The rays by which props looked ahead in the last tick, one by one, for observers. They are cast
//! again from where the prop was, among what is there now.

use glam::Vec3;
use hexbound_collide::{
    SKIN,
    geom::{Ray, RayFan},
};

use super::{
    PropScene,
    look_ahead::PropQuery,
    rays::{first_met, ray_back, start_at_back, vertices_of},
};
use crate::{PropSense, World, tuning::PROP_RAY_RINGS};
use hexbound_level::Level;

/// The purpose of a ray of a prop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropRayKind {
    /// A ray from the center, to the first body ahead.
    Center,
    /// One of the parallel rays over the prop's cross-section, answered by a ray back.
    Fan,
    /// A ray ahead of one of its vertices.
    Vertex,
    /// A ray from the center to where a vertex will be: a hit is an overlap.
    Inside,
}

/// A ray of a prop with what it met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PropRay {
    pub kind: PropRayKind,
    /// The start, local, meters.
    pub start: Vec3,
    /// The point that was met, or where the ray ends, local, meters.
    pub end: Vec3,
    /// True if something was met there.
    pub is_hit: bool,
    /// The end of the ray back from there, on the prop's own outside, local, meters.
    pub back: Option<Vec3>,
}

/// The rays of a prop, by its place in the level's, in the last tick in which it moved; none if it
/// has not moved.
pub fn prop_rays(level: &Level, world: &World, index: usize) -> Vec<PropRay> {
    let Some(look) = world.props.get(index).and_then(|prop| prop.looked) else {
        return Vec::new();
    };
    let mut props = world.props.clone();
    props[index].position = look.from;
    let around = PropQuery {
        props: &props,
        scene: PropScene {
            level,
            movers: &[],
            player: &world.player,
            balls: &world.balls,
        },
        index,
        passes: [None; 2],
    };
    let reach = around.body().reach;
    let Some(direction) = look.motion.try_normalize() else {
        return Vec::new();
    };
    let length = look.motion.length() + reach;
    let center = Ray::new(look.from, direction);
    let mut rays = vec![cast(&around, PropRayKind::Center, center, length)];
    match look.rays {
        PropSense::Shape => {}
        // The fan's ray from the center alone.
        PropSense::Reflected => rays.extend(of_fan(&around, center, length)),
        PropSense::Fan => {
            let fan = RayFan::disc(look.from, direction, reach, PROP_RAY_RINGS, length);
            rays.extend(
                fan.iter()
                    .filter_map(|(ray, length)| of_fan(&around, ray, length)),
            );
        }
        PropSense::Vertices => rays.extend(of_vertices(&around, look.motion)),
    }
    rays
}

fn cast(around: &PropQuery, kind: PropRayKind, ray: Ray, length: f32) -> PropRay {
    let met = first_met(around, ray, length);
    PropRay {
        kind,
        start: ray.origin,
        end: met.map_or(ray.origin + ray.direction * length, |met| met.point),
        is_hit: met.is_some(),
        back: None,
    }
}

/// A ray of the fan from the prop's back, with the ray back; `None` if it passes the prop.
fn of_fan(around: &PropQuery, ray: Ray, length: f32) -> Option<PropRay> {
    let along = ray.direction;
    let start = start_at_back(around, ray, length)?;
    let mut shown = cast(
        around,
        PropRayKind::Fan,
        Ray::new(start, along),
        2.0 * length,
    );
    if shown.is_hit {
        let gap = ray_back(around, shown.end, along, length);
        shown.back = Some(shown.end - along * gap.unwrap_or(0.0));
    }
    Some(shown)
}

/// Rays ahead of the vertices, and where they meet nothing those to where the vertices will be.
fn of_vertices(around: &PropQuery, motion: Vec3) -> Vec<PropRay> {
    let placed = |offset: Vec3| -> Vec<Vec3> {
        let corners = vertices_of(around.body()).into_iter();
        corners.map(|corner| corner + offset).collect()
    };
    let ahead = RayFan::ahead_of_vertices(&placed(around.position()), motion);
    let mut rays: Vec<PropRay> = (ahead.iter())
        .map(|(ray, length)| cast(around, PropRayKind::Vertex, ray, length))
        .collect();
    if rays.iter().all(|ray| !ray.is_hit) {
        let there = around.position() + motion;
        let inside = RayFan::to_vertices(there, &placed(there));
        let shown = |(ray, length)| cast(around, PropRayKind::Inside, ray, length - SKIN);
        rays.extend(inside.iter().map(shown));
    }
    rays
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Buttons, Command, Methods, Rules};
    use hexbound_scenes::catalog;

    /// A prop that somebody pushes upward, and another command's world after some ticks.
    fn pushed(props: PropSense, ticks: u32) -> (Level, World) {
        let level = catalog::open("test:props").unwrap();
        let mut world = World::new(&level, Rules::default());
        world.props[0].selected = true;
        let command = Command {
            buttons: Buttons::PUSH_FORWARD,
            methods: Methods {
                props,
                ..Methods::default()
            },
            ..Command::default()
        };
        for _ in 0..ticks {
            world.step(&level, &command, &mut Vec::new());
        }
        (level, world)
    }

    #[test]
    fn one_that_never_moved_has_cast_no_ray() {
        let (level, world) = pushed(PropSense::Fan, 3);
        assert!(prop_rays(&level, &world, 1).is_empty());
        assert!(prop_rays(&level, &world, 999).is_empty());
    }

    #[test]
    fn the_method_that_was_in_use_cast_them() {
        let count = |props| {
            let (level, world) = pushed(props, 20);
            let rays = prop_rays(&level, &world, 0);
            let of = |kind| rays.iter().filter(|ray| ray.kind == kind).count();
            (of(PropRayKind::Fan), of(PropRayKind::Vertex))
        };
        assert_eq!(count(PropSense::Reflected), (1, 0));
        assert!(count(PropSense::Fan).0 > 6);
        assert!(count(PropSense::Vertices).1 > 3);
        // The shape is compared with the fan.
        assert_eq!(count(PropSense::Shape), count(PropSense::Fan));
    }

    #[test]
    fn a_ray_of_the_fan_comes_back_to_the_props_own_outside() {
        let (level, world) = pushed(PropSense::Fan, 400);
        let rays = prop_rays(&level, &world, 0);
        let fan: Vec<_> = (rays.iter())
            .filter(|ray| ray.kind == PropRayKind::Fan)
            .collect();
        assert!(fan.len() > 6, "{} rays", fan.len());
        assert_eq!(rays[0].kind, PropRayKind::Center);
        assert!(fan.iter().any(|ray| ray.is_hit), "it has come to a wall");
        let along = (rays[0].end - rays[0].start).normalize();
        for ray in fan {
            assert_eq!(ray.is_hit, ray.back.is_some());
            if let Some(back) = ray.back {
                assert!((ray.end - back).dot(along) > -1e-4, "{ray:?}");
            }
        }
    }

    #[test]
    fn each_vertex_has_a_ray_as_long_as_the_step() {
        let (level, world) = pushed(PropSense::Vertices, 20);
        let rays = prop_rays(&level, &world, 0);
        let step = world.props[0].looked.unwrap().motion.length();
        let of = |kind| rays.iter().filter(move |ray| ray.kind == kind);
        let corners = vertices_of(&level.props[0]).len();
        assert_eq!(of(PropRayKind::Vertex).count(), corners);
        for ray in of(PropRayKind::Vertex) {
            assert!(ray.is_hit || (ray.start.distance(ray.end) - step).abs() < 1e-4);
        }
        assert_eq!(of(PropRayKind::Inside).count(), corners, "nothing is ahead");
    }
}
