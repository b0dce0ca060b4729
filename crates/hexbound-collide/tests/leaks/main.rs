//! Moves that must never leak, at up to 500 m/s, judged leg by leg in double precision by code
//! independent of the library: random moves through soups, wedges, thin walls, terrain and seams
//! (`scenes`), chains of moves that end on creases and begin there again (`chains`), starts shifted by
//! a nanometer (`nudge`), moves toward very many triangles (`crowds`), bodies that begin deep, change
//! or creep (`starts`), and far or moving meshes (`placed`). `sweeps` compares first contacts.
//!
//! Small counts run with the other tests. The long runs are a command of their own:
//! `cargo test --release --test leaks -- --ignored --nocapture`, with `HEXBOUND_LEAK_MOVES` and
//! `HEXBOUND_LEAK_SEED` for other counts and seeds.

mod chains;
mod crowds;
mod draw;
#[path = "../common/judge.rs"]
mod judge;
mod legs;
mod nudge;
mod placed;
#[path = "../common/random.rs"]
mod random;
mod scenes;
mod starts;
mod sweeps;

use std::{fmt::Display, thread};

use glam::{DVec3, Vec3};
use hexbound_collide::{
    Body, BodyShape, CollisionMesh, Mover, Obstacles, SKIN, SlideRule, geom::Aabb,
};

use judge::Shape;
use legs::judge_leg;
use random::Random;
use scenes::{Judged, ROOM, Soup};

/// Moves in one scene before the next is made.
const MOVES_A_SCENE: u64 = 400;

/// A run's name, the run of a number of moves from a seed, and its numbers: the usual one, and the one
/// that takes minutes.
type Run = (&'static str, fn(u64, u64), [u64; 2]);

const RUNS: [Run; 7] = [
    ("random moves", random_moves, [20_000, 10_000_000]),
    ("chains", chains::run, [6_000, 10_000_000]),
    ("nudges", nudge::run, [6_000, 1_000_000]),
    ("crowds", crowds::run, [500, 200_000]),
    ("releases", starts::releases, [1_500, 100_000]),
    ("far places", placed::far_away, [4_000, 1_000_000]),
    ("moving places", placed::moving, [3_000, 300_000]),
];

#[test]
fn no_run_leaks() {
    all_runs(|[usual, _]| usual, 1);
}

#[test]
#[ignore = "minutes: cargo test --release --test leaks -- --ignored --nocapture"]
fn no_long_run_leaks() {
    all_runs(|[_, long]| setting("MOVES", long), setting("SEED", 1));
}

/// Starts each run in a thread with its name. A run panics if it finds a leak.
fn all_runs(count: impl Fn([u64; 2]) -> u64, seed: u64) {
    thread::scope(|scope| {
        for (name, run, counts) in RUNS {
            let (thread, count) = (thread::Builder::new().name(name.into()), count(counts));
            let begun = thread.spawn_scoped(scope, move || run(count, seed));
            begun.expect("a thread");
        }
    });
}

#[test]
fn the_judge_sees_what_leaks() {
    let wall = [[DVec3::NEG_X - DVec3::Y, DVec3::X - DVec3::Y, DVec3::Y]];
    for kind in 0..Shape::KINDS {
        let shape = Shape::of_size(kind, Vec3::splat(0.2));
        let judge = |from: f64, to: f64| judge_leg(&wall, &shape, DVec3::Z * from, DVec3::Z * to);
        assert!(judge(1.0, 0.2).is_ok(), "{kind}");
        assert!(judge(1.0, 0.1995).is_ok(), "{kind}: less than the skin");
        for (from, to) in [(1.0, 0.198), (1.0, -1.0), (30.0, -30.0)] {
            assert!(judge(from, to).is_err(), "{kind}: {from} to {to}");
        }
    }
}

/// A count from the environment variable `HEXBOUND_LEAK_…`, or `otherwise` without one.
fn setting(name: &str, otherwise: u64) -> u64 {
    let text = std::env::var(format!("HEXBOUND_LEAK_{name}")).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// The counts of a run.
#[derive(Default)]
struct Tally {
    moves: u64,
    legs: u64,
    faults: Vec<String>,
}

impl Tally {
    /// Returns the end of a move, or records its fault with the case.
    fn end_of(&mut self, moved: Result<DVec3, String>, case: impl Display) -> Option<DVec3> {
        let recorded = moved.map_err(|fault| self.faults.push(format!("{case}: {fault}")));
        recorded.ok()
    }

    fn report(&self, what: &str) {
        let (moves, legs, count) = (self.moves, self.legs, self.faults.len());
        println!("{what}: {moves} moves, {legs} legs, {count} faults");
        assert!(legs >= moves, "moves have legs");
        assert!(count == 0, "{}", self.faults.join("\n"));
    }
}

fn random_moves(moves: u64, seed: u64) {
    let mut tally = Tally::default();
    let mut scene = seed;
    while tally.moves < moves && tally.faults.len() < 10 {
        one_scene(scene, moves - tally.moves, &mut tally);
        scene += 1;
    }
    tally.report(&format!("scenes {seed}..{scene}"));
}

/// A soup as a mesh, and its triangles rounded to the mesh's single precision.
fn built(soup: &Soup, offset: DVec3) -> (CollisionMesh, Soup) {
    let single = |corner: DVec3| (corner + offset).as_vec3();
    let corners: Vec<[Vec3; 3]> = soup.iter().map(|it| it.map(single)).collect();
    let triangles = (0..soup.len() as u32).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]);
    let triangles: Vec<[u32; 3]> = triangles.collect();
    let mesh = CollisionMesh::build(corners.as_flattened(), &triangles);
    let judged = corners.iter().map(|it| it.map(Vec3::as_dvec3)).collect();
    (mesh.expect("finite triangles"), judged)
}

