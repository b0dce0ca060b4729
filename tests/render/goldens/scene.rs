//! The scenes of golden pictures, which are files beside them: a word and its values a line. The lines
//! below `without` make of a scene the same without its feature, those below `anew` another one.
//!
//! - `part`, `prop-box` and `prop-ball` begin a part, and a shape (`floor`, `box`, `wall` …) belongs to the
//!   last one. In braces is how its material differs from a plain white one, `image` names a texture.
//! - `joined` makes one prop of the last two, and a `lamp` may end with its range.
//! - `lamp`, `sun` and `dark` are the light, `spawn` and `haze` the place of the player and of the haze.
//! - `eye` has a place, the yaw and the pitch; `ball`, `prop`, `ghost`, `walker` and `explosion` are seen.
//! - `impact` and `landing` happened so long ago as `later` says; `play` and `explain` show collision.
//! - `material`, `materials`, `hide-last` and `no` change what stands above them.

use std::fs;

use hexbound_inspect::{CollisionView, InspectionRequest, inspect};
use hexbound_render::Preset;
use hexbound_sim::{Buttons, Command, GhostColor, GhostView, Methods, SeenWalker};
use hexbound_ui::{FigureDetail, Figures};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::*;

/// The depth of the boxes in a picture of the tree.
const DEPTH: u32 = 3;

#[derive(Clone, Default)]
struct Scene {
    builder: SceneBuilder,
    /// The name of the built-in scene that is shown instead.
    named: Option<String>,
    /// The material of each part, by how it differs from a plain white one.
    materials: Vec<Value>,
    /// The changes of all materials.
    changes: Vec<Value>,
    /// The words about the whole level, with their numbers.
    at_last: Vec<(String, Vec<f32>)>,
    /// True once the level is another than that of the scene before.
    is_other_level: bool,
    shot: Shot,
    events: Vec<Event>,
    /// The time since these happened, seconds.
    later: f64,
    played: Vec<(u32, Command)>,
    explained: Option<CollisionView>,
    explains_in_words: bool,
}

/// The feature that the picture of that name shows.
pub fn feature(name: &str) -> Feature {
    let file = stored(&format!("{name}.scene"));
    let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
    let (lines, others) = text.split_once("\nwithout\n").expect("both scenes");
    let mut scene = Scene::default();
    scene.read(lines);
    let (level, shot) = scene.made();
    let mut other = match others.starts_with("anew") {
        true => Scene::default(),
        false => scene,
    };
    other.is_other_level = false;
    other.read(others);
    let (level_without, shot_without) = other.made();
    Feature {
        level,
        shot,
        level_without: other.is_other_level.then_some(level_without),
        shot_without,
    }
}

