//! The player's own settings as plain values, the table that describes each of them, and the
//! commented file that keeps them. Whoever owns a subsystem is handed what it needs; the simulation
//! sees only the rules that a run starts with.

mod by_name;
mod document;
mod error;
mod file;
mod items;
mod keys;
mod quality;

use std::f32::consts::TAU;

pub use by_name::{ChangeError, Listed, Listing, change, list};
pub use error::SettingsError;
pub use file::{SettingsFile, feed, seed};
pub use items::{Item, ItemKind, Section, Tab, Value, all_items};
pub use quality::{AdapterKind, Colors, QualityPreset, QualitySettings};

use crate::input::{Bindings, StickSettings};
use hexbound_audio::{SubtitledSounds, Volumes};
use hexbound_base::words::{Language, Words};
use hexbound_sim::{PoolPolicy, Rules};

/// The shape of the picture for which the field of view is set, width to height.
const USUAL_SHAPE: f32 = 16.0 / 9.0;
const CENTIMETERS_PER_INCH: f32 = 2.54;
/// The volume of music for a player who has set none: below everything else that is heard.
const MUSIC_VOLUME: f32 = 0.35;

/// Everything that the player can set.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The language of the window; `None` for the system's own.
    pub language: Option<Language>,
    /// The field of view from left to right at 16:9, degrees.
    pub field_of_view: f32,
    /// True if targets, balls, time and hints are written on the picture.
    pub hud: bool,
    /// True if a crosshair is drawn.
    pub crosshair: bool,
    /// The size of the crosshair, 1 for the usual one.
    pub crosshair_size: f32,
    /// True if the view rises and sinks with the steps.
    pub head_bob: bool,
    /// True if the picture of the start screen flies through the level.
    pub title_flight: bool,
    /// The size of words and signs on the screen, 1 for the usual one.
    pub hud_scale: f32,
    /// The colors in which targets glow.
    pub colors: Colors,
    /// The turn of the view by the mouse.
    pub sensitivity: Sensitivity,
    /// The mouse's counts for an inch.
    pub dpi: f32,
    /// True if moving the mouse up looks down.
    pub invert_y: bool,
    /// The volumes of everything and of each kind of sound.
    pub volumes: Volumes,
    /// The name of the device that plays; empty for the system's own choice.
    pub output: String,
    /// The sounds that are told in subtitles.
    pub subtitles: SubtitledSounds,
    /// True if what the player's body touches is heard as tones.
    pub contact_tones: bool,
    /// The share of the screen that the window takes.
    pub window_mode: WindowMode,
    /// The size of the window while it is not the whole screen, points.
    pub window_size: [u32; 2],
    /// The quality of pictures.
    pub quality: QualitySettings,
    /// The kind of graphics adapter that draws them.
    pub adapter: AdapterKind,
    /// True if pictures wait for the screen, so that none is torn.
    pub vsync: bool,
    /// The highest frame rate, 1/s.
    pub frame_cap: u32,
    /// The choice between adapting and fixed exposure.
    pub exposure: Exposure,
    /// The stops above what suits the place, or above what suits a sunlit one where exposure is fixed.
    pub exposure_stops: f32,
    /// True if explosions throw no light and shine less.
    pub low_flash: bool,
    /// The time after walking off an edge for which a jump is still granted, seconds.
    pub coyote_time: f32,
    /// The time before a landing for which a press of the jump key is kept for it, seconds.
    pub jump_buffer: f32,
    /// The policy for a new explosion when there are too many.
    pub explosion_pool: PoolPolicy,
    /// True if the way of the next throw is shown.
    pub aim_line: bool,
    /// True if the hand is never empty.
    pub endless_balls: bool,
    /// The pace of time in play, 0.25 to 1.
    pub pace: f64,
    /// The response of a pad's sticks. The turn is in radians a second.
    pub sticks: StickSettings,
    /// The strength with which a pad shakes, 0..1.
    pub rumble: f32,
    /// The bindings of keys and buttons.
    pub bindings: Bindings,
}

/// The turn of the view by the mouse, as the player has said it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sensitivity {
    /// Radians for a count of the mouse.
    PerCount(f32),
    /// Centimeters for a full turn.
    PerTurn(f32),
}

