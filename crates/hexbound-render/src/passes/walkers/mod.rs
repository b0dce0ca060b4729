//! The pass that draws the walkers: instances of one statue, fine near the eye and coarse farther away. The
//! pose of a statue is in `pose`.

mod pose;
mod statue;

use bytemuck::{Pod, Zeroable};
use glam::{Vec3, Vec4};
use hexbound_collide::geom::Aabb;

use self::statue::{Statue, StatueVertex};
use crate::{
    Gpu,
    device::pipeline::{InstanceBuffer, per_instance, per_vertex},
    frame::figures::CountedPass,
    passes::indexed_mesh::IndexedMesh,
    scene::instances::rows,
};
use hexbound_sim::{SeenWalker, View};

const VERTEX_LAYOUT: wgpu::VertexBufferLayout<'static> = per_vertex::<StatueVertex>(
    &wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x3, 2 => Float32],
);
const INSTANCE_LAYOUT: wgpu::VertexBufferLayout<'static> = per_instance::<WalkerInstance>(
    &wgpu::vertex_attr_array![7 => Float32x4, 8 => Float32x4, 9 => Float32x4, 10 => Float32x4],
);
/// The layouts of the statue's vertices and of an instance.
pub(crate) const WALKER_BUFFERS: [wgpu::VertexBufferLayout<'static>; 2] =
    [VERTEX_LAYOUT, INSTANCE_LAYOUT];

/// The distance within which walkers are drawn as the fine statue, meters.
const FINE_DISTANCE: f32 = 16.0;
/// The distance within which walkers cast a shadow, meters.
const SHADOW_DISTANCE: f32 = 45.0;
/// The distance behind the eye from which a walker is out of view, meters.
const BEHIND_DISTANCE: f32 = 2.0;
/// Half the side of a box that contains a walker in any pose and is centered at its feet, meters.
const WALKER_REACH: f32 = 1.95;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct WalkerInstance {
    /// The rows of the transform from the statue to the level.
    rows: [Vec4; 3],
    /// The light of the eyes, and in w a random number per walker.
    glow: Vec4,
}

/// The light of eyes that have noticed somebody: teal.
const NOTICING_LIGHT: Vec3 = Vec3::new(0.05, 0.75, 0.56);
/// The light of eyes that follow somebody: coral.
const FOLLOWING_LIGHT: Vec3 = Vec3::new(1.0, 0.16, 0.06);

pub(crate) struct WalkerPass {
    pub pipeline: Option<wgpu::RenderPipeline>,
    fine: IndexedMesh,
    coarse: IndexedMesh,
    /// The walkers in view, nearest first.
    seen: InstanceBuffer,
    /// The number of finely drawn walkers, which come first.
    near: u32,
    /// The walkers that cast a shadow.
    casting: InstanceBuffer,
    /// The box around each walker that casts a shadow, meters, and the fingerprint of its pose.
    pub casters: Vec<(Aabb, f32)>,
}

impl WalkerPass {
    pub(crate) fn new(gpu: &Gpu) -> Self {
        let instances = || InstanceBuffer::new::<WalkerInstance>(gpu, "walkers", 16);
        Self {
            pipeline: None,
            fine: on_device(gpu, &Statue::fine()),
            coarse: on_device(gpu, &Statue::coarse()),
            seen: instances(),
            near: 0,
            casting: instances(),
            casters: Vec::new(),
        }
    }

    pub(crate) fn write(&mut self, gpu: &Gpu, view: &View) {
        let ahead = view.direction();
        let distance = |walker: &SeenWalker| walker.feet.distance(view.eye);
        let mut all: Vec<&SeenWalker> = view.walkers.iter().collect();
        all.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
        let is_ahead =
            |walker: &&&SeenWalker| (walker.feet - view.eye).dot(ahead) > -BEHIND_DISTANCE;
        let seen = all.iter().filter(is_ahead);
        let fine = seen.clone().take_while(|it| distance(it) < FINE_DISTANCE);
        self.near = fine.count() as u32;
        let instances: Vec<WalkerInstance> = seen.map(|walker| instance(walker)).collect();
        self.seen.write(gpu, &instances);
        let casting = all.iter().take_while(|it| distance(it) < SHADOW_DISTANCE);
        let instances: Vec<WalkerInstance> = casting.clone().map(|it| instance(it)).collect();
        self.casting.write(gpu, &instances);
        let reach = Vec3::splat(WALKER_REACH);
        let around = |walker: &SeenWalker| Aabb::new(walker.feet - reach, walker.feet + reach);
        self.casters = casting
            .map(|walker| (around(walker), pose::fingerprint(walker)))
            .collect();
    }

    pub(crate) fn draw(&self, pass: &mut CountedPass<'_>) {
        let Some(pipeline) = self.pipeline.as_ref().filter(|_| self.seen.count > 0) else {
            return;
        };
        pass.set_pipeline(pipeline);
        self.fine.draw(pass, &self.seen, 0..self.near);
        self.coarse
            .draw(pass, &self.seen, self.near..self.seen.count);
    }

    /// Draws the walkers that cast a shadow as coarse statues with the current pipeline.
    pub(crate) fn draw_casting(&self, pass: &mut CountedPass<'_>) {
        self.coarse.draw(pass, &self.casting, 0..self.casting.count);
    }
}

fn on_device(gpu: &Gpu, statue: &Statue) -> IndexedMesh {
    IndexedMesh::new(gpu, "statue", &statue.vertices, &statue.indices)
}

fn instance(walker: &SeenWalker) -> WalkerInstance {
    let color = NOTICING_LIGHT.lerp(FOLLOWING_LIGHT, walker.anger) * walker.glow;
    WalkerInstance {
        rows: rows(&pose::of(walker)),
        glow: color.extend(walker.index as f32 * 0.618),
    }
}
