// What every pass shares: the frame's uniforms and the sky. Compiled before each other shader.

struct Globals {
    view_projection: mat4x4<f32>,
    // From clip space to the direction away from the eye.
    to_direction: mat4x4<f32>,
    // xyz, and the level's time in seconds.
    eye: vec4<f32>,
    // Towards the sun, and the exposure.
    sun_direction: vec4<f32>,
    // Color, and the strength of what glows in explosions: less where flashes are not wanted.
    sun_color: vec4<f32>,
    // Color, and the haze's fading with height, per meter.
    zenith: vec4<f32>,
    // Color, and the haze's density per meter.
    horizon: vec4<f32>,
    // Color, and the height of the haze's usual density, meters.
    ground: vec4<f32>,
    // Width, height, the tangent of half the vertical field of view, and 1 for a crosshair.
    viewport: vec4<f32>,
    // From the level to the sun's axes: it shines along -z.
    shadow_turn: mat4x4<f32>,
    // Of the four shadow maps: texels a meter, and with them from the sun's axes to texels from
    // each map's middle; from the height toward the sun to the depth; and the depth of a texel.
    shadow_scale: vec4<f32>,
    shadow_x: vec4<f32>,
    shadow_y: vec4<f32>,
    shadow_top: vec4<f32>,
    shadow_depth: vec4<f32>,
    shadow_lift: vec4<f32>,
    // A texel's share of a map's side, half the texels of a side, at how many texels from its
    // middle a map ends, and over how many before that it mixes with the next one.
    shadow_texels: vec4<f32>,
    // The number of the last map, which never ends.
    shadow_last: vec4<f32>,
    // To texture coordinates by scale and offset. In w: the probes' spacing, how many flashes
    // there are, the distance field's reach, and the distance of its first sample.
    probe_scale: vec4<f32>,
    probe_offset: vec4<f32>,
    field_scale: vec4<f32>,
    field_offset: vec4<f32>,
    // What 0 in the distance field stands for, meters, and how many bodies there are.
    around: vec4<f32>,
    // Middle and radius of the balls and props near the eye.
    bodies: array<vec4<f32>, 16>,
    // Position and reach, then color, of the lights that explosions throw.
    flashes: array<vec4<f32>, 8>,
};

@group(0) @binding(0) var<uniform> globals: Globals;

// The sky without its sun, from deep overhead to the horizon, and the haze below it.
// `Sky::radiance` in src/render/sky.rs is its twin.
fn sky_radiance(direction: vec3<f32>) -> vec3<f32> {
    let up = clamp(direction.y, 0.0, 1.0);
    let low = 1.0 - up;
    let haze = low * low * low * low;
    let toward = max(dot(direction, globals.sun_direction.xyz), 0.0);
    let glow = toward * toward * toward * toward * (0.35 + 0.65 * low * low);
    let above = mix(globals.zenith.rgb, globals.horizon.rgb, haze) + globals.sun_color.rgb * (0.09 * glow);
    let below = clamp(-direction.y * 5.0, 0.0, 1.0);
    return mix(above, globals.ground.rgb, below * (2.0 - below));
}

// A triangle that covers the screen, corner by vertex index.
fn screen_corner(index: u32) -> vec2<f32> {
    return vec2<f32>(f32((index << 1u) & 2u), f32(index & 2u)) * 2.0 - 1.0;
}
