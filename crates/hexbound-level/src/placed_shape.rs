//! The shapes that the scene of shapes lets one place and turn. Each has a prop as its handle.

use super::Prop;

/// The beginning of the name of such a handle.
const HANDLE: &str = "handle ";

/// A shape that a prop is the handle of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlacedShape {
    Sphere,
    /// A box along the axes, which turns no more than those.
    Aabb,
    Obb,
    Capsule,
    Cylinder,
    /// A cylinder without ends.
    Tube,
    Rectangle,
    Plane,
    Triangle,
    Frustum,
    Ray,
    /// The mesh of a ring.
    Ring,
    /// The mesh of a ball with spikes.
    Burr,
}

impl PlacedShape {
    pub const ALL: [PlacedShape; 13] = [
        PlacedShape::Sphere,
        PlacedShape::Aabb,
        PlacedShape::Obb,
        PlacedShape::Capsule,
        PlacedShape::Cylinder,
        PlacedShape::Tube,
        PlacedShape::Rectangle,
        PlacedShape::Plane,
        PlacedShape::Triangle,
        PlacedShape::Frustum,
        PlacedShape::Ray,
        PlacedShape::Ring,
        PlacedShape::Burr,
    ];

    /// The shape's name in the files of words.
    pub fn name(self) -> &'static str {
        match self {
            PlacedShape::Sphere => "sphere",
            PlacedShape::Aabb => "aabb",
            PlacedShape::Obb => "obb",
            PlacedShape::Capsule => "capsule",
            PlacedShape::Cylinder => "cylinder",
            PlacedShape::Tube => "tube",
            PlacedShape::Rectangle => "rectangle",
            PlacedShape::Plane => "plane",
            PlacedShape::Triangle => "triangle",
            PlacedShape::Frustum => "frustum",
            PlacedShape::Ray => "ray",
            PlacedShape::Ring => "ring",
            PlacedShape::Burr => "burr",
        }
    }

    /// The name of the prop that is its handle.
    pub fn handle(self) -> String {
        format!("{HANDLE}{}", self.name())
    }
}

impl Prop {
    /// The shape that it is the handle of, by its name; nothing is in such a handle's way.
    pub fn placed(&self) -> Option<PlacedShape> {
        let name = self.name.strip_prefix(HANDLE)?;
        PlacedShape::ALL.into_iter().find(|it| it.name() == name)
    }
}

impl super::Level {
    /// Returns whether shapes can be placed in it.
    pub fn has_placed_shapes(&self) -> bool {
        self.props.iter().any(|prop| prop.placed().is_some())
    }
}
