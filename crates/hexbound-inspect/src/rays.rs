//! Every ray of the tick with its hit: downward for ground, ahead of props and behind them, and from the
//! player's eye through the crosshair.

use glam::Vec3;
use hexbound_collide::geom::{Ray, Sphere};

use super::{
    Inspection, InspectionRequest, Legend,
    impacts::name_of_ball,
    legend::colors::{AMBER, BLUE, CORAL, GRAY, GREEN, PALE, TEAL, VIOLET, faint},
    show_body,
    sight::{Sight, report_hidden},
};
use hexbound_base::{
    debug_lines::DebugLines,
    words::{Phrase, phrase, phrase_of},
};
use hexbound_level::Level;
use hexbound_sim::{
    CollisionMode, GroundRay, GroundStrategy, Methods, MovedLevel, PropRay, PropRayKind, World,
    prop_rays,
};

/// The length of the eye's ray, meters.
const EYE_RAY_LENGTH: f32 = 400.0;
/// The distance from the player's eye to the camera within which only the end of the eye's ray is
/// visible, meters.
const EYE_DISTANCE: f32 = 0.5;
/// The opacity of rays without a hit.
const MISS_OPACITY: f32 = 0.35;

pub(crate) fn inspect(level: &Level, world: &World, request: &InspectionRequest) -> Inspection {
    let player = &world.player;
    let moved = MovedLevel::at(level, world.tick, &world.play);
    let sight = Sight::of(request);
    let mut view = Inspection::titled(phrase("rays"));
    show_body(player, request.eye, &mut view.debug);
    show_ground_rays(world, &sight, &mut view);
    show_prop_rays(level, world, &sight, &mut view);
    show_eye_ray(&moved, world, request, &mut view);
    view
}

/// Shows the downward rays along the edges of the body's box, if the tick cast any.
pub(crate) fn show_ground_rays(world: &World, sight: &Sight, view: &mut Inspection) {
    let Inspection { debug, legend } = view;
    let Some(journal) = world.journal() else {
        return legend.report(phrase("told-from-the-next-tick"));
    };
    let rays = journal.ground_rays.as_flattened();
    if rays.is_empty() {
        return legend.report(phrase_of("no-ground-rays", why_none(journal.methods)));
    }
    let end_of = |ray: &GroundRay| ray.hit.map_or(ray.end, |(point, _)| point);
    for ray in rays {
        let color = match (ray.hit, ray.carries()) {
            (None, _) => GRAY,
            (Some(_), true) => TEAL,
            (Some(_), false) => VIOLET,
        };
        let end = end_of(ray);
        debug.line(ray.start, end, color);
        if ray.hit.is_some() {
            debug.cross(end, 0.05, color);
        }
    }
    let hit = rays.iter().filter(|ray| ray.hit.is_some()).count();
    let carrying = rays.iter().filter(|ray| ray.carries()).count();
    for (color, text, count) in [
        (TEAL, phrase("rays-carry"), carrying),
        (VIOLET, phrase("rays-too-steep"), hit - carrying),
        (GRAY, phrase("rays-without-ground"), rays.len() - hit),
    ] {
        legend.color(color, text.with("count", count).with("all", rays.len()));
    }
    let segments = rays.iter().map(|ray| [ray.start, end_of(ray)]);
    report_hidden(legend, sight.hidden(segments));
}

/// The message id of the reason why a tick cast no ground rays.
fn why_none(methods: Methods) -> &'static str {
    match (methods.collision, methods.ground) {
        (CollisionMode::Article, _) | (CollisionMode::Swept, GroundStrategy::Sweep) => "by-method",
        _ => "in-the-air",
    }
}

fn show_prop_rays(level: &Level, world: &World, sight: &Sight, view: &mut Inspection) {
    let Inspection { debug, legend } = view;
    let mut all: Vec<PropRay> = Vec::new();
    for (index, prop) in level.props.iter().enumerate() {
        let rays = prop_rays(level, world, index);
        let Some(center) = rays.iter().find(|ray| ray.kind == PropRayKind::Center) else {
            continue;
        };
        name_prop_rays(&prop.name, center, rays.len(), legend);
        all.extend(rays);
    }
    if all.is_empty() {
        return legend.report(phrase("no-prop-rays"));
    }
    all.iter().for_each(|ray| draw_prop_ray(ray, debug));
    let met = all.iter().filter(|ray| ray.is_hit).count();
    let back = all.iter().filter(|ray| ray.back.is_some()).count();
    let ahead = phrase("prop-rays-ahead").with("count", all.len());
    legend.color(AMBER, ahead);
    legend.color(GREEN, phrase("prop-ray-of-center"));
    legend.color(CORAL, phrase("prop-rays-met").with("count", met));
    legend.color(BLUE, phrase("prop-rays-back").with("count", back));
    let segments = all.iter().map(|ray| [ray.start, ray.end]);
    report_hidden(legend, sight.hidden(segments));
}

/// Writes the number of rays of a prop beside it, and the distance of the first hit.
fn name_prop_rays(name: &str, center: &PropRay, count: usize, legend: &mut Legend) {
    let text = phrase("rays-of").with("name", name).with("count", count);
    legend.label(center.start, text, AMBER);
    if center.is_hit {
        let away = format!("{:.3} m", center.start.distance(center.end));
        legend.label(center.end, Phrase::plain(away), CORAL);
    }
}

