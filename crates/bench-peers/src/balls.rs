//! Crowds of bouncing balls in rooms, beside rapier3d and others: the cost of a step of a sixtieth of a
//! second (two ticks of ours), and the number of lost balls.

use glam::Vec3;
use hexbound_collide::Body;

use hexbound_level::Level;
use hexbound_scenes::SceneBuilder;
use hexbound_sim::{BALL_RADIUS, Ball, Command, Rules, World};
use rapier3d::prelude as rapier;

use crate::{
    bench_mesh::{BenchMesh, BenchMeshes, MeshName},
    random::{self, Random},
    row::{Detail, Row, Target, microseconds},
    timing::{Series, now, quantile},
};

pub const RESTITUTION: f32 = 0.8;
pub const FRICTION: f32 = hexbound_sim::tuning::BALL_FRICTION;
pub const GRAVITY: f32 = hexbound_sim::tuning::BALL_GRAVITY;
/// The number of steps in a run: twenty seconds.
const STEPS_PER_WALK: usize = 1200;
/// The duration of a step for all libraries, seconds: two of the game's ticks.
pub const STEP_SECONDS: f32 = 1.0 / 60.0;

/// A ball's position and velocity at the start.
pub type Start = (Vec3, Vec3);

/// A crowd of balls in one of the libraries.
pub trait Crowd {
    fn step(&mut self);
    /// Returns the number of balls that have left the level.
    fn lost(&self) -> usize;
}

/// The library whose balls are compared with ours, and the target ratio of speeds.
#[derive(Clone, Copy, Debug)]
pub struct Peer {
    pub name: &'static str,
    pub start: fn(&BenchMesh, &[Start]) -> Box<dyn Crowd>,
    pub target: f64,
}

pub const RAPIER: Peer = Peer {
    name: "rapier3d",
    start: |mesh, starts| Box::new(Rapier::new(mesh, starts)),
    target: 3.0,
};

pub fn row(meshes: &BenchMeshes, count: usize, peer: Peer) -> Row {
    let work = format!("a step of {count} balls, against {}", peer.name);
    let mesh = meshes.made(MeshName::Rooms8);
    let starts = starts(&mesh, count);
    let mut ours = Ours::new(&mesh, &starts);
    let mut theirs = (peer.start)(&mesh, &starts);
    let series = by_turns(&mut ours, &mut *theirs);
    let details = details(&series, &ours, &*theirs);
    let [a, b] = [0, 1].map(|k: usize| series[k].median());
    Row {
        ours: microseconds(a),
        peer: format!("{} {}", peer.name, microseconds(b)),
        ratio: b / a,
        meshes: mesh.name.to_string(),
        // A lost ball counts as a wrong answer.
        sound: if ours.lost() == 0 { 1.0 } else { 0.0 },
        // One run, whose steps differ as the balls come to rest: its spread is not reported.
        ..Row::of(work, Target::AtLeast(peer.target), details)
    }
}

/// The cost while all balls fly, and over the whole run, with the number of lost balls.
fn details(series: &[Series; 2], ours: &Ours, theirs: &dyn Crowd) -> Vec<Detail> {
    let detail = |what: &str, cost: &dyn Fn(&[f64]) -> f64| {
        let [ours, theirs] = [0, 1].map(|k: usize| cost(&series[k].0));
        Detail::new(what, [ours, theirs].map(microseconds), theirs / ours)
    };
    let lost = [
        format!("{}; {}", ours.lost(), ours.world.balls_stopped),
        format!("{}; -", theirs.lost()),
    ];
    vec![
        detail("first two seconds", &|it| quantile(&it[..120], 0.5)),
        detail("mean", &|it| it.iter().sum::<f64>() / it.len() as f64),
        Detail::new(
            "balls lost; stopped by too many contacts in a tick",
            lost,
            f64::NAN,
        ),
    ]
}

