//! Targets, balls and walkers.

use glam::{DAffine3, DVec3};

use super::reader::{MarkerReader, corners};
use crate::{
    BodyClasses, BodyKind, Code, StartBall, Target, WalkerStart,
    gltf::{
        marked_nodes::MarkedNode,
        markers::{
            BallMarker, MarkerKind, TargetMarker, WALKER_GIVE_UP, WALKER_NOTICE, WALKER_SPEED,
            WalkerMarker,
        },
        mesh_boxes::MeshBox,
        transforms::yaw_of,
    },
};

/// The radius of a ball without a mesh, meters.
const DEFAULT_RADIUS: f32 = 0.15;
/// The least radius of a ball, meters.
const MIN_RADIUS: f32 = 0.02;
/// The greatest radius of a ball, meters.
const MAX_RADIUS: f32 = 5.0;
/// The greatest radius of a mesh that is a ball by its name alone, meters.
const MAX_NAMED_RADIUS: f64 = 0.6;
/// The greatest ratio of a mesh's length to its width for its name alone to make it a ball.
const MAX_NAMED_STRETCH: f64 = 1.25;
/// The greatest size of a target by its name alone, meters: a root node of that name is none.
const MAX_NAMED_TARGET: f64 = 16.0;

impl MarkerReader<'_> {
    pub(super) fn read_target(&mut self, index: usize, node: &MarkedNode, marker: &TargetMarker) {
        let (placements, parts) = (self.placements, self.parts);
        let own = || parts.targets.get(&index).into_iter().flatten();
        let Some([low, high]) = self.bounds(own()) else {
            self.warn(
                node,
                "a target needs a mesh at or below it: give it one, or the custom property \
                 target = false",
            );
            return;
        };
        if node.markers.by_name_alone && (high - low).max_element() > MAX_NAMED_TARGET {
            self.plain.push((MarkerKind::Target, node.name.clone()));
            return;
        }
        if !own().any(|part| placements[*part].treatment.solid) {
            self.warn(
                node,
                "nothing of this target can be hit: balls meet what is solid, so leave out -nocol",
            );
        }
        let number = self.play.targets.len() as u32;
        self.targets[index] = Some(number);
        if let Some(group) = &marker.group {
            self.groups.entry(group.clone()).or_default().push(number);
        }
        self.play.targets.push(Target {
            name: node.name.clone(),
            center: (low + high) * 0.5,
            rings: marker.rings,
            least_mass: marker.least_mass,
            by: marker.by,
        });
    }

    pub(super) fn read_ball(&mut self, index: usize, node: &MarkedNode, marker: &BallMarker) {
        let mesh = node.mesh.and_then(|mesh| self.boxes.of(mesh));
        let placed = mesh.map(|mesh| (mesh, mesh.placed(&node.transform)));
        let sides = placed.map(|(_, placed)| half_sides(&placed));
        if node.markers.by_name_alone && !self.is_ball(mesh.as_ref().zip(sides)) {
            self.plain.push((MarkerKind::Ball, node.name.clone()));
            return;
        }
        self.remove_mesh(index, node);
        if node.has_mesh_below {
            self.warn(
                node,
                "the ball takes its own mesh along, and those of its children stay where they are: \
                 join them to one mesh",
            );
        }
        let given = marker.radius.map(|radius| radius * self.scale as f32);
        let of_mesh = sides.map(|sides| sides.max_element() as f32);
        let wanted = given.or(of_mesh.filter(|radius| *radius > 0.0));
        let wanted = wanted.unwrap_or(DEFAULT_RADIUS);
        let radius = wanted.clamp(MIN_RADIUS, MAX_RADIUS);
        if radius != wanted {
            self.warn(
                node,
                &format!(
                    "a ball of a radius of {wanted} m is made one of {radius} m: give it a radius \
                     from {MIN_RADIUS} to {MAX_RADIUS} m"
                ),
            );
        }
        let position = placed.map_or(node.transform.translation, |(_, placed)| placed.translation);
        self.play.balls.push(StartBall {
            name: node.name.clone(),
            position,
            velocity: marker.velocity * self.scale,
            radius,
            mass: marker.mass,
            restitution: marker.restitution,
        });
        self.set_class(node, BodyKind::Ball, marker.class.as_ref());
    }

    /// Returns whether a node is a ball by its name alone: round and of a size to throw, or an empty in a
    /// level with targets.
    fn is_ball(&self, mesh: Option<(&MeshBox, DVec3)>) -> bool {
        let Some((mesh, sides)) = mesh else {
            return self.has_targets();
        };
        let (least, most) = (sides.min_element(), sides.max_element());
        mesh.is_round && most <= MAX_NAMED_RADIUS && most <= least * MAX_NAMED_STRETCH
    }

    pub(super) fn read_walker(&mut self, index: usize, node: &MarkedNode, marker: &WalkerMarker) {
        if node.markers.by_name_alone && !self.has_targets() {
            self.plain.push((MarkerKind::Walker, node.name.clone()));
            return;
        }
        self.remove_mesh(index, node);
        if node.has_mesh_below {
            self.warn(
                node,
                "of a walker only its own mesh is replaced, and those of its children stay where \
                 they are: give them to other nodes",
            );
        }
        let scale = self.scale as f32;
        let meters = |given: Option<f32>, usual: f32| given.map_or(usual, |given| given * scale);
        let notice = meters(marker.notice, WALKER_NOTICE);
        let mut give_up = meters(marker.give_up, WALKER_GIVE_UP.max(notice));
        if give_up < notice {
            give_up = notice;
            self.warn(
                node,
                "it would give up nearer than it notices: make its custom property give_up larger \
                 than notice",
            );
        }
        let feet = node.mesh.and_then(|mesh| self.boxes.of(mesh)).map(|mesh| {
            let [low, _] = corners(&mesh.placed(&node.transform));
            low.y
        });
        let origin = node.transform.translation;
        let mut waypoints: Vec<&(String, DVec3)> = node.empties.iter().collect();
        waypoints.sort_by_key(|(name, _)| natural_order(name));
        self.play.walkers.push(WalkerStart {
            name: node.name.clone(),
            position: DVec3::new(origin.x, feet.unwrap_or(origin.y), origin.z),
            yaw: yaw_of(&node.transform),
            speed: meters(marker.speed, WALKER_SPEED),
            rings: marker.rings,
            notice,
            give_up,
            way: waypoints.into_iter().map(|(_, place)| *place).collect(),
        });
        self.set_class(node, BodyKind::Walker, marker.class.as_ref());
    }

    /// Sets the class requested by the node for the latest ball or walker.
    fn set_class(&mut self, node: &MarkedNode, kind: BodyKind, name: Option<&String>) {
        let Some(name) = name else {
            return;
        };
        let count = match kind {
            BodyKind::Ball => self.play.balls.len(),
            _ => self.play.walkers.len(),
        };
        match self.play.classes.intern(name) {
            Some(class) => self.play.classes.set(kind, count as u32 - 1, class),
            None => self.report(node, Code::OverLimit, BodyClasses::FULL),
        }
    }
}

/// Half the sides of a box, given as the transform of the cube from −1 to 1.
pub(super) fn half_sides(placed: &DAffine3) -> DVec3 {
    let axes = placed.matrix3;
    DVec3::new(
        axes.x_axis.length(),
        axes.y_axis.length(),
        axes.z_axis.length(),
    )
}

/// A key for the natural order of names: by their letters, and by the values of their numbers.
fn natural_order(name: &str) -> Vec<(String, u64)> {
    let mut parts = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let letters = rest
            .find(|it: char| it.is_ascii_digit())
            .unwrap_or(rest.len());
        let (word, number) = rest.split_at(letters);
        let digits = (number.find(|it: char| !it.is_ascii_digit())).unwrap_or(number.len());
        let value = match &number[..digits] {
            "" => 0,
            digits => digits.parse().unwrap_or(u64::MAX),
        };
        parts.push((word.to_lowercase(), value));
        rest = &number[digits..];
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_by_their_numbers() {
        let large = "way.99999999999999999999";
        let mut names = ["way.010", "Way.002", "way", "way.1", "b 7", large];
        names.sort_by_key(|name| natural_order(name));
        let expected = ["b 7", "way", "way.1", "Way.002", "way.010", large];
        assert_eq!(names, expected);
    }
}
