//! From an event to a cue: the sound, its loudness, direction and brightness at the listener. Pure
//! arithmetic, without samples or devices.

use std::f32::consts::{FRAC_PI_4, SQRT_2};

use glam::Vec3;

use super::{
    Listener, Sound, SoundKind,
    mix::{HARD_LANDING, mix_of},
    output::{OPEN_CUTOFF, VoiceTone},
    spaces::SoundOcclusion,
};
use hexbound_base::body::right;
use hexbound_sim::{BALL_MASS, BALL_RADIUS, Event, EventKind};

/// The widest pan of a sound; 1 would leave the other ear in silence.
const MAX_PAN: f32 = 0.85;
/// The distance, meters, within which a source moves toward the middle, so that nothing flips sides
/// as it passes through the head.
const NEAR_DISTANCE: f32 = 1.0;
/// The distance over which the air absorbs most of the highs, meters.
const DULLING_DISTANCE: f32 = 30.0;
/// The gain below which a sound is not started.
pub(crate) const MIN_AUDIBLE_GAIN: f32 = 0.004;

/// A sound with its loudness and direction at the listener.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cue {
    pub sound: Sound,
    /// The position of the source, local, meters.
    pub position: Vec3,
    /// The linear gain near the source.
    loudness: f32,
    /// The distance within which the gain is full, meters.
    reference: f32,
    /// The cutoff near the source, hertz.
    brightness: f32,
    /// The linear gain, distance included.
    pub gain: f32,
    /// The pan of the sound: −1 is left, 1 right.
    pub pan: f32,
    /// The cutoff at the listener, hertz.
    pub cutoff: f32,
    /// The factor of the sound's pitch.
    pub pitch: f32,
}

impl Cue {
    /// The cue of an event; `None` if the event is inaudible.
    pub(crate) fn of(event: &Event, listener: Listener) -> Option<Self> {
        let speed = if event.speed.is_finite() {
            event.speed.abs()
        } else {
            0.0
        };
        if !event.position.distance(listener.position).is_finite() {
            return None;
        }
        let kind = sound_of(event.kind, speed)?;
        let mix = mix_of(kind);
        let force = ((speed - mix.slow) / (mix.fast - mix.slow)).clamp(0.0, 1.0);
        let mut cue = Self::new(kind, event.position, force);
        cue.sound = Sound::on(kind, event.struck.surface.unwrap_or_default());
        let [pitch, louder] = ball_voice(event);
        cue.pitch = pitch;
        let cue = cue.louder(louder).heard_from(listener);
        (cue.gain > MIN_AUDIBLE_GAIN).then_some(cue)
    }

    /// The cue of a menu's sound, which has no position in the world.
    pub(crate) fn of_interface(kind: SoundKind) -> Self {
        Self::new(kind, Vec3::ZERO, 1.0).heard_from(Listener::default())
    }

    /// A sound of `kind` and `force`, 0..1, at `position`; [`heard_from`](Self::heard_from) sets the
    /// listener's part.
    fn new(kind: SoundKind, position: Vec3, force: f32) -> Self {
        let mix = mix_of(kind);
        Self {
            sound: kind.into(),
            position,
            loudness: mix.loudest * (mix.quietest + (1.0 - mix.quietest) * force),
            reference: mix.reference,
            brightness: mix.dull + (OPEN_CUTOFF - mix.dull) * force,
            gain: 0.0,
            pan: 0.0,
            cutoff: OPEN_CUTOFF,
            pitch: 1.0,
        }
    }

    /// The cue of the same sound for a listener.
    pub(crate) fn heard_from(&self, listener: Listener) -> Self {
        let offset = self.position - listener.position;
        let distance = offset.length();
        Self {
            gain: self.loudness * nearness(self.reference, distance),
            pan: pan_of(offset, distance, listener.yaw),
            cutoff: self.brightness / (1.0 + distance / DULLING_DISTANCE),
            ..*self
        }
    }

    /// A copy of the sound that is louder by `factor`.
    pub(crate) fn louder(&self, factor: f32) -> Self {
        Self {
            loudness: self.loudness * factor,
            gain: self.gain * factor,
            ..*self
        }
    }

