// Ghosts: bodies without effect, drawn as transparent cages of seams. Each has the edges of its shape, and a
// disc where each of the six planes touches it. Hidden parts are drawn separately, faintly.

// The factor of the opacity; less than 1 for hidden parts.
override OPACITY: f32 = 1.0;

// The shape numbers of instances, as in `ghosts.rs`.
const ELLIPSOID: u32 = 0u;
const CAPSULE: u32 = 1u;
const CYLINDER: u32 = 2u;
const BOX: u32 = 3u;

// The color numbers of instances; any other number is teal.
const ORANGE: u32 = 1u;
const VIOLET: u32 = 2u;

// The number of seams from rim to rim of a cylinder.
const STAVES: f32 = 8.0;
const TURN: f32 = 6.2831853;

struct Corner {
    @builtin(position) clip: vec4<f32>,
    // The offset from the center of the body, meters.
    @location(0) place: vec3<f32>,
    @location(1) direction: vec3<f32>,
    @location(2) @interpolate(flat) half: vec3<f32>,
    @location(3) @interpolate(flat) straight: f32,
    @location(4) @interpolate(flat) shape: u32,
    @location(5) @interpolate(flat) color: u32,
};

@vertex
fn place(
    // The position on the unit sphere, cylinder or cube.
    @location(0) position: vec3<f32>,
    // The center, and half the length of a capsule's straight section.
    @location(1) center_straight: vec4<f32>,
    // The semi-axes, or half the side lengths.
    @location(2) half: vec3<f32>,
    @location(3) shape_color: vec2<u32>,
) -> Corner {
    let straight = center_straight.w;
    let way = position * half + vec3<f32>(0.0, sign(position.y) * straight, 0.0);
    let clip = globals.view_projection * vec4<f32>(center_straight.xyz + way, 1.0);
    return Corner(clip, way, position, half, straight, shape_color.x, shape_color.y);
}

// The distance of a position on a box from its nearest edge, meters.
fn from_edge(place: vec3<f32>, half: vec3<f32>) -> f32 {
    let within = max(half - abs(place), vec3<f32>(0.0));
    let least = min(within.x, min(within.y, within.z));
    let most = max(within.x, max(within.y, within.z));
    return within.x + within.y + within.z - least - most;
}

// The distance of a position on a cylinder from its nearest rim or stave, meters.
fn from_rim(place: vec3<f32>, half: vec3<f32>) -> f32 {
    let radial = length(place.xz);
    let rim = abs(half.y - abs(place.y)) + abs(half.x - radial);
    let stave = abs(fract(atan2(place.z, place.x) / TURN * STAVES + 0.5) - 0.5) * TURN / STAVES * radial;
    let is_side = radial > half.x * 0.98;
    return select(rim, min(rim, stave), is_side);
}

// The distance of a position on a capsule from the start of its round ends, or from two circles that cross at
// its ends, meters.
fn from_circle(place: vec3<f32>, straight: f32) -> f32 {
    return min(abs(abs(place.y) - straight), min(abs(place.x), abs(place.z)));
}

// The distance of a position from the nearest of the six extreme points along the axes, meters.
fn from_disc(place: vec3<f32>, reach: vec3<f32>) -> f32 {
    let off = abs(place);
    let along_x = length(vec3<f32>(off.x - reach.x, off.y, off.z));
    let along_y = length(vec3<f32>(off.x, off.y - reach.y, off.z));
    let along_z = length(vec3<f32>(off.x, off.y, off.z - reach.z));
    return min(along_x, min(along_y, along_z));
}

// The linear color of a color number.
fn color_of(number: u32) -> vec3<f32> {
    if number == ORANGE {
        return vec3<f32>(1.0, 0.25, 0.12);
    }
    return select(vec3<f32>(0.05, 0.75, 0.56), vec3<f32>(0.25, 0.03, 0.62), number == VIOLET);
}

@fragment
fn shade(in: Corner) -> @location(0) vec4<f32> {
    // Derivatives are undefined in non-uniform control flow.
    let pattern = seams(in.direction);
    let step = fwidth(in.place);
    // Half a seam's width, and at least a pixel.
    let width = max(0.045 * in.half.x, 0.9 * max(step.x, max(step.y, step.z)));
    let reach = in.half + vec3<f32>(0.0, in.straight, 0.0);
    var is_seam = max(pattern.x, pattern.y) >= 0.5;
    if in.shape != ELLIPSOID {
        var off = from_edge(in.place, in.half);
        if in.shape == CAPSULE {
            off = from_circle(in.place, in.straight);
        } else if in.shape == CYLINDER {
            off = from_rim(in.place, in.half);
        }
        is_seam = min(off, from_disc(in.place, reach) - 0.2 * in.half.x) < width;
    }
    if !is_seam {
        discard;
    }
    return vec4<f32>(color_of(in.color) * 1.2 / globals.exposure, OPACITY);
}
