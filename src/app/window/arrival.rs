//! A level that was loaded on its way to the device: a portion a picture, so that the loading screen
//! can say how far it is.

use std::sync::Arc;

use super::App;
use crate::{
    app::{
        AppError,
        game::Rival,
        loading::{LoadedLevel, Reason},
        with_causes,
    },
    level::Level,
    render::{GeometryPlan, LevelOpening},
    replay::ReplayError,
    shell::Screen,
    words::{Phrase, phrase},
};

/// The part of the whole work that is done once the file is read and its collision built, 0..1, as
/// measured with large levels.
const LOADED: f32 = 0.85;

/// A level that is about to be entered.
pub(super) struct Arrival {
    level: Arc<Level>,
    reason: Reason,
    /// The run to play against, where one was asked for, or why there is none.
    rival: Option<Box<Result<Rival, ReplayError>>>,
    opening: LevelOpening,
}

impl Arrival {
    pub(super) fn new(loaded: LoadedLevel, reason: Reason) -> Self {
        let LoadedLevel { level, plan, rival } = loaded;
        let plan = plan.unwrap_or_else(|| GeometryPlan::of(&level));
        Self {
            opening: LevelOpening::new(plan),
            rival,
            level,
            reason,
        }
    }

    /// Begins anew, for a device that was opened anew.
    pub(super) fn begin_again(&mut self) {
        self.opening = LevelOpening::new(GeometryPlan::of(&self.level));
    }
}

impl App {
    /// The run to play against; where there is none, says why.
    fn rival_or_why_not(
        &mut self,
        rival: Option<Box<Result<Rival, ReplayError>>>,
    ) -> Option<Rival> {
        match *rival? {
            Ok(rival) => Some(rival),
            Err(error) => {
                self.trouble(phrase("no-race").with("problem", with_causes(&error)));
                None
            }
        }
    }

    /// The part of the work that is done on the level that is being loaded, 0..1.
    pub(super) fn loading_done(&self) -> f32 {
        match &self.loading.arrival {
            None => LOADED * self.loading.loader.progress(),
            Some(arrival) => LOADED + (1.0 - LOADED) * arrival.opening.done(),
        }
    }

    /// Does one portion of the way to the device, if a level is on it. It is an error if the run that
    /// the window was opened for can't begin.
    pub(super) fn advance_arrival(&mut self) -> Result<(), AppError> {
        let Some(graphics) = &mut self.drawing.graphics else {
            return Ok(());
        };
        let Some(mut arrival) = self.loading.arrival.take() else {
            return Ok(());
        };
        match graphics.advance_level(&mut arrival.opening, &arrival.level) {
            Ok(false) => self.loading.arrival = Some(arrival),
            Ok(true) => {
                self.screens.shell.leave(&Screen::Loading);
                match self.loading.awaited.take() {
                    Some(run) => self.enter_awaited(&arrival.level, run)?,
                    None => {
                        let rival = self.rival_or_why_not(arrival.rival);
                        self.enter_shown(&arrival.level, arrival.reason, rival);
                    }
                }
            }
            // All of it is handed over anew to the next device.
            Err(_) if graphics.is_lost() => self.loading.arrival = Some(arrival),
            Err(error) => {
                self.screens.shell.leave(&Screen::Loading);
                if let Some(run) = self.loading.awaited.take() {
                    let text = format!("{}: {error}", arrival.level.name);
                    self.refuse_awaited(run, text);
                    return Ok(());
                }
                let text = error.to_string();
                log::warn!("{text}");
                self.open_screen(Screen::Trouble(vec![Phrase::plain(text)]));
            }
        }
        Ok(())
    }
}
