//! The pass that draws the level's triangles: opaque ones near to far, cut-out ones, and transparent ones far
//! to near; then the props, selected ones last. Pipelines are created with the level, one for each variant of
//! its materials, and those for explosions' light afterwards.

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;

use crate::{
    Gpu, Quality,
    device::pipeline::ScenePipeline,
    features::{Features, flag},
    frame::{Viewpoint, figures::CountedPass},
    occlusion::Occlusion,
    scene::{
        Scene,
        chunks::Chunk,
        instances,
        materials::{self, Coverage, Detail, GpuMaterial, Variant},
        props::{self, PropInstances},
        vertex,
    },
    shaders,
};

/// The kind of geometry that has a material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum MeshKind {
    /// Triangles at their positions in the level.
    Still,
    /// Instances of a repeated surface.
    Copy,
    /// Props.
    Prop,
    /// Selected props, checkered and half transparent.
    Selected,
}

impl MeshKind {
    fn is_prop(self) -> bool {
        matches!(self, Self::Prop | Self::Selected)
    }

    fn buffers(self) -> &'static [wgpu::VertexBufferLayout<'static>] {
        match self {
            Self::Still => &[vertex::MESH_LAYOUT],
            Self::Copy => &instances::COPY_BUFFERS,
            Self::Prop | Self::Selected => &props::PROP_BUFFERS,
        }
    }
}

pub(crate) struct MeshPass {
    pub material_layout: wgpu::BindGroupLayout,
    /// The bind group layouts of the globals and the lighting.
    groups: [wgpu::BindGroupLayout; 2],
    pipelines: HashMap<(Variant, MeshKind, Features), wgpu::RenderPipeline>,
    extras: Features,
    /// The keys whose pipelines for explosions' light may still be missing.
    left: Vec<(Variant, MeshKind)>,
    quality: Quality,
}

impl MeshPass {
    pub(crate) fn new(
        material_layout: wgpu::BindGroupLayout,
        groups: [wgpu::BindGroupLayout; 2],
        quality: Quality,
    ) -> Self {
        Self {
            material_layout,
            groups,
            pipelines: HashMap::new(),
            extras: Features::default(),
            left: Vec::new(),
            quality,
        }
    }

    /// Recreates all pipelines of the current level's `scene` for another quality.
    pub(crate) fn set_quality(&mut self, gpu: &Gpu, scene: &Scene, quality: Quality) {
        self.quality = quality;
        self.pipelines.clear();
        self.prepare_missing(gpu, scene);
    }

    /// Creates the missing pipelines of `scene`, a level with the features `extras`.
    pub(crate) fn prepare(&mut self, gpu: &Gpu, scene: &Scene, extras: Features) {
        self.extras = extras;
        self.extras.flashes = false;
        let of = |material: usize| scene.materials[material].variant;
        let still = (scene.materials.iter()).map(|it| (it.variant, MeshKind::Still));
        let copies = (scene.copies.materials()).map(|it| (of(it), MeshKind::Copy));
        let props = scene.props.iter().flat_map(|chunk| {
            [MeshKind::Prop, MeshKind::Selected].map(|kind| (of(chunk.material), kind))
        });
        self.left = still.chain(copies).chain(props).collect();
        self.need(gpu, &self.left.clone());
    }

    /// Creates at most `limit` of the missing pipelines for explosions' light. Returns whether any may still
    /// be missing.
    pub(crate) fn prepare_for_flashes(&mut self, gpu: &Gpu, limit: usize) -> bool {
        let shown = self.extras;
        self.extras.flashes = true;
        let made = self.pipelines.len();
        while self.pipelines.len() - made < limit
            && let Some(key) = self.left.pop()
        {
            self.need(gpu, &[key]);
        }
        self.extras = shown;
        !self.left.is_empty()
    }

    /// Sets whether explosions light the next frame.
    pub(crate) fn set_flashes(&mut self, gpu: &Gpu, flashes: bool) {
        if flashes {
            self.prepare_for_flashes(gpu, usize::MAX);
        }
        self.extras.flashes = flashes;
    }

    /// Creates the missing pipelines of `scene` after a change of materials.
    pub(crate) fn prepare_missing(&mut self, gpu: &Gpu, scene: &Scene) {
        self.prepare(gpu, scene, self.extras);
    }

    /// Draws opaque and cut-out triangles, near before far. Of the level's own chunks it draws those that
    /// `occlusion` wants first.
    pub(crate) fn draw_solid(
        &self,
        pass: &mut CountedPass<'_>,
        scene: &Scene,
        viewpoint: &Viewpoint,
        occlusion: &Occlusion,
    ) {
        let lists = [
            (&scene.opaque, 0, Coverage::Opaque),
            (&scene.masked, scene.opaque.len(), Coverage::Mask),
        ];
        for (list, before, coverage) in lists {
            let mut chunks = visible(list, viewpoint);
            chunks.retain(|chunk| occlusion.is_first(before + chunk.number));
            chunks.sort_by_key(VisibleChunk::batch);
            self.draw(pass, scene, &chunks);
            self.draw_copies(pass, scene, coverage);
        }
    }

