// A glTF material's numbers, for the passes that look its textures up.

// How a texture's coordinates follow from the vertices'.
struct UvTransform {
    // First row: factors of the coordinates, and what is added.
    u: vec3<f32>,
    // 1 where the vertices' second pair of coordinates is used, else 0.
    second_pair: f32,
    // Second row.
    v: vec3<f32>,
};

struct MaterialUniforms {
    base_color: vec4<f32>,
    emissive: vec3<f32>,
    occlusion_strength: f32,
    metallic: f32,
    roughness: f32,
    normal_scale: f32,
    alpha_cutoff: f32,
    lightmap_intensity: f32,
    // 1 where the texture of the glow says how bright it is and not in which color, else 0.
    gray_glow: f32,
    // What it reflects head-on beyond what most that is no metal does.
    extra_gloss: f32,
    // Close to a lamp, its light goes through: from behind (1), from both sides (2) or not (0).
    lamp_body: f32,
    // One for each texture slot, in the order of their bindings.
    uv_transforms: array<UvTransform, MATERIAL_SLOTS>,
};

// The coordinates at which a texture is looked up, of a vertex's two pairs.
fn transformed_uv(transform: UvTransform, uv: vec2<f32>, second_uv: vec2<f32>) -> vec2<f32> {
    let pair = select(uv, second_uv, transform.second_pair > 0.5);
    let u = dot(transform.u.xy, pair) + transform.u.z;
    let v = dot(transform.v.xy, pair) + transform.v.z;
    return vec2<f32>(u, v);
}
