//! Collects the events between ticks and makes one command of them for each tick.

use super::{Bindings, Effect, Source};
use hexbound_sim::{Buttons, Command, Methods, Pointed};

/// The longest single motion of a hand, in counts: virtual machines and remote desktops report
/// absolute positions as longer ones.
const MAX_MOTION: f64 = 4000.0;

/// The held keys and buttons, and the mouse motion since the last tick.
#[derive(Clone, Debug, Default)]
pub struct Controls {
    /// Radians per count of the mouse.
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
    /// The walking buttons that a stick holds.
    stick: Buttons,
    /// The mouse motion not yet given to a tick, in counts: right and down are positive.
    motion: (f64, f64),
    /// The turn to the left and the look up by a stick not yet given to a tick, radians.
    looked: (f32, f32),
    /// The direction that the free pointer picked and no tick has yet.
    pointed: Option<Pointed>,
    looking: bool,
    drop_next_motion: bool,
}

impl Controls {
    /// Controls with the usual bindings and nothing held, that ignore the mouse's motion.
    /// `sensitivity` is in radians per count.
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

    /// Changes what keys and buttons do. What is held is let go, since nobody could say what its
    /// release would mean.
    pub fn set_bindings(&mut self, bindings: &Bindings) {
        if self.bindings != *bindings {
            self.bindings = bindings.clone();
            self.release_all();
        }
    }

    /// Notes that a key or button went down or up. Repeats of one that is held change nothing.
    pub fn source(&mut self, source: Source, down: bool) {
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

    /// Returns whether time runs backwards.
    pub fn rewinds(&self) -> bool {
        self.has_effect(Effect::Rewind)
    }

    /// Returns whether the pointer is to be free, for picking.
    pub fn points(&self) -> bool {
        self.has_effect(Effect::Point)
    }

    /// Lets the next tick pick what lies in a direction.
    pub fn pick(&mut self, pointed: Pointed) {
        self.pointed = Some(pointed);
    }

    /// Notes raw motion in counts; it is ignored while the pointer is free.
    pub fn mouse_motion(&mut self, right: f64, down: f64) {
        let sane = right.abs() <= MAX_MOTION && down.abs() <= MAX_MOTION;
        if !self.looking || !sane {
            return;
        }
        // The first motion after a capture holds the way the pointer was brought there.
        if std::mem::take(&mut self.drop_next_motion) {
            return;
        }
        self.motion.0 += right;
        self.motion.1 += down;
    }

    /// Sets the walking buttons that a stick holds from now on.
    pub fn walk(&mut self, buttons: Buttons) {
        self.stick = buttons;
    }

    /// Turns the view to the left and up by a stick, radians.
    pub fn look(&mut self, left: f32, up: f32) {
        self.looked.0 += left;
        self.looked.1 += up;
    }

    /// Notes that the pointer was captured or freed; only while it is captured motion turns the
    /// view.
    pub fn set_looking(&mut self, looking: bool) {
        self.looking = looking;
        self.drop_next_motion = looking;
        self.motion = (0.0, 0.0);
    }

    /// Releases everything, for a window that loses its focus and so hears of no releases.
    pub fn release_all(&mut self) {
        self.held.clear();
        self.pressed = Buttons::default();
        self.released = Buttons::default();
        self.stick = Buttons::default();
        self.motion = (0.0, 0.0);
        self.looked = (0.0, 0.0);
        self.pointed = None;
    }

    /// Releases the keys and buttons that are not kept, as if they were let go now.
    pub fn release_unless(&mut self, is_kept: impl Fn(Source) -> bool) {
        let held = self.held.clone();
        for source in held.into_iter().filter(|it| !is_kept(*it)) {
            self.source(source, false);
        }
    }

    /// The command of the next tick, which uses up the mouse's motion.
    pub fn take(&mut self, methods: Methods) -> Command {
        // Let go and pressed again since the last tick: one tick without it, so that the
        // simulation sees the second press.
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

    /// The turn to the left and the look up, in radians, that no tick has used up yet.
    pub fn pending_look(&self) -> (f32, f32) {
        let (right, down) = self.motion;
        let up = if self.invert_y { down } else { -down };
        let radians = |counts: f64| (counts * f64::from(self.sensitivity)) as f32;
        // Adding zero turns −0 into 0: a resting mouse is one and the same command.
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

    /// Returns whether something that is held has an effect.
    fn has_effect(&self, effect: Effect) -> bool {
        let mut held = self.held.iter();
        held.any(|source| self.bindings.effects(*source).any(|it| it == effect))
    }

    fn held_buttons(&self) -> Buttons {
        let held = self.held.iter().map(|source| self.buttons_of(*source));
        held.fold(self.stick, Buttons::with)
    }

    /// The player's buttons that a key or button stands for.
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
        words.extend(controls.rewinds().then(|| String::from("rewinds")));
        words.extend(controls.points().then(|| String::from("points")));
        let command = controls.take(Methods::default());
        let is_held = |it: &&Bindable| matches!(it.effect, Effect::Hold(button) if command.buttons.has(button));
        let held = BINDABLES.iter().filter(is_held);
        words.extend(held.map(|it| it.name.to_owned()));
        let [right, down] = [command.yaw, command.pitch].map(|it| 0.0 - it / RATE);
        if [right, down] != [0.0; 2] {
            words.push(format!("turns {right:.3} {down:.3}"));
        }
        let in_words = |it: Pointed| format!("picks {} {}", it.yaw, it.pitch);
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

    /// Answers what every tick of a line holds. A source is pressed by `+` and let go of by `-`; `move`
    /// is the mouse's, in counts to the right and down.
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
                    controls.pick(Pointed { yaw, pitch });
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
                _ => controls.source(key(&word[1..]), word.starts_with('+')),
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