/// The share of the screen that the window takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WindowMode {
    /// A window with a frame.
    #[default]
    Windowed,
    /// The whole screen, as a window without a border.
    Borderless,
}

/// The choice between adapting and fixed exposure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Exposure {
    /// The exposure follows the brightness of the place, as an eye does.
    #[default]
    Auto,
    /// The exposure is the same everywhere.
    Fixed,
}

impl Default for Settings {
    fn default() -> Self {
        let rules = Rules::default();
        Self {
            language: None,
            field_of_view: 90.0,
            hud: true,
            crosshair: true,
            crosshair_size: 1.0,
            head_bob: false,
            title_flight: true,
            hud_scale: 1.0,
            colors: Colors::Usual,
            sensitivity: Sensitivity::PerCount(0.0022),
            dpi: 800.0,
            invert_y: false,
            volumes: Volumes {
                music: MUSIC_VOLUME,
                ..Volumes::default()
            },
            output: String::new(),
            subtitles: SubtitledSounds::None,
            contact_tones: false,
            window_mode: WindowMode::default(),
            window_size: [1280, 720],
            quality: QualitySettings::default(),
            adapter: AdapterKind::Usual,
            vsync: true,
            frame_cap: 240,
            exposure: Exposure::Auto,
            exposure_stops: 0.0,
            low_flash: false,
            coyote_time: rules.coyote_time,
            jump_buffer: rules.jump_buffer,
            explosion_pool: rules.explosion_pool,
            aim_line: false,
            endless_balls: false,
            pace: 1.0,
            sticks: StickSettings {
                dead_zone: 0.15,
                curve: 1.8,
                look_speed: 200.0_f32.to_radians(),
                invert: false,
                swap: false,
            },
            rumble: 1.0,
            bindings: Bindings::default(),
        }
    }
}

impl Settings {
    /// The rules that a run starts with.
    pub fn rules(&self) -> Rules {
        Rules {
            explosion_pool: self.explosion_pool,
            coyote_time: self.coyote_time,
            jump_buffer: self.jump_buffer,
            endless_balls: self.endless_balls,
            ..Rules::default()
        }
    }

    /// The words of the window.
    pub fn words(&self) -> &'static Words {
        Words::of(self.language.unwrap_or_else(Language::of_system))
    }

    /// The field of view from bottom to top, radians, which is the same at every width.
    pub fn vertical_field_of_view(&self) -> f32 {
        let across = self.field_of_view.to_radians();
        2.0 * ((across * 0.5).tan() / USUAL_SHAPE).atan()
    }

    /// The turn of the view for a count of the mouse, radians.
    pub fn radians_per_count(&self) -> f32 {
        match self.sensitivity {
            Sensitivity::PerCount(radians) => radians,
            Sensitivity::PerTurn(centimeters) => TAU / self.counts(centimeters),
        }
    }

    /// The way of the mouse for a full turn of the view, centimeters.
    pub(crate) fn cm_per_turn(&self) -> f32 {
        match self.sensitivity {
            Sensitivity::PerCount(radians) => TAU / radians / self.dpi * CENTIMETERS_PER_INCH,
            Sensitivity::PerTurn(centimeters) => centimeters,
        }
    }

    /// The counts that the mouse reports along a way in centimeters.
    fn counts(&self, centimeters: f32) -> f32 {
        centimeters / CENTIMETERS_PER_INCH * self.dpi
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
            settings.language = Some(language);
            assert_eq!(settings.words().text("play"), expected);
        }
    }

    #[test]
    fn the_field_of_view_is_that_of_the_width_and_turns_nothing() {
        let mut settings = Settings::default();
        let turn = settings.radians_per_count();
        for (across, upright) in [(60.0, 36.0), (90.0, 58.7), (120.0, 88.5)] {
            settings.field_of_view = across;
            let found = settings.vertical_field_of_view().to_degrees();
            assert!((found - upright).abs() < 0.1, "{across}: {found}");
            assert_eq!(settings.radians_per_count(), turn);
        }
    }
}