fn draw_prop_ray(ray: &PropRay, debug: &mut DebugLines) {
    let color = match ray.kind {
        PropRayKind::Center => GREEN,
        PropRayKind::Fan | PropRayKind::Vertex | PropRayKind::Inside => AMBER,
    };
    let opacity = if ray.is_hit { 1.0 } else { MISS_OPACITY };
    debug.line(ray.start, ray.end, faint(color, opacity));
    if ray.is_hit {
        debug.cross(ray.end, 0.03, CORAL);
    }
    if let Some(back) = ray.back {
        debug.arrow(ray.end, back, BLUE);
    }
}

/// The first hit of the eye's ray.
struct EyeHit {
    distance: f32,
    normal: Vec3,
    what: Phrase,
}

fn show_eye_ray(
    moved: &MovedLevel,
    world: &World,
    request: &InspectionRequest,
    Inspection { debug, legend }: &mut Inspection,
) {
    let (eye, direction) = (world.player.eye_position(), world.player.view_direction());
    let met = first_hit(moved, world, Ray::new(eye, direction));
    let length = met.as_ref().map_or(EYE_RAY_LENGTH, |met| met.distance);
    let end = eye + direction * length;
    if request.eye.distance(eye) > EYE_DISTANCE {
        debug.line(eye, end, PALE);
    }
    let Some(met) = met else {
        let reach = format!("{EYE_RAY_LENGTH:.0}");
        return legend.color(PALE, phrase("eye-ray-into-nothing").with("meters", reach));
    };
    mark_surface(end, met.normal, length, debug);
    let meters = format!("{length:.2}");
    let text = phrase("eye-ray").with("what", met.what);
    legend.color(PALE, text.with("meters", meters));
}

/// Marks the end of the eye's ray: a square on the surface, and its normal. They grow with distance.
fn mark_surface(at: Vec3, normal: Vec3, length: f32, debug: &mut DebugLines) {
    let size = (0.025 * length).clamp(0.03, 1.0);
    let (aside, up) = normal.any_orthonormal_pair();
    let corners = [aside, up, -aside, -up].map(|offset| at + (offset + normal * 0.02) * size);
    debug.outline(&corners, PALE);
    debug.arrow(at, at + normal * (4.0 * size), PALE);
}

/// The first hit of the eye's ray: the level, a mover, a prop, a ball or a walker.
fn first_hit(moved: &MovedLevel, world: &World, ray: Ray) -> Option<EyeHit> {
    let level = moved.level;
    let (from, along) = (ray.origin, ray.direction);
    let mut first: Option<EyeHit> = None;
    let mut offer = |distance: f32, normal: Vec3, what: Phrase| {
        if (first.as_ref()).is_none_or(|known| distance < known.distance) {
            first = Some(EyeHit {
                distance,
                normal,
                what,
            });
        }
    };
    if let Some(hit) = level.collision.ray_cast(from, along, EYE_RAY_LENGTH) {
        let what = phrase("eye-meets-triangle").with("triangle", hit.triangle);
        offer(hit.distance, hit.normal, what);
    }
    for mover in &moved.movers {
        if let Some(hit) = mover.alone().ray_cast(from, along, EYE_RAY_LENGTH) {
            let name = level.movers[mover.index as usize].name.clone();
            offer(hit.distance, hit.normal, Phrase::plain(name));
        }
    }
    for (state, prop) in world.props.iter().zip(&level.props) {
        if let Some(hit) = (prop.mesh).ray_cast(from - state.position, along, EYE_RAY_LENGTH) {
            offer(hit.distance, hit.normal, Phrase::plain(prop.name.clone()));
        }
    }
    for ball in &world.balls {
        let sphere = Sphere::new(ball.position.as_vec3(), ball.radius);
        if let Some(hit) = (ray.cast(&sphere)).filter(|hit| hit.distance <= EYE_RAY_LENGTH) {
            offer(hit.distance, hit.normal, name_of_ball(ball.id));
        }
    }
    let upright = (world.walkers.iter().enumerate()).filter(|(_, walker)| walker.is_upright());
    for (index, walker) in upright {
        let (center, half) = (walker.body.position, walker.body.body().half_extents());
        if let Some((distance, normal)) = cast_at_ellipsoid(ray, center, half) {
            let what = phrase_of("named-shell", "walker").with("number", index + 1);
            offer(distance, normal, what);
        }
    }
    first
}

/// The distance at which a ray enters an axis-aligned ellipsoid, and the outward normal there.
fn cast_at_ellipsoid(ray: Ray, center: Vec3, half: Vec3) -> Option<(f32, Vec3)> {
    // In this space the ellipsoid is a unit ball.
    let (from, along) = ((ray.origin - center) / half, ray.direction / half);
    let length = along.length();
    let hit = Ray::new(from, along / length).cast(&Sphere::new(Vec3::ZERO, 1.0))?;
    let distance = hit.distance / length;
    let place = ray.origin + ray.direction * distance - center;
    (distance <= EYE_RAY_LENGTH).then_some((distance, (place / (half * half)).normalize()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ellipsoid_is_met_where_it_is() {
        let half = Vec3::new(0.4, 0.9, 0.4);
        let ray = Ray::new(Vec3::Z * 5.0, Vec3::NEG_Z);
        let (distance, normal) = cast_at_ellipsoid(ray, Vec3::ZERO, half).unwrap();
        assert!((distance - 4.6).abs() < 1e-5 && (normal - Vec3::Z).length() < 1e-5);
        let above = Ray::new(Vec3::new(0.0, 0.91, 5.0), Vec3::NEG_Z);
        assert!(cast_at_ellipsoid(above, Vec3::ZERO, half).is_none());
    }
}
