//! The input of a player on a screen, whichever device it comes from.

use glam::Vec2;

/// A step on a screen: of a key, or of a pad's cross or stick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Up,
    Down,
    Left,
    Right,
    /// On to the next control in reading order.
    Next,
    /// Back to the control before.
    Previous,
    PageUp,
    PageDown,
    /// On to the section before: to another screen where each shows one, else up to a heading.
    SectionBefore,
    /// On to the section after.
    SectionAfter,
    First,
    Last,
    /// Uses the control that has the focus.
    Accept,
    /// Leaves the screen.
    Back,
    /// Takes away what the control in focus holds, if it can be empty.
    Clear,
    /// Clears where there is something to take away; else begins the level again where results are
    /// shown, and leaves the screen elsewhere.
    Again,
}

/// One thing that a player does on a screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Input {
    Step(Step),
    /// The pointer moved to a place in the window, in pixels.
    Point(Vec2),
    /// The first mouse button went down.
    Press,
    /// The first mouse button went up.
    Release,
    /// The wheel was turned by so many lines, upward positive.
    Wheel(f32),
}
