//! The vertices of moving parts and of meshes deformed by skins and morph targets. The CPU places them in
//! each frame and overwrites those at rest.

use std::{ops::Range, sync::Arc};

use glam::{DAffine3, Vec3};
use hexbound_collide::geom::Aabb;
use rayon::prelude::*;

use super::{retained_ranges::RetainedRanges, vertex::DeviceVertex};
use crate::Gpu;
use hexbound_level::{
    Level, MovingPart, Vertex,
    animated::{AnimatedMeshes, PosedVertex, RigPose},
};
use hexbound_sim::View;

/// The number of vertices that a thread transforms in one batch.
const BATCH_VERTICES: usize = 1024;

/// All moving vertices of a level. The lists are reused in every frame.
#[derive(Default)]
pub(super) struct MovingVertices {
    runs: Vec<VertexRun>,
    animated: Arc<AnimatedMeshes>,
    pose: RigPose,
    posed: Vec<PosedVertex>,
}

/// The current position of a moving part, for shadows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MotionState {
    /// The box around the current position, meters.
    pub bounds: Aabb,
    /// The number of poses so far, which changes with every motion.
    pub pose: u64,
}

/// Consecutive vertices in the buffer that move together.
struct VertexRun {
    /// The index of their part.
    part: usize,
    /// The index of the first vertex on the device.
    first: usize,
    /// The vertices at rest; empty if a pose provides them.
    resting: Vec<PosedVertex>,
    /// The vertices as last written.
    written: Vec<DeviceVertex>,
    /// The mover that carries the vertices, with its index in the level.
    mover: Option<(MovingPart, usize)>,
    /// The index of their animated mesh in the level.
    mesh: Option<usize>,
    /// The moment of the last write.
    moment: Option<Moment>,
    /// The mover's motion at the last write.
    motion: Option<DAffine3>,
    /// The state at the last write.
    state: MotionState,
}

/// The time of the run and that of a mover, seconds, if relevant.
#[derive(Clone, Copy, PartialEq)]
struct Moment(Option<f64>, Option<f64>);

impl MovingVertices {
    pub(super) fn of(level: &Level, retained: &RetainedRanges) -> Self {
        let carried = (0..level.mesh.parts.len()).filter_map(|it| carried_run(level, retained, it));
        let meshes = level.mesh.animated.meshes.iter().enumerate();
        let deformed = meshes.filter_map(|(mesh, animated)| {
            let range = animated.vertices.start as usize..animated.vertices.end as usize;
            let run = VertexRun::new(level, retained, animated.part, range)?;
            Some(VertexRun {
                resting: Vec::new(),
                mesh: Some(mesh),
                ..run
            })
        });
        Self {
            runs: carried.chain(deformed).collect(),
            animated: Arc::clone(&level.mesh.animated),
            ..Self::default()
        }
    }

