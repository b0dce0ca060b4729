//! The handlers of the event loop: keys, mouse and pads.

use std::time::{Duration, Instant};

use winit::{
    application::ApplicationHandler,
    dpi::PhysicalPosition,
    event::{
        DeviceEvent, DeviceId, ElementState, KeyEvent, MouseButton, MouseScrollDelta, WindowEvent,
    },
    event_loop::{ActiveEventLoop, ControlFlow},
    keyboard::{KeyCode, PhysicalKey},
    window::WindowId,
};

use super::{
    App, opening,
    screen_keys::{is_action_key, is_play_key, is_repeated, opens, scrolled, step, window_action},
};
use crate::app::{
    pace::{Attention, rate},
    user_event::UserEvent,
};
use hexbound_base::words::{Phrase, phrase};
use hexbound_ui::{
    input::{Device, PadButton, PadEvent, Source},
    shell::{Input, Screen, Step},
};

/// The time for which a delayed redraw is awaited before it is requested again.
const REDRAW_INTERVAL: Duration = Duration::from_millis(4);

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
                self.drawing.force_present();
                self.window.occluded = occluded;
                self.window.hurry();
            }
            WindowEvent::Resized(size) => self.drawing.resize(size.into(), &self.preferences),
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
                if self.window.requested_at.take().is_none() {
                    // The desktop requests a redraw, since it has lost the frame.
                    self.drawing.force_present();
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

    fn user_event(&mut self, event_loop: &ActiveEventLoop, event: UserEvent) {
        match event {
            UserEvent::Leave => event_loop.exit(),
            UserEvent::Loaded(loaded) => {
                self.loaded(loaded);
                self.window.hurry();
            }
            UserEvent::Checked(checked) => {
                if let Some(count) = self.lab.checker.keep(checked) {
                    self.screens.count_findings(count, &self.input);
                    self.window.hurry();
                }
            }
            UserEvent::Saved => self.loading.saved(&self.game.level),
            UserEvent::SettingsSaved => self.settings_saved(),
            UserEvent::Shelf(levels) => {
                self.browser.take(levels);
                self.window.hurry();
            }
            UserEvent::Picture(path, picture) => {
                self.browser.pictures.insert(path, picture);
                self.window.hurry();
            }
            UserEvent::Screenshot(Ok(path)) => {
                let path = path.display().to_string();
                self.screens
                    .news(phrase("screenshot-saved").with("path", path));
            }
            UserEvent::ReportNotShown(problem) => self.report_not_shown(problem),
            UserEvent::Capsule(Ok(path)) => {
                let said = phrase("capsule-kept").with("path", path.display().to_string());
                self.screens.news_instead("capsule", said);
            }
            UserEvent::Capsule(Err(problem)) => {
                self.trouble(phrase("no-capsule").with("problem", problem));
            }
            UserEvent::Screenshot(Err(problem)) => self.trouble(Phrase::plain(problem)),
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        let due = self.window.pace.next;
        if Instant::now() < due {
            event_loop.set_control_flow(ControlFlow::WaitUntil(due));
            return;
        }
        let is_seen = self.attention() != Attention::Hidden;
        let window = &mut self.window;
        match &window.window {
            // Some platforms do not request the redraw of a hidden window.
            Some(open) if is_seen => {
                open.request_redraw();
                window.requested_at.get_or_insert_with(Instant::now);
            }
            open => {
                // One request may have been dropped. The next one is made once the window is visible
                // again.
                if let Some(open) = open.as_ref().filter(|_| window.requested_at.is_some()) {
                    open.request_redraw();
                }
                self.frame(event_loop);
            }
        }
        let next = (self.window.pace.next).max(Instant::now() + REDRAW_INTERVAL);
        event_loop.set_control_flow(ControlFlow::WaitUntil(next));
    }
}

impl App {
    /// Opens the window and its graphics.
    fn open_window(&mut self, event_loop: &ActiveEventLoop) {
        match opening::open(event_loop, self.window.shape, &self.preferences.options) {
            Ok(window) => self.window.window = Some(window),
            Err(error) => return self.fail(event_loop, error),
        }
        // The watch comes first, since opening the device takes a while in which the level may be saved.
        self.loading.watch_file(&self.game);
        match self.make_graphics(event_loop) {
            Ok(graphics) => self.drawing.graphics = Some(graphics),
            Err(error) => self.fail(event_loop, error),
        }
    }

    /// The attention that the player gives to the window.
    pub(super) fn attention(&self) -> Attention {
        let stops_play = self.screens.shell.stops_play();
        // Once the level is whole, only input changes the frame behind a screen.
        let is_whole = self.loading.arrival.is_none() && !self.drawing.is_streaming();
        self.window.attention(stops_play, stops_play && is_whole)
    }

    /// The frame rate at the moment, 1/s.
    pub(super) fn rate(&self) -> u32 {
        let is_loading = self.screens.shell.top() == Some(&Screen::Loading);
        let is_read =
            is_loading && (self.loading.arrival.as_ref()).is_none_or(|it| it.detail >= 0.5);
        let attention = match self.attention() {
            // A level is read sooner if the frames of its progress bar leave the CPU to it.
            Attention::Played | Attention::Paused if is_read => Attention::Idle,
            attention => attention,
        };
        rate(attention, self.preferences.settings.picture.frame_cap)
    }

    fn focus(&mut self, focused: bool) {
        self.window.focus(focused);
        if !focused {
            self.input.controls.release_all();
            self.game.time.rewinding = false;
            self.release_pointer();
        } else if !self.screens.shell.is_open() {
            self.capture_pointer();
        }
        self.window.hurry();
    }

    /// Pauses play once the window has been without the focus for a while.
    pub(super) fn pause_when_left(&mut self, now: Instant) {
        let is_played = !self.screens.shell.stops_play() && !self.game.is_playback();
        if self.window.is_left(now) && is_played {
            self.window.left_at = None;
            log::info!("Paused: another window has the focus");
            self.open_screen(Screen::Pause);
        }
    }

    fn key(&mut self, event: &KeyEvent, synthetic: bool) {
        let PhysicalKey::Code(code) = event.physical_key else {
            return;
        };
        let down = event.state == ElementState::Pressed;
        let shell = &self.screens.shell;
        if shell.is_open() && !(shell.is_live() && is_play_key(code)) {
            if !synthetic && down {
                self.key_on_screen(code, event);
            }
            return;
        }
        // Keys that were down before the window got the focus are not meant for the game.
        if event.repeat || synthetic && down {
            return;
        }
        self.input.key_used(code, event);
        self.handle_source(Source::Key(code), down);
    }

    /// Handles a key that was pressed while a screen is open.
    fn key_on_screen(&mut self, code: KeyCode, event: &KeyEvent) {
        self.input.key_used(code, event);
        if code != KeyCode::Escape && !event.repeat && self.bind(Source::Key(code)) {
            return;
        }
        let (bindings, top) = (self.input.controls.bindings(), self.screens.shell.top());
        let action = bindings.effects(Source::Key(code)).find_map(window_action);
        let leaves = top.is_some_and(|top| {
            let mut effects = bindings.effects(Source::Key(code));
            effects.any(|it| opens(it, top))
        });
        let step = step(code, self.input.modifiers)
            .filter(|_| !is_action_key(top, code))
            .or_else(|| leaves.then_some(Step::Back));
        if let Some(action) = action {
            if !event.repeat {
                self.perform(action);
            }
        } else if let Some(step) = step
            && (!event.repeat || is_repeated(step))
        {
            self.screens.shell.feed(Input::Step(step));
        }
        self.window.hurry();
    }

    /// Binds a key or button to the action that waits for one. Returns false if no action waits for its
    /// device.
    fn bind(&mut self, source: Source) -> bool {
        let Some(Screen::Bind(name, device, slot)) = self.screens.shell.top().cloned() else {
            return false;
        };
        if source.device() != device {
            return false;
        }
        self.preferences.bind(name, device, slot, Some(source));
        self.settings_changed();
        (self.screens.shell).close(&Screen::Bind(name, device, slot));
        true
    }

    /// Records the pointer's position, for the screens and for picking.
    fn pointer_moved(&mut self, at: PhysicalPosition<f64>) {
        if self.input.pointer_moved(at, self.screens.shell.is_open()) {
            (self.screens.shell).feed(Input::Point(self.input.pointer_at));
            self.window.hurry();
        }
    }

    fn mouse_button(&mut self, button: MouseButton, state: ElementState) {
        self.input.device = Device::Keys;
        let down = state == ElementState::Pressed;
        if self.screens.shell.is_open() {
            return self.mouse_on_screen(button, down);
        }
        let points = self.input.is_pointing(&self.game);
        if down && points && button == MouseButton::Left {
            return self.pick();
        }
        let is_free = !points && !self.input.pointer.is_captured() && !self.game.is_playback();
        if down && is_free && self.finale.slow_motion.is_none() {
            // This click captures the pointer and does nothing else.
            self.capture_pointer();
        } else {
            self.handle_source(Source::Mouse(button), down);
        }
    }

    /// Handles a mouse button while a screen is open.
    fn mouse_on_screen(&mut self, button: MouseButton, down: bool) {
        if down && self.bind(Source::Mouse(button)) {
            return;
        }
        if button == MouseButton::Left {
            self.screens
                .shell
                .feed(if down { Input::Press } else { Input::Release });
            self.window.hurry();
        }
    }

    fn wheel(&mut self, delta: MouseScrollDelta) {
        if self.screens.shell.is_open() {
            return self.wheel_on_screen(delta);
        }
        for notch in self.input.wheel.notches(delta) {
            self.handle_source(notch, true);
            self.handle_source(notch, false);
        }
    }

    /// Handles the wheel while a screen is open.
    fn wheel_on_screen(&mut self, delta: MouseScrollDelta) {
        if matches!(self.screens.shell.top(), Some(Screen::Bind(..))) {
            let notch = self.input.wheel.notches(delta).next();
            notch.map(|notch| self.bind(notch));
            return;
        }
        (self.screens.shell).feed(Input::Wheel(scrolled(delta)));
        self.window.hurry();
    }

    /// Reads the pads, lets their sticks walk and turn for `seconds`, and lets them vibrate after the
    /// events of the frame before. A pad has no effect while another window has the focus.
    pub(super) fn read_pads(&mut self, seconds: f64) {
        if !self.game.is_playback() {
            let eye = self.game.world.player.eye_position();
            let strength = self.preferences.settings.pad.rumble;
            self.input.shake_pad(&self.game.events, eye, strength);
        }
        while let Some(event) = self.input.pads.next_event() {
            self.pad_event(event);
        }
        let (input, settings) = (&mut self.input, &self.preferences.settings.pad);
        let (shell, is_focused) = (&mut self.screens.shell, self.window.focused);
        // While play continues beside a screen, the stick walks instead of moving the focus.
        if shell.stops_play() && is_focused {
            let stick = input.sticks.walking(settings);
            if let Some(step) = input.pad_steps.step(stick, seconds as f32) {
                shell.feed(Input::Step(step));
            }
        } else {
            input.pad_steps.wait_for_rest();
        }
        if is_focused && !shell.stops_play() {
            (input.sticks).drive(&mut input.controls, settings, seconds as f32);
        }
    }

    fn pad_event(&mut self, event: PadEvent) {
        let is_focused = self.window.focused;
        self.input.pad_used(&event, is_focused);
        match event {
            PadEvent::Connected(name) => {
                self.screens.news(phrase("pad-there").with("name", name));
            }
            PadEvent::Disconnected(name) => {
                self.input.pad_gone();
                self.game.time.rewinding = self.input.controls.is_rewinding();
                self.screens.news(phrase("pad-gone").with("name", name));
                self.pause_without_pad();
            }
            PadEvent::Axis(..) => {}
            PadEvent::Button(button, down) if self.screens.shell.is_open() => {
                if is_focused || !down {
                    self.pad_on_screen(button, down);
                }
            }
            PadEvent::Button(button, down) if is_focused || !down => {
                self.handle_source(Source::Pad(button), down);
            }
            PadEvent::Button(..) => {}
        }
    }

    /// Pauses play if the pad in use was disconnected.
    fn pause_without_pad(&mut self) {
        let is_playing = !self.screens.shell.stops_play() && !self.game.is_playback();
        if self.input.device == Device::Pad && is_playing {
            self.open_screen(Screen::Pause);
        }
    }

    /// Handles a button of a pad while a screen is open.
    fn pad_on_screen(&mut self, button: PadButton, is_down: bool) {
        // The Start button can't be bound, since it always opens the menu.
        if is_down && button != PadButton::Start && self.bind(Source::Pad(button)) {
            return;
        }
        if let Some(step) = self.input.pad_steps.button(button, is_down) {
            self.screens.shell.feed(Input::Step(step));
        }
        self.window.hurry();
    }

    /// Applies the settings again after their file was saved by any program.
    fn settings_saved(&mut self) {
        let Some(faults) = self.preferences.reload() else {
            return;
        };
        self.apply_settings();
        self.screens.news(phrase("settings-hold"));
        for fault in faults {
            self.trouble(Phrase::plain(fault.to_string()));
        }
    }
}
