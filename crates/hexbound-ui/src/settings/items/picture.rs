//! The settings of the section Picture: the quality, its points, and what draws.

use super::{
    Field, Item, ItemKind, Section, Shown, Tab, chosen, field, figure, number, own, shared,
};
use crate::settings::{AdapterKind, Exposure, QualityPreset, WindowMode};

const fn item(key: &'static str, kind: ItemKind, field: Field) -> Item {
    Item::new(Section::Picture, key, kind, field)
}

/// A point of the quality, by the name of its field: what the file holds, how the screen shows it,
/// and what it means.
macro_rules! point {
    ($name:ident, {$($make:ident($text:literal $(, $shown:literal)?) => $value:expr),*}) => {
        item(
            stringify!($name),
            // The first one leaves the point to the preset.
            ItemKind::Choice(&[shared("preset"), $($make($text $(, $shown)?)),*]),
            Field::Choice(
                |it| match it.quality.$name {
                    $(Some(value) if value == $value => $text,)*
                    _ => "preset",
                },
                |it, name| it.quality.$name = match name {
                    $($text => Some($value),)*
                    _ => None,
                },
            ),
        )
    };
}

/// The sizes that the window may have: what the file holds and how the screen shows it.
macro_rules! sizes {
    ($($text:literal $shown:literal => $size:expr),+ $(,)?) => {
        item(
            "window_size",
            ItemKind::Choice(&[$(figure($text, $shown)),+]),
            Field::Choice(
                |it| match it.window_size {
                    $(size if size == $size => $text,)+
                    _ => "1280x720",
                },
                |it, name| match name {
                    $($text => it.window_size = $size,)+
                    _ => {}
                },
            ),
        )
    };
}

pub(super) static ITEMS: &[Item] = &[
    chosen!("window_mode", |it| it.window_mode, {
        "windowed" => WindowMode::Windowed, "borderless" => WindowMode::Borderless
    }),
    sizes! {
        "640x360" "640 × 360" => [640, 360], "960x540" "960 × 540" => [960, 540],
        "1280x720" "1280 × 720" => [1280, 720], "1280x800" "1280 × 800" => [1280, 800],
        "1600x900" "1600 × 900" => [1600, 900], "1920x1080" "1920 × 1080" => [1920, 1080],
        "1920x1200" "1920 × 1200" => [1920, 1200], "2560x1440" "2560 × 1440" => [2560, 1440],
        "3840x2160" "3840 × 2160" => [3840, 2160],
    },
    chosen!("quality", |it| it.quality.preset, {
        "auto" => QualityPreset::Auto, "low" => QualityPreset::Low,
        "medium" => QualityPreset::Medium, "high" => QualityPreset::High,
        "ultra" => QualityPreset::Ultra
    }),
    point!(render_scale, {
        figure("0.5", "50 %") => 0.5, figure("0.67", "67 %") => 0.67,
        figure("0.75", "75 %") => 0.75, figure("1", "100 %") => 1.0,
        figure("1.5", "150 %") => 1.5, figure("2", "200 %") => 2.0
    }),
    item(
        "exposure_stops",
        number(-4.0, 4.0, 0.25, "stops", Shown::Signed),
        field!(Number, exposure_stops),
    ),
    item("vsync", ItemKind::Switch, field!(Switch, vsync)),
    item(
        "frame_cap",
        number(10.0, 1000.0, 10.0, "a whole number", Shown::Whole(" FPS")),
        Field::Number(
            |it| it.frame_cap as f32,
            |it, value| it.frame_cap = value as u32,
        ),
    ),
    item("low_flash", ItemKind::Switch, field!(Switch, low_flash)).on(Tab::Gameplay),
    point!(samples, { figure("1", "FXAA") => 1, figure("4", "MSAA 4 ×") => 4 }).advanced(),
    point!(smoothing, { shared("off") => false, shared("on") => true }).advanced(),
    point!(shadow_side, {
        figure("512", "512") => 512, figure("1024", "1024") => 1024,
        figure("2048", "2048") => 2048, figure("4096", "4096") => 4096
    })
    .advanced(),
    point!(shadow_maps, { figure("2", "2") => 2, figure("3", "3") => 3, figure("4", "4") => 4 })
        .advanced(),
    point!(soft_shadows, { shared("off") => false, shared("on") => true }).advanced(),
    point!(fine_contact_shade, { shared("off") => false, shared("on") => true }).advanced(),
    point!(reflections, { shared("off") => false, shared("on") => true }).advanced(),
    point!(bloom, { shared("off") => false, shared("on") => true }).advanced(),
    point!(particles, {
        figure("0.25", "25 %") => 0.25, figure("0.5", "50 %") => 0.5,
        figure("1", "100 %") => 1.0
    })
    .advanced(),
    point!(grain, { shared("off") => false, shared("on") => true }).advanced(),
    point!(lamp_view, {
        figure("40", "40 m") => 40.0, figure("80", "80 m") => 80.0,
        figure("120", "120 m") => 120.0, own("all") => f32::INFINITY
    })
    .advanced(),
    chosen!("exposure", |it| it.exposure, {
        "auto" => Exposure::Auto, "fixed" => Exposure::Fixed
    })
    .advanced(),
    chosen!("adapter", |it| it.adapter, {
        "usual" => AdapterKind::Usual, "discrete" => AdapterKind::Discrete,
        "integrated" => AdapterKind::Integrated, "software" => AdapterKind::Software
    })
    .advanced(),
];
