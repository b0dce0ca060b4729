//! The article's own planes of the triangle under the crosshair, in mode `article`: S moved out by d, PS1
//! to PS6 moved out by L. The tested point is shown before and after the wished move, with the results of
//! the planes in their order.

use glam::Vec3;
use hexbound_collide::{ArticleExplanation, ArticleTest, CollisionMesh, PrismPlane, RayHit};

use super::{
    Inspection, InspectionRequest, Legend, Weight,
    hexagon::{
        self, NAME_WIDTH, SURFACE_LIFT, add_header, caps, color, draw_flanks, draw_triangle,
        name_flanks, opacity, plane_name, report_unseen,
    },
    legend::{
        Cell,
        colors::{CORAL, GREEN, PALE, TEAL},
        meters,
    },
    outlines, show_body,
    sight::Sight,
};
use hexbound_base::{
    debug_lines::DebugLines,
    words::{Phrase, phrase, phrase_of},
};
use hexbound_sim::{ArticleJournal, World};

/// The height above S moved out by d up to which the six infinite planes are drawn, meters.
const RIM_HEIGHT: f32 = 0.5;
/// The size of the cross at a tested point, meters. The displacement of a tick is hardly longer.
const CROSS_SIZE: f32 = 0.02;
/// The distances from the viewed point at which d is drawn, and the name of S moved out by d, meters.
const ASIDE_DISTANCES: [f32; 2] = [0.4, 0.8];

/// The result of a tick's test of a triangle.
struct TestOutcome {
    why: ArticleExplanation,
    /// The tested point before, and after the pushes of the earlier triangles, local, meters.
    path: [Vec3; 2],
    /// False if the tick did not test the triangle, since its hexagon is too far from the move.
    is_tested: bool,
    corners: [Vec3; 3],
    normal: Vec3,
    /// The distances d and L, meters.
    distances: [f32; 2],
}

/// Shows the result of the article's test for the triangle that the eye's ray met.
pub(crate) fn inspect(
    mesh: &CollisionMesh,
    world: &World,
    request: &InspectionRequest,
    hit: &RayHit,
) -> Inspection {
    let title = phrase("article-planes").with("triangle", hit.triangle);
    let mut view = Inspection::titled(title);
    let Inspection { debug, legend } = &mut view;
    let journal = world.journal().and_then(|it| it.article.as_ref());
    let Some(journal) = journal else {
        legend.report(phrase("told-from-the-next-tick"));
        return view;
    };
    let Some(outcome) = outcome(mesh, journal, hit.triangle) else {
        legend.report(phrase("no-triangle"));
        return view;
    };
    let lift = hit.normal * SURFACE_LIFT;
    draw_triangle(outcome.corners.map(|corner| corner + lift), debug);
    let [d, l] = outcome.distances.map(f64::from);
    let heights = [d + f64::from(RIM_HEIGHT), 0.0];
    let order = journal.test.bounds.order();
    // A plane that is left out does not bound the shape.
    let border = |plane: u8, _| {
        if order.contains(&plane) {
            l
        } else {
            f64::INFINITY
        }
    };
    let flanks = hexagon::sides_between(mesh.prism(hit.triangle), heights, border);
    let s = hexagon::sides_between(mesh.prism(hit.triangle), [d; 2], border);
    let [s, _] = caps(&s);
    let is_within = is_within(mesh, journal.test, request.eye, hit.triangle, RIM_HEIGHT);
    let rejecting = outcome.why.rejected_by().filter(|_| outcome.is_tested);
    let alpha = |plane: PrismPlane| opacity(rejecting == Some(plane), is_within);
    outlines::face(&s, color(PrismPlane::S), alpha(PrismPlane::S), debug);
    draw_flanks(&flanks, alpha, debug);
    show_body(&world.player, request.eye, debug);
    outcome.draw_distances(hit.point, debug, legend);
    outcome.draw_move(debug);
    name_flanks(&flanks, hit.point, legend);
    outcome.report(legend);
    let of_s = [(s_moved_out(), s)];
    report_unseen(&flanks, of_s, &Sight::of(request), legend);
    view
}

fn s_moved_out() -> Phrase {
    Phrase::plain("S + d")
}

/// Returns the result of the tick's test of a triangle; `None` if the triangle has no area.
fn outcome(mesh: &CollisionMesh, journal: &ArticleJournal, triangle: u32) -> Option<TestOutcome> {
    let [a, b, c] = mesh.corners(triangle);
    let normal = (b - a).cross(c - a).try_normalize()?;
    // The author's order is the order of the tests; moving parts come after all static ones.
    let is_before = |push: &&ArticleExplanation| {
        let stands = (push.triangle as usize) < mesh.len();
        stands && mesh.source(push.triangle) < mesh.source(triangle)
    };
    let pushed: Vec3 = (journal.pushes.iter().filter(is_before))
        .map(|push| push.push)
        .sum();
    let path = [journal.path[0], journal.path[1] + pushed];
    let mut tested = journal.pushes.iter().chain(&journal.rejected);
    let recorded = tested.find(|why| why.triangle == triangle).copied();
    let alone = || mesh.explain_article(journal.test, path[0], path[1], triangle);
    Some(TestOutcome {
        why: recorded.or_else(alone)?,
        path,
        is_tested: recorded.is_some(),
        corners: [a, b, c],
        normal,
        distances: [
            journal.test.distance.to_plane(normal),
            journal.test.distance.to_border(),
        ],
    })
}

