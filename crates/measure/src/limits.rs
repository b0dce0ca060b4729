//! The limits of the figures, in `limits.toml` beside this package.

use std::process::ExitCode;

use anyhow::{Context, Result};
use toml_edit::{DocumentMut, Item};

use crate::figure::Figure;

/// Prints every figure with its limit and goal. Fails if one exceeds its limit.
pub(crate) fn print_and_check(figures: &[Figure]) -> Result<ExitCode> {
    let limits: DocumentMut = include_str!("../limits.toml").parse()?;
    let mut is_over = false;
    println!("{:<38}{:>8}{:>8}{:>8}", "figure", "now", "limit", "goal");
    for &(name, value) in figures {
        let entry = limits
            .get(name)
            .with_context(|| format!("limits.toml has no {name}"))?;
        let limit = number(entry, "limit").with_context(|| format!("{name} has no limit"))?;
        let goal = number(entry, "goal").map_or_else(String::new, |goal| goal.to_string());
        let is_least = entry.get("least").is_some();
        let fails = if is_least {
            value < limit
        } else {
            value > limit
        };
        let remark = if fails { "  OVER ITS LIMIT" } else { "" };
        println!("{name:<38}{value:>8}{limit:>8}{goal:>8}{remark}");
        is_over |= fails;
    }
    if is_over {
        println!("\n`scripts/measure FIGURE` lists the entries of a figure.");
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

fn number(entry: &Item, key: &str) -> Option<usize> {
    entry.get(key)?.as_integer()?.try_into().ok()
}
