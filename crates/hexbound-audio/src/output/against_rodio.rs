//! Comparison of the mixer's parts with rodio's. `cargo test -p hexbound-audio against_rodio -- --nocapture
//! --test-threads 1` prints the figures, and docs/sound.md draws the conclusions. A test that fails after an
//! update of rodio means that our part may go.

use std::{
    f32::consts::TAU,
    time::{Duration, Instant},
};

use rodio::{
    Sample, SampleRate, Source, buffer::SamplesBuffer, conversions::SampleRateConverter,
    source::LimitSettings,
};

use super::{
    OPEN_CUTOFF, SAMPLE_RATE, STEREO_CHANNELS, Voice, VoiceTone,
    block::{BLOCK_FRAMES, Block, Ramp},
    limiter::Limiter,
    reverb::Reverb,
};
use crate::{bank::FRAME_RATE, resample::resample, spaces::Reverberation, volumes::Category};

fn decibels(factor: f32) -> f32 {
    20.0 * factor.log10()
}

fn level(samples: &[f32]) -> f32 {
    (samples.iter().map(|it| it * it).sum::<f32>() / samples.len() as f32).sqrt()
}

/// A second of a quiet high tone on the right, and on the left a blow far beyond full scale.
fn blow() -> Vec<[f32; 2]> {
    let frame = |at: usize| {
        let time = at as f32 / FRAME_RATE as f32;
        let since = at as f32 - 24_000.0;
        let blow = if since < 0.0 {
            0.0
        } else {
            8.0 * (-since / 4_800.0).exp()
        };
        [
            blow * (TAU * 180.0 * time).cos(),
            0.2 * (TAU * 900.0 * time).cos(),
        ]
    };
    (0..FRAME_RATE as usize).map(frame).collect()
}

/// Prints the peak and the largest step of the right side beyond that of its tone.
fn judge(name: &str, began: Instant, limited: &[[f32; 2]]) -> [f32; 2] {
    let nanoseconds = began.elapsed().as_nanos() / limited.len() as u128;
    let samples = limited.as_flattened().iter();
    let peak = samples.fold(0.0_f32, |peak, it| peak.max(it.abs()));
    let steps = limited.windows(2).map(|it| (it[1][1] - it[0][1]).abs());
    let step = steps.fold(0.0, f32::max) / (0.2 * TAU * 900.0 / FRAME_RATE as f32);
    println!(
        "limiter, {name}: peak {:+.1} dBFS, steepest {step:.2} of the tone, {nanoseconds} ns a frame",
        decibels(peak)
    );
    [peak, step]
}

#[test]
fn the_limiter_of_rodio_either_overshoots_or_clicks() {
    let frames = blow();
    let began = Instant::now();
    let mut limiter = Limiter::new();
    let blocks = frames.as_chunks::<BLOCK_FRAMES>().0.iter();
    let ours: Vec<_> = blocks.flat_map(|block| limiter.limit(*block)).collect();
    let ours = judge("ours", began, &ours[BLOCK_FRAMES..]);
    assert!(ours[0] <= 0.981 && ours[1] < 1.1, "{ours:?}");
    let game = LimitSettings::gaming();
    let mastering = LimitSettings::mastering();
    let at_once = LimitSettings::mastering().with_attack(Duration::ZERO);
    for (name, settings) in [
        ("gaming", game),
        ("mastering", mastering),
        ("no attack", at_once),
    ] {
        let source = SamplesBuffer::new(STEREO_CHANNELS, SAMPLE_RATE, frames.as_flattened());
        let began = Instant::now();
        let limited: Vec<f32> = source.limit(settings).collect();
        let [peak, step] = judge(name, began, limited.as_chunks().0);
        assert!(peak > 1.2 || step > 3.0, "{name}: rodio's is as good");
    }
}

/// The level of a sine that is resampled from one rate to another, as a factor of the original level.
fn passed(convert: fn(Vec<f32>, u32, u32) -> Vec<f32>, [from, to]: [u32; 2], hertz: f32) -> f32 {
    let wave = |at: u32| (TAU * (hertz * at as f32 / from as f32).fract()).sin();
    let out = convert((0..from / 4).map(wave).collect(), from, to);
    level(&out[out.len() / 8..out.len() * 7 / 8]) * 2.0_f32.sqrt()
}

fn by_rodio(samples: Vec<f32>, from: u32, to: u32) -> Vec<f32> {
    let [from, to] = [from, to].map(|rate| SampleRate::new(rate).unwrap());
    SampleRateConverter::new(samples.into_iter(), from, to, rodio::nz!(1)).collect()
}

