//! The effect of keys, mouse buttons and the pointer to the window and its game.

use std::{thread, time::Instant};

use winit::{
    event::{ElementState, KeyEvent, MouseButton, MouseScrollDelta},
    keyboard::PhysicalKey,
    platform::modifier_supplement::KeyEventExtModifierSupplement,
};

use super::{ABSENCE, App, on_screen::is_of_play, picture::effects};
use crate::{
    app::{injected_faults::RefusingWindow, screenshot, user_event::UserEvent},
    input::{Action, Bindable, Device, Effect, Pointer, Source},
    inspect::{CollisionView, CollisionViews},
    render::Frame,
    shell::Screen,
    sim::{Buttons, Choice, Question},
    words::{Phrase, phrase, phrase_of},
};

impl App {
    pub(super) fn capture_pointer(&mut self) {
        if let Some(window) = &self.window.window
            && !self.game.is_playback()
        {
            match self.input.pointer_is_refused {
                true => self.input.pointer.capture(&RefusingWindow),
                false => self.input.pointer.capture(window.as_ref()),
            }
            self.input.controls.set_looking(true);
            self.say_how_pointer_is_held();
        }
    }

    /// Says in the log how the pointer is held, and on the screen that it is not, when that has
    /// changed.
    fn say_how_pointer_is_held(&mut self) {
        if self.input.held_pointer.replace(self.input.pointer) == Some(self.input.pointer) {
            return;
        }
        log::info!("the pointer is {}", self.input.pointer.name());
        if self.input.pointer == Pointer::Loose {
            let keys = [Buttons::TURN_LEFT, Buttons::TURN_RIGHT]
                .map(|button| self.key_names(Effect::Hold(button)));
            let [left, right] = keys;
            let said = phrase("pointer-is-loose")
                .with("left", left)
                .with("right", right);
            self.trouble(said);
        }
    }

    pub(super) fn release_pointer(&mut self) {
        if let Some(window) = &self.window.window {
            self.input.pointer.release(window.as_ref());
        }
        self.input.controls.set_looking(false);
    }

    pub(super) fn keep_pointer(&self) {
        if let Some(window) = &self.window.window {
            self.input.pointer.keep(window.as_ref());
        }
    }

    pub(super) fn focus(&mut self, focused: bool) {
        self.window.focused = focused;
        self.window.left_at = (!focused).then(Instant::now);
        if !focused {
            self.input.controls.release_all();
            self.game.time.rewinding = false;
            self.release_pointer();
        } else if !self.screens.shell.is_open() {
            self.capture_pointer();
        }
        self.window.pace.hurry(Instant::now());
    }

    /// Lets play stand still once the player looks elsewhere.
    pub(super) fn pause_when_left(&mut self, now: Instant) {
        let is_left = self.window.left_at.is_some_and(|at| now - at > ABSENCE);
        if is_left && !self.screens.shell.stops_play() && !self.game.is_playback() {
            self.window.left_at = None;
            log::info!("Paused: another window has the focus");
            self.open_screen(Screen::Pause);
        }
    }

    pub(super) fn key(&mut self, event: &KeyEvent, synthetic: bool) {
        let PhysicalKey::Code(code) = event.physical_key else {
            return;
        };
        if self.screens.shell.is_open() && !(self.screens.shell.is_live() && is_of_play(code)) {
            if !synthetic {
                self.key_on_screen(event);
            }
            return;
        }
        let down = event.state == ElementState::Pressed;
        // Keys that were already down when the focus came were not meant for us.
        if event.repeat || synthetic && down {
            return;
        }
        self.input
            .key_labels
            .learn(code, &event.key_without_modifiers());
        if down {
            self.input.device = Device::Keys;
        }
        self.source(Source::Key(code), down);
    }

    pub(super) fn mouse_button(&mut self, button: MouseButton, state: ElementState) {
        if self.screens.shell.is_open() {
            return self.mouse_on_screen(button, state);
        }
        self.input.device = Device::Keys;
        let down = state == ElementState::Pressed;
        let points = self.points();
        if down && points && button == MouseButton::Left {
            return self.pick();
        }
        let is_free = !points && !self.input.pointer.is_captured() && !self.game.is_playback();
        if down && is_free && self.finale.slow_motion.is_none() {
            // This click captures the pointer and does nothing else.
            self.capture_pointer();
        } else {
            self.source(Source::Mouse(button), down);
        }
    }

    pub(super) fn wheel(&mut self, delta: MouseScrollDelta) {
        if self.screens.shell.is_open() {
            return self.wheel_on_screen(delta);
        }
        for notch in self.input.wheel.notches(delta) {
            self.source(notch, true);
            self.source(notch, false);
        }
    }

    /// Does what a key or button is bound to.
    pub(super) fn source(&mut self, source: Source, down: bool) {
        let effects: Vec<Effect> = self.input.controls.bindings().effects(source).collect();
        let keeps_showing = |effect: &Effect| {
            use Action::{Figures, Fullscreen, Screenshot};
            matches!(effect, Effect::Act(Screenshot | Fullscreen | Figures))
        };
        if down && !effects.iter().any(keeps_showing) && self.finale.slow_motion.take().is_some() {
            // This press has seen enough and does nothing else.
            return;
        }
        let pointed = self.points();
        self.input.controls.source(source, down);
        self.follow_pointing(pointed);
        self.game.time.rewinding = self.input.controls.rewinds();
        for effect in effects {
            if let (Effect::Act(action), true) = (effect, down) {
                self.act(action);
            }
        }
    }

