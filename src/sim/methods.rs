//! The methods by which collision is resolved: each question that has several answers, and the answer
//! that is in use. A tick's methods are a part of its command, so a recording holds every change.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::body::{CROUCHED_HALF_HEIGHT, HALF_HEIGHT, RADIUS};

/// One answer among those that a question has.
pub trait Choice: Copy + Default + PartialEq + 'static {
    /// All answers; the usual one is the default.
    const ALL: &'static [Self];

    /// The word for the answer, in recordings and on the command line.
    fn name(self) -> &'static str;

    /// The answer after this one, round and round.
    fn next(self) -> Self {
        let place = Self::ALL.iter().position(|it| *it == self).unwrap_or(0);
        Self::ALL[(place + 1) % Self::ALL.len()]
    }

    /// The answer of that name.
    fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|it| it.name() == name)
    }
}

/// Declares the answers to a question, each with its word.
macro_rules! choices {
    ($(#[$about:meta])* $kind:ident { $($(#[$meta:meta])* $variant:ident = $name:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum $kind {
            $($(#[$meta])* #[serde(rename = $name)] $variant,)+
        }

        impl Choice for $kind {
            const ALL: &'static [Self] = &[$($kind::$variant,)+];

            fn name(self) -> &'static str {
                match self {
                    $($kind::$variant => $name,)+
                }
            }
        }

        impl FromStr for $kind {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                Self::find(text).ok_or_else(|| unknown_choice(text, &[$($name,)+]))
            }
        }
    };
}

/// Declares the questions, each with its word and the kind of its answers.
macro_rules! methods {
    ($($(#[$about:meta])* $field:ident: $kind:ident, $question:ident = $name:literal;)+) => {
        /// The methods by which a tick is resolved: an answer to each question.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct Methods {
            $($(#[$about])* pub $field: $kind,)+
        }

        /// A question that collision answers in one of several ways.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Question {
            $($(#[$about])* $question,)+
        }

        impl Question {
            pub const ALL: &'static [Self] = &[$(Question::$question,)+];

            /// The word for the question, in recordings and on the command line.
            pub fn name(self) -> &'static str {
                match self {
                    $(Question::$question => $name,)+
                }
            }

            /// The words of its answers.
            pub fn choices(self) -> Vec<&'static str> {
                match self {
                    $(Question::$question => $kind::ALL.iter().map(|it| it.name()).collect(),)+
                }
            }

            /// The word of the answer that is in use unless another is asked for.
            pub fn usual(self) -> &'static str {
                match self {
                    $(Question::$question => $kind::default().name(),)+
                }
            }
        }

        impl Methods {
            /// The word of the answer to a question.
            pub fn choice(&self, question: Question) -> &'static str {
                match question {
                    $(Question::$question => self.$field.name(),)+
                }
            }

            /// Answers a question by an answer's word; an error names those that there are.
            pub fn choose(&mut self, question: Question, choice: &str) -> Result<(), String> {
                match question {
                    $(Question::$question => self.$field = choice.parse()?,)+
                }
                Ok(())
            }

            /// Answers a question by the answer after the one in use, round and round.
            pub fn turn(&mut self, question: Question) {
                match question {
                    $(Question::$question => self.$field = self.$field.next(),)+
                }
            }
        }
    };
}

choices! {
    /// The way in which the player's moves are resolved.
    CollisionMode {
        /// The swept kernel: prism, exact features, earliest contact, slide.
        #[default]
        Swept = "swept",
        /// The article's test as printed; it leaks at sharp edges (the library's docs/collision.md).
        Article = "article",
        /// An upright box, tested at single places, with four ground rays (docs/walking.md).
        Box = "box",
    }
}

choices! {
    /// The way in which mode `swept` finds the ground under a walking body.
    GroundStrategy {
        /// The body itself is swept down; what it touches decides.
        #[default]
        Sweep = "sweep",
        /// Four rays from the edges of the body's box decide.
        Rays = "rays",
    }
}

choices! {
    /// The shape of the player's body in mode `swept`. All but the sphere fill the same box of
    /// 0.8 × 1.8 × 0.8 m, lower while the player crouches.
    PlayerShape {
        /// Round on all sides, with nothing that catches on a corner.
        #[default]
        Ellipsoid = "ellipsoid",
        /// A ball of the article's radius at the feet; the head meets nothing.
        Sphere = "sphere",
        /// A cylinder with round ends.
        Capsule = "capsule",
        /// A cylinder with flat ends, whose rims catch on steps.
        Cylinder = "cylinder",
        /// A box along the axes of the level, which catches on corners and is wider across.
        Box = "box",
    }
}

