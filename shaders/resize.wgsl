// Resizes the frame to its final size, and draws the crosshair over it.

// Whether the frame gets larger.
override GROWS: bool = true;

@group(1) @binding(0) var picture: texture_2d<f32>;
@group(1) @binding(1) var picture_sampler: sampler;

fn color_at(texel: vec2<f32>, step: vec2<f32>) -> vec3<f32> {
    return textureSampleLevel(picture, picture_sampler, texel * step, 0.0).rgb;
}

// A cubic through the texels (Catmull and Rom, "A Class of Local Interpolating Splines"), which keeps edges
// sharper than bilinear filtering. Its four columns and rows take three samples each, since the sampler mixes
// the inner two; the corners have almost no weight and are left out.
fn grown(place: vec2<f32>, step: vec2<f32>) -> vec3<f32> {
    let texel = place / step;
    let middle = floor(texel - 0.5) + 0.5;
    let f = texel - middle;
    let before = f * (-0.5 + f * (1.0 - 0.5 * f));
    let left = 1.0 + f * f * (-2.5 + 1.5 * f);
    let right = f * (0.5 + f * (2.0 - 1.5 * f));
    let after = f * f * (-0.5 + 0.5 * f);
    let inner = left + right;
    let between = middle + right / inner;
    var sum = vec4<f32>(color_at(between, step), 1.0) * (inner.x * inner.y);
    sum += vec4<f32>(color_at(vec2<f32>(between.x, middle.y - 1.0), step), 1.0) * (inner.x * before.y);
    sum += vec4<f32>(color_at(vec2<f32>(between.x, middle.y + 2.0), step), 1.0) * (inner.x * after.y);
    sum += vec4<f32>(color_at(vec2<f32>(middle.x - 1.0, between.y), step), 1.0) * (before.x * inner.y);
    sum += vec4<f32>(color_at(vec2<f32>(middle.x + 2.0, between.y), step), 1.0) * (after.x * inner.y);
    return clamp(sum.rgb / sum.w, vec3<f32>(0.0), vec3<f32>(1.0));
}

@fragment
fn shade(@builtin(position) position: vec4<f32>) -> @location(0) vec4<f32> {
    let place = position.xy / globals.picture;
    var color: vec3<f32>;
    if GROWS {
        color = grown(place, 1.0 / globals.viewport);
    } else {
        color = textureSampleLevel(picture, picture_sampler, place, 0.0).rgb;
    }
    return encoded(with_crosshair(color, position.xy, globals.picture));
}
