// The light on surfaces: the sun and its shadow, lamps, baked light, ambient occlusion, gloss, flashes and
// fog. Compiled after common.wgsl and before the passes with lit surfaces.

@group(1) @binding(0) var shadow_map: texture_depth_2d_array;
@group(1) @binding(1) var shadow_sampler: sampler_comparison;
@group(1) @binding(2) var volume_sampler: sampler;
@group(1) @binding(3) var probe_red: texture_3d<f32>;
@group(1) @binding(4) var probe_green: texture_3d<f32>;
@group(1) @binding(5) var probe_blue: texture_3d<f32>;
@group(1) @binding(6) var distance_field: texture_3d<f32>;
// A word for each cell between eight light probes: CELL_HIDES if some probes are hidden from a part of the
// cell, CELL_HAS_WALL if a wall crosses the cell, and the wall's plane. Above these along y are the words of
// the reflections' cells: see reflections.wgsl.
@group(1) @binding(7) var cell_words: texture_3d<u32>;
// The visibility of each kind of light probe (see `seen_share`): four kinds, then the other four along y;
// below the wall, then above it along z.
@group(1) @binding(8) var probe_seen: texture_3d<f32>;
// The visibility maps of lights, as inverse distances. At the left is an octahedral map per flash, one above
// the other. To the right of these is a block of three by two tiles per lamp for its six faces.
@group(1) @binding(9) var sight_maps: texture_2d<f32>;

// Whether the sun's shadows are filtered over three texels instead of two.
override SOFT_SHADOWS: bool = true;
// Whether contact shade is sampled at two distances from a surface instead of one.
override FINE_CONTACT_SHADE: bool = true;
// Whether indirect light is sampled. Without it shade is equally bright everywhere, and there is neither
// contact shade nor haze.
override INDIRECT_LIGHT: bool = true;

// False removes the code for lamps in a level without any: even a loop that is never entered costs time.
override HAS_LAMPS: bool = true;
// False removes the code for flashes in a frame without any.
override HAS_FLASHES: bool = true;

// A point or spot light of the level.
struct Lamp {
    position: vec3<f32>,
    // 1 / range², 1/m²: the light ends at the range.
    inverse_range_squared: f32,
    // The light that white reflects at 1 m.
    color: vec3<f32>,
    // The lamp's index in the level.
    map: f32,
    // Spot attenuation = saturate(dot(cone_axis, direction) + cone_offset)².
    cone_axis: vec3<f32>,
    cone_offset: f32,
};

struct Lamps {
    count: f32,
    // The slice of a depth = log2(depth) * slice_scale + slice_offset, rounded down.
    slice_scale: f32,
    slice_offset: f32,
    // The number of blocks of tiles in a row of `sight_maps`.
    columns: f32,
    // The side of a tile, texels.
    tile_side: f32,
    all: array<Lamp, MAX_LAMPS>,
};

@group(1) @binding(20) var<uniform> lamps: Lamps;
// A bit for each lamp that may light a cell of the frame, two texels per cell.
@group(1) @binding(21) var lamp_words: texture_2d<u32>;

struct Surface {
    position: vec3<f32>,
    // The unit normal with the normal map.
    normal: vec3<f32>,
    // The unit normal without the normal map.
    flat_normal: vec3<f32>,
    base: vec3<f32>,
    metallic: f32,
    roughness: f32,
    // The reflectance at normal incidence beyond that of most nonmetals.
    extra_gloss: f32,
    occlusion: f32,
    emitted: vec3<f32>,
    // Whether the ambient light comes from the level's own data instead of the probes.
    has_lightmap: bool,
    lightmap: vec3<f32>,
};

// The component of the first map that reaches the position; that of the last map if none does.
fn first_of(four: vec4<f32>, reached: vec3<bool>) -> f32 {
    return select(select(select(four.w, four.z, reached.z), four.y, reached.y), four.x, reached.x);
}

// A position in one map of the sun.
struct ShadowSpot {
    // The distance from the map's first corner, texels.
    place: vec2<f32>,
    depth: f32,
    layer: i32,
};