impl Scene {
    fn read(&mut self, lines: &str) {
        let lines = lines.lines().map(str::trim);
        for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let (rest, json) = rest.split_at(rest.find('{').unwrap_or(rest.len()));
            let json = match json {
                "" => json!({}),
                json => serde_json::from_str(json).unwrap_or_else(|it| panic!("{line}: {it}")),
            };
            let rest = rest.trim();
            let numbers: Vec<f32> = rest.split(' ').map_while(|it| it.parse().ok()).collect();
            let is_known = self.build(word, rest, &numbers, &json);
            self.is_other_level |= is_known;
            assert!(is_known || self.show(word, rest, &numbers, &json), "{line}");
        }
    }

    /// Does what a word says of the level; false for another.
    fn build(&mut self, word: &str, rest: &str, numbers: &[f32], json: &Value) -> bool {
        let points: Vec<Vec3> = numbers.chunks_exact(3).map(Vec3::from_slice).collect();
        let scene = self.builder.clone();
        self.builder = match (word, &points[..], numbers) {
            ("part", ..) => scene.part(rest),
            ("floor", _, &[x, z, far_x, far_z, y]) => scene.floor(x, z, far_x, far_z, y),
            ("box", &[low, high], _) => scene.cuboid(low, high),
            ("room", &[low, high], _) => scene.room(low, high),
            ("quad", &[a, b, c, d], _) => scene.quad(a, b, c, d),
            ("wall", &[center], &[.., half]) => wall(scene, center, half),
            ("sphere", &[center], &[.., radius]) => scene.sphere(center, radius),
            ("pillar", &[foot, size], _) => scene.pillar(foot, size.x, size.y, size.z as usize),
            ("ramp", &[low, high], &[.., width]) => scene.ramp(low, high, width),
            ("prism", _, &[bottom, top, ref outline @ ..]) => {
                scene.prism(outline.as_chunks().0, bottom, top)
            }
            ("prop-box", &[center, half], &[.., yaw]) => {
                scene.prop_box("prop", center, half, Quat::from_rotation_y(yaw))
            }
            ("prop-ball", &[center], &[.., radius]) => {
                scene.prop_sphere("prop", center, radius, Quat::IDENTITY)
            }
            ("lamp", &[at, color], &[_, _, _, _, _, _, strength, ref range @ ..]) => {
                let mut lamp = Light::point(at, color, strength);
                lamp.range = range.first().copied().unwrap_or(lamp.range);
                scene.light(lamp)
            }
            ("spot", &[at, color, axis, cone], _) => {
                scene.light(Light::point(at, color, cone.x).spot(axis, cone.y, cone.z))
            }
            ("joined", ..) => scene.joined(),
            ("spawn", &[feet], &[.., yaw]) => scene.spawn(feet, yaw),
            ("open", ..) => {
                self.named = Some(rest.to_owned());
                scene
            }
            ("material", _, &[part]) => {
                merge(&mut self.materials[part as usize], json);
                return true;
            }
            ("materials", ..) => {
                self.changes.push(json.clone());
                scene
            }
            (
                "sun" | "dark" | "haze" | "second-uvs" | "gradient" | "stops-along-x" | "hide-last",
                ..,
            ) => {
                self.at_last.push((word.to_owned(), numbers.to_vec()));
                scene
            }
            _ => return false,
        };
        if word == "part" || word.starts_with("prop-") {
            self.materials.push(json.clone());
        }
        true
    }

    /// Does what a word says of what is seen; false for another.
    fn show(&mut self, word: &str, rest: &str, numbers: &[f32], json: &Value) -> bool {
        let points: Vec<Vec3> = numbers.chunks_exact(3).map(Vec3::from_slice).collect();
        let shot = &mut self.shot;
        match (word, &points[..], numbers) {
            ("anew", ..) => {}
            ("eye", &[eye], &[.., yaw, pitch]) => {
                let view = &mut shot.view;
                (view.eye, view.yaw, view.pitch) = (eye, yaw, pitch);
            }
            ("field-of-view", _, &[angle]) => shot.field_of_view = angle,
            ("size", _, &[width, height]) => shot.size = [width as u32, height as u32],
            ("quality", ..) => {
                let preset: Preset = rest.parse().expect("a quality");
                shot.quality = preset.quality();
            }
            ("stops", _, &[stops]) => shot.exposure.mode = Exposure::Fixed(stops),
            ("low-flash", ..) => shot.exposure.low_flash = true,
            ("crosshair", ..) => shot.crosshair = true,
            ("figures", ..) => shot.figures = Some(figures()),
            ("ball", &[center], &[.., radius]) => {
                let id = shot.view.balls.len() as u32 + 1;
                shot.view.balls.push(SeenBall::at(id, center, radius));
            }
            ("explosion", &[at, normal], &[.., alpha, id]) => {
                let burst = explosion(id as u32, at, normal, alpha);
                shot.view.explosions.push(burst);
            }
            ("prop", ..) => shot.view.props.push(prop(json)),
            ("walker", ..) => {
                let index = shot.view.walkers.len() as u32;
                shot.view.walkers.push(walker(index, json));
            }
            ("ghost", ..) => shot.view.ghosts.push(GhostView {
                center: field(json, "center"),
                shape: serde_json::from_value(json["shape"].clone()).expect("a shape"),
                color: match rest {
                    "teal" => GhostColor::Teal,
                    "orange" => GhostColor::Orange,
                    _ => GhostColor::Violet,
                },
            }),
            ("impact", &[at, normal], &[.., speed]) => {
                let event = Event::new(EventKind::Explosion, at, normal, speed);
                self.events.push(event);
            }
            ("landing", &[at], &[.., speed]) => {
                (self.events).push(Event::new(EventKind::Land, at, Vec3::Y, speed));
            }
            ("later", _, &[seconds]) => self.later = seconds.into(),
            ("play", _, &[ticks]) => self.played.push((ticks as u32, command(json))),
            ("explain", ..) => self.explained = Some(rest.parse().expect("a view")),
            ("in-words", ..) => self.explains_in_words = true,
            ("no", ..) => return self.leave_out(rest),
            _ => return false,
        }
        true
    }

    fn leave_out(&mut self, what: &str) -> bool {
        let view = &mut self.shot.view;
        match what {
            "balls" => view.balls.clear(),
            "explosions" => view.explosions.clear(),
            "ghosts" => view.ghosts.clear(),
            "props" => view.props.clear(),
            "walkers" => view.walkers.clear(),
            "crosshair" => self.shot.crosshair = false,
            "figures" => self.shot.figures = None,
            "low-flash" => self.shot.exposure.low_flash = false,
            "impacts" => self.events.clear(),
            "lines" => self.explained = None,
            "words" => self.explains_in_words = false,
            _ => return false,
        }
        true
    }

    fn made(&self) -> (Level, Shot) {
        let level = self.level();
        let mut shot = self.shot.clone();
        if !self.events.is_empty() {
            let effects = shot.effects.insert(Effects::default());
            effects.advance(0.0, &self.events, &level);
            effects.advance(self.later, &[], &level);
        }
        let world = self.world(&level);
        if shot.view.props.is_empty() {
            shot.view.props = View::of(&world).props;
        }
        if let Some(view) = self.explained {
            let request = InspectionRequest::through(&shot.view, view, DEPTH);
            let seen = inspect(&request, &level, &world);
            shot.view.debug = seen.debug;
            shot.legend = self.explains_in_words.then_some(seen.legend);
        }
        (level, shot)
    }

    fn level(&self) -> Level {
        let mut level = match &self.named {
            Some(name) => named(name),
            None => stage(
                self.builder.clone(),
                vec![plain([1.0; 3]); self.materials.len()],
            ),
        };
        for index in 0..level.materials.len() {
            let mut material = to_json(&level.materials[index]);
            for given in self.materials.get(index).into_iter().chain(&self.changes) {
                merge(&mut material, &meant(given, &mut level));
            }
            level.materials[index] = serde_json::from_value(material).expect("a material");
        }
        for (word, numbers) in &self.at_last {
            change(&mut level, word, numbers);
        }
        level
    }

    /// The world after what was played. The first prop is selected while it is pushed.
    fn world(&self, level: &Level) -> World {
        let mut world = World::new(level, Rules::default());
        world.keep_journal(true);
        for (ticks, command) in &self.played {
            for _ in 0..*ticks {
                if let Some(prop) = world.props.first_mut() {
                    prop.selected = command.buttons.has(Buttons::PUSH_FORWARD);
                }
                world.step(level, command, &mut Vec::new());
            }
        }
        for prop in &mut world.props {
            prop.selected = false;
        }
        world
    }
}

