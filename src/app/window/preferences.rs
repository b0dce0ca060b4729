//! The player's settings and their file, with the overrides of the command line.

use std::time::{Duration, Instant};

use winit::event_loop::EventLoopProxy;

use super::shape::mode_at_start;
use crate::app::{WindowOptions, user_event::UserEvent, watch::Watch};
use hexbound_audio::output_devices;
use hexbound_base::words::{Phrase, Words};
use hexbound_render::ExposureSettings;
use hexbound_sim::Rules;
use hexbound_ui::{
    input::{BINDABLES, BINDING_SLOTS, Bindable, Device, Source},
    settings::{Exposure, Section, Settings, SettingsError, SettingsFile, Tab, Value},
    shell::Screen,
};

/// The time without a change after which changed settings are written to their file.
const SAVE_DELAY: Duration = Duration::from_millis(500);
/// The pace of play for players who want slower time.
const SLOW_PACE: f64 = 0.6;

/// The player's settings, their file, and the overrides of the command line.
pub(in crate::app) struct Preferences {
    pub settings: Settings,
    /// The words of the player's language.
    pub words: &'static Words,
    /// The file of the settings; `None` for a user without a home folder.
    file: Option<SettingsFile>,
    watch: Option<Watch>,
    /// The time when settings that were changed on a screen are written to their file.
    due: Option<Instant>,
    pub options: WindowOptions,
    /// The sound devices, while their setting is visible.
    sound_devices: Option<Vec<String>>,
}

impl Preferences {
    pub(in crate::app) fn new(
        mut settings: Settings,
        file: Option<SettingsFile>,
        options: WindowOptions,
    ) -> Self {
        settings.picture.window_mode = mode_at_start(&options, &settings);
        Self {
            words: settings.words(),
            settings,
            file,
            watch: None,
            due: None,
            options,
            sound_devices: None,
        }
    }

    /// The exposure of pictures.
    pub(super) fn exposure(&self) -> ExposureSettings {
        let settings = &self.settings;
        let stops = settings.picture.exposure_stops;
        let set = match settings.details.exposure {
            Exposure::Auto => hexbound_render::Exposure::Auto,
            Exposure::Fixed => hexbound_render::Exposure::Fixed(stops),
        };
        ExposureSettings {
            mode: self.options.exposure.unwrap_or(set),
            brightness: stops,
            low_flash: settings.picture.low_flash || self.options.low_flash,
        }
    }

    /// The rules of the next run.
    pub(in crate::app) fn rules(&self) -> Rules {
        Rules {
            endless_balls: self.settings.assist.endless_balls || self.options.assist.balls,
            ..self.settings.rules()
        }
    }

    /// Returns whether the path of the next throw is wanted.
    pub(super) fn aim_line(&self) -> bool {
        self.settings.assist.aim_line || self.options.assist.aim
    }

    /// The pace of play; 1 is the usual pace.
    pub(super) fn pace(&self) -> f64 {
        let pace = f64::from(self.settings.assist.pace);
        match self.options.assist.slow {
            true => pace.min(SLOW_PACE),
            false => pace,
        }
    }

    /// Lists the sound devices when their setting comes into view, since devices come and go.
    pub(super) fn list_sound_devices(&mut self, top: Option<&Screen>) {
        match top {
            Some(Screen::Tab(Tab::Audio)) => {
                self.sound_devices.get_or_insert_with(output_devices);
            }
            _ => self.sound_devices = None,
        }
    }

    /// The listed sound devices.
    pub(super) fn sound_devices(&self) -> &[String] {
        self.sound_devices.as_deref().unwrap_or_default()
    }

    /// Records that the player has changed the settings on a screen. They are written a little later,
    /// since dragging a slider changes them with every frame.
    pub(super) fn changed(&mut self) {
        self.due = Some(Instant::now() + SAVE_DELAY);
    }

    /// Returns whether changed settings are to be written, after a time without changes.
    pub(super) fn is_due(&self, now: Instant) -> bool {
        self.due.is_some_and(|due| now >= due)
    }

    /// Writes changed settings to their file. Returns the message about a failure.
    pub(super) fn save(&mut self) -> Option<Phrase> {
        self.due.take()?;
        let kept = self.file.as_mut()?.save(&self.settings);
        kept.err().map(|error| Phrase::plain(error.to_string()))
    }

