//! The treatment of a face by its texture's name and flags: drawn, solid, a liquid, or neither.

/// The treatment of a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Treatment {
    /// The face is drawn and solid.
    Plain,
    /// The face is drawn with holes, and solid.
    Masked,
    /// The face is drawn translucent and is not solid.
    Water,
    /// The face is drawn, shines and is not solid.
    Lava,
    /// The face is solid and not drawn: sky, clip, invisible faces.
    Hidden,
    /// The face is neither drawn nor solid, and nor is the rest of its brush.
    Nothing,
}

/// The flags of a face as defined by Quake II and later games; 0 in earlier games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flags {
    pub contents: u32,
    pub surface: u32,
}

const CONTENTS_LAVA: u32 = 8;
const CONTENTS_SLIME: u32 = 16;
const CONTENTS_WATER: u32 = 32;
const CONTENTS_MIST: u32 = 64;
const CONTENTS_PLAYER_CLIP: u32 = 0x1_0000;
const CONTENTS_MONSTER_CLIP: u32 = 0x2_0000;
const CONTENTS_ORIGIN: u32 = 0x100_0000;
const SURFACE_SKY: u32 = 4;
const SURFACE_WARP: u32 = 8;
const SURFACE_NO_DRAW: u32 = 128;
const SURFACE_HINT: u32 = 256;
const SURFACE_SKIP: u32 = 512;

/// The names, without folder, of textures of faces that are solid and not drawn.
const HIDDEN_TEXTURES: [&str; 14] = [
    "clip",
    "playerclip",
    "player_clip",
    "fullclip",
    "full_clip",
    "weapclip",
    "weaponclip",
    "metalclip",
    "skip",
    "nodraw",
    "caulk",
    "null",
    "blocklight",
    "invisible",
];
/// The names, without folder, of textures that only tools use.
const TOOL_TEXTURES: [&str; 20] = [
    "hint",
    "hintskip",
    "origin",
    "trigger",
    "aaatrigger",
    "areaportal",
    "antiportal",
    "clusterportal",
    "monsterclip",
    "monster_clip",
    "missileclip",
    "botclip",
    "cliphull",
    "donotenter",
    "nodrop",
    "lightgrid",
    "nodrawnonsolid",
    "waterskip",
    "slimeskip",
    "lavaskip",
];

/// The treatment of a face by its texture's name and its flags.
pub(crate) fn treatment(name: &str, flags: Flags) -> Treatment {
    let name = name.to_ascii_lowercase().replace('\\', "/");
    let base = name.rsplit('/').next().unwrap_or_default();
    by_flags(base, flags)
        .or_else(|| by_name(&name, base))
        .unwrap_or(Treatment::Plain)
}

fn by_flags(base: &str, flags: Flags) -> Option<Treatment> {
    let contents = |bits: u32| flags.contents & bits != 0;
    let surface = |bits: u32| flags.surface & bits != 0;
    match () {
        () if contents(CONTENTS_ORIGIN) || surface(SURFACE_HINT) => Some(Treatment::Nothing),
        () if contents(CONTENTS_MONSTER_CLIP) && !contents(CONTENTS_PLAYER_CLIP) => {
            Some(Treatment::Nothing)
        }
        () if contents(CONTENTS_LAVA) => Some(Treatment::Lava),
        () if contents(CONTENTS_SLIME | CONTENTS_WATER | CONTENTS_MIST) => Some(Treatment::Water),
        () if surface(SURFACE_WARP) && base.contains("lava") => Some(Treatment::Lava),
        () if surface(SURFACE_WARP) && !surface(SURFACE_SKY) => Some(Treatment::Water),
        () if contents(CONTENTS_PLAYER_CLIP) => Some(Treatment::Hidden),
        () if surface(SURFACE_SKY | SURFACE_NO_DRAW | SURFACE_SKIP) => Some(Treatment::Hidden),
        () => None,
    }
}

fn by_name(name: &str, base: &str) -> Option<Treatment> {
    let liquid = base.strip_prefix(['*', '!', '#']);
    let in_folder = |folder: &str| name.split('/').rev().skip(1).any(|part| part == folder);
    match () {
        () if TOOL_TEXTURES.contains(&base) => Some(Treatment::Nothing),
        () if HIDDEN_TEXTURES.contains(&base) => Some(Treatment::Hidden),
        () if base.starts_with("sky") || in_folder("skies") => Some(Treatment::Hidden),
        () if liquid.is_some() || in_folder("liquids") => Some(match base.contains("lava") {
            true => Treatment::Lava,
            false => Treatment::Water,
        }),
        () if base.starts_with('{') => Some(Treatment::Masked),
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_games_mean_what_they_do_there() {
        for (wanted, names) in [
            (Treatment::Plain, "METAL1_2, common/clip_metal, "),
            (
                Treatment::Hidden,
                "sky4, skies/dusk, clip, common/caulk, SKIP",
            ),
            (Treatment::Nothing, "AAATRIGGER, common\\hint"),
            (Treatment::Water, "*water1, !toxicgrn, liquids/clear_calm1"),
            (Treatment::Lava, "*lava1"),
            (Treatment::Masked, "{fence"),
        ] {
            for name in names.split(", ") {
                assert_eq!(treatment(name, Flags::default()), wanted, "{name}");
            }
        }
    }

    #[test]
    fn flags_go_before_names() {
        let of = |contents, surface| treatment("e1u1/metal", Flags { contents, surface });
        assert_eq!(of(1, 0), Treatment::Plain);
        assert_eq!(of(1, 4), Treatment::Hidden);
        assert_eq!(of(32, 8), Treatment::Water);
        assert_eq!(of(8, 8), Treatment::Lava);
        let both = CONTENTS_PLAYER_CLIP | CONTENTS_MONSTER_CLIP;
        assert_eq!(of(both, 0), Treatment::Hidden);
        assert_eq!(of(CONTENTS_MONSTER_CLIP, 0), Treatment::Nothing);
        assert_eq!(of(0, SURFACE_HINT), Treatment::Nothing);
    }
}
