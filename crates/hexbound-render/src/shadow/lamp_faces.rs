//! The six cube faces around each lamp, which make up its shadow map, and their tiles in the texture.
//! Nothing here needs a device.

use glam::{Mat4, Vec3};
use hexbound_collide::geom::Aabb;

use crate::lighting::flashes;
use hexbound_level::Light;

/// The number of faces around a lamp.
pub(crate) const FACE_COUNT: usize = 6;
/// The margin of a tile beyond each edge of its face, texels, for the reach of the filter.
pub(crate) const TILE_GUARD: u32 = 2;
/// The largest width of the texture, as a factor of the quality's side.
const MAX_WIDTH: u32 = 4;
/// The largest height of the texture, as a factor of the quality's side.
const MAX_HEIGHT: u32 = 5;
/// The minimum and the maximum number of tiles along the quality's side, as exponents of two.
const SIDE_BITS: std::ops::RangeInclusive<u32> = 2..=6;
/// The minimum distance from a lamp at which a shadow is cast, meters.
const MIN_SHADOW_DISTANCE: f32 = 0.02;

/// The tiles of all lamps in one texture, to the right of the flashes' maps. Each lamp has a block of three
/// by two tiles, a column per axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TileLayout {
    /// The side of a tile, texels: even, so that its center lies between two texels.
    pub tile_side: u32,
    /// The number of blocks in a row.
    pub columns: u32,
}

impl TileLayout {
    /// The layout for `lamps` lamps. Up to 50 lamps have tiles of a quarter of `side`; no side of the texture
    /// exceeds `largest` texels.
    pub(crate) fn of(lamps: usize, side: u32, largest: u32) -> Self {
        let side = side.max(flashes::MAPS_SIZE.1.next_power_of_two());
        let [width, height] = [MAX_WIDTH, MAX_HEIGHT].map(|it| (it * side).min(largest));
        let with = |bits: u32| {
            let tile_side = (side >> bits) & !1;
            let columns = (width - flashes::MAPS_SIZE.0) / (3 * tile_side);
            // The fewest rows that fit all blocks.
            let rows = (lamps as u32).div_ceil(columns).max(1);
            Self {
                tile_side,
                columns: (lamps as u32).div_ceil(rows),
            }
        };
        let fits = |layout: &Self| layout.size(lamps * FACE_COUNT)[1] <= height;
        let fitting = SIDE_BITS.map(with).find(fits);
        fitting.unwrap_or_else(|| with(*SIDE_BITS.end()))
    }

    /// The width and height of a texture with the flashes' maps and `tiles` tiles, texels.
    pub(crate) fn size(&self, tiles: usize) -> [u32; 2] {
        let (width, height) = flashes::MAPS_SIZE;
        let blocks = tiles.div_ceil(FACE_COUNT) as u32;
        let rows = blocks.div_ceil(self.columns.max(1));
        [
            width + 3 * self.columns * self.tile_side,
            height.max(2 * rows * self.tile_side),
        ]
    }

    /// The width of a texel at one meter from the lamp, meters.
    pub(crate) fn texel(&self) -> f32 {
        2.0 / self.tile_side as f32
    }

    /// The corner of a tile: its first texel.
    pub(crate) fn corner(&self, tile: u32) -> [u32; 2] {
        let (block, face) = (tile / FACE_COUNT as u32, tile % FACE_COUNT as u32);
        let column = 3 * (block % self.columns) + face / 2;
        let row = 2 * (block / self.columns) + face % 2;
        [
            flashes::MAPS_SIZE.0 + column * self.tile_side,
            row * self.tile_side,
        ]
    }
}

/// One face of the cube around a lamp.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LampFace {
    /// The position of the lamp, meters.
    pub center: Vec3,
    /// The distance at which the lamp's light ends, meters.
    pub range: f32,
    /// The index of the axis along which the face looks.
    axis: usize,
    /// True if the face looks in the axis's own direction.
    is_forward: bool,
}

impl LampFace {
    /// The faces of a lamp, in the order of their tiles.
    pub(crate) fn all(light: &Light) -> [Self; FACE_COUNT] {
        std::array::from_fn(|face| Self {
            center: light.position,
            range: light.range,
            axis: face / 2,
            is_forward: face % 2 == 1,
        })
    }

