//! Walkers: how they patrol, notice, follow and give up, what they do to the player, and what balls,
//! blasts and movers do to them.

use glam::{DVec3, Vec3};
use hexbound::{
    catalog,
    clock::TICK_RATE,
    level::{Level, Track, WalkerStart},
    random::Random,
    scenes::SceneBuilder,
    sim::{
        BALL_RADIUS, Ball, BallOrigin, Buttons, Command, Event, EventKind, HALF_HEIGHT, Loss, Mood,
        RADIUS, Rules, Walker, WalkerFate, WhyNot, World,
    },
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

#[test]
fn a_patrol_goes_round_and_round_in_its_order() {
    let way = [Vec3::new(5.0, 0.0, 0.0), Vec3::new(5.0, 0.0, -6.0)];
    let mut run = Run::with(field(), walker(Vec3::ZERO, 0.0, &way));
    for round in 0..2 {
        for place in [way[0], way[1], Vec3::ZERO] {
            assert!(
                run.until(10 * SECOND, |run| run.is_at(place)),
                "{place}, round {round}"
            );
        }
    }
    assert_eq!(run.first().mood(), Mood::Patrol);
    assert!(run.count(|kind| kind == EventKind::WalkerStep) > 10);
}

#[test]
fn a_way_leads_up_stairs_over_a_ramp_and_around_a_wall() {
    let mut scene = field().part("steps");
    for step in 0..5 {
        let front = 4.0 + 0.4 * step as f32;
        let top = 0.3 * (step + 1) as f32;
        scene = scene.cuboid(Vec3::new(front, 0.0, -2.0), Vec3::new(10.0, top, 2.0));
    }
    let scene = scene
        .part("ramp")
        .ramp(Vec3::new(14.0, 0.0, 0.0), Vec3::new(10.0, 1.5, 0.0), 4.0)
        .part("wall")
        .cuboid(Vec3::new(-4.0, 0.0, -6.0), Vec3::new(4.0, 3.0, -5.8));
    let (top, beyond) = (Vec3::new(8.0, 1.5, 0.0), Vec3::new(16.0, 0.0, 0.0));
    let (foot, behind) = (Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 0.0, -9.0));
    let way = [top, beyond, top, foot, behind];
    let mut run = Run::with(scene, walker(Vec3::ZERO, 0.0, &way));
    for place in way {
        let reached = run.until(20 * SECOND, |run| run.is_at(place));
        assert!(reached, "{place}: {}", run.feet());
    }
}

#[test]
fn a_point_out_of_reach_is_given_up() {
    let scene = field()
        .part("tower")
        .cuboid(Vec3::new(3.0, 0.0, -2.0), Vec3::new(6.0, 4.0, 2.0));
    let way = [Vec3::new(4.5, 4.0, 0.0), Vec3::new(0.0, 0.0, -5.0)];
    let mut run = Run::with(scene, walker(Vec3::ZERO, 0.0, &way));
    assert!(
        run.until(30 * SECOND, |run| run.is_at(way[1])),
        "{}",
        run.feet()
    );
}

#[test]
fn one_without_a_way_stands_and_costs_no_step() {
    let mut run = Run::with(field(), walker(Vec3::ZERO, 1.0, &[]));
    run.run(3 * SECOND);
    let before = *run.first();
    run.run(2 * SECOND);
    assert_eq!(run.first().body, before.body);
    assert!((run.first().body.yaw - 1.0).abs() < 1e-3);
}

#[test]
fn the_player_is_noticed_ahead_within_the_distance_and_not_through_walls() {
    let notices = |feet: Vec3, wall: bool| {
        let mut scene = field();
        if wall {
            scene = scene
                .part("screen")
                .cuboid(Vec3::new(-9.0, 0.0, -3.1), Vec3::new(9.0, 4.0, -3.0));
        }
        let mut run = Run::with(scene, walker(Vec3::ZERO, 0.0, &[]));
        run.run(SECOND);
        run.put_player(feet);
        run.run(SECOND / 4);
        run.count(|kind| kind == EventKind::WalkerNotice) == 1
    };
    assert!(notices(Vec3::new(1.0, 0.0, -6.0), false), "ahead");
    assert!(!notices(Vec3::new(1.0, 0.0, -13.5), false), "too far");
    assert!(!notices(Vec3::new(0.0, 0.0, 6.0), false), "behind its back");
    assert!(!notices(Vec3::new(6.0, 0.0, 0.5), false), "beside it");
    assert!(notices(Vec3::new(0.0, 0.0, 1.2), false), "close behind");
    assert!(!notices(Vec3::new(1.0, 0.0, -6.0), true), "behind a wall");
}

