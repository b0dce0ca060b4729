//! The pass that draws sparks, smoke and dust as camera-facing quads from one buffer: smoke far to near and
//! behind the fire, sparks in front.

use bytemuck::{Pod, Zeroable};
use glam::Vec3;

use super::nearest_solid::{self, NearestSolid, PlacedSolid, SolidShapes};
use crate::{
    Gpu,
    device::pipeline::{InstanceBuffer, ScenePipeline, per_instance},
    effects::{Effects, ParticleInstance, ParticleKind},
    frame::figures::CountedPass,
    shaders,
};
use hexbound_sim::View;

const INSTANCE_LAYOUT: wgpu::VertexBufferLayout<'static> =
    per_instance::<ParticleQuad>(&wgpu::vertex_attr_array![
        0 => Float32x3, 1 => Float32x3, 2 => Float32x4,
        5 => Float32x4, 6 => Float32x4, 7 => Float32x4, 8 => Float32x4
    ]);
/// The distance beyond which a spark is too faint to see, meters.
const SPARK_DISTANCE: f32 = 60.0;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
struct ParticleQuad {
    center: Vec3,
    velocity: Vec3,
    /// The radius (m), number of the kind, age (0 to 1) and seed.
    state: [f32; 4],
    near: NearestSolid,
}

pub(crate) struct ParticlePass {
    pipeline: wgpu::RenderPipeline,
    instances: InstanceBuffer,
    /// The number of puffs, which come first; the rest are sparks.
    puffs: u32,
}

impl ParticlePass {
    pub(crate) fn new(gpu: &Gpu, groups: [&wgpu::BindGroupLayout; 2], samples: u32) -> Self {
        let shader = &shaders::PARTICLE;
        Self {
            // Sparks have no alpha: they only add light.
            pipeline: ScenePipeline::over(shader, &[INSTANCE_LAYOUT], &groups, samples).create(gpu),
            instances: InstanceBuffer::new::<ParticleQuad>(gpu, "particles", 512),
            puffs: 0,
        }
    }

    /// Writes the particles of `effects`, reduced to a share from 0 to 1.
    pub(crate) fn write(
        &mut self,
        gpu: &Gpu,
        effects: Option<&Effects>,
        share: f32,
        view: &View,
        solids: &SolidShapes,
    ) {
        let all = effects.into_iter().flat_map(Effects::instances);
        // The choice depends on the seed, so that a particle is drawn during all of its life or never.
        let instances: Vec<ParticleInstance> =
            all.filter(|particle| particle.seed <= share).collect();
        let placed = match instances[..] {
            [] => Vec::new(),
            _ => solids.placed(view),
        };
        let (quads, puffs) = quads(instances.into_iter(), view.eye, &placed);
        self.puffs = puffs;
        self.instances.write(gpu, &quads);
    }

    /// Draws smoke and dust; must be called before the explosions.
    pub(crate) fn draw_puffs(&self, pass: &mut CountedPass<'_>) {
        (self.instances).draw_strips(pass, &self.pipeline, 0..self.puffs);
    }

    /// Draws sparks; must be called after the explosions.
    pub(crate) fn draw_sparks(&self, pass: &mut CountedPass<'_>) {
        let sparks = self.puffs..self.instances.count;
        self.instances.draw_strips(pass, &self.pipeline, sparks);
    }
}

/// The quads of puffs, far to near, followed by those of sparks; also the number of puffs.
fn quads(
    instances: impl Iterator<Item = ParticleInstance>,
    eye: Vec3,
    placed: &[PlacedSolid],
) -> (Vec<ParticleQuad>, u32) {
    let seen = instances.filter(|instance| {
        instance.kind != ParticleKind::Spark
            || instance.position.distance_squared(eye) < SPARK_DISTANCE * SPARK_DISTANCE
    });
    let (mut puffs, sparks): (Vec<ParticleInstance>, Vec<ParticleInstance>) =
        seen.partition(|instance| instance.kind != ParticleKind::Spark);
    let distance = |instance: &ParticleInstance| instance.position.distance_squared(eye);
    puffs.sort_by(|a, b| distance(b).total_cmp(&distance(a)));
    let count = puffs.len() as u32;
    let quad = |instance| quad(instance, placed);
    (puffs.iter().chain(&sparks).map(quad).collect(), count)
}

fn quad(instance: &ParticleInstance, placed: &[PlacedSolid]) -> ParticleQuad {
    let kind = f32::from(instance.kind as u8);
    ParticleQuad {
        center: instance.position,
        velocity: instance.velocity,
        state: [instance.radius, kind, instance.age, instance.seed],
        near: match instance.kind {
            // A spark is too thin to show a line where it meets a surface.
            ParticleKind::Spark => NearestSolid::NONE,
            ParticleKind::Smoke | ParticleKind::Dust => {
                nearest_solid::nearest(placed, instance.position, instance.radius + 0.3)
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instance(kind: ParticleKind, z: f32) -> ParticleInstance {
        ParticleInstance {
            kind,
            position: Vec3::Z * z,
            velocity: Vec3::X,
            radius: 0.1,
            age: 0.5,
            seed: 0.5,
        }
    }

    #[test]
    fn smoke_comes_far_to_near_and_before_the_sparks() {
        let instances = [
            instance(ParticleKind::Spark, -1.0),
            instance(ParticleKind::Smoke, -2.0),
            instance(ParticleKind::Dust, -8.0),
            instance(ParticleKind::Spark, -2000.0),
        ];
        let (quads, puffs) = quads(instances.into_iter(), Vec3::ZERO, &[]);
        let places: Vec<f32> = quads.iter().map(|quad| quad.center.z).collect();
        assert_eq!((places, puffs), (vec![-8.0, -2.0, -1.0], 2));
    }
}
