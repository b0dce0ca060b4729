//! Reads a map's source (.map): parses its text and turns its brushes and patches into faces.

use std::{collections::HashMap, ffi::CStr, path::Path};

use glam::DVec3;
use quake_map::{Brush, Edict, QuakeMap, Surface, TextParseError};

use super::{
    alignment::TextureProjection,
    brush::{self, BrushPlane, MAX_BRUSH_SIDES},
    entity::{Entity, Face, Map, MapCorner, Texture},
    liquids::{Cover, seen_parts},
    map_tokens::Tokens,
    source_patches::take_patches,
    surface::{Flags, Treatment, treatment},
    texture_images::ImageFinder,
    weld::Welder,
};
use crate::notice::{MapError, Notice, NoticeKind};

/// The size of a unit, meters. The player can walk up a step of 16 units.
pub(crate) const UNIT: f64 = 1.0 / 36.0;
/// The size of a unit in Half-Life, an inch, meters.
pub(crate) const INCH: f64 = 0.0254;
/// The number of brushes without volume that are reported one by one.
const MAX_REPORTED_BRUSHES: usize = 8;

/// Returns whether a file is a map's source, by its first bytes: a brace, then two quoted words in
/// succession. JSON would have a colon between them.
pub(crate) fn is_map(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let mut words = Tokens::new(head).map(|token| token.text);
    let is_quoted =
        |word: &[u8]| word.len() > 1 && word.starts_with(b"\"") && word.ends_with(b"\"");
    words.next() == Some(b"{")
        && words.next().is_some_and(is_quoted)
        && words.next().is_some_and(is_quoted)
}

/// Reads a map's source, whose textures may lie near its folder.
pub(crate) fn read(mut text: Vec<u8>, folder: &Path) -> Result<Map, MapError> {
    if text.starts_with(b"\xef\xbb\xbf") {
        text[..3].fill(b' ');
    }
    let patches = take_patches(&mut text)?;
    let parsed = quake_map::parse(&mut &text[..]).map_err(|error| fault(&error, &text))?;
    let entities = bare_entities(&parsed);
    let mut builder = Builder {
        images: ImageFinder::near(folder, entities.first().and_then(Entity::wads)),
        known: HashMap::new(),
        map: Map {
            entities,
            textures: Vec::new(),
            unit: unit(&text),
            notices: Vec::new(),
        },
        welder: Welder::default(),
        covers: Vec::new(),
        liquids: Vec::new(),
        without_volume: 0,
    };
    for (number, entity) in parsed.entities.iter().enumerate() {
        for (index, brush) in entity.brushes.iter().enumerate() {
            builder.add_brush(number, index, brush);
        }
    }
    builder.add_liquids();
    for (number, patch) in &patches {
        let texture = builder.texture(&patch.texture, Flags::default(), true);
        let size = builder.map.textures[texture].size();
        let made = patch.faces(texture, size);
        if let Some(entity) = builder.map.entities.get_mut(*number) {
            entity.faces.extend(made);
        }
    }
    Ok(builder.finish())
}

/// The entities of a text, without their faces.
pub(crate) fn bare_entities(map: &QuakeMap) -> Vec<Entity> {
    let pairs = |edict: &Edict| {
        let pairs = edict.iter();
        pairs
            .map(|(key, value)| (plain(key), plain(value)))
            .collect()
    };
    (map.entities.iter().enumerate())
        .map(|(number, entity)| Entity {
            number,
            pairs: pairs(&entity.edict),
            faces: Vec::new(),
        })
        .collect()
}

/// Decodes text. Unless it is UTF-8, the glyphs of Quake's font outside ASCII become their ASCII equals.
fn plain(text: &CStr) -> String {
    // The upper half of the font is the lower in another color.
    let glyph = |byte: &u8| match std::str::from_utf8(text.to_bytes()) {
        Ok(_) => *byte,
        Err(_) => byte & 0x7f,
    };
    let bytes: Vec<u8> = text.to_bytes().iter().map(glyph).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The size of a unit of the game that TrenchBroom names in the first lines, meters.
fn unit(text: &[u8]) -> f64 {
    let head = String::from_utf8_lossy(&text[..text.len().min(200)]);
    let game = head
        .lines()
        .find_map(|line| line.trim().strip_prefix("// Game: "));
    match game {
        Some(game) if game.trim() == "Half-Life" => INCH,
        _ => UNIT,
    }
}

/// Converts the parser's error.
fn fault(error: &TextParseError, text: &[u8]) -> MapError {
    let (line, problem) = match error {
        TextParseError::Io(error) => (None, error.to_string()),
        TextParseError::Lexer(line) | TextParseError::Parser(line) => {
            (line.line_number.map(u64::from), line.message.clone())
        }
    };
    let last = || 1 + text.iter().filter(|byte| **byte == b'\n').count() as u64;
    MapError::Malformed {
        place: format!("line {}", line.unwrap_or_else(last)),
        problem: format!("is no map: {}", problem.to_lowercase()),
        remedy: String::from("Save the map again in the format Valve 220, Standard or Quake II"),
    }
}

/// A face of a liquid, which other brushes may hide.
struct LiquidFace<'a> {
    entity: usize,
    plane: BrushPlane,
    side: &'a Surface,
    polygon: Vec<DVec3>,
    /// The index of its brush in `Builder::covers`.
    cover: usize,
}

