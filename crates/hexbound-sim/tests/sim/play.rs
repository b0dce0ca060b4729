//! Levels that are played for something: targets, triggers, balls in hand, checkpoints, blasts and
//! the end, through the public step.

use glam::{DAffine3, DVec3, Vec3};
use hexbound_base::clock::TICK_RATE;
use hexbound_level::{
    BallOrigins, Bodies, Level, MoverStart, Surface, Surfaces, Target, TargetSet, Track, Trigger,
    TriggerActions, TriggerCause, TriggerVolume,
};
use hexbound_scenes::SceneBuilder;
use hexbound_sim::{Ball, Buttons, Command, Event, EventKind, Loss, Rules, WhyNot, World};
use proptest::prelude::*;

const SECOND: u32 = TICK_RATE;
const FORWARD: Buttons = Buttons::FORWARD;

struct Run {
    level: Level,
    world: World,
    events: Vec<EventKind>,
}

impl Run {
    fn new(level: Level) -> Self {
        let world = World::new(&level, Rules::default());
        let mut run = Run {
            level,
            world,
            events: Vec::new(),
        };
        run.hold(Buttons::default(), 30);
        assert!(run.world.player.grounded, "stands at the spawn");
        run
    }

    fn tick(&mut self, command: Command) {
        let mut events: Vec<Event> = Vec::new();
        self.world.step(&self.level, &command, &mut events);
        self.events.extend(events.iter().map(|event| event.kind));
    }

    fn hold(&mut self, buttons: Buttons, ticks: u32) {
        for _ in 0..ticks {
            self.tick(Command {
                buttons,
                ..Command::default()
            });
        }
    }

    fn look(&mut self, yaw: f32, pitch: f32) {
        self.tick(Command {
            yaw,
            pitch,
            ..Command::default()
        });
    }

    fn throw(&mut self) {
        self.hold(Buttons::THROW, 1);
        self.hold(Buttons::default(), 1);
    }

    fn count(&self, kind: EventKind) -> usize {
        self.events.iter().filter(|known| **known == kind).count()
    }

    fn speed(&self) -> f32 {
        self.world.player.velocity.with_y(0.0).length()
    }
}

/// The player stands at the origin and looks along −Z at a wall 6 m away, which is the target.
fn range(targets: &[Target]) -> Level {
    let mut level = SceneBuilder::new()
        .part("floor")
        .floor(-40.0, -40.0, 40.0, 40.0, 0.0)
        .part("target")
        .cuboid(Vec3::new(-2.0, 0.0, -7.0), Vec3::new(2.0, 4.0, -6.0))
        .spawn(Vec3::ZERO, 0.0)
        .build("range")
        .unwrap();
    level.surfaces = Surfaces::default();
    level.surfaces.begin(0, Surface::default());
    let target = Surface {
        target: Some(0),
        ..Surface::default()
    };
    level.surfaces.begin(2, target);
    level.play.targets = targets.to_vec();
    level
}

fn target(rings: u32) -> Target {
    Target {
        name: String::from("target"),
        center: DVec3::new(0.0, 2.0, -6.0),
        rings,
        least_mass: 0.0,
        by: BallOrigins::Any,
    }
}

fn trigger(cause: TriggerCause, actions: TriggerActions) -> Trigger {
    Trigger {
        name: String::from("trigger"),
        cause,
        needs: TargetSet::default(),
        once: true,
        delay: 0.0,
        actions,
        place: DVec3::new(0.0, 1.0, 0.0),
        yaw: 0.0,
    }
}

/// A volume about a place, with these half sides.
fn entering(center: DVec3, half: DVec3, who: Bodies) -> TriggerCause {
    TriggerCause::Enter {
        volume: TriggerVolume(DAffine3::from_scale_rotation_translation(
            half,
            Default::default(),
            center,
        )),
        who,
    }
}

const PLAYER: Bodies = Bodies::PLAYER;

const BALLS: Bodies = Bodies {
    player: false,
    balls: true,
    ..Bodies::PLAYER
};

#[test]
fn a_ball_lights_a_target_once_and_rings_on_it_after() {
    let mut run = Run::new(range(&[target(0)]));
    run.throw();
    run.hold(Buttons::default(), SECOND);
    assert_eq!(run.count(EventKind::TargetLit(0)), 1);
    assert_eq!(run.world.play.lit, [true]);
    run.throw();
    run.hold(Buttons::default(), SECOND);
    let again = EventKind::TargetRung {
        target: 0,
        why: WhyNot::Lit,
    };
    assert!(run.count(again) >= 1 && run.count(EventKind::TargetLit(0)) == 1);
}

