//! A device for tests that reports when it is opened and closed, and that can be absent.

use std::{
    any::Any,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{Receiver, Sender, channel},
    },
    time::Duration,
};

use super::{Device, LossSender};
use crate::Output;

/// The two seconds that a player may be left without sound.
pub(crate) const SOON_TIME: Duration = Duration::from_secs(2);

/// A device that reports each opening and sends its ends; it opens only while `there` is true.
pub(crate) struct Fake {
    opened: Sender<(Output, LossSender)>,
    pub there: Arc<AtomicBool>,
    attempts: Sender<()>,
    pub chosen: Sender<String>,
}

/// A stream that reports when it is dropped, which closes it.
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

    fn open(&mut self, output: Output, lost: LossSender) -> Result<Box<dyn Any>, String> {
        let _ = self.attempts.send(());
        if !self.there.load(Relaxed) {
            return Err("unplugged".to_owned());
        }
        let _ = self.opened.send((output, lost));
        Ok(Box::new(Stream(self.attempts.clone())))
    }
}

/// A fake that is there or not, the ends of each opening, and a message for each attempt or closing.
pub(crate) fn fake(there: bool) -> (Fake, Receiver<(Output, LossSender)>, Receiver<()>) {
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
