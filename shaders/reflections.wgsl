// What polished surfaces reflect of the level: the maps of reflection probes, baked by
// crates/hexbound-light/src/reflection_probes. Compiled after lighting.wgsl.

// False leaves reflections out for what is too rough for them.
override REFLECTIONS: bool = false;

struct ReflectionProbe {
    position: vec3<f32>,
    // How much of the sky it sees, 0 to 1.
    sky_openness: f32,
    // The room about it as a box.
    room_min: vec3<f32>,
    room_max: vec3<f32>,
};

struct Reflections {
    // From the level to the grid's points: place = position * inverse_spacing + grid_offset.
    grid_offset: vec3<f32>,
    // 1 / m.
    inverse_spacing: f32,
    // The grid's last cell.
    last_cell: vec3<f32>,
    // Where the grid's words begin in `cell_words`, along y.
    first_word_row: f32,
    // Texels along a map's side.
    map_side: f32,
    probes: array<ReflectionProbe, REFLECTION_SLOTS>,
};

@group(1) @binding(30) var<uniform> reflections: Reflections;
// Light, and the inverse of the distance in meters.
@group(1) @binding(31) var reflection_maps: texture_2d_array<f32>;

// From this roughness on the light probes begin to take over, up to REFLECTION_ROUGHEST.
const REFLECTION_BLURRED: f32 = 0.40;

// First bit of a cell's word after the numbers of the three probes that serve it.
const FIRST_MASK: u32 = 3u * PROBE_NUMBER_BITS;

fn reflection_texel(way: vec3<f32>, place: i32, level: f32) -> vec4<f32> {
    let side = reflections.map_side * exp2(-level);
    // The outermost texels lie on the octahedron's edges.
    let uv = octahedral(way) * (0.5 - 0.5 / side) + 0.5;
    return textureSampleLevel(reflection_maps, volume_sampler, uv, place, level);
}

// The reflection in the open, without anything near: the sky, and below the horizon the light
// probes' light.
fn reflected_sky(way: vec3<f32>, roughness: f32, probes: vec3<f32>) -> vec3<f32> {
    let blur = 0.03 + 0.5 * roughness;
    return mix(probes, sky_radiance(way), smoothstep(-blur, blur, way.y));
}

// The light that a probe's map has where the ray from `position` leaves the room about the probe.
fn reflection_seen(number: i32, position: vec3<f32>, way: vec3<f32>, level: f32, sky: vec3<f32>) -> vec3<f32> {
    let probe = reflections.probes[number];
    let ahead = (select(probe.room_min, probe.room_max, way > vec3<f32>(0.0)) - position) * sign(way);
    // A place outside of the box, in a niche, counts as being as far inside: without a jump at the
    // wall.
    let steps = max(abs(ahead), vec3<f32>(0.02)) / max(abs(way), vec3<f32>(1e-4));
    let gone = min(steps.x, min(steps.y, steps.z));
    let toward = normalize(position + way * gone - probe.position);
    let low = floor(level);
    let sharper = reflection_texel(toward, number, low);
    let found = mix(sharper, reflection_texel(toward, number, low + 1.0), level - low);
    // The sky is so far that it is in the same direction from everywhere.
    let far = 1.0 - smoothstep(0.002, 0.02, found.a);
    let shifted = max(found.rgb + far * (sky_radiance(way) - sky_radiance(toward)), vec3<f32>(0.0));
    // In the open a map shows the surface itself, and what is behind it.
    let met = probe.position + toward / max(found.a, 1e-3) - position;
    let behind = smoothstep(0.1, -0.3, dot(normalize(met), way)) * (1.0 - far) * probe.sky_openness;
    return mix(shifted, sky, behind);
}

// Whether a probe sees the point, 0 to 1.
fn probe_sees(place: i32, point: vec3<f32>) -> f32 {
    let offset = point - reflections.probes[place].position;
    let share = (length(offset) - 0.1) * reflection_texel(offset, place, 0.0).a;
    return 1.0 - smoothstep(1.0, 1.6, share);
}

// The weights of the up to three probes that serve a cell, by the corners that are in front of the
// surface; less for probes that do not see the point. They do not drop to nothing at once, which
// would be an edge in the picture.
fn probe_shares(word: u32, corner: vec3<f32>, point: vec3<f32>, normal: vec3<f32>) -> vec3<f32> {
    if (word >> FIRST_MASK) == 0u {
        return vec3<f32>(1.0, 0.0, 0.0);
    }
    var shares = vec3<f32>(1e-4, 0.0, 0.0);
    for (var number = 0u; number < 8u; number++) {
        let step = vec3<f32>(f32(number & 1u), f32((number >> 1u) & 1u), f32(number >> 2u));
        let near = mix(1.0 - corner, corner, step);
        // The cell's point lies SURFACE_OFFSET of a cell above the surface.
        let above = clamp(dot(step - corner, normal) + 0.6, 0.0, 1.0);
        let weight = near.x * near.y * near.z * above;
        let second = f32((word >> (FIRST_MASK + number)) & 1u);
        let third = f32((word >> (FIRST_MASK + PROBE_MASK_BITS + number)) & 1u);
        shares += weight * vec3<f32>(1.0 - second - third, second, third);
    }
    for (var rank = 0u; rank < 3u; rank++) {
        let place = (word >> (PROBE_NUMBER_BITS * rank)) & (REFLECTION_SLOTS - 1u);
        if shares[rank] > 0.0 && place < NO_PROBE {
            shares[rank] *= 0.15 + 0.85 * probe_sees(i32(place), point);
        }
    }
    return shares / (shares.x + shares.y + shares.z);
}

// The light that a surface reflects, and how much of what it reflects that is: 0 for rough
// surfaces. The rest, and what no probe knows, comes from the light probes.
fn reflected_light(position: vec3<f32>, normal: vec3<f32>, way: vec3<f32>, roughness: f32, probes: vec3<f32>) -> vec4<f32> {
    let off = position + normal * (SURFACE_OFFSET / reflections.inverse_spacing);
    let place = clamp(off * reflections.inverse_spacing + reflections.grid_offset, vec3<f32>(0.0), reflections.last_cell + 0.999);
    let cell = floor(place);
    // Which probes serve the cell; `assign_probes` in
    // crates/hexbound-light/src/reflection_probes/probe_assignment.rs packs it.
    let word = textureLoad(cell_words, vec3<i32>(cell + vec3<f32>(0.0, reflections.first_word_row, 0.0)), 0).r;
    let shares = probe_shares(word, place - cell, position + normal * 0.1, normal);
    let level = min(roughness * (1.0 / REFLECTION_ROUGHNESS_STEP), REFLECTION_LEVELS - 1.001);
    let wanted = 1.0 - smoothstep(REFLECTION_BLURRED, REFLECTION_ROUGHEST, roughness);
    let sky = reflected_sky(way, roughness, probes);
    var sum = vec3<f32>(0.0);
    for (var rank = 0u; rank < 3u; rank++) {
        let number = (word >> (PROBE_NUMBER_BITS * rank)) & (REFLECTION_SLOTS - 1u);
        if shares[rank] * wanted <= 0.004 {
            continue;
        }
        if number < NO_PROBE {
            sum += shares[rank] * reflection_seen(i32(number), position, way, level, sky);
        } else {
            sum += shares[rank] * select(probes, sky, number > NO_PROBE);
        }
    }
    return vec4<f32>(sum, wanted);
}