// The share of the sun that one map lets through, 0 to 1: four bilinear comparisons, weighted to a 3 × 3 tent
// filter.
fn map_visibility(spot: ShadowSpot) -> f32 {
    if !SOFT_SHADOWS {
        // One bilinear comparison.
        let place = spot.place * globals.shadow_texel;
        let near = textureSampleCompareLevel(shadow_map, shadow_sampler, place, spot.layer, spot.depth);
        return select(near, 1.0, spot.depth >= 1.0);
    }
    let base = floor(spot.place + 0.5);
    let share = spot.place + 0.5 - base;
    let step = globals.shadow_texel;
    let origin = (base - 0.5) * step;
    let low = 3.0 - 2.0 * share;
    let high = 1.0 + 2.0 * share;
    let a = ((2.0 - share) / low - 1.0) * step + origin;
    let b = (share / high + 1.0) * step + origin;
    let layer = spot.layer;
    let depth = spot.depth;
    var lit = low.x * low.y * textureSampleCompareLevel(shadow_map, shadow_sampler, a, layer, depth);
    lit += high.x * low.y * textureSampleCompareLevel(shadow_map, shadow_sampler, vec2<f32>(b.x, a.y), layer, depth);
    lit += low.x * high.y * textureSampleCompareLevel(shadow_map, shadow_sampler, vec2<f32>(a.x, b.y), layer, depth);
    lit += high.x * high.y * textureSampleCompareLevel(shadow_map, shadow_sampler, b, layer, depth);
    // Nothing was drawn beyond the map's far end.
    return select(lit / 16.0, 1.0, depth >= 1.0);
}

// The share of the sun that arrives, 0 to 1, by the finest map that covers the position, blended into the
// next one at its end. A driver that runs both sides of every branch still leaves a loop once all pixels are
// done, so only pixels near a map's end pay for a second map.
fn sun_visibility(position: vec3<f32>, normal: vec3<f32>, facing: f32) -> f32 {
    let spot = (globals.shadow_turn * vec4<f32>(position, 1.0)).xyz;
    // The distance from the center of each map, texels.
    let x = spot.x * globals.shadow_scale + globals.shadow_x;
    let y = globals.shadow_y - spot.y * globals.shadow_scale;
    // For each map, 1 well inside and 0 from its end on; the last map never ends.
    let within = (globals.shadow_end - max(abs(x.xyz), abs(y.xyz))) / globals.shadow_blend;
    // The position is lifted along the normal instead of along the light, against acne on slopes and gaps at
    // feet. The lift is large enough that the filter looks past the end of objects on the surface, so the sun
    // may shine below a single-sided wall. Only shadows no wider than the filter are lost.
    let aslant = sqrt(max(1.0 - facing * facing, 0.0));
    let texels = max(2.0 / max(aslant, 0.4), 1.2 + 2.2 * (1.0 - facing) + 0.6 * aslant);
    let lift = (globals.shadow_turn * vec4<f32>(normal * texels, 0.0)).xyz;
    var reached = within > vec3<f32>(0.0);
    var lit = 0.0;
    var left = 1.0;
    while left > 0.0 {
        let place = vec2<f32>(first_of(x, reached) + lift.x, first_of(y, reached) - lift.y) + globals.shadow_half_side;
        let depth = first_of(globals.shadow_top, reached)
            - first_of(globals.shadow_depth, reached) * spot.z - first_of(globals.shadow_lift, reached) * lift.z;
        let layer = i32(min(first_of(vec4<f32>(0.0, 1.0, 2.0, 3.0), reached), globals.last_cascade));
        let share = min(first_of(vec4<f32>(within, 1.0), reached), 1.0);
        lit += left * share * map_visibility(ShadowSpot(place, depth, layer));
        left *= 1.0 - share;
        // The maps after the first one that was reached.
        reached = vec3<bool>(false, reached.x && reached.y, (reached.x || reached.y) && reached.z);
    }
    // Even a little sun outshines all shade. Without the square an edge with the map's steps would show where
    // the filter begins to let light through.
    return lit * lit;
}

// The distance to the nearest surface, meters, up to the field's reach and negative behind single-sided
// surfaces; also whether the sun shines nearby (0 for no). Scenery two meters outside or farther counts as
// open.
fn field_at(position: vec3<f32>) -> vec2<f32> {
    let place = position * globals.field_scale + globals.field_offset;
    let inside = all(abs(place - 0.5) <= 0.5 + 2.0 * globals.field_scale);
    let sampled = textureSampleLevel(distance_field, volume_sampler, place, 0.0).xy;
    let texel = select(vec2<f32>(1.0), sampled, inside);
    return vec2<f32>(texel.x * globals.field_span + globals.field_zero, texel.y);
}

