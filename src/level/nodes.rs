//! The node hierarchy: which meshes stand where, in double precision, what the nodes' names ask
//! for, and the markers that carry no mesh (spawns, cameras, the sun).

use glam::{DAffine3, DMat4, DQuat, DVec3, Vec3};
use gltf::json::{
    Index, Node, Root, Scene, extensions::scene::khr_lights_punctual::Type as LightType,
    validation::Checked,
};
use serde_json::Value;

use super::{
    Placed, Scale, Sun,
    document::{Document, Transform, node_extension},
    error::Fault,
    lights::{self, FileLight},
    names::{self, Treatment},
    spawn::SpawnWish,
};

/// A mesh under a node's transform.
#[derive(Clone, Debug)]
pub struct Placement {
    /// The node's name, or a substitute.
    pub name: String,
    pub node: usize,
    pub mesh: usize,
    pub transform: DAffine3,
    pub treatment: Treatment,
    /// Into `Hierarchy::movers`: it moves with that one.
    pub mover: Option<usize>,
}

/// A node marked `mover`.
#[derive(Clone, Debug)]
pub struct MoverNode {
    pub name: String,
    pub node: usize,
    /// From the node's parent to the file.
    pub parent: DAffine3,
}

/// What the hierarchy holds, in the order of the file.
#[derive(Debug, Default)]
pub struct Hierarchy {
    pub placements: Vec<Placement>,
    pub movers: Vec<MoverNode>,
    /// Best first.
    pub spawns: Vec<SpawnWish>,
    pub sun: Option<Sun>,
    pub lights: Vec<FileLight>,
    /// Nodes that are left out, with all below them, because of their names.
    pub left_out: usize,
}

impl Hierarchy {
    /// The node's light, if it has one: the sun or a lamp.
    fn read_light(
        &mut self,
        root: &Root,
        (node, name): (&Node, &str),
        transform: &DAffine3,
        shown: bool,
        warnings: &mut Vec<String>,
    ) {
        if let Some(sun) = sun_of(root, node, transform) {
            if self.sun.is_some() {
                warnings.push(format!(
                    "light \"{name}\": a level has one sun, the first; this one stays dark"
                ));
            }
            self.sun.get_or_insert(sun);
        } else if shown {
            let light = lights::light_of(root, node, name, transform, warnings);
            self.lights.extend(light);
        }
    }
}

/// Cameras come after every named spawn.
const CAMERA_RANK: u8 = u8::MAX;

/// Walks the default scene (else the first; else every node without a parent).
///
/// Everything is placed in meters: `scale` stands above the roots.
pub fn walk(
    document: &Document,
    scale: Scale,
    warnings: &mut Vec<String>,
) -> Result<Hierarchy, Fault> {
    let Document {
        root, transforms, ..
    } = document;
    let mut hierarchy = Hierarchy::default();
    let mut spawns: Vec<(u8, SpawnWish)> = Vec::new();
    let mut seen = vec![false; root.nodes.len()];
    let meters = DAffine3::from_scale(DVec3::splat(scale.factor()));
    let mut stack: Vec<(usize, DAffine3, bool, Option<usize>)> = (roots(root)?.into_iter().rev())
        .map(|index| (index, meters, true, None))
        .collect();
    while let Some((index, parent, shown, carrier)) = stack.pop() {
        let (Some(node), Some(local)) = (root.nodes.get(index), transforms.get(index)) else {
            let count = root.nodes.len();
            let problem = format!("is named by a scene or a node, but there are only {count}");
            return Err(Fault::malformed(format!("node {index}"), problem));
        };
        let name = node_name(node, index);
        if std::mem::replace(&mut seen[index], true) {
            let problem = "is reached twice: it has two parents or is its own ancestor";
            return Err(Fault::malformed(
                format!("node {index} \"{name}\""),
                problem,
            ));
        }
        let transform = parent * local_transform(local);
        if !transform.is_finite() {
            let problem = "has a transform that is not finite";
            return Err(Fault::malformed(
                format!("node {index} \"{name}\""),
                problem,
            ));
        }
        let extras = (node.extras.as_ref())
            .and_then(|extras| serde_json::from_str::<Value>(extras.get()).ok());
        let mut treatment = names::treatment(&name, extras.as_ref());
        if treatment.left_out {
            hierarchy.left_out += 1;
            continue;
        }
        let hidden = node_extension(node, "KHR_node_visibility")
            .is_some_and(|extension| extension["visible"] == false);
        let shown = shown && !hidden;
        treatment.visible &= shown;
        warn_about(node, &name, warnings);
        hierarchy.read_light(root, (node, &name), &transform, shown, warnings);
        let mover = carrier.or_else(|| {
            // A mover on a mover goes along with that.
            treatment.mover.then(|| {
                let name = name.clone();
                hierarchy.movers.push(MoverNode {
                    name,
                    node: index,
                    parent,
                });
                hierarchy.movers.len() - 1
            })
        });
        if let Some(shape) = names::unknown_prop(extras.as_ref()) {
            warnings.push(format!(
                "node \"{name}\": there is no prop of shape \"{shape}\", it is a box"
            ));
        }
        match node.mesh {
            Some(mesh) => hierarchy.placements.push(Placement {
                name,
                node: index,
                mesh: mesh.value(),
                transform,
                treatment,
                mover,
            }),
            None => {
                if let Some(spawn) = spawn_of(node, &name, &transform) {
                    spawns.push(spawn);
                }
            }
        }
        let children = node.children.iter().flatten().rev();
        stack.extend(children.map(|child| (child.value(), transform, shown, mover)));
    }
    for light in &mut hierarchy.lights {
        light.scale_range(scale);
    }
    spawns.sort_by_key(|(rank, _)| *rank);
    hierarchy.spawns = spawns.into_iter().map(|(_, wish)| wish).collect();
    Ok(hierarchy)
}

