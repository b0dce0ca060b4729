//! Repeated surfaces of a level: uploaded once, with a list of transforms. The mesh pipelines draw the
//! instances in view together.

use std::{collections::BTreeMap, ops::Range};

use glam::{Affine3A, Vec4};
use hexbound_collide::geom::Aabb;

use super::{
    chunks::CHUNK_SIDE,
    materials::{Coverage, GpuMaterial},
    retained_ranges::RetainedRanges,
    vertex::MESH_LAYOUT,
};
use crate::{
    Gpu,
    device::{
        pipeline::{InstanceBuffer, per_instance},
        upload,
    },
    frame::{Viewpoint, figures::CountedPass},
};
use hexbound_level::{InstanceGroup, Level, PlacedInstance, Vertex};

const INSTANCE_LAYOUT: wgpu::VertexBufferLayout<'static> = per_instance::<Instance>(
    &wgpu::vertex_attr_array![7 => Float32x4, 8 => Float32x4, 9 => Float32x4],
);
/// The layouts of the surface's vertices and of an instance.
pub(crate) const COPY_BUFFERS: [wgpu::VertexBufferLayout<'static>; 2] =
    [MESH_LAYOUT, INSTANCE_LAYOUT];

/// The rows of the transform from the surface to the level.
type Instance = [Vec4; 3];

pub(crate) struct InstancedSurfaces {
    groups: Vec<InstancedSurface>,
    /// The instances of all groups in sequence.
    all: wgpu::Buffer,
    /// The instances in view, in sequence.
    seen: InstanceBuffer,
    seen_list: Vec<Instance>,
}

/// One surface with its instances.
struct InstancedSurface {
    material: usize,
    coverage: Coverage,
    indices: Range<u32>,
    /// The number added to each index.
    base_vertex: i32,
    places: Vec<(Instance, Aabb)>,
    cells: Vec<InstanceCell>,
    /// The index of its first instance among those of all groups.
    first: u32,
    /// The range of its instances in `InstancedSurfaces::seen`.
    seen: Range<u32>,
}

/// A cell of nearby instances.
#[derive(Clone, Debug)]
struct InstanceCell {
    /// The range in `InstancedSurface::places`.
    places: Range<u32>,
    bounds: Aabb,
}

impl InstancedSurfaces {
    pub(crate) fn empty(gpu: &Gpu) -> Self {
        Self::new(gpu, Vec::new())
    }

    /// Uploads the surfaces of a level. Appends their indices to the level's `indices`, and adds the number
    /// of their vertices to `vertices`.
    pub(crate) fn upload(
        gpu: &Gpu,
        level: &Level,
        retained: &RetainedRanges,
        materials: &[GpuMaterial],
        vertices: &mut usize,
        indices: &mut Vec<u32>,
    ) -> Self {
        let mut groups = Vec::new();
        let mut first = 0;
        for copies in valid_groups(level, materials) {
            let shown = copies.places.iter().filter(|it| retained.is_visible(it));
            let (places, cells) = by_cell(shown);
            let count = places.len() as u32;
            let start = indices.len() as u32;
            groups.push(InstancedSurface {
                material: copies.material,
                coverage: materials[copies.material].variant.coverage,
                indices: start..start + copies.indices.len() as u32,
                base_vertex: *vertices as i32,
                places,
                cells,
                first,
                seen: 0..0,
            });
            *vertices += copies.vertices.len();
            indices.extend(&copies.indices);
            first += count;
        }
        Self::new(gpu, groups)
    }

    /// The vertices of the surfaces, in the order of `upload`.
    pub(crate) fn vertices<'a>(
        level: &'a Level,
        materials: &[GpuMaterial],
    ) -> impl Iterator<Item = &'a [Vertex]> {
        valid_groups(level, materials).map(|copies| &copies.vertices[..])
    }

    fn new(gpu: &Gpu, groups: Vec<InstancedSurface>) -> Self {
        let places = groups.iter().flat_map(|group| &group.places);
        let mut all: Vec<Instance> = places.map(|(instance, _)| *instance).collect();
        // A buffer of zero bytes can't be bound.
        if all.is_empty() {
            all.push([Vec4::ZERO; 3]);
        }
        Self {
            all: upload::filled(
                gpu,
                "copies",
                bytemuck::cast_slice(&all),
                wgpu::BufferUsages::VERTEX,
            ),
            seen: InstanceBuffer::new::<Instance>(gpu, "copies in sight", 1),
            seen_list: Vec::new(),
            groups,
        }
    }

    /// The materials of the surfaces.
    pub(crate) fn materials(&self) -> impl Iterator<Item = usize> {
        self.groups.iter().map(|group| group.material)
    }

    pub(crate) fn bounds(&self) -> Aabb {
        let cells = self.groups.iter().flat_map(|group| &group.cells);
        cells.fold(Aabb::EMPTY, |bounds, cell| bounds.union(cell.bounds))
    }

    /// Lists the instances in view for [`draw_seen`](Self::draw_seen).
    pub(crate) fn list_visible(&mut self, gpu: &Gpu, viewpoint: &Viewpoint) {
        let mut list = Vec::with_capacity(self.seen_list.len());
        for group in &mut self.groups {
            let first = list.len() as u32;
            group.list_visible(viewpoint, &mut list);
            group.seen = first..list.len() as u32;
        }
        // While the list is unchanged, as for a resting eye, nothing is written.
        if list != self.seen_list {
            self.seen.write(gpu, &list);
            self.seen_list = list;
        }
    }

    /// Draws the instances in view, with one draw per group; must be called after the level's own vertices
    /// are bound. `ready` sets the pipeline for a material, or returns false.
    pub(crate) fn draw_seen(
        &self,
        pass: &mut CountedPass<'_>,
        coverage: Coverage,
        mut ready: impl FnMut(&mut CountedPass<'_>, usize) -> bool,
    ) {
        pass.set_vertex_buffer(1, self.seen.slice());
        for group in self.with_coverage(coverage) {
            if !group.seen.is_empty() && ready(pass, group.material) {
                group.draw(pass, group.seen.clone());
            }
        }
    }

    /// Draws all instances in the cells that `may_see` accepts, whether the eye sees them or not; otherwise
    /// as [`draw_seen`](Self::draw_seen).
    pub(crate) fn draw_where(
        &self,
        pass: &mut CountedPass<'_>,
        coverage: Coverage,
        may_see: impl Fn(&Aabb) -> bool,
        mut ready: impl FnMut(&mut CountedPass<'_>, usize),
    ) {
        pass.set_vertex_buffer(1, self.all.slice(..));
        for group in self.with_coverage(coverage) {
            let runs = runs_where(&group.cells, &may_see);
            if !runs.is_empty() {
                ready(pass, group.material);
            }
            for run in runs {
                group.draw(pass, group.first + run.start..group.first + run.end);
            }
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    fn with_coverage(&self, coverage: Coverage) -> impl Iterator<Item = &InstancedSurface> {
        (self.groups.iter()).filter(move |group| group.coverage == coverage)
    }
}

impl InstancedSurface {
    /// Lists the instances in view. Near cells come first, since they hide others.
    fn list_visible(&self, &Viewpoint { frustum, eye }: &Viewpoint, list: &mut Vec<Instance>) {
        let mut cells: Vec<(f32, &InstanceCell)> = (self.cells.iter())
            .filter(|cell| frustum.may_touch_box(&cell.bounds))
            .map(|cell| {
                let nearest = eye.clamp(cell.bounds.min, cell.bounds.max);
                (nearest.distance_squared(eye), cell)
            })
            .collect();
        cells.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (_, cell) in cells {
            let places = &self.places[cell.places.start as usize..cell.places.end as usize];
            let whole = frustum.contains_box(&cell.bounds);
            let seen = places
                .iter()
                .filter(|(_, bounds)| whole || frustum.may_touch_box(bounds));
            list.extend(seen.map(|(instance, _)| *instance));
        }
    }

    fn draw(&self, pass: &mut CountedPass<'_>, instances: Range<u32>) {
        pass.draw_indexed(self.indices.clone(), self.base_vertex, instances);
    }
}

/// The groups of instances whose material exists.
fn valid_groups<'a>(
    level: &'a Level,
    materials: &[GpuMaterial],
) -> impl Iterator<Item = &'a InstanceGroup> {
    let count = materials.len();
    (level.mesh.instance_groups.iter()).filter(move |copies| copies.material < count)
}

/// The instances in the order of their cells.
fn by_cell<'a>(
    shown: impl Iterator<Item = &'a PlacedInstance>,
) -> (Vec<(Instance, Aabb)>, Vec<InstanceCell>) {
    let mut sorted: BTreeMap<[i32; 3], Vec<(Instance, Aabb)>> = BTreeMap::new();
    for instance in shown {
        let cell = (instance.bounds.center() / CHUNK_SIDE).floor().as_ivec3();
        let cell_instances = sorted.entry(cell.to_array()).or_default();
        cell_instances.push((rows(&instance.transform), instance.bounds));
    }
    let mut places = Vec::new();
    let mut cells = Vec::with_capacity(sorted.len());
    for near in sorted.into_values() {
        let first = places.len() as u32;
        cells.push(InstanceCell {
            places: first..first + near.len() as u32,
            bounds: (near.iter()).fold(Aabb::EMPTY, |all, (_, bounds)| all.union(*bounds)),
        });
        places.extend(near);
    }
    (places, cells)
}

