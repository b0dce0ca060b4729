//! Levels made in code whose answer is known.

use glam::Vec3;

use super::{outside::Outside, *};
use hexbound_base::random::Random;
use hexbound_level::Level;
use hexbound_scenes::SceneBuilder;

/// A room from −3 to 3 and 4 m high, whose wall at x = 3 has a hole, given by its lowest and
/// highest corner in z and y.
fn room_with_hole(hole: Option<[[f32; 2]; 2]>) -> SceneBuilder {
    let (low, high) = ([-3.0, 0.0], [3.0, 4.0]);
    let [[z0, y0], [z1, y1]] = hole.unwrap_or([[0.0, 1.0]; 2]);
    let piece = |builder: SceneBuilder, [za, ya]: [f32; 2], [zb, yb]: [f32; 2]| {
        if zb - za < 1e-4 || yb - ya < 1e-4 {
            return builder;
        }
        let at = |y: f32, z: f32| Vec3::new(3.0, y, z);
        builder.quad(at(ya, za), at(ya, zb), at(yb, zb), at(yb, za))
    };
    let wall = |from: Vec3, a: Vec3, b: Vec3| [from, from + a, from + a + b, from + b];
    let (x, y, z) = (Vec3::X * 6.0, Vec3::Y * 4.0, Vec3::Z * 6.0);
    let corner = Vec3::new(-3.0, 0.0, -3.0);
    let mut builder = SceneBuilder::new().spawn(Vec3::new(-1.0, 0.0, -1.0), 0.0);
    for [a, b, c, d] in [
        wall(corner, z, x),
        wall(corner + y, x, z),
        wall(corner, y, z),
        wall(corner, x, y),
        wall(corner + z, y, x),
    ] {
        builder = builder.quad(a, b, c, d);
    }
    builder = piece(builder, low, [z0, high[1]]);
    builder = piece(builder, [z1, low[1]], high);
    builder = piece(builder, [z0, low[1]], [z1, y0]);
    piece(builder, [z0, y1], [z1, high[1]])
}

fn ask(level: &Level, moves: Moves) -> LeakReport {
    let question = LeakQuestion { moves, body: None };
    find_leaks(level, question, &|_, _| ()).unwrap()
}

fn outside_of(level: &Level) -> Outside {
    let question = LeakQuestion {
        moves: Moves::Fly,
        body: None,
    };
    outside::outside_of(&Search::new(level, question, &|_, _| ()).unwrap())
}

#[test]
fn a_closed_room_is_closed_by_both_methods() {
    let level = room_with_hole(None).build("room").unwrap();
    let report = ask(&level, Moves::Fly);
    assert_eq!(report.answer, Answer::Closed);
    assert_eq!(outside_of(&level), Outside::Closed);
    // The center of 0.8 m by 1.1 m of body stays away from the walls by half of that.
    let (volume, floor) = (report.volume.unwrap(), report.floor.unwrap());
    assert!((volume - 5.2 * 5.2 * 2.9).abs() < 4.0, "{volume}");
    assert!((floor - 5.2 * 5.2).abs() < 2.0, "{floor}");
    assert!(findings(&report).is_empty());
    assert!(summary(&report).starts_with("closed"));
}

#[test]
fn a_hole_is_found_measured_and_flown_through() {
    let hole = [[0.5, 1.0], [1.9, 2.6]];
    let level = room_with_hole(Some(hole)).build("holed").unwrap();
    let report = ask(&level, Moves::Fly);
    assert_eq!(report.answer, Answer::Open);
    assert_eq!(outside_of(&level), Outside::Open);
    let leak = report.leak.as_ref().unwrap();
    let off = leak.hole.place.distance(Vec3::new(3.0, 1.8, 1.2));
    assert!(off < 0.3, "{:?}", leak.hole);
    let size = leak.hole.size.unwrap();
    assert!((size.narrowest - 1.4).abs() < 0.1, "{size:?}");
    assert!((size.area - 2.24).abs() < 0.3, "{size:?}");
    // The recording's commands lead out.
    let outside = led_out(&level, &report).player.position;
    assert!(outside.x > 3.4, "{outside}");
    let found = findings(&report);
    assert_eq!(found[0].code, hexbound_level::Code::Hole);
    assert!(found[0].place.is_some() && !found[0].path.is_empty());
}

