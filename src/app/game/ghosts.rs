//! The ghosts of other methods beside a run, and the names of all ghosts.

use super::{Advance, PlayedTick, RunEntry, TickObserver};
use hexbound_base::words::{Phrase, Words, phrase_of};
use hexbound_inspect::why;
use hexbound_level::Level;
use hexbound_sim::{
    Choice, Ghost, GhostMethods, GhostView, Ghosts, MethodChoices, Methods, Parting, World,
};

/// The name of a ghost of other methods.
pub(in crate::app) fn ghost_name(ghost: &Ghost) -> Phrase {
    match &ghost.shows {
        GhostMethods::Mode(mode) => phrase_of("mode", mode.name()),
        GhostMethods::Choices(choices) => Phrase::plain(choices.to_string()),
    }
}

/// The ghosts of other methods, while they are wanted. They have no history: they disappear while time
/// runs back, and start again when it goes on.
#[derive(Default)]
pub(in crate::app) struct MethodGhosts {
    ghosts: Option<Ghosts>,
    /// True if the ghosts were removed while time runs back.
    is_suspended: bool,
    /// The methods whose ghosts are shown; empty for the other collision modes.
    requested: Vec<MethodChoices>,
}

impl MethodGhosts {
    /// The ghosts that are shown, if any.
    pub(in crate::app) fn shown(&self) -> Option<&Ghosts> {
        self.ghosts.as_ref()
    }

    /// Starts the ghosts of other methods at this tick, or hides them.
    pub(in crate::app) fn toggle(&mut self, world: &World, methods: Methods) {
        let were_shown = self.ghosts.take().is_some() | std::mem::take(&mut self.is_suspended);
        self.ghosts = (!were_shown).then(|| Ghosts::begin(world, methods, &self.requested));
    }

    /// Returns whether ghosts are shown, or will be once time goes on.
    pub(in crate::app) fn is_wanted(&self) -> bool {
        self.ghosts.is_some() || self.is_suspended
    }

    /// Starts the ghosts of the methods `requested` at this tick, if there are any.
    pub(super) fn start(&mut self, requested: &[MethodChoices], world: &World, methods: Methods) {
        self.requested = requested.to_vec();
        self.begin(world, methods);
    }

    fn begin(&mut self, world: &World, methods: Methods) {
        let is_requested = !self.requested.is_empty();
        self.ghosts = is_requested.then(|| Ghosts::begin(world, methods, &self.requested));
        self.is_suspended = false;
    }

    /// The bodies of the ghosts.
    pub(super) fn views(&self) -> impl Iterator<Item = GhostView> {
        self.ghosts.iter().flat_map(Ghosts::views)
    }

    /// The names of the ghosts and their players.
    pub(super) fn named(&self) -> impl Iterator<Item = (Phrase, GhostView)> {
        self.ghosts.iter().flat_map(|ghosts| {
            let names = ghosts.all.iter().map(ghost_name);
            names.zip(ghosts.views())
        })
    }
}

impl TickObserver for MethodGhosts {
    fn tick(&mut self, tick: &PlayedTick<'_>, _: &mut Advance) {
        if !tick.is_shown {
            return;
        }
        let (world, command) = (tick.world, tick.command);
        if std::mem::take(&mut self.is_suspended) {
            self.ghosts = Some(Ghosts::begin(world, command.methods, &self.requested));
        } else if let Some(ghosts) = &mut self.ghosts {
            ghosts.step(tick.level, command, world);
            for ghost in &ghosts.all {
                if let Some(parting) = &ghost.parting
                    && parting.tick == world.tick
                {
                    log_parting(ghost.methods, parting);
                }
            }
        }
    }

    fn went_back(&mut self, _: &Level, _: &World) {
        self.is_suspended |= self.ghosts.take().is_some();
    }

    fn entered(&mut self, entry: &RunEntry<'_>) {
        Self::begin(self, entry.world, entry.methods);
    }
}

fn log_parting(methods: Methods, parting: &Parting) {
    let began = &parting.began;
    let met = began.journals.each_ref().map(|journal| match journal {
        Some(journal) => Words::english().say(&why::in_short(journal)),
        None => String::from("no journal"),
    });
    log::info!(
        "{methods}: parted at tick {} by {:.2} m, moving apart from tick {} on: you: {}; it: {}",
        parting.tick,
        parting.apart,
        began.tick,
        met[0],
        met[1]
    );
}
