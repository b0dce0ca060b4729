//! The player's input on a screen, from any device.

use glam::Vec2;

/// A step on a screen, from a key or from a pad's cross or stick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Up,
    Down,
    Left,
    Right,
    /// The next control in reading order.
    Next,
    /// The previous control in reading order.
    Previous,
    PageUp,
    PageDown,
    /// The previous section: another screen if each shows one, otherwise a heading.
    SectionBefore,
    /// The next section.
    SectionAfter,
    First,
    Last,
    /// Activates the focused control.
    Accept,
    /// Leaves the screen.
    Back,
    /// Clears the focused control, if it can be empty.
    Clear,
    /// Clears the focused control, if it can be empty. Otherwise restarts the level from its results, and
    /// leaves any other screen.
    Again,
}

/// One input of the player on a screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Input {
    Step(Step),
    /// The pointer moved to a position in the window, pixels.
    Point(Vec2),
    /// The left mouse button went down.
    Press,
    /// The left mouse button went up.
    Release,
    /// The wheel turned by a number of lines, positive upward.
    Wheel(f32),
}
