//! A capsule while it is shown, with the messages about it. `game` plays it.

use std::path::{Path, PathBuf};

use hexbound_base::words::{Phrase, phrase, phrase_of};
use hexbound_lab::{
    FaultKind,
    capsule::{Capsule, CapsuleError, Difference, FoundFault},
};

/// The facts about the capsule that is shown.
#[derive(Debug)]
pub(crate) struct Moment {
    path: PathBuf,
    note: String,
    pub(super) ticks: u64,
    /// The tick at which the capsule is first paused.
    pub(super) opens_at: u64,
    fault: Option<FoundFault>,
    /// The tick that panics, if there is one, whatever fault comes before it.
    panics_in: Option<u64>,
    difference: Option<Difference>,
}

impl Moment {
    /// Searches a capsule for faults. Fails if the capsule can't be played.
    pub(super) fn of(capsule: &Capsule, path: &Path) -> Result<Self, CapsuleError> {
        let faults = capsule.faults()?;
        let fault = first_of(&faults);
        let end = capsule.begins_at() + capsule.ticks();
        Ok(Self {
            path: path.to_owned(),
            note: capsule.note.clone(),
            ticks: capsule.ticks(),
            // A panic is shown up to the tick before it.
            opens_at: fault.map_or(end, |fault| match fault.kind {
                FaultKind::Panic => fault.tick - 1,
                _ => fault.tick,
            }),
            fault,
            panics_in: panic_of(&faults),
            difference: capsule.replay()?,
        })
    }

    /// Returns whether the command of a tick panics.
    pub(super) fn fails_in(&self, tick: u64) -> bool {
        self.panics_in == Some(tick)
    }

    /// The messages at the opening of the capsule: its length, and its fault.
    pub(crate) fn news(&self) -> Vec<Phrase> {
        let name = self.path.file_name().unwrap_or_default();
        let mut said: Vec<Phrase> = vec![
            phrase("capsule-opened")
                .with("name", name.to_string_lossy().into_owned())
                .with("ticks", self.ticks),
        ];
        said.extend(self.fault.map(|fault| self.line(fault.tick)));
        said
    }

    /// The note of the capsule's author, if there is one.
    pub(crate) fn note(&self) -> Option<Phrase> {
        let note = (!self.note.is_empty()).then(|| self.note.clone())?;
        Some(phrase("capsule-note").with("note", note))
    }

    /// The message about a tick that is shown.
    pub(crate) fn line(&self, tick: u64) -> Phrase {
        let said = match self.fault.filter(|fault| fault.tick == tick) {
            None => phrase("capsule-tick"),
            Some(fault) => {
                let kind = phrase_of("fault-kind", fault.kind.name());
                phrase("capsule-fault").with("fault", kind)
            }
        };
        said.with("tick", tick)
    }

    /// The message if a tick's state differs from the capsule's.
    pub(crate) fn trouble(&self) -> Option<Phrase> {
        let difference = self.difference.as_ref()?;
        Some(phrase("capsule-differs").with("tick", difference.tick))
    }
}

/// The earliest fault.
fn first_of(faults: &[FoundFault]) -> Option<FoundFault> {
    faults.iter().copied().min_by_key(|fault| fault.tick)
}

/// The tick that panics, if there is one.
fn panic_of(faults: &[FoundFault]) -> Option<u64> {
    let panic = faults.iter().find(|fault| fault.kind == FaultKind::Panic);
    panic.map(|fault| fault.tick)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tick_that_panics_is_known_behind_an_earlier_fault() {
        let fault = |kind, tick| FoundFault { kind, tick };
        let freed = fault(FaultKind::Freed, 12);
        let faults = [fault(FaultKind::Panic, 30), freed];
        assert_eq!(first_of(&faults), Some(freed));
        let moment = Moment {
            path: PathBuf::from("two.capsule"),
            note: String::new(),
            ticks: 30,
            opens_at: freed.tick,
            fault: first_of(&faults),
            panics_in: panic_of(&faults),
            difference: None,
        };
        assert!(moment.fails_in(30));
        assert!(!moment.fails_in(12) && !moment.fails_in(29));
        assert_eq!(panic_of(&[freed]), None);
    }
}
