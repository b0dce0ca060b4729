//! The table of everything that can be bound to a key or button, with its name in files and its default
//! bindings.

use strum::{EnumIter, IntoStaticStr};
use winit::{event::MouseButton, keyboard::KeyCode};

use super::{PadButton, Source};
use hexbound_base::words::Words;
use hexbound_sim::Buttons;

/// An action on the game rather than by the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Releases the pointer, or opens the menu if the pointer is free.
    Escape,
    /// Lists all keys.
    Keys,
    /// Lists the problems of the level.
    Findings,
    /// Shows figures.
    Figures,
    /// Switches to the next view of collision.
    CollisionView,
    /// Pins the view of collision, or unpins it.
    PinView,
    /// Shows larger boxes of the tree.
    Shallower,
    /// Shows smaller boxes of the tree.
    Deeper,
    /// Shows why the player stopped, or hides it.
    Why,
    /// Switches to the next collision mode.
    CollisionMode,
    /// Switches the method that finds the ground.
    Ground,
    /// Shows all methods of collision, which can be switched during play.
    Methods,
    Fullscreen,
    Screenshot,
    /// Saves the last seconds as a capsule.
    Capsule,
    Pause,
    /// Runs one tick and pauses.
    Step,
    /// Reverts one tick and pauses.
    StepBack,
    Slower,
    Faster,
    /// Shows the paths of the other collision modes.
    Ghosts,
    /// Switches to the next camera.
    Camera,
    /// Restarts the level.
    Again,
    /// Continues with the next level after this one is finished.
    Next,
    /// Starts a new branch of the run at this tick.
    Branch,
    /// Switches to the next branch.
    NextBranch,
}

/// The effect of a key or button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Holds the player's buttons.
    Hold(Buttons),
    /// Rewinds time while the key is held.
    Rewind,
    /// Frees the pointer for picking while the key is held.
    Point,
    /// Performs an action at the press.
    Act(Action),
}

/// A group of actions on the screen of keys. The variant's name is the key of its texts.
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

/// An entry that keys and buttons can be bound to.
#[derive(Debug)]
pub struct Bindable {
    /// The name in the settings' file.
    pub name: &'static str,
    pub group: ActionGroup,
    pub effect: Effect,
    /// The default keys and mouse buttons, two at most.
    pub keys: &'static [Source],
    /// The default buttons of a pad, two at most.
    pub pad: &'static [PadButton],
}

