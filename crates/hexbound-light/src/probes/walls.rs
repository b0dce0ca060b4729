//! Thin walls: for each cell of a grid, the plane of a wall through the cell with space on both sides. The
//! module `visibility` tests what either side sees.

use glam::{IVec3, UVec3, Vec2, Vec3};
use rayon::prelude::*;

use crate::{
    BakeScene, Grid,
    grid::{coordinates_in, index_in},
    octahedron,
};
use hexbound_collide::geom::Aabb;

/// The distance beyond a cell at which a wall still counts, as a share of the cell's side. Filtering reaches
/// as far.
const WALL_REACH: f32 = 0.27;
/// The approximate distance beyond its cell at which a probe may stand, as a share of the cell's side.
const SIGHT_REACH: f32 = 0.4;
/// The number of triangles near a cell above which a query of the level's tree replaces a test of each.
const FEW_TRIANGLES: usize = 40;
/// The thickness above which a wall counts as a solid, as a share of a cell's side.
const MAX_WALL_THICKNESS: f32 = 0.8;
/// The minimum width of a wall's faces, in wall thicknesses. Narrower faces belong to a post, and light bends
/// around a post.
const MIN_WALL_WIDTH: f32 = 2.0;
/// The largest number of faces that are distinguished in a cell.
const MAX_FACES: usize = 24;
/// The cosine above which two directions count as one.
const SAME_DIRECTION_COSINE: f32 = 0.985;
/// The distance below which two planes count as one, as a share of a cell's side.
const SAME_PLANE_DISTANCE: f32 = 0.03;
/// The area up to which a face is too small for a wall, as a share of the area of a cell's side.
const MIN_FACE_AREA: f32 = 0.04;
/// The distance from a cell's middle to the farthest plane that can be packed, in cells.
pub const MAX_WALL_REACH: f32 = 1.25;
/// The number of steps of a packed distance: its bits, all set.
pub const WALL_STEPS: u32 = 0x3fff;

/// The middle plane of a wall in a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Wall {
    /// The unit normal of the plane.
    pub normal: Vec3,
    /// The distance of the plane from the cell's middle along the normal, in cells.
    pub distance: f32,
    /// The thickness of the wall, in cells.
    pub thickness: f32,
}

/// The wall of each cell of a grid, and the triangles near the cell.
pub(super) struct WallCells {
    /// The indices of the triangles in and around each cell.
    pub near: Vec<Vec<u32>>,
    pub walls: Vec<Option<Wall>>,
}

impl Wall {
    /// The wall in 30 bits, without its thickness. `is_above` in shaders/lighting.wgsl unpacks it.
    pub(super) fn packed(&self) -> u32 {
        let flat = octahedron::position_of(self.normal) * 127.5 + 127.5;
        let step = (self.distance / MAX_WALL_REACH * 0.5 + 0.5).clamp(0.0, 1.0) * WALL_STEPS as f32;
        flat.x.round() as u32 | (flat.y.round() as u32) << 8 | (step.round() as u32) << 16
    }

    /// The wall of a cell's word, with a thickness of zero.
    pub(super) fn unpacked(word: u32) -> Self {
        let flat = Vec2::new((word & 255) as f32, (word >> 8 & 255) as f32) / 127.5 - 1.0;
        Self {
            normal: octahedron::direction_at(flat),
            distance: ((word >> 16 & WALL_STEPS) as f32 / WALL_STEPS as f32 * 2.0 - 1.0)
                * MAX_WALL_REACH,
            thickness: 0.0,
        }
    }

    /// Returns whether a position is above the wall; `offset` is from the cell's middle, in cells.
    pub(super) fn is_above(&self, offset: Vec3) -> bool {
        self.normal.dot(offset) > self.distance
    }
}

impl WallCells {
    pub(super) fn find(scene: &BakeScene, grid: &Grid) -> Self {
        let near = triangles_near(scene, grid);
        let walls = (0..near.len())
            .into_par_iter()
            .map(|cell| {
                let middle = middle_of(grid, cell);
                (near[cell].len() > 1).then(|| wall_of(scene, grid, middle, &near[cell]))?
            })
            .collect::<Vec<_>>();
        Self { near, walls }
    }

    /// Returns whether a triangle in or around the cell lies between two points of the cell.
    pub(super) fn is_occluded(&self, scene: &BakeScene, cell: usize, from: Vec3, to: Vec3) -> bool {
        let near = &self.near[cell];
        if near.len() > FEW_TRIANGLES {
            return scene.is_occluded(from, to);
        }
        let crosses = |&triangle: &u32| crosses(from, to, &scene.corners(triangle));
        near.iter().any(crosses)
    }
}

