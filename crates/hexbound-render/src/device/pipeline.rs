//! The common parts of the scene's pipelines: layouts, modules and instance buffers.

use crate::{
    Gpu,
    frame::targets::{COLOR_FORMAT, DEPTH_FORMAT},
    shaders::Shader,
};

/// A pipeline that draws into the scene's multisampled targets.
pub(crate) struct ScenePipeline<'a> {
    pub label: &'static str,
    pub module: &'a wgpu::ShaderModule,
    pub vertex: &'static str,
    pub fragment: &'static str,
    pub buffers: &'a [Option<wgpu::VertexBufferLayout<'a>>],
    pub groups: &'a [Option<&'a wgpu::BindGroupLayout>],
    pub constants: &'a [(&'a str, f64)],
    pub topology: wgpu::PrimitiveTopology,
    pub cull: bool,
    pub depth_write: bool,
    pub blend: Option<wgpu::BlendState>,
    pub samples: u32,
    pub coverage: bool,
}

impl<'a> ScenePipeline<'a> {
    /// A pipeline for strips that lie over the scene: blended, seen from both sides and left out of
    /// the depth. `place` and `shade` are the shader's functions.
    pub(crate) fn over(
        label: &'static str,
        module: &'a wgpu::ShaderModule,
        buffers: &'a [Option<wgpu::VertexBufferLayout<'a>>],
        groups: &'a [Option<&'a wgpu::BindGroupLayout>],
        samples: u32,
    ) -> Self {
        Self {
            label,
            module,
            vertex: "place",
            fragment: "shade",
            buffers,
            groups,
            constants: &[],
            topology: wgpu::PrimitiveTopology::TriangleStrip,
            cull: false,
            depth_write: false,
            blend: Some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING),
            samples,
            coverage: false,
        }
    }

    /// A pipeline for closed bodies that are lit as the level is, with the constants of the light's
    /// quality. `place` and `shade` are the shader's functions.
    pub(crate) fn solid(
        label: &'static str,
        module: &'a wgpu::ShaderModule,
        buffers: &'a [Option<wgpu::VertexBufferLayout<'a>>],
        groups: &'a [Option<&'a wgpu::BindGroupLayout>],
        samples: u32,
        constants: &'a [(&'a str, f64)],
    ) -> Self {
        Self {
            constants,
            topology: wgpu::PrimitiveTopology::TriangleList,
            cull: true,
            depth_write: true,
            blend: None,
            ..Self::over(label, module, buffers, groups, samples)
        }
    }

    pub(crate) fn create(&self, gpu: &Gpu) -> wgpu::RenderPipeline {
        // Depth runs from 1 near to 0 far away.
        self.create_comparing(gpu, wgpu::CompareFunction::GreaterEqual)
    }

    /// Creates the pipeline with another depth test than the usual one.
    pub(crate) fn create_comparing(
        &self,
        gpu: &Gpu,
        depth: wgpu::CompareFunction,
    ) -> wgpu::RenderPipeline {
        let layout = pipeline_layout(gpu, self.label, self.groups);
        let compilation_options = wgpu::PipelineCompilationOptions {
            constants: self.constants,
            ..Default::default()
        };
        gpu.render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(self.label),
            layout: Some(&layout),
            vertex: wgpu::VertexState {
                module: self.module,
                entry_point: Some(self.vertex),
                compilation_options: compilation_options.clone(),
                buffers: self.buffers,
            },
            primitive: wgpu::PrimitiveState {
                topology: self.topology,
                cull_mode: self.cull.then_some(wgpu::Face::Back),
                ..Default::default()
            },
            depth_stencil: Some(wgpu::DepthStencilState {
                format: DEPTH_FORMAT,
                depth_write_enabled: Some(self.depth_write),
                depth_compare: Some(depth),
                stencil: Default::default(),
                bias: Default::default(),
            }),
            multisample: wgpu::MultisampleState {
                count: self.samples,
                mask: !0,
                alpha_to_coverage_enabled: self.coverage,
            },
            fragment: Some(wgpu::FragmentState {
                module: self.module,
                entry_point: Some(self.fragment),
                compilation_options,
                targets: &[Some(wgpu::ColorTargetState {
                    format: COLOR_FORMAT,
                    blend: self.blend,
                    write_mask: wgpu::ColorWrites::ALL,
                })],
            }),
            multiview_mask: None,
            cache: None,
        })
    }
}

pub(crate) fn pipeline_layout(
    gpu: &Gpu,
    label: &str,
    groups: &[Option<&wgpu::BindGroupLayout>],
) -> wgpu::PipelineLayout {
    gpu.device
        .create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some(label),
            bind_group_layouts: groups,
            immediate_size: 0,
        })
}

/// Compiles a shader under its own name.
pub(crate) fn shader_module(gpu: &Gpu, shader: &Shader) -> wgpu::ShaderModule {
    gpu.device
        .create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some(shader.name),
            source: wgpu::ShaderSource::Wgsl(shader.source().into()),
        })
}

/// A buffer that is rewritten each frame and grows when it must.
pub(crate) struct InstanceBuffer {
    buffer: wgpu::Buffer,
    label: &'static str,
    pub count: u32,
}

impl InstanceBuffer {
    pub(crate) fn new(gpu: &Gpu, label: &'static str, bytes: u64) -> Self {
        let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(label),
            size: bytes,
            usage: wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        Self {
            buffer,
            label,
            count: 0,
        }
    }

    pub(crate) fn write<T: bytemuck::NoUninit>(&mut self, gpu: &Gpu, instances: &[T]) {
        let bytes: &[u8] = bytemuck::cast_slice(instances);
        if bytes.len() as u64 > self.buffer.size() {
            *self = Self::new(gpu, self.label, (bytes.len() as u64).next_power_of_two());
        }
        self.count = instances.len() as u32;
        if !bytes.is_empty() {
            gpu.queue.write_buffer(&self.buffer, 0, bytes);
        }
    }

    pub(crate) fn slice(&self) -> wgpu::BufferSlice<'_> {
        self.buffer.slice(..)
    }
}
