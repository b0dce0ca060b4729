//! Messages that come, stay long enough to be read, and fade.

/// Seconds that news stays; trouble stays twice as long.
const STAY: f64 = 4.0;
const FADE: f64 = 0.6;
/// More would cover the picture.
const MOST: usize = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    News,
    Trouble,
}

#[derive(Debug, Default)]
pub(super) struct Messages(Vec<Message>);

#[derive(Debug)]
struct Message {
    text: String,
    kind: Kind,
    until: f64,
}

impl Messages {
    /// A text that is already shown is renewed rather than shown twice.
    pub fn push(&mut self, text: String, kind: Kind, now: f64) {
        self.0.retain(|message| message.text != text);
        let stay = match kind {
            Kind::News => STAY,
            Kind::Trouble => STAY * 2.0,
        };
        self.0.push(Message {
            text,
            kind,
            until: now + stay,
        });
        if self.0.len() > MOST {
            self.0.remove(0);
        }
    }

    /// What begins with `topic` is old.
    pub fn forget(&mut self, topic: &str) {
        self.0.retain(|message| !message.text.starts_with(topic));
    }

    pub fn forget_old(&mut self, now: f64) {
        self.0.retain(|message| now < message.until);
    }

    /// Text, kind and alpha, newest first.
    pub fn shown(&self, now: f64) -> impl Iterator<Item = (&str, Kind, f32)> {
        self.0.iter().rev().map(move |message| {
            let alpha = ((message.until - now) / FADE).clamp(0.0, 1.0);
            (message.text.as_str(), message.kind, alpha as f32)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(messages: &Messages, now: f64) -> Vec<(String, f32)> {
        messages
            .shown(now)
            .map(|(text, _, alpha)| (text.to_owned(), alpha))
            .collect()
    }

    #[test]
    fn the_newest_comes_first_and_only_a_few_stay() {
        let mut messages = Messages::default();
        for number in 0..10 {
            messages.push(format!("{number}"), Kind::News, 0.0);
        }
        let shown = texts(&messages, 0.1);
        assert_eq!(shown.len(), MOST);
        assert_eq!(shown[0].0, "9");
    }

    #[test]
    fn trouble_outlasts_news() {
        let mut messages = Messages::default();
        messages.push("news".into(), Kind::News, 0.0);
        messages.push("trouble".into(), Kind::Trouble, 0.0);
        messages.forget_old(STAY + 0.1);
        assert_eq!(texts(&messages, STAY + 0.1), [("trouble".into(), 1.0)]);
        messages.forget_old(STAY * 2.0 + 0.1);
        assert!(texts(&messages, 99.0).is_empty());
    }

    #[test]
    fn what_is_told_anew_goes() {
        let mut messages = Messages::default();
        messages.push("view: one".into(), Kind::News, 0.0);
        messages.push("saved".into(), Kind::News, 0.0);
        messages.forget("view: ");
        assert_eq!(texts(&messages, 0.1), [("saved".into(), 1.0)]);
    }

    #[test]
    fn a_text_is_shown_once() {
        let mut messages = Messages::default();
        messages.push("again".into(), Kind::News, 0.0);
        messages.push("again".into(), Kind::News, 3.0);
        messages.forget_old(STAY + 1.0);
        assert_eq!(texts(&messages, STAY + 1.0).len(), 1);
    }
}