/// Does what a word says of the whole level.
fn change(level: &mut Level, word: &str, numbers: &[f32]) {
    let vertices = &mut level.mesh.vertices;
    match (word, numbers) {
        ("sun", &[x, y, z]) => level.lighting.sun = sun(vec3(x, y, z)),
        ("haze", &[height]) => level.spawn.position.y = height,
        // By the first coordinates: rows of u, v and one.
        ("second-uvs", &[a, b, c, d, e, f]) => {
            for vertex in vertices {
                let [u, v] = vertex.uv;
                vertex.second_uv = [a * u + b * v + c, d * u + e * v + f];
            }
        }
        ("stops-along-x", &[slope, stops]) => {
            for vertex in vertices {
                let light = (slope * vertex.position[0] + stops).exp2();
                vertex.color = [light, light, light, 1.0];
            }
        }
        // The color of the second part at the origin, and what x and y add to it.
        ("gradient", _) => {
            let part = level.mesh.parts[1].indices.clone();
            for index in &level.mesh.indices[part.start as usize..part.end as usize] {
                let vertex = &mut vertices[*index as usize];
                let [x, y, _] = vertex.position;
                let color = |at: usize| numbers[at] + numbers[at + 3] * x + numbers[at + 6] * y;
                let [red, green, blue] = [0, 1, 2].map(|at| color(at).clamp(0.0, 1.0));
                vertex.color = [red, green, blue, 1.0];
            }
        }
        ("hide-last", _) => {
            let last = level.mesh.parts.last_mut().expect("a part");
            (last.visible, last.solid) = (false, false);
        }
        ("dark", _) => level.lighting.sun = None,
        _ => panic!("{word} {numbers:?}"),
    }
}

