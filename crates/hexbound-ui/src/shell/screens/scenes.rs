//! The generated scenes of the laboratory: each demonstrates one challenge of collision, bodies or light.

use super::{Act, Facts, Page, Row, Shape, Tone, Wish};
use hexbound_scenes::{LESSON_SCENES, catalog};

pub(super) fn page(facts: &Facts<'_>) -> Page {
    let words = facts.words;
    let mut page = Page::new(words.text("scenes"), Shape::Wide, words);
    page.text("about-scenes", Tone::Quiet);
    for (lesson, scenes) in LESSON_SCENES {
        (page.rows).push(Row::Heading(words.text_of("lesson", lesson)));
        for scene in scenes {
            let play = Act::Do(Wish::Play(catalog::scene(scene).into()));
            (page.rows).push(Row::button(words.text_of("scene", scene), play));
            let about = words.text_of("scene", &format!("{scene}.about"));
            page.rows.push(Row::Text(about, Tone::Quiet));
        }
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_base::words::check_family;
    use hexbound_scenes::SCENE_NAMES;

    #[test]
    fn every_scene_of_the_lessons_exists_and_is_told_of() {
        let lessons = LESSON_SCENES.iter().map(|(lesson, _)| lesson);
        check_family("lesson", lessons);
        let scenes: Vec<&str> = LESSON_SCENES.iter().flat_map(|it| it.1).copied().collect();
        assert!(scenes.iter().all(|scene| SCENE_NAMES.contains(scene)));
        let about = scenes.iter().map(|scene| format!("{scene}.about"));
        let names = scenes.iter().map(|scene| String::from(*scene));
        check_family("scene", names.chain(about));
    }
}
