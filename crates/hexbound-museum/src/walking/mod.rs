//! The exhibits of the hall of walking: the failures of a character on a mesh of triangles. Their scripts
//! and gauges are chosen here. `discrete` is the failing method and `game` the game's own.

mod blending;
mod discrete;
mod frame_rates;
mod game;
mod gauge;
mod performance;
mod script;
mod walks;

use std::sync::Arc;

use glam::Vec3;

use super::{Bound, Exhibit, Magnification, Performance, ShownBody, SlowMotion, Source};
use discrete::{Habits, pushed_out};
use frame_rates::{FramedGame, Rate};
use game::BayWorld;
use gauge::{BodySample, Gauge};
use hexbound_base::{body::HALF_HEIGHT, clock::TICK_RATE};
use hexbound_level::Level;
use performance::{Played, Role, play, play_with};
use script::Script;
use walks::{
    BURIED_WAIT, CEILING_JUMP, CORNER_WALK, HEADINGS_WALK, LEANING_JUMPS, PIT_WALK, ROUND_WALKS,
    SEAMS_WALK, SHEET_SPRINT, STAIR_WALKS, STROLL_AHEAD, plunge,
};

/// The exhibits, from the entrance on.
pub(crate) const EXHIBITS: &[Exhibit] = &[
    Exhibit::new(
        "a1",
        Source::Reported("rapier#95, rapier#404, godot#102544, jolt#1085"),
        Bound::AtMost(1.0),
        |level| along_seams(pushed_out(level, SEAMS_WALK, Habits::USUAL)),
        |level| along_seams(by_the_game(level, &SEAMS_WALK)),
    )
    .with_violet(),
    Exhibit::new(
        "a2",
        Source::Reported("dimforge/bevy_rapier#489, godot#90410"),
        Bound::AtMost(1.0),
        |level| along_a_wall(pushed_out(level, HEADINGS_WALK, Habits::USUAL)),
        |level| along_a_wall(by_the_game(level, &HEADINGS_WALK)),
    )
    .with_violet()
    .slowed(SlowMotion::between(312, 408, 8)),
    Exhibit::new(
        "a3",
        Source::Reported("godot#32182, nicholas-maltbie/OpenKCC#42"),
        Bound::AtMost(1.0),
        |level| naive(level, CORNER_WALK, UNEVEN_HABITS, in_the_corner),
        |level| ours(level, CORNER_WALK, in_the_corner),
    )
    .slowed(SlowMotion::between(360, 600, 4))
    .magnified(Magnification {
        from: 360,
        times: 100,
    }),
    Exhibit::new(
        "a4",
        Source::Reported("jolt#1876, jolt#1887, jolt#211"),
        Bound::AtLeast(0.2),
        |level| naive(level, PIT_WALK, WALKABLE_HABITS, in_the_pit),
        |level| ours(level, PIT_WALK, in_the_pit),
    ),
    Exhibit::new(
        "a5",
        Source::Reported("three#21921, three#21755"),
        Bound::AtMost(0.0),
        |level| {
            let slow = |(script, ticks)| pushed_out(level, script, Habits::in_frames(ticks));
            play(SLOW_RUNS.map(slow).into(), crossings)
        },
        |level| {
            let slow = |(script, ticks)| FramedGame::role(level, script, Rate::Slow(ticks));
            play(SLOW_RUNS.map(slow).into(), crossings)
        },
    )
    .slowed(SlowMotion::between(60, 150, 6)),
    Exhibit::new(
        "a6",
        Source::Reported("tests of the game at twelve frame rates"),
        Bound::AtMost(1.0),
        frame_rates::naive,
        frame_rates::ours,
    )
    .with_violet()
    .slowed(SlowMotion::between(90, 200, 4)),
    Exhibit::new(
        "a7",
        Source::Reported("qhdwight/bevy_fps_controller#56"),
        Bound::AtMost(1.0),
        |level| blending::unblended(level, STROLL_AHEAD),
        |level| blending::blended(level, STROLL_AHEAD),
    )
    .slowed(SlowMotion::between(120, 240, 8)),
    Exhibit::new(
        "a8",
        Source::Reported("rapier#809, rapier#711"),
        Bound::AtMost(0.0),
        |level| on_the_ground(pushed_out(level, ROUND_WALKS, LIGHT_HABITS)),
        |level| on_the_ground(by_the_game(level, &ROUND_WALKS)),
    )
    .with_violet()
    // Each change then lasts for a tenth of a second: the eye can follow, and nothing flashes fast.
    .slowed(SlowMotion::between(0, u64::MAX, 7)),
    Exhibit::new(
        "a9",
        Source::Reported("gongpha/gdQmapbsp#40"),
        Bound::AtLeast(95.0),
        |level| up_and_down(STAIR_WALKS.map(|it| pushed_out(level, it, Habits::USUAL))),
        |level| up_and_down(STAIR_WALKS.map(|it| by_the_game(level, &it))),
    )
    .with_violet()
    // As in a8, each change lasts for a tenth of a second.
    .slowed(SlowMotion::between(100, 240, 6)),
    Exhibit::new(
        "a10",
        Source::Reported("KenneyNL/Starter-Kit-FPS#20"),
        Bound::AtMost(1000.0 / TICK_RATE as f64),
        |level| naive(level, CEILING_JUMP, STICKY_HABITS, under_the_ceiling),
        |level| ours(level, CEILING_JUMP, under_the_ceiling),
    )
    .slowed(SlowMotion::between(110, 180, 8)),
    Exhibit::new(
        "a11",
        Source::Reported("three#28994, dimforge/parry#76, jolt#338"),
        Bound::AtMost(1.2),
        |level| at_walls(LEANING_JUMPS.map(|it| pushed_out(level, it, Habits::USUAL))),
        |level| at_walls(LEANING_JUMPS.map(|it| by_the_game(level, &it))),
    ),
    Exhibit::new(
        "a12",
        Source::Reported("three#22861, godot#75537"),
        Bound::AtMost(1.0),
        |level| naive(level, BURIED_WAIT, Habits::USUAL, until_safe),
        |level| ours(level, BURIED_WAIT, until_safe),
    )
    .slowed(SlowMotion::between(0, 120, 8)),
];

