//! The recording of the present run in memory, in case the game fails. It begins at the first tick, since
//! a run can be replayed only from there. `crash` decides when and where a report is written.

use std::{
    borrow::Cow,
    fmt::Write as _,
    io::{self, Read, Write},
    sync::{Arc, Mutex},
};

use flate2::{Compression, bufread::GzDecoder, write::GzEncoder};

use super::{
    Header, RECORDING_MAGIC, VERSION, line::Line, reader::MAX_LINE_BYTES, writer::Recorder,
};
use hexbound_base::{locks::lock, output::Output};
use hexbound_sim::{Command, RunResult, World};

/// The longest text in a line, bytes. The word before it and the line's end must fit in, too.
const MAX_TEXT_BYTES: usize = MAX_LINE_BYTES as usize - 64;

/// A recording of the present run, a few megabytes for an hour of play.
pub struct FlightRecorder {
    /// The run, or the reason why it can't be replayed.
    run: Result<OpenRun, &'static str>,
    /// The command of the tick that is being simulated.
    unfinished: Option<Command>,
}

struct OpenRun {
    recorder: Recorder,
    packed: PackedText,
}

impl FlightRecorder {
    /// Begins the recording of a run at its start.
    pub fn begin(header: &Header) -> Self {
        let packed = PackedText::default();
        let recorder = Recorder::without_checks(Output::to(packed.clone()), header);
        Self {
            run: recorder
                .map(|recorder| OpenRun { recorder, packed })
                .map_err(|_| "there was no memory for it"),
            unfinished: None,
        }
    }

    /// A recorder that records nothing, for `reason`.
    pub fn none(reason: &'static str) -> Self {
        Self {
            run: Err(reason),
            unfinished: None,
        }
    }

    /// Returns whether there is a run that can be replayed.
    pub fn has_run(&self) -> bool {
        self.run.is_ok()
    }

    /// Records the command of a tick before it is simulated.
    pub fn begin_tick(&mut self, command: &Command) {
        self.unfinished = Some(*command);
    }

    /// Records the end of a tick that was begun, with the world after it.
    pub fn end_tick(&mut self, world: &World) {
        if let (Some(command), Ok(run)) = (self.unfinished.take(), &mut self.run)
            && run.recorder.push(&command, world).is_err()
        {
            self.run = Err("there was no memory for it");
        }
    }

    /// Rewinds to an earlier tick.
    pub fn rewind_to(&mut self, tick: u64) {
        if let Ok(run) = &mut self.run {
            run.recorder.rewind_to(tick);
        }
    }

    /// The present run as the text of a recording that ends with a fault, with `remarks` as comments.
    /// Recording continues afterward.
    pub fn report(&mut self, remarks: &str, fault: &str) -> String {
        let mut text = format!("{RECORDING_MAGIC} {VERSION}\n");
        for line in remarks.lines() {
            let _ = writeln!(text, "# {}", fitting(line));
        }
        match self.run_until(fault) {
            Ok(run) => text.push_str(&run),
            Err(reason) => {
                let _ = writeln!(text, "no-run {reason}");
            }
        }
        text
    }

    /// The present run as the text of a whole recording with the end hash `hash` and with `result`.
    /// `with_undone` keeps the undone ticks of a rewound run that has not resumed. Recording continues
    /// afterward.
    pub fn recording(
        &mut self,
        hash: u64,
        result: Option<RunResult>,
        with_undone: bool,
    ) -> Result<String, String> {
        let run = self.run.as_mut().map_err(|reason| reason.to_string())?;
        let written = match with_undone {
            true => run.recorder.flush_with_undone(),
            false => run.recorder.flush(),
        };
        let ticks = written.map_err(|error| error.to_string())?;
        let mut text = run.packed.text().map_err(|error| error.to_string())?;
        let end = Line::End {
            ticks,
            hash: Some(hash),
        };
        for line in result.map(Line::Result).into_iter().chain([end]) {
            let _ = writeln!(text, "{}", line.to_text());
        }
        Ok(text)
    }

    /// The lines of the recording after the first one, up to the fault.
    fn run_until(&mut self, fault: &str) -> Result<String, String> {
        let run = self.run.as_mut().map_err(|reason| reason.to_string())?;
        let ticks = (run.recorder.flush()).map_err(|error| error.to_string())?;
        let whole = run.packed.text().map_err(|error| error.to_string())?;
        let mut text = match whole.split_once('\n') {
            Some((_, rest)) => rest.to_owned(),
            None => whole,
        };
        let unfinished = (self.unfinished.iter()).flat_map(|it| run.recorder.unfinished_lines(it));
        let words: Vec<&str> = fault.split_whitespace().collect();
        let end = [
            Line::Fault(fitting(&words.join(" ")).into_owned()),
            Line::End { ticks, hash: None },
        ];
        for line in unfinished.chain(end) {
            let _ = writeln!(text, "{}", line.to_text());
        }
        Ok(text)
    }
}

/// A text that fits into a line. `…` replaces the end of a longer one.
fn fitting(text: &str) -> Cow<'_, str> {
    match text.len() <= MAX_TEXT_BYTES {
        true => text.into(),
        false => format!("{}…", &text[..text.floor_char_boundary(MAX_TEXT_BYTES)]).into(),
    }
}

/// Compressed text in memory.
#[derive(Clone)]
struct PackedText(Arc<Mutex<GzEncoder<Vec<u8>>>>);

