//! The settings with a choice among values. The renderer knows their cost and effect.

/// The area of the screen that the window covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowMode {
    /// A window with a frame.
    Windowed,
    /// The whole screen, in a window without a border.
    Borderless,
}

/// The choice between adapting and fixed exposure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exposure {
    /// The exposure adapts to the brightness of the place, as an eye does.
    Auto,
    /// The exposure is the same in all places.
    Fixed,
}

/// The choice among the presets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QualityPreset {
    /// The best quality with a sufficient frame rate, measured at the first start.
    Auto,
    Low,
    Medium,
    High,
    Ultra,
}

/// The player's choice of the colors with a meaning: those of targets, signs and warnings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colors {
    /// The level sets the color of targets; signs are teal and warnings coral.
    Usual,
    /// Orange and blue, which every kind of color vision can distinguish.
    OrangeAndBlue,
}

/// The preferred kind of graphics adapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdapterKind {
    /// The system's default adapter.
    Usual,
    Discrete,
    Integrated,
    Software,
}
