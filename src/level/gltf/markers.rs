//! Markers: what a node's name and custom properties say that it is for the game. This reads them
//! node by node; what they come to together is put together in `play`.

use std::ops::RangeInclusive;

use glam::DVec3;
use serde_json::Value;

use super::extras::Extras;
use crate::level::{AmbienceSound, BallOrigins, Bodies};

/// The kinds of markers, by the first word of a node's name or the custom property of that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MarkerKind {
    Ball,
    Walker,
    Gate,
    Target,
    Trigger,
    Checkpoint,
    Exit,
    Refill,
    Ambience,
}

/// The markers of one node; most nodes have none.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Markers {
    pub ball: Option<BallMarker>,
    pub walker: Option<WalkerMarker>,
    pub gate: Option<GateMarker>,
    pub target: Option<TargetMarker>,
    pub trigger: Option<TriggerMarker>,
    pub ambience: Option<AmbienceMarker>,
    /// True if nothing but the node's name makes it a marker.
    pub by_name_alone: bool,
}

/// A ball that the level places. Lengths are in the file's unit.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BallMarker {
    /// Kilograms.
    pub mass: f32,
    pub radius: Option<f32>,
    pub restitution: Option<f32>,
    /// Along the file's axes, a second.
    pub velocity: DVec3,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TargetMarker {
    pub rings: u32,
    pub group: Option<String>,
    /// Kilograms.
    pub least_mass: f32,
    pub by: BallOrigins,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TriggerMarker {
    pub on: TriggerOn,
    pub who: Bodies,
    /// The targets that a trigger waits for to be lit.
    pub group: Option<GroupName>,
    pub needs: Option<GroupName>,
    /// The names of movers and gates.
    pub play: Vec<String>,
    pub text: Option<String>,
    pub checkpoint: bool,
    pub refill: bool,
    pub end: bool,
    pub once: bool,
    /// Seconds.
    pub delay: f32,
    /// True if a node without a mesh is reached within [`REFILL_REACH`], whatever its scale.
    pub is_lamp: bool,
}

/// What makes a trigger act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TriggerOn {
    Enter,
    Contact,
    Lit,
}

/// Targets by the name of their group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum GroupName {
    All,
    Named(String),
}

/// A mover that moves out of the way. Lengths are in the file's unit.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GateMarker {
    /// The way along the file's axes; `None` for down by the gate's own height.
    pub by: Option<DVec3>,
    pub seconds: f32,
    pub opens: Option<GroupName>,
}

/// Lengths are in the file's unit where the file gives them, and in meters where it doesn't.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WalkerMarker {
    /// A second.
    pub speed: Option<f32>,
    pub rings: u32,
    pub notice: Option<f32>,
    pub give_up: Option<f32>,
}

/// A sound that a place makes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AmbienceMarker {
    pub sound: AmbienceSound,
    pub volume: f32,
    /// In the file's unit; `None` is heard everywhere.
    pub radius: Option<f32>,
}

/// Half the side of the box around a refill without a mesh, meters.
pub(crate) const REFILL_REACH: f64 = 1.5;
/// A walker's speed, and the distances at which it notices the player and gives up, where its file
/// names none: meters, and meters a second.
pub(crate) const WALKER_SPEED: f32 = 2.0;
pub(crate) const WALKER_NOTICE: f32 = 12.0;
pub(crate) const WALKER_GIVE_UP: f32 = 20.0;

/// The least and the largest mass of a ball, kilograms.
const MASSES: RangeInclusive<f32> = 1e-3..=1e5;
/// The least and the largest length or speed that a file may give, in its own unit.
const LENGTHS: RangeInclusive<f32> = 1e-6..=1e6;
/// The largest part of a way or a velocity, in the file's unit.
const FARTHEST: f64 = 1e6;
const MOST_BOUNCES: u32 = 1000;
/// The longest time of a gate's way and of a trigger's delay, seconds.
const LONGEST: f32 = 3600.0;

