//! The rumble for landings and near blasts.

use glam::Vec3;

use hexbound_sim::{Event, EventKind};

/// The speed of landing up to which there is no rumble, meters a second.
const SOFT_LANDING: f32 = 4.0;
/// The speed of landing from which the rumble is full, meters a second.
const HARD_LANDING: f32 = 14.0;
/// The distance from which a blast causes no rumble, meters.
const BLAST_REACH: f32 = 16.0;
/// The strength below which a motor would only hum.
const MIN_STRENGTH: f32 = 0.05;

/// The rumble of a pad.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rumble {
    /// The strength, 0..1.
    pub strength: f32,
    /// The duration, milliseconds.
    pub milliseconds: u32,
}

impl Rumble {
    /// The strongest rumble among the events, for a player with the eye at `eye`.
    pub fn of(events: &[Event], eye: Vec3) -> Option<Self> {
        let shakes = events.iter().filter_map(|event| {
            let (strength, milliseconds) = match event.kind {
                EventKind::Land => {
                    let speed = event.speed - SOFT_LANDING;
                    (0.6 * speed / (HARD_LANDING - SOFT_LANDING), 90)
                }
                EventKind::Explosion => {
                    let near = 1.0 - event.position.distance(eye) / BLAST_REACH;
                    (near.max(0.0) * near, 180)
                }
                _ => return None,
            };
            let strength = strength.min(1.0);
            (strength > MIN_STRENGTH).then_some(Rumble {
                strength,
                milliseconds,
            })
        });
        shakes.max_by(|one, other| one.strength.total_cmp(&other.strength))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_sim::ImpactSide;

    fn event(kind: EventKind, speed: f32, away: f32) -> Event {
        Event {
            kind,
            position: Vec3::X * away,
            normal: Vec3::Y,
            speed,
            mover: ImpactSide::PLAYER,
            struck: ImpactSide::LEVEL,
            ball: None,
        }
    }

    #[test]
    fn the_strongest_of_landings_and_blasts_is_felt() {
        let felt = |events: &[Event]| Rumble::of(events, Vec3::ZERO);
        assert_eq!(felt(&[]), None);
        assert_eq!(felt(&[event(EventKind::Land, 3.0, 0.0)]), None);
        assert_eq!(felt(&[event(EventKind::Explosion, 0.0, 40.0)]), None);
        let near = event(EventKind::Explosion, 0.0, 1.0);
        let far = event(EventKind::Explosion, 0.0, 9.0);
        let jump = event(EventKind::Land, 6.0, 0.0);
        let strongest = felt(&[far, near, jump]).unwrap();
        assert_eq!(Some(strongest), felt(&[near]));
        assert!(strongest.strength > 3.0 * felt(&[far]).unwrap().strength);
        assert!(felt(&[event(EventKind::Land, 90.0, 0.0)]).unwrap().strength <= 1.0);
    }
}
