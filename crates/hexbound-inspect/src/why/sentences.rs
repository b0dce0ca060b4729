//! The sentences of a tick's account. Lengths are meters; places are in the level file's coordinates.

use glam::{DVec3, Vec3};
use hexbound_collide::{
    ArticleExplanation, Counters, Feature, JournalContact, JournalEntry, JournalLeg, JournalSlide,
    JournalSweep, NormalSource, Purpose, StepOutcome,
};

use super::{
    WhyLine, contacts_of, limits_of,
    lines::WhyLines,
    names::{ground_name, purpose_name},
    numbers::{direction, meters, percent, triple},
    owner_of, owner_of_triangle,
    rejected::{article_rejection, nearest_rejected},
    turn_of,
};
use crate::{
    Weight, feature,
    legend::colors::{AMBER, BLUE, CORAL, GREEN, PALE},
};
use hexbound_base::{
    debug_lines::DebugColor,
    words::{Phrase, phrase, phrase_of},
};
use hexbound_level::Level;
use hexbound_sim::{ArticleJournal, BoxDecision, Choice, GroundRay, Journal, Stage};

/// The least displacement by a stage of the tick that is reported, meters.
const MIN_MOVED_DISTANCE: f32 = 1e-6;

/// Describes a tick line by line.
pub fn explain(level: &Level, journal: &Journal) -> Vec<WhyLine> {
    let mut lines = WhyLines::default();
    let title = phrase("why-title")
        .with("tick", journal.tick)
        .with("manner", phrase_of("why-manner", journal.manner.into()))
        .with("methods", journal.methods.to_string());
    lines.short(0, None, title);
    let wanted = journal.methods.player_shape();
    if journal.shape != wanted {
        let text = phrase("why-no-room")
            .with("shape", phrase_of("choice-body", journal.shape.name()))
            .with("wanted", phrase_of("choice-body", wanted.name()));
        lines.short(0, None, text);
    }
    let [from, to] = journal.wished;
    let wish = (to - from).as_dvec3();
    lines.short(0, Some(GREEN), with_delta(phrase("why-wished"), wish));
    // Mode `box` tests no planes.
    if journal.box_decision.is_none() {
        let planes = rejected(&journal.counters);
        let all = phrase("why-all-asked").with("asked", journal.counters.asked);
        lines.weighed(Weight::Detail, 0, None, all.with("rejected", planes));
    }
    report_decisions(&mut lines, level, journal);
    let gone = (journal.end() - journal.start()).as_dvec3();
    let place = triple(level.to_file(journal.end()), 4);
    let end = with_delta(phrase("why-ended"), gone).with("place", place);
    lines.weighed(Weight::Answer, 0, Some(PALE), end);
    if let Some(triangle) = journal.crossed {
        let text = went_through(level, triangle);
        lines.weighed(Weight::Answer, 0, Some(CORAL), text);
    }
    let [before, after] = (journal.velocity).map(|it| format!("{:.2}", it.length()));
    let speed = phrase("why-speed").with("before", before);
    lines.short(0, None, speed.with("after", after));
    lines.0
}

/// Describes that the body's center went through a triangle of the level.
fn went_through(level: &Level, triangle: u32) -> Phrase {
    match owner_of_triangle(level, triangle) {
        Some(owner) => phrase("why-crossed-of")
            .with("triangle", triangle)
            .with("node", owner.node)
            .with("material", owner.material),
        None => phrase("why-crossed").with("triangle", triangle),
    }
}

/// Describes the first contact of the tick in a few words, or another cause of motion.
pub fn in_short(journal: &Journal) -> Phrase {
    if let Some(contact) = contacts_of(&journal.kernel).next() {
        return phrase("why-contact")
            .with("feature", numbered(contact.hit.feature))
            .with("triangle", contact.hit.triangle);
    }
    let pushes = journal.article.iter().flat_map(|article| &article.pushes);
    if let Some(push) =
        pushes.max_by(|one, other| one.push.length().total_cmp(&other.push.length()))
    {
        return phrase("why-pushed-back")
            .with("triangle", push.triangle)
            .with("length", meters(push.push.length().into()));
    }
    if let Some(decision) = &journal.box_decision {
        return phrase_of("box-reason", decision.reason.into());
    }
    let moved = journal.positions.windows(2).find_map(|pair| {
        let (stage, by) = (pair[1].0, pair[1].1 - pair[0].1);
        (stage != Stage::Move && by.length() > MIN_MOVED_DISTANCE).then(|| (stage, by.as_dvec3()))
    });
    match moved {
        Some((stage, delta)) => was_moved(stage, delta),
        // Without either, only the displacements distinguish two methods.
        None => with_delta(
            phrase("why-met-nothing"),
            (journal.end() - journal.start()).as_dvec3(),
        ),
    }
}