/// Returns whether the eye is among the six planes, from the surface up to `rim` above S moved out by d.
fn is_within(mesh: &CollisionMesh, test: ArticleTest, eye: Vec3, triangle: u32, rim: f32) -> bool {
    let of_eye = mesh.explain_article(test, eye, eye, triangle);
    of_eye.is_some_and(|of_eye| {
        let mut planes = of_eye.bounds.order().iter();
        planes.all(|k| of_eye.inside[usize::from(*k) - 1] >= 0.0) && of_eye.old.abs() < rim
    })
}

impl TestOutcome {
    /// The results of the article's tests in their order, by their message ids.
    fn verdicts(&self) -> impl Iterator<Item = (PrismPlane, &'static str)> {
        let order = self.why.bounds.order().iter().copied().map(PrismPlane::Ps);
        let rejecting = self.why.rejected_by();
        let mut is_over = !self.is_tested;
        std::iter::once(PrismPlane::S)
            .chain(order)
            .map(move |plane| {
                let rejects = rejecting == Some(plane);
                let verdict = match (is_over, rejects) {
                    (true, _) => "not-asked",
                    (_, true) => "rejects",
                    _ => "passes",
                };
                is_over |= rejects;
                (plane, verdict)
            })
    }

    fn report(&self, legend: &mut Legend) {
        add_header(legend);
        for (plane, verdict) in self.verdicts() {
            let (name, distances) = match plane {
                PrismPlane::S => (s_moved_out(), [self.why.old, self.why.new].map(column)),
                PrismPlane::Ps(number) => {
                    let outside = -self.why.inside[usize::from(number) - 1];
                    let name = Phrase::plain(plane_name(plane));
                    (name, [column(outside), " ".repeat(column(0.0).len())])
                }
            };
            let cells = vec![
                Cell::new(name, NAME_WIDTH),
                Cell::plain(format!("{} ", distances.join(" "))),
                Cell::new(phrase_of("article-plane", verdict), 0),
            ];
            legend.row(Some(color(plane)), cells);
        }
        legend.add(None, self.verdict(), Weight::Answer);
        let [d, l] = self.distances.map(|distance| format!("{distance:.3}"));
        legend.report(phrase("article-moved-out").with("d", d).with("l", l));
        legend.color(GREEN, phrase("article-point"));
        legend.color(TEAL, phrase("article-to-s"));
        if self.is_pushed() {
            legend.color(CORAL, phrase("article-push-way"));
        }
    }

    fn is_pushed(&self) -> bool {
        self.is_tested && self.why.rejected_by().is_none()
    }

    fn verdict(&self) -> Phrase {
        match self.why.rejected_by() {
            _ if !self.is_tested => phrase("article-not-asked"),
            Some(plane) => phrase("rejected-by").with("plane", plane_name(plane)),
            None => {
                let length = self.why.push.length();
                let beyond = format!("{:.3}", self.why.new + length);
                let text = phrase("article-pushes").with("meters", format!("{length:.3}"));
                text.with("beyond", beyond)
            }
        }
    }

    /// Draws d and L beside the viewed point, and names S moved out by d.
    fn draw_distances(&self, seen: Vec3, debug: &mut DebugLines, legend: &mut Legend) {
        let ([a, b, c], [d, l]) = (self.corners, self.distances);
        let inward = (a + b + c) / 3.0 - seen;
        let [foot, name] = ASIDE_DISTANCES.map(|most| seen + inward.clamp_length_max(most));
        let (edge, out) = self.nearest_edge(seen);
        for (name, from, delta) in [("d", foot, self.normal * d), ("L", edge, out * l)] {
            debug.arrow(from, from + delta, PALE);
            legend.label(from + delta * 0.5, Phrase::plain(name), PALE);
        }
        legend.label(name + self.normal * d, s_moved_out(), color(PrismPlane::S));
    }

    /// The nearest point on the triangle's edges to a point of it, and the outward direction there.
    fn nearest_edge(&self, seen: Vec3) -> (Vec3, Vec3) {
        let [a, b, c] = self.corners;
        let nearest = |[from, to]: [Vec3; 2]| {
            let delta = to - from;
            let along = (seen - from).dot(delta) / delta.length_squared();
            let at = from + delta * along.clamp(0.1, 0.9);
            (at, delta.cross(self.normal).normalize_or_zero())
        };
        let [first, others @ ..] = [[a, b], [b, c], [c, a]].map(nearest);
        others.into_iter().fold(first, |best, other| {
            match other.0.distance(seen) < best.0.distance(seen) {
                true => other,
                false => best,
            }
        })
    }

    /// Draws the tested point before and after, its distances to S moved out by d, and the push.
    fn draw_move(&self, debug: &mut DebugLines) {
        let [old, new] = self.path;
        for (point, distance) in [(old, self.why.old), (new, self.why.new)] {
            debug.cross(point, CROSS_SIZE, GREEN);
            debug.line(point, point - self.normal * distance, TEAL);
        }
        debug.arrow(old, new, GREEN);
        if self.is_pushed() {
            debug.arrow(new, new + self.why.push, CORAL);
        }
    }
}

/// Formats a distance to a plane for a column; negative behind it.
fn column(distance: f32) -> String {
    meters(f64::from(distance))
}
