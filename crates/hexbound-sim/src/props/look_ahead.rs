//! The first contact of a prop's parts in a straight move: with the level, movers, other props, balls or
//! the player. Spheres go to the swept kernel; boxes and hulls to separating axes over time, which are
//! exact without rotation.

use glam::{DVec3, Vec3};

use super::{super::bodies, PropScene, PropState, PropStop, Touched};
use hexbound_collide::{
    Body, Class, CollisionMesh, Hit, SKIN,
    geom::{Aabb, ClosestPoint, ConvexHull, Sphere, Triangle, sweep_sphere_sphere},
};

use crate::movers::PlacedMover;
use hexbound_level::{BodyKind, Prop, PropPart, PropShape};

/// The distance beyond the end of a path within which a surface already stops it, meters. It keeps a
/// skin's width between a prop and a surface along which it slides at a shallow angle.
const BEYOND_DISTANCE: f32 = 10.0 * SKIN;

/// The greatest missing distance of a free path, meters: the error of two props that move together.
const ROUNDING_DISTANCE: f32 = 0.01 * SKIN;

/// A prop among everything that it may run into.
#[derive(Clone, Copy)]
pub(super) struct PropQuery<'a> {
    pub props: &'a [PropState],
    pub scene: PropScene<'a>,
    pub index: usize,
    /// The movers that are no obstacles, by their indices in `Level::movers`: the one carrying the prop,
    /// and one around it.
    pub passes: [Option<u32>; 2],
}

/// The free part of a prop's path, and the contact that ends it.
#[derive(Clone, Copy, Debug)]
pub(super) struct FreePath {
    /// The free fraction of the path, 0..1.
    pub free: f32,
    /// The contact that ends the path.
    pub stop: Option<PropStop>,
}

/// The fraction of a move at the first contact, and the unit normal there.
type FirstTouch = (f32, Vec3);

