//! The mix: the loudness and brightness of each kind of sound, its shortest repetition, and its volume
//! category. Sounds that the player makes often are quiet; important sounds are loud.

use super::{SoundKind, volumes::Category};

/// The speed of a hard landing, meters a second: a fall from about 2.5 m. Slower landings are soft.
pub(crate) const HARD_LANDING: f32 = 9.0;

/// The mix of one kind of sound.
pub(crate) struct Mix {
    /// The linear gain at the speed `fast` and within `reference`.
    pub loudest: f32,
    /// The fraction of `loudest` at the speed `slow` and below.
    pub quietest: f32,
    /// The speed up to which the gain is least, meters a second.
    pub slow: f32,
    /// The speed from which the gain is full, meters a second.
    pub fast: f32,
    /// The distance within which the gain is full, meters.
    pub reference: f32,
    /// The cutoff at the speed `slow`, hertz; at `fast` the sound is as recorded.
    pub dull: f32,
    /// The time before the same sound may start again at the same place, seconds. Walking along a wall bumps
    /// every tick, and a resting ball bounces faster than the ear can follow.
    pub gap: f32,
    /// The largest applied occlusion, 0..1. It is small for informative sounds, whose source may be inside their
    /// cause, such as a lit target.
    pub max_occlusion: f32,
    pub category: Category,
}

/// The mix of a kind of sound.
#[rustfmt::skip] // A table reads as a table.
pub(crate) fn mix_of(kind: SoundKind) -> Mix {
    use Category::{Effects, Interface, Steps};
    let mix = |loudest, quietest, slow, fast, reference, dull, gap, max_occlusion, category| Mix {
        loudest, quietest, slow, fast, reference, dull, gap, max_occlusion, category,
    };
    match kind {
        //                              loudest quietest slow fast reference dull gap max_occlusion
        SoundKind::Footstep     => mix(0.30, 0.45, 1.0,  6.0,  2.5,  6_000.0, 0.12, 1.00, Steps),
        SoundKind::Jump         => mix(0.28, 0.80, 1.0,  6.0,  2.5, 12_000.0, 0.05, 1.00, Steps),
        SoundKind::LandSoft     => mix(0.50, 0.25, 1.0,  HARD_LANDING, 2.5, 4_000.0, 0.10, 1.00, Steps),
        SoundKind::LandHard     => mix(0.90, 0.60, HARD_LANDING, 18.0, 2.5, 9_000.0, 0.10, 1.00, Steps),
        SoundKind::Bump         => mix(0.45, 0.25, 2.0,  7.0,  2.5,  2_500.0, 0.25, 1.00, Effects),
        SoundKind::Throw        => mix(0.26, 0.80, 2.0, 20.0,  2.5, 12_000.0, 0.05, 1.00, Effects),
        SoundKind::Bounce       => mix(0.70, 0.03, 0.3, 14.0,  3.0,  2_500.0, 0.04, 1.00, Effects),
        SoundKind::Explosion    => mix(0.90, 0.30, 2.0, 16.0,  9.0,  5_000.0, 0.03, 1.00, Effects),
        SoundKind::WalkerStep   => mix(0.34, 0.40, 0.5,  4.0,  3.0,  3_500.0, 0.20, 1.00, Steps),
        SoundKind::WalkerNotice => mix(0.55, 1.00, 0.0,  1.0,  6.0, 12_000.0, 0.20, 1.00, Effects),
        SoundKind::WalkerShove  => mix(0.80, 1.00, 0.0,  1.0,  3.0,  9_000.0, 0.20, 1.00, Effects),
        SoundKind::WalkerRung   => mix(0.65, 0.20, 0.3, 14.0,  5.0,  4_000.0, 0.08, 1.00, Effects),
        SoundKind::WalkerFelled => mix(0.80, 0.70, 1.0, 16.0,  6.0, 12_000.0, 0.08, 1.00, Effects),
        SoundKind::WalkerDown   => mix(0.95, 0.30, 0.5,  7.0,  7.0,  3_000.0, 0.08, 1.00, Effects),
        SoundKind::Respawn      => mix(0.45, 1.00, 0.0,  1.0,  4.0, 18_000.0, 0.05, 0.35, Effects),
        SoundKind::TargetLit    => mix(0.90, 1.00, 0.0,  1.0, 14.0, 18_000.0, 0.05, 0.35, Effects),
        SoundKind::TargetRung   => mix(0.60, 0.20, 0.4, 12.0,  8.0,  9_000.0, 0.20, 1.00, Effects),
        SoundKind::MoverPlayed  => mix(0.60, 1.00, 0.0,  1.0, 10.0, 14_000.0, 0.05, 0.35, Effects),
        SoundKind::Checkpoint   => mix(0.40, 1.00, 0.0,  1.0,  8.0, 18_000.0, 0.05, 0.35, Effects),
        SoundKind::Refill       => mix(0.50, 1.00, 0.0,  1.0,  5.0, 18_000.0, 0.05, 0.35, Effects),
        SoundKind::EmptyHand    => mix(0.40, 1.00, 0.0,  1.0,  3.0, 18_000.0, 0.05, 1.00, Effects),
        SoundKind::Finished     => mix(0.70, 1.00, 0.0,  1.0, 20.0, 18_000.0, 0.05, 0.35, Effects),
        SoundKind::InterfaceMove | SoundKind::InterfaceChoose | SoundKind::InterfaceBack
                                => mix(0.35, 1.00, 0.0,  1.0,  1.0, 18_000.0, 0.03, 1.00, Interface),
    }
}
