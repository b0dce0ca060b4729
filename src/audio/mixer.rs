//! The game's end of the mixer: from the events of a frame, and from where the ear is, to voices and
//! what they are set to. Chooses variants, merges what happens at once, caps the voices.

use std::sync::{
    Arc,
    mpsc::{Sender, channel},
};

use glam::Vec3;

use super::{
    InterfaceSound, Moment, Sound, SoundKind, Volumes,
    bank::{Bank, RATE},
    beds::beds,
    cue::Cue,
    desk::Desk,
    loops::{EasedOcclusion, Loops},
    moving::balls,
    output::{Handle, Output, Tone, Voice},
    spaces::{EarPlace, Occlusion, Reverberation, occlusion},
    volumes::Category,
};
use crate::{random::bits_at, sim::MovedLevel};

/// Sounds at once, without those that go on and on; beyond it the quietest makes room.
pub(crate) const MAX_VOICES: usize = 64;
/// The most voices of one sound that one call starts: more would only be noise.
const AT_ONCE: usize = 6;
/// The distance within which two sources are one to the ear, meters.
const SAME_PLACE: f32 = 1.0;
/// The factor by which a merged sound may be louder than its loudest part.
const MERGED: f32 = 1.6;
/// The most by which the pitch differs from one voice to the next, as a part of it.
const SPREAD: f32 = 0.04;
/// The most sounds of a frame of which is known at once what is in their way.
const LOOKS_AT_NEW: usize = 8;
/// The sounds that play whose ways are looked at again in a frame.
const LOOKS: usize = 4;

/// The game's end of the mixer: it starts voices for events and lets them follow the listener.
pub struct Mixer {
    bank: Bank,
    arriving: Sender<Voice>,
    desk: Arc<Desk>,
    playing: Vec<Playing>,
    loops: Loops,
    ear: EarPlace,
    /// The seconds that have passed, for the wind.
    time: f64,
    /// The one of `playing` whose way is looked at next.
    next_look: usize,
    /// The variant each sound played last, and how many voices were started: all choices follow
    /// from these, so the same events sound the same.
    last: [Option<usize>; Sound::SLOTS],
    started: u64,
}

struct Playing {
    /// The cue as it is heard now, with the voice's own pitch.
    cue: Cue,
    occlusion: EasedOcclusion,
    /// The length, seconds.
    length: f32,
    handle: Arc<Handle>,
}

impl Playing {
    /// The voice has been dropped by the output's end.
    fn is_over(&self) -> bool {
        Arc::strong_count(&self.handle) == 1
    }

    /// Roughly: a clip fades as it plays.
    fn loudness(&self) -> f32 {
        let left = (1.0 - self.handle.age() / self.length).clamp(0.0, 1.0);
        self.cue.gain * left * left
    }

    fn is_of_world(&self) -> bool {
        Category::of(self.cue.sound.kind()).is_of_world()
    }
}

impl Mixer {
    /// The game's end and the device's end.
    pub fn new(bank: Bank) -> (Self, Output) {
        let (arriving, received) = channel();
        let desk = Arc::new(Desk::default());
        let output = Output::new(received, desk.clone());
        let mixer = Self {
            bank,
            arriving,
            desk,
            playing: Vec::new(),
            loops: Loops::default(),
            ear: EarPlace::default(),
            time: 0.0,
            next_look: 0,
            last: [None; Sound::SLOTS],
            started: 0,
        };
        (mixer, output)
    }

    /// Starts what happened since the last call, and lets everything be heard from where the ear is.
    pub fn play(&mut self, moment: &Moment) {
        self.playing.retain(|playing| !playing.is_over());
        let ear = moment.listener.position;
        let moved =
            (moment.around).map(|(level, world)| MovedLevel::at(level, world.tick, &world.play));
        let in_the_way = |source: Vec3| match &moved {
            Some(moved) => occlusion(ear, source, |from, to| moved.is_clear(from, to)),
            None => Occlusion(0.0),
        };
        self.follow(moment, in_the_way);
        let cues = (moment.events.iter()).filter_map(|event| Cue::of(event, moment.listener));
        for (number, cue) in merge(cues).into_iter().enumerate() {
            if self.is_repeat(&cue) {
                continue;
            }
            let occlusion = match number < LOOKS_AT_NEW {
                true => in_the_way(cue.position),
                false => Occlusion(0.0),
            };
            self.start(cue, occlusion);
        }
        self.surround(moment, in_the_way);
    }

