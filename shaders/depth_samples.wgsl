// The depth of a frame with four samples per pixel, for `occlusion.wgsl`.

@group(0) @binding(1) var depth: texture_depth_multisampled_2d;

// The depth farthest from the eye. Depth runs from 1 near to 0 far away.
fn furthest_at(at: vec2<u32>) -> f32 {
    let first = min(textureLoad(depth, at, 0), textureLoad(depth, at, 1));
    return min(first, min(textureLoad(depth, at, 2), textureLoad(depth, at, 3)));
}
