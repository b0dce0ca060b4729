//! The game's end of the mixer: starts voices for audible sounds and sets their parameters.

mod playing;
mod variants;

use std::sync::{
    Arc,
    mpsc::{Sender, channel},
};

use super::{
    Moment, SoundKind, Volumes,
    bank::{Bank, FRAME_RATE},
    cue::Cue,
    ear::{Ear, HeardSound},
    mix::mix_of,
    output::{Output, Voice},
    shared::{Settings, Shared},
    spaces::{EasedOcclusion, OcclusionRays},
};
use playing::{PlayingVoice, PlayingVoices};
use variants::Variants;

/// The game's end of the mixer. The mixer starts voices for events and moves them relative to the listener.
pub struct Mixer {
    /// The sounds of the mixer.
    pub(crate) bank: Bank,
    arriving: Sender<Voice>,
    settings: Arc<Shared<Settings>>,
    ear: Ear,
    playing: PlayingVoices,
    variants: Variants,
}

impl Mixer {
    /// Creates the game's end and the device's end.
    pub fn new(bank: Bank) -> (Self, Output) {
        let (arriving, received) = channel();
        let settings = Arc::new(Shared::default());
        let output = Output::new(received, Arc::clone(&settings));
        let mixer = Self {
            bank,
            arriving,
            settings,
            ear: Ear::default(),
            playing: PlayingVoices::default(),
            variants: Variants::default(),
        };
        (mixer, output)
    }

    /// Starts the sounds of new events and moves all sounds relative to the listener.
    pub fn play(&mut self, moment: &Moment) {
        let rays = OcclusionRays::of(moment);
        self.ear.listen(moment, &rays);
        self.playing.forget_ended();
        self.playing.follow(moment, &rays);
        for index in 0..self.ear.begun.len() {
            let (cue, occlusion) = self.ear.begun[index];
            if !self.playing.is_repeat(&cue) {
                self.start(cue, occlusion);
            }
        }
        self.surround(moment);
    }

    /// Collects the audible sounds without playing them, for subtitles.
    pub(crate) fn listen(&mut self, moment: &Moment) {
        self.ear.listen(moment, &OcclusionRays::of(moment));
    }

    /// The sounds that reached the ear in the last call of `play` or `listen`.
    pub(crate) fn heard(&self) -> impl Iterator<Item = HeardSound> {
        self.ear.heard()
    }

    /// Plays a sound of the menus, which is heard while the game is paused, too.
    pub fn play_interface(&mut self, kind: SoundKind) {
        self.playing.forget_ended();
        let cue = Cue::of_interface(kind);
        if !self.playing.is_repeat(&cue) {
            self.start(cue, EasedOcclusion::default());
        }
    }

    /// Fades all sounds out.
    pub(crate) fn stop_all(&mut self) {
        self.playing.stop_all();
        (self.settings).change(|it| it.contact_sound = it.contact_sound.after(None));
        self.ear.loops.silence();
    }

    /// Sets the volumes. The change is gradual, so it makes no click.
    pub fn set_volumes(&mut self, volumes: &Volumes) {
        self.settings.change(|settings| settings.volumes = *volumes);
    }

    /// Fades the world's sounds out and pauses them, or resumes them.
    pub fn set_paused(&mut self, paused: bool) {
        self.settings.change(|settings| settings.is_paused = paused);
    }

    /// The number of audible voices that play once, without fading ones.
    pub fn voices(&self) -> usize {
        self.playing.heard().count()
    }

    /// Plays the sounds of the place and of moving balls.
    fn surround(&mut self, moment: &Moment) {
        let reverberation = self.ear.acoustics.map(|it| it.reverberation);
        self.settings.change(|settings| {
            settings.reverberation = reverberation.unwrap_or_default();
            if let Some((level, _)) = moment.around {
                settings.music_seed = level.content_hash as u32;
            }
            settings.contact_sound = settings.contact_sound.after(moment.contacts);
        });
        let arriving = &self.arriving;
        self.ear.loops.play(&self.bank, |voice| {
            // The device's end lives as long as this one.
            let _ = arriving.send(voice);
        });
    }

