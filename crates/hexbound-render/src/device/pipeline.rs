//! The common parts of the scene's pipelines: layouts, modules and instance buffers.

use std::{borrow::Cow, ops::Range};

use wgpu::naga;

use super::{bindings, dead_branches};
use crate::{
    Gpu,
    frame::{
        figures::CountedPass,
        targets::{COLOR_FORMAT, DEPTH_FORMAT},
    },
    shaders::Shader,
};

/// A pipeline that draws into the scene's multisampled targets.
pub(crate) struct ScenePipeline<'a> {
    pub shader: &'a Shader,
    pub vertex: &'static str,
    pub fragment: &'static str,
    pub buffers: &'a [wgpu::VertexBufferLayout<'a>],
    pub groups: &'a [&'a wgpu::BindGroupLayout],
    pub constants: &'a [(&'a str, f64)],
    pub topology: wgpu::PrimitiveTopology,
    pub cull_back_faces: bool,
    pub depth_write: bool,
    /// The depth test; depths run from 1 near to 0 far away.
    pub depth_compare: wgpu::CompareFunction,
    pub blend: Option<wgpu::BlendState>,
    pub samples: u32,
    pub alpha_to_coverage: bool,
}

impl<'a> ScenePipeline<'a> {
    /// A pipeline for strips over the scene: blended, double-sided, and without depth writes. The shader's
    /// functions are `place` for vertices and `shade` for fragments.
    pub(crate) fn over(
        shader: &'a Shader,
        buffers: &'a [wgpu::VertexBufferLayout<'a>],
        groups: &'a [&'a wgpu::BindGroupLayout],
        samples: u32,
    ) -> Self {
        Self {
            shader,
            vertex: "place",
            fragment: "shade",
            buffers,
            groups,
            constants: &[],
            topology: wgpu::PrimitiveTopology::TriangleStrip,
            cull_back_faces: false,
            depth_write: false,
            depth_compare: wgpu::CompareFunction::GreaterEqual,
            blend: Some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING),
            samples,
            alpha_to_coverage: false,
        }
    }

    /// A pipeline for closed, opaque bodies, with the same shader functions as [`over`](Self::over).
    pub(crate) fn solid(
        shader: &'a Shader,
        buffers: &'a [wgpu::VertexBufferLayout<'a>],
        groups: &'a [&'a wgpu::BindGroupLayout],
        samples: u32,
    ) -> Self {
        Self {
            topology: wgpu::PrimitiveTopology::TriangleList,
            cull_back_faces: true,
            depth_write: true,
            blend: None,
            ..Self::over(shader, buffers, groups, samples)
        }
    }

    pub(crate) fn create(&self, gpu: &Gpu) -> wgpu::RenderPipeline {
        PassPipeline {
            vertex: self.vertex,
            fragment: Some(self.fragment),
            buffers: self.buffers,
            groups: self.groups,
            primitive: wgpu::PrimitiveState {
                topology: self.topology,
                cull_mode: self.cull_back_faces.then_some(wgpu::Face::Back),
                ..Default::default()
            },
            depth: Some(wgpu::DepthStencilState {
                format: DEPTH_FORMAT,
                depth_write_enabled: Some(self.depth_write),
                depth_compare: Some(self.depth_compare),
                stencil: Default::default(),
                bias: Default::default(),
            }),
            multisample: wgpu::MultisampleState {
                count: self.samples,
                mask: !0,
                alpha_to_coverage_enabled: self.alpha_to_coverage,
            },
            target: Some(wgpu::ColorTargetState {
                format: COLOR_FORMAT,
                blend: self.blend,
                write_mask: wgpu::ColorWrites::ALL,
            }),
            ..PassPipeline::plain(
                self.shader.name,
                &shader_module(gpu, self.shader, self.constants),
            )
        }
        .create(gpu)
    }
}

/// A pipeline of a pass with at most one target.
#[derive(Clone)]
pub(crate) struct PassPipeline<'a> {
    pub label: &'static str,
    pub module: &'a wgpu::ShaderModule,
    pub vertex: &'a str,
    pub fragment: Option<&'a str>,
    pub buffers: &'a [wgpu::VertexBufferLayout<'a>],
    pub groups: &'a [&'a wgpu::BindGroupLayout],
    pub primitive: wgpu::PrimitiveState,
    pub depth: Option<wgpu::DepthStencilState>,
    pub multisample: wgpu::MultisampleState,
    pub target: Option<wgpu::ColorTargetState>,
}

impl<'a> PassPipeline<'a> {
    /// A pipeline of double-sided triangles with the shader's vertex function `place`, without depth, target
    /// and fragment function.
    pub(crate) fn plain(label: &'static str, module: &'a wgpu::ShaderModule) -> Self {
        Self {
            label,
            module,
            vertex: "place",
            fragment: None,
            buffers: &[],
            groups: &[],
            primitive: Default::default(),
            depth: None,
            multisample: Default::default(),
            target: None,
        }
    }

