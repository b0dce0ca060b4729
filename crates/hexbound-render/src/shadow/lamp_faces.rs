//! The six faces of a cube about each lamp, through which its map looks, and where each has its tile
//! in the layers of a texture. Nothing here needs a device.

use glam::{Mat4, Vec3};
use hexbound_collide::geom::Aabb;

use crate::lighting::flashes;
use hexbound_level::Light;

/// Number of faces about a lamp.
pub(crate) const FACE_COUNT: usize = 6;
/// Texels of a tile beyond each edge of its face: the filter looks so far.
pub(crate) const TILE_GUARD: u32 = 2;
/// Largest number of layers, as long as tiles can be smaller.
const MAX_LAYERS: u32 = 19;
/// Tiles along a layer's side, as a power of two: at least, and at most.
const SIDE_BITS: std::ops::RangeInclusive<u32> = 2..=5;
/// Least distance from a lamp at which something throws a shadow, meters.
const MIN_SHADOW_DISTANCE: f32 = 0.02;

/// The tiles of all lamps in the layers of a texture: one column after the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TileLayout {
    /// Texels along a layer's side.
    pub side: u32,
    /// Tiles along a layer's side, as a power of two.
    pub bits: u32,
    /// Number of the first lamp's first tile: in the first layer's first column lie the maps of
    /// flashes.
    pub first: u32,
    pub layers: u32,
}

impl TileLayout {
    /// The layout for so many lamps, in layers with about `side` texels along a side.
    pub(crate) fn of(lamps: usize, side: u32) -> Self {
        let (flash_columns, flash_rows) = flashes::MAPS_SIZE;
        let side = side.max(flash_rows.next_power_of_two());
        let with = |bits: u32| {
            let tile_side = tile_side(side, bits);
            let first = match flash_columns.div_ceil(tile_side) {
                1 => flash_rows.div_ceil(tile_side),
                columns => columns << bits,
            };
            let tiles = first + (lamps * FACE_COUNT) as u32;
            Self {
                side,
                bits,
                first,
                layers: array_layers(tiles.div_ceil(1 << (2 * bits))),
            }
        };
        let (coarsest, finest) = (*SIDE_BITS.end(), *SIDE_BITS.start());
        let fits = |bits: &u32| with(*bits).layers <= MAX_LAYERS;
        with((finest..coarsest).find(fits).unwrap_or(coarsest))
    }

    /// Texels along a tile's side.
    pub(crate) fn tile_side(&self) -> u32 {
        tile_side(self.side, self.bits)
    }

    /// The layer of a tile, and its first texel there.
    pub(crate) fn place(&self, tile: u32) -> (u32, [u32; 2]) {
        let along = (1 << self.bits) - 1;
        let corner = [tile >> self.bits, tile].map(|it| (it & along) * self.tile_side());
        (tile >> (2 * self.bits), corner)
    }
}

/// Texels along a tile's side: an even number, so that its middle lies between two.
fn tile_side(side: u32, bits: u32) -> u32 {
    (side >> bits) & !1
}

/// The layers of a texture for so many. Over OpenGL, wgpu takes one layer for no array, and six for
/// a cube.
pub(crate) fn array_layers(wanted: u32) -> u32 {
    match wanted {
        0 | 1 => 2,
        cube if cube.is_multiple_of(6) => cube + 1,
        layers => layers,
    }
}

/// One face about a lamp.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LampFace {
    /// Place of the lamp, meters.
    pub center: Vec3,
    /// Distance at which its light has gone, meters.
    pub range: f32,
    /// The axis that the face looks along, and whether it looks that way or back.
    axis: usize,
    forward: bool,
}

impl LampFace {
    /// The faces of a lamp, in the order of their tiles.
    pub(crate) fn all(light: &Light) -> [Self; FACE_COUNT] {
        std::array::from_fn(|face| Self {
            center: light.position,
            range: light.range,
            axis: face / 2,
            forward: face % 2 == 1,
        })
    }

    /// The matrix from the level to the clip space of a tile with so many texels along its side.
    /// `lamp_visibility` in shaders/lighting.wgsl computes the same.
    pub(crate) fn matrix(&self, tile_side: u32) -> Mat4 {
        let [across, up, ahead] = self.axes();
        let scale = 1.0 - 2.0 * TILE_GUARD as f32 / tile_side as f32;
        let row = |way: Vec3, offset: f32| way.extend(offset - way.dot(self.center));
        let rows = Mat4::from_cols(
            row(across * scale, 0.0),
            row(up * scale, 0.0),
            row(ahead, -MIN_SHADOW_DISTANCE),
            row(ahead, 0.0),
        );
        rows.transpose()
    }

