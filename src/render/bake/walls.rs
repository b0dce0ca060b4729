//! Thin walls: for each cell of a grid the plane of the wall that goes through it, if there is
//! space on both of its sides. What is seen from either side is worked out elsewhere.

use glam::{IVec3, UVec3, Vec2, Vec3};

use super::{BakeScene, Grid, in_parallel};
use crate::geom::Aabb;

/// Beyond a cell a wall still counts, as a share of the cell: filtering reaches so far.
const REACH: f32 = 0.27;
/// Thicker than this share of a cell, a wall is no wall but a solid.
const THICKEST: f32 = 0.8;
/// Faces that are told apart in a cell.
const MOST_FACES: usize = 24;
/// Directions closer than this cosine are one.
const SAME_WAY: f32 = 0.985;
/// Planes closer than this share of a cell are one.
const SAME_PLANE: f32 = 0.03;
/// A smaller share of a cell's side is too little to part anything.
const LEAST_AREA: f32 = 0.04;
/// The farthest plane from a cell's middle that can be told, in cells.
const FARTHEST: f32 = 1.25;
const STEPS: f32 = 16_383.0;

/// The middle plane of a wall in a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Wall {
    /// Unit.
    pub normal: Vec3,
    /// Along the normal, from the cell's middle, in cells.
    pub distance: f32,
    /// In cells, of the whole wall.
    pub thickness: f32,
}

/// What lies in and about each cell of a grid.
pub(super) struct Cells {
    /// Whether any surface is in it.
    pub occupied: Vec<bool>,
    pub walls: Vec<Option<Wall>>,
}

impl Wall {
    /// In 30 bits; the thickness is not kept. `wall_side` of shaders/lighting.wgsl unpacks it.
    pub fn packed(&self) -> u32 {
        let flat = octahedral(self.normal) * 127.5 + 127.5;
        let step = (self.distance / FARTHEST * 0.5 + 0.5).clamp(0.0, 1.0) * STEPS;
        flat.x.round() as u32 | (flat.y.round() as u32) << 8 | (step.round() as u32) << 16
    }

    /// Without its thickness.
    pub fn unpacked(word: u32) -> Self {
        let flat = Vec2::new((word & 255) as f32, (word >> 8 & 255) as f32) / 127.5 - 1.0;
        Self {
            normal: from_octahedral(flat),
            distance: ((word >> 16 & 0x3fff) as f32 / STEPS * 2.0 - 1.0) * FARTHEST,
            thickness: 0.0,
        }
    }

    /// `offset` is from the cell's middle, in cells.
    pub fn is_above(&self, offset: Vec3) -> bool {
        self.normal.dot(offset) > self.distance
    }
}

impl Cells {
    pub fn find(scene: &BakeScene, grid: &Grid) -> Self {
        let near = triangles_near(scene, grid);
        let count = near.len();
        let found = in_parallel(count, |cell| {
            let middle = middle_of(grid, cell);
            let inside = Aabb::new(middle, middle).grown(Vec3::splat(0.51 * grid.spacing));
            let is_in = |triangle: &&u32| area_within(&scene.corners[**triangle as usize], inside) > 0.0;
            let occupied = near[cell].iter().any(|triangle| is_in(&triangle));
            (occupied, wall_of(scene, grid, middle, &near[cell]))
        });
        let (occupied, walls) = found.into_iter().unzip();
        Self { occupied, walls }
    }
}

pub(super) fn cell_place(cells: UVec3, cell: usize) -> UVec3 {
    let cell = cell as u32;
    UVec3::new(
        cell % cells.x,
        cell / cells.x % cells.y,
        cell / (cells.x * cells.y),
    )
}

pub(super) fn cell_index(cells: UVec3, place: UVec3) -> usize {
    place.x as usize + cells.x as usize * (place.y as usize + cells.y as usize * place.z as usize)
}

fn middle_of(grid: &Grid, cell: usize) -> Vec3 {
    grid.point(cell_place(grid.cells(), cell)) + 0.5 * grid.spacing
}

/// For each cell, the triangles whose planes and boxes come near it.
fn triangles_near(scene: &BakeScene, grid: &Grid) -> Vec<Vec<u32>> {
    let cells = grid.cells();
    let mut near = vec![Vec::new(); cells.element_product() as usize];
    let half = (0.5 + REACH) * grid.spacing;
    for (number, corners) in (0u32..).zip(&scene.corners) {
        let bounds = Aabb::from_points(*corners).grown(Vec3::splat(REACH * grid.spacing));
        let last = cells.as_ivec3() - IVec3::ONE;
        let place = |at: Vec3| ((at - grid.origin) / grid.spacing).floor().as_ivec3();
        let low = place(bounds.min).clamp(IVec3::ZERO, last).as_uvec3();
        let high = place(bounds.max).clamp(IVec3::ZERO, last).as_uvec3();
        let normal = normal_of(corners);
        let slack = half * normal.abs().element_sum();
        for z in low.z..=high.z {
            for y in low.y..=high.y {
                for x in low.x..=high.x {
                    let at = UVec3::new(x, y, z);
                    let middle = grid.point(at) + 0.5 * grid.spacing;
                    if normal.dot(middle - corners[0]).abs() <= slack {
                        near[cell_index(cells, at)].push(number);
                    }
                }
            }
        }
    }
    near
}

struct Face {
    normal: Vec3,
    /// Along the normal, from the cell's middle, in cells.
    distance: f32,
    /// In cells' sides.
    area: f32,
}

