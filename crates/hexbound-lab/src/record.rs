//! Records a run whose commands are known beforehand.

use std::path::Path;

use hexbound_level::Level;
use hexbound_replay::{Header, Recorder, ReplayError};
use hexbound_sim::{Command, Rules, World};

/// Writes the run that commands make, from the start of a level opened by that name.
pub fn record(
    level: &Level,
    opened_by: String,
    commands: &[Command],
    path: &Path,
) -> Result<(), ReplayError> {
    record_by(Rules::default(), level, opened_by, commands, path)
}

/// Writes a run as [`record`] does, by rules that need not be the usual ones.
pub(crate) fn record_by(
    rules: Rules,
    level: &Level,
    opened_by: String,
    commands: &[Command],
    path: &Path,
) -> Result<(), ReplayError> {
    let mut recorder = Recorder::create(path, &Header::of(level, rules, opened_by))?;
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
        record(&level, String::from("test:flat"), &[ahead; 90], &path).unwrap();
        let recording = read(&path).unwrap();
        assert_eq!((recording.ticks, recording.runs.len()), (90, 1));
        assert!(recording.state_hash.is_some());
    }
}
