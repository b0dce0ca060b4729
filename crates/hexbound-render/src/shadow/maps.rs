//! The shadow maps' textures, and the uniforms of the sun's views.

use glam::Mat4;

use crate::{
    Gpu, Quality,
    buffer_struct::buffer_struct,
    device::{bindings, upload},
};

/// The format of the maps. Sixteen bits are enough because each map's depth is fitted to its region.
pub(crate) const MAP_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth16Unorm;

/// A layer for each shadow map.
pub(crate) struct ShadowMaps {
    /// The side of a map, texels.
    pub side: u32,
    drawn: Layers,
    /// The maps without balls, walkers, props and movers, on devices that can copy depth.
    still: Option<Layers>,
}

/// A texture with a layer per map, and a view of each as a render target.
struct Layers {
    texture: wgpu::Texture,
    views: Vec<wgpu::TextureView>,
}

impl ShadowMaps {
    pub(crate) fn new(gpu: &Gpu, quality: &Quality) -> Self {
        let side = quality.shadow_side.min(gpu.max_texture_side());
        let layers =
            |label, usage| Layers::new(gpu, label, [side, side, quality.shadow_maps], usage);
        let sampled = wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST;
        let still = || layers("still shadows", wgpu::TextureUsages::COPY_SRC);
        Self {
            drawn: layers("shadow maps", sampled),
            still: (!gpu.is_opengl()).then(still),
            side,
        }
    }

    /// A view of all layers for sampling.
    pub(crate) fn view(&self) -> wgpu::TextureView {
        self.drawn
            .texture
            .create_view(&wgpu::TextureViewDescriptor {
                dimension: Some(wgpu::TextureViewDimension::D2Array),
                ..Default::default()
            })
    }

    /// The number of maps that the textures hold.
    pub(crate) fn count(&self) -> usize {
        self.drawn.views.len()
    }

    /// The layer for sampling, which includes moving bodies.
    pub(crate) fn layer(&self, layer: usize) -> &wgpu::TextureView {
        &self.drawn.views[layer]
    }

    /// The layer with static geometry only; `None` if the device can't copy depth.
    pub(crate) fn still(&self, layer: usize) -> Option<&wgpu::TextureView> {
        self.still.as_ref().map(|still| &still.views[layer])
    }

    /// Restores a layer to the stored static geometry. Returns false if none is stored.
    pub(crate) fn restore_still(&self, encoder: &mut wgpu::CommandEncoder, layer: usize) -> bool {
        let Some(still) = &self.still else {
            return false;
        };
        let z = layer as u32;
        let [from, to] =
            [still, &self.drawn].map(|it| (&it.texture, wgpu::Origin3d { z, x: 0, y: 0 }));
        upload::copy_square(encoder, from, to, self.side);
        true
    }
}

impl Layers {
    /// Layers of the size `size` as render targets, with the additional usage `usage`.
    fn new(gpu: &Gpu, label: &str, size: [u32; 3], usage: wgpu::TextureUsages) -> Self {
        let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
            format: MAP_FORMAT,
            usage: usage | wgpu::TextureUsages::RENDER_ATTACHMENT,
            ..bindings::sampled_texture(label, size)
        });
        let view = |layer| {
            texture.create_view(&wgpu::TextureViewDescriptor {
                dimension: Some(wgpu::TextureViewDimension::D2),
                base_array_layer: layer,
                array_layer_count: Some(1),
                ..Default::default()
            })
        };
        Self {
            views: (0..size[2]).map(view).collect(),
            texture,
        }
    }
}

buffer_struct! {
    /// The matrix from the level to a shadow map's clip space.
    pub(crate) struct LightUniforms {
        pub view_projection: Mat4,
    }
}
