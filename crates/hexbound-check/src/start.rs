//! A level with targets or triggers, without a node for its start.

use hexbound_level::{Code, Finding, Level, StartChoice};

/// Returns the finding about a file with targets or triggers and without a start.
pub(crate) fn unnamed(level: &Level) -> Option<Finding> {
    let play = &level.play;
    let is_played = !play.targets.is_empty() || !play.triggers.is_empty();
    let is_unnamed = level.path.is_some() && level.intent.start_choice == StartChoice::Searched;
    // A node with nearly the right name is the cause, and has a finding.
    let is_misnamed =
        |it: &Finding| it.code == Code::NearMissName && it.problem.contains("as the start");
    (is_played && is_unnamed && !level.findings.iter().any(is_misnamed)).then(|| {
        let problem = "there is something to play for and no node names the start, so that play begins \
                       at a place that the game searched for";
        Finding::new(Code::NoStart, problem).at(level.spawn.position)
    })
}