/// Two faces that look away from each other make a wall; the largest counts.
fn wall_of(scene: &BakeScene, grid: &Grid, middle: Vec3, near: &[u32]) -> Option<Wall> {
    let faces = faces_of(scene, grid, middle, near);
    let mut best: Option<(f32, Wall)> = None;
    for (index, face) in faces.iter().enumerate() {
        for other in &faces[index + 1..] {
            let thickness = face.distance + other.distance;
            let area = face.area.min(other.area);
            let is_wall = face.normal.dot(other.normal) < -SAME_WAY
                && (-SAME_PLANE..THICKEST).contains(&thickness)
                && area > LEAST_AREA;
            if is_wall && best.as_ref().is_none_or(|(least, _)| area > *least) {
                let wall = Wall {
                    normal: face.normal,
                    distance: 0.5 * (face.distance - other.distance),
                    thickness: thickness.max(0.0),
                };
                best = Some((area, wall));
            }
        }
    }
    best.map(|(_, wall)| wall)
}

fn faces_of(scene: &BakeScene, grid: &Grid, middle: Vec3, near: &[u32]) -> Vec<Face> {
    let half = Vec3::splat((0.5 + REACH) * grid.spacing);
    let about = Aabb::new(middle - half, middle + half);
    let mut faces: Vec<Face> = Vec::new();
    for &triangle in near {
        let corners = &scene.corners[triangle as usize];
        let area = area_within(corners, about) / (grid.spacing * grid.spacing);
        let normal = normal_of(corners);
        if area <= 0.0 || normal == Vec3::ZERO {
            continue;
        }
        let sides = if scene.is_double_sided(triangle) { 2 } else { 1 };
        for normal in [normal, -normal].into_iter().take(sides) {
            let distance = normal.dot(corners[0] - middle) / grid.spacing;
            let is_same = |face: &&mut Face| {
                face.normal.dot(normal) > SAME_WAY && (face.distance - distance).abs() < SAME_PLANE
            };
            if let Some(face) = faces.iter_mut().find(is_same) {
                face.area += area;
            } else if faces.len() < MOST_FACES {
                faces.push(Face {
                    normal,
                    distance,
                    area,
                });
            }
        }
    }
    faces
}

fn normal_of([a, b, c]: &[Vec3; 3]) -> Vec3 {
    (b - a).cross(c - a).normalize_or_zero()
}

/// Square metres of the triangle that are within the box: Sutherland and Hodgman's cut.
fn area_within(corners: &[Vec3; 3], bounds: Aabb) -> f32 {
    let mut shape = corners.to_vec();
    for axis in 0..3 {
        for (sign, limit) in [(1.0, bounds.max[axis]), (-1.0, -bounds.min[axis])] {
            let height = |point: &Vec3| sign * point[axis] - limit;
            let mut cut = Vec::with_capacity(shape.len() + 1);
            for (index, point) in shape.iter().enumerate() {
                let next = &shape[(index + 1) % shape.len()];
                let (here, there) = (height(point), height(next));
                if here <= 0.0 {
                    cut.push(*point);
                }
                if (here < 0.0 && there > 0.0) || (here > 0.0 && there < 0.0) {
                    cut.push(*point + (*next - *point) * (here / (here - there)));
                }
            }
            shape = cut;
        }
    }
    let fan = shape.windows(2).skip(1).map(|pair| {
        let from = shape[0];
        (pair[0] - from).cross(pair[1] - from)
    });
    0.5 * fan.sum::<Vec3>().length()
}

fn octahedral(way: Vec3) -> Vec2 {
    let flat = Vec2::new(way.x, way.z) / way.abs().element_sum();
    if way.y >= 0.0 {
        flat
    } else {
        fold(flat)
    }
}

fn from_octahedral(flat: Vec2) -> Vec3 {
    let up = 1.0 - flat.x.abs() - flat.y.abs();
    let flat = if up >= 0.0 { flat } else { fold(flat) };
    Vec3::new(flat.x, up, flat.y).normalize()
}

fn fold(flat: Vec2) -> Vec2 {
    let sign = Vec2::select(flat.cmpge(Vec2::ZERO), Vec2::ONE, Vec2::NEG_ONE);
    (Vec2::ONE - Vec2::new(flat.y, flat.x).abs()) * sign
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_triangle_is_cut_to_a_box() {
        let triangle = [Vec3::ZERO, Vec3::X * 4.0, Vec3::Z * 4.0];
        let whole = Aabb::new(Vec3::splat(-1.0), Vec3::splat(5.0));
        assert!((area_within(&triangle, whole) - 8.0).abs() < 1e-4);
        let part = Aabb::new(Vec3::splat(-1.0), Vec3::ONE);
        assert!((area_within(&triangle, part) - 1.0).abs() < 1e-4);
        let beside = Aabb::new(Vec3::splat(2.5), Vec3::splat(3.0));
        assert_eq!(area_within(&triangle, beside), 0.0);
    }

    #[test]
    fn a_packed_wall_keeps_its_plane() {
        for normal in [Vec3::X, Vec3::NEG_Y, Vec3::new(0.3, -0.5, -0.8).normalize()] {
            for distance in [-1.1, -0.2, 0.0, 0.7] {
                let wall = Wall {
                    normal,
                    distance,
                    thickness: 0.1,
                };
                let again = Wall::unpacked(wall.packed());
                assert!(again.normal.abs_diff_eq(normal, 0.02), "{again:?}");
                assert!((again.distance - distance).abs() < 2e-4, "{again:?}");
            }
        }
    }
}
