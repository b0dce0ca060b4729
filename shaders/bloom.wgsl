// The glow from the eye and the lens: the frame is shrunk step by step, then spread again. Every step
// preserves the sum of the light.

@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(1) var source_sampler: sampler;

// The share of a level that comes from the coarser one spread over it.
const SPREAD: f32 = 0.62;
// The largest light: one pixel of the mirrored sun must not flood the frame.
const BRIGHTEST: f32 = 60.0;

struct Corner {
    @builtin(position) position: vec4<f32>,
    @location(0) place: vec2<f32>,
};

@vertex
fn corner(@builtin(vertex_index) index: u32) -> Corner {
    let place = vec2<f32>(f32((index << 1u) & 2u), f32(index & 2u));
    return Corner(vec4<f32>(place * vec2<f32>(2.0, -2.0) + vec2<f32>(-1.0, 1.0), 0.0, 1.0), place);
}

fn light_at(place: vec2<f32>) -> vec3<f32> {
    return textureSampleLevel(source, source_sampler, place, 0.0).rgb;
}

fn four(place: vec2<f32>, off: f32) -> array<vec3<f32>, 4> {
    let texel = off / vec2<f32>(textureDimensions(source));
    return array<vec3<f32>, 4>(
        light_at(place + vec2<f32>(-texel.x, -texel.y)),
        light_at(place + vec2<f32>(texel.x, -texel.y)),
        light_at(place + vec2<f32>(-texel.x, texel.y)),
        light_at(place + vec2<f32>(texel.x, texel.y)),
    );
}

// Shrinks the frame to a quarter of its width and height. Bright specks weigh less (Karis, "Tone Mapping",
// 2013), so that a glint of one frame does not make the glow flicker.
@fragment
fn gather(in: Corner) -> @location(0) vec4<f32> {
    let seen = four(in.place, 1.0);
    var sum = vec4<f32>(0.0);
    for (var index = 0; index < 4; index++) {
        let light = clamp(seen[index], vec3<f32>(0.0), vec3<f32>(BRIGHTEST));
        let weight = 1.0 / (1.0 + 0.25 * max(light.r, max(light.g, light.b)));
        sum += vec4<f32>(light * weight, weight);
    }
    return vec4<f32>(sum.rgb / sum.w, 1.0);
}

// Shrinks a level to the next one of half its width and height.
@fragment
fn shrink(in: Corner) -> @location(0) vec4<f32> {
    let seen = four(in.place, 1.0);
    return vec4<f32>((seen[0] + seen[1] + seen[2] + seen[3]) * 0.25, 1.0);
}

// Spreads a level over the finer one, which keeps the remaining share.
@fragment
fn spread(in: Corner) -> @location(0) vec4<f32> {
    let seen = four(in.place, 0.5);
    return vec4<f32>((seen[0] + seen[1] + seen[2] + seen[3]) * 0.25, SPREAD);
}
