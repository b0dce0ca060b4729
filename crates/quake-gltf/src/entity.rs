//! The content of a map, whether it was read from source or compiled: entities with their pairs of key and
//! value, their faces, and the textures of these. The module `entities` translates them.

use glam::{DVec2, DVec3};

use super::{surface::Treatment, texture_images::TextureImage};
use crate::notice::Notice;

/// A whole map, in its own units and with Z up.
pub(crate) struct Map {
    pub entities: Vec<Entity>,
    pub textures: Vec<Texture>,
    /// The size of a unit of the map, meters.
    pub unit: f64,
    pub notices: Vec<Notice>,
}

/// An entity of a map: the world itself, a door, a lamp, a place to start.
#[derive(Debug, Default)]
pub(crate) struct Entity {
    /// The number of the entity, as editors show it.
    pub number: usize,
    pub pairs: Vec<(String, String)>,
    pub faces: Vec<Face>,
}

/// A flat convex face, or one triangle of a curved one.
#[derive(Debug)]
pub(crate) struct Face {
    /// An index into `Map::textures`.
    pub texture: usize,
    /// Three corners or more, counterclockwise as seen from the front.
    pub corners: Vec<MapCorner>,
}

/// A corner of a face.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MapCorner {
    pub position: DVec3,
    pub normal: DVec3,
    /// The position in the texture, pixels.
    pub texel: DVec2,
}

/// A texture with its treatment and its image.
#[derive(Debug)]
pub(crate) struct Texture {
    pub name: String,
    pub treatment: Treatment,
    pub image: Option<TextureImage>,
    /// True if the faces with this texture are visible from both sides, as on curves.
    pub two_sided: bool,
}

impl Texture {
    /// The width and height in pixels: those of the image, or [`USUAL_SIZE`] without one.
    pub(crate) fn size(&self) -> DVec2 {
        let image = self.image.as_ref();
        image.map_or(DVec2::splat(USUAL_SIZE), |it| it.size.map(f64::from).into())
    }
}

/// The width and height of a missing texture, pixels, which are units of the map.
pub(crate) const USUAL_SIZE: f64 = 64.0;

impl Entity {
    /// The first value of a key, compared without regard to case.
    pub(crate) fn value(&self, key: &str) -> Option<&str> {
        let pair = (self.pairs.iter()).find(|(known, _)| known.eq_ignore_ascii_case(key))?;
        Some(pair.1.trim())
    }

    /// The texture files that the world names.
    pub(crate) fn wads(&self) -> Option<&str> {
        self.value("wad").or(self.value("_wad"))
    }

    /// The value of a key as a finite number.
    pub(crate) fn number_of(&self, key: &str) -> Option<f64> {
        let first = self.value(key)?.split_whitespace().next()?;
        first.parse().ok().filter(|number: &f64| number.is_finite())
    }

    /// The value of a key as three finite numbers.
    pub(crate) fn vector(&self, key: &str) -> Option<DVec3> {
        let mut numbers = self.value(key)?.split_whitespace().map(str::parse::<f64>);
        let mut next = || numbers.next()?.ok().filter(|number| number.is_finite());
        Some(DVec3::new(next()?, next()?, next()?))
    }

    /// The class of the entity, in lower case.
    pub(crate) fn class(&self) -> String {
        self.value("classname")
            .unwrap_or_default()
            .to_ascii_lowercase()
    }

    /// The least and the largest corner of the bounds of the faces; `None` without faces.
    pub(crate) fn bounds(&self) -> Option<(DVec3, DVec3)> {
        let corners = || (self.faces.iter()).flat_map(|face| &face.corners);
        let least = corners().map(|corner| corner.position).reduce(DVec3::min)?;
        let most = corners().map(|corner| corner.position).reduce(DVec3::max)?;
        Some((least, most))
    }

    /// The yaw of the entity in degrees, counterclockwise from +X: that of `angles`, `mangle` or `angle`.
    pub(crate) fn yaw(&self) -> f64 {
        let angles = self.vector("angles").or_else(|| self.vector("mangle"));
        let yaw = angles.map(|angles| angles.y);
        yaw.or_else(|| self.number_of("angle")).unwrap_or_default()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn entity(pairs: &[(&str, &str)]) -> Entity {
        let owned = |(key, value): &(&str, &str)| (key.to_string(), value.to_string());
        Entity {
            pairs: pairs.iter().map(owned).collect(),
            ..Entity::default()
        }
    }

    #[test]
    fn numbers_that_are_none_are_not_there() {
        let vectors = [("a", "1 2 nan"), ("b", "1 2"), ("c", " 4 5 6 ")];
        let it = entity(&[&vectors[..], &[("d", "inf")]].concat());
        assert_eq!(it.vector("a"), None);
        assert_eq!(it.vector("b"), None);
        assert_eq!(it.vector("C"), Some(DVec3::new(4.0, 5.0, 6.0)));
        assert_eq!(it.number_of("d"), None);
        assert_eq!(it.number_of("b"), Some(1.0));
    }

    #[test]
    fn angles_go_before_the_angle() {
        assert_eq!(entity(&[("angle", "90")]).yaw(), 90.0);
        assert_eq!(entity(&[("angle", "90"), ("angles", "0 45 0")]).yaw(), 45.0);
        assert_eq!(entity(&[]).yaw(), 0.0);
    }
}