    /// The tone of the cue's voice behind `occlusion`. Relative to the direct sound, far sounds reverberate
    /// more than near ones.
    pub(crate) fn tone(&self, occlusion: SoundOcclusion) -> VoiceTone {
        let occlusion = SoundOcclusion(occlusion.0.min(mix_of(self.sound.kind()).max_occlusion));
        let clear = VoiceTone {
            sides: sides_of(self.pan, self.gain),
            send: (self.gain * self.loudness).sqrt(),
            cutoff: self.cutoff,
            pitch: self.pitch,
        };
        clear.behind(occlusion)
    }
}

/// The gain at a distance, meters: 1 within `reference`.
pub(crate) fn nearness(reference: f32, distance: f32) -> f32 {
    reference / distance.max(reference)
}

/// The left and right gains, of equal power. A sound keeps its loudness as it moves across, and a sound in
/// the middle keeps its gain on both sides.
pub(crate) fn sides_of(pan: f32, gain: f32) -> [f32; 2] {
    let angle = (pan + 1.0) * FRAC_PI_4;
    [angle.cos() * SQRT_2 * gain, angle.sin() * SQRT_2 * gain]
}

/// The sound of an event; `None` for a visual event.
fn sound_of(kind: EventKind, speed: f32) -> Option<SoundKind> {
    Some(match kind {
        EventKind::Footstep => SoundKind::Footstep,
        EventKind::Jump => SoundKind::Jump,
        EventKind::Land if speed < HARD_LANDING => SoundKind::LandSoft,
        EventKind::Land => SoundKind::LandHard,
        EventKind::Bump => SoundKind::Bump,
        EventKind::Throw => SoundKind::Throw,
        EventKind::Bounce => SoundKind::Bounce,
        EventKind::PropSelect => SoundKind::InterfaceChoose,
        EventKind::PropDeselect => SoundKind::InterfaceBack,
        EventKind::PropContact => SoundKind::Bump,
        EventKind::Explosion => SoundKind::Explosion,
        EventKind::BallReturn | EventKind::Respawn(_) => SoundKind::Respawn,
        EventKind::EmptyHand => SoundKind::EmptyHand,
        EventKind::TargetLit(_) => SoundKind::TargetLit,
        EventKind::TargetRung { .. } => SoundKind::TargetRung,
        EventKind::MoverPlayed(_) => SoundKind::MoverPlayed,
        EventKind::Checkpoint(_) => SoundKind::Checkpoint,
        EventKind::Refill => SoundKind::Refill,
        EventKind::Finished => SoundKind::Finished,
        EventKind::WalkerStep => SoundKind::WalkerStep,
        EventKind::WalkerNotice => SoundKind::WalkerNotice,
        EventKind::WalkerShove => SoundKind::WalkerShove,
        EventKind::WalkerRung(_) => SoundKind::WalkerRung,
        EventKind::WalkerFelled => SoundKind::WalkerFelled,
        EventKind::WalkerDown => SoundKind::WalkerDown,
        // A blast is an explosion too, which is heard already.
        EventKind::Blast | EventKind::Text(_) | EventKind::WalkerLost(_) => return None,
    })
}

/// The factors of pitch and gain. A bounce is deeper for a larger and heavier ball, and louder for a heavier
/// one. Of two balls, the smaller and lighter one rings. Other sounds keep their recorded pitch and gain.
fn ball_voice(event: &Event) -> [f32; 2] {
    let sides = [event.mover, event.struck];
    let balls = (sides.iter()).filter(|side| side.radius > 0.0 && side.mass > 0.0);
    let radius = balls.clone().map(|side| side.radius).reduce(f32::min);
    let mass = balls.map(|side| side.mass).reduce(f32::min);
    let (EventKind::Bounce, Some(radius), Some(mass)) = (event.kind, radius, mass) else {
        return [1.0; 2];
    };
    let (size, weight) = (radius / BALL_RADIUS, mass / BALL_MASS);
    let pitch = size.powf(-0.5) * weight.powf(-1.0 / 6.0);
    [pitch.clamp(0.5, 2.0), weight.powf(0.2).clamp(0.6, 1.4)]
}

