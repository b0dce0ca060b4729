//! A level's digest: everything that its file decides, as JSON, without what is as usual.

use glam::Vec3;
use hexbound_collide::CollisionMesh;
use hexbound_level::{
    Accepted, Air, BodyClasses, Level, Material, MovingPart, Part, Prop, PropShape, Surface,
    Surfaces, Vertex,
};
use serde::Serialize;
use serde_json::{Value, json};

use crate::is_free_at_start;

/// The times at which movers are looked at, seconds.
const SECONDS: [f64; 5] = [0.0, 0.5, 1.0, 2.0, 2.5];

pub fn of(level: &Level) -> Value {
    let accepted = &level.intent.accepted;
    let mut play = json(&level.play);
    play["classes"] = changed(&level.play.classes, &BodyClasses::default());
    let ambience = level.ambience.iter().map(|it| {
        json!({"name": it.name, "sound": <&str>::from(it.sound), "volume": it.volume,
            "position": it.position, "radius": it.radius})
    });
    let materials = level.materials.iter();
    let images = level.images.iter();
    rounded(json!({
        "variant": level.reading.variant,
        "origin": level.origin,
        "solid": level.collision.len(),
        "surfaces": surfaces(&level.collision, &level.surfaces),
        "parts": each(&level.mesh.parts, |it| part(level, it)),
        "instance_groups": level.mesh.instance_groups.len(),
        "materials": materials.map(|it| changed(it, &Material::default())).collect::<Vec<_>>(),
        "images": images.map(|it| json!([it.name, it.width, it.height])).collect::<Vec<_>>(),
        "sun": level.lighting.sun,
        "air": changed(&level.lighting.air, &Air::default()),
        "lights": level.lighting.lights,
        "ambience": ambience.collect::<Vec<_>>(),
        "bumpers": level.bumpers,
        "movers": each(&level.movers, mover),
        "props": each(&level.props, prop),
        "spawn": level.spawn,
        "starts_in_wall": (!is_free_at_start(level)).then_some(true),
        "play": play,
        "accepted": (*accepted != Accepted::default()).then(|| format!("{accepted:?}")),
    }))
}

fn each<T>(list: &[T], digest: impl Fn(&T) -> Value) -> Vec<Value> {
    list.iter().map(digest).collect()
}

/// A part with the sum of its faces' areas along their normals, or what it holds if it is closed, and the
/// number of faces whose first normal is on their other side.
fn part(level: &Level, part: &Part) -> Value {
    let range = part.indices.start as usize..part.indices.end as usize;
    let vertex = |it: &u32| level.mesh.vertices[*it as usize];
    let vertices: Vec<Vertex> = level.mesh.indices[range].iter().map(vertex).collect();
    let (mut area, mut volume, mut inverted) = (Vec3::ZERO, 0.0, 0);
    for triangle in vertices.chunks_exact(3) {
        let [a, b, c] =
            [0, 1, 2].map(|at| Vec3::from(triangle[at].position) - part.bounds.center());
        let face = (b - a).cross(c - a) / 2.0;
        area += face;
        volume += a.dot(face) / 3.0;
        inverted += u32::from(face.dot(triangle[0].normal.into()) < -1e-6);
    }
    let is_closed = area.length() < 1e-3;
    let first = vertices[0];
    json!({"name": part.name, "triangles": vertices.len() / 3,
        "from": part.bounds.min, "to": part.bounds.max,
        "area": (!is_closed).then_some(area), "volume": is_closed.then_some(volume),
        "inverted": (inverted > 0).then_some(inverted),
        "material": (part.material > 0).then_some(part.material),
        "hidden": (!part.visible).then_some(true),
        "passable": (!part.solid).then_some(true),
        "mover": part.mover, "prop": part.prop,
        "animated": part.animated.map(|it| [it.min, it.max]),
        "uv": (first.uv != [0.0; 2]).then_some(first.uv),
        "second_uv": (first.second_uv != [0.0; 2]).then_some(first.second_uv),
        "color": (first.color != [1.0; 4]).then_some(first.color)})
}

