//! The effects of keys, buttons and screens: actions of play, and wishes of the player.

use std::{path::Path, thread};

use glam::{UVec2, Vec2};
use winit::event_loop::ActiveEventLoop;

use super::{App, picture::effects, pointing, reports, screen_facts, shape};
use crate::app::{screenshot, user_event::UserEvent};
use hexbound_base::words::{Phrase, phrase, phrase_of};
use hexbound_render::Frame;
use hexbound_replay::crash;
use hexbound_sim::{Buttons, Choice, Question};
use hexbound_ui::{
    input::{Action, Effect, Source},
    shell::{Screen, Wish},
};

impl App {
    pub(super) fn capture_pointer(&mut self) {
        if let Some(window) = self.window.get()
            && !self.game.is_playback()
            && let Some(loose) = self.input.capture_pointer(window)
        {
            self.screens.trouble(loose);
        }
    }

    pub(super) fn release_pointer(&mut self) {
        self.input.release_pointer(self.window.get());
    }

    /// Performs the action that is bound to a key or button.
    pub(super) fn handle_source(&mut self, source: Source, down: bool) {
        let effects: Vec<Effect> = self.input.controls.bindings().effects(source).collect();
        let keeps_showing = |effect: &Effect| {
            use Action::{Figures, Fullscreen, Screenshot};
            matches!(effect, Effect::Act(Screenshot | Fullscreen | Figures))
        };
        let stops_showing = down && !effects.iter().any(keeps_showing);
        if stops_showing && self.finale.slow_motion.take().is_some() {
            // This press ended the replay and has no other effect.
            return;
        }
        let pointed = self.input.is_pointing(&self.game);
        self.input.controls.set_held(source, down);
        self.follow_pointing(pointed);
        self.game.time.rewinding = self.input.controls.is_rewinding();
        for effect in effects {
            if let (Effect::Act(action), true) = (effect, down) {
                self.perform(action);
            }
        }
    }

    /// Frees or captures the pointer after its key went down or up. `pointed` is the state before.
    fn follow_pointing(&mut self, pointed: bool) {
        match (pointed, self.input.is_pointing(&self.game)) {
            (false, true) => {
                let size = self.picture_size();
                self.input.free_pointer(self.window.get(), size);
                if !self.game.level.props.is_empty() {
                    self.screens.news_instead("point", phrase("points"));
                }
            }
            (true, false) => self.capture_pointer(),
            _ => {}
        }
    }

    /// Picks the object under the pointer.
    pub(super) fn pick(&mut self) {
        let field_of_view = self.preferences.settings.view.vertical_field_of_view();
        let (view, places) = (
            self.current_view(),
            [self.picture_size(), self.input.pointer_at],
        );
        let picked = pointing::picked(&self.game, &view, field_of_view, places);
        self.input.controls.pick(picked);
    }

    /// The size of the picture, pixels.
    fn picture_size(&self) -> Vec2 {
        UVec2::from(self.drawing.size()).as_vec2()
    }

    /// Performs an action.
    pub(super) fn perform(&mut self, action: Action) {
        match action {
            Action::Escape => self.open_screen(Screen::Pause),
            Action::Keys => self.open_screen(Screen::Keys),
            Action::Methods if self.screens.shell.is_live() => self.close_screens(),
            Action::Methods => self.open_screen(Screen::Methods),
            Action::Fullscreen => self.toggle_fullscreen(),
            Action::Pause => self.game.time.toggle_pause(),
            Action::Step => self.game.time.step(),
            Action::StepBack => self.game.time.step_back(),
            Action::Slower => self.game.time.slower(),
            Action::Faster => self.game.time.faster(),
            Action::Branch => self.fork(),
            Action::NextBranch => self.next_branch(),
            Action::Camera => {
                let said = self.rig.next_camera(&self.game, &self.input.controls);
                self.screens.news_instead("camera", said);
            }
            Action::Screenshot => self.screenshot(),
            Action::Again if !self.game.is_playback() => self.restart_level(),
            Action::Next if self.game.is_finished() => self.next_level(),
            Action::Again | Action::Next => {}
            action => self.perform_in_laboratory(action),
        }
    }

