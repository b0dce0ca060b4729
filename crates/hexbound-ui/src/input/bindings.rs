//! The bindings of keys and buttons: the defaults and the player's changes.

use winit::keyboard::KeyCode;

use super::{
    Action, Bindable, Device, Effect, KeyLabels, PadButton, Source,
    actions::{ActionGroup, BINDABLES},
};
use hexbound_base::words::Phrase;

/// The largest number of bindings of one action on a device.
pub const BINDING_SLOTS: usize = 2;

/// The bindings of one action on one device.
pub type Slots = [Option<Source>; BINDING_SLOTS];

/// The bindings of all actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bindings {
    /// The bindings of each entry of [`BINDABLES`]: keyboard and mouse first, then the pad.
    slots: Vec<[Slots; 2]>,
}

/// A key or button with several effects.
#[derive(Debug)]
pub struct Conflict {
    pub source: Source,
    pub actions: Vec<&'static Bindable>,
}

impl Default for Bindings {
    fn default() -> Self {
        let usual = |item| [Device::Keys, Device::Pad].map(|device| usual(item, device));
        Self {
            slots: BINDABLES.iter().map(usual).collect(),
        }
    }
}

impl Bindings {
    /// The bindings of an action on one device.
    pub fn of(&self, item: &Bindable, device: Device) -> Slots {
        index(item).map_or_else(Slots::default, |index| self.slots[index][device as usize])
    }

    /// The effects of a key or button. Escape and a pad's Start always open the menu, whatever else they are
    /// bound to, so that no bindings lock the player in.
    pub fn effects(&self, source: Source) -> impl Iterator<Item = Effect> {
        let device = source.device() as usize;
        let bound = (BINDABLES.iter().zip(&self.slots))
            .filter(move |(_, slots)| slots[device].contains(&Some(source)))
            .map(|(item, _)| item.effect);
        let menu = Effect::Act(Action::Escape);
        let is_escape =
            [Source::Key(KeyCode::Escape), Source::Pad(PadButton::Start)].contains(&source);
        let is_bound = move |effect: &Effect| !(is_escape && *effect == menu);
        bound.filter(is_bound).chain(is_escape.then_some(menu))
    }

    /// Binds a key or button to an action in the slot `slot`; `None` empties the slot. A source that the
    /// action already has changes its slot.
    pub fn rebind(&mut self, item: &Bindable, device: Device, slot: usize, source: Option<Source>) {
        let Some(slots) = self.slots_mut(item, device) else {
            return;
        };
        if source.is_some_and(|source| source.device() != device) || slot >= BINDING_SLOTS {
            return;
        }
        for other in slots.iter_mut().filter(|other| **other == source) {
            *other = None;
        }
        slots[slot] = source;
    }

    /// Replaces the bindings of an action on a device by `slots`.
    pub fn bind(&mut self, item: &Bindable, device: Device, slots: Slots) {
        (0..BINDING_SLOTS).for_each(|slot| self.rebind(item, device, slot, None));
        for (slot, source) in slots.into_iter().enumerate() {
            if source.is_some() {
                self.rebind(item, device, slot, source);
            }
        }
    }

    /// Restores the default bindings of an action on a device.
    pub fn reset(&mut self, item: &Bindable, device: Device) {
        if let Some(slots) = self.slots_mut(item, device) {
            *slots = usual(item, device);
        }
    }

    fn slots_mut(&mut self, item: &Bindable, device: Device) -> Option<&mut Slots> {
        Some(&mut self.slots[index(item)?][device as usize])
    }

    /// The keys and buttons with several effects, in the order of the actions.
    pub fn conflicts(&self) -> Vec<Conflict> {
        let mut conflicts: Vec<Conflict> = Vec::new();
        for (item, slots) in BINDABLES.iter().zip(&self.slots) {
            for source in slots.iter().flatten().flatten() {
                match conflicts.iter_mut().find(|it| it.source == *source) {
                    Some(known) => known.actions.push(item),
                    None => conflicts.push(Conflict {
                        source: *source,
                        actions: vec![item],
                    }),
                }
            }
        }
        conflicts.retain(|it| it.actions.len() > 1);
        conflicts
    }

    /// The bindings of an action in words: "W", or "Space, Right button".
    pub fn label(&self, item: &Bindable, device: Device, labels: &KeyLabels) -> Phrase {
        let sources = self.of(item, device).into_iter().flatten();
        Phrase::List(sources.map(|source| labels.of(source)).collect())
    }

    /// The bindings of an action in words for the user of a device; those of the keyboard and mouse if the
    /// pad has none.
    pub fn label_for(&self, item: &Bindable, device: Device, labels: &KeyLabels) -> Phrase {
        let has_own = self.of(item, device).iter().any(Option::is_some);
        let device = if has_own { device } else { Device::Keys };
        self.label(item, device, labels)
    }
}

impl Bindable {
    /// The actions of a group.
    pub(crate) fn of_group(group: ActionGroup) -> impl Iterator<Item = &'static Bindable> {
        BINDABLES.iter().filter(move |item| item.group == group)
    }

    /// The entry of the table that has an effect.
    pub fn with(effect: Effect) -> Option<&'static Bindable> {
        BINDABLES.iter().find(|item| item.effect == effect)
    }
}