choices! {
    /// The distance d that mode `article` keeps from a plane.
    ArticleReach {
        /// One constant, as the article printed it.
        #[default]
        Constant = "constant",
        /// The article's improvement: d depends on the slope, as for a tall ellipsoid.
        Slope = "slope",
    }
}

choices! {
    /// The way in which a ball's place and velocity go on while nothing is met.
    BallFlight {
        /// Exact parabolas, however long a tick is.
        #[default]
        Exact = "exact",
        /// NeHe lesson 30's order: first the velocity, then the place by the new velocity.
        Euler = "euler",
    }
}

choices! {
    /// The way in which moving balls find each other.
    BallMeeting {
        /// The exact time of the first contact.
        #[default]
        Exact = "exact",
        /// 150 places along a step, looked at one after the other, as in NeHe lesson 30.
        Slices = "slices",
    }
}

choices! {
    /// The way in which a moving prop is stopped.
    PropSense {
        /// Its own shape, swept.
        #[default]
        Shape = "shape",
        /// One ray ahead from its center, answered by a ray back.
        Reflected = "reflected",
        /// Parallel rays over its cross-section, each answered by a ray back.
        Fan = "fan",
        /// A ray ahead of each vertex, and one from the center to each vertex where it will be.
        Vertices = "vertices",
    }
}

choices! {
    /// The contacts that a sweep of the player's body reports.
    ReportedContacts {
        /// All that happen together first.
        #[default]
        All = "all",
        /// One of them only.
        First = "first",
    }
}

choices! {
    /// The way in which the triangles near the player's moves are found. No result depends on it.
    PlayerTree {
        /// The game's eight-wide tree.
        #[default]
        Wide = "wide",
        /// The same tree with its boxes in 8-bit steps.
        Compact = "compact",
        /// OPCODE's binary tree: 2N − 1 nodes.
        Normal = "normal",
        /// OPCODE's binary tree without nodes for leaves: N − 1.
        NoLeaf = "noleaf",
        /// OPCODE's binary tree with its boxes in 16-bit steps.
        Quantized = "quantized",
        /// OPCODE's binary tree with N − 1 nodes in 16-bit steps.
        QuantizedNoLeaf = "quantized-noleaf",
        /// No tree: every triangle is looked at.
        Brute = "brute",
    }
}

choices! {
    /// The choice whether the triangles near the player are kept from tick to tick. No result depends
    /// on it.
    Coherence {
        /// They are gathered a little further than needed, and kept while they last.
        #[default]
        On = "on",
        /// They are gathered anew in every tick.
        Off = "off",
    }
}

methods! {
    /// The way in which the player's moves are resolved.
    collision: CollisionMode, Collision = "collision";
    /// The way in which mode `swept` finds the ground.
    ground: GroundStrategy, Ground = "ground";
    /// The shape of the player's body in mode `swept`.
    body: PlayerShape, Body = "body";
    /// The distance that mode `article` keeps from a plane.
    distance: ArticleReach, Distance = "distance";
    /// The way in which balls fly.
    flight: BallFlight, Flight = "flight";
    /// The way in which moving balls find each other.
    balls: BallMeeting, Balls = "balls";
    /// The way in which a moving prop is stopped.
    props: PropSense, Props = "props";
    /// The contacts that a sweep of the player's body reports.
    contacts: ReportedContacts, Contacts = "contacts";
    /// The way in which the triangles near the player's moves are found.
    tree: PlayerTree, Tree = "tree";
    /// The choice whether the triangles near the player are kept from tick to tick.
    coherence: Coherence, Coherence = "coherence";
}

impl PlayerShape {
    /// Half the height of a body of this shape in a stance, meters.
    pub(super) fn half_height(self, crouching: bool) -> f32 {
        match (self, crouching) {
            (PlayerShape::Sphere, _) => RADIUS,
            (_, true) => CROUCHED_HALF_HEIGHT,
            (_, false) => HALF_HEIGHT,
        }
    }
}

impl Question {
    /// The question of that name.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|it| it.name() == name)
    }

    /// The word of one of its answers; an error names those that there are.
    pub fn choice_named(self, name: &str) -> Result<&'static str, String> {
        let choices = self.choices();
        let found = choices.iter().copied().find(|choice| *choice == name);
        found.ok_or_else(|| unknown_choice(name, &choices))
    }
}

