// The depth of a picture with one sample a pixel, for `occlusion.wgsl`.

@group(0) @binding(1) var depth: texture_depth_2d;

fn furthest_at(at: vec2<u32>) -> f32 {
    return textureLoad(depth, at, 0);
}
