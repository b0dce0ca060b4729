//! The settings of the section Picture: the quality, its points, and what draws.

use super::{
    Field, Item, ItemKind, Section, Shown, chosen, field, figure, number, own, shared, shared_as,
};
use crate::settings::{AdapterKind, Exposure, QualityPreset};

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

pub(super) static ITEMS: &[Item] = &[
    chosen!("quality", |it| it.quality.preset, {
        "auto" => QualityPreset::Auto, "low" => QualityPreset::Low,
        "medium" => QualityPreset::Medium, "high" => QualityPreset::High,
        "ultra" => QualityPreset::Ultra
    }),
    item("vsync", ItemKind::Switch, field!(Switch, vsync)),
    item(
        "frame_cap",
        number(10.0, 1000.0, 10.0, "a whole number", Shown::Whole(" /s")),
        Field::Number(
            |it| it.frame_cap as f32,
            |it, value| it.frame_cap = value as u32,
        ),
    ),
    chosen!("exposure", |it| it.exposure, {
        "auto" => Exposure::Auto, "fixed" => Exposure::Fixed
    }),
    item(
        "exposure_stops",
        number(-10.0, 10.0, 0.5, "stops", Shown::Decimals(1, "")),
        field!(Number, exposure_stops),
    ),
    item("low_flash", ItemKind::Switch, field!(Switch, low_flash)),
    chosen!("adapter", |it| it.adapter, {
        "usual" => AdapterKind::Usual, "discrete" => AdapterKind::Discrete,
        "integrated" => AdapterKind::Integrated, "software" => AdapterKind::Software
    }),
    point!(render_scale, {
        figure("0.5", "50 %") => 0.5, figure("0.67", "67 %") => 0.67,
        figure("0.75", "75 %") => 0.75, figure("1", "100 %") => 1.0,
        figure("1.5", "150 %") => 1.5, figure("2", "200 %") => 2.0
    }),
    point!(samples, { shared_as("1", "off") => 1, figure("4", "4 ×") => 4 }),
    point!(shadow_side, {
        figure("512", "512") => 512, figure("1024", "1024") => 1024,
        figure("2048", "2048") => 2048, figure("4096", "4096") => 4096
    }),
    point!(shadow_maps, { figure("2", "2") => 2, figure("3", "3") => 3, figure("4", "4") => 4 }),
    point!(soft_shadows, { shared("off") => false, shared("on") => true }),
    point!(fine_contact_shade, { shared("off") => false, shared("on") => true }),
    point!(reflections, { shared("off") => false, shared("on") => true }),
    point!(grain, { shared("off") => false, shared("on") => true }),
    point!(bloom, { shared("off") => false, shared("on") => true }),
    point!(smoothing, { shared("off") => false, shared("on") => true }),
    point!(particles, {
        figure("0.25", "25 %") => 0.25, figure("0.5", "50 %") => 0.5,
        figure("1", "100 %") => 1.0
    }),
    point!(lamp_view, {
        figure("40", "40 m") => 40.0, figure("80", "80 m") => 80.0,
        figure("120", "120 m") => 120.0, own("all") => f32::INFINITY
    }),
];
