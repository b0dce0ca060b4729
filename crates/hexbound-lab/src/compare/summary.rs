//! A comparison in text for people: the table, how each method parted from the first or stayed near it,
//! and the findings. Nothing is measured here.

use super::{Compared, Comparison, Found, PartedAt};
use hexbound_base::{clock::TICK_RATE, words::counted};
use hexbound_sim::PARTING_DISTANCE;

impl Comparison {
    /// A table for people, and below it the reason why each parted from the first.
    pub fn summary(&self) -> String {
        let width = self.methods.iter().map(|it| it.methods.chars().count());
        let width = width.max().unwrap_or(0).max("methods".len());
        let mut text = format!(
            "{}, {} ({:.1} s)\n\
             {:width$}  µs/tick    path m  ground %  contacts     asked  respawns  freed  through    leaks  \
             overlaps  deepest mm  apart m  most m\n",
            self.level,
            counted(self.ticks, "tick", "ticks"),
            self.ticks as f64 / f64::from(TICK_RATE),
            "methods",
        );
        for it in &self.methods {
            text += &format!(
                "{:width$}  {:7.1}  {:8.1}  {:8.0}  {:8}  {:8}  {:8}  {:5}  {:7}  {:7}  {:8}  {:10.2}  {:7.2}  {:6.2}\n",
                it.methods,
                it.microseconds,
                it.distance,
                it.grounded_fraction * 100.0,
                it.contacts,
                it.asked
                    .map_or_else(|| String::from("-"), |it| it.to_string()),
                it.respawns,
                it.releases,
                it.findings.passed_through,
                it.findings.leaks.ticks,
                it.findings.overlaps.ticks,
                it.findings.deepest(),
                it.apart_at_end,
                it.most_apart,
            );
        }
        if self.ticks == 0 {
            return text + "\nno tick was run, so there is nothing to compare";
        }
        if let Some(parted) = &self.unlike_recorded {
            text += &format!("\nthe input is not what was played: {parted}\n");
        }
        let (first, others) = match &self.methods[..] {
            [first, others @ ..] => (first.methods.as_str(), others),
            [] => ("", &[][..]),
        };
        for it in others {
            text += "\n";
            text += &match &it.parted {
                None => format!("{}\n", it.stayed_near(first)),
                Some(parted) => parted.in_words(first, &it.methods),
            };
        }
        text.push('\n');
        for it in &self.methods {
            text += &it.findings_in_words();
        }
        text.truncate(text.trim_end().len());
        text
    }
}

impl Compared {
    /// The distance to the first methods, as text, if it did not part from them.
    fn stayed_near(&self, first: &str) -> String {
        let name = &self.methods;
        match self.most_apart {
            0.0 => format!("{name} went exactly where {first} went"),
            most => format!(
                "{name} was never more than {:.0} cm from {first} (at most {})",
                PARTING_DISTANCE * 100.0,
                match most * 100.0 {
                    most if most < 0.1 => "less than 1 mm".to_owned(),
                    most => format!("{most:.1} cm"),
                }
            ),
        }
    }

    /// A sentence about the findings.
    fn findings_in_words(&self) -> String {
        let mut found = Vec::new();
        if let Some(first) = self.findings.leaks.first_in_words() {
            let ticks = counted(self.findings.leaks.ticks, "tick", "ticks");
            found.push(format!("leaked in {ticks}, {first}"));
        }
        if let (Some(first), Some(deepest)) = (
            self.findings.overlaps.first_in_words(),
            &self.findings.deepest_overlap,
        ) {
            found.push(format!(
                "overlapped the level by more than 2 mm in {}, {first}, deepest {:.2} mm{} at tick {}",
                counted(self.findings.overlaps.ticks, "tick", "ticks"),
                deepest.millimeters,
                if deepest.or_more { " or more" } else { "" },
                deepest.tick
            ));
        }
        match found.is_empty() {
            true => format!("{} neither leaked nor overlapped the level\n", self.methods),
            false => format!("{} {}\n", self.methods, found.join("; it ")),
        }
    }
}

impl Found {
    fn first_in_words(&self) -> Option<String> {
        let (tick, [x, y, z]) = (self.first_tick?, self.first_place?);
        Some(format!("first at tick {tick} at ({x:.2}, {y:.2}, {z:.2})"))
    }
}

impl PartedAt {
    /// Describes the parting of two methods with these names.
    fn in_words(&self, first: &str, other: &str) -> String {
        let mut text = format!(
            "{other} parted from {first} at tick {} by {:.2} m; they moved apart from tick {} on, by \
             {:.1} mm in that one\n",
            self.tick,
            self.apart,
            self.began,
            self.grew * 1000.0
        );
        for (name, lines) in [first, other].into_iter().zip(&self.accounts) {
            text += &format!("  {name}, tick {}\n", self.began);
            for line in lines {
                text += &format!("    {line}\n");
            }
            if lines.is_empty() {
                text += "    another engine's controller keeps no account\n";
            }
        }
        text
    }
}