// The openness of the position, 0 to 1, by the missing part of the free distance slightly off the surface;
// also whether the sun shines nearby. The shade ends smoothly. In a corner of two walls all distance is
// missing but the openness is a half, since half of the view is the other wall. Under a ball, positions
// slightly off the floor lie deep inside it: more than all is missing, and little is open.
fn ambient_openness(position: vec3<f32>, normal: vec3<f32>) -> vec2<f32> {
    if !INDIRECT_LIGHT {
        return vec2<f32>(1.0);
    }
    let near = globals.field_first_sample;
    if !FINE_CONTACT_SHADE {
        // Between the two distances.
        let off = near * 1.6;
        let spot = field_at(position + normal * off);
        let lacking = clamp(1.0 - spot.x / off, 0.0, 2.0);
        return vec2<f32>(1.0 / (1.0 + 1.5 * lacking * lacking), spot.y);
    }
    let far = near * 2.4;
    let close = field_at(position + normal * near);
    let distant = field_at(position + normal * far);
    let lacking = clamp(1.0 - vec2<f32>(close.x / near, distant.x / far), vec2<f32>(0.0), vec2<f32>(2.0));
    return vec2<f32>(1.0 / (1.0 + dot(lacking * lacking, vec2<f32>(1.0, 0.5))), distant.y);
}

// The share of ambient light that balls, props and walkers leave, 0 to 1: each occludes as a sphere of its
// size.
fn body_occlusion(position: vec3<f32>, normal: vec3<f32>) -> f32 {
    var open = 1.0;
    let count = i32(of_pixel(globals.occluder_count, position));
    for (var index = 0; index < count; index++) {
        let body = globals.occluders[index];
        let offset = body.center - position;
        let squared = max(dot(offset, offset), 1e-6);
        // A body counts less if the surface's own plane cuts it.
        let above = clamp(dot(offset, normal) * inverseSqrt(squared), 0.0, 1.0);
        open *= 1.0 - above * min(1.6 * body.radius * body.radius / squared, 1.0);
    }
    return open;
}

struct Baked {
    red: vec4<f32>,
    green: vec4<f32>,
    blue: vec4<f32>,
};

fn baked_light(position: vec3<f32>, normal: vec3<f32>) -> Baked {
    if !INDIRECT_LIGHT {
        // About the light that the exposure is set for.
        let even = vec4<f32>(0.3 / globals.exposure, 0.0, 0.0, 0.0);
        return Baked(even, even, even);
    }
    let off = position + normal * (SURFACE_OFFSET * globals.probe_spacing);
    let place = off * globals.probe_scale + globals.probe_offset;
    let cells = vec3<f32>(max(textureDimensions(probe_green), vec3<u32>(2u)) - 1u);
    let at = clamp(place * (cells + 1.0) - 0.5, vec3<f32>(0.0), cells);
    let low = min(floor(at), cells - 1.0);
    let wall = textureLoad(cell_words, vec3<i32>(low), 0).r;
    let side = (normal * 0.02 + position - off) / globals.probe_spacing + at - low - 0.5;
    let spot = (low + seen_share(at, low, wall, side, cells) + 0.5) / (cells + 1.0);
    return Baked(
        textureSampleLevel(probe_red, volume_sampler, spot, 0.0),
        textureSampleLevel(probe_green, volume_sampler, spot, 0.0),
        textureSampleLevel(probe_blue, volume_sampler, spot, 0.0),
    );
}

// Whether a position is above a cell's wall; `offset` is from the cell's center, in cells. `Wall` in
// crates/hexbound-light/src/probes/walls.rs packs it.
fn is_above(wall: u32, offset: vec3<f32>) -> bool {
    if (wall & CELL_HAS_WALL) == 0u {
        return false;
    }
    let flat = vec2<f32>(f32(wall & 255u), f32((wall >> 8u) & 255u)) / 127.5 - 1.0;
    let distance = (f32((wall >> 16u) & WALL_STEPS) / f32(WALL_STEPS) * 2.0 - 1.0) * MAX_WALL_REACH;
    let up = 1.0 - abs(flat.x) - abs(flat.y);
    let folded = (1.0 - abs(flat.yx)) * select(vec2<f32>(-1.0), vec2<f32>(1.0), flat >= vec2<f32>(0.0));
    let along = select(folded, flat, up >= 0.0);
    return dot(normalize(vec3<f32>(along.x, up, along.y)), offset) > distance;
}

