//! The names of levels and files for players.

use std::path::Path;

use hexbound_base::words::Words;
use hexbound_level::Level;
use hexbound_scenes::{Hall, LESSON_SCENES};

/// The name of a level in the player's language.
pub(super) fn title(level: &Level, words: &Words) -> String {
    let hall = Hall::of_scene(&level.name).filter(|_| level.path.is_none());
    if let Some(hall) = hall {
        return words.text_of("hall", hall.name());
    }
    let is_of_lesson = LESSON_SCENES.iter().any(|it| it.1.contains(&&*level.name));
    if level.path.is_none() && is_of_lesson {
        return words.text_of("scene", &level.name);
    }
    words.of_level(level.play.title.as_ref().unwrap_or(&level.name))
}

/// The name of a file as text.
pub(super) fn file_name_of(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_scenes::catalog;

    #[test]
    fn a_hall_of_the_museum_has_its_title_in_the_players_words() {
        let words = Words::english();
        for hall in Hall::ALL {
            let level = catalog::open(format!("test:{}", hall.scene())).unwrap();
            assert_eq!(title(&level, words), words.text_of("hall", hall.name()));
        }
        let stairs = catalog::open("test:stairs").unwrap();
        assert_eq!(title(&stairs, words), "Stairs");
        let other = catalog::open("test:flat").unwrap();
        assert_eq!(title(&other, words), words.of_level(&other.name));
    }
}
