//! The table of everything that a key or button can do, with its name in files, its label and its
//! usual bindings.

use winit::{event::MouseButton, keyboard::KeyCode};

use super::{PadButton, Source};
use crate::sim::Buttons;

/// An action on the game rather than of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Releases the pointer, or leaves when it is free.
    Escape,
    /// Lists all keys.
    Keys,
    /// Shows figures.
    Figures,
    /// Shows the next view of collision.
    CollisionView,
    /// Shows larger boxes of the tree.
    Shallower,
    /// Shows smaller boxes of the tree.
    Deeper,
    /// Changes to the next collision mode.
    CollisionMode,
    /// Changes what finds the ground.
    Ground,
    Fullscreen,
    Screenshot,
    Pause,
    /// Runs one tick and pauses.
    Step,
    Slower,
    Faster,
    /// Shows where the other collision modes would have gone.
    Ghosts,
    /// Changes to the next camera.
    Camera,
    /// Begins the level again.
    Again,
    /// Goes on to the next level, once this one is finished.
    Next,
}

/// The effect of a key or button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// It is one of the player's buttons.
    Hold(Buttons),
    /// Time runs backwards while it is held.
    Rewind,
    /// It acts on the game when it is pressed.
    Act(Action),
}

/// A group of actions on the screen of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Group {
    Moving,
    Playing,
    Props,
    Laboratory,
    Window,
}

impl Group {
    pub(crate) const ALL: [Group; 5] = [
        Group::Moving,
        Group::Playing,
        Group::Props,
        Group::Laboratory,
        Group::Window,
    ];

    pub(crate) fn label(self) -> &'static str {
        match self {
            Group::Moving => "Moving",
            Group::Playing => "Playing",
            Group::Props => "Pushing things",
            Group::Laboratory => "Laboratory",
            Group::Window => "Window",
        }
    }
}

/// Something that keys and buttons can be bound to.
#[derive(Debug)]
pub(crate) struct Bindable {
    /// The name in the settings' file.
    pub name: &'static str,
    pub label: &'static str,
    pub group: Group,
    pub effect: Effect,
    /// The usual keys and mouse buttons, two at most.
    pub keys: &'static [Source],
    /// The usual buttons of a pad, two at most.
    pub pad: &'static [PadButton],
}

const fn hold(
    (name, label): (&'static str, &'static str),
    group: Group,
    buttons: Buttons,
    keys: &'static [Source],
    pad: &'static [PadButton],
) -> Bindable {
    Bindable {
        name,
        label,
        group,
        effect: Effect::Hold(buttons),
        keys,
        pad,
    }
}

const fn act(
    (name, label): (&'static str, &'static str),
    group: Group,
    action: Action,
    keys: &'static [Source],
    pad: &'static [PadButton],
) -> Bindable {
    Bindable {
        name,
        label,
        group,
        effect: Effect::Act(action),
        keys,
        pad,
    }
}

const fn key(code: KeyCode) -> Source {
    Source::Key(code)
}

const LEFT_BUTTON: Source = Source::Mouse(MouseButton::Left);
const RIGHT_BUTTON: Source = Source::Mouse(MouseButton::Right);

