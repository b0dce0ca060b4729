// From light to display: smoothing of isolated pixels and edges, glow, exposure, tone mapping, crosshair,
// sRGB and dithering.

// Whether there is glow.
override HAS_GLOW: bool = true;
// Whether isolated pixels are smoothed.
override SMOOTHS: bool = true;
// Whether edges are smoothed as well, since the scene has one sample per pixel.
override SMOOTHS_EDGES: bool = false;
// Whether this is the last pass of the frame, which draws the crosshair.
override IS_LAST: bool = true;

@group(1) @binding(0) var scene: texture_2d<f32>;
@group(1) @binding(1) var bloom: texture_2d<f32>;
@group(1) @binding(2) var bloom_sampler: sampler;

// The share of all light that glows; the source loses the same share.
const GLOW: f32 = 0.08;
// The distance along an edge within which its ends are searched, pixels.
const EDGE_REACH: i32 = 12;

// AgX (Troy Sobotka) in Benjamin Wrensch's polynomial form: bright colors turn pale, not garish.
fn agx_curve(x: vec3<f32>) -> vec3<f32> {
    let x2 = x * x;
    let x4 = x2 * x2;
    return 15.5 * x4 * x2 - 40.14 * x4 * x + 31.96 * x4 - 6.868 * x2 * x + 0.4298 * x2
        + 0.1191 * x - 0.00232;
}

fn tone_map(light: vec3<f32>) -> vec3<f32> {
    let inset = mat3x3<f32>(
        vec3<f32>(0.842479062253094, 0.0423282422610123, 0.0423756549057051),
        vec3<f32>(0.0784335999999992, 0.878468636469772, 0.0784336),
        vec3<f32>(0.0792237451477643, 0.0791661274605434, 0.879142973793104),
    );
    let outset = mat3x3<f32>(
        vec3<f32>(1.19687900512017, -0.0528968517574562, -0.0529716355144438),
        vec3<f32>(-0.0980208811401368, 1.15190312990417, -0.0980434501171241),
        vec3<f32>(-0.0990297440797205, -0.0989611768448433, 1.15107367264116),
    );
    let stops = clamp(log2(max(inset * light, vec3<f32>(1e-10))), vec3<f32>(-12.47393), vec3<f32>(4.026069));
    var color = agx_curve((stops + 12.47393) / 16.5);
    // Slightly more contrast and color than AgX's neutral base.
    let gray = dot(color, LUMINANCE);
    // The power of 5/4 by roots, which are much faster than powers.
    let strong = max(vec4<f32>(color, gray), vec4<f32>(0.0));
    let weaker = strong * sqrt(sqrt(strong));
    color = mix(weaker.www, weaker.rgb, 1.36);
    // The result is encoded for display with an exponent of 2.2.
    return clamp(outset * color, vec3<f32>(0.0), vec3<f32>(1.0));
}

// The approximate perceived brightness of light, 0 to 1.
fn perceived(light: vec3<f32>) -> f32 {
    let seen = dot(light, LUMINANCE * globals.exposure);
    return seen / (seen + 0.4);
}

fn light_at(pixel: vec2<i32>) -> vec3<f32> {
    return textureLoad(scene, clamp(pixel, vec2<i32>(0), vec2<i32>(globals.viewport) - 1), 0).rgb;
}

fn perceived_at(pixel: vec2<i32>) -> f32 {
    return perceived(light_at(pixel));
}

// The distances from a pixel on an edge to the edge's ends in both directions, pixels. `goes_on` is true if
// the pixel's own side continues at the nearer end, so that the edge does not cut the pixel. `along` is a
// step along the edge, `over` one across it; `pair` is the mean of the pixel and the one across.
struct EdgeEnds {
    nearer: f32,
    farther: f32,
    goes_on: bool,
};

fn edge_ends(pixel: vec2<i32>, along: vec2<i32>, over: vec2<i32>, pair: f32, middle: f32, least: f32) -> EdgeEnds {
    // The differences between the means of the pairs beyond the ends and the mean of this pair.
    var change = vec2<f32>(0.0);
    var away = vec2<f32>(0.5);
    var step = 1;
    var open = vec2<bool>(least > 0.0);
    while any(open) {
        let back = pixel - along * step;
        let ahead = pixel + along * step;
        let means = 0.5 * vec2<f32>(
            perceived_at(back) + perceived_at(back + over),
            perceived_at(ahead) + perceived_at(ahead + over),
        );
        change = select(change, means - pair, open);
        away = select(away, vec2<f32>(f32(step) - 0.5), open);
        // Single steps first, as most edges end soon; a longer stride is slightly less exact.
        step += select(1, 2, step >= 4);
        open = open & (abs(change) < vec2<f32>(least)) & vec2<bool>(step <= EDGE_REACH);
    }
    let ended = select(change.y, change.x, away.x < away.y);
    let goes_on = abs(ended) < least || (ended < 0.0) == (middle < pair);
    return EdgeEnds(min(away.x, away.y), max(away.x, away.y), goes_on);
}

