//! The player's settings as plain values, the table that describes each of them, and the commented file that
//! stores them. Each subsystem receives only its own settings; the simulation receives only the rules of a
//! run.

mod by_name;
mod choices;
mod declare;
mod document;
mod error;
mod file;
mod item;
mod keys;
mod lists;
mod tab;
mod table;

use std::f32::consts::TAU;

pub use by_name::{ChangeError, Listed, Listing, change, list};
pub use choices::{AdapterKind, Colors, Exposure, QualityPreset, WindowMode};
pub use error::SettingsError;
pub use file::{SettingsFile, feed, seed};
pub use item::{Item, ItemKind, Value};
pub use lists::all_items;
pub use tab::{Section, Tab};
pub use table::{
    AssistSettings, DetailSettings, MouseSettings, PadSettings, PictureSettings, RuleSettings,
    Settings, SoundSettings, ViewSettings,
};

use hexbound_audio::Volumes;
use hexbound_base::words::{Language, Words};
use hexbound_sim::Rules;

/// The aspect ratio to which the setting of the field of view refers.
const ASPECT_RATIO: f32 = 16.0 / 9.0;
const CENTIMETERS_PER_INCH: f32 = 2.54;
/// The value of the sensitivity setting for a turn of one radian per mouse count.
const VALUE_PER_RADIAN: f32 = 10_000.0;

impl Settings {
    /// The rules of a new run.
    pub fn rules(&self) -> Rules {
        Rules {
            explosion_pool: self.game.explosion_pool,
            coyote_time: self.game.coyote_time,
            jump_buffer: self.game.jump_buffer,
            endless_balls: self.assist.endless_balls,
            ..Rules::default()
        }
    }

    /// The texts of the window.
    pub fn words(&self) -> &'static Words {
        Words::of(self.view.language.unwrap_or_else(Language::of_system))
    }

    /// The sensitivity of the mouse, rounded to hide the error of the division.
    fn sensitivity(&self) -> f32 {
        (self.mouse.radians_per_count() * VALUE_PER_RADIAN * 1e3).round() / 1e3
    }

    fn set_sensitivity(&mut self, sensitivity: f32) {
        self.mouse.sensitivity = sensitivity;
        self.mouse.cm_per_turn = None;
    }

    /// The distance of the mouse for a full turn of the view, centimeters.
    fn cm_per_turn(&self) -> f32 {
        let counts = TAU / self.mouse.radians_per_count();
        (self.mouse.cm_per_turn).unwrap_or(counts / self.mouse.dpi * CENTIMETERS_PER_INCH)
    }

    fn set_cm_per_turn(&mut self, centimeters: f32) {
        self.mouse.cm_per_turn = Some(centimeters);
    }
}

impl ViewSettings {
    /// The vertical field of view, radians, which is the same at every width.
    pub fn vertical_field_of_view(&self) -> f32 {
        let across = self.field_of_view.to_radians();
        2.0 * ((across * 0.5).tan() / ASPECT_RATIO).atan()
    }
}

impl MouseSettings {
    /// The turn of the view per mouse count, radians.
    pub fn radians_per_count(&self) -> f32 {
        match self.cm_per_turn {
            Some(centimeters) => TAU / (centimeters / CENTIMETERS_PER_INCH * self.dpi),
            None => self.sensitivity / VALUE_PER_RADIAN,
        }
    }
}

impl SoundSettings {
    /// The volumes of everything and of each kind of sound.
    pub fn volumes(&self) -> Volumes {
        Volumes {
            master: self.master,
            effects: self.effects,
            steps: self.steps,
            ambience: self.ambience,
            interface: self.interface,
            music: self.music,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_that_of_the_settings_before_that_of_the_system() {
        let mut settings = Settings::default();
        for (language, expected) in [
            (Language::English, "Play"),
            (Language::SimplifiedChinese, "开始"),
        ] {
            settings.view.language = Some(language);
            assert_eq!(settings.words().text("play"), expected);
        }
    }

    #[test]
    fn every_language_can_be_set_by_its_tag() {
        let item = all_items().find(|item| item.key == "language").unwrap();
        for language in Language::ALL {
            let mut settings = Settings::default();
            settings.set(item, Value::Text(language.tag().to_owned()));
            assert_eq!(settings.view.language, Some(language));
        }
    }

    #[test]
    fn the_field_of_view_is_that_of_the_width_and_turns_nothing() {
        let mut settings = Settings::default();
        let turn = settings.mouse.radians_per_count();
        for (across, upright) in [(60.0, 36.0), (90.0, 58.7), (120.0, 88.5)] {
            settings.view.field_of_view = across;
            let found = settings.view.vertical_field_of_view().to_degrees();
            assert!((found - upright).abs() < 0.1, "{across}: {found}");
            assert_eq!(settings.mouse.radians_per_count(), turn);
        }
    }
}