fn to_json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("plain data")
}

/// A field, or what is usual for its type where it lacks.
fn field<T: DeserializeOwned + Default>(json: &Value, key: &str) -> T {
    match &json[key] {
        Value::Null => T::default(),
        value => serde_json::from_value(value.clone()).expect(key),
    }
}

/// Puts the given fields into others, also within those that are objects in both.
fn merge(json: &mut Value, given: &Value) {
    match (json, given) {
        (Value::Object(fields), Value::Object(given)) => {
            for (key, value) in given {
                merge(fields.entry(key.clone()).or_insert(Value::Null), value);
            }
        }
        (json, given) => *json = given.clone(),
    }
}

/// A material's fields with whole references to images in place of those that give an image's name, one of
/// the pictures in the folder of textures, which become the level's.
fn meant(given: &Value, level: &mut Level) -> Value {
    let Value::Object(fields) = given else {
        return given.clone();
    };
    let mut json = match given["image"].as_str() {
        Some(name) => {
            let picture = image::open(stored(&format!("textures/{name}.png")));
            let picture = picture.unwrap_or_else(|error| panic!("{name}: {error}"));
            let picture = picture.into_rgba8();
            let texels: Vec<[u8; 4]> = picture.pixels().map(|it| it.0).collect();
            to_json(&texture(level, picture.width(), &texels))
        }
        None => json!({}),
    };
    for (key, value) in fields.iter().filter(|(key, _)| *key != "image") {
        merge(&mut json[key], &meant(value, level));
    }
    json
}

fn prop(json: &Value) -> SeenProp {
    SeenProp {
        center: field(json, "center"),
        selected: field(json, "selected"),
        facing: field::<Option<Vec3>>(json, "facing").unwrap_or(Vec3::NEG_Z),
        velocity: field(json, "velocity"),
        first_ahead: field(json, "first_ahead"),
    }
}

fn walker(index: u32, json: &Value) -> SeenWalker {
    SeenWalker {
        index,
        feet: field(json, "feet"),
        yaw: field(json, "yaw"),
        speed: field(json, "speed"),
        walked: field(json, "walked"),
        toward: field::<Option<Vec3>>(json, "toward").unwrap_or(Vec3::X),
        tilt: field(json, "tilt"),
        glow: field(json, "glow"),
        anger: field(json, "anger"),
    }
}

/// Buttons that are held, and methods that are used.
fn command(json: &Value) -> Command {
    let buttons = match json["hold"].as_str() {
        Some("forward") => Buttons::FORWARD,
        Some("push-forward") => Buttons::PUSH_FORWARD,
        _ => Buttons::default(),
    };
    let methods: String = field(json, "by");
    let methods: Methods = methods.parse().expect("methods");
    Command::holding(buttons).by(methods)
}

fn figures() -> Figures {
    Figures {
        detail: FigureDetail::Full,
        seconds: 65.0,
        frames_per_second: 120.0,
        frame_ms: 8.3,
        tick_ms: 0.4,
        position: dvec3(1.25, 0.9, -3.5),
        speed: 4.2,
        grounded: true,
        contacts: 2,
        balls: 7,
        level: String::from("nook"),
        triangles: 26,
        draws: 31,
        drawn_triangles: 12_345,
        adapter: String::from("software"),
        ..Figures::default()
    }
}
