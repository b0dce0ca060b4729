//! Messages that appear, stay long enough to be read, and fade.

use hexbound_base::words::Phrase;

/// The duration of news, seconds; trouble lasts twice as long, a story three times.
const STAY_SECONDS: f64 = 4.0;
/// The duration of a message's fading, seconds.
const FADE_SECONDS: f64 = 0.6;
/// The largest number of messages at a time; more would hide the image.
const MAX_MESSAGES: usize = 4;

/// The kind of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageKind {
    /// An event.
    News,
    /// A problem.
    Trouble,
    /// A few sentences about a place.
    Story,
}

/// The messages that are shown, the oldest first.
#[derive(Debug, Default)]
pub(crate) struct Messages(Vec<ShownMessage>);

#[derive(Debug)]
struct ShownMessage {
    said: Phrase,
    /// The topic; a new message on the same topic replaces this one.
    topic: Option<&'static str>,
    kind: MessageKind,
    /// The end of the message's display, seconds since the start.
    until: f64,
}

impl Messages {
    /// Adds a message at the time `now`, seconds. A message that is already shown starts over.
    pub(crate) fn push(&mut self, said: Phrase, kind: MessageKind, now: f64) {
        self.0.retain(|message| message.said != said);
        let stay = match kind {
            MessageKind::News => STAY_SECONDS,
            MessageKind::Trouble => STAY_SECONDS * 2.0,
            MessageKind::Story => STAY_SECONDS * 3.0,
        };
        self.0.push(ShownMessage {
            said,
            topic: None,
            kind,
            until: now + stay,
        });
        if self.0.len() > MAX_MESSAGES {
            self.0.remove(0);
        }
    }

    /// Adds news in place of the message on the same topic.
    pub(crate) fn replace(&mut self, topic: &'static str, said: Phrase, now: f64) {
        self.0.retain(|message| message.topic != Some(topic));
        self.push(said, MessageKind::News, now);
        if let Some(message) = self.0.last_mut() {
            message.topic = Some(topic);
        }
    }

    /// Removes expired messages.
    pub(crate) fn forget_old(&mut self, now: f64) {
        self.0.retain(|message| now < message.until);
    }

    /// The messages with their kinds and alphas, the newest first.
    pub(crate) fn shown(&self, now: f64) -> impl Iterator<Item = (&Phrase, MessageKind, f32)> {
        self.0.iter().rev().map(move |message| {
            let alpha = ((message.until - now) / FADE_SECONDS).clamp(0.0, 1.0);
            (&message.said, message.kind, alpha as f32)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_base::words::Words;

    fn texts(messages: &Messages, now: f64) -> Vec<(String, f32)> {
        let shown = messages.shown(now);
        let texts = shown.map(|(said, _, alpha)| (Words::english().say(said), alpha));
        texts.collect()
    }

    #[test]
    fn the_newest_comes_first_and_only_a_few_stay() {
        let mut messages = Messages::default();
        for number in 0..10 {
            messages.push(Phrase::plain(format!("{number}")), MessageKind::News, 0.0);
        }
        let shown = texts(&messages, 0.1);
        assert_eq!(shown.len(), MAX_MESSAGES);
        assert_eq!(shown[0].0, "9");
    }

    #[test]
    fn trouble_outlasts_news() {
        let mut messages = Messages::default();
        messages.push(Phrase::plain("news"), MessageKind::News, 0.0);
        messages.push(Phrase::plain("trouble"), MessageKind::Trouble, 0.0);
        messages.forget_old(STAY_SECONDS + 0.1);
        let left = texts(&messages, STAY_SECONDS + 0.1);
        assert_eq!(left, [("trouble".into(), 1.0)]);
        messages.forget_old(STAY_SECONDS * 2.0 + 0.1);
        assert!(texts(&messages, 99.0).is_empty());
    }

    #[test]
    fn a_message_replaces_an_older_one_on_its_topic() {
        let mut messages = Messages::default();
        messages.replace("view", Phrase::plain("one"), 0.0);
        messages.push(Phrase::plain("saved"), MessageKind::News, 0.0);
        messages.replace("view", Phrase::plain("two"), 0.0);
        let left = texts(&messages, 0.1).into_iter().map(|(text, _)| text);
        assert_eq!(left.collect::<Vec<_>>(), ["two", "saved"]);
    }

    #[test]
    fn a_text_is_shown_once() {
        let mut messages = Messages::default();
        messages.push(Phrase::plain("again"), MessageKind::News, 0.0);
        messages.push(Phrase::plain("again"), MessageKind::News, 3.0);
        messages.forget_old(STAY_SECONDS + 1.0);
        assert_eq!(texts(&messages, STAY_SECONDS + 1.0).len(), 1);
    }
}