    /// Performs an action of the laboratory.
    fn perform_in_laboratory(&mut self, action: Action) {
        let (lab, game, screens) = (&mut self.lab, &mut self.game, &mut self.screens);
        match action {
            Action::Findings => {
                lab.checker.start(&game.level);
                self.open_screen(Screen::Findings);
            }
            Action::Figures => lab.figure_detail = lab.figure_detail.next(),
            Action::CollisionView => {
                let is_back = self.input.controls.holds(Buttons::SPRINT);
                screens.news_instead("view", lab.switch_view(is_back, &game.level));
            }
            Action::PinView => screens.news_instead("view", lab.toggle_pin()),
            Action::Why => screens.news_instead("why", lab.toggle_why()),
            Action::Shallower => lab.inspector.shallower(),
            Action::Deeper => lab.inspector.deeper(&game.level),
            Action::Ground if !game.is_playback() => {
                game.methods.choose_next(Question::Ground);
                let name = phrase_of("ground", game.methods.ground.name());
                screens.news_instead("ground", phrase("ground").with("name", name));
            }
            Action::CollisionMode if !game.is_playback() => {
                game.methods.choose_next(Question::Collision);
                let mode = phrase_of("mode", game.methods.collision.name());
                screens.news_instead("collision", phrase("collision").with("mode", mode));
            }
            Action::Capsule => {
                let said = lab.keep_capsule(game, self.proxy.clone());
                screens.news_instead("capsule", said);
            }
            Action::Ghosts => {
                (game.observers.ghosts).toggle(&game.world, game.methods);
                screens.note_missing_ghosts(game);
            }
            _ => {}
        }
    }

    /// Begins a branch at this tick, beside the known future.
    fn fork(&mut self) {
        let forked = self.game.fork();
        if forked.is_ok() {
            self.input.controls.release_all();
            self.game.time.rewinding = false;
            self.capture_pointer();
        }
        self.screens.list_branches(forked);
    }

    /// Switches to the next branch.
    fn next_branch(&mut self) {
        let was_playing = !self.game.is_playback();
        let switched = self.game.next_branch();
        if switched.is_ok() && was_playing {
            self.release_pointer();
        }
        crash::watch(Some(self.game.flight_log()));
        self.screens.list_branches(switched);
    }

    /// Switches between a window and the whole screen, and keeps that in the player's settings.
    fn toggle_fullscreen(&mut self) {
        let mode = shape::toggle_fullscreen(self.window.get());
        self.preferences.settings.picture.window_mode = mode;
        self.settings_changed();
    }

    fn screenshot(&mut self) {
        let mut view = self.current_view();
        view.debug = self.inspect(&view).debug;
        let frame = Frame {
            effects: Some(effects(&self.game, &self.finale)),
            field_of_view: self.preferences.settings.view.vertical_field_of_view(),
            seconds: self.game.seconds(),
            exposure: self.preferences.exposure(),
            elapsed: 0.0,
            ..Frame::of(&view)
        };
        let Some(graphics) = &mut self.drawing.graphics else {
            return;
        };
        match graphics.capture(frame) {
            Ok(image) => {
                let proxy = self.proxy.clone();
                // Compressing takes longer than a frame.
                thread::spawn(move || {
                    // An event loop that has ended shows no message.
                    let _ = proxy.send_event(UserEvent::Screenshot(screenshot::save(&image)));
                });
            }
            Err(error) => self.trouble(phrase("no-screenshot").with("error", error.to_string())),
        }
    }

    /// Opens a screen and frees the pointer. Play is paused, unless the screen stands beside it.
    pub(super) fn open_screen(&mut self, screen: Screen) {
        let was_played = !self.screens.shell.stops_play();
        if screen == Screen::Start {
            self.browser.look_for_abandoned_runs();
        }
        self.screens.shell.open(screen);
        if was_played {
            self.release_pointer();
            let stops_play = self.screens.shell.stops_play();
            self.input.release_held(stops_play);
            self.game.time.rewinding = !stops_play && self.input.controls.is_rewinding();
        }
        self.window.hurry();
    }