/// Returns whether the segment between two points crosses a triangle (Möller and Trumbore, "Fast,
/// Minimum Storage Ray/Triangle Intersection").
fn crosses(from: Vec3, to: Vec3, [a, b, c]: &[Vec3; 3]) -> bool {
    let (delta, ab, ac) = (to - from, *b - *a, *c - *a);
    let across = delta.cross(ac);
    let volume = ab.dot(across);
    // The volume is zero if the segment is parallel to the triangle's plane, or the triangle has no area.
    if volume.abs() < 1e-12 {
        return false;
    }
    let offset = from - *a;
    let u = offset.dot(across) / volume;
    let along = offset.cross(ab);
    let v = delta.dot(along) / volume;
    let fraction = ac.dot(along) / volume;
    u >= 0.0 && v >= 0.0 && u + v <= 1.0 && (0.0..=1.0).contains(&fraction)
}

fn middle_of(grid: &Grid, cell: usize) -> Vec3 {
    grid.point(coordinates_in(grid.cells(), cell)) + 0.5 * grid.spacing
}

/// The indices of the triangles whose planes and bounds come near each cell.
fn triangles_near(scene: &BakeScene, grid: &Grid) -> Vec<Vec<u32>> {
    let cells = grid.cells();
    let mut near = vec![Vec::new(); cells.element_product() as usize];
    let half = (0.5 + SIGHT_REACH) * grid.spacing;
    for (triangle, corners) in scene.indexed_triangles() {
        let bounds = Aabb::from_points(corners).grown(Vec3::splat(SIGHT_REACH * grid.spacing));
        let last = cells.as_ivec3() - IVec3::ONE;
        let cell_of = |at: Vec3| ((at - grid.origin) / grid.spacing).floor().as_ivec3();
        let low = cell_of(bounds.min).clamp(IVec3::ZERO, last).as_uvec3();
        let high = cell_of(bounds.max).clamp(IVec3::ZERO, last).as_uvec3();
        let normal = normal_of(&corners);
        let slack = half * normal.abs().element_sum();
        for z in low.z..=high.z {
            for y in low.y..=high.y {
                for x in low.x..=high.x {
                    let at = UVec3::new(x, y, z);
                    let middle = grid.point(at) + 0.5 * grid.spacing;
                    if normal.dot(middle - corners[0]).abs() <= slack {
                        near[index_in(cells, at)].push(triangle);
                    }
                }
            }
        }
    }
    near
}

struct WallFace {
    normal: Vec3,
    /// The distance from the cell's middle along the normal, in cells.
    distance: f32,
    /// The area in and around the cell, as a share of the area of a cell's side.
    area: f32,
    /// The bounds of the face's whole triangles, meters.
    bounds: Aabb,
}

impl WallFace {
    /// The shorter side of a face that lies along two axes, meters: the middle one of its three extents.
    fn width(&self) -> f32 {
        let size = self.bounds.size();
        size.element_sum() - size.min_element() - size.max_element()
    }
}

