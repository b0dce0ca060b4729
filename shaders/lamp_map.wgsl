// A lamp's view through one of the six faces around it: for each texel the inverse of the distance to the
// first surface, along the face's axis. Blending keeps the largest.

struct LampView {
    // The matrix from the level to the clip space of the face's tile.
    view_projection: mat4x4<f32>,
    // The position of the lamp.
    lamp: vec3<f32>,
};

@group(0) @binding(0) var<uniform> face: LampView;

struct Passed {
    @builtin(position) clip: vec4<f32>,
    // The offset from the lamp, and the distance along the face's axis, meters.
    @location(0) offset: vec4<f32>,
    @location(1) uv: vec2<f32>,
    @location(2) alpha: f32,
};

fn passed(position: vec3<f32>, uv: vec2<f32>, alpha: f32) -> Passed {
    let clip = face.view_projection * vec4<f32>(position, 1.0);
    return Passed(clip, vec4<f32>(position - face.lamp, clip.w), uv, alpha);
}

@vertex
fn solid(@location(0) position: vec3<f32>) -> Passed {
    return passed(position, vec2<f32>(0.0), 1.0);
}

@vertex
fn prop(@location(0) position: vec3<f32>, @location(5) moved: vec3<f32>) -> Passed {
    return passed(position + moved, vec2<f32>(0.0), 1.0);
}

@vertex
fn masked(in: Vertex) -> Passed {
    return passed(in.position, hole_uv(in), in.color.a);
}

// A vertex of an instanced surface.
@vertex
fn instanced(in: Vertex, rows: Rows) -> Passed {
    return passed(placed(in.position, rows), hole_uv(in), in.color.a);
}

@fragment
fn stop(in: Passed) -> @location(0) vec4<f32> {
    return vec4<f32>(1.0 / in.offset.w);
}

// Leaves out holes, and the lamp's own body, which must not block its light.
@fragment
fn stop_in_part(in: Passed, @builtin(front_facing) in_front: bool) -> @location(0) vec4<f32> {
    let alpha = alpha_at(in.uv, in.alpha);
    let is_near = dot(in.offset.xyz, in.offset.xyz) < LAMP_BODY * LAMP_BODY;
    let is_body = is_near && material.lamp_body > select(0.5, 1.5, in_front);
    if alpha < material.alpha_cutoff || is_body {
        discard;
    }
    return vec4<f32>(1.0 / in.offset.w);
}
