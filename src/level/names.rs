//! What a node's name and extras ask for. The suffixes are those of Godot's importer.

use serde_json::Value;

/// What becomes of a node's mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Treatment {
    /// The node and everything below it is left out.
    pub left_out: bool,
    pub visible: bool,
    pub solid: bool,
    pub bumper: bool,
    pub mover: bool,
}

/// Reads a node's name and its extras.
pub fn treatment(name: &str, extras: Option<&Value>) -> Treatment {
    let name = plain(name);
    let has = |suffix: &str| {
        let rest = name.strip_suffix(suffix);
        rest.is_some_and(|rest| rest.ends_with(['-', '_', '$']))
    };
    Treatment {
        left_out: has("noimp") || has("navmesh") || has("occonly"),
        visible: !(has("colonly") || has("convcolonly")),
        solid: !has("nocol"),
        bumper: marked(extras, "bumper").unwrap_or_else(|| named_bumper(&name)),
        mover: marked(extras, "mover").unwrap_or_else(|| name.contains("mover")),
    }
}

/// How good a starting place a node's name makes it; lower is better.
pub fn spawn_rank(name: &str) -> Option<u8> {
    let name = plain(name);
    let starts = [
        "spawn",
        "info_player_start",
        "info_player_deathmatch",
        "info_player_",
    ];
    let rank = starts.iter().position(|start| name.starts_with(start))?;
    Some(rank as u8)
}

/// Lower case, without the number that Blender adds to a duplicate.
fn plain(name: &str) -> String {
    let number = |letter: char| letter.is_ascii_digit() || letter.is_whitespace() || letter == '.';
    name.trim_end_matches(number).to_lowercase()
}

fn named_bumper(name: &str) -> bool {
    name.split(|letter: char| !letter.is_alphanumeric())
        .any(|word| word.starts_with("bumper"))
}

/// An extra that is true, false, or the 1 and 0 that Blender writes for them.
fn marked(extras: Option<&Value>, key: &str) -> Option<bool> {
    match extras?.get(key)? {
        Value::Bool(marked) => Some(*marked),
        Value::Number(number) => Some(number.as_f64() != Some(0.0)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes_are_read_whatever_their_case_and_number() {
        let default = treatment("Wall", None);
        assert!(default.visible && default.solid && !default.left_out && !default.bumper);
        for (name, left_out, visible, solid) in [
            ("Wall-col", false, true, true),
            ("Wall-convcol.001", false, true, true),
            ("Clip-colonly", false, false, true),
            ("Clip-ConvColOnly.012", false, false, true),
            ("Grass-nocol", false, true, false),
            ("Grass-NOCOL.003", false, true, false),
            ("Notes-noimp", true, true, true),
            ("Ground_navmesh", true, true, true),
            ("Hull-occonly", true, true, true),
            ("Hull-occ", false, true, true),
            ("protocol", false, true, true),
            ("nocol", false, true, true),
        ] {
            let read = treatment(name, None);
            assert_eq!(read.left_out, left_out, "{name}");
            assert_eq!(read.visible, visible, "{name}");
            assert_eq!(read.solid, solid, "{name}");
        }
    }

    #[test]
    fn bumpers_by_name_or_extra() {
        let extra = |value: &str| serde_json::from_str::<Value>(value).unwrap();
        assert!(treatment("Bumper.004", None).bumper);
        assert!(treatment("red_bumper-col", None).bumper);
        assert!(!treatment("plumper", None).bumper);
        assert!(treatment("Pole", Some(&extra("{\"bumper\":1}"))).bumper);
        assert!(treatment("Pole", Some(&extra("{\"bumper\":true}"))).bumper);
        assert!(!treatment("bumper car", Some(&extra("{\"bumper\":0}"))).bumper);
    }

    #[test]
    fn movers_by_name_or_extra() {
        let extra = |value: &str| serde_json::from_str::<Value>(value).unwrap();
        assert!(treatment("Lift_Mover.004", None).mover);
        assert!(!treatment("Lift", None).mover);
        assert!(treatment("Lift", Some(&extra("{\"mover\":true}"))).mover);
        assert!(!treatment("mover", Some(&extra("{\"mover\":0}"))).mover);
    }

    #[test]
    fn spawns_rank_by_name() {
        assert_eq!(spawn_rank("Spawn.002"), Some(0));
        assert_eq!(spawn_rank("info_player_start"), Some(1));
        assert_eq!(spawn_rank("info_player_deathmatch.010"), Some(2));
        assert_eq!(spawn_rank("info_player_intermission"), Some(3));
        assert_eq!(spawn_rank("respawn"), None);
    }
}
