//! The planes of the triangle under the crosshair, and what this tick's move is to each of them.

use glam::Vec3;

use super::{
    Inspection, InspectionRequest, Legend, article_planes, feature,
    hexagon::{
        self, NAME_WIDTH, SURFACE_LIFT, color, draw_flanks, draw_triangle, ends, head, name_flanks,
        opacity, plane, plane_name, report_unseen,
    },
    legend::{
        Cell,
        colors::{CORAL, GRAY, GREEN, TEAL, faint},
        meters,
    },
    moving_body, report_of_sweep, show_body,
    sight::Sight,
};
use hexbound_collide::{CollisionMesh, Explain, PlaneTest, PrismPlane, RayHit};

use hexbound_base::{
    debug_lines::DebugLines,
    words::{Phrase, phrase, phrase_of},
};
use hexbound_level::Level;
use hexbound_sim::{CollisionMode, Player, World};

/// The crosshair reaches so far, meters.
const CROSSHAIR_REACH: f32 = 400.0;
/// The distance from a plane within which a body rests on it, meters.
const AT_REST: f64 = 0.005;
pub(crate) fn seen(level: &Level, world: &World, asked: &InspectionRequest) -> Inspection {
    let (mesh, player) = (&level.collision, &world.player);
    let hit = mesh.ray_cast(asked.eye, asked.direction, CROSSHAIR_REACH);
    let by_article = player.report.wished.methods.collision == CollisionMode::Article;
    if let Some(hit) = hit.filter(|_| by_article) {
        return article_planes::seen(mesh, world, asked, &hit);
    }
    let body = moving_body(player);
    let (from, to) = (player.report.wished.from, player.report.wished.to);
    let way = [from.as_dvec3(), to.as_dvec3()];
    let explained = |hit: RayHit| mesh.explain(body, way[0], way[1], hit.triangle);
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
    let eye = asked.eye.as_dvec3();
    let of_eye = mesh.explain(body, eye, eye, hit.triangle);
    let is_within = of_eye.is_some_and(|why| why.planes.iter().all(|test| !test.is_outside()));
    draw_prism(&sides, &why, is_within, debug);
    show_body(player, asked.eye, debug);
    draw_move(player, &why, debug);
    report(player, &why, legend);
    name_planes(mesh, &sides, &hit, legend);
    let [front, back] = ends(&sides);
    let of_s = [
        (plane(PrismPlane::S, false), front),
        (plane(PrismPlane::S, true), back),
    ];
    report_unseen(&sides, of_s, &Sight::of(asked), legend);
    view
}

/// Each plane's name where its side is nearest to what is looked at.
fn name_planes(
    mesh: &CollisionMesh,
    sides: &[hexagon::PrismSide],
    hit: &RayHit,
    legend: &mut Legend,
) {
    let Some(side) = sides.first() else { return };
    let [a, b, c] = mesh.corners(hit.triangle);
    // Beside the crosshair, on whichever of the two is before the eye.
    let aside = hit.point.lerp((a + b + c) / 3.0, 0.4);
    let out = |end: Vec3| hit.normal * (end - hit.point).dot(hit.normal);
    let [front, back] = [out(side.front[0]), out(side.back[0])];
    let is_front = front.dot(hit.normal) > back.dot(hit.normal);
    let (lift, shade) = match is_front {
        true => (front, color(PrismPlane::S)),
        false => (back, GRAY),
    };
    legend.label(aside + lift, plane(PrismPlane::S, !is_front), shade);
    name_flanks(sides, hit.point, legend);
}

fn draw_prism(
    sides: &[hexagon::PrismSide],
    why: &Explain,
    is_within: bool,
    debug: &mut DebugLines,
) {
    let alpha = |plane: PrismPlane| opacity(why.rejected_by == Some(plane), is_within);
    draw_flanks(sides, alpha, debug);
    // Its back is one plane with S in what is reported of a rejection: the side the move is on shows.
    let is_before = why.planes[0].old > 0.0;
    let [front, back] = ends(sides);
    let rejects = why.rejected_by == Some(PrismPlane::S);
    let of_s = |shown: bool| opacity(shown && rejects, is_within);
    debug.fill(&front, faint(color(PrismPlane::S), of_s(is_before)));
    debug.fill(&back, faint(GRAY, of_s(!is_before)));
}

/// The way of the body's center, and where it touches.
fn draw_move(player: &Player, why: &Explain, debug: &mut DebugLines) {
    let (from, to) = (player.report.wished.from, player.report.wished.to);
    debug.arrow(from, to, GREEN);
    if let Some(contact) = why.contact {
        let point = contact.point.as_vec3();
        debug.cross(point, 0.06, CORAL);
        debug.arrow(point, point + contact.normal.as_vec3() * 0.5, TEAL);
    }
}

/// Says where the move is to each plane, and what came of it.
fn report(player: &Player, why: &Explain, legend: &mut Legend) {
    head(legend);
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
    let says = match (test.is_crossed(), test.is_outside()) {
        (true, _) => "crossed",
        (_, true) => "outside",
        _ => "inside",
    };
    vec![
        Cell::new(plane(test.plane, test.is_back), NAME_WIDTH),
        Cell::plain(format!("{} {} ", meters(test.old), meters(test.new))),
        Cell::new(phrase_of("side", says), 0),
    ]
}