/// The markers of a node by the kind that its name gives it, if any, and its custom properties.
/// `name` is for messages.
pub(crate) fn read_markers(
    name: &str,
    named: Option<MarkerKind>,
    extras: Option<&Value>,
    warnings: &mut Vec<String>,
) -> Markers {
    let mut extras = Extras::new(format!("node \"{name}\""), extras, warnings);
    let mut kinds: Vec<MarkerKind> = (MarkerKind::ALL.into_iter())
        .filter(|kind| extras.flag(kind.word()) == Some(true))
        .collect();
    let named = named.filter(|kind| !extras.has(kind.word()));
    let is_meant = |kind: MarkerKind| kind.properties().iter().any(|key| extras.has(key));
    let by_name_alone = kinds.is_empty() && named.is_some_and(|kind| !is_meant(kind));
    kinds.extend(named);
    if kinds.is_empty() {
        return Markers::default();
    }
    let mut markers = Markers {
        by_name_alone,
        ..Markers::default()
    };
    match bodily_kind(&kinds, &mut extras) {
        Some(MarkerKind::Ball) => markers.ball = Some(read_ball(&mut extras)),
        Some(MarkerKind::Walker) => markers.walker = Some(read_walker(&mut extras)),
        Some(MarkerKind::Gate) => markers.gate = Some(read_gate(&mut extras)),
        Some(MarkerKind::Target) => markers.target = Some(read_target(&mut extras)),
        _ => {}
    }
    if kinds.contains(&MarkerKind::Ambience) {
        markers.ambience = Some(read_ambience(&mut extras));
    }
    if kinds.iter().any(|kind| kind.is_trigger()) {
        let trigger = read_trigger(&kinds, &mut extras);
        markers.trigger = beside_body(trigger, &markers, &mut extras);
    }
    extras.finish();
    markers
}

impl MarkerKind {
    pub(crate) const ALL: [Self; 9] = [
        Self::Ball,
        Self::Walker,
        Self::Gate,
        Self::Target,
        Self::Trigger,
        Self::Checkpoint,
        Self::Exit,
        Self::Refill,
        Self::Ambience,
    ];

    /// The word that marks it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Ball => "ball",
            Self::Walker => "walker",
            Self::Gate => "gate",
            Self::Target => "target",
            Self::Trigger => "trigger",
            Self::Checkpoint => "checkpoint",
            Self::Exit => "exit",
            Self::Refill => "refill",
            Self::Ambience => "ambience",
        }
    }

    /// The kind that a node's name gives it by its first word.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let first = first_word(name);
        Self::ALL.into_iter().find(|kind| kind.word() == first)
    }

    /// True if it is a thing in the level, and no volume or event.
    fn is_bodily(self) -> bool {
        matches!(self, Self::Ball | Self::Walker | Self::Gate | Self::Target)
    }

    /// True if it is a short form of a trigger, or one.
    fn is_trigger(self) -> bool {
        matches!(
            self,
            Self::Trigger | Self::Checkpoint | Self::Exit | Self::Refill
        )
    }

    /// The custom properties that say that the name is meant.
    fn properties(self) -> &'static [&'static str] {
        match self {
            Self::Ball => &["mass", "radius", "restitution", "velocity"],
            Self::Walker => &["speed", "rings", "notice", "give_up"],
            Self::Gate => &["by", "seconds", "opens"],
            Self::Target => &["rings", "group", "mass", "by"],
            Self::Ambience => &["sound", "volume", "radius"],
            Self::Trigger | Self::Checkpoint | Self::Exit | Self::Refill => &[
                "on",
                "who",
                "group",
                "needs",
                "play",
                "text",
                "checkpoint",
                "refill",
                "end",
                "once",
                "delay",
            ],
        }
    }
}

impl TriggerMarker {
    /// Returns whether anything happens when it acts.
    pub(crate) fn acts(&self) -> bool {
        let Self {
            play,
            text,
            checkpoint,
            refill,
            end,
            ..
        } = self;
        !play.is_empty() || text.is_some() || *checkpoint || *refill || *end
    }
}

impl GroupName {
    /// The group of that name in any case; `all` means every target.
    fn of(text: String) -> Self {
        match text.to_lowercase() {
            all if all == "all" => Self::All,
            named => Self::Named(named),
        }
    }
}