fn roots(document: &Root) -> Result<Vec<usize>, Fault> {
    let listed = |scene: &Scene| scene.nodes.iter().map(Index::value).collect();
    if let Some(index) = document.scene {
        let scene = document.get(index).ok_or_else(|| {
            let count = document.scenes.len();
            Fault::malformed("the JSON", format!("names scene {index} of {count}"))
        })?;
        return Ok(listed(scene));
    }
    if let Some(scene) = document.scenes.first() {
        return Ok(listed(scene));
    }
    let mut is_child = vec![false; document.nodes.len()];
    let children = document.nodes.iter().flat_map(|node| &node.children);
    for child in children.flatten() {
        if let Some(is_child) = is_child.get_mut(child.value()) {
            *is_child = true;
        }
    }
    let free: Vec<usize> = (0..is_child.len())
        .filter(|index| !is_child[*index])
        .collect();
    if free.is_empty() && !is_child.is_empty() {
        let problem = "has no node without a parent: its nodes go round in a circle";
        return Err(Fault::malformed("the JSON", problem));
    }
    Ok(free)
}

fn node_name(node: &Node, index: usize) -> String {
    let given = node.name.as_deref().filter(|name| !name.is_empty());
    given.map_or_else(|| format!("node {index}"), str::to_string)
}

/// From the node to its parent.
pub fn local_transform(local: &Transform) -> DAffine3 {
    match &local.matrix {
        Some(matrix) => DAffine3::from_mat4(DMat4::from_cols_array(matrix)),
        None => placed(local).affine(),
    }
}

/// As the node rests, by its own numbers; a matrix is not looked at.
pub fn placed(local: &Transform) -> Placed {
    let rotation = local.rotation.map_or(DQuat::IDENTITY, |rotation| {
        let rotation = DQuat::from_array(rotation);
        if rotation.length_squared() > 0.0 {
            rotation.normalize()
        } else {
            DQuat::IDENTITY
        }
    });
    Placed {
        translation: local.translation.map_or(DVec3::ZERO, DVec3::from),
        rotation,
        scale: local.scale.map_or(DVec3::ONE, DVec3::from),
    }
}

fn warn_about(node: &Node, name: &str, warnings: &mut Vec<String>) {
    if node.skin.is_some() {
        warnings.push(format!(
            "node \"{name}\": its skin stays as its joints rest"
        ));
    }
}

fn spawn_of(node: &Node, name: &str, transform: &DAffine3) -> Option<(u8, SpawnWish)> {
    let camera = node.camera.map(|_| CAMERA_RANK);
    let rank = names::spawn_rank(name).or(camera)?;
    // Converters of old maps leave the direction out; an unturned `spawn` is meant to be so.
    let turned = node.rotation.is_some() || node.matrix.is_some();
    let directed = rank == 0 || rank == CAMERA_RANK || turned;
    let wish = SpawnWish::Near {
        node: name.to_string(),
        marker: transform.translation,
        yaw: directed.then(|| yaw_of(transform)),
        camera: rank == CAMERA_RANK,
    };
    Some((rank, wish))
}

/// Where a node's −Z points, about +Y; where its +Y points when −Z is upright.
fn yaw_of(transform: &DAffine3) -> f32 {
    let flat = |direction: DVec3| DVec3::new(direction.x, 0.0, direction.z);
    let forward = transform
        .transform_vector3(DVec3::NEG_Z)
        .normalize_or_zero();
    let up = transform.transform_vector3(DVec3::Y).normalize_or_zero();
    let facing = if flat(forward).length() > 0.05 {
        forward
    } else {
        up * -forward.y.signum()
    };
    if flat(facing).length() < 0.05 {
        return 0.0;
    }
    // `+ 0.0` turns −0 into 0, so that both give the same bits.
    libm::atan2(-facing.x + 0.0, -facing.z + 0.0) as f32
}

