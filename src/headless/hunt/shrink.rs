//! Takes out of a run what a fault does not need: ever smaller pieces, as long as the fault stays
//! (Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input").

use glam::Vec3;

use crate::sim::Command;

/// The most runs that are tried for one fault: long runs are cut down first where it pays most.
const MOST_RUNS: usize = 300;

/// A fault that a run shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shown {
    /// The number of ticks up to it.
    pub ticks: usize,
    /// Where it is, local, meters.
    pub place: Vec3,
}

/// A run that was cut down, and where its fault is; `None` where the whole run does not show it.
pub(super) struct Shortest {
    pub commands: Vec<Command>,
    pub place: Option<Vec3>,
}

/// The shortest run that was found to show what `shows` looks for.
pub(super) fn shortest(
    commands: Vec<Command>,
    shows: impl Fn(&[Command]) -> Option<Shown>,
) -> Shortest {
    let Some(first) = shows(&commands) else {
        return Shortest {
            commands,
            place: None,
        };
    };
    let (mut shortest, mut place) = (commands, first.place);
    shortest.truncate(first.ticks);
    let mut runs = 1;
    let mut piece = shortest.len().div_ceil(2);
    while piece > 0 && runs < MOST_RUNS {
        let (mut from, mut shrank) = (0, false);
        while from < shortest.len() && runs < MOST_RUNS {
            let end = (from + piece).min(shortest.len());
            let mut without = shortest[..from].to_vec();
            without.extend_from_slice(&shortest[end..]);
            runs += 1;
            match shows(&without) {
                Some(shown) => {
                    without.truncate(shown.ticks);
                    (shortest, place, shrank) = (without, shown.place, true);
                }
                None => from = end,
            }
        }
        // Single ticks are tried again for as long as that helps.
        piece = if piece == 1 && shrank { 1 } else { piece / 2 };
    }
    Shortest {
        commands: shortest,
        place: Some(place),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::Buttons;

    fn command(buttons: u32) -> Command {
        Command {
            buttons: Buttons(buttons),
            ..Command::default()
        }
    }

    #[test]
    fn only_what_is_needed_stays() {
        // The fault needs a 3 somewhere before a 7.
        let commands: Vec<Command> = (0..400).map(|it| command(it % 10)).collect();
        let shows = |commands: &[Command]| {
            let three = commands.iter().position(|it| it.buttons.0 == 3)?;
            let seven = commands[three..].iter().position(|it| it.buttons.0 == 7)?;
            Some(Shown {
                ticks: three + seven + 1,
                place: Vec3::ONE,
            })
        };
        let shortest = shortest(commands, shows);
        assert_eq!(shortest.commands, [command(3), command(7)]);
        assert_eq!(shortest.place, Some(Vec3::ONE));
    }

    #[test]
    fn a_run_that_does_not_show_it_stays_whole() {
        let shortest = shortest(vec![command(1); 9], |_| None);
        assert_eq!((shortest.commands.len(), shortest.place), (9, None));
    }
}