// The sample position between a cell's probes, 0 to 1 on each axis, at which hidden probes have no weight.
// The filter's weights are products of one weight per axis. These per-axis weights approximate the eight
// weights of `ProbeVisibility::around` in crates/hexbound-light/src/probes/visibility.rs. They are exact
// where a wall hides a side, or all but an edge of the cell; a single hidden corner keeps at most a ninth.
// Eight samples would be exact, and would cost half as much again as all other light. The parity of a probe's
// index along each axis determines its kind; each cell has one probe of each of the eight kinds.
fn seen_share(at: vec3<f32>, low: vec3<f32>, wall: u32, side: vec3<f32>, cells: vec3<f32>) -> vec3<f32> {
    let edge = 0.5 / (vec3<f32>(textureDimensions(probe_seen)) * vec3<f32>(1.0, 0.5, 0.5));
    let layer = select(0.0, 0.5, is_above(wall, side));
    let spot = clamp(at / cells, edge, 1.0 - edge) * vec3<f32>(1.0, 0.5, 0.5) + vec3<f32>(0.0, 0.0, layer);
    let hides = (wall & CELL_HIDES) != 0u;
    let seen_even = textureSampleLevel(probe_seen, volume_sampler, spot, 0.0) + HIDDEN_SHARE;
    let seen_odd = textureSampleLevel(probe_seen, volume_sampler, spot + vec3<f32>(0.0, 0.5, 0.0), 0.0) + HIDDEN_SHARE;
    let is_odd = fract(low * 0.5) > vec3<f32>(0.25);
    let share = at - low;
    let odd = select(share, 1.0 - share, is_odd);
    let even = 1.0 - odd;
    let flat = vec4<f32>(even.x, odd.x, even.x, odd.x) * vec4<f32>(even.yy, odd.yy);
    let evens = flat * even.z * seen_even;
    let odds = flat * odd.z * seen_odd;
    let both = evens + odds;
    let seen = vec3<f32>(both.y + both.w, both.z + both.w, dot(odds, vec4<f32>(1.0))) / dot(both, vec4<f32>(1.0));
    return select(share, select(seen, 1.0 - seen, is_odd), hides);
}

// The light from a direction. A share of the mean is the minimum, since two bands can fall below zero.
fn baked_toward(light: Baked, weights: vec4<f32>) -> vec3<f32> {
    let mean = vec3<f32>(light.red.x, light.green.x, light.blue.x);
    let value = vec3<f32>(dot(light.red, weights), dot(light.green, weights), dot(light.blue, weights));
    return max(value, mean * 0.12);
}

// The weights of the nearest texel and of its two neighbors, by the offset from the nearest one's center: a
// quadratic spline, since the flashes' maps are coarse.
fn spline(apart: f32) -> vec3<f32> {
    let sides = vec2<f32>(0.5 - apart, 0.5 + apart);
    return vec3<f32>(0.5 * sides.x * sides.x, 0.75 - apart * apart, 0.5 * sides.y * sides.y);
}

// The share of a flash's light that arrives at a surface `offset` from the flash: the weight of those of the
// map's nine nearest texels that contain nothing nearer than the surface. A texel holds the inverse of the
// distance to the first wall, as the sum along the axes. It is compared with the intersection of its own ray
// and the surface's plane, as in `lamp_visibility`. A ray that ends on that plane before the surface does not
// count, since it does not test the space in between, such as a wall on the same floor.
fn flash_seen(number: f32, offset: vec3<f32>, normal: vec3<f32>) -> f32 {
    let step = 2.0 / (FLASH_MAP_SIDE - 1.0);
    let texel = (octahedral(offset) + 1.0) / step;
    let middle = clamp(floor(texel + 0.5), vec2<f32>(1.0), vec2<f32>(FLASH_MAP_SIDE - 2.0));
    let apart = clamp(texel - middle, vec2<f32>(-0.5), vec2<f32>(0.5));
    let columns = spline(apart.x);
    let rows = spline(apart.y);
    let plane = normal / min(dot(offset, normal), -1e-4);
    let inverse = 1.0 / max(dot(abs(offset), vec3<f32>(1.0)), 1e-3);
    let slack = 1.0 + 2.0 * step;
    let flat_x = (middle.x + vec3<f32>(-1.0, 0.0, 1.0)) * step - 1.0;
    let side_x = select(vec3<f32>(-1.0), vec3<f32>(1.0), flat_x >= vec3<f32>(0.0));
    var seen = 0.0;
    var known = 1e-4;
    for (var row = 0; row < 3; row++) {
        let at = vec2<i32>(middle) + vec2<i32>(-1, row - 1);
        // The directions of three texels, on the octahedron.
        let flat_z = f32(at.y) * step - 1.0;
        let up = 1.0 - abs(flat_x) - abs(flat_z);
        let fold = max(-up, vec3<f32>(0.0));
        let x = flat_x - side_x * fold;
        let z = flat_z - select(-1.0, 1.0, flat_z >= 0.0) * fold;
        let meets = x * plane.x + up * plane.y + z * plane.z;
        let first = at + vec2<i32>(0, i32(number * FLASH_MAP_SIDE));
        let nearest = vec3<f32>(
            textureLoad(sight_maps, first, 0).r,
            textureLoad(sight_maps, first + vec2<i32>(1, 0), 0).r,
            textureLoad(sight_maps, first + vec2<i32>(2, 0), 0).r,
        );
        let is_clear = nearest <= vec3<f32>(inverse * slack);
        seen += rows[row] * dot(columns, select(vec3<f32>(0.0), vec3<f32>(1.0), is_clear));
        known += rows[row] * dot(columns, select(vec3<f32>(0.0), vec3<f32>(1.0), is_clear | (nearest > meets * slack)));
    }
    return seen / known;
}

