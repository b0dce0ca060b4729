//! The places that ship with the game: each is whole, and asks for something that can be done.

use std::path::Path;

use hexbound_check as check;
use hexbound_level::{Level, Severity, TriggerCause};
use hexbound_replay as replay;
use hexbound_replay::Playback;
use hexbound_scenes::catalog;
use hexbound_sim::World;

const PLACES: [(&str, usize); 6] = [
    ("quarry", 9),
    ("observatory", 14),
    ("foundry", 12),
    ("locks", 9),
    ("weigh", 13),
    ("march", 11),
];

fn opened(name: &str) -> Level {
    catalog::open(name).unwrap_or_else(|refused| panic!("{name}: {refused}"))
}

/// Declares a test for each place: it opens without a warning, and whatever else it has against it is
/// accepted, with a reason. They take long enough to be run beside each other.
macro_rules! clean_places {
    ($($test:ident: $name:literal;)+) => {
        $(
            #[test]
            fn $test() {
                let level = opened($name);
                assert_eq!(level.findings, []);
                let verdict = check::verdict(&level);
                assert_eq!(verdict.findings, []);
                for accepted in &verdict.accepted {
                    assert!(!accepted.reason.is_empty(), "{}", accepted.finding);
                    assert!(accepted.finding.severity() < Severity::Error, "{}", accepted.finding);
                }
            }
        )+

        #[test]
        fn every_place_is_looked_at() {
            assert_eq!(PLACES.map(|(name, _)| name), [$($name,)+]);
        }
    };
}

clean_places! {
    nothing_is_wrong_with_the_quarry: "quarry";
    nothing_is_wrong_with_the_observatory: "observatory";
    nothing_is_wrong_with_the_foundry: "foundry";
    nothing_is_wrong_with_the_locks: "locks";
    nothing_is_wrong_with_the_weigh_house: "weigh";
    nothing_is_wrong_with_the_march: "march";
}

#[test]
fn every_place_has_its_lights_a_way_out_a_title_and_a_par() {
    for (name, lights) in PLACES {
        let play = opened(name).play;
        assert_eq!(play.targets.len(), lights, "{name}");
        let exits = play.triggers.iter().filter(|it| it.actions.end);
        let [exit] = exits.collect::<Vec<_>>()[..] else {
            panic!("{name} has no exit, or several");
        };
        assert_eq!(exit.needs.0.len(), lights, "{name} ends when all is lit");
        let is_entered = matches!(exit.cause, TriggerCause::Enter { .. });
        assert!(is_entered, "{name}");
        assert!(play.title.is_some(), "{name}");
        assert!(play.settings.par_seconds.is_some() && play.settings.par_balls.is_some());
    }
}

#[test]
fn a_hundred_and_twenty_statues_march() {
    assert_eq!(opened("march").play.walkers.len(), 120);
}

#[test]
fn the_balls_of_the_weigh_house_weigh_differently() {
    let balls = opened("weigh").play.balls;
    let heaviest = balls.iter().map(|ball| ball.mass).fold(0.0, f32::max);
    let lightest = balls.iter().map(|ball| ball.mass).fold(f32::MAX, f32::min);
    assert!(balls.len() >= 8 && heaviest > 5.0 * lightest, "{balls:?}");
}

/// Every place can be finished: the runs that ship with it do so, to the bit.
#[test]
fn the_shipped_runs_light_everything_and_leave() {
    for (name, lights) in PLACES {
        let file = hexbound_base::sources().join(format!("assets/runs/{name}.rec"));
        let recording = replay::read(Path::new(&file)).unwrap_or_else(|error| panic!("{error}"));
        let level = opened(name);
        assert_eq!(recording.header.content, Some(level.content_hash), "{name}");
        let mut world = World::new(&level, recording.header.rules);
        let mut playback = Playback::new(recording);
        let mut unheard = Vec::new();
        while let Some(command) = playback.next_command() {
            world.step(&level, &command, &mut unheard);
            unheard.clear();
            let checked = playback.check(&world);
            checked.unwrap_or_else(|error| panic!("{error}"));
        }
        assert_eq!(world.play.lit_count(), lights, "{name}");
        assert!(world.play.finished.is_some(), "{name}");
        assert!(!world.play.assisted && world.player.respawns == 0, "{name}");
    }
}