#[test]
fn it_looks_before_it_follows_and_shoves_no_more_than_once_a_second() {
    let mut run = Run::with(field(), walker(Vec3::ZERO, 0.0, &[]));
    run.run(SECOND);
    run.put_player(Vec3::new(0.0, 0.0, -7.0));
    assert!(run.until(SECOND / 2, |run| run.first().mood() == Mood::Notice));
    let stood = run.feet();
    assert!(run.until(SECOND, |run| run.first().mood() == Mood::Chase));
    assert!(run.feet().distance(stood) < 0.1, "it stands while it looks");
    assert!(run.until(
        5 * SECOND,
        |run| run.count(|kind| kind == EventKind::WalkerShove) == 1
    ));
    let player = run.world.player;
    let away = (player.position - run.first().body.position).normalize();
    assert!(
        player.velocity.dot(away) > 3.0 && player.velocity.y > 1.0,
        "{}",
        player.velocity
    );
    assert!(!player.grounded);
    let mut last = None;
    for _ in 0..8 * SECOND {
        run.events.clear();
        run.tick(Buttons::default());
        if run.count(|kind| kind == EventKind::WalkerShove) > 0 {
            let tick = run.world.tick;
            assert!(last.is_none_or(|last| tick - last >= u64::from(SECOND)));
            last = Some(tick);
        }
    }
    assert!(last.is_some(), "it follows again");
}

/// A player with empty hands at the end of an alley, from which only the walker's leaving frees them.
#[test]
fn a_cornered_player_is_let_be_after_some_shoves_and_hunted_again_later() {
    let alley = field()
        .part("left")
        .cuboid(Vec3::new(-1.0, 0.0, -12.0), Vec3::new(-0.6, 3.0, -4.0))
        .part("right")
        .cuboid(Vec3::new(0.6, 0.0, -12.0), Vec3::new(1.0, 3.0, -4.0))
        .part("end")
        .cuboid(Vec3::new(-1.0, 0.0, -12.0), Vec3::new(1.0, 3.0, -11.6));
    let mut run = Run::with(alley, walker(Vec3::ZERO, 0.0, &[]));
    run.run(SECOND);
    run.put_player(Vec3::new(0.0, 0.0, -11.0));
    assert!(run.until(20 * SECOND, |run| run.first().mood() == Mood::Chase));
    assert!(run.until(30 * SECOND, |run| run.first().mood() == Mood::Patrol));
    let shoves = |run: &Run| run.count(|kind| kind == EventKind::WalkerShove);
    assert_eq!(shoves(&run), 5);
    assert!(
        run.until(10 * SECOND, |run| run.is_at(Vec3::ZERO)),
        "it leaves"
    );
    assert_eq!(shoves(&run), 5, "and does nothing on its way");
    assert!(
        run.until(20 * SECOND, |run| shoves(run) > 5),
        "it is content for a while, not for good"
    );
}

#[test]
fn it_gives_up_beyond_its_distance_and_goes_back_to_its_way() {
    let way = [Vec3::new(3.0, 0.0, 0.0)];
    let mut run = Run::with(field(), walker(Vec3::ZERO, 0.0, &way));
    run.run(SECOND / 2);
    run.put_player(run.feet() + Vec3::new(4.0, 0.0, -5.0));
    assert!(run.until(4 * SECOND, |run| run.first().mood() == Mood::Chase));
    run.put_player(Vec3::new(-26.0, 0.0, -26.0));
    assert!(
        run.until(SECOND, |run| run.first().mood() == Mood::Patrol),
        "beyond"
    );
    assert!(run.until(15 * SECOND, |run| run.is_at(way[0])));
}

