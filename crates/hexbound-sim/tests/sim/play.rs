//! Tests of a level's play, in whatever order its triggers act; cases/play.txt has more of them.

use glam::DAffine3;
use hexbound_level::{
    BallOrigins, Bodies, Target, Trigger, TriggerActions, TriggerCause, TriggerVolume,
};
use hexbound_sim::PoolPolicy;
use proptest::prelude::*;

use crate::steps::*;

#[test]
fn whatever_decides_a_run_is_a_part_of_the_state() {
    type Change = fn(&mut World);
    let scene = floor().prop_box("prop", Vec3::Y * 5.0, Vec3::ONE, Quat::IDENTITY);
    let mut level = scene.build("state").unwrap();
    level.play.targets = vec![Target {
        name: String::from("target"),
        center: DVec3::ZERO,
        rings: 0,
        least_mass: 0.0,
        by: BallOrigins::Any,
    }];
    let mut begun = World::new(&level, Rules::default());
    begun.balls.push(Ball::new(0, Vec3::Y, Vec3::ZERO));
    let changes: [(&str, Change); 11] = [
        ("a light", |it| it.play.lit[0] = true),
        ("the hand", |it| it.play.balls_in_hand = Some(3)),
        ("a choice", |it| it.props[0].selected = true),
        ("a place", |it| it.props[0].position.x += 1e-6),
        ("a mass", |it| it.balls[0].mass = 4.5),
        ("walk_speed", |it| it.rules.walk_speed = 6.0),
        ("explosion_pool", |it| {
            it.rules.explosion_pool = PoolPolicy::Reuse;
        }),
        ("restitution", |it| it.rules.restitution = 1.0),
        ("coyote_time", |it| it.rules.coyote_time = 1.0),
        ("jump_buffer", |it| it.rules.jump_buffer = 1.0),
        ("flight", |it| it.rules.flight = false),
    ];
    for (name, change) in changes {
        let mut changed = begun.clone();
        assert_eq!(changed.state_hash(), begun.state_hash());
        change(&mut changed);
        assert_ne!(changed.state_hash(), begun.state_hash(), "{name}");
    }
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
        let level = floor()
            .cuboid(vec3(-2.0, 0.0, -7.0), vec3(2.0, 4.0, -6.0))
            .build("range")
            .unwrap();
        let volume = |(x, y, z): &(f64, f64, f64)| {
            let any = Bodies { balls: true, walkers: true, ..Bodies::PLAYER };
            let scale = DAffine3::from_scale(dvec3(0.8, 0.8, 1e-4));
            let place = DAffine3::from_translation(dvec3(*x, *y, *z));
            Trigger {
                cause: TriggerCause::Enter {
                    volume: TriggerVolume(place * scale),
                    who: any,
                },
                actions: TriggerActions { text: Some(String::new()), ..TriggerActions::default() },
                once: false,
                ..Trigger::entered("trigger", DVec3::ZERO, DVec3::ONE)
            }
        };
        let triggers: Vec<Trigger> = places.iter().map(volume).collect();
        let count = triggers.len() as u32;
        let play = |triggers: Vec<Trigger>, name: &dyn Fn(u32) -> u32| {
            let mut level = level.clone();
            level.play.triggers = triggers;
            let mut run = Run::new(level);
            run.hold(Buttons::default(), 30);
            let way = vec3(libm::sinf(yaw), 0.1, libm::cosf(yaw));
            run.world.balls.push(Ball::new(700, vec3(0.0, 1.5, 0.0), way * speed));
            let mut told = Vec::new();
            for step in &steps {
                let held = [FORWARD, Buttons::BACK, Buttons::LEFT, Buttons::RIGHT, Buttons::JUMP];
                let held = held.get(*step).copied().unwrap_or_default();
                for _ in 0..20 {
                    let before = run.events.len();
                    run.hold(held, 1);
                    let texts = run.events[before..].iter().filter_map(|event| match event.kind {
                        EventKind::Text(trigger) => Some(name(trigger)),
                        _ => None,
                    });
                    let mut tick: Vec<u32> = texts.collect();
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