    /// Leaves all screens for play.
    pub(super) fn close_screens(&mut self) {
        self.screens.shell.close_all();
        self.save_settings();
        if self.window.focused {
            self.capture_pointer();
        }
        self.window.hurry();
    }

    /// Carries out the player's wish on a screen.
    pub(super) fn carry_out(&mut self, event_loop: &ActiveEventLoop, wish: Wish) {
        match wish {
            Wish::Resume => self.close_screens(),
            Wish::Again => {
                self.close_screens();
                self.restart_level();
            }
            Wish::Next => self.next_level(),
            Wish::Play(path) => self.load(path, None),
            Wish::GoOn(file) => self.resume_file(&file),
            Wish::Race(level, run) => self.load(level, Some(run)),
            Wish::BestThrow => {
                self.close_screens();
                self.finale.show_best_throw(&self.game);
            }
            Wish::Laboratory(action) => self.perform(action),
            Wish::Choose(question, choice) => self.choose(question, choice),
            Wish::UsualMethods => {
                for question in Question::ALL {
                    self.choose(*question, question.usual());
                }
            }
            Wish::LookAtFinding(index) => self.look_at_finding(index),
            Wish::WatchReport(report) => self.watch_report(&report),
            Wish::ShowFolder(file) => {
                if let Some(problem) = reports::show_folder_of(&file) {
                    self.trouble(problem);
                }
            }
            Wish::ToStart => {
                // An unfinished run is paused behind the start screen.
                if !screen_facts::has_run(&self.game, self.loading.refused.is_some()) {
                    self.restart_level();
                }
                self.open_screen(Screen::Start);
            }
            Wish::Quit => event_loop.exit(),
            wish => self.carry_out_setting(wish),
        }
    }

    /// Carries out a wish about the settings.
    fn carry_out_setting(&mut self, wish: Wish) {
        let preferences = &mut self.preferences;
        match wish {
            Wish::Set(section, key, value) => preferences.set(section, key, value),
            Wish::Reset(tab, is_only_advanced) => preferences.reset(tab, is_only_advanced),
            Wish::UsualKeys(name) => preferences.reset_keys(name),
            Wish::NoKeys(name) => preferences.clear_keys(name),
            Wish::Unbind(name, device, slot) => preferences.bind(name, device, slot, None),
            _ => return,
        }
        self.settings_changed();
    }

    /// Chooses an answer to a question of collision from the next tick on. During a playback it does
    /// nothing.
    fn choose(&mut self, question: Question, choice: &str) {
        if self.game.is_playback() || self.game.methods.choice(question) == choice {
            return;
        }
        match self.game.methods.choose(question, choice) {
            Ok(()) => log::info!("{}: {choice}", question.name()),
            Err(problem) => self.trouble(Phrase::plain(problem)),
        }
    }

    /// Flies to the place of the finding with this index.
    fn look_at_finding(&mut self, index: usize) {
        let finding = self.lab.checker.findings.iter().nth(index).cloned();
        let Some(finding) = finding.filter(|finding| finding.place.is_some()) else {
            return;
        };
        self.close_screens();
        let (view, key) = (
            self.current_view(),
            self.input.key_names(Effect::Act(Action::Camera)),
        );
        if let Some(said) = self.rig.look_at(&finding, &view, &self.game, key) {
            self.screens.news_instead("findings", said);
        }
        self.lab.shown_finding = Some(finding);
    }

    /// Replays a report in another window.
    fn watch_report(&mut self, report: &Path) {
        if let Err(problem) = reports::replay_elsewhere(report, self.proxy.clone()) {
            self.report_not_shown(problem.to_string());
        }
    }

    /// Warns that a report could not be shown.
    pub(super) fn report_not_shown(&mut self, problem: String) {
        self.trouble(phrase("report-not-shown").with("problem", problem));
    }
}
