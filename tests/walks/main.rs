//! Collision judged from outside: long walks whose every tick an independent checker looks at, and
//! the sweep beside brute force and another library.

mod checker;
mod checker_sees;
mod levels;
mod movers_and_walls;
mod oracle;
mod scenes;
mod seams;
mod walkers;

use test_support::skip;
