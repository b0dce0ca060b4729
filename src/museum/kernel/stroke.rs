//! Balls before and beside a block that strikes at 150 m/s.

use glam::{DVec3, Vec3};
use hexbound_collide::{
    Body, BodyShape,
    geom::{Aabb, ClosestPoint},
};

use super::{Performance, SECOND, ShownBody, acted::Acted, bay};
use crate::{
    clock::TICK,
    level::{Level, Track},
    scenes::SceneBuilder,
    sim::{BALL_RADIUS, Ball, Command, Rules, World, tuning::BALL_GRAVITY},
};

/// The block where it rests, meters.
const LOW: Vec3 = Vec3::new(-1.0, 0.02, -2.6);
const HIGH: Vec3 = Vec3::new(1.0, 1.0, -1.2);
/// The way of a stroke along −z, meters, and its speed, meters a second.
const WAY: f64 = 5.0;
const SPEED: f64 = 150.0;
/// The time of the first stroke, of the way back, and of a round, seconds.
const STROKE: f64 = 0.5;
const BACK: f64 = 1.5;
const ROUND: f64 = 2.5;
/// The part of a speed that a ball keeps in a bounce.
const RESTITUTION: f64 = 0.5;
/// The most bounces of one tick by the method that fails.
const MOST_BOUNCES: usize = 4;
/// Half the thickness of the bars as which the edges of the block are shown, meters.
const BAR: f32 = 0.02;
const RADIUS: f64 = BALL_RADIUS as f64;

/// The centers of the balls: two in the way, one just beside it.
fn starts() -> [DVec3; 3] {
    let beside = f64::from(HIGH.x) + RADIUS + 1e-3;
    [
        DVec3::new(-0.5, RADIUS + 1e-3, -5.0),
        DVec3::new(0.4, 0.5, -4.2),
        DVec3::new(beside, RADIUS + 1e-3, -4.0),
    ]
}

/// The bay's half with the block in it.
fn with_block() -> Option<Level> {
    let end = STROKE + WAY / SPEED;
    let there = DVec3::NEG_Z * WAY;
    let offsets = [
        (0.0, DVec3::ZERO),
        (STROKE, DVec3::ZERO),
        (end, there),
        (BACK, there),
        (ROUND, DVec3::ZERO),
    ];
    let scene = (bay("f8")?.half)(SceneBuilder::new().spawn(Vec3::NEG_Z, 0.0));
    let scene = scene.mover("block", Vec3::ZERO, Track::through(&offsets));
    let built = scene.cuboid(LOW, HIGH).build("stroke");
    built.inspect_err(|error| log::error!("{error}")).ok()
}

/// The balls by either method, and how deep one has been in the block or in the level.
struct Stroke {
    level: Level,
    balls: Balls,
    /// The ticks played.
    ticks: u64,
    deepest: f64,
}

enum Balls {
    Game(Box<World>),
    /// The center and the velocity of each.
    Late(Vec<(DVec3, DVec3)>),
}

/// Begins the strokes with balls that are solved once in a tick, against the block where it stood
/// before; then the block goes on and gives its speed to those that it comes to.
pub(super) fn late() -> Box<dyn Performance> {
    let balls = starts().map(|start| (start, DVec3::ZERO));
    with_block().map_or_else(super::nothing, |level| {
        Stroke::begin(level, Balls::Late(balls.into()))
    })
}

/// Begins the strokes with the game's own balls.
pub(super) fn ours() -> Box<dyn Performance> {
    with_block().map_or_else(super::nothing, |level| {
        let rules = Rules {
            restitution: RESTITUTION as f32,
            ..Rules::default()
        };
        let mut world = World::new(&level, rules);
        world.player.position.y += 40.0;
        world.player.flying = true;
        let ball = |(id, start): (u32, DVec3)| Ball::new(id, start.as_vec3(), Vec3::ZERO);
        world.balls = (0..).zip(starts()).map(ball).collect();
        Stroke::begin(level, Balls::Game(Box::new(world)))
    })
}

impl Stroke {
    /// The figure: the deepest overlap of a ball at the end of a tick, millimeters.
    fn begin(level: Level, balls: Balls) -> Box<dyn Performance> {
        Acted {
            state: Stroke {
                level,
                balls,
                ticks: 0,
                deepest: 0.0,
            },
            length: 5 * SECOND,
            step: |state, _| state.step(),
            bodies: Stroke::bodies,
            figure: |state| state.deepest * 1000.0,
        }
        .begin()
    }

    fn step(&mut self) {
        let [before, after] = [self.ticks, self.ticks + 1].map(|tick| self.block(tick));
        match &mut self.balls {
            Balls::Game(world) => {
                world.step(&self.level, &Command::default(), &mut Vec::new());
            }
            Balls::Late(balls) => {
                for ball in balls {
                    solve(ball, &self.level, before);
                    push(ball, before, after);
                }
            }
        }
        self.ticks += 1;
        let depths = self.centers().map(|center| self.depth(center));
        self.deepest = depths.fold(self.deepest, f64::max);
    }

    /// The block after so many ticks.
    fn block(&self, ticks: u64) -> Aabb {
        let motion = self.level.movers.first().map(|it| it.motion(ticks));
        let by = motion.unwrap_or_default().translation.as_vec3();
        Aabb::new(LOW + by, HIGH + by)
    }

    fn centers(&self) -> impl Iterator<Item = DVec3> {
        let (game, late) = match &self.balls {
            Balls::Game(world) => (Some(&world.balls), None),
            Balls::Late(balls) => (None, Some(balls)),
        };
        let game = game.into_iter().flatten().map(|ball| ball.position);
        game.chain(late.into_iter().flatten().map(|(center, _)| *center))
    }