/// The outcome of the move at this triangle, in words.
fn verdict(why: &Explain) -> Phrase {
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
fn rests(why: &Explain) -> bool {
    let mut of_s = (why.planes.iter()).filter(|test| test.plane == PrismPlane::S && !test.is_back);
    of_s.any(|test| test.old.abs() < AT_REST && test.new.abs() < AT_REST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        CollisionView, inspect,
        test_walks::{ahead, looking, play, rows},
    };
    use hexbound_base::words::check_family;
    use hexbound_scenes::catalog;
    use hexbound_sim::{Choice, CollisionMode, Command, Rules, World};

    fn asked(world: &World) -> InspectionRequest {
        InspectionRequest {
            views: CollisionView::Planes.into(),
            ..looking(world.player.eye_position(), world.player.view_direction())
        }
    }

    /// The player walks ahead in the room until the wall stops them.
    fn at_the_wall() -> (Level, World) {
        let level = catalog::open("test:box-room").unwrap();
        let mut world = World::new(&level, Rules::default());
        play(&mut world, &level, ahead(CollisionMode::Swept), 600);
        (level, world)
    }

    #[test]
    fn who_asks_no_planes_is_told_that_they_are_asked_as_a_sweep_asks_them() {
        let (level, mut world) = at_the_wall();
        for mode in CollisionMode::ALL.iter().copied() {
            world.player.report.wished.methods.collision = mode;
            let rows = rows(&inspect(&asked(&world), &level, &world).legend);
            let is_told = rows.iter().any(|row| row.starts_with("as a sweep"));
            assert_eq!(is_told, mode == CollisionMode::Box, "{mode:?}");
        }
    }

    #[test]
    fn the_wall_ahead_is_the_one_that_is_explained() {
        let (level, world) = at_the_wall();
        let asked = asked(&world);
        let seen = inspect(&asked, &level, &world);
        let mesh = &level.collision;
        let hit = (mesh.ray_cast(asked.eye, asked.direction, CROSSHAIR_REACH)).unwrap();
        let title = phrase("planes-of-triangle").with("triangle", hit.triangle);
        assert_eq!(seen.legend.title, title);
        // Its prism: everything that is drawn of it is at most a reach away from the wall's plane.
        let reach = moving_body(&world.player).reach(hit.normal.as_dvec3()) as f32;
        for face in &seen.debug.faces {
            for corner in face.corners {
                let off = (corner - hit.point).dot(hit.normal).abs();
                assert!(off < reach + 1e-3, "{off} with a reach of {reach}");
            }
        }
        // Six sides of two triangles, two hexagons of four, and the triangle.
        assert_eq!(seen.debug.faces.len(), 6 * 2 + 2 * 4 + 1);
    }

    #[test]
    fn running_into_the_wall_crosses_s_and_touches() {
        let (level, world) = at_the_wall();
        let rows = rows(&inspect(&asked(&world), &level, &world).legend);
        assert!(rows[1].starts_with("S "), "{rows:?}");
        assert!(rows[1].ends_with("crossed"), "{rows:?}");
        let is_told = rows.iter().any(|row| row.contains("face touched at"));
        assert!(is_told, "{rows:?}");
    }

    /// The wall's triangle is wider and higher than the picture.
    #[test]
    fn the_planes_whose_sides_are_not_in_the_picture_are_named() {
        let (level, world) = at_the_wall();
        let rows = rows(&inspect(&asked(&world), &level, &world).legend);
        let mut rows = rows.iter();
        let told = rows.find_map(|row| row.strip_prefix("out of view: "));
        let told: Vec<&str> = told.unwrap().split(", ").collect();
        assert!(told.len() > 2, "{told:?}");
        assert!(told.iter().all(|name| name.starts_with("PS")), "{told:?}");
    }

    #[test]
    fn far_away_it_says_which_plane_rejected() {
        let (level, _) = at_the_wall();
        let world = World::new(&level, Rules::default());
        let rows = rows(&inspect(&asked(&world), &level, &world).legend);
        assert!(rows.contains(&"rejected by S".to_owned()), "{rows:?}");
    }

    #[test]
    fn who_stands_on_a_triangle_rests_and_sees_through_its_prism() {
        let level = catalog::open("test:box-room").unwrap();
        let mut world = World::new(&level, Rules::default());
        play(&mut world, &level, Command::default(), 120);
        let down = |eye: Vec3| InspectionRequest {
            direction: Vec3::NEG_Y,
            eye,
            ..asked(&world)
        };
        let faintest = |eye: Vec3| {
            let seen = inspect(&down(eye), &level, &world);
            let alphas = seen.debug.faces.iter().map(|face| face.color[3]);
            (alphas.fold(1.0, f32::min), rows(&seen.legend))
        };
        let feet = world.player.eye_position() - Vec3::Y * 1.2;
        let (within, rows) = faintest(feet);
        let (outside, _) = faintest(world.player.eye_position() + Vec3::Y);
        assert!(within < 0.5 * outside, "{within} {outside}");
        let rests = rows.iter().any(|row| row.starts_with("rests on S"));
        assert!(rests, "{rows:?}");
    }

    #[test]
    fn into_the_sky_there_is_nothing_to_explain() {
        let level = catalog::open("test:flat").unwrap();
        let world = World::new(&level, Rules::default());
        let up = InspectionRequest {
            direction: Vec3::Y,
            ..asked(&world)
        };
        let seen = inspect(&up, &level, &world);
        assert!(seen.debug.lines.is_empty());
        assert_eq!(seen.legend.rows.len(), 1);
    }

    #[test]
    fn every_side_of_a_plane_has_words() {
        check_family("side", ["crossed", "outside", "inside"]);
    }
}
