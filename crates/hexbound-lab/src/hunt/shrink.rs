//! Removes from a run what its fault does not need, as for capsules.

use glam::Vec3;

use crate::capsule;
use hexbound_sim::Command;

/// The largest number of runs tried for one fault. With more, a run hardly gets any shorter.
const MAX_RUNS: usize = 300;

/// The fault of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ShownFault {
    /// The number of ticks up to the fault.
    pub ticks: usize,
    /// The place of the fault, local, meters.
    pub place: Vec3,
    /// The number of ticks after which the player last stood before the fault; 0 if never.
    pub stood_after: usize,
}

/// The shortest run found in which `shows` finds a fault, and that fault; `None` if the whole run has
/// none.
pub(super) fn shortest(
    mut commands: Vec<Command>,
    shows: impl Fn(&[Command]) -> Option<ShownFault>,
) -> (Vec<Command>, Option<ShownFault>) {
    let Some(first) = shows(&commands) else {
        return (commands, None);
    };
    commands.truncate(first.ticks);
    let mut last = first;
    let mut runs = 0;
    let mut shortest = capsule::shrink(commands, |commands| {
        runs += 1;
        if runs > MAX_RUNS {
            return None;
        }
        let shown = shows(commands);
        last = shown.unwrap_or(last);
        Some(shown.is_some())
    });
    shortest.truncate(last.ticks);
    (shortest, Some(last))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_sim::Buttons;

    fn command(buttons: u32) -> Command {
        Command::holding(Buttons(buttons))
    }

    #[test]
    fn only_what_is_needed_stays() {
        // The fault needs a 3 somewhere before a 7.
        let commands: Vec<Command> = (0..400).map(|it| command(it % 10)).collect();
        let shows = |commands: &[Command]| {
            let three = commands.iter().position(|it| it.buttons.0 == 3)?;
            let seven = commands[three..].iter().position(|it| it.buttons.0 == 7)?;
            Some(ShownFault {
                ticks: three + seven + 1,
                place: Vec3::ONE,
                stood_after: 0,
            })
        };
        let (shortest, shown) = shortest(commands, shows);
        assert_eq!(shortest, [command(3), command(7)]);
        assert_eq!(shown.map(|it| it.ticks), Some(2));
    }

    #[test]
    fn a_run_that_does_not_show_it_stays_whole() {
        assert!(matches!(shortest(vec![command(1); 9], |_| None), (all, None) if all.len() == 9));
    }
}
