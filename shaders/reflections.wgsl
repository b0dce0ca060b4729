// The level's reflection in polished surfaces, from the maps of reflection probes baked by
// crates/hexbound-light/src/reflection_probes. Compiled after lighting.wgsl.

// False removes reflections for surfaces too rough for them.
override REFLECTIONS: bool = false;

struct ReflectionProbe {
    position: vec3<f32>,
    // The share of the sky that the probe sees, 0 to 1.
    sky_openness: f32,
    // The room around the probe as a box.
    room_min: vec3<f32>,
    room_max: vec3<f32>,
};

struct Reflections {
    // The transform from the level to the grid's points: point = position * inverse_spacing + grid_offset.
    grid_offset: vec3<f32>,
    // 1 / m.
    inverse_spacing: f32,
    // The index of the grid's last cell.
    last_cell: vec3<f32>,
    // The first row of the grid's words in `cell_words`, along y.
    first_word_row: f32,
    // The side of a map, texels.
    map_side: f32,
    probes: array<ReflectionProbe, REFLECTION_SLOTS>,
};

@group(1) @binding(30) var<uniform> reflections: Reflections;
// The light, and the inverse of the distance in meters.
@group(1) @binding(31) var reflection_maps: texture_2d_array<f32>;

// The roughness from which the light probes begin to take over, up to REFLECTION_ROUGHEST.
const REFLECTION_BLURRED: f32 = 0.40;

// The first bit of a cell's word after the indices of its three probes.
const FIRST_MASK: u32 = 3u * PROBE_NUMBER_BITS;

fn reflection_texel(way: vec3<f32>, place: i32, level: f32) -> vec4<f32> {
    let side = reflections.map_side * exp2(-level);
    // The outermost texels lie on the octahedron's edges.
    let uv = octahedral(way) * (0.5 - 0.5 / side) + 0.5;
    return textureSampleLevel(reflection_maps, volume_sampler, uv, place, level);
}

// The reflection in the open, without nearby surfaces: the sky, and below the horizon the light probes'
// light.
fn reflected_sky(way: vec3<f32>, roughness: f32, probes: vec3<f32>) -> vec3<f32> {
    let blur = 0.03 + 0.5 * roughness;
    return mix(probes, sky_radiance(way), smoothstep(-blur, blur, way.y));
}

// The light of a probe's map where the ray from `position` leaves the room around the probe.
fn reflection_seen(number: i32, position: vec3<f32>, way: vec3<f32>, level: f32, sky: vec3<f32>) -> vec3<f32> {
    let probe = reflections.probes[number];
    let ahead = (select(probe.room_min, probe.room_max, way > vec3<f32>(0.0)) - position) * sign(way);
    // A position outside of the box, in a niche, counts as equally far inside, to avoid a jump at the wall.
    let steps = max(abs(ahead), vec3<f32>(0.02)) / max(abs(way), vec3<f32>(1e-4));
    let gone = min(steps.x, min(steps.y, steps.z));
    let toward = normalize(position + way * gone - probe.position);
    let low = floor(level);
    let sharper = reflection_texel(toward, number, low);
    let found = mix(sharper, reflection_texel(toward, number, low + 1.0), level - low);
    // The sky is so distant that its direction is the same from everywhere.
    let far = 1.0 - smoothstep(0.002, 0.02, found.a);
    let shifted = max(found.rgb + far * (sky_radiance(way) - sky_radiance(toward)), vec3<f32>(0.0));
    // In the open a map shows the surface itself and its background.
    let met = probe.position + toward / max(found.a, 1e-3) - position;
    let behind = smoothstep(0.1, -0.3, dot(normalize(met), way)) * (1.0 - far) * probe.sky_openness;
    return mix(shifted, sky, behind);
}

// The visibility of the point from a probe, 0 to 1.
fn probe_sees(place: i32, point: vec3<f32>) -> f32 {
    let offset = point - reflections.probes[place].position;
    let share = (length(offset) - 0.1) * reflection_texel(offset, place, 0.0).a;
    return 1.0 - smoothstep(1.0, 1.6, share);
}

// The weights of a cell's three probes at most, by the corners in front of the surface; less for probes that
// do not see the point. The weights do not drop to zero at once, which would be a visible edge.
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

// The reflected light of a surface, and its share of the whole reflection: 0 for rough surfaces. The
// remaining share comes from the light probes.
fn reflected_light(position: vec3<f32>, normal: vec3<f32>, way: vec3<f32>, roughness: f32, probes: vec3<f32>) -> vec4<f32> {
    let off = position + normal * (SURFACE_OFFSET / reflections.inverse_spacing);
    let place = clamp(off * reflections.inverse_spacing + reflections.grid_offset, vec3<f32>(0.0), reflections.last_cell + 0.999);
    let cell = floor(place);
    // The probes of the cell; `assign_probes` in
    // crates/hexbound-light/src/reflection_probes/probe_assignment.rs packs them.
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
