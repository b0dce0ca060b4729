//! Reports inconsistencies in the playable content of a level.

use strum::IntoEnumIterator;

use std::collections::BTreeSet;

use super::reader::MarkerReader;
use crate::{BallOrigins, Code, Finding, MoverStart, gltf::markers::MarkerKind};

/// The mass of a thrown ball, kilograms.
const THROWN_MASS: f32 = 1.0;

impl MarkerReader<'_> {
    /// Warns of targets that no ball is heavy enough for.
    pub(super) fn check_masses(&mut self) {
        let placed = self.play.balls.iter().map(|ball| ball.mass);
        let heaviest = placed.fold(0.0, f32::max);
        let thrown = match self.play.settings.balls {
            0 => 0.0,
            _ => THROWN_MASS,
        };
        let nodes = self.nodes;
        for (index, node) in nodes.iter().enumerate() {
            let Some(number) = self.targets[index] else {
                continue;
            };
            let target = &self.play.targets[number as usize];
            let most = match target.by {
                BallOrigins::Any => heaviest.max(thrown),
                BallOrigins::Thrown => thrown,
                BallOrigins::Placed => heaviest,
            };
            let least = target.least_mass;
            if most == 0.0 {
                let problem = "there is no ball that can light it: place one, give the scene balls, \
                               or change its custom property by";
                self.report(node, Code::NoEnd, problem);
            } else if least > most {
                let problem = format!(
                    "it asks for a ball of {least} kg, and the heaviest that counts has {most} kg: \
                     place a heavier ball, or make its custom property mass smaller"
                );
                self.report(node, Code::NoEnd, &problem);
            }
        }
    }

    /// Marks movers that triggers start, and warns of those that wait in vain.
    pub(super) fn check_played(&mut self) {
        let triggers = self.play.triggers.iter();
        let played: BTreeSet<u32> = triggers
            .flat_map(|trigger| trigger.actions.play.iter().copied())
            .collect();
        for (index, mover) in self.movers.iter_mut().enumerate() {
            if played.contains(&(index as u32)) {
                mover.start = MoverStart::Played;
            } else if mover.start == MoverStart::Played && !self.shut.contains(&index) {
                let problem = format!(
                    "the mover \"{}\" waits to be played and nothing plays it: name it in the \
                     custom property play of a trigger",
                    mover.name
                );
                let finding = Finding::new(Code::StillMover, problem);
                self.findings.push(finding.of_node(&mover.name));
            }
        }
    }

    /// Warns of a level that can't be played to an end.
    pub(super) fn check_end(&mut self) {
        let mut triggers = self.play.triggers.iter();
        if self.has_targets() && !triggers.any(|trigger| trigger.actions.end) {
            let problem = "the level has targets and no way out, so that playing it never ends: \
                           add a node named exit where the player leaves, or give a trigger the \
                           custom property end = true";
            self.findings.push(Finding::new(Code::NoEnd, problem));
        }
    }

    /// Reports nodes with a marker's name that are no markers.
    pub(super) fn report_plain(&mut self) {
        for kind in MarkerKind::iter() {
            let names = self.plain.iter().filter(|(plain, _)| *plain == kind);
            let names: Vec<&str> = names.map(|(_, name)| &**name).collect();
            let Some(first) = names.first() else {
                continue;
            };
            let others = match names.len() {
                1 => String::new(),
                count => format!(" (and {} others so named)", count - 1),
            };
            let (word, why) = (kind.word(), why_plain(kind));
            let problem = format!(
                "node \"{first}\"{others}: it is no {word}, since {why}; if it is meant as one, \
                 give it the custom property {word} = true"
            );
            let finding = Finding::new(Code::UnfitMarker, problem);
            self.findings.push(finding.of_node(*first));
        }
    }
}

/// The reason why a name alone does not make a node a marker of a kind.
fn why_plain(kind: MarkerKind) -> &'static str {
    match kind {
        MarkerKind::Ball => {
            "by its name alone a ball is a round mesh of at most 0.6 m radius, or an empty in a \
             level with targets"
        }
        MarkerKind::Target => "by its name alone a target is at most 16 m large",
        MarkerKind::Trigger => {
            "nothing happens there: it has no custom property play, text, checkpoint, refill or end"
        }
        MarkerKind::Walker | MarkerKind::Checkpoint | MarkerKind::Exit | MarkerKind::Refill => {
            "by its name alone it is one in a level with targets, and this one has none"
        }
        MarkerKind::Gate => "nothing opens it",
        MarkerKind::Ambience => "nothing is heard there",
    }
}
