//! Identifies files of other formats by their content, and explains their conversion: other programs'
//! levels and models, archives, and remains of downloads or checkouts.

use std::{borrow::Cow, io::Read, path::Path};

use flate2::read::GzDecoder;

use super::error::Fault;
use hexbound_base::files::{CAPSULE_MAGIC, GZIP_MAGIC, RECORDING_MAGIC};
use hexbound_base::words::for_shell;

/// The number of first bytes that identify a file.
pub(crate) const HEAD_BYTES: u64 = 8192;

/// The method by which a file becomes a level.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Remedy {
    /// Opened by Blender.
    Blend,
    /// Imported into Blender by this operator.
    Import(&'static str),
    /// Converted by the Open Asset Import Library.
    Assimp,
    /// Unpacked by this command.
    Unpack(&'static str),
    /// A file of the game's own, which is played.
    Own,
    /// Another remedy, in a sentence without its full stop.
    Words(&'static str),
}

/// Returns the fault of a file of a known other format, with a remedy; `None` for an unknown format.
/// The file begins with `head` and has `length` bytes.
pub(crate) fn refusal(head: &[u8], length: u64, file: &Path) -> Option<Fault> {
    let (what, remedy) = by_own_magic(head)
        .or_else(|| by_magic(head))
        .or_else(|| by_size(head, length))
        .or_else(|| by_text(&String::from_utf8_lossy(head)))?;
    Some(Fault::unsupported(what, remedy.in_words(file)))
}

impl Remedy {
    fn in_words(self, file: &Path) -> String {
        // A file of the wrong name must not be overwritten.
        let made = match file.extension() {
            Some(kind) if kind == "glb" => file.with_extension("converted.glb"),
            _ => file.with_extension("glb"),
        };
        let (from, to) = (quotable(file, "in"), quotable(&made, "out.glb"));
        let export = format!("bpy.ops.export_scene.gltf(filepath=r'{to}')");
        let command = match self {
            Self::Blend => {
                format!("blender --background \"{from}\" --python-expr \"import bpy; {export}\"")
            }
            Self::Import(operator) => format!(
                "blender --background --python-expr \"import bpy; \
                 bpy.ops.wm.read_factory_settings(use_empty=True); \
                 bpy.ops.{operator}(filepath=r'{from}'); {export}\""
            ),
            Self::Assimp => format!("assimp export \"{from}\" \"{to}\""),
            Self::Unpack(command) => {
                return format!("Unpack it and open the level in it: {command} \"{from}\"");
            }
            Self::Own => {
                let own = for_shell(&file.to_string_lossy());
                return format!("Open it by its own command: hexbound replay {own}");
            }
            Self::Words(words) => return String::from(words),
        };
        format!("Convert it to glTF 2.0: {command}")
    }
}

/// The path as it can appear in a command, or another name if it has quotes.
fn quotable<'a>(path: &'a Path, instead: &'a str) -> Cow<'a, str> {
    let text = path.to_string_lossy();
    match text.contains(['\'', '"', '$', '`', '!', '\u{fffd}']) {
        true => Cow::Borrowed(instead),
        false => text,
    }
}

type Recognition = (&'static str, Remedy);

const BSP_REMEDY: Remedy = Remedy::Words(
    "Open the .map that it was made from, which is read directly; or run q3map2 -convert -format map \
     on it, if it is of Quake III, and open what it writes",
);

/// Recognizes a file of the game's own, which may be compressed.
fn by_own_magic(head: &[u8]) -> Option<Recognition> {
    let mut unpacked = Vec::new();
    let start = match head.starts_with(&GZIP_MAGIC) {
        true => {
            let length = RECORDING_MAGIC.len() as u64;
            // A file that can't be unpacked is not ours.
            GzDecoder::new(head)
                .take(length)
                .read_to_end(&mut unpacked)
                .ok()?;
            &unpacked
        }
        false => head,
    };
    let own = [
        (RECORDING_MAGIC, "a recorded run in a level's place"),
        (CAPSULE_MAGIC, "a capsule in a level's place"),
    ];
    let found = own
        .iter()
        .find(|(magic, _)| start.starts_with(magic.as_bytes()));
    found.map(|(_, what)| (*what, Remedy::Own))
}

/// Recognizes a file by its magic number.
fn by_magic(head: &[u8]) -> Option<Recognition> {
    const FBX_IMPORT: Remedy = Remedy::Import("import_scene.fbx");
    const USD_IMPORT: Remedy = Remedy::Import("wm.usd_import");
    const IMAGE_REMEDY: Remedy =
        Remedy::Words("Open the .glb or .gltf that uses it, or make a level in Blender");
    const EDITOR_EXPORT: Remedy = Remedy::Words("Export the scene as glTF 2.0 from the program");
    const FILE_MARKS: &[(&[u8], &str, Remedy)] = &[
        (b"BLENDER", "a Blender file", Remedy::Blend),
        (
            b"\x28\xb5\x2f\xfd",
            "a file compressed by Zstandard, as Blender saves them,",
            Remedy::Blend,
        ),
        (b"Kaydara FBX Binary", "an FBX file", FBX_IMPORT),
        (b"; FBX", "an FBX file", FBX_IMPORT),
        (b"PXR-USDC", "a USD file", USD_IMPORT),
        (b"#usda", "a USD file", USD_IMPORT),
        (b"ply\n", "a PLY file", Remedy::Import("wm.ply_import")),
        (b"ply\r", "a PLY file", Remedy::Import("wm.ply_import")),
        (b"IBSP", "a compiled map of Quake III (.bsp)", BSP_REMEDY),
        (
            b"RBSP",
            "a compiled map of Raven's games (.bsp)",
            BSP_REMEDY,
        ),
        (
            b"VBSP",
            "a compiled map of a Source game (.bsp)",
            BSP_REMEDY,
        ),
        (
            b"2PSB",
            "a compiled map of an early RemakeQuake (.bsp)",
            BSP_REMEDY,
        ),
        (b"Rar!", "a RAR archive", Remedy::Unpack("unrar x")),
        (
            b"7z\xbc\xaf\x27\x1c",
            "a 7-Zip archive",
            Remedy::Unpack("7z x"),
        ),
        (b"\x1f\x8b", "a gzip archive", Remedy::Unpack("tar xf")),
        (b"\xfd7zXZ", "an xz archive", Remedy::Unpack("tar xf")),
        (b"DRACO", "a mesh in Draco's format (.drc)", Remedy::Assimp),
        (b"VOX ", "a MagicaVoxel file", EDITOR_EXPORT),
        (b"FOR4", "a Maya file", EDITOR_EXPORT),
        (b"FOR8", "a Maya file", EDITOR_EXPORT),
        (b"//Maya", "a Maya file", EDITOR_EXPORT),
        (b"\xd0\xcf\x11\xe0", "a 3ds Max file", EDITOR_EXPORT),
        (
            b"\xff\xfe\xff\x0eS\0k\0e\0t\0c\0h\0U\0p",
            "a SketchUp file",
            EDITOR_EXPORT,
        ),
        (b"3D Geometry File Format", "a Rhino file", EDITOR_EXPORT),
        (b"\xc1\x83\x2a\x9e", "an Unreal asset", EDITOR_EXPORT),
        (b"[gd_scene", "a Godot scene", EDITOR_EXPORT),
        (b"RSRC", "a Godot resource", EDITOR_EXPORT),
        (b"%YAML", "a Unity scene", EDITOR_EXPORT),
        (b"ISO-10303-21;", "a STEP or IFC file", EDITOR_EXPORT),
        (b"\x89PNG", "a picture", IMAGE_REMEDY),
        (b"\xff\xd8\xff", "a picture", IMAGE_REMEDY),
        (b"\xabKTX", "a picture", IMAGE_REMEDY),
    ];
    if head.starts_with(b"PK\x03\x04") {
        return Some(zip(head));
    }
    let found = FILE_MARKS.iter().find(|(mark, ..)| head.starts_with(mark));
    found.map(|(_, what, remedy)| (*what, *remedy))
}

/// Recognizes a zip archive by the names in its beginning.
fn zip(head: &[u8]) -> Recognition {
    let names = String::from_utf8_lossy(head);
    let has = |part: &str| names.contains(part);
    if has(".usdc") || has(".usda") || has(".usd") {
        ("a USD package (.usdz)", Remedy::Import("wm.usd_import"))
    } else if has("3D/3dmodel.model") {
        ("a 3MF file", Remedy::Assimp)
    } else {
        ("a zip archive", Remedy::Unpack("unzip"))
    }
}

/// Recognizes a file whose format stores its own length.
fn by_size(head: &[u8], length: u64) -> Option<Recognition> {
    let word = |at: usize| {
        let bytes = head.get(at..at + 4)?.try_into().ok()?;
        Some(u64::from(u32::from_le_bytes(bytes)))
    };
    if head.starts_with(b"MM") && word(2) == Some(length) {
        return Some(("a 3D Studio file (.3ds)", Remedy::Assimp));
    }
    let triangles = word(80)?;
    let is_stl = triangles > 0 && length == 84 + 50 * triangles;
    is_stl.then_some(("an STL file", Remedy::Import("wm.stl_import")))
}

/// Recognizes a text file.
fn by_text(head: &str) -> Option<Recognition> {
    let text = head.trim_start_matches('\u{feff}').trim_start();
    let lower = text.to_ascii_lowercase();
    if text.starts_with("version https://git-lfs") {
        let pull = "Fetch the file that it stands for: git lfs pull";
        return Some((
            "a Git LFS pointer, not the file itself,",
            Remedy::Words(pull),
        ));
    }
    if lower.starts_with("<!doctype html") || lower.starts_with("<html") {
        let again = "A download gave an error or a page about the file: download the file itself, \
                     by the link that says Download or Raw";
        return Some(("a web page (HTML)", Remedy::Words(again)));
    }
    if text.starts_with('<') {
        return Some(match () {
            () if lower.contains("<collada") => {
                ("a COLLADA file (.dae)", Remedy::Import("wm.collada_import"))
            }
            () if lower.contains("<x3d") => ("an X3D file", Remedy::Assimp),
            () => ("an XML file", Remedy::Words("Export the level as glTF 2.0")),
        });
    }
    if text.starts_with("solid") && lower.contains("facet") {
        return Some(("an STL file", Remedy::Import("wm.stl_import")));
    }
    is_obj(text).then_some(("a Wavefront OBJ file", Remedy::Import("wm.obj_import")))
}

/// Returns whether a text is a Wavefront OBJ: every whole line begins with one of its words, and there
/// are vertices or materials.
fn is_obj(text: &str) -> bool {
    const OBJ_WORDS: [&str; 14] = [
        "v", "vt", "vn", "vp", "f", "l", "p", "o", "g", "s", "mtllib", "usemtl", "usemap", "cstype",
    ];
    let whole = text.rfind('\n').map_or(text, |end| &text[..end]);
    let words: Vec<&str> = (whole.lines())
        .filter(|line| !line.trim_start().starts_with('#'))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let known = words.iter().all(|word| OBJ_WORDS.contains(word));
    known && (words.contains(&"v") || words.contains(&"mtllib"))
}