/// Free places in the rooms, without overlaps between balls.
fn starts(mesh: &BenchMesh, count: usize) -> Vec<Start> {
    let mut random = Random::new(count as u64);
    let mut starts: Vec<Start> = Vec::with_capacity(count);
    let body = Body::sphere(BALL_RADIUS * 1.1).unwrap();
    for &at in mesh.free().iter().cycle() {
        if starts.len() == count {
            break;
        }
        let at = at + Vec3::Y * BALL_RADIUS + random::direction(&mut random) * 0.2;
        let is_clear = |(other, _): &Start| other.distance(at) > 2.1 * BALL_RADIUS;
        let clear = starts.iter().all(is_clear);
        let within = at.y > BALL_RADIUS && mesh.ours.bounds().contains(at);
        if clear && within && mesh.ours.is_free(body, at) {
            let velocity = random::direction(&mut random) * random.between(3.0, 15.0);
            starts.push((at, velocity));
        }
    }
    starts
}

/// Both libraries step in turn, so that a slow moment affects both.
fn by_turns(ours: &mut Ours, theirs: &mut dyn Crowd) -> [Series; 2] {
    let mut series = [Series::default(), Series::default()];
    for _ in 0..STEPS_PER_WALK {
        let before = now();
        ours.step();
        let between = now();
        theirs.step();
        series[0].0.push(between - before);
        series[1].0.push(now() - between);
    }
    series
}

struct Ours {
    world: World,
    level: Level,
    count: usize,
}

impl Ours {
    fn new(mesh: &BenchMesh, starts: &[Start]) -> Self {
        let add = |scene: SceneBuilder, [a, b, c]: [Vec3; 3]| scene.triangle(a, b, c);
        let scene = mesh.triangles().fold(SceneBuilder::new(), add);
        let feet = mesh.stands()[0] - Vec3::Y * crate::bench_mesh::HALF_HEIGHT;
        let level = scene.spawn(feet, 0.0).build("rooms");
        let level = level.expect("a sound level");
        let rules = Rules {
            restitution: RESTITUTION,
            ..Rules::default()
        };
        let mut world = World::new(&level, rules);
        // The player is placed out of the balls' reach, since the peer has no player.
        world.player.position.y += 40.0;
        world.player.flying = true;
        let ball = |(id, (at, velocity)): (usize, &Start)| {
            Ball::new(id as u32, level.to_local(at.as_dvec3()), *velocity)
        };
        world.balls = starts.iter().enumerate().map(ball).collect();
        Self {
            world,
            level,
            count: starts.len(),
        }
    }
}

impl Crowd for Ours {
    fn step(&mut self) {
        for _ in 0..2 {
            let (command, mut events) = (Command::default(), Vec::new());
            self.world.step(&self.level, &command, &mut events);
        }
    }

    fn lost(&self) -> usize {
        let bounds = self.level.collision.bounds();
        let inside = |ball: &&Ball| bounds.contains(ball.position.as_vec3());
        self.count - self.world.balls.iter().filter(inside).count()
    }
}

/// rapier3d with its own defaults, the same restitution, friction and gravity.
struct Rapier {
    world: rapier::PhysicsWorld,
    bounds: hexbound_collide::geom::Aabb,
}

impl Rapier {
    fn new(mesh: &BenchMesh, starts: &[Start]) -> Self {
        let mut world = rapier::PhysicsWorld::new();
        world.gravity = Vec3::NEG_Y * GRAVITY;
        world.integration_parameters.dt = STEP_SECONDS;
        let shape = rapier::SharedShape::new(mesh.parry.clone());
        let rubbing =
            |builder: rapier::ColliderBuilder| builder.restitution(RESTITUTION).friction(FRICTION);
        world.insert_collider(rubbing(rapier::ColliderBuilder::new(shape)), None);
        for (at, velocity) in starts {
            let body = rapier::RigidBodyBuilder::dynamic()
                .translation(*at)
                .linvel(*velocity);
            world.insert(body, rubbing(rapier::ColliderBuilder::ball(BALL_RADIUS)));
        }
        Self {
            world,
            bounds: mesh.ours.bounds(),
        }
    }
}

impl Crowd for Rapier {
    fn step(&mut self) {
        self.world.step();
    }

    fn lost(&self) -> usize {
        let outside = |at: Vec3| !self.bounds.contains(at);
        (self.world.bodies.iter())
            .filter(|(_, body)| outside(body.translation()))
            .count()
    }
}