#[test]
fn a_ringed_target_wants_a_bounce_first() {
    let mut run = Run::new(range(&[target(1)]));
    run.throw();
    run.hold(Buttons::default(), SECOND / 2);
    let why = WhyNot::Bounces(1);
    assert_eq!(run.count(EventKind::TargetRung { target: 0, why }), 1);
    assert_eq!(run.world.play.lit, [false]);
    // Down to the floor and from there to the target.
    run.look(0.0, -0.5);
    run.throw();
    run.hold(Buttons::default(), SECOND);
    assert_eq!(run.count(EventKind::TargetLit(0)), 1);
}

#[test]
fn the_hand_holds_so_many_balls_and_a_refill_fills_it() {
    let mut level = range(&[target(0)]);
    level.play.settings.balls = 2;
    let refill = TriggerActions {
        refill: true,
        ..TriggerActions::default()
    };
    let place = entering(DVec3::new(0.0, 1.0, 8.0), DVec3::ONE, PLAYER);
    level.play.triggers = vec![Trigger {
        once: false,
        ..trigger(place, refill)
    }];
    let mut run = Run::new(level);
    (0..3).for_each(|_| run.throw());
    assert_eq!(run.count(EventKind::Throw), 2);
    assert_eq!(run.count(EventKind::EmptyHand), 1);
    assert_eq!(run.world.play.balls_in_hand, Some(0));
    run.hold(Buttons::BACK, 2 * SECOND);
    assert_eq!(run.count(EventKind::Refill), 1);
    assert_eq!(run.world.play.balls_in_hand, Some(2));
    // Used again, it fills again.
    run.throw();
    run.hold(FORWARD, 2 * SECOND);
    run.hold(Buttons::BACK, 2 * SECOND);
    assert_eq!(run.count(EventKind::Refill), 2);
}

#[test]
fn without_targets_there_are_always_balls() {
    let mut run = Run::new(range(&[]));
    (0..30).for_each(|_| run.throw());
    assert_eq!(run.count(EventKind::Throw), 30);
    assert_eq!(run.world.play.balls_in_hand, None);
}

#[test]
fn a_gate_waits_for_its_targets_and_moves_once() {
    let mut level = SceneBuilder::new()
        .part("floor")
        .floor(-40.0, -40.0, 40.0, 40.0, 0.0)
        .mover(
            "gate",
            Vec3::ZERO,
            Track::through(&[(0.0, DVec3::ZERO), (1.0, DVec3::NEG_Y * 3.0)]),
        )
        .cuboid(Vec3::new(-2.0, 0.0, -4.0), Vec3::new(2.0, 3.0, -3.5))
        .part("target")
        .cuboid(Vec3::new(5.0, 0.0, -7.0), Vec3::new(9.0, 4.0, -6.0))
        .spawn(Vec3::ZERO, 0.0)
        .build("gate")
        .unwrap();
    level.movers[0].start = MoverStart::Played;
    let first = (0..level.collision.len() as u32)
        .filter(|triangle| level.collision.corners(*triangle)[0].x >= 5.0)
        .map(|triangle| level.collision.source(triangle))
        .filter(|source| *source >= 2)
        .min()
        .unwrap();
    level.surfaces.begin(
        first,
        Surface {
            target: Some(0),
            ..Surface::default()
        },
    );
    level.play.targets = vec![target(0)];
    let play = TriggerActions {
        play: vec![0],
        ..TriggerActions::default()
    };
    let all = TriggerCause::Lit(TargetSet(vec![0]));
    level.play.triggers = vec![trigger(all, play)];
    let mut run = Run::new(level);
    run.hold(FORWARD, SECOND);
    let stopped = run.world.player.position.z;
    assert!(stopped > -3.2, "the gate is shut: {stopped}");
    run.hold(Buttons::BACK, SECOND / 2);
    run.look(-0.9, 0.1);
    run.throw();
    run.hold(Buttons::default(), 2 * SECOND);
    assert_eq!(run.count(EventKind::TargetLit(0)), 1);
    assert_eq!(run.count(EventKind::MoverPlayed(0)), 1);
    run.look(0.9, -0.1);
    run.hold(FORWARD, 2 * SECOND);
    assert!(run.world.player.position.z < -6.0, "the gate stays open");
}

