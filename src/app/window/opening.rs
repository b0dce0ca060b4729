//! Opening the window and its graphics.

use std::sync::Arc;

#[cfg(all(unix, not(target_os = "macos")))]
use winit::platform::{wayland::WindowAttributesExtWayland, x11::WindowAttributesExtX11};
use winit::{
    event_loop::ActiveEventLoop,
    raw_window_handle::{HasWindowHandle, RawWindowHandle},
    window::{Icon, Window, WindowAttributes},
};

use super::{preferences::Preferences, shape::WindowShape};
use crate::app::{AppError, Startup, WindowOptions, graphics::Graphics};

/// The identifier by which a desktop finds the program's icon and its menu entry.
#[cfg(all(unix, not(target_os = "macos")))]
const APPLICATION_ID: &str = "io.github.hexbound.Hexbound";
/// The window's icon, for desktops that take it from the window.
const WINDOW_ICON: &[u8] = include_bytes!("../../../assets/icons/hexbound-64.png");

/// Window attributes with the identifier of the game for its desktop.
fn named(attributes: WindowAttributes) -> WindowAttributes {
    #[cfg(all(unix, not(target_os = "macos")))]
    let attributes = {
        let attributes = WindowAttributesExtX11::with_name(attributes, APPLICATION_ID, "hexbound");
        WindowAttributesExtWayland::with_name(attributes, APPLICATION_ID, "hexbound")
    };
    attributes.with_window_icon(icon())
}

/// The window's icon; `None` only for a broken file, which a test would notice.
fn icon() -> Option<Icon> {
    let picture = image::load_from_memory(WINDOW_ICON).ok()?.into_rgba8();
    let (width, height) = picture.dimensions();
    Icon::from_rgba(picture.into_raw(), width, height).ok()
}

/// Opens the window with its mode and size.
pub(super) fn open(
    event_loop: &ActiveEventLoop,
    shape: WindowShape,
    options: &WindowOptions,
) -> Result<Arc<Window>, AppError> {
    let attributes = named(Window::default_attributes()).with_title("Hexbound");
    let window = event_loop
        .create_window(shape.shaped(attributes, options))
        .map_err(|error| AppError::NoWindow(error.to_string()))?;
    log::info!("window on {}", desktop_of(&window));
    Ok(Arc::new(window))
}

/// Opens the graphics of a window, at the start and after the device was lost. No level is set.
pub(super) fn open_graphics(
    event_loop: &ActiveEventLoop,
    window: Option<&Arc<Window>>,
    preload: Option<Startup>,
    preferences: &Preferences,
) -> Result<Graphics, AppError> {
    let window = window.ok_or_else(|| AppError::NoWindow("there is none yet".into()))?;
    let display = event_loop.owned_display_handle();
    let options = preferences.first_pictures();
    let mut graphics = Graphics::open(Arc::clone(window), display, preload, &options)?;
    graphics.apply(&preferences.settings);
    Ok(graphics)
}

/// Returns the kind of a window's desktop, for the log.
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
