//! The shapes that the scene of shapes lets one place and turn. Each has a prop as its handle.

use strum::{EnumString, IntoStaticStr, VariantArray};

use super::Prop;

/// The beginning of the name of such a handle.
const HANDLE_PREFIX: &str = "handle ";

/// A shape that a prop is the handle of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
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
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The shape's name in the files of words.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The name of the prop that is its handle.
    pub fn handle(self) -> String {
        format!("{HANDLE_PREFIX}{}", self.name())
    }
}

impl Prop {
    /// The shape that it is the handle of, by its name; nothing is in such a handle's way.
    pub fn placed(&self) -> Option<PlacedShape> {
        self.name.strip_prefix(HANDLE_PREFIX)?.parse().ok()
    }
}

impl super::Level {
    /// Returns whether shapes can be placed in it.
    pub fn has_placed_shapes(&self) -> bool {
        self.props.iter().any(|prop| prop.placed().is_some())
    }
}
