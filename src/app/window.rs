//! The window: its events, and what happens in a frame.

use std::{
    path::PathBuf,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use winit::{
    application::ApplicationHandler,
    dpi::{LogicalSize, PhysicalSize},
    event::{DeviceEvent, DeviceId, ElementState, KeyEvent, MouseButton, WindowEvent},
    event_loop::{ActiveEventLoop, ControlFlow, EventLoopProxy},
    keyboard::PhysicalKey,
    window::{Fullscreen, Window, WindowId},
};

use super::{
    AppError, Wake, WindowOptions,
    camera::Camera,
    game::{Advance, Game},
    graphics::Graphics,
    loading::{Loaded, Loader, Reason},
    look::Look,
    pace::{Attention, Averages, Pace, rate},
    screenshot,
    watch::Watch,
    with_causes,
};
use crate::{
    audio::{Audio, Listener},
    input::{Action, Controls, Pointer, REWIND, action},
    inspect::{CollisionView, Legend},
    level::Level,
    render::Frame,
    settings::Settings,
    sim::{Buttons, GhostView, Ghosts, View},
    ui::{Explained, Figures, Kind, Screen, Ui},
};

/// Points, before the player resizes it.
const USUAL_SIZE: LogicalSize<f64> = LogicalSize::new(1280.0, 720.0);

/// A platform that holds back a redraw is not asked again sooner.
const BETWEEN_REQUESTS: Duration = Duration::from_millis(4);

pub(super) struct App {
    game: Game,
    options: WindowOptions,
    settings: Settings,
    controls: Controls,
    pointer: Pointer,
    audio: Audio,
    ui: Ui,
    show_figures: bool,
    look: Look,
    camera: Camera,
    window: Option<Arc<Window>>,
    graphics: Option<Graphics>,
    loader: Loader,
    watch: Option<Watch>,
    proxy: EventLoopProxy<Wake>,
    started: Instant,
    pace: Pace,
    averages: Averages,
    focused: bool,
    occluded: bool,
    was_captured: bool,
    failure: Option<AppError>,
}

impl App {
    pub fn new(
        game: Game,
        options: WindowOptions,
        settings: Settings,
        proxy: EventLoopProxy<Wake>,
    ) -> Self {
        let now = Instant::now();
        let mut app = Self {
            controls: Controls::new(settings.sensitivity, settings.invert_y),
            pointer: Pointer::default(),
            audio: Audio::open(None),
            ui: Ui::new(),
            show_figures: false,
            look: Look::at(options.collision_view),
            camera: Camera::default(),
            window: None,
            graphics: None,
            loader: Loader::new(proxy.clone()),
            watch: None,
            started: now,
            pace: Pace::new(now),
            averages: Averages::new(now),
            focused: false,
            occluded: false,
            was_captured: false,
            failure: None,
            game,
            options,
            settings,
            proxy,
        };
        app.audio.set_volume(app.settings.volume);
        for warning in app.game.level.warnings.clone() {
            app.ui.say(warning, Kind::Trouble, 0.0);
        }
        app
    }

    /// After the loop has ended: what went wrong, if anything.
    pub fn finish(mut self) -> Result<(), AppError> {
        let recorded = self.game.finish_recording();
        match self.failure {
            Some(failure) => Err(failure),
            None => Ok(recorded.map(drop)?),
        }
    }

    /// One frame: input → ticks → sound → view → picture.
    fn frame(&mut self, event_loop: &ActiveEventLoop) {
        let now = Instant::now();
        let seconds = self.pace.begin(now, self.rate());
        self.keep_pointer();
        let advance = match self.game.advance(seconds, &mut self.controls) {
            Ok(advance) => advance,
            Err(error) => return self.fail(event_loop, error),
        };
        self.averages.add(now, advance.ticks, now.elapsed());
        self.audio.play(&self.game.events, self.listener());
        let mut view = self.seen();
        let looked = self.look.see(&view, &self.game.level, &self.game.world);
        view.marks = looked.marks;
        if self.attention() != Attention::Hidden {
            self.draw(event_loop, (&view, &looked.legend), seconds as f32);
        }
        self.notice(event_loop, advance);
    }

    /// `elapsed` seconds after the picture before.
    fn draw(
        &mut self,
        event_loop: &ActiveEventLoop,
        (view, legend): (&View, &Legend),
        elapsed: f32,
    ) {
        let figures = self.show_figures.then(|| self.figures());
        let time = self.game.time.told();
        let ghosts = self.game.ghosts.as_ref().map(ghost_lines);
        let now = self.now();
        let field_of_view = self.settings.field_of_view.to_radians();
        let Some(graphics) = &mut self.graphics else {
            return;
        };
        let overlay = self.ui.draw(&Screen {
            size: graphics.size(),
            now,
            pointer_captured: self.pointer.is_captured() || self.game.is_playback(),
            figures: figures.as_ref(),
            time: time.as_deref(),
            ghosts: ghosts.as_deref(),
            explained: (self.look.view != CollisionView::Off).then_some(Explained {
                legend,
                view,
                field_of_view,
            }),
            light: graphics.light_progress(),
        });
        let drawn = graphics.present(Frame {
            view,
            effects: Some(&self.game.effects),
            field_of_view,
            seconds: self.game.seconds(),
            crosshair: self.camera == Camera::Eye,
            film: self.settings.film(),
            elapsed,
            overlay: Some(overlay),
        });
        let lost = graphics.is_lost();
        if lost {
            self.open_graphics(event_loop);
        } else if let Err(error) = drawn {
            self.trouble(error.to_string());
        }
    }

    fn seen(&self) -> View {
        let world = &self.game.world;
        let player = GhostView {
            centre: world.player.position,
            half: world.player.body().half_extents(),
            has_parted: false,
        };
        let view = self.game.view(&self.controls);
        self.camera
            .place(view, player, &self.game.level, self.game.seconds())
    }

    /// What a frame's ticks ask of the window.
    fn notice(&mut self, event_loop: &ActiveEventLoop, advance: Advance) {
        if let Some(error) = advance.recording_failed {
            self.trouble(format!(
                "the recording has stopped: {}",
                with_causes(&error)
            ));
        }
        if let Some(path) = advance.recording_ended {
            self.news(format!(
                "Time ran backwards: the recording {} ends here",
                path.display()
            ));
        }
        if advance.finished {
            log::info!(
                "the recording ended after {} ticks as it did when it was made",
                self.game.world.tick
            );
            event_loop.exit();
        }
    }

    fn listener(&self) -> Listener {
        Listener {
            position: self.game.world.player.eye(),
            yaw: self.game.world.player.yaw,
        }
    }

    fn figures(&self) -> Figures {
        let world = &self.game.world;
        let drawn = (self.graphics.as_ref()).map_or_else(Default::default, Graphics::drawn);
        Figures {
            frames_per_second: self.averages.frames_per_second,
            frame_ms: self.averages.frame_ms,
            tick_ms: self.averages.tick_ms,
            position: self.game.level.to_file(world.player.position),
            speed: world.player.velocity.length(),
            grounded: world.player.grounded,
            flying: world.player.flying,
            contacts: world.player.contacts,
            balls: world.balls.len(),
            collision: self.game.collision.name(),
            counters: world.counters,
            level: self.game.level.name.clone(),
            triangles: self.game.level.collision.len(),
            draws: drawn.draws,
            drawn_triangles: drawn.triangles,
            adapter: (self.graphics.as_ref())
                .map(Graphics::adapter)
                .unwrap_or_default(),
        }
    }

    fn attention(&self) -> Attention {
        let unseen = self.occluded
            || self.window.as_ref().is_none_or(|window| {
                let size = window.inner_size();
                size.width == 0 || size.height == 0 || window.is_minimized() == Some(true)
            });
        match (unseen, self.focused) {
            (true, _) => Attention::Hidden,
            (false, false) => Attention::Background,
            (false, true) => Attention::Played,
        }
    }

    fn rate(&self) -> u32 {
        rate(self.attention(), self.settings.frame_cap)
    }

    /// Seconds since the start, for the interface.
    fn now(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    fn news(&mut self, text: String) {
        log::info!("{text}");
        self.ui.say(text, Kind::News, self.now());
    }

    pub fn trouble(&mut self, text: String) {
        log::warn!("{text}");
        self.ui.say(text, Kind::Trouble, self.now());
    }

    fn fail(&mut self, event_loop: &ActiveEventLoop, error: impl Into<AppError>) {
        self.failure = Some(error.into());
        event_loop.exit();
    }
}

/// Opening.
impl App {
    fn open_window(&mut self, event_loop: &ActiveEventLoop) {
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
        self.open_graphics(event_loop);
        self.watch_level();
        // What is shown for some seconds is shown from the first picture on.
        self.started = Instant::now();
    }

    /// The first time, and again after the device was lost.
    fn open_graphics(&mut self, event_loop: &ActiveEventLoop) {
        let Some(window) = &self.window else {
            return;
        };
        // A window has one surface: the old one has to go first.
        self.graphics = None;
        self.ui.forget_textures();
        let display = event_loop.owned_display_handle();
        match Graphics::open(Arc::clone(window), display, &self.game.level) {
            Ok(graphics) => self.graphics = Some(graphics),
            Err(error) => self.fail(event_loop, error),
        }
    }

    fn watch_level(&mut self) {
        self.watch = None;
        if self.game.is_playback() {
            return;
        }
        let Some(path) = &self.game.level.path else {
            return;
        };
        match Watch::new(path, self.proxy.clone()) {
            Ok(watch) => self.watch = Some(watch),
            Err(error) => log::warn!(
                "saving {} again will not reload it: {error}",
                path.display()
            ),
        }
    }
}

/// The pointer and the keys.
impl App {
    fn capture_pointer(&mut self) {
        if let Some(window) = &self.window
            && !self.game.is_playback()
        {
            self.pointer.capture(window.as_ref());
            self.controls.set_looking(true);
        }
    }

    fn release_pointer(&mut self) {
        if let Some(window) = &self.window {
            self.pointer.release(window.as_ref());
        }
        self.controls.set_looking(false);
    }

    fn keep_pointer(&self) {
        if let Some(window) = &self.window {
            self.pointer.keep(window.as_ref());
        }
    }

    fn focus(&mut self, focused: bool) {
        self.focused = focused;
        if !focused {
            self.controls.release_all();
            self.game.time.rewinding = false;
            self.release_pointer();
        } else if !self.was_captured {
            // At the start; afterwards a click says that the pointer is wanted here.
            self.was_captured = true;
            self.capture_pointer();
        }
        self.pace.hurry(Instant::now());
    }

    fn key(&mut self, event_loop: &ActiveEventLoop, event: &KeyEvent, synthetic: bool) {
        let PhysicalKey::Code(code) = event.physical_key else {
            return;
        };
        let down = event.state == ElementState::Pressed;
        // Keys that were already down when the focus came were not meant for us.
        if event.repeat || synthetic && down {
            return;
        }
        self.controls.key(code, down);
        if code == REWIND {
            self.game.time.rewinding = down;
        }
        if down && let Some(action) = action(code) {
            self.act(event_loop, action);
        }
    }

    fn mouse_button(&mut self, button: MouseButton, state: ElementState) {
        let down = state == ElementState::Pressed;
        if down && !self.pointer.is_captured() && !self.game.is_playback() {
            // This click captures the pointer and does nothing else.
            self.capture_pointer();
        } else {
            self.controls.mouse_button(button, down);
        }
    }

    fn act(&mut self, event_loop: &ActiveEventLoop, action: Action) {
        match action {
            Action::Escape if self.pointer.is_captured() => self.release_pointer(),
            Action::Escape => event_loop.exit(),
            Action::Figures => self.show_figures = !self.show_figures,
            Action::CollisionView => self.turn_look(),
            Action::Shallower => self.look.shallower(),
            Action::Deeper => self.look.deeper(&self.game.level),
            Action::CollisionMode | Action::Ground if self.game.is_playback() => {}
            Action::Ground => {
                self.game.ground = self.game.ground.next();
                self.news(format!("Ground: {}", self.game.ground.name()));
            }
            Action::CollisionMode => {
                self.game.collision = self.game.collision.next();
                self.news(format!("Collision: {}", self.game.collision.name()));
            }
            Action::Fullscreen => self.toggle_fullscreen(),
            Action::Pause => self.game.time.toggle_pause(),
            Action::Step => self.game.time.step(),
            Action::Slower => self.game.time.slower(),
            Action::Faster => self.game.time.faster(),
            Action::Ghosts => self.game.toggle_ghosts(),
            Action::Camera => {
                self.camera = self.camera.next();
                self.news(format!("Seen {}", self.camera.name()));
            }
            Action::Screenshot => self.screenshot(),
        }
    }

    /// To the next view of collision; with SHIFT held, to the one before.
    fn turn_look(&mut self) {
        let is_back = self.controls.holds(Buttons::SPRINT);
        self.look.view = match is_back {
            true => self.look.view.previous(),
            false => self.look.view.next(),
        };
        self.news(format!("Look at collision: {}", self.look.view.name()));
    }

    fn toggle_fullscreen(&self) {
        if let Some(window) = &self.window {
            window.set_fullscreen(match window.fullscreen() {
                None => Some(Fullscreen::Borderless(None)),
                Some(_) => None,
            });
        }
    }

    fn screenshot(&mut self) {
        let mut view = self.seen();
        view.marks = (self.look)
            .see(&view, &self.game.level, &self.game.world)
            .marks;
        let frame = Frame {
            view: &view,
            effects: Some(&self.game.effects),
            field_of_view: self.settings.field_of_view.to_radians(),
            seconds: self.game.seconds(),
            crosshair: false,
            film: self.settings.film(),
            elapsed: 0.0,
            overlay: None,
        };
        let Some(graphics) = &mut self.graphics else {
            return;
        };
        match graphics.capture(frame) {
            Ok(image) => {
                let proxy = self.proxy.clone();
                // Compressing takes longer than a frame.
                thread::spawn(move || {
                    // A loop that has ended shows no message.
                    let _ = proxy.send_event(Wake::Screenshot(screenshot::save(&image)));
                });
            }
            Err(error) => self.trouble(format!("no screenshot: {error}")),
        }
    }
}

/// Other levels.
impl App {
    fn dropped(&mut self, path: PathBuf) {
        if self.game.is_playback() {
            self.trouble("A recording is playing: no other level now".into());
            return;
        }
        self.news(format!("Loading {}", path.display()));
        self.loader.start(path, Reason::Dropped);
    }

    fn saved(&mut self) {
        if let Some(path) = &self.game.level.path {
            self.loader.start(path.clone(), Reason::Saved);
        }
    }

    fn loaded(&mut self, loaded: Loaded) {
        if !self.loader.is_newest(&loaded) {
            return;
        }
        match loaded.result {
            Ok(level) => self.enter(Arc::new(*level), loaded.reason),
            // Removed while it is open: there is nothing to reload and nothing wrong.
            Err(_) if loaded.reason == Reason::Saved && !loaded.path.exists() => {}
            Err(error) => {
                let name = self.game.level.name.clone();
                self.trouble(format!("{error}. {name} stays"));
            }
        }
    }

    fn enter(&mut self, level: Arc<Level>, reason: Reason) {
        if let Some(graphics) = &mut self.graphics
            && let Err(error) = graphics.set_level(&level)
        {
            self.trouble(error.to_string());
            return;
        }
        match self.game.enter(Arc::clone(&level), reason == Reason::Saved) {
            Ok(None) => {}
            Ok(Some(path)) => self.news(format!(
                "The recording {} ends with the level it was made on",
                path.display()
            )),
            Err(error) => self.trouble(with_causes(&error)),
        }
        for warning in &level.warnings {
            self.trouble(format!("{}: {warning}", level.name));
        }
        self.news(match reason {
            Reason::Dropped => {
                format!("{}, {} triangles", level.name, level.collision.len())
            }
            Reason::Saved => format!("{} was saved and is reloaded", level.name),
        });
        if reason == Reason::Dropped {
            self.watch_level();
        }
    }
}

impl ApplicationHandler<Wake> for App {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.window.is_none() {
            self.open_window(event_loop);
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        match event {
            WindowEvent::CloseRequested => event_loop.exit(),
            WindowEvent::Focused(focused) => self.focus(focused),
            WindowEvent::Occluded(occluded) => {
                self.occluded = occluded;
                self.pace.hurry(Instant::now());
            }
            WindowEvent::Resized(size) => {
                if let Some(graphics) = &mut self.graphics {
                    graphics.resize([size.width, size.height]);
                }
            }
            WindowEvent::KeyboardInput {
                event,
                is_synthetic,
                ..
            } => self.key(event_loop, &event, is_synthetic),
            WindowEvent::MouseInput { button, state, .. } => self.mouse_button(button, state),
            WindowEvent::DroppedFile(path) => self.dropped(path),
            WindowEvent::RedrawRequested => self.frame(event_loop),
            _ => {}
        }
    }

    fn device_event(&mut self, _: &ActiveEventLoop, _: DeviceId, event: DeviceEvent) {
        if let DeviceEvent::MouseMotion { delta: (x, y) } = event
            && self.focused
        {
            self.controls.mouse_motion(x, y);
        }
    }

    fn user_event(&mut self, _: &ActiveEventLoop, wake: Wake) {
        match wake {
            Wake::Loaded(loaded) => self.loaded(loaded),
            Wake::Saved => self.saved(),
            Wake::Screenshot(Ok(path)) => self.news(format!("Screenshot {}", path.display())),
            Wake::Screenshot(Err(problem)) => self.trouble(problem),
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        let due = self.pace.next();
        if Instant::now() < due {
            event_loop.set_control_flow(ControlFlow::WaitUntil(due));
            return;
        }
        match &self.window {
            // A window that is not seen is not asked to redraw by every platform.
            Some(window) if self.attention() != Attention::Hidden => window.request_redraw(),
            _ => self.frame(event_loop),
        }
        let next = self.pace.next().max(Instant::now() + BETWEEN_REQUESTS);
        event_loop.set_control_flow(ControlFlow::WaitUntil(next));
    }
}

/// What became of each ghost.
fn ghost_lines(ghosts: &Ghosts) -> Vec<String> {
    let mut lines = Vec::new();
    for ghost in &ghosts.all {
        let name = ghost.mode.name();
        match &ghost.parting {
            None => lines.push(format!("{name}: the same way so far")),
            Some(parting) => {
                let mut told = parting.summary().into_iter();
                lines.extend(told.next().map(|first| format!("{name}: {first}")));
                lines.extend(told.map(|line| format!("  {line}")));
            }
        }
    }
    lines
}
