//! Walkers: a field for them, and a run that checks that none of them is ever in a wall.

mod crowd;
mod mind;
mod struck;

use glam::Vec3;
use hexbound_base::clock::TICK_RATE;
use hexbound_level::{Level, WalkerStart};
use hexbound_scenes::SceneBuilder;
use hexbound_sim::{
    Ball, BallOrigin, Buttons, Command, Event, EventKind, HALF_HEIGHT, Rules, Walker, WalkerFate,
    World,
};

const SECOND: u32 = TICK_RATE;

fn walker(at: Vec3, yaw: f32, way: &[Vec3]) -> WalkerStart {
    WalkerStart {
        name: String::from("walker"),
        position: at.as_dvec3(),
        yaw,
        speed: 2.0,
        rings: 1,
        notice: 12.0,
        give_up: 20.0,
        way: way.iter().map(|place| place.as_dvec3()).collect(),
    }
}

/// A floor of 60 m by 60 m whose player stands far off in a corner, behind a wall.
fn field() -> SceneBuilder {
    SceneBuilder::new()
        .floor(-30.0, -30.0, 30.0, 30.0, 0.0)
        .part("wall")
        .cuboid(Vec3::new(-30.0, 0.0, 24.0), Vec3::new(30.0, 4.0, 24.2))
        .spawn(Vec3::new(28.0, 0.0, 28.0), 0.0)
}

struct Run {
    level: Level,
    world: World,
    events: Vec<Event>,
}

impl Run {
    fn new(scene: SceneBuilder) -> Self {
        let level = scene.build("walkers").unwrap();
        let world = World::new(&level, Rules::default());
        Self {
            level,
            world,
            events: Vec::new(),
        }
    }

    fn with(scene: SceneBuilder, walker: WalkerStart) -> Self {
        Self::new(scene.walker(walker))
    }

    fn put_player(&mut self, feet: Vec3) {
        self.world.player.position = feet + Vec3::Y * (HALF_HEIGHT + 0.002);
        self.world.player.velocity = Vec3::ZERO;
    }

    fn tick(&mut self, buttons: Buttons) {
        let command = Command {
            buttons,
            ..Command::default()
        };
        self.world.step(&self.level, &command, &mut self.events);
        for walker in &self.world.walkers {
            let body = &walker.body;
            assert!(body.position.is_finite() && body.velocity.is_finite());
            assert!(
                walker.fate == WalkerFate::Gone
                    || self.level.collision.is_free(body.body(), body.position),
                "tick {}: in the level at {}",
                self.world.tick,
                body.position
            );
        }
    }

    fn run(&mut self, ticks: u32) {
        (0..ticks).for_each(|_| self.tick(Buttons::default()));
    }

    /// Runs until something holds; false if it does not within so many ticks.
    fn until(&mut self, ticks: u32, holds: impl Fn(&Self) -> bool) -> bool {
        (0..ticks).any(|_| {
            self.tick(Buttons::default());
            holds(self)
        })
    }

    fn first(&self) -> &Walker {
        &self.world.walkers[0]
    }

    fn feet(&self) -> Vec3 {
        self.first().body.feet()
    }

    fn is_at(&self, place: Vec3) -> bool {
        self.feet().distance(place) < 0.7
    }

    fn count(&self, is_meant: impl Fn(EventKind) -> bool) -> usize {
        let kinds = self.events.iter().map(|event| event.kind);
        kinds.filter(|kind| is_meant(*kind)).count()
    }

    /// A ball that flies at the first walker's middle from a meter and a half before it.
    fn throw_at_first(&mut self, origin: BallOrigin, bounces: u32) {
        let at = self.first().body.position;
        let mut ball = Ball::new(900, at + Vec3::Z * 1.5, Vec3::NEG_Z * 14.0);
        (ball.origin, ball.bounces) = (origin, bounces);
        self.world.balls.push(ball);
    }
}
