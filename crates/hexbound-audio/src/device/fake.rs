//! A device for tests: it says when it is opened and closed, and is there or not.

use std::{
    any::Any,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{Receiver, Sender, channel},
    },
    time::Duration,
};

use super::{Device, Lost};
use crate::Output;

/// The two seconds that a player may be left without sound.
pub(crate) const SOON_TIME: Duration = Duration::from_secs(2);

/// Reports each opening and hands out its ends; opens only while `there`.
pub(crate) struct Fake {
    opened: Sender<(Output, Lost)>,
    pub there: Arc<AtomicBool>,
    attempts: Sender<()>,
    pub chosen: Sender<String>,
}

/// Says when it is dropped, as a stream that is closed.
struct Stream(Sender<()>);

impl Drop for Stream {
    fn drop(&mut self) {
        let _ = self.0.send(());
    }
}

impl Device for Fake {
    fn choose(&mut self, name: String) {
        let _ = self.chosen.send(name);
    }

    fn open(&mut self, output: Output, lost: Lost) -> Result<Box<dyn Any>, String> {
        let _ = self.attempts.send(());
        if !self.there.load(Relaxed) {
            return Err("unplugged".to_owned());
        }
        let _ = self.opened.send((output, lost));
        Ok(Box::new(Stream(self.attempts.clone())))
    }
}

/// A fake that is there or not, the ends of each opening, and a sign for each attempt.
pub(crate) fn fake(there: bool) -> (Fake, Receiver<(Output, Lost)>, Receiver<()>) {
    let (opened, opened_receiver) = channel();
    let (attempts, attempts_receiver) = channel();
    let fake = Fake {
        opened,
        there: Arc::new(AtomicBool::new(there)),
        attempts,
        chosen: channel().0,
    };
    (fake, opened_receiver, attempts_receiver)
}
