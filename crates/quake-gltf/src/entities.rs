//! The translation of a map's entities: the world and its doors become meshes, places to start become spawns,
//! and lamps become lights. Entities without an equal in this game are counted and reported.

use std::collections::BTreeMap;

use hexbound_base::words::counted;
use serde_json::{Value, json};

use super::{
    Translated,
    doors::{self, Doors, node_name},
    entity::{Entity, Face, Map},
    glb::Glb,
    glb_mesh::MeshMaker,
    lamps,
    surface::Treatment,
};
use crate::notice::{Notice, NoticeKind, first_of};

/// The treatment of an entity's faces, on top of that of their textures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EntityFaces {
    Solid,
    /// The faces are drawn and not solid.
    Drawn,
    /// The faces are neither drawn nor solid.
    Nothing,
}

/// The prefixes of the classes of brush entities that are neither drawn nor solid.
const UNSEEN_PREFIXES: [&str; 13] = [
    "trigger",
    "func_areaportal",
    "func_vis",
    "func_buyzone",
    "func_bomb_target",
    "func_hostage_rescue",
    "func_escapezone",
    "func_vip_safetyzone",
    "func_ladder",
    "func_monsterclip",
    "func_nobuild",
    "func_nogrenades",
    "env_bubbles",
];
/// The classes of brush entities that are drawn and not solid.
const DRAWN_CLASSES: [&str; 3] = ["func_illusionary", "func_detail_illusionary", "func_water"];
/// The classes of starts, best first.
const START_CLASSES: [&str; 7] = [
    "info_player_start",
    "info_player_start2",
    "info_player_coop",
    "info_player_deathmatch",
    "info_player_team1",
    "info_player_team2",
    "testplayerstart",
];
/// The prefixes of classes that need no equal: hints for other entities and for the tools.
const QUIET_PREFIXES: [&str; 5] = ["worldspawn", "func_group", "func_detail", "info_", "path_"];
/// The most characters of a level's title.
const MAX_TITLE: usize = 80;

/// Translates a map into the bytes of a glTF file.
pub(crate) fn translate(map: Map) -> Translated {
    let mut translator = Translator {
        glb: Glb::default(),
        maker: MeshMaker::new(&map.textures, map.unit),
        doors: Doors::of(&map),
        left_out: BTreeMap::new(),
    };
    translator.add_starts(&map);
    for entity in &map.entities {
        translator.add(entity);
    }
    let mut notices = map.notices;
    notices.extend(left_out(&translator.left_out));
    Translated {
        glb: translator.glb.finish(),
        notices,
    }
}

struct Translator<'a> {
    glb: Glb,
    maker: MeshMaker<'a>,
    doors: Doors,
    /// The number of entities without an equal in this game, by class.
    left_out: BTreeMap<String, usize>,
}