impl Methods {
    /// The shape of the player's body: that of mode `swept`, and in the others the usual one.
    pub(super) fn player_shape(self) -> PlayerShape {
        match self.collision {
            CollisionMode::Swept => self.body,
            CollisionMode::Article | CollisionMode::Box => PlayerShape::default(),
        }
    }

    /// Returns whether these and other methods come to the same: they differ at most in what no
    /// result depends on.
    pub(crate) fn decide_like(self, other: Self) -> bool {
        let mut differing = self.differing(other);
        differing.all(|question| matches!(question, Question::Tree | Question::Coherence))
    }

    /// The usual methods but for the way in which the player's moves are resolved.
    pub fn by(collision: CollisionMode) -> Self {
        Self {
            collision,
            ..Self::default()
        }
    }

    /// The questions that these and other methods answer differently.
    pub fn differing(self, other: Self) -> impl Iterator<Item = Question> {
        let all = Question::ALL.iter().copied();
        all.filter(move |question| self.choice(*question) != other.choice(*question))
    }
}

/// The answers that are not the usual ones, as `from_str` reads them; `usual` where all are.
impl fmt::Display for Methods {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let differing = self.differing(Self::default());
        joined(
            f,
            differing.map(|question| word(question, self.choice(question))),
        )
    }
}

/// The words of a choice: alone for the first two questions, where that says enough, and after its
/// question for the others.
fn word(question: Question, choice: &str) -> String {
    match question {
        Question::Collision | Question::Ground => choice.to_owned(),
        _ => format!("{}={choice}", question.name()),
    }
}

fn joined(f: &mut fmt::Formatter, mut words: impl Iterator<Item = String>) -> fmt::Result {
    match words.next() {
        None => f.write_str(USUAL),
        Some(first) => words.try_fold(f.write_str(&first)?, |(), word| write!(f, "+{word}")),
    }
}

/// The word for methods that are all the usual ones.
const USUAL: &str = "usual";

/// The usual methods but for the choices that the text names.
impl FromStr for Methods {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let choices: MethodChoices = text.parse()?;
        Ok(choices.over(Self::default()))
    }
}

/// Answers to some of the questions, to take the place of those in use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MethodChoices(Vec<(Question, &'static str)>);

impl MethodChoices {
    /// The methods with these answers in the place of their own.
    pub fn over(&self, mut methods: Methods) -> Methods {
        for (question, choice) in &self.0 {
            // A choice was looked up among the question's own.
            let _ = methods.choose(*question, choice);
        }
        methods
    }

    /// Adds an answer by its word. It is an error if the question has one already.
    pub fn add(&mut self, question: Question, choice: &'static str) -> Result<(), String> {
        if let Some((_, other)) = self.0.iter().find(|(it, _)| *it == question) {
            return Err(format!(
                "'{other}' and '{choice}' both answer the question '{}'; leave one of them out",
                question.name()
            ));
        }
        self.0.push((question, choice));
        Ok(())
    }
}

/// The choices as `from_str` reads them; `usual` where there are none.
impl fmt::Display for MethodChoices {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let words = self
            .0
            .iter()
            .map(|(question, choice)| word(*question, choice));
        joined(f, words)
    }
}

/// Answers with a plus between them, each alone or after its question: `article+ground=rays`. An error
/// where two of them answer the same question.
impl FromStr for MethodChoices {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words = text.split('+').map(str::trim);
        let mut choices = Self::default();
        for word in words.filter(|word| *word != USUAL) {
            let (question, choice) = choice(word)?;
            choices.add(question, choice)?;
        }
        Ok(choices)
    }
}

/// The answer that a word means, alone or after its question.
fn choice(word: &str) -> Result<(Question, &'static str), String> {
    let (question, choice) = match word.split_once('=') {
        Some((question, choice)) => (named(question.trim())?, choice.trim()),
        None => (first_question_with(word)?, word),
    };
    Ok((question, question.choice_named(choice)?))
}

fn named(name: &str) -> Result<Question, String> {
    Question::find(name).ok_or_else(|| {
        let all: Vec<_> = Question::ALL.iter().map(|it| it.name()).collect();
        format!("there is no method '{name}'; there are {}", listed(&all))
    })
}

/// The question that an answer alone means: the first one that has it.
fn first_question_with(choice: &str) -> Result<Question, String> {
    let mut all = Question::ALL.iter().copied();
    let found = all.find(|question| question.choices().contains(&choice));
    found.ok_or_else(|| {
        let all = Question::ALL.iter().map(|question| {
            let choices = question.choices().join("|");
            format!("{}={choices}", question.name())
        });
        let all: Vec<String> = all.collect();
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        unknown_choice(choice, &all)
    })
}

