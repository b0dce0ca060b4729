// The shared parts of all scene passes: the frame's uniforms and the sky. Compiled before each shader that
// draws into the scene.

// A ball, prop or walker near the eye, as a sphere that occludes ambient light.
struct Occluder {
    center: vec3<f32>,
    // The radius, meters.
    radius: f32,
};

// The light of an explosion or a lit target on its surroundings.
struct Flash {
    position: vec3<f32>,
    // The distance at which the light ends, meters.
    reach: f32,
    color: vec3<f32>,
    // The index of the light's map in `sight_maps`.
    map: f32,
};

struct Globals {
    // From the level to clip space.
    view_projection: mat4x4<f32>,
    // From clip space to the direction away from the eye.
    to_direction: mat4x4<f32>,
    eye: vec3<f32>,
    // The level's own time, seconds.
    seconds: f32,
    // The unit vector toward the sun.
    to_sun: vec3<f32>,
    // The factor from light to the frame.
    exposure: f32,
    sun_color: vec3<f32>,
    // The strength of the glow in explosions: less if flashes are off.
    explosion_glow: f32,
    zenith: vec3<f32>,
    // The decay of the haze with height, 1/m.
    inverse_haze_height: f32,
    horizon: vec3<f32>,
    // The density of the haze at its base, 1/m.
    haze_density: f32,
    ground: vec3<f32>,
    // The height of the haze's base, meters.
    haze_base: f32,
    // The width and height of the scene, pixels.
    viewport: vec2<f32>,
    // The tangent of half the vertical field of view.
    tan_half_field: f32,
    // The size of the crosshair: 1 for the default, 0 for none.
    crosshair: f32,
    // The rotation from the level to the sun's axes, in which the sun shines along -z.
    shadow_turn: mat4x4<f32>,
    // For each of the four shadow maps, texels per meter.
    shadow_scale: vec4<f32>,
    // For each map, the offset of the scaled x and y to get texels from the map's center.
    shadow_x: vec4<f32>,
    shadow_y: vec4<f32>,
    // For each map, depth = shadow_top - shadow_depth * height toward the sun.
    shadow_top: vec4<f32>,
    shadow_depth: vec4<f32>,
    // For each map, the depth of one texel's width.
    shadow_lift: vec4<f32>,
    // The size of a texel as a share of a map's side.
    shadow_texel: f32,
    // Half a map's side, texels.
    shadow_half_side: f32,
    // The distance from its center at which a map ends, texels.
    shadow_end: f32,
    // The distance before its end over which a map blends into the next one, texels.
    shadow_blend: f32,
    // The transform from the level to the texture coordinates of the light probes: scale, then offset.
    probe_scale: vec3<f32>,
    // The distance between probes, meters.
    probe_spacing: f32,
    probe_offset: vec3<f32>,
    // The distance off a surface of the first sample in the distance field, meters.
    field_first_sample: f32,
    // The transform from the level to the texture coordinates of the distance field: scale, then offset.
    field_scale: vec3<f32>,
    // The difference in distance between the field's values 0 and 1, meters.
    field_span: f32,
    field_offset: vec3<f32>,
    // The distance of the field's value 0, meters.
    field_zero: f32,
    // The width and height of the finished frame, pixels.
    picture: vec2<f32>,
    // The index of the last shadow map, which never ends.
    last_cascade: f32,
    occluder_count: f32,
    flash_count: f32,
    occluders: array<Occluder, MAX_OCCLUDERS>,
    flashes: array<Flash, MAX_FLASHES>,
};

// The light that looks white at any exposure after division by the exposure.
const SCREEN_WHITE: f32 = 1.5;

@group(0) @binding(0) var<uniform> globals: Globals;

// The light of the sky in a direction, without the sun: from deep blue overhead to the horizon, and the haze
// below it. `Sky::radiance` in crates/hexbound-light/src/sky.rs computes the same.
fn sky_radiance(direction: vec3<f32>) -> vec3<f32> {
    let up = clamp(direction.y, 0.0, 1.0);
    let low = 1.0 - up;
    let haze = low * low * low * low;
    let toward = max(dot(direction, globals.to_sun), 0.0);
    let glow = toward * toward * toward * toward * (0.35 + 0.65 * low * low);
    let above = mix(globals.zenith, globals.horizon, haze) + globals.sun_color * (0.09 * glow);
    let below = clamp(-direction.y * 5.0, 0.0, 1.0);
    return mix(above, globals.ground, below * (2.0 - below));
}

// A corner of a triangle that covers the screen, by its index.
fn screen_corner(index: u32) -> vec2<f32> {
    return vec2<f32>(f32((index << 1u) & 2u), f32(index & 2u)) * 2.0 - 1.0;
}