fn one_scene(seed: u64, most: u64, tally: &mut Tally) {
    let mut random = Random(seed);
    let away = [0.0, 0.0, 100.0, 4000.0][(random.bits() % 4) as usize];
    let offset = random.point(away).round();
    let (mesh, judged) = built(&scenes::scene(&mut random), offset);
    let mut at: Option<(Shape, DVec3)> = None;
    for step in 0..MOVES_A_SCENE.min(most) {
        if step % 50 == 0 {
            at = None;
        }
        let next = at.take().or_else(|| {
            let shape = Shape::random(&mut random);
            let start = clean_start(&mut random, &judged, &shape, (offset, ROOM - 2.0))?;
            Some((shape, start))
        });
        let Some((shape, start)) = next else { continue };
        let speed = 500.0 * random.between(0.0, 1.0).powi(3);
        let direction = if random.bits().is_multiple_of(2) {
            random.point(1.0)
        } else {
            // Straight at some corner: edges and vertices decide more often.
            judged[(random.bits() % judged.len() as u64) as usize][0] - start
        };
        let motion = direction.normalize_or_zero() * (speed / 60.0);
        let moved = one_move(&mesh, &judged, &shape, start, motion, tally);
        let body = shape.body;
        let case = format!("scene {seed}, move {step}, {body:?} from {start} by {motion}");
        at = tally.end_of(moved, case).map(|end| (shape, end));
    }
}

/// Returns a random center about `middle` at which a body touches nothing; `None` after 30 attempts.
fn clean_start(
    random: &mut Random,
    judged: &Judged,
    shape: &Shape,
    (middle, around): (DVec3, f64),
) -> Option<DVec3> {
    let mut places = (0..30).map(|_| middle + random.point(around));
    places.find(|place| !shape.touches(judged, *place, 2.0 * f64::from(SKIN)))
}

/// Judges one slide leg by leg, and returns its end.
fn one_move<'a>(
    obstacles: impl Into<Obstacles<'a>>,
    judged: &Judged,
    shape: &Shape,
    start: DVec3,
    motion: DVec3,
    tally: &mut Tally,
) -> Result<DVec3, String> {
    let places = Aabb::from_points([start.as_vec3(), (start + motion).as_vec3()]);
    let mut mover = Mover::new(obstacles, shape.body, places, Default::default());
    judged_slide(&mut mover, judged, shape, (start, motion), tally)
}

/// Judges one slide of a mover leg by leg, and returns its end.
fn judged_slide(
    mover: &mut Mover,
    judged: &Judged,
    shape: &Shape,
    (start, motion): (DVec3, DVec3),
    tally: &mut Tally,
) -> Result<DVec3, String> {
    let slid = mover.slide(start, motion, SlideRule::Free);
    let slid = slid.map_err(|error| error.to_string())?;
    tally.moves += 1;
    let mut at = start;
    for leg in &slid.legs {
        if leg.from != at {
            return Err(format!("a leg begins at {} instead of {at}", leg.from));
        }
        judge_leg(judged, shape, leg.from, leg.to)?;
        tally.legs += 1;
        at = leg.to;
    }
    match slid.position == at {
        true => Ok(at),
        false => Err(format!("it ends at {} instead of {at}", slid.position)),
    }
}
