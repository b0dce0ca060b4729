//! The sound files and their samples, mono at 48 kHz. A file that can't be used costs its own sound and one
//! warning. Nothing here plays.

use std::{
    collections::HashMap,
    io::{self, Cursor},
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::Arc,
};

use rodio::{Decoder, Source};
use thiserror::Error;

use super::{resample::resample, sound::LoopSound};
use crate::Sound;
use hexbound_base::files;

/// The number of frames a second inside the mixer.
pub(crate) const FRAME_RATE: u32 = 48_000;
/// The longest file, seconds: effects are short, and a longer file is most likely music put here by
/// mistake.
const MAX_SECONDS: u32 = 30;
/// The frame rates of a valid file, hertz. A rate outside comes from a damaged header and would make a tiny
/// file huge.
const FILE_RATES: std::ops::RangeInclusive<u32> = 4_000..=384_000;

/// The reason for a sound that stays silent, with advice.
#[derive(Debug, Error)]
#[error("{}: {fault}", path.display())]
pub struct SoundError {
    path: PathBuf,
    fault: SoundFault,
}

#[derive(Debug, Error)]
enum SoundFault {
    #[error("can't be read ({0}); that sound stays silent")]
    Unreadable(#[from] io::Error),
    #[error("not a WAV file that can be played ({0}); export it as 16-bit PCM")]
    Malformed(String),
    #[error("holds no samples; export it again")]
    Empty,
    #[error("{0} Hz; export it at 48000 Hz")]
    Rate(u32),
    #[error("longer than {MAX_SECONDS} s; cut it")]
    Long,
    #[error("missing, so there is no sound for it; python3 assets/make/sounds.py writes it")]
    Missing,
}

/// The samples of one file: mono at [`FRAME_RATE`], −1..1.
pub(crate) type Clip = Arc<[f32]>;

/// The samples of the variants of every sound. An empty bank makes silence.
#[derive(Clone, Debug, Default)]
pub struct Bank {
    variants: HashMap<Sound, Vec<Clip>>,
    loops: HashMap<LoopSound, Clip>,
}

impl Bank {
    /// Loads the sound files in `folder`; also returns one error for each file or sound that can't be used.
    pub fn load(folder: &Path) -> (Self, Vec<SoundError>) {
        let mut bank = Self::default();
        let mut problems = Vec::new();
        let mut load = |path: PathBuf| {
            let samples = load_wav(&path).map_err(|problem| problems.push(problem));
            samples.map(Clip::from).ok()
        };
        for sound in Sound::all() {
            let files = variant_files(folder, &sound.name()).into_iter();
            bank.variants
                .insert(sound, files.filter_map(&mut load).collect());
        }
        for sound in LoopSound::all() {
            let clip = load(folder.join(sound.name() + ".wav"));
            bank.loops.extend(clip.map(|clip| (sound, clip)));
        }
        (bank, problems)
    }

    /// The clip of a looping sound, if its file can be used.
    pub fn loop_clip(&self, sound: LoopSound) -> Option<&Clip> {
        self.loops.get(&sound)
    }

    /// The variants of a sound; none if it has no usable file.
    pub fn variants(&self, sound: Sound) -> &[Clip] {
        self.variants.get(&sound).map_or(&[], Vec::as_slice)
    }

    pub fn is_empty(&self) -> bool {
        self.variants.values().all(Vec::is_empty) && self.loops.is_empty()
    }

    /// A bank without files, for tests.
    #[cfg(test)]
    pub(crate) fn from_clips(clips: &[(Sound, Vec<f32>)]) -> Self {
        let mut bank = Self::default();
        for (sound, samples) in clips {
            let variants = bank.variants.entry(*sound).or_default();
            variants.push(samples.as_slice().into());
        }
        bank
    }