// A pixel that differs from its four neighbors is drawn toward the one it differs from most. Multisampling
// smooths the edges of triangles, but neither shading within them nor edges in front of a far brighter
// background. This is the sub-pixel part of Timothy Lottes's FXAA (2009). Without multisampling a pixel on an
// edge is also blended across the edge by the area that the edge cuts off: a straight line between the
// centers of the steps at its ends, as in FXAA 3.11.
fn smoothed(pixel: vec2<i32>) -> vec3<f32> {
    let here = light_at(pixel);
    let up = light_at(pixel - vec2<i32>(0, 1));
    let down = light_at(pixel + vec2<i32>(0, 1));
    let left = light_at(pixel - vec2<i32>(1, 0));
    let right = light_at(pixel + vec2<i32>(1, 0));
    let middle = perceived(here);
    let about = vec4<f32>(perceived(up), perceived(down), perceived(left), perceived(right));
    let low = min(middle, min(min(about.x, about.y), min(about.z, about.w)));
    let high = max(middle, max(max(about.x, about.y), max(about.z, about.w)));
    let contrast = high - low;
    let alone = clamp(abs(dot(about, vec4<f32>(0.25)) - middle) / max(contrast, 1e-4), 0.0, 1.0);
    let ease = alone * alone * (3.0 - 2.0 * alone);
    var share = 0.6 * ease * ease * clamp(contrast * 12.0 - 0.5, 0.0, 1.0);
    let apart = abs(about - middle);
    var bends = abs(vec2<f32>(about.x + about.y, about.z + about.w) - 2.0 * middle);
    if SMOOTHS_EDGES {
        let corners = vec4<f32>(
            perceived_at(pixel + vec2<i32>(-1, -1)),
            perceived_at(pixel + vec2<i32>(1, -1)),
            perceived_at(pixel + vec2<i32>(-1, 1)),
            perceived_at(pixel + vec2<i32>(1, 1)),
        );
        bends.x = 2.0 * bends.x + abs(corners.x + corners.z - 2.0 * about.z) + abs(corners.y + corners.w - 2.0 * about.w);
        bends.y = 2.0 * bends.y + abs(corners.x + corners.y - 2.0 * about.x) + abs(corners.z + corners.w - 2.0 * about.y);
    }
    let is_upright = bends.x < bends.y;
    let is_up = apart.x > apart.y;
    let is_left = apart.z > apart.w;
    let other = select(select(down, up, is_up), select(right, left, is_left), is_upright);
    let beyond = perceived(other);
    if SMOOTHS_EDGES {
        let is_edge = contrast > max(0.04, 0.12 * high);
        let over = select(vec2<i32>(0, select(1, -1, is_up)), vec2<i32>(select(1, -1, is_left), 0), is_upright);
        let least = select(0.0, 0.25 * abs(beyond - middle), is_edge);
        let ends = edge_ends(pixel, abs(over.yx), over, 0.5 * (middle + beyond), middle, least);
        let cut = 0.5 - ends.nearer / (ends.nearer + ends.farther);
        share = max(share, select(cut, 0.0, ends.goes_on));
    }
    // Weighted by perceived brightness: otherwise only the brighter one would count.
    let weights = vec2<f32>(1.0 - share, share) * (1.0 - vec2<f32>(middle, beyond));
    return (here * weights.x + other * weights.y) / (weights.x + weights.y);
}

@fragment
fn shade(@builtin(position) position: vec4<f32>) -> @location(0) vec4<f32> {
    let pixel = vec2<i32>(position.xy);
    var light: vec3<f32>;
    if SMOOTHS {
        light = smoothed(pixel);
    } else {
        light = textureLoad(scene, pixel, 0).rgb;
    }
    if HAS_GLOW {
        let spilled = textureSampleLevel(bloom, bloom_sampler, position.xy / globals.viewport, 0.0).rgb;
        light = mix(light, spilled, GLOW);
    }
    var color = tone_map(light * globals.exposure);
    if IS_LAST {
        color = with_crosshair(color, position.xy, globals.viewport);
    }
    // Interleaved gradient noise (Jimenez, "Next Generation Post Processing in Call of Duty: Advanced
    // Warfare"), half a step in both directions, against bands in the sky.
    let noise = fract(52.9829189 * fract(dot(position.xy, vec2<f32>(0.06711056, 0.00583715))));
    color += (noise - 0.5) / 255.0;
    return encoded(color);
}
