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
    // One for each texture slot, in the order of their bindings.
    uv_transforms: array<UvTransform, MATERIAL_SLOTS>,
};
