//! The functions that show how collision works and change how time passes, by name.

use super::trouble::log_row;
use crate::{
    input::{Bindable, Effect},
    settings::Tab,
    shell::{
        facts::Facts,
        page::{Act, Help, Page, Row, Shape, Tone},
        screen::Screen,
        wish::Wish,
    },
};

pub(super) fn page(facts: &Facts<'_>) -> Page {
    let words = facts.words;
    let mut rows = vec![Row::Text(words.text("about-laboratory"), Tone::Quiet)];
    let first = rows.len();
    let bindings = facts.settings.map(|settings| settings.bindings.clone());
    let bindings = bindings.unwrap_or_default();
    let labels = facts.key_labels.cloned().unwrap_or_default();
    for (action, state) in &facts.laboratory {
        let Some(item) = Bindable::with(Effect::Act(*action)) else {
            continue;
        };
        let key = words.say(&bindings.label_for(item, facts.device, &labels));
        let note = match state.is_empty() {
            true => key,
            false => format!("{state}     {key}"),
        };
        rows.push(Row::noted(
            item.label(words),
            note,
            Act::Do(Wish::Laboratory(*action)),
        ));
    }
    rows.push(Row::button(
        Tab::Laboratory.label(words),
        Act::Open(Screen::Tab(Tab::Laboratory)),
    ));
    if let Some(log) = &facts.log {
        rows.push(log_row(log, words));
    }
    Page {
        title: words.text("laboratory"),
        shape: Shape::Side,
        rows,
        first,
        beside: Vec::new(),
        back: Act::Back,
        help: Help::Back,
    }
}
