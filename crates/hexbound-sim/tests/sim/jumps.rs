//! Jumps a little too late, a little too early, and one after the other.

use glam::Vec3;
use hexbound_base::clock::TICK_RATE;
use hexbound_level::Level;
use hexbound_scenes as scenes;
use hexbound_scenes::SceneBuilder;
use hexbound_sim::{Buttons, Command, Event, EventKind, Rules, World};

const FORWARD: Buttons = Buttons::FORWARD;

struct Run {
    level: Level,
    world: World,
    events: Vec<Event>,
}

impl Run {
    fn new(level: Level, rules: Rules) -> Self {
        let world = World::new(&level, rules);
        let mut run = Run {
            level,
            world,
            events: Vec::new(),
        };
        run.hold(Buttons::default(), 30);
        run
    }

    fn tick(&mut self, buttons: Buttons) {
        let command = Command {
            buttons,
            ..Command::default()
        };
        self.world.step(&self.level, &command, &mut self.events);
    }

    fn hold(&mut self, buttons: Buttons, ticks: u32) {
        (0..ticks).for_each(|_| self.tick(buttons));
    }

    fn jumps(&self) -> usize {
        let is_jump = |event: &&Event| event.kind == EventKind::Jump;
        self.events.iter().filter(is_jump).count()
    }

    fn speed(&self) -> f32 {
        let velocity = self.world.player.velocity;
        Vec3::new(velocity.x, 0.0, velocity.z).length()
    }
}

fn without_forgiveness() -> Rules {
    Rules {
        coyote_time: 0.0,
        jump_buffer: 0.0,
        ..Rules::default()
    }
}

/// Runs off a cliff and presses JUMP in the given tick in the air; whether that was a jump.
fn jumps_after_the_edge(rules: Rules, ticks: u32) -> bool {
    let level = SceneBuilder::new()
        .floor(-10.0, -2.0, 10.0, 10.0, 0.0)
        .floor(-60.0, -60.0, 60.0, 60.0, -40.0)
        .spawn(Vec3::ZERO, 0.0)
        .build("cliff")
        .unwrap();
    let mut run = Run::new(level, rules);
    while run.world.player.grounded {
        run.tick(FORWARD);
    }
    run.hold(FORWARD, ticks - 1);
    run.tick(FORWARD.with(Buttons::JUMP));
    run.jumps() == 1 && run.world.player.velocity.y > 5.0
}

#[test]
fn a_tenth_of_a_second_after_the_edge_there_is_still_a_jump() {
    for (ticks, expected) in [(1, true), (12, true), (13, false), (30, false)] {
        let jumped = jumps_after_the_edge(Rules::default(), ticks);
        assert_eq!(jumped, expected, "tick {ticks} in the air");
        assert!(!jumps_after_the_edge(without_forgiveness(), ticks));
    }
}

#[test]
fn nobody_jumps_twice_from_the_same_ground() {
    let mut run = Run::new(scenes::named("flat").unwrap(), Rules::default());
    for tick in 0..40 {
        run.tick([Buttons::JUMP, Buttons::default()][tick % 2]);
    }
    assert_eq!(run.jumps(), 1);
    // Nor from where the flight began.
    let mut run = Run::new(scenes::named("flat").unwrap(), Rules::default());
    run.tick(Buttons::RISE);
    run.hold(Buttons::RISE.with(Buttons::JUMP), 1);
    run.hold(Buttons::default(), 2);
    run.tick(Buttons::JUMP);
    assert_eq!(run.jumps(), 1, "out of flight, but then not again");
}

/// Presses JUMP (for one tick) so many ticks before the body would land; whether that jumps.
fn jumps_before_landing(rules: Rules, ticks: u32) -> bool {
    let flat = || scenes::named("flat").unwrap();
    let mut run = Run::new(flat(), rules);
    run.tick(Buttons::JUMP);
    let mut airborne = 0;
    while !run.world.player.grounded {
        run.tick(Buttons::default());
        airborne += 1;
    }
    // A press in the first tick on the ground is the earliest that needs no forgiveness.
    let mut run = Run::new(flat(), rules);
    run.tick(Buttons::JUMP);
    run.hold(Buttons::default(), airborne - ticks);
    run.tick(Buttons::JUMP);
    run.hold(Buttons::default(), ticks + 5);
    run.jumps() == 2
}

#[test]
fn a_press_just_before_landing_is_a_jump() {
    for (ticks, expected) in [(0, true), (1, true), (14, true), (15, false), (40, false)] {
        let jumped = jumps_before_landing(Rules::default(), ticks);
        assert_eq!(jumped, expected, "{ticks} ticks before");
        assert_eq!(
            jumps_before_landing(without_forgiveness(), ticks),
            ticks == 0
        );
    }
}

#[test]
fn hopping_gains_no_speed() {
    for (buttons, most) in [(FORWARD, 5.0), (FORWARD.with(Buttons::SPRINT), 8.0)] {
        for turn in [0.0, 0.005, 0.02, 0.1] {
            for sideways in [Buttons::default(), Buttons::LEFT] {
                let mut run = Run::new(scenes::named("flat").unwrap(), Rules::default());
                for tick in 0..6 * TICK_RATE {
                    let held = buttons.with(sideways);
                    let press = tick % 3 == 0;
                    let command = Command {
                        buttons: if press {
                            held.with(Buttons::JUMP)
                        } else {
                            held
                        },
                        yaw: turn,
                        ..Command::default()
                    };
                    run.world.step(&run.level, &command, &mut run.events);
                    assert!(run.speed() <= most + 1e-3, "turn {turn}: {}", run.speed());
                }
                assert!(run.jumps() >= 6, "{}", run.jumps());
            }
        }
    }
}