struct Builder<'a> {
    images: ImageFinder,
    /// The indices of the textures so far, by name, treatment and whether they are on curves.
    known: HashMap<(String, Treatment, bool), usize>,
    map: Map,
    welder: Welder,
    /// The brushes that hide the faces of liquids against them.
    covers: Vec<Cover>,
    liquids: Vec<LiquidFace<'a>>,
    without_volume: usize,
}

impl<'a> Builder<'a> {
    /// The index of a texture. A new texture is added.
    fn texture(&mut self, name: &str, flags: Flags, is_curved: bool) -> usize {
        let treatment = treatment(name, flags);
        let key = (name.to_ascii_lowercase(), treatment, is_curved);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let is_drawn = !matches!(treatment, Treatment::Hidden | Treatment::Nothing);
        self.map.textures.push(Texture {
            name: name.to_string(),
            treatment,
            image: is_drawn.then(|| self.images.find(name)).flatten(),
            two_sided: is_curved,
        });
        let index = self.map.textures.len() - 1;
        self.known.insert(key, index);
        index
    }

    fn add_brush(&mut self, entity: usize, index: usize, brush: &'a Brush) {
        let sides: Vec<(BrushPlane, &Surface)> = (brush.iter().take(MAX_BRUSH_SIDES + 1))
            .filter_map(|side| Some((BrushPlane::through(side.half_space.map(DVec3::from))?, side)))
            .collect();
        let planes: Vec<BrushPlane> = sides.iter().map(|(plane, _)| *plane).collect();
        let polygons = (planes.len() <= MAX_BRUSH_SIDES).then(|| brush::polygons(&planes));
        let Some(polygons) = polygons.flatten() else {
            self.report_left_out(entity, index, brush);
            return;
        };
        let treatments: Vec<Treatment> = (sides.iter())
            .map(|(_, side)| treatment(&side.texture.to_string_lossy(), flags(side)))
            .collect();
        let is_liquid =
            |treatment: &Treatment| matches!(treatment, Treatment::Water | Treatment::Lava);
        let is_cover =
            |treatment: &Treatment| is_liquid(treatment) || *treatment == Treatment::Plain;
        if is_static(&self.map.entities[entity].class()) && treatments.iter().all(is_cover) {
            self.covers.push(Cover::new(&planes, &polygons));
            if treatments.iter().all(is_liquid) {
                self.add_liquid(entity, &sides, polygons);
                return;
            }
        }
        let made: Vec<Face> = (sides.iter().zip(&polygons))
            .filter_map(|((plane, side), polygon)| self.face(plane, side, polygon))
            .collect();
        let is_nothing =
            |face: &Face| self.map.textures[face.texture].treatment == Treatment::Nothing;
        // Only the box of a trigger matters, whatever its textures are.
        let entity = &mut self.map.entities[entity];
        if entity.class().starts_with("trigger") || !made.iter().any(is_nothing) {
            entity.faces.extend(made);
        }
    }

