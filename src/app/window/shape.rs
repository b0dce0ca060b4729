//! The mode and the size of the window, set by the settings and by the key for fullscreen.

use winit::{
    dpi::{LogicalSize, PhysicalSize, Size},
    window::{Fullscreen, Window, WindowAttributes},
};

use crate::app::WindowOptions;
use hexbound_ui::settings::{Settings, WindowMode};

/// The whole screen of the window's monitor.
const BORDERLESS_SCREEN: Fullscreen = Fullscreen::Borderless(None);

/// The mode and the size that the settings requested last.
#[derive(Clone, Copy, Debug)]
pub(super) struct WindowShape {
    mode: WindowMode,
    /// The size of the window while it is not the whole screen, points.
    size: [u32; 2],
    /// True if the window does not have its size yet.
    is_resize_due: bool,
}

impl WindowShape {
    pub(super) fn of(settings: &Settings) -> Self {
        Self {
            mode: settings.picture.window_mode,
            size: settings.picture.window_size,
            is_resize_due: false,
        }
    }

    fn size(self) -> Size {
        let [width, height] = self.size;
        LogicalSize::new(width, height).into()
    }

    /// Window attributes with the mode and size of the command line, or of the settings.
    pub(super) fn shaped(
        self,
        attributes: WindowAttributes,
        options: &WindowOptions,
    ) -> WindowAttributes {
        let size = match options.size {
            Some([width, height]) => PhysicalSize::new(width, height).into(),
            None => self.size(),
        };
        let fullscreen = (self.mode == WindowMode::Borderless).then_some(BORDERLESS_SCREEN);
        attributes.with_inner_size(size).with_fullscreen(fullscreen)
    }

    /// Applies the mode and size of the settings to an open window if they have changed. Returns its new
    /// size in pixels if the change is immediate.
    pub(super) fn follow(
        &mut self,
        settings: &Settings,
        window: Option<&Window>,
    ) -> Option<[u32; 2]> {
        let before = *self;
        let wanted = Self::of(settings);
        *self = Self {
            is_resize_due: before.is_resize_due || wanted.size != before.size,
            ..wanted
        };
        if wanted.mode != before.mode {
            set_mode(window, wanted.mode);
        }
        self.resize_if_due(window?)
    }

    /// Resizes the window, unless it is the whole screen, which has its own size.
    fn resize_if_due(&mut self, window: &Window) -> Option<[u32; 2]> {
        if !self.is_resize_due || is_whole_screen(window) {
            return None;
        }
        self.is_resize_due = false;
        // A desktop that resizes at once sends no event.
        let size = window.request_inner_size(self.size())?;
        Some(size.into())
    }
}

/// The mode of the command line, or else of the settings. An explicit size means a window.
pub(super) fn mode_at_start(options: &WindowOptions, settings: &Settings) -> WindowMode {
    match (options.fullscreen, options.size) {
        (true, _) => WindowMode::Borderless,
        (false, Some(_)) => WindowMode::Windowed,
        (false, None) => settings.picture.window_mode,
    }
}

/// Switches between a window and the whole screen, and returns the new mode.
pub(super) fn toggle_fullscreen(window: Option<&Window>) -> WindowMode {
    let mode = match window.is_some_and(is_whole_screen) {
        true => WindowMode::Windowed,
        false => WindowMode::Borderless,
    };
    set_mode(window, mode);
    mode
}

fn set_mode(window: Option<&Window>, mode: WindowMode) {
    if let Some(window) = window {
        window.set_fullscreen((mode == WindowMode::Borderless).then_some(BORDERLESS_SCREEN));
    }
}

fn is_whole_screen(window: &Window) -> bool {
    window.fullscreen().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_decides_the_mode_before_the_settings_do() {
        for kept in [WindowMode::Windowed, WindowMode::Borderless] {
            let mut settings = Settings::default();
            settings.picture.window_mode = kept;
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
