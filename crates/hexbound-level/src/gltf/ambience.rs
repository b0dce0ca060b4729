//! The ambient sounds requested by the markers of a file's nodes.

use glam::{DAffine3, DVec3, Vec3};

use super::markers::AmbienceMarker;
use crate::{Ambience, Code, Finding, Scale};

/// The most ambient sounds of a level.
const MAX_AMBIENT_SOUNDS: usize = 256;

/// The ambient sound requested by a node's marker, with its position in the file; `transform` converts
/// from the node, in meters.
pub(super) fn of_marker(
    name: &str,
    marker: &AmbienceMarker,
    transform: &DAffine3,
    scale: Scale,
) -> (DVec3, Ambience) {
    let ambience = Ambience {
        name: name.to_string(),
        sound: marker.sound,
        volume: marker.volume,
        position: Vec3::ZERO,
        radius: marker.radius.map(|radius| radius * scale.factor() as f32),
    };
    (transform.translation, ambience)
}

/// Drops the last sounds beyond the limit, with a warning.
pub(super) fn cut(sounds: &mut Vec<(DVec3, Ambience)>, findings: &mut Vec<Finding>) {
    let beyond = sounds.len().saturating_sub(MAX_AMBIENT_SOUNDS);
    if beyond > 0 {
        let problem = format!(
            "{beyond} nodes marked ambience are left out: a level has {MAX_AMBIENT_SOUNDS} at most"
        );
        findings.push(Finding::new(Code::OverLimit, problem));
        sounds.truncate(MAX_AMBIENT_SOUNDS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AmbienceSound;

    #[test]
    fn very_many_are_cut_with_a_word() {
        let marker = AmbienceMarker {
            sound: AmbienceSound::Water,
            volume: 1.0,
            radius: Some(200.0),
        };
        let centimeters = Scale::new(0.01).unwrap();
        let sound = of_marker("Ambience", &marker, &DAffine3::IDENTITY, centimeters);
        let mut found = vec![sound; MAX_AMBIENT_SOUNDS + 3];
        let mut findings = Vec::new();
        cut(&mut found, &mut findings);
        assert_eq!(found.len(), MAX_AMBIENT_SOUNDS);
        assert_eq!(found[0].1.radius, Some(2.0));
        assert!(findings[0].problem.starts_with("3 nodes"), "{findings:?}");
    }
}
