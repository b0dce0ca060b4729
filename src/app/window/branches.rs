//! The window's part in the ghosts of a run and in its branches: the keys, and what is said.

use super::App;
use crate::{
    app::game::branch_saved,
    crash,
    input::{Action, Effect},
    words::{Phrase, Words, phrase},
};

impl App {
    /// Says how to play on from a recording that is watched.
    pub(super) fn tell_of_replay(&mut self) {
        if self.game.is_playback() && self.game.moment().is_none() {
            let key = self.key_names(Effect::Act(Action::Branch));
            self.news(phrase("replay-plays-on").with("key", key));
        }
    }

    /// Shows the ghosts that the command line asks for.
    pub(super) fn want_ghosts(&mut self) {
        self.game.want_ghosts(&self.preferences.options.ghosts);
        self.tell_of_no_ghosts();
    }

    /// Says so where ghosts are to be seen and there is none.
    pub(super) fn tell_of_no_ghosts(&mut self) {
        if self.game.lacks_ghosts() {
            self.news(phrase("ghosts-none"));
        }
    }

    /// Lets the player go on from here, beside what comes next.
    pub(super) fn fork(&mut self) {
        let forked = self.game.fork();
        if forked.is_ok() {
            self.input.controls.release_all();
            self.game.time.rewinding = false;
            self.capture_pointer();
        }
        self.list_branches(forked);
    }

    /// Goes to the next branch.
    pub(super) fn next_branch(&mut self) {
        let was_playing = !self.game.is_playback();
        let gone = self.game.next_branch();
        if gone.is_ok() && was_playing {
            self.release_pointer();
        }
        crash::watch(Some(self.game.flight()));
        self.list_branches(gone);
    }

    /// Saves the branch that the player goes on with, if there is one.
    pub(super) fn save_branch(&mut self) {
        match self.game.save_branch() {
            Ok(None) => {}
            Ok(Some(path)) => {
                log::info!("{}", Words::english().say(&branch_saved(&path)));
            }
            Err(problem) => self.trouble(problem),
        }
    }

    /// Says which branches there are, or why there is no other, in one message.
    fn list_branches(&mut self, branches: Result<Vec<Phrase>, Phrase>) {
        let said = branches.unwrap_or_else(|problem| vec![problem]);
        if let Some(said) = said.into_iter().reduce(|all, branch| {
            (phrase("branch-and-more").with("branches", all)).with("branch", branch)
        }) {
            self.news_instead("branch", said);
        }
    }
}
