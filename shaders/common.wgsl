// What every pass of the scene shares: the frame's uniforms and the sky. Compiled before each
// shader that draws into the scene.

// A ball or prop near the eye, as a sphere: it keeps light from what is beside it.
struct Occluder {
    center: vec3<f32>,
    // Meters.
    radius: f32,
};

// The light that an explosion throws on its surroundings.
struct Flash {
    position: vec3<f32>,
    // Meters at which the light has gone.
    reach: f32,
    color: vec3<f32>,
    // Number of its map in `flash_maps`.
    map: f32,
};

struct Globals {
    // From the level to clip space.
    view_projection: mat4x4<f32>,
    // From clip space to the direction away from the eye.
    to_direction: mat4x4<f32>,
    eye: vec3<f32>,
    // The level's own time.
    seconds: f32,
    // Unit vector toward the sun.
    to_sun: vec3<f32>,
    // Factor from light to the picture.
    exposure: f32,
    sun_color: vec3<f32>,
    // Strength of what glows in explosions: less where flashes are not wanted.
    explosion_glow: f32,
    zenith: vec3<f32>,
    // Fading of the haze with height, 1/m.
    inverse_haze_height: f32,
    horizon: vec3<f32>,
    // Density of the haze at its base, 1/m.
    haze_density: f32,
    ground: vec3<f32>,
    // Height at which the haze has that density, meters.
    haze_base: f32,
    // Width and height of the scene as it is drawn, pixels.
    viewport: vec2<f32>,
    // Tangent of half the vertical field of view.
    tan_half_field: f32,
    // The size of the crosshair: 1 for the usual one, 0 where none is drawn.
    crosshair: f32,
    // Turns the level into the sun's axes, in which it shines along -z.
    shadow_turn: mat4x4<f32>,
    // For each of the four shadow maps, texels a meter.
    shadow_scale: vec4<f32>,
    // For each map, what is added to the scaled x and y to get texels from the map's middle.
    shadow_x: vec4<f32>,
    shadow_y: vec4<f32>,
    // For each map, depth = shadow_top - shadow_depth * height toward the sun.
    shadow_top: vec4<f32>,
    shadow_depth: vec4<f32>,
    // For each map, the depth of a texel's width.
    shadow_lift: vec4<f32>,
    // A texel as a share of a map's side.
    shadow_texel: f32,
    // Half the texels of a map's side.
    shadow_half_side: f32,
    // Texels from its middle at which a map ends.
    shadow_end: f32,
    // Texels before its end over which a map blends into the next one.
    shadow_blend: f32,
    // From the level to the texture coordinates of the light probes: scale, then offset.
    probe_scale: vec3<f32>,
    // Meters between probes.
    probe_spacing: f32,
    probe_offset: vec3<f32>,
    // Meters off a surface at which the distance field is sampled first.
    field_first_sample: f32,
    // From the level to the texture coordinates of the distance field: scale, then offset.
    field_scale: vec3<f32>,
    // Meters from what 0 in the distance field stands for to what 1 does.
    field_span: f32,
    field_offset: vec3<f32>,
    // Meters that 0 in the distance field stands for.
    field_zero: f32,
    // Width and height of the finished picture, pixels.
    picture: vec2<f32>,
    // Number of the last shadow map, which never ends.
    last_cascade: f32,
    occluder_count: f32,
    flash_count: f32,
    occluders: array<Occluder, MAX_OCCLUDERS>,
    flashes: array<Flash, MAX_FLASHES>,
};

// Light that looks white whatever the exposure, when it is divided by the exposure.
const SCREEN_WHITE: f32 = 1.5;

@group(0) @binding(0) var<uniform> globals: Globals;

// The light of the sky in a direction, without the sun: from deep overhead to the horizon, and the
// haze below it. `Sky::radiance` in crates/hexbound-light/src/sky.rs computes the same.
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

// A corner, by its index, of a triangle that covers the screen.
fn screen_corner(index: u32) -> vec2<f32> {
    return vec2<f32>(f32((index << 1u) & 2u), f32(index & 2u)) * 2.0 - 1.0;
}
