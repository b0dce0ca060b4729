// Debug lines of a constant width and translucent faces, equally bright at any exposure. Their hidden parts
// are drawn separately, faintly.

struct Corner {
    @builtin(position) clip: vec4<f32>,
    @location(0) color: vec4<f32>,
};

// The factor of the opacity; less than 1 for hidden parts.
override OPACITY: f32 = 1.0;

// The width of a line in a frame 720 pixels high, pixels.
override WIDTH: f32 = 2.2;
// The distance from the eye below which lines are cut off, meters.
const NEAR: f32 = 0.06;
// The factor of a line's distance at drawing: closer to the eye, so that lines on a surface stay visible. The
// image of the line does not change.
const TOWARD: f32 = 0.998;

fn clip_of(position: vec3<f32>) -> vec4<f32> {
    return globals.view_projection * vec4<f32>(mix(globals.eye, position, TOWARD), 1.0);
}

fn seen(color: vec4<f32>, brightness: f32) -> vec4<f32> {
    return vec4<f32>(color.rgb * (brightness / globals.exposure), color.a * OPACITY);
}

@vertex
fn place_line(
    @builtin(vertex_index) index: u32,
    @location(0) from_end: vec3<f32>,
    @location(1) to_end: vec3<f32>,
    @location(2) color: vec4<f32>,
) -> Corner {
    var from_clip = clip_of(from_end);
    var to_clip = clip_of(to_end);
    if max(from_clip.w, to_clip.w) < NEAR {
        return Corner(vec4<f32>(0.0, 0.0, -1.0, 1.0), color);
    }
    let whole = to_clip - from_clip;
    if from_clip.w < NEAR {
        from_clip += whole * ((NEAR - from_clip.w) / whole.w);
    }
    if to_clip.w < NEAR {
        to_clip -= whole * ((to_clip.w - NEAR) / whole.w);
    }
    let half_size = globals.viewport * 0.5;
    let way = (to_clip.xy / to_clip.w - from_clip.xy / from_clip.w) * half_size;
    let along = way / max(length(way), 1e-4);
    // Wider lines stay wider in small frames, too.
    let thickness = WIDTH * max(globals.viewport.y / 720.0, 0.64);
    let aside = vec2<f32>(-along.y, along.x) * (thickness * 0.5) / half_size;
    let side = f32(index & 1u) * 2.0 - 1.0;
    var clip = select(from_clip, to_clip, index >= 2u);
    clip = vec4<f32>(clip.xy + aside * (side * clip.w), clip.z, clip.w);
    return Corner(clip, seen(color, SCREEN_WHITE));
}

@vertex
fn place_face(@location(0) position: vec3<f32>, @location(1) color: vec4<f32>) -> Corner {
    return Corner(clip_of(position), seen(color, 1.2));
}

@fragment
fn shade(in: Corner) -> @location(0) vec4<f32> {
    return in.color;
}