#[test]
fn a_hole_a_little_narrower_than_the_body_is_none() {
    let hole = [[0.0, 1.0], [0.72, 3.0]];
    let level = room_with_hole(Some(hole)).build("slit").unwrap();
    assert_eq!(ask(&level, Moves::Fly).answer, Answer::Closed);
    assert_ne!(outside_of(&level), Outside::Open);
}

#[test]
fn a_hole_as_wide_as_the_body_is_in_doubt() {
    let hole = [[0.0, 0.5], [0.8, 3.5]];
    let level = room_with_hole(Some(hole)).build("gap").unwrap();
    let report = ask(&level, Moves::Fly);
    assert_eq!(report.answer, Answer::Doubtful);
    assert!(report.leak.is_some());
}

#[test]
fn both_methods_agree_on_random_holes() {
    let mut random = Random::new(7);
    let (mut closed, mut open) = (0, 0);
    for _ in 0..5 {
        let (width, height) = (random.between(0.3, 1.8), random.between(0.4, 2.0));
        let (z, y) = (random.between(-2.5, 0.5), random.between(0.2, 1.6));
        let hole = [[z, y], [z + width, y + height]];
        let level = room_with_hole(Some(hole)).build("random").unwrap();
        let report = ask(&level, Moves::Fly);
        let is_disputed = matches!(
            (report.answer, outside_of(&level)),
            (Answer::Closed, Outside::Open) | (Answer::Open, Outside::Closed)
        );
        assert!(!is_disputed, "{hole:?}");
        let fits = width > 0.83 && height > 1.13;
        let is_none = width < 0.74 || height < 1.04;
        match report.answer {
            Answer::Open => assert!(!is_none, "{hole:?}"),
            Answer::Closed => assert!(!fits, "{hole:?}"),
            Answer::Doubtful => assert!(!fits && !is_none, "{hole:?}"),
            other => panic!("{other:?} for {hole:?}"),
        }
        closed += u32::from(report.answer == Answer::Closed);
        open += u32::from(report.answer == Answer::Open);
    }
    assert!(closed > 0 && open > 0, "{closed} closed, {open} open");
}

/// A yard of 8 m with a floor and walls of that height, and no roof.
fn yard(walls: f32) -> SceneBuilder {
    let mut builder = SceneBuilder::new()
        .floor(-4.0, -4.0, 4.0, 4.0, 0.0)
        .spawn(Vec3::ZERO, 0.0);
    let t = 1.0;
    for (low, high) in [
        ([-4.0 - t, -4.0 - t], [4.0 + t, -4.0]),
        ([-4.0 - t, 4.0], [4.0 + t, 4.0 + t]),
        ([-4.0 - t, -4.0], [-4.0, 4.0]),
        ([4.0, -4.0], [4.0 + t, 4.0]),
    ] {
        let at = |[x, z]: [f32; 2], y: f32| Vec3::new(x, y, z);
        builder = builder.cuboid(at(low, 0.0), at(high, walls));
    }
    builder
}

/// The world after the commands of a way out, given from the level's start.
fn led_out(level: &Level, report: &LeakReport) -> World {
    let commands = report.leak.as_ref().and_then(|leak| leak.commands.as_ref());
    let mut world = World::new(level, Rules::default());
    for command in commands.unwrap() {
        world.step(level, command, &mut Vec::new());
    }
    world
}

#[test]
fn low_walls_are_walked_over_and_higher_ones_jumped_over() {
    leaves_over_walls(&[(0.3, Moves::Walk), (0.9, Moves::Jump)]);
}

