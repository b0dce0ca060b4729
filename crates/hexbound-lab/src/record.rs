//! Records a run whose commands are given in advance.

use std::path::Path;

use hexbound_level::Level;
use hexbound_replay::{Header, Recorder, ReplayError};
use hexbound_sim::{Command, Rules, World};

/// Writes a recording of `commands` under these rules, from the start of the level, which was opened as
/// `opened_by`.
pub fn record(
    rules: Rules,
    level: &Level,
    opened_by: &str,
    commands: &[Command],
    path: &Path,
) -> Result<(), ReplayError> {
    let header = Header::of(level, rules, opened_by.to_owned());
    let mut recorder = Recorder::create(path, &header)?;
    let (mut world, mut events) = (World::new(level, rules), Vec::new());
    for command in commands {
        events.clear();
        world.step(level, command, &mut events);
        recorder.push(command, &world)?;
    }
    recorder.finish(&world, level)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_replay::read;
    use hexbound_scenes::named;
    use hexbound_sim::Buttons;

    #[test]
    fn a_recording_holds_the_commands_and_where_they_lead() {
        let level = named("flat").unwrap();
        let ahead = Command::holding(Buttons::FORWARD);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ahead.rec");
        record(Rules::default(), &level, "test:flat", &[ahead; 90], &path).unwrap();
        let recording = read(&path).unwrap();
        assert_eq!((recording.ticks, recording.runs.len()), (90, 1));
        assert!(recording.state_hash.is_some());
    }
}
