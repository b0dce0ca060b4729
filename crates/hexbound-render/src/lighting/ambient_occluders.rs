//! The balls, props and walkers near the eye, which block ambient light from their surroundings. For the
//! shaders each is a sphere of equal volume.

use glam::{Vec3, Vec4};

use crate::{buffer_struct::buffer_struct, frame::globals::Globals};
use hexbound_level::{Level, PropPart, PropShape};
use hexbound_sim::View;

/// The distance from the eye at which a body's occlusion ends, meters.
const MAX_DISTANCE: f32 = 20.0;
/// The share of [`MAX_DISTANCE`] over which occlusion fades, so that no body's occlusion appears or vanishes
/// at once.
const FADE_SHARE: f32 = 0.3;

/// The sphere of an upright walker's base: its center relative to the feet, and in w its radius, meters.
const WALKER_SPHERE: Vec4 = Vec4::new(0.0, 0.4, 0.0, 0.38);

/// The size of a prop's part relative to its largest one below which the part is left out.
const MIN_PART_SHARE: f32 = 0.5;

/// The largest number of bodies that occlude ambient light.
pub(crate) const MAX_OCCLUDERS: usize = 16;

buffer_struct! {
    /// A ball, prop or walker near the eye, as a sphere, meters.
    pub(crate) struct Occluder {
        pub center: Vec3,
        pub radius: f32,
    }
}

/// The level's props as spheres.
#[derive(Default)]
pub(crate) struct AmbientOccluders {
    parts: Vec<PartOccluder>,
}

/// A part of a prop as a sphere.
struct PartOccluder {
    /// The index of the prop.
    prop: usize,
    /// The original position of the prop, meters.
    start: Vec3,
    /// The offset of the part from the prop's position, meters.
    offset: Vec3,
    /// The radius, meters.
    radius: f32,
}

impl AmbientOccluders {
    pub(crate) fn of(level: &Level) -> Self {
        let parts = level.props.iter().enumerate().flat_map(|(prop, body)| {
            let largest = body.parts.iter().map(radius).fold(0.0, f32::max);
            let matters = move |part: &&PropPart| radius(part) >= MIN_PART_SHARE * largest;
            let parts = body.parts.iter().filter(matters);
            parts.map(move |part| PartOccluder {
                prop,
                start: body.position,
                offset: part.center,
                radius: radius(part),
            })
        });
        Self {
            parts: parts.collect(),
        }
    }

    /// Writes the bodies nearest to the eye into `globals`.
    pub(crate) fn fill_globals(&self, view: &View, globals: &mut Globals) {
        let bodies = self.near(view);
        globals.occluder_count = bodies.len() as f32;
        for (slot, body) in globals.occluders.iter_mut().zip(bodies) {
            *slot = Occluder {
                center: body.truncate(),
                radius: body.w,
            };
        }
    }

    /// The positions and radii of the nearest bodies, limited to the shaders' capacity.
    fn near(&self, view: &View) -> Vec<Vec4> {
        let props = self.parts.iter().map(|part| {
            let seen = view.props.get(part.prop).map(|prop| prop.center);
            (seen.unwrap_or(part.start) + part.offset).extend(part.radius)
        });
        let balls = (view.balls.iter()).map(|ball| ball.center.extend(ball.radius));
        let walkers = view
            .walkers
            .iter()
            .map(|walker| walker.feet.extend(0.0) + WALKER_SPHERE);
        let distance = |body: &Vec4| body.truncate().distance(view.eye);
        let mut bodies: Vec<Vec4> = (props.chain(balls).chain(walkers))
            .filter(|body| body.is_finite() && distance(body) < MAX_DISTANCE)
            .collect();
        bodies.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
        bodies.truncate(MAX_OCCLUDERS);
        for body in &mut bodies {
            body.w *= ((1.0 - distance(body) / MAX_DISTANCE) / FADE_SHARE).min(1.0);
        }
        bodies
    }
}

/// The radius of a sphere with about the volume of a part, meters.
fn radius(part: &PropPart) -> f32 {
    /// The radius of a sphere with the volume of a cube whose half side is 1.
    const CUBE_RADIUS: f32 = 1.24;
    match &part.shape {
        PropShape::Sphere { radius } => *radius,
        PropShape::Box { half, .. } => CUBE_RADIUS * half.element_product().cbrt(),
        PropShape::Hull(_) => {
            let half: Vec3 = part.solid.bounds().size() * 0.5;
            half.element_product().cbrt()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_sim::SeenBall;

    #[test]
    fn the_nearest_are_kept_and_far_ones_fade() {
        let ball = |id: u32, x: f32| SeenBall::at(id, Vec3::X * x, 0.5);
        let view = View {
            balls: (0..30).map(|id| ball(id, 30.0 - id as f32)).collect(),
            ..View::default()
        };
        let near = AmbientOccluders::default().near(&view);
        assert_eq!(near.len(), MAX_OCCLUDERS);
        assert_eq!(near[0], Vec4::new(1.0, 0.0, 0.0, 0.5));
        let radii: Vec<f32> = near.iter().map(|body| body.w).collect();
        assert!(radii.is_sorted_by(|a, b| a >= b) && radii[MAX_OCCLUDERS - 1] < 0.4);
        let none = AmbientOccluders::default().near(&View::default());
        assert!(none.is_empty());
    }
}