#[test]
#[ignore = "a long run"]
fn each_way_of_moving_leaves_over_walls_of_its_own_height() {
    leaves_over_walls(&[(0.3, Moves::Walk), (0.9, Moves::Jump), (2.5, Moves::Blast)]);
    let high = yard(9.0).build("yard").unwrap();
    assert_eq!(ask(&high, Moves::Jump).answer, Answer::NotLeft);
    assert_eq!(ask(&high, Moves::Fly).answer, Answer::Open);
}

/// Walls of these heights are left over by those moves, and not by fewer.
fn leaves_over_walls(cases: &[(f32, Moves)]) {
    for &(height, least) in cases {
        let level = yard(height).build("yard").unwrap();
        for moves in [Moves::Walk, Moves::Jump, Moves::Blast] {
            let report = ask(&level, moves);
            if moves < least {
                assert_eq!(report.answer, Answer::NotLeft, "{moves:?} over {height} m");
                assert!(report.floor.unwrap() > 30.0);
            } else {
                let told = format!("{moves:?} over {height} m: {report:?}");
                assert_eq!(report.answer, Answer::Open, "{told}");
                assert!(led_out(&level, &report).player.respawns > 0);
                break;
            }
        }
    }
}

#[test]
fn a_pit_is_a_place_of_no_return() {
    // Walls around a floor with a square pit of 3 m, 3 m deep.
    let mut builder = SceneBuilder::new().spawn(Vec3::new(-3.0, 0.0, -3.0), 0.0);
    for [x0, z0, x1, z1] in [
        [-4.0, -4.0, 4.0, -1.5],
        [-4.0, 1.5, 4.0, 4.0],
        [-4.0, -1.5, -1.5, 1.5],
        [1.5, -1.5, 4.0, 1.5],
    ] {
        builder = builder.cuboid(Vec3::new(x0, -3.0, z0), Vec3::new(x1, 0.0, z1));
    }
    builder = builder.floor(-1.5, -1.5, 1.5, 1.5, -3.0);
    for (x0, z0, x1, z1) in [
        (-4.2, -4.2, 4.2, -4.0),
        (-4.2, 4.0, 4.2, 4.2),
        (-4.2, -4.0, -4.0, 4.0),
        (4.0, -4.0, 4.2, 4.0),
    ] {
        builder = builder.cuboid(Vec3::new(x0, -3.0, z0), Vec3::new(x1, 9.0, z1));
    }
    let report = ask(&builder.build("pit").unwrap(), Moves::Jump);
    assert_eq!(report.answer, Answer::NotLeft);
    let [pit] = &report.one_way[..] else {
        panic!("{:?}", report.one_way);
    };
    assert!(pit.place.y < -1.0, "{pit:?}");
    assert!(pit.place.with_y(0.0).length() < 2.0, "{pit:?}");
    let found = findings(&report);
    assert_eq!(found[0].code, hexbound_level::Code::OneWay);
}

#[test]
fn a_room_that_cannot_be_reached_counts_for_nothing() {
    let one = room_with_hole(None);
    let alone = ask(&one.clone().build("one").unwrap(), Moves::Fly);
    let two = one.room(Vec3::new(3.5, 0.0, -3.0), Vec3::new(9.0, 4.0, 3.0));
    let both = ask(&two.build("two").unwrap(), Moves::Fly);
    assert_eq!(both.answer, Answer::Closed);
    assert!((both.volume.unwrap() - alone.volume.unwrap()).abs() < 3.0);
}

#[test]
fn a_level_without_a_way_into_its_start_says_so() {
    let question = LeakQuestion {
        moves: Moves::Fly,
        body: Some([0.0, 1.0]),
    };
    let level = room_with_hole(None).build("room").unwrap();
    assert!(find_leaks(&level, question, &|_, _| ()).is_err());
    let wide = LeakQuestion {
        body: Some([2.9, 1.9]),
        ..question
    };
    let report = find_leaks(&level, wide, &|_, _| ()).unwrap();
    assert_eq!(report.answer, Answer::NoRoom);
}
