//! The scene of everything that a level can be played for, played through by throwing straight
//! ahead and walking straight ahead.

use hexbound_base::clock::TICK_RATE;
use hexbound_level::Level;
use hexbound_scenes as scenes;
use hexbound_sim::{Buttons, Command, Event, EventKind, Rules, World};

struct Run {
    level: Level,
    world: World,
    events: Vec<EventKind>,
}

impl Run {
    fn new() -> Self {
        let level = scenes::named("targets").unwrap();
        Self {
            world: World::new(&level, Rules::default()),
            level,
            events: Vec::new(),
        }
    }

    fn hold(&mut self, buttons: Buttons, seconds: f32) {
        for _ in 0..(seconds * TICK_RATE as f32) as u32 {
            let mut events: Vec<Event> = Vec::new();
            let command = Command {
                buttons,
                ..Command::default()
            };
            self.world.step(&self.level, &command, &mut events);
            self.events.extend(events.iter().map(|event| event.kind));
        }
    }

    /// Throws a ball straight ahead and waits for what comes of it.
    fn throw(&mut self) {
        self.hold(Buttons::THROW, 0.1);
        self.hold(Buttons::default(), 2.4);
    }

    fn walk_to(&mut self, z: f32) {
        for _ in 0..200 {
            if self.world.player.position.z <= z {
                return;
            }
            self.hold(Buttons::FORWARD, 0.05);
        }
        panic!("stopped at {}", self.world.player.position);
    }

    fn has(&self, kind: EventKind) -> bool {
        self.events.contains(&kind)
    }
}

#[test]
fn it_is_finished_along_a_straight_line_within_a_minute() {
    let mut run = Run::new();
    assert_eq!(run.level.findings, []);
    run.hold(Buttons::default(), 0.5);
    run.throw();
    assert!(run.has(EventKind::TargetLit(0)) && run.has(EventKind::MoverPlayed(0)));
    run.walk_to(-2.5);
    assert!(run.world.play.checkpoint.is_some());
    run.throw();
    assert!(run.has(EventKind::TargetLit(1)) && run.has(EventKind::MoverPlayed(1)));
    run.throw();
    assert!(run.has(EventKind::TargetLit(2)), "{:?}", run.events);
    run.walk_to(-15.5);
    assert!(run.has(EventKind::Finished));
    assert!(run.world.tick < 60 * u64::from(TICK_RATE));
    assert_eq!(run.world.play.balls_in_hand, Some(7));
}

#[test]
fn the_gate_is_shut_until_its_target_is_lit() {
    let mut run = Run::new();
    run.hold(Buttons::FORWARD, 4.0);
    let stopped = run.world.player.position.z;
    assert!(stopped > 0.2, "{stopped}");
}

#[test]
fn the_trench_is_left_by_a_jump_and_the_way_out_waits_for_all_lights() {
    let mut run = Run::new();
    run.hold(Buttons::default(), 0.5);
    run.throw();
    run.walk_to(-3.0);
    run.hold(Buttons::RIGHT, 0.6);
    run.hold(Buttons::FORWARD, 2.0);
    let feet = run.world.player.position.y - 0.9;
    assert!(feet < -0.9, "in the trench: {feet}");
    run.hold(Buttons::FORWARD.with(Buttons::JUMP), 0.2);
    run.walk_to(-16.2);
    run.hold(Buttons::LEFT, 0.6);
    let place = run.world.player.position;
    assert!(place.x.abs() < 1.0, "before the last target: {place}");
    assert!(!run.has(EventKind::Finished));
}
