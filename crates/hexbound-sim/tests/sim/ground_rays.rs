//! Mode `swept` with the ground found by four rays: the same feel as with the swept ground, but
//! the corners of the body's box decide.

use glam::Vec3;
use hexbound_base::clock::TICK_RATE;
use hexbound_level::Level;
use hexbound_scenes as scenes;
use hexbound_scenes::SceneBuilder;
use hexbound_sim::{Buttons, Choice, Command, GroundStrategy, HALF_HEIGHT, Methods, Rules, World};

const SECOND: u32 = TICK_RATE;
const FORWARD: Buttons = Buttons::FORWARD;

struct Run {
    level: Level,
    world: World,
    ground: GroundStrategy,
}

impl Run {
    /// Stands at `feet`, in the scene's coordinates.
    fn new(level: Level, ground: GroundStrategy, feet: Vec3, yaw: f32) -> Self {
        let mut world = World::new(&level, Rules::default());
        let center = feet + Vec3::Y * (HALF_HEIGHT + 0.002);
        world.player.position = level.to_local(center.as_dvec3());
        world.player.yaw = yaw;
        let mut run = Self {
            level,
            world,
            ground,
        };
        run.hold(Buttons::default(), 30);
        run
    }

    fn on_rays(name: &str, feet: Vec3) -> Self {
        let level = scenes::named(name).unwrap();
        Self::new(level, GroundStrategy::Rays, feet, 0.0)
    }

    fn hold(&mut self, buttons: Buttons, ticks: u32) {
        let command = Command {
            buttons,
            methods: Methods {
                ground: self.ground,
                ..Methods::default()
            },
            ..Command::default()
        };
        for _ in 0..ticks {
            self.world.step(&self.level, &command, &mut Vec::new());
        }
    }

    fn feet(&self) -> Vec3 {
        let center = self.level.to_file(self.world.player.position).as_vec3();
        center - Vec3::Y * HALF_HEIGHT
    }

    fn is_grounded(&self) -> bool {
        self.world.player.grounded
    }
}

#[test]
fn level_ground_is_walked_without_a_bob() {
    let mut run = Run::on_rays("flat", Vec3::ZERO);
    let height = run.feet().y;
    for tick in 0..4 * SECOND {
        run.hold(FORWARD, 1);
        assert!(run.is_grounded(), "tick {tick}");
        assert!((run.feet().y - height).abs() < 1e-4, "tick {tick}");
    }
    assert!((run.feet().z + 20.0).abs() < 0.3);
}

#[test]
fn stairs_are_taken_up_and_down_and_a_higher_block_stops() {
    for (x, top) in [(-12.0, 12.0 * 0.17), (-4.0, 8.0 * 0.30), (4.0, 6.0 * 0.45)] {
        let mut run = Run::on_rays("stairs", Vec3::new(x, 0.0, 3.0));
        let mut ticks = 0;
        while run.feet().z > -5.5 && ticks < 3 * SECOND {
            run.hold(FORWARD, 1);
            ticks += 1;
            assert!(run.is_grounded(), "airborne at {}", run.feet());
        }
        assert!((run.feet().y - top).abs() < 0.01, "{top}: {}", run.feet());
        assert!(8.5 * SECOND as f32 / ticks as f32 > 4.75, "{ticks} ticks");
        ticks = 0;
        while run.feet().z < 3.0 && ticks < 3 * SECOND {
            run.hold(Buttons::BACK, 1);
            ticks += 1;
            assert!(run.is_grounded(), "airborne at {}", run.feet());
        }
        assert!(run.feet().y.abs() < 0.01, "{}", run.feet());
    }
    for place in 0..40 {
        let from = Vec3::new(12.0, 0.0, 3.0 + 0.00137 * place as f32);
        let mut run = Run::on_rays("stairs", from);
        run.hold(FORWARD, 2 * SECOND);
        let feet = run.feet();
        assert!(feet.y.abs() < 0.01 && feet.z > 0.36, "{from}: {feet}");
    }
}

#[test]
fn gentle_slopes_pass_and_steep_ones_block() {
    for (index, degrees) in [30, 44, 46, 60].into_iter().enumerate() {
        let x = -12.0 + 8.0 * index as f32;
        let mut run = Run::on_rays("slopes", Vec3::new(x, 0.0, 2.0));
        let mut high: f32 = 0.0;
        for _ in 0..3 * SECOND {
            run.hold(FORWARD, 1);
            high = high.max(run.feet().y);
        }
        if degrees <= 45 {
            assert!((high - 3.0).abs() < 0.02, "{degrees}°: {high}");
        } else {
            assert!(high < 0.3, "{degrees}°: {high}");
        }
    }
}

/// On a slope the highest of the corners decides: the body stands higher than one that is swept
/// down onto it.
#[test]
fn the_highest_corner_decides_on_a_slope() {
    let feet = |ground| {
        let level = scenes::named("slopes").unwrap();
        let at = Vec3::new(-12.0, 1.6, -2.5);
        let run = Run::new(level, ground, at, 0.0);
        assert!(run.is_grounded());
        run.feet().y
    };
    let rise = 30.0_f32.to_radians().tan();
    let apart = feet(GroundStrategy::Rays) - (2.5 + 0.4) * rise;
    assert!(apart.abs() < 0.01, "{apart} m from the corner's height");
    assert!(feet(GroundStrategy::Rays) > feet(GroundStrategy::Sweep) + 0.05);
}

/// A post passes between the rays; what the body touches carries it all the same.
#[test]
fn a_post_between_the_rays_carries() {
    let post = SceneBuilder::new()
        .floor(-20.0, -20.0, 20.0, 20.0, 0.0)
        .cuboid(Vec3::new(-0.1, 0.0, -0.1), Vec3::new(0.1, 1.0, 0.1))
        .spawn(Vec3::ZERO, 0.0);
    let level = post.build("post").unwrap();
    let mut run = Run::new(level, GroundStrategy::Rays, Vec3::Y * 1.3, 0.0);
    run.hold(Buttons::default(), SECOND);
    for tick in 0..SECOND {
        run.hold(Buttons::default(), 1);
        assert!(run.is_grounded(), "tick {tick}");
        assert!((run.feet().y - 1.0).abs() < 0.01, "{}", run.feet());
    }
}

/// From tick to tick, as the game's key does.
#[test]
fn the_strategy_can_change_on_the_way() {
    let mut run = Run::on_rays("stairs", Vec3::new(-12.0, 0.0, 2.0));
    for tick in 0..SECOND * 3 / 2 {
        run.ground = GroundStrategy::ALL[tick as usize / 10 % 2];
        run.hold(Buttons::FORWARD, 1);
        assert!(run.is_grounded(), "tick {tick}");
    }
    assert!((run.feet().y - 12.0 * 0.17).abs() < 0.01, "{}", run.feet());
}
