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
    Static,
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
            Self::Static => &[vertex::MESH_LAYOUT],
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
    features: Features,
    /// The keys whose pipelines for explosions' light may still be missing.
    flash_keys: Vec<(Variant, MeshKind)>,
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
            features: Features::default(),
            flash_keys: Vec::new(),
            quality,
        }
    }

    /// Recreates all pipelines of the current level's `scene` for another quality.
    pub(crate) fn set_quality(&mut self, gpu: &Gpu, scene: &Scene, quality: Quality) {
        self.quality = quality;
        self.pipelines.clear();
        self.prepare_missing(gpu, scene);
    }

    /// Creates the missing pipelines of `scene`, a level with `features`.
    pub(crate) fn prepare(&mut self, gpu: &Gpu, scene: &Scene, features: Features) {
        self.features = features;
        self.features.flashes = false;
        let of = |material: usize| scene.materials[material].variant;
        let static_keys = (scene.materials.iter()).map(|it| (it.variant, MeshKind::Static));
        let copies = (scene.copies.materials()).map(|it| (of(it), MeshKind::Copy));
        let props = scene.props.iter().flat_map(|chunk| {
            [MeshKind::Prop, MeshKind::Selected].map(|kind| (of(chunk.material), kind))
        });
        self.flash_keys = static_keys.chain(copies).chain(props).collect();
        self.create_missing(gpu, &self.flash_keys.clone());
    }

    /// Creates at most `limit` of the missing pipelines for explosions' light. Returns whether any may still
    /// be missing.
    pub(crate) fn prepare_for_flashes(&mut self, gpu: &Gpu, limit: usize) -> bool {
        let features = self.features;
        self.features.flashes = true;
        let made = self.pipelines.len();
        while self.pipelines.len() - made < limit
            && let Some(key) = self.flash_keys.pop()
        {
            self.create_missing(gpu, &[key]);
        }
        self.features = features;
        !self.flash_keys.is_empty()
    }

    /// Sets whether explosions light the next frame.
    pub(crate) fn set_flashes(&mut self, gpu: &Gpu, flashes: bool) {
        if flashes {
            self.prepare_for_flashes(gpu, usize::MAX);
        }
        self.features.flashes = flashes;
    }

    /// Creates the missing pipelines of `scene` after a change of materials.
    pub(crate) fn prepare_missing(&mut self, gpu: &Gpu, scene: &Scene) {
        self.prepare(gpu, scene, self.features);
    }

    /// Draws opaque and cut-out triangles, near before far. Chunks that `occlusion` tests before drawing are
    /// skipped.
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
            chunks.retain(|chunk| occlusion.is_first(before + chunk.index));
            chunks.sort_by_key(VisibleChunk::sort_key);
            self.draw(pass, scene, &chunks);
            self.draw_copies(pass, scene, coverage);
        }
    }

    /// Draws the chunks that `draw_solid` has skipped; the device leaves out those hidden by the test.
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
        let mut remaining: Vec<(usize, usize)> = (scene.solid().enumerate())
            .filter(|(index, chunk)| {
                !occlusion.is_first(*index) && viewpoint.frustum.may_touch_box(&chunk.bounds)
            })
            .map(|(index, chunk)| (chunk.material, index))
            .collect();
        remaining.sort_unstable();
        scene.bind(pass);
        let mut bound = None;
        for (material, index) in remaining {
            if self.bind_static(pass, scene, material, &mut bound) {
                pass.draw_indexed_indirect(draws, index as u64 * Occlusion::ARGUMENT_BYTES);
            }
        }
    }

    fn draw_copies(&self, pass: &mut CountedPass<'_>, scene: &Scene, coverage: Coverage) {
        if scene.copies.is_empty() {
            return;
        }
        scene.bind(pass);
        scene.copies.draw_seen(pass, coverage, |pass, material| {
            self.apply(pass, &scene.materials[material], MeshKind::Copy)
        });
    }

    pub(crate) fn draw_blended(
        &self,
        pass: &mut CountedPass<'_>,
        scene: &Scene,
        viewpoint: &Viewpoint,
    ) {
        let mut chunks = visible(&scene.blended, viewpoint);
        chunks.sort_by(|a, b| b.distance_squared.total_cmp(&a.distance_squared));
        self.draw(pass, scene, &chunks);
    }

    /// Draws the selected props if `selected` is true, otherwise all others.
    pub(crate) fn draw_props(
        &self,
        pass: &mut CountedPass<'_>,
        scene: &Scene,
        props: &PropInstances,
        selected: bool,
    ) {
        let kind = [MeshKind::Prop, MeshKind::Selected][usize::from(selected)];
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
            if self.apply(pass, &scene.materials[chunk.material], kind) {
                props::draw(pass, chunk, prop);
            }
        }
    }

    /// Creates the missing pipelines among `wanted`, on all threads.
    fn create_missing(&mut self, gpu: &Gpu, wanted: &[(Variant, MeshKind)]) {
        let keys = (wanted.iter()).map(|&(variant, kind)| (variant, kind, self.features));
        let missing: HashSet<_> = keys
            .filter(|key| !self.pipelines.contains_key(key))
            .collect();
        let made = (missing.into_par_iter()).map(|key| (key, self.pipeline(gpu, key.0, key.1)));
        self.pipelines.extend(made.collect::<Vec<_>>());
    }

    /// Draws chunks in their order. Neighbors of one material share a draw if they adjoin in the buffer.
    fn draw(&self, pass: &mut CountedPass<'_>, scene: &Scene, chunks: &[VisibleChunk<'_>]) {
        if chunks.is_empty() {
            return;
        }
        scene.bind(pass);
        let mut bound = None;
        let joins = |a: &VisibleChunk<'_>, b: &VisibleChunk<'_>| a.chunk.is_followed_by(b.chunk);
        for run in chunks.chunk_by(joins) {
            let (Some(first), Some(last)) = (run.first(), run.last()) else {
                continue;
            };
            let (first, last) = (first.chunk, last.chunk);
            if self.bind_static(pass, scene, first.material, &mut bound) {
                pass.draw_indexed(first.first..last.first + last.count, 0, 0..1);
            }
        }
    }

    /// Sets the pipeline and group of a material on static geometry, unless the material is `bound`. Returns
    /// false without a pipeline.
    fn bind_static(
        &self,
        pass: &mut CountedPass<'_>,
        scene: &Scene,
        material: usize,
        bound: &mut Option<usize>,
    ) -> bool {
        if *bound == Some(material) {
            return true;
        }
        let is_set = self.apply(pass, &scene.materials[material], MeshKind::Static);
        if is_set {
            *bound = Some(material);
        }
        is_set
    }

    /// Sets the pipeline and group of a material. Returns false without a pipeline.
    fn apply(&self, pass: &mut CountedPass<'_>, material: &GpuMaterial, kind: MeshKind) -> bool {
        let key = (material.variant, kind, self.features);
        let Some(pipeline) = self.pipelines.get(&key) else {
            return false;
        };
        pass.set_pipeline(pipeline);
        pass.set_bind_group(2, &material.group, &[]);
        true
    }

    fn pipeline(&self, gpu: &Gpu, variant: Variant, kind: MeshKind) -> wgpu::RenderPipeline {
        let blended = variant.coverage == Coverage::Blend;
        let (selected, moves) = (kind == MeshKind::Selected, kind.is_prop());
        let alpha_to_coverage = self.uses_alpha_to_coverage(variant);
        let [globals, lighting] = &self.groups;
        let material = self.material_constants(gpu, variant, kind);
        let light = self.features.light_constants(&self.quality, variant.glossy);
        let constants: Vec<_> = material.into_iter().chain(light).collect();
        ScenePipeline {
            vertex: match kind {
                MeshKind::Static => "place",
                MeshKind::Copy => "place_copy",
                MeshKind::Prop | MeshKind::Selected => "place_prop",
            },
            fragment: if moves { "shade_prop" } else { "shade" },
            constants: &constants,
            cull_back_faces: !variant.double_sided,
            depth_write: !blended,
            blend: (blended || selected).then_some(wgpu::BlendState::ALPHA_BLENDING),
            alpha_to_coverage,
            ..ScenePipeline::solid(
                &shaders::MESH,
                kind.buffers(),
                &[globals, lighting, &self.material_layout],
                self.quality.samples,
            )
        }
        .create(gpu)
    }

    /// Returns whether alpha-to-coverage cuts out a material's holes.
    fn uses_alpha_to_coverage(&self, variant: Variant) -> bool {
        variant.coverage == Coverage::Mask && self.quality.samples > 1
    }

    /// The shader constants of a material on a kind of geometry.
    fn material_constants(
        &self,
        gpu: &Gpu,
        variant: Variant,
        kind: MeshKind,
    ) -> [(&'static str, f64); 16] {
        // The detail pattern depends on world positions, which would slide over a moving prop.
        let has_detail = self.quality.grain && !kind.is_prop();
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
            ("MOVED_UV", f64::from(variant.transformed_uv)),
            ("IS_UNLIT", flag(variant.unlit)),
            ("FLOWS", flag(variant.flows)),
            ("COVERAGE", flag(self.uses_alpha_to_coverage(variant))),
            ("SELECTED", flag(kind == MeshKind::Selected)),
            ("HAS_COLORS", flag(self.features.colors)),
            ("ALPHA", f64::from(variant.coverage as u8)),
            ("LOD_BIAS", -0.8 * flag(is_isotropic)),
            ("DETAIL", f64::from(detail as u8)),
        ]
    }
}