#[test]
fn the_way_out_works_once_all_is_lit_even_for_who_stands_in_it() {
    let mut level = range(&[target(0)]);
    let end = TriggerActions {
        end: true,
        text: Some(String::from("done")),
        ..TriggerActions::default()
    };
    let here = entering(DVec3::ZERO, DVec3::splat(2.0), PLAYER);
    level.play.triggers = vec![Trigger {
        needs: TargetSet(vec![0]),
        ..trigger(here, end)
    }];
    let mut run = Run::new(level);
    run.hold(Buttons::default(), SECOND);
    assert_eq!(run.world.play.finished, None);
    run.throw();
    run.hold(Buttons::default(), SECOND);
    let (finished, text) = (
        run.count(EventKind::Finished),
        run.count(EventKind::Text(0)),
    );
    assert_eq!((finished, text), (1, 1));
    let tick = run.world.play.finished.unwrap();
    run.hold(Buttons::default(), SECOND);
    assert_eq!(run.world.play.finished, Some(tick), "it ends once");
}

#[test]
fn a_fall_ends_at_the_last_checkpoint() {
    let mut level = range(&[]);
    let checkpoint = TriggerActions {
        checkpoint: true,
        ..TriggerActions::default()
    };
    let there = entering(DVec3::new(0.0, 1.0, 5.0), DVec3::ONE, PLAYER);
    level.play.triggers = vec![Trigger {
        place: DVec3::new(10.0, 1.0, 5.0),
        yaw: 1.0,
        ..trigger(there, checkpoint)
    }];
    let mut run = Run::new(level);
    run.hold(Buttons::BACK, SECOND);
    assert_eq!(run.count(EventKind::Checkpoint(0)), 1);
    run.world.player.position = Vec3::new(0.0, -50.0, 0.0);
    run.hold(Buttons::default(), 1);
    assert_eq!(run.count(EventKind::Respawn(Loss::Fell)), 1);
    let player = &run.world.player;
    assert!((player.position - Vec3::new(10.0, 0.91, 5.0)).length() < 0.2);
    assert!((player.yaw - 1.0).abs() < 1e-6);
}

#[test]
fn being_put_back_passes_nothing_on_the_way() {
    let mut level = range(&[]);
    let text = TriggerActions {
        text: Some(String::from("passed")),
        ..TriggerActions::default()
    };
    let between = entering(
        DVec3::new(0.0, -20.0, 0.0),
        DVec3::new(9.0, 1.0, 9.0),
        PLAYER,
    );
    level.play.triggers = vec![trigger(between, text)];
    let mut run = Run::new(level);
    run.world.player.position = Vec3::new(0.0, -50.0, 0.0);
    run.hold(Buttons::default(), 5);
    assert_eq!(run.count(EventKind::Text(0)), 0);
}

#[test]
fn a_delay_passes_before_a_trigger_acts() {
    let mut level = range(&[]);
    let text = TriggerActions {
        text: Some(String::from("later")),
        ..TriggerActions::default()
    };
    let here = entering(DVec3::ZERO, DVec3::ONE, PLAYER);
    level.play.triggers = vec![Trigger {
        delay: 1.0,
        ..trigger(here, text)
    }];
    let mut run = Run::new(level);
    run.hold(Buttons::default(), SECOND - 40);
    assert_eq!(run.count(EventKind::Text(0)), 0);
    run.hold(Buttons::default(), 20);
    assert_eq!(run.count(EventKind::Text(0)), 1);
}

#[test]
fn feet_and_balls_touch_a_contact_trigger() {
    for (who, expected) in [(PLAYER, [1, 0]), (BALLS, [0, 1])] {
        let mut level = range(&[]);
        level.surfaces = Surfaces::default();
        level.surfaces.begin(
            2,
            Surface {
                trigger: Some(0),
                ..Surface::default()
            },
        );
        let text = TriggerActions {
            text: Some(String::from("touched")),
            ..TriggerActions::default()
        };
        level.play.triggers = vec![Trigger {
            once: false,
            ..trigger(TriggerCause::Contact { who }, text)
        }];
        let mut run = Run::new(level.clone());
        run.hold(FORWARD, 3 * SECOND);
        let by_player = run.count(EventKind::Text(0));
        let mut run = Run::new(level);
        run.throw();
        run.hold(Buttons::default(), SECOND / 2);
        let by_ball = run.count(EventKind::Text(0));
        assert_eq!([by_player, by_ball], expected, "{who:?}");
    }
}

