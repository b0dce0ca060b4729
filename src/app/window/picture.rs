//! The picture of a frame: the view, the figures and panels above it, the screens above those.

use glam::Vec3;
use winit::{event_loop::ActiveEventLoop, window::Window};

use super::{App, told::Told};
use crate::{
    app::{
        camera::Camera,
        game::{Game, Plaque, ghost_name},
        graphics::Graphics,
        pace::Attention,
        slow_motion::SlowMotion,
    },
    audio::Listener,
    clock::TICK_RATE,
    effects::Effects,
    inspect::{CORAL, Inspection, Legend, TEAL, VIOLET, why},
    render::{Frame, RenderError},
    shell::Screen as ShellScreen,
    sim::{GhostColor, GhostView, Ghosts, View},
    staged_fault,
    ui::{self, Explained, FigureDetail, Figures, Hint, Palette, Screen},
    words::{Phrase, Words, phrase},
};

/// The height of a ghost's name above its head, and the distance from the eye beyond which it has one,
/// meters.
const ABOVE_HEAD: f32 = 0.2;
const NAMED_BEYOND: f32 = 1.5;

impl App {
    /// Draws a picture, `elapsed` seconds after the one before.
    pub(super) fn draw(
        &mut self,
        event_loop: &ActiveEventLoop,
        (view, legend): (&View, &Legend),
        elapsed: f32,
    ) {
        let figures = (self.lab.figure_detail != FigureDetail::None).then(|| self.figures());
        let has_hud = self.preferences.settings.hud;
        let time = match &self.finale.slow_motion {
            Some(shown) => Some(shown.caption()),
            None => self.catching_up().or_else(|| {
                let said = self.game.time_message(|effect| self.key_names(effect));
                said.filter(|_| has_hud)
            }),
        };
        let time = time.map(|time| self.preferences.words.say(&time));
        let status = has_hud.then(|| self.status());
        let ghosts = self.game.ghosts.as_ref();
        let ghosts = ghosts.map(|ghosts| ghost_lines(ghosts, self.preferences.words));
        let plaque = self.game.plaque();
        let plaque = plaque.map(|plaque| plaque_in_words(&plaque, self.preferences.words));
        let now = self.now();
        let field_of_view = self.preferences.settings.vertical_field_of_view();
        self.list_sound_devices();
        let told = Told::of(self, now);
        let levels = self.level_facts();
        let facts = told.facts(&levels, &self.browser.folder);
        let shown = self.hint().filter(|_| has_hud);
        let hint = (shown.as_ref()).map(|(key, words, alpha)| Hint {
            key,
            words: words.as_str(),
            alpha: *alpha,
        });
        let subtitles = self.audio.subtitles(Listener {
            position: view.eye,
            yaw: view.yaw,
        });
        let covered = self.screens.shell.covered().to_vec();
        let points = self.points();
        let Some(graphics) = &mut self.drawing.graphics else {
            return;
        };
        let legend = with_ghost_names(legend, self.game.named_ghosts(), view.eye);
        let explained = Explained {
            legend: &legend,
            view,
            field_of_view,
        };
        let screen = Screen {
            words: self.preferences.words,
            palette: Palette::of(self.preferences.settings.colors),
            size: graphics.size(),
            scale: scale(self.window.window.as_deref()) * self.preferences.settings.hud_scale,
            now,
            is_covered: self.screens.shell.is_open(),
            is_quiet: !has_hud,
            covered: &covered,
            hint: hint.as_ref().filter(|_| self.finale.slow_motion.is_none()),
            figures: figures.as_ref(),
            status: status.as_ref(),
            time: time.as_deref(),
            ghosts: ghosts.as_deref(),
            plaque: plaque.as_ref(),
            explained: self.lab.inspector.is_on().then_some(explained),
            named: Some(explained),
            arriving: graphics.arriving(),
            veil: self.respawn.veil(now),
            subtitles: &subtitles,
            ..Screen::default()
        };
        let stands_still = self.screens.shell.stops_play();
        let (shell, mut wishes) = (&mut self.screens.shell, Vec::new());
        let overlay = self.screens.ui.draw_below(&screen, |painter, area| {
            wishes.extend(shell.show(painter, area, &facts));
        });
        graphics.keep_still(stands_still);
        let has_crosshair = self.preferences.settings.crosshair
            && self.rig.camera == Camera::Eye
            && !points
            && self.finale.slow_motion.is_none()
            && !stands_still;
        let drawn = graphics.present(Frame {
            view,
            effects: Some(effects(&self.finale.slow_motion, &self.game)),
            field_of_view,
            seconds: view.seconds as f32,
            crosshair: match has_crosshair {
                true => self.preferences.settings.crosshair_size,
                false => 0.0,
            },
            exposure: self.preferences.exposure,
            elapsed,
            overlay: Some(overlay),
        });
        let drawn = match staged_fault::has_come("memory", self.game.world.tick) {
            true => Err(RenderError::OutOfMemory(String::from("a made-up shortage"))),
            false => drawn,
        };
        self.note_drawn(event_loop, drawn);
        self.serve_screens();
        for wish in wishes {
            self.carry_out(event_loop, wish);
        }
    }

    /// Says why a picture could not be shown, once for all that follow each other.
    /// Ends the game where the device has no memory left.
    fn note_drawn(&mut self, event_loop: &ActiveEventLoop, drawn: Result<bool, RenderError>) {
        if let Err(error @ RenderError::OutOfMemory(_)) = drawn {
            return self.fail(event_loop, error);
        }
        let problem = drawn.err().map(|error| error.to_string());
        if let Some(text) = problem.as_ref()
            && self.drawing.no_picture != problem
        {
            self.trouble(Phrase::plain(text.clone()));
        }
        self.drawing.no_picture = problem;
    }