// A uniform count for branches and loops, made to depend on the pixel's position. For a branch on uniforms
// alone, Mesa's software Vulkan driver recompiles the shader for every draw with other values, and never
// frees the compiled code: see docs/picture.md.
fn of_pixel(count: f32, position: vec3<f32>) -> f32 {
    return select(0.0, count, position.y > -1e30);
}

fn flash_light(position: vec3<f32>, normal: vec3<f32>, flat_normal: vec3<f32>) -> vec3<f32> {
    var sum = vec3<f32>(0.0);
    let count = i32(of_pixel(globals.flash_count, position));
    for (var index = 0; index < count; index++) {
        let flash = globals.flashes[index];
        let offset = flash.position - position;
        let squared = dot(offset, offset);
        let fade = max(1.0 - squared / (flash.reach * flash.reach), 0.0);
        let facing = clamp((dot(offset, normal) * inverseSqrt(squared + 1e-4) + 0.1) / 1.1, 0.0, 1.0);
        let seen = flash_seen(flash.map, -offset, flat_normal);
        sum += flash.color * (fade * fade * facing * seen / (0.4 + squared));
    }
    return sum;
}

// The position of a direction on the octahedral map, -1 to 1, with +y at the center. `position_of` in
// crates/hexbound-light/src/octahedron.rs computes the same.
fn octahedral(way: vec3<f32>) -> vec2<f32> {
    let flat = way.xz / (abs(way.x) + abs(way.y) + abs(way.z));
    let folded = (1.0 - abs(flat.yx)) * select(vec2<f32>(-1.0), vec2<f32>(1.0), flat >= vec2<f32>(0.0));
    return select(folded, flat, way.y >= 0.0);
}

// The layout of all lamps' faces in `sight_maps`. A pixel reads it once, since each access to a uniform is
// slow on a software driver.
struct LampTiles {
    // The distance from the center of a face to its edge, texels.
    half_face: f32,
    // The factor on inverse distances by which a surface nearer by less than two texels does not block light.
    slack: f32,
    // The factor `slack` divided by half_face².
    slack_by_area: f32,
    // The size of a texel, as a share of the texture.
    texel: vec2<f32>,
    // The size of a tile, as a share of the texture.
    tile: vec2<f32>,
    // The texel corner after the first tile's center, as a share of the texture.
    first: vec2<f32>,
    // The number of blocks in a row.
    columns: f32,
    // The inverse of `columns`.
    inverse_columns: f32,
};

fn lamp_tiles() -> LampTiles {
    let half_face = 0.5 * lamps.tile_side - LAMP_TILE_GUARD;
    let slack = 1.0 + 2.0 / half_face;
    let by_area = slack / (half_face * half_face);
    let texel = 1.0 / vec2<f32>(textureDimensions(sight_maps));
    let first = (vec2<f32>(FLASH_COLUMNS, 0.0) + 0.5 * lamps.tile_side + 1.0) * texel;
    return LampTiles(half_face, slack, by_area, texel, lamps.tile_side * texel, first, lamps.columns, 1.0 / lamps.columns);
}

