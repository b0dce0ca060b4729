// The sun's shadow maps: the level with its cut-out holes, repeated surfaces, the balls, the walkers and the
// props.

struct LightUniforms {
    // The matrix from the level to the shadow map's clip space.
    view_projection: mat4x4<f32>,
};

@group(0) @binding(0) var<uniform> light: LightUniforms;

// Clamps the depth: balls and props may fly higher than the level, with unchanged shadows.
fn within(clip: vec4<f32>) -> vec4<f32> {
    return vec4<f32>(clip.xy, max(clip.z, 0.0), clip.w);
}

@vertex
fn solid(@location(0) position: vec3<f32>) -> @builtin(position) vec4<f32> {
    return light.view_projection * vec4<f32>(position, 1.0);
}

@vertex
fn ball(
    @location(0) position: vec3<f32>,
    @location(1) center_radius: vec4<f32>,
) -> @builtin(position) vec4<f32> {
    return within(light.view_projection * vec4<f32>(center_radius.xyz + position * center_radius.w, 1.0));
}

@vertex
fn prop(
    @location(0) position: vec3<f32>,
    @location(5) moved: vec3<f32>,
) -> @builtin(position) vec4<f32> {
    return within(light.view_projection * vec4<f32>(position + moved, 1.0));
}

// A vertex of an instanced surface or of a walker.
@vertex
fn instanced(@location(0) position: vec3<f32>, rows: Rows) -> @builtin(position) vec4<f32> {
    return light.view_projection * vec4<f32>(placed(position, rows), 1.0);
}

struct Corner {
    @builtin(position) clip: vec4<f32>,
    @location(0) uv: vec2<f32>,
    @location(1) alpha: f32,
};

@vertex
fn masked(in: Vertex) -> Corner {
    return Corner(light.view_projection * vec4<f32>(in.position, 1.0), hole_uv(in), in.color.a);
}

@vertex
fn instanced_masked(in: Vertex, rows: Rows) -> Corner {
    let clip = light.view_projection * vec4<f32>(placed(in.position, rows), 1.0);
    return Corner(clip, hole_uv(in), in.color.a);
}

@fragment
fn cut(in: Corner) {
    if alpha_at(in.uv, in.alpha) < material.alpha_cutoff {
        discard;
    }
}
