// Scorch marks on the level's own triangles: dark soot, and embers while the mark is hot.

struct Corner {
    @builtin(position) clip: vec4<f32>,
    @location(0) position: vec3<f32>,
    @location(1) place: vec2<f32>,
    // The freshness, the heat and the seed.
    @location(2) @interpolate(flat) state: vec3<f32>,
};

@vertex
fn place(
    @location(0) position: vec3<f32>,
    @location(1) place: vec2<f32>,
    @location(2) state: vec3<f32>,
) -> Corner {
    // Slightly closer to the eye: in the distance, depth is too coarse for the mark's own height.
    let at = mix(position, globals.eye, 0.0015);
    return Corner(globals.view_projection * vec4<f32>(at, 1.0), position, place, state);
}

// Cracks in a lit target: jagged rays from the point of impact, with cross cracks between them, through which
// the target's light shows.
fn cracked(position: vec3<f32>, place: vec2<f32>, state: vec3<f32>) -> vec4<f32> {
    let out = length(place);
    let seed = state.z * 31.0;
    let around = atan2(place.y, place.x);
    let jagged = around + 0.45 * (noise(place * 5.0 + seed) - 0.5) + 0.2 * (noise(place * 13.0 + seed) - 0.5);
    // Seven rays; a sine avoids a seam at the angle's wrap.
    let ray = abs(sin(3.5 * jagged + seed)) * out;
    let ring = abs(sin(9.0 * (out + 0.22 * noise(place * 4.0 - seed)))) * 0.12 + 0.35 * smoothstep(0.2, 0.9, noise(place * 3.0 + seed * 2.0));
    let width = mix(0.035, 0.004, out);
    let line = max(1.0 - smoothstep(width, 2.5 * width, ray), (1.0 - smoothstep(0.01, 0.03, ring)) * step(out, 0.55));
    let reach = 1.0 - smoothstep(0.75, 1.0, out + 0.25 * noise(place * 6.0 + seed));
    let opaque = line * reach;
    let hot = 1.0 + 3.0 * state.y;
    let glow = vec3<f32>(0.55, 1.0, 0.88) * (1.6 * hot * opaque / globals.exposure);
    return vec4<f32>(glow, opaque);
}

@fragment
fn shade(in: Corner) -> @location(0) vec4<f32> {
    let out = length(in.place);
    if out > 1.0 {
        discard;
    }
    let around = atan2(in.place.y, in.place.x);
    let seed = in.state.z * 57.0;
    let billow = noise(in.place * 3.0 + seed) * 0.55 + noise(in.place * 7.5 + seed) * 0.3 + noise(in.place * 17.0 + seed) * 0.15;
    // Rays of soot from the impact.
    let rays = noise(vec2<f32>(cos(around), sin(around)) * 4.5 + seed * 1.7);
    let edge = 0.56 + 0.4 * rays;
    let soot = (1.0 - smoothstep(edge * 0.15, edge, out)) * (0.55 + 0.75 * billow);
    let opaque = clamp(soot * 1.35, 0.0, 0.94) * in.state.x;
    if in.state.z >= 1.0 {
        return cracked(in.position, in.place, in.state);
    }
    // Burned surfaces are rough and reflect little light.
    let baked = baked_light(in.position, vec3<f32>(0.0));
    let light = vec3<f32>(baked.red.x, baked.green.x, baked.blue.x) + globals.sun_color * (0.1 * field_at(in.position).y);
    let charred = mix(vec3<f32>(0.035, 0.030, 0.027), vec3<f32>(0.085, 0.068, 0.055), billow) * light;
    // Cracks of embers cool from the rim inward.
    let heat = in.state.y * in.state.y;
    let cracks = smoothstep(0.50, 0.74, billow + 0.22 * heat) * (1.0 - smoothstep(0.15, 0.2 + 0.45 * in.state.y, out));
    let ember = vec3<f32>(1.0, 0.27, 0.035) * (3.2 * heat * cracks * globals.explosion_glow / globals.exposure);
    return vec4<f32>(with_fog(charred, in.position, air_at(in.position)) * opaque + ember, opaque);
}