impl Bindable {
    /// The name that the player sees.
    pub fn label(&self, words: &Words) -> String {
        words.text_of("action", self.name)
    }
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

const LEFT_BUTTON: Source = Source::Mouse(MouseButton::Left);
const RIGHT_BUTTON: Source = Source::Mouse(MouseButton::Right);

/// All entries that keys and buttons can be bound to, group by group.
#[rustfmt::skip]
pub static BINDABLES: &[Bindable] = &{
    use ActionGroup::{Laboratory, Moving, Playing, Props, Window};
    use Effect::{Act, Hold, Point, Rewind};
    use KeyCode as K;
    use PadButton as P;
    use Source::Key;
    [
        bindable("forward", Moving, Hold(Buttons::FORWARD), &[Key(K::KeyW)], &[]),
        bindable("back", Moving, Hold(Buttons::BACK), &[Key(K::KeyS)], &[]),
        bindable("left", Moving, Hold(Buttons::LEFT), &[Key(K::KeyA)], &[]),
        bindable("right", Moving, Hold(Buttons::RIGHT), &[Key(K::KeyD)], &[]),
        bindable("jump", Moving, Hold(Buttons::JUMP), &[Key(K::Space), RIGHT_BUTTON], &[P::South]),
        bindable("sprint", Moving, Hold(Buttons::SPRINT), &[Key(K::ShiftLeft), Key(K::ShiftRight)], &[P::LeftStick]),
        bindable("crouch", Moving, Hold(Buttons::CROUCH), &[Key(K::KeyC), Key(K::ControlLeft)], &[P::East]),
        bindable("rise", Moving, Hold(Buttons::RISE), &[Key(K::ArrowUp)], &[P::Up]),
        bindable("descend", Moving, Hold(Buttons::DESCEND), &[Key(K::ArrowDown)], &[P::Down]),
        bindable("turn_left", Moving, Hold(Buttons::TURN_LEFT), &[Key(K::ArrowLeft)], &[]),
        bindable("turn_right", Moving, Hold(Buttons::TURN_RIGHT), &[Key(K::ArrowRight)], &[]),
        bindable("throw", Playing, Hold(Buttons::THROW), &[LEFT_BUTTON], &[P::RightTrigger]),
        bindable("rewind", Playing, Rewind, &[Key(K::KeyR)], &[P::LeftTrigger]),
        bindable("camera", Playing, Act(Action::Camera), &[Key(K::KeyV)], &[P::North]),
        bindable("again", Playing, Act(Action::Again), &[Key(K::Backspace)], &[P::Select]),
        bindable("next", Playing, Act(Action::Next), &[Key(K::Enter), Key(K::NumpadEnter)], &[P::RightShoulder]),
        bindable("select", Props, Hold(Buttons::SELECT), &[Key(K::KeyE)], &[P::West]),
        bindable("point", Props, Point, &[Key(K::Tab)], &[]),
        bindable("push_forward", Props, Hold(Buttons::PUSH_FORWARD), &[Key(K::KeyI)], &[]),
        bindable("push_back", Props, Hold(Buttons::PUSH_BACK), &[Key(K::KeyK)], &[]),
        bindable("push_left", Props, Hold(Buttons::PUSH_LEFT), &[Key(K::KeyJ)], &[P::Left]),
        bindable("push_right", Props, Hold(Buttons::PUSH_RIGHT), &[Key(K::KeyL)], &[P::Right]),
        bindable("push_up", Props, Hold(Buttons::PUSH_UP), &[Key(K::KeyU)], &[]),
        bindable("push_down", Props, Hold(Buttons::PUSH_DOWN), &[Key(K::KeyO)], &[]),
        bindable("stop_props", Props, Hold(Buttons::STOP_PROPS), &[Key(K::KeyG)], &[P::LeftShoulder]),
        bindable("collision_view", Laboratory, Act(Action::CollisionView), &[Key(K::F4)], &[]),
        bindable("pin_view", Laboratory, Act(Action::PinView), &[Key(K::Insert), Key(K::KeyY)], &[]),
        bindable("shallower", Laboratory, Act(Action::Shallower), &[Key(K::BracketLeft), Key(K::PageUp)], &[]),
        bindable("deeper", Laboratory, Act(Action::Deeper), &[Key(K::BracketRight), Key(K::PageDown)], &[]),
        bindable("why", Laboratory, Act(Action::Why), &[Key(K::F2)], &[]),
        bindable("collision_mode", Laboratory, Act(Action::CollisionMode), &[Key(K::F5)], &[]),
        bindable("ground", Laboratory, Act(Action::Ground), &[Key(K::F7)], &[]),
        bindable("methods", Laboratory, Act(Action::Methods), &[Key(K::F8)], &[]),
        bindable("ghosts", Laboratory, Act(Action::Ghosts), &[Key(K::F6)], &[]),
        bindable("figures", Laboratory, Act(Action::Figures), &[Key(K::F3)], &[]),
        bindable("findings", Laboratory, Act(Action::Findings), &[Key(K::F9)], &[]),
        bindable("capsule", Laboratory, Act(Action::Capsule), &[Key(K::F10)], &[]),
        bindable("freeze", Laboratory, Act(Action::Pause), &[Key(K::KeyP)], &[]),
        bindable("step", Laboratory, Act(Action::Step), &[Key(K::Period)], &[]),
        bindable("step_back", Laboratory, Act(Action::StepBack), &[Key(K::Comma)], &[]),
        bindable("branch", Laboratory, Act(Action::Branch), &[Key(K::KeyB)], &[]),
        bindable("next_branch", Laboratory, Act(Action::NextBranch), &[Key(K::KeyN)], &[]),
        bindable("slower", Laboratory, Act(Action::Slower), &[Key(K::Minus)], &[]),
        bindable("faster", Laboratory, Act(Action::Faster), &[Key(K::Equal)], &[]),
        bindable("menu", Window, Act(Action::Escape), &[Key(K::Escape)], &[P::Start]),
        bindable("keys", Window, Act(Action::Keys), &[Key(K::F1)], &[]),
        bindable("fullscreen", Window, Act(Action::Fullscreen), &[Key(K::F11)], &[]),
        bindable("screenshot", Window, Act(Action::Screenshot), &[Key(K::F12)], &[]),
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
