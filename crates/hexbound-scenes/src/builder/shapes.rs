//! The shapes of a scene: quads, boxes, ramps, prisms, spheres and height fields, with flat normals
//! and texture coordinates in meters along each face.

use glam::Vec3;
use hexbound_collide::geom::Cylinder;

use super::SceneBuilder;
use hexbound_level::Vertex;

impl SceneBuilder {
    /// Adds a triangle, counterclockwise as seen from the front.
    pub fn triangle(mut self, a: Vec3, b: Vec3, c: Vec3) -> Self {
        self.polygon(&[a, b, c]);
        self
    }

    /// Adds a flat quad, counterclockwise as seen from the front, split into triangles from `a` to
    /// `c`.
    pub fn quad(mut self, a: Vec3, b: Vec3, c: Vec3, d: Vec3) -> Self {
        self.polygon(&[a, b, c, d]);
        self
    }

    /// Adds a flat convex polygon, counterclockwise as seen from the front, as a fan of triangles.
    pub fn convex(mut self, corners: &[Vec3]) -> Self {
        self.polygon(corners);
        self
    }

    /// Adds a horizontal rectangle that faces up at the height `y`.
    pub fn floor(self, min_x: f32, min_z: f32, max_x: f32, max_z: f32, y: f32) -> Self {
        self.quad(
            Vec3::new(min_x, y, min_z),
            Vec3::new(min_x, y, max_z),
            Vec3::new(max_x, y, max_z),
            Vec3::new(max_x, y, min_z),
        )
    }

    /// Adds a solid box, its faces outward.
    pub fn cuboid(mut self, min: Vec3, max: Vec3) -> Self {
        self.box_faces(min, max, false);
        self
    }

    /// Adds a hollow box, its faces inward.
    pub fn room(mut self, min: Vec3, max: Vec3) -> Self {
        self.box_faces(min, max, true);
        self
    }

    /// Adds a solid wedge whose top rises from the middle of its low edge to the middle of its high edge.
    /// Its bottom is at the height of `low`.
    pub fn ramp(mut self, low: Vec3, high: Vec3, width: f32) -> Self {
        let along = Vec3::new(high.x - low.x, 0.0, high.z - low.z).normalize_or(Vec3::NEG_Z);
        let side = along.cross(Vec3::Y) * (width * 0.5);
        let foot = Vec3::new(high.x, low.y, high.z);
        self.polygon(&[low - side, low + side, high + side, high - side]);
        self.polygon(&[foot - side, high - side, high + side, foot + side]);
        self.polygon(&[low + side, foot + side, high + side]);
        self.polygon(&[low - side, high - side, foot - side]);
        self
    }

    /// Adds an upright solid prism over a polygon in the x–z plane (`[x, z]`, counterclockwise as
    /// seen from above).
    pub fn prism(mut self, outline: &[[f32; 2]], bottom: f32, top: f32) -> Self {
        let at = |point: &[f32; 2], y: f32| Vec3::new(point[0], y, point[1]);
        let lid: Vec<Vec3> = outline.iter().map(|point| at(point, top)).collect();
        self.polygon(&lid);
        for (index, point) in outline.iter().enumerate() {
            let next = &outline[(index + 1) % outline.len()];
            self.polygon(&[
                at(point, bottom),
                at(next, bottom),
                at(next, top),
                at(point, top),
            ]);
        }
        self
    }

    /// Adds an upright solid pillar with `sides` faces that stands on `base`.
    pub fn pillar(self, base: Vec3, radius: f32, height: f32, sides: usize) -> Self {
        let outline: Vec<[f32; 2]> = ring(sides)
            .map(|[x, z]| [base.x + x * radius, base.z + z * radius])
            .collect();
        self.prism(&outline, base.y, base.y + height)
    }

    /// Adds a grid of `cells` squares of side `cell` along x and z from the corner `min`, at the heights
    /// returned by `height(x, z)`.
    pub fn height_field(
        mut self,
        min: [f32; 2],
        cell: f32,
        cells: [usize; 2],
        height: impl Fn(f32, f32) -> f32,
    ) -> Self {
        let at = |x: usize, z: usize| {
            let (x, z) = (min[0] + x as f32 * cell, min[1] + z as f32 * cell);
            Vec3::new(x, height(x, z), z)
        };
        for z in 0..cells[1] {
            for x in 0..cells[0] {
                let (a, b) = (at(x, z), at(x, z + 1));
                let (c, d) = (at(x + 1, z + 1), at(x + 1, z));
                self.polygon(&[a, b, c]);
                self.polygon(&[a, c, d]);
            }
        }
        self
    }

    /// Adds a cylinder that balls bounce off, with a mesh of 32 sides.
    pub fn bumper(mut self, cylinder: Cylinder) -> Self {
        let first = self.indices.len() as u32;
        let up = cylinder.axis;
        let right = up.any_orthonormal_vector();
        let forward = right.cross(up);
        let rim: Vec<Vec3> = ring(32)
            .map(|[x, z]| cylinder.center + (right * x + forward * z) * cylinder.radius)
            .collect();
        let half = up * cylinder.half_length;
        let top: Vec<Vec3> = rim.iter().map(|point| *point + half).collect();
        let bottom: Vec<Vec3> = rim.iter().rev().map(|point| *point - half).collect();
        self.polygon(&top);
        self.polygon(&bottom);
        for (index, point) in rim.iter().enumerate() {
            let next = rim[(index + 1) % rim.len()];
            self.polygon(&[*point - half, next - half, next + half, *point + half]);
        }
        self.bumpers.push((cylinder, first));
        self
    }

