// How light meets a surface: sun and its shadow, baked light, corners, gloss, flashes and fog.
// Compiled after common.wgsl and before the passes that light something.

@group(1) @binding(0) var shadow_map: texture_depth_2d_array;
@group(1) @binding(1) var shadow_sampler: sampler_comparison;
@group(1) @binding(2) var volume_sampler: sampler;
@group(1) @binding(3) var probe_red: texture_3d<f32>;
@group(1) @binding(4) var probe_green: texture_3d<f32>;
@group(1) @binding(5) var probe_blue: texture_3d<f32>;
@group(1) @binding(6) var distance_field: texture_3d<f32>;
@group(1) @binding(7) var detail_map: texture_2d<f32>;
@group(1) @binding(8) var detail_sampler: sampler;

struct Surface {
    position: vec3<f32>,
    // With and without the normal map.
    normal: vec3<f32>,
    flat_normal: vec3<f32>,
    base: vec3<f32>,
    metallic: f32,
    roughness: f32,
    occlusion: f32,
    emitted: vec3<f32>,
    // Light from around that came with the level, in place of the probes'.
    has_lightmap: bool,
    lightmap: vec3<f32>,
};

// The share of the sun that arrives, 0 to 1: four bilinear comparisons weighed to a 3 × 3 tent.
fn sun_visibility(position: vec3<f32>, normal: vec3<f32>, facing: f32) -> f32 {
    let near_place = globals.shadow_near * vec4<f32>(position, 1.0);
    let inside = all(abs(near_place.xy) < vec2<f32>(0.985));
    let layer = select(1, 0, inside);
    let texel = select(globals.shadow_texels.y, globals.shadow_texels.x, inside);
    // Along the normal instead of along the light: no acne on slopes, no gap at feet.
    let off = position + normal * (texel * (1.2 + 2.2 * (1.0 - facing)));
    let matrix_row = select(globals.shadow_far * vec4<f32>(off, 1.0), globals.shadow_near * vec4<f32>(off, 1.0), inside);
    let size = globals.shadow_texels.w;
    let place = (matrix_row.xy * vec2<f32>(0.5, -0.5) + 0.5) * size;
    let base = floor(place + 0.5);
    let share = place + 0.5 - base;
    let origin = (base - 0.5) * globals.shadow_texels.z;
    let step = globals.shadow_texels.z;
    let low = 3.0 - 2.0 * share;
    let high = 1.0 + 2.0 * share;
    let a = (2.0 - share) / low - 1.0;
    let b = share / high + 1.0;
    let depth = matrix_row.z;
    var lit = low.x * low.y * textureSampleCompareLevel(shadow_map, shadow_sampler, origin + vec2<f32>(a.x, a.y) * step, layer, depth);
    lit += high.x * low.y * textureSampleCompareLevel(shadow_map, shadow_sampler, origin + vec2<f32>(b.x, a.y) * step, layer, depth);
    lit += low.x * high.y * textureSampleCompareLevel(shadow_map, shadow_sampler, origin + vec2<f32>(a.x, b.y) * step, layer, depth);
    lit += high.x * high.y * textureSampleCompareLevel(shadow_map, shadow_sampler, origin + vec2<f32>(b.x, b.y) * step, layer, depth);
    // Beyond the light's far end nothing was drawn.
    return select(lit / 16.0, 1.0, depth >= 1.0);
}

// The metres to the nearest surface, up to the field's reach, and 0 where no sun shines about.
fn field_at(position: vec3<f32>) -> vec2<f32> {
    let place = position * globals.field_scale.xyz + globals.field_offset.xyz;
    let texel = textureSampleLevel(distance_field, volume_sampler, place, 0.0);
    return vec2<f32>(texel.x * globals.field_scale.w, texel.y);
}

// How open the spot is, 0 to 1: what is missing from the free distance a little off the surface;
// and whether the sun shines about.
fn openness(position: vec3<f32>, normal: vec3<f32>) -> vec2<f32> {
    let near = globals.field_offset.w;
    let far = near * 2.4;
    let close = field_at(position + normal * near);
    let distant = field_at(position + normal * far);
    let shut = 0.55 * max(1.0 - close.x / near, 0.0) + 0.55 * max(1.0 - distant.x / far, 0.0);
    let open = 1.0 - clamp(shut, 0.0, 1.0);
    return vec2<f32>(0.28 + 0.72 * open * (0.5 + 0.5 * open), distant.y);
}

struct Baked {
    red: vec4<f32>,
    green: vec4<f32>,
    blue: vec4<f32>,
};

fn baked_light(position: vec3<f32>, normal: vec3<f32>) -> Baked {
    let off = position + normal * (0.55 * globals.probe_scale.w);
    let place = off * globals.probe_scale.xyz + globals.probe_offset.xyz;
    return Baked(
        textureSampleLevel(probe_red, volume_sampler, place, 0.0),
        textureSampleLevel(probe_green, volume_sampler, place, 0.0),
        textureSampleLevel(probe_blue, volume_sampler, place, 0.0),
    );
}

