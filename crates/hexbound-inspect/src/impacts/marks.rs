//! The lines of an impact: the ball at the contact, the touched point with its normal, the velocities as
//! arrows toward the ball's center and away from it. The arrows are drawn between rims, so that no ball
//! hides them. The surface is moved out by the radius, so that it contains the center.

use glam::{DVec3, Vec3};
use hexbound_collide::geom::Cylinder;

use crate::{
    legend::colors::{AMBER, BLUE, CORAL, GREEN, PALE, TEAL, VIOLET, faint},
    outlines,
};
use hexbound_base::debug_lines::{DebugColor, DebugLines};
use hexbound_level::Level;
use hexbound_sim::{Impact, ReflectedSide, Struck};

/// The color of I, the velocity before the impact.
pub(super) const I_COLOR: DebugColor = BLUE;
/// The color of N, the normal.
pub(super) const N_COLOR: DebugColor = AMBER;
/// The color of R, the reflected velocity.
pub(super) const R_COLOR: DebugColor = TEAL;
/// The color of the velocity after friction.
pub(super) const FRICTION_COLOR: DebugColor = GREEN;
/// The color of the moved-out surface.
pub(super) const OUT_COLOR: DebugColor = VIOLET;
/// The color of the touched point.
pub(super) const POINT_COLOR: DebugColor = CORAL;

/// The time whose displacement represents a velocity, seconds.
const VELOCITY_TIME: f64 = 0.1;
/// The largest drawn length of a velocity, meters.
const MAX_VELOCITY_LENGTH: f64 = 1.2;
/// The length of the normal beyond the ball, meters.
const NORMAL_LENGTH: f32 = 0.35;
/// The size of the cross at the touched point, meters.
const CROSS_SIZE: f32 = 0.05;
/// The sine of the angle between a velocity and the normal below which they are drawn beside each other.
const MAX_ALIKE_SINE: f64 = 0.15;
/// The distance between two lines drawn beside each other, meters.
const ASIDE_DISTANCE: f32 = 0.04;
/// The least change by friction that is drawn, m/s.
const MIN_FRICTION_CHANGE: f64 = 0.05;
/// The radius of the disk that shows the moved surface near the center, in radii of the ball.
const DISK_RADII: f32 = 2.0;
/// The cosine between a contact's normal and the face's normal above which both are equal.
const MIN_FACE_COSINE: f32 = 0.999;
/// The opacity of a moved-out triangle.
const TRIANGLE_OPACITY: f32 = 0.6;

/// Draws an impact. Returns the ends of its arrows.
pub fn draw(level: &Level, impact: &Impact, debug: &mut DebugLines) -> Vec<[Vec3; 2]> {
    let [ball, _] = impact.reflection.sides;
    draw_moved_out(level, impact, debug);
    debug.cross(impact.point, CROSS_SIZE, POINT_COLOR);
    let beyond = impact.normal * (impact.radii[0] + NORMAL_LENGTH);
    let normal = [impact.point, ball.center.as_vec3() + beyond];
    debug.arrow(normal[0], normal[1], N_COLOR);
    let mut shown = vec![normal];
    let balls = match impact.struck {
        Struck::Ball(_) => 2,
        _ => 1,
    };
    let seconds = seconds_drawn(&impact.reflection.sides[..balls]);
    for (side, radius) in impact.reflection.sides.iter().zip(impact.radii).take(balls) {
        let (center, half) = (side.center.as_vec3(), Vec3::splat(radius));
        outlines::rings(center, half, PALE, debug);
        for (ends, color) in arrows(side, radius, impact.reflection.normal, seconds) {
            debug.arrow(ends[0], ends[1], color);
            shown.push(ends);
        }
    }
    shown
}

/// The time whose displacement represents velocities, seconds.
fn seconds_drawn(sides: &[ReflectedSide]) -> f64 {
    let velocities = sides
        .iter()
        .flat_map(|side| [side.before, side.reflected, side.after]);
    let fastest = velocities.map(DVec3::length).fold(1e-9, f64::max);
    VELOCITY_TIME.min(MAX_VELOCITY_LENGTH / fastest)
}

/// The arrows of a ball's velocities with their colors.
fn arrows(
    side: &ReflectedSide,
    radius: f32,
    normal: DVec3,
    seconds: f64,
) -> Vec<([Vec3; 2], DebugColor)> {
    let center = side.center.as_vec3();
    let arrow = |velocity: DVec3| (velocity * seconds).as_vec3();
    let rim = |velocity: DVec3| (velocity.normalize_or_zero() * f64::from(radius)).as_vec3();
    let away = |velocity: DVec3, beside: Vec3| {
        let begin = center + rim(velocity) + beside;
        [begin, begin + arrow(velocity)]
    };
    let end = center - rim(side.before) + aside(side.before, normal);
    let mut arrows = vec![
        ([end - arrow(side.before), end], I_COLOR),
        (
            away(side.reflected, -aside(side.reflected, normal)),
            R_COLOR,
        ),
    ];
    if side.after.distance(side.reflected) > MIN_FRICTION_CHANGE {
        arrows.push((away(side.after, Vec3::ZERO), FRICTION_COLOR));
    }
    arrows
}

/// The offset of a velocity that is drawn beside the normal; zero if both lines are distinct.
fn aside(velocity: DVec3, normal: DVec3) -> Vec3 {
    match velocity.normalize_or_zero().cross(normal).length() < MAX_ALIKE_SINE {
        true => normal.as_vec3().any_orthonormal_vector() * ASIDE_DISTANCE,
        false => Vec3::ZERO,
    }
}

/// Draws the touched surface moved out by the ball's radius: a larger sphere or cylinder, or the
/// triangle. Except for two balls, a disk around the center lies in the plane that the center meets.
fn draw_moved_out(level: &Level, impact: &Impact, debug: &mut DebugLines) {
    let [radius, other] = impact.radii;
    let [ball, met] = impact.reflection.sides;
    match impact.struck {
        Struck::Ball(_) => {
            let both = Vec3::splat(radius + other);
            return outlines::rings(met.center.as_vec3(), both, OUT_COLOR, debug);
        }
        Struck::Bumper(index) => {
            if let Some(bumper) = level.bumpers.get(index as usize) {
                let grown = Cylinder {
                    radius: bumper.cylinder.radius + radius,
                    half_length: bumper.cylinder.half_length + radius,
                    ..bumper.cylinder
                };
                outlines::cylinder(&grown, OUT_COLOR, debug);
            }
        }
        Struck::Level(triangle) => {
            let [a, b, c] = level.collision.corners(triangle);
            let face = (b - a).cross(c - a).normalize_or_zero();
            if face.dot(impact.normal).abs() > MIN_FACE_COSINE {
                let moved = [a, b, c].map(|corner| corner + impact.normal * radius);
                debug.outline(&moved, faint(OUT_COLOR, TRIANGLE_OPACITY));
            }
        }
        _ => {}
    }
    let center = ball.center.as_vec3();
    outlines::circle(center, impact.normal, radius * DISK_RADII, OUT_COLOR, debug);
}