    /// The matrix from the level to the clip space of a tile with a side of `tile_side` texels.
    /// `lamp_visibility` in shaders/lighting.wgsl computes the same.
    pub(crate) fn matrix(&self, tile_side: u32) -> Mat4 {
        let [across, up, ahead] = self.axes();
        let scale = 1.0 - 2.0 * TILE_GUARD as f32 / tile_side as f32;
        let row = |axis: Vec3, offset: f32| axis.extend(offset - axis.dot(self.center));
        let rows = Mat4::from_cols(
            row(across * scale, 0.0),
            row(up * scale, 0.0),
            row(ahead, -MIN_SHADOW_DISTANCE),
            row(ahead, 0.0),
        );
        rows.transpose()
    }

    /// Returns whether a box may cast a shadow or be lit through this face.
    pub(crate) fn may_see(&self, bounds: &Aabb) -> bool {
        let nearest = self.center.clamp(bounds.min, bounds.max);
        if nearest.distance_squared(self.center) > self.range * self.range {
            return false;
        }
        // Slightly more than a right angle, for the margin's texels.
        let [across, up, ahead] = self.axes().map(|axis| self.extent(axis, bounds));
        let far = 1.1 * ahead[1];
        far > 0.0
            && [across, up]
                .iter()
                .all(|[low, high]| *low < far && *high > -far)
    }

    /// The distance from the lamp to the nearest point of a box, meters.
    pub(crate) fn distance(&self, bounds: &Aabb) -> f32 {
        self.center
            .clamp(bounds.min, bounds.max)
            .distance(self.center)
    }

    /// The directions to the right, up and forward.
    fn axes(&self) -> [Vec3; 3] {
        let sign = if self.is_forward { 1.0 } else { -1.0 };
        let axis = |offset: usize| Vec3::AXES[(self.axis + offset) % 3];
        [axis(1) * -sign, axis(2), axis(0) * sign]
    }

    /// The minimum and the maximum offset of a box from the lamp along an axis.
    fn extent(&self, axis: Vec3, bounds: &Aabb) -> [f32; 2] {
        let (one, other) = (
            axis.dot(bounds.min - self.center),
            axis.dot(bounds.max - self.center),
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
            let ray = Vec3::new(across * turn.cos(), across * turn.sin(), z);
            let seen = faces().into_iter().filter(|face| {
                let clip = face.matrix(256) * (face.center + ray * 2.0).extend(1.0);
                let most = clip.w * inner;
                clip.w > 0.0 && clip.x.abs() <= most && clip.y.abs() <= most
            });
            assert_eq!(seen.count(), 1, "{ray}");
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
            let middle = faces()[0].center + offset;
            let bounds = Aabb::new(middle - 0.2, middle + 0.2);
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
        for (lamps, side, largest) in [
            (0, 256, 8192),
            (5, 512, 2048),
            (47, 1024, 8192),
            (256, 2048, 8192),
            (3000, 1024, 4096),
            (3000, 256, 4096),
        ] {
            let (layout, tiles) = (TileLayout::of(lamps, side, largest), lamps * FACE_COUNT);
            let [width, height] = layout.size(tiles);
            assert!(width.max(height) <= largest && layout.tile_side > 2 * TILE_GUARD);
            let places: Vec<_> = (0..tiles as u32).map(|it| layout.corner(it)).collect();
            for (index, [x, y]) in places.iter().enumerate() {
                let apart = |[u, v]: &[u32; 2]| x.abs_diff(*u).max(y.abs_diff(*v));
                let is_apart = |place| apart(place) >= layout.tile_side;
                assert!(places[..index].iter().all(is_apart));
                assert!(*x >= flashes::MAPS_SIZE.0);
                assert!(x + layout.tile_side <= width && y + layout.tile_side <= height);
            }
        }
        assert_eq!(TileLayout::of(50, 1024, 8192).tile_side, 256);
        assert_eq!(TileLayout::of(51, 1024, 8192).tile_side, 128);
    }
}
