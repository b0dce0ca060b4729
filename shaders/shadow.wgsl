// Depth as the sun sees it: the level with its cut-out holes, whole or in copies, the balls, the
// walkers and the props.

struct LightUniforms {
    // From the level to the shadow map's clip space.
    view_projection: mat4x4<f32>,
};

@group(0) @binding(0) var<uniform> light: LightUniforms;

// Clamps the depth: balls and props may fly higher than the level, and their shadows are the same.
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

// A corner of an instanced surface or of a walker, by the rows of the instance's transform.
@vertex
fn copied(
    @location(0) position: vec3<f32>,
    @location(7) row_x: vec4<f32>,
    @location(8) row_y: vec4<f32>,
    @location(9) row_z: vec4<f32>,
) -> @builtin(position) vec4<f32> {
    return clip_of(position, row_x, row_y, row_z);
}

fn clip_of(position: vec3<f32>, x: vec4<f32>, y: vec4<f32>, z: vec4<f32>) -> vec4<f32> {
    let own = vec4<f32>(position, 1.0);
    return light.view_projection * vec4<f32>(dot(x, own), dot(y, own), dot(z, own), 1.0);
}

@group(1) @binding(0) var<uniform> material: MaterialUniforms;
@group(1) @binding(1) var base_map: texture_2d<f32>;
@group(1) @binding(2) var base_sampler: sampler;

struct Corner {
    @builtin(position) clip: vec4<f32>,
    @location(0) uv: vec2<f32>,
    @location(1) alpha: f32,
};

@vertex
fn masked(
    @location(0) position: vec3<f32>,
    @location(3) uv: vec2<f32>,
    @location(4) color: vec4<f32>,
    @location(6) second_uv: vec2<f32>,
) -> Corner {
    return Corner(light.view_projection * vec4<f32>(position, 1.0), hole_uv(uv, second_uv), color.a);
}

@vertex
fn copied_masked(
    @location(0) position: vec3<f32>,
    @location(3) uv: vec2<f32>,
    @location(4) color: vec4<f32>,
    @location(6) second_uv: vec2<f32>,
    @location(7) row_x: vec4<f32>,
    @location(8) row_y: vec4<f32>,
    @location(9) row_z: vec4<f32>,
) -> Corner {
    let clip = clip_of(position, row_x, row_y, row_z);
    return Corner(clip, hole_uv(uv, second_uv), color.a);
}

fn hole_uv(uv: vec2<f32>, second_uv: vec2<f32>) -> vec2<f32> {
    return transformed_uv(material.uv_transforms[0], uv, second_uv);
}

@fragment
fn cut(in: Corner) {
    let alpha = textureSample(base_map, base_sampler, in.uv).a * material.base_color.a * in.alpha;
    if alpha < material.alpha_cutoff {
        discard;
    }
}