    /// Plays a sound of the menus, which is heard while the game is paused, too.
    pub fn interface(&mut self, sound: InterfaceSound) {
        self.playing.retain(|playing| !playing.is_over());
        let cue = Cue::of_interface(sound);
        if !self.is_repeat(&cue) {
            self.start(cue, Occlusion(0.0));
        }
    }

    /// Fades everything out.
    pub(crate) fn stop_all(&mut self) {
        for playing in &self.playing {
            playing.handle.stop();
        }
        self.loops.stop();
    }

    /// Sets the volumes. The change is gradual, so it makes no click.
    pub fn set_volumes(&mut self, volumes: &Volumes) {
        self.desk.set_volumes(volumes);
    }

    /// Fades the world's sounds out and lets them wait, or goes on with them.
    pub fn set_paused(&mut self, paused: bool) {
        self.desk.set_paused(paused);
    }

    /// The number of voices that are heard, without those that fade out and those that go on and on.
    pub fn voices(&self) -> usize {
        let heard = |playing: &&Playing| !playing.is_over() && !playing.handle.is_stopped();
        self.playing.iter().filter(heard).count()
    }

    /// Lets what plays be heard from where the ear is now.
    fn follow(&mut self, moment: &Moment, in_the_way: impl Fn(Vec3) -> Occlusion) {
        for _ in 0..LOOKS.min(self.playing.len()) {
            self.next_look = (self.next_look + 1) % self.playing.len();
            let playing = &mut self.playing[self.next_look];
            if playing.is_of_world() {
                playing.occlusion.set(in_the_way(playing.cue.position));
            }
        }
        let of_world = (self.playing.iter_mut()).filter(|playing| playing.is_of_world());
        for playing in of_world {
            playing.cue = playing.cue.heard_from(moment.listener);
            let occlusion = playing.occlusion.after(moment.seconds);
            playing.handle.set(&playing.cue.tone(occlusion));
        }
    }

    /// Lets the place be heard, and what moves in it.
    fn surround(&mut self, moment: &Moment, in_the_way: impl Fn(Vec3) -> Occlusion) {
        let Some((level, world)) = moment.around else {
            self.desk.set_reverberation(Reverberation::NONE);
            self.loops.stop();
            return;
        };
        self.time += f64::from(moment.seconds);
        let listener = moment.listener;
        let acoustics = self.ear.advance(level, listener.position, moment.seconds);
        self.desk.set_reverberation(acoustics.reverberation);
        self.desk.set_tune(level.content_hash as u32);
        let mut wishes = beds(&acoustics, &level.ambience, listener, self.time);
        wishes.extend(balls(&world.balls, listener, world.player.velocity));
        let arriving = &self.arriving;
        (self.loops).keep(&wishes, moment.seconds, &self.bank, in_the_way, |voice| {
            // The device's end lives as long as this one.
            let _ = arriving.send(voice);
        });
    }

    /// Returns whether the same sound began at the same place a moment ago, and not much quieter.
    fn is_repeat(&self, cue: &Cue) -> bool {
        self.playing.iter().any(|playing| {
            playing.cue.sound == cue.sound
                && playing.handle.age() < shortest_gap(cue.sound)
                && playing.cue.position.distance(cue.position) < SAME_PLACE
                && cue.gain < playing.cue.gain * 1.5
        })
    }

    fn start(&mut self, cue: Cue, occlusion: Occlusion) {
        let Some(variant) = self.choose(cue.sound) else {
            return;
        };
        if !self.make_room(cue.gain) {
            return;
        }
        let clip = self.bank.variants(cue.sound)[variant].clone();
        let pitch = cue.pitch * (1.0 + SPREAD * self.pitch_jitter());
        let cue = cue.at_pitch(pitch);
        let length = clip.len() as f32 / pitch / RATE as f32;
        let tone: Tone = cue.tone(occlusion);
        let (voice, handle) = Voice::once(clip, Category::of(cue.sound.kind()), tone);
        let _ = self.arriving.send(voice);
        self.started += 1;
        self.playing.push(Playing {
            cue,
            occlusion: EasedOcclusion::new(occlusion),
            length,
            handle,
        });
    }

