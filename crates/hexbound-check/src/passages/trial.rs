//! Trials that confirm findings: the real player is simulated in the real level.

use glam::{DVec3, Vec3};

use hexbound_base::{body::yaw_of_f64, clock::TICK_RATE};
use hexbound_level::Level;
use hexbound_sim::{Buttons, Command, EventKind, Loss, Player, Rules, World};

/// The interval between two points of a path, ticks.
const POINT_TICKS: u64 = 6;
/// The interval between the jumps of a player who tries to escape, ticks.
const JUMP_TICKS: u64 = 60;

/// The longest walk to a fall, with the fall itself, seconds.
const MAX_TRIAL_SECONDS: u64 = 20;
/// The time for which an escape is tried in one direction, seconds.
const ESCAPE_SECONDS: u64 = 2;

/// The path of a player who walks from a position in a direction until they fall out of the level; `None`
/// if they do not.
pub(super) fn fall_path(level: &Level, from: Vec3, direction: DVec3) -> Option<Vec<Vec3>> {
    let mut world = world_at(level, from, direction);
    let (mut path, mut events) = (vec![from], Vec::new());
    let command = Command::holding(Buttons::FORWARD);
    for tick in 1..=MAX_TRIAL_SECONDS * u64::from(TICK_RATE) {
        let before = world.player.position;
        world.step(level, &command, &mut events);
        let is_lost = |kind: EventKind| matches!(kind, EventKind::Respawn(Loss::Fell | Loss::Left));
        if events.iter().any(|event| is_lost(event.kind)) {
            path.push(before);
            return Some(path);
        }
        events.clear();
        if tick % POINT_TICKS == 0 {
            path.push(world.player.position);
        }
        if world.player.position.distance(from) > level.bounds.size().length() * 2.0 + 200.0 {
            return None;
        }
    }
    None
}

/// Returns whether a player gets more than `reach` meters away from `from` in any direction, on foot or
/// by jumping.
pub(super) fn escapes(level: &Level, from: Vec3, reach: f32) -> bool {
    const ESCAPE_DIRECTIONS: u32 = 8;
    (0..ESCAPE_DIRECTIONS).any(|spoke| {
        let angle = f64::from(spoke) / f64::from(ESCAPE_DIRECTIONS) * std::f64::consts::TAU;
        let direction = DVec3::new(libm::cos(angle), 0.0, libm::sin(angle));
        let mut world = world_at(level, from, direction);
        let mut events = Vec::new();
        (0..ESCAPE_SECONDS * u64::from(TICK_RATE)).any(|tick| {
            let mut buttons = Buttons::FORWARD;
            buttons.set(Buttons::JUMP, tick % JUMP_TICKS > JUMP_TICKS / 2);
            let command = Command::holding(buttons);
            world.step(level, &command, &mut events);
            events.clear();
            world.player.position.distance(from) > reach
        })
    })
}

/// A world whose player stands at `from` and looks along `direction`.
fn world_at(level: &Level, from: Vec3, direction: DVec3) -> World {
    let mut world = World::new(level, Rules::default());
    world.player = Player::standing_at(from, yaw_of_f64(direction));
    world
}
