//! Seed maps of Quake's family: a room as source, and one compiled for Half-Life, whose textures have
//! a palette.

/// The minimum and the maximum corner of the compiled room, map units.
const ROOM: [[i32; 3]; 2] = [[0, 0, 0], [256, 256, 128]];

/// A room of six brushes with a door, a lift, a curve, water, a lamp and a start.
pub(super) const SOURCE_ROOM: &[u8] = include_bytes!("../data/room.map");

/// Returns a compiled room with one texture.
pub(super) fn compiled() -> Vec<u8> {
    let entities = "{\n\"classname\" \"worldspawn\"\n}\n{\n\"classname\" \"info_player_start\"\n\
        \"origin\" \"64 128 24\"\n\"angles\" \"0 90 0\"\n}\n\0";
    let corners: Vec<[f32; 3]> = (0..8)
        .map(|corner| [0, 1, 2].map(|axis| ROOM[corner >> axis & 1][axis] as f32))
        .collect();
    // Clockwise as seen from inside.
    let faces = [
        [0, 4, 6, 2],
        [1, 3, 7, 5],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 2, 3, 1],
        [4, 5, 7, 6],
    ];
    let edges: Vec<[u16; 2]> = (faces.iter())
        .flat_map(|face| [0, 1, 2, 3].map(|at| [face[at], face[(at + 1) % 4]]))
        .collect();
    let surface_edges: Vec<i32> = (0..edges.len() as i32).collect();
    let face = |index: u32| {
        let words: [&[u8]; 4] = [
            &[0; 4],
            &(index * 4).to_le_bytes(),
            &[4, 0, 0, 0],
            &[0, 255, 255, 255],
        ];
        [words.concat(), (-1_i32).to_le_bytes().to_vec()].concat()
    };
    let axes = [1.0_f32, 0.0, 0.0, 0.0, 0.0, -1.0, -1.0, 0.0];
    let bounds: Vec<f32> = ROOM.iter().flatten().map(|at| *at as f32).collect();
    let model = [
        bytemuck::cast_slice(&bounds).to_vec(),
        vec![0; 12 + 20],
        [0_u32, 6].map(u32::to_le_bytes).concat(),
    ];
    let mut lumps: [Vec<u8>; 15] = Default::default();
    lumps[0] = entities.as_bytes().to_vec();
    lumps[2] = textures();
    lumps[3] = bytemuck::cast_slice(&corners).to_vec();
    lumps[6] = [bytemuck::cast_slice(&axes), &[0; 8]].concat();
    lumps[7] = (0..6).flat_map(face).collect();
    lumps[12] = bytemuck::cast_slice(&edges).to_vec();
    lumps[13] = bytemuck::cast_slice(&surface_edges).to_vec();
    lumps[14] = model.concat();
    file(30, &lumps)
}

/// Returns a compiled map of format version `version` with these lumps.
fn file(version: u32, lumps: &[Vec<u8>]) -> Vec<u8> {
    let mut head = version.to_le_bytes().to_vec();
    let mut at = head.len() + lumps.len() * 8;
    for lump in lumps {
        head.extend((at as u32).to_le_bytes());
        head.extend((lump.len() as u32).to_le_bytes());
        at += lump.len();
    }
    [head, lumps.concat()].concat()
}

/// Returns a texture lump with one texture of 16 by 16 pixels in two colors.
fn textures() -> Vec<u8> {
    let mut lump = [1_u32, 8].map(u32::to_le_bytes).concat();
    lump.extend(b"wall\0\0\0\0\0\0\0\0\0\0\0\0");
    for field in [16, 16, 40, 40 + 256, 40 + 320, 40 + 336_u32] {
        lump.extend(field.to_le_bytes());
    }
    lump.extend((0..256 + 64 + 16 + 4).map(|pixel| u8::from(pixel % 3 == 0)));
    lump.extend([0, 1]);
    lump.extend((0..768).map(|channel| if channel < 3 { 200 } else { 120 }));
    lump
}