impl<'a> PropQuery<'a> {
    pub(super) fn body(&self) -> &'a Prop {
        &self.scene.level.props[self.index]
    }

    pub(super) fn position(&self) -> Vec3 {
        self.props[self.index].position
    }

    /// Returns whether the prop and a body of a class stop each other.
    fn meets(&self, class: Class) -> bool {
        let classes = &self.scene.level.play.classes;
        classes.stops_body(class, BodyKind::Prop, self.index as u32)
    }

    /// The other props that this one meets, each with its index and position.
    pub(super) fn others(&self) -> impl Iterator<Item = (usize, Vec3, &'a Prop)> {
        let (props, own) = (self.props, self.index);
        let all = props.iter().zip(&self.scene.level.props).enumerate();
        let classes = &self.scene.level.play.classes;
        let meets = |index: usize| {
            classes.all_stop() || self.meets(classes.get(BodyKind::Prop, index as u32))
        };
        all.filter(move |(index, _)| *index != own && meets(*index))
            .map(|(index, (state, body))| (index, state.position, body))
    }

    /// Computes the free part of the prop's path `delta`: it ends a skin's width, along the normal,
    /// before the first contact.
    pub(super) fn advance(&self, delta: Vec3) -> FreePath {
        let length = delta.length();
        let whole = FreePath {
            free: 1.0,
            stop: None,
        };
        if length < f32::MIN_POSITIVE {
            return whole;
        }
        let direction = delta / length;
        let looked = length + BEYOND_DISTANCE;
        let Some(stop) = self.sweep(direction * looked) else {
            return whole;
        };
        let facing = -direction.dot(stop.normal);
        let free = stop.fraction * looked - SKIN / facing.max(SKIN / BEYOND_DISTANCE);
        match free < length - ROUNDING_DISTANCE {
            true => FreePath {
                free: (free / length).clamp(0.0, 1.0),
                stop: Some(stop),
            },
            false => whole,
        }
    }

    /// The first contact of the prop's parts. Ties put the level before movers, props, balls and the
    /// player.
    pub(super) fn sweep(&self, motion: Vec3) -> Option<PropStop> {
        let parts = self.body().parts.iter();
        let of_parts = parts.filter_map(|part| self.sweep_part(part, motion));
        let first = of_parts.reduce(earlier);
        let by_player = self
            .sweep_player(motion)
            .filter(|(fraction, _)| first.is_none_or(|known| *fraction < known.fraction));
        match by_player {
            Some((fraction, normal)) => {
                let part = &self.body().parts[0];
                Some(self.prop_stop(part, motion, (fraction, normal), Touched::Player))
            }
            None => first,
        }
    }

    fn sweep_part(&self, part: &PropPart, motion: Vec3) -> Option<PropStop> {
        let mut first = self.sweep_level(part, motion);
        let mut offer = |touch: Option<FirstTouch>, touched| {
            if let Some(touch) = touch
                && first.is_none_or(|known| touch.0 < known.fraction)
            {
                first = Some(self.prop_stop(part, motion, touch, touched));
            }
        };
        let center = self.position() + part.center;
        for mover in self.scene.movers {
            if !self.passes.contains(&Some(mover.index)) {
                let touch = sweep_mover(part, center, motion, mover);
                offer(touch, Touched::Mover(mover.index));
            }
        }
        for (index, position, body) in self.others() {
            if !self.may_meet(motion, position, body.reach) {
                continue;
            }
            for theirs in &body.parts {
                let touch = sweep_parts(part, center, motion, theirs, position + theirs.center);
                offer(touch, Touched::Prop(index));
            }
        }
        for ball in self.scene.balls {
            let position = ball.position.as_vec3();
            let meets = || self.meets(ball.class(&self.scene.level.play));
            if self.may_meet(motion, position, ball.radius) && meets() {
                let touch = sweep_sphere(part, center, motion, Sphere::new(position, ball.radius));
                offer(touch, Touched::Ball(ball.id));
            }
        }
        first
    }

    fn sweep_level(&self, part: &PropPart, motion: Vec3) -> Option<PropStop> {
        let (center, mesh) = (self.position() + part.center, &self.scene.level.collision);
        match &part.shape {
            PropShape::Sphere { radius } => {
                let hit = first_hit(mesh, bodies::ball(*radius), center, motion)?;
                Some(PropStop {
                    fraction: hit.fraction as f32,
                    point: hit.point.as_vec3(),
                    normal: hit.normal.as_vec3(),
                    touched: Touched::Level(hit.triangle),
                })
            }
            PropShape::Box { hull, .. } | PropShape::Hull(hull) => {
                let near = mesh.triangles_near(path_bounds(part, center, motion));
                let touches = near.into_iter().filter_map(|triangle| {
                    let touch = meet_triangle(hull, center, motion, mesh.corners(triangle))?;
                    Some(self.prop_stop(part, motion, touch, Touched::Level(triangle)))
                });
                touches.reduce(earlier)
            }
        }
    }

    fn sweep_player(&self, motion: Vec3) -> Option<FirstTouch> {
        let player = self.scene.player;
        let body = player.body();
        let is_near = self.may_meet(motion, player.position, body.half_extents().max_element());
        if !is_near || !self.meets(self.scene.level.play.classes.of_kind(BodyKind::Player)) {
            return None;
        }
        let offset = player.position - self.position();
        let hit = first_hit(&self.body().solid, body, offset, -motion)?;
        Some((hit.fraction as f32, -hit.normal.as_vec3()))
    }

    /// Returns whether the bounding spheres of the prop and of another body come near each other during
    /// the motion.
    fn may_meet(&self, motion: Vec3, position: Vec3, reach: f32) -> bool {
        let far = self.body().reach + reach + motion.length() + SKIN;
        self.position().distance_squared(position) <= far * far
    }

    fn prop_stop(
        &self,
        part: &PropPart,
        motion: Vec3,
        (fraction, normal): FirstTouch,
        touched: Touched,
    ) -> PropStop {
        let center = self.position() + part.center + motion * fraction;
        let nearest = match &part.shape {
            PropShape::Sphere { radius } => -normal * *radius,
            PropShape::Box { hull, .. } | PropShape::Hull(hull) => lowest(hull, normal),
        };
        PropStop {
            fraction,
            point: center + nearest,
            normal,
            touched,
        }
    }
}

/// The first contact of a part, its center moved from `from` by `motion`, with a mover in its present
/// pose.
pub(super) fn sweep_mover(
    part: &PropPart,
    from: Vec3,
    motion: Vec3,
    mover: &PlacedMover,
) -> Option<FirstTouch> {
    let path = path_bounds(part, from, motion);
    if !path.overlaps(&mover.bounds) {
        return None;
    }
    let obstacle = mover.alone();
    match &part.shape {
        PropShape::Sphere { radius } => {
            let (from, to) = (from.as_dvec3(), (from + motion).as_dvec3());
            let hit = obstacle.sweep(bodies::ball(*radius), from, to).ok()??;
            Some((hit.fraction as f32, hit.normal.as_vec3()))
        }
        PropShape::Box { hull, .. } | PropShape::Hull(hull) => {
            let near = obstacle.triangles_near(path).into_iter();
            near.filter_map(|triangle| {
                meet_triangle(hull, from, motion, obstacle.corners(triangle))
            })
            .reduce(|best, next| if next.0 < best.0 { next } else { best })
        }
    }
}

