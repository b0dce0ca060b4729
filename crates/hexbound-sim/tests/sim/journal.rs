//! The journal of a tick, against an independent replay: the same run without one ends in the same bits,
//! and every number of it is asked of the level's mesh again, triangle by triangle, by brute force.

use hexbound_collide::{
    Body, Explanation, Feature, JournalContact, JournalEntry, JournalSlide, LegTurn, NormalSource,
};
use hexbound_sim::{Journal, Stage};

use crate::steps::*;

/// Enough ticks to meet walls, corners and steps.
const TICKS: u64 = 700;

/// A graze that a mover may go behind a plane, meters.
const GRAZE: f64 = 1e-5;

/// Walks in long curves, and jumps.
fn command(tick: u64, methods: Methods) -> Command {
    let mut buttons = Buttons::FORWARD;
    if tick % 240 > 200 {
        buttons = Buttons(buttons.0 | Buttons::JUMP.0);
    }
    let mut command = Command::holding(buttons).by(methods);
    command.yaw = if tick % 160 < 60 { 0.03 } else { -0.004 };
    command
}

/// Hands over each tick: the world before it, the world after it and its journal.
fn each_tick(level: &Level, methods: Methods, mut visit: impl FnMut(&World, &World, &Journal)) {
    let mut plain = World::new(level, Rules::default());
    let mut noted = plain.clone();
    noted.keep_journal(true);
    for tick in 0..TICKS {
        let command = command(tick, methods);
        let before = plain.clone();
        plain.step(level, &command, &mut Vec::new());
        noted.step(level, &command, &mut Vec::new());
        assert_eq!(plain.state_hash(), noted.state_hash(), "tick {tick}");
        assert_eq!(plain.counters, noted.counters, "tick {tick}");
        assert!(plain.journal().is_none());
        visit(&before, &plain, noted.journal().expect("it was asked for"));
    }
}

#[test]
fn every_number_is_what_an_independent_replay_finds() {
    let mut kinds = [0; 3];
    for name in ["test:stairs", "test:box-room", "test:corners"] {
        let level = catalog::open(name).unwrap();
        each_tick(&level, Methods::default(), |before, after, journal| {
            let tick = journal.tick;
            assert_eq!(journal.start(), before.player.position, "tick {tick}");
            assert_eq!(journal.end(), after.player.position, "tick {tick}");
            let velocities = [before, after].map(|world| world.player.velocity);
            assert_eq!(journal.velocity, velocities);
            sums_are_the_ticks(journal, after);
            for entry in &journal.kernel.entries {
                match entry {
                    JournalEntry::Slide(slide) => check_slide(&level, journal, slide, &mut kinds),
                    JournalEntry::Sweep(sweep) => {
                        let way = (sweep.from, sweep.to);
                        check_way(&level, journal, way, sweep.fraction, &sweep.contacts);
                    }
                    JournalEntry::Release(release) => {
                        let deepest = deepest(&level, journal);
                        match release.before > 0.0 {
                            true => assert!((release.before - deepest).abs() < 1e-12),
                            // The planes alone have shown that it is no deeper than a tenth of the skin.
                            false => assert!(deepest < 0.1001 * f64::from(SKIN), "{deepest}"),
                        }
                    }
                    _ => {}
                }
            }
        });
    }
    let [faces, edges, turns] = kinds;
    assert!(faces > 100 && edges > 0 && turns > 100, "{kinds:?}");
}

/// The counters of all questions together are those of the tick, where nothing was pushed out.
fn sums_are_the_ticks(journal: &Journal, after: &World) {
    let is_pushed = |entry: &JournalEntry| match entry {
        JournalEntry::Release(release) => release.places.len() > 1,
        _ => false,
    };
    if !journal.kernel.entries.iter().any(is_pushed) {
        assert_eq!(journal.kernel.counters(), after.counters);
    }
    let it = journal.counters;
    let rejected = it.rejected_s + it.rejected_ps.iter().sum::<u64>() + it.behind;
    assert_eq!(it.asked, rejected + it.accepted);
}

fn body_of(journal: &Journal) -> Body {
    journal.body.with_skin()
}

/// The greatest depth of the body in any triangle where it was before it was released, meters.
fn deepest(level: &Level, journal: &Journal) -> f64 {
    let at = journal.after(Stage::Stance).unwrap().as_dvec3();
    let depth = |triangle| -explained(level, journal, (at, at), triangle).old_clearance;
    (0..level.collision.len() as u32)
        .map(depth)
        .fold(0.0, f64::max)
}

fn explained(level: &Level, journal: &Journal, way: (DVec3, DVec3), triangle: u32) -> Explanation {
    let body = body_of(journal);
    let told = level.collision.explain(body, way.0, way.1, triangle);
    told.expect("a triangle of the level")
}

fn check_slide(level: &Level, journal: &Journal, slide: &JournalSlide, kinds: &mut [u32; 3]) {
    let mut at = slide.from;
    let mut wish = slide.wish;
    for (number, leg) in slide.legs.iter().enumerate() {
        assert_eq!((leg.from, leg.wish), (at, wish), "{number} {slide:?}");
        let way = (leg.from, leg.from + leg.wish);
        check_way(level, journal, way, leg.fraction, &leg.contacts);
        assert!(leg.to.distance(leg.from + leg.wish * leg.fraction) < 1e-12);
        for contact in &leg.contacts {
            kinds[usize::from(contact.hit.feature != Feature::Face)] += 1;
        }
        at = leg.to;
        wish = check_turn(slide, number, kinds);
    }
    assert_eq!(slide.end(), at);
}

