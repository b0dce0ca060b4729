//! The window's part in a level that is played for its targets: words, figures, results and help.

use std::sync::Arc;

use super::{App, findings::is_own, told::title};
use crate::{
    app::{announcements, game::Advance, hints::Lesson, slow_motion::SlowMotion},
    catalog,
    clock::TICK_RATE,
    input::{Device, Effect},
    shell::{Results, Screen},
    sim::{Buttons, EventKind, Medal, Par, View},
    ui::{MessageKind, Status},
    words::{Phrase, Words, phrase, phrase_of},
};

/// The ticks between the end of a level and its results, which follow the best throw's showing.
const BEFORE_RESULTS: u64 = 2 * TICK_RATE as u64;
/// The pace of play for who asks for slower time.
const SLOW: f64 = 0.6;
/// The aim line ends after so much time, or so many bounces.
const AIM_TICKS: u64 = 2 * TICK_RATE as u64;
const AIM_BOUNCES: u32 = 3;
/// The dots of the aim line and the gaps between them, ticks.
const AIM_DOT: usize = 3;
const AIM_COLOR: [f32; 3] = [0.25, 1.0, 0.8];

impl App {
    /// Takes the help that the player wants from the settings and the command line.
    pub(super) fn take_assist(&mut self) {
        let assist = self.preferences.options.assist;
        self.game.aim_line = self.preferences.settings.aim_line || assist.aim;
        let pace = match assist.slow {
            true => self.preferences.settings.pace.min(SLOW),
            false => self.preferences.settings.pace,
        };
        self.game.time.set_pace(pace);
    }

    /// Adds the way of the next throw to what is drawn, if the player wants it.
    pub(super) fn show_aim(&self, view: &mut View) {
        if !self.game.aim_line || self.game.is_playback() || self.finale.slow_motion.is_some() {
            return;
        }
        let way = (self.game.world).aim(&self.game.level, AIM_TICKS, AIM_BOUNCES);
        // The first steps would cover the crosshair.
        let pairs = way.windows(2).enumerate().skip(AIM_DOT);
        for (index, pair) in pairs {
            let left = 1.0 - index as f32 / AIM_TICKS as f32;
            let [red, green, blue] = AIM_COLOR;
            let color = [red, green, blue, 0.25 + 0.65 * left.max(0.0)];
            if (index / AIM_DOT).is_multiple_of(2) {
                view.debug.line(pair[0].place, pair[1].place, color);
            }
            if pair[1].is_bounce {
                view.debug.cross(pair[1].place, 0.12, color);
            }
        }
    }

    /// Puts into words what happened in the last ticks.
    pub(super) fn announce(&mut self, now: f64) {
        let (level, world) = (&self.game.level, &self.game.world);
        for event in &self.game.events {
            // A ball that rolls along a target would say so again and again.
            let rings = matches!(
                event.kind,
                EventKind::TargetRung { .. } | EventKind::WalkerRung(_)
            );
            let is_said = !rings || event.speed > 1.0;
            let line =
                announcements::line(event.kind, level, world, |effect| self.key_names(effect));
            if let Some(line) = line.filter(|_| is_said) {
                log::info!("{}", Words::english().say(&line));
                match event.kind {
                    // Every throw of an empty hand says so again.
                    EventKind::EmptyHand => self.screens.ui.say_instead("empty-hand", line, now),
                    _ => self.screens.ui.say(line, MessageKind::News, now),
                }
            }
        }
    }

    /// Shows the story of a place that the game ships when its play begins for the first time.
    pub(super) fn tell_story(&mut self, now: f64) {
        let level = &self.game.level;
        // Whether a level is our own is looked up in files, so that only the first second asks.
        let begins = (1..=u64::from(TICK_RATE)).contains(&self.game.world.tick);
        let has_begun = begins && !self.game.is_playback();
        let place = catalog::OWN_LEVELS.iter().find(|own| **own == level.name);
        if let Some(place) = place.filter(|_| has_begun && is_own(level))
            && self.screens.remembered.show_story(place)
        {
            (self.screens.ui).say(phrase_of("story", place), MessageKind::Story, now);
        }
    }

    /// Shows the best throw of a finished run again, in which `seconds` of real time pass, then
    /// the results; `false` while there is neither to show.
    pub(super) fn show_again(&mut self, seconds: f64) -> bool {
        if let Some(throw) = self.game.take_best_throw() {
            self.finale.best_throw = Some(throw);
            self.show_best_throw();
        }
        let level = &self.game.level;
        let is_shown = (self.finale.slow_motion.as_mut())
            .is_some_and(|shown| Arc::ptr_eq(&shown.level, level) && shown.advance(seconds));
        if !is_shown {
            self.finale.slow_motion = None;
            self.show_results();
        }
        is_shown || self.screens.shell.stops_play()
    }

    /// Begins to show the best throw of the finished run.
    pub(super) fn show_best_throw(&mut self) {
        if let Some(throw) = self.finale.best_throw.clone() {
            log::info!("the best throw is shown again");
            self.finale.slow_motion = Some(SlowMotion::new(throw, Arc::clone(&self.game.level)));
        }
    }

