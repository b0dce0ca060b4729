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
    use winit::{event::MouseButton, keyboard::KeyCode};

    use super::*;
    use crate::input::{Bindable, Device};

    const RATE: f32 = 0.002;
    const FORWARD: Source = Source::Key(KeyCode::KeyW);
    const JUMP: Source = Source::Key(KeyCode::Space);
    const JUMP_BY_MOUSE: Source = Source::Mouse(MouseButton::Right);
    const THROW: Source = Source::Mouse(MouseButton::Left);

    fn controls() -> Controls {
        let mut controls = Controls::new(RATE, false);
        controls.set_looking(true);
        controls.mouse_motion(0.0, 0.0);
        controls
    }

    fn take(controls: &mut Controls) -> Command {
        controls.take(Methods::default())
    }

    #[test]
    fn a_key_holds_until_it_is_released() {
        let mut controls = controls();
        controls.source(FORWARD, true);
        assert!(take(&mut controls).buttons.has(Buttons::FORWARD));
        assert!(take(&mut controls).buttons.has(Buttons::FORWARD));
        controls.source(FORWARD, false);
        assert_eq!(take(&mut controls).buttons, Buttons::default());
    }

    #[test]
    fn a_click_shorter_than_a_tick_is_one_tick_long() {
        let mut controls = controls();
        controls.source(THROW, true);
        controls.source(THROW, false);
        assert!(take(&mut controls).buttons.has(Buttons::THROW));
        assert!(!take(&mut controls).buttons.has(Buttons::THROW));
    }

    #[test]
    fn letting_go_and_pressing_again_within_a_tick_is_a_second_press() {
        let mut controls = controls();
        controls.source(THROW, true);
        assert!(take(&mut controls).buttons.has(Buttons::THROW));
        controls.source(THROW, false);
        controls.source(THROW, true);
        assert!(!take(&mut controls).buttons.has(Buttons::THROW));
        assert!(take(&mut controls).buttons.has(Buttons::THROW));
    }

    #[test]
    fn repeats_of_a_held_key_are_no_presses() {
        let mut controls = controls();
        controls.source(JUMP, true);
        take(&mut controls);
        for _ in 0..5 {
            controls.source(JUMP, true);
            assert!(take(&mut controls).buttons.has(Buttons::JUMP));
        }
        controls.source(JUMP, false);
        assert!(!take(&mut controls).buttons.has(Buttons::JUMP));
    }

    #[test]
    fn two_sources_of_one_button_hold_it_until_both_let_go() {
        let mut controls = controls();
        controls.source(JUMP, true);
        controls.source(JUMP_BY_MOUSE, true);
        controls.source(JUMP, false);
        take(&mut controls);
        assert!(take(&mut controls).buttons.has(Buttons::JUMP));
    }

    #[test]
    fn new_bindings_hold_at_once_and_let_go_of_what_is_held() {
        let mut controls = controls();
        controls.source(FORWARD, true);
        controls.source(Source::Key(KeyCode::KeyR), true);
        assert!(controls.rewinds());
        let mut bindings = Bindings::default();
        let jump = Bindable::with(Effect::Hold(Buttons::JUMP)).unwrap();
        bindings.rebind(jump, Device::Keys, 0, Some(Source::WheelUp));
        controls.set_bindings(&bindings);
        assert_eq!(take(&mut controls), Command::default());
        assert!(!controls.rewinds());
        // A notch of the wheel goes down and up at once.
        controls.source(Source::WheelUp, true);
        controls.source(Source::WheelUp, false);
        assert!(take(&mut controls).buttons.has(Buttons::JUMP));
        assert!(!take(&mut controls).buttons.has(Buttons::JUMP));
    }

    #[test]
    fn losing_the_focus_lets_go_of_everything() {
        let mut controls = controls();
        controls.source(FORWARD, true);
        controls.source(JUMP_BY_MOUSE, true);
        controls.mouse_motion(30.0, 0.0);
        controls.release_all();
        assert_eq!(take(&mut controls), Command::default());
        // The release that comes later, or never, changes nothing.
        controls.source(FORWARD, false);
        assert_eq!(take(&mut controls), Command::default());
    }

    #[test]
    fn a_direction_is_picked_in_one_tick() {
        let mut controls = controls();
        assert!(!controls.points());
        controls.source(Source::Key(KeyCode::Tab), true);
        assert!(controls.points());
        let pointed = Pointed {
            yaw: 0.5,
            pitch: -0.25,
        };
        controls.pick(pointed);
        assert_eq!(take(&mut controls).pointed, Some(pointed));
        assert_eq!(take(&mut controls), Command::default());
        controls.pick(pointed);
        controls.release_all();
        assert!(!controls.points());
        assert_eq!(take(&mut controls), Command::default());
    }

    #[test]
    fn what_is_kept_is_held_on_when_the_rest_is_let_go() {
        let mut controls = controls();
        controls.source(FORWARD, true);
        controls.source(JUMP_BY_MOUSE, true);
        let both = take(&mut controls).buttons;
        assert_eq!(both, Buttons(Buttons::FORWARD.0 | Buttons::JUMP.0));
        controls.release_unless(|source| source == FORWARD);
        assert_eq!(take(&mut controls).buttons, Buttons::FORWARD);
    }

    #[test]
    fn right_turns_right_and_down_looks_down() {
        let mut controls = controls();
        controls.mouse_motion(10.0, 5.0);
        controls.mouse_motion(10.0, 5.0);
        let command = take(&mut controls);
        assert!((command.yaw + 20.0 * RATE).abs() < 1e-6);
        assert!((command.pitch + 10.0 * RATE).abs() < 1e-6);
        assert_eq!(take(&mut controls), Command::default());
    }

    #[test]
    fn a_mouse_of_eight_thousand_reports_a_second_is_one_command_a_tick() {
        let mut controls = controls();
        for _ in 0..8000 / 120 {
            controls.mouse_motion(1.0, 0.0);
        }
        let command = take(&mut controls);
        assert!((command.yaw + 66.0 * RATE).abs() < 1e-5);
        assert_eq!(take(&mut controls), Command::default());
    }

    #[test]
    fn inverting_swaps_up_and_down_alone() {
        let mut controls = controls();
        controls.invert_y = true;
        controls.mouse_motion(10.0, 5.0);
        let command = take(&mut controls);
        assert!(command.yaw < 0.0 && command.pitch > 0.0);
    }

    #[test]
    fn absolute_reports_do_not_spin_the_view() {
        let mut controls = controls();
        for motion in [(32000.0, 18000.0), (0.0, -65535.0), (f64::NAN, 0.0)] {
            controls.mouse_motion(motion.0, motion.1);
        }
        assert_eq!(take(&mut controls), Command::default());
    }

    #[test]
    fn the_first_motion_after_a_capture_is_dropped() {
        let mut controls = Controls::new(RATE, false);
        controls.set_looking(true);
        controls.mouse_motion(300.0, 200.0);
        assert_eq!(take(&mut controls), Command::default());
        controls.mouse_motion(1.0, 0.0);
        assert!(take(&mut controls).yaw < 0.0);
    }

    #[test]
    fn a_free_pointer_does_not_look() {
        let mut controls = controls();
        controls.set_looking(false);
        controls.mouse_motion(10.0, 10.0);
        controls.mouse_motion(10.0, 10.0);
        assert_eq!(take(&mut controls), Command::default());
    }
}