fn unknown_choice(name: &str, all: &[&str]) -> String {
    format!("there is no '{name}'; there are {}", listed(all))
}

/// The words with commas, the last with "and".
fn listed(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::check_family;

    #[test]
    fn every_choice_is_found_by_its_name_and_turned_to() {
        for question in Question::ALL.iter().copied() {
            assert_eq!(Question::find(question.name()), Some(question));
            let choices = question.choices();
            assert!(choices.contains(&question.usual()), "{question:?}");
            let mut methods = Methods::default();
            for choice in &choices {
                methods.choose(question, choice).unwrap();
                assert_eq!(methods.choice(question), *choice);
                let again: Methods = methods.to_string().parse().unwrap();
                assert_eq!(again, methods, "{methods}");
            }
            let before = methods;
            for _ in &choices {
                methods.turn(question);
            }
            assert_eq!(methods, before);
        }
    }

    #[test]
    fn several_choices_stand_together() {
        let methods: Methods = "article+ground=rays".parse().unwrap();
        assert_eq!(methods.collision, CollisionMode::Article);
        assert_eq!(methods.ground, GroundStrategy::Rays);
        let differing: Vec<_> = methods.differing(Methods::default()).collect();
        assert_eq!(differing, [Question::Collision, Question::Ground]);
        assert_eq!("usual".parse(), Ok(Methods::default()));
        assert_eq!(Methods::default().to_string(), "usual");
    }

    #[test]
    fn wrong_words_are_told_with_the_right_ones() {
        let problem = |text: &str| text.parse::<Methods>().unwrap_err();
        assert!(
            problem("swpt").contains("collision=swept|article|box, "),
            "{}",
            problem("swpt")
        );
        assert!(problem("ground=box").contains("sweep and rays"));
        assert!(problem("gruond=rays").contains("collision"));
        assert!(problem("").contains("swept"));
    }

    #[test]
    fn every_question_and_choice_has_a_title_and_a_sentence() {
        let with_about = |names: Vec<String>| {
            let about: Vec<String> = names.iter().map(|it| format!("about-{it}")).collect();
            names.into_iter().chain(about)
        };
        let questions = Question::ALL.iter();
        let named = questions.clone().map(|it| it.name().to_owned());
        check_family("question", with_about(named.collect()));
        let choices = questions.flat_map(|question| {
            let choices = question.choices().into_iter();
            choices.map(move |choice| format!("{}-{choice}", question.name()))
        });
        check_family("choice", with_about(choices.collect()));
    }

    #[test]
    fn a_word_alone_means_the_first_question_that_has_it() {
        let read = |text: &str| text.parse::<Methods>().unwrap();
        assert_eq!(read("box"), Methods::by(CollisionMode::Box));
        let body = read("body=box");
        assert_eq!(body.body, PlayerShape::Box);
        assert_eq!(body.collision, CollisionMode::Swept);
        assert_eq!(body.to_string(), "body=box");
        let both = read("capsule+euler+brute");
        assert_eq!(both.to_string(), "body=capsule+flight=euler+tree=brute");
    }

    #[test]
    fn two_answers_to_one_question_are_refused() {
        for twice in ["article+box", "rays + ground=sweep", "flight=euler+exact"] {
            let said = twice.parse::<MethodChoices>().unwrap_err();
            assert!(said.contains("both answer the question"), "{twice}: {said}");
        }
        let said = "article+box".parse::<Methods>().unwrap_err();
        assert!(
            said.contains("'article'") && said.contains("'box'"),
            "{said}"
        );
        assert!(said.contains("'collision'"), "{said}");
    }

    #[test]
    fn spaces_around_words_mean_nothing() {
        let methods: Methods = " article + ground = rays".parse().unwrap();
        assert_eq!(methods.to_string(), "article+rays");
    }

    #[test]
    fn choices_leave_the_other_answers_alone() {
        let rays: Methods = "ground=rays".parse().unwrap();
        let mut choices: MethodChoices = "box".parse().unwrap();
        assert_eq!(choices.over(rays).to_string(), "box+rays");
        let twice = choices.add(Question::Collision, CollisionMode::Article.name());
        assert!(twice.unwrap_err().contains("'collision'"));
        choices
            .add(Question::Body, PlayerShape::Capsule.name())
            .unwrap();
        assert_eq!(choices.over(rays).to_string(), "box+rays+body=capsule");
        assert_eq!(MethodChoices::default().over(rays), rays);
        assert_eq!(choices.to_string(), "box+body=capsule");
        assert_eq!(MethodChoices::default().to_string(), "usual");
    }
}