    /// Shows the results of a finished run once: some time later, so that its end is seen.
    fn show_results(&mut self) {
        let Some(finished) = self.game.world.play.finished else {
            (self.finale.best_throw, self.finale.best_before) = (None, None);
            self.finale.has_shown_results = false;
            return;
        };
        let is_time = self.game.world.tick >= finished + BEFORE_RESULTS;
        if is_time && !self.finale.has_shown_results && !self.game.is_playback() {
            self.finale.has_shown_results = true;
            self.open_screen(Screen::Results);
        }
    }

    /// The state of the game in the level.
    pub(super) fn status(&self) -> Status {
        let (world, settings) = (&self.game.world, &self.game.level.play.settings);
        let play = &world.play;
        Status {
            targets: play.lit.clone(),
            balls: play.balls_in_hand.map(|balls| [balls, settings.balls]),
            seconds: seconds(play.finished.unwrap_or(world.tick)),
            rewound: seconds(self.game.rewound().ticks),
            flying: world.player.flying,
        }
    }

    /// The results, once the level is finished.
    pub(super) fn results(&self) -> Option<Results> {
        let level = &self.game.level;
        let play = &self.game.world.play;
        let finished = play.finished?;
        Some(Results {
            title: title(level, self.preferences.words),
            medal: play.medal(&level.play).unwrap_or(Medal::Bronze),
            seconds: seconds(finished),
            rewound: seconds(play.rewound),
            rewinds: play.rewinds,
            thrown: play.thrown,
            par: Par::of(&level.play.settings),
            best_before: self.finale.best_before,
            assisted: play.assisted,
            has_next: catalog::after(&level.name).is_some(),
        })
    }
}

/// The effects whose keys the hint that teaches a control names, and what it says.
fn hint_of(lesson: Lesson) -> (&'static [Effect], Phrase) {
    const WALK: [Effect; 4] = [
        Effect::Hold(Buttons::FORWARD),
        Effect::Hold(Buttons::LEFT),
        Effect::Hold(Buttons::BACK),
        Effect::Hold(Buttons::RIGHT),
    ];
    match lesson {
        Lesson::Walk => (&WALK, phrase("hint-walk")),
        Lesson::Look => (&[], phrase("hint-look")),
        Lesson::Throw => (&[Effect::Hold(Buttons::THROW)], phrase("hint-throw")),
        Lesson::Jump => (&[Effect::Hold(Buttons::JUMP)], phrase("hint-jump")),
        Lesson::Rewind => (&[Effect::Rewind], phrase("hint-rewind")),
        Lesson::Sprint => (&[Effect::Hold(Buttons::SPRINT)], phrase("hint-sprint")),
    }
}

impl App {
    /// Follows play with the hints.
    pub(super) fn teach(&mut self, advance: &Advance, seconds: f64) {
        let is_playing = !self.screens.shell.is_open()
            && !self.game.is_playback()
            && self.finale.slow_motion.is_none()
            && self.loading.refused.is_none();
        if !is_playing || self.game.shows_vector() {
            return;
        }
        let seen = self.game.seen(&self.input.controls, advance, seconds);
        if self.screens.hints.follow(seen) {
            self.screens.remembered.known = self.screens.hints.known.clone();
            self.screens.remembered.save();
        }
    }

    /// The keys and the words of the hint that is shown now, and its opacity, 0..1.
    pub(super) fn hint(&self) -> Option<(String, String, f32)> {
        // Whoever watches gives no commands.
        let is_watching = self.game.is_playback() || self.game.shows_vector();
        let (lesson, alpha) = self.screens.hints.shown().filter(|_| !is_watching)?;
        let (effects, said) = hint_of(lesson);
        let sticks = match self.preferences.settings.sticks.swap {
            false => ["left-stick", "right-stick"],
            true => ["right-stick", "left-stick"],
        };
        let keys = match (lesson, self.input.device) {
            (Lesson::Walk, Device::Pad) => self.preferences.words.text_of("hint-with", sticks[0]),
            (Lesson::Look, Device::Pad) => self.preferences.words.text_of("hint-with", sticks[1]),
            (Lesson::Look, Device::Keys) => self.preferences.words.text_of("hint-with", "mouse"),
            _ => {
                // The first key of each is enough.
                let first = |effect: &Effect| {
                    let keys = match self.key_names(*effect) {
                        Phrase::List(keys) => keys.into_iter().next(),
                        key => Some(key),
                    };
                    keys.map(|key| self.preferences.words.say(&key))
                        .unwrap_or_default()
                };
                let keys: Vec<String> = effects.iter().map(first).collect();
                keys.join(" ")
            }
        };
        Some((keys, self.preferences.words.say(&said), alpha))
    }
}

fn seconds(ticks: u64) -> f64 {
    ticks as f64 / f64::from(TICK_RATE)
}
