//! The rules of play in a scene's custom properties.

use gltf::json::Root;
use hexbound_collide::Response;

use super::super::{
    document::shown_scene,
    extras::{Extras, properties},
};
use crate::{BodyClasses, Code, Finding, Play, PlaySettings};

/// The most balls in hand, and the most balls in a medal's condition.
const MAX_BALLS: u32 = 1000;
/// The greatest impact speed for explosions that can be set, m/s: no ball is so fast.
const MAX_IMPACT_SPEED: f32 = 1000.0;
/// The longest time in a medal's condition, seconds.
const MAX_SECONDS: f32 = 86_400.0;

/// Reads the level's title and its settings from the shown scene into `play`.
pub(crate) fn read_settings(document: &Root, play: &mut Play, findings: &mut Vec<Finding>) {
    let extras = shown_scene(document).and_then(|scene| properties(&scene.extras));
    let mut extras = Extras::new("the scene", "", extras.as_ref(), findings);
    let defaults = PlaySettings::default();
    play.title = extras.text("title");
    play.settings = PlaySettings {
        balls: extras.count("balls", defaults.balls, MAX_BALLS),
        blast: extras.flag("blast").unwrap_or(defaults.blast),
        explosion_speed: extras.optional_number(
            "explosion_speed",
            0.0..=MAX_IMPACT_SPEED,
            "the usual one",
        ),
        fly: extras.flag("fly"),
        par_seconds: extras.optional_number("par_seconds", 1.0..=MAX_SECONDS, "none"),
        par_balls: extras.optional_count("par_balls", MAX_BALLS, "none"),
    };
    read_responses(&mut extras, &mut play.classes);
    extras.finish();
}

/// Reads the classes that pass through each other, and the test for their overlaps: items such as `ghost
/// player ignore`, separated by commas.
fn read_responses(extras: &mut Extras, classes: &mut BodyClasses) {
    for item in extras.list("responses", ',') {
        let lower = item.to_lowercase();
        let words: Vec<&str> = lower.split_whitespace().collect();
        let problem = match words[..] {
            ["ball", "ball", _] => "balls always stop each other",
            [one, other, test] => {
                match (response(test), classes.intern(one), classes.intern(other)) {
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
        extras.report(Code::BadValue, &problem);
    }
}

/// The form of an item of `responses`.
const RESPONSE_FORM: &str =
    "write two classes and ignore, bounds, first or all, such as \"ghost player ignore\"";

/// The test named by a word.
fn response(word: &str) -> Option<Response> {
    match word {
        "ignore" => Some(Response::Ignore),
        "bounds" => Some(Response::Bounds),
        "first" => Some(Response::First),
        "all" => Some(Response::All),
        _ => None,
    }
}
