//! The table of all settings: the file, its comments, the screen of settings and the documentation
//! are made from it. Keys and buttons are not here; `input` names them.

use super::{Exposure, Sensitivity, Settings, quality_items};
use crate::{
    render::TargetColors,
    sim::{PoolPolicy, PropRays, PropStop},
};

/// A group of settings: a section of the file and a page of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Section {
    View,
    Mouse,
    Sound,
    Picture,
    Game,
    Assist,
    Pad,
}

impl Section {
    /// All sections, in the order of the file and of the screen.
    pub(crate) const ALL: [Section; 7] = [
        Section::View,
        Section::Mouse,
        Section::Sound,
        Section::Picture,
        Section::Game,
        Section::Assist,
        Section::Pad,
    ];

    /// The section's name in the file.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Section::View => "view",
            Section::Mouse => "mouse",
            Section::Sound => "sound",
            Section::Picture => "picture",
            Section::Game => "game",
            Section::Assist => "assist",
            Section::Pad => "pad",
        }
    }

    /// The section's title on the screen.
    pub(crate) fn label(self) -> &'static str {
        match self {
            Section::View => "View",
            Section::Mouse => "Mouse",
            Section::Sound => "Sound",
            Section::Picture => "Picture",
            Section::Game => "Rules",
            Section::Assist => "Help",
            Section::Pad => "Pad",
        }
    }

    /// The settings of the section, in their order.
    pub(crate) fn items(self) -> impl Iterator<Item = &'static Item> {
        ITEMS.iter().filter(move |item| item.section == self)
    }
}

/// One setting.
pub(crate) struct Item {
    pub section: Section,
    /// The setting's name in the file.
    pub key: &'static str,
    /// The setting's name on the screen.
    pub label: &'static str,
    /// One sentence for the player: the comment in the file and the explanation on the screen.
    pub about: &'static str,
    pub kind: Kind,
    pub(super) field: Field,
    /// Another setting that says the same in other words, and the test for which of the two the
    /// file holds.
    pub(super) instead: Option<Instead>,
}

/// The kinds of values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    Switch,
    Number(Number),
    Choice(&'static [Choice]),
    /// The name of a device for sound, or nothing for the system's own choice.
    SoundDevice,
}

/// A number and how it is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Number {
    pub least: f64,
    pub most: f64,
    /// The step of a press of an arrow key.
    pub step: f64,
    /// The unit in words, for the file; empty for a plain number.
    pub unit: &'static str,
    pub shown: Shown,
}

/// The ways in which the screen shows a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    /// As a whole number with this sign after it. The file holds no fraction either.
    Whole(&'static str),
    /// With so many decimals and this sign after them.
    Decimals(usize, &'static str),
    /// As hundredths: 0.5 is 50 %.
    Percent,
}

/// One of several values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    /// The value in the file.
    pub name: &'static str,
    /// The value on the screen.
    pub label: &'static str,
}

/// A value of a setting.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Switch(bool),
    Number(f64),
    /// The name of a [`Choice`].
    Choice(&'static str),
    Text(String),
}

/// The access to a setting's place in [`Settings`].
pub(super) enum Field {
    Switch(fn(&Settings) -> bool, fn(&mut Settings, bool)),
    Number(fn(&Settings) -> f32, fn(&mut Settings, f32)),
    Choice(
        fn(&Settings) -> &'static str,
        fn(&mut Settings, &'static str),
    ),
    Text(fn(&Settings) -> &str, fn(&mut Settings, String)),
}

/// A setting that says in other words what another one says.
#[derive(Clone, Copy)]
pub(super) struct Instead {
    /// The other's key.
    pub key: &'static str,
    /// Returns whether this one stands in the file rather than the other.
    pub is_kept: fn(&Settings) -> bool,
}

impl Settings {
    /// The value of a setting.
    pub(crate) fn get(&self, item: &Item) -> Value {
        match item.field {
            Field::Switch(get, _) => Value::Switch(get(self)),
            Field::Number(get, _) => Value::Number(decimal(get(self))),
            Field::Choice(get, _) => Value::Choice(get(self)),
            Field::Text(get, _) => Value::Text(get(self).to_owned()),
        }
    }

