//! The picture of a frame: play, the words above it, and the screens above those.

use super::{
    camera_rig::CameraRig, drawing::Drawing, finale::Finale, hud, input::InputDevices,
    laboratory::Laboratory, level_browser::LevelBrowser, level_loading::LevelLoading,
    level_title::title, open_window::OpenWindow, preferences::Preferences, reports, screen_facts,
    screens::Screens, sound::listener_of,
};
use crate::app::{camera::Camera, game::Game, respawn::Respawn};
use hexbound_audio::Audio;
use hexbound_base::{injected_fault, logs};
use hexbound_inspect::Legend;
use hexbound_render::{Frame, RenderError, effects::Effects};
use hexbound_scenes::catalog;
use hexbound_sim::View;
use hexbound_ui::{
    Explained, FigureDetail, Hud, Palette,
    shell::{Facts, RunFacts, Wish},
};

/// The state from which a frame is drawn.
pub(super) struct Picture<'a> {
    pub game: &'a Game,
    pub input: &'a InputDevices,
    pub window: &'a OpenWindow,
    pub drawing: &'a mut Drawing,
    pub loading: &'a LevelLoading,
    pub browser: &'a LevelBrowser,
    pub preferences: &'a Preferences,
    pub lab: &'a Laboratory,
    pub rig: &'a CameraRig,
    pub finale: &'a Finale,
    pub respawn: &'a Respawn,
    pub screens: &'a mut Screens,
    pub audio: &'a Audio,
}

impl<'a> Picture<'a> {
    /// Presents the frame of a view with its legend, `elapsed` seconds after the one before. Returns the
    /// outcome and the player's wishes, or `None` without a device.
    pub(super) fn show(
        mut self,
        view: &View,
        legend: &Legend,
        elapsed: f32,
    ) -> Option<(Result<bool, RenderError>, Vec<Wish>)> {
        let (now, crosshair) = (self.screens.now(), self.crosshair());
        let named = hud::with_ghost_names(legend, self.game.named_ghosts(), view.eye);
        let (hud, facts) = (self.hud(view), self.facts(now));
        let settings = &self.preferences.settings;
        let graphics = self.drawing.graphics.as_mut()?;
        let explained = Explained {
            legend: &named,
            view,
            field_of_view: settings.view.vertical_field_of_view(),
        };
        let shell = &mut self.screens.shell;
        let (covered, stands_still) = (shell.covered().to_vec(), shell.stops_play());
        let screen = Hud {
            words: self.preferences.words,
            palette: Palette::of(settings.view.colors),
            size: graphics.surface.size(),
            scale: self.window.scale() * settings.view.hud_scale,
            now,
            is_covered: shell.is_open(),
            is_quiet: !settings.view.hud,
            covered: &covered,
            explained: self.lab.inspector.is_on().then_some(explained),
            named: Some(explained),
            arriving: graphics.renderer.arriving(),
            veil: self.respawn.veil(now),
            ..hud
        };
        let mut wishes = Vec::new();
        let overlay = self.screens.ui.draw_below(&screen, |painter, area| {
            wishes.extend(shell.show(painter, area, &facts));
        });
        let frame = Frame {
            effects: Some(effects(self.game, self.finale)),
            field_of_view: settings.view.vertical_field_of_view(),
            crosshair,
            exposure: self.preferences.exposure(),
            elapsed,
            overlay: Some(overlay),
            ..Frame::of(view)
        };
        graphics.renderer.set_keeps_scene(stands_still);
        let drawn = graphics.present(frame);
        let drawn = match injected_fault::is_due("memory", self.game.world.tick) {
            true => Err(RenderError::OutOfMemory(String::from("a made-up shortage"))),
            false => drawn,
        };
        Some((drawn, wishes))
    }

    /// The size of the crosshair; zero if nothing is aimed at.
    fn crosshair(&self) -> f32 {
        let settings = &self.preferences.settings;
        let is_shown = settings.view.crosshair
            && self.rig.camera == Camera::Eye
            && !self.input.is_pointing(self.game)
            && self.finale.slow_motion.is_none()
            && !self.screens.shell.stops_play();
        if is_shown {
            settings.view.crosshair_size
        } else {
            0.0
        }
    }

    /// Collects the words above the frame of play.
    fn hud(&self, view: &View) -> Hud<'a> {
        let (game, input, preferences) = (self.game, self.input, self.preferences);
        let (words, has_hud) = (preferences.words, preferences.settings.view.hud);
        let shown = self.finale.slow_motion.as_ref();
        let time = match shown {
            Some(shown) => Some(shown.caption()),
            None => reports::catching_up_caption(game).or_else(|| {
                let key_names = |effect| input.key_names(effect);
                let said = game.time.message(&game.time_left(), key_names);
                said.filter(|_| has_hud)
            }),
        };
        // A spectator gives no commands.
        let teaches = has_hud && !self.game.is_watched() && shown.is_none();
        let hint = self.screens.hints.shown().filter(|_| teaches);
        let detail = self.lab.figure_detail;
        let ghosts = game.observers.ghosts.shown();
        let figures = || hud::figures(detail, game, &self.window.averages, self.drawing, words);
        Hud {
            figures: (detail != FigureDetail::None).then(figures),
            time: time.map(|time| words.say(&time)),
            status: has_hud.then(|| hud::status(game)),
            ghosts: ghosts.map(|ghosts| hud::ghost_lines(ghosts, words)),
            plaque: game.plaque(words),
            hint: hint.map(|shown| hud::hint(shown, input, preferences)),
            subtitles: self.audio.subtitles(listener_of(view)),
            ..Hud::default()
        }
    }

    /// Collects the facts for the screens.
    fn facts(&mut self, now: f64) -> Facts<'a> {
        let (game, input, preferences) = (self.game, self.input, self.preferences);
        let (words, browser, loading) = (preferences.words, self.browser, self.loading);
        let is_under_way = screen_facts::has_run(game, loading.refused.is_some());
        let message = self.screens.ui.newest_message(now);
        let message = message.map(|(said, is_warning)| (words.say(said), is_warning));
        // The facts are computed before they are visible, so that the list behind a screen is complete in
        // its first frame.
        let levels = match self.screens.shell.stops_play() {
            true => browser.level_facts(&mut self.screens.ui, words),
            false => Vec::new(),
        };
        Facts {
            words,
            level: title(&game.level, words),
            run: RunFacts {
                is_playback: game.is_playback(),
                is_under_way,
                is_kept: game.keeps_run(),
                results: self.finale.results(game, words),
                has_best_throw: self.finale.best_throw.is_some(),
            },
            unfinished: browser.unfinished_facts(game, is_under_way, words),
            is_refused: loading.refused.is_some(),
            levels,
            user_folder: catalog::user_folder(),
            folder_to_open: screen_facts::folder_to_open(&self.screens.remembered),
            folder: Some(&browser.folder),
            settings: Some(&preferences.settings),
            sound_devices: preferences.sound_devices(),
            device: input.device,
            key_labels: Some(&input.key_labels),
            laboratory: self.lab.functions(game, self.rig.camera, words),
            methods: screen_facts::method_facts(game, input),
            findings: self.lab.finding_facts(&game.level),
            loading: Some((&loading.name, loading.progress())),
            now,
            log: logs::path(),
            message,
        }
    }
}

/// The traces of impacts that belong to the shown view.
pub(super) fn effects<'a>(game: &'a Game, finale: &'a Finale) -> &'a Effects {
    (finale.slow_motion.as_ref()).map_or(&game.effects, |shown| &shown.effects)
}