impl Default for PackedText {
    fn default() -> Self {
        let encoder = GzEncoder::new(Vec::new(), Compression::fast());
        Self(Arc::new(Mutex::new(encoder)))
    }
}

impl PackedText {
    /// Everything that was written, decompressed.
    fn text(&self) -> io::Result<String> {
        let mut encoder = lock(&self.0);
        encoder.flush()?;
        let mut bytes = Vec::new();
        // The stream has no end marker yet; nothing else is missing.
        match GzDecoder::new(encoder.get_ref().as_slice()).read_to_end(&mut bytes) {
            Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => Err(error),
            _ => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        }
    }
}

impl Write for PackedText {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut encoder = lock(&self.0);
        encoder.write(bytes)
    }

    /// Does nothing, since frequent flushing spoils the compression.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Recording, ReplayError, playback::tests::played};
    use hexbound_base::{clock::TICK_RATE, random::Random};
    use hexbound_level::Level;
    use hexbound_scenes::catalog;
    use hexbound_sim::{Buttons, CollisionMode, Methods, Rules};

    const LEVEL: &str = "test:box-room";

    fn command(tick: u64) -> Command {
        Command {
            buttons: Buttons::FORWARD,
            yaw: (tick % 7) as f32 * 0.01,
            methods: Methods::by(match tick > 200 {
                true => CollisionMode::Article,
                false => CollisionMode::Swept,
            }),
            ..Command::default()
        }
    }

    /// A level with the recorder and the world of a run that begins in it.
    fn begun() -> (Level, FlightRecorder, World) {
        let level = catalog::open(LEVEL).unwrap();
        let header = Header::of(&level, Rules::default(), LEVEL.into());
        let world = World::new(&level, Rules::default());
        (level, FlightRecorder::begin(&header), world)
    }

    fn read(text: &str) -> Result<Recording, ReplayError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.txt");
        std::fs::write(&path, text).unwrap();
        crate::read(&path)
    }

    #[test]
    fn a_report_leads_to_the_state_before_the_fault_and_the_run_goes_on() {
        let (level, mut recorder, mut world) = begun();
        let mut reports = Vec::new();
        for tick in 0..400 {
            recorder.begin_tick(&command(tick));
            if tick == 150 || tick == 200 {
                let report = recorder.report("a remark\nof two lines", "it\nfailed");
                reports.push((report, world.state_hash(), tick));
            }
            world.step(&level, &command(tick), &mut Vec::new());
            recorder.end_tick(&world);
        }
        reports.push((recorder.report("", "later"), world.state_hash(), 400));
        for (text, state, ticks) in reports {
            let recording = read(&text).unwrap();
            assert_eq!(recording.ticks, ticks);
            let fault = recording.fault.clone().unwrap();
            let is_inside = ticks < 400;
            assert_eq!(fault.unfinished, is_inside.then(|| command(ticks)));
            assert_eq!(fault.words, if is_inside { "it failed" } else { "later" });
            assert_eq!(text.contains("\n# of two lines\n"), is_inside);
            assert_eq!(played(&level, recording).unwrap().state_hash(), state);
        }
    }

    #[test]
    fn a_report_of_endless_words_is_read() {
        let (_, mut recorder, _) = begun();
        for before in 0..3 {
            let endless = "x".repeat(before) + &"界".repeat(3_000);
            let text = recorder.report(&format!("short\n{endless}"), &endless);
            let words = read(&text).unwrap().fault.unwrap().words;
            let kept = words.strip_suffix('…').unwrap();
            assert!(endless.starts_with(kept) && kept.len() > 4_000, "{words}");
        }
    }

    #[test]
    fn an_hour_of_a_restless_hand_takes_a_few_megabytes() {
        // The world stands for that after each tick: only the states that are checked are missing.
        let (_, mut recorder, world) = begun();
        let mut random = Random::new(7);
        let ticks = 60 * 60 * u64::from(TICK_RATE);
        for tick in 0..ticks {
            // Counts of a mouse, as many as a hand makes in a tick.
            let counts = |random: &mut Random| random.between(-20.0, 20.0).round() * 0.0022;
            recorder.begin_tick(&Command {
                yaw: counts(&mut random),
                pitch: counts(&mut random),
                ..command(tick)
            });
            recorder.end_tick(&world);
        }
        let packed = recorder.run.as_ref().unwrap().packed.0.lock().unwrap();
        let held = packed.get_ref().capacity();
        drop(packed);
        assert!(held < 8 << 20, "{held} bytes");
        assert_eq!(read(&recorder.report("", "later")).unwrap().ticks, ticks);
    }

    #[test]
    fn a_changed_command_is_noticed_within_its_second() {
        let (level, mut recorder, mut world) = begun();
        for tick in 0..130 {
            recorder.begin_tick(&command(tick));
            world.step(&level, &command(tick), &mut Vec::new());
            recorder.end_tick(&world);
        }
        let text = recorder.report("", "");
        let text = text.replacen("\nF 0.01 0\n", "\nB 0.01 0\n", 1);
        let parted = played(&level, read(&text).unwrap()).err();
        assert!(matches!(
            parted,
            Some(ReplayError::Diverged { tick: 120, .. })
        ));
    }

    #[test]
    fn without_a_run_the_report_says_why() {
        let text = FlightRecorder::none("nobody played").report("what was known", "it failed");
        let error = read(&text).unwrap_err().to_string();
        assert!(error.contains("nobody played"), "{error}");
        assert!(text.contains("# what was known"));
    }
}
