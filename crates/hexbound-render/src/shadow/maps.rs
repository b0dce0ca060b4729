//! The shadow maps' textures, and the sun's views that are drawn into them.

use glam::Mat4;

use crate::{
    Gpu, Quality,
    buffer_struct::buffer_struct,
    device::{bindings, upload},
};

/// Sixteen bits are enough: each map's depth is fitted to what it sees.
pub(crate) const MAP_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth16Unorm;

/// A layer for each shadow map.
pub(crate) struct ShadowMaps {
    /// Texels along a map's side.
    pub side: u32,
    map: wgpu::Texture,
    layers: Vec<wgpu::TextureView>,
    /// The maps without what moves, on devices that can copy depth.
    still: Option<StaticMaps>,
}

/// Each map once more, without balls, props and movers.
struct StaticMaps {
    map: wgpu::Texture,
    layers: Vec<wgpu::TextureView>,
}

impl ShadowMaps {
    pub(crate) fn new(gpu: &Gpu, quality: &Quality) -> Self {
        let side = quality.shadow_side.min(gpu.largest());
        let count = quality.shadow_maps as usize;
        let drawn = wgpu::TextureUsages::RENDER_ATTACHMENT;
        let sampled = wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST;
        let map = texture(gpu, "shadow maps", (side, count), drawn | sampled);
        let still = || {
            let copied = drawn | wgpu::TextureUsages::COPY_SRC;
            let map = texture(gpu, "still shadows", (side, count), copied);
            StaticMaps {
                layers: layers(&map),
                map,
            }
        };
        Self {
            layers: layers(&map),
            still: (!gpu.is_opengl()).then(still),
            side,
            map,
        }
    }

    /// All layers, to be sampled.
    pub(crate) fn view(&self) -> wgpu::TextureView {
        self.map.create_view(&wgpu::TextureViewDescriptor {
            dimension: Some(wgpu::TextureViewDimension::D2Array),
            ..Default::default()
        })
    }

    /// Number of the maps that there is space for.
    pub(crate) fn count(&self) -> usize {
        self.layers.len()
    }

    /// The layer for sampling, with moving bodies over the rest.
    pub(crate) fn layer(&self, layer: usize) -> &wgpu::TextureView {
        &self.layers[layer]
    }

    /// The layer that keeps the still parts; `None` if nothing can be kept.
    pub(crate) fn still(&self, layer: usize) -> Option<&wgpu::TextureView> {
        self.still.as_ref().map(|still| &still.layers[layer])
    }

    /// Fills a layer with what stands still alone. Returns false where nothing is kept.
    pub(crate) fn copy_still(&self, encoder: &mut wgpu::CommandEncoder, layer: usize) -> bool {
        let Some(still) = &self.still else {
            return false;
        };
        let z = layer as u32;
        let [from, to] = [&still.map, &self.map].map(|it| (it, wgpu::Origin3d { z, x: 0, y: 0 }));
        upload::copy_square(encoder, from, to, self.side);
        true
    }
}

fn texture(
    gpu: &Gpu,
    label: &str,
    (side, layers): (u32, usize),
    usage: wgpu::TextureUsages,
) -> wgpu::Texture {
    gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some(label),
        size: wgpu::Extent3d {
            width: side,
            height: side,
            depth_or_array_layers: layers as u32,
        },
        format: MAP_FORMAT,
        usage,
        ..bindings::SAMPLED_TEXTURE
    })
}

/// A view of each layer of a texture, to be drawn to.
pub(super) fn layers(texture: &wgpu::Texture) -> Vec<wgpu::TextureView> {
    let view = |layer| {
        texture.create_view(&wgpu::TextureViewDescriptor {
            dimension: Some(wgpu::TextureViewDimension::D2),
            base_array_layer: layer,
            array_layer_count: Some(1),
            ..Default::default()
        })
    };
    (0..texture.depth_or_array_layers()).map(view).collect()
}

buffer_struct! {
    /// The matrix from the level to a shadow map's clip space.
    pub(crate) struct LightUniforms {
        view_projection: Mat4,
    }
}

/// The uniform buffer of a shadow map's view, with its bind group.
pub(crate) struct LightView {
    buffer: wgpu::Buffer,
    pub group: wgpu::BindGroup,
}

impl LightView {
    pub(crate) fn layout(gpu: &Gpu) -> wgpu::BindGroupLayout {
        let stages = wgpu::ShaderStages::VERTEX;
        bindings::layout(gpu, "light view", stages, [(0, bindings::UNIFORM_BINDING)])
    }

    pub(crate) fn new(gpu: &Gpu, layout: &wgpu::BindGroupLayout) -> Self {
        let identity = LightUniforms {
            view_projection: Mat4::IDENTITY,
        };
        let buffer = upload::filled(
            gpu,
            "light view",
            bytemuck::bytes_of(&identity),
            wgpu::BufferUsages::UNIFORM,
        );
        let resource = buffer.as_entire_binding();
        let group = bindings::group(gpu, "light view", layout, [(0, resource)]);
        Self { buffer, group }
    }

    pub(crate) fn write(&self, gpu: &Gpu, view_projection: Mat4) {
        let uniforms = LightUniforms { view_projection };
        gpu.queue
            .write_buffer(&self.buffer, 0, bytemuck::bytes_of(&uniforms));
    }
}
