//! The methods of collision: each question with several answers, and the selected answer. A tick's
//! methods are a part of its command, so a recording holds every change.

mod choice;
mod spelling;

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use choice::{choices, methods, unknown_choice};
use hexbound_base::body::{BODY_RADIUS, CROUCHED_HALF_HEIGHT, HALF_HEIGHT};

pub use choice::Choice;
pub use spelling::MethodChoices;

choices! {
    /// The method that resolves the player's moves.
    CollisionMode {
        /// The swept kernel: prism, exact features, earliest contact, slide.
        #[default]
        Swept = "swept",
        /// The article's test as printed; it leaks at sharp edges (the library's docs/collision.md).
        Article = "article",
        /// An upright box, tested at single positions, with four ground rays (docs/walking.md).
        Box = "box",
    }
}

choices! {
    /// The method by which mode `swept` finds the ground under a walking body.
    GroundStrategy {
        /// The body itself is swept down; its contacts decide.
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
        /// A box along the axes of the level, which catches on corners and is wider along its diagonals.
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
    /// The planes that bound a triangle in mode `article`.
    BoundingPlanes {
        /// PS1 to PS6, as the article printed them.
        #[default]
        Six = "six",
        /// PS1 to PS3 alone, which meet far beyond a sharp corner.
        Three = "three",
    }
}

choices! {
    /// The method by which the position and velocity of a ball advance without contacts.
    BallFlight {
        /// Exact parabolas, however long a tick is.
        #[default]
        Exact = "exact",
        /// NeHe lesson 30's order: first the velocity, then the position by the new velocity.
        Euler = "euler",
    }
}

choices! {
    /// The method by which moving balls find each other.
    BallMeeting {
        /// The exact time of the first contact.
        #[default]
        Exact = "exact",
        /// 150 points in time along a step, tested one after the other, as in NeHe lesson 30.
        Slices = "slices",
    }
}

choices! {
    /// The method that stops a moving prop.
    PropSense {
        /// The prop's own shape, swept.
        #[default]
        Shape = "shape",
        /// One ray ahead from the prop's center, answered by a ray back.
        Reflected = "reflected",
        /// Parallel rays over the prop's cross-section, each answered by a ray back.
        Fan = "fan",
        /// A ray ahead of each vertex, and one from the center to each vertex's next position.
        Vertices = "vertices",
    }
}

choices! {
    /// The contacts that a sweep of the player's body reports.
    ReportedContacts {
        /// All earliest simultaneous contacts.
        #[default]
        All = "all",
        /// Only one of the earliest contacts.
        First = "first",
    }
}

choices! {
    /// The method that finds the triangles near the player's moves. No result depends on it.
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
        /// No tree: every triangle is tested.
        Brute = "brute",
    }
}

choices! {
    /// The choice whether the triangles near the player are kept from tick to tick. No result depends on
    /// it.
    Coherence {
        /// Triangles are gathered a little further than needed, and kept while they suffice.
        #[default]
        On = "on",
        /// Triangles are gathered again in every tick.
        Off = "off",
    }
}

choices! {
    /// The method by which walkers move among the level, the movers and the props.
    CrowdMethods {
        /// Mode `swept` with the usual methods, whatever the player's are.
        #[default]
        Swept = "swept",
        /// The player's own methods.
        Player = "player",
    }
}

methods! {
    /// The method that resolves the player's moves.
    collision: CollisionMode, Collision = "collision";
    /// The method by which mode `swept` finds the ground.
    ground: GroundStrategy, Ground = "ground";
    /// The shape of the player's body in mode `swept`.
    body: PlayerShape, Body = "body";
    /// The distance that mode `article` keeps from a plane.
    distance: ArticleReach, Distance = "distance";
    /// The planes that bound a triangle in mode `article`.
    bounds: BoundingPlanes, Bounds = "bounds";
    /// The method by which balls fly.
    flight: BallFlight, Flight = "flight";
    /// The method by which moving balls find each other.
    balls: BallMeeting, Balls = "balls";
    /// The method that stops a moving prop.
    props: PropSense, Props = "props";
    /// The contacts that a sweep of the player's body reports.
    contacts: ReportedContacts, Contacts = "contacts";
    /// The method that finds the triangles near the player's moves.
    tree: PlayerTree, Tree = "tree";
    /// The choice whether the triangles near the player are kept from tick to tick.
    coherence: Coherence, Coherence = "coherence";
    /// The method by which walkers move.
    crowd: CrowdMethods, Crowd = "crowd";
}

impl PlayerShape {
    /// Half the height of a body of this shape in a stance, meters.
    pub(crate) fn half_height(self, crouching: bool) -> f32 {
        match (self, crouching) {
            (PlayerShape::Sphere, _) => BODY_RADIUS,
            (_, true) => CROUCHED_HALF_HEIGHT,
            (_, false) => HALF_HEIGHT,
        }
    }
}

impl Question {
    /// The question named `name`.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|it| it.name() == name)
    }

    /// The word of one of the question's answers; an error lists the valid ones.
    pub fn choice_named(self, name: &str) -> Result<&'static str, String> {
        let choices = self.choices();
        let found = choices.iter().copied().find(|choice| *choice == name);
        found.ok_or_else(|| unknown_choice(name, &choices))
    }
}

impl Methods {
    /// The shape of the player's body: the selected one in mode `swept`, the usual one in the others.
    pub fn player_shape(self) -> PlayerShape {
        match self.collision {
            CollisionMode::Swept => self.body,
            CollisionMode::Article | CollisionMode::Box => PlayerShape::default(),
        }
    }

    /// The methods by which walkers move while the player moves by these.
    pub(crate) fn of_walkers(self) -> Self {
        match self.crowd {
            CrowdMethods::Swept => Self::default(),
            CrowdMethods::Player => self,
        }
    }

    /// Returns whether two sets of methods have the same results: they differ at most in questions that
    /// no result depends on.
    pub fn is_equivalent_to(self, other: Self) -> bool {
        let mut differing = self.differing(other);
        differing.all(|question| matches!(question, Question::Tree | Question::Coherence))
    }

    /// The usual methods but for the one that resolves the player's moves.
    pub fn by(collision: CollisionMode) -> Self {
        Self {
            collision,
            ..Self::default()
        }
    }

    /// The questions that the two sets of methods answer differently.
    pub fn differing(self, other: Self) -> impl Iterator<Item = Question> {
        let all = Question::ALL.iter().copied();
        all.filter(move |question| self.choice(*question) != other.choice(*question))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_base::words::check_family;

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
                methods.choose_next(question);
            }
            assert_eq!(methods, before);
        }
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
}