    fn start(&mut self, mut cue: Cue, occlusion: EasedOcclusion) {
        let clips = self.bank.variants(cue.sound);
        let Some(variant) = self.variants.choose(cue.sound, clips.len()) else {
            return;
        };
        if !self.playing.make_room(cue.gain) {
            return;
        }
        let clip = clips[variant].clone();
        cue.pitch *= self.variants.next_pitch();
        let length = clip.len() as f32 / cue.pitch / FRAME_RATE as f32;
        let tone = cue.tone(occlusion.now());
        let category = mix_of(cue.sound.kind()).category;
        let (voice, handle) = Voice::once(clip, category, tone);
        let _ = self.arriving.send(voice);
        self.playing.voices.push(PlayingVoice {
            cue,
            occlusion,
            length,
            handle,
        });
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::{playing::MAX_VOICES, *};
    use crate::{
        HeardContact, HeardContacts, Listener, Sound, ear::MAX_MERGED_GAIN, spaces::SoundOcclusion,
    };
    use hexbound_sim::{Event, EventKind};

    fn bank(variants: usize, length: usize) -> Bank {
        // Each variant is a constant level of its own, so that the output shows which was played.
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

    fn explode(mixer: &mut Mixer) {
        play(mixer, &[event(EventKind::Explosion, Vec3::NEG_Z, 20.0)]);
    }

    fn loudest(samples: &[f32]) -> f32 {
        samples.iter().fold(0.0, |peak, it| peak.max(it.abs()))
    }

    fn run(output: &mut Output, frames: usize) -> Vec<f32> {
        output.take(2 * frames).collect()
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
            let mut playing = mixer.playing.heard();
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
        assert!(mixer.playing.voices.len() <= 2 * MAX_VOICES);
    }

    #[test]
    fn many_at_one_place_are_one_a_little_louder() {
        let crowd = vec![event(EventKind::Bounce, Vec3::NEG_Z * 2.0, 6.0); 50];
        let (mut mixer, _output) = Mixer::new(bank(3, 1_000));
        play(&mut mixer, &crowd[..1]);
        let alone = mixer.playing.voices[0].cue.gain;
        let (mut mixer, _output) = Mixer::new(bank(3, 1_000));
        play(&mut mixer, &crowd);
        assert_eq!(mixer.playing.voices.len(), 1);
        let together = mixer.playing.voices[0].cue.gain;
        assert!(together > 1.2 * alone && together <= (MAX_MERGED_GAIN + 0.01) * alone);
        // A sound that is reported in every tick is not started in every tick.
        play(&mut mixer, &crowd);
        assert_eq!(mixer.playing.voices.len(), 1);
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
            explode(&mut mixer);
            loudest(&run(&mut output, 4_800))
        };
        assert!(peak(1.0) > 0.05);
        assert!((peak(0.5) / peak(1.0) - 0.5).abs() < 0.01);
        assert_eq!(peak(0.0), 0.0);
        assert_eq!(peak(f32::NAN), peak(1.0));
    }

    #[test]
    fn sixty_four_voices_at_once_are_all_heard() {
        // Each sound is a quiet level of its own, so that the sum shows whether one is missing.
        let clips: Vec<_> = (Sound::all().map(|sound| (sound, vec![0.01; 96_000]))).collect();
        let (mut mixer, mut output) = Mixer::new(Bank::from_clips(&clips));
        use EventKind::{Bounce, Explosion, Jump, Throw};
        let kinds = [Bounce, Explosion, Throw, Jump];
        for number in 0..MAX_VOICES {
            // At least a meter apart, all a meter ahead of a listener far to the side.
            let place = Vec3::new(0.0, 0.0, -40.0 - 2.0 * number as f32);
            let (position, yaw) = (place + Vec3::Z, 0.0);
            let listener = Listener { position, yaw };
            let event = event(kinds[number % 4], place, 60.0);
            mixer.play(&Moment::of(&[event], listener));
        }
        assert_eq!(mixer.voices(), MAX_VOICES);
        let tones = (mixer.playing.heard()).map(|it| it.cue.tone(SoundOcclusion(0.0)).sides[0]);
        let expected: f32 = tones.map(|left| 0.01 * left).sum();
        // A second later, when the voices have glided to their tones at the last position.
        let samples = run(&mut output, 48_000);
        let heard = samples[samples.len() - 2];
        assert!((heard / expected - 1.0).abs() < 0.01, "{heard} {expected}");
        assert_eq!(mixer.voices(), MAX_VOICES);
    }

    #[test]
    fn a_pause_silences_contacts_though_nobody_tells_of_others() {
        let (mut mixer, mut output) = Mixer::new(Bank::default());
        let contact = HeardContact {
            feature: hexbound_collide::Feature::Face,
            up: 1.0,
            speed: 5.0,
        };
        let contacts = HeardContacts {
            contacts: vec![contact],
            rejected: 40,
            ..HeardContacts::default()
        };
        mixer.play(&Moment {
            contacts: Some(&contacts),
            ..Moment::of(&[], Listener::default())
        });
        assert!(loudest(&run(&mut output, 9_600)) > 0.01);
        mixer.set_paused(true);
        run(&mut output, 14_400);
        assert_eq!(loudest(&run(&mut output, 48_000)), 0.0, "0.3 s later");
        mixer.set_paused(false);
        assert!(loudest(&run(&mut output, 14_400)) > 0.01, "it goes on");
    }

    #[test]
    fn a_pause_silences_the_world_within_its_time_and_lets_it_go_on() {
        let (mut mixer, mut output) = Mixer::new(bank(1, 4_800 * 8));
        explode(&mut mixer);
        let before = loudest(&run(&mut output, 4_800));
        mixer.set_paused(true);
        run(&mut output, 14_400);
        assert_eq!(loudest(&run(&mut output, 48_000 * 2)), 0.0, "0.3 s later");
        assert_eq!(mixer.voices(), 1, "it waits");
        mixer.play_interface(SoundKind::InterfaceChoose);
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
        for (steps, effects) in [(0.0, 1.0), (1.0, 0.0)] {
            let volumes = Volumes {
                steps,
                effects,
                ..Volumes::default()
            };
            assert_eq!(heard(volumes, EventKind::Explosion), effects > 0.0);
            assert_eq!(heard(volumes, EventKind::Land), steps > 0.0);
        }
    }

    #[test]
    fn stopping_all_is_heard_at_once() {
        let (mut mixer, mut output) = Mixer::new(bank(2, 480_000));
        explode(&mut mixer);
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
