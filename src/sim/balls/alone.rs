//! The tick of a ball that no other comes near, as most are: a group of one, without a queue.

use super::{Report, Scene, broad::Broad, group::Escape, runner::Runner};
use crate::sim::tuning::SLEEP_TICKS;

/// The whole tick; or it has left its box for others'. `ball` is its number in the world.
pub fn run(
    runner: &mut Runner,
    ball: usize,
    scene: &Scene,
    broad: &mut Broad,
    report: &mut Report,
) -> Result<(), Escape> {
    let before = runner.ball.energy();
    runner.look_ahead(scene);
    while let Some(meeting) = runner.next {
        report.impacts.push(runner.bounce(meeting, scene));
        let way = runner.way();
        let around = broad.around(ball);
        if !around.contains(way.min) || !around.contains(way.max) {
            broad.grow(ball, way);
            if broad.has_near(ball) {
                return Err(Escape { ball: ball as u32 });
            }
        }
        runner.look_ahead(scene);
    }
    runner.finish();
    if runner.ball.quiet >= SLEEP_TICKS && !runner.holds.is_empty() {
        runner.rest(0);
    }
    runner.keep_energy(before);
    Ok(())
}
