//! The functions that show how collision works and change how time passes, by name.

use crate::{
    input::{Bindable, Device, Effect},
    shell::{
        facts::Facts,
        page::{Act, Page, Row, Shape, Tone},
        wish::Wish,
        words,
    },
};

pub(super) fn page(facts: &Facts<'_>) -> Page {
    let mut rows = vec![Row::Text(words::ABOUT_LABORATORY.into(), Tone::Quiet)];
    let first = rows.len();
    let bindings = facts.settings.map(|settings| settings.bindings.clone());
    let bindings = bindings.unwrap_or_default();
    let labels = facts.key_labels.cloned().unwrap_or_default();
    for (action, state) in facts.laboratory {
        let Some(item) = Bindable::with(Effect::Act(*action)) else {
            continue;
        };
        let key = bindings.label(item, Device::Keys, &labels);
        let note = match state.is_empty() {
            true => key,
            false => format!("{state}     {key}"),
        };
        rows.push(Row::noted(
            item.label,
            note,
            Act::Do(Wish::Laboratory(*action)),
        ));
    }
    Page {
        title: words::LABORATORY.into(),
        shape: Shape::Side,
        rows,
        first,
        back: Act::Back,
        help: words::HELP,
    }
}