    /// Draws the chunks that `draw_solid` has left to the test of `occlusion`; the device skips hidden ones.
    pub(crate) fn draw_tested(
        &self,
        pass: &mut CountedPass<'_>,
        scene: &Scene,
        viewpoint: &Viewpoint,
        occlusion: &Occlusion,
    ) {
        let Some(draws) = occlusion.draws() else {
            return;
        };
        let mut left: Vec<(usize, usize)> = (scene.solid().enumerate())
            .filter(|(number, chunk)| {
                !occlusion.is_first(*number) && viewpoint.frustum.may_touch_box(&chunk.bounds)
            })
            .map(|(number, chunk)| (chunk.material, number))
            .collect();
        left.sort_unstable();
        scene.bind(pass);
        let mut bound = None;
        for (material, number) in left {
            if self.bind(pass, scene, material, &mut bound) {
                pass.draw_indexed_indirect(draws, number as u64 * Occlusion::ARGUMENT_BYTES);
            }
        }
    }

    fn draw_copies(&self, pass: &mut CountedPass<'_>, scene: &Scene, coverage: Coverage) {
        if scene.copies.is_empty() {
            return;
        }
        scene.bind(pass);
        scene.copies.draw_seen(pass, coverage, |pass, material| {
            self.set(pass, &scene.materials[material], MeshKind::Copy)
        });
    }

    pub(crate) fn draw_blended(
        &self,
        pass: &mut CountedPass<'_>,
        scene: &Scene,
        viewpoint: &Viewpoint,
    ) {
        let mut chunks = visible(&scene.blended, viewpoint);
        chunks.sort_by(|a, b| b.distance.total_cmp(&a.distance));
        self.draw(pass, scene, &chunks);
    }

    /// Draws the selected props or the others.
    pub(crate) fn draw_props(
        &self,
        pass: &mut CountedPass<'_>,
        scene: &Scene,
        props: &PropInstances,
        selected: bool,
    ) {
        let look = [MeshKind::Prop, MeshKind::Selected][usize::from(selected)];
        let mut bound = false;
        let is_drawn = |prop: &usize| props.is_selected(*prop) == Some(selected);
        for chunk in &scene.props {
            let Some(prop) = chunk.prop.filter(is_drawn) else {
                continue;
            };
            if !bound {
                scene.bind(pass);
                props.bind(pass);
                bound = true;
            }
            if self.set(pass, &scene.materials[chunk.material], look) {
                props::draw(pass, chunk, prop);
            }
        }
    }

    /// Creates the missing ones of the pipelines `wanted`, on all threads.
    fn need(&mut self, gpu: &Gpu, wanted: &[(Variant, MeshKind)]) {
        let keys = (wanted.iter()).map(|&(variant, kind)| (variant, kind, self.extras));
        let missing: HashSet<_> = keys
            .filter(|key| !self.pipelines.contains_key(key))
            .collect();
        let made = (missing.into_par_iter()).map(|key| (key, self.pipeline(gpu, key.0, key.1)));
        self.pipelines.extend(made.collect::<Vec<_>>());
    }