/// The first word of a name: its letters up to the first that is none, in lower case.
fn first_word(name: &str) -> String {
    let is_other = |letter: char| !letter.is_alphabetic();
    let end = name.find(is_other).unwrap_or(name.len());
    name[..end].to_lowercase()
}

/// A common name of lamps and groups, and no slip of `ambience`.
const OTHER_WORD: &str = "ambient";

/// The marker that a name may be a slip of: a letter wrong, or a space in the middle.
pub(crate) fn meant_by(name: &str) -> Option<MarkerKind> {
    let first = first_word(name);
    let letters = |part: &str| -> String { part.chars().filter(|it| it.is_alphabetic()).collect() };
    let joined = letters(&name.to_lowercase());
    let is_near = |kind: &MarkerKind| {
        let word = kind.word();
        // Many a word is a letter away from the short ones: wall, bell, gates, edit.
        let is_slip = word.len() >= 6
            && first != word
            && first != OTHER_WORD
            && crate::level::suggestions::near(&first, std::iter::once(word)).is_some();
        is_slip || (*kind == MarkerKind::Checkpoint && first != word && joined.starts_with(word))
    };
    MarkerKind::ALL.into_iter().find(is_near)
}

/// The one kind of thing that a node is; a warning tells of others.
fn bodily_kind(kinds: &[MarkerKind], extras: &mut Extras) -> Option<MarkerKind> {
    let mut bodily = kinds.iter().filter(|kind| kind.is_bodily());
    let first = *bodily.next()?;
    if let Some(other) = bodily.next() {
        let (first, other) = (first.word(), other.word());
        extras.warn(&format!(
            "it is marked {first} and {other}, and is a {first}: mark another node, above or below \
             it, {other}"
        ));
    }
    Some(first)
}

/// The trigger of a node that may be something else, too; a warning tells where it can't be both.
fn beside_body(
    trigger: TriggerMarker,
    markers: &Markers,
    extras: &mut Extras,
) -> Option<TriggerMarker> {
    let is_replaced = markers.ball.is_some() || markers.walker.is_some();
    let is_solid = markers.gate.is_some() || markers.target.is_some();
    if is_replaced {
        extras.warn("a ball or a walker is no trigger: mark another node");
        return None;
    }
    if is_solid && trigger.on == TriggerOn::Enter {
        extras.warn(
            "what is solid can't be entered, so it is no trigger: give it the custom property \
             on = \"contact\", or mark another node",
        );
        return None;
    }
    Some(trigger)
}

fn read_ball(extras: &mut Extras) -> BallMarker {
    BallMarker {
        mass: extras.number("mass", 1.0, MASSES),
        radius: extras.wished_number("radius", LENGTHS, "its mesh's radius"),
        restitution: extras.wished_number("restitution", 0.0..=1.0, "the usual one"),
        velocity: extras.vector("velocity", FARTHEST).unwrap_or_default(),
    }
}

fn read_walker(extras: &mut Extras) -> WalkerMarker {
    WalkerMarker {
        speed: extras.wished_number("speed", LENGTHS, "2 m/s"),
        rings: extras.count("rings", 1, MOST_BOUNCES),
        notice: extras.wished_number("notice", LENGTHS, "12 m"),
        give_up: extras.wished_number("give_up", LENGTHS, "20 m"),
    }
}

fn read_gate(extras: &mut Extras) -> GateMarker {
    GateMarker {
        by: extras.vector("by", FARTHEST),
        seconds: extras.number("seconds", 2.0, 0.01..=LONGEST),
        opens: extras.text("opens").map(GroupName::of),
    }
}

fn read_target(extras: &mut Extras) -> TargetMarker {
    let group = match extras.text("group").map(GroupName::of) {
        Some(GroupName::All) => {
            extras.warn("every target is in the group \"all\": give its own group another name");
            None
        }
        Some(GroupName::Named(name)) => Some(name),
        None => None,
    };
    TargetMarker {
        rings: extras.count("rings", 0, MOST_BOUNCES),
        group,
        least_mass: extras.number("mass", 0.0, 0.0..=*MASSES.end()),
        by: extras.choice(
            "by",
            &[
                ("any", BallOrigins::Any),
                ("thrown", BallOrigins::Thrown),
                ("placed", BallOrigins::Placed),
            ],
        ),
    }
}

