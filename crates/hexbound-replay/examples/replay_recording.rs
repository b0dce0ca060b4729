//! Plays a recording again, checks its state hashes, and prints the last one: `cargo run -p
//! hexbound-replay --example replay_recording FILE`.

use std::{env, error::Error, path::Path};

use hexbound_replay::{Playback, read};
use hexbound_scenes::catalog;
use hexbound_sim::World;

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args_os().nth(1).ok_or("name a recording")?;
    let recording = read(Path::new(&path))?;
    let level = catalog::open(&recording.header.level)?;
    recording.check_level(&level)?;
    let mut world = World::new(&level, recording.header.rules);
    let mut playback = Playback::new(recording);
    while let Some(command) = playback.next_command() {
        world.step(&level, &command, &mut Vec::new());
        playback.check(&world)?;
    }
    println!("{:016x}", world.state_hash());
    Ok(())
}
