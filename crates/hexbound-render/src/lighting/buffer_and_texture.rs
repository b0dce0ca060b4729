//! A uniform buffer and a texture in two bindings side by side: the form in which lamps and
//! reflections come into the lighting's bind group.

/// The layout entries of a uniform buffer at `first` and a texture at the binding after it, both
/// for fragment shaders.
pub(super) fn layout_entries(
    first: u32,
    sample_type: wgpu::TextureSampleType,
    view_dimension: wgpu::TextureViewDimension,
) -> [wgpu::BindGroupLayoutEntry; 2] {
    let entry = |binding, ty| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::FRAGMENT,
        ty,
        count: None,
    };
    let buffer = wgpu::BindingType::Buffer {
        ty: wgpu::BufferBindingType::Uniform,
        has_dynamic_offset: false,
        min_binding_size: None,
    };
    let texture = wgpu::BindingType::Texture {
        sample_type,
        view_dimension,
        multisampled: false,
    };
    [entry(first, buffer), entry(first + 1, texture)]
}

/// The entries that fill [`layout_entries`].
pub(super) fn entries<'a>(
    first: u32,
    buffer: &'a wgpu::Buffer,
    texture: &'a wgpu::TextureView,
) -> [wgpu::BindGroupEntry<'a>; 2] {
    [
        wgpu::BindGroupEntry {
            binding: first,
            resource: buffer.as_entire_binding(),
        },
        wgpu::BindGroupEntry {
            binding: first + 1,
            resource: wgpu::BindingResource::TextureView(texture),
        },
    ]
}