    /// Any variant but the one before, all alike often.
    fn choose(&mut self, sound: Sound) -> Option<usize> {
        let count = self.bank.variants(sound).len();
        let last = &mut self.last[sound.slot()];
        let variant = match *last {
            _ if count == 0 => return None,
            None => (self.started % count as u64) as usize,
            Some(_) if count == 1 => 0,
            Some(before) => {
                let skip = bits_at(self.started) % (count as u64 - 1);
                (before + 1 + skip as usize) % count
            }
        };
        *last = Some(variant);
        Some(variant)
    }

    /// The detuning of the next voice, −1..1: another for every voice.
    fn pitch_jitter(&self) -> f32 {
        (bits_at(!self.started) % 2_001) as f32 / 1_000.0 - 1.0
    }

    /// Frees a voice if all are taken. False if the new sound is the one to go without: it is the
    /// quietest, or so many voices wait for a device that hangs.
    fn make_room(&mut self, gain: f32) -> bool {
        if self.voices() < MAX_VOICES {
            return true;
        }
        if self.playing.len() >= 2 * MAX_VOICES {
            return false;
        }
        let quietest = self
            .playing
            .iter()
            .filter(|playing| !playing.handle.is_stopped())
            .min_by(|a, b| a.loudness().total_cmp(&b.loudness()));
        match quietest {
            Some(playing) if playing.loudness() < gain => {
                playing.handle.stop();
                true
            }
            _ => false,
        }
    }
}

/// Loudest first within a sound; those of one sound and place become one, a little louder.
fn merge(cues: impl Iterator<Item = Cue>) -> Vec<Cue> {
    let mut cues: Vec<Cue> = cues.collect();
    cues.sort_by(|a, b| b.gain.total_cmp(&a.gain));
    let mut merged: Vec<(Cue, f32)> = Vec::new();
    for cue in cues {
        let mut alike = merged
            .iter_mut()
            .filter(|(other, _)| other.sound == cue.sound);
        let same = alike.find(|(other, _)| other.position.distance(cue.position) < SAME_PLACE);
        if let Some((_, power)) = same {
            *power += cue.gain * cue.gain;
        } else if merged
            .iter()
            .filter(|(other, _)| other.sound == cue.sound)
            .count()
            < AT_ONCE
        {
            merged.push((cue, cue.gain * cue.gain));
        }
    }
    let louder = |(cue, power): (Cue, f32)| cue.louder((power.sqrt() / cue.gain).min(MERGED));
    merged.into_iter().map(louder).collect()
}

