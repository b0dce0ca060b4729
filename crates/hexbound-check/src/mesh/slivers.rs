//! Triangles that are almost a line.

use super::{
    super::report::{Tallies, length, spelled},
    faces::Faces,
};
use hexbound_level::{Code, Finding};

/// The ratio of a triangle's longest edge to its height above which it is a sliver.
const MAX_SLENDERNESS: f32 = 500.0;
/// The least length of a reported sliver, meters. Shorter ones are invisible.
const MIN_SLIVER_LENGTH: f32 = 0.02;

/// Finds the slivers.
pub(super) fn findings(faces: &Faces) -> Vec<Finding> {
    let mut tallies = Tallies::default();
    for face in (0..faces.corners.len()).filter(|face| faces.is_whole(*face)) {
        let [a, b, c] = faces.positions(face);
        let longest = a.distance(b).max(b.distance(c)).max(c.distance(a));
        let height = faces.cross(face).length() / longest;
        if longest >= MIN_SLIVER_LENGTH && height * MAX_SLENDERNESS < longest {
            tallies.add(faces.node(face), longest, faces.middle(face));
        }
    }
    tallies.findings(Code::Sliver, &faces.names, |tally| {
        let slivers = spelled(tally.count, "triangle is", "triangles are");
        let which = tally.worst_of("it is", "the longest is");
        format!(
            "{slivers} almost a line, more than {MAX_SLENDERNESS:.0} times as long as wide; {which} {} long",
            length(tally.worst)
        )
    })
}