#[test]
fn who_was_not_seen_for_seconds_is_given_up() {
    let keen = WalkerStart {
        give_up: 80.0,
        ..walker(Vec3::ZERO, 0.0, &[])
    };
    let mut run = Run::with(field(), keen);
    run.run(SECOND / 2);
    run.put_player(Vec3::new(0.0, 0.0, -8.0));
    assert!(run.until(3 * SECOND, |run| run.first().mood() == Mood::Chase));
    // Behind the wall, though near enough.
    run.put_player(Vec3::new(0.0, 0.0, 27.0));
    assert!(!run.until(3 * SECOND, |run| run.first().mood() == Mood::Patrol));
    assert!(run.until(4 * SECOND, |run| run.first().mood() == Mood::Patrol));
}

/// The player stands beyond a gap, in sight.
#[test]
fn it_does_not_walk_off_an_edge() {
    let scene = SceneBuilder::new()
        .part("tower")
        .cuboid(Vec3::new(-4.0, 0.0, -4.0), Vec3::new(4.0, 6.0, 4.0))
        .part("other tower")
        .cuboid(Vec3::new(-4.0, 0.0, -14.0), Vec3::new(4.0, 6.0, -8.0))
        .spawn(Vec3::new(0.0, 6.0, -9.0), 0.0);
    let mut run = Run::with(scene, walker(Vec3::new(0.0, 6.0, 2.0), 0.0, &[]));
    assert!(run.until(3 * SECOND, |run| run.first().mood() == Mood::Chase));
    run.run(20 * SECOND);
    assert!(run.feet().y > 5.9, "{}", run.feet());
    assert!(run.feet().z < -2.0, "it came to the edge: {}", run.feet());
}

#[test]
fn it_falls_to_a_thrown_ball_that_bounced_and_to_no_other() {
    let struck = |origin, bounces| {
        let mut run = Run::with(field(), walker(Vec3::ZERO, 0.0, &[]));
        run.run(SECOND / 2);
        run.throw_at_first(origin, bounces);
        run.run(SECOND / 4);
        run
    };
    let felled = |run: &Run| matches!(run.first().fate, WalkerFate::Felled(_));
    let run = struck(BallOrigin::Thrown, 1);
    assert!(felled(&run));
    assert_eq!(run.count(|kind| kind == EventKind::WalkerFelled), 1);
    let WalkerFate::Felled(topple) = run.first().fate else {
        panic!("it stands");
    };
    assert!(
        topple.toward.dot(Vec3::NEG_Z) > 0.99,
        "along the ball's way"
    );
    let run = struck(BallOrigin::Thrown, 0);
    assert!(!felled(&run));
    let rung = EventKind::WalkerRung(WhyNot::Bounces(1));
    assert_eq!(run.count(|kind| kind == rung), 1);
    assert!(run.world.balls[0].velocity.z > 5.0, "the ball rings off");
    let run = struck(BallOrigin::Placed(0), 3);
    assert!(!felled(&run));
    let rung = EventKind::WalkerRung(WhyNot::Placed);
    assert_eq!(run.count(|kind| kind == rung), 1);
}

/// The ball really bounces, once, before it comes to the walker.
#[test]
fn a_bounce_off_the_floor_counts() {
    let mut run = Run::with(field(), walker(Vec3::ZERO, 0.0, &[]));
    run.run(SECOND / 2);
    let ball = Ball::new(900, Vec3::new(0.0, 1.2, 4.0), Vec3::new(0.0, -6.0, -12.0));
    run.world.balls.push(ball);
    assert!(run.until(SECOND, |run| !run.first().is_upright()));
}

