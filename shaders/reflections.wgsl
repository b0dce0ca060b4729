// What polished surfaces mirror of the level: maps seen from a few places, baked by
// src/render/bake/mirrors.rs. Compiled after lighting.wgsl.

// False leaves it out for what is too rough to mirror anything.
override MIRRORS: bool = false;

struct MirrorPlace {
    // And how open the sky is above it, 0 to 1.
    position: vec4<f32>,
    // Of the room about it.
    low: vec4<f32>,
    high: vec4<f32>,
};

struct MirrorSpace {
    // To the grid's points by scale and offset; one over their distance, and the texels of a map's
    // side.
    scale: vec4<f32>,
    offset: vec4<f32>,
    // The grid's last cell, and in w where its words begin in `cell_words`, along y.
    last: vec4<f32>,
    places: array<MirrorPlace, 32>,
};

@group(1) @binding(30) var<uniform> mirror_space: MirrorSpace;
// Light, and the inverse of the distance in meters.
@group(1) @binding(31) var mirror_maps: texture_2d_array<f32>;

// Instead of a place's number: no place is in sight, and no sky. One more, and the sky is.
const MIRROR_NOTHING: u32 = 30u;
// From this roughness on the probes' two bands begin to take over, up to the last level's.
const MIRROR_BLURRED: f32 = 0.40;
const MIRROR_ROUGHEST: f32 = 0.60;

fn mirror_texel(way: vec3<f32>, place: i32, level: f32) -> vec4<f32> {
    let side = mirror_space.offset.w * exp2(-level);
    // The outermost texels lie on the octahedron's edges.
    let uv = octahedral(way) * (0.5 - 0.5 / side) + 0.5;
    return textureSampleLevel(mirror_maps, volume_sampler, uv, place, level);
}

// In the open, without anything near: the sky, and below the horizon what the probes have there.
fn mirror_sky(way: vec3<f32>, roughness: f32, probes: vec3<f32>) -> vec3<f32> {
    let blur = 0.03 + 0.5 * roughness;
    return mix(probes, sky_radiance(way), smoothstep(-blur, blur, way.y));
}

// The light that a place's map has where the ray from `position` leaves the room about the place.
fn mirror_seen(number: i32, position: vec3<f32>, way: vec3<f32>, level: f32, sky: vec3<f32>) -> vec3<f32> {
    let place = mirror_space.places[number];
    let ahead = (select(place.low.xyz, place.high.xyz, way > vec3<f32>(0.0)) - position) * sign(way);
    // What is outside, in a niche, counts as being as far inside: without a jump at the wall.
    let steps = max(abs(ahead), vec3<f32>(0.02)) / max(abs(way), vec3<f32>(1e-4));
    let gone = min(steps.x, min(steps.y, steps.z));
    let toward = normalize(position + way * gone - place.position.xyz);
    let low = floor(level);
    let sharper = mirror_texel(toward, number, low);
    let found = mix(sharper, mirror_texel(toward, number, low + 1.0), level - low);
    // The sky is so far that it is in the same direction from everywhere.
    let far = 1.0 - smoothstep(0.002, 0.02, found.a);
    let shifted = max(found.rgb + far * (sky_radiance(way) - sky_radiance(toward)), vec3<f32>(0.0));
    // In the open a map shows the surface itself, and what is behind it.
    let met = place.position.xyz + toward / max(found.a, 1e-3) - position;
    let behind = smoothstep(0.1, -0.3, dot(normalize(met), way)) * (1.0 - far) * place.position.w;
    return mix(shifted, sky, behind);
}

// Whether a place sees the point, 0 to 1.
fn mirror_sees(place: i32, point: vec3<f32>) -> f32 {
    let offset = point - mirror_space.places[place].position.xyz;
    let share = (length(offset) - 0.1) * mirror_texel(offset, place, 0.0).a;
    return 1.0 - smoothstep(1.0, 1.6, share);
}

// The shares of the up to three that serve a cell, by the corners that are in front of the
// surface, and places' less where they do not see the point: not at once none, which would be an
// edge in the picture.
fn mirror_shares(word: u32, corner: vec3<f32>, point: vec3<f32>, normal: vec3<f32>) -> vec3<f32> {
    if (word >> 15u) == 0u {
        return vec3<f32>(1.0, 0.0, 0.0);
    }
    var shares = vec3<f32>(1e-4, 0.0, 0.0);
    for (var number = 0u; number < 8u; number++) {
        let step = vec3<f32>(f32(number & 1u), f32((number >> 1u) & 1u), f32(number >> 2u));
        let near = mix(1.0 - corner, corner, step);
        // The cell's point lies 0.55 of a cell above the surface.
        let above = clamp(dot(step - corner, normal) + 0.6, 0.0, 1.0);
        let weight = near.x * near.y * near.z * above;
        let second = f32((word >> (15u + number)) & 1u);
        let third = f32((word >> (23u + number)) & 1u);
        shares += weight * vec3<f32>(1.0 - second - third, second, third);
    }
    for (var rank = 0u; rank < 3u; rank++) {
        let place = (word >> (5u * rank)) & 31u;
        if shares[rank] > 0.0 && place < MIRROR_NOTHING {
            shares[rank] *= 0.15 + 0.85 * mirror_sees(i32(place), point);
        }
    }
    return shares / (shares.x + shares.y + shares.z);
}

// The light from where a surface mirrors, and how much of what it reflects that is: 0 for rough
// surfaces. The rest, and what nothing else knows, the probes have.
fn mirror_light(position: vec3<f32>, normal: vec3<f32>, way: vec3<f32>, roughness: f32, probes: vec3<f32>) -> vec4<f32> {
    let off = position + normal * (0.55 / mirror_space.scale.w);
    let place = clamp(off * mirror_space.scale.xyz + mirror_space.offset.xyz, vec3<f32>(0.0), mirror_space.last.xyz + 0.999);
    let cell = floor(place);
    // Which places serve it; `territories` in src/render/bake/territories.rs packs it.
    let word = textureLoad(cell_words, vec3<i32>(cell + vec3<f32>(0.0, mirror_space.last.w, 0.0)), 0).r;
    let shares = mirror_shares(word, place - cell, position + normal * 0.1, normal);
    let level = min(roughness * 5.0, 2.999);
    let wanted = 1.0 - smoothstep(MIRROR_BLURRED, MIRROR_ROUGHEST, roughness);
    let sky = mirror_sky(way, roughness, probes);
    var sum = vec3<f32>(0.0);
    for (var rank = 0u; rank < 3u; rank++) {
        let number = (word >> (5u * rank)) & 31u;
        if shares[rank] * wanted <= 0.004 {
            continue;
        }
        if number < MIRROR_NOTHING {
            sum += shares[rank] * mirror_seen(i32(number), position, way, level, sky);
        } else {
            sum += shares[rank] * select(probes, sky, number > MIRROR_NOTHING);
        }
    }
    return vec4<f32>(sum, wanted);
}
