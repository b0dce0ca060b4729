//! A crowd judged like the player: every tick of every walker among steps, ramps, walls, holes and
//! turning discs, by the checker that shares no code with the game.

use glam::{DAffine3, Vec3};
use hexbound_base::clock::TICK_RATE;
use hexbound_collide::CollisionMesh;
use hexbound_level::Level;
use hexbound_scenes::catalog;
use hexbound_sim::{BODY_RADIUS, Command, EventKind, Player, Rules, Walker, WalkerFate, World};

use crate::checker::{Ellipsoid, Grid, OVERLAP_ALLOWED, Row, Triangle, judge};

const TICKS: u64 = 2400;

fn triangles_of(mesh: &CollisionMesh, motion: DAffine3) -> impl Iterator<Item = Triangle> {
    let place = move |corner: Vec3| motion.transform_point3(corner.as_dvec3());
    (0..mesh.len() as u32).map(move |triangle| Triangle(mesh.corners(triangle).map(place)))
}

fn row(tick: u64, walker: &Walker) -> Row {
    let body = &walker.body;
    Row {
        tick,
        center: body.position.as_dvec3(),
        grounded: body.grounded,
        contacts: body.report.contacts,
        half_height: f64::from(body.half_height()),
        teleported: false,
    }
}

/// Returns how deep a character is in a mesh that a motion has moved, meters.
pub fn depth_in(character: &Player, mesh: &CollisionMesh, motion: DAffine3) -> f64 {
    let body = Ellipsoid {
        center: character.position.as_dvec3(),
        radius: f64::from(BODY_RADIUS),
        half_height: f64::from(character.half_height()),
    };
    let depths = triangles_of(mesh, motion).map(|triangle| body.overlap(&triangle));
    depths.fold(0.0, f64::max)
}

/// Returns whether a walker is in a mover where that stands at this tick.
fn is_in_mover(level: &Level, tick: u64, walker: &Walker) -> bool {
    level.movers.iter().any(|mover| {
        let bounds = mover.collision.bounds().grown(Vec3::splat(1.0));
        bounds.contains(walker.body.position)
            && depth_in(&walker.body, &mover.collision, mover.motion(tick)) > OVERLAP_ALLOWED
    })
}

#[test]
fn a_crowd_walks_as_cleanly_as_the_player() {
    let level = catalog::open("test:crowd").unwrap();
    let grid = Grid::new(triangles_of(&level.collision, DAffine3::IDENTITY).collect());
    let mut world = World::new(&level, Rules::default());
    let mut events = Vec::new();
    let mut rows: Vec<Vec<Row>> = vec![Vec::new(); world.walkers.len()];
    let mut inside = vec![0; world.walkers.len()];
    for tick in 1..=TICKS {
        world.step(&level, &Command::default(), &mut events);
        for (index, walker) in world.walkers.iter().enumerate() {
            if walker.fate == WalkerFate::Gone {
                continue;
            }
            rows[index].push(row(tick, walker));
            let is_inside = is_in_mover(&level, tick, walker);
            inside[index] = if is_inside { inside[index] + 1 } else { 0 };
            assert!(inside[index] <= TICK_RATE / 2, "{tick} {index}");
        }
    }
    let (mut distance, mut highest, mut touching_wall) = (0.0, 0.0_f64, 0);
    for (index, rows) in rows.iter().enumerate() {
        let verdict = judge(&grid, f64::from(BODY_RADIUS), rows);
        assert!(verdict.is_clean(), "walker {index}: {:?}", verdict.faults);
        distance += verdict.distance;
        touching_wall += verdict.touching_wall;
        let stands = rows.iter().filter(|row| row.grounded);
        highest = stands.map(|row| row.center.y).fold(highest, f64::max);
    }
    assert!(distance > 2000.0, "{distance:.0}");
    assert!(highest > 2.0, "nobody climbed the steps: {highest:.2} m");
    assert!(touching_wall > 0, "no wall was touched");
    let mut kinds = events.iter().map(|event| event.kind);
    assert!(kinds.any(|it| it == EventKind::WalkerShove), "nobody met");
    let mut fates = world.walkers.iter().map(|walker| walker.fate);
    assert!(fates.all(|it| it != WalkerFate::Gone), "one is in a hole");
}
