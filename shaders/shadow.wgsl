// Depth as the sun sees it: the level with its cut-out holes, the balls
// and the props.

struct View {
    matrix: mat4x4<f32>,
};

@group(0) @binding(0) var<uniform> view: View;

// Balls and props may fly higher than the level; their shadows are the same.
fn within(clip: vec4<f32>) -> vec4<f32> {
    return vec4<f32>(clip.xy, max(clip.z, 0.0), clip.w);
}

@vertex
fn solid(@location(0) position: vec3<f32>) -> @builtin(position) vec4<f32> {
    return view.matrix * vec4<f32>(position, 1.0);
}

@vertex
fn ball(
    @location(0) position: vec3<f32>,
    @location(1) center_radius: vec4<f32>,
) -> @builtin(position) vec4<f32> {
    return within(view.matrix * vec4<f32>(center_radius.xyz + position * center_radius.w, 1.0));
}

@vertex
fn prop(
    @location(0) position: vec3<f32>,
    @location(5) moved: vec3<f32>,
) -> @builtin(position) vec4<f32> {
    return within(view.matrix * vec4<f32>(position + moved, 1.0));
}

struct Material {
    base_color: vec4<f32>,
    emissive: vec4<f32>,
    surface: vec4<f32>,
    light: vec4<f32>,
    // Of the base colour: factors of the coordinates, what is added, and 1 in the first row's w
    // for the second pair.
    place: array<vec4<f32>, 2>,
};

@group(1) @binding(0) var<uniform> material: Material;
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
    let pair = select(uv, second_uv, material.place[0].w > 0.5);
    let u = dot(material.place[0].xy, pair) + material.place[0].z;
    let v = dot(material.place[1].xy, pair) + material.place[1].z;
    return Corner(view.matrix * vec4<f32>(position, 1.0), vec2<f32>(u, v), color.a);
}

@fragment
fn cut(in: Corner) {
    let alpha = textureSample(base_map, base_sampler, in.uv).a * material.base_color.a * in.alpha;
    if alpha < material.surface.w {
        discard;
    }
}