fn read_ambience(extras: &mut Extras) -> AmbienceMarker {
    let words = AmbienceSound::ALL.map(|sound| (sound.word(), sound));
    AmbienceMarker {
        sound: extras.choice("sound", &words),
        volume: extras.number("volume", 1.0, 0.0..=1.0),
        radius: extras.wished_number("radius", LENGTHS, "none"),
    }
}

fn read_trigger(kinds: &[MarkerKind], extras: &mut Extras) -> TriggerMarker {
    let on = extras.choice(
        "on",
        &[
            ("enter", TriggerOn::Enter),
            ("contact", TriggerOn::Contact),
            ("lit", TriggerOn::Lit),
        ],
    );
    let is_exit = kinds.contains(&MarkerKind::Exit);
    let checkpoint = kinds.contains(&MarkerKind::Checkpoint);
    let refill = kinds.contains(&MarkerKind::Refill);
    let needs = extras.text("needs").map(GroupName::of);
    TriggerMarker {
        on,
        who: read_bodies(extras),
        group: (on == TriggerOn::Lit)
            .then(|| extras.text("group").map_or(GroupName::All, GroupName::of)),
        needs: needs.or_else(|| is_exit.then_some(GroupName::All)),
        play: extras.names("play"),
        text: extras.text("text"),
        checkpoint,
        refill,
        end: extras.flag("end").unwrap_or(is_exit),
        once: extras.flag("once").unwrap_or(!checkpoint && !refill),
        delay: extras.number("delay", 0.0, 0.0..=LONGEST),
        is_lamp: refill && !kinds.contains(&MarkerKind::Trigger),
    }
}

