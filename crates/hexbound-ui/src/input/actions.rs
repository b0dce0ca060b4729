//! The table of everything that a key or button can do, with its name in files and its usual
//! bindings.

use strum::{EnumIter, IntoStaticStr};
use winit::{event::MouseButton, keyboard::KeyCode};

use super::{PadButton, Source};
use hexbound_base::words::Words;
use hexbound_sim::Buttons;

/// An action on the game rather than of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Releases the pointer, or leaves when it is free.
    Escape,
    /// Lists all keys.
    Keys,
    /// Lists what is wrong with the level.
    Findings,
    /// Shows figures.
    Figures,
    /// Shows the next view of collision.
    CollisionView,
    /// Pins the view of collision, or lets it go.
    PinView,
    /// Shows larger boxes of the tree.
    Shallower,
    /// Shows smaller boxes of the tree.
    Deeper,
    /// Says why the player stopped, or hides it.
    Why,
    /// Changes to the next collision mode.
    CollisionMode,
    /// Changes what finds the ground.
    Ground,
    /// Shows every method of collision, to be switched while play goes on.
    Methods,
    Fullscreen,
    Screenshot,
    /// Keeps the last seconds as a capsule.
    Capsule,
    Pause,
    /// Runs one tick and pauses.
    Step,
    /// Takes one tick back and pauses.
    StepBack,
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
    /// Plays on from here, beside what comes next.
    Branch,
    /// Goes to the next branch.
    NextBranch,
}

/// The effect of a key or button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It is one of the player's buttons.
    Hold(Buttons),
    /// Time runs backwards while it is held.
    Rewind,
    /// The pointer is free for picking while it is held.
    Point,
    /// It acts on the game when it is pressed.
    Act(Action),
}

/// A group of actions on the screen of keys. The words of languages know it by its name.
#[derive(Clone, Copy, Debug, EnumIter, IntoStaticStr, PartialEq, Eq)]
#[strum(serialize_all = "lowercase")]
pub enum ActionGroup {
    Moving,
    Playing,
    Props,
    Laboratory,
    Window,
}

impl ActionGroup {
    /// The group's title on the screen.
    pub fn label(self, words: &Words) -> String {
        words.text_of("group", self.into())
    }
}

/// Something that keys and buttons can be bound to.
#[derive(Debug)]
pub struct Bindable {
    /// The name in the settings' file.
    pub name: &'static str,
    pub group: ActionGroup,
    pub effect: Effect,
    /// The usual keys and mouse buttons, two at most.
    pub keys: &'static [Source],
    /// The usual buttons of a pad, two at most.
    pub pad: &'static [PadButton],
}

impl Bindable {
    /// The name for the player.
    pub fn label(&self, words: &Words) -> String {
        words.text_of("action", self.name)
    }
}

const fn hold(
    name: &'static str,
    group: ActionGroup,
    buttons: Buttons,
    keys: &'static [Source],
    pad: &'static [PadButton],
) -> Bindable {
    bindable(name, group, Effect::Hold(buttons), keys, pad)
}

const fn act(
    name: &'static str,
    group: ActionGroup,
    action: Action,
    keys: &'static [Source],
    pad: &'static [PadButton],
) -> Bindable {
    bindable(name, group, Effect::Act(action), keys, pad)
}

