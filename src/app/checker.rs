//! Checks the open level for faults in a background thread, while play goes on, and keeps the findings.
//! Nothing is shown here.

use std::{
    panic::{self, AssertUnwindSafe},
    sync::Arc,
    thread,
};

use glam::Vec3;
use hexbound_level::{Code, Finding, Level};
use winit::event_loop::EventLoopProxy;

use super::user_event::{CheckAnswer, UserEvent};

/// The largest distance between the starts of falls that are counted as one, meters.
const SAME_FALL_DISTANCE: f32 = 1.5;

/// The state of the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum LeakSearch {
    /// No search was requested.
    #[default]
    Idle,
    Running,
    Done,
}

/// The findings about the open level, and the search for them.
pub(super) struct Checker {
    proxy: EventLoopProxy<UserEvent>,
    newest: u64,
    pub search: LeakSearch,
    /// The player's falls since the level was opened, and the results of the search.
    pub findings: Findings,
}

impl Checker {
    /// A checker that sends its answers to `proxy`.
    pub(crate) fn new(proxy: EventLoopProxy<UserEvent>) -> Self {
        Self {
            proxy,
            newest: 0,
            search: LeakSearch::Idle,
            findings: Findings::default(),
        }
    }

    /// Forgets the findings about another level.
    pub(crate) fn forget(&mut self) {
        self.newest += 1;
        self.search = LeakSearch::Idle;
        self.findings = Findings::default();
    }

    /// Starts the search through a level, unless it was started already. The answer arrives as
    /// [`CheckAnswer`].
    pub(crate) fn start(&mut self, level: &Arc<Level>) {
        if self.search != LeakSearch::Idle {
            return;
        }
        self.search = LeakSearch::Running;
        let (level, proxy, number) = (Arc::clone(level), self.proxy.clone(), self.newest);
        let thread = thread::Builder::new().name(String::from("checker"));
        let spawned = thread.spawn(move || {
            // The report of a panic was written when it happened.
            let found = panic::catch_unwind(AssertUnwindSafe(|| hexbound_check::findings(&level)));
            let findings = found.unwrap_or_default();
            // A loop that has ended has no use for findings.
            let _ = proxy.send_event(UserEvent::Checked(CheckAnswer { number, findings }));
        });
        if let Err(error) = spawned {
            log::warn!("no thread to look through the level: {error}");
        }
    }

    /// Keeps an answer. Returns the number of findings if the answer is the expected one.
    pub(crate) fn keep(&mut self, checked: CheckAnswer) -> Option<usize> {
        (checked.number == self.newest).then(|| {
            self.search = LeakSearch::Done;
            self.findings.found = checked.findings;
            self.findings.iter().count()
        })
    }
}

/// The findings about one level.
#[derive(Debug, Default)]
pub(super) struct Findings {
    falls: Vec<Finding>,
    found: Vec<Finding>,
}

impl Findings {
    /// All findings: falls first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Finding> {
        self.falls.iter().chain(&self.found)
    }

    /// Records a fall of the player out of the level, by the place where it began, local, meters.
    pub(crate) fn fell_from(&mut self, place: Vec3) {
        let is_known = self.iter().any(|finding| {
            let near = |other: Vec3| other.distance(place) < SAME_FALL_DISTANCE;
            finding.code == Code::Hole && finding.place.is_some_and(near)
        });
        if !is_known {
            let said = "you fell out of the level from here";
            self.falls.push(Finding::new(Code::Hole, said).at(place));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fall_is_listed_once_for_each_place() {
        let mut findings = Findings::default();
        let hole = Finding::new(Code::Hole, "a hole").at(Vec3::X * 10.0);
        findings.found.push(hole);
        for x in [0.0, 0.5, 4.0, 10.2, 0.2] {
            findings.fell_from(Vec3::X * x);
        }
        let places: Vec<_> = findings.iter().filter_map(|it| it.place).collect();
        assert_eq!(places, [Vec3::ZERO, Vec3::X * 4.0, Vec3::X * 10.0]);
    }
}
