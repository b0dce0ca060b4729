//! The real devices: their names, the player's choice, and the opening of a stream.

use std::any::Any;

use log::{debug, warn};
use rodio::{
    ChannelCount, DeviceSinkBuilder, MixerDeviceSink,
    cpal::{
        BufferSize, Device as CpalDevice, Error as CpalError, ErrorKind, default_host,
        traits::{DeviceTrait, HostTrait},
    },
    mixer::Mixer,
    source::ChannelVolume,
};

use super::{Device, LossSender};
use crate::output::{Output, SAMPLE_RATE, STEREO_CHANNELS};

/// The frames of a period, 21 ms; the device keeps two periods.
const PERIOD_FRAMES: u32 = 1_024;

/// The name for ALSA's null device, which describes itself in words for programmers.
pub const NO_SOUND: &str = "no sound";

/// The names of the output devices.
pub fn output_devices() -> Vec<String> {
    silence_alsa();
    let Ok(devices) = default_host().output_devices() else {
        return Vec::new();
    };
    let mut names: Vec<String> = devices.filter_map(|device| name_of(&device)).collect();
    names.dedup();
    names
}

fn name_of(device: &CpalDevice) -> Option<String> {
    let description = device.description().ok()?;
    Some(named_by(description.name(), description.driver()).to_owned())
}

/// The name of a device from its system name and driver.
fn named_by<'a>(name: &'a str, driver: Option<&str>) -> &'a str {
    match driver {
        Some("null") => NO_SOUND,
        _ => name,
    }
}

/// The output device of the chosen name; otherwise the system's default output, or the first device that
/// opens.
#[derive(Default)]
pub(crate) struct ChosenDevice {
    name: String,
}

impl ChosenDevice {
    /// Opens the device of the chosen name, if there is one and it opens.
    fn named(&self, lost: &LossSender) -> Option<MixerDeviceSink> {
        if self.name.is_empty() {
            return None;
        }
        let mut devices = default_host().output_devices().ok()?;
        let device = devices.find(|device| name_of(device).as_deref() == Some(&*self.name));
        let opened = device
            .ok_or_else(|| "it is not there".to_owned())
            .and_then(|device| open_device(device, lost));
        opened
            .map_err(|error| warn!("sound: not through {}: {error}", self.name))
            .ok()
    }
}

impl Device for ChosenDevice {
    fn choose(&mut self, name: String) {
        self.name = name;
    }

    fn open(&mut self, output: Output, lost: LossSender) -> Result<Box<dyn Any>, String> {
        silence_alsa();
        let host = default_host();
        let default = || {
            host.default_output_device()
                .ok_or_else(|| "there is no output device".to_owned())
                .and_then(|device| open_device(device, &lost))
        };
        let chosen = self.named(&lost);
        let mut sink = chosen.map_or_else(default, Ok).or_else(|error| {
            let others = host.output_devices().map_err(|_| error.clone())?;
            others
                .filter(|device| name_of(device).as_deref() != Some(NO_SOUND))
                .find_map(|device| open_device(device, &lost).ok())
                .ok_or(error)
        })?;
        sink.log_on_drop(false);
        add_for_channels(sink.mixer(), sink.config().channel_count(), output);
        debug!("sound: {:?}", sink.config());
        Ok(Box::new(sink))
    }
}

/// Adds the output to the mixer for the device's channels. A device of one channel gets the mean of both
/// sides, since rodio would pass only the left one and its `ChannelVolume` adds them up. A device of more
/// than two channels gets ours as the first two and silence in the others.
fn add_for_channels(mixer: &Mixer, channels: ChannelCount, output: Output) {
    if channels.get() == 1 {
        mixer.add(ChannelVolume::new(output, vec![0.5]));
    } else {
        mixer.add(output);
    }
}

/// Opens the stream in the mixer's own format, or else in a format of the device, to which rodio converts.
fn open_device(device: CpalDevice, lost: &LossSender) -> Result<MixerDeviceSink, String> {
    let ours = DeviceSinkBuilder::from_device(device.clone())
        .map_err(|error| root_cause(&error))?
        .with_channels(STEREO_CHANNELS)
        .with_sample_rate(SAMPLE_RATE)
        .with_buffer_size(BufferSize::Fixed(PERIOD_FRAMES))
        .with_error_callback(on_error(lost.clone()))
        .open_stream();
    ours.or_else(|_| {
        DeviceSinkBuilder::from_device(device)?
            .with_error_callback(on_error(lost.clone()))
            .open_sink_or_fallback()
    })
    .map_err(|error| root_cause(&error))
}

fn on_error(lost: LossSender) -> impl FnMut(CpalError) + Send + Clone + 'static {
    move |error| match error.kind() {
        // The stream continues after these errors.
        ErrorKind::Xrun | ErrorKind::RealtimeDenied | ErrorKind::DeviceChanged => {
            debug!("sound: {error}");
        }
        _ => lost.report(error.to_string()),
    }
}

