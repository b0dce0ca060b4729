//! The classes of an excerpt's bodies. They are stored behind the rest and only where a level has some: so
//! stored excerpts without them stay readable.

use hexbound_collide::Class;
use serde::{Deserialize, Serialize};

use super::Excerpt;
use crate::level::{Bodies, BodyClasses, Play, TriggerCause};

/// The classes of a level's bodies, and what triggers say of props and classes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ClassesExcerpt {
    classes: BodyClasses,
    /// One entry per trigger: true if it answers to props, and the class that it answers to.
    triggers: Vec<(bool, Option<Class>)>,
}

impl Excerpt {
    /// The level's classes as they are stored; `None` where it has the usual ones alone.
    pub(crate) fn classes(&self) -> Option<ClassesExcerpt> {
        let found = ClassesExcerpt::of(&self.play);
        (found != ClassesExcerpt::of(&without_classes(&self.play))).then_some(found)
    }

    /// Takes in what was stored of the level's classes.
    pub(crate) fn take_classes(&mut self, stored: ClassesExcerpt) {
        self.play.classes = stored.classes;
        let triggers = self.play.triggers.iter_mut().zip(stored.triggers);
        for (trigger, (props, class)) in triggers {
            if let Some(who) = bodies_of(&mut trigger.cause) {
                (who.props, who.class) = (props, class);
            }
        }
    }
}

impl ClassesExcerpt {
    fn of(play: &Play) -> Self {
        let trigger = |cause: &TriggerCause| {
            let who = bodies_of(&mut cause.clone()).map(|who| (who.props, who.class));
            who.unwrap_or_default()
        };
        Self {
            classes: play.classes.clone(),
            triggers: play.triggers.iter().map(|it| trigger(&it.cause)).collect(),
        }
    }
}

/// The same content with the usual classes.
fn without_classes(play: &Play) -> Play {
    let mut play = play.clone();
    play.classes = BodyClasses::default();
    for trigger in &mut play.triggers {
        if let Some(who) = bodies_of(&mut trigger.cause) {
            (who.props, who.class) = (false, None);
        }
    }
    play
}

fn bodies_of(cause: &mut TriggerCause) -> Option<&mut Bodies> {
    match cause {
        TriggerCause::Enter { who, .. } | TriggerCause::Contact { who } => Some(who),
        TriggerCause::Lit(_) => None,
    }
}
