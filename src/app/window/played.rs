//! What the window says of a level that is played for its targets.

use super::App;
use crate::{
    app::announcements,
    catalog,
    clock::TICK_RATE,
    sim::{EventKind, Medal},
    ui::{MessageKind, Results, Status},
};

impl App {
    /// Puts into words what happened in the last ticks.
    pub(super) fn announce(&mut self, now: f64) {
        let (level, play) = (&self.game.level, &self.game.world.play);
        for event in &self.game.events {
            // A ball that rolls along a target would say so again and again.
            let is_said = |kind| !matches!(kind, EventKind::TargetRung { .. }) || event.speed > 1.0;
            let line = announcements::line(event.kind, level, play);
            if let Some(line) = line.filter(|_| is_said(event.kind)) {
                self.ui.say(line, MessageKind::News, now);
            }
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
