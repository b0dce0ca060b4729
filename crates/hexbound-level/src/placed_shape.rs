//! The shapes that can be placed and turned in the scene of shapes. Each has a prop as its handle.

use strum::{EnumString, IntoStaticStr, VariantArray};

use super::Prop;

/// The prefix of the names of handles.
const HANDLE_PREFIX: &str = "handle ";

/// A shape with a prop as its handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum PlacedShape {
    Sphere,
    /// A box along the axes, which does not turn.
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
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The shape's name in the message files.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The name of the prop that is the shape's handle.
    pub fn handle(self) -> String {
        format!("{HANDLE_PREFIX}{}", self.name())
    }
}

impl Prop {
    /// The shape that the prop is the handle of, by its name; a handle collides with nothing.
    pub fn placed(&self) -> Option<PlacedShape> {
        self.name.strip_prefix(HANDLE_PREFIX)?.parse().ok()
    }
}

impl super::Level {
    /// Returns whether the level has shapes to place.
    pub fn has_placed_shapes(&self) -> bool {
        self.props.iter().any(|prop| prop.placed().is_some())
    }
}
