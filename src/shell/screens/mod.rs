//! The content of each screen.

mod confirm;
mod keys;
mod laboratory;
mod levels;
mod loading;
mod open;
mod pause;
mod results;
mod settings;
mod start;
mod trouble;

use super::{
    facts::Facts,
    page::Page,
    screen::{Question, Screen},
};

/// The page of a screen. `root` is the screen at the bottom of the stack.
pub(super) fn page(screen: &Screen, root: &Screen, facts: &Facts<'_>) -> Page {
    match screen {
        Screen::Start => start::page(facts),
        Screen::Pause => pause::page(facts),
        Screen::Keys => keys::page(facts),
        Screen::ActionKeys(name) => keys::of_action(name, facts),
        Screen::Bind(name, _) => keys::bind(name),
        Screen::Loading => loading::page(facts),
        Screen::Trouble(lines) => trouble::page(lines, screen == root),
        Screen::Confirm(Question::Leave) => confirm::leave(root, facts),
        Screen::Confirm(Question::Again) => confirm::again(),
        Screen::Laboratory => laboratory::page(facts),
        Screen::Results => results::page(facts),
        Screen::Settings => settings::sections(),
        Screen::Section(section) => settings::page(*section, facts),
        Screen::Levels => levels::page(facts),
        Screen::Open(path) => open::page(path, facts),
    }
}
