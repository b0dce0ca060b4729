//! The window's part in a level that is played for its targets: words, figures, results and help.

use std::sync::Arc;

use super::App;
use crate::{
    app::{announcements, slow_motion::SlowMotion},
    catalog,
    clock::TICK_RATE,
    sim::{EventKind, Medal, View},
    ui::{MessageKind, Results, Status},
};

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
        let assist = self.options.assist;
        self.game.aim_line = self.settings.aim_line || assist.aim;
        let pace = match assist.slow {
            true => self.settings.pace.min(SLOW),
            false => self.settings.pace,
        };
        self.game.time.set_pace(pace);
    }

    /// Adds the way of the next throw to what is drawn, if the player wants it.
    pub(super) fn show_aim(&self, view: &mut View) {
        if !self.game.aim_line || self.game.is_playback() || self.slow_motion.is_some() {
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
        let (level, play) = (&self.game.level, &self.game.world.play);
        for event in &self.game.events {
            // A ball that rolls along a target would say so again and again.
            let rings = matches!(
                event.kind,
                EventKind::TargetRung { .. } | EventKind::WalkerRung(_)
            );
            let is_said = !rings || event.speed > 1.0;
            let line =
                announcements::line(event.kind, level, play, |effect| self.key_names(effect));
            if let Some(line) = line.filter(|_| is_said) {
                log::info!("{line}");
                self.ui.say(line, MessageKind::News, now);
            }
        }
    }

    /// Shows the best throw of a finished run again, in which `seconds` of real time pass; `false`
    /// while there is none to show.
    pub(super) fn show_again(&mut self, seconds: f64) -> bool {
        if let Some(throw) = self.game.take_best_throw() {
            log::info!("the best throw is shown again");
            self.slow_motion = Some(SlowMotion::new(throw, Arc::clone(&self.game.level)));
        }
        let level = &self.game.level;
        let is_shown = (self.slow_motion.as_mut())
            .is_some_and(|shown| Arc::ptr_eq(&shown.level, level) && shown.advance(seconds));
        match is_shown {
            true => self.game.wait(),
            false => self.slow_motion = None,
        }
        is_shown
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
        let title = level.play.title.as_ref().unwrap_or(&level.name);
        Some(Results {
            title: format!("{title}: all lit"),
            medal: play.medal(&level.play).unwrap_or(Medal::Bronze),
            seconds: seconds(finished),
            rewound: seconds(play.rewound),
            rewinds: play.rewinds,
            thrown: play.thrown,
            par_seconds: level.play.settings.par_seconds,
            par_balls: level.play.settings.par_balls,
            assisted: play.assisted,
            next: catalog::after(&level.name).map(String::from),
        })
    }
}

fn seconds(ticks: u64) -> f64 {
    ticks as f64 / f64::from(TICK_RATE)
}
