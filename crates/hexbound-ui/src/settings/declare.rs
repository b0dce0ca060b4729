//! The macro that makes structs, defaults and the table of settings of one declaration for each.

/// Declares the sections of the settings: a struct each, named after `in` by its section of the file.
/// A setting is a field with its type and default, then the form of its values as [`form!`] knows
/// them, then calls of [`super::Item`]'s methods.
macro_rules! sections {
    ($(
        $(#[$about:meta])*
        $place:ident: $name:ident in $section:ident {
            $(
                $(#[$doc:meta])*
                $key:ident: $type:ty = $usual:expr,
                $form:ident($($input:tt)*) $(.$more:ident($($detail:tt)*))*;
            )+
        }
    )+) => {
        /// Everything that the player can set.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Settings {
            $($(#[$about])* pub $place: $name,)+
            /// The bindings of keys and buttons.
            pub bindings: Bindings,
        }

        $(
            $(#[$about])*
            #[derive(Clone, Debug, PartialEq)]
            pub struct $name {
                $($(#[$doc])* pub $key: $type,)+
            }

            impl Default for $name {
                fn default() -> Self {
                    Self { $($key: $usual,)+ }
                }
            }
        )+

        /// Every setting but keys and buttons, in the order of the file.
        pub(super) static TABLE: &[Item] = &[$($(
            form!(($section, $place, $key) $form($($input)*)) $(.$more($($detail)*))*,
        )+)+];
    };
}

/// One entry of the table, by the form of its values:
/// - `switch()` of a `bool`;
/// - `number(least, most, step, unit, shown)` of a number;
/// - `computed(number(…), get, set)` of a number that is not kept as it is;
/// - `sound_device()` of a name;
/// - `one_of("name" "shown" => value, …)`, where what is not said to be shown has words;
/// - `detail(…)` of an `Option` in the same way, where `None` is as the preset has it;
/// - `on_or_off()` of an `Option<bool>`.
macro_rules! form {
    (($section:ident, $place:ident, $key:ident) switch()) => {
        Item::new(Section::$section, stringify!($key), ItemKind::Switch, Access::Field(
            |it| Value::Switch(it.$place.$key),
            |it, value| if let Value::Switch(value) = value { it.$place.$key = value },
        ))
    };
    (($section:ident, $place:ident, $key:ident) number($($range:expr),+)) => {
        Item::new(Section::$section, stringify!($key), form!(range $($range),+), Access::Field(
            |it| Value::Number(decimal(it.$place.$key)),
            |it, value| if let Value::Number(value) = value { it.$place.$key = value as _ },
        ))
    };
    (($section:ident, $place:ident, $key:ident)
        computed(number($($range:expr),+), $get:path, $set:path)) => {
        Item::new(Section::$section, stringify!($key), form!(range $($range),+), Access::Field(
            |it| Value::Number(decimal($get(it))),
            |it, value| if let Value::Number(value) = value { $set(it, value as f32) },
        ))
    };
    (range $least:expr, $most:expr, $step:expr, $unit:expr, $shown:expr) => {
        ItemKind::Number(Number { least: $least, most: $most, step: $step, unit: $unit, shown: $shown })
    };
    (($section:ident, $place:ident, $key:ident) sound_device()) => {
        Item::new(Section::$section, stringify!($key), ItemKind::SoundDevice, Access::Field(
            |it| Value::Text(it.$place.$key.clone()),
            |it, value| if let Value::Text(value) = value { it.$place.$key = value },
        ))
    };
    (($section:ident, $place:ident, $key:ident)
        one_of($($name:literal $($shown:literal)? => $value:expr),+ $(,)?)) => {
        Item::new(Section::$section, stringify!($key), ItemKind::Choice(&[
            $(Choice { name: $name, shown: concat!($($shown)?) }),+
        ]), Access::Field(
            |it| {
                let names = [$(($name, $value)),+];
                let name = names.iter().find(|(_, value)| *value == it.$place.$key);
                Value::Text(name.unwrap_or(&names[0]).0.to_owned())
            },
            |it, value| match value {
                $(Value::Text(name) if name == $name => it.$place.$key = $value,)+
                _ => {}
            },
        ))
    };
    ($at:tt detail($($name:literal $($shown:literal)? => $value:expr),+ $(,)?)) => {
        form!($at one_of("preset" => None, $($name $($shown)? => Some($value)),+))
    };
    ($at:tt on_or_off()) => {
        form!($at detail("off" => false, "on" => true))
    };
}

pub(super) use {form, sections};
