//! The content of each screen.

mod confirm;
mod findings;
mod keys;
mod laboratory;
mod level;
mod levels;
mod loading;
mod medals;
mod methods;
mod open;
mod pause;
mod results;
mod scenes;
mod settings;
mod start;
mod stopped;
mod trouble;

// The elements of every screen.
use super::{
    facts::{Facts, FindingFact, Folder, LevelFact, MethodFigures, Results, Shelf, UnfinishedFact},
    page::{Act, Button, Card, Help, NumberScale, Page, Row, Setting, Shape, Tone, rounded},
    screen::{Question, Screen},
    wish::Wish,
};
use crate::settings::Tab;

/// The pages of settings before and after a page; `None` for any other screen.
pub(super) fn neighbors(screen: &Screen) -> Option<[Screen; 2]> {
    let Screen::Tab(tab) = screen else {
        return None;
    };
    let all = Tab::ALL;
    let here = all.iter().position(|other| other == tab)?;
    Some([all.len() - 1, 1].map(|by| Screen::Tab(all[(here + by) % all.len()])))
}

/// The page of a screen. `root` is the screen at the bottom of the stack.
pub(super) fn page(screen: &Screen, root: &Screen, facts: &Facts<'_>) -> Page {
    match screen {
        Screen::Start => start::page(facts),
        Screen::Pause => pause::page(facts),
        Screen::Keys => keys::page(facts),
        Screen::ActionKeys(name) => keys::of_action(name, facts),
        Screen::Bind(name, device, _) => keys::bind(name, *device, facts),
        Screen::Loading => loading::page(facts),
        Screen::Trouble(lines) => trouble::page(lines, screen == root && facts.is_refused, facts),
        Screen::Stopped(fault, report) => stopped::last_time(fault, report, facts),
        Screen::Fault(lines) => stopped::at_fault(lines, facts),
        Screen::Confirm(Question::Leave) => confirm::leave(root, facts),
        Screen::Confirm(Question::Restart) => confirm::again(facts),
        Screen::Laboratory => laboratory::page(facts),
        Screen::Methods => methods::page(facts),
        Screen::Findings => findings::page(facts),
        Screen::Results => results::page(facts),
        Screen::Settings => settings::tabs(facts),
        Screen::Tab(tab) => settings::page(*tab, facts),
        Screen::Advanced(tab) => settings::advanced(*tab, facts),
        Screen::Levels => levels::page(facts),
        Screen::Level(path) => level::page(path, facts),
        Screen::Open(path) => open::page(path, facts),
        Screen::Scenes => scenes::page(facts),
    }
}
