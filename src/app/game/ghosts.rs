//! The ghosts beside a run: those of other methods, of a rival and of branches, with their names.

use super::Game;
use crate::{
    sim::{Choice, Ghost, GhostView, Ghosts, MethodChoices, Shown},
    words::{Phrase, phrase, phrase_of},
};

/// The name of a ghost of other methods.
pub(crate) fn ghost_name(ghost: &Ghost) -> Phrase {
    match &ghost.shows {
        Shown::Mode(mode) => phrase_of("mode", mode.name()),
        Shown::Choices(choices) => Phrase::plain(choices.to_string()),
    }
}

impl Game {
    /// Shows the ghosts of other methods from here on, or hides them.
    pub(crate) fn toggle_ghosts(&mut self) {
        let were_shown = self.ghosts.take().is_some() | std::mem::take(&mut self.ghosts_are_off);
        self.ghosts = (!were_shown).then(|| self.new_ghosts());
    }

    /// Returns whether ghosts are shown, or will be as soon as time goes on.
    pub(crate) fn shows_ghosts(&self) -> bool {
        self.ghosts.is_some() || self.ghosts_are_off
    }

    /// Takes the ghosts away until play goes on.
    pub(super) fn put_ghosts_off(&mut self) {
        self.ghosts_are_off |= self.ghosts.take().is_some();
    }

    /// Lets ghosts that were taken away begin anew, from here.
    pub(super) fn bring_ghosts_back(&mut self) {
        if std::mem::take(&mut self.ghosts_are_off) {
            self.ghosts = Some(self.new_ghosts());
        }
    }

    /// Returns whether ghosts are shown and there is none, since all would go the way that is played.
    pub(crate) fn lacks_ghosts(&self) -> bool {
        (self.ghosts.as_ref()).is_some_and(|ghosts| ghosts.all.is_empty())
    }

    /// Shows the ghosts of these methods from here on, if any are asked for.
    pub(crate) fn want_ghosts(&mut self, methods: &[MethodChoices]) {
        self.ghost_methods = methods.to_vec();
        self.ghosts = self.wanted_ghosts();
    }

    pub(super) fn wanted_ghosts(&self) -> Option<Ghosts> {
        (!self.ghost_methods.is_empty()).then(|| self.new_ghosts())
    }

    fn new_ghosts(&self) -> Ghosts {
        Ghosts::begin(&self.world, self.methods, &self.ghost_methods)
    }

    /// The players of ghosts, each by its name.
    pub(crate) fn named_ghosts(&self) -> Vec<(Phrase, GhostView)> {
        let blend = self.clock.blend();
        let by_method = self.ghosts.iter().flat_map(|ghosts| {
            let names = ghosts.all.iter().map(ghost_name);
            names.zip(ghosts.views())
        });
        let rival = self
            .rival
            .iter()
            .filter_map(|rival| rival.views(blend).next());
        let rival = rival.map(|body| (phrase("rival-name"), body));
        by_method
            .chain(rival)
            .chain(self.branches.named(blend))
            .collect()
    }
}
