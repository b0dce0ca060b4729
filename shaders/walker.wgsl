// Walkers: statues of basalt in hexagonal blocks with seams of verdigris, whose eyes light up.

struct Corner {
    @builtin(position) clip: vec4<f32>,
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) own: vec3<f32>,
    @location(3) own_normal: vec3<f32>,
    // 0 basalt, 1 verdigris, 2 the glass of the eyes.
    @location(4) @interpolate(flat) stuff: f32,
    // The light of the eyes, and in w a random number per walker, which shifts its stone.
    @location(5) @interpolate(flat) glow: vec4<f32>,
};

@vertex
fn place(
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) stuff: f32,
    @location(7) row_x: vec4<f32>,
    @location(8) row_y: vec4<f32>,
    @location(9) row_z: vec4<f32>,
    @location(10) glow: vec4<f32>,
) -> Corner {
    let own = vec4<f32>(position, 1.0);
    let at = vec3<f32>(dot(row_x, own), dot(row_y, own), dot(row_z, own));
    let turned = vec3<f32>(dot(row_x.xyz, normal), dot(row_y.xyz, normal), dot(row_z.xyz, normal));
    return Corner(globals.view_projection * vec4<f32>(at, 1.0), at, turned, position, normal, stuff, glow);
}

// Noise over the statue's surface, by the plane nearest to each face.
fn stone_noise(own: vec3<f32>, normal: vec3<f32>, scale: f32) -> f32 {
    let share = normal * normal;
    return noise(own.yz * scale) * share.x + noise(own.xz * scale) * share.y + noise(own.xy * scale) * share.z;
}

@fragment
fn shade(in: Corner) -> @location(0) vec4<f32> {
    let eye_light = in.glow.rgb;
    let own_number = in.glow.w;
    let place = in.own + vec3<f32>(own_number * 7.0, own_number * 3.0, own_number * 5.0);
    let coarse = stone_noise(place, in.own_normal, 5.0);
    let fine = stone_noise(place, in.own_normal, 38.0);
    let is_glass = in.stuff > 1.5;
    let is_verdigris = in.stuff > 0.5 && !is_glass;
    // Rain has washed verdigris down from the seams, and dust lies on upward faces.
    let around = place.x * 31.0 + place.z * 23.0;
    let streak = smoothstep(0.52, 0.85, noise(vec2<f32>(around, place.y * 2.2)));
    let below_waist = smoothstep(0.40, 0.74, in.own.y) * step(in.own.y, 0.745);
    let below_neck = smoothstep(1.0, 1.3, in.own.y) * step(in.own.y, 1.34);
    let washed = streak * max(below_waist, below_neck) * 0.55;
    let dust = smoothstep(0.35, 0.95, in.own_normal.y) * (0.35 + 0.4 * coarse);
    let basalt = vec3<f32>(0.030, 0.034, 0.040) * (0.55 + 0.75 * coarse + 0.35 * fine);
    let verdigris = vec3<f32>(0.085, 0.212, 0.156) * (0.55 + 0.5 * coarse + 0.4 * fine);
    var base = mix(basalt, verdigris, select(washed, 1.0, is_verdigris));
    base = mix(base, vec3<f32>(0.30, 0.26, 0.20), dust * 0.45);
    base = select(base, vec3<f32>(0.012, 0.016, 0.018), is_glass);
    var surface: Surface;
    surface.position = in.position;
    surface.normal = normalize(in.normal);
    surface.flat_normal = surface.normal;
    surface.base = base;
    surface.metallic = 0.0;
    surface.roughness = select(0.62 + 0.25 * fine, 0.18, is_glass);
    surface.occlusion = 1.0;
    let lights = select(0.0, 1.0, is_glass) * SCREEN_WHITE / globals.exposure;
    surface.emitted = eye_light * lights * 1.6;
    let light = lit(surface);
    return vec4<f32>(with_fog(light.rgb, in.position, light.w), 1.0);
}
