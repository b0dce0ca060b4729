// The sky behind everything: gradient, sun and thin cloud.

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

@fragment
fn shade(in: Corner) -> @location(0) vec4<f32> {
    let direction = normalize(in.direction);
    var color = sky_radiance(direction);
    let toward = max(dot(direction, globals.sun_direction.xyz), 0.0);
    // Half a degree would be lost among the pixels: the disc is a degree wide.
    let disc = smoothstep(0.99985, 0.99993, toward);
    let halo = pow(toward, 350.0) * 1.2 + pow(toward, 40.0) * 0.22;
    color += globals.sun_color.rgb * (disc * 9.0 + halo);
    return vec4<f32>(color, 1.0);
}
