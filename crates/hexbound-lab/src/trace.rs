//! The trace: one row of CSV a tick, for judging a walk from outside.

use std::io::{self, Write};

use hexbound_level::Level;
use hexbound_sim::World;

pub(crate) const TRACE_HEADER: &str =
    "tick,x,y,z,vx,vy,vz,yaw,pitch,grounded,contacts,half_height,teleported";

/// Writes the row of a tick. Positions are the body's center in the file's own coordinates, meters. Every
/// number is the shortest decimal that parses to the same bits.
pub(crate) fn write_row(out: &mut impl Write, level: &Level, world: &World) -> io::Result<()> {
    let player = &world.player;
    let at = level.to_file(player.position);
    let speed = player.velocity;
    writeln!(
        out,
        "{},{},{},{},{},{},{},{},{},{},{},{},{}",
        world.tick,
        at.x,
        at.y,
        at.z,
        speed.x,
        speed.y,
        speed.z,
        player.yaw,
        player.pitch,
        u8::from(player.grounded),
        player.report.contacts,
        player.half_height(),
        u8::from(player.report.teleported),
    )
}
