//! A level's vertex on the device: 44 bytes instead of the model's 72. Directions are octahedral; colors are
//! half floats, since a scene's may exceed one; positions and texture coordinates are unchanged.

use bytemuck::{Pod, Zeroable};
use glam::{Vec3, Vec3Swizzles};

use crate::device::pipeline::per_vertex;
use hexbound_level::Vertex;
use hexbound_light::{nearest_half_bits, octahedron};

/// A vertex on the device. `raised` and `tangent_of` in shaders/mesh.wgsl unpack the directions.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub(crate) struct DeviceVertex {
    position: [f32; 3],
    /// The octahedral normal and tangent; the last bit is set if the bitangent is mirrored.
    directions: [i16; 4],
    uv: [f32; 2],
    color: [u16; 4],
    second_uv: [f32; 2],
}

pub(crate) const MESH_LAYOUT: wgpu::VertexBufferLayout<'static> =
    per_vertex::<DeviceVertex>(&wgpu::vertex_attr_array![
        0 => Float32x3, 1 => Snorm16x4, 3 => Float32x2, 4 => Float16x4, 6 => Float32x2
    ]);

impl From<&Vertex> for DeviceVertex {
    fn from(vertex: &Vertex) -> Self {
        let [x, y, z, sign] = vertex.tangent;
        let mirror_bit = i16::from(sign < 0.0);
        Self {
            position: vertex.position,
            directions: directions(vertex.normal.into(), Vec3::new(x, y, z), mirror_bit),
            uv: vertex.uv,
            color: vertex.color.map(nearest_half_bits),
            second_uv: vertex.second_uv,
        }
    }
}

impl DeviceVertex {
    /// The position, meters.
    pub(super) fn position(&self) -> Vec3 {
        self.position.into()
    }

    /// Sets the position, the unit normal and the unit tangent, and nothing else.
    pub(super) fn set_pose(&mut self, position: Vec3, normal: Vec3, tangent: Vec3) {
        self.position = position.to_array();
        self.directions = directions(normal, tangent, self.directions[3] & 1);
    }
}

/// The packed normal and tangent; `mirror_bit` is 1 if the bitangent is mirrored.
fn directions(normal: Vec3, tangent: Vec3, mirror_bit: i16) -> [i16; 4] {
    let [across, up] = flattened(normal);
    let [tangent_across, tangent_up] = flattened(tangent);
    // The device treats the two least numbers as equal.
    let tangent_up = tangent_up.max(1 - i16::MAX);
    [across, up, tangent_across, (tangent_up & !1) | mirror_bit]
}

/// The position of a direction on the octahedron, +Z at the center, in whole steps.
fn flattened(direction: Vec3) -> [i16; 2] {
    let position = octahedron::position_of(direction.xzy()) * f32::from(i16::MAX);
    position.round().to_array().map(|it| it as i16)
}

#[cfg(test)]
mod tests {
    use glam::Vec2;

    use super::*;

    /// Unpacks a direction as the shader does.
    fn raised([x, y]: [i16; 2]) -> Vec3 {
        let position = Vec2::new(f32::from(x), f32::from(y)) / f32::from(i16::MAX);
        let z = 1.0 - position.x.abs() - position.y.abs();
        let fold = (-z).max(0.0);
        let side = Vec2::select(position.cmpge(Vec2::ZERO), Vec2::ONE, Vec2::NEG_ONE);
        (position - side * fold).extend(z).normalize()
    }

    fn spread(count: u32) -> impl Iterator<Item = Vec3> {
        (0..count).map(move |index| {
            let z = 1.0 - 2.0 * (index as f32 + 0.5) / count as f32;
            let turn = 2.399_963 * index as f32;
            let across = (1.0 - z * z).sqrt();
            Vec3::new(across * turn.cos(), across * turn.sin(), z)
        })
    }

    #[test]
    fn directions_keep_a_hundredth_of_a_degree() {
        for direction in spread(20_000) {
            let vertex = Vertex {
                normal: direction.to_array(),
                tangent: direction.extend(-1.0).to_array(),
                ..Vertex::zeroed()
            };
            let [a, b, c, d] = DeviceVertex::from(&vertex).directions;
            // The distance of near directions is more exact than the cosine of their angle.
            let error = |back: Vec3| (back - direction).length().to_degrees();
            assert!(error(raised([a, b])) < 0.006, "{direction}");
            assert!(error(raised([c, d])) < 0.01, "{direction}");
        }
    }

    #[test]
    fn axes_are_kept_whole_and_the_sign_beside_them() {
        let axes = [Vec3::X, Vec3::Y, Vec3::Z];
        for axis in axes.into_iter().flat_map(|axis| [axis, -axis]) {
            assert_eq!(raised(flattened(axis)), axis);
            for sign in [1.0, -1.0] {
                let vertex = Vertex {
                    tangent: axis.extend(sign).to_array(),
                    ..Vertex::zeroed()
                };
                let [.., last] = DeviceVertex::from(&vertex).directions;
                let read = last.max(-i16::MAX);
                assert_eq!(read & 1 == 1, sign < 0.0, "{axis} {sign}");
            }
        }
    }

    #[test]
    fn colors_keep_a_two_thousandth_and_may_be_brighter_than_one() {
        let back = |half: u16| {
            let fraction = 1.0 + f32::from(half & 0x3ff) / 1024.0;
            fraction * (f32::from(half >> 10) - 15.0).exp2()
        };
        for step in 1..2000 {
            let channel = step as f32 * 0.01;
            let vertex = Vertex {
                color: [channel, 0.0, 1.0, 1.0],
                ..Vertex::zeroed()
            };
            let [red, green, blue, alpha] = DeviceVertex::from(&vertex).color;
            assert!((back(red) / channel - 1.0).abs() < 0.0005, "{channel}");
            assert_eq!((green, back(blue), back(alpha)), (0, 1.0, 1.0));
        }
    }
}