    /// Returns this bank with one more looping sound.
    #[cfg(test)]
    pub(crate) fn with_loop(mut self, sound: LoopSound, samples: &[f32]) -> Self {
        self.loops.insert(sound, samples.into());
        self
    }
}

/// Loads a WAV file as mono at [`FRAME_RATE`]: 8 to 32 bits or float, basic or extensible header, any number
/// of channels.
pub fn load_wav(path: &Path) -> Result<Vec<f32>, SoundError> {
    samples_of(path).map_err(|fault| SoundError {
        path: path.to_owned(),
        fault,
    })
}

fn samples_of(path: &Path) -> Result<Vec<f32>, SoundFault> {
    if !files::is_file(path) {
        return Err(SoundFault::Missing);
    }
    let bytes = files::read(path)?;
    // The decoder asserts on headers that contradict themselves (no channels, no rate). A player's file must
    // not crash the game.
    let (samples, rate) = catch_unwind(AssertUnwindSafe(|| decode(bytes)))
        .unwrap_or_else(|_| Err("its header contradicts itself".to_owned()))
        .map_err(SoundFault::Malformed)?;
    if samples.is_empty() {
        return Err(SoundFault::Empty);
    }
    if !FILE_RATES.contains(&rate) {
        return Err(SoundFault::Rate(rate));
    }
    if samples.len() > (MAX_SECONDS * rate) as usize {
        return Err(SoundFault::Long);
    }
    Ok(resample(samples, rate, FRAME_RATE))
}

/// Decodes the frames, mixed down, and their rate. Stops soon after [`MAX_SECONDS`].
fn decode(bytes: Vec<u8>) -> Result<(Vec<f32>, u32), String> {
    if !bytes.starts_with(b"RIFF") {
        return Err("it does not begin with RIFF".to_owned());
    }
    let length = bytes.len() as u64;
    let decoder = Decoder::builder()
        .with_data(Cursor::new(bytes))
        .with_byte_len(length)
        .with_hint("wav")
        .build()
        .map_err(|error| error.to_string())?;
    let rate = decoder.sample_rate().get();
    let channels = usize::from(decoder.channels().get());
    let limit = (MAX_SECONDS as usize + 1).saturating_mul(rate.min(*FILE_RATES.end()) as usize);
    // A float file may hold any value; one NaN would silence the whole mixer.
    let finite = |sample: f32| if sample.is_finite() { sample } else { 0.0 };
    let samples = decoder.take(limit.saturating_mul(channels)).map(finite);
    let samples: Vec<f32> = samples.map(|sample| sample.clamp(-1.0, 1.0)).collect();
    let mean = |frame: &[f32]| frame.iter().sum::<f32>() / channels as f32;
    Ok((samples.chunks_exact(channels).map(mean).collect(), rate))
}

/// The files `name_*.wav` in the order of their numbers; the first of these names if no file exists.
fn variant_files(folder: &Path, name: &str) -> Vec<PathBuf> {
    let number = |path: &Path| -> Option<u32> {
        let file = path.file_name()?.to_str()?;
        let rest = file.strip_prefix(name)?.strip_prefix('_')?;
        rest.strip_suffix(".wav")?.parse().ok()
    };
    let mut variants: Vec<_> = files::list(folder)
        .filter_map(|path| Some((number(&path)?, path)))
        .collect();
    if variants.is_empty() {
        variants.push((1, folder.join(format!("{name}_1.wav"))));
    }
    variants.sort();
    variants.into_iter().map(|(_, path)| path).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::SoundKind;

    fn header(tag: u16, channels: u16, rate: u32, bits: u16, data: &[u8]) -> Vec<u8> {
        let block = channels * bits / 8;
        let mut bytes = b"RIFF".to_vec();
        bytes.extend((36 + data.len() as u32).to_le_bytes());
        bytes.extend(b"WAVEfmt \x10\0\0\0");
        bytes.extend([tag, channels].map(u16::to_le_bytes).concat());
        bytes.extend(
            [rate, rate * u32::from(block)]
                .map(u32::to_le_bytes)
                .concat(),
        );
        bytes.extend([block, bits].map(u16::to_le_bytes).concat());
        bytes.extend(b"data");
        bytes.extend((data.len() as u32).to_le_bytes());
        bytes.extend(data);
        bytes
    }

    fn load(bytes: &[u8]) -> Result<Vec<f32>, SoundError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sound.wav");
        fs::write(&path, bytes).unwrap();
        load_wav(&path)
    }

    /// A format tag, its bits per sample, and the bytes of a sample of 0.5.
    type Half = (u16, u16, Vec<u8>);

    /// Samples of 16, 24 and 32 bits; the last one is a float.
    fn halves() -> [Half; 3] {
        [
            (1, 16, 0x4000_i16.to_le_bytes().to_vec()),
            (1, 24, vec![0, 0, 0x40]),
            (3, 32, 0.5_f32.to_le_bytes().to_vec()),
        ]
    }

    #[test]
    fn half_scale_is_half_in_every_format() {
        let whole = 0x4000_0000_i32.to_le_bytes().to_vec();
        let others = [(1, 8, vec![192]), (1, 32, whole)];
        for (tag, bits, sample) in halves().into_iter().chain(others) {
            let file = header(tag, 1, FRAME_RATE, bits, &sample.repeat(200));
            assert_half(&load(&file).unwrap(), bits);
        }
    }

