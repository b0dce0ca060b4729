//! The window's part in the ghosts of a run and in its branches: the keys, and what is said.

use super::App;
use crate::{
    app::game::branch_saved,
    crash,
    input::{Action, Effect},
    ui::{MOST_MESSAGES, MessageKind},
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
        self.game.want_ghosts(&self.options.ghosts);
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
            self.controls.release_all();
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

    fn list_branches(&mut self, branches: Result<Vec<Phrase>, Phrase>) {
        match branches {
            Ok(lines) => {
                for line in &lines {
                    log::info!("{}", Words::english().say(line));
                }
                for said in in_messages(lines) {
                    self.ui.say(said, MessageKind::News, self.now());
                }
            }
            Err(problem) => self.news_instead("branch", problem),
        }
    }
}

/// The branches as messages: one for each, or one for all where so many messages are not seen at a time.
fn in_messages(branches: Vec<Phrase>) -> Vec<Phrase> {
    if branches.len() <= MOST_MESSAGES {
        return branches;
    }
    let all = branches.into_iter().reduce(|branches, branch| {
        (phrase("branch-and-more").with("branches", branches)).with("branch", branch)
    });
    all.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_branch_is_told_however_many_there_are() {
        for count in 1..12 {
            let names = (1..=count).map(|number| Phrase::plain(format!("<{number}>")));
            let messages = in_messages(names.collect());
            assert!(messages.len() <= MOST_MESSAGES, "{messages:?}");
            let said = messages.iter().map(|it| Words::english().say(it));
            let said = said.collect::<Vec<_>>().join(" ");
            let all = (1..=count).all(|number| said.contains(&format!("<{number}>")));
            assert!(all, "{said}");
        }
    }
}
