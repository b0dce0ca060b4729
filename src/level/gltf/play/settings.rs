//! The rules of play that a scene's custom properties give.

use gltf::json::{Root, Scene};
use serde_json::Value;

use super::super::extras::Extras;
use crate::level::{Finding, Play, PlaySettings};

/// The most balls in hand, and the most that a medal can ask for.
const MOST_BALLS: u32 = 1000;
/// The highest speed from which on impacts can explode, m/s: no ball is so fast.
const FASTEST: f32 = 1000.0;
/// The longest time that a medal can ask for, seconds.
const LONGEST: f32 = 86_400.0;

/// Reads the level's title and its settings from the scene that is shown into `play`.
pub(crate) fn read_settings(document: &Root, play: &mut Play, findings: &mut Vec<Finding>) {
    let extras = shown_scene(document)
        .and_then(|scene| scene.extras.as_ref())
        .and_then(|extras| serde_json::from_str::<Value>(extras.get()).ok());
    let mut extras = Extras::new(("the scene", ""), extras.as_ref(), findings);
    let usual = PlaySettings::default();
    play.title = extras.text("title");
    play.settings = PlaySettings {
        balls: extras.count("balls", usual.balls, MOST_BALLS),
        blast: extras.flag("blast").unwrap_or(usual.blast),
        explosion_speed: extras.wished_number("explosion_speed", 0.0..=FASTEST, "the usual one"),
        fly: extras.flag("fly"),
        par_seconds: extras.wished_number("par_seconds", 1.0..=LONGEST, "none"),
        par_balls: extras.wished_count("par_balls", MOST_BALLS, "none"),
    };
    extras.finish();
}

/// The scene that a file shows: its default one, or else its first.
fn shown_scene(document: &Root) -> Option<&Scene> {
    match document.scene {
        Some(index) => document.get(index),
        None => document.scenes.first(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::gltf::document::tests::document;

    fn read(json: &str) -> (Play, Vec<Finding>) {
        let (mut play, mut findings) = (Play::default(), Vec::new());
        read_settings(&document(json).root, &mut play, &mut findings);
        (play, findings)
    }

    #[test]
    fn a_scene_without_properties_gives_the_usual_rules() {
        for json in [
            "{}",
            r#"{"scenes":[{}]}"#,
            r#"{"scenes":[{"extras":{"frames_per_second":24}}]}"#,
            r#"{"scenes":[{"extras":[1,2]}]}"#,
            r#"{"scenes":[{},{"extras":{"balls":3}}]}"#,
            r#"{"scene":9,"scenes":[{"extras":{"balls":3}}]}"#,
        ] {
            let (play, findings) = read(json);
            assert!(play.is_empty() && findings.is_empty(), "{json}");
        }
    }

    #[test]
    fn the_shown_scene_sets_the_rules() {
        let (play, findings) = read(
            r#"{"scene":1,"scenes":[{"extras":{"balls":3}},{"extras":{"title":" Fourteen Lights ",
            "balls":4,"blast":0,"explosion_speed":0.5,"fly":true,"par_seconds":90.5,"par_balls":6}}]}"#,
        );
        assert_eq!(play.title.as_deref(), Some("Fourteen Lights"));
        let expected = PlaySettings {
            balls: 4,
            blast: false,
            explosion_speed: Some(0.5),
            fly: Some(true),
            par_seconds: Some(90.5),
            par_balls: Some(6),
        };
        assert_eq!(play.settings, expected);
        assert!(findings.is_empty(), "{findings:?}");
    }

    #[test]
    fn what_cannot_be_meant_is_told() {
        let (play, findings) = read(
            r#"{"scenes":[{"extras":{"title":[],"balls":-1,"blast":"loud","par_seconds":0,
            "par_ball":3}}]}"#,
        );
        assert!(play.is_empty());
        assert_eq!(findings.len(), 5, "{findings:?}");
        assert!(
            findings
                .iter()
                .all(|it| it.problem.starts_with("the scene: "))
        );
        assert!(
            findings[4].problem.ends_with("did you mean par_balls?"),
            "{findings:?}"
        );
    }
}
