//! The functions that show how collision works and control time, by name.

use super::{Act, Facts, Page, Row, Screen, Shape, Tone, Wish, keys::known, trouble::log_row};
use crate::{
    input::{Bindable, Effect},
    settings::Tab,
};

pub(super) fn page(facts: &Facts<'_>) -> Page {
    let words = facts.words;
    let mut page = Page::new(words.text("laboratory"), Shape::Side, words);
    page.text("about-laboratory", Tone::Quiet);
    let (bindings, labels) = known(facts);
    for (action, state) in &facts.laboratory {
        let Some(item) = Bindable::with(Effect::Act(*action)) else {
            continue;
        };
        let key = words.say(&bindings.label_for(item, facts.device, &labels));
        let note = match state.is_empty() {
            true => key,
            false => format!("{state}     {key}"),
        };
        let act = Act::Do(Wish::Laboratory(*action));
        page.rows.push(Row::noted(item.label(words), note, act));
    }
    let settings = Act::Open(Screen::Tab(Tab::Laboratory));
    (page.rows).push(Row::button(Tab::Laboratory.label(words), settings));
    (page.rows).extend(facts.log.as_ref().map(|log| log_row(log, words)));
    page
}