// The share of a lamp's light that arrives at a surface `offset` from the lamp: the weight of those of the
// map's four nearest texels that contain nothing nearer than the surface. Each texel's ray is compared with
// its intersection with the surface's plane, whose inverse distance along the face's axis is linear in the
// map. Surfaces thus neither shadow themselves nor let light in below walls, at any angle. `LampFace` in
// crates/hexbound-render/src/shadow/lamp_faces.rs lays the faces out.
fn lamp_visibility(tiles: LampTiles, number: f32, offset: vec3<f32>, normal: vec3<f32>) -> f32 {
    let size = abs(offset);
    let is_x = size.x >= max(size.y, size.z);
    let is_y = size.y >= size.z;
    // Along the face's axis, and across it.
    let ahead = select(select(offset.z, offset.y, is_y), offset.x, is_x);
    let place = select(select(offset.xy, offset.zx, is_y), offset.yz, is_x);
    let facing = select(select(normal.xy, normal.zx, is_y), normal.yz, is_x);
    let is_forward = ahead > 0.0;
    let inverse = 1.0 / max(abs(ahead), 1e-3);
    // The offset from the center of the face, texels; the margin's texels lie beyond its edges.
    let turn = vec2<f32>(select(tiles.half_face, -tiles.half_face, is_forward), -tiles.half_face);
    let texel = place * turn * inverse - 0.5;
    let low = floor(texel);
    let share = texel - low;
    // The surface itself casts no shadow.
    let end = inverse * tiles.slack;
    // The growth of the plane's inverse distance per texel.
    let slope = facing * turn * (tiles.slack_by_area / min(dot(offset, normal), -1e-4));
    let limit = end - dot(slope, share);
    // In the order of textureGather, like the texels and their weights.
    let limits = max(limit + vec4<f32>(slope.y, slope.x + slope.y, slope.x, 0.0), vec4<f32>(end));
    let row = floor((number + 0.5) * tiles.inverse_columns);
    let column = number - row * tiles.columns;
    let face = vec2<f32>(select(select(2.0, 1.0, is_y), 0.0, is_x), select(0.0, 1.0, is_forward));
    let tile = vec2<f32>(column, row) * vec2<f32>(3.0, 2.0) + face;
    let between = tiles.first + tile * tiles.tile + low * tiles.texel;
    let nearest = textureGather(0, sight_maps, volume_sampler, between);
    let weights = vec2<f32>(1.0 - share.x, share.x).xyyx * vec2<f32>(1.0 - share.y, share.y).yyxx;
    return dot(weights, select(vec4<f32>(1.0), vec4<f32>(0.0), nearest > limits));
}

// The light of a lamp at a position, if walls let it through.
struct Ray {
    offset: vec3<f32>,
    far: f32,
    // The share of the lamp's light on the surface.
    strength: f32,
};

fn ray_from(index: u32, surface: Surface) -> Ray {
    let offset = surface.position - lamps.all[index].position;
    let squared = dot(offset, offset);
    let inverse = inverseSqrt(max(squared, 1e-8));
    let root = clamp(dot(offset, lamps.all[index].cone_axis) * inverse + lamps.all[index].cone_offset, 0.0, 1.0);
    let facing = -dot(surface.normal, offset) * inverse;
    let flat_facing = -dot(surface.flat_normal, offset) * inverse;
    let share = squared * lamps.all[index].inverse_range_squared;
    let window = max(1.0 - share * share, 0.0);
    let strength = root * root * window * max(facing, 0.0) * clamp(flat_facing * 12.0, 0.0, 1.0) / max(squared, 0.01);
    return Ray(offset, squared * inverse, strength);
}

fn light_along(tiles: LampTiles, ray: Ray, index: u32, surface: Surface, to_eye: vec3<f32>, matte: vec3<f32>, gloss: vec3<f32>) -> vec3<f32> {
    let visible = lamp_visibility(tiles, lamps.all[index].map, ray.offset, surface.flat_normal);
    // Only the sun has gloss: see `lit`.
    let way = ray.offset / max(ray.far, 1e-4);
    let between = normalize(to_eye - way);
    let alpha = surface.roughness * surface.roughness;
    let alpha2 = alpha * alpha;
    let nh = max(dot(surface.normal, between), 0.0);
    let lh = max(-dot(way, between), 0.0);
    let spread = nh * nh * (alpha2 - 1.0) + 1.0;
    let glint = alpha2 / (spread * spread * max(lh * lh, 0.1) * (surface.roughness * 4.0 + 2.0));
    return lamps.all[index].color * (ray.strength * visible) * (matte + gloss * min(glint, 12.0));
}