/// Asserts that the motion left after each leg enters no limit of the slide, and lies on the limits that
/// the turn names.
fn check_turn(slide: &JournalSlide, number: usize, kinds: &mut [u32; 3]) -> DVec3 {
    let (leg, is_last) = (&slide.legs[number], number + 1 == slide.legs.len());
    let LegTurn::Turned {
        left,
        by,
        is_dropped,
    } = &leg.turn
    else {
        assert!(is_last && leg.contacts.is_empty());
        return DVec3::ZERO;
    };
    assert_eq!(*is_dropped, is_last);
    kinds[2] += 1;
    for (place, limit) in slide.limits.iter().enumerate() {
        let (of, at) = limit.contact;
        if of > number {
            continue;
        }
        let along = limit.normal.dot(*left) - limit.push;
        assert!(along > -1e-9, "{limit:?}: {along}");
        assert!(!by.contains(&place) || along < 1e-9, "{limit:?}: {along}");
        let normal = slide.legs[of].contacts[at].hit.normal;
        let expected = match limit.is_upright {
            true => normal.with_y(0.0).normalize(),
            false => normal,
        };
        assert!(expected.distance(limit.normal) < 1e-6);
    }
    *left
}

/// The contacts of a way are those that asking every triangle finds, and nothing comes before them.
fn check_way(
    level: &Level,
    journal: &Journal,
    way: (DVec3, DVec3),
    fraction: f64,
    contacts: &[JournalContact],
) {
    let end = way.0.lerp(way.1, fraction);
    for contact in contacts {
        let hit = &contact.hit;
        let why = explained(level, journal, way, hit.triangle);
        let exact = why.contact.expect("it touches");
        assert_eq!((exact.fraction, exact.point), (hit.fraction, hit.point));
        assert_eq!(exact.feature, hit.feature);
        assert_eq!(why.old_clearance, contact.before);
        let at_end = explained(level, journal, (way.0, end), hit.triangle);
        assert!((at_end.new_clearance - contact.after).abs() < 1e-12);
        let corners = level.collision.corners(hit.triangle);
        assert_eq!(contact.corners, corners.map(Vec3::as_dvec3));
        check_normal(level, contact, exact.normal);
        if hit.feature == Feature::Face {
            // By hand: the plane's distance less the ellipsoid's reach.
            let half = body_of(journal).half_extents().as_dvec3();
            let from_plane = hit.normal.dot(end - contact.corners[0]);
            let off = from_plane - (hit.normal * half).length() - contact.after;
            assert!(off.abs() < 1e-6, "{off} {contact:?}");
        }
    }
    let motion = way.1 - way.0;
    for triangle in 0..level.collision.len() as u32 {
        let found = explained(level, journal, way, triangle).contact;
        let Some(found) = found.filter(|found| found.feature == Feature::Face) else {
            continue;
        };
        let earlier = (fraction - found.fraction) * -found.normal.dot(motion);
        assert!(earlier < GRAZE, "{triangle} {earlier} {fraction}");
    }
}

/// The normal comes from where the journal says.
fn check_normal(level: &Level, contact: &JournalContact, own: DVec3) {
    let hit = &contact.hit;
    let is_of_face = |triangle: u32| {
        let [a, b, c] = level.collision.corners(triangle).map(Vec3::as_dvec3);
        (b - a).cross(c - a).normalize().dot(hit.normal).abs() > 1.0 - 1e-9
    };
    let is_so = match contact.normal_from {
        NormalSource::Face => is_of_face(hit.triangle),
        NormalSource::Feature => own.distance(hit.normal) < 1e-5,
        NormalSource::Seam(triangle) => is_of_face(triangle),
    };
    assert!(is_so, "{contact:?}");
}

#[test]
fn the_other_modes_say_what_they_decided() {
    let level = catalog::open("test:box-room").unwrap();
    let [by_article, by_box] = [CollisionMode::Article, CollisionMode::Box].map(Methods::by);
    let mut pushes = 0;
    each_tick(&level, by_article, |_, after, journal| {
        let article = journal.article.as_ref().expect("it moved by the article");
        assert!(journal.kernel.entries.is_empty());
        assert_eq!(article.pushes.len() as u32, after.player.report.contacts);
        let mut at = article.path[1];
        for push in &article.pushes {
            assert!(push.crosses() && push.rejected_by().is_none());
            at += push.push;
        }
        assert!(at.distance(article.end) < 1e-5, "{article:?}");
        pushes += article.pushes.len();
    });
    assert!(pushes > 100, "{pushes}");
    let mut blocked = 0;
    each_tick(&level, by_box, |_, after, journal| {
        assert_eq!(journal.end(), after.player.position);
        assert!(journal.kernel.entries.is_empty() && journal.article.is_none());
        blocked += u32::from(journal.end() != journal.wished[1]);
    });
    assert!(blocked > 10, "{blocked}");
}
