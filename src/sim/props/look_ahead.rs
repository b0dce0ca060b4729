//! What a prop's shape, moved straight, touches first: the level, other props, balls or the player.
//! Spheres go to the swept kernel; boxes and hulls to separating axes over time, which are exact
//! for what does not turn.

use glam::{DVec3, Vec3};

use super::{super::bodies, PropScene, PropState, rays::ByRays};
use hexbound_collide::{
    Body, CollisionMesh, Hit, SKIN,
    geom::{Aabb, ConvexHull, Sphere, sweep_sphere_sphere},
};

use crate::level::{Prop, PropShape};

/// The thing that a prop touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touched {
    /// A triangle of the level.
    Level(u32),
    /// Another prop, by its place in the level's.
    Prop(usize),
    /// A ball, by its id.
    Ball(u32),
    /// The player.
    Player,
}

/// The contact that ends a prop's move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Blocked {
    /// The fraction of the move, 0..1.
    pub fraction: f32,
    /// The touched point, local, meters.
    pub point: Vec3,
    /// The unit normal, toward the prop.
    pub normal: Vec3,
    pub touched: Touched,
}

/// The findings ahead of a prop, by rays and by its shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LookAhead {
    /// The contact that stops the prop.
    pub stop: Option<Blocked>,
    pub by_rays: ByRays,
    pub by_shape: Option<Blocked>,
}

/// A prop among everything that it may run into.
#[derive(Clone, Copy)]
pub(crate) struct PropQuery<'a> {
    pub props: &'a [PropState],
    pub scene: PropScene<'a>,
    pub index: usize,
}

/// The fraction of a move at which something is touched first, and the unit normal there.
type FirstTouch = (f32, Vec3);