#[test]
fn the_fallen_stay_and_are_in_nobody_s_way() {
    let mut run = Run::with(field(), walker(Vec3::ZERO, 0.0, &[Vec3::X * 5.0]));
    run.run(SECOND / 2);
    run.throw_at_first(BallOrigin::Thrown, 2);
    run.run(4 * SECOND);
    assert!(run.count(|kind| kind == EventKind::WalkerDown) >= 1);
    let WalkerFate::Felled(topple) = run.first().fate else {
        panic!("it stands");
    };
    assert!(topple.is_over() && (topple.tilt - std::f32::consts::FRAC_PI_2).abs() < 0.1);
    let lies = run.feet();
    // The player walks through where it was, and nothing happens to either.
    run.put_player(lies + Vec3::Z * 2.0);
    run.events.clear();
    for _ in 0..SECOND {
        run.tick(Buttons::FORWARD);
    }
    assert!(run.world.player.position.z < lies.z - 2.0);
    assert_eq!(run.feet(), lies);
    assert_eq!(run.count(|kind| kind == EventKind::WalkerShove), 0);
}

/// Against a wall it leans.
#[test]
fn one_that_falls_against_a_wall_leans_on_it() {
    let scene = field()
        .part("screen")
        .cuboid(Vec3::new(-3.0, 0.0, -1.3), Vec3::new(3.0, 4.0, -1.0));
    let mut run = Run::with(scene, walker(Vec3::ZERO, 0.0, &[]));
    run.run(SECOND / 2);
    run.throw_at_first(BallOrigin::Thrown, 1);
    run.run(4 * SECOND);
    let WalkerFate::Felled(topple) = run.first().fate else {
        panic!("it stands");
    };
    let head = run.feet() + topple.toward * (topple.tilt.sin() * 1.7);
    assert!(topple.is_over() && head.z > -1.05, "{topple:?}");
}

#[test]
fn a_blast_throws_it_and_it_walks_on() {
    let way = [Vec3::X * 8.0];
    let mut run = Run::with(field(), walker(Vec3::ZERO, 0.0, &way));
    run.run(SECOND);
    let beside = run.feet() + Vec3::new(0.0, 0.6, 1.0);
    let mut ball = Ball::new(900, beside, Vec3::NEG_Y * 9.0);
    ball.charged = true;
    run.world.balls.push(ball);
    let thrown = run.until(SECOND / 4, |run| !run.first().body.grounded);
    assert!(
        thrown && run.first().body.velocity.y > 0.5,
        "{}",
        run.first().body.velocity
    );
    assert!(run.until(SECOND * 2, |run| run.first().body.grounded));
    assert!(run.until(15 * SECOND, |run| run.is_at(way[0])));
}

#[test]
fn a_ball_is_pushed_by_one_that_walks_into_it() {
    let mut run = Run::with(field(), walker(Vec3::ZERO, 0.0, &[Vec3::NEG_Z * 8.0]));
    let mut ball = Ball::new(900, Vec3::new(0.05, BALL_RADIUS + 0.01, -2.5), Vec3::ZERO);
    ball.bounces = 5;
    run.world.balls.push(ball);
    run.run(3 * SECOND);
    assert!(
        run.first().is_upright(),
        "it falls to no ball that lies there"
    );
    let ball = run.world.balls[0];
    assert!(
        ball.position.z < -3.0 || ball.position.x.abs() > 0.4,
        "{}",
        ball.position
    );
    let gap = ball.position - run.first().body.position.as_dvec3();
    let level = DVec3::new(gap.x, 0.0, gap.z).length();
    assert!(level > f64::from(RADIUS) - 0.01, "{level}");
}

