//! The search for data in a file that no scene reaches: it costs space and time, and is never visible.
//! The search covers the raw JSON, whose references may be wrong: a dangling one is ignored.

use std::collections::BTreeMap;

use serde_json::Value;

use super::json_values::{fields, index, list};
use crate::{Code, Finding};

/// The most names of unused elements that are reported of each kind.
const MAX_NAMES: usize = 3;
/// The share of a file's data that may be unused without a report: gaps between views are padding.
const MAX_UNUSED_SHARE: f64 = 0.01;
/// The number of bytes that may be unused without a report.
const MAX_UNUSED_BYTES: u64 = 1024;

/// The kinds of elements that refer to each other: the document's lists, with the word for one element.
const ELEMENT_KINDS: [(&str, &str); 7] = [
    ("nodes", "node"),
    ("meshes", "mesh"),
    ("materials", "material"),
    ("textures", "texture"),
    ("images", "image"),
    ("accessors", "accessor"),
    ("bufferViews", "buffer view"),
];
/// The kinds of elements that are reported by name; other kinds are reported by their bytes.
const NAMED_KINDS: [&str; 4] = ["nodes", "meshes", "materials", "images"];

/// The extensions whose numbers refer to no element of `ELEMENT_KINDS`.
const PLAIN_EXTENSIONS: [&str; 4] = [
    "KHR_lights_punctual",
    "KHR_node_visibility",
    "KHR_texture_transform",
    "KHR_xmp_json_ld",
];

/// Returns the finding about the data that no scene of a document reaches, if there is any.
pub(super) fn find(json: &Value) -> Option<Finding> {
    let mut reached = Reached::new(json);
    reached.follow();
    let lists: Vec<String> = (NAMED_KINDS.into_iter())
        .filter_map(|kind| reached.unused_in_words(kind))
        .collect();
    let (unused, all) = reached.unused_bytes();
    let is_much = unused > MAX_UNUSED_BYTES && unused as f64 > MAX_UNUSED_SHARE * all as f64;
    let bytes = is_much.then(|| {
        let [unused, all] = [unused, all].map(in_units);
        format!("{unused} of its {all} of data")
    });
    let phrases: Vec<String> = lists.into_iter().chain(bytes).collect();
    let (last, first) = phrases.split_last()?;
    let list = match first {
        [] => last.clone(),
        _ => format!("{} and {last}", first.join(", ")),
    };
    let problem = format!("no scene of the file uses {list}");
    Some(Finding::new(Code::UnusedData, problem))
}

/// A number of bytes with a suitable unit.
fn in_units(bytes: u64) -> String {
    match bytes {
        1_000_000.. => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.0} kB", bytes as f64 / 1e3),
    }
}

/// The search for used elements, which starts at the scenes.
struct Reached<'a> {
    json: &'a Value,
    /// The flags of the elements of each list in `ELEMENT_KINDS`: true for a used element.
    used: BTreeMap<&'static str, Vec<bool>>,
    /// The used elements that have not been followed yet.
    open: Vec<(&'static str, usize)>,
}

impl<'a> Reached<'a> {
    fn new(json: &'a Value) -> Self {
        let used = ELEMENT_KINDS.map(|(kind, _)| (kind, vec![false; list(json, kind).len()]));
        Self {
            json,
            used: used.into_iter().collect(),
            open: Vec::new(),
        }
    }

    /// Marks the element at `index` as used, if it exists.
    fn mark(&mut self, kind: &'static str, index: Option<usize>) {
        let used = self.used.get_mut(kind);
        let Some(used) = used.and_then(|used| used.get_mut(index?)) else {
            return;
        };
        if !std::mem::replace(used, true) {
            self.open.extend(index.map(|index| (kind, index)));
        }
    }

    /// Follows every reference, starting at the scenes.
    fn follow(&mut self) {
        let scenes = list(self.json, "scenes");
        for scene in scenes {
            self.mark_all("nodes", scene.get("nodes"));
            self.mark_extensions(scene);
        }
        if scenes.is_empty() {
            for node in 0..list(self.json, "nodes").len() {
                self.mark("nodes", Some(node));
            }
        }
        // Unplayed animations are reported elsewhere.
        for animation in list(self.json, "animations") {
            for sampler in list(animation, "samplers") {
                self.mark("accessors", index(sampler.get("input")));
                self.mark("accessors", index(sampler.get("output")));
            }
        }
        self.mark_extensions(self.json);
        while let Some((kind, index)) = self.open.pop() {
            if let Some(element) = list(self.json, kind).get(index) {
                self.follow_one(kind, element);
            }
        }
    }

