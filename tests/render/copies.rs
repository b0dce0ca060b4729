//! Surfaces in several places: the picture is that of the merged mesh, for fewer draws.

use hexbound_level::SurfaceKind;
use test_support::shapes::mound;

use crate::stage::*;

/// A mound of two materials: one colored by its vertices, and a larger one with holes. 722 triangles
/// each.
fn mounds(file: &mut File) -> usize {
    let paint = |[x, y, _]: [f32; 3]| [0.5 + 0.5 * x, 0.5 + 0.4 * y, 0.3, 1.0];
    let holes = |[x, y, z]: [f32; 3]| [0.8, 0.3, 0.1, ((x * 9.0).sin() + y * z).clamp(0.0, 1.0)];
    let primitives = [(0.5, 0), (0.65, 1)].map(|(reach, material)| {
        let corners = mound(reach, 19);
        let each = corners.iter().copied();
        let colors: Vec<[f32; 4]> = match material {
            0 => each.map(paint).collect(),
            _ => each.map(holes).collect(),
        };
        json!({"material": material, "attributes": {
            "POSITION": file.floats(&corners),
            "COLOR_0": file.floats(&colors),
        }})
    });
    file.json["materials"] = json!([
        {"name": "tin metal", "pbrMetallicRoughness": {"metallicFactor": 0, "roughnessFactor": 0.5}},
        {"name": "holes", "alphaMode": "MASK", "alphaCutoff": 0.4, "doubleSided": true,
            "pbrMetallicRoughness": {"metallicFactor": 0.0}},
    ]);
    file.push("meshes", json!({"primitives": primitives}))
}

/// So many mounds in rows 2 m apart on a floor, turned, and stretched or mirrored.
fn field(count: u16) -> Level {
    let mut file = File::new().with_floor(0.0);
    let mesh = mounds(&mut file);
    let node = file.node("mounds", mesh);
    let rows = f32::from(count).sqrt().ceil();
    let numbers = || (0..count).map(f32::from);
    let place = |n: f32| {
        let [across, along] = [n % rows - rows / 2.0, (n / rows).floor()];
        [across * 2.0, -0.8, 6.0 - along * 2.0]
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
    file.json["extensionsRequired"] = json!(["EXT_mesh_gpu_instancing"]);
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
fn copies_are_solid_where_they_are_placed_and_of_their_material() {
    let level = field(64);
    let places = level.mesh.instance_groups.iter().flat_map(|it| &it.places);
    for place in places {
        let above = place.bounds.center() + Vec3::Y * 3.0;
        let hit = level.collision.ray_cast(above, Vec3::NEG_Y, 3.0);
        assert!(hit.is_some(), "{:?}", place.bounds);
    }
    let metal = (0..level.collision.len() as u32)
        .filter(|triangle| level.surface(*triangle).kind == SurfaceKind::Metal);
    assert_eq!(metal.count(), 64 * 722);
}

#[test]
fn draws_grow_with_surfaces_and_not_with_copies() {
    let Some(mut device) = device() else { return };
    let mut drawn = |count| {
        let level = field(count);
        let eye = level.to_local(dvec3(0.0, 2.0, 8.0));
        device.open(&level);
        [0.0, 3.1].map(|yaw| {
            (0..8).for_each(|_| drop(device.again(&looking(eye, yaw, -0.2))));
            *device.offscreen().figures()
        })
    };
    let ([few, _], [many, away]) = (drawn(16), drawn(400));
    assert_eq!(few.scene.draws, many.scene.draws);
    assert!(many.scene.triangles > few.scene.triangles + 150_000);
    assert_eq!(away.pipelines, many.pipelines);
    let (away, many) = (away.scene, many.scene);
    assert!(many.triangles > away.triangles + 300_000);
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
