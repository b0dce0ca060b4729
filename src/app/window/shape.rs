//! The mode and the size of the window, as the settings and the key for fullscreen ask for them.

use winit::{
    dpi::{LogicalSize, PhysicalSize, Size},
    window::{Fullscreen, WindowAttributes},
};

use super::App;
use crate::{
    app::WindowOptions,
    settings::{Settings, WindowMode},
};

/// The whole screen in which the window is.
const BORDERLESS: Fullscreen = Fullscreen::Borderless(None);

/// The mode and the size that the settings asked for last.
#[derive(Clone, Copy, Debug)]
pub(super) struct WindowShape {
    mode: WindowMode,
    /// The size of the window while it is not the whole screen, points.
    size: [u32; 2],
    /// True if the window does not have that size yet.
    is_resize_due: bool,
}

impl WindowShape {
    pub(super) fn of(settings: &Settings) -> Self {
        Self {
            mode: settings.window_mode,
            size: settings.window_size,
            is_resize_due: false,
        }
    }

    fn size(self) -> Size {
        let [width, height] = self.size;
        LogicalSize::new(width, height).into()
    }
}

/// The mode that the command line asks for, or else the settings'. Whoever types a size wants a window.
pub(super) fn mode_at_start(options: &WindowOptions, settings: &Settings) -> WindowMode {
    match (options.fullscreen, options.size) {
        (true, _) => WindowMode::Borderless,
        (false, Some(_)) => WindowMode::Windowed,
        (false, None) => settings.window_mode,
    }
}

impl App {
    /// Gives a window that is about to open the mode and size of the command line, or else those of
    /// the settings.
    pub(super) fn shaped(&self, attributes: WindowAttributes) -> WindowAttributes {
        let size = match self.preferences.options.size {
            Some([width, height]) => PhysicalSize::new(width, height).into(),
            None => self.window.shape.size(),
        };
        let fullscreen = (self.window.shape.mode == WindowMode::Borderless).then_some(BORDERLESS);
        attributes.with_inner_size(size).with_fullscreen(fullscreen)
    }

    /// Gives the window another mode or size where the settings have changed.
    pub(super) fn follow_window_settings(&mut self) {
        let before = self.window.shape;
        let wanted = WindowShape::of(&self.preferences.settings);
        self.window.shape = WindowShape {
            is_resize_due: before.is_resize_due || wanted.size != before.size,
            ..wanted
        };
        if wanted.mode != before.mode {
            self.set_window_mode(wanted.mode);
        }
        self.resize_if_due();
    }

    /// Turns between a window and the whole screen, which stays so as the player's setting.
    pub(super) fn toggle_fullscreen(&mut self) {
        let mode = match self.is_whole_screen() {
            true => WindowMode::Windowed,
            false => WindowMode::Borderless,
        };
        self.set_window_mode(mode);
        self.preferences.settings.window_mode = mode;
        self.settings_changed();
    }

    fn set_window_mode(&self, mode: WindowMode) {
        if let Some(window) = &self.window.window {
            window.set_fullscreen((mode == WindowMode::Borderless).then_some(BORDERLESS));
        }
    }

    fn is_whole_screen(&self) -> bool {
        let window = self.window.window.as_ref();
        window.is_some_and(|window| window.fullscreen().is_some())
    }

    /// Gives the window its new size unless it is the whole screen, which has a size of its own.
    fn resize_if_due(&mut self) {
        let Some(window) = self.window.window.clone() else {
            return;
        };
        if !self.window.shape.is_resize_due || self.is_whole_screen() {
            return;
        }
        self.window.shape.is_resize_due = false;
        // A desktop that does it at once reports no event.
        if let Some(size) = window.request_inner_size(self.window.shape.size()) {
            self.resize_picture([size.width, size.height]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_decides_the_mode_before_the_settings_do() {
        for kept in [WindowMode::Windowed, WindowMode::Borderless] {
            let settings = Settings {
                window_mode: kept,
                ..Settings::default()
            };
            let mode = |fullscreen, size| {
                let options = WindowOptions {
                    fullscreen,
                    size,
                    ..WindowOptions::default()
                };
                mode_at_start(&options, &settings)
            };
            assert_eq!(mode(false, None), kept);
            assert_eq!(mode(true, None), WindowMode::Borderless);
            assert_eq!(mode(false, Some([640, 360])), WindowMode::Windowed);
        }
    }
}
