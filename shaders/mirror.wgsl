// What polished surfaces mirror of the level: maps seen from a few places, baked by
// src/render/bake/mirrors.rs. Compiled after lighting.wgsl.

// False leaves it out for what is too rough to mirror anything.
override MIRRORS: bool = false;

struct MirrorSpace {
    // To the grid's points by scale and offset; one over their distance, and the texels of a map's
    // side.
    scale: vec4<f32>,
    offset: vec4<f32>,
    // The grid's last cell.
    last: vec4<f32>,
    places: array<vec4<f32>, 32>,
};

@group(1) @binding(30) var<uniform> mirror_space: MirrorSpace;
// Light, and the inverse of the distance in metres.
@group(1) @binding(31) var mirror_maps: texture_2d_array<f32>;
// Which places serve a cell; `territories` in src/render/bake/territories.rs packs it.
@group(1) @binding(32) var mirror_cells: texture_3d<u32>;

// Metres. What is farther stands still as the eye moves.
const MIRROR_FAR: f32 = 200.0;
// From this roughness on the probes' two bands begin to take over, up to the last level's.
const MIRROR_BLURRED: f32 = 0.40;
const MIRROR_ROUGHEST: f32 = 0.60;

fn mirror_texel(way: vec3<f32>, place: i32, level: f32) -> vec4<f32> {
    let side = mirror_space.offset.w * exp2(-level);
    // The outermost texels lie on the octahedron's edges.
    let uv = octahedral(way) * (0.5 - 0.5 / side) + 0.5;
    return textureSampleLevel(mirror_maps, volume_sampler, uv, place, level);
}

// The light that a place's map has where the ray from `position` meets the level.
fn mirror_seen(place: i32, position: vec3<f32>, way: vec3<f32>, level: f32) -> vec3<f32> {
    let offset = position - mirror_space.places[place].xyz;
    let along = dot(offset, way);
    let aside = dot(offset, offset) - along * along;
    var toward = way;
    // As if all about were as far from the place as what it sees there: soon it is.
    for (var step = 0; step < 3; step++) {
        let far = 1.0 / max(mirror_texel(toward, place, 0.0).a, 1.0 / MIRROR_FAR);
        let gone = sqrt(max(far * far - aside, 0.0)) - along;
        toward = offset + way * max(gone, 0.02);
    }
    let low = floor(level);
    let sharper = mirror_texel(toward, place, low).rgb;
    return mix(sharper, mirror_texel(toward, place, low + 1.0).rgb, level - low);
}

// The shares of the up to three places that serve a point, by the corners of its cell that are in
// front of the surface.
fn mirror_shares(word: u32, corner: vec3<f32>, normal: vec3<f32>) -> vec3<f32> {
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
    return shares / (shares.x + shares.y + shares.z);
}

// The light from where a surface mirrors, and how much of what it reflects that is: 0 for rough
// surfaces.
fn mirror_light(position: vec3<f32>, normal: vec3<f32>, way: vec3<f32>, roughness: f32) -> vec4<f32> {
    let off = position + normal * (0.55 / mirror_space.scale.w);
    let place = clamp(off * mirror_space.scale.xyz + mirror_space.offset.xyz, vec3<f32>(0.0), mirror_space.last.xyz + 0.999);
    let cell = floor(place);
    let word = textureLoad(mirror_cells, vec3<i32>(cell), 0).r;
    let shares = mirror_shares(word, place - cell, normal);
    let level = min(roughness * 5.0, 2.999);
    var sum = vec3<f32>(0.0);
    for (var rank = 0u; rank < 3u; rank++) {
        if shares[rank] > 0.004 {
            sum += shares[rank] * mirror_seen(i32((word >> (5u * rank)) & 31u), position, way, level);
        }
    }
    return vec4<f32>(sum, 1.0 - smoothstep(MIRROR_BLURRED, MIRROR_ROUGHEST, roughness));
}
