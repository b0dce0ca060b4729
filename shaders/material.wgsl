// The uniforms of a glTF material, for the passes that sample its textures.

// The transform of a texture's coordinates from the vertices'.
struct UvTransform {
    // The first row: the factors of the coordinates, and the offset.
    u: vec3<f32>,
    // 1 for the vertices' second texture coordinates, else 0.
    second_pair: f32,
    // The second row.
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
    // 1 if the texture of the glow only scales its brightness and not its color, else 0.
    gray_glow: f32,
    // The reflectance at normal incidence beyond that of most nonmetals.
    extra_gloss: f32,
    // Whether light of a very close lamp passes through: from behind (1), from both sides (2) or not (0).
    lamp_body: f32,
    // One for each texture slot, in the order of their bindings.
    uv_transforms: array<UvTransform, MATERIAL_SLOTS>,
};

// The coordinates at which a texture is sampled, from a vertex's two pairs.
fn transformed_uv(transform: UvTransform, uv: vec2<f32>, second_uv: vec2<f32>) -> vec2<f32> {
    let pair = select(uv, second_uv, transform.second_pair > 0.5);
    let u = dot(transform.u.xy, pair) + transform.u.z;
    let v = dot(transform.v.xy, pair) + transform.v.z;
    return vec2<f32>(u, v);
}