#[test]
fn a_lift_carries_it_and_a_crusher_ends_it() {
    let lift = [
        (0.0, DVec3::ZERO),
        (1.0, DVec3::ZERO),
        (4.0, DVec3::Y * 3.0),
        (9.0, DVec3::Y * 3.0),
    ];
    let scene = field()
        .mover("lift", Vec3::ZERO, Track::through(&lift))
        .cuboid(Vec3::new(-2.0, 0.0, -2.0), Vec3::new(2.0, 0.2, 2.0));
    let mut run = Run::with(scene, walker(Vec3::Y * 0.2, 0.0, &[]));
    run.run(6 * SECOND);
    assert!((run.feet().y - 3.2).abs() < 0.02, "{}", run.feet());
    let down = [
        (0.0, DVec3::ZERO),
        (2.0, DVec3::NEG_Y * 2.6),
        (8.0, DVec3::NEG_Y * 2.6),
    ];
    let scene = field()
        .mover("crusher", Vec3::ZERO, Track::through(&down))
        .cuboid(Vec3::new(-2.0, 3.0, -2.0), Vec3::new(2.0, 4.0, 2.0));
    let mut run = Run::with(scene, walker(Vec3::ZERO, 0.0, &[]));
    run.run(5 * SECOND);
    assert_eq!(run.first().fate, WalkerFate::Gone);
    let crushed = EventKind::WalkerLost(Loss::Crushed(Some(0)));
    assert_eq!(run.count(|kind| kind == crushed), 1);
}

#[test]
fn many_that_want_one_place_push_each_other_apart_and_through_no_wall() {
    let mut scene = field()
        .part("cell")
        .room(Vec3::new(-3.0, 0.0, -3.0), Vec3::new(3.0, 4.0, 3.0));
    for index in 0..16 {
        let at = Vec3::new(
            (index % 4) as f32 * 1.2 - 1.8,
            0.0,
            (index / 4) as f32 * 1.2 - 1.8,
        );
        scene = scene.walker(walker(
            at,
            0.0,
            &[Vec3::new(2.2, 0.0, 2.2), Vec3::new(2.2, 0.0, 2.0)],
        ));
    }
    let mut run = Run::new(scene);
    run.run(12 * SECOND);
    let places: Vec<Vec3> = run
        .world
        .walkers
        .iter()
        .map(|walker| walker.body.position)
        .collect();
    for (index, place) in places.iter().enumerate() {
        assert!(place.abs().max_element() < 3.0, "{place}");
        for other in &places[index + 1..] {
            let apart = Vec3::new(place.x - other.x, 0.0, place.z - other.z).length();
            assert!(apart > 2.0 * RADIUS - 0.12, "{apart}");
        }
    }
}

#[test]
fn a_run_is_the_same_every_time_and_goes_on_from_a_copy() {
    let level = catalog::open("test:crowd").unwrap();
    let run = |world: &mut World, ticks: u32| {
        let mut random = Random::new(7);
        let mut events = Vec::new();
        for tick in 0..ticks {
            world.step(&level, &restless(&mut random, tick, 40), &mut events);
        }
        world.state_hash()
    };
    let new = || World::new(&level, Rules::default());
    let (mut one, mut other) = (new(), new());
    assert_eq!(run(&mut one, 400), run(&mut other, 400));
    let mut copy = one.clone();
    assert_eq!(run(&mut one, 300), run(&mut copy, 300));
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
        for walker in world
            .walkers
            .iter()
            .filter(|walker| walker.fate != WalkerFate::Gone)
        {
            let body = &walker.body;
            assert!(
                body.position.is_finite() && body.velocity.is_finite(),
                "tick {tick}"
            );
            assert!(
                body.velocity.length() < 70.0,
                "tick {tick}: {}",
                body.velocity
            );
            let inside = level.bounds.grown(Vec3::splat(10.0));
            assert!(
                inside.contains(body.position),
                "tick {tick}: {}",
                body.position
            );
            let looked_at = tick.is_multiple_of(8);
            assert!(
                !looked_at || level.collision.is_free(body.body(), body.position),
                "tick {tick}: in the level at {}",
                body.position
            );
        }
    }
    let upright = world.walkers.iter().filter(|walker| walker.is_upright());
    assert!(upright.count() > 40, "{felled} felled");
    assert!(
        shoved > 0 && felled > 0,
        "{shoved} shoves, {felled} felled: not much of a soak"
    );
}

#[test]
fn a_crowd_of_120_makes_no_fault_in_three_thousand_ticks() {
    soak(3_000);
}

/// About two minutes: `cargo test --test sim -- --ignored a_crowd`.
#[test]
#[ignore = "takes minutes; its short version runs always"]
fn a_crowd_of_120_makes_no_fault_in_a_hundred_thousand_ticks() {
    soak(100_000);
}