/// The triangles of a mesh that are not as usual, with how many there are of each.
fn surfaces(mesh: &CollisionMesh, surfaces: &Surfaces) -> Vec<Value> {
    let mut found: Vec<(Surface, u32)> = Vec::new();
    for surface in (0..mesh.len() as u32).map(|triangle| surfaces.of(mesh, triangle)) {
        match found.iter_mut().find(|(known, _)| *known == surface) {
            Some((_, count)) => *count += 1,
            None => found.push((surface, 1)),
        }
    }
    found.retain(|(surface, _)| *surface != Surface::default());
    // In the order of their targets and triggers, whatever the order of the triangles.
    found.sort_by_key(|(surface, _)| (surface.target, surface.trigger));
    let digest =
        |(surface, count): (Surface, u32)| json!([changed(&surface, &Surface::default()), count]);
    found.into_iter().map(digest).collect()
}

/// A mover with the places of its middle and of its farthest corner.
fn mover(mover: &MovingPart) -> Value {
    let middle = mover.collision.bounds().center().as_dvec3();
    let corner = mover.collision.bounds().max.as_dvec3();
    let at = |seconds: f64| {
        let motion = mover.motion_at(seconds);
        [middle, corner].map(|it| motion.transform_point3(it))
    };
    json!({"name": mover.name, "solid": mover.collision.len(), "start": mover.start,
        "surfaces": surfaces(&mover.collision, &mover.surfaces),
         "middle_and_corner": SECONDS.map(at)})
}

fn prop(prop: &Prop) -> Value {
    let parts = prop.parts.iter().map(|part| {
        let shape = match &part.shape {
            PropShape::Sphere { radius } => json!({"sphere": radius}),
            PropShape::Box { half, .. } => json!({"box": half}),
            PropShape::Hull(hull) => json!({"hull": hull.corners.len()}),
        };
        let is_aside = part.center.length() > 1e-4;
        json!({"at": is_aside.then_some(part.center), "shape": shape,
            "forward": part.rotation * Vec3::NEG_Z,
            "surface": changed(&part.surface, &Surface::default())})
    });
    json!({"name": prop.name, "position": prop.position, "forward": prop.rotation * Vec3::NEG_Z,
        "gravity": prop.gravity, "mass": prop.mass, "seen": prop.mesh.len(),
        "solid": prop.solid.len(), "parts": parts.collect::<Vec<_>>()})
}

fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("plain data")
}

/// The fields that are not as usual.
fn changed<T: Serialize>(value: &T, usual: &T) -> Value {
    let (mut value, usual) = (json(value), json(usual));
    if let Some(fields) = value.as_object_mut() {
        fields.retain(|key, field| *field != usual[key]);
    }
    value
}

/// A value without what is empty, its numbers to a tenth of a millimeter, and of flags those set.
fn rounded(value: Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => {
            let number = (number.as_f64().unwrap_or_default() * 1e4).round() / 1e4;
            // Zero has no sign, and whole numbers have no point.
            match number.fract() == 0.0 && number.abs() < 1e9 {
                true => json!(number as i64),
                false => json!(number),
            }
        }
        Value::Array(list) => list.into_iter().map(rounded).collect(),
        Value::Object(fields) => {
            let fields = fields.into_iter().map(|(key, it)| (key, rounded(it)));
            let fields = fields.filter(|(_, it)| !is_empty(it));
            let fields: Vec<(String, Value)> = fields.collect();
            if fields.len() >= 4 && fields.iter().all(|(_, it)| it.is_boolean()) {
                let set = fields.into_iter().filter(|(_, it)| *it == true);
                return set.map(|(key, _)| key).collect();
            }
            Value::Object(fields.into_iter().collect())
        }
        other => other,
    }
}

fn is_empty(value: &Value) -> bool {
    value.is_null() || *value == json!([]) || *value == json!({})
}