/// The wall of a cell: two faces that look away from each other, with the largest area.
fn wall_of(scene: &BakeScene, grid: &Grid, middle: Vec3, near: &[u32]) -> Option<Wall> {
    let faces = faces_of(scene, grid, middle, near);
    let mut best: Option<(f32, Wall)> = None;
    for (index, face) in faces.iter().enumerate() {
        for other in &faces[index + 1..] {
            let thickness = face.distance + other.distance;
            let area = face.area.min(other.area);
            let is_wall = face.normal.dot(other.normal) < -SAME_DIRECTION_COSINE
                && (-SAME_PLANE_DISTANCE..MAX_WALL_THICKNESS).contains(&thickness)
                && area > MIN_FACE_AREA
                && face.width().min(other.width()) > MIN_WALL_WIDTH * thickness * grid.spacing;
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

fn faces_of(scene: &BakeScene, grid: &Grid, middle: Vec3, near: &[u32]) -> Vec<WallFace> {
    let half = Vec3::splat((0.5 + WALL_REACH) * grid.spacing);
    let about = Aabb::new(middle - half, middle + half);
    let mut faces: Vec<WallFace> = Vec::new();
    for &triangle in near {
        let corners = &scene.corners(triangle);
        let area = area_within(corners, about) / (grid.spacing * grid.spacing);
        let normal = normal_of(corners);
        let bounds = Aabb::from_points(*corners);
        if area <= 0.0 || normal == Vec3::ZERO {
            continue;
        }
        let sides = if scene.is_double_sided(triangle) {
            2
        } else {
            1
        };
        for normal in [normal, -normal].into_iter().take(sides) {
            let distance = normal.dot(corners[0] - middle) / grid.spacing;
            let is_same = |face: &&mut WallFace| {
                face.normal.dot(normal) > SAME_DIRECTION_COSINE
                    && (face.distance - distance).abs() < SAME_PLANE_DISTANCE
            };
            if let Some(face) = faces.iter_mut().find(is_same) {
                face.area += area;
                face.bounds = face.bounds.union(bounds);
            } else if faces.len() < MAX_FACES {
                faces.push(WallFace {
                    normal,
                    distance,
                    area,
                    bounds,
                });
            }
        }
    }
    faces
}

pub(super) fn normal_of([a, b, c]: &[Vec3; 3]) -> Vec3 {
    (b - a).cross(c - a).normalize_or_zero()
}

/// The area of the part of a triangle within a box, m² (Sutherland and Hodgman, "Reentrant Polygon
/// Clipping").
fn area_within(corners: &[Vec3; 3], bounds: Aabb) -> f32 {
    let mut shape = ClippedPolygon::new(corners);
    for axis in 0..3 {
        for (sign, limit) in [(1.0, bounds.max[axis]), (-1.0, -bounds.min[axis])] {
            shape = shape.clip(|point| sign * point[axis] - limit);
        }
    }
    let points = &shape.points[..shape.count];
    let fan = points.windows(2).skip(1).map(|pair| {
        let from = points[0];
        (pair[0] - from).cross(pair[1] - from)
    });
    0.5 * fan.sum::<Vec3>().length()
}

/// The rest of a triangle after clipping. Each plane adds one corner at most.
struct ClippedPolygon {
    points: [Vec3; 9],
    count: usize,
}

impl ClippedPolygon {
    fn new(corners: &[Vec3; 3]) -> Self {
        let mut points = [Vec3::ZERO; 9];
        points[..3].copy_from_slice(corners);
        Self { points, count: 3 }
    }

    /// Keeps the part where `height` is not positive.
    fn clip(&self, height: impl Fn(&Vec3) -> f32) -> Self {
        let mut clipped = Self {
            points: [Vec3::ZERO; 9],
            count: 0,
        };
        for (index, point) in self.points[..self.count].iter().enumerate() {
            let next = &self.points[(index + 1) % self.count];
            let (here, there) = (height(point), height(next));
            if here <= 0.0 {
                clipped.add(*point);
            }
            if (here < 0.0 && there > 0.0) || (here > 0.0 && there < 0.0) {
                clipped.add(*point + (*next - *point) * (here / (here - there)));
            }
        }
        clipped
    }

    fn add(&mut self, point: Vec3) {
        // Rounding may cut a corner twice.
        if let Some(free) = self.points.get_mut(self.count) {
            *free = point;
            self.count += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::tests::gray_scene;
    use hexbound_scenes::SceneBuilder;

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
    fn what_crosses_a_triangle() {
        let triangle = [Vec3::ZERO, Vec3::X * 4.0, Vec3::Z * 4.0];
        let hit = |x: f32, y: f32| crosses(Vec3::new(x, 1.0, 1.0), Vec3::new(x, y, 1.0), &triangle);
        assert!(hit(1.0, -1.0) && hit(2.9, -0.1));
        assert!(!hit(1.0, 0.1), "ends before it");
        assert!(!hit(3.2, -1.0), "beside it");
    }

    #[test]
    fn a_partition_parts_the_light_and_a_post_does_not() {
        let wall_of = |width: f32| {
            let part = Vec3::new(0.5 * width, 2.0, 0.2);
            let scene = SceneBuilder::new().cuboid(-part, part);
            let level = scene.build("test").expect("a valid scene");
            let grid = Grid {
                origin: Vec3::splat(-0.5),
                spacing: 1.0,
                size: UVec3::splat(2),
            };
            WallCells::find(&gray_scene(&level), &grid).walls[0]
        };
        let wall = wall_of(4.0).expect("a wall");
        assert!(wall.normal.z.abs() > 0.99 && wall.distance.abs() < 1e-3);
        assert_eq!(wall_of(0.5), None);
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
