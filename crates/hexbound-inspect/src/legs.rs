//! The slide of the tick's move leg by leg, from the tick's own journal: the length of each leg, its end,
//! and the turn of the remaining motion. A tick's move is a few centimeters long, so it is drawn enlarged
//! about its start.

use glam::{DVec3, Vec3};
use hexbound_collide::{JournalLeg, JournalLimit, JournalSlide};

use super::{
    Inspection, InspectionRequest,
    enlargement::{Enlargement, WISH_OPACITY},
    feature,
    legend::colors::{AMBER, BLUE, CORAL, GRAY, GREEN, PALE, TEAL, VIOLET, faint},
    moves, outlines, show_body,
    sight::{Sight, report_hidden},
    why::{limits_of, slides_of, triple, turn_of},
};
use hexbound_base::{
    debug_lines::{DebugColor, DebugLines},
    words::{Phrase, phrase, phrase_of},
};
use hexbound_sim::{Choice, CollisionMode, Journal, World};

/// Half the side of the square that represents a limit, meters.
const PATCH_HALF: f32 = 0.16;
/// The length of the normal of a limit, meters.
const NORMAL_LENGTH: f32 = 0.3;
/// The opacity of the square of a limit.
const PATCH_OPACITY: f32 = 0.25;
/// The opacity of the remaining wish after a leg.
const REST_OPACITY: f32 = 0.8;
/// The maximum number of legs that are reported one by one.
const MAX_LEGS: usize = 6;

/// The colors of legs, repeated in order.
const LEG_COLORS: [DebugColor; 6] = [TEAL, AMBER, VIOLET, BLUE, GREEN, CORAL];

pub(crate) fn inspect(world: &World, request: &InspectionRequest) -> Inspection {
    let mode = world.player.report.wished.methods.collision;
    let mut view = Inspection::titled(phrase_of("legs-by", mode.name()));
    show_body(&world.player, request.eye, &mut view.debug);
    let Some(journal) = world.journal() else {
        view.legend.report(phrase("told-from-the-next-tick"));
        return view;
    };
    let sight = Sight::of(request);
    match (mode, &journal.article, &journal.box_decision) {
        (CollisionMode::Swept, ..) => show_legs(journal, &sight, &mut view),
        (CollisionMode::Article, Some(article), _) => {
            moves::show_pushes(article, &sight, &mut view);
        }
        (CollisionMode::Box, _, Some(decision)) => {
            moves::show_places(decision, journal, &sight, &mut view);
        }
        _ => view.legend.report(phrase("legs-none")),
    }
    view
}

/// Shows the legs of the tick's slides.
fn show_legs(journal: &Journal, sight: &Sight, view: &mut Inspection) {
    let slides = slides_of(&journal.kernel);
    let slides: Vec<&JournalSlide> = slides.filter(|slide| !slide.legs.is_empty()).collect();
    if slides.is_empty() {
        return view.legend.report(phrase("legs-none"));
    }
    let enlargement = Enlargement::of(&slides);
    let mut shown = ShownLegs {
        enlargement: &enlargement,
        count: 0,
        segments: Vec::new(),
        has_rest: false,
        view: &mut *view,
    };
    slides.iter().for_each(|slide| shown.slide(slide));
    let (count, segments, has_rest) = (shown.count, shown.segments, shown.has_rest);
    let legend = &mut view.legend;
    if count > MAX_LEGS {
        legend.report(phrase("legs-more").with("count", count - MAX_LEGS));
    }
    report_hidden(legend, sight.hidden(segments.into_iter()));
    legend.color(faint(PALE, WISH_OPACITY), phrase("leg-wish"));
    if has_rest {
        legend.color(faint(GRAY, REST_OPACITY), phrase("leg-left"));
    }
    enlargement.report(legend);
}

