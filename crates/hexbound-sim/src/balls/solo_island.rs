//! The tick of a ball that no other comes near, as most are: an island of one needs no queue.

use super::{
    Impact, ball_sim::BallSim, bounce::bounce, broad::Broad, island::Escape, scene::BallScene,
};
use crate::tuning::SLEEP_TICKS;

/// Simulates the whole tick of the ball with that number in the world, whose impacts are added to
/// `impacts`. An error says that it has left
/// its box for a place where other balls may be.
pub(super) fn run(
    sim: &mut BallSim,
    ball: usize,
    scene: &BallScene,
    broad: &mut Broad,
    impacts: &mut Vec<Impact>,
) -> Result<(), Escape> {
    let before = sim.ball.energy();
    sim.look_ahead(scene);
    while let Some(meeting) = sim.next {
        impacts.push(bounce(sim, meeting, scene));
        let way = sim.way();
        let around = broad.around(ball);
        if !around.contains(way.min) || !around.contains(way.max) {
            broad.grow(ball, way);
            if broad.has_near(ball) {
                return Err(Escape { ball: ball as u32 });
            }
        }
        sim.look_ahead(scene);
    }
    sim.finish();
    if sim.ball.slow_ticks >= SLEEP_TICKS && !sim.support_normals.is_empty() {
        sim.rest(0);
    }
    sim.keep_energy(before + sim.work, scene.flight);
    Ok(())
}