fn sun_of(document: &Root, node: &Node, transform: &DAffine3) -> Option<Sun> {
    let named = node.extensions.as_ref()?.khr_lights_punctual.as_ref()?;
    let light = document.get(named.light)?;
    if light.type_ != Checked::Valid(LightType::Directional) {
        return None;
    }
    let direction = transform.transform_vector3(DVec3::NEG_Z).as_vec3();
    let color = Vec3::from(light.color).max(Vec3::ZERO);
    let brightest = color.max_element();
    Some(Sun {
        direction: direction.try_normalize()?,
        color: if brightest > 0.0 && color.is_finite() {
            color / brightest
        } else {
            Vec3::ONE
        },
    })
}

#[cfg(test)]
mod tests {
    use super::{super::document::tests::document, *};

    fn walked(json: &str) -> Result<Hierarchy, Fault> {
        walk(&document(json), Scale::METERS, &mut Vec::new())
    }

    #[test]
    fn scenes_and_their_absence() {
        let nodes = r#""nodes":[{"mesh":0,"children":[1]},{"mesh":1},{"mesh":2}]"#;
        let meshes = |scenes: &str| -> Vec<usize> {
            let hierarchy = walked(&format!("{{{scenes}{nodes}}}")).unwrap();
            hierarchy
                .placements
                .iter()
                .map(|placement| placement.mesh)
                .collect()
        };
        assert_eq!(meshes(""), [0, 1, 2]);
        assert_eq!(meshes(r#""scenes":[{"nodes":[2]},{"nodes":[0]}],"#), [2]);
        assert_eq!(
            meshes(r#""scene":1,"scenes":[{"nodes":[2]},{"nodes":[0]}],"#),
            [0, 1]
        );
        assert!(walked(r#"{"scene":1,"scenes":[{"nodes":[]}]}"#).is_err());
    }

    #[test]
    fn cycles_and_second_parents_are_refused() {
        for json in [
            r#"{"scenes":[{"nodes":[0]}],"nodes":[{"children":[1]},{"children":[0]}]}"#,
            r#"{"scenes":[{"nodes":[0]}],"nodes":[{"children":[0]}]}"#,
            r#"{"scenes":[{"nodes":[0,1]}],"nodes":[{"children":[1]},{}]}"#,
            r#"{"scenes":[{"nodes":[7]}],"nodes":[]}"#,
        ] {
            assert!(walked(json).is_err(), "{json}");
        }
    }

    #[test]
    fn a_chain_of_ten_thousand_nodes_adds_up() {
        let mut nodes: Vec<String> = (1..10_000)
            .map(|child| format!(r#"{{"translation":[0.001,0,0],"children":[{child}]}}"#))
            .collect();
        nodes.push(String::from(r#"{"mesh":0}"#));
        let hierarchy = walked(&format!(r#"{{"nodes":[{}]}}"#, nodes.join(","))).unwrap();
        let x = hierarchy.placements[0].transform.translation.x;
        assert!((x - 9.999).abs() < 1e-9, "{x}");
    }

    #[test]
    fn spawns_come_before_cameras_and_look_along_minus_z() {
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let json = format!(
            r#"{{"nodes":[{{"camera":0}},{{"name":"info_player_deathmatch","translation":[1,2,3]}},
            {{"name":"Spawn","rotation":[0,{half},0,{half}]}}]}}"#
        );
        let spawns = walked(&json).unwrap().spawns;
        let yaws: Vec<Option<f32>> = (spawns.iter())
            .map(|wish| match wish {
                SpawnWish::Near { yaw, .. } => *yaw,
                SpawnWish::Exact { yaw, .. } => Some(*yaw),
            })
            .collect();
        let turned = yaws[0].unwrap();
        assert!((turned - std::f32::consts::FRAC_PI_2).abs() < 1e-6);
        // The second was not turned, so it has no direction of its own.
        assert_eq!(yaws[1..], [None, Some(0.0)]);
        assert!(matches!(spawns[2], SpawnWish::Near { camera: true, .. }));
    }

    #[test]
    fn a_node_left_out_takes_its_children_along() {
        let json = r#"{"nodes":[{"name":"notes-noimp","children":[1]},{"mesh":0}]}"#;
        assert!(walked(json).unwrap().placements.is_empty());
    }

    #[test]
    fn the_first_directional_light_is_the_sun() {
        let json = r#"{"extensions":{"KHR_lights_punctual":{"lights":[{"type":"point"},
            {"type":"directional","color":[0.5,0.25,0],"intensity":5000}]}},"nodes":[
            {"extensions":{"KHR_lights_punctual":{"light":0}}},
            {"rotation":[-0.7071067811865476,0,0,0.7071067811865476],
            "extensions":{"KHR_lights_punctual":{"light":1}}}]}"#;
        let sun = walked(json).unwrap().sun.unwrap();
        assert!((sun.direction - Vec3::NEG_Y).length() < 1e-6);
        assert_eq!(sun.color, Vec3::new(1.0, 0.5, 0.0));
    }
}
