// The shared parts of screen passes: corners, crosshair, and encoding for the screen. Compiled after
// common.wgsl.

// 1 if the target stores values without encoding them, 0 if it encodes sRGB itself.
override ENCODE: u32 = 1u;

@vertex
fn corner(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    return vec4<f32>(screen_corner(index), 0.0, 1.0);
}

// A color encoded for the target.
fn encoded(color: vec3<f32>) -> vec4<f32> {
    if ENCODE == 0u {
        return vec4<f32>(pow(max(color, vec3<f32>(0.0)), vec3<f32>(2.2)), 1.0);
    }
    return vec4<f32>(color, 1.0);
}

// The distance to the edge of a hexagon with a flat side to the right, negative inside, pixels.
fn hexagon(offset: vec2<f32>, radius: f32) -> f32 {
    let place = abs(offset);
    return max(place.x, place.x * 0.5 + place.y * 0.8660254) - radius;
}

// A pixel's color with the crosshair over it, in a frame of the size `size`. The size 0 means no crosshair.
fn with_crosshair(color: vec3<f32>, pixel: vec2<f32>, size: vec2<f32>) -> vec3<f32> {
    let scale = max(size.y / 720.0, 0.75);
    let edge = hexagon(pixel - size * 0.5, 3.6 * scale * globals.crosshair);
    let shown = step(0.001, globals.crosshair);
    let rim = clamp(2.0 * scale - edge, 0.0, 1.0);
    let fill = clamp(0.5 - edge, 0.0, 1.0);
    let dark = mix(color, vec3<f32>(0.02, 0.07, 0.08), rim * 0.75 * shown);
    return mix(dark, vec3<f32>(0.247, 0.878, 0.773), fill * shown);
}
