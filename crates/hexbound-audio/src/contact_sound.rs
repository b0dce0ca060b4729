//! The contacts of the player's body as parameters of their tones: the features touched, their angle and
//! force, the speed lost, and the number of triangles rejected by planes. The tones themselves are in
//! `output::contact_tones`.

use hexbound_collide::Feature;

/// One contact of the player's body in a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeardContact {
    pub feature: Feature,
    /// The upward component of the contact's unit normal: 1 for a floor, 0 for a wall, −1 for a ceiling.
    pub up: f32,
    /// The speed at which the body was pressed against the surface, meters a second.
    pub speed: f32,
}

/// The contacts of the player's body since the frame before.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeardContacts {
    pub contacts: Vec<HeardContact>,
    /// The largest speed that the body lost in a tick beyond what its command asked for, as at a snag, meters
    /// a second.
    pub lost: f32,
    /// The number of triangles that the planes rejected in the tick with the most.
    pub rejected: u32,
}

/// The parameters of the tones of contacts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ContactSound {
    /// The strengths of the voices of a face, an edge and a vertex, 0..1.
    pub strengths: [f32; 3],
    /// The factor by which the angle of the hardest contact raises the voices: 1 for a floor, 2 for
    /// a ceiling.
    pub pitch: f32,
    /// The number of knocks so far.
    pub knocks: u32,
    /// The loudness of the last knock, 0..1.
    pub knock: f32,
    /// The number of clicks a second for the triangles that were rejected.
    pub clicks: f32,
}

impl Default for ContactSound {
    fn default() -> Self {
        Self {
            strengths: [0.0; 3],
            pitch: 1.0,
            knocks: 0,
            knock: 0.0,
            clicks: 0.0,
        }
    }
}

/// The speed at which a contact is heard at half its strength, meters a second.
const HALF_SPEED: f32 = 1.0;
/// The strength of the gentlest contact, 0..1.
const MIN_STRENGTH: f32 = 0.1;
/// The minimum loss of speed in a tick that counts as a snag, meters a second.
const MIN_SPEED_LOSS: f32 = 0.25;
/// The loss of speed that is heard at half the loudness of the hardest knock, meters a second.
const HALF_LOSS: f32 = 2.0;
/// The number of clicks a second for each doubling of the triangles that were rejected.
const CLICKS_PER_DOUBLING: f32 = 3.0;

impl ContactSound {
    /// The parameters of the frame after this one; silence if `heard` is `None`.
    pub(crate) fn after(self, heard: Option<&HeardContacts>) -> Self {
        let Some(heard) = heard else {
            return Self {
                knocks: self.knocks,
                ..Self::default()
            };
        };
        let mut strengths = [0.0_f32; 3];
        let mut hardest: Option<&HeardContact> = None;
        for contact in &heard.contacts {
            let strength = &mut strengths[voice_of(contact.feature)];
            *strength = strength.max(half_at(contact.speed, HALF_SPEED).max(MIN_STRENGTH));
            if hardest.is_none_or(|hardest| contact.speed > hardest.speed) {
                hardest = Some(contact);
            }
        }
        let is_snag = heard.lost >= MIN_SPEED_LOSS;
        Self {
            strengths,
            pitch: (hardest.map(|it| 1.5 - it.up.clamp(-1.0, 1.0) * 0.5))
                .filter(|pitch| pitch.is_finite())
                .unwrap_or(self.pitch),
            knocks: self.knocks.wrapping_add(u32::from(is_snag)),
            knock: match is_snag {
                true => half_at(heard.lost, HALF_LOSS),
                false => self.knock,
            },
            clicks: (1.0 + heard.rejected as f32).log2() * CLICKS_PER_DOUBLING,
        }
    }
}

fn voice_of(feature: Feature) -> usize {
    match feature {
        Feature::Face => 0,
        Feature::Edge(_) => 1,
        Feature::Vertex(_) => 2,
    }
}

/// Rises from 0 toward 1 and is 0.5 at `half`.
fn half_at(value: f32, half: f32) -> f32 {
    let value = value.max(0.0);
    value / (value + half)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touching(feature: Feature, up: f32, speed: f32) -> HeardContacts {
        HeardContacts {
            contacts: vec![HeardContact { feature, up, speed }],
            ..HeardContacts::default()
        }
    }

    #[test]
    fn features_speeds_and_angles_are_distinct() {
        let sound = |heard: &HeardContacts| ContactSound::default().after(Some(heard));
        let floor = sound(&touching(Feature::Face, 1.0, 1.0));
        assert_eq!((floor.strengths, floor.pitch), ([0.5, 0.0, 0.0], 1.0));
        let wall = sound(&touching(Feature::Edge(1), 0.0, 3.0));
        assert_eq!((wall.strengths, wall.pitch), ([0.0, 0.75, 0.0], 1.5));
        let ceiling = sound(&touching(Feature::Vertex(2), -1.0, 0.0));
        assert_eq!((ceiling.strengths, ceiling.pitch), ([0.0, 0.0, 0.1], 2.0));
    }

    #[test]
    fn a_loss_of_speed_knocks_once_and_a_small_one_not_at_all() {
        let lose = |sound: ContactSound, lost| {
            sound.after(Some(&HeardContacts {
                lost,
                ..HeardContacts::default()
            }))
        };
        let little = lose(ContactSound::default(), 0.1);
        assert_eq!(little.knocks, 0);
        let much = lose(little, 2.0);
        assert_eq!((much.knocks, much.knock), (1, 0.5));
        let none = lose(much, 0.0);
        assert_eq!(none.knocks, 1, "one snag, one knock");
        assert_eq!(none.after(None).knocks, 1, "turning it off is no knock");
    }

    #[test]
    fn more_rejected_triangles_click_faster() {
        let clicks = |rejected| {
            let heard = HeardContacts {
                rejected,
                ..HeardContacts::default()
            };
            ContactSound::default().after(Some(&heard)).clicks
        };
        assert_eq!((clicks(0), clicks(7)), (0.0, 9.0));
        assert!(clicks(1000) > clicks(100) && clicks(1_000_000) < 100.0);
    }
}