fn read_bodies(extras: &mut Extras) -> Bodies {
    let nobody = Bodies {
        player: false,
        balls: false,
        walkers: false,
    };
    extras.choice(
        "who",
        &[
            (
                "player",
                Bodies {
                    player: true,
                    ..nobody
                },
            ),
            (
                "ball",
                Bodies {
                    balls: true,
                    ..nobody
                },
            ),
            (
                "walker",
                Bodies {
                    walkers: true,
                    ..nobody
                },
            ),
            (
                "any",
                Bodies {
                    player: true,
                    balls: true,
                    walkers: true,
                },
            ),
        ],
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(name: &str, extras: Value) -> (Markers, Vec<String>) {
        let mut warnings = Vec::new();
        let named = MarkerKind::named(name);
        let markers = read_markers(name, named, Some(&extras), &mut warnings);
        (markers, warnings)
    }

    /// The markers of what must be right.
    fn right(name: &str, extras: Value) -> Markers {
        let (markers, warnings) = read(name, extras);
        assert_eq!(warnings, [""; 0], "{name}");
        markers
    }

    #[test]
    fn the_first_word_marks_in_any_case_and_whatever_follows() {
        for name in ["ball", "Ball.001", "BALL_red", "ball-3", "Ball 7", "ball7"] {
            assert!(right(name, json!({})).ball.is_some(), "{name}");
        }
        for name in ["balls", "red ball", "Ballroom", "_ball", "", "7", "wall"] {
            assert_eq!(right(name, json!({})), Markers::default(), "{name}");
        }
    }

    #[test]
    fn a_custom_property_marks_and_takes_the_mark_away() {
        assert!(right("Disc", json!({"target": true})).target.is_some());
        assert!(right("Disc", json!({"target": 1})).target.is_some());
        assert_eq!(
            right("Target", json!({"target": false})),
            Markers::default()
        );
        assert_eq!(right("Target", json!({"target": 0})), Markers::default());
        assert_eq!(right("Disc", json!({"rings": 3})), Markers::default());
    }

    #[test]
    fn a_name_alone_is_told_from_one_with_properties() {
        assert!(right("Ball", json!({})).by_name_alone);
        assert!(right("Ball", json!({"color": "red"})).by_name_alone);
        assert!(!right("Ball", json!({"mass": 3})).by_name_alone);
        assert!(!right("Sphere", json!({"ball": true})).by_name_alone);
    }

    #[test]
    fn balls() {
        let usual = right("ball", json!({})).ball.unwrap();
        let expected = BallMarker {
            mass: 1.0,
            radius: None,
            restitution: None,
            velocity: DVec3::ZERO,
        };
        assert_eq!(usual, expected);
        let given = json!({"mass": 8, "radius": 0.3, "restitution": 1, "velocity": [1, 2, -3.5]});
        let expected = BallMarker {
            mass: 8.0,
            radius: Some(0.3),
            restitution: Some(1.0),
            velocity: DVec3::new(1.0, 2.0, -3.5),
        };
        assert_eq!(right("ball", given).ball.unwrap(), expected);
    }

    #[test]
    fn targets() {
        let usual = right("target", json!({})).target.unwrap();
        assert_eq!((usual.rings, usual.least_mass), (0, 0.0));
        assert_eq!((usual.group, usual.by), (None, BallOrigins::Any));
        let given = json!({"rings": 2, "group": "North", "mass": 4, "by": "placed"});
        let given = right("target", given).target.unwrap();
        assert_eq!((given.rings, given.least_mass), (2, 4.0));
        assert_eq!(given.group.as_deref(), Some("north"));
        assert_eq!(given.by, BallOrigins::Placed);
        let (_, warnings) = read("target", json!({"group": "All"}));
        assert!(warnings[0].contains("every target"), "{warnings:?}");
    }

    #[test]
    fn triggers_and_their_short_forms() {
        let usual = right("trigger", json!({"text": "Hello"})).trigger.unwrap();
        let player = Bodies {
            player: true,
            balls: false,
            walkers: false,
        };
        assert_eq!((usual.on, usual.who), (TriggerOn::Enter, player));
        assert!(usual.once && usual.acts() && usual.delay == 0.0);
        assert_eq!((&usual.group, &usual.needs), (&None, &None));
        let checkpoint = right("Checkpoint.002", json!({})).trigger.unwrap();
        assert!(checkpoint.checkpoint && !checkpoint.once && !checkpoint.is_lamp);
        let refill = right("refill", json!({})).trigger.unwrap();
        assert!(refill.refill && !refill.once && refill.is_lamp);
        let exit = right("exit", json!({})).trigger.unwrap();
        assert!(exit.end && exit.once);
        assert_eq!(exit.needs, Some(GroupName::All));
        let easy = right("exit", json!({"needs": "West"})).trigger.unwrap();
        assert_eq!(easy.needs, Some(GroupName::Named(String::from("west"))));
        let given = json!({"on": "Lit", "group": 2, "play": "Door, Lift", "refill": true,
            "delay": 1.5, "once": 1, "who": "any", "end": 1});
        let given = right("trigger", given).trigger.unwrap();
        assert_eq!(given.group, Some(GroupName::Named(String::from("2"))));
        assert_eq!(given.play, ["Door", "Lift"]);
        assert!(given.refill && !given.is_lamp && given.once && given.end);
        assert!(given.who.player && given.who.balls && given.who.walkers);
        let all = right("trigger", json!({"on": "lit", "end": true}));
        assert_eq!(all.trigger.unwrap().group, Some(GroupName::All));
        assert!(
            !right("trigger", json!({"delay": 1}))
                .trigger
                .unwrap()
                .acts()
        );
    }

    #[test]
    fn gates_and_walkers() {
        let usual = right("gate", json!({})).gate.unwrap();
        assert_eq!((usual.by, usual.seconds, usual.opens), (None, 2.0, None));
        let given = right(
            "gate",
            json!({"by": [0, 3, 0], "seconds": 1, "opens": "all"}),
        );
        let given = given.gate.unwrap();
        assert_eq!((given.by, given.seconds), (Some(DVec3::Y * 3.0), 1.0));
        assert_eq!(given.opens, Some(GroupName::All));
        let usual = right("walker", json!({})).walker.unwrap();
        assert_eq!((usual.speed, usual.rings), (None, 1));
        let given = json!({"speed": 3, "rings": 0, "notice": 5, "give_up": 9});
        let given = right("walker", given).walker.unwrap();
        assert_eq!((given.speed, given.rings), (Some(3.0), 0));
        assert_eq!((given.notice, given.give_up), (Some(5.0), Some(9.0)));
    }

    #[test]
    fn sounds_of_places() {
        let usual = right("ambience", json!({})).ambience.unwrap();
        let expected = AmbienceMarker {
            sound: AmbienceSound::Wind,
            volume: 1.0,
            radius: None,
        };
        assert_eq!(usual, expected);
        let given = json!({"sound": "Water", "volume": 0.5, "radius": 12});
        let expected = AmbienceMarker {
            sound: AmbienceSound::Water,
            volume: 0.5,
            radius: Some(12.0),
        };
        let given = right("Ambience.002", given);
        assert_eq!(given.ambience, Some(expected));
        assert_eq!(given.trigger, None);
        assert!(right("Fall", json!({"ambience": true})).ambience.is_some());
        let both = right("exit", json!({"ambience": true, "sound": "hall"}));
        assert!(both.ambience.is_some() && both.trigger.is_some());
    }

    #[test]
    fn a_target_may_be_touched_but_not_entered() {
        let both = json!({"trigger": true, "on": "contact", "text": "Ouch"});
        let both = right("target", both);
        assert!(both.target.is_some() && both.trigger.is_some());
        let (entered, warnings) = read("target", json!({"trigger": true, "text": "Ouch"}));
        assert!(entered.target.is_some() && entered.trigger.is_none());
        assert!(warnings[0].contains("can't be entered"), "{warnings:?}");
        let (two, warnings) = read("gate", json!({"ball": true}));
        assert!(two.ball.is_some() && two.gate.is_none());
        assert!(warnings[0].contains("ball and gate"), "{warnings:?}");
        let (ball, warnings) = read("ball", json!({"trigger": true}));
        assert!(
            ball.trigger.is_none() && warnings.len() == 1,
            "{warnings:?}"
        );
    }

    #[test]
    fn unknown_words_are_told_with_those_there_are() {
        for (name, extras, part) in [
            (
                "trigger",
                json!({"on": "enters", "text": "x"}),
                "there are enter, contact, lit",
            ),
            (
                "trigger",
                json!({"who": 3, "text": "x"}),
                "there are player, ball, walker, any",
            ),
            (
                "target",
                json!({"by": "hand"}),
                "there are any, thrown, placed",
            ),
            ("ball", json!({"mass": -1}), "1 is taken"),
            ("ball", json!({"radius": 0}), "its mesh's radius is taken"),
            ("ball", json!({"velocity": "fast"}), "three numbers"),
            ("gate", json!({"seconds": 0}), "2 is taken"),
            ("walker", json!({"speed": [1]}), "2 m/s is taken"),
            (
                "target",
                json!({"ring": 1, "group": "a"}),
                "did you mean rings?",
            ),
            (
                "ambience",
                json!({"sound": "sea"}),
                "there are wind, hall, machines, water, cavern, march",
            ),
            ("ambience", json!({"volume": 2}), "1 is taken"),
            ("ambience", json!({"radius": 0}), "none is taken"),
            ("disc", json!({"target": "yeah"}), "true or false"),
        ] {
            let (_, warnings) = read(name, extras);
            assert_eq!(warnings.len(), 1, "{warnings:?}");
            assert!(warnings[0].contains(part), "{warnings:?}");
            assert!(warnings[0].starts_with(&format!("node \"{name}\": ")));
        }
    }

    #[test]
    fn slips_are_seen_and_other_words_are_not() {
        for (name, kind) in [
            ("taget", MarkerKind::Target),
            ("Targets.001", MarkerKind::Target),
            ("Check_point", MarkerKind::Checkpoint),
            ("check point 2", MarkerKind::Checkpoint),
            ("chekpoint", MarkerKind::Checkpoint),
            ("triger", MarkerKind::Trigger),
            ("wallker", MarkerKind::Walker),
            ("ambiance", MarkerKind::Ambience),
        ] {
            assert_eq!(meant_by(name), Some(kind), "{name}");
        }
        for name in [
            "wall",
            "bell",
            "gates",
            "edit",
            "target",
            "Checkpoint.001",
            "Check",
            "",
            "door",
            "Ambient.001",
        ] {
            assert_eq!(meant_by(name), None, "{name}");
        }
    }
}
