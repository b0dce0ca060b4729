// Lines of one color each, equally bright on the screen whatever the exposure.

struct Corner {
    @builtin(position) clip: vec4<f32>,
    @location(0) color: vec3<f32>,
};

@vertex
fn place(@location(0) position: vec3<f32>, @location(1) color: vec3<f32>) -> Corner {
    return Corner(globals.view_projection * vec4<f32>(position, 1.0), color);
}

@fragment
fn shade(in: Corner) -> @location(0) vec4<f32> {
    return vec4<f32>(in.color * (SCREEN_WHITE / globals.exposure), 1.0);
}
