//! The pass that draws explosions. Each consists of a few crossed quads, drawn far to near without depth
//! writes. Their light on surroundings is in `flashes`.

use bytemuck::{Pod, Zeroable};
use glam::{Quat, Vec3, Vec4};

use super::nearest_solid::{self, NearestSolid, PlacedSolid, SolidShapes};
use crate::{
    Gpu,
    device::pipeline::{InstanceBuffer, ScenePipeline, per_instance},
    frame::figures::CountedPass,
    shaders,
};
use hexbound_sim::{Explosion, View};

const INSTANCE_LAYOUT: wgpu::VertexBufferLayout<'static> =
    per_instance::<Quad>(&wgpu::vertex_attr_array![
        0 => Float32x3, 1 => Float32x3, 2 => Float32x3, 3 => Float32x3, 4 => Float32x4,
        5 => Float32x4, 6 => Float32x4, 7 => Float32x4, 8 => Float32x4
    ]);
/// The distance from a new explosion's center to the sides of its quads, meters.
const BASE_RADIUS: f32 = 0.35;
/// The number of an explosion's quads: three that contain the struck surface's normal, and one across them.
const EXPLOSION_QUADS: usize = 4;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
struct Quad {
    center: Vec3,
    right: Vec3,
    up: Vec3,
    /// The alpha, scale and seed.
    state: Vec3,
    /// The normal and offset of the struck plane.
    plane: Vec4,
    near: NearestSolid,
}

pub(crate) struct ExplosionPass {
    pipeline: wgpu::RenderPipeline,
    instances: InstanceBuffer,
}

impl ExplosionPass {
    pub(crate) fn new(gpu: &Gpu, groups: [&wgpu::BindGroupLayout; 2], samples: u32) -> Self {
        let shader = &shaders::EXPLOSION;
        Self {
            pipeline: ScenePipeline::over(shader, &[INSTANCE_LAYOUT], &groups, samples).create(gpu),
            instances: InstanceBuffer::new::<Quad>(gpu, "explosions", 32 * EXPLOSION_QUADS),
        }
    }

    pub(crate) fn write(&mut self, gpu: &Gpu, view: &View, solids: &SolidShapes) {
        let placed = match view.explosions[..] {
            [] => Vec::new(),
            _ => solids.placed(view),
        };
        self.instances.write(gpu, &quads(view, &placed));
    }

    pub(crate) fn draw(&self, pass: &mut CountedPass<'_>) {
        let all = 0..self.instances.count;
        self.instances.draw_strips(pass, &self.pipeline, all);
    }
}

/// The quads of all explosions, far to near.
fn quads(view: &View, placed: &[PlacedSolid]) -> Vec<Quad> {
    let mut sorted: Vec<&Explosion> = view.explosions.iter().collect();
    let distance = |explosion: &Explosion| explosion.position.distance_squared(view.eye);
    sorted.sort_by(|a, b| distance(b).total_cmp(&distance(a)));
    let crossed = |explosion| crossed(explosion, placed);
    sorted.into_iter().flat_map(crossed).collect()
}

fn crossed(explosion: &Explosion, placed: &[PlacedSolid]) -> [Quad; EXPLOSION_QUADS] {
    let axis = explosion.normal.normalize_or(Vec3::Y);
    let reach = BASE_RADIUS * explosion.scale;
    // The center lies off the surface, so that the wall hides little of the cloud.
    let center = explosion.position + axis * (0.35 * reach);
    let aside = axis.any_orthonormal_vector();
    let first = explosion.id as f32 * 2.4;
    let near = nearest_solid::nearest(placed, center, 1.5 * reach);
    std::array::from_fn(|index| {
        let angle = first + index as f32 * std::f32::consts::FRAC_PI_3;
        let right = Quat::from_axis_angle(axis, angle) * aside;
        let up = if index == EXPLOSION_QUADS - 1 {
            right.cross(axis)
        } else {
            axis
        };
        Quad {
            center,
            right: right * reach,
            up: up * reach,
            state: Vec3::new(
                explosion.alpha,
                explosion.scale,
                (explosion.id % 61) as f32 + index as f32 * 0.37,
            ),
            plane: axis.extend(-axis.dot(explosion.position)),
            near,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explosion(id: u32, z: f32) -> Explosion {
        Explosion {
            position: Vec3::new(0.0, 0.0, z),
            normal: Vec3::Y,
            alpha: 0.5,
            scale: 2.0,
            id,
        }
    }

    #[test]
    fn quads_come_far_to_near_and_cross() {
        let view = View {
            explosions: vec![explosion(1, -3.0), explosion(2, -30.0), explosion(3, -9.0)],
            ..View::default()
        };
        let quads = quads(&view, &[]);
        assert_eq!(quads.len(), 3 * EXPLOSION_QUADS);
        let depths = quads.iter().step_by(EXPLOSION_QUADS);
        let depths = depths.map(|quad| quad.center.z);
        assert!(depths.eq([-30.0, -9.0, -3.0]));
        for quad in &quads {
            assert!((quad.right.length() - 2.0 * BASE_RADIUS).abs() < 1e-5);
            assert!(quad.right.dot(quad.up).abs() < 1e-5);
        }
        let [one, other] = [0, 1].map(|quad| quads[quad].right.cross(quads[quad].up));
        assert!(one.cross(other).length() > 0.1);
    }
}