/// Frames of 8 and 17 ms in turn, as without vertical synchronization.
const UNEVEN_HABITS: Habits = Habits {
    frames: [1, 2],
    ..Habits::USUAL
};
/// Only pushes steeper than 45° count as floor, as with a slope limit (jolt#1876).
const WALKABLE_HABITS: Habits = Habits {
    floor: std::f32::consts::FRAC_1_SQRT_2,
    ..Habits::USUAL
};
/// Gravity only in the air.
const LIGHT_HABITS: Habits = Habits {
    always_falls: false,
    ..Habits::USUAL
};
/// A separate vertical speed, which no contact changes (KenneyNL/Starter-Kit-FPS#20).
const STICKY_HABITS: Habits = Habits {
    ceiling_stops: false,
    ..Habits::USUAL
};

/// A sprint into a wall, and two falls onto a floor, in frames of 100, 100 and 500 ms. In three#21755,
/// bodies passed walls at 30 frames a second.
const SLOW_RUNS: [(Script, u32); 3] = [(SHEET_SPRINT, 12), (plunge(-2.0), 12), (plunge(2.0), 60)];

/// The z up to which a body is measured on the seams, meters. The body stands soon after.
const SEAMS_END: f32 = -11.4;
/// The last tick of each of the holds beside the wall of a2, and its angle to the wall, degrees.
const AT_WALL: [(usize, f32); 4] = [(95, 0.0), (191, 30.0), (311, 60.0), (407, 80.0)];
/// The range of the speed measurement on the single quad, along z, meters.
const SINGLE_QUAD: [f32; 2] = [-3.5, -5.5];

fn over_seams(runs: &[Vec<BodySample>]) -> f64 {
    gauge::speed_changed(&runs[0], SINGLE_QUAD, [-6.5, -9.5])
}

fn off_the_angle(runs: &[Vec<BodySample>]) -> f64 {
    gauge::deviation(&runs[0], &AT_WALL)
}

/// The largest displacement between three and five seconds after the start, millimeters.
fn in_the_corner(runs: &[Vec<BodySample>]) -> f64 {
    1000.0 * gauge::span(&runs[0], 360, 600)
}

fn in_the_pit(runs: &[Vec<BodySample>]) -> f64 {
    gauge::span(&runs[0], 239, 480)
}

/// The speed of the slowest walker on the stairs, percent of the one on the flat. The walker downward
/// counts by the share of time that it stands.
fn on_the_stairs(runs: &[Vec<BodySample>]) -> f64 {
    let Some((down, ups)) = runs.split_last() else {
        return 0.0;
    };
    let up = |run: &Vec<BodySample>| gauge::speed_kept(run, [-2.4, -3.5], [-4.0, -8.2]);
    let standing = gauge::standing(down, DOWN_STAIRS);
    let down = gauge::speed_kept(down, [-9.8, -8.6], DOWN_STAIRS) * standing;
    ups.iter().map(up).fold(down, f64::min)
}

