//! The settings of the picture's quality, for the table of all settings: the preset, its points, and
//! what draws.

use super::{
    AdapterKind, QualityPreset, Section,
    items::{Choice, Field, Item, Kind, choice},
};

/// The choice that leaves a point to the preset.
const AS_PRESET: Choice = choice("preset", "As the quality");

/// A point of the quality, by the name of its field: what the file holds, what the screen shows, and
/// what it means.
macro_rules! point {
    ($name:ident, $label:literal, $about:literal, {$($text:literal $shown:literal => $value:expr),*}) => {
        Item {
            section: Section::Picture,
            key: stringify!($name),
            label: $label,
            about: $about,
            kind: Kind::Choice(&[AS_PRESET, $(choice($text, $shown)),*]),
            field: Field::Choice(
                |it| match it.quality.$name {
                    $(Some(value) if value == $value => $text,)*
                    _ => AS_PRESET.name,
                },
                |it, name| it.quality.$name = match name {
                    $($text => Some($value),)*
                    _ => None,
                },
            ),
            instead: None,
        }
    };
}

pub(super) const PRESET: Item = Item {
    section: Section::Picture,
    key: "quality",
    label: "Quality",
    about: "How much work goes into each picture; auto measures at the first start what this \
            computer draws fast enough.",
    kind: Kind::Choice(&[
        choice("auto", "Automatic"),
        choice("low", "Low"),
        choice("medium", "Medium"),
        choice("high", "High"),
        choice("ultra", "Ultra"),
    ]),
    field: Field::Choice(
        |it| match it.quality.preset {
            QualityPreset::Auto => "auto",
            QualityPreset::Low => "low",
            QualityPreset::Medium => "medium",
            QualityPreset::High => "high",
            QualityPreset::Ultra => "ultra",
        },
        |it, name| {
            it.quality.preset = match name {
                "low" => QualityPreset::Low,
                "medium" => QualityPreset::Medium,
                "high" => QualityPreset::High,
                "ultra" => QualityPreset::Ultra,
                _ => QualityPreset::Auto,
            }
        },
    ),
    instead: None,
};

pub(super) const RENDER_SCALE: Item = point!(
    render_scale,
    "Render scale",
    "The width and height at which the world is drawn, as a share of the window's.",
    {
        "0.5" "50 %" => 0.5, "0.67" "67 %" => 0.67, "0.75" "75 %" => 0.75, "1" "100 %" => 1.0,
        "1.5" "150 %" => 1.5, "2" "200 %" => 2.0
    }
);

pub(super) const SAMPLES: Item = point!(
    samples,
    "Smooth edges",
    "The samples of a pixel where things end.",
    {"1" "Off" => 1, "4" "4 samples" => 4}
);

pub(super) const SHADOW_SIDE: Item = point!(
    shadow_side,
    "Sharpness of shadows",
    "The texels along each side of the sun's shadow maps.",
    {"512" "512" => 512, "1024" "1024" => 1024, "2048" "2048" => 2048, "4096" "4096" => 4096}
);

pub(super) const SHADOW_MAPS: Item = point!(
    shadow_maps,
    "Shadow maps",
    "The number of the sun's shadow maps: more of them are sharper near the eye.",
    {"2" "2" => 2, "3" "3" => 3, "4" "4" => 4}
);

pub(super) const SOFT_SHADOWS: Item = point!(
    soft_shadows,
    "Soft shadows",
    "The edges of the sun's shadows are smoothed over more of their map.",
    {"off" "Off" => false, "on" "On" => true}
);

pub(super) const FINE_CONTACT_SHADE: Item = point!(
    fine_contact_shade,
    "Fine contact shade",
    "Corners are shaded at two distances instead of one.",
    {"off" "Off" => false, "on" "On" => true}
);

pub(super) const REFLECTIONS: Item = point!(
    reflections,
    "Reflections",
    "Polished surfaces reflect the place instead of the light around them alone.",
    {"off" "Off" => false, "on" "On" => true}
);

pub(super) const BLOOM: Item = point!(
    bloom,
    "Glow",
    "Light spills about bright things.",
    {"off" "Off" => false, "on" "On" => true}
);

pub(super) const SMOOTHING: Item = point!(
    smoothing,
    "Smooth pixels",
    "Lone pixels are blended with those beside them.",
    {"off" "Off" => false, "on" "On" => true}
);

pub(super) const PARTICLES: Item = point!(
    particles,
    "Particles",
    "The share of all sparks, smoke and dust that is drawn.",
    {"0.25" "25 %" => 0.25, "0.5" "50 %" => 0.5, "1" "100 %" => 1.0}
);

pub(super) const LAMP_VIEW: Item = point!(
    lamp_view,
    "View of lamps",
    "The distance in meters at which the light of lamps has faded out.",
    {
        "40" "40 m" => 40.0, "80" "80 m" => 80.0, "120" "120 m" => 120.0,
        "all" "No end" => f32::INFINITY
    }
);

pub(super) const ADAPTER: Item = Item {
    section: Section::Picture,
    key: "adapter",
    label: "Graphics adapter",
    about: "The kind of graphics adapter that draws, where there are several; it holds from the \
            next start on.",
    kind: Kind::Choice(&[
        choice("usual", "The usual one"),
        choice("discrete", "Graphics card"),
        choice("integrated", "In the processor"),
        choice("software", "Software"),
    ]),
    field: Field::Choice(
        |it| match it.adapter {
            AdapterKind::Usual => "usual",
            AdapterKind::Discrete => "discrete",
            AdapterKind::Integrated => "integrated",
            AdapterKind::Software => "software",
        },
        |it, name| {
            it.adapter = match name {
                "discrete" => AdapterKind::Discrete,
                "integrated" => AdapterKind::Integrated,
                "software" => AdapterKind::Software,
                _ => AdapterKind::Usual,
            }
        },
    ),
    instead: None,
};