/// Reports the queries and decisions of the tick's parts, in their order.
fn report_decisions(lines: &mut WhyLines, level: &Level, journal: &Journal) {
    report_stages(lines, journal, &[Stage::Movers, Stage::Stance]);
    for entry in &journal.kernel.entries {
        report_entry(lines, level, entry);
    }
    for rays in &journal.ground_rays {
        lines.long(0, ground_by(rays, level));
    }
    if let Some(article) = &journal.article {
        for push in &article.pushes {
            lines.short(0, Some(CORAL), article_push(push));
        }
        if article.pushes.is_empty() {
            lines.weighed(Weight::Answer, 0, None, phrase("why-article-free"));
        }
        report_rejected(lines, article, journal.crossed);
    }
    if let Some(decision) = &journal.box_decision {
        report_box(lines, decision);
    }
    let later = [Stage::Props, Stage::Respawn, Stage::Walkers, Stage::Balls];
    report_stages(lines, journal, &later);
}

/// Reports the triangles that the article's test rejected. The short form has only the one that the body
/// went through.
fn report_rejected(lines: &mut WhyLines, article: &ArticleJournal, crossed: Option<u32>) {
    let (nearest, more) = nearest_rejected(article);
    for decided in nearest {
        let text = article_rejection(decided);
        match crossed == Some(decided.triangle) {
            true => lines.weighed(Weight::Answer, 0, None, text),
            false => lines.long(0, text),
        }
    }
    if more > 0 {
        lines.long(0, phrase("why-article-more").with("count", more));
    }
}

/// Describes the hits of the rays that looked for ground at one place.
fn ground_by(rays: &[GroundRay; 4], level: &Level) -> Phrase {
    let height = |y: f32| meters(f64::from(y) + level.origin.y);
    let carrying = rays.iter().filter(|ray| ray.carries());
    let heights = carrying.clone().filter_map(|ray| ray.hit);
    let highest = heights.map(|(point, _)| point.y).reduce(f32::max);
    let text = match highest {
        Some(highest) => phrase("why-rays-carry").with("height", height(highest)),
        None => phrase("why-no-ray-carries"),
    };
    text.with("all", rays.len())
        .with("carrying", carrying.count())
        .with("top", height(rays[0].start.y))
        .with("bottom", height(rays[0].end.y))
}

/// Reports the displacement of the body by the given stages of the tick.
fn report_stages(lines: &mut WhyLines, journal: &Journal, stages: &[Stage]) {
    for pair in journal.positions.windows(2) {
        let ((_, before), (stage, after)) = (pair[0], pair[1]);
        if stages.contains(&stage) && before.distance(after) > MIN_MOVED_DISTANCE {
            lines.short(0, None, was_moved(stage, (after - before).as_dvec3()));
        }
    }
}

fn was_moved(stage: Stage, delta: DVec3) -> Phrase {
    let text = phrase("why-was-moved").with("stage", phrase_of("why-stage", stage.into()));
    with_delta(text, delta)
}

fn report_entry(lines: &mut WhyLines, level: &Level, entry: &JournalEntry) {
    match entry {
        JournalEntry::Release(release) if release.places.len() < 2 => {
            lines.long(0, phrase("why-free"));
        }
        JournalEntry::Release(release) => {
            let text = phrase("why-released")
                .with("before", meters(release.before))
                .with("pushes", release.places.len() - 1)
                .with("after", meters(release.after));
            lines.short(0, Some(CORAL), text);
        }
        JournalEntry::Sweep(sweep) => report_sweep(lines, level, sweep),
        JournalEntry::Slide(slide) => report_slide(lines, level, slide),
        JournalEntry::Step(outcome) => {
            let text = step_outcome(level, outcome);
            match outcome {
                StepOutcome::NotAhead | StepOutcome::NothingSteep => lines.long(0, text),
                _ => lines.weighed(Weight::Answer, 0, None, text),
            }
        }
        JournalEntry::Ground(outcome) => {
            let text = phrase_of("why-ground", ground_name(outcome.found));
            lines.long(0, text.with("normal", direction(outcome.normal)));
        }
    }
}

fn report_sweep(lines: &mut WhyLines, level: &Level, sweep: &JournalSweep) {
    let wish = sweep.to - sweep.from;
    lines.long(0, with_purpose(phrase("why-swept"), sweep.purpose, wish));
    lines.long(1, counts(&sweep.counters));
    let free = phrase("why-way-free").with("part", percent(sweep.fraction));
    let length = meters(wish.length() * sweep.fraction);
    lines.long(1, free.with("length", length));
    for contact in &sweep.contacts {
        report_contact(lines, level, contact, None);
    }
}

