//! Many ticks of a world with the same buttons held, and a world with all that a test of it needs.

pub use glam::{DVec3, Quat, Vec3, dvec3, vec3};
pub use hexbound_base::{
    clock::{TICK_LENGTH, TICK_RATE},
    random::Random,
};
pub use hexbound_collide::SKIN;
pub use hexbound_level::{Level, Track};
pub use hexbound_scenes::{self as scenes, SceneBuilder, catalog};
pub use hexbound_sim::{
    BALL_RADIUS, Ball, Buttons, Choice, CollisionMode, Command, Event, EventKind, HALF_HEIGHT,
    Methods, Rules, WalkerFate, World, tuning::BALL_GRAVITY,
};

pub const SECOND: u32 = TICK_RATE;
pub const FORWARD: Buttons = Buttons::FORWARD;

/// Steps the world with `buttons` held, and returns what happened.
pub fn play(world: &mut World, level: &Level, buttons: Buttons, ticks: u32) -> Vec<Event> {
    let mut events = Vec::new();
    let command = Command::holding(buttons);
    for _ in 0..ticks {
        world.step(level, &command, &mut events);
    }
    events
}

/// Steps the world while no button is held and returns what happened.
pub fn wait(world: &mut World, level: &Level, ticks: u32) -> Vec<Event> {
    play(world, level, Buttons::default(), ticks)
}

/// A floor with the player at the middle, looking along −Z, eyes at 1.65 m.
pub fn floor() -> SceneBuilder {
    SceneBuilder::new()
        .floor(-60.0, -60.0, 60.0, 60.0, 0.0)
        .spawn(Vec3::ZERO, 0.0)
}

/// A world with balls, each at a place of the file with its velocity, and the player out of their way.
pub fn ball_world(level: &Level, restitution: f32, balls: &[(Vec3, Vec3)]) -> World {
    let rules = Rules {
        restitution,
        ..Rules::default()
    };
    let mut world = World::new(level, rules);
    world.player.position.y += 40.0;
    world.player.flying = true;
    let ball = |(id, (place, velocity)): (u32, &(Vec3, Vec3))| {
        Ball::new(id, level.to_local(place.as_dvec3()), *velocity)
    };
    world.balls = (0..).zip(balls).map(ball).collect();
    world
}

/// The energy of all balls, joules.
pub fn energy(world: &World) -> f64 {
    world.balls.iter().map(Ball::energy).sum()
}

/// A world, its level and what happened in it.
pub struct Run {
    pub level: Level,
    pub world: World,
    pub events: Vec<Event>,
    pub methods: Methods,
}

impl Run {
    pub fn new(level: Level) -> Self {
        Self {
            world: World::new(&level, Rules::default()),
            level,
            events: Vec::new(),
            methods: Methods::default(),
        }
    }

    pub fn scene(name: &str) -> Self {
        Self::new(scenes::named(name).unwrap())
    }

    pub fn built(scene: SceneBuilder) -> Self {
        Self::new(scene.build("built").unwrap())
    }

    pub fn by(mut self, methods: &str) -> Self {
        self.methods = methods.parse().unwrap();
        self
    }

    /// Puts the player's feet there, in the scene's coordinates, and lets them stand for a moment.
    pub fn at(self, feet: Vec3, yaw: f32) -> Self {
        let mut run = self.put(feet, yaw);
        run.world.player.grounded = false;
        run.hold(Buttons::default(), 30);
        run
    }

    /// Puts the player's feet there, in the scene's coordinates, from the first tick on.
    pub fn put(mut self, feet: Vec3, yaw: f32) -> Self {
        let center = feet + Vec3::Y * (HALF_HEIGHT + 0.002);
        self.world.player.position = self.level.to_local(center.as_dvec3());
        self.world.player.yaw = yaw;
        self
    }

    pub fn step(&mut self, command: &Command) {
        self.world.step(&self.level, command, &mut self.events);
        let player = &self.world.player;
        assert!(player.position.is_finite() && player.velocity.is_finite());
    }

    pub fn tick(&mut self, buttons: Buttons) {
        self.step(&Command::holding(buttons).by(self.methods));
    }

    pub fn hold(&mut self, buttons: Buttons, ticks: u32) {
        (0..ticks).for_each(|_| self.tick(buttons));
    }

    /// Pushes ahead for ten seconds; the furthest that the body then still moves in a second.
    pub fn shake(&mut self) -> f32 {
        self.hold(FORWARD, 10 * SECOND);
        let before = self.feet();
        let moved = (0..SECOND).map(|_| {
            self.tick(FORWARD);
            self.feet().distance(before)
        });
        moved.fold(0.0, f32::max)
    }

    /// Steps back for so many ticks and returns how far that leads.
    pub fn back(&mut self, ticks: u32) -> f32 {
        let before = self.feet();
        self.hold(Buttons::BACK, ticks);
        self.feet().distance(before)
    }

    /// Returns whether the player's body is in no triangle of the level.
    pub fn is_free(&self) -> bool {
        let player = &self.world.player;
        (self.level.collision).is_free(player.body(), player.position)
    }

    /// The place of the feet, in the scene's coordinates.
    pub fn feet(&self) -> Vec3 {
        let player = &self.world.player;
        let half_height = player.position.y - player.feet().y;
        self.level.to_file(player.position).as_vec3() - Vec3::Y * half_height
    }

    /// The speed along the ground.
    pub fn speed(&self) -> f32 {
        self.world.player.velocity.with_y(0.0).length()
    }

    pub fn count(&self, kind: EventKind) -> usize {
        let events = self.events.iter();
        events.filter(|event| event.kind == kind).count()
    }
}