impl Translator<'_> {
    /// Adds the starts, the best first. The name of the best makes it the game's spawn, with its rotation.
    fn add_starts(&mut self, map: &Map) {
        let rank = |entity: &Entity| {
            let class = entity.class();
            START_CLASSES.iter().position(|start| *start == class)
        };
        let mut starts: Vec<(usize, &Entity)> = (map.entities.iter())
            .filter_map(|entity| Some((rank(entity)?, entity)))
            .collect();
        starts.sort_by_key(|(rank, entity)| (*rank, entity.number));
        for (place, (_, entity)) in starts.iter().enumerate() {
            let name = match place {
                0 => format!("spawn {}", node_name(entity)),
                _ => node_name(entity),
            };
            let origin = entity.vector("origin").unwrap_or_default();
            self.glb.add_root(json!({
                "name": name,
                "translation": self.maker.place(origin).to_array(),
                "rotation": lamps::looking_along(entity.yaw()),
            }));
        }
    }

    fn add(&mut self, entity: &Entity) {
        let class = entity.class();
        if entity.number == 0 {
            lamps::add_sun_of_world(&mut self.glb, entity);
            self.add_title(entity);
        }
        if class.starts_with("light") && entity.faces.is_empty() {
            lamps::add(&mut self.glb, &self.maker, entity);
            return;
        }
        let acts = self.doors.add_actor(&mut self.glb, &self.maker, entity);
        let body = body(&class);
        let is_left_out = match entity.faces.is_empty() {
            true => !START_CLASSES.contains(&&*class) && !has_prefix(&class, &QUIET_PREFIXES),
            false => body == EntityFaces::Nothing,
        };
        if is_left_out && !acts {
            *self.left_out.entry(class.clone()).or_default() += 1;
        }
        if body != EntityFaces::Nothing && !entity.faces.is_empty() {
            self.add_mesh(entity, &class, body);
        }
    }

    fn add_title(&mut self, world: &Entity) {
        if let Some(title) = world.value("message").filter(|title| !title.is_empty()) {
            let title: String = title.replace("\\n", " ").chars().take(MAX_TITLE).collect();
            self.glb.extras.insert("title".into(), json!(title));
        }
    }

    /// Adds the node of an entity, with child nodes for the faces that are only drawn or only solid.
    fn add_mesh(&mut self, entity: &Entity, class: &str, body: EntityFaces) {
        let name = node_name(entity);
        let mut node = json!({"name": name});
        let mut below = Vec::new();
        for (wanted, suffix) in [
            ((true, true), ""),
            ((true, false), "-nocol"),
            ((false, true), "-colonly"),
        ] {
            let faces = entity.faces.iter();
            let is_wanted = |face: &&Face| look(self.maker.treatment(face.texture), body) == wanted;
            let faces: Vec<&Face> = faces.filter(is_wanted).collect();
            let Some(mesh) = self.maker.mesh(&mut self.glb, &faces, wanted.0) else {
                continue;
            };
            if suffix.is_empty() {
                node["mesh"] = json!(mesh);
            } else {
                let part = json!({"name": format!("{name} {suffix}"), "mesh": mesh});
                below.push(self.glb.add("nodes", part));
            }
        }
        if node.get("mesh").is_none() && below.is_empty() {
            return;
        }
        if !below.is_empty() {
            node["children"] = json!(below);
        }
        self.add_node(entity, class, node);
    }

    fn add_node(&mut self, entity: &Entity, class: &str, mut node: Value) {
        let is_solid = node.get("mesh").is_some();
        if doors::is_door(class) && is_solid {
            node["extras"] = doors::gate(&self.maker, entity);
            self.doors.add_opener(&mut self.glb, &self.maker, entity);
        }
        let is_lift = class == "func_plat" && is_solid;
        if is_lift {
            node["extras"] = json!({"mover": true});
        }
        let index = self.glb.add_root(node);
        if is_lift {
            doors::add_lift(&mut self.glb, &self.maker, entity, index);
        }
    }
}

fn body(class: &str) -> EntityFaces {
    match () {
        () if has_prefix(class, &UNSEEN_PREFIXES) => EntityFaces::Nothing,
        () if DRAWN_CLASSES.contains(&class) => EntityFaces::Drawn,
        () => EntityFaces::Solid,
    }
}

fn has_prefix(class: &str, prefixes: &[&str]) -> bool {
    prefixes.iter().any(|prefix| class.starts_with(prefix))
}

/// Returns whether a face is drawn, and whether it is solid.
fn look(treatment: Treatment, body: EntityFaces) -> (bool, bool) {
    let (drawn, solid) = match treatment {
        Treatment::Plain | Treatment::Masked => (true, true),
        Treatment::Water | Treatment::Lava => (true, false),
        Treatment::Hidden => (false, true),
        Treatment::Nothing => (false, false),
    };
    (drawn, solid && body == EntityFaces::Solid)
}

/// The notice about the classes without an equal in this game, the most frequent first.
fn left_out(counts: &BTreeMap<String, usize>) -> Option<Notice> {
    let mut kinds: Vec<(&String, &usize)> = counts.iter().collect();
    kinds.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let all: usize = counts.values().sum();
    let named = kinds.iter().map(|(kind, count)| match kind.is_empty() {
        true => format!("without a class ({count})"),
        false => format!("{kind} ({count})"),
    });
    if all == 0 {
        return None;
    }
    let what = counted(all, "entity has", "entities have");
    let problem = format!("{what} no equal in this game: {}", first_of(named));
    Some(Notice::new(NoticeKind::NotDrawn, problem))
}