    /// Stores the faces of a liquid, whose brush is the last of the covers.
    fn add_liquid(
        &mut self,
        entity: usize,
        sides: &[(BrushPlane, &'a Surface)],
        polygons: Vec<Vec<DVec3>>,
    ) {
        let cover = self.covers.len() - 1;
        let faces = sides.iter().zip(polygons);
        self.liquids
            .extend(faces.map(|((plane, side), polygon)| LiquidFace {
                entity,
                plane: *plane,
                side,
                polygon,
                cover,
            }));
    }

    /// Adds the visible parts of the liquids, once all brushes are covers.
    fn add_liquids(&mut self) {
        for face in std::mem::take(&mut self.liquids) {
            let parts = seen_parts(face.plane.normal, &face.polygon, &self.covers, face.cover);
            for part in parts {
                let made = self.face(&face.plane, face.side, &part);
                self.map.entities[face.entity].faces.extend(made);
            }
        }
    }

    fn face(&mut self, plane: &BrushPlane, side: &Surface, polygon: &[DVec3]) -> Option<Face> {
        let polygon = self.welder.polygon(polygon);
        if polygon.is_empty() {
            return None;
        }
        let texture = self.texture(&side.texture.to_string_lossy(), flags(side), false);
        let projection = TextureProjection::new(&side.alignment, plane.normal);
        let corners = (polygon.into_iter())
            .map(|position| MapCorner {
                position,
                normal: plane.normal,
                texel: projection.texel(position),
            })
            .collect();
        Some(Face { texture, corners })
    }

    fn report_left_out(&mut self, entity: usize, index: usize, brush: &Brush) {
        self.without_volume += 1;
        if self.without_volume > MAX_REPORTED_BRUSHES {
            return;
        }
        let near = brush
            .first()
            .map(|side| side.half_space[0])
            .unwrap_or_default();
        let problem = match brush.len() > MAX_BRUSH_SIDES {
            true => format!("has more than {MAX_BRUSH_SIDES} sides"),
            false => String::from("is open or has no volume"),
        };
        self.map.notices.push(Notice::new(
            NoticeKind::LeftOut,
            format!(
                "brush {index} of entity {entity}, near ({} {} {}), {problem} and is left out",
                near[0], near[1], near[2]
            ),
        ));
    }

    fn finish(mut self) -> Map {
        let notices = &mut self.map.notices;
        if self.without_volume > MAX_REPORTED_BRUSHES {
            let more = self.without_volume - MAX_REPORTED_BRUSHES;
            let problem =
                format!("{more} more brushes are open or have no volume and are left out");
            notices.push(Notice::new(NoticeKind::LeftOut, problem));
        }
        notices.extend(self.images.notices());
        self.map
    }
}

/// Returns whether the brushes of an entity of a class never move, and so hide the faces against them.
fn is_static(class: &str) -> bool {
    matches!(class, "worldspawn" | "func_group" | "func_wall") || class.starts_with("func_detail")
}

fn flags(side: &Surface) -> Flags {
    Flags {
        contents: side.q2ext.content_flags as u32,
        surface: side.q2ext.surface_flags as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CUBE: &str = "// Game: Quake
{
\"classname\" \"worldspawn\"
// brush 0
{
( 0 0 0 ) ( 0 1 0 ) ( 0 0 1 ) brick 0 0 0 1 1
( 64 0 0 ) ( 64 0 1 ) ( 64 1 0 ) brick 0 0 0 1 1
( 0 0 0 ) ( 0 0 1 ) ( 1 0 0 ) brick 0 0 0 1 1
( 0 64 0 ) ( 1 64 0 ) ( 0 64 1 ) brick 0 0 0 1 1
( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) brick 0 0 0 1 1
( 0 0 64 ) ( 0 1 64 ) ( 1 0 64 ) sky1 [ 1 0 0 0 ] [ 0 -1 0 0 ] 0 1 1
}
}
";

    fn read_text(text: &str) -> Result<Map, MapError> {
        read(text.as_bytes().to_vec(), Path::new("no folder"))
    }

    #[test]
    fn a_cube_has_six_faces_around_its_middle() {
        let map = read_text(CUBE).unwrap();
        let world = &map.entities[0];
        assert_eq!(world.class(), "worldspawn");
        assert_eq!(world.faces.len(), 6);
        assert_eq!(world.bounds(), Some((DVec3::ZERO, DVec3::splat(64.0))));
        assert_eq!(map.unit, UNIT);
        let half_life = read_text(&CUBE.replace("Quake", "Half-Life")).unwrap();
        assert_eq!(half_life.unit, INCH);
        for face in &world.faces {
            let corner = face.corners[0];
            assert!(corner.normal.dot(corner.position - 32.0) > 0.0);
        }
        let names = map.textures.iter().map(|it| (&*it.name, it.treatment));
        let expected = [("brick", Treatment::Plain), ("sky1", Treatment::Hidden)];
        assert_eq!(names.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_source_differs_from_json() {
        let begun = "{\n\"classname\"\n\"worldspawn\"\n";
        for text in [CUBE, "{ \"a\" \"b\" }", begun, "\u{feff}{ \"a\" \"b\""] {
            assert!(is_map(text.as_bytes()), "{text}");
        }
        for text in r#"{"a":"b"}|{ "a": "b" }|{ "a" : "b" }|{||{ }|{ "asset" "#.split('|') {
            assert!(!is_map(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn faults_name_their_line_or_their_brush() {
        for (from, to, line, words) in [
            (
                "( 64 0 0 )",
                "( 64 zero 0 )",
                7,
                ": expected number, got `zero`",
            ),
            ("1 1\n( 64", "1 1\n) 64", 7, ""),
            ("}\n}\n", "}\n}\n}\n", 14, ""),
            ("\"worldspawn\"", "worldspawn", 3, ": expected quoted"),
        ] {
            let fault = read_text(&CUBE.replacen(from, to, 1)).err().unwrap();
            let words = format!("line {line} is no map{words}");
            let is_said = fault.to_string().contains(&words);
            assert!(is_said, "{fault}");
        }
        for (from, to) in [
            ("( 64 0 0 ) ( 64 0 1 )", "( 0 0 0 ) ( 0 0 0 )"),
            ("( 0 0 64 )", "( 0 0 NaN )"),
        ] {
            let map = read_text(&CUBE.replacen(from, to, 1)).unwrap();
            assert!(map.entities[0].faces.is_empty());
            let problem = &map.notices[0].problem;
            let is_named = problem.contains("brush 0 of entity 0, near (0 0 0), is open");
            assert!(is_named, "{problem}");
        }
    }

    #[test]
    fn every_beginning_of_a_map_is_read_or_refused() {
        for end in 0..CUBE.len() {
            let read = read_text(&CUBE[..end]);
            let is_open = CUBE[..end].matches('{').count() == 1;
            assert!(read.is_err() || !is_open, "{end}");
        }
    }
}
