//! Collision judged from outside: long walks whose every tick an independent checker looks at.

mod checker;
mod checker_sees;
mod levels;
mod movers_and_walls;
mod scenes;
mod seams;
mod walkers;

use test_support::skip;
