//! The labels of physical keys in the player's layout, learned from pressed keys. A key that was never
//! pressed has its label in the US layout.

use std::collections::HashMap;

use winit::keyboard::{Key, KeyCode};

use super::Source;
use hexbound_base::words::Phrase;

/// The labels learned so far.
#[derive(Clone, Debug, Default)]
pub struct KeyLabels {
    learned: HashMap<KeyCode, String>,
}

impl KeyLabels {
    /// Learns the label of a physical key, if it is a visible character. `meaning` is the meaning of the key
    /// without Shift and other modifiers.
    pub fn learn(&mut self, key: KeyCode, meaning: &Key) {
        let on_keypad = format!("{key:?}").starts_with("Numpad");
        if let Key::Character(text) = meaning
            && !on_keypad
            && text
                .chars()
                .all(|it| !it.is_whitespace() && !it.is_control())
        {
            self.learned.insert(key, text.to_uppercase());
        }
    }

    /// The label of a key or button for the player.
    pub fn of(&self, source: Source) -> Phrase {
        let learned = match source {
            Source::Key(key) => self.learned.get(&key).cloned(),
            _ => None,
        };
        learned.map_or_else(|| source.label(), Phrase::Plain)
    }
}

#[cfg(test)]
mod tests {
    use winit::keyboard::NamedKey;

    use super::*;
    use hexbound_base::words::Words;

    #[test]
    fn labels_follow_the_layout_once_it_is_known() {
        let mut labels = KeyLabels::default();
        let said = |labels: &KeyLabels, source| Words::english().say(&labels.of(source));
        let forward = Source::Key(KeyCode::KeyW);
        assert_eq!(said(&labels, forward), "W");
        // A French keyboard.
        labels.learn(KeyCode::KeyW, &Key::Character("z".into()));
        labels.learn(KeyCode::Digit2, &Key::Character("é".into()));
        assert_eq!(said(&labels, forward), "Z");
        assert_eq!(said(&labels, Source::Key(KeyCode::Digit2)), "É");
        labels.learn(KeyCode::Space, &Key::Named(NamedKey::Space));
        labels.learn(KeyCode::Numpad5, &Key::Character("5".into()));
        assert_eq!(said(&labels, Source::Key(KeyCode::Space)), "Space");
        assert_eq!(said(&labels, Source::Key(KeyCode::Numpad5)), "Keypad 5");
        assert_eq!(said(&labels, Source::WheelUp), "Wheel up");
    }
}