impl<'a> PropQuery<'a> {
    pub(crate) fn body(&self) -> &'a Prop {
        &self.scene.level.props[self.index]
    }

    pub(crate) fn position(&self) -> Vec3 {
        self.props[self.index].position
    }

    /// The other props, by index.
    pub(crate) fn others(&self) -> impl Iterator<Item = (usize, Vec3, &'a Prop)> {
        let (props, own) = (self.props, self.index);
        let all = props.iter().zip(&self.scene.level.props).enumerate();
        all.filter(move |(index, _)| *index != own)
            .map(|(index, (state, body))| (index, state.position, body))
    }

    /// The first contact of the prop's shape; the level's before a prop's before a ball's before
    /// the player's.
    pub(crate) fn sweep(&self, motion: Vec3) -> Option<Blocked> {
        let mut first = self.sweep_level(motion);
        let mut offer = |touch: Option<FirstTouch>, touched| {
            if let Some((fraction, normal)) = touch
                && first.is_none_or(|known| fraction < known.fraction)
            {
                first = Some(self.blocked(motion, fraction, normal, touched));
            }
        };
        for (index, position, body) in self.others() {
            if self.may_meet(motion, position, body.reach) {
                offer(
                    self.sweep_prop(motion, position, body),
                    Touched::Prop(index),
                );
            }
        }
        for ball in self.scene.balls {
            let position = ball.position.as_vec3();
            if self.may_meet(motion, position, ball.radius) {
                let touch = self.sweep_sphere(motion, position, ball.radius);
                offer(touch, Touched::Ball(ball.id));
            }
        }
        offer(self.sweep_player(motion), Touched::Player);
        first
    }

    fn sweep_level(&self, motion: Vec3) -> Option<Blocked> {
        let (position, mesh) = (self.position(), &self.scene.level.collision);
        match &self.body().shape {
            PropShape::Sphere { radius } => {
                let hit = first_hit(mesh, &bodies::ball(*radius), position, motion)?;
                Some(Blocked {
                    fraction: hit.fraction as f32,
                    point: hit.point.as_vec3(),
                    normal: hit.normal.as_vec3(),
                    touched: Touched::Level(hit.triangle),
                })
            }
            PropShape::Box { hull, .. } | PropShape::Hull(hull) => {
                let region = self.body().solid.bounds();
                let way = Aabb::new(
                    region.min + position + motion.min(Vec3::ZERO),
                    region.max + position + motion.max(Vec3::ZERO),
                );
                let near = mesh.triangles_near(way.grown(Vec3::splat(SKIN)));
                let touches = near.into_iter().filter_map(|triangle| {
                    let corners = mesh.corners(triangle);
                    let (fraction, normal) = meet_triangle(hull, position, motion, corners)?;
                    Some(self.blocked(motion, fraction, normal, Touched::Level(triangle)))
                });
                touches.reduce(|best, next| {
                    if next.fraction < best.fraction {
                        next
                    } else {
                        best
                    }
                })
            }
        }
    }

    fn sweep_prop(&self, motion: Vec3, position: Vec3, other: &Prop) -> Option<FirstTouch> {
        let offset = self.position() - position;
        match (&self.body().shape, &other.shape) {
            (_, PropShape::Sphere { radius }) => self.sweep_sphere(motion, position, *radius),
            (PropShape::Sphere { radius }, _) => {
                let hit = first_hit(&other.solid, &bodies::ball(*radius), offset, motion)?;
                Some((hit.fraction as f32, hit.normal.as_vec3()))
            }
            (
                PropShape::Box { hull, .. } | PropShape::Hull(hull),
                PropShape::Box { hull: theirs, .. } | PropShape::Hull(theirs),
            ) => {
                let (offset, motion) = (offset.as_dvec3(), motion.as_dvec3());
                let touch = hull.sweep(offset, motion, theirs, f64::from(SKIN))?;
                Some((touch.fraction as f32, touch.normal.as_vec3()))
            }
        }
    }

    /// Against a sphere that stands still.
    fn sweep_sphere(&self, motion: Vec3, center: Vec3, radius: f32) -> Option<FirstTouch> {
        let offset = center - self.position();
        if let PropShape::Sphere { radius: own } = self.body().shape {
            let (mover, other) = (Sphere::new(-offset, own), Sphere::new(Vec3::ZERO, radius));
            let touch = sweep_sphere_sphere(&mover, motion, &other, Vec3::ZERO)?;
            return Some((touch.fraction, touch.normal));
        }
        let hit = first_hit(&self.body().solid, &bodies::ball(radius), offset, -motion)?;
        Some((hit.fraction as f32, -hit.normal.as_vec3()))
    }

    fn sweep_player(&self, motion: Vec3) -> Option<FirstTouch> {
        let offset = self.scene.player.position - self.position();
        let body = self.scene.player.body();
        let hit = first_hit(&self.body().solid, &body, offset, -motion)?;
        Some((hit.fraction as f32, -hit.normal.as_vec3()))
    }

    /// Returns whether balls around both come near each other on the way.
    fn may_meet(&self, motion: Vec3, position: Vec3, reach: f32) -> bool {
        let far = self.body().reach + reach + motion.length() + SKIN;
        self.position().distance_squared(position) <= far * far
    }

    fn blocked(&self, motion: Vec3, fraction: f32, normal: Vec3, touched: Touched) -> Blocked {
        let center = self.position() + motion * fraction;
        let nearest = match &self.body().shape {
            PropShape::Sphere { radius } => -normal * *radius,
            PropShape::Box { hull, .. } | PropShape::Hull(hull) => lowest(hull, normal),
        };
        Blocked {
            fraction,
            point: center + nearest,
            normal,
            touched,
        }
    }
}

fn first_hit(mesh: &CollisionMesh, body: &Body, from: Vec3, motion: Vec3) -> Option<Hit> {
    let (from, to) = (from.as_dvec3(), (from + motion).as_dvec3());
    mesh.sweep(body, from, to).ok().flatten()
}

fn meet_triangle(
    hull: &ConvexHull,
    position: Vec3,
    motion: Vec3,
    corners: [Vec3; 3],
) -> Option<FirstTouch> {
    let center = position.as_dvec3();
    let triangle = ConvexHull::triangle(corners.map(|corner| corner.as_dvec3() - center));
    let motion = motion.as_dvec3();
    let touch = hull.sweep(DVec3::ZERO, motion, &triangle, f64::from(SKIN))?;
    Some((touch.fraction as f32, touch.normal.as_vec3()))
}

/// The middle of the corners that lie furthest against the normal.
fn lowest(hull: &ConvexHull, normal: Vec3) -> Vec3 {
    let height = |corner: &DVec3| corner.dot(normal.as_dvec3());
    let least = (hull.corners.iter().map(height)).fold(f64::INFINITY, f64::min);
    let low = || (hull.corners.iter()).filter(|corner| height(corner) < least + f64::from(SKIN));
    (low().sum::<DVec3>() / low().count().max(1) as f64).as_vec3()
}
