// The level's triangles and the props with their glTF materials. Features that a material lacks are compiled
// out.

override HAS_BASE: bool = false;
override HAS_NORMAL: bool = false;
override HAS_METALLIC_ROUGHNESS: bool = false;
override HAS_OCCLUSION: bool = false;
override HAS_EMISSIVE: bool = false;
override HAS_LIGHTMAP: bool = false;
// A bit for each slot: set if the texture uses the second texture coordinates.
override SECOND_UV: u32 = 0u;
// A bit for each slot: set if the texture coordinates are transformed.
override MOVED_UV: u32 = 0u;
override IS_UNLIT: bool = false;
// Whether any vertex of the level is not white.
override HAS_COLORS: bool = true;
// The coverage: opaque (0), cut out (ALPHA_MASK) or blended (ALPHA_BLEND).
override ALPHA: u32 = 0u;
// Whether cut-out edges are drawn by coverage of the multisampled target, instead of by discarding.
override COVERAGE: bool = false;
// Whether the relief consists of drifting ripples.
override FLOWS: bool = false;
// The detail without textures: DETAIL_NONE, plaster, or DETAIL_MASONRY, which also has joints.
override DETAIL: u32 = 0u;

// Whether the mesh is a selected prop, which shows a checker and lets half of the background through.
override SELECTED: bool = false;

// The bias of mip levels. Below 0 is sharper than a footprint's mean, where no anisotropic filter helps.
override LOD_BIAS: f32 = 0.0;

@group(2) @binding(0) var<uniform> material: MaterialUniforms;
@group(2) @binding(1) var base_map: texture_2d<f32>;
@group(2) @binding(2) var base_sampler: sampler;
// Also the detail noise of materials without textures.
@group(2) @binding(3) var normal_map: texture_2d<f32>;
@group(2) @binding(4) var normal_sampler: sampler;
@group(2) @binding(5) var metallic_roughness_map: texture_2d<f32>;
@group(2) @binding(6) var metallic_roughness_sampler: sampler;
@group(2) @binding(7) var occlusion_map: texture_2d<f32>;
@group(2) @binding(8) var occlusion_sampler: sampler;
@group(2) @binding(9) var emissive_map: texture_2d<f32>;
@group(2) @binding(10) var emissive_sampler: sampler;
@group(2) @binding(11) var lightmap: texture_2d<f32>;
@group(2) @binding(12) var lightmap_sampler: sampler;

struct Vertex {
    @location(0) position: vec3<f32>,
    @location(1) directions: vec4<f32>,
    @location(3) uv: vec2<f32>,
    @location(4) color: vec4<f32>,
    @location(6) second_uv: vec2<f32>,
};

struct Corner {
    position: vec3<f32>,
    normal: vec3<f32>,
    tangent: vec4<f32>,
    uv: vec2<f32>,
    color: vec4<f32>,
    second_uv: vec2<f32>,
};

// The outputs of a vertex, in as few four-component vectors as possible: a software driver stores each of
// them for every visible triangle. Components that a material does not use are left out.
struct Passed {
    @builtin(position) clip: vec4<f32>,
    // The position and u.
    @location(0) place: vec4<f32>,
    // The normal and v.
    @location(1) facing: vec4<f32>,
    @location(2) tangent: vec4<f32>,
    @location(3) color: vec4<f32>,
    @location(4) second_uv: vec2<f32>,
};

fn passed(corner: Corner) -> Passed {
    return Passed(
        globals.view_projection * vec4<f32>(corner.position, 1.0),
        vec4<f32>(corner.position, corner.uv.x),
        vec4<f32>(corner.normal, corner.uv.y),
        corner.tangent,
        corner.color,
        corner.second_uv,
    );
}

fn unpacked(in: Passed) -> Corner {
    let uv = vec2<f32>(in.place.w, in.facing.w);
    return Corner(in.place.xyz, in.facing.xyz, in.tangent, uv, in.color, in.second_uv);
}

// The direction at a position of a flattened octahedron, +z at the center.
fn raised(place: vec2<f32>) -> vec3<f32> {
    let z = 1.0 - abs(place.x) - abs(place.y);
    let side = select(vec2<f32>(-1.0), vec2<f32>(1.0), place >= vec2<f32>(0.0));
    return normalize(vec3<f32>(place - side * max(-z, 0.0), z));
}