// With the mean's share kept, since two bands can fall below zero.
fn baked_toward(light: Baked, weights: vec4<f32>) -> vec3<f32> {
    let mean = vec3<f32>(light.red.x, light.green.x, light.blue.x);
    let value = vec3<f32>(dot(light.red, weights), dot(light.green, weights), dot(light.blue, weights));
    return max(value, mean * 0.12);
}

fn flash_light(position: vec3<f32>, normal: vec3<f32>) -> vec3<f32> {
    var sum = vec3<f32>(0.0);
    let count = i32(globals.probe_offset.w);
    for (var index = 0; index < count; index++) {
        let place = globals.flashes[index * 2];
        let offset = place.xyz - position;
        let squared = dot(offset, offset);
        let fade = max(1.0 - squared / (place.w * place.w), 0.0);
        let facing = 0.25 + 0.75 * max(dot(offset, normal) * inverseSqrt(squared + 1e-4), 0.0);
        sum += globals.flashes[index * 2 + 1].rgb * (fade * fade * facing / (0.4 + squared));
    }
    return sum;
}

fn with_fog(color: vec3<f32>, position: vec3<f32>) -> vec3<f32> {
    let offset = position - globals.eye.xyz;
    let far = length(offset);
    let thin = exp(-far * globals.horizon.w);
    let way = offset / max(far, 1e-4);
    let haze = sky_radiance(vec3<f32>(way.x, max(way.y, 0.0), way.z));
    return mix(haze, color, thin);
}

fn lit(surface: Surface) -> vec3<f32> {
    let to_eye = normalize(globals.eye.xyz - surface.position);
    let normal = surface.normal;
    let toward = max(dot(normal, to_eye), 1e-3);
    let gloss = mix(vec3<f32>(0.04), surface.base, surface.metallic);
    let matte = surface.base * (1.0 - surface.metallic);

    let sun = globals.sun_direction.xyz;
    let flat_facing = dot(surface.flat_normal, sun);
    let facing = max(dot(normal, sun), 0.0);
    let spot = openness(surface.position, surface.flat_normal);
    // Through the seams of thin-walled rooms the shadow map lets lines of light; the baked sun
    // knows of no light there.
    let visible = spot.y * sun_visibility(surface.position, surface.flat_normal, clamp(flat_facing, 0.0, 1.0))
        * clamp(flat_facing * 12.0, 0.0, 1.0);
    // GGX with its visibility folded to 1 / (4 · LoH² · …), after Karis.
    let between = normalize(sun + to_eye);
    let alpha = surface.roughness * surface.roughness;
    let alpha2 = alpha * alpha;
    let nh = max(dot(normal, between), 0.0);
    let lh = max(dot(sun, between), 0.0);
    let spread = nh * nh * (alpha2 - 1.0) + 1.0;
    let glint = alpha2 / (spread * spread * max(lh * lh, 0.1) * (surface.roughness * 4.0 + 2.0));
    let direct = globals.sun_color.rgb * (facing * visible) * (matte + gloss * min(glint, 12.0));

    let baked = baked_light(surface.position, surface.flat_normal);
    let open = spot.x * surface.occlusion;
    var around = baked_toward(baked, vec4<f32>(1.0, normal * (2.0 / 3.0)));
    // Corners of bright stone are lit by each other: they darken less than their openness.
    var bounce = open + (1.0 - open) * open * surface.base * 0.6;
    if surface.has_lightmap {
        // It knows its own corners.
        around = surface.lightmap;
        bounce = vec3<f32>(surface.occlusion);
    }
    let mirrored = reflect(-to_eye, normal);
    let sharp = 1.0 - surface.roughness;
    // Two bands hold no horizon; polished metal needs one to look like metal.
    let band = 0.62 + 0.9 * exp(-7.0 * abs(mirrored.y - 0.08)) + 0.25 * max(mirrored.y, 0.0);
    let seen = baked_toward(baked, vec4<f32>(1.0, mirrored * (0.67 + 0.4 * sharp))) * mix(1.0, band, sharp);
    // Lazarov's fit of the environment's reflectance.
    let edge = exp2(-9.28 * toward);
    let r = surface.roughness * vec4<f32>(-1.0, -0.0275, -0.572, 0.022) + vec4<f32>(1.0, 0.0425, 1.04, -0.04);
    let fit = min(r.x * r.x, edge) * r.x + r.y;
    let reflectance = gloss * (fit * -1.04 + r.z) + (fit * 1.04 + r.w);
    let ambient = matte * around * bounce + seen * reflectance * clamp(open + toward * 0.2, 0.0, 1.0);

    let flash = matte * flash_light(surface.position, normal);
    return direct + ambient + flash + surface.emitted;
}
