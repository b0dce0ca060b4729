//! The rules of play that a scene's custom properties give.

use gltf::json::{Root, Scene};
use hexbound_collide::Response;
use serde_json::Value;

use super::super::extras::Extras;
use crate::{BodyClasses, Code, Finding, Play, PlaySettings};

/// The most balls in hand, and the most that a medal can ask for.
const MAX_BALLS: u32 = 1000;
/// The highest speed from which on impacts can explode, m/s: no ball is so fast.
const MAX_IMPACT_SPEED: f32 = 1000.0;
/// The longest time that a medal can ask for, seconds.
const MAX_SECONDS: f32 = 86_400.0;

/// Reads the level's title and its settings from the scene that is shown into `play`.
pub(crate) fn read_settings(document: &Root, play: &mut Play, findings: &mut Vec<Finding>) {
    let extras = shown_scene(document)
        .and_then(|scene| scene.extras.as_ref())
        .and_then(|extras| serde_json::from_str::<Value>(extras.get()).ok());
    let mut extras = Extras::new("the scene", "", extras.as_ref(), findings);
    let usual = PlaySettings::default();
    play.title = extras.text("title");
    play.settings = PlaySettings {
        balls: extras.count("balls", usual.balls, MAX_BALLS),
        blast: extras.flag("blast").unwrap_or(usual.blast),
        explosion_speed: extras.wished_number(
            "explosion_speed",
            0.0..=MAX_IMPACT_SPEED,
            "the usual one",
        ),
        fly: extras.flag("fly"),
        par_seconds: extras.wished_number("par_seconds", 1.0..=MAX_SECONDS, "none"),
        par_balls: extras.wished_count("par_balls", MAX_BALLS, "none"),
    };
    read_responses(&mut extras, &mut play.classes);
    extras.finish();
}

/// Reads which classes pass through each other, and by which test their overlaps are found: items such
/// as `ghost player ignore`, with commas between them.
fn read_responses(extras: &mut Extras, classes: &mut BodyClasses) {
    for item in extras.list("responses", ',') {
        let lower = item.to_lowercase();
        let words: Vec<&str> = lower.split_whitespace().collect();
        let problem = match words[..] {
            ["ball", "ball", _] => "balls always stop each other",
            [one, other, test] => {
                match (response(test), classes.class(one), classes.class(other)) {
                    (Some(test), Some(one), Some(other)) => {
                        classes.let_pass(one, other, test);
                        continue;
                    }
                    (Some(_), _, _) => "a level has 64 classes at most",
                    (None, _, _) => RESPONSE_FORM,
                }
            }
            _ => RESPONSE_FORM,
        };
        let problem = format!("in its custom property responses \"{item}\" is left out: {problem}");
        extras.tell(Code::BadValue, &problem);
    }
}

/// The form of an item of `responses`.
const RESPONSE_FORM: &str =
    "write two classes and ignore, bounds, first or all, such as \"ghost player ignore\"";

/// The test of that name.
fn response(word: &str) -> Option<Response> {
    match word {
        "ignore" => Some(Response::Ignore),
        "bounds" => Some(Response::Bounds),
        "first" => Some(Response::First),
        "all" => Some(Response::All),
        _ => None,
    }
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
    use crate::gltf::document::tests::document;

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
    fn responses_let_classes_pass_and_what_is_none_is_reported() {
        let (play, findings) = read(
            r#"{"scenes":[{"extras":{"responses":
            "Ghost player ignore, robot  gate all,robot gate,ball ball ignore, robot gate often"}}]}"#,
        );
        let class = |name: &str| play.classes.find(name).unwrap();
        assert!(!play.classes.stop(class("ghost"), class("player")));
        assert!(!play.classes.stop(class("gate"), class("robot")));
        assert!(play.classes.stop(class("ghost"), class("robot")));
        let tests: Vec<Response> = play.classes.passing().map(|(_, test)| test).collect();
        assert_eq!(tests, [Response::Ignore, Response::All]);
        let problems: Vec<&str> = findings.iter().map(|it| &*it.problem).collect();
        assert_eq!(problems.len(), 3, "{problems:?}");
        assert!(problems[0].contains("\"robot gate\" is left out: write two classes"));
        assert!(problems[1].contains("balls always stop each other"));
        assert!(problems[2].contains("\"robot gate often\""));
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