#[test]
fn a_throw_at_the_feet_lifts_and_a_wall_is_between() {
    let run = |blast, hidden: bool| {
        let mut level = range(&[]);
        level.play.settings.blast = blast;
        let mut run = Run::new(level);
        if hidden {
            // The ball explodes on the other side of the wall.
            run.world.player.position.z = -5.3;
            let ball = Ball::new(900, Vec3::new(0.0, 1.0, -7.6), Vec3::Z * 9.0);
            run.world.balls.push(ball);
            run.world.balls[0].charged = true;
        } else {
            run.look(0.0, -1.5);
            run.throw();
        }
        let mut highest: f32 = 0.0;
        for _ in 0..SECOND {
            run.hold(Buttons::default(), 1);
            highest = highest.max(run.world.player.feet().y);
        }
        (highest, run.count(EventKind::Blast), run.speed())
    };
    let (height, blasts, _) = run(true, false);
    // 5.5 m/s against a gravity of 16 m/s² would be 0.95 m.
    assert!((0.6..1.0).contains(&height) && blasts == 1, "{height}");
    assert_eq!(run(false, false).1, 0);
    let pushed_by_the_ball_alone = run(false, false).0;
    assert!(pushed_by_the_ball_alone < 0.1, "{pushed_by_the_ball_alone}");
    let (height, blasts, speed) = run(true, true);
    assert!(blasts == 1 && height < 0.01 && speed == 0.0);
}

#[test]
fn a_blast_throws_other_balls_and_only_the_first_explosion_is_one() {
    let mut run = Run::new(range(&[]));
    let resting = Ball::new(800, Vec3::new(0.8, 0.151, -5.5), Vec3::ZERO);
    run.world.balls.push(resting);
    run.hold(Buttons::default(), SECOND);
    let before = run.world.balls[0].position;
    run.throw();
    run.hold(Buttons::default(), 2 * SECOND);
    assert!((run.world.balls[0].position - before).length() > 0.5);
    assert_eq!(run.count(EventKind::Blast), 1);
    assert!(run.count(EventKind::Explosion) > 1);
}

#[test]
fn a_throw_that_meets_a_ball_first_is_a_blast_too() {
    let mut run = Run::new(range(&[]));
    let mut ahead = Ball::new(0, Vec3::new(0.0, 1.4, -3.0), Vec3::ZERO);
    ahead.mass = 3.0;
    run.world.balls.push(ahead);
    let mut thrown = Ball::new(1, Vec3::new(0.0, 1.4, -1.0), Vec3::NEG_Z * 18.0);
    thrown.charged = true;
    run.world.balls.push(thrown);
    run.hold(Buttons::default(), 20);
    assert_eq!(run.count(EventKind::Blast), 1);
    assert!(run.world.balls.iter().all(|ball| !ball.charged));
}

#[test]
fn a_blast_throws_a_crate_that_has_a_mass() {
    let moved = |mass: Option<f32>| {
        let mut level = SceneBuilder::new()
            .part("floor")
            .floor(-40.0, -40.0, 40.0, 40.0, 0.0)
            .prop_box(
                "crate",
                Vec3::new(0.0, 0.31, -6.0),
                Vec3::splat(0.3),
                Default::default(),
            )
            .spawn(Vec3::ZERO, 0.0)
            .build("crate")
            .unwrap();
        level.props[0].mass = mass;
        level.props[0].gravity = mass.is_some();
        let mut run = Run::new(level);
        let start = run.world.props[0].position;
        // Beside the crate, so that the ball itself does not push it.
        run.look(-0.1, -0.28);
        run.throw();
        run.hold(Buttons::default(), 2 * SECOND);
        assert_eq!(run.count(EventKind::Blast), 1);
        run.world.props[0].position.distance(start)
    };
    assert_eq!(moved(None), 0.0);
    let (light, heavy) = (moved(Some(5.0)), moved(Some(60.0)));
    assert!(light > 0.3 && heavy < 0.5 * light, "{light} {heavy}");
}

#[test]
fn speed_above_the_run_is_kept_in_the_air_and_fades_on_the_ground() {
    let mut run = Run::new(range(&[]));
    run.look(std::f32::consts::PI, 0.0);
    run.hold(FORWARD, 10);
    run.world.player.velocity = Vec3::new(0.0, 0.0, 14.0);
    run.hold(FORWARD.with(Buttons::JUMP), 1);
    run.hold(FORWARD, SECOND / 2);
    assert!(
        !run.world.player.grounded && run.speed() > 13.9,
        "{}",
        run.speed()
    );
    // Steering turns it and keeps it.
    let before = run.world.player.velocity.x;
    run.hold(FORWARD.with(Buttons::LEFT), 10);
    assert!(run.speed() > 13.8 && (run.world.player.velocity.x - before).abs() > 0.3);
    while !run.world.player.grounded {
        run.hold(FORWARD, 1);
    }
    let landed = run.speed();
    run.hold(FORWARD, SECOND / 4);
    assert!(run.speed() < landed - 1.0 && run.speed() > landed - 2.0);
    // Whoever lets go stops as ever.
    run.hold(Buttons::default(), SECOND / 2);
    assert_eq!(run.speed(), 0.0);
}

