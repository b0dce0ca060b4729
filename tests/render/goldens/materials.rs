//! Pictures of what glTF's materials ask for, each on a block and a pillar in the sun.

use hexbound_level::{Filter, UvTransform, Vertex};

use super::*;

pub const TABLE: &[Row] = &[
    ("base-color-texture", base_color_texture),
    ("normal-map", normal_map),
    ("metallic-roughness", metallic_roughness),
    ("metallic-roughness-texture", metallic_roughness_texture),
    ("occlusion", occlusion),
    ("emissive", emissive),
    ("alpha-mask", alpha_mask),
    ("alpha-blend", alpha_blend),
    ("double-sided", double_sided),
    ("vertex-colors", vertex_colors),
    ("two-uv-sets", two_uv_sets),
    ("texture-transform", texture_transform),
    ("unlit", unlit_blocks),
    ("lightmap", lightmap),
];

const GLAZE: [f32; 3] = [0.30, 0.07, 0.04];
const BRASS: [f32; 3] = [0.43, 0.25, 0.07];

/// The part whose material is shown.
const SHOWN: usize = 1;

fn eye() -> View {
    looking(vec3(0.0, 1.55, 0.9), 0.0, -0.16)
}

/// The feature of a level whose shown material loses it.
fn shown(level: Level, take_away: impl FnOnce(&mut Material)) -> Feature {
    Feature::of_level(level, eye(), |level| take_away(&mut level.materials[SHOWN]))
}

/// Both of `material` on a floor before a wall, the sun over the left shoulder.
fn exhibit(material: Material) -> Level {
    let scene = block_and_pillar(floor())
        .part("wall")
        .cuboid(vec3(-5.5, 0.0, -6.3), vec3(5.5, 3.5, -6.0));
    let materials = vec![plain(LIMESTONE), material, plain(PLASTER)];
    lit(stage(scene, materials), vec3(0.55, -0.6, -0.6))
}

/// Red bricks with pale joints.
fn bricks(x: u32, y: u32) -> [u8; 4] {
    let shifted = x + if y / 4 % 2 == 1 { 4 } else { 0 };
    if y.is_multiple_of(4) || shifted.is_multiple_of(8) {
        [206, 198, 184, 255]
    } else if (shifted / 8 + y / 4).is_multiple_of(2) {
        [150, 62, 40, 255]
    } else {
        [178, 84, 52, 255]
    }
}

fn base_color_texture() -> Feature {
    let mut level = exhibit(plain([1.0; 3]));
    let tiles = tile(&mut level, 16, bricks);
    level.materials[SHOWN].base_color_texture = Some(tiles);
    shown(level, |it| it.base_color_texture = None)
}

/// Cushions of 8 by 8 texels.
fn cushions(x: u32, y: u32) -> [u8; 4] {
    let slope = |place: u32| ((place % 8) as f32 - 3.5) / 3.5;
    let normal = vec3(slope(x), -slope(y), 1.4).normalize();
    let [x, y, z] = ((normal * 0.5 + 0.5) * 255.0).round().to_array();
    [x as u8, y as u8, z as u8, 255]
}

fn normal_map() -> Feature {
    let mut level = exhibit(Material {
        roughness: 0.5,
        ..plain(PLASTER)
    });
    let mut bumps = tile(&mut level, 16, cushions);
    bumps.sampler.filter = Filter::Linear;
    level.materials[SHOWN].normal.texture = Some(bumps);
    shown(level, |it| it.normal.factor = 0.0)
}

/// Spheres from polished to dull: brass over glazed clay.
fn metallic_roughness() -> Feature {
    let mut scene = floor();
    let mut materials = vec![plain(LIMESTONE)];
    let mut centers = vec![Vec3::ZERO];
    for (metallic, base, height) in [(1.0, BRASS, 2.0), (0.0, GLAZE, 0.75)] {
        for (index, roughness) in [0.1, 0.3, 0.5, 0.75, 1.0].into_iter().enumerate() {
            let center = vec3(1.15 * (index as f32 - 2.0), height, -4.0);
            scene = sphere(scene.part("sphere"), center, 0.52);
            centers.push(center);
            materials.push(Material {
                metallic,
                roughness,
                ..plain(base)
            });
        }
    }
    let mut level = lit(stage(scene, materials), vec3(0.4, -0.5, -0.75));
    for (part, center) in centers.iter().enumerate().skip(1) {
        round(&mut level, part, *center);
    }
    Feature::of_level(level, eye(), |level| {
        for material in &mut level.materials[1..] {
            (material.metallic, material.roughness) = (0.5, 0.5);
        }
    })
}