/// The pan of a source at `offset` from the ear.
pub(crate) fn pan_of(offset: Vec3, distance: f32, yaw: f32) -> f32 {
    let yaw = if yaw.is_finite() { yaw } else { 0.0 };
    MAX_PAN * (offset.dot(right(yaw)) / distance.max(NEAR_DISTANCE)).clamp(-1.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_level::SurfaceKind;
    use hexbound_sim::ImpactSide;

    fn event(kind: EventKind, position: Vec3, speed: f32) -> Event {
        Event::new(kind, position, Vec3::Y, speed)
    }

    fn heard(kind: EventKind, position: Vec3, speed: f32, yaw: f32) -> Cue {
        let event = event(kind, position, speed);
        let position = Vec3::ZERO;
        Cue::of(&event, Listener { position, yaw }).unwrap()
    }

    #[test]
    fn sides_follow_the_look() {
        let east = Vec3::X * 5.0;
        let pan = |yaw| heard(EventKind::Bounce, east, 8.0, yaw).pan;
        assert!(pan(0.0) > 0.8);
        assert!(pan(std::f32::consts::PI) < -0.8);
        assert!(pan(-std::f32::consts::FRAC_PI_2).abs() < 1e-3);
        assert!(heard(EventKind::Bounce, Vec3::NEG_Z, 8.0, 0.5).pan > 0.2);
    }

    #[test]
    fn power_is_the_same_everywhere_across() {
        let power = |x: f32| {
            let position = Vec3::new(x, 0.0, -1.0).normalize() * 3.0;
            let cue = heard(EventKind::Bounce, position, 8.0, 0.0);
            let [left, right] = cue.tone(SoundOcclusion(0.0)).sides;
            left * left + right * right
        };
        for x in [-9.0, -1.0, 0.4, 2.0] {
            assert!((power(x) - power(0.0)).abs() < 1e-4 * power(0.0));
        }
    }

    #[test]
    fn the_ground_chooses_the_sound_and_not_how_loud() {
        let step = |surface| {
            let mut step = event(EventKind::Footstep, Vec3::NEG_Y, 5.0);
            step.struck.surface = surface;
            Cue::of(&step, Listener::default()).unwrap()
        };
        let stone = step(Some(SurfaceKind::Stone));
        assert_eq!(stone.sound, SoundKind::Footstep.into());
        assert_eq!(step(None).sound, SoundKind::Footstep.into());
        let wood = step(Some(SurfaceKind::Wood));
        assert_eq!(wood.sound.name(), "footstep_wood");
        assert_eq!((wood.gain, wood.pan), (stone.gain, stone.pan));
        let mut landing = event(EventKind::Land, Vec3::NEG_Y, 20.0);
        landing.struck.surface = Some(SurfaceKind::Water);
        let landing = Cue::of(&landing, Listener::default()).unwrap();
        assert_eq!(landing.sound.name(), "land_water");
    }

    #[test]
    fn a_heavy_ball_is_deep_and_loud_and_a_small_one_high() {
        let bounce = |mass, radius| {
            let mut bounce = event(EventKind::Bounce, Vec3::NEG_Z, 6.0);
            bounce.mover = ImpactSide::ball(mass, radius);
            bounce
        };
        let cue = |event: Event| Cue::of(&event, Listener::default()).unwrap();
        let usual = cue(bounce(BALL_MASS, BALL_RADIUS));
        assert_eq!(usual.pitch, 1.0);
        let heavy = cue(bounce(6.0, BALL_RADIUS));
        assert!(heavy.pitch < 0.8 && heavy.gain > 1.2 * usual.gain);
        let small = cue(bounce(BALL_MASS, 0.05));
        assert!(small.pitch > 1.5 && small.gain == usual.gain);
        let mut struck = bounce(6.0, 0.4);
        struck.struck = ImpactSide::ball(BALL_MASS, BALL_RADIUS);
        assert_eq!(cue(struck).pitch, 1.0, "the lighter one rings");
        let mut lead = event(EventKind::Explosion, Vec3::NEG_Z, 6.0);
        lead.mover = ImpactSide::ball(9.0, 0.5);
        assert_eq!(cue(lead).pitch, 1.0);
        for (mass, radius) in [(1e-6, 1e-3), (1e6, 100.0)] {
            let cue = cue(bounce(mass, radius));
            assert!((0.5..=2.0).contains(&cue.pitch) && cue.gain.is_finite());
        }
    }

    #[test]
    fn one_s_own_feet_are_in_the_middle() {
        let cue = heard(EventKind::Footstep, Vec3::new(0.05, -1.65, 0.0), 4.0, 1.0);
        assert!(cue.pan.abs() < 0.05);
    }

    #[test]
    fn faster_is_louder_and_brighter_without_a_gap_between_soft_and_hard() {
        let mut before = 0.0;
        for tenth in 1..250 {
            let cue = heard(EventKind::Land, Vec3::NEG_Y, tenth as f32 * 0.1, 0.0);
            assert!(cue.gain >= before, "{tenth}");
            before = cue.gain;
        }
        let soft = heard(EventKind::Bounce, Vec3::NEG_Z, 1.0, 0.0);
        let hard = heard(EventKind::Bounce, Vec3::NEG_Z, 12.0, 0.0);
        assert!(hard.gain > 4.0 * soft.gain && hard.cutoff > 2.0 * soft.cutoff);
    }

    #[test]
    fn far_away_is_quieter_and_duller_and_at_last_nothing() {
        let near = heard(EventKind::Explosion, Vec3::NEG_Z * 4.0, 10.0, 0.0);
        let far = heard(EventKind::Explosion, Vec3::NEG_Z * 60.0, 10.0, 0.0);
        assert!(near.gain > 5.0 * far.gain && near.cutoff > 1.5 * far.cutoff);
        let gone = event(EventKind::Footstep, Vec3::X * 1e4, 5.0);
        assert_eq!(Cue::of(&gone, Listener::default()), None);
    }

    #[test]
    fn what_is_heard_follows_the_listener() {
        let before = heard(EventKind::Bounce, Vec3::X * 5.0, 8.0, 0.0);
        let from = |position, yaw| before.heard_from(Listener { position, yaw });
        assert!(from(Vec3::ZERO, std::f32::consts::PI).pan < -0.8);
        let away = from(Vec3::NEG_X * 20.0, 0.0);
        assert!(away.gain < 0.3 * before.gain && away.cutoff < before.cutoff);
        assert_eq!(away.heard_from(Listener::default()), before);
    }

    #[test]
    fn walls_take_from_what_is_heard_directly_more_than_from_the_answer() {
        let cue = heard(EventKind::Bounce, Vec3::X * 12.0, 8.0, 0.0);
        let (open, shut) = (cue.tone(SoundOcclusion(0.0)), cue.tone(SoundOcclusion(1.0)));
        assert!(shut.sides[1] < 0.4 * open.sides[1] && shut.cutoff < 0.2 * open.cutoff);
        assert!(shut.send >= 0.5 * open.send);
        assert!(open.send > open.sides[0], "far away the answer counts");
        let lit = heard(EventKind::TargetLit(0), Vec3::X * 12.0, 8.0, 0.0);
        let lit = [SoundOcclusion(0.0), SoundOcclusion(1.0)].map(|occlusion| lit.tone(occlusion));
        assert!(lit[1].sides[1] > 0.7 * lit[0].sides[1], "news come through");
    }

    #[test]
    fn nonsense_gives_nothing_or_something_finite() {
        let place = event(EventKind::Bounce, Vec3::NAN, 5.0);
        assert_eq!(Cue::of(&place, Listener::default()), None);
        let speed = heard(EventKind::Explosion, Vec3::X, f32::NAN, f32::INFINITY);
        assert!(speed.gain.is_finite() && speed.pan.is_finite() && speed.cutoff.is_finite());
    }
}