fn report_slide(lines: &mut WhyLines, level: &Level, slide: &JournalSlide) {
    let title = with_purpose(phrase("why-slid"), slide.purpose, slide.wish);
    match slide.purpose {
        // In the short form its legs could be taken for those of the move, so its title is there, too.
        Purpose::StepForward => lines.short(0, None, title),
        _ => lines.long(0, title),
    }
    let is_move = matches!(slide.purpose, Purpose::Move | Purpose::StepForward);
    let legs = slide.legs.iter().enumerate();
    // A leg without a wish has nothing to report.
    for (number, leg) in legs.filter(|(_, leg)| leg.wish != DVec3::ZERO) {
        report_leg(lines, level, number, leg, slide, is_move);
    }
}

/// Describes one leg of a slide, whose `number` counts from 0. A leg of a move appears in the short form,
/// too.
pub(super) fn report_leg(
    lines: &mut WhyLines,
    level: &Level,
    number: usize,
    leg: &JournalLeg,
    slide: &JournalSlide,
    is_move: bool,
) {
    let text = phrase("why-leg")
        .with("number", number + 1)
        .with("wish", meters(leg.wish.length()))
        .with("part", percent(leg.fraction))
        .with("length", meters(leg.from.distance(leg.to)));
    // The picture shows the legs of the move alone.
    let drawn = |color| (slide.purpose == Purpose::Move).then_some(color);
    match is_move {
        true => lines.short(1, drawn(AMBER), text),
        false => lines.long(1, text),
    }
    lines.long(2, counts(&leg.counters));
    for (number, contact) in leg.contacts.iter().enumerate() {
        let first = lines.0.len();
        report_contact(lines, level, contact, is_move.then(|| drawn(CORAL)));
        for line in &mut lines.0[first..] {
            line.contact = Some(number);
        }
    }
    let Some((left, by, is_dropped)) = turn_of(leg) else {
        return lines.long(2, phrase("why-spent"));
    };
    let name = match (left.length() > 0.0, by.len()) {
        (false, _) => "stopped",
        (true, 0) => "goes-on",
        (true, 1) => "plane",
        (true, 2) => "crease",
        (true, _) => "corner",
    };
    let limits = limits_of(leg, slide);
    let named: Vec<String> = limits.map(|limit| direction(limit.normal)).collect();
    let text = phrase_of("why-turn", name).with("normals", named.join("; "));
    let text = with_delta(text, left);
    match is_move {
        true => {
            let weight = match (slide.purpose, number) {
                (Purpose::Move, 0) => Weight::Answer,
                _ => Weight::Usual,
            };
            lines.weighed(weight, 2, drawn(BLUE), text);
        }
        false => lines.long(2, text),
    }
    if limits_of(leg, slide).any(|limit| limit.is_upright) {
        lines.long(2, phrase("why-upright"));
    }
    if is_dropped && left.length() > 0.0 {
        lines.short(2, None, phrase("why-dropped"));
    }
}

/// Describes a contact. The short form has it if `short` is `Some`, with the swatch in it, if any.
fn report_contact(
    lines: &mut WhyLines,
    level: &Level,
    contact: &JournalContact,
    short: Option<Option<DebugColor>>,
) {
    let hit = &contact.hit;
    let text = match owner_of(level, contact) {
        Some(owner) => phrase("why-contact-of")
            .with("node", owner.node)
            .with("material", owner.material),
        None => phrase("why-contact"),
    };
    let text = text
        .with("feature", numbered(hit.feature))
        .with("triangle", hit.triangle);
    let normal = phrase("why-normal")
        .with("normal", direction(hit.normal))
        .with("source", source(contact.normal_from, hit.feature));
    let distance = phrase("why-distance")
        .with("before", meters(contact.before))
        .with("after", meters(contact.after));
    match short {
        Some(swatch) => {
            lines.short(2, swatch, text);
            lines.weighed(Weight::Detail, 3, None, distance);
            lines.weighed(Weight::Detail, 3, None, normal);
        }
        None => {
            lines.long(2, text);
            lines.long(3, distance);
            lines.long(3, normal);
        }
    }
    if hit.depth > 0.0 {
        lines.long(3, phrase("why-depth").with("depth", meters(hit.depth)));
    }
    let at = triple(hit.point + level.origin, 4);
    lines.long(3, phrase("why-point").with("place", at));
}