    /// How deep a ball is in the block or in the level, meters.
    fn depth(&self, center: DVec3) -> f64 {
        let mesh = &self.level.collision;
        let near = mesh.nearest_point(center.as_vec3(), BALL_RADIUS);
        let in_level = near.map_or(0.0, |near| RADIUS - center.distance(near.point.as_dvec3()));
        in_level.max(depth_in(&self.block(self.ticks), center))
    }

    fn bodies(&self) -> Vec<ShownBody> {
        let block = self.block(self.ticks);
        let half = (HIGH - LOW) * 0.5;
        let is_near = |center: &DVec3| center.y > -7.0 && center.z.abs() < 12.5;
        let balls = self.centers().filter(is_near);
        let balls = balls.map(|center| ShownBody::ball(center.as_vec3(), BALL_RADIUS));
        edges(block.min + half, half).chain(balls).collect()
    }
}

/// The edges of a box as bars: between them one sees what is inside.
fn edges(center: Vec3, half: Vec3) -> impl Iterator<Item = ShownBody> {
    let bars = |axis: Vec3, beside: fn(f32, f32) -> Vec3| {
        let shape = BodyShape::Box {
            half: half * axis + (Vec3::ONE - axis) * BAR,
        };
        [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)].map(|(one, other)| ShownBody {
            center: center + half * beside(one, other),
            shape,
            is_violet: false,
        })
    };
    let all = [
        bars(Vec3::X, |y, z| Vec3::new(0.0, y, z)),
        bars(Vec3::Y, |x, z| Vec3::new(x, 0.0, z)),
        bars(Vec3::Z, |x, y| Vec3::new(x, y, 0.0)),
    ];
    all.into_iter().flatten()
}

/// How deep a ball is in a box, meters: at most its radius and half the box.
fn depth_in(block: &Aabb, center: DVec3) -> f64 {
    let (low, high) = (block.min.as_dvec3(), block.max.as_dvec3());
    let inside = (center - low).min(high - center).min_element();
    match inside > 0.0 {
        true => RADIUS + inside,
        false => RADIUS - center.distance(block.closest_point(center)),
    }
}

/// Flies a ball through a tick, off the level, and out of the block where that stood before.
fn solve((center, velocity): &mut (DVec3, DVec3), level: &Level, block: Aabb) {
    let Ok(body) = Body::sphere(BALL_RADIUS) else {
        return;
    };
    let seconds = f64::from(TICK);
    velocity.y -= f64::from(BALL_GRAVITY) * seconds;
    let mut left = 1.0;
    for _ in 0..MOST_BOUNCES {
        let to = *center + *velocity * (seconds * left);
        let Ok(Some(hit)) = level.collision.sweep(&body, *center, to) else {
            *center = to;
            break;
        };
        *center = center.lerp(to, hit.fraction);
        let approach = -velocity.dot(hit.normal).min(0.0);
        *velocity += hit.normal * (approach * (1.0 + RESTITUTION));
        left *= 1.0 - hit.fraction;
    }
    let depth = depth_in(&block, *center);
    if depth > 0.0 {
        let out = *center - block.closest_point(*center);
        *center += out.normalize_or(DVec3::NEG_Z) * depth;
    }
}

/// Lets the block come to a ball: what it overlaps gets its speed.
fn push((center, velocity): &mut (DVec3, DVec3), before: Aabb, after: Aabb) {
    if depth_in(&after, *center) > 0.0 {
        let speed = (after.min - before.min).z / TICK;
        velocity.z = velocity.z.min(f64::from(speed));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_balls_are_struck_or_passed() {
        let level = with_block().unwrap();
        let mut world = World::new(&level, Rules::default());
        let ball = |(id, start): (u32, DVec3)| Ball::new(id, start.as_vec3(), Vec3::ZERO);
        world.balls = (0..).zip(starts()).map(ball).collect();
        let mut fastest = [0.0_f64; 3];
        for _ in 0..SECOND {
            world.step(&level, &Command::default(), &mut Vec::new());
            for (fastest, ball) in fastest.iter_mut().zip(&world.balls) {
                *fastest = fastest.max(-ball.velocity.z);
            }
        }
        assert!(fastest[0] > 140.0 && fastest[1] > 140.0, "{fastest:?}");
        assert!(fastest[2] < 1.0, "{fastest:?}");
    }

    #[test]
    fn depth_counts_from_the_nearest_side() {
        let block = Aabb::new(Vec3::ZERO, Vec3::ONE * 4.0);
        let at = |x| depth_in(&block, DVec3::new(x, 2.0, 2.0));
        assert!((at(-RADIUS)).abs() < 1e-9);
        assert!((at(-0.1) - (RADIUS - 0.1)).abs() < 1e-9);
        assert!((at(1.0) - (RADIUS + 1.0)).abs() < 1e-9);
    }

    #[test]
    fn the_block_is_shown_where_it_is() {
        for mut strokes in [late(), ours()] {
            let block = |strokes: &dyn Performance| {
                let bars = &strokes.bodies()[..12];
                assert!(
                    bars.iter()
                        .all(|it| matches!(it.shape, BodyShape::Box { .. }))
                );
                bars.iter().map(|bar| bar.center).sum::<Vec3>() / 12.0
            };
            let rests = block(&*strokes);
            assert!(rests.distance(LOW.midpoint(HIGH)) < 1e-4, "{rests}");
            for _ in 0..SECOND {
                strokes.step();
            }
            let struck = rests - Vec3::Z * WAY as f32;
            let there = block(&*strokes);
            assert!(there.distance(struck) < 1e-4, "{there}");
        }
    }
}