/// A chunk in view.
struct VisibleChunk<'a> {
    /// The squared distance from the eye, with a small term to break ties, m².
    distance_squared: f32,
    /// The index of the chunk in its list.
    index: usize,
    chunk: &'a Chunk,
}

impl VisibleChunk<'_> {
    /// The sort key of a chunk: bands of doubling distance. Near bands come first, so that little is
    /// drawn and hidden later. Within a band, material and buffer position let many chunks share a draw.
    fn sort_key(&self) -> (u32, usize, u32) {
        // The first band ends at eight meters.
        let band = (self.distance_squared.min(1e9) / 16.0).max(1.0).log2() as u32 / 2;
        (band, self.chunk.material, self.chunk.first)
    }
}

fn visible<'a>(
    chunks: &'a [Chunk],
    &Viewpoint { frustum, eye }: &Viewpoint,
) -> Vec<VisibleChunk<'a>> {
    let in_view = |(index, chunk): (usize, &'a Chunk)| {
        let center = chunk.bounds.center();
        // Boxes around the eye tie at a distance of zero; their centers break the tie.
        let distance_squared = chunk.distance_squared(eye) + 1e-3 * center.distance_squared(eye);
        frustum
            .may_touch_box(&chunk.bounds)
            .then_some(VisibleChunk {
                distance_squared,
                index,
                chunk,
            })
    };
    chunks.iter().enumerate().filter_map(in_view).collect()
}
