//! The event loop's calls, each handed to the room that answers it.

use std::time::{Duration, Instant};

use winit::{
    application::ApplicationHandler,
    event::{DeviceEvent, DeviceId, WindowEvent},
    event_loop::{ActiveEventLoop, ControlFlow},
    window::WindowId,
};

use super::App;
use crate::{
    app::{
        level_shelf::ShelfNews,
        pace::{Attention, rate},
        user_event::UserEvent,
    },
    shell::Screen,
    words::{Phrase, phrase},
};

/// The time for which a platform that holds back a redraw is left alone before it is asked again.
const BETWEEN_REQUESTS: Duration = Duration::from_millis(4);
/// The time after which a window whose redraw is still held back is taken for one that nobody sees: a
/// Wayland desktop says in no other way that it shows none of it.
const HELD_BACK: Duration = Duration::from_millis(500);

impl ApplicationHandler<UserEvent> for App {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.window.window.is_none() {
            self.open_window(event_loop);
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        match event {
            WindowEvent::CloseRequested => event_loop.exit(),
            WindowEvent::Focused(focused) => self.focus(focused),
            WindowEvent::Occluded(occluded) => {
                if let Some(graphics) = &mut self.drawing.graphics {
                    graphics.show_anew();
                }
                self.window.occluded = occluded;
                self.window.pace.hurry(Instant::now());
            }
            WindowEvent::Resized(size) => self.resize_picture([size.width, size.height]),
            WindowEvent::KeyboardInput {
                event,
                is_synthetic,
                ..
            } => self.key(&event, is_synthetic),
            WindowEvent::ModifiersChanged(modifiers) => self.input.modifiers = modifiers.state(),
            WindowEvent::CursorMoved { position, .. } => self.pointer_moved(position),
            WindowEvent::MouseWheel { delta, .. } => self.wheel(delta),
            WindowEvent::MouseInput { button, state, .. } => self.mouse_button(button, state),
            WindowEvent::DroppedFile(path) => self.dropped(path),
            WindowEvent::RedrawRequested => {
                if self.window.redraw_asked.take().is_none()
                    && let Some(graphics) = &mut self.drawing.graphics
                {
                    // The desktop asks, since it has lost the picture.
                    graphics.show_anew();
                }
                self.frame(event_loop);
            }
            _ => {}
        }
    }

    fn device_event(&mut self, _: &ActiveEventLoop, _: DeviceId, event: DeviceEvent) {
        if let DeviceEvent::MouseMotion { delta: (x, y) } = event
            && self.window.focused
        {
            self.input.controls.mouse_motion(x, y);
        }
    }

    fn user_event(&mut self, event_loop: &ActiveEventLoop, wake: UserEvent) {
        match wake {
            UserEvent::Leave => event_loop.exit(),
            UserEvent::Loaded(loaded) => {
                self.loaded(loaded);
                self.window.pace.hurry(Instant::now());
            }
            UserEvent::Checked(checked) => self.checked(checked),
            UserEvent::Saved => self.saved(),
            UserEvent::SettingsSaved => self.settings_saved(),
            UserEvent::Shelf(news) => {
                match news {
                    ShelfNews::Levels(levels) => {
                        log::info!("{} levels to choose from", levels.len());
                        self.browser.levels = levels;
                    }
                    ShelfNews::Picture(path, picture) => {
                        self.browser.pictures.insert(path, picture);
                    }
                }
                self.window.pace.hurry(Instant::now());
            }
            UserEvent::Screenshot(Ok(path)) => {
                let path = path.display().to_string();
                self.news(phrase("screenshot-saved").with("path", path));
            }
            UserEvent::ReportNotShown(problem) => self.report_not_shown(problem),
            UserEvent::Capsule(Ok(path)) => {
                let said = phrase("capsule-kept").with("path", path.display().to_string());
                self.news_instead("capsule", said);
            }
            UserEvent::Capsule(Err(problem)) => {
                self.trouble(phrase("no-capsule").with("problem", problem));
            }
            UserEvent::Screenshot(Err(problem)) => self.trouble(Phrase::plain(problem)),
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        let due = self.window.pace.next();
        if Instant::now() < due {
            event_loop.set_control_flow(ControlFlow::WaitUntil(due));
            return;
        }
        match &self.window.window {
            // A window that is not seen is not asked to redraw by every platform.
            Some(window) if self.attention() != Attention::Hidden => {
                window.request_redraw();
                self.window.redraw_asked.get_or_insert_with(Instant::now);
            }
            window => {
                // One request may have been dropped: the next one tells when it is seen again.
                if let Some(window) = window
                    .as_ref()
                    .filter(|_| self.window.redraw_asked.is_some())
                {
                    window.request_redraw();
                }
                self.frame(event_loop);
            }
        }
        let next = self
            .window
            .pace
            .next()
            .max(Instant::now() + BETWEEN_REQUESTS);
        event_loop.set_control_flow(ControlFlow::WaitUntil(next));
    }
}

impl App {
    /// Returns whether the player looks at the window.
    pub(super) fn attention(&self) -> Attention {
        let is_held_back =
            (self.window.redraw_asked).is_some_and(|asked| asked.elapsed() > HELD_BACK);
        let unseen = self.window.occluded
            || is_held_back
            || self.window.window.as_ref().is_none_or(|window| {
                let size = window.inner_size();
                size.width == 0 || size.height == 0 || window.is_minimized() == Some(true)
            });
        match (unseen, self.window.focused) {
            (true, _) => Attention::Hidden,
            (false, false) if self.screens.shell.stops_play() => Attention::Idle,
            (false, false) => Attention::Background,
            (false, true) if self.stands_still() => Attention::Still,
            (false, true) => Attention::Played,
        }
    }

    /// Returns whether nothing but an answer to the player changes the picture: play stands still behind a
    /// screen, and the level is there as a whole.
    fn stands_still(&self) -> bool {
        let is_arriving =
            (self.drawing.graphics.as_ref()).is_some_and(|it| it.arriving().is_some());
        self.screens.shell.stops_play() && self.loading.arrival.is_none() && !is_arriving
    }

    /// The frame rate at the moment, 1/s.
    pub(super) fn rate(&self) -> u32 {
        let is_read =
            self.screens.shell.top() == Some(&Screen::Loading) && self.loading.arrival.is_none();
        let attention = match self.attention() {
            // A level is there sooner if pictures of its bar leave the processor to it.
            Attention::Played | Attention::Still if is_read => Attention::Idle,
            attention => attention,
        };
        rate(attention, self.preferences.settings.frame_cap)
    }
}