/// Polished brass and dull clay, in squares.
fn metallic_roughness_texture() -> Feature {
    let mut level = exhibit(Material {
        metallic: 1.0,
        ..plain([0.5, 0.36, 0.17])
    });
    let inlay = tile(&mut level, 16, |x, y| {
        let is_metal = (x / 4 + y / 4).is_multiple_of(2);
        [[0, 255, 0, 255], [0, 60, 255, 255]][usize::from(is_metal)]
    });
    level.materials[SHOWN].metallic_roughness_texture = Some(inlay);
    shown(level, |it| it.metallic_roughness_texture = None)
}

/// Dark joints where no sun shines.
fn occlusion() -> Feature {
    let mut level = exhibit(plain([0.7; 3]));
    level = lit(level, vec3(0.2, -0.6, 0.7));
    let joints = tile(&mut level, 16, |x, y| {
        let from_joint = (x % 8).min(7 - x % 8).min((y % 8).min(7 - y % 8));
        [[20, 110, 200, 255][from_joint as usize], 0, 0, 255]
    });
    level.materials[SHOWN].occlusion.texture = Some(joints);
    shown(level, |it| it.occlusion.factor = 0.0)
}

/// Teal seams that shine in a dark hall.
fn emissive() -> Feature {
    let hall = SceneBuilder::new()
        .part("hall")
        .room(vec3(-4.0, 0.0, -6.5), vec3(4.0, 3.5, 2.0));
    let scene = block_and_pillar(hall);
    let mut dark = plain([0.05; 3]);
    dark.emissive = [1.2; 3];
    let mut level = stage(scene, vec![plain([0.3, 0.28, 0.25]), dark]);
    let seams = tile(&mut level, 16, |x, y| {
        [[0, 0, 0, 255], [63, 224, 197, 255]][usize::from((x + y) % 8 < 2)]
    });
    level.materials[SHOWN].emissive_texture = Some(seams);
    shown(level, |it| it.emissive_texture = None)
}

/// A lattice, what is behind it, and the shadow of its bars.
fn alpha_mask() -> Feature {
    let scene = floor()
        .part("block")
        .cuboid(vec3(0.2, 0.0, -6.4), vec3(2.4, 2.2, -4.9));
    let scene = wall(scene.part("lattice"), vec3(-0.4, 1.2, -3.4), 1.2);
    let lattice = Material {
        double_sided: true,
        alpha: Alpha::Mask { cutoff: 0.5 },
        ..plain([1.0; 3])
    };
    let materials = vec![plain(LIMESTONE), plain(PLASTER), lattice];
    let mut level = lit(stage(scene, materials), vec3(0.5, -0.6, -0.4));
    let bars = tile(&mut level, 16, |x, y| {
        let is_bar = x % 8 < 3 || y % 8 < 3;
        [120, 74, 30, if is_bar { 255 } else { 0 }]
    });
    level.materials[2].base_color_texture = Some(bars);
    Feature::of_level(level, eye(), |level| {
        level.materials[2].alpha = Alpha::Opaque;
    })
}

/// Colored panes, one behind the other.
fn alpha_blend() -> Feature {
    let mut scene = floor()
        .part("block")
        .cuboid(vec3(-0.9, 0.0, -6.4), vec3(1.1, 1.5, -4.9));
    let mut materials = vec![plain(LIMESTONE), plain(PLASTER)];
    let panes = [
        (-0.9, -3.0, [0.7, 0.03, 0.02, 0.5]),
        (0.0, -3.5, [0.04, 0.5, 0.06, 0.5]),
        (0.9, -4.0, [0.03, 0.08, 0.75, 0.5]),
    ];
    for (x, z, base_color) in panes {
        scene = wall(scene.part("pane"), vec3(x, 1.25, z), 0.95);
        materials.push(Material {
            base_color,
            alpha: Alpha::Blend,
            double_sided: true,
            roughness: 0.4,
            ..plain([1.0; 3])
        });
    }
    let level = lit(stage(scene, materials), vec3(0.55, -0.6, -0.6));
    Feature::of_level(level, eye(), |level| {
        for material in &mut level.materials[2..] {
            material.alpha = Alpha::Opaque;
        }
    })
}

