//! Methods as text on the command line and in recordings: `article+ground=rays`.

use std::{fmt, str::FromStr};

use super::{
    Methods, Question,
    choice::{listed, unknown_choice},
};

/// Writes the answers that are not the usual ones, as `from_str` reads them; `usual` if all are.
impl fmt::Display for Methods {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let differing = self.differing(Self::default());
        joined(
            f,
            differing.map(|question| word(question, self.choice(question))),
        )
    }
}

/// The words of a choice: alone for the first two questions, if that is unambiguous, and after its
/// question for the others.
fn word(question: Question, choice: &str) -> String {
    match question {
        Question::Collision | Question::Ground => choice.to_owned(),
        _ => format!("{}={choice}", question.name()),
    }
}

fn joined(f: &mut fmt::Formatter, mut words: impl Iterator<Item = String>) -> fmt::Result {
    match words.next() {
        None => f.write_str(USUAL_WORD),
        Some(first) => words.try_fold(f.write_str(&first)?, |(), word| write!(f, "+{word}")),
    }
}

/// The word for the usual methods.
const USUAL_WORD: &str = "usual";

/// Reads the usual methods but for the choices that the text names.
impl FromStr for Methods {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let choices: MethodChoices = text.parse()?;
        Ok(choices.over(Self::default()))
    }
}

/// Answers to some of the questions, to replace the selected ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MethodChoices(Vec<(Question, &'static str)>);

impl MethodChoices {
    /// The methods with these answers in place of their own.
    pub fn over(&self, mut methods: Methods) -> Methods {
        for (question, choice) in &self.0 {
            // Never fails: the choice was looked up among the question's own.
            let _ = methods.choose(*question, choice);
        }
        methods
    }

    /// Adds an answer by its word. Fails if the question has one already.
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

/// Writes the choices as `from_str` reads them; `usual` if there are none.
impl fmt::Display for MethodChoices {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let words = self
            .0
            .iter()
            .map(|(question, choice)| word(*question, choice));
        joined(f, words)
    }
}

/// Reads answers joined by plus signs, each alone or after its question: `article+ground=rays`. Fails if
/// two of them answer the same question.
impl FromStr for MethodChoices {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words = text.split('+').map(str::trim);
        let mut choices = Self::default();
        for word in words.filter(|word| *word != USUAL_WORD) {
            let (question, choice) = choice(word)?;
            choices.add(question, choice)?;
        }
        Ok(choices)
    }
}

/// The answer named by a word, alone or after its question.
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

/// The question named by an answer alone: the first one that has it.
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
        let unknown = unknown_choice(choice, &all);
        format!("{unknown}; '{USUAL_WORD}' leaves them all as they are")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Choice, CollisionMode, PlayerShape};

    /// A word alone means the first question that has it, and spaces around words mean nothing.
    #[test]
    fn choices_are_read_and_spelled_as_short_as_they_can_be() {
        for (text, spelled) in [
            ("usual", "usual"),
            ("article+ground=rays", "article+rays"),
            (" article + ground = rays", "article+rays"),
            ("box", "box"),
            ("body=box", "body=box"),
            (
                "capsule+euler+brute",
                "body=capsule+flight=euler+tree=brute",
            ),
        ] {
            let methods: Methods = text.parse().unwrap();
            assert_eq!(methods.to_string(), spelled, "{text}");
        }
        let methods: Methods = "article+rays".parse().unwrap();
        let differing = methods.differing(Methods::default());
        assert!(differing.eq([Question::Collision, Question::Ground]));
    }

    #[test]
    fn wrong_words_are_reported_with_the_right_ones() {
        let twice = "both answer the question 'collision'";
        for (text, hint) in [
            ("swpt", "collision=swept|article|box, "),
            ("Usual", "'usual' leaves"),
            ("ground=box", "sweep and rays"),
            ("gruond=rays", "collision"),
            ("", "swept"),
            ("article+box", twice),
            ("rays + ground=sweep", "both answer the question"),
            ("flight=euler+exact", "both answer the question"),
        ] {
            let said = text.parse::<Methods>().unwrap_err();
            assert!(said.contains(hint), "{text}: {said}");
        }
    }

    #[test]
    fn choices_leave_the_other_answers_alone() {
        let rays: Methods = "ground=rays".parse().unwrap();
        let mut choices: MethodChoices = "box".parse().unwrap();
        assert_eq!(choices.over(rays).to_string(), "box+rays");
        let twice = choices.add(Question::Collision, CollisionMode::Article.name());
        assert!(twice.unwrap_err().contains("'collision'"));
        let capsule = PlayerShape::Capsule.name();
        choices.add(Question::Body, capsule).unwrap();
        assert_eq!(choices.over(rays).to_string(), "box+rays+body=capsule");
        assert_eq!(MethodChoices::default().over(rays), rays);
        assert_eq!(choices.to_string(), "box+body=capsule");
        assert_eq!(MethodChoices::default().to_string(), "usual");
    }
}
