//! Opening the window and what draws in it.

use std::{sync::Arc, time::Instant};

#[cfg(all(unix, not(target_os = "macos")))]
use winit::platform::{wayland::WindowAttributesExtWayland, x11::WindowAttributesExtX11};
use winit::{
    event_loop::ActiveEventLoop,
    raw_window_handle::{HasWindowHandle, RawWindowHandle},
    window::{Icon, Window, WindowAttributes},
};

use super::{App, told::title};
use crate::{
    app::{AppError, graphics::Graphics},
    render::{Frame, RenderError},
    sim::View,
    ui::Screen,
    words::{Phrase, phrase},
};

/// The name under which a desktop knows the program's icon and its entry in menus.
#[cfg(all(unix, not(target_os = "macos")))]
const APPLICATION: &str = "io.github.hexbound.Hexbound";
/// The window's icon, where a desktop takes it from the window.
const ICON: &[u8] = include_bytes!("../../../assets/icons/hexbound-64.png");

/// A window that its desktop knows as the game's.
fn named(attributes: WindowAttributes) -> WindowAttributes {
    #[cfg(all(unix, not(target_os = "macos")))]
    let attributes = {
        let attributes = WindowAttributesExtX11::with_name(attributes, APPLICATION, "hexbound");
        WindowAttributesExtWayland::with_name(attributes, APPLICATION, "hexbound")
    };
    attributes.with_window_icon(icon())
}

/// The window's icon; `None` only if the file were broken, which a test would see.
fn icon() -> Option<Icon> {
    let picture = image::load_from_memory(ICON).ok()?.into_rgba8();
    let (width, height) = picture.dimensions();
    Icon::from_rgba(picture.into_raw(), width, height).ok()
}

impl App {
    /// Opens the window and what draws in it.
    pub(super) fn open_window(&mut self, event_loop: &ActiveEventLoop) {
        let attributes = named(Window::default_attributes()).with_title("Hexbound");
        match event_loop.create_window(self.shaped(attributes)) {
            Ok(window) => self.window.window = Some(Arc::new(window)),
            Err(error) => return self.fail(event_loop, AppError::NoWindow(error.to_string())),
        }
        if let Some(window) = &self.window.window {
            log::info!("window on {}", desktop_of(window));
        }
        // First, since opening the device takes a while in which the level may be saved.
        self.watch_level();
        match self.make_graphics(event_loop) {
            Ok(graphics) => self.drawing.graphics = Some(graphics),
            Err(error) => self.fail(event_loop, error),
        }
        // What is shown for some seconds is shown from the first picture on.
        self.screens.started = Instant::now();
    }

    /// Opens the graphics with everything that is drawn, at the start and again after the device was
    /// lost.
    pub(super) fn make_graphics(
        &mut self,
        event_loop: &ActiveEventLoop,
    ) -> Result<Graphics, AppError> {
        // A window has one surface: the old one has to go first.
        self.drawing.graphics = None;
        if let Some(arrival) = &mut self.loading.arrival {
            arrival.begin_again();
        }
        self.screens.ui.forget_textures();
        let Some(window) = &self.window.window else {
            return Err(AppError::NoWindow("there is none yet".into()));
        };
        let display = event_loop.owned_display_handle();
        let preload = self.drawing.preload.take();
        let options = self.first_pictures();
        let mut graphics = Graphics::open(Arc::clone(window), display, preload, &options)?;
        graphics.set_vsync(self.preferences.settings.vsync);
        graphics.color_targets(self.preferences.settings.colors);
        if self.loading.awaited.is_some() {
            // The loading screen says what is awaited; its quality is chosen with the level.
            self.drawing.quality_changed = true;
            return Ok(graphics);
        }
        self.ask_to_wait(&mut graphics)?;
        if let Err(error) = graphics.set_level(&self.game.level) {
            if graphics.is_lost() || self.game.is_playback() || self.loading.refused.is_some() {
                return Err(error.into());
            }
            self.stand_in(&mut graphics, &error)?;
        }
        self.choose_quality(&mut graphics)?;
        Ok(graphics)
    }

    /// Shows what the player waits for, since handing a level to the device takes a while.
    fn ask_to_wait(&mut self, graphics: &mut Graphics) -> Result<(), RenderError> {
        let name = Phrase::plain(title(&self.game.level, self.preferences.words));
        let text = self
            .preferences
            .words
            .say(&phrase("making-ready").with("name", name));
        let view = View::default();
        let overlay = self.screens.ui.draw(&Screen {
            size: graphics.size(),
            scale: super::picture::scale(self.window.window.as_deref())
                * self.preferences.settings.hud_scale,
            now: self.screens.started.elapsed().as_secs_f64(),
            words: self.preferences.words,
            waiting: Some(&text),
            ..Screen::default()
        });
        graphics.present(Frame {
            view: &view,
            effects: None,
            field_of_view: self.preferences.settings.vertical_field_of_view(),
            seconds: 0.0,
            crosshair: 0.0,
            exposure: self.preferences.exposure,
            elapsed: f32::INFINITY,
            overlay: Some(overlay),
        })?;
        Ok(())
    }
}

/// Returns the kind of desktop that a window is on, in words for the log.
fn desktop_of(window: &Window) -> &'static str {
    match window.window_handle().map(|handle| handle.as_raw()) {
        Ok(RawWindowHandle::Wayland(_)) => "Wayland",
        Ok(RawWindowHandle::Xlib(_) | RawWindowHandle::Xcb(_)) => "X11",
        Ok(RawWindowHandle::Win32(_)) => "Windows",
        Ok(RawWindowHandle::AppKit(_)) => "macOS",
        _ => "a desktop of an unknown kind",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_has_its_icon() {
        assert!(icon().is_some());
    }
}
