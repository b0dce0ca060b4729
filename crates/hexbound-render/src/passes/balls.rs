//! The pass that draws the balls, as instances of one sphere.

use bytemuck::{Pod, Zeroable};
use glam::{Quat, Vec3};
use hexbound_collide::geom::Aabb;
use std::collections::HashMap;

use crate::{
    Gpu,
    device::pipeline::{InstanceBuffer, per_instance, per_vertex},
    frame::figures::CountedPass,
    passes::indexed_mesh::IndexedMesh,
};
use hexbound_sim::{BallMaterial, SeenBall, View};

/// The layout of the sphere's vertices, which are also its normals.
pub(crate) const VERTEX_LAYOUT: wgpu::VertexBufferLayout<'static> =
    per_vertex::<Vec3>(&wgpu::vertex_attr_array![0 => Float32x3]);
const INSTANCE_LAYOUT: wgpu::VertexBufferLayout<'static> = per_instance::<BallInstance>(
    &wgpu::vertex_attr_array![1 => Float32x4, 2 => Float32x4, 3 => Float32, 4 => Float32],
);
/// The layouts of the sphere's vertices and of a ball.
pub(crate) const BALL_BUFFERS: [wgpu::VertexBufferLayout<'static>; 2] =
    [VERTEX_LAYOUT, INSTANCE_LAYOUT];
/// The distance within which balls are drawn as finer spheres, meters.
const ROUND_DISTANCE: f32 = 5.0;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct BallInstance {
    center: Vec3,
    radius: f32,
    turn: [f32; 4],
    phase: f32,
    /// The number of the [`BallMaterial`].
    finish: f32,
}

pub(crate) struct BallPass {
    pub pipeline: Option<wgpu::RenderPipeline>,
    coarse: IndexedMesh,
    round: IndexedMesh,
    instances: InstanceBuffer,
    /// The number of near balls, which come first.
    near: u32,
    /// The boxes around all balls, meters.
    pub bounds: Vec<Aabb>,
}

impl BallPass {
    pub(crate) fn new(gpu: &Gpu) -> Self {
        Self {
            pipeline: None,
            coarse: sphere(gpu, 2),
            round: sphere(gpu, 4),
            instances: InstanceBuffer::new::<BallInstance>(gpu, "balls", 64),
            near: 0,
            bounds: Vec::new(),
        }
    }

    pub(crate) fn write(&mut self, gpu: &Gpu, view: &View) {
        let is_near = |ball: &&SeenBall| ball.center.distance(view.eye) < ROUND_DISTANCE;
        let near = view.balls.iter().filter(is_near);
        let far = view.balls.iter().filter(|ball| !is_near(ball));
        let instances: Vec<BallInstance> = near.clone().chain(far).map(instance).collect();
        self.near = near.count() as u32;
        let around =
            |ball: &SeenBall| Aabb::new(ball.center - ball.radius, ball.center + ball.radius);
        self.bounds = view.balls.iter().map(around).collect();
        self.instances.write(gpu, &instances);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.instances.count == 0
    }

    pub(crate) fn draw(&self, pass: &mut CountedPass<'_>) {
        let Some(pipeline) = self.pipeline.as_ref().filter(|_| !self.is_empty()) else {
            return;
        };
        pass.set_pipeline(pipeline);
        self.round.draw(pass, &self.instances, 0..self.near);
        let far = self.near..self.instances.count;
        self.coarse.draw(pass, &self.instances, far);
    }

    /// Draws all balls as coarse spheres with the current pipeline.
    pub(crate) fn draw_coarse(&self, pass: &mut CountedPass<'_>) {
        let all = 0..self.instances.count;
        self.coarse.draw(pass, &self.instances, all);
    }
}

pub(super) fn sphere(gpu: &Gpu, subdivisions: u32) -> IndexedMesh {
    let (points, triangles) = icosphere(subdivisions);
    IndexedMesh::new(gpu, "sphere", &points, triangles.as_flattened())
}

/// The instance of a ball. The simulation knows the spin of balls but not their orientation, which is derived
/// from the rolled distance at the ball's position.
fn instance(ball: &SeenBall) -> BallInstance {
    let (id, rolled) = (ball.id as f32, ball.center / ball.radius.max(0.01));
    let start = Quat::from_rotation_y(id * 2.4) * Quat::from_rotation_x(0.6);
    let turn = Quat::from_rotation_x(rolled.z + 0.5 * rolled.y) * Quat::from_rotation_z(-rolled.x);
    BallInstance {
        center: ball.center,
        radius: ball.radius,
        turn: (turn * start).normalize().to_array(),
        phase: id * 1.7,
        finish: f32::from(BallMaterial::of(ball.mass) as u8),
    }
}

/// A unit sphere: an icosahedron, each of whose triangles is divided into four, `subdivisions` times.
fn icosphere(subdivisions: u32) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let golden = 0.5 * (1.0 + 5.0f32.sqrt());
    let mut points = Vec::new();
    for (short, long) in [
        (1.0, golden),
        (-1.0, golden),
        (1.0, -golden),
        (-1.0, -golden),
    ] {
        points.push(Vec3::new(short, long, 0.0).normalize());
        points.push(Vec3::new(0.0, short, long).normalize());
        points.push(Vec3::new(long, 0.0, short).normalize());
    }
    let mut triangles = hull_faces(&points);
    for _ in 0..subdivisions {
        let mut halves: HashMap<[u32; 2], u32> = HashMap::new();
        let mut middle = |a: u32, b: u32| {
            *halves.entry([a.min(b), a.max(b)]).or_insert_with(|| {
                points.push((points[a as usize] + points[b as usize]).normalize());
                points.len() as u32 - 1
            })
        };
        triangles = triangles
            .into_iter()
            .flat_map(|[a, b, c]| {
                let (ab, bc, ca) = (middle(a, b), middle(b, c), middle(c, a));
                [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
            })
            .collect();
    }
    (points, triangles)
}

/// The triples of an icosahedron's corners that are one edge apart, wound to face outward.
fn hull_faces(points: &[Vec3]) -> Vec<[u32; 3]> {
    // An edge of an icosahedron in the unit sphere is 1.0515 long, the next distance 1.7013.
    let near = |a: usize, b: usize| points[a].distance(points[b]) < 1.2;
    let mut faces = Vec::new();
    for a in 0..points.len() {
        for b in a + 1..points.len() {
            for c in b + 1..points.len() {
                if !(near(a, b) && near(b, c) && near(c, a)) {
                    continue;
                }
                let outward = (points[b] - points[a])
                    .cross(points[c] - points[a])
                    .dot(points[a]);
                let (b, c) = if outward > 0.0 { (b, c) } else { (c, b) };
                faces.push([a as u32, b as u32, c as u32]);
            }
        }
    }
    faces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sphere_is_closed_round_and_faces_outward() {
        for subdivisions in 0..3 {
            let (points, triangles) = icosphere(subdivisions);
            assert_eq!(triangles.len(), 20 << (2 * subdivisions));
            // Euler: a closed surface without holes.
            assert_eq!(points.len() + triangles.len() - triangles.len() * 3 / 2, 2);
            let corners = triangles
                .iter()
                .map(|it| it.map(|index| points[index as usize]));
            for [a, b, c] in corners {
                assert!((b - a).cross(c - a).dot(a) > 0.0);
                assert!((a.length() - 1.0).abs() < 1e-5);
            }
        }
    }
}
