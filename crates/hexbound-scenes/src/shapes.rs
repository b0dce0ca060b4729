//! The scene in which every kind of shape can be moved and turned, to see which shapes touch.

use glam::{Quat, Vec3};

use super::SceneBuilder;
use hexbound_level::PlacedShape;

/// The radius of a handle, meters: small beside the shapes, and large enough to aim at.
const HANDLE_RADIUS: f32 = 0.12;

/// The position of each handle, meters. The turned box and the capsule touch, and the ray runs along the
/// shapes at the back.
const HANDLE_PLACES: [(PlacedShape, Vec3); 13] = [
    (PlacedShape::Sphere, Vec3::new(-4.4, 1.4, 0.0)),
    (PlacedShape::Aabb, Vec3::new(-2.9, 1.4, 0.0)),
    (PlacedShape::Obb, Vec3::new(-1.3, 1.4, 0.0)),
    (PlacedShape::Capsule, Vec3::new(-0.6, 1.4, 0.0)),
    (PlacedShape::Cylinder, Vec3::new(1.0, 1.4, 0.0)),
    (PlacedShape::Rectangle, Vec3::new(2.6, 1.4, 0.0)),
    (PlacedShape::Triangle, Vec3::new(4.2, 1.4, 0.0)),
    (PlacedShape::Ray, Vec3::new(-5.6, 1.75, -2.96)),
    (PlacedShape::Ring, Vec3::new(-3.6, 1.7, -3.0)),
    (PlacedShape::Burr, Vec3::new(-2.7, 1.7, -3.0)),
    (PlacedShape::Frustum, Vec3::new(0.0, 1.7, -2.2)),
    (PlacedShape::Tube, Vec3::new(2.6, 1.7, -3.0)),
    (PlacedShape::Plane, Vec3::new(4.4, 1.7, -4.6)),
];

/// A room of 20 m by 20 m by 6 m with the handles of all shapes.
pub(crate) fn shapes() -> SceneBuilder {
    let room = SceneBuilder::new().room(Vec3::new(-10.0, 0.0, -10.0), Vec3::new(10.0, 6.0, 10.0));
    let handles = (HANDLE_PLACES.into_iter()).fold(room, |scene, (shape, place)| {
        scene.prop_sphere(&shape.handle(), place, HANDLE_RADIUS, Quat::IDENTITY)
    });
    // To the right, so that the legend does not cover the shapes.
    handles.spawn(Vec3::new(4.3, 0.0, 9.3), 0.0)
}

#[cfg(test)]
mod tests {
    use crate::named;
    use hexbound_level::PlacedShape;

    #[test]
    fn every_shape_has_one_handle() {
        let level = named("shapes").unwrap();
        for shape in PlacedShape::ALL.iter().copied() {
            let props = level.props.iter();
            let handles = props.filter(|prop| prop.placed() == Some(shape));
            assert_eq!(handles.count(), 1, "{shape:?}");
        }
        assert_eq!(level.props.len(), PlacedShape::ALL.len());
        assert!(level.has_placed_shapes());
    }
}