#[test]
fn a_level_can_forbid_flight_or_count_it_as_help_and_sprint_counts_in_it() {
    let rise = Buttons::RISE;
    let mut run = Run::new(range(&[]));
    run.hold(rise, SECOND);
    assert!(run.world.player.flying);
    run.hold(rise.with(FORWARD).with(Buttons::SPRINT), SECOND);
    assert!((run.speed() - 8.0).abs() < 0.1, "{}", run.speed());
    let flown = |fly: Option<bool>| {
        let mut level = range(&[target(0)]);
        level.play.settings.fly = fly;
        let mut run = Run::new(level);
        run.hold(FORWARD, SECOND / 4);
        assert!(!run.world.play.assisted);
        run.hold(rise, SECOND);
        let player = &run.world.player;
        let has_risen = player.flying && player.feet().y > 1.0;
        // Once helped, a run stays so.
        run.hold(Buttons::JUMP, 2 * SECOND);
        assert!(!run.world.player.flying);
        (has_risen, run.world.play.assisted)
    };
    assert_eq!(flown(None), (true, true));
    assert_eq!(flown(Some(true)), (true, false));
    assert_eq!(flown(Some(false)), (false, false));
}

#[test]
fn what_is_lit_and_thrown_is_a_part_of_the_state() {
    let mut lit = Run::new(range(&[target(0)]));
    let mut dark = Run::new(range(&[target(0)]));
    assert_eq!(lit.world.state_hash(), dark.world.state_hash());
    lit.world.play.lit[0] = true;
    assert_ne!(lit.world.state_hash(), dark.world.state_hash());
    dark.world.play.lit[0] = true;
    dark.world.play.balls_in_hand = Some(3);
    assert_ne!(lit.world.state_hash(), dark.world.state_hash());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// The order of triggers changes nothing but whose line comes first, and a thin volume is not
    /// passed unnoticed however fast a ball goes through it.
    #[test]
    fn triggers_have_no_order_and_lose_no_contact(
        places in prop::collection::vec((-4.0..4.0_f64, 0.3..3.0_f64, -5.5..5.0_f64), 1..6),
        speed in 5.0..90.0_f32,
        yaw in -3.0..3.0_f32,
        steps in prop::collection::vec(0..6_usize, 1..8),
    ) {
        let volume = |(x, y, z): &(f64, f64, f64)| {
            let any = Bodies { balls: true, walkers: true, ..Bodies::PLAYER };
            let half = DVec3::new(0.8, 0.8, 1e-4);
            let text = TriggerActions { text: Some(String::new()), ..TriggerActions::default() };
            Trigger { once: false, ..trigger(entering(DVec3::new(*x, *y, *z), half, any), text) }
        };
        let triggers: Vec<Trigger> = places.iter().map(volume).collect();
        let count = triggers.len() as u32;
        let play = |triggers: Vec<Trigger>, name: &dyn Fn(u32) -> u32| {
            let mut level = range(&[]);
            level.play.triggers = triggers;
            let mut run = Run::new(level);
            let way = Vec3::new(libm::sinf(yaw), 0.1, libm::cosf(yaw));
            run.world.balls.push(Ball::new(700, Vec3::new(0.0, 1.5, 0.0), way * speed));
            let mut told = Vec::new();
            for step in &steps {
                let held = [FORWARD, Buttons::BACK, Buttons::LEFT, Buttons::RIGHT, Buttons::JUMP];
                let held = held.get(*step).copied().unwrap_or_default();
                for _ in 0..20 {
                    let before = run.events.len();
                    run.hold(held, 1);
                    let mut tick: Vec<u32> = run.events[before..]
                        .iter()
                        .filter_map(|kind| match kind {
                            EventKind::Text(trigger) => Some(name(*trigger)),
                            _ => None,
                        })
                        .collect();
                    tick.sort_unstable();
                    told.push(tick);
                }
            }
            told
        };
        let forward = play(triggers.clone(), &|trigger| trigger);
        let mut turned = triggers;
        turned.reverse();
        let backward = play(turned, &|trigger| count - 1 - trigger);
        prop_assert_eq!(forward, backward);
    }
}