    pub(crate) fn create(self, gpu: &Gpu) -> wgpu::RenderPipeline {
        let layout = pipeline_layout(gpu, self.label, self.groups);
        let buffers: Vec<_> = self.buffers.iter().cloned().map(Some).collect();
        let targets = [self.target];
        gpu.render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(self.label),
            layout: Some(&layout),
            vertex: wgpu::VertexState {
                module: self.module,
                entry_point: Some(self.vertex),
                compilation_options: Default::default(),
                buffers: &buffers,
            },
            primitive: self.primitive,
            depth_stencil: self.depth,
            multisample: self.multisample,
            fragment: self.fragment.map(|entry_point| wgpu::FragmentState {
                module: self.module,
                entry_point: Some(entry_point),
                compilation_options: Default::default(),
                targets: &targets[..usize::from(targets[0].is_some())],
            }),
            multiview_mask: None,
            cache: None,
        })
    }
}

pub(crate) fn pipeline_layout(
    gpu: &Gpu,
    label: &str,
    groups: &[&wgpu::BindGroupLayout],
) -> wgpu::PipelineLayout {
    let groups: Vec<_> = groups.iter().copied().map(Some).collect();
    gpu.device
        .create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some(label),
            bind_group_layouts: &groups,
            immediate_size: 0,
        })
}

/// Compiles a shader under its own name, with values for its constants.
pub(crate) fn shader_module(
    gpu: &Gpu,
    shader: &Shader,
    constants: &[(&str, f64)],
) -> wgpu::ShaderModule {
    let text = with_constants(&shader.source(), constants);
    let source = match naga::front::wgsl::parse_str(&text) {
        Ok(mut module) => {
            dead_branches::cut(&mut module);
            wgpu::ShaderSource::Naga(Cow::Owned(module))
        }
        // The device reports the error.
        Err(_) => wgpu::ShaderSource::Wgsl(text.into()),
    };
    gpu.device
        .create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some(shader.name),
            source,
        })
}

/// The text of a shader with each `override` replaced by a constant: by its value in `constants`, where true
/// is 1, or by its default.
fn with_constants(text: &str, constants: &[(&str, f64)]) -> String {
    let line = |line: &str| {
        let Some(default) = line.strip_prefix("override ") else {
            return format!("{line}\n");
        };
        let is_named = |(name, _): &&(&str, f64)| default.starts_with(&format!("{name}:"));
        match constants.iter().find(is_named) {
            Some((name, value)) if default.contains(": bool") => {
                format!("const {name} = {};\n", *value != 0.0)
            }
            Some((name, value)) => format!("const {name} = {value};\n"),
            None => format!("const {default}\n"),
        }
    };
    text.lines().map(line).collect()
}

/// The layout of a buffer with one `T` per vertex.
pub(crate) const fn per_vertex<T>(
    attributes: &'static [wgpu::VertexAttribute],
) -> wgpu::VertexBufferLayout<'static> {
    wgpu::VertexBufferLayout {
        array_stride: size_of::<T>() as u64,
        step_mode: wgpu::VertexStepMode::Vertex,
        attributes,
    }
}

/// The layout of a buffer with one `T` per instance.
pub(crate) const fn per_instance<T>(
    attributes: &'static [wgpu::VertexAttribute],
) -> wgpu::VertexBufferLayout<'static> {
    wgpu::VertexBufferLayout {
        step_mode: wgpu::VertexStepMode::Instance,
        ..per_vertex::<T>(attributes)
    }
}

/// A buffer that is rewritten each frame and grows as needed.
pub(crate) struct InstanceBuffer {
    buffer: wgpu::Buffer,
    label: &'static str,
    pub count: u32,
}

impl InstanceBuffer {
    /// A buffer with room for `count` values of the type `T`.
    pub(crate) fn new<T>(gpu: &Gpu, label: &'static str, count: usize) -> Self {
        let bytes = (count * size_of::<T>()) as u64;
        let buffer = bindings::buffer(
            gpu,
            label,
            bytes,
            wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_DST,
        );
        Self {
            buffer,
            label,
            count: 0,
        }
    }

    pub(crate) fn write<T: bytemuck::NoUninit>(&mut self, gpu: &Gpu, instances: &[T]) {
        let bytes: &[u8] = bytemuck::cast_slice(instances);
        if bytes.len() as u64 > self.buffer.size() {
            *self = Self::new::<T>(gpu, self.label, instances.len().next_power_of_two());
        }
        self.count = instances.len() as u32;
        if !bytes.is_empty() {
            gpu.queue.write_buffer(&self.buffer, 0, bytes);
        }
    }

    pub(crate) fn slice(&self) -> wgpu::BufferSlice<'_> {
        self.buffer.slice(..)
    }

    /// Draws a strip of four vertices for each instance.
    pub(crate) fn draw_strips(
        &self,
        pass: &mut CountedPass<'_>,
        pipeline: &wgpu::RenderPipeline,
        instances: Range<u32>,
    ) {
        if !instances.is_empty() {
            pass.set_pipeline(pipeline);
            pass.set_vertex_buffer(0, self.slice());
            pass.draw_strips(instances);
        }
    }
}