/// The range of the measurement down the stairs, along z, meters.
const DOWN_STAIRS: [f32; 2] = [-8.2, -4.0];

/// The number of times that any body passed the wall or the floor.
fn crossings(runs: &[Vec<BodySample>]) -> f64 {
    let Some((sprint, falls)) = runs.split_first() else {
        return 0.0;
    };
    let fallen = falls.iter();
    let fallen = fallen.map(|run| gauge::crossings(run, |it| it.feet.y + HALF_HEIGHT));
    gauge::crossings(sprint, |it| it.feet.z + 6.0) + fallen.sum::<f64>()
}

/// Begins the jumps at walls that lean. The figure is the largest height of any body's feet, meters.
fn at_walls(roles: [Role; LEANING_JUMPS.len()]) -> Box<dyn Performance> {
    play(roles.into(), |runs| {
        let heights = runs.iter().map(|run| gauge::highest(run));
        heights.fold(0.0, f64::max)
    })
}

fn until_safe(runs: &[Vec<BodySample>]) -> f64 {
    gauge::until_safe(&runs[0])
}

fn under_the_ceiling(runs: &[Vec<BodySample>]) -> f64 {
    gauge::rising_time(&runs[0], 2.2)
}

/// Begins a script with the controller that pushes out of overlaps.
fn naive(level: &Arc<Level>, script: Script, habits: Habits, gauge: Gauge) -> Box<dyn Performance> {
    play(vec![pushed_out(level, script, habits)], gauge)
}

/// Begins a script with the game's own controller.
fn ours(level: &Arc<Level>, script: Script, gauge: Gauge) -> Box<dyn Performance> {
    play(vec![by_the_game(level, &script)], gauge)
}

fn by_the_game(level: &Arc<Level>, script: &Script) -> Role {
    (Box::new(BayWorld::new(level, script)), *script)
}

/// Begins a script along seams, with a violet body beside it that keeps the speed of the single quad. The
/// offset of a few centimeters is magnified, as the plaque says.
fn along_seams(role: Role) -> Box<dyn Performance> {
    const COMPANION_FACTOR: f32 = 40.0;
    play_with(vec![role], over_seams, |played| {
        let apart = gauge::offset_from_mean_speed(played.samples(0), SINGLE_QUAD, SEAMS_END);
        with_companion(played, COMPANION_FACTOR * apart)
    })
}

/// Begins a script along a wall. A violet body beside it has the speed expected from the wall angle, from
/// the measurement of the last hold on. The offset is magnified, as the plaque says.
fn along_a_wall(role: Role) -> Box<dyn Performance> {
    const COMPANION_FACTOR: f32 = 10.0;
    play_with(vec![role], off_the_angle, |played| {
        let apart = gauge::offset_from_wall_speed(played.samples(0), &AT_WALL);
        with_companion(played, COMPANION_FACTOR * apart)
    })
}

/// The first body, and a violet one at the offset `apart` along Z, meters.
fn with_companion(played: &Played, apart: f32) -> Vec<ShownBody> {
    const COMPANION_X: f32 = -1.0;
    let body = played.bodies()[0];
    let place = body.center + Vec3::new(COMPANION_X, 0.0, -apart);
    vec![body, ShownBody::person(place).violet_if(true)]
}

/// Begins a script in which the body is violet while it is in the air.
fn on_the_ground(role: Role) -> Box<dyn Performance> {
    let flickers: Gauge = |runs| gauge::flickers(&runs[0]);
    play_with(vec![role], flickers, Played::violet_in_the_air)
}