// A tangent, with the bitangent's sign in w. `DeviceVertex` in crates/hexbound-render/src/scene/vertex.rs packs it.
fn tangent_of(directions: vec4<f32>) -> vec4<f32> {
    let turned = (i32(round(directions.w * 32767.0)) & 1) == 1;
    return vec4<f32>(raised(directions.zw), select(1.0, -1.0, turned));
}

// The outputs of a vertex at a position.
fn corner_at(position: vec3<f32>, in: Vertex) -> Corner {
    return Corner(position, raised(in.directions.xy), tangent_of(in.directions), in.uv, in.color, in.second_uv);
}

@vertex
fn place(in: Vertex) -> Passed {
    return passed(corner_at(in.position, in));
}

// A vertex of an instanced surface, by the rows of the instance's transform.
@vertex
fn place_copy(
    in: Vertex,
    @location(7) row_x: vec4<f32>,
    @location(8) row_y: vec4<f32>,
    @location(9) row_z: vec4<f32>,
) -> Passed {
    let normal = raised(in.directions.xy);
    let tangent = tangent_of(in.directions);
    let own = vec4<f32>(in.position, 1.0);
    let at = vec3<f32>(dot(row_x, own), dot(row_y, own), dot(row_z, own));
    // Normals are transformed by the cofactors, which are also right for nonuniform scales.
    let cofactor_x = cross(row_y.xyz, row_z.xyz);
    let cofactor_y = cross(row_z.xyz, row_x.xyz);
    let cofactor_z = cross(row_x.xyz, row_y.xyz);
    let mirror = select(1.0, -1.0, dot(row_x.xyz, cofactor_x) < 0.0);
    let up = mirror * normalize(
        vec3<f32>(dot(cofactor_x, normal), dot(cofactor_y, normal), dot(cofactor_z, normal))
    );
    let way = normalize(
        vec3<f32>(dot(row_x.xyz, tangent.xyz), dot(row_y.xyz, tangent.xyz), dot(row_z.xyz, tangent.xyz))
    );
    let along = normalize(way - up * dot(up, way));
    let turned = vec4<f32>(along, tangent.w * mirror);
    return passed(Corner(at, up, turned, in.uv, in.color, in.second_uv));
}

struct PassedProp {
    @builtin(position) clip: vec4<f32>,
    @location(0) place: vec4<f32>,
    @location(1) facing: vec4<f32>,
    @location(2) tangent: vec4<f32>,
    @location(3) color: vec4<f32>,
    @location(4) second_uv: vec2<f32>,
    // The original position, meters: the checker moves with the prop.
    @location(5) own: vec3<f32>,
};

@vertex
fn place_prop(in: Vertex, @location(5) moved: vec3<f32>) -> PassedProp {
    let it = passed(corner_at(in.position + moved, in));
    return PassedProp(it.clip, it.place, it.facing, it.tangent, it.color, it.second_uv, in.position);
}

struct Detail {
    normal: vec3<f32>,
    shade: f32,
    roughness: f32,
};

// The distance to the nearest joint between hexagonal slabs, meters.
fn slab_joint(place: vec2<f32>, across: f32) -> f32 {
    let step = vec2<f32>(across, across * 1.7320508);
    let first = place - step * round(place / step);
    let moved = place + step * 0.5;
    let second = moved - step * round(moved / step);
    let nearest = abs(select(second, first, dot(first, first) < dot(second, second)));
    return across * 0.5 - max(nearest.x, nearest.x * 0.5 + nearest.y * 0.8660254);
}

// The distance to the nearest joint of coursed blocks, meters.
fn block_joint(place: vec2<f32>) -> f32 {
    let course = place.y / 0.6;
    let row = floor(course);
    let along = place.x / 1.2 + 0.5 * (row - 2.0 * floor(row * 0.5));
    let side = (0.5 - abs(fract(along) - 0.5)) * 1.2;
    let bed = (0.5 - abs(fract(course) - 0.5)) * 0.6;
    return min(side, bed);
}