    /// The state of a part; `None` if the part does not move.
    pub(super) fn of_part(&self, part: usize) -> Option<MotionState> {
        let run = self.runs.iter().find(|run| run.part == part)?;
        Some(run.state)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Writes the vertices at their positions in the view; unchanged ones are skipped.
    pub(super) fn write(&mut self, gpu: &Gpu, vertices: &wgpu::Buffer, view: &View) {
        let moments = self.runs.iter().map(|run| run.moment_in(view));
        let moves =
            |(run, moment): (&VertexRun, Moment)| run.mesh.is_some() && run.moment != Some(moment);
        if self.runs.iter().zip(moments).any(moves) {
            self.animated.rig.pose(view.seconds, &mut self.pose);
        }
        for run in &mut self.runs {
            let moment = run.moment_in(view);
            if run.moment.replace(moment) == Some(moment) {
                continue;
            }
            let motion = (run.mover.as_ref())
                .map(|(mover, index)| mover.motion_at(view.mover_seconds(*index)));
            // A door is static most of the time.
            if run.mesh.is_none() && motion == run.motion && run.state.pose > 0 {
                continue;
            }
            run.motion = motion;
            let from = match run.mesh {
                Some(mesh) => {
                    self.animated.meshes[mesh].pose(&self.pose, &mut self.posed);
                    &self.posed
                }
                None => &run.resting,
            };
            write_run(&mut run.written, from, motion.as_ref());
            run.state = MotionState {
                bounds: Aabb::from_points(run.written.iter().map(DeviceVertex::position)),
                pose: run.state.pose + 1,
            };
            let offset = (run.first * size_of::<DeviceVertex>()) as u64;
            let bytes = bytemuck::cast_slice(&run.written);
            gpu.queue.write_buffer(vertices, offset, bytes);
        }
    }
}

impl VertexRun {
    /// The vertices of a part in a range; `None` if none of them is drawn.
    fn new(
        level: &Level,
        retained: &RetainedRanges,
        part_index: usize,
        range: Range<usize>,
    ) -> Option<Self> {
        let part = level.mesh.parts.get(part_index)?;
        let first = retained.retained_index(range.start as u32) as usize;
        let vertices = level.mesh.vertices.get(range).filter(|_| part.visible)?;
        let mover = part.mover;
        Some(Self {
            part: part_index,
            first,
            resting: vertices.iter().map(at_rest).collect(),
            written: vertices.iter().map(DeviceVertex::from).collect(),
            mover: mover.and_then(|index| Some((level.movers.get(index)?.clone(), index))),
            mesh: None,
            moment: None,
            motion: None,
            state: MotionState {
                bounds: Aabb::EMPTY,
                pose: 0,
            },
        })
    }

    fn moment_in(&self, view: &View) -> Moment {
        let mover = self.mover.as_ref();
        Moment(
            self.mesh.map(|_| view.seconds),
            mover.map(|(_, index)| view.mover_seconds(*index)),
        )
    }
}

/// The vertices of a part on a mover, unless they are deformed as well.
fn carried_run(level: &Level, retained: &RetainedRanges, part_index: usize) -> Option<VertexRun> {
    let part = level.mesh.parts.get(part_index)?;
    let range = part.indices.start as usize..part.indices.end as usize;
    let indices = level.mesh.indices.get(range)?;
    level.movers.get(part.mover?)?;
    if part.animated.is_some() {
        return None;
    }
    let (first, last) = (
        *indices.iter().min()? as usize,
        *indices.iter().max()? as usize,
    );
    VertexRun::new(level, retained, part_index, first..last + 1)
}

fn at_rest(vertex: &Vertex) -> PosedVertex {
    let [x, y, z, _] = vertex.tangent;
    PosedVertex {
        position: vertex.position.into(),
        normal: vertex.normal.into(),
        tangent: Vec3::new(x, y, z),
    }
}

/// Writes vertices, transformed by a motion if there is one.
fn write_run(written: &mut [DeviceVertex], from: &[PosedVertex], motion: Option<&DAffine3>) {
    let runs = written
        .par_chunks_mut(BATCH_VERTICES)
        .zip(from.par_chunks(BATCH_VERTICES));
    runs.for_each(|(written, from)| {
        for (vertex, at) in written.iter_mut().zip(from) {
            let at = motion.map_or(*at, |motion| transformed(at, motion));
            vertex.set_pose(at.position, at.normal, at.tangent);
        }
    });
}

fn transformed(vertex: &PosedVertex, motion: &DAffine3) -> PosedVertex {
    let turned = |direction: Vec3| {
        let direction = motion.transform_vector3(direction.as_dvec3());
        direction.as_vec3().normalize_or(Vec3::Y)
    };
    let position = motion.transform_point3(vertex.position.as_dvec3());
    PosedVertex {
        position: position.as_vec3(),
        normal: turned(vertex.normal),
        tangent: turned(vertex.tangent),
    }
}
