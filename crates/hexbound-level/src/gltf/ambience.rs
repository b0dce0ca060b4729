//! The sounds of places that the markers of a file's nodes ask for.

use glam::{DAffine3, DVec3, Vec3};

use super::markers::AmbienceMarker;
use crate::{Ambience, Code, Finding, Scale};

/// The most sounds of places that a level may have.
const MAX_AMBIENT_SOUNDS: usize = 256;

/// The sounds of places, in the order of the file.
#[derive(Debug, Default)]
pub(super) struct AmbienceReader {
    found: Vec<(DVec3, Ambience)>,
    /// The number of those beyond [`MAX_AMBIENT_SOUNDS`].
    beyond: usize,
}

impl AmbienceReader {
    /// Takes in a node's marker; `transform` leads from the node to the file, in meters.
    pub(super) fn add(
        &mut self,
        name: &str,
        marker: &AmbienceMarker,
        transform: &DAffine3,
        scale: Scale,
    ) {
        if self.found.len() == MAX_AMBIENT_SOUNDS {
            self.beyond += 1;
            return;
        }
        let ambience = Ambience {
            name: name.to_string(),
            sound: marker.sound,
            volume: marker.volume,
            position: Vec3::ZERO,
            radius: marker.radius.map(|radius| radius * scale.factor() as f32),
        };
        self.found.push((transform.translation, ambience));
    }

    /// All of them with their places, with a warning where there were too many.
    pub(super) fn finish(self, findings: &mut Vec<Finding>) -> Vec<(DVec3, Ambience)> {
        if self.beyond > 0 {
            let problem = format!(
                "{} nodes marked ambience are left out: a level has {MAX_AMBIENT_SOUNDS} at most",
                self.beyond
            );
            findings.push(Finding::new(Code::OverLimit, problem));
        }
        self.found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AmbienceSound;

    #[test]
    fn very_many_are_cut_with_a_word() {
        let mut reader = AmbienceReader::default();
        let marker = AmbienceMarker {
            sound: AmbienceSound::Water,
            volume: 1.0,
            radius: Some(200.0),
        };
        let centimeters = Scale::new(0.01).unwrap();
        for _ in 0..MAX_AMBIENT_SOUNDS + 3 {
            reader.add("Ambience", &marker, &DAffine3::IDENTITY, centimeters);
        }
        let mut findings = Vec::new();
        let found = reader.finish(&mut findings);
        assert_eq!(found.len(), MAX_AMBIENT_SOUNDS);
        assert_eq!(found[0].1.radius, Some(2.0));
        assert!(findings[0].problem.starts_with("3 nodes"), "{findings:?}");
    }
}