// Removes the first of 256 bits from two times four words, and returns its index.
fn take_bit(low: ptr<function, vec4<u32>>, high: ptr<function, vec4<u32>>) -> u32 {
    let is_low = any(*low != vec4<u32>(0u));
    let four = select(*high, *low, is_low);
    let some = four != vec4<u32>(0u);
    let word = select(select(select(3u, 2u, some.z), 1u, some.y), 0u, some.x);
    let bits = select(select(select(four.w, four.z, some.z), four.y, some.y), four.x, some.x);
    let rest = select(four, four & (four - 1u), vec4<u32>(word) == vec4<u32>(0u, 1u, 2u, 3u));
    *low = select(*low, rest, is_low);
    *high = select(rest, *high, is_low);
    return select(128u, 0u, is_low) + word * 32u + firstTrailingBit(bits);
}

// The light of the lamps that reach the surface's cell. Mesa's software driver runs eight pixels at once,
// never skips a branch and runs each loop at least once. The cheap inner loop therefore only finds the next
// lamp that shines on the pixel. The outer loop lights all eight pixels at once, each by its own lamp.
fn lamp_light(surface: Surface, to_eye: vec3<f32>, matte: vec3<f32>, gloss: vec3<f32>) -> vec3<f32> {
    let clip = globals.view_projection * vec4<f32>(surface.position, 1.0);
    let share = clip.xy / clip.w * vec2<f32>(0.5, -0.5) + 0.5;
    let cell = clamp(vec2<i32>(share * vec2<f32>(f32(CLUSTER_COLUMNS), f32(CLUSTER_ROWS))), vec2<i32>(0), vec2<i32>(CLUSTER_COLUMNS - 1, CLUSTER_ROWS - 1));
    let slice = clamp(i32(log2(max(clip.w, 1e-3)) * lamps.slice_scale + lamps.slice_offset), 0, CLUSTER_SLICES - 1);
    let texel = vec2<i32>(cell.x * 2, slice * CLUSTER_ROWS + cell.y);
    var low = textureLoad(lamp_words, texel, 0);
    var high = textureLoad(lamp_words, texel + vec2<i32>(1, 0), 0);
    let tiles = lamp_tiles();
    var sum = vec3<f32>(0.0);
    while any((low | high) != vec4<u32>(0u)) {
        var index = 0u;
        var ray: Ray;
        var looks = true;
        while looks {
            index = take_bit(&low, &high);
            ray = ray_from(index, surface);
            looks = ray.strength <= 0.0 && any((low | high) != vec4<u32>(0u));
        }
        sum += light_along(tiles, ray, index, surface, to_eye, matte, gloss);
    }
    return sum;
}

// The baked green light as a share of that on a wall in the open, 0 to 1: in a shaded courtyard haze receives
// less light, and there is less of the open's air.
fn air_in(green: f32) -> f32 {
    let open = 0.5 * (mix(globals.zenith.g, globals.horizon.g, 0.2) + globals.ground.g);
    // The wall hides a good third of the sky from its own foot.
    return clamp(1.5 * green / open, 0.0, 1.0);
}

// The share of the open's air around a position, 0 to 1, for unlit surfaces.
fn air_at(position: vec3<f32>) -> f32 {
    let place = position * globals.probe_scale + globals.probe_offset;
    return air_in(textureSampleLevel(probe_green, volume_sampler, place, 0.0).x);
}

// The color of a position behind haze; `share` is the share of the open's air around it.
fn with_fog(color: vec3<f32>, position: vec3<f32>, share: f32) -> vec3<f32> {
    if !INDIRECT_LIGHT {
        return color;
    }
    let offset = position - globals.eye;
    let far = length(offset);
    // Haze thins with height: this is its mean along the ray, from the heights of both ends.
    let low = clamp((globals.eye.y - globals.haze_base) * globals.inverse_haze_height, -1.0, 12.0);
    let high = clamp((position.y - globals.haze_base) * globals.inverse_haze_height, -1.0, 12.0);
    let rise = high - low;
    let level_way = abs(rise) < 1e-2;
    let slanted = (exp(-low) - exp(-high)) / select(rise, 1.0, level_way);
    let mean = select(slanted, exp(-0.5 * (low + high)), level_way);
    let thin = exp(-far * globals.haze_density * mean * share);
    let way = offset / max(far, 1e-4);
    let haze = sky_radiance(vec3<f32>(way.x, max(way.y, 0.0), way.z));
    return mix(haze * share, color, thin);
}