// The detail along the axis that the surface faces most, which needs no texture coordinates.
fn detail_at(position: vec3<f32>, normal: vec3<f32>) -> Detail {
    let facing = abs(normal);
    let is_floor = facing.y >= max(facing.x, facing.z);
    let is_side = !is_floor && facing.x > facing.z;
    let place = select(select(position.xy, position.zy, is_side), position.xz, is_floor);
    let u_axis = select(vec3<f32>(1.0, 0.0, 0.0), vec3<f32>(0.0, 0.0, 1.0), is_side);
    let v_axis = select(vec3<f32>(0.0, 1.0, 0.0), vec3<f32>(0.0, 0.0, 1.0), is_floor);
    let fine = textureSample(normal_map, normal_sampler, place * 0.47);
    let broad = textureSample(normal_map, normal_sampler, place.yx * 0.061);
    var slope = (fine.xy - 0.5) * 0.55;
    var shade = 1.0 + (fine.z - 0.5) * 0.22 + (broad.z - 0.5) * 0.5;
    if DETAIL == DETAIL_MASONRY {
        let slab = slab_joint(place, 1.1);
        let block = block_joint(place);
        let joint = select(block, slab, normal.y > 0.7);
        let width = max(fwidth(place.x) + fwidth(place.y), 0.004) * 0.7;
        let line = 1.0 - smoothstep(0.006, 0.006 + width + 0.006, joint);
        // Thin joints fade instead of shimmering in the distance.
        let weight = clamp(0.02 / width, 0.0, 1.0) * select(1.0, 0.0, normal.y < -0.7);
        shade *= 1.0 - 0.42 * line * weight;
        let bevel = (1.0 - smoothstep(0.0, 0.03, joint)) * weight;
        slope += (broad.xy - 0.5) * bevel;
    }
    let bent = normalize(normal + (u_axis * slope.x + v_axis * slope.y));
    return Detail(bent, shade, fine.w);
}

// The roughness of a pixel. Normals that vary within it would glitter from frame to frame, so the roughness
// includes their spread (Tokuyoshi and Kaplanyan, "Improved Geometric Specular Antialiasing", 2019).
fn steadied(roughness: f32, normal: vec3<f32>) -> f32 {
    let across = dpdx(normal);
    let down = dpdy(normal);
    let spread = min(0.5 * (dot(across, across) + dot(down, down)), 0.18);
    let alpha = roughness * roughness;
    return sqrt(sqrt(min(alpha * alpha + spread, 1.0)));
}

// The speed of ripples, tiles a second.
const DRIFT: vec2<f32> = vec2<f32>(0.035, 0.021);

// The normal map's slopes and its height. Ripples are two layers of it that drift across each other.
fn relief(uv: vec2<f32>) -> vec3<f32> {
    if !FLOWS {
        return textureSampleBias(normal_map, normal_sampler, uv, LOD_BIAS).xyz * 2.0 - 1.0;
    }
    let drift = fract(globals.seconds * DRIFT);
    let one = textureSampleBias(normal_map, normal_sampler, uv + drift, LOD_BIAS).xyz;
    let other = textureSampleBias(normal_map, normal_sampler, uv.yx * 1.37 - drift, LOD_BIAS).xyz;
    return (vec3<f32>(one.xy + other.yx, one.z + other.z) - 1.0) * vec3<f32>(1.4, 1.4, 1.0);
}

// The sample coordinates of a slot's texture.
fn uv_of(in: Corner, slot: u32) -> vec2<f32> {
    let bit = 1u << slot;
    var uv = in.uv;
    if (SECOND_UV & bit) != 0u {
        uv = in.second_uv;
    }
    if (MOVED_UV & bit) != 0u {
        let u = material.uv_transforms[slot].u;
        let v = material.uv_transforms[slot].v;
        uv = vec2<f32>(dot(u.xy, uv) + u.z, dot(v.xy, uv) + v.z);
    }
    return uv;
}

