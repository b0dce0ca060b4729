//! The generated scenes of the laboratory: each shows one thing that collision, bodies or light have to
//! get right.

use crate::shell::{
    facts::Facts,
    page::{Act, Help, Page, Row, Shape, Tone},
    wish::Wish,
};
use hexbound_scenes::{LESSON_SCENES, catalog};

pub(super) fn page(facts: &Facts<'_>) -> Page {
    let words = facts.words;
    let mut rows = vec![Row::Text(words.text("about-scenes"), Tone::Quiet)];
    for (lesson, scenes) in LESSON_SCENES {
        rows.push(Row::Heading(words.text_of("lesson", lesson)));
        for scene in scenes {
            let play = Act::Do(Wish::Play(catalog::scene(scene).into()));
            rows.push(Row::button(words.text_of("scene", scene), play));
            let about = words.text_of("scene", &format!("{scene}.about"));
            rows.push(Row::Text(about, Tone::Quiet));
        }
    }
    let first = rows.iter().position(|row| row.act().is_some()).unwrap_or(0);
    Page {
        title: words.text("scenes"),
        shape: Shape::Wide,
        rows,
        first,
        beside: Vec::new(),
        back: Act::Back,
        help: Help::Back,
    }
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
