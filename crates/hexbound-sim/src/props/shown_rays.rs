//! The rays by which props looked ahead in the last tick, one by one, for observers. They are cast again
//! from the prop's former position, among the present bodies.

use glam::Vec3;
use hexbound_collide::geom::Ray;

use super::{
    PropScene,
    look_ahead::PropQuery,
    rays::{PropRayKind, RayAhead, rays_ahead},
};
use crate::World;
use hexbound_level::Level;

/// A ray of a prop with its hit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PropRay {
    pub kind: PropRayKind,
    /// The start, local, meters.
    pub start: Vec3,
    /// The hit, or the end of the ray, local, meters.
    pub end: Vec3,
    /// True if the ray has a hit at its end.
    pub is_hit: bool,
    /// The end of the ray back from the hit, on the prop's own outside, local, meters.
    pub back: Option<Vec3>,
}

/// The rays of a prop, by its index in the level, in the last tick in which it moved; none if it has not
/// moved.
pub fn prop_rays(level: &Level, world: &World, index: usize) -> Vec<PropRay> {
    let Some(look) = world.props.get(index).and_then(|prop| prop.looked) else {
        return Vec::new();
    };
    let mut props = world.props.clone();
    props[index].position = look.from;
    let query = PropQuery {
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
    let Some(direction) = look.motion.try_normalize() else {
        return Vec::new();
    };
    let (ray, length) = (
        Ray::new(look.from, direction),
        look.motion.length() + query.body().reach,
    );
    let center = RayAhead::cast(&query, PropRayKind::Center, ray, length);
    let rays = rays_ahead(&query, look.motion, look.rays);
    std::iter::once(center).chain(rays).map(shown).collect()
}

fn shown(ahead: RayAhead) -> PropRay {
    let RayAhead {
        kind, ray, length, ..
    } = ahead;
    let met = ahead.met.map(|met| met.point);
    PropRay {
        kind,
        start: ray.origin,
        end: met.unwrap_or(ray.origin + ray.direction * length),
        is_hit: met.is_some(),
        back: met
            .filter(|_| kind == PropRayKind::Fan)
            .map(|point| point - ray.direction * ahead.gap),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Buttons, Command, Methods, PropSense, Rules, props::rays::vertices_of};
    use hexbound_scenes::catalog;

    /// A prop that somebody pushes upward, and another command's world after some ticks.
    fn pushed(props: PropSense, ticks: u32) -> (Level, World) {
        let level = catalog::open("test:props").unwrap();
        let mut world = World::new(&level, Rules::default());
        world.props[0].selected = true;
        let command = Command::holding(Buttons::PUSH_FORWARD).by(Methods {
            props,
            ..Methods::default()
        });
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
        let fan = rays.iter().filter(|ray| ray.kind == PropRayKind::Fan);
        let fan: Vec<_> = fan.collect();
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