fn shaded(in: Corner, in_front: bool) -> vec4<f32> {
    var base = material.base_color;
    if HAS_COLORS {
        base *= in.color;
    }
    if HAS_BASE {
        base *= textureSampleBias(base_map, base_sampler, uv_of(in, 0u), LOD_BIAS);
    }
    var surface: Surface;
    surface.position = in.position;
    surface.metallic = material.metallic;
    surface.roughness = material.roughness;
    surface.occlusion = 1.0;
    surface.emitted = material.emissive;
    surface.extra_gloss = material.extra_gloss;
    if HAS_METALLIC_ROUGHNESS {
        let sampled = textureSampleBias(metallic_roughness_map, metallic_roughness_sampler, uv_of(in, 2u), LOD_BIAS);
        surface.roughness *= sampled.g;
        surface.metallic *= sampled.b;
    }
    if HAS_OCCLUSION {
        let sampled = textureSampleBias(occlusion_map, occlusion_sampler, uv_of(in, 3u), LOD_BIAS).r;
        surface.occlusion = 1.0 + material.occlusion_strength * (sampled - 1.0);
    }
    if HAS_EMISSIVE {
        let sampled = textureSampleBias(emissive_map, emissive_sampler, uv_of(in, 4u), LOD_BIAS).rgb;
        let gray = vec3(max(sampled.r, max(sampled.g, sampled.b)));
        surface.emitted *= mix(sampled, gray, material.gray_glow);
    }
    if HAS_LIGHTMAP {
        // Like an unlit texel, a white one shows the base color at full brightness.
        let sampled = textureSampleBias(lightmap, lightmap_sampler, uv_of(in, 5u), LOD_BIAS).rgb;
        surface.has_lightmap = true;
        surface.lightmap = sampled * (material.lightmap_intensity * SCREEN_WHITE / globals.exposure);
    }
    let side = select(-1.0, 1.0, in_front);
    let flat_normal = normalize(in.normal);
    var normal = flat_normal;
    if HAS_NORMAL {
        let sampled = relief(uv_of(in, 1u));
        let slope = sampled.xy * material.normal_scale;
        let bitangent = cross(flat_normal, in.tangent.xyz) * in.tangent.w;
        normal = normalize(in.tangent.xyz * slope.x + bitangent * slope.y + flat_normal * max(sampled.z, 0.05));
    }
    if DETAIL != DETAIL_NONE {
        let detail = detail_at(in.position, flat_normal);
        normal = detail.normal;
        base = vec4<f32>(base.rgb * detail.shade, base.a);
        surface.roughness *= DETAIL_SMOOTHEST + 0.4 * detail.roughness;
    }
    surface.normal = normal * side;
    surface.flat_normal = flat_normal * side;
    surface.roughness = steadied(clamp(surface.roughness, 0.09, 1.0), surface.normal);
    surface.base = base.rgb;

    var alpha = 1.0;
    if ALPHA == ALPHA_MASK {
        let cutoff = material.alpha_cutoff;
        // A texel exactly at the cutoff is drawn.
        let sharp = (base.a - cutoff + 1e-3) / max(fwidth(base.a), 1e-3) + 0.5;
        if COVERAGE {
            alpha = clamp(sharp, 0.0, 1.0);
        } else if base.a < cutoff {
            discard;
        }
    }
    if ALPHA == ALPHA_BLEND {
        alpha = base.a;
    }
    var light: vec4<f32>;
    if IS_UNLIT {
        // The texel's own brightness, independent of the exposure.
        let own = base.rgb * (SCREEN_WHITE / globals.exposure) + surface.emitted;
        light = vec4<f32>(own, air_at(in.position));
    } else {
        light = lit(surface);
    }
    return vec4<f32>(with_fog(light.rgb, in.position, light.w), alpha);
}

@fragment
fn shade(in: Passed, @builtin(front_facing) in_front: bool) -> @location(0) vec4<f32> {
    return shaded(unpacked(in), in_front);
}

@fragment
fn shade_prop(in: PassedProp, @builtin(front_facing) in_front: bool) -> @location(0) vec4<f32> {
    let whole = Passed(in.clip, in.place, in.facing, in.tangent, in.color, in.second_uv);
    let seen = shaded(unpacked(whole), in_front);
    if !SELECTED {
        return seen;
    }
    // Cubes of 20 cm, shifted slightly, since faces often lie on multiples of 20 cm.
    let cell = vec3<i32>(floor(in.own * 5.0 + 0.013));
    let odd = ((cell.x + cell.y + cell.z) & 1) == 1;
    let tint = select(vec3<f32>(1.5, 1.15, 0.25), vec3<f32>(0.25, 1.0, 0.85), odd);
    return vec4<f32>(seen.rgb * tint, 0.6 * seen.a);
}
