//! Buffers, textures, and the bind groups of shaders, by binding number.

use std::marker::PhantomData;

use bytemuck::NoUninit;

use crate::Gpu;

pub(crate) const UNIFORM_BINDING: wgpu::BindingType =
    buffer_binding(wgpu::BufferBindingType::Uniform);
pub(crate) const FILTERING_SAMPLER: wgpu::BindingType =
    wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering);
pub(crate) const FILTERED_FLOAT: wgpu::TextureSampleType =
    wgpu::TextureSampleType::Float { filterable: true };

/// The base descriptor of a texture that shaders sample. `size` is its width, height and layers.
pub(crate) fn sampled_texture(label: &str, size: [u32; 3]) -> wgpu::TextureDescriptor<'_> {
    wgpu::TextureDescriptor {
        label: Some(label),
        size: extent(size),
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba8Unorm,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    }
}

pub(crate) fn extent([width, height, depth_or_array_layers]: [u32; 3]) -> wgpu::Extent3d {
    wgpu::Extent3d {
        width,
        height,
        depth_or_array_layers,
    }
}

pub(crate) const fn buffer_binding(ty: wgpu::BufferBindingType) -> wgpu::BindingType {
    wgpu::BindingType::Buffer {
        ty,
        has_dynamic_offset: false,
        min_binding_size: None,
    }
}

pub(crate) const fn texture_binding(
    sample_type: wgpu::TextureSampleType,
    view_dimension: wgpu::TextureViewDimension,
) -> wgpu::BindingType {
    wgpu::BindingType::Texture {
        sample_type,
        view_dimension,
        multisampled: false,
    }
}

/// The layout of a bind group that is visible to the stages `visibility`.
pub(crate) fn layout(
    gpu: &Gpu,
    label: &str,
    visibility: wgpu::ShaderStages,
    bindings: impl IntoIterator<Item = (u32, wgpu::BindingType)>,
) -> wgpu::BindGroupLayout {
    let entry = |(binding, ty)| wgpu::BindGroupLayoutEntry {
        binding,
        visibility,
        ty,
        count: None,
    };
    let entries: Vec<_> = bindings.into_iter().map(entry).collect();
    (gpu.device).create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some(label),
        entries: &entries,
    })
}

/// Creates a bind group of a layout.
pub(crate) fn group<'a>(
    gpu: &Gpu,
    label: &str,
    layout: &wgpu::BindGroupLayout,
    resources: impl IntoIterator<Item = (u32, wgpu::BindingResource<'a>)>,
) -> wgpu::BindGroup {
    let entry = |(binding, resource)| wgpu::BindGroupEntry { binding, resource };
    let entries: Vec<_> = resources.into_iter().map(entry).collect();
    (gpu.device).create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some(label),
        layout,
        entries: &entries,
    })
}

/// Uniforms of the type `U`, alone in a bind group, and zero at first.
pub(crate) struct UniformBinding<U> {
    buffer: wgpu::Buffer,
    pub layout: wgpu::BindGroupLayout,
    pub group: wgpu::BindGroup,
    uniforms: PhantomData<U>,
}

impl<U: NoUninit> UniformBinding<U> {
    pub(crate) fn new(gpu: &Gpu, label: &str) -> Self {
        let buffer = uniform_buffer::<U>(gpu, label);
        let stages = wgpu::ShaderStages::VERTEX_FRAGMENT;
        let layout = layout(gpu, label, stages, [(0, UNIFORM_BINDING)]);
        Self {
            group: group(gpu, label, &layout, [(0, buffer.as_entire_binding())]),
            buffer,
            layout,
            uniforms: PhantomData,
        }
    }

    pub(crate) fn write(&self, gpu: &Gpu, uniforms: &U) {
        let bytes = bytemuck::bytes_of(uniforms);
        gpu.queue.write_buffer(&self.buffer, 0, bytes);
    }
}

/// A buffer for uniforms of the type `U`, all zero.
pub(crate) fn uniform_buffer<U>(gpu: &Gpu, label: &str) -> wgpu::Buffer {
    let usage = wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST;
    buffer(gpu, label, size_of::<U>() as u64, usage)
}

/// A buffer of `size` bytes, all zero.
pub(crate) fn buffer(gpu: &Gpu, label: &str, size: u64, usage: wgpu::BufferUsages) -> wgpu::Buffer {
    gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(label),
        // A binding of zero bytes is an error, so the buffer has at least one word.
        size: size.max(wgpu::COPY_BUFFER_ALIGNMENT),
        usage,
        mapped_at_creation: false,
    })
}
