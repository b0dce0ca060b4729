// The sky behind everything: gradient, sun and thin clouds.

struct Corner {
    @builtin(position) position: vec4<f32>,
    @location(0) direction: vec3<f32>,
};

@vertex
fn corner(@builtin(vertex_index) index: u32) -> Corner {
    let place = screen_corner(index);
    var out: Corner;
    // Depth runs from 1 near to 0 far away.
    out.position = vec4<f32>(place, 0.0, 1.0);
    out.direction = (globals.to_direction * vec4<f32>(place, 0.5, 1.0)).xyz;
    return out;
}

// The opacity of thin clouds far overhead, stretched by the wind, 0 to 1.
fn cloud(direction: vec3<f32>) -> f32 {
    let place = direction.xz / (direction.y + 0.12) + vec2<f32>(globals.seconds * 0.004, 0.0);
    let streak = vec2<f32>(place.x * 0.8 + place.y * 0.4, place.y * 1.9 - place.x * 0.9);
    let broad = noise(streak * 0.8 + 3.0);
    let fine = noise(streak * 2.1 + broad * 1.5) * 0.6 + noise(streak * 5.3) * 0.28;
    // Wisps, without which clouds near the zenith look out of focus.
    let wisps = noise(streak * vec2<f32>(11.0, 17.0) + fine * 3.0) * 0.2;
    return smoothstep(0.86, 1.46, broad * 0.75 + fine + wisps) * smoothstep(0.03, 0.3, direction.y);
}

// The height of one mountain range, as the vertical component of a direction.
fn ridge(around: f32, seed: f32) -> f32 {
    let wave = sin(around * 3.0 + seed) * 0.5 + sin(around * 7.0 + seed * 2.3) * 0.3
        + abs(sin(around * 13.0 + seed * 4.1)) * 0.26 + abs(sin(around * 29.0 + seed)) * 0.12
        + sin(around * 61.0 + seed * 3.0) * 0.035;
    return wave;
}

@fragment
fn shade(in: Corner) -> @location(0) vec4<f32> {
    let direction = normalize(in.direction);
    var color = sky_radiance(direction);
    let toward = max(dot(direction, globals.to_sun), 0.0);
    let veil = cloud(direction);
    let lining = globals.horizon * 0.95 + globals.sun_color * (0.05 + 0.22 * pow(toward, 6.0));
    color = mix(color, lining, veil * 0.7);
    // Half a degree would be lost among the pixels: the disc is a degree wide.
    let disc = smoothstep(0.99985, 0.99993, toward) * (1.0 - veil * 0.7);
    let halo = pow(toward, 350.0) * 1.2 + pow(toward, 40.0) * 0.22;
    color += globals.sun_color * (disc * 9.0 + halo);
    // Two ranges of hills stand in the haze.
    let around = atan2(direction.x, direction.z);
    let blur = fwidth(direction.y) + 1e-5;
    let haze = sky_radiance(normalize(vec3<f32>(direction.x, 0.06, direction.z)));
    let far = 0.030 + 0.022 * ridge(around, 1.7);
    let near = 0.004 + 0.017 * ridge(around, 5.2);
    let far_hill = mix(haze * vec3<f32>(0.60, 0.66, 0.80), haze, smoothstep(far, -0.02, direction.y) * 0.55);
    // The valley in front of them is full of mist, which clears below the eye.
    let mist = mix(haze * vec3<f32>(0.40, 0.44, 0.56), haze * vec3<f32>(0.80, 0.80, 0.86), smoothstep(near, -0.09, direction.y));
    let near_hill = mix(mist, globals.ground, smoothstep(-0.08, -0.5, direction.y));
    color = mix(color, far_hill, smoothstep(blur, -blur, direction.y - far));
    color = mix(color, near_hill, smoothstep(blur, -blur, direction.y - near));
    return vec4<f32>(color, 1.0);
}
