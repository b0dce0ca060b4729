// Surfaces with holes, for the shadow map passes. Compiled after material.wgsl.

@group(1) @binding(0) var<uniform> material: MaterialUniforms;
@group(1) @binding(1) var base_map: texture_2d<f32>;
@group(1) @binding(2) var base_sampler: sampler;

struct Vertex {
    @location(0) position: vec3<f32>,
    @location(3) uv: vec2<f32>,
    @location(4) color: vec4<f32>,
    @location(6) second_uv: vec2<f32>,
};

// The rows of an instance's transform.
struct Rows {
    @location(7) x: vec4<f32>,
    @location(8) y: vec4<f32>,
    @location(9) z: vec4<f32>,
};

fn placed(position: vec3<f32>, rows: Rows) -> vec3<f32> {
    let own = vec4<f32>(position, 1.0);
    return vec3<f32>(dot(rows.x, own), dot(rows.y, own), dot(rows.z, own));
}

fn hole_uv(in: Vertex) -> vec2<f32> {
    return transformed_uv(material.uv_transforms[0], in.uv, in.second_uv);
}

// The opacity of the surface for the vertex color's alpha `alpha`.
fn alpha_at(uv: vec2<f32>, alpha: f32) -> f32 {
    return textureSample(base_map, base_sampler, uv).a * material.base_color.a * alpha;
}
