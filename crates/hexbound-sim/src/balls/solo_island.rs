//! The tick of a ball that comes near no other, the usual case: an island of one needs no queue.

use super::{
    Impact, ball_sim::BallSim, bounce::bounce, broad::BallBoxes, island::Escape, scene::BallScene,
};
use crate::tuning::SLEEP_TICKS;

/// Simulates the whole tick of the ball at index `ball` in the world and adds its impacts to `impacts`.
/// Fails if the ball leaves its box and may meet other balls.
pub(super) fn run(
    sim: &mut BallSim,
    ball: usize,
    scene: &BallScene,
    broad: &mut BallBoxes,
    impacts: &mut Vec<Impact>,
) -> Result<(), Escape> {
    let before = sim.ball.energy();
    sim.look_ahead(scene);
    while let Some(meeting) = sim.next {
        impacts.push(bounce(sim, meeting, scene));
        let path = sim.path_bounds();
        let around = broad.bounds_of(ball);
        if !around.contains(path.min) || !around.contains(path.max) {
            broad.grow(ball, path);
            if broad.each_near(ball, |_| true) {
                return Err(Escape { ball: ball as u32 });
            }
        }
        sim.look_ahead(scene);
    }
    sim.finish();
    if sim.ball.slow_ticks >= SLEEP_TICKS && !sim.support_normals.is_empty() {
        sim.rest(0);
    }
    sim.limit_energy(before + sim.work, scene.flight);
    Ok(())
}
