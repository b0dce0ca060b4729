//! The picture as the player has chosen it: its quality, which is a preset or one that is measured,
//! with single points that differ from it, the adapter that draws it, and the colors of targets.
//! Which work and which light they mean is the renderer's knowledge.

/// The chosen quality. A point that is `None` is as the preset has it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct QualitySettings {
    /// The preset.
    pub preset: QualityPreset,
    /// The width and height at which the world is drawn, as a share of the picture's.
    pub render_scale: Option<f32>,
    /// Samples of a pixel where triangles end.
    pub samples: Option<u32>,
    /// Texels along the side of each of the sun's shadow maps.
    pub shadow_side: Option<u32>,
    /// Number of the sun's shadow maps.
    pub shadow_maps: Option<u32>,
    /// True if the edges of shadows are filtered more widely.
    pub soft_shadows: Option<bool>,
    /// True if corners are shaded at two distances instead of one.
    pub fine_contact_shade: Option<bool>,
    /// True if polished surfaces reflect the level.
    pub reflections: Option<bool>,
    /// True if rough surfaces without textures get a fine structure.
    pub grain: Option<bool>,
    /// True if light spills about bright things.
    pub bloom: Option<bool>,
    /// True if lone pixels are smoothed.
    pub smoothing: Option<bool>,
    /// Share of the sparks, smoke and dust that is drawn.
    pub particles: Option<f32>,
    /// Distance at which the light of lamps has faded out, meters.
    pub lamp_view: Option<f32>,
}

/// The choice among the presets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum QualityPreset {
    /// The best that the device draws fast enough, by a measurement at the first start.
    #[default]
    Auto,
    Low,
    Medium,
    High,
    Ultra,
}

/// The colors that carry a meaning, as the player has chosen them: those of targets, signs and
/// warnings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colors {
    /// Targets glow as the level says; signs are teal and warnings coral.
    #[default]
    Usual,
    /// Orange and blue, which every kind of color vision tells apart.
    OrangeAndBlue,
}

/// The kind of graphics adapter that the player wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AdapterKind {
    /// The system's usual one.
    #[default]
    Usual,
    Discrete,
    Integrated,
    Software,
}