    /// Adds a static sphere with a mesh of 64 by 32 sides and smooth normals.
    pub fn sphere(mut self, center: Vec3, radius: f32) -> Self {
        let first = self.positions.len();
        self.sphere_faces(radius, 32);
        for (position, vertex) in
            (self.positions[first..].iter_mut()).zip(&mut self.vertices[first..])
        {
            vertex.normal = (*position / radius).to_array();
            *position += center;
            vertex.position = position.to_array();
        }
        self
    }

    /// Adds a sphere around the origin, with twice as many sides as belts.
    pub(super) fn sphere_faces(&mut self, radius: f32, belts: usize) {
        let circle: Vec<[f32; 2]> = ring(2 * belts).collect();
        let at = |belt: usize, side: usize| {
            // Half of the same circle, from pole to pole.
            let [height, minus_width] = circle[belt];
            let [x, z] = circle[side % circle.len()];
            Vec3::new(-minus_width * x, height, -minus_width * z) * radius
        };
        for belt in 0..belts {
            for side in 0..circle.len() {
                let (a, b) = (at(belt, side), at(belt + 1, side));
                let (c, d) = (at(belt + 1, side + 1), at(belt, side + 1));
                match belt {
                    0 => self.polygon(&[a, b, c]),
                    _ if belt + 1 == belts => self.polygon(&[a, b, d]),
                    _ => self.polygon(&[a, b, c, d]),
                }
            }
        }
    }

    pub(super) fn box_faces(&mut self, min: Vec3, max: Vec3, inward: bool) {
        // Corner bits: 1 = x, 2 = y, 4 = z; each face counterclockwise from outside.
        const FACE_CORNERS: [[usize; 4]; 6] = [
            [0, 4, 6, 2],
            [1, 3, 7, 5],
            [0, 1, 5, 4],
            [2, 6, 7, 3],
            [0, 2, 3, 1],
            [4, 5, 7, 6],
        ];
        let corner = |bits: usize| {
            Vec3::new(
                if bits & 1 == 0 { min.x } else { max.x },
                if bits & 2 == 0 { min.y } else { max.y },
                if bits & 4 == 0 { min.z } else { max.z },
            )
        };
        for face in FACE_CORNERS {
            let mut corners = face.map(corner);
            if inward {
                corners.reverse();
            }
            self.polygon(&corners);
        }
    }

    /// Adds a flat convex polygon as a fan of triangles.
    pub(super) fn polygon(&mut self, corners: &[Vec3]) {
        let [a, b, c] = [corners[0], corners[1], corners[2]];
        let normal = (b - a).cross(c - a).normalize_or(Vec3::Y);
        let level = normal.y.abs() > 0.999;
        let tangent = if level {
            Vec3::X
        } else {
            Vec3::Y.cross(normal).normalize()
        };
        let bitangent = normal.cross(tangent);
        let first = self.vertices.len() as u32;
        for corner in corners {
            self.positions.push(*corner);
            self.vertices.push(Vertex {
                position: corner.to_array(),
                normal: normal.to_array(),
                tangent: tangent.extend(1.0).to_array(),
                uv: [corner.dot(tangent), -corner.dot(bitangent)],
                color: [1.0; 4],
                second_uv: [0.0; 2],
            });
        }
        for second in 1..corners.len() as u32 - 1 {
            self.indices
                .extend([first, first + second, first + second + 1]);
        }
    }
}

/// The corners `[x, z]` of a regular polygon of radius 1, counterclockwise as seen from +Y.
fn ring(sides: usize) -> impl Iterator<Item = [f32; 2]> {
    (0..sides).map(move |side| {
        let angle = side as f32 / sides as f32 * std::f32::consts::TAU;
        [libm::cosf(angle), -libm::sinf(angle)]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outward(builder: &SceneBuilder, inside: Vec3) -> bool {
        builder.indices.chunks(3).all(|corners| {
            let [a, b, c] = [0, 1, 2].map(|k| builder.positions[corners[k] as usize]);
            (b - a).cross(c - a).dot(a - inside) > 0.0
        })
    }

    #[test]
    fn every_solid_faces_outward() {
        let (new, middle) = (SceneBuilder::new, Vec3::splat(0.5));
        assert!(outward(&new().cuboid(Vec3::ZERO, Vec3::ONE), middle));
        assert!(!outward(&new().room(Vec3::ZERO, Vec3::ONE), middle));
        let pillar = new().pillar(Vec3::ZERO, 1.0, 2.0, 32);
        assert!(outward(&pillar, Vec3::splat(0.1)));
        let ramp = new().ramp(Vec3::ZERO, Vec3::new(0.0, 1.0, -3.0), 2.0);
        assert!(outward(&ramp, Vec3::new(0.0, 0.1, -2.0)));
        let bumper = new().bumper(Cylinder {
            center: Vec3::Y,
            axis: Vec3::new(1.0, 1.0, 0.0).normalize(),
            radius: 0.5,
            half_length: 1.0,
        });
        assert!(outward(&bumper, Vec3::Y));
    }

    #[test]
    fn normals_agree_with_the_winding() {
        let field = SceneBuilder::new().height_field([0.0, 0.0], 1.0, [3, 3], |x, z| x * 0.1 - z);
        for corners in field.indices.chunks(3) {
            let [a, b, c] = [0, 1, 2].map(|k| field.positions[corners[k] as usize]);
            let normal = Vec3::from(field.vertices[corners[0] as usize].normal);
            assert!((b - a).cross(c - a).dot(normal) > 0.0);
            assert!(normal.y > 0.0);
        }
    }
}