const fn bindable(
    name: &'static str,
    group: ActionGroup,
    effect: Effect,
    keys: &'static [Source],
    pad: &'static [PadButton],
) -> Bindable {
    Bindable {
        name,
        group,
        effect,
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
pub static BINDABLES: &[Bindable] = &{
    use ActionGroup::{Laboratory, Moving, Playing, Props, Window};
    use KeyCode as K;
    use PadButton as P;
    [
        hold("forward", Moving, Buttons::FORWARD, &[key(K::KeyW)], &[]),
        hold("back", Moving, Buttons::BACK, &[key(K::KeyS)], &[]),
        hold("left", Moving, Buttons::LEFT, &[key(K::KeyA)], &[]),
        hold("right", Moving, Buttons::RIGHT, &[key(K::KeyD)], &[]),
        hold("jump", Moving, Buttons::JUMP, &[key(K::Space), RIGHT_BUTTON], &[P::South]),
        hold("sprint", Moving, Buttons::SPRINT, &[key(K::ShiftLeft), key(K::ShiftRight)], &[P::LeftStick]),
        hold("crouch", Moving, Buttons::CROUCH, &[key(K::KeyC), key(K::ControlLeft)], &[P::East]),
        hold("rise", Moving, Buttons::RISE, &[key(K::ArrowUp)], &[P::Up]),
        hold("descend", Moving, Buttons::DESCEND, &[key(K::ArrowDown)], &[P::Down]),
        hold("turn_left", Moving, Buttons::TURN_LEFT, &[key(K::ArrowLeft)], &[]),
        hold("turn_right", Moving, Buttons::TURN_RIGHT, &[key(K::ArrowRight)], &[]),
        hold("throw", Playing, Buttons::THROW, &[LEFT_BUTTON], &[P::RightTrigger]),
        bindable("rewind", Playing, Effect::Rewind, &[key(K::KeyR)], &[P::LeftTrigger]),
        act("camera", Playing, Action::Camera, &[key(K::KeyV)], &[P::North]),
        act("again", Playing, Action::Again, &[key(K::Backspace)], &[P::Select]),
        act("next", Playing, Action::Next, &[key(K::Enter), key(K::NumpadEnter)], &[P::RightShoulder]),
        hold("select", Props, Buttons::SELECT, &[key(K::KeyE)], &[P::West]),
        bindable("point", Props, Effect::Point, &[key(K::Tab)], &[]),
        hold("push_forward", Props, Buttons::PUSH_FORWARD, &[key(K::KeyI)], &[]),
        hold("push_back", Props, Buttons::PUSH_BACK, &[key(K::KeyK)], &[]),
        hold("push_left", Props, Buttons::PUSH_LEFT, &[key(K::KeyJ)], &[P::Left]),
        hold("push_right", Props, Buttons::PUSH_RIGHT, &[key(K::KeyL)], &[P::Right]),
        hold("push_up", Props, Buttons::PUSH_UP, &[key(K::KeyU)], &[]),
        hold("push_down", Props, Buttons::PUSH_DOWN, &[key(K::KeyO)], &[]),
        hold("stop_props", Props, Buttons::STOP_PROPS, &[key(K::KeyG)], &[P::LeftShoulder]),
        act("collision_view", Laboratory, Action::CollisionView, &[key(K::F4)], &[]),
        act("pin_view", Laboratory, Action::PinView, &[key(K::Insert), key(K::KeyY)], &[]),
        act("shallower", Laboratory, Action::Shallower, &[key(K::BracketLeft), key(K::PageUp)], &[]),
        act("deeper", Laboratory, Action::Deeper, &[key(K::BracketRight), key(K::PageDown)], &[]),
        act("why", Laboratory, Action::Why, &[key(K::F2)], &[]),
        act("collision_mode", Laboratory, Action::CollisionMode, &[key(K::F5)], &[]),
        act("ground", Laboratory, Action::Ground, &[key(K::F7)], &[]),
        act("methods", Laboratory, Action::Methods, &[key(K::F8)], &[]),
        act("ghosts", Laboratory, Action::Ghosts, &[key(K::F6)], &[]),
        act("figures", Laboratory, Action::Figures, &[key(K::F3)], &[]),
        act("findings", Laboratory, Action::Findings, &[key(K::F9)], &[]),
        act("capsule", Laboratory, Action::Capsule, &[key(K::F10)], &[]),
        act("freeze", Laboratory, Action::Pause, &[key(K::KeyP)], &[]),
        act("step", Laboratory, Action::Step, &[key(K::Period)], &[]),
        act("step_back", Laboratory, Action::StepBack, &[key(K::Comma)], &[]),
        act("branch", Laboratory, Action::Branch, &[key(K::KeyB)], &[]),
        act("next_branch", Laboratory, Action::NextBranch, &[key(K::KeyN)], &[]),
        act("slower", Laboratory, Action::Slower, &[key(K::Minus)], &[]),
        act("faster", Laboratory, Action::Faster, &[key(K::Equal)], &[]),
        act("menu", Window, Action::Escape, &[key(K::Escape)], &[P::Start]),
        act("keys", Window, Action::Keys, &[key(K::F1)], &[]),
        act("fullscreen", Window, Action::Fullscreen, &[key(K::F11)], &[]),
        act("screenshot", Window, Action::Screenshot, &[key(K::F12)], &[]),
    ]
};

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator;

    use super::*;
    use hexbound_base::words::{Language, check_family};

    #[test]
    fn every_action_and_group_has_words() {
        check_family("action", BINDABLES.iter().map(|item| item.name));
        check_family("group", ActionGroup::iter().map(<&str>::from));
    }

    /// The keys in a text of Markdown.
    fn keys(text: &str) -> Vec<&str> {
        let after = text.split("<kbd>").skip(1);
        let keys = after.filter_map(|rest| rest.split("</kbd>").next());
        keys.collect()
    }

    /// The last table of the page has the action of each key, and no key is named without one.
    #[test]
    fn the_keys_of_the_pages_of_documents_are_the_usual_ones() {
        let english = include_str!("../../../../docs/documents.md");
        let chinese = include_str!("../../../../docs/documents.zh-CN.md");
        for (language, page) in [
            (Language::English, english),
            (Language::SimplifiedChinese, chinese),
        ] {
            let words = Words::of(language);
            let (text, table) = page.rsplit_once("\n## ").expect("a last section");
            let rows = table.lines().filter(|line| line.starts_with("| <kbd>"));
            let mut told = Vec::new();
            for row in rows {
                let actions: Vec<&str> = row.split('`').skip(1).step_by(2).collect();
                assert_eq!(keys(row).len(), actions.len(), "{row}");
                for (key, action) in keys(row).into_iter().zip(actions) {
                    let item = BINDABLES.iter().find(|item| item.name == action);
                    let mut usual = item.expect(action).keys.iter();
                    let is_usual = usual.any(|source| words.say(&source.label()) == key);
                    assert!(is_usual, "{key} is not a usual key of {action}");
                    told.push(key);
                }
            }
            let mut untold = keys(text);
            untold.retain(|key| !told.contains(key));
            assert!(untold.is_empty() && !told.is_empty(), "{untold:?}");
        }
    }
}