/// The time before the same sound may start again at the same place, seconds: walking along a wall
/// bumps every tick, and a ball coming to rest bounces faster than the ear can follow.
fn shortest_gap(sound: Sound) -> f32 {
    match sound.kind() {
        SoundKind::Bump => 0.25,
        SoundKind::WalkerNotice | SoundKind::WalkerShove | SoundKind::WalkerStep => 0.20,
        SoundKind::WalkerRung | SoundKind::WalkerFelled | SoundKind::WalkerDown => 0.08,
        SoundKind::Footstep => 0.12,
        SoundKind::LandSoft | SoundKind::LandHard => 0.10,
        SoundKind::Jump | SoundKind::Throw | SoundKind::Respawn => 0.05,
        SoundKind::TargetRung => 0.20,
        SoundKind::InterfaceMove | SoundKind::InterfaceChoose | SoundKind::InterfaceBack => 0.03,
        SoundKind::TargetLit
        | SoundKind::MoverPlayed
        | SoundKind::Checkpoint
        | SoundKind::Refill
        | SoundKind::EmptyHand
        | SoundKind::Finished => 0.05,
        SoundKind::Bounce => 0.04,
        SoundKind::Explosion => 0.03,
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use crate::{
        audio::Listener,
        sim::{Event, EventKind},
    };

    fn bank(variants: usize, length: usize) -> Bank {
        // Each variant is a constant level of its own, so that the output tells which was played.
        let clips: Vec<_> = Sound::all()
            .flat_map(|sound| (1..=variants).map(move |n| (sound, vec![n as f32 * 0.1; length])))
            .collect();
        Bank::from_clips(&clips)
    }

    fn event(kind: EventKind, position: Vec3, speed: f32) -> Event {
        Event::new(kind, position, Vec3::Y, speed)
    }

    fn play(mixer: &mut Mixer, events: &[Event]) {
        mixer.play(&Moment::of(events, Listener::default()));
    }

    fn run(output: &mut Output, frames: usize) -> Vec<f32> {
        output.take(2 * frames).collect()
    }

    #[test]
    fn a_variant_never_follows_itself_and_all_are_used() {
        let (mut mixer, _output) = Mixer::new(bank(4, 10));
        let chosen: Vec<_> = (0..400)
            .map(|_| {
                mixer.started += 1;
                mixer.choose(SoundKind::Bounce.into()).unwrap()
            })
            .collect();
        assert!(chosen.windows(2).all(|pair| pair[0] != pair[1]));
        for variant in 0..4 {
            let count = chosen.iter().filter(|played| **played == variant).count();
            assert!(
                (60..140).contains(&count),
                "variant {variant} {count} times"
            );
        }
    }

    #[test]
    fn the_same_events_sound_the_same() {
        let heard = || {
            let (mut mixer, mut output) = Mixer::new(bank(3, 4_000));
            let mut samples = Vec::new();
            for step in 0..20 {
                let place = Vec3::new(step as f32 - 10.0, 1.0, -3.0);
                play(&mut mixer, &[event(EventKind::Bounce, place, 9.0)]);
                samples.extend(run(&mut output, 800));
            }
            samples
        };
        let first = heard();
        assert!(first.iter().any(|sample| *sample != 0.0));
        assert_eq!(first, heard());
    }

    #[test]
    fn voices_are_capped_and_the_quietest_makes_room() {
        let (mut mixer, mut output) = Mixer::new(bank(2, 480_000));
        for step in 0..100 {
            let place = Vec3::new(step as f32 * 2.0, 0.0, -40.0);
            play(&mut mixer, &[event(EventKind::Bounce, place, 9.0)]);
            run(&mut output, 500);
            assert!(mixer.voices() <= MAX_VOICES);
        }
        assert_eq!(mixer.voices(), MAX_VOICES);
        play(&mut mixer, &[event(EventKind::Explosion, Vec3::NEG_Z, 9.0)]);
        run(&mut output, 500);
        let has = |kind| {
            let mut playing = mixer.playing.iter();
            playing.any(|playing| playing.cue.sound.kind() == kind)
        };
        assert!(has(SoundKind::Explosion));
        assert_eq!(mixer.voices(), MAX_VOICES);
    }

    #[test]
    fn a_device_that_hangs_does_not_pile_up_voices() {
        let (mut mixer, _output) = Mixer::new(bank(2, 480_000));
        for step in 0..10_000 {
            let place = Vec3::new((step % 97) as f32 * 2.0, 0.0, (step % 31) as f32);
            play(&mut mixer, &[event(EventKind::Explosion, place, 9.0)]);
        }
        assert!(mixer.playing.len() <= 2 * MAX_VOICES);
    }

    #[test]
    fn many_at_one_place_are_one_a_little_louder() {
        let crowd = vec![event(EventKind::Bounce, Vec3::NEG_Z * 2.0, 6.0); 50];
        let (mut mixer, _output) = Mixer::new(bank(3, 1_000));
        play(&mut mixer, &crowd[..1]);
        let alone = mixer.playing[0].cue.gain;
        let (mut mixer, _output) = Mixer::new(bank(3, 1_000));
        play(&mut mixer, &crowd);
        assert_eq!(mixer.playing.len(), 1);
        let together = mixer.playing[0].cue.gain;
        assert!(together > 1.2 * alone && together <= (MERGED + 0.01) * alone);
        // And what is told again every tick is not started again every tick.
        play(&mut mixer, &crowd);
        assert_eq!(mixer.playing.len(), 1);
    }

    #[test]
    fn volume_scales_and_zero_is_silence() {
        let peak = |volume: f32| {
            let (mut mixer, mut output) = Mixer::new(bank(1, 48_000));
            mixer.set_volumes(&Volumes {
                master: volume,
                ..Volumes::default()
            });
            run(&mut output, 4_800);
            play(
                &mut mixer,
                &[event(EventKind::Explosion, Vec3::NEG_Z, 20.0)],
            );
            let samples = run(&mut output, 4_800);
            samples
                .iter()
                .fold(0.0_f32, |peak, sample| peak.max(sample.abs()))
        };
        assert!(peak(1.0) > 0.05);
        assert!((peak(0.5) / peak(1.0) - 0.5).abs() < 0.01);
        assert_eq!(peak(0.0), 0.0);
        assert_eq!(peak(f32::NAN), peak(1.0));
    }

    #[test]
    fn sixty_four_voices_at_once_are_all_heard() {
        // Each sound is a quiet level of its own: the sum tells whether one is missing.
        let clips: Vec<_> = (Sound::all().map(|sound| (sound, vec![0.01; 96_000]))).collect();
        let (mut mixer, mut output) = Mixer::new(Bank::from_clips(&clips));
        let kinds = [
            EventKind::Bounce,
            EventKind::Explosion,
            EventKind::Throw,
            EventKind::Jump,
        ];
        for number in 0..MAX_VOICES {
            // A meter and more apart, all a meter ahead of somebody far to the side.
            let place = Vec3::new(0.0, 0.0, -40.0 - 2.0 * number as f32);
            let listener = Listener {
                position: place + Vec3::Z,
                ..Listener::default()
            };
            let event = event(kinds[number % 4], place, 60.0);
            mixer.play(&Moment::of(&[event], listener));
        }
        assert_eq!(mixer.voices(), MAX_VOICES);
        let expected: f32 = (mixer.playing.iter())
            .map(|playing| 0.01 * playing.cue.tone(Occlusion(0.0)).sides[0])
            .sum();
        // A second later, when the voices have glided to what is heard from the last place.
        let samples = run(&mut output, 48_000);
        let heard = samples[samples.len() - 2];
        assert!((heard / expected - 1.0).abs() < 0.01, "{heard} {expected}");
        assert_eq!(mixer.voices(), MAX_VOICES);
    }

    #[test]
    fn a_pause_silences_the_world_within_its_time_and_lets_it_go_on() {
        let (mut mixer, mut output) = Mixer::new(bank(1, 4_800 * 8));
        let loudest = |samples: &[f32]| samples.iter().fold(0.0_f32, |peak, it| peak.max(it.abs()));
        play(
            &mut mixer,
            &[event(EventKind::Explosion, Vec3::NEG_Z, 20.0)],
        );
        let before = loudest(&run(&mut output, 4_800));
        mixer.set_paused(true);
        run(&mut output, 14_400);
        assert_eq!(loudest(&run(&mut output, 48_000 * 2)), 0.0, "0.3 s later");
        assert_eq!(mixer.voices(), 1, "it waits");
        mixer.interface(InterfaceSound::Choose);
        assert!(loudest(&run(&mut output, 4_800)) > 0.01, "menus are heard");
        run(&mut output, 48_000);
        mixer.set_paused(false);
        run(&mut output, 14_400);
        let after = loudest(&run(&mut output, 480));
        assert!((after / before - 1.0).abs() < 0.01, "{before} {after}");
    }

    #[test]
    fn each_category_has_a_volume_of_its_own() {
        let heard = |volumes: Volumes, kind| {
            let (mut mixer, mut output) = Mixer::new(bank(1, 48_000));
            mixer.set_volumes(&volumes);
            run(&mut output, 4_800);
            play(&mut mixer, &[event(kind, Vec3::NEG_Z, 20.0)]);
            run(&mut output, 4_800).iter().any(|sample| *sample != 0.0)
        };
        let no_steps = Volumes {
            steps: 0.0,
            ..Volumes::default()
        };
        assert!(heard(no_steps, EventKind::Explosion) && !heard(no_steps, EventKind::Land));
        let no_effects = Volumes {
            effects: 0.0,
            ..Volumes::default()
        };
        assert!(!heard(no_effects, EventKind::Explosion) && heard(no_effects, EventKind::Land));
    }

    #[test]
    fn stopping_all_is_heard_at_once() {
        let (mut mixer, mut output) = Mixer::new(bank(2, 480_000));
        let hit = event(EventKind::Explosion, Vec3::NEG_Z, 20.0);
        play(&mut mixer, &[hit]);
        assert!(run(&mut output, 4_800).iter().any(|sample| *sample != 0.0));
        mixer.stop_all();
        assert_eq!(mixer.voices(), 0);
        run(&mut output, 480);
        assert!(run(&mut output, 4_800).iter().all(|sample| *sample == 0.0));
    }

    #[test]
    fn an_empty_bank_gives_silence() {
        let (mut mixer, mut output) = Mixer::new(Bank::default());
        play(&mut mixer, &[event(EventKind::Jump, Vec3::ZERO, 3.0)]);
        assert!(run(&mut output, 1_000).iter().all(|sample| *sample == 0.0));
    }
}
