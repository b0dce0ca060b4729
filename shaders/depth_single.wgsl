// The depth of a frame with one sample per pixel, for `occlusion.wgsl`.

@group(0) @binding(1) var depth: texture_depth_2d;

fn furthest_at(at: vec2<u32>) -> f32 {
    return textureLoad(depth, at, 0);
}
