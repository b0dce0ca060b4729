//! Lamps that hang inside a solid. A lamp inside its own small fitting is correct.

use glam::Vec3;
use hexbound_collide::CollisionMesh;

use hexbound_level::{Code, Finding, Level, Light, inside::width_inside};

/// The largest width of a lamp's fitting, meters. Light passes through it.
const MAX_FITTING_WIDTH: f32 = 1.2;

/// Returns findings about the lamps inside a solid.
pub(crate) fn buried(level: &Level) -> Vec<Finding> {
    let buried = level
        .lighting
        .lights
        .iter()
        .filter(|light| is_buried(light.position, &level.collision));
    let finding = |light: &Light| {
        let problem = "it hangs inside something solid, which keeps its light in";
        Finding::about("light", &light.name, Code::BuriedLamp, problem).at(light.position)
    };
    buried.map(finding).collect()
}

/// Returns whether a place is inside a solid that is not small.
fn is_buried(place: Vec3, collision: &CollisionMesh) -> bool {
    width_inside(place, collision).is_some_and(|width| width > MAX_FITTING_WIDTH)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_scenes::SceneBuilder;

    #[test]
    fn a_lamp_in_a_wall_is_buried_but_not_in_the_room_or_its_fitting() {
        let level = SceneBuilder::new()
            .floor(-20.0, -20.0, 20.0, 20.0, 0.0)
            .cuboid(Vec3::new(-4.0, 0.0, -0.2), Vec3::new(4.0, 4.0, 0.2))
            .cuboid(Vec3::new(4.8, 1.8, 4.8), Vec3::new(5.2, 2.2, 5.2))
            .build("lamps")
            .expect("a level");
        let buried = |place: Vec3| is_buried(place, &level.collision);
        assert!(buried(Vec3::new(1.0, 2.0, 0.0)));
        assert!(!buried(Vec3::new(1.0, 2.0, 1.0)), "in the room");
        assert!(!buried(Vec3::new(5.0, 2.0, 5.0)), "in its fitting");
        assert!(!buried(Vec3::new(1.0, 90.0, 0.0)), "above everything");
    }
}