/// Everything that keys and buttons can be bound to, group by group.
#[rustfmt::skip]
pub(crate) static BINDABLES: &[Bindable] = &{
    use Group::{Laboratory, Moving, Playing, Props, Window};
    use KeyCode as K;
    use PadButton as P;
    [
        hold(("forward", "Walk forward"), Moving, Buttons::FORWARD, &[key(K::KeyW)], &[]),
        hold(("back", "Walk back"), Moving, Buttons::BACK, &[key(K::KeyS)], &[]),
        hold(("left", "Step left"), Moving, Buttons::LEFT, &[key(K::KeyA)], &[]),
        hold(("right", "Step right"), Moving, Buttons::RIGHT, &[key(K::KeyD)], &[]),
        hold(("jump", "Jump"), Moving, Buttons::JUMP, &[key(K::Space), RIGHT_BUTTON], &[P::South]),
        hold(("sprint", "Sprint, held"), Moving, Buttons::SPRINT, &[key(K::ShiftLeft), key(K::ShiftRight)], &[P::LeftStick]),
        hold(("crouch", "Crouch, held"), Moving, Buttons::CROUCH, &[key(K::KeyC), key(K::ControlLeft)], &[P::East]),
        hold(("rise", "Rise"), Moving, Buttons::RISE, &[key(K::ArrowUp)], &[P::Up]),
        hold(("descend", "Descend"), Moving, Buttons::DESCEND, &[key(K::ArrowDown)], &[P::Down]),
        hold(("turn_left", "Turn left"), Moving, Buttons::TURN_LEFT, &[key(K::ArrowLeft)], &[]),
        hold(("turn_right", "Turn right"), Moving, Buttons::TURN_RIGHT, &[key(K::ArrowRight)], &[]),
        hold(("throw", "Throw a ball"), Playing, Buttons::THROW, &[LEFT_BUTTON], &[P::RightTrigger]),
        Bindable {
            name: "rewind",
            label: "Take time back, held",
            group: Playing,
            effect: Effect::Rewind,
            keys: &[key(K::KeyR)],
            pad: &[P::LeftTrigger],
        },
        act(("camera", "Next camera"), Playing, Action::Camera, &[key(K::KeyV)], &[P::North]),
        act(("again", "Begin again"), Playing, Action::Again, &[key(K::Backspace)], &[P::Select]),
        act(("next", "On to the next level"), Playing, Action::Next, &[key(K::Enter), key(K::NumpadEnter)], &[P::RightShoulder]),
        hold(("select", "Select a thing, let it go"), Props, Buttons::SELECT, &[key(K::KeyE)], &[P::West]),
        hold(("push_forward", "Push it forward"), Props, Buttons::PUSH_FORWARD, &[key(K::KeyI)], &[]),
        hold(("push_back", "Push it back"), Props, Buttons::PUSH_BACK, &[key(K::KeyK)], &[]),
        hold(("push_left", "Push it left"), Props, Buttons::PUSH_LEFT, &[key(K::KeyJ)], &[P::Left]),
        hold(("push_right", "Push it right"), Props, Buttons::PUSH_RIGHT, &[key(K::KeyL)], &[P::Right]),
        hold(("push_up", "Push it up"), Props, Buttons::PUSH_UP, &[key(K::KeyU)], &[]),
        hold(("push_down", "Push it down"), Props, Buttons::PUSH_DOWN, &[key(K::KeyO)], &[]),
        hold(("stop_props", "Stop it"), Props, Buttons::STOP_PROPS, &[key(K::KeyG)], &[P::LeftShoulder]),
        act(("collision_view", "Look at collision"), Laboratory, Action::CollisionView, &[key(K::F4)], &[]),
        act(("shallower", "Larger boxes of its tree"), Laboratory, Action::Shallower, &[key(K::BracketLeft), key(K::PageUp)], &[]),
        act(("deeper", "Smaller boxes of its tree"), Laboratory, Action::Deeper, &[key(K::BracketRight), key(K::PageDown)], &[]),
        act(("collision_mode", "Next collision mode"), Laboratory, Action::CollisionMode, &[key(K::F5)], &[]),
        act(("ground", "Next way to find the ground"), Laboratory, Action::Ground, &[key(K::F7)], &[]),
        act(("ghosts", "Ghosts of the other modes"), Laboratory, Action::Ghosts, &[key(K::F6)], &[]),
        act(("figures", "Figures"), Laboratory, Action::Figures, &[key(K::F3)], &[]),
        act(("freeze", "Stop time, go on"), Laboratory, Action::Pause, &[key(K::KeyP)], &[]),
        act(("step", "One tick"), Laboratory, Action::Step, &[key(K::Period)], &[]),
        act(("slower", "Slower"), Laboratory, Action::Slower, &[key(K::Minus)], &[]),
        act(("faster", "Faster"), Laboratory, Action::Faster, &[key(K::Equal)], &[]),
        act(("menu", "Pause"), Window, Action::Escape, &[key(K::Escape)], &[P::Start]),
        act(("keys", "List of keys"), Window, Action::Keys, &[key(K::F1)], &[]),
        act(("fullscreen", "Fullscreen"), Window, Action::Fullscreen, &[key(K::F11)], &[]),
        act(("screenshot", "Screenshot"), Window, Action::Screenshot, &[key(K::F12)], &[]),
    ]
};