/// Begins the scripts on the stairs, in which bodies are violet while in the air.
fn up_and_down(roles: [Role; STAIR_WALKS.len()]) -> Box<dyn Performance> {
    play_with(roles.into(), on_the_stairs, Played::violet_in_the_air)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_scenes::{Hall, Side};
    use performance::Walker;

    fn exhibit(code: &str) -> &'static Exhibit {
        EXHIBITS.iter().find(|it| it.code == code).unwrap()
    }

    /// The ground of a bay by itself.
    fn ground(code: &str) -> Arc<Level> {
        let bay = Hall::Walking.bays().iter().find(|bay| bay.code == code);
        Arc::new(bay.unwrap().alone().unwrap())
    }

    /// The visible bodies after each tick of a side of an exhibit.
    fn seen(code: &str, side: Side) -> Vec<Vec<ShownBody>> {
        let exhibit = exhibit(code);
        let begin = match side {
            Side::Naive => exhibit.naive,
            Side::Ours => exhibit.ours,
        };
        let mut performance = begin(&ground(code));
        let mut pictures = Vec::new();
        while !performance.is_over() {
            performance.step();
            pictures.push(performance.bodies());
        }
        pictures
    }

    #[test]
    fn ground_that_flickers_is_seen_as_often_as_it_is_counted() {
        let changes = |pictures: Vec<Vec<ShownBody>>| {
            let pairs = pictures[TICK_RATE as usize..].windows(2);
            let changes = pairs.filter(|it| it[0][0].is_violet != it[1][0].is_violet);
            changes.count()
        };
        let (counted, _, _) = exhibit("a8").play().unwrap();
        assert_eq!(changes(seen("a8", Side::Naive)) as f64, counted);
        let ours = seen("a8", Side::Ours);
        assert!(ours.iter().all(|it| !it[0].is_violet));
        assert_eq!(changes(ours), 0);
    }

    #[test]
    fn jumps_go_across_the_view_and_bodies_of_two_frame_rates_are_distinct() {
        for (pictures, are_same) in [
            (seen("a6", Side::Naive), false),
            (seen("a6", Side::Ours), true),
        ] {
            let (first, last) = (&pictures[0], &pictures[pictures.len() - 1]);
            assert!(last[0].center.x - first[0].center.x > 4.0);
            let mut bodies = pictures.iter().flatten();
            assert!(bodies.all(|it| it.center.x.abs() < 2.7), "{last:?}");
            assert!(last[0].is_violet && !last[1].is_violet);
            let aside = (last[0].center.x - last[1].center.x).abs();
            assert_eq!(aside < 0.1, are_same, "{aside}");
        }
        let exhibit = exhibit("a6");
        let mut ours = (exhibit.ours)(&ground("a6"));
        while !ours.is_over() {
            ours.step();
            assert!(exhibit.bound.holds(ours.figure()), "{}", ours.figure());
        }
    }

    #[test]
    fn both_walks_of_which_pictures_are_made_stand_on_the_floor_and_stay_in_their_half() {
        for side in [Side::Naive, Side::Ours] {
            for body in seen("a7", side).into_iter().flatten() {
                let Vec3 { x, y, z } = body.center;
                assert!((y - HALF_HEIGHT).abs() < 0.01, "{y}");
                assert!(x.abs() < 2.6 && z > -11.0, "{x} {z}");
            }
        }
    }

    #[test]
    fn a_body_off_the_speed_that_the_angle_leaves_is_seen_apart_from_one_that_has_it() {
        for (side, is_apart) in [(Side::Naive, true), (Side::Ours, false)] {
            let pictures = seen("a2", side);
            let apart = |bodies: &Vec<ShownBody>| {
                assert!(!bodies[0].is_violet && bodies[1].is_violet);
                (bodies[1].center.z - bodies[0].center.z).abs()
            };
            assert_eq!(apart(&pictures[376]), 0.0);
            let last = apart(pictures.last().unwrap());
            assert_eq!(last > 1.0, is_apart, "{last}");
            assert!(is_apart || last < 0.05, "{last}");
        }
    }

    #[test]
    fn who_comes_down_the_stairs_is_seen_in_the_air_by_the_naive_method_alone() {
        let violet = |side| {
            let pictures = seen("a9", side);
            pictures.iter().filter(|it| it[3].is_violet).count()
        };
        assert!(violet(Side::Naive) > 50, "{}", violet(Side::Naive));
        assert_eq!(violet(Side::Ours), 0);
    }

    #[test]
    fn a_body_that_seams_change_is_seen_apart_from_one_that_keeps_its_speed() {
        for (pictures, is_apart) in [
            (seen("a1", Side::Naive), true),
            (seen("a1", Side::Ours), false),
        ] {
            let behind = |bodies: &Vec<ShownBody>| {
                assert!(!bodies[0].is_violet && bodies[1].is_violet);
                bodies[1].center.z - bodies[0].center.z
            };
            assert_eq!(behind(&pictures[100]), 0.0);
            let last = behind(pictures.last().unwrap());
            assert_eq!(last > 1.0, is_apart, "{last}");
            assert!(is_apart || last.abs() < 0.05, "{last}");
        }
    }

    #[test]
    fn the_game_walks_down_stairs_without_a_tick_in_the_air() {
        let level = ground("a9");
        let script = STAIR_WALKS[3];
        let mut game = BayWorld::new(&level, &script);
        for tick in 0..script.ticks() {
            game.tick(script.at(tick));
            assert!(tick < 24 || game.sample().grounded, "tick {tick}");
        }
        assert!(game.sample().feet.y < 0.01, "{:?}", game.sample());
    }
}
