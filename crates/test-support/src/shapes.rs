//! Meshes for small files, as the corners of their triangles: counterclockwise as seen from outside.

/// A box of these half sides about the origin, meters.
pub fn cuboid(half: [f32; 3]) -> Vec<[f32; 3]> {
    let corner = |bits: usize| {
        [0, 1, 2].map(|axis| match bits >> axis & 1 {
            0 => -half[axis],
            _ => half[axis],
        })
    };
    // Bits: 1 = x, 2 = y, 4 = z; each side counterclockwise from outside.
    let sides = [
        [0, 4, 6, 2],
        [1, 3, 7, 5],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 2, 3, 1],
        [4, 5, 7, 6],
    ];
    let halves = |[a, b, c, d]: [usize; 4]| [a, b, c, a, c, d];
    sides.into_iter().flat_map(halves).map(corner).collect()
}

/// A box between its lowest and its highest corner.
pub fn cuboid_between(low: [f32; 3], high: &[f32]) -> Vec<[f32; 3]> {
    let half = [0, 1, 2].map(|axis| 0.5 * (high[axis] - low[axis]));
    let moved = |at: [f32; 3]| [0, 1, 2].map(|axis| at[axis] + low[axis] + half[axis]);
    cuboid(half).into_iter().map(moved).collect()
}

/// The same triangles seen from the other side.
pub fn inside_out(mut corners: Vec<[f32; 3]>) -> Vec<[f32; 3]> {
    let triangles = corners.chunks_exact_mut(3);
    triangles.for_each(|triangle| triangle.swap(1, 2));
    corners
}

/// A sphere of 12 by 6 quads about the origin, meters.
pub fn ball(radius: f32) -> Vec<[f32; 3]> {
    let at = |belt: u32, side: u32| {
        let (rise, width) = libm::sincosf((belt as f32 / 6.0 - 0.5) * std::f32::consts::PI);
        let (x, z) = libm::sincosf(side as f32 / 6.0 * std::f32::consts::PI);
        [x * width, rise, z * width].map(|part| part * radius)
    };
    let faces = (0..6).flat_map(|belt| (0..12).map(move |side| (belt, side)));
    let halves = |(belt, side): (u32, u32)| {
        let [a, b] = [at(belt, side), at(belt, side + 1)];
        let [c, d] = [at(belt + 1, side + 1), at(belt + 1, side)];
        [a, b, c, a, c, d]
    };
    faces.flat_map(halves).collect()
}

/// A mound over a square from −`reach` to `reach` along x and z, meters, of `count` by `count` quads.
pub fn mound(reach: f32, count: u32) -> Vec<[f32; 3]> {
    let at = |x: u32, z: u32| {
        let [x, z] = [x, z].map(|it| reach * (2.0 * it as f32 / count as f32 - 1.0));
        let rise = 1.4 * (1.0 - (x * x + z * z) / 7.0).max(0.0);
        [
            x,
            rise + 0.06 * libm::sinf(x * 5.0) * libm::cosf(z * 5.0),
            z,
        ]
    };
    let squares = (0..count).flat_map(|x| (0..count).map(move |z| (x, z)));
    let corners = |(x, z)| quad([at(x, z), at(x, z + 1), at(x + 1, z + 1), at(x + 1, z)]);
    squares.flat_map(corners).collect()
}

/// A tetrahedron with corners a meter along the axes.
pub fn tetrahedron() -> [[f32; 3]; 12] {
    let [o, x, y, z] = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    [o, y, x, o, z, y, o, x, z, x, y, z]
}

/// The two triangles of a quad whose corners run counterclockwise.
pub fn quad([a, b, c, d]: [[f32; 3]; 4]) -> [[f32; 3]; 6] {
    [a, b, c, a, c, d]
}
