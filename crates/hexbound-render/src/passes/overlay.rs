//! The pass that draws the interface over the finished frame.

use std::collections::BTreeMap;

use hexbound_canvas::{Overlay, OverlayVertex, TextureChange, TextureId};

use crate::{
    Gpu,
    device::{
        bindings,
        pipeline::{InstanceBuffer, PassPipeline, per_vertex, shader_module},
        upload::{from_row, write_texels},
    },
    frame::figures::color_pass,
    shaders,
};

use super::full_screen::{Sources, encodes};

const VERTEX_LAYOUT: wgpu::VertexBufferLayout<'static> = per_vertex::<OverlayVertex>(
    &wgpu::vertex_attr_array![0 => Float32x2, 1 => Float32x2, 2 => Unorm8x4],
);

pub(crate) struct OverlayPass {
    pipeline: wgpu::RenderPipeline,
    sources: Sources,
    vertices: InstanceBuffer,
    textures: BTreeMap<TextureId, (wgpu::Texture, wgpu::BindGroup)>,
}

impl OverlayPass {
    pub(crate) fn new(gpu: &Gpu, format: wgpu::TextureFormat) -> Self {
        let sources = Sources::new(gpu, "overlay", 1);
        Self {
            pipeline: pipeline(gpu, &sources, format),
            sources,
            vertices: InstanceBuffer::new::<OverlayVertex>(gpu, "overlay", 4096),
            textures: BTreeMap::new(),
        }
    }

    /// Applies the changes of textures, even if nothing is drawn: each change is sent only once.
    pub(crate) fn apply_textures(&mut self, gpu: &Gpu, overlay: &mut Overlay) {
        for change in overlay.textures.drain(..) {
            let known = self.textures.get(&change.id).map(|(texture, _)| texture);
            if known.is_none_or(|it| [it.width(), it.height()] != change.size) {
                let [width, height] = change.size;
                let texture = bindings::sampled_texture("overlay", [width, height, 1]);
                let texture = gpu.device.create_texture(&texture);
                let view = texture.create_view(&Default::default());
                let group = self.sources.bind(gpu, &[&view]);
                self.textures.insert(change.id, (texture, group));
            }
            let (texture, _) = &self.textures[&change.id];
            write_rows(gpu, texture, &change);
        }
    }

    pub(crate) fn draw(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        target: &wgpu::TextureView,
        size: [u32; 2],
        overlay: &Overlay,
    ) {
        self.vertices.write(gpu, &overlay.vertices);
        let mut pass = color_pass(encoder, "overlay", target, wgpu::LoadOp::Load);
        pass.set_pipeline(&self.pipeline);
        pass.set_vertex_buffer(0, self.vertices.slice());
        for part in &overlay.parts {
            let [left, top] = part.clip[0];
            // The frame may be smaller than the window that the layout was made for.
            let [right, bottom] = [0, 1].map(|axis: usize| part.clip[1][axis].min(size[axis]));
            let Some((_, group)) = self.textures.get(&part.texture) else {
                continue;
            };
            if left < right && top < bottom {
                pass.set_scissor_rect(left, top, right - left, bottom - top);
                pass.set_bind_group(0, group, &[]);
                pass.draw(part.vertices.clone(), 0..1);
            }
        }
    }
}

fn pipeline(gpu: &Gpu, sources: &Sources, format: wgpu::TextureFormat) -> wgpu::RenderPipeline {
    let module = shader_module(gpu, &shaders::OVERLAY, &[("ENCODE", encodes(format))]);
    PassPipeline {
        fragment: Some("shade"),
        buffers: &[VERTEX_LAYOUT],
        groups: &[&sources.layout],
        target: Some(wgpu::ColorTargetState {
            format,
            blend: Some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING),
            write_mask: wgpu::ColorWrites::ALL,
        }),
        ..PassPipeline::plain("overlay", &module)
    }
    .create(gpu)
}

fn write_rows(gpu: &Gpu, texture: &wgpu::Texture, change: &TextureChange) {
    let stride = 4 * change.size[0];
    let rows = change.pixels.len() as u32 / stride.max(1);
    let target = from_row(texture, change.top);
    write_texels(gpu, target, &change.pixels, [change.size[0], rows, 1]);
}
