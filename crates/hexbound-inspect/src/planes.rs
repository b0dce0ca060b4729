//! The planes of the triangle under the crosshair, and this tick's move relative to each of them.

use glam::Vec3;

use super::{
    Inspection, InspectionRequest, Legend, article_planes, feature,
    hexagon::{
        self, NAME_WIDTH, SURFACE_LIFT, add_header, caps, color, draw_flanks, draw_triangle, label,
        name_flanks, opacity, plane_name, report_unseen,
    },
    legend::{
        Cell,
        colors::{CORAL, GRAY, GREEN, TEAL, faint},
        meters,
    },
    moving_body, report_of_sweep, show_body,
    sight::Sight,
};
use hexbound_collide::{CollisionMesh, Explanation, PlaneTest, PrismPlane, RayHit};

use hexbound_base::{
    debug_lines::DebugLines,
    words::{Phrase, phrase, phrase_of},
};
use hexbound_level::Level;
use hexbound_sim::{CollisionMode, Player, World};

/// The range of the crosshair, meters.
const CROSSHAIR_REACH: f32 = 400.0;
/// The distance from a plane within which a body rests on it, meters.
const REST_DISTANCE: f64 = 0.005;

pub(crate) fn inspect(level: &Level, world: &World, request: &InspectionRequest) -> Inspection {
    let (mesh, player) = (&level.collision, &world.player);
    let hit = mesh.ray_cast(request.eye, request.direction, CROSSHAIR_REACH);
    let by_article = player.report.wished.methods.collision == CollisionMode::Article;
    if let Some(hit) = hit.filter(|_| by_article) {
        return article_planes::inspect(mesh, world, request, &hit);
    }
    let body = moving_body(player);
    let (from, to) = (player.report.wished.from, player.report.wished.to);
    let motion = [from.as_dvec3(), to.as_dvec3()];
    let explained = |hit: RayHit| mesh.explain(body, motion[0], motion[1], hit.triangle);
    let found = hit.and_then(|hit| Some((hit, explained(hit)?)));
    let Some((hit, why)) = found else {
        let mut view = Inspection::titled(phrase("planes"));
        view.legend.report(phrase("no-triangle"));
        return view;
    };
    let mut view = Inspection::titled(phrase("planes-of-triangle").with("triangle", why.triangle));
    let Inspection { debug, legend } = &mut view;
    let lift = hit.normal * SURFACE_LIFT;
    draw_triangle(
        mesh.corners(why.triangle).map(|corner| corner + lift),
        debug,
    );
    let sides = hexagon::sides(mesh.prism(why.triangle), &body);
    let eye = request.eye.as_dvec3();
    let of_eye = mesh.explain(body, eye, eye, hit.triangle);
    let is_within = of_eye.is_some_and(|why| why.planes.iter().all(|test| !test.is_outside()));
    draw_prism(&sides, &why, is_within, debug);
    show_body(player, request.eye, debug);
    draw_move(player, &why, debug);
    report(player, &why, legend);
    name_planes(mesh, &sides, &hit, legend);
    let [front, back] = caps(&sides);
    let of_s = [
        (label(PrismPlane::S, false), front),
        (label(PrismPlane::S, true), back),
    ];
    report_unseen(&sides, of_s, &Sight::of(request), legend);
    view
}

/// Places each plane's name where its side is nearest to the viewed point.
fn name_planes(
    mesh: &CollisionMesh,
    sides: &[hexagon::PrismSide],
    hit: &RayHit,
    legend: &mut Legend,
) {
    let Some(side) = sides.first() else { return };
    let [a, b, c] = mesh.corners(hit.triangle);
    // The name is beside the crosshair, on the face toward the eye.
    let aside = hit.point.lerp((a + b + c) / 3.0, 0.4);
    let out = |end: Vec3| hit.normal * (end - hit.point).dot(hit.normal);
    let [front, back] = [out(side.front[0]), out(side.back[0])];
    let is_front = front.dot(hit.normal) > back.dot(hit.normal);
    let (lift, shade) = match is_front {
        true => (front, color(PrismPlane::S)),
        false => (back, GRAY),
    };
    legend.label(aside + lift, label(PrismPlane::S, !is_front), shade);
    name_flanks(sides, hit.point, legend);
}

