//! The pass that draws ghosts, which are bodies only for show. Each is a cage in its own shape, faint behind
//! solid objects.

use bytemuck::{Pod, Zeroable};
use glam::Vec3;
use hexbound_collide::BodyShape;

use super::balls;
use crate::{
    Gpu,
    device::pipeline::{InstanceBuffer, ScenePipeline, per_instance},
    frame::figures::CountedPass,
    passes::indexed_mesh::IndexedMesh,
    shaders,
};
use hexbound_sim::{GhostView, View};

const INSTANCE_LAYOUT: wgpu::VertexBufferLayout<'static> = per_instance::<GhostInstance>(
    &wgpu::vertex_attr_array![1 => Float32x4, 2 => Float32x3, 3 => Uint32x2],
);
/// The number of vertices of a cylinder's rim.
const RIM_CORNERS: u32 = 48;

/// The factors of a ghost's half extents, sideways and vertically, within which the eye is too close: the
/// ghost would fill the frame and is left out.
const NEAR_FACTORS: Vec3 = Vec3::new(2.5, 1.25, 2.5);
/// The share of its opacity that a hidden ghost keeps.
const HIDDEN_SHARE: f64 = 0.32;

/// The shape number of an ellipsoid in the shader.
const ELLIPSOID_SHAPE: u32 = 0;
/// The shape number of a capsule in the shader.
const CAPSULE_SHAPE: u32 = 1;
/// The shape number of a cylinder in the shader.
const CYLINDER_SHAPE: u32 = 2;
/// The shape number of a box in the shader.
const BOX_SHAPE: u32 = 3;

#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
struct GhostInstance {
    center: Vec3,
    /// Half the length of a capsule's straight section, meters.
    straight: f32,
    /// The semi-axes, or half the side lengths, meters.
    half: Vec3,
    shape: u32,
    /// The number of the color.
    color: u32,
}

pub(crate) struct GhostPass {
    seen: wgpu::RenderPipeline,
    hidden: wgpu::RenderPipeline,
    sphere: IndexedMesh,
    cylinder: IndexedMesh,
    cuboid: IndexedMesh,
    /// The instances, sorted by shape.
    instances: InstanceBuffer,
    /// The number of instances of each shape.
    counts: [u32; 4],
}

impl GhostPass {
    pub(crate) fn new(gpu: &Gpu, groups: [&wgpu::BindGroupLayout; 2], samples: u32) -> Self {
        let buffers = [balls::VERTEX_LAYOUT, INSTANCE_LAYOUT];
        let solid = || ScenePipeline::solid(&shaders::GHOST, &buffers, &groups, samples);
        let hidden = ScenePipeline {
            constants: &[("OPACITY", HIDDEN_SHARE)],
            depth_write: false,
            depth_compare: wgpu::CompareFunction::Less,
            blend: Some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING),
            ..solid()
        };
        let mesh = |label, (points, triangles): (Vec<Vec3>, Vec<[u32; 3]>)| {
            IndexedMesh::new(gpu, label, &points, triangles.as_flattened())
        };
        Self {
            seen: solid().create(gpu),
            hidden: hidden.create(gpu),
            sphere: balls::sphere(gpu, 4),
            cylinder: mesh("cylinder", cylinder()),
            cuboid: mesh("cuboid", cuboid()),
            instances: InstanceBuffer::new::<GhostInstance>(gpu, "ghosts", 16),
            counts: [0; 4],
        }
    }

    pub(crate) fn write(&mut self, gpu: &Gpu, view: &View) {
        let ghosts = view.ghosts.iter().map(instance);
        let seen = ghosts.filter(|it| !it.surrounds(view.eye));
        let mut instances: Vec<GhostInstance> = seen.collect();
        instances.sort_by_key(|instance| instance.shape);
        self.counts = [ELLIPSOID_SHAPE, CAPSULE_SHAPE, CYLINDER_SHAPE, BOX_SHAPE].map(|shape| {
            let of_shape = instances.iter().filter(|it| it.shape == shape);
            of_shape.count() as u32
        });
        self.instances.write(gpu, &instances);
    }

    /// Draws the visible parts, together with solid objects.
    pub(crate) fn draw(&self, pass: &mut CountedPass<'_>) {
        self.draw_with(&self.seen, pass);
    }

    /// Draws the parts behind solid objects, after all of those are drawn.
    pub(crate) fn draw_hidden(&self, pass: &mut CountedPass<'_>) {
        self.draw_with(&self.hidden, pass);
    }

    fn draw_with(&self, pipeline: &wgpu::RenderPipeline, pass: &mut CountedPass<'_>) {
        if self.instances.count == 0 {
            return;
        }
        pass.set_pipeline(pipeline);
        let meshes = [&self.sphere, &self.sphere, &self.cylinder, &self.cuboid];
        let mut first = 0;
        for (mesh, count) in meshes.into_iter().zip(self.counts) {
            mesh.draw(pass, &self.instances, first..first + count);
            first += count;
        }
    }
}

