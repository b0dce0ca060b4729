// The occlusion test of chunks against the depth drawn so far. The depth is reduced to tiles that keep the
// farthest of their pixels. A chunk is hidden if its box's nearest corner lies behind the farthest depth of
// every tile that it could touch. The variant of `furthest_at` for the number of samples comes before this
// file.

struct OcclusionView {
    view_projection: mat4x4<f32>,
    // The width and height of the frame, pixels.
    size: vec2<u32>,
    // The number of chunks.
    chunks: u32,
};

// The box around a chunk.
struct ChunkBox {
    low: vec3<f32>,
    high: vec3<f32>,
};

// The arguments of an indirect indexed draw.
struct DrawArguments {
    index_count: u32,
    instance_count: u32,
    first_index: u32,
    base_vertex: i32,
    first_instance: u32,
};

@group(0) @binding(0) var<uniform> view: OcclusionView;
// Depth runs from 1 near to 0 far away: the farthest is the least.
@group(0) @binding(2) var<storage, read_write> tiles: array<f32>;
@group(0) @binding(3) var<storage, read_write> blocks: array<f32>;
@group(0) @binding(4) var<storage, read> boxes: array<ChunkBox>;
// The draw arguments of each chunk, which is drawn once or not at all.
@group(0) @binding(5) var<storage, read_write> draws: array<DrawArguments>;
// 1 for each visible chunk, else 0.
@group(0) @binding(6) var<storage, read_write> shown: array<u32>;

// The most tiles per side of a box that is looked up in tiles; a larger box is looked up in blocks.
const FEW: u32 = 8u;

fn parts(size: vec2<u32>) -> vec2<u32> {
    return (size + TILE_SIDE - 1u) / TILE_SIDE;
}

@compute @workgroup_size(TILES_A_GROUP, TILES_A_GROUP)
fn tile(@builtin(global_invocation_id) at: vec3<u32>) {
    let count = parts(view.size);
    if any(at.xy >= count) {
        return;
    }
    let first = at.xy * TILE_SIDE;
    let end = min(first + TILE_SIDE, view.size);
    var furthest = 1.0;
    for (var y = first.y; y < end.y; y++) {
        for (var x = first.x; x < end.x; x++) {
            furthest = min(furthest, furthest_at(vec2<u32>(x, y)));
        }
    }
    tiles[at.y * count.x + at.x] = furthest;
}

@compute @workgroup_size(TILES_A_GROUP, TILES_A_GROUP)
fn block(@builtin(global_invocation_id) at: vec3<u32>) {
    let fine = parts(view.size);
    let count = parts(fine);
    if any(at.xy >= count) {
        return;
    }
    let first = at.xy * TILE_SIDE;
    let end = min(first + TILE_SIDE, fine);
    var furthest = 1.0;
    for (var y = first.y; y < end.y; y++) {
        for (var x = first.x; x < end.x; x++) {
            furthest = min(furthest, tiles[y * fine.x + x]);
        }
    }
    blocks[at.y * count.x + at.x] = furthest;
}

// Whether anything within the box could be nearer than the drawn depth. In doubt the answer is yes.
fn may_show(low: vec3<f32>, high: vec3<f32>) -> bool {
    var least = vec2<f32>(1e30);
    var most = vec2<f32>(-1e30);
    var nearest = 0.0;
    for (var corner = 0u; corner < 8u; corner++) {
        let upper = vec3<bool>((corner & 1u) != 0u, (corner & 2u) != 0u, (corner & 4u) != 0u);
        let clip = view.view_projection * vec4<f32>(select(low, high, upper), 1.0);
        // In front of the near plane, or behind the eye.
        if clip.w < 1e-4 || clip.z >= clip.w {
            return true;
        }
        let place = clip.xy / clip.w;
        least = min(least, place);
        most = max(most, place);
        nearest = max(nearest, clip.z / clip.w);
    }
    // One more pixel on each side, and slightly nearer, to allow for rounding elsewhere.
    nearest *= 1.00001;
    let size = vec2<f32>(view.size);
    let from_pixel = floor((vec2<f32>(least.x, -most.y) * 0.5 + 0.5) * size) - 1.0;
    let to_pixel = floor((vec2<f32>(most.x, -least.y) * 0.5 + 0.5) * size) + 1.0;
    if any(to_pixel < vec2<f32>(0.0)) || any(from_pixel >= size) {
        return false;
    }
    let first = vec2<u32>(max(from_pixel, vec2<f32>(0.0))) / TILE_SIDE;
    let last = vec2<u32>(min(to_pixel, size - 1.0)) / TILE_SIDE;
    let count = parts(view.size);
    if all(last - first < vec2<u32>(FEW)) {
        for (var y = first.y; y <= last.y; y++) {
            for (var x = first.x; x <= last.x; x++) {
                if nearest >= tiles[y * count.x + x] {
                    return true;
                }
            }
        }
        return false;
    }
    let width = parts(count).x;
    let end = last / TILE_SIDE;
    for (var y = first.y / TILE_SIDE; y <= end.y; y++) {
        for (var x = first.x / TILE_SIDE; x <= end.x; x++) {
            if nearest >= blocks[y * width + x] {
                return true;
            }
        }
    }
    return false;
}

@compute @workgroup_size(CHUNKS_A_GROUP)
fn test(@builtin(global_invocation_id) at: vec3<u32>) {
    let chunk = at.x;
    if chunk >= view.chunks {
        return;
    }
    let shows = select(0u, 1u, may_show(boxes[chunk].low, boxes[chunk].high));
    draws[chunk].instance_count = shows;
    shown[chunk] = shows;
}