// The light from a surface to the eye, and in w the share of the open's air around it.
fn lit(surface: Surface) -> vec4<f32> {
    let to_eye = normalize(globals.eye - surface.position);
    let normal = surface.normal;
    let toward = max(dot(normal, to_eye), 1e-3);
    let gloss = mix(vec3<f32>(0.04 + surface.extra_gloss), surface.base, surface.metallic);
    let matte = surface.base * (1.0 - surface.metallic);

    let sun = globals.to_sun;
    let flat_facing = dot(surface.flat_normal, sun);
    let facing = max(dot(normal, sun), 0.0);
    let spot = ambient_openness(surface.position, surface.flat_normal);
    // The shadow maps let lines of light through the seams of thin-walled rooms, where the baked sun has
    // none.
    var visible = spot.y * clamp(flat_facing * 12.0, 0.0, 1.0);
    // If a pixel's center is not on the triangle, its position is beyond the end of the floor, in the sun
    // behind the wall. The sun is therefore sampled slightly nearer to the eye.
    let across = max(length(dpdx(surface.position)), length(dpdy(surface.position)));
    if visible * facing > 0.0 {
        visible *= sun_visibility(surface.position + to_eye * across, surface.flat_normal, min(flat_facing, 1.0));
    }
    // GGX with its visibility folded to 1 / (4 · LoH² · …) (Zioma, "Optimizing PBR for Mobile").
    let between = normalize(sun + to_eye);
    let alpha = surface.roughness * surface.roughness;
    let alpha2 = alpha * alpha;
    let nh = max(dot(normal, between), 0.0);
    let lh = max(dot(sun, between), 0.0);
    let spread = nh * nh * (alpha2 - 1.0) + 1.0;
    let glint = alpha2 / (spread * spread * max(lh * lh, 0.1) * (surface.roughness * 4.0 + 2.0));
    let direct = globals.sun_color * (facing * visible) * (matte + gloss * min(glint, 12.0));

    let baked = baked_light(surface.position, surface.flat_normal);
    let open = spot.x * surface.occlusion * body_occlusion(surface.position, surface.flat_normal);
    var around = baked_toward(baked, vec4<f32>(1.0, normal * (2.0 / 3.0)));
    // Corners of bright stone light each other, so they darken less than by their openness.
    var bounce = open + (1.0 - open) * open * surface.base * 0.6;
    if surface.has_lightmap {
        // A lightmap contains the shade of its own corners.
        around = surface.lightmap;
        bounce = vec3<f32>(surface.occlusion);
    }
    let mirrored = reflect(-to_eye, normal);
    let sharp = 1.0 - surface.roughness;
    // Two bands of harmonics contain no horizon, and polished metal needs one to look like metal.
    let band = 0.62 + 0.9 * exp(-7.0 * abs(mirrored.y - 0.08)) + 0.25 * max(mirrored.y, 0.0);
    var seen = baked_toward(baked, vec4<f32>(1.0, mirrored * (0.67 + 0.4 * sharp))) * mix(1.0, band, sharp);
    if REFLECTIONS {
        // Not in a branch of its own by the roughness: Mesa's software driver (LLVM 15) crashes when it
        // compiles that. `reflected_light` skips the costly part.
        let mirror = reflected_light(surface.position, surface.flat_normal, mirrored, surface.roughness, seen);
        seen = mix(seen, mirror.rgb, mirror.a);
    }
    // A fit of the environment's reflectance (Lazarov, "Getting More Physical in Call of Duty: Black Ops
    // II").
    let edge = exp2(-9.28 * toward);
    let r = surface.roughness * vec4<f32>(-1.0, -0.0275, -0.572, 0.022) + vec4<f32>(1.0, 0.0425, 1.04, -0.04);
    let fit = min(r.x * r.x, edge) * r.x + r.y;
    // A surface with almost no reflectance at normal incidence has no bright edge, either.
    let edged = mix(min((0.04 + surface.extra_gloss) * 50.0, 1.0), 1.0, surface.metallic);
    let reflectance = gloss * (fit * -1.04 + r.z) + (fit * 1.04 + r.w) * edged;
    let ambient = matte * around * bounce + seen * reflectance * clamp(open + toward * 0.2, 0.0, 1.0);

    var flash = vec3<f32>(0.0);
    if HAS_FLASHES {
        flash = matte * flash_light(surface.position, normal, surface.flat_normal);
    }
    var near = vec3<f32>(0.0);
    // Nested, because a condition of two parts is not removed when false.
    if HAS_LAMPS {
        if of_pixel(lamps.count, surface.position) > 0.0 {
            near = lamp_light(surface, to_eye, matte, gloss);
        }
    }
    let all = direct + ambient + flash + near + surface.emitted;
    return vec4<f32>(all, air_in(baked.green.x));
}
