//! Many walkers at once: they push each other, and runs with them are the same every time.

use hexbound_sim::Question;

use crate::steps::*;

/// The crowd after so many ticks with a player who stands.
fn crowd_by(level: &Level, methods: &str, ticks: u32) -> World {
    let mut run = Run::new(level.clone()).by(methods);
    run.hold(Buttons::default(), ticks);
    run.world
}

#[test]
fn a_crowd_by_the_players_usual_methods_is_the_usual_crowd() {
    let level = catalog::open("test:crowd").unwrap();
    // The whole state also says that there was help.
    let ways = |methods| {
        let world = crowd_by(&level, methods, 300);
        let walkers = world.walkers.iter();
        let way = walkers.map(|walker| (walker.body.position, walker.body.velocity));
        way.collect::<Vec<_>>()
    };
    let usual = ways("usual");
    for same in ["crowd=player", "crowd=player+tree=brute+coherence=off"] {
        assert_eq!(ways(same), usual, "{same}");
    }
    assert_ne!(ways("crowd=player+box"), usual);
}

/// The article's test leaks by design, so only the others keep everybody in.
#[test]
fn a_crowd_by_any_method_is_the_same_every_time_and_stays_inside() {
    let level = catalog::open("test:crowd").unwrap();
    let by_each = [Question::Collision, Question::Ground, Question::Body].map(|question| {
        let choices = question.choices().into_iter();
        choices.map(move |choice| format!("crowd=player+{}={choice}", question.name()))
    });
    for methods in by_each.into_iter().flatten() {
        let world = crowd_by(&level, &methods, 480);
        let again = crowd_by(&level, &methods, 480);
        assert_eq!(world.state_hash(), again.state_hash(), "{methods}");
        let leaks = methods.ends_with("article");
        for walker in &world.walkers {
            let place = walker.body.position;
            let is_in = walker.fate != WalkerFate::Gone && level.bounds.contains(place);
            assert!(is_in || leaks, "{methods}: {place}");
        }
        let walked = |world: &World| {
            let starts = level.play.walkers.iter().zip(&world.walkers);
            let moved = starts.filter(|(start, walker)| {
                let way = walker.body.feet() - start.position.as_vec3();
                way.with_y(0.0).length() > 1.0
            });
            moved.count()
        };
        assert!(walked(&world) > 60, "{methods}: {} walked", walked(&world));
    }
}

/// A command of a player who walks, turns, jumps and throws, once in so many ticks.
fn restless(random: &mut Random, tick: u32, throws_every: u32) -> Command {
    let mut buttons = Buttons::default();
    let phase = tick / 90 % 5;
    buttons.set(Buttons::FORWARD, phase != 3);
    buttons.set(Buttons::SPRINT, phase == 2);
    buttons.set(Buttons::JUMP, tick % 170 < 10);
    buttons.set(Buttons::THROW, tick % throws_every < 5);
    Command {
        buttons,
        yaw: random.between(-0.06, 0.065),
        pitch: random.between(-0.01, 0.01),
        ..Command::default()
    }
}

/// No fault: nobody in a wall, nobody anywhere that is not a place, nobody outside. A crowd still
/// walks at the end: one ball that goes on bouncing fells many.
fn soak(ticks: u32) {
    let throws_every = ticks / 50;
    let level = catalog::open("test:crowd").unwrap();
    let mut world = World::new(&level, Rules::default());
    let mut random = Random::new(3);
    let mut events = Vec::new();
    let (mut felled, mut shoved) = (0, 0);
    for tick in 0..ticks {
        events.clear();
        let command = restless(&mut random, tick, throws_every);
        world.step(&level, &command, &mut events);
        let count = |kind| events.iter().filter(|event| event.kind == kind).count();
        felled += count(EventKind::WalkerFelled);
        shoved += count(EventKind::WalkerShove);
        let inside = level.bounds.grown(Vec3::splat(10.0));
        let walkers = world.walkers.iter();
        let there = walkers.filter(|it| it.fate != WalkerFate::Gone);
        for body in there.map(|walker| &walker.body) {
            let (at, velocity) = (body.position, body.velocity);
            // Neither holds for what is not finite.
            assert!(velocity.length() < 70.0, "tick {tick}: {velocity}");
            assert!(inside.contains(at), "tick {tick}: {at}");
            if tick.is_multiple_of(8) {
                let is_free = level.collision.is_free(body.body(), at);
                assert!(is_free, "tick {tick}: in the level at {at}");
            }
        }
    }
    let upright = world.walkers.iter().filter(|walker| walker.is_upright());
    assert!(upright.count() > 40, "{felled} felled");
    assert!(shoved > 0 && felled > 0, "{shoved} {felled}");
}

#[test]
fn a_crowd_of_120_makes_no_fault_in_three_thousand_ticks() {
    soak(3_000);
}

/// About two minutes: `cargo test -p hexbound-sim --test sim -- --ignored a_crowd`.
#[test]
#[ignore = "takes minutes; its short version runs always"]
fn a_crowd_of_120_makes_no_fault_in_a_hundred_thousand_ticks() {
    soak(100_000);
}
