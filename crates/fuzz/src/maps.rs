//! Small maps of Quake's family to begin from: a room as source, and one that is compiled for Half-Life,
//! whose textures bring their palette.

/// The room: its least and its largest corner in units of the map.
const ROOM: [[i32; 3]; 2] = [[0, 0, 0], [256, 256, 128]];

/// A room of six brushes with a door, a lift, a curve, water, a lamp and a start.
pub(super) fn source() -> Vec<u8> {
    let walls = [
        ([-16, -16, -16], [272, 272, 0], "floor"),
        ([-16, -16, 128], [272, 272, 144], "sky1"),
        ([-16, -16, 0], [0, 272, 128], "brick"),
        ([256, -16, 0], [272, 272, 128], "brick"),
        ([0, -16, 0], [256, 0, 128], "brick"),
        ([0, 256, 0], [256, 272, 128], "brick"),
        ([200, 200, 0], [256, 256, 16], "*water1"),
    ];
    let walls: String = walls
        .into_iter()
        .map(|(a, b, texture)| brush(a, b, texture))
        .collect();
    let patch = "{\npatchDef2\n{\ncurve\n( 3 3 0 0 0 )\n(\n\
        ( ( 20 20 0 0 0 ) ( 20 20 40 0 1 ) ( 20 20 80 0 2 ) )\n\
        ( ( 60 20 0 1 0 ) ( 60 20 40 1 1 ) ( 60 20 80 1 2 ) )\n\
        ( ( 60 60 0 2 0 ) ( 60 60 40 2 1 ) ( 60 60 80 2 2 ) )\n)\n}\n}\n";
    let door = brush([128, 100, 0], [136, 164, 96], "door");
    let lift = brush([16, 180, 0], [80, 240, 40], "lift");
    format!(
        "// Game: Quake\n{{\n\"classname\" \"worldspawn\"\n\"message\" \"A room\"\n{walls}{patch}}}\n\
         {{\n\"classname\" \"info_player_start\"\n\"origin\" \"64 128 24\"\n\"angle\" \"0\"\n}}\n\
         {{\n\"classname\" \"light\"\n\"origin\" \"128 64 100\"\n\"light\" \"200\"\n}}\n\
         {{\n\"classname\" \"func_door\"\n\"angle\" \"-1\"\n{door}}}\n\
         {{\n\"classname\" \"func_plat\"\n\"height\" \"32\"\n{lift}}}\n"
    )
    .into_bytes()
}

/// A box as a brush.
fn brush(least: [i32; 3], most: [i32; 3], texture: &str) -> String {
    // Of each side three points, clockwise as seen from outside.
    let steps: [([i32; 3], [[i32; 3]; 2]); 6] = [
        (least, [[0, 1, 0], [0, 0, 1]]),
        (most, [[0, 0, 1], [0, 1, 0]]),
        (least, [[0, 0, 1], [1, 0, 0]]),
        (most, [[1, 0, 0], [0, 0, 1]]),
        (least, [[1, 0, 0], [0, 1, 0]]),
        (most, [[0, 1, 0], [1, 0, 0]]),
    ];
    let sides = steps.map(|(from, ways)| {
        let point = |way: [i32; 3]| {
            let [x, y, z] = [0, 1, 2].map(|axis| from[axis] + way[axis]);
            format!("( {x} {y} {z} ) ")
        };
        let points = point([0; 3]) + &point(ways[0]) + &point(ways[1]);
        format!("{points}{texture} 0 0 0 1 1\n")
    });
    format!("{{\n{}}}\n", sides.concat())
}

/// A compiled room with one texture.
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
    let face = |number: u32| {
        let words: [&[u8]; 4] = [
            &[0; 4],
            &(number * 4).to_le_bytes(),
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

/// The file of that version with these lumps.
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

/// A lump with one texture of 16 by 16 pixels in two colors.
fn textures() -> Vec<u8> {
    let mut lump = [1_u32, 8].map(u32::to_le_bytes).concat();
    lump.extend(b"wall\0\0\0\0\0\0\0\0\0\0\0\0");
    for number in [16, 16, 40, 40 + 256, 40 + 320, 40 + 336_u32] {
        lump.extend(number.to_le_bytes());
    }
    lump.extend((0..256 + 64 + 16 + 4).map(|pixel| u8::from(pixel % 3 == 0)));
    lump.extend([0, 1]);
    lump.extend((0..768).map(|part| if part < 3 { 200 } else { 120 }));
    lump
}