fn draw_prism(
    sides: &[hexagon::PrismSide],
    why: &Explanation,
    is_within: bool,
    debug: &mut DebugLines,
) {
    let alpha = |plane: PrismPlane| opacity(why.rejected_by == Some(plane), is_within);
    draw_flanks(sides, alpha, debug);
    // In the report of a rejection, S and its back are one plane. The side of the move distinguishes
    // them.
    let is_before = why.planes[0].old > 0.0;
    let [front, back] = caps(sides);
    let rejects = why.rejected_by == Some(PrismPlane::S);
    let of_s = |shown: bool| opacity(shown && rejects, is_within);
    debug.fill(&front, faint(color(PrismPlane::S), of_s(is_before)));
    debug.fill(&back, faint(GRAY, of_s(!is_before)));
}

/// Draws the displacement of the body's center, and its contact.
fn draw_move(player: &Player, why: &Explanation, debug: &mut DebugLines) {
    let (from, to) = (player.report.wished.from, player.report.wished.to);
    debug.arrow(from, to, GREEN);
    if let Some(contact) = why.contact {
        let point = contact.point.as_vec3();
        debug.cross(point, 0.06, CORAL);
        debug.arrow(point, point + contact.normal.as_vec3() * 0.5, TEAL);
    }
}

/// Reports the move relative to each plane, and its outcome.
fn report(player: &Player, why: &Explanation, legend: &mut Legend) {
    add_header(legend);
    let mut planes = why.planes;
    planes.sort_by_key(|test| match test.plane {
        PrismPlane::S => u8::from(test.is_back),
        PrismPlane::Ps(number) => number + 1,
    });
    for test in &planes {
        let swatch = if test.is_back {
            GRAY
        } else {
            color(test.plane)
        };
        legend.row(Some(swatch), plane_row(test));
    }
    let clearances = [why.old_clearance, why.new_clearance].map(meters).join(" ");
    let apart = Cell::new(phrase("apart"), NAME_WIDTH);
    legend.row(None, vec![apart, Cell::plain(clearances)]);
    legend.report(verdict(why));
    report_of_sweep(player, legend);
}

fn plane_row(test: &PlaneTest) -> Vec<Cell> {
    let side = match (test.is_crossed(), test.is_outside()) {
        (true, _) => "crossed",
        (_, true) => "outside",
        _ => "inside",
    };
    vec![
        Cell::new(label(test.plane, test.is_back), NAME_WIDTH),
        Cell::plain(format!("{} {} ", meters(test.old), meters(test.new))),
        Cell::new(phrase_of("side", side), 0),
    ]
}

/// The outcome of the move at this triangle.
fn verdict(why: &Explanation) -> Phrase {
    match (why.rejected_by, why.contact) {
        (None | Some(PrismPlane::S), None) if rests(why) => phrase("rests-on-s"),
        (Some(plane), _) => phrase("rejected-by").with("plane", plane_name(plane)),
        (None, None) => phrase("let-through-untouched"),
        (None, Some(contact)) => {
            let touched = phrase("touched-at").with("feature", feature(contact.feature));
            touched.with("part", format!("{:.2}", contact.fraction))
        }
    }
}

/// Returns whether the body is at the triangle's plane before and after.
fn rests(why: &Explanation) -> bool {
    let mut of_s = (why.planes.iter()).filter(|test| test.plane == PrismPlane::S && !test.is_back);
    of_s.any(|test| test.old.abs() < REST_DISTANCE && test.new.abs() < REST_DISTANCE)
}
