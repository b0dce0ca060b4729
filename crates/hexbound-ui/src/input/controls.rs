//! Collects the events between ticks into one command per tick.

use super::{Bindings, Effect, Source};
use hexbound_sim::{Buttons, Command, Methods, PointerDirection};

/// The largest motion that counts, mouse counts. Virtual machines and remote desktops report absolute
/// positions as larger motions.
const MAX_MOTION: f64 = 4000.0;

/// The held keys and buttons, and the mouse motion since the last tick.
#[derive(Clone, Debug, Default)]
pub struct Controls {
    /// The turn of the view per mouse count, radians.
    pub sensitivity: f32,
    /// True if moving the mouse up looks down.
    pub invert_y: bool,
    bindings: Bindings,
    held: Vec<Source>,
    /// The buttons pressed since the last tick, even if released again.
    pressed: Buttons,
    /// The buttons released since the last tick, even if pressed again.
    released: Buttons,
    /// The buttons of the last command.
    last: Buttons,
    /// The walking buttons that a stick holds down.
    stick: Buttons,
    /// The mouse motion since the last tick, in counts, positive to the right and down.
    motion: (f64, f64),
    /// The turn to the left and up by a stick since the last tick, radians.
    looked: (f32, f32),
    /// The direction that the pointer picked since the last tick.
    pointed: Option<PointerDirection>,
    looking: bool,
    drop_next_motion: bool,
}

impl Controls {
    /// Controls with the default bindings and nothing held. The mouse is ignored until the pointer is
    /// captured. `sensitivity` is in radians per count.
    pub fn new(sensitivity: f32, invert_y: bool) -> Self {
        Self {
            sensitivity,
            invert_y,
            ..Self::default()
        }
    }

    /// The bindings of keys and buttons.
    pub fn bindings(&self) -> &Bindings {
        &self.bindings
    }

    /// Changes the bindings. All held keys are released, since their releases would be ambiguous.
    pub fn set_bindings(&mut self, bindings: &Bindings) {
        if self.bindings != *bindings {
            self.bindings = bindings.clone();
            self.release_all();
        }
    }

    /// Records the press or release of a key or button. Repeats have no effect.
    pub fn set_held(&mut self, source: Source, down: bool) {
        let known = self.held.iter().position(|held| *held == source);
        let buttons = self.buttons_of(source);
        match (down, known) {
            (true, None) => {
                self.held.push(source);
                self.pressed = Buttons(self.pressed.0 | buttons.0);
            }
            (false, Some(index)) => {
                self.held.swap_remove(index);
                self.released = Buttons(self.released.0 | buttons.0);
            }
            _ => {}
        }
    }

    /// Returns whether time is rewinding.
    pub fn is_rewinding(&self) -> bool {
        self.has_effect(Effect::Rewind)
    }

    /// Returns whether the pointer is free for picking.
    pub fn is_pointing(&self) -> bool {
        self.has_effect(Effect::Point)
    }

    /// Makes the next tick pick in a direction.
    pub fn pick(&mut self, pointed: PointerDirection) {
        self.pointed = Some(pointed);
    }

    /// Records raw motion in counts; ignored while the pointer is free.
    pub fn mouse_motion(&mut self, right: f64, down: f64) {
        let sane = right.abs() <= MAX_MOTION && down.abs() <= MAX_MOTION;
        if !self.looking || !sane {
            return;
        }
        // The first motion after a capture contains the move of the pointer to its place.
        if std::mem::take(&mut self.drop_next_motion) {
            return;
        }
        self.motion.0 += right;
        self.motion.1 += down;
    }

    /// Sets the walking buttons that a stick holds down.
    pub fn walk(&mut self, buttons: Buttons) {
        self.stick = buttons;
    }

    /// Turns the view to the left and up by a stick, radians.
    pub fn look(&mut self, left: f32, up: f32) {
        self.looked.0 += left;
        self.looked.1 += up;
    }

    /// Records the capture or release of the pointer. Motion turns the view only while the pointer is
    /// captured.
    pub fn set_looking(&mut self, looking: bool) {
        self.looking = looking;
        self.drop_next_motion = looking;
        self.motion = (0.0, 0.0);
    }

    /// Releases everything, for a window that loses its focus and misses the releases.
    pub fn release_all(&mut self) {
        self.held.clear();
        self.pressed = Buttons::default();
        self.released = Buttons::default();
        self.stick = Buttons::default();
        self.motion = (0.0, 0.0);
        self.looked = (0.0, 0.0);
        self.pointed = None;
    }

    /// Releases the keys and buttons that `is_kept` rejects.
    pub fn release_unless(&mut self, is_kept: impl Fn(Source) -> bool) {
        let held = self.held.clone();
        for source in held.into_iter().filter(|it| !is_kept(*it)) {
            self.set_held(source, false);
        }
    }