    /// Draws chunks in their order; adjacent chunks in the buffer with one material share a draw.
    fn draw(&self, pass: &mut CountedPass<'_>, scene: &Scene, chunks: &[VisibleChunk<'_>]) {
        if chunks.is_empty() {
            return;
        }
        scene.bind(pass);
        let mut bound = None;
        let follow = |a: &VisibleChunk<'_>, b: &VisibleChunk<'_>| a.chunk.is_followed_by(b.chunk);
        for run in chunks.chunk_by(follow) {
            let (Some(first), Some(last)) = (run.first(), run.last()) else {
                continue;
            };
            let (first, last) = (first.chunk, last.chunk);
            if self.bind(pass, scene, first.material, &mut bound) {
                pass.draw_indexed(first.first..last.first + last.count, 0, 0..1);
            }
        }
    }

    /// Sets the pipeline and group of a material on static geometry, unless it is `bound`. Returns false
    /// without a pipeline.
    fn bind(
        &self,
        pass: &mut CountedPass<'_>,
        scene: &Scene,
        material: usize,
        bound: &mut Option<usize>,
    ) -> bool {
        if *bound == Some(material) {
            return true;
        }
        let is_set = self.set(pass, &scene.materials[material], MeshKind::Still);
        if is_set {
            *bound = Some(material);
        }
        is_set
    }

    /// Sets the pipeline and group of a material. Returns false without a pipeline.
    fn set(&self, pass: &mut CountedPass<'_>, material: &GpuMaterial, look: MeshKind) -> bool {
        let key = (material.variant, look, self.extras);
        let Some(pipeline) = self.pipelines.get(&key) else {
            return false;
        };
        pass.set_pipeline(pipeline);
        pass.set_bind_group(2, &material.group, &[]);
        true
    }

    fn pipeline(&self, gpu: &Gpu, variant: Variant, look: MeshKind) -> wgpu::RenderPipeline {
        let blended = variant.coverage == Coverage::Blend;
        let (selected, moves) = (look == MeshKind::Selected, look.is_prop());
        let by_coverage = self.is_by_coverage(variant);
        let [globals, lighting] = &self.groups;
        let material = self.material_constants(gpu, variant, look);
        let light = self.extras.light_constants(&self.quality, variant.glossy);
        let constants: Vec<_> = material.into_iter().chain(light).collect();
        ScenePipeline {
            vertex: match look {
                MeshKind::Still => "place",
                MeshKind::Copy => "place_copy",
                MeshKind::Prop | MeshKind::Selected => "place_prop",
            },
            fragment: if moves { "shade_prop" } else { "shade" },
            constants: &constants,
            cull: !variant.double_sided,
            depth_write: !blended,
            blend: (blended || selected).then_some(wgpu::BlendState::ALPHA_BLENDING),
            coverage: by_coverage,
            ..ScenePipeline::solid(
                &shaders::MESH,
                look.buffers(),
                &[globals, lighting, &self.material_layout],
                self.quality.samples,
            )
        }
        .create(gpu)
    }

    /// Returns whether a cut-out material's holes are removed per sample.
    fn is_by_coverage(&self, variant: Variant) -> bool {
        variant.coverage == Coverage::Mask && self.quality.samples > 1
    }

    /// The shader constants of a material on a kind of geometry.
    fn material_constants(
        &self,
        gpu: &Gpu,
        variant: Variant,
        look: MeshKind,
    ) -> [(&'static str, f64); 16] {
        // The detail pattern is fixed to world positions, which a prop leaves.
        let has_detail = self.quality.grain && !look.is_prop();
        let detail = [Detail::None, variant.detail][usize::from(has_detail)];
        let is_isotropic = materials::anisotropy(gpu) <= 1;
        let [base, normal, roughness, occlusion, emissive, lightmap] = variant.textured.map(flag);
        [
            ("HAS_BASE", base),
            ("HAS_NORMAL", normal),
            ("HAS_METALLIC_ROUGHNESS", roughness),
            ("HAS_OCCLUSION", occlusion),
            ("HAS_EMISSIVE", emissive),
            ("HAS_LIGHTMAP", lightmap),
            ("SECOND_UV", f64::from(variant.second_uv)),
            ("MOVED_UV", f64::from(variant.moved_uv)),
            ("IS_UNLIT", flag(variant.unlit)),
            ("FLOWS", flag(variant.flows)),
            ("COVERAGE", flag(self.is_by_coverage(variant))),
            ("SELECTED", flag(look == MeshKind::Selected)),
            ("HAS_COLORS", flag(self.extras.colors)),
            ("ALPHA", f64::from(variant.coverage as u8)),
            ("LOD_BIAS", -0.8 * flag(is_isotropic)),
            ("DETAIL", f64::from(detail as u8)),
        ]
    }
}

/// A chunk in view.
struct VisibleChunk<'a> {
    /// The squared distance from the eye, m².
    distance: f32,
    /// The index of the chunk in its list.
    number: usize,
    chunk: &'a Chunk,
}

impl VisibleChunk<'_> {
    /// The sort key of a chunk. Distances that double from band to band put near chunks before far ones, so
    /// that little is drawn and hidden later. Within a band, material and buffer position let many chunks
    /// share a draw.
    fn batch(&self) -> (u32, usize, u32) {
        // The first band ends at four meters; the distance is squared.
        let band = (self.distance.min(1e9) / 16.0).max(1.0).log2() as u32 / 2;
        (band, self.chunk.material, self.chunk.first)
    }
}

fn visible<'a>(
    chunks: &'a [Chunk],
    &Viewpoint { frustum, eye }: &Viewpoint,
) -> Vec<VisibleChunk<'a>> {
    let in_sight = |(number, chunk): (usize, &'a Chunk)| {
        let center = chunk.bounds.center();
        // Boxes around the eye tie at a distance of zero; their centers break the tie.
        let distance = chunk.distance_squared(eye) + 1e-3 * center.distance_squared(eye);
        frustum
            .may_touch_box(&chunk.bounds)
            .then_some(VisibleChunk {
                distance,
                number,
                chunk,
            })
    };
    chunks.iter().enumerate().filter_map(in_sight).collect()
}
