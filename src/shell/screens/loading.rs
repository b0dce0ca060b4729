//! The screen while a level is being loaded.

use crate::shell::{
    facts::Facts,
    page::{Act, Page, Row, Shape, Tone},
    words,
};

pub(super) fn page(facts: &Facts<'_>) -> Page {
    let (name, done) = facts.loading.unwrap_or_default();
    Page {
        title: words::LOADING.into(),
        shape: Shape::Card,
        rows: vec![Row::Text(name.into(), Tone::Plain), Row::Bar(done)],
        first: 0,
        back: Act::Stay,
        help: words::HELP_LOADING,
    }
}