    fn follow_one(&mut self, kind: &'static str, element: &'a Value) {
        match kind {
            "nodes" => {
                self.mark_all("nodes", element.get("children"));
                self.mark("meshes", index(element.get("mesh")));
                if let Some(skin) = index(element.get("skin")) {
                    self.follow_skin(skin);
                }
                self.mark_extensions(element);
            }
            "meshes" => {
                for primitive in list(element, "primitives") {
                    self.follow_primitive(primitive);
                }
                self.mark_extensions(element);
            }
            "materials" => self.follow_material(element),
            "textures" => {
                self.mark("images", index(element.get("source")));
                for extension in fields(element.get("extensions")) {
                    self.mark("images", index(extension.get("source")));
                }
            }
            "images" => self.mark("bufferViews", index(element.get("bufferView"))),
            "accessors" => {
                self.mark("bufferViews", index(element.get("bufferView")));
                for part in fields(element.get("sparse")) {
                    self.mark("bufferViews", index(part.get("bufferView")));
                }
            }
            _ => {}
        }
    }

    fn follow_skin(&mut self, skin: usize) {
        let Some(skin) = list(self.json, "skins").get(skin) else {
            return;
        };
        self.mark("accessors", index(skin.get("inverseBindMatrices")));
        self.mark_all("nodes", skin.get("joints"));
        self.mark("nodes", index(skin.get("skeleton")));
    }

    fn follow_primitive(&mut self, primitive: &'a Value) {
        self.mark("accessors", index(primitive.get("indices")));
        self.mark("materials", index(primitive.get("material")));
        let targets = list(primitive, "targets").iter().map(Some);
        for attributes in targets.chain([primitive.get("attributes")]) {
            for accessor in fields(attributes) {
                self.mark("accessors", index(Some(accessor)));
            }
        }
        self.mark_extensions(primitive);
    }

    /// Marks the textures of a material, at any depth, and the lightmap named by a custom property.
    fn follow_material(&mut self, material: &'a Value) {
        let mut open = vec![material];
        while let Some(value) = open.pop() {
            self.mark("textures", index(value.get("index")));
            open.extend(fields(Some(value)).filter(|field| field.is_object()));
        }
        let lightmap = material
            .get("extras")
            .and_then(|extras| extras.get("lightmap"));
        match lightmap {
            Some(Value::String(name)) => {
                for (index, image) in list(self.json, "images").iter().enumerate() {
                    if ["name", "uri"].iter().any(|key| image[*key] == **name) {
                        self.mark("images", Some(index));
                    }
                }
            }
            other => self.mark("textures", index(other)),
        }
    }

    /// Marks the elements that a list of indices names.
    fn mark_all(&mut self, kind: &'static str, indices: Option<&Value>) {
        for value in indices.and_then(Value::as_array).into_iter().flatten() {
            self.mark(kind, index(Some(value)));
        }
    }

    /// Marks every element that an owner's extensions may refer to. Any number in an unknown extension
    /// may be an index.
    fn mark_extensions(&mut self, owner: &'a Value) {
        let extensions = owner.get("extensions").and_then(Value::as_object);
        for (name, extension) in extensions.into_iter().flatten() {
            if PLAIN_EXTENSIONS.contains(&name.as_str()) {
                continue;
            }
            let mut open = vec![extension];
            while let Some(value) = open.pop() {
                for (kind, _) in ELEMENT_KINDS {
                    if kind == "accessors" || name != "EXT_mesh_gpu_instancing" {
                        self.mark(kind, index(Some(value)));
                    }
                }
                open.extend(fields(Some(value)));
                open.extend(value.as_array().into_iter().flatten());
            }
        }
    }

    /// The unused elements of a list, as text with some of their names; `None` if there are none.
    fn unused_in_words(&self, kind: &str) -> Option<String> {
        let elements = list(self.json, kind).iter().zip(self.used.get(kind)?);
        let rest = elements.filter(|(_, used)| !**used);
        let names: Vec<Option<&str>> = rest.map(|(element, _)| element["name"].as_str()).collect();
        let (_, one) = ELEMENT_KINDS.iter().find(|(list, _)| *list == kind)?;
        let called = match names.len() {
            0 => return None,
            1 => format!("1 {one}"),
            count => format!("{count} {kind}"),
        };
        let known: Vec<String> = (names.iter().flatten())
            .take(MAX_NAMES)
            .map(|name| format!("\"{name}\""))
            .collect();
        let more = if names.len() > known.len() {
            ", …"
        } else {
            ""
        };
        Some(match known.is_empty() {
            true => called,
            false => format!("{called} ({}{more})", known.join(", ")),
        })
    }