    /// Sets a setting, a number to the nearest within its range. A value of another kind changes
    /// nothing.
    pub(crate) fn set(&mut self, item: &Item, value: Value) {
        match (&item.field, value, item.kind) {
            (Field::Switch(_, set), Value::Switch(value), _) => set(self, value),
            (Field::Number(_, set), Value::Number(value), Kind::Number(number)) => {
                set(self, value.clamp(number.least, number.most) as f32);
            }
            (Field::Choice(_, set), Value::Choice(value), _) => set(self, value),
            (Field::Text(_, set), Value::Text(value), _) => set(self, value),
            _ => {}
        }
    }
}

impl Item {
    /// The setting that another one may stand for in the file, if there is such a one.
    pub(super) fn instead(&self) -> Option<Instead> {
        self.instead
    }

    /// Returns whether the file holds this setting, rather than one that says the same.
    pub(super) fn is_kept(&self, settings: &Settings) -> bool {
        self.instead.is_none_or(|it| (it.is_kept)(settings))
    }

    /// A value in words, for the screen.
    pub(crate) fn text(&self, value: &Value) -> String {
        match (value, self.kind) {
            (Value::Switch(true), _) => String::from("On"),
            (Value::Switch(false), _) => String::from("Off"),
            (Value::Number(value), Kind::Number(number)) => number.text(*value),
            (Value::Choice(name), Kind::Choice(choices)) => {
                let choice = choices.iter().find(|choice| choice.name == *name);
                choice.map_or(*name, |choice| choice.label).to_owned()
            }
            (Value::Text(text), _) if text.is_empty() => String::from("As the system says"),
            (Value::Text(text), _) => text.clone(),
            (value, _) => format!("{value:?}"),
        }
    }

    /// The values that the file may hold, in words.
    pub(crate) fn expected(&self) -> String {
        match self.kind {
            Kind::Switch => String::from("true or false"),
            Kind::Number(number) => number.expected(),
            Kind::Choice(choices) => {
                let names: Vec<String> =
                    choices.iter().map(|it| format!("{:?}", it.name)).collect();
                names.join(" or ")
            }
            Kind::SoundDevice => String::from("a name in quotes"),
        }
    }
}

impl Number {
    /// Returns whether fractions make no sense.
    pub(crate) fn is_whole(self) -> bool {
        matches!(self.shown, Shown::Whole(_))
    }

    fn text(self, value: f64) -> String {
        match self.shown {
            Shown::Whole(sign) => format!("{value:.0}{sign}"),
            Shown::Decimals(decimals, sign) => format!("{value:.decimals$}{sign}"),
            Shown::Percent => format!("{:.0} %", value * 100.0),
        }
    }

