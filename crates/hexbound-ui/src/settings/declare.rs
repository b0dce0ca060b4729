//! The macro that generates structs, defaults and the table of settings from one declaration each.

/// Declares the sections of the settings: one struct each, with its section of the file after `in`. A setting
/// is a field with its type and default, then the form of its values (see [`form!`]), then calls of
/// [`super::Item`]'s methods.
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
        /// All settings of the player.
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

        /// All settings except keys and buttons, in the order of the file.
        pub(super) static TABLE: &[Item] = &[$($(
            form!(($section, $place, $key) $form($($input)*)) $(.$more($($detail)*))*,
        )+)+];
    };
}

/// Creates an entry of the table from the form of its values.
/// - `switch()` for a `bool`.
/// - `number(min, max, step, unit, shown)` for a number.
/// - `computed(number(…), get, set)` for a number that is stored in another form.
/// - `sound_device()` for a name.
/// - `one_of("name" "shown" => value, …)`, where a value without a shown text has a message.
/// - `detail(…)` for an `Option` in the same form, where `None` follows the preset.
/// - `on_or_off()` for an `Option<bool>`.
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
    (range $min:expr, $max:expr, $step:expr, $unit:expr, $shown:expr) => {
        ItemKind::Number(Number { min: $min, max: $max, step: $step, unit: $unit, shown: $shown })
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
