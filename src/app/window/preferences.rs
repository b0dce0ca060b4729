//! The player's settings in the window: applied at the start, whenever their file is saved, and
//! whenever they are changed in the game.

use std::time::{Duration, Instant};

use super::App;
use crate::{
    app::{WindowOptions, user_event::UserEvent, watch::Watch},
    render::{self, ExposureSettings},
    settings::{Exposure, Settings, SettingsFile},
    sim::Rules,
    words::{Phrase, Words, phrase},
};

/// The time without a change after which changed settings are written to their file.
const BEFORE_SAVING: Duration = Duration::from_millis(500);

/// The player's settings, their file, and what the command line sets otherwise.
pub(super) struct Preferences {
    pub settings: Settings,
    /// The words of the player's language.
    pub words: &'static Words,
    /// The file of the settings; `None` for a user without a home folder.
    pub file: Option<SettingsFile>,
    pub watch: Option<Watch>,
    /// When settings that were changed on a screen are written to their file.
    pub due: Option<Instant>,
    pub exposure: ExposureSettings,
    pub options: WindowOptions,
}

impl Preferences {
    pub(super) fn new(
        settings: Settings,
        file: Option<SettingsFile>,
        options: WindowOptions,
    ) -> Self {
        Self {
            words: settings.words(),
            settings,
            file,
            watch: None,
            due: None,
            exposure: ExposureSettings::default(),
            options,
        }
    }
}

impl App {
    /// Hands the settings to everything that follows them.
    pub(super) fn apply_settings(&mut self) {
        let settings = &self.preferences.settings;
        self.preferences.words = settings.words();
        self.input.controls.sensitivity = settings.radians_per_count();
        self.input.controls.invert_y = settings.invert_y;
        self.input.controls.set_bindings(&settings.bindings);
        self.audio.set_volumes(settings.volumes);
        self.audio.play_through(&settings.output);
        self.audio.tell(settings.subtitles);
        self.game.contacts.want(settings.contact_tones);
        self.preferences.exposure = ExposureSettings {
            mode: self
                .preferences
                .options
                .exposure
                .unwrap_or(match settings.exposure {
                    Exposure::Auto => render::Exposure::Auto,
                    Exposure::Fixed => render::Exposure::Fixed(settings.exposure_stops),
                }),
            brightness: settings.exposure_stops,
            low_flash: settings.low_flash || self.preferences.options.low_flash,
        };
        self.game.rules = Rules {
            endless_balls: settings.endless_balls || self.preferences.options.assist.balls,
            ..settings.rules()
        };
        if let Some(graphics) = &mut self.drawing.graphics {
            graphics.set_vsync(settings.vsync);
            graphics.color_targets(settings.colors);
        }
        self.follow_window_settings();
        self.take_assist();
        self.note_settings();
        self.drawing.quality_changed = true;
    }

    /// Applies the settings after the player has changed them on a screen. They are kept a little
    /// later: a knob that is drawn along its scale changes them with every picture.
    pub(super) fn settings_changed(&mut self) {
        self.apply_settings();
        self.preferences.due = Some(Instant::now() + BEFORE_SAVING);
    }

    /// Writes changed settings to their file, once nothing has changed for a while.
    pub(super) fn keep_settings_when_due(&mut self, now: Instant) {
        if self.preferences.due.is_some_and(|due| now >= due) {
            self.keep_settings();
        }
    }

    /// Writes changed settings to their file now.
    pub(super) fn keep_settings(&mut self) {
        if self.preferences.due.take().is_some()
            && let Some(file) = &mut self.preferences.file
            && let Err(error) = file.save(&self.preferences.settings)
        {
            self.trouble(Phrase::plain(error.to_string()));
        }
    }

    /// Watches the file of the settings from now on.
    pub(super) fn watch_settings(&mut self) {
        let Some(file) = &self.preferences.file else {
            return;
        };
        let proxy = self.proxy.clone();
        match Watch::new(file.path(), None, || UserEvent::SettingsSaved, proxy) {
            Ok(watch) => self.preferences.watch = Some(watch),
            Err(error) => log::warn!(
                "saving {} will change nothing until the next start: {error}",
                file.path().display()
            ),
        }
    }

    /// Applies the settings anew, after their file was saved by whomever.
    pub(super) fn settings_saved(&mut self) {
        let Some(file) = &mut self.preferences.file else {
            return;
        };
        let Some(faults) = file.reload(&mut self.preferences.settings) else {
            return;
        };
        self.preferences.due = None;
        self.apply_settings();
        self.news(phrase("settings-hold"));
        for fault in faults {
            self.trouble(Phrase::plain(fault.to_string()));
        }
    }
}
