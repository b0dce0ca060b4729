//! The pass that draws scorch marks: triangles on the level's own surfaces, blended over them.

use bytemuck::{Pod, Zeroable};
use glam::{Vec2, Vec3};

use crate::{
    Gpu,
    device::pipeline::{InstanceBuffer, ScenePipeline, per_vertex},
    effects::{Effects, Scorch, ScorchCorner},
    frame::figures::CountedPass,
    scene::marked_bodies::MarkedBodies,
    shaders,
};
use hexbound_sim::{LitTarget, MarkedBody, View};

const VERTEX_LAYOUT: wgpu::VertexBufferLayout<'static> = per_vertex::<ScorchVertex>(
    &wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x2, 2 => Float32x3],
);

#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
struct ScorchVertex {
    position: Vec3,
    mark_position: Vec2,
    /// The freshness, the heat and the seed, which is 1 higher for a crack.
    state: Vec3,
}

pub(crate) struct ScorchPass {
    pipeline: wgpu::RenderPipeline,
    corners: InstanceBuffer,
    cracks: CarriedCracks,
}

/// The cracks in lit targets on movers and props, in the coordinates of those bodies.
#[derive(Default)]
struct CarriedCracks(Vec<(LitTarget, Scorch)>);

impl ScorchPass {
    pub(crate) fn new(gpu: &Gpu, groups: [&wgpu::BindGroupLayout; 2], samples: u32) -> Self {
        let pipeline = ScenePipeline {
            topology: wgpu::PrimitiveTopology::TriangleList,
            ..ScenePipeline::over(&shaders::SCORCH, &[VERTEX_LAYOUT], &groups, samples)
        }
        .create(gpu);
        Self {
            pipeline,
            corners: InstanceBuffer::new::<ScorchVertex>(gpu, "scorches", 1024),
            cracks: CarriedCracks::default(),
        }
    }

    pub(crate) fn write(
        &mut self,
        gpu: &Gpu,
        effects: Option<&Effects>,
        view: &View,
        marked: &MarkedBodies,
    ) {
        let mut corners = Vec::new();
        for (scorch, freshness, heat) in effects.into_iter().flat_map(Effects::scorches) {
            corners.extend(corners_of(scorch, freshness, heat));
        }
        if effects.is_some() {
            corners.extend(self.cracks.corners(view, marked));
        }
        self.corners.write(gpu, &corners);
    }

    /// Draws the marks; must be called after opaque and before transparent surfaces.
    pub(crate) fn draw(&self, pass: &mut CountedPass<'_>) {
        if self.corners.count == 0 {
            return;
        }
        pass.set_pipeline(&self.pipeline);
        pass.set_vertex_buffer(0, self.corners.slice());
        pass.draw(0..self.corners.count, 0..1);
    }
}

impl CarriedCracks {
    /// The vertices of all cracks at their positions in the view. A crack is clipped once.
    fn corners(&mut self, view: &View, marked: &MarkedBodies) -> Vec<ScorchVertex> {
        let mut corners = Vec::new();
        for lit in view.lit.iter().filter(|lit| lit.on != MarkedBody::Level) {
            let pose = marked.pose(lit.on, view);
            let (Some(pose), Some(crack)) = (pose, self.crack_of(lit, marked)) else {
                continue;
            };
            let mut placed = corners_of(crack, 1.0, crack.heat(f64::from(lit.seconds)));
            for corner in &mut placed {
                corner.position = pose.transform_point3(corner.position);
            }
            corners.append(&mut placed);
        }
        corners
    }

    fn crack_of(&mut self, lit: &LitTarget, marked: &MarkedBodies) -> Option<&Scorch> {
        let is_same = |(of, _): &(LitTarget, Scorch)| {
            (of.target, of.on, of.point, of.normal) == (lit.target, lit.on, lit.point, lit.normal)
        };
        let known = self.0.iter().position(is_same);
        let index = match known {
            Some(index) => index,
            None => {
                let crack = Scorch::crack(lit.point, lit.normal, marked.mesh(lit.on)?)?;
                self.0.retain(|(of, _)| of.target != lit.target);
                self.0.push((*lit, crack));
                self.0.len() - 1
            }
        };
        Some(&self.0[index].1)
    }
}

fn corners_of(scorch: &Scorch, freshness: f32, heat: f32) -> Vec<ScorchVertex> {
    // The seed of a crack is above 1.
    let kind = if scorch.is_crack { 1.0 } else { 0.0 };
    let state = Vec3::new(freshness, heat, scorch.seed * 0.999 + kind);
    let corner = |corner: &ScorchCorner| ScorchVertex {
        position: corner.position,
        mark_position: corner.mark_position,
        state,
    };
    scorch.corners.iter().map(corner).collect()
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use hexbound_level::{Target, Track};
    use hexbound_scenes::SceneBuilder;
    use hexbound_sim::{Rules, World};

    #[test]
    fn the_crack_of_a_target_goes_along_with_its_mover() {
        let up = Track::through(&[(0.0, DVec3::ZERO), (1.0, DVec3::Y), (2.0, DVec3::Y)]);
        let level = SceneBuilder::new()
            .floor(-9.0, -9.0, 9.0, 9.0, 0.0)
            .mover("lift", Vec3::ZERO, up)
            .target(Target::plain("disc", DVec3::Y))
            .cuboid(Vec3::new(-1.0, 0.5, -1.0), Vec3::new(1.0, 2.5, 1.0))
            .build("lift")
            .unwrap();
        let marked = MarkedBodies::of(&level);
        let mut cracks = CarriedCracks::default();
        let mut middle = |seconds: f64| {
            let mut view = View::of(&World::new(&level, Rules::default()));
            view.mover_seconds = vec![seconds];
            view.lit = vec![LitTarget {
                target: 0,
                seconds: 9.0,
                on: MarkedBody::Mover(0),
                point: Vec3::new(0.0, 1.5, 1.0),
                normal: Vec3::Z,
            }];
            let corners = cracks.corners(&view, &marked);
            let sum: Vec3 = corners.iter().map(|corner| corner.position).sum();
            assert!(corners.len() >= 6, "{corners:?}");
            assert!(corners.iter().all(|corner| corner.state.z >= 1.0));
            sum / corners.len() as f32
        };
        let [below, above, below_again] = [0.0, 1.5, 0.0].map(&mut middle);
        assert!((below - Vec3::new(0.0, 1.5, 1.0)).length() < 0.2, "{below}");
        assert!((above - below - Vec3::Y).length() < 1e-4, "{above}");
        assert_eq!(below, below_again);
    }
}
