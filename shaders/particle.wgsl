// Sparks, drawn along their path, and puffs of smoke and dust that face the eye.

struct Corner {
    @builtin(position) clip: vec4<f32>,
    @location(0) position: vec3<f32>,
    @location(1) place: vec2<f32>,
    // The kind, age, seed, and the remaining share of light of a particle widened to a pixel.
    @location(2) @interpolate(flat) state: vec4<f32>,
    // The position in the axes of the nearest solid, and half that solid's side lengths.
    @location(3) own: vec3<f32>,
    @location(4) @interpolate(flat) sides: vec4<f32>,
};

// The duration of the path that a spark shows, seconds.
const TRAIL: f32 = 0.022;

@vertex
fn place(
    @builtin(vertex_index) index: u32,
    @location(0) center: vec3<f32>,
    @location(1) velocity: vec3<f32>,
    // The radius (m), kind (0 spark, 1 smoke, 2 dust), age (0 to 1) and seed.
    @location(2) state: vec4<f32>,
    @location(5) near_x: vec4<f32>,
    @location(6) near_y: vec4<f32>,
    @location(7) near_z: vec4<f32>,
    @location(8) near_sides: vec4<f32>,
) -> Corner {
    let radius = state.x;
    let kind = state.y;
    let age = state.z;
    let seed = state.w;
    let corner = vec2<f32>(f32(index & 1u), f32(index >> 1u)) * 2.0 - 1.0;
    let offset = globals.eye - center;
    let far = max(length(offset), 0.05);
    let to_eye = offset / far;
    var at = center;
    var share = 1.0;
    if kind < 0.5 {
        // A spark is never thinner than a pixel, or it would flicker; it becomes dimmer instead.
        let pixel = far * globals.tan_half_field * 2.0 / globals.viewport.y;
        let width = max(radius, 0.7 * pixel);
        share = radius / width;
        let along = velocity * TRAIL + vec3<f32>(0.0, 1e-4, 0.0);
        let shown = along + normalize(along) * width;
        let aside = cross(shown, to_eye);
        at += shown * corner.y + aside * (corner.x * width / max(length(aside), 1e-5));
    } else {
        let right = normalize(cross(vec3<f32>(0.0, 1.0, 1e-3), to_eye));
        let up = cross(to_eye, right);
        let angle = seed * 6.283 + age * (seed - 0.5) * 2.0;
        let turned = vec2<f32>(corner.x * cos(angle) - corner.y * sin(angle), corner.x * sin(angle) + corner.y * cos(angle));
        at += (right * turned.x + up * turned.y) * radius;
    }
    let place = vec4<f32>(at, 1.0);
    let own = vec3<f32>(dot(near_x, place), dot(near_y, place), dot(near_z, place));
    let seen = vec4<f32>(kind, age, seed, share);
    return Corner(globals.view_projection * place, at, corner, seen, own, near_sides);
}

fn spark(in: Corner) -> vec4<f32> {
    let age = in.state.y;
    let seed = in.state.z;
    let share = in.state.w;
    let across = 1.0 - in.place.x * in.place.x;
    // A spark is brightest at its head.
    let along = smoothstep(-1.0, 0.6, in.place.y) * (1.0 - smoothstep(0.75, 1.0, in.place.y));
    let hot = vec3<f32>(1.0, 0.905, 0.552) * 16.0;
    let warm = vec3<f32>(1.0, 0.40, 0.063) * 7.0;
    let dying = vec3<f32>(0.6, 0.06, 0.01) * 2.0;
    var color = mix(hot, warm, smoothstep(0.0, 0.35, age));
    color = mix(color, dying, smoothstep(0.35, 1.0, age));
    // Sparks differ in brightness.
    let burning = (1.0 - age) * (0.5 + seed);
    let strength = across * across * along * burning * share;
    let light = color * (strength * globals.explosion_glow / globals.exposure);
    return vec4<f32>(light, 0.0);
}

fn puff(in: Corner) -> vec4<f32> {
    let out = length(in.place);
    if out > 1.0 {
        discard;
    }
    let age = in.state.y;
    let seed = in.state.z;
    let dusty = in.state.x > 1.5;
    let drift = in.place * 1.7 + vec2<f32>(seed * 37.0, seed * 11.0 - age * 0.9);
    let billow = noise(drift) * 0.6 + noise(drift * 2.7 + 4.0) * 0.4;
    let body = clamp((1.0 - out) * 1.5 + (billow - 0.5) * 1.3 - 0.1, 0.0, 1.0);
    // Thin where it meets a surface, so that no line shows there.
    let clear = min(field_at(in.position).x, outside(in.own, in.sides));
    let soft = smoothstep(0.0, 0.25, clear);
    let near = smoothstep(0.15, 0.8, distance(in.position, globals.eye));
    let dense = select(0.6, 0.22, dusty) * smoothstep(0.0, 0.12, age) * (1.0 - age) * (1.0 - age);
    let opaque = body * dense * soft * near;
    let stuff = select(vec3<f32>(0.17, 0.14, 0.12), vec3<f32>(0.50, 0.44, 0.36), dusty);
    let sun = globals.sun_color * (0.2 * field_at(in.position).y);
    let baked = baked_light(in.position, vec3<f32>(0.0));
    let around = vec3<f32>(baked.red.x, baked.green.x, baked.blue.x)
        + flash_light(in.position, vec3<f32>(0.0, 1.0, 0.0), vec3<f32>(0.0, 1.0, 0.0)) * 0.5;
    let lit = stuff * (around + sun) * (0.65 + 0.7 * billow);
    // Young smoke still glows from within.
    let ember = vec3<f32>(1.0, 0.30, 0.05) * (1.6 * body * (1.0 - smoothstep(0.0, 0.22, age)));
    let glow = select(ember * globals.explosion_glow / globals.exposure, vec3<f32>(0.0), dusty);
    return vec4<f32>((with_fog(lit, in.position, air_at(in.position)) + glow) * opaque, opaque);
}

@fragment
fn shade(in: Corner) -> @location(0) vec4<f32> {
    let kind = in.state.x;
    if kind < 0.5 {
        return spark(in);
    }
    return puff(in);
}