    /// The command of the next tick, which uses up the mouse's motion.
    pub fn take(&mut self, methods: Methods) -> Command {
        // A button released and pressed again since the last tick skips one tick, so that the simulation sees
        // the second press.
        let gap = Buttons(self.last.0 & self.released.0 & self.pressed.0);
        let buttons = Buttons((self.held_buttons().0 | self.pressed.0) & !gap.0);
        self.pressed = gap;
        self.released = Buttons::default();
        self.last = buttons;
        let (yaw, pitch) = self.pending_look();
        self.motion = (0.0, 0.0);
        self.looked = (0.0, 0.0);
        Command {
            buttons,
            yaw,
            pitch,
            pointed: self.pointed.take(),
            methods,
            ..Command::default()
        }
    }

    /// The turn to the left and up since the last tick, radians.
    pub fn pending_look(&self) -> (f32, f32) {
        let (right, down) = self.motion;
        let up = if self.invert_y { down } else { -down };
        let radians = |counts: f64| (counts * f64::from(self.sensitivity)) as f32;
        // Adding zero turns −0 into 0: a resting mouse always produces the same command.
        let (left, higher) = self.looked;
        (radians(-right) + left + 0.0, radians(up) + higher + 0.0)
    }

    /// Returns whether a button is held down right now.
    pub fn holds(&self, button: Buttons) -> bool {
        self.held_buttons().has(button)
    }

    /// The buttons that are held down or were pressed since the last tick.
    pub fn held(&self) -> Buttons {
        Buttons(self.held_buttons().0 | self.last.0)
    }

    /// Returns whether a held key or button has the effect.
    fn has_effect(&self, effect: Effect) -> bool {
        let mut held = self.held.iter();
        held.any(|source| self.bindings.effects(*source).any(|it| it == effect))
    }

    fn held_buttons(&self) -> Buttons {
        let held = self.held.iter().map(|source| self.buttons_of(*source));
        held.fold(self.stick, Buttons::with)
    }

    /// The player's buttons bound to a key or button.
    fn buttons_of(&self, source: Source) -> Buttons {
        let buttons = self.bindings.effects(source).map(|effect| match effect {
            Effect::Hold(button) => button,
            Effect::Rewind | Effect::Point | Effect::Act(_) => Buttons::default(),
        });
        buttons.fold(Buttons::default(), Buttons::with)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::input::{BINDABLES, Bindable, Device};
    use test_support::session;

    const RATE: f32 = 0.002;

    /// Returns the next tick's command in words.
    fn tick(controls: &mut Controls) -> String {
        let mut words = Vec::new();
        words.extend(controls.is_rewinding().then(|| String::from("rewinds")));
        words.extend(controls.is_pointing().then(|| String::from("points")));
        let command = controls.take(Methods::default());
        let is_held = |it: &&Bindable| matches!(it.effect, Effect::Hold(button) if command.buttons.has(button));
        let held = BINDABLES.iter().filter(is_held);
        words.extend(held.map(|it| it.name.to_owned()));
        let [right, down] = [command.yaw, command.pitch].map(|it| 0.0 - it / RATE);
        if [right, down] != [0.0; 2] {
            words.push(format!("turns {right:.3} {down:.3}"));
        }
        let in_words = |it: PointerDirection| format!("picks {} {}", it.yaw, it.pitch);
        words.extend(command.pointed.map(in_words));
        match words.is_empty() {
            true => String::from("nothing\n"),
            false => words.join(", ") + "\n",
        }
    }

    fn numbers(text: &str) -> [f64; 2] {
        let (one, other) = text.split_once(',').expect("two numbers");
        [one, other].map(|it| it.parse().expect("a number"))
    }

    /// Returns the command of every tick of a line. `+` presses a source and `-` releases it; `move`
    /// moves the mouse, in counts to the right and down.
    fn answer(line: &str) -> String {
        let key = |name| Source::named(name, Device::Keys).expect("a source");
        let mut controls = Controls::new(RATE, false);
        let mut said = String::new();
        for word in line.split(' ') {
            match word.split_once('=').unwrap_or((word, "")) {
                ("capture", _) => controls.set_looking(true),
                ("free", _) => controls.set_looking(false),
                ("invert", _) => controls.invert_y = true,
                ("move", counts) => {
                    let [right, down] = numbers(counts);
                    controls.mouse_motion(right, down);
                }
                ("pick", place) => {
                    let [yaw, pitch] = numbers(place).map(|it| it as f32);
                    controls.pick(PointerDirection { yaw, pitch });
                }
                ("release", "") => controls.release_all(),
                ("release-but", kept) => controls.release_unless(|source| source == key(kept)),
                ("jump", by) => {
                    let mut bindings = Bindings::default();
                    let jump = Bindable::with(Effect::Hold(Buttons::JUMP)).expect("a jump");
                    bindings.rebind(jump, Device::Keys, 0, Some(key(by)));
                    controls.set_bindings(&bindings);
                }
                ("tick", _) => said += &tick(&mut controls),
                _ => controls.set_held(key(&word[1..]), word.starts_with('+')),
            }
        }
        said
    }

    #[test]
    fn every_session_of_keys_and_mouse_comes_to_what_it_says() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/input/controls.txt");
        session::play_by(&file, answer);
    }
}