    /// The bytes of the file's buffers outside all used views, and all bytes.
    fn unused_bytes(&self) -> (u64, u64) {
        let bytes = |value: Option<&Value>| value.and_then(Value::as_u64).unwrap_or(0);
        let lengths = list(self.json, "buffers").iter();
        let all = lengths.fold(0_u64, |all, buffer| {
            all.saturating_add(bytes(buffer.get("byteLength")))
        });
        let views = list(self.json, "bufferViews").iter();
        let mut ranges: Vec<(u64, u64, u64)> = (views.zip(&self.used["bufferViews"]))
            .filter(|(_, used)| **used)
            .flat_map(|(view, _)| std::iter::once(view).chain(fields(view.get("extensions"))))
            .map(|view| {
                let begin = bytes(view.get("byteOffset"));
                let end = begin.saturating_add(bytes(view.get("byteLength")));
                (bytes(view.get("buffer")), begin, end)
            })
            .collect();
        ranges.sort_unstable();
        let (mut used, mut last) = (0_u64, (0, 0));
        for (buffer, begin, end) in ranges {
            if buffer != last.0 {
                last = (buffer, 0);
            }
            used = used.saturating_add(end.saturating_sub(begin.max(last.1)));
            last.1 = last.1.max(end);
        }
        (all.saturating_sub(used), all)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn report(json: &Value) -> Option<String> {
        find(json).map(|finding| finding.problem)
    }

    #[test]
    fn what_a_scene_reaches_is_used_by_whatever_way() {
        let whole = json!({
            "scenes": [{"nodes": [0]}],
            "nodes": [{"children": [1]}, {"mesh": 0, "skin": 0}, {}],
            "skins": [{"joints": [2], "inverseBindMatrices": 2}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "material": 0,
                "targets": [{"POSITION": 3}]}]}],
            "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}},
                "extensions": {"MOZ_lightmap": {"index": 1}}, "extras": {"lightmap": "Baked"}}],
            "textures": [{"source": 0}, {"extensions": {"EXT_texture_webp": {"source": 1}}}],
            "images": [{"bufferView": 0}, {"uri": "a.webp"}, {"name": "Baked"}],
            "accessors": [{"bufferView": 1}, {"sparse": {"indices": {"bufferView": 2}}}, {}, {}],
            "bufferViews": [{"buffer": 0, "byteLength": 4000}, {"buffer": 0, "byteLength": 9000,
                "byteOffset": 3000}, {"buffer": 1, "byteLength": 5000}],
            "buffers": [{"byteLength": 12010}, {"byteLength": 5000}],
        });
        assert_eq!(report(&whole), None);
        let mut without_scene = whole;
        without_scene["scenes"] = json!([]);
        assert_eq!(report(&without_scene), None);
    }

    #[test]
    fn what_no_scene_reaches_is_reported_with_names_and_bytes() {
        let spare = json!({
            "scenes": [{"nodes": [0]}],
            "nodes": [{"mesh": 0}, {"name": "old", "mesh": 1}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]},
                {"primitives": [{"attributes": {"POSITION": 1}, "material": 0}]}],
            "materials": [{}],
            "accessors": [{"bufferView": 0}, {"bufferView": 1}],
            "bufferViews": [{"buffer": 0, "byteLength": 4000}, {"buffer": 0, "byteLength": 2000000}],
            "buffers": [{"byteLength": 2004000}],
        });
        let expected = "no scene of the file uses 1 node (\"old\"), 1 mesh, 1 material and 2.0 MB of its \
                        2.0 MB of data";
        assert_eq!(report(&spare).as_deref(), Some(expected));
    }

    #[test]
    fn an_extension_that_is_not_known_may_use_anything() {
        let mut json = json!({
            "scenes": [{"nodes": [0]}],
            "nodes": [{"extensions": {"ACME_door": {"leaves": [{"mesh": 1}]}}}],
            "meshes": [{}, {}],
        });
        let problem = report(&json).expect("the first mesh is unused");
        assert_eq!(problem, "no scene of the file uses 1 mesh");
        json["nodes"][0]["extensions"]["KHR_lights_punctual"] = json!({"light": 0});
        assert!(report(&json).is_some());
    }

    #[test]
    fn what_is_no_document_at_all_has_nothing_unused() {
        let odd = json!({"nodes": 3, "scenes": [[]], "buffers": [7]});
        assert_eq!([json!(7), odd].map(|it| report(&it)), [None, None]);
    }
}