/// A screen of three sheets, folded, of which the eye sees two from behind.
fn double_sided() -> Feature {
    let scene = floor().part("screen");
    let folds = [
        [-2.0, -3.6],
        [-0.9, -4.4],
        [0.3, -3.2],
        [1.2, -4.4],
        [2.2, -3.4],
    ];
    let scene = folds.windows(2).fold(scene, |scene, pair| {
        let at = |fold: [f32; 2], y: f32| vec3(fold[0], y, fold[1]);
        let [a, b] = [pair[0], pair[1]];
        // From behind.
        scene.quad(at(b, 0.0), at(a, 0.0), at(a, 1.9), at(b, 1.9))
    });
    let sheet = Material {
        double_sided: true,
        ..plain([0.11, 0.25, 0.19])
    };
    let materials = vec![plain(LIMESTONE), sheet];
    let level = lit(stage(scene, materials), vec3(0.6, -0.5, -0.55));
    shown(level, |it| it.double_sided = false)
}

fn vertex_colors() -> Feature {
    let mut level = exhibit(plain([0.8; 3]));
    let range = level.mesh.parts[SHOWN].indices.clone();
    let shown = level.mesh.indices[range.start as usize..range.end as usize].to_vec();
    for index in shown {
        let vertex = &mut level.mesh.vertices[index as usize];
        let [x, y, _] = vertex.position;
        let (high, aside) = ((y / 1.9).clamp(0.0, 1.0), (x / 3.8 + 0.5).clamp(0.0, 1.0));
        vertex.color = [high, 0.25 + 0.5 * aside, 1.0 - high, 1.0];
    }
    Feature::of_level(level, eye(), |level| {
        for vertex in &mut level.mesh.vertices {
            vertex.color = [1.0; 4];
        }
    })
}

/// Bricks by the first set; what shines, turned by an eighth, by the second.
fn two_uv_sets() -> Feature {
    let mut material = plain([1.0; 3]);
    material.emissive = [0.35; 3];
    let mut level = exhibit(material);
    let tiles = tile(&mut level, 16, bricks);
    let mut stripe = tile(&mut level, 8, |_, y| {
        let byte = if y % 4 == 0 { 255 } else { 0 };
        [0, byte, byte, 255]
    });
    stripe.uvs = UvPair::Second;
    level.materials[SHOWN].base_color_texture = Some(tiles);
    level.materials[SHOWN].emissive_texture = Some(stripe);
    turn_second_set(&mut level.mesh.vertices);
    stripe.uvs = UvPair::First;
    shown(level, |it| it.emissive_texture = Some(stripe))
}

fn turn_second_set(vertices: &mut [Vertex]) {
    for vertex in vertices {
        let [u, v] = vertex.uv;
        vertex.second_uv = [0.7 * (u + v), 0.7 * (v - u)];
    }
}

/// Bricks half as large, turned by half a radian.
fn texture_transform() -> Feature {
    let mut level = exhibit(plain([1.0; 3]));
    let tiles = tile(&mut level, 16, bricks);
    let transform = UvTransform {
        offset: [0.2, 0.4],
        rotation: 0.5,
        scale: [1.0, 0.5],
    };
    let mut turned = tiles;
    turned.transform = Some(transform);
    level.materials[SHOWN].base_color_texture = Some(turned);
    shown(level, |it| it.base_color_texture = Some(tiles))
}

/// The same color in light and shade.
fn unlit_blocks() -> Feature {
    let level = exhibit(unlit([0.05, 0.5, 0.4, 1.0]));
    shown(level, |it| it.unlit = false)
}

/// Light through six windows that only the map knows of.
fn lightmap() -> Feature {
    let scene = SceneBuilder::new()
        .part("hall")
        .room(vec3(-3.0, 0.0, -4.0), vec3(3.0, 3.0, 1.6));
    let scene = wall(scene.part("shown"), vec3(0.0, 1.35, -3.95), 1.2);
    let mut level = stage(scene, vec![plain([0.45; 3]), plain([0.75; 3])]);
    let mut light = tile(&mut level, 16, |x, y| {
        let is_window = x % 5 != 0 && ((2..7).contains(&y) || (8..13).contains(&y));
        [[46, 52, 70, 255], [255, 226, 178, 255]][usize::from(is_window)]
    });
    light.uvs = UvPair::Second;
    level.materials[SHOWN].lightmap.texture = Some(light);
    for vertex in &mut level.mesh.vertices {
        let [x, y, _] = vertex.position;
        vertex.second_uv = [(x + 1.2) / 2.4, (2.55 - y) / 2.4];
    }
    shown(level, |it| it.lightmap.texture = None)
}
