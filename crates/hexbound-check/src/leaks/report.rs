//! The report as text, and as findings.

use super::{Answer, Hole, LeakReport, Moves, OneWayPlace};
use hexbound_level::{Code, Finding};

/// The largest number of one-way places that are reported one by one.
const MAX_ONE_WAY_PLACES: usize = 12;

/// The report in one sentence without its full stop.
pub fn summary(report: &LeakReport) -> String {
    let moves = report.query.moves;
    match report.answer {
        Answer::Closed => {
            let (volume, floor) = (report.volume.unwrap_or(0.0), report.floor.unwrap_or(0.0));
            format!(
                "closed, by proof: the body's center reaches {volume:.0} m³, and {floor:.0} m² of floor"
            )
        }
        Answer::NoneFound => format!(
            "not left {}: {} moves were tried on {:.0} m² of floor, which is no proof; one can fly \
             out",
            by(moves),
            report.moves_tried,
            report.floor.unwrap_or(0.0)
        ),
        Answer::Open => format!("open {}{}", by(moves), size_of_leak(report)),
        Answer::Doubtful => String::from(
            "neither closed nor open for certain: a gap is as wide as the player who crouches, \
             within a few centimeters",
        ),
        Answer::Disputed => {
            String::from("disputed: the flood of cubes and the sweep contradict each other")
        }
        Answer::NoRoom => String::from("there is no room for the body where it starts"),
        Answer::TooLarge => String::from("the level is too large for the flood"),
    }
}

/// Returns the report as findings of a level: none if it is closed.
pub fn findings(report: &LeakReport) -> Vec<Finding> {
    let code = match report.answer {
        Answer::Open => Some(Code::Hole),
        Answer::Doubtful => Some(Code::DoubtfulGap),
        Answer::Disputed => Some(Code::DisputedProof),
        Answer::NoRoom => Some(Code::SpawnInWall),
        Answer::Closed | Answer::NoneFound | Answer::TooLarge => None,
    };
    let mut findings: Vec<Finding> = Vec::new();
    if let Some(code) = code {
        let mut finding = Finding::new(code, summary(report));
        if let Some(leak) = &report.leak {
            finding = finding.at(leak.hole.place).along(leak.path.clone());
        }
        findings.push(finding);
    }
    findings.extend(report.one_way.iter().take(MAX_ONE_WAY_PLACES).map(one_way));
    findings
}

fn one_way(place: &OneWayPlace) -> Finding {
    let problem = format!(
        "one gets into a place of about {:.0} m² and, by the moves that were tried, not out of it",
        place.area
    );
    Finding::new(Code::OneWay, problem).at(place.place)
}

fn by(moves: Moves) -> &'static str {
    match moves {
        Moves::Walk => "by walking",
        Moves::Jump => "by walking and jumping",
        Moves::Blast => "by walking, jumping and blasts",
        Moves::Fly => "by flying",
    }
}

/// The size of the hole, and whether the path out was replayed.
fn size_of_leak(report: &LeakReport) -> String {
    let Some(leak) = &report.leak else {
        return String::new();
    };
    let size = in_words(&leak.hole);
    let made = match leak.commands {
        Some(_) => "the way out was made by real commands",
        None => "no commands were found that make the way",
    };
    format!(", {size}; {made}")
}

/// The size of a hole as text.
fn in_words(hole: &Hole) -> String {
    match hole.size {
        Some(size) => format!(
            "through a hole {:.2} m wide where it is narrowest and {:.2} m where it is widest, {:.1} m²",
            size.narrowest, size.widest, size.area
        ),
        None => String::from("where nothing closes the level"),
    }
}
