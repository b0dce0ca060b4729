// Balls: eight hexagons with seams, and a glowing disc where each of the six planes touches. The default ball
// is dark lacquer with brass seams, a heavy one lead, a light one wood.

struct Corner {
    @builtin(position) clip: vec4<f32>,
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) own: vec3<f32>,
    @location(3) pulse: f32,
    @location(4) @interpolate(flat) finish: f32,
};

fn turned(turn: vec4<f32>, way: vec3<f32>) -> vec3<f32> {
    let across = 2.0 * cross(turn.xyz, way);
    return way + turn.w * across + cross(turn.xyz, across);
}

@vertex
fn place(
    @location(0) position: vec3<f32>,
    @location(1) center_radius: vec4<f32>,
    @location(2) turn: vec4<f32>,
    @location(3) phase: f32,
    // 0 for lacquer and brass, 1 for lead, 2 for wood.
    @location(4) finish: f32,
) -> Corner {
    let normal = turned(turn, position);
    let at = center_radius.xyz + normal * center_radius.w;
    let pulse = 0.8 + 0.2 * sin(globals.seconds * 2.4 + phase);
    let clip = globals.view_projection * vec4<f32>(at, 1.0);
    return Corner(clip, at, normal, position, pulse, finish);
}

// A finish: the colors and the roughness of the hexagons and of the seams.
struct Finish {
    base: vec3<f32>,
    metallic: f32,
    roughness: f32,
    seam: vec3<f32>,
    seam_metallic: f32,
    seam_roughness: f32,
};

fn lacquer() -> Finish {
    return Finish(vec3<f32>(0.030, 0.042, 0.048), 0.0, 0.32, vec3<f32>(0.46, 0.27, 0.085), 1.0, 0.36);
}

// Cast lead: dull, with dark dents everywhere.
fn lead(own: vec3<f32>) -> Finish {
    let dents = noise(own.xy * 7.0 + own.zz * 5.0) * noise(own.yz * 6.0 - own.xx * 4.0);
    let base = mix(vec3<f32>(0.17, 0.18, 0.20), vec3<f32>(0.07, 0.074, 0.086), dents);
    return Finish(base, 0.6, 0.62 + 0.2 * dents, vec3<f32>(0.035, 0.036, 0.042), 0.4, 0.7);
}

// Wood turned from one piece, with rings around an axis and the grain along it.
fn wood(own: vec3<f32>) -> Finish {
    let across = own.xz + 0.12 * vec2<f32>(noise(own.yx * 3.0), noise(own.yz * 3.0 + 7.0));
    let rings = 0.5 + 0.5 * sin(length(across + vec2<f32>(0.55, 0.2)) * 38.0);
    let fibers = noise(vec2<f32>(atan2(across.y, across.x) * 14.0, own.y * 2.5));
    let base = mix(vec3<f32>(0.43, 0.245, 0.105), vec3<f32>(0.24, 0.115, 0.042), 0.65 * rings * rings + 0.35 * fibers);
    return Finish(base, 0.0, 0.52, vec3<f32>(0.46, 0.27, 0.085), 1.0, 0.40);
}

@fragment
fn shade(in: Corner) -> @location(0) vec4<f32> {
    let pattern = seams(in.own);
    let brass = pattern.x;
    let disc = pattern.y;
    var surface: Surface;
    surface.position = in.position;
    surface.normal = normalize(in.normal);
    surface.flat_normal = surface.normal;
    var finish = lacquer();
    if in.finish > 1.5 {
        finish = wood(normalize(in.own));
    } else if in.finish > 0.5 {
        finish = lead(normalize(in.own));
    }
    surface.base = mix(finish.base, finish.seam, brass);
    surface.metallic = mix(finish.metallic, finish.seam_metallic, brass);
    surface.roughness = mix(finish.roughness, finish.seam_roughness, brass);
    surface.occlusion = 1.0;
    surface.emitted = vec3<f32>(0.05, 0.75, 0.56) * (disc * in.pulse * SCREEN_WHITE / globals.exposure);
    let light = lit(surface);
    return vec4<f32>(with_fog(light.rgb, in.position, light.w), 1.0);
}
