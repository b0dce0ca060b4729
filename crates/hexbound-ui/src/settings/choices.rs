//! The values of settings that are one of several. Which work and which light they mean is the
//! renderer's knowledge.

/// The share of the screen that the window takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowMode {
    /// A window with a frame.
    Windowed,
    /// The whole screen, as a window without a border.
    Borderless,
}

/// The choice between adapting and fixed exposure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exposure {
    /// The exposure follows the brightness of the place, as an eye does.
    Auto,
    /// The exposure is the same everywhere.
    Fixed,
}

/// The choice among the presets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QualityPreset {
    /// The best that the device draws fast enough, by a measurement at the first start.
    Auto,
    Low,
    Medium,
    High,
    Ultra,
}

/// The colors that carry a meaning, as the player has chosen them: those of targets, signs and
/// warnings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colors {
    /// Targets glow as the level says; signs are teal and warnings coral.
    Usual,
    /// Orange and blue, which every kind of color vision can distinguish.
    OrangeAndBlue,
}

/// The kind of graphics adapter that the player wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdapterKind {
    /// The system's usual one.
    Usual,
    Discrete,
    Integrated,
    Software,
}