/// The innermost error of a chain, as text. The errors around it only name the call.
fn root_cause(error: &dyn std::error::Error) -> String {
    let deepest = std::iter::successors(Some(error), |error| error.source()).last();
    let deepest = deepest.unwrap_or(error).to_string();
    deepest.trim_end_matches('.').to_owned()
}

/// Silences the ALSA library, which prints several lines on a machine without sound; our one line is enough.
/// The effect is limited to the calling thread.
#[cfg(target_os = "linux")]
fn silence_alsa() {
    if let Err(error) = alsa::Output::local_error_handler() {
        debug!("sound: ALSA's messages can't be caught: {error}");
    }
}

#[cfg(not(target_os = "linux"))]
fn silence_alsa() {}

#[cfg(test)]
mod tests {
    use std::f32::consts::TAU;

    use glam::Vec3;
    use rodio::SampleRate;

    use super::*;
    use crate::{Bank, Listener, Mixer, Moment, SoundKind, bank::FRAME_RATE};
    use hexbound_sim::{Event, EventKind};

    #[test]
    fn the_device_without_sound_has_a_name_of_ours() {
        let alsa = "Discard all samples (playback) or generate zero samples (capture)";
        assert_eq!(named_by(alsa, Some("null")), NO_SOUND);
        assert_eq!(named_by("Speakers", Some("hw:0")), "Speakers");
        assert_eq!(named_by("Speakers", None), "Speakers");
    }

    /// Returns the samples that a device with these channels and this rate plays for one event, whose
    /// sound is the clip.
    fn played(
        hit: Event,
        (sound, clip): (SoundKind, Vec<f32>),
        (channels, rate): (u16, SampleRate),
    ) -> impl Iterator<Item = f32> {
        let (mut mixer, output) = Mixer::new(Bank::from_clips(&[(sound.into(), clip)]));
        mixer.play(&Moment::of(&[hit], Listener::default()));
        let channels = ChannelCount::new(channels).unwrap();
        let (input, device) = rodio::mixer::mixer(channels, rate);
        add_for_channels(&input, channels, output);
        device
    }

    /// Returns the samples that a device with these channels plays for a bounce at `place`.
    fn bounce(place: Vec3, channels: u16) -> impl Iterator<Item = f32> {
        let hit = Event::new(EventKind::Bounce, place, Vec3::Y, 20.0);
        let clip = (SoundKind::Bounce, vec![0.5; 4_800]);
        played(hit, clip, (channels, SAMPLE_RATE))
    }

    #[test]
    fn both_sides_are_heard_on_any_number_of_channels() {
        for channels in [1, 2, 6, 8] {
            for x in [-3.0, 3.0] {
                let samples: Vec<f32> = bounce(Vec3::X * x, channels).take(20_000).collect();
                assert_eq!(samples.len(), 20_000);
                let peak = samples.iter().fold(0.0_f32, |peak, it| peak.max(it.abs()));
                let of_mean = if channels == 1 { 0.5 } else { 1.0 };
                let least = 0.1 * of_mean;
                assert!(peak > least, "{channels} channels, x = {x}: {peak}");
            }
        }
    }

    #[test]
    fn one_channel_is_the_mean_of_both_sides() {
        let heard = |channels| {
            let device = bounce(Vec3::new(0.5, 0.0, -2.0), channels);
            let samples = device.take(4_000 * usize::from(channels));
            samples.collect::<Vec<f32>>()
        };
        let (mono, stereo) = (heard(1), heard(2));
        assert!(mono.iter().any(|sample| sample.abs() > 0.1));
        for (mean, sides) in mono.iter().zip(stereo.chunks(2)) {
            assert!((mean - (sides[0] + sides[1]) / 2.0).abs() < 1e-6);
        }
    }

    #[test]
    fn a_device_of_another_rate_plays_as_high_and_as_long() {
        let wave = |at: usize| (at as f32 / FRAME_RATE as f32 * 440.0 * TAU).sin() * 0.5;
        let clip: Vec<f32> = (0..FRAME_RATE as usize).map(wave).collect();
        for rate in [22_050_u32, 44_100, 96_000, 192_000] {
            let hit = Event::new(EventKind::Explosion, Vec3::NEG_Z, Vec3::Y, 20.0);
            let stereo = (2, SampleRate::new(rate).expect("no zero"));
            let device = played(hit, (SoundKind::Explosion, clip.clone()), stereo);
            let left: Vec<f32> = device.step_by(2).take(2 * rate as usize).collect();
            let last = left.iter().rposition(|sample| sample.abs() > 0.01).unwrap();
            let seconds = last as f32 / rate as f32;
            assert!((seconds - 1.0).abs() < 0.08, "{rate}: {seconds} s");
            let rises = left[..last].windows(2);
            let rises = rises.filter(|it| it[0] < 0.0 && it[1] >= 0.0);
            let pitch = rises.count() as f32 / seconds;
            assert!((pitch / 440.0 - 1.0).abs() < 0.06, "{rate}: {pitch} Hz");
        }
    }
}