fn source(from: NormalSource, of: Feature) -> Phrase {
    match from {
        NormalSource::Face => phrase("why-normal-face"),
        NormalSource::Feature => phrase("why-normal-feature").with("feature", feature(of)),
        NormalSource::Seam(triangle) => phrase("why-normal-seam").with("triangle", triangle),
    }
}

/// Describes the refusal of a step by its gain in distance, `further`, rounded to the digits shown.
fn no_further(further: f64) -> Phrase {
    match further {
        more if more >= 5e-5 => phrase("why-step-not-further").with("further", meters(more)),
        less if less <= -5e-5 => phrase("why-step-less-far").with("less", meters(-less)),
        _ => phrase("why-step-as-far"),
    }
}

fn step_outcome(level: &Level, outcome: &StepOutcome) -> Phrase {
    let place = |height: f64| format!("{:.4}", height + level.origin.y);
    match *outcome {
        StepOutcome::NotAhead => phrase("why-step-not-ahead"),
        StepOutcome::NothingSteep => phrase("why-step-nothing-steep"),
        StepOutcome::StillInTheWay => phrase("why-step-still-in-the-way"),
        StepOutcome::NotFurther { further } => no_further(further),
        StepOutcome::NoGround => phrase("why-step-no-ground"),
        StepOutcome::TooHigh { height, highest } => phrase("why-step-too-high")
            .with("height", place(height))
            .with("highest", place(highest)),
        StepOutcome::Taken { height, further } => phrase("why-step-taken")
            .with("height", place(height))
            .with("further", meters(further)),
    }
}

fn article_push(push: &ArticleExplanation) -> Phrase {
    phrase("why-article-push")
        .with("triangle", push.triangle)
        .with("before", meters(push.old.into()))
        .with("after", meters(push.new.into()))
        .with("length", meters(push.push.length().into()))
}

fn report_box(lines: &mut WhyLines, decision: &BoxDecision) {
    let reason = phrase_of("box-reason", decision.reason.into());
    let taken = phrase_of("box-place", decision.taken.into());
    let taken = phrase("taken-place").with("place", taken);
    lines.weighed(Weight::Answer, 0, Some(CORAL), taken);
    let because = phrase("because").with("reason", reason);
    lines.weighed(Weight::Answer, 1, None, because);
    if decision.normal != Vec3::ZERO {
        let mean = phrase("why-box-normal").with("normal", direction(decision.normal.as_dvec3()));
        lines.long(1, mean);
    }
}

/// Adds the purpose and the displacement of a sweep or slide.
fn with_purpose(text: Phrase, purpose: Purpose, wish: DVec3) -> Phrase {
    let purpose = phrase_of("why-purpose", purpose_name(purpose));
    with_delta(text.with("purpose", purpose), wish)
}

fn counts(counters: &Counters) -> Phrase {
    phrase("why-asked")
        .with("asked", counters.asked)
        .with("rejected", rejected(counters))
        .with("accepted", counters.accepted)
}

/// Describes the number of triangles that each plane rejected.
fn rejected(counters: &Counters) -> Phrase {
    let of = |name: String, count: u64| (count > 0).then(|| format!("{name} {count}"));
    let planes = (1..).zip(counters.rejected_ps);
    let parts: Vec<String> = (of("S".to_owned(), counters.rejected_s).into_iter())
        .chain(planes.filter_map(|(plane, count)| of(format!("PS{plane}"), count)))
        .collect();
    let behind = phrase("why-behind").with("count", counters.behind);
    match (parts.is_empty(), counters.behind) {
        (true, 0) => phrase("why-none"),
        (true, _) => behind,
        (false, 0) => Phrase::plain(parts.join(", ")),
        (false, _) => Phrase::List(vec![Phrase::plain(parts.join(", ")), behind]),
    }
}

fn numbered(of: Feature) -> Phrase {
    let named = |number: u8| phrase("why-feature").with("number", u32::from(number) + 1);
    match of {
        Feature::Face => feature(of),
        Feature::Edge(number) | Feature::Vertex(number) => {
            named(number).with("feature", feature(of))
        }
    }
}

fn with_delta(text: Phrase, delta: DVec3) -> Phrase {
    text.with("length", meters(delta.length()))
        .with("way", triple(delta, 4))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_base::words::Words;

    #[test]
    fn a_step_that_leads_no_further_is_told_by_what_is_shown_of_it() {
        let text = |further| Words::english().say(&no_further(further));
        assert!(text(8e-5).ends_with("only 0.0001 m further"));
        assert!(text(-3.2e-4).ends_with("0.0003 m less far"));
        for none in [0.0, 4e-5, -4e-5] {
            assert!(text(none).ends_with("no further"), "{}", text(none));
        }
    }
}
