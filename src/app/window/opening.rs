//! Opening the window and what draws in it.

use std::{sync::Arc, time::Instant};

use winit::{
    dpi::{LogicalSize, PhysicalSize},
    event_loop::ActiveEventLoop,
    window::{Fullscreen, Window},
};

use super::{App, screens::title};
use crate::{
    app::{AppError, graphics::Graphics},
    render::{Frame, RenderError},
    sim::View,
    ui::Screen,
};

/// The size of the window in points, before the player resizes it.
const USUAL_SIZE: LogicalSize<f64> = LogicalSize::new(1280.0, 720.0);

impl App {
    /// Opens the window and what draws in it.
    pub(super) fn open_window(&mut self, event_loop: &ActiveEventLoop) {
        let mut attributes = Window::default_attributes().with_title("Hexbound");
        attributes = match self.options.size {
            Some([width, height]) => attributes.with_inner_size(PhysicalSize::new(width, height)),
            None => attributes.with_inner_size(USUAL_SIZE),
        };
        if self.options.fullscreen {
            attributes = attributes.with_fullscreen(Some(Fullscreen::Borderless(None)));
        }
        match event_loop.create_window(attributes) {
            Ok(window) => self.window = Some(Arc::new(window)),
            Err(error) => return self.fail(event_loop, AppError::NoWindow(error.to_string())),
        }
        // First, since opening the device takes a while in which the level may be saved.
        self.watch_level();
        self.open_graphics(event_loop);
        // What is shown for some seconds is shown from the first picture on.
        self.started = Instant::now();
    }

    /// Opens the graphics, at the start and again after the device was lost.
    pub(super) fn open_graphics(&mut self, event_loop: &ActiveEventLoop) {
        let Some(window) = &self.window else {
            return;
        };
        // A window has one surface: the old one has to go first.
        self.graphics = None;
        self.ui.forget_textures();
        let display = event_loop.owned_display_handle();
        let preload = self.preload.take();
        let options = self.first_pictures();
        let opened = Graphics::open(Arc::clone(window), display, preload, &options).and_then(
            |mut graphics| {
                graphics.set_vsync(self.settings.vsync);
                graphics.color_targets(self.settings.target_colors);
                self.ask_to_wait(&mut graphics)?;
                Ok(graphics)
            },
        );
        let opened = opened.map_err(AppError::from).and_then(|mut graphics| {
            if let Err(error) = graphics.set_level(&self.game.level) {
                if graphics.is_lost() || self.game.is_playback() || self.refused.is_some() {
                    return Err(error.into());
                }
                self.stand_in(&mut graphics, &error)?;
            }
            self.choose_quality(&mut graphics)?;
            Ok(graphics)
        });
        match opened {
            Ok(graphics) => self.graphics = Some(graphics),
            Err(error) => self.fail(event_loop, error),
        }
    }

    /// Shows what the player waits for, since handing a level to the device takes a while.
    fn ask_to_wait(&mut self, graphics: &mut Graphics) -> Result<(), RenderError> {
        let text = format!("Making {} ready", title(&self.game.level));
        let view = View::default();
        let overlay = self.ui.draw(&Screen {
            size: graphics.size(),
            scale: super::scale(self.window.as_deref()) * self.settings.hud_scale,
            now: self.started.elapsed().as_secs_f64(),
            waiting: Some(&text),
            ..Screen::default()
        });
        graphics.present(Frame {
            view: &view,
            effects: None,
            field_of_view: self.settings.vertical_field_of_view(),
            seconds: 0.0,
            crosshair: false,
            exposure: self.exposure,
            elapsed: f32::INFINITY,
            overlay: Some(overlay),
        })?;
        Ok(())
    }
}