    /// Returns whether a box may throw a shadow or catch light through this face.
    pub(crate) fn may_see(&self, bounds: &Aabb) -> bool {
        let nearest = self.center.clamp(bounds.min, bounds.max);
        if nearest.distance_squared(self.center) > self.range * self.range {
            return false;
        }
        // A little more than a right angle, for the guard's texels.
        let [across, up, ahead] = self.axes().map(|way| self.extent(way, bounds));
        let far = 1.1 * ahead[1];
        far > 0.0
            && [across, up]
                .iter()
                .all(|[low, high]| *low < far && *high > -far)
    }

    /// Distance from the lamp to the nearest point of a box, meters.
    pub(crate) fn distance(&self, bounds: &Aabb) -> f32 {
        self.center
            .clamp(bounds.min, bounds.max)
            .distance(self.center)
    }

    /// The directions to the right, up and ahead.
    fn axes(&self) -> [Vec3; 3] {
        let sign = if self.forward { 1.0 } else { -1.0 };
        let axis = |offset: usize| Vec3::AXES[(self.axis + offset) % 3];
        [axis(1) * -sign, axis(2), axis(0) * sign]
    }

    /// The least and the greatest offset of a box from the lamp along an axis.
    fn extent(&self, way: Vec3, bounds: &Aabb) -> [f32; 2] {
        let (one, other) = (
            way.dot(bounds.min - self.center),
            way.dot(bounds.max - self.center),
        );
        [one.min(other), one.max(other)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faces() -> [LampFace; FACE_COUNT] {
        LampFace::all(&Light::point(Vec3::new(1.0, 2.0, 3.0), Vec3::ONE, 8.0))
    }

    #[test]
    fn every_direction_is_seen_by_one_face() {
        let inner = 1.0 - 2.0 * TILE_GUARD as f32 / 256.0;
        for index in 0..1000 {
            let turn = index as f32 * 2.399_963;
            let z = 1.0 - index as f32 / 499.7;
            let across = (1.0 - z * z).sqrt();
            let way = Vec3::new(across * turn.cos(), across * turn.sin(), z);
            let seen = faces().into_iter().filter(|face| {
                let clip = face.matrix(256) * (face.center + way * 2.0).extend(1.0);
                let most = clip.w * inner;
                clip.w > 0.0 && clip.x.abs() <= most && clip.y.abs() <= most
            });
            assert_eq!(seen.count(), 1, "{way}");
        }
    }

    #[test]
    fn no_face_is_mirrored() {
        for face in faces() {
            let [across, up, ahead] = face.axes();
            assert_eq!(across.cross(up), -ahead);
        }
    }

    #[test]
    fn a_box_is_seen_by_the_faces_that_it_lies_before() {
        let seen = |offset: Vec3| {
            let bounds = Aabb::new(offset - 0.2, offset + 0.2);
            let center = faces()[0].center;
            let bounds = Aabb::new(bounds.min + center, bounds.max + center);
            faces().map(|face| u8::from(face.may_see(&bounds)))
        };
        assert_eq!(seen(Vec3::X * 3.0), [0, 1, 0, 0, 0, 0]);
        assert_eq!(seen(Vec3::Y * -3.0), [0, 0, 1, 0, 0, 0]);
        assert_eq!(seen(Vec3::new(0.0, -3.0, 3.0)), [0, 0, 1, 0, 0, 1]);
        assert_eq!(seen(Vec3::ZERO), [1; 6]);
        assert_eq!(seen(Vec3::X * 300.0), [0; 6]);
    }

    #[test]
    fn tiles_lie_apart_from_each_other_and_from_the_maps_of_flashes() {
        for (lamps, side) in [
            (0, 256),
            (1, 1024),
            (5, 512),
            (47, 1024),
            (256, 2048),
            (3000, 1024),
        ] {
            let layout = TileLayout::of(lamps, side);
            let tiles = layout.first..layout.first + (lamps * FACE_COUNT) as u32;
            let places: Vec<_> = tiles.map(|tile| layout.place(tile)).collect();
            let (width, height) = flashes::MAPS_SIZE;
            for (index, (layer, [x, y])) in places.iter().enumerate() {
                assert!(!places[..index].contains(&places[index]));
                assert!(*layer < layout.layers);
                assert!(*layer > 0 || *x >= width || *y >= height);
                assert!(x.max(y) + layout.tile_side() <= layout.side);
            }
        }
        assert_eq!(TileLayout::of(47, 1024).tile_side(), 256);
    }

    #[test]
    fn the_layers_are_an_array_whatever_the_driver_takes_them_for() {
        for wanted in 0..40 {
            let layers = array_layers(wanted);
            assert!(layers >= wanted && layers > 1 && !layers.is_multiple_of(6));
        }
    }
}
