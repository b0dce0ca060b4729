//! The window's part in capsules: keeping one of the last seconds, and telling of the one that is
//! shown.

use std::{
    sync::Arc,
    thread::{self, JoinHandle},
};

use super::App;
use crate::{
    app::{kept_files, user_event::UserEvent},
    clock::TICK_RATE,
    ui::MessageKind,
    words::phrase,
};

/// The length of a capsule that is kept in play, ticks.
const KEPT_TICKS: u64 = 5 * TICK_RATE as u64;

impl App {
    /// Keeps the last seconds as a capsule. Cutting it out of its level takes a while, in which no other
    /// one is kept.
    pub(super) fn keep_capsule(&mut self) {
        let is_busy = |thread: &JoinHandle<()>| !thread.is_finished();
        if self.lab.capsule_thread.as_ref().is_some_and(is_busy) {
            return self.news_instead("capsule", phrase("capsule-busy"));
        }
        let (world, commands) = self.game.last_ticks(KEPT_TICKS);
        if commands.is_empty() {
            return self.news_instead("capsule", phrase("capsule-too-soon"));
        }
        let level = Arc::clone(&self.game.level);
        let proxy = self.proxy.clone();
        self.news_instead("capsule", phrase("capsule-begun"));
        self.lab.capsule_thread = Some(thread::spawn(move || {
            let kept = kept_files::keep_capsule(&level, (world, commands));
            // A loop that has ended shows no message.
            let _ = proxy.send_event(UserEvent::Capsule(kept));
        }));
    }

    /// Waits until the capsule is written that is being kept, if one is.
    pub(super) fn finish_capsule(&mut self) {
        let thread = self.lab.capsule_thread.take();
        if let Some(Err(_)) = thread.map(JoinHandle::join) {
            log::warn!("the last capsule was not kept");
        }
    }

    /// Says at which tick the capsule that is shown stands still, and its note.
    pub(super) fn tell_of_moment_tick(&mut self) {
        let tick = self.game.world.tick;
        let is_still = self.game.time.paused && self.game.catching_up().is_none();
        let Some(moment) = self.game.moment().filter(|_| is_still) else {
            return;
        };
        let (line, note) = (moment.line(tick), moment.note());
        if self.lab.moment_tick.replace(tick) == Some(tick) {
            return;
        }
        if let Some(note) = note {
            self.screens
                .ui
                .say_instead("capsule-note", note, self.now());
        }
        self.news_instead("capsule-tick", line);
    }

    /// Says what the capsule that is shown holds, if there is one.
    pub(super) fn tell_of_moment(&mut self) {
        let Some(moment) = self.game.moment() else {
            return;
        };
        let (news, trouble) = (moment.news(), moment.trouble());
        for said in news {
            self.screens.ui.say(said, MessageKind::News, self.now());
        }
        if let Some(said) = trouble {
            self.trouble(said);
        }
    }
}