impl GhostInstance {
    /// Returns whether a point is inside the body or so close that the body would fill the frame.
    fn surrounds(&self, point: Vec3) -> bool {
        let reach = self.half + Vec3::Y * self.straight;
        let offset = ((point - self.center) / reach).abs();
        offset.cmplt(NEAR_FACTORS).all()
    }
}

fn instance(ghost: &GhostView) -> GhostInstance {
    let (shape, half, straight) = match ghost.shape {
        BodyShape::Ellipsoid { axes } => (ELLIPSOID_SHAPE, axes, 0.0),
        BodyShape::Capsule {
            radius,
            half_height,
        } => (CAPSULE_SHAPE, Vec3::splat(radius), half_height),
        BodyShape::Cylinder {
            radius,
            half_height,
        } => (CYLINDER_SHAPE, Vec3::new(radius, half_height, radius), 0.0),
        BodyShape::Box { half } => (BOX_SHAPE, half, 0.0),
    };
    GhostInstance {
        center: ghost.center,
        straight,
        half,
        shape,
        color: ghost.color as u32,
    }
}

/// A vertical cylinder of radius 1 from −1 to 1, with flat ends, wound to face outward.
fn cylinder() -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let rim = (0..RIM_CORNERS).flat_map(|corner| {
        let angle = corner as f32 / RIM_CORNERS as f32 * std::f32::consts::TAU;
        let (sin, cos) = angle.sin_cos();
        [-1.0, 1.0].map(|y| Vec3::new(cos, y, sin))
    });
    let points = rim.chain([Vec3::NEG_Y, Vec3::Y]).collect();
    let [bottom, top] = [RIM_CORNERS * 2, RIM_CORNERS * 2 + 1];
    let triangles = (0..RIM_CORNERS).flat_map(|corner| {
        let [low, high] = [corner * 2, corner * 2 + 1];
        let next = (corner + 1) % RIM_CORNERS * 2;
        let [next_low, next_high] = [next, next + 1];
        [
            [low, high, next_high],
            [low, next_high, next_low],
            [bottom, low, next_low],
            [top, next_high, high],
        ]
    });
    (points, triangles.collect())
}

/// A cube from −1 to 1, wound to face outward.
fn cuboid() -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let sign = |bit: u32| if bit == 0 { -1.0 } else { 1.0 };
    let corner = |it: u32| Vec3::new(sign(it & 1), sign(it & 2), sign(it & 4));
    let points = (0..8).map(corner).collect();
    // Each side has the bit that is constant on it, then the other two bits in outward winding.
    let sides = [(1, 2, 4), (2, 4, 1), (4, 1, 2)];
    let triangles = sides.into_iter().flat_map(|(along, right, up)| {
        let face = |base: u32| [base, base | right, base | right | up, base | up];
        let [a, b, c, d] = face(along);
        let [e, f, g, h] = face(0);
        [[a, b, c], [a, c, d], [e, g, f], [e, h, g]]
    });
    (points, triangles.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_meshes_are_closed_and_face_outward() {
        for (points, triangles) in [cylinder(), cuboid()] {
            // Euler: a closed surface without holes.
            assert_eq!(points.len() + triangles.len() - triangles.len() * 3 / 2, 2);
            for [a, b, c] in (triangles.iter()).map(|it| it.map(|index| points[index as usize])) {
                let normal = (b - a).cross(c - a);
                assert!(normal.dot(a + b + c) > 0.0, "{a} {b} {c}");
            }
        }
    }

    #[test]
    fn nobody_looks_out_of_a_ghost() {
        let ghost = instance(&GhostView {
            center: Vec3::Y * 0.9,
            shape: BodyShape::Capsule {
                radius: 0.4,
                half_height: 0.5,
            },
            color: hexbound_sim::GhostColor::Teal,
        });
        assert!(ghost.surrounds(Vec3::new(0.1, 1.7, 0.0)));
        assert!(ghost.surrounds(Vec3::new(0.1, 1.7, 0.9)));
        assert!(!ghost.surrounds(Vec3::new(0.1, 1.7, 1.1)));
        assert!(!ghost.surrounds(Vec3::Y * 2.2));
    }

    #[test]
    fn each_shape_is_as_large_as_its_body() {
        let shapes = [
            BodyShape::sphere(0.5),
            BodyShape::Capsule {
                radius: 0.4,
                half_height: 0.5,
            },
            BodyShape::Cylinder {
                radius: 0.4,
                half_height: 0.9,
            },
            BodyShape::Box {
                half: Vec3::new(0.4, 0.9, 0.3),
            },
        ];
        for (number, shape) in (0..).zip(shapes) {
            let drawn = instance(&GhostView {
                center: Vec3::ZERO,
                shape,
                color: hexbound_sim::GhostColor::Teal,
            });
            let body = hexbound_collide::Body::new(shape).unwrap();
            let reach = drawn.half + Vec3::Y * drawn.straight;
            assert!((reach - body.half_extents()).length() < 1e-6, "{shape:?}");
            assert_eq!(drawn.shape, number);
        }
    }
}