    fn assert_half(samples: &[f32], bits: u16) {
        assert_eq!(samples.len(), 200, "{bits} bits");
        for sample in samples {
            assert!((sample - 0.5).abs() < 0.01, "{bits} bits: {sample}");
        }
    }

    /// The extensible form of a basic file, whose header names the format once more, in a longer form.
    fn extensible(tag: u16, bits: u16, data: &[u8]) -> Vec<u8> {
        let plain = header(0xfffe, 1, FRAME_RATE, bits, data);
        let mut bytes = plain[..36].to_vec();
        bytes[4..8].copy_from_slice(&(60 + data.len() as u32).to_le_bytes());
        bytes[16..20].copy_from_slice(&40_u32.to_le_bytes());
        bytes.extend(22_u16.to_le_bytes());
        bytes.extend(bits.to_le_bytes());
        bytes.extend(4_u32.to_le_bytes());
        bytes.extend(tag.to_le_bytes());
        bytes.extend(b"\0\0\0\0\x10\0\x80\0\0\xaa\0\x38\x9b\x71");
        bytes.extend(&plain[36..]);
        bytes
    }

    #[test]
    fn the_extensible_form_sounds_as_the_plain_one() {
        for (tag, bits, sample) in halves() {
            let file = extensible(tag, bits, &sample.repeat(200));
            assert_half(&load(&file).unwrap(), bits);
        }
    }

    #[test]
    fn channels_are_averaged() {
        let frame = [0x2000_i16, 0x6000, -0x2000, 0x2000].map(i16::to_le_bytes);
        let samples = load(&header(1, 4, FRAME_RATE, 16, &frame.concat().repeat(100))).unwrap();
        assert_eq!(samples.len(), 100);
        assert!((samples[50] - 0.25).abs() < 1e-3, "{}", samples[50]);
    }

    #[test]
    fn other_rates_keep_their_duration() {
        for rate in [8_000, 44_100, 96_000, 192_000] {
            let data = vec![0x20; rate as usize / 10 * 2];
            let samples = load(&header(1, 1, rate, 16, &data)).unwrap();
            let off = samples.len().abs_diff(FRAME_RATE as usize / 10);
            assert!(off <= 1, "{rate}: {off} frames");
        }
    }

    #[test]
    fn nan_and_infinity_in_a_float_file_become_silence() {
        let data = [f32::NAN, f32::INFINITY, 1e30].map(f32::to_le_bytes);
        let data = data.concat().repeat(50);
        let samples = load(&header(3, 1, FRAME_RATE, 32, &data)).unwrap();
        assert!(samples.iter().all(|sample| sample.abs() <= 1.0));
    }

    #[test]
    fn what_can_not_be_played_is_named() {
        let cases: [(&[u8], &str); 5] = [
            (b"", "RIFF"),
            (b"OggS and so on, long enough to look at", "RIFF"),
            (&header(1, 1, FRAME_RATE, 16, &[]), "sound.wav"),
            (&header(1, 0, FRAME_RATE, 16, &[0; 64]), "sound.wav"),
            (&header(1, 1, 1, 16, &[0; 64]), "48000"),
        ];
        for (bytes, expected) in cases {
            let message = load(bytes).unwrap_err().to_string();
            assert!(message.contains("sound.wav"), "{message}");
            assert!(message.contains(expected), "{message}");
        }
        let long = header(1, 1, 8_000, 8, &vec![128; 8_000 * 31]);
        assert!(load(&long).unwrap_err().to_string().contains("cut it"));
    }

    #[test]
    fn one_bad_file_costs_one_variant() {
        let folder = tempfile::tempdir().unwrap();
        let good = header(1, 1, FRAME_RATE, 16, &[0, 64].repeat(100));
        fs::write(folder.path().join("jump_2.wav"), &good).unwrap();
        fs::write(folder.path().join("jump_10.wav"), &good[..20]).unwrap();
        fs::write(folder.path().join("jump_notes.txt"), "no sound").unwrap();
        let (bank, problems) = Bank::load(folder.path());
        assert_eq!(bank.variants(SoundKind::Jump.into()).len(), 1);
        let messages: Vec<_> = problems.iter().map(ToString::to_string).collect();
        let expected = Sound::all().count() + LoopSound::all().count();
        assert_eq!(messages.len(), expected, "{messages:?}");
        assert!(messages.iter().any(|text| text.contains("jump_10.wav")));
        assert!(messages.iter().any(|text| text.contains("bounce_1.wav")));
    }
}
