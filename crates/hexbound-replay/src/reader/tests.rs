//! Tests of the reader: whole, altered, cut and strange files.

use super::*;
use hexbound_level::Scale;
use hexbound_sim::{Methods, Rewound};
use test_support::session;

fn lines(text: &str) -> NumberedLines<'_, &[u8]> {
    NumberedLines {
        path: Path::new("a.rec"),
        reader: text.as_bytes(),
        number: 0,
        is_cut: false,
    }
}

fn parse(text: &str) -> Result<Recording, ReplayError> {
    let recording = lines(text).recording()?;
    recording.check_whole().map(|()| recording)
}

const HEAD: &str = "hexbound-recording 4\nlevel test:box-room\ncontent any\n\
                    rules {\"walk_speed\":5.0,\"explosion_pool\":\"drop\",\"restitution\":0.8}\n";

#[test]
fn a_compressed_file_is_read_and_a_cut_one_is_refused() {
    use std::io::Write;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.rec.gz");
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), Default::default());
    let text = format!("{HEAD}F x3\nJ 0.1 0\nend 4 any\n");
    writer.write_all(text.as_bytes()).unwrap();
    let bytes = writer.finish().unwrap();
    std::fs::write(&path, &bytes).unwrap();
    assert_eq!(read(&path).unwrap().ticks, 4);
    for length in [1, 2, 9, bytes.len() / 2, bytes.len() - 9] {
        std::fs::write(&path, &bytes[..length]).unwrap();
        assert!(read(&path).is_err(), "cut at byte {length}");
    }
    for length in [bytes.len() - 20, bytes.len() - 9, bytes.len() - 1] {
        std::fs::write(&path, &bytes[..length]).unwrap();
        let said = read(&path).unwrap_err().to_string();
        let is_said = said.contains("is cut short");
        assert!(is_said, "cut at byte {length}: {said}");
    }
}

#[test]
fn strange_files_are_no_recordings() {
    for text in ["", "glTF", "hexbound-recording", "\u{0}\u{1}"] {
        let error = parse(text).unwrap_err();
        let is_said = matches!(error, ReplayError::NotARecording { .. });
        assert!(is_said, "{text}: {error}");
    }
}

#[test]
fn a_cut_anywhere_is_noticed_and_is_no_tampering() {
    let hash = "0123456789abcdef";
    let hashed = format!("{HEAD}F x3\nhash 3 {hash}\nJ x20\nend 23 {hash}\n");
    let checked = format!("{HEAD}F x3\nJ x20\nchecks Ab3x9Q\nend 23 {hash}\n");
    for text in [&hashed, &checked] {
        assert!(parse(text).is_ok());
        for length in 0..text.len() - 1 {
            let error = parse(&text[..length]).unwrap_err();
            let is_said = matches!(error, ReplayError::Truncated { .. });
            let is_head = length < HEAD.len();
            assert!(is_said || is_head, "cut at byte {length}: {error}");
        }
    }
    // Where the end is there, a check that is missing was taken out.
    let error = parse(&checked.replace("Ab3x9Q", "Ab3")).unwrap_err();
    assert!(matches!(error, ReplayError::Parted { .. }), "{error}");
}

#[test]
fn every_file_comes_to_what_it_says() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/reader/files.txt");
    session::play_by(&file, |script| {
        let head = if script.starts_with("hexbound-") {
            ""
        } else {
            HEAD
        };
        match lines(&format!("{head}{script}\n")).recording() {
            Ok(recording) => in_words(&recording),
            Err(error) => error.to_string(),
        }
    });
}

/// All that a recording has beside the usual.
fn in_words(recording: &Recording) -> String {
    let (header, usual) = (&recording.header, Rules::default());
    let mut said = vec![format!("{} ticks", recording.ticks)];
    let rules = (header.rules != usual).then(|| format!("{:?}", header.rules));
    said.extend(rules);
    let reading = &header.reading;
    said.extend((reading.scale != Scale::METERS).then(|| format!("scale {}", reading.scale)));
    said.extend(reading.variant.iter().map(|it| format!("variant {it}")));
    for (command, times) in &recording.runs {
        let (command, times) = (*command, *times);
        let mut words = vec![Line::Commands { command, times }.to_text()];
        let methods = command.methods;
        words.extend((methods != Methods::default()).then(|| methods.to_string()));
        let Rewound { ticks, times } = command.rewound;
        words.extend((times > 0).then(|| format!("{ticks} ticks were given up at {times} times")));
        words.extend(command.assisted.then(|| String::from("with help")));
        said.push(words.join(", "));
    }
    let hashes = recording.hashes.iter();
    said.extend(hashes.map(|(tick, hash)| format!("hash {tick} {hash:016x}")));
    said.extend(recording.result.map(|it| format!("{it:?}")));
    said.extend(recording.state_hash.map(|it| format!("ends in {it:016x}")));
    said.extend(recording.check_whole().err().map(|it| it.to_string()));
    said.join("\n")
}
