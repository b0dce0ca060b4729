// Explosions: crossed quads whose fire is noise, cooling from yellow-white to smoke.

struct Corner {
    @builtin(position) clip: vec4<f32>,
    @location(0) position: vec3<f32>,
    @location(1) place: vec2<f32>,
    // How squarely the quad faces the eye, the alpha, the scale, and the seed.
    @location(2) state: vec4<f32>,
    // The height above the struck plane, meters.
    @location(3) above: f32,
    // The position in the axes of the nearest solid, and half that solid's side lengths.
    @location(4) own: vec3<f32>,
    @location(5) @interpolate(flat) sides: vec4<f32>,
};

@vertex
fn place(
    @builtin(vertex_index) index: u32,
    @location(0) center: vec3<f32>,
    @location(1) right: vec3<f32>,
    @location(2) up: vec3<f32>,
    // The alpha, the scale, and the seed.
    @location(3) state: vec3<f32>,
    // The normal and the offset of the struck plane.
    @location(4) plane: vec4<f32>,
    @location(5) near_x: vec4<f32>,
    @location(6) near_y: vec4<f32>,
    @location(7) near_z: vec4<f32>,
    @location(8) near_sides: vec4<f32>,
) -> Corner {
    let corner = vec2<f32>(f32(index & 1u), f32(index >> 1u)) * 2.0 - 1.0;
    let at = center + right * corner.x + up * corner.y;
    let facing = abs(dot(normalize(cross(right, up)), normalize(globals.eye - center)));
    let place = vec4<f32>(at, 1.0);
    let own = vec3<f32>(dot(near_x, place), dot(near_y, place), dot(near_z, place));
    return Corner(globals.view_projection * place, at, corner, vec4<f32>(facing, state), dot(plane, place), own, near_sides);
}

// The light by heat: core, flame, ember. Linear, and brighter than white.
fn fire(heat: f32) -> vec3<f32> {
    let ember = vec3<f32>(0.262, 0.025, 0.006);
    let flame = vec3<f32>(1.0, 0.36, 0.045) * 1.8;
    let core = vec3<f32>(1.0, 0.905, 0.552) * 9.0;
    let low = mix(ember, flame, smoothstep(0.12, 0.5, heat));
    return mix(low, core, smoothstep(0.5, 0.95, heat));
}

@fragment
fn shade(in: Corner) -> @location(0) vec4<f32> {
    let facing = in.state.x;
    let alpha = in.state.y;
    let scale = in.state.z;
    let seed = in.state.w;
    let out = length(in.place);
    // Turbulence drifts outward as the cloud grows.
    let drift = in.place * (2.6 - 0.5 * scale * 0.3) + vec2<f32>(seed * 7.3, seed * 3.1 - (1.0 - alpha) * 1.4);
    let billow = noise(drift) * 0.55 + noise(drift * 2.3 + 11.0) * 0.3 + noise(drift * 5.1 + 5.0) * 0.15;
    let body = clamp((1.0 - out) * 1.7 + (billow - 0.5) * 1.5 - 0.12, 0.0, 1.0);
    let age = 1.0 - alpha;
    // White for a tenth of a second, flames for half a second, then smoke.
    let heat = clamp(body * (1.3 - 1.2 * age) + (billow - 0.5) * 0.35, 0.0, 1.0) * min(1.15 * exp(-3.6 * age), 1.0);
    // Quads seen edge-on and quads that cut into walls fade instead of showing a line.
    let field = field_at(in.position);
    let clear = min(min(in.above, field.x + 0.03), outside(in.own, in.sides) + 0.01);
    // A quad right in front of the eye must not blind the player.
    let near = smoothstep(0.25, 1.3, distance(in.position, globals.eye));
    let soft = near * smoothstep(0.05, 0.55, facing) * smoothstep(0.0, 0.05 + 0.06 * scale, clear);
    // Dense for half its life, to stand out from a bright background.
    let cover = body * min(alpha * 2.4, 1.0) * soft * (1.0 - smoothstep(0.82, 1.0, out));
    // Smoke is lit by its surroundings. Fire emits light but hides its background as well, since light added
    // to a sunlit wall would only be white.
    let baked = baked_light(in.position, vec3<f32>(0.0));
    let around = vec3<f32>(baked.red.x, baked.green.x, baked.blue.x);
    let smoke = vec3<f32>(0.095, 0.08, 0.072) * (around + globals.sun_color * (0.12 * field.y)) * (0.6 + 0.8 * billow);
    let glow = fire(heat) * smoothstep(0.08, 0.4, heat) * globals.explosion_glow / globals.exposure;
    let opaque = cover * mix(1.0, 0.85, smoothstep(0.3, 0.9, heat));
    return vec4<f32>(smoke * opaque + glow * cover, opaque);
}