/// The legs shown so far.
struct ShownLegs<'a> {
    enlargement: &'a Enlargement,
    /// The number of legs so far.
    count: usize,
    /// The drawn legs, each from its start to its end.
    segments: Vec<[Vec3; 2]>,
    /// True if a wish remained after a leg.
    has_rest: bool,
    view: &'a mut Inspection,
}

impl ShownLegs<'_> {
    fn slide(&mut self, slide: &JournalSlide) {
        let enlarge = |at: DVec3| self.enlargement.apply(at);
        let wished = [slide.from, slide.from + slide.wish].map(enlarge);
        (self.view.debug).arrow(wished[0], wished[1], faint(PALE, WISH_OPACITY));
        let first = self.count;
        for leg in &slide.legs {
            self.leg(leg, slide, first);
        }
    }

    /// Shows a leg of a slide whose first leg has the index `first`.
    fn leg(&mut self, leg: &JournalLeg, slide: &JournalSlide, first: usize) {
        let color = LEG_COLORS[self.count % LEG_COLORS.len()];
        self.count += 1;
        let [from, to] = [leg.from, leg.to].map(|at| self.enlargement.apply(at));
        let Inspection { debug, legend } = &mut *self.view;
        debug.arrow(from, to, color);
        debug.cross(to, 0.02, color);
        self.segments.push([from, to]);
        let number = Phrase::plain(self.count.to_string());
        legend.label(from.midpoint(to), number, color);
        for limit in limits_of(leg, slide) {
            draw_limit(to, limit, color, debug);
        }
        if let Some((left, _, _)) = turn_of(leg) {
            let end = self.enlargement.apply(leg.to + left);
            debug.line(to, end, faint(GRAY, REST_OPACITY));
            self.has_rest = true;
        }
        if self.count <= MAX_LEGS {
            legend.color(color, describe_leg(leg, self.count));
            if let Some(turn) = describe_turn(leg, slide, first) {
                legend.report(turn);
            }
        }
    }
}

/// Describes the length of a leg, and its contacts.
fn describe_leg(leg: &JournalLeg, number: usize) -> Phrase {
    let [gone, wish] = [leg.from.distance(leg.to), leg.wish.length()].map(millimeters);
    let text = match leg.contacts.first() {
        None => phrase("leg-free"),
        Some(contact) => phrase("leg-met")
            .with("feature", feature(contact.hit.feature))
            .with("triangle", contact.hit.triangle),
    };
    text.with("number", number)
        .with("gone", gone)
        .with("wish", wish)
}

/// Describes the turn of the motion after a leg; `None` without a contact.
fn describe_turn(leg: &JournalLeg, slide: &JournalSlide, first: usize) -> Option<Phrase> {
    let (left, _, is_dropped) = turn_of(leg)?;
    let named = |limit: &JournalLimit| {
        let kind = if limit.is_upright { "upright" } else { "plane" };
        phrase_of("leg-limit", kind)
            .with("leg", first + limit.contact.0 + 1)
            .with("normal", triple(limit.normal, 2))
    };
    let how = match (left.length() > 0.0, is_dropped) {
        (false, _) => phrase("leg-stopped"),
        (true, false) => phrase("leg-turned"),
        (true, true) => phrase("leg-dropped"),
    };
    let limits = Phrase::List(limits_of(leg, slide).map(named).collect());
    let how = how.with("limits", limits);
    Some(how.with("left", millimeters(left.length())))
}

/// Draws the plane of a limit where a leg ended, and its normal.
fn draw_limit(at: Vec3, limit: &JournalLimit, color: DebugColor, debug: &mut DebugLines) {
    let normal = limit.normal.as_vec3();
    let (aside, up) = normal.any_orthonormal_pair();
    let corners = [aside + up, up - aside, -aside - up, aside - up];
    let corners = corners.map(|offset| at + offset * PATCH_HALF);
    outlines::face(&corners, color, PATCH_OPACITY, debug);
    debug.arrow(at, at + normal * NORMAL_LENGTH, PALE);
}

fn millimeters(length: f64) -> String {
    format!("{:.2}", length * 1e3)
}