    fn expected(self) -> String {
        let kind = match (self.unit, self.is_whole()) {
            ("", true) => "a whole number",
            ("", false) => "a number",
            (unit, _) => unit,
        };
        format!("{kind} from {} to {}", self.least, self.most)
    }
}

/// The double that is written with the same digits as a single.
fn decimal(value: f32) -> f64 {
    value.to_string().parse().unwrap_or(f64::from(value))
}

/// The field of a setting that is kept as it is.
macro_rules! field {
    ($kind:ident, $name:ident) => {
        Field::$kind(|it| it.$name, |it, value| it.$name = value)
    };
}

const fn number(least: f64, most: f64, step: f64, unit: &'static str, shown: Shown) -> Kind {
    Kind::Number(Number {
        least,
        most,
        step,
        unit,
        shown,
    })
}

pub(super) const fn choice(name: &'static str, label: &'static str) -> Choice {
    Choice { name, label }
}

/// Every setting, in the order of the file and of the screen.
pub(crate) static ITEMS: &[Item] = &[
    Item {
        section: Section::View,
        key: "field_of_view",
        label: "Field of view",
        about: "The angle that a picture of 16:9 shows from its left to its right edge; wider \
                windows show more, and the mouse turns the view as fast as before.",
        kind: number(60.0, 120.0, 1.0, "degrees", Shown::Whole("°")),
        field: field!(Number, field_of_view),
        instead: None,
    },
    Item {
        section: Section::View,
        key: "head_bob",
        label: "Steps move the view",
        about: "The view rises and sinks a little with the steps; it unsettles some people.",
        kind: Kind::Switch,
        field: field!(Switch, head_bob),
        instead: None,
    },
    Item {
        section: Section::View,
        key: "hud_scale",
        label: "Size of words and signs",
        about: "The size of everything that is written on the picture.",
        kind: number(0.5, 2.0, 0.1, "", Shown::Percent),
        field: field!(Number, hud_scale),
        instead: None,
    },
    Item {
        section: Section::View,
        key: "target_colors",
        label: "Colors of targets",
        about: "Targets glow as the level says, or orange until they are lit and blue from then on, \
                which every kind of color vision tells apart.",
        kind: Kind::Choice(&[
            choice("own", "As the level says"),
            choice("orange_blue", "Orange and blue"),
        ]),
        field: Field::Choice(
            |it| match it.target_colors {
                TargetColors::Own => "own",
                TargetColors::OrangeAndBlue => "orange_blue",
            },
            |it, name| {
                it.target_colors = match name {
                    "orange_blue" => TargetColors::OrangeAndBlue,
                    _ => TargetColors::Own,
                }
            },
        ),
        instead: None,
    },
    Item {
        section: Section::Mouse,
        key: "sensitivity",
        label: "Sensitivity",
        about: "The angle by which the view turns for one count of the mouse; cm_per_turn = 30 in \
                its place gives the distance of a full turn instead.",
        kind: number(
            0.0001,
            0.05,
            0.0001,
            "radians a count",
            Shown::Decimals(4, " rad"),
        ),
        field: Field::Number(Settings::radians_per_count, |it, value| {
            it.sensitivity = Sensitivity::PerCount(value);
        }),
        instead: Some(Instead {
            key: "cm_per_turn",
            is_kept: |it| matches!(it.sensitivity, Sensitivity::PerCount(_)),
        }),
    },
    Item {
        section: Section::Mouse,
        key: "cm_per_turn",
        label: "Distance of a full turn",
        about: "How far the mouse moves for a full turn of the view, by its resolution below; it \
                stands in the place of sensitivity.",
        kind: number(1.0, 200.0, 0.5, "centimeters", Shown::Decimals(1, " cm")),
        field: Field::Number(Settings::cm_per_turn, |it, value| {
            it.sensitivity = Sensitivity::PerTurn(value);
        }),
        instead: Some(Instead {
            key: "sensitivity",
            is_kept: |it| matches!(it.sensitivity, Sensitivity::PerTurn(_)),
        }),
    },
    Item {
        section: Section::Mouse,
        key: "dpi",
        label: "Resolution of the mouse",
        about: "The counts that your mouse reports for an inch, as its maker says; only \
                cm_per_turn needs it.",
        kind: number(
            100.0,
            32_000.0,
            50.0,
            "counts an inch",
            Shown::Whole(" dpi"),
        ),
        field: field!(Number, dpi),
        instead: None,
    },
    Item {
        section: Section::Mouse,
        key: "invert",
        label: "Invert up and down",
        about: "Moving the mouse up looks down.",
        kind: Kind::Switch,
        field: field!(Switch, invert_y),
        instead: None,
    },
    Item {
        section: Section::Sound,
        key: "master",
        label: "Volume",
        about: "The volume of everything.",
        kind: number(0.0, 1.0, 0.05, "", Shown::Percent),
        field: Field::Number(
            |it| it.volumes.master,
            |it, value| it.volumes.master = value,
        ),
        instead: None,
    },
    Item {
        section: Section::Sound,
        key: "effects",
        label: "What happens",
        about: "The volume of balls, blasts, things and walkers.",
        kind: number(0.0, 1.0, 0.05, "", Shown::Percent),
        field: Field::Number(
            |it| it.volumes.effects,
            |it, value| it.volumes.effects = value,
        ),
        instead: None,
    },
    Item {
        section: Section::Sound,
        key: "steps",
        label: "Steps",
        about: "The volume of steps, jumps and landings.",
        kind: number(0.0, 1.0, 0.05, "", Shown::Percent),
        field: Field::Number(|it| it.volumes.steps, |it, value| it.volumes.steps = value),
        instead: None,
    },
    Item {
        section: Section::Sound,
        key: "ambience",
        label: "Places",
        about: "The volume of wind, rooms and the sounds of places.",
        kind: number(0.0, 1.0, 0.05, "", Shown::Percent),
        field: Field::Number(
            |it| it.volumes.ambience,
            |it, value| it.volumes.ambience = value,
        ),
        instead: None,
    },
    Item {
        section: Section::Sound,
        key: "interface",
        label: "Menus",
        about: "The volume of the sounds of menus.",
        kind: number(0.0, 1.0, 0.05, "", Shown::Percent),
        field: Field::Number(
            |it| it.volumes.interface,
            |it, value| it.volumes.interface = value,
        ),
        instead: None,
    },
    Item {
        section: Section::Sound,
        key: "music",
        label: "Music",
        about: "The volume of the music.",
        kind: number(0.0, 1.0, 0.05, "", Shown::Percent),
        field: Field::Number(|it| it.volumes.music, |it, value| it.volumes.music = value),
        instead: None,
    },
    Item {
        section: Section::Sound,
        key: "output",
        label: "Plays through",
        about: "The device that plays; where it is not there, and where nothing is named, the system's \
                own choice does.",
        kind: Kind::SoundDevice,
        field: Field::Text(|it| &it.output, |it, value| it.output = value),
        instead: None,
    },
    quality_items::PRESET,
    Item {
        section: Section::Picture,
        key: "vsync",
        label: "Wait for the screen",
        about: "Pictures wait for the screen, so that none is torn; without it they come a little sooner.",
        kind: Kind::Switch,
        field: field!(Switch, vsync),
        instead: None,
    },
    Item {
        section: Section::Picture,
        key: "frame_cap",
        label: "Frames a second",
        about: "The most pictures that are drawn in a second.",
        kind: number(10.0, 1000.0, 10.0, "a whole number", Shown::Whole(" /s")),
        field: Field::Number(
            |it| it.frame_cap as f32,
            |it, value| it.frame_cap = value as u32,
        ),
        instead: None,
    },
    Item {
        section: Section::Picture,
        key: "exposure",
        label: "Exposure",
        about: "The picture adapts to dark and bright places as an eye does, or it stays as \
                exposure_stops says.",
        kind: Kind::Choice(&[choice("auto", "Adapts"), choice("fixed", "Fixed")]),
        field: Field::Choice(
            |it| match it.exposure {
                Exposure::Auto => "auto",
                Exposure::Fixed => "fixed",
            },
            |it, name| {
                it.exposure = match name {
                    "fixed" => Exposure::Fixed,
                    _ => Exposure::Auto,
                }
            },
        ),
        instead: None,
    },
    Item {
        section: Section::Picture,
        key: "exposure_stops",
        label: "Fixed exposure",
        about: "The exposure above what suits a sunlit place, where it is fixed; each stop doubles \
                the light.",
        kind: number(-10.0, 10.0, 0.5, "stops", Shown::Decimals(1, "")),
        field: field!(Number, exposure_stops),
        instead: None,
    },
    Item {
        section: Section::Picture,
        key: "low_flash",
        label: "Fewer flashes",
        about: "Explosions throw no light and shine less.",
        kind: Kind::Switch,
        field: field!(Switch, low_flash),
        instead: None,
    },
    quality_items::ADAPTER,
    quality_items::RENDER_SCALE,
    quality_items::SAMPLES,
    quality_items::SHADOW_SIDE,
    quality_items::SHADOW_MAPS,
    quality_items::SOFT_SHADOWS,
    quality_items::FINE_CONTACT_SHADE,
    quality_items::REFLECTIONS,
    quality_items::BLOOM,
    quality_items::SMOOTHING,
    quality_items::PARTICLES,
    quality_items::LAMP_VIEW,
    Item {
        section: Section::Game,
        key: "coyote_time",
        label: "Late jumps",
        about: "The time after walking off an edge for which a jump is still granted; it holds \
                from the next start of a level on.",
        kind: number(0.0, 1.0, 0.01, "seconds", Shown::Decimals(2, " s")),
        field: field!(Number, coyote_time),
        instead: None,
    },
    Item {
        section: Section::Game,
        key: "jump_buffer",
        label: "Early jumps",
        about: "The time before a landing for which a press of the jump key is kept for it; it \
                holds from the next start of a level on.",
        kind: number(0.0, 1.0, 0.01, "seconds", Shown::Decimals(2, " s")),
        field: field!(Number, jump_buffer),
        instead: None,
    },
    Item {
        section: Section::Game,
        key: "explosion_pool",
        label: "Explosion number 21",
        about: "Where twenty explosions are seen already, a new one is dropped, or the oldest gives \
                way; it holds from the next start of a level on.",
        kind: Kind::Choice(&[
            choice("drop", "Dropped"),
            choice("reuse", "The oldest goes"),
        ]),
        field: Field::Choice(
            |it| match it.explosion_pool {
                PoolPolicy::Drop => "drop",
                PoolPolicy::Reuse => "reuse",
            },
            |it, name| {
                it.explosion_pool = match name {
                    "reuse" => PoolPolicy::Reuse,
                    _ => PoolPolicy::Drop,
                }
            },
        ),
        instead: None,
    },
    Item {
        section: Section::Game,
        key: "prop_stop",
        label: "Pushed things stop",
        about: "A pushed thing stops where its whole shape touches something, or by rays alone, \
                between which it runs through thin things; it holds from the next start of a level \
                on.",
        kind: Kind::Choice(&[choice("swept", "By their shape"), choice("rays", "By rays")]),
        field: Field::Choice(
            |it| match it.prop_stop {
                PropStop::Swept => "swept",
                PropStop::Rays => "rays",
            },
            |it, name| {
                it.prop_stop = match name {
                    "rays" => PropStop::Rays,
                    _ => PropStop::Swept,
                }
            },
        ),
        instead: None,
    },
    Item {
        section: Section::Game,
        key: "prop_rays",
        label: "Rays of pushed things",
        about: "The rays that look ahead of a pushed thing begin all over its front, or at its \
                corners; it holds from the next start of a level on.",
        kind: Kind::Choice(&[choice("fan", "All over"), choice("vertices", "At corners")]),
        field: Field::Choice(
            |it| match it.prop_rays {
                PropRays::Fan => "fan",
                PropRays::Vertices => "vertices",
            },
            |it, name| {
                it.prop_rays = match name {
                    "vertices" => PropRays::Vertices,
                    _ => PropRays::Fan,
                }
            },
        ),
        instead: None,
    },
    Item {
        section: Section::Assist,
        key: "aim_line",
        label: "Way of the next throw",
        about: "A dotted line shows where the next ball would fly; a run with it counts as \
                assisted.",
        kind: Kind::Switch,
        field: field!(Switch, aim_line),
        instead: None,
    },
    Item {
        section: Section::Assist,
        key: "endless_balls",
        label: "Endless balls",
        about: "The hand is never empty; a run with it counts as assisted, from the next start of \
                a level on.",
        kind: Kind::Switch,
        field: field!(Switch, endless_balls),
        instead: None,
    },
    Item {
        section: Section::Assist,
        key: "pace",
        label: "Pace of time",
        about: "How fast time passes in play; a run that was slower than 1 counts as assisted.",
        kind: number(0.25, 1.0, 0.05, "", Shown::Percent),
        field: Field::Number(|it| it.pace as f32, |it, value| it.pace = f64::from(value)),
        instead: None,
    },
    Item {
        section: Section::Pad,
        key: "look_speed",
        label: "Turn of the view",
        about: "The turn of the view with the stick at its end.",
        kind: number(30.0, 720.0, 10.0, "degrees a second", Shown::Whole("°/s")),
        field: Field::Number(
            |it| it.sticks.look_speed.to_degrees().round(),
            |it, value| it.sticks.look_speed = value.to_radians(),
        ),
        instead: None,
    },
    Item {
        section: Section::Pad,
        key: "curve",
        label: "Fineness near the rest",
        about: "How the sticks answer: 1 is even, and more is finer near the rest.",
        kind: number(1.0, 3.0, 0.1, "", Shown::Decimals(1, "")),
        field: Field::Number(|it| it.sticks.curve, |it, value| it.sticks.curve = value),
        instead: None,
    },
    Item {
        section: Section::Pad,
        key: "dead_zone",
        label: "Dead zone",
        about: "The part of the way of a stick about its rest that does nothing; a worn stick needs more.",
        kind: number(0.0, 0.6, 0.05, "", Shown::Percent),
        field: Field::Number(
            |it| it.sticks.dead_zone,
            |it, value| it.sticks.dead_zone = value,
        ),
        instead: None,
    },
    Item {
        section: Section::Pad,
        key: "invert",
        label: "Invert up and down",
        about: "Pushing the stick up looks down.",
        kind: Kind::Switch,
        field: Field::Switch(|it| it.sticks.invert, |it, value| it.sticks.invert = value),
        instead: None,
    },
    Item {
        section: Section::Pad,
        key: "swap_sticks",
        label: "Swap the sticks",
        about: "The left stick looks and the right one walks.",
        kind: Kind::Switch,
        field: Field::Switch(|it| it.sticks.swap, |it, value| it.sticks.swap = value),
        instead: None,
    },
    Item {
        section: Section::Pad,
        key: "rumble",
        label: "Shaking",
        about: "How much the pad shakes with landings and blasts, if it can.",
        kind: number(0.0, 1.0, 0.1, "", Shown::Percent),
        field: field!(Number, rumble),
        instead: None,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_is_described_and_named_once() {
        for (index, item) in ITEMS.iter().enumerate() {
            let key = item.key;
            let same = |other: &Item| other.section == item.section && other.key == key;
            assert!(!ITEMS[..index].iter().any(same), "{key} is there twice");
            assert!(item.about.ends_with('.') && item.about.len() > 20, "{key}");
            assert!(!item.label.is_empty(), "{key}");
            let usual = Settings::default().get(item);
            assert!(!item.text(&usual).is_empty(), "{key}");
            match (item.kind, usual) {
                (Kind::Switch, Value::Switch(_)) | (Kind::SoundDevice, Value::Text(_)) => {}
                (Kind::Number(number), Value::Number(usual)) => {
                    assert!((number.least..=number.most).contains(&usual), "{key}");
                    assert!(number.step > 0.0, "{key}");
                }
                (Kind::Choice(choices), Value::Choice(usual)) => {
                    assert!(choices.iter().any(|it| it.name == usual), "{key}");
                }
                (kind, usual) => panic!("{key} is {usual:?}, but {kind:?}"),
            }
        }
        let in_order: Vec<_> = Section::ALL.into_iter().flat_map(Section::items).collect();
        assert_eq!(in_order.len(), ITEMS.len());
    }

    #[test]
    fn a_number_is_brought_within_its_range_and_keeps_its_digits() {
        let mut settings = Settings::default();
        let find = |key| ITEMS.iter().find(|item| item.key == key).unwrap();
        settings.set(find("master"), Value::Number(3.0));
        assert_eq!(settings.get(find("master")), Value::Number(1.0));
        settings.set(find("master"), Value::Number(0.1));
        assert_eq!(settings.get(find("master")), Value::Number(0.1));
        settings.set(find("master"), Value::Switch(true));
        assert_eq!(settings.volumes.master, 0.1);
        assert_eq!(find("master").text(&Value::Number(0.1)), "10 %");
    }

    #[test]
    fn the_two_ways_to_say_how_fast_the_mouse_turns_agree() {
        let find = |key| ITEMS.iter().find(|item| item.key == key).unwrap();
        let (count, turn, dpi) = (find("sensitivity"), find("cm_per_turn"), find("dpi"));
        let mut settings = Settings::default();
        settings.set(dpi, Value::Number(1600.0));
        settings.set(turn, Value::Number(40.0));
        // 40 cm are 15.75 inches, which are 25197 counts.
        let expected = std::f32::consts::TAU / (40.0 / 2.54 * 1600.0);
        assert!((settings.radians_per_count() - expected).abs() < 1e-9);
        // The distance stays when another mouse is used.
        settings.set(dpi, Value::Number(800.0));
        assert_eq!(settings.get(turn), Value::Number(40.0));
        assert!((settings.radians_per_count() - 2.0 * expected).abs() < 1e-9);
        settings.set(count, Value::Number(0.0022));
        assert_eq!(settings.radians_per_count(), 0.0022);
        let Value::Number(centimeters) = settings.get(turn) else {
            panic!("a number");
        };
        assert!((centimeters - 9.07).abs() < 0.01, "{centimeters}");
        assert!(count.is_kept(&settings) && !turn.is_kept(&settings));
    }
}