#[test]
fn the_resampling_of_rodio_lets_aliases_through() {
    for (name, convert) in [("ours", resample as fn(_, _, _) -> _), ("rodio", by_rodio)] {
        let sweep = |rates, hertz: [f32; 2]| {
            let steps = (0..40).map(move |at| hertz[0] + (hertz[1] - hertz[0]) * at as f32 / 39.0);
            steps.map(move |hertz| decibels(passed(convert, rates, hertz)))
        };
        let kept = sweep([44_100, FRAME_RATE], [50.0, 18_000.0]).fold(f32::INFINITY, f32::min);
        let alias = sweep([96_000, FRAME_RATE], [27_000.0, 45_000.0]).fold(-999.0, f32::max);
        println!(
            "resampling, {name}: {kept:.1} dB of 0 to 18 kHz kept from 44.1 kHz on, {alias:.1} dB of \
             27 to 45 kHz heard from 96 kHz on"
        );
        let is_good = kept > -0.5 && alias < -40.0;
        assert_eq!(is_good, name == "ours", "{name}: {kept} {alias}");
    }
}

#[test]
fn the_reverb_of_rodio_is_one_echo() {
    let answer = Reverberation {
        level: 1.0,
        decay: 1.5,
        // Next to none.
        damping: 60_000.0,
        delay: 0.02,
    };
    let mut reverb = Reverb::new();
    let mut ours = Vec::new();
    let began = Instant::now();
    for number in 0..2 * FRAME_RATE as usize / BLOCK_FRAMES {
        let mut block = Block::default();
        block.sent[0] = if number == 0 { 1.0 } else { 0.0 };
        reverb.add_to(&mut block, answer, Ramp::between(1.0, 1.0));
        ours.extend(block.dry.map(|frame| frame[0]));
    }
    println!(
        "reverb, ours: {} ns a frame",
        began.elapsed().as_nanos() / ours.len() as u128
    );
    let mut blow = vec![0.0; 2 * FRAME_RATE as usize];
    blow[0] = 1.0;
    let source = SamplesBuffer::new(rodio::nz!(1), SAMPLE_RATE, blow);
    let echo = source.reverb(Duration::from_millis(20), 0.5);
    let rodio: Vec<Sample> = echo.skip(1).collect();
    for (name, heard) in [("ours", ours), ("rodio", rodio)] {
        let all: f32 = heard.iter().map(|it| it * it).sum();
        // The time until the share `rest` of the energy is left.
        let until = |rest: f32| {
            let mut left = all;
            let end = heard.iter().position(|it| {
                left -= it * it;
                left <= all * rest
            });
            end.unwrap_or(heard.len()) as f32 / FRAME_RATE as f32
        };
        // Twice the time from −5 to −35 dB.
        let seconds = 2.0 * (until(10.0_f32.powf(-3.5)) - until(10.0_f32.powf(-0.5)));
        let echoes = heard.iter().filter(|it| it.abs() > 1e-4).count();
        println!("reverb, {name}: falls by 60 dB in {seconds:.2} s for 1.5 s, {echoes} echoes");
        let is_good = (seconds / answer.decay - 1.0).abs() < 0.2;
        assert_eq!(is_good, name == "ours", "{name}: {seconds} s");
    }
}

#[test]
fn the_mixer_of_rodio_sums_and_no_more() {
    const VOICES: usize = 64;
    let clip: Vec<f32> = (0..FRAME_RATE)
        .map(|at| (at as f32 * 0.05).sin() * 0.01)
        .collect();
    let (input, mixed) = rodio::mixer::mixer(STEREO_CHANNELS, SAMPLE_RATE);
    for _ in 0..VOICES {
        let source = SamplesBuffer::new(rodio::nz!(1), SAMPLE_RATE, clip.clone());
        // At the pitch, to the side and as dull as a voice of ours.
        let voice = source.speed(1.02).low_pass(9_000);
        input.add(rodio::source::ChannelVolume::new(voice, vec![0.4, 0.3]));
    }
    let began = Instant::now();
    let heard: Vec<Sample> = mixed.take(FRAME_RATE as usize).collect();
    let of_rodio = began.elapsed();
    assert!(level(&heard) > 0.01);

    let tone = VoiceTone {
        sides: [0.4, 0.3],
        send: 0.0,
        cutoff: 9_000.0_f32.min(OPEN_CUTOFF),
        pitch: 1.02,
    };
    let voices = (0..VOICES).map(|_| Voice::once(clip.clone().into(), Category::Effects, tone).0);
    let mut voices: Vec<Voice> = voices.collect();
    let began = Instant::now();
    for _ in 0..FRAME_RATE as usize / 2 / BLOCK_FRAMES {
        let mut block = Block::default();
        for voice in &mut voices {
            voice.add_to(&mut block, Ramp::between(1.0, 1.0));
        }
        assert!(block.dry.iter().any(|frame| frame[0] != 0.0));
    }
    let ours = began.elapsed();
    println!("mixer, {VOICES} voices for half a second: rodio {of_rodio:?}, ours {ours:?}");
}