/// The default bindings of an action on a device.
fn usual(item: &Bindable, device: Device) -> Slots {
    std::array::from_fn(|slot| match device {
        Device::Keys => item.keys.get(slot).copied(),
        Device::Pad => item.pad.get(slot).copied().map(Source::Pad),
    })
}

fn index(item: &Bindable) -> Option<usize> {
    BINDABLES.iter().position(|other| other.name == item.name)
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator;
    use winit::event::MouseButton;

    use super::*;
    use hexbound_base::words::Words;
    use hexbound_sim::Buttons;

    const JUMP: Effect = Effect::Hold(Buttons::JUMP);

    fn item(name: &str) -> &'static Bindable {
        BINDABLES.iter().find(|item| item.name == name).unwrap()
    }

    fn effects(bindings: &Bindings, key: KeyCode) -> Vec<Effect> {
        bindings.effects(Source::Key(key)).collect()
    }

    #[test]
    fn everything_has_a_name_of_its_own_and_a_key_of_its_own() {
        let bindings = Bindings::default();
        for (index, item) in BINDABLES.iter().enumerate() {
            let name = item.name;
            let is_new = BINDABLES[..index].iter().all(|other| other.name != name);
            assert!(is_new, "{name}");
            assert!(!item.keys.is_empty(), "{name}");
            assert!(item.keys.len() <= BINDING_SLOTS, "{name}");
            assert!(item.pad.len() <= BINDING_SLOTS, "{name}");
            assert_eq!(Bindable::with(item.effect).unwrap().name, name);
        }
        let conflicts = bindings.conflicts();
        assert!(conflicts.is_empty(), "{conflicts:?}");
        let grouped = ActionGroup::iter().flat_map(Bindable::of_group);
        assert_eq!(grouped.count(), BINDABLES.len());
        let held = BINDABLES.iter().filter_map(|item| match item.effect {
            Effect::Hold(button) => Some(button.0),
            _ => None,
        });
        // All bits up to the last one.
        let all = (Buttons::STOP_PROPS.0 << 1) - 1;
        assert_eq!(held.fold(0, |all, one| all | one), all);
    }

    #[test]
    fn a_key_changes_what_it_does_and_goes_back() {
        let mut bindings = Bindings::default();
        let jump = item("jump");
        assert_eq!(effects(&bindings, KeyCode::Space), [JUMP]);
        bindings.rebind(jump, Device::Keys, 0, Some(Source::Key(KeyCode::KeyQ)));
        assert_eq!(effects(&bindings, KeyCode::Space), []);
        assert_eq!(effects(&bindings, KeyCode::KeyQ), [JUMP]);
        let right = Source::Mouse(MouseButton::Right);
        assert_eq!(bindings.effects(right).collect::<Vec<_>>(), [JUMP]);
        // Binding the second key to the first slot keeps it once.
        bindings.rebind(jump, Device::Keys, 0, Some(right));
        assert_eq!(bindings.of(jump, Device::Keys), [Some(right), None]);
        bindings.rebind(jump, Device::Keys, 0, None);
        assert_eq!(bindings.of(jump, Device::Keys), [None, None]);
        let south = Source::Pad(PadButton::South);
        bindings.rebind(jump, Device::Keys, 0, Some(south));
        assert_eq!(bindings.of(jump, Device::Keys), [None, None], "no key");
        bindings.reset(jump, Device::Keys);
        assert_eq!(bindings, Bindings::default());
    }

    #[test]
    fn escape_and_start_open_the_menu_whatever_they_are_bound_to() {
        let mut bindings = Bindings::default();
        let menu = Effect::Act(Action::Escape);
        assert_eq!(effects(&bindings, KeyCode::Escape), [menu]);
        let other = Source::Key(KeyCode::KeyM);
        bindings.rebind(item("menu"), Device::Keys, 0, Some(other));
        assert_eq!(effects(&bindings, KeyCode::Escape), [menu]);
        assert_eq!(effects(&bindings, KeyCode::KeyM), [menu]);
        let escape = Source::Key(KeyCode::Escape);
        bindings.rebind(item("jump"), Device::Keys, 0, Some(escape));
        assert_eq!(effects(&bindings, KeyCode::Escape), [JUMP, menu]);
        let start = Source::Pad(PadButton::Start);
        bindings.rebind(item("menu"), Device::Pad, 0, None);
        bindings.rebind(item("jump"), Device::Pad, 1, Some(start));
        assert_eq!(bindings.effects(start).collect::<Vec<_>>(), [JUMP, menu]);
    }

    #[test]
    fn the_keys_of_an_action_in_words() {
        let labels = KeyLabels::default();
        let bindings = Bindings::default();
        let said =
            |name, device| Words::english().say(&bindings.label(item(name), device, &labels));
        assert_eq!(said("jump", Device::Keys), "Space, Right button");
        assert_eq!(said("keys", Device::Pad), "");
        let of_pad = |name| bindings.label_for(item(name), Device::Pad, &labels);
        let said = ["jump", "keys"].map(|name| Words::english().say(&of_pad(name)));
        assert_eq!(said, ["A / Cross", "F1"]);
    }
}