    /// The keys that have an effect, or the buttons of the pad if it was used last.
    pub(super) fn key_names(&self, effect: Effect) -> Phrase {
        let bindings = self.input.controls.bindings();
        Bindable::with(effect).map_or_else(
            || Phrase::plain(""),
            |item| bindings.label_for(item, self.input.device, &self.input.key_labels),
        )
    }

    /// Does what an action stands for.
    pub(super) fn act(&mut self, action: Action) {
        match action {
            Action::Escape => self.open_screen(Screen::Pause),
            Action::Keys => self.open_screen(Screen::Keys),
            Action::Findings => self.show_findings(),
            Action::Methods if self.screens.shell.is_live() => self.close_screens(),
            Action::Methods => self.open_screen(Screen::Methods),
            Action::Figures => self.lab.figure_detail = self.lab.figure_detail.next(),
            Action::CollisionView => self.turn_collision_view(),
            Action::PinView => {
                self.lab.inspector.toggle_pin();
                self.name_collision_views();
            }
            Action::Why => {
                let name = if self.lab.inspector.toggle_why() {
                    "is-on"
                } else {
                    "is-off"
                };
                self.news_instead("why", phrase("tells-why").with("state", phrase(name)));
            }
            Action::Shallower => self.lab.inspector.shallower(),
            Action::Deeper => self.lab.inspector.deeper(&self.game.level),
            Action::CollisionMode | Action::Ground if self.game.is_playback() => {}
            Action::Ground => {
                self.game.methods.turn(Question::Ground);
                let name = phrase_of("ground", self.game.methods.ground.name());
                self.news_instead("ground", phrase("ground").with("name", name));
            }
            Action::CollisionMode => {
                self.game.methods.turn(Question::Collision);
                let mode = phrase_of("mode", self.game.methods.collision.name());
                self.news_instead("collision", phrase("collision").with("mode", mode));
            }
            Action::Fullscreen => self.toggle_fullscreen(),
            Action::Pause => self.game.time.toggle_pause(),
            Action::Step => self.game.time.step(),
            Action::StepBack => self.game.time.step_back(),
            Action::Capsule => self.keep_capsule(),
            Action::Branch => self.fork(),
            Action::NextBranch => self.next_branch(),
            Action::Slower => self.game.time.slower(),
            Action::Faster => self.game.time.faster(),
            Action::Ghosts => {
                self.game.toggle_ghosts();
                self.tell_of_no_ghosts();
            }
            Action::Camera => {
                let view = self.game.view(&self.input.controls);
                self.rig.camera = self.rig.camera.next(&view, self.game.seconds());
                let camera = phrase_of("camera", self.rig.camera.name());
                self.news_instead("camera", phrase("seen").with("camera", camera));
            }
            Action::Screenshot => self.screenshot(),
            Action::Again if !self.game.is_playback() => self.begin_again(),
            Action::Next if self.game.is_finished() => self.next_level(),
            Action::Again | Action::Next => {}
        }
    }

    /// Shows the next view of collision; with Shift held, the one before.
    fn turn_collision_view(&mut self) {
        let is_back = self.input.controls.holds(Buttons::SPRINT);
        let turned = |view: CollisionView| match is_back {
            true => view.previous(),
            false => view.next(),
        };
        let mut view = turned(self.lab.inspector.view);
        if view == CollisionView::Shapes && !self.game.level.has_placed_shapes() {
            view = turned(view);
        }
        self.lab.inspector.show(view);
        self.name_collision_views();
    }

    /// Says which view of collision is shown, and which are pinned.
    fn name_collision_views(&mut self) {
        let view = phrase_of("collision-view", self.lab.inspector.view.name());
        let pinned = self.lab.inspector.pinned();
        let said = match pinned.is_empty() {
            true => phrase("looks-at"),
            false => phrase("looks-at-and-pinned").with("pinned", names_of(pinned)),
        };
        self.news_instead("view", said.with("view", view));
    }

    fn screenshot(&mut self) {
        let mut view = self.current_view();
        view.debug = self.inspect(&view).debug;
        let frame = Frame {
            view: &view,
            effects: Some(effects(&self.finale.slow_motion, &self.game)),
            field_of_view: self.preferences.settings.vertical_field_of_view(),
            seconds: self.game.seconds(),
            crosshair: 0.0,
            exposure: self.preferences.exposure,
            elapsed: 0.0,
            overlay: None,
        };
        let Some(graphics) = &mut self.drawing.graphics else {
            return;
        };
        match graphics.capture(frame) {
            Ok(image) => {
                let proxy = self.proxy.clone();
                // Compressing takes longer than a frame.
                thread::spawn(move || {
                    // A loop that has ended shows no message.
                    let _ = proxy.send_event(UserEvent::Screenshot(screenshot::save(&image)));
                });
            }
            Err(error) => self.trouble(phrase("no-screenshot").with("error", error.to_string())),
        }
    }
}

/// The names of views of collision.
pub(super) fn names_of(views: CollisionViews) -> Phrase {
    let names = views
        .iter()
        .map(|view| phrase_of("collision-view", view.name()));
    Phrase::List(names.collect())
}