/// The first contact of a part, its center moved from `from` by `motion`, with a static one of another
/// prop.
fn sweep_parts(
    part: &PropPart,
    from: Vec3,
    motion: Vec3,
    theirs: &PropPart,
    center: Vec3,
) -> Option<FirstTouch> {
    let offset = from - center;
    match (&part.shape, &theirs.shape) {
        (_, PropShape::Sphere { radius }) => {
            sweep_sphere(part, from, motion, Sphere::new(center, *radius))
        }
        (PropShape::Sphere { radius }, _) => {
            let hit = first_hit(&theirs.solid, bodies::ball(*radius), offset, motion)?;
            Some((hit.fraction as f32, hit.normal.as_vec3()))
        }
        (
            PropShape::Box { hull, .. } | PropShape::Hull(hull),
            PropShape::Box { hull: other, .. } | PropShape::Hull(other),
        ) => {
            let (offset, motion) = (offset.as_dvec3(), motion.as_dvec3());
            let touch = hull.sweep(offset, motion, other, f64::from(SKIN))?;
            Some((touch.fraction as f32, touch.normal.as_vec3()))
        }
    }
}

/// The first contact of a moving part with a static sphere.
fn sweep_sphere(part: &PropPart, from: Vec3, motion: Vec3, sphere: Sphere) -> Option<FirstTouch> {
    let Sphere { center, radius } = sphere;
    let offset = center - from;
    if let PropShape::Sphere { radius: own } = part.shape {
        let (mover, other) = (Sphere::new(-offset, own), Sphere::new(Vec3::ZERO, radius));
        let touch = sweep_sphere_sphere(&mover, motion, &other, Vec3::ZERO)?;
        return Some((touch.fraction, touch.normal));
    }
    let hit = first_hit(&part.solid, bodies::ball(radius), offset, -motion)?;
    Some((hit.fraction as f32, -hit.normal.as_vec3()))
}

fn earlier(best: PropStop, next: PropStop) -> PropStop {
    if next.fraction < best.fraction {
        next
    } else {
        best
    }
}

/// The box around a part on its path, with a small margin.
pub(super) fn path_bounds(part: &PropPart, from: Vec3, motion: Vec3) -> Aabb {
    let region = match part.shape {
        // The mesh of a sphere may lie wholly within it.
        PropShape::Sphere { radius } => Aabb::new(Vec3::splat(-radius), Vec3::splat(radius)),
        _ => part.solid.bounds(),
    };
    let path = Aabb::new(
        region.min + from + motion.min(Vec3::ZERO),
        region.max + from + motion.max(Vec3::ZERO),
    );
    path.grown(Vec3::splat(SKIN))
}

fn first_hit(mesh: &CollisionMesh, body: Body, from: Vec3, motion: Vec3) -> Option<Hit> {
    let (from, to) = (from.as_dvec3(), (from + motion).as_dvec3());
    mesh.sweep(body, from, to).ok()?
}

fn meet_triangle(
    hull: &ConvexHull,
    from: Vec3,
    motion: Vec3,
    corners: [Vec3; 3],
) -> Option<FirstTouch> {
    let center = from.as_dvec3();
    let triangle = ConvexHull::triangle(corners.map(|corner| corner.as_dvec3() - center));
    let motion = motion.as_dvec3();
    let touch = hull.sweep(DVec3::ZERO, motion, &triangle, f64::from(SKIN))?;
    Some((touch.fraction as f32, touch.normal.as_vec3()))
}

/// Returns whether a part with its center at a place is nearer to a triangle than `margin`, meters.
pub(super) fn touches_triangle(
    part: &PropPart,
    center: Vec3,
    corners: [Vec3; 3],
    margin: f32,
) -> bool {
    let hull = match &part.shape {
        PropShape::Sphere { radius } => {
            let nearest = Triangle { corners }.closest_point(center.as_dvec3());
            return nearest.distance(center.as_dvec3()) <= f64::from(radius + margin);
        }
        PropShape::Box { hull, .. } | PropShape::Hull(hull) => hull,
    };
    let [a, b, c] = corners;
    let reach = (b - a).cross(c - a).normalize_or_zero() * margin;
    [reach, -reach]
        .into_iter()
        .any(|direction| meet_triangle(hull, center, direction, corners).is_some())
}

/// The mean of the hull's vertices that lie furthest against the normal.
fn lowest(hull: &ConvexHull, normal: Vec3) -> Vec3 {
    let height = |corner: &DVec3| corner.dot(normal.as_dvec3());
    let least = (hull.corners.iter().map(height)).fold(f64::INFINITY, f64::min);
    let low = || (hull.corners.iter()).filter(|corner| height(corner) < least + f64::from(SKIN));
    (low().sum::<DVec3>() / low().count().max(1) as f64).as_vec3()
}