    /// The view of collision that is chosen, as it is seen from `view`.
    pub(super) fn inspect(&self, view: &View) -> Inspection {
        let size = self
            .drawing
            .graphics
            .as_ref()
            .map_or([16, 9], Graphics::size);
        let picture = (
            view,
            self.preferences.settings.vertical_field_of_view(),
            size,
        );
        let game = &self.game;
        (self.lab.inspector).inspect(picture, &game.level, &game.world, game.stopped())
    }

    /// The view from the camera.
    pub(super) fn current_view(&self) -> View {
        if let Some(shown) = &self.finale.slow_motion {
            return shown.view();
        }
        if self.screens.shell.root() == Some(&ShellScreen::Start)
            && self.preferences.settings.title_flight
        {
            let mut view = self.game.view(&self.input.controls);
            self.rig.title_flight.place(&mut view, &self.game.level);
            return view;
        }
        let world = &self.game.world;
        let player = GhostView {
            center: world.player.position,
            shape: world.player.colliding_body().shape(),
            color: GhostColor::Teal,
        };
        let mut view = self.game.view(&self.input.controls);
        if self.preferences.settings.head_bob && self.rig.camera == Camera::Eye {
            self.rig.head_bob.lower(&mut view);
        }
        self.rig
            .camera
            .place(view, player, &self.game.level, self.game.seconds())
    }

    /// Returns whether the picture of the start screen flies on.
    pub(super) fn flies(&self) -> bool {
        self.screens.shell.root() == Some(&ShellScreen::Start)
            && self.preferences.settings.title_flight
            && self.attention() == Attention::Still
    }

    fn figures(&self) -> Figures {
        let world = &self.game.world;
        let drawn = (self.drawing.graphics.as_ref()).map_or_else(Default::default, Graphics::drawn);
        Figures {
            detail: self.lab.figure_detail,
            seconds: world.play.finished.unwrap_or(world.tick) as f64 / f64::from(TICK_RATE),
            frames_per_second: self.window.averages.frames_per_second,
            frame_ms: self.window.averages.frame_ms,
            tick_ms: self.window.averages.tick_ms,
            position: self.game.level.to_file(world.player.position),
            speed: world.player.velocity.length(),
            grounded: world.player.grounded,
            flying: world.player.flying,
            contacts: world.player.report.contacts,
            balls: world.balls.len(),
            collision: self.game.methods.collision,
            counters: world.counters,
            level: self.game.level.name.clone(),
            triangles: self.game.level.collision.len(),
            draws: drawn.draws,
            drawn_triangles: drawn.triangles,
            adapter: (self.drawing.graphics.as_ref())
                .map(|graphics| {
                    let drawn = phrase("drawn-with").with("adapter", graphics.adapter());
                    self.preferences
                        .words
                        .say(&drawn.with("quality", self.drawing.quality.clone()))
                })
                .unwrap_or_default(),
        }
    }
}

/// The traces of impacts that belong to what is seen.
pub(super) fn effects<'a>(shown: &'a Option<SlowMotion>, game: &'a Game) -> &'a Effects {
    (shown.as_ref()).map_or(&game.effects, |shown| &shown.effects)
}

/// The desktop's scale factor for a window.
pub(super) fn scale(window: Option<&Window>) -> f32 {
    window.map_or(1.0, |window| window.scale_factor() as f32)
}

/// A plaque of the museum in the player's language.
fn plaque_in_words(plaque: &Plaque, words: &Words) -> ui::Plaque {
    let figures = plaque.figures.iter().flatten();
    let told = plaque.about.iter().flatten().chain(figures);
    ui::Plaque {
        title: words.say(&plaque.title),
        lines: told.map(|line| words.say(line)).collect(),
        below: words.say(&plaque.below),
        is_brief: plaque.about.is_none(),
    }
}

/// A legend with the names of ghosts above their heads, those left out in whom the eye is.
fn with_ghost_names(legend: &Legend, ghosts: Vec<(Phrase, GhostView)>, eye: Vec3) -> Legend {
    let mut legend = legend.clone();
    for (name, ghost) in ghosts {
        let above = Vec3::Y * (ghost.shape.half_height() + ABOVE_HEAD);
        if ghost.center.distance(eye) > NAMED_BEYOND {
            let color = match ghost.color {
                GhostColor::Teal => TEAL,
                GhostColor::Orange => CORAL,
                GhostColor::Violet => VIOLET,
            };
            legend.label(ghost.center + above, name, color);
        }
    }
    legend
}

/// Where each ghost parted from the player, and what the two met when it began, in words.
fn ghost_lines(ghosts: &Ghosts, words: &Words) -> Vec<String> {
    let mut lines = Vec::new();
    for ghost in &ghosts.all {
        let mode = ghost_name(ghost);
        let Some(parting) = &ghost.parting else {
            lines.push(words.say(&phrase("ghost-beside").with("mode", mode)));
            continue;
        };
        let parted = phrase("ghost-parted").with("mode", mode);
        let parted = parted.with("tick", parting.tick);
        lines.push(words.say(&parted.with("apart", format!("{:.2}", parting.apart))));
        let began = &parting.began;
        lines.push(words.say(&phrase("ghost-began").with("tick", began.tick)));
        let who = [phrase("ghost-you-met"), phrase("ghost-it-met")];
        for (met, journal) in who.into_iter().zip(&began.journals) {
            let what = journal.as_ref().map(why::in_short);
            lines.extend(what.map(|what| words.say(&met.with("what", what))));
        }
    }
    lines
}
