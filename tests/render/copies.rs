//! Surfaces in several places: the picture is that of the merged mesh, for fewer draws.

use std::f32::consts::TAU;

use crate::stage::*;

/// A globe of two materials: one colored by its vertices, and a shell with holes around it. 720
/// triangles each.
fn globe(file: &mut File) -> usize {
    let (around, rings) = (24_u16, 16_u16);
    let mut normals = Vec::new();
    for ring in 0..rings {
        let (up, out) = (f32::from(ring) / f32::from(rings - 1) * TAU / 2.0).sin_cos();
        for step in 0..=around {
            let (x, z) = (f32::from(step) / f32::from(around) * TAU).sin_cos();
            normals.push([x * up, out, z * up]);
        }
    }
    let mut corners: Vec<u16> = Vec::new();
    for ring in 0..rings - 1 {
        for step in 0..around {
            let here = ring * (around + 1) + step;
            let below = here + around + 1;
            corners.extend([here, below, below + 1, here, below + 1, here + 1]);
        }
    }
    let bytes: Vec<u8> = corners.iter().flat_map(|c| c.to_le_bytes()).collect();
    let indices = file.accessor(&bytes, 5123, "SCALAR", corners.len());
    let paint = |[x, y, _]: &[f32; 3]| [0.5 + 0.5 * x, 0.5 + 0.4 * y, 0.3, 1.0];
    let holes = |[x, y, z]: &[f32; 3]| [0.8, 0.3, 0.1, ((x * 9.0).sin() + y * z).clamp(0.0, 1.0)];
    let primitives = [(0.5_f32, 0), (0.65, 1)].map(|(radius, material)| {
        let far = |normal: &[f32; 3]| normal.map(|it| it * radius);
        let positions: Vec<_> = normals.iter().map(far).collect();
        let colors: Vec<_> = match material {
            0 => normals.iter().map(paint).collect(),
            _ => normals.iter().map(holes).collect(),
        };
        json!({"material": material, "indices": indices, "attributes": {
            "POSITION": file.floats(&positions),
            "NORMAL": file.floats(&normals),
            "COLOR_0": file.floats(&colors),
        }})
    });
    file.json["materials"] = json!([
        {"name": "globe", "pbrMetallicRoughness": {"metallicFactor": 0, "roughnessFactor": 0.5}},
        {"name": "shell", "alphaMode": "MASK", "alphaCutoff": 0.4, "doubleSided": true,
            "pbrMetallicRoughness": {"metallicFactor": 0.0}},
    ]);
    let sun = json!({"lights": [{"type": "directional", "intensity": 3.0}]});
    file.json["extensions"] = json!({"KHR_lights_punctual": sun});
    file.push(
        "nodes",
        json!({"rotation": [-0.5, 0.3, 0.2, 0.8], "extensions": {"KHR_lights_punctual": {"light": 0}}}),
    );
    file.push("meshes", json!({"primitives": primitives}))
}

/// So many globes in rows 2 m apart on a floor, turned, and stretched or mirrored.
fn field(count: u16) -> Level {
    let mut file = File::new().with_floor(0.0);
    let mesh = globe(&mut file);
    let node = file.node("globes", mesh);
    let rows = f32::from(count).sqrt().ceil();
    let numbers = || (0..count).map(f32::from);
    let place = |n: f32| {
        let [across, along] = [n % rows - rows / 2.0, (n / rows).floor()];
        [across * 2.0, 0.7, 6.0 - along * 2.0]
    };
    let places: Vec<_> = numbers().map(place).collect();
    let turn = |n: f32| [0.0, (n * 0.4).sin(), 0.0, (n * 0.4).cos()];
    let turns: Vec<_> = numbers().map(turn).collect();
    let sizes = [[-1.0, 1.0, 1.0], [1.4, 0.7, 1.0], [1.0; 3], [1.0; 3]];
    let sizes: Vec<_> = (0..usize::from(count)).map(|it| sizes[it % 4]).collect();
    let attributes = json!({
        "TRANSLATION": file.floats(&places),
        "ROTATION": file.floats(&turns),
        "SCALE": file.floats(&sizes),
    });
    file.json["nodes"][node]["extensions"] =
        json!({"EXT_mesh_gpu_instancing": {"attributes": attributes}});
    file.level()
}

/// The same, drawn as one mesh.
fn merged(level: &Level) -> Level {
    let mut level = level.clone();
    level.mesh.instance_groups.clear();
    level
}

#[test]
fn copies_look_as_the_merged_mesh_does() {
    let Some(mut device) = device() else { return };
    let level = field(64);
    let groups = level.mesh.instance_groups.iter().map(|it| it.places.len());
    assert_eq!(groups.collect::<Vec<_>>(), [48, 16, 48, 16]);
    let view = looking(level.to_local(dvec3(0.4, 2.4, 8.0)), 0.1, -0.3);
    let copied = device.picture(&level, &view);
    let whole = device.picture(&merged(&level), &view);
    let others = share_that_differs(&copied, &whole, 6);
    // A sample on an edge may fall to the other side.
    assert!(others < 0.002, "{others}");
    let mut wrong = level.clone();
    wrong.mesh.instance_groups[1].places.clear();
    wrong.mesh.instance_groups[3].places.clear();
    let lacking = share_that_differs(&device.picture(&wrong, &view), &whole, 6);
    // What is no copy is drawn merged.
    assert!(lacking < 0.002, "{lacking}");
    let triangles = wrong.mesh.instance_groups[1].indices.chunks_exact_mut(3);
    triangles.for_each(|it| it.swap(1, 2));
    wrong.mesh.instance_groups[1].places = level.mesh.instance_groups[1].places.clone();
    let inside_out = share_that_differs(&device.picture(&wrong, &view), &whole, 6);
    assert!(inside_out > 0.01, "{inside_out}");
}

#[test]
fn draws_grow_with_surfaces_and_not_with_copies() {
    let Some(mut device) = device() else { return };
    let mut drawn = |count, yaw: f32| {
        let level = field(count);
        let eye = level.to_local(dvec3(0.0, 2.0, 8.0));
        device.picture(&level, &looking(eye, 0.0, -0.2));
        (0..8).for_each(|_| drop(device.again(&looking(eye, yaw, -0.2))));
        *device.offscreen().figures()
    };
    let (few, many) = (drawn(16, 0.0), drawn(400, 0.0));
    assert_eq!(few.scene.draws, many.scene.draws);
    assert!(many.scene.triangles > few.scene.triangles + 150_000);
    let away = drawn(400, 3.1);
    assert_eq!(away.pipelines, many.pipelines);
    let (away, many) = (away.scene, many.scene);
    let is_less = away.triangles + 300_000 < many.triangles;
    assert!(is_less, "{away:?} {many:?}");
    assert!(many.draws <= away.draws + 5, "{away:?} {many:?}");
}

#[test]
fn shadows_of_copies_are_those_of_the_merged_mesh() {
    let Some(mut device) = device() else { return };
    let level = field(36);
    let above = looking(level.to_local(dvec3(0.0, 9.0, 1.0)), 0.0, -1.5);
    let lit = |mut level: Level| {
        level.lighting.sun = sun(vec3(0.5, -0.6, 0.2));
        level
    };
    let copied = device.picture(&lit(level.clone()), &above);
    let whole = device.picture(&lit(merged(&level)), &above);
    assert!(share_that_differs(&copied, &whole, 6) < 0.004);
    let mut bare = merged(&level);
    let copies = bare.mesh.parts[1..].iter_mut();
    copies.for_each(|part| part.visible = false);
    assert!(largest_difference(&device.picture(&lit(bare), &above), &whole) > 40);
}