/// The rows of a transform.
pub(crate) fn rows(transform: &Affine3A) -> [Vec4; 3] {
    [0, 1, 2].map(|row| {
        transform
            .matrix3
            .row(row)
            .extend(transform.translation[row])
    })
}

/// The index ranges of the cells that `may_see` accepts; consecutive cells are merged.
fn runs_where(cells: &[InstanceCell], may_see: impl Fn(&Aabb) -> bool) -> Vec<Range<u32>> {
    let mut runs: Vec<Range<u32>> = Vec::new();
    for cell in cells.iter().filter(|cell| may_see(&cell.bounds)) {
        match runs.last_mut() {
            Some(run) if run.end == cell.places.start => run.end = cell.places.end,
            _ => runs.push(cell.places.clone()),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;

    /// Copies with sides of one meter at the given x.
    fn row(places: &[f32]) -> Vec<PlacedInstance> {
        let place = |x: &f32| PlacedInstance {
            transform: Affine3A::from_translation(Vec3::X * *x),
            vertices: 0..0,
            indices: 0..0,
            bounds: Aabb::new(Vec3::X * *x, Vec3::X * *x + 1.0),
        };
        places.iter().map(place).collect()
    }

    #[test]
    fn near_places_share_a_cell_and_neighboring_cells_a_run() {
        let (places, cells) = by_cell(row(&[40.0, 1.0, 20.0, 3.0]).iter());
        let order: Vec<f32> = places.iter().map(|(it, _)| it[0].w).collect();
        assert_eq!(order, [1.0, 3.0, 20.0, 40.0]);
        assert_eq!(cells[0].bounds.max.x, 4.0);
        let all = runs_where(&cells, |_| true);
        assert_eq!((all.len(), &all[0]), (1, &(0..4)));
        let but_one = runs_where(&cells, |bounds| bounds.min.x != 20.0);
        assert_eq!(but_one, [0..2, 3..4]);
        assert_eq!(runs_where(&cells, |_| false), []);
    }

    #[test]
    fn rows_place_a_point_as_the_transform_does() {
        let turn = glam::Quat::from_rotation_y(0.4);
        let (scale, at) = (Vec3::new(1.0, -2.0, 3.0), Vec3::new(5.0, 6.0, 7.0));
        let place = Affine3A::from_scale_rotation_translation(scale, turn, at);
        let point = Vec3::new(0.3, 0.2, -0.9);
        let placed = Vec3::from(rows(&place).map(|row| row.dot(point.extend(1.0))));
        assert!((placed - place.transform_point3(point)).length() < 1e-6);
    }
}