    /// Watches the file of the settings from now on.
    pub(super) fn watch_file(&mut self, proxy: EventLoopProxy<UserEvent>) {
        let Some(file) = &self.file else {
            return;
        };
        let wake = move || proxy.send_event(UserEvent::SettingsSaved).is_ok();
        match Watch::new(file.path(), None, wake) {
            Ok(watch) => self.watch = Some(watch),
            Err(error) => log::warn!(
                "saving {} will change nothing until the next start: {error}",
                file.path().display()
            ),
        }
    }

    /// Reads the settings again after their file was saved. Returns the faults of the file, or `None` if
    /// nothing has changed.
    pub(super) fn reload(&mut self) -> Option<Vec<SettingsError>> {
        let faults = self.file.as_mut()?.reload(&mut self.settings)?;
        self.due = None;
        Some(faults)
    }

    /// Sets an item.
    pub(super) fn set(&mut self, section: Section, key: &str, value: Value) {
        if let Some(item) = section.items().find(|item| item.key == key) {
            self.settings.set(item, value);
        }
    }

    /// Resets the items of a tab, or the advanced ones alone, to their defaults.
    pub(super) fn reset(&mut self, tab: Tab, is_only_advanced: bool) {
        let first = tab.items(false).filter(|_| !is_only_advanced);
        for item in first.chain(tab.items(true)) {
            self.settings.reset(item);
        }
    }

    /// Restores the default bindings of the action `name`.
    pub(super) fn reset_keys(&mut self, name: &str) {
        if let Some(item) = bindable(name) {
            for device in [Device::Keys, Device::Pad] {
                self.settings.bindings.reset(item, device);
            }
        }
    }

    /// Removes all keys and buttons from the action `name`.
    pub(super) fn clear_keys(&mut self, name: &str) {
        for device in [Device::Keys, Device::Pad] {
            (0..BINDING_SLOTS).for_each(|slot| self.bind(name, device, slot, None));
        }
    }

    /// Binds the action `name` to a key or button of a device, or to none.
    pub(super) fn bind(&mut self, name: &str, device: Device, slot: usize, source: Option<Source>) {
        if let Some(item) = bindable(name) {
            self.settings.bindings.rebind(item, device, slot, source);
        }
    }
}

fn bindable(name: &str) -> Option<&'static Bindable> {
    BINDABLES.iter().find(|item| item.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::Assist;
    use hexbound_ui::settings::AssistSettings;

    fn preferences(settings: Settings, options: WindowOptions) -> Preferences {
        Preferences::new(settings, None, options)
    }

    #[test]
    fn help_is_given_by_the_settings_or_the_command_line() {
        let typed = WindowOptions {
            assist: Assist {
                aim: true,
                balls: true,
                slow: true,
            },
            ..WindowOptions::default()
        };
        let set = Settings {
            assist: AssistSettings {
                aim_line: true,
                endless_balls: true,
                pace: 0.5,
            },
            ..Settings::default()
        };
        let none = preferences(Settings::default(), WindowOptions::default());
        assert!(!none.aim_line() && !none.rules().endless_balls);
        assert_eq!(none.pace(), 1.0);
        let typed = preferences(Settings::default(), typed.clone());
        assert!(typed.aim_line() && typed.rules().endless_balls);
        assert_eq!(typed.pace(), SLOW_PACE);
        let set = preferences(set, WindowOptions::default());
        assert!(set.aim_line() && set.rules().endless_balls);
        assert_eq!(set.pace(), 0.5);
    }

    #[test]
    fn changed_settings_are_due_once_nothing_has_changed_for_a_while() {
        let mut preferences = preferences(Settings::default(), WindowOptions::default());
        let now = Instant::now();
        assert!(!preferences.is_due(now + 2 * SAVE_DELAY));
        preferences.changed();
        assert!(!preferences.is_due(now));
        assert!(preferences.is_due(now + 2 * SAVE_DELAY));
        assert_eq!(preferences.save(), None);
        assert!(!preferences.is_due(now + 2 * SAVE_DELAY));
    }

    #[test]
    fn an_action_loses_its_keys_and_gets_them_back() {
        let mut preferences = preferences(Settings::default(), WindowOptions::default());
        let name = BINDABLES[0].name;
        preferences.clear_keys(name);
        assert_ne!(preferences.settings.bindings, Settings::default().bindings);
        preferences.reset_keys(name);
        assert_eq!(preferences.settings.bindings, Settings::default().bindings);
    }
}
