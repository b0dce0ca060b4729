//! Keeps an output device playing. A thread opens the device, so that no frame waits for a sound server, and
//! reopens it after a loss.

use std::{
    any::Any,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

use log::{debug, info, warn};

use super::Device;
use crate::Output;
use hexbound_base::injected_fault;

/// The time between attempts to reopen a lost device.
const RETRY_INTERVAL: Duration = Duration::from_millis(500);
/// A device lost sooner than this after its opening gets no warning in the log.
const FLAPPING_TIME: Duration = Duration::from_secs(5);
/// A time longer than any game.
const FOREVER_TIME: Duration = Duration::MAX;
/// The longest time that the exit of the game waits for the device to close.
const MAX_CLOSING_TIME: Duration = Duration::from_millis(300);

/// A handle through which a stream reports the loss of its device to the keeper.
#[derive(Clone)]
pub(crate) struct LossSender(Sender<Option<DeviceMessage>>);

impl LossSender {
    pub(crate) fn report(&self, reason: String) {
        // If the receiver is gone, the keeper has ended.
        let _ = self.0.send(Some(DeviceMessage::Lost(reason)));
    }
}

/// A message to the keeper; `None` in its place closes the device.
enum DeviceMessage {
    Lost(String),
    /// The player has chosen the device of this name.
    Choose(String),
}

/// A handle to the thread that owns the audio device. Dropping the handle closes the device.
pub(crate) struct Keeper {
    messages: Sender<Option<DeviceMessage>>,
    playing: Arc<AtomicBool>,
    closed: Receiver<()>,
    problems: Receiver<String>,
}

impl Keeper {
    pub(crate) fn start(device: impl Device, output: Output) -> Self {
        let (messages, received) = channel();
        let (closing, closed) = channel();
        let (report_problem, problems) = channel();
        let playing = Arc::new(AtomicBool::new(false));
        let device_thread = DeviceThread {
            device,
            output,
            lost: LossSender(messages.clone()),
            received,
            playing: playing.clone(),
            problems: report_problem,
        };
        let started = thread::Builder::new()
            .name("sound".to_owned())
            .spawn(move || {
                device_thread.run();
                drop(closing);
            });
        if let Err(error) = started {
            warn!("no sound: no thread for it ({error}); the game goes on silent");
        }
        Self {
            messages,
            playing,
            closed,
            problems,
        }
    }

    /// Takes the oldest reason for a missing device that was not taken yet. Such a reason arises at the
    /// start and after a choice, until a first device opens.
    pub(crate) fn take_problem(&self) -> Option<String> {
        self.problems.try_recv().ok()
    }

    /// Opens the device `name` in place of the current one.
    pub(crate) fn play_through(&self, name: String) {
        // Without the thread nothing plays.
        let _ = self.messages.send(Some(DeviceMessage::Choose(name)));
    }

    /// Returns whether a device is open and pulling samples.
    pub(crate) fn is_playing(&self) -> bool {
        self.playing.load(Relaxed)
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        if self.messages.send(None).is_ok() {
            // The channel closes with the thread; a sound server that hangs is left behind.
            let _ = self.closed.recv_timeout(MAX_CLOSING_TIME);
        }
    }
}

/// The state of the thread that opens and reopens the audio device.
struct DeviceThread<D> {
    device: D,
    output: Output,
    lost: LossSender,
    received: Receiver<Option<DeviceMessage>>,
    playing: Arc<AtomicBool>,
    problems: Sender<String>,
}

impl<D: Device> DeviceThread<D> {
    /// Opens the device, waits for its loss, and reopens it. While no device has opened yet, a failure is
    /// logged, and the next attempt waits for the player's choice. Returns `None` once the game exits.
    fn run(mut self) -> Option<()> {
        injected_fault::at("sound");
        let mut opened_before = false;
        loop {
            match self.device.open(self.output.clone(), self.lost.clone()) {
                Ok(stream) => {
                    if opened_before {
                        info!("sound: the output device is open again");
                    }
                    opened_before = true;
                    self.wait_until_lost(stream)?;
                }
                Err(reason) if !opened_before => {
                    warn!("no sound: {reason}; the game goes on silent");
                    // The game may have exited meanwhile.
                    let _ = self.problems.send(reason);
                    self.wait(FOREVER_TIME, |message| {
                        matches!(message, DeviceMessage::Choose(_))
                    })?;
                    continue;
                }
                Err(reason) => debug!("sound: still no output device: {reason}"),
            }
            // Late messages of the old stream are ignored.
            self.wait(RETRY_INTERVAL, |_| false)?;
        }
    }

    /// Waits until the device is lost or another is chosen. Returns `None` if the game exits first.
    fn wait_until_lost(&mut self, stream: Box<dyn Any>) -> Option<()> {
        let opened = Instant::now();
        self.playing.store(true, Relaxed);
        let lost = self.wait(FOREVER_TIME, |_| true);
        self.playing.store(false, Relaxed);
        drop(stream);
        match lost? {
            Some(reason) if opened.elapsed() > FLAPPING_TIME => {
                warn!("sound: the output device is lost ({reason}); trying to open it again");
            }
            Some(reason) => debug!("sound: the output device is lost ({reason})"),
            None => {}
        }
        Some(())
    }

    /// Waits up to `time` for an awaited message, applying device choices meanwhile. Returns the reason for a
    /// loss of the device, or `None` if the game exits.
    fn wait(
        &mut self,
        time: Duration,
        is_awaited: impl Fn(&DeviceMessage) -> bool,
    ) -> Option<Option<String>> {
        let began = Instant::now();
        loop {
            let left = time.saturating_sub(began.elapsed());
            let message = match self.received.recv_timeout(left) {
                Err(RecvTimeoutError::Timeout) => return Some(None),
                Err(RecvTimeoutError::Disconnected) => return None,
                Ok(message) => message?,
            };
            let is_over = is_awaited(&message);
            let lost = match message {
                DeviceMessage::Lost(reason) => Some(reason),
                DeviceMessage::Choose(name) => {
                    self.device.choose(name);
                    None
                }
            };
            if is_over {
                return Some(lost);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Bank, Mixer,
        device::fake::{SOON_TIME, fake},
    };

    struct Bench {
        keeper: Keeper,
        opened: Receiver<(Output, LossSender)>,
        there: Arc<AtomicBool>,
        attempts: Receiver<()>,
        chosen: Receiver<String>,
    }

    fn bench(there: bool) -> Bench {
        let (mut fake, opened, attempts) = fake(there);
        let (chosen, chosen_receiver) = channel();
        fake.chosen = chosen;
        let there = fake.there.clone();
        let (_mixer, output) = Mixer::new(Bank::default());
        Bench {
            keeper: Keeper::start(fake, output),
            opened,
            there,
            attempts,
            chosen: chosen_receiver,
        }
    }

    #[test]
    fn a_lost_device_is_opened_again() {
        let bench = bench(true);
        let (_, lost) = bench.opened.recv_timeout(SOON_TIME).unwrap();
        lost.report("unplugged".to_owned());
        let (mut feed, lost) = bench.opened.recv_timeout(SOON_TIME).unwrap();
        assert_eq!(feed.next(), Some(0.0));
        // Many errors from one stream are one loss.
        lost.report("unplugged".to_owned());
        lost.report("and again".to_owned());
        bench.opened.recv_timeout(SOON_TIME).unwrap();
        // The thread receives the end after all losses: it opened nothing more on their account.
        drop(bench.keeper);
        let end = bench.opened.recv_timeout(SOON_TIME);
        assert!(matches!(end, Err(RecvTimeoutError::Disconnected)));
    }

    #[test]
    fn another_device_is_opened_once_it_is_chosen() {
        let bench = bench(true);
        bench.opened.recv_timeout(SOON_TIME).unwrap();
        bench.keeper.play_through("headphones".to_owned());
        let chosen = bench.chosen.recv_timeout(SOON_TIME).unwrap();
        assert_eq!(chosen, "headphones");
        bench.opened.recv_timeout(SOON_TIME).unwrap();
    }

    #[test]
    fn a_device_that_stays_away_is_tried_until_it_is_back() {
        let bench = bench(true);
        let (_, lost) = bench.opened.recv_timeout(SOON_TIME).unwrap();
        bench.there.store(false, Relaxed);
        lost.report("unplugged".to_owned());
        // The opening, the closing and two vain attempts.
        for _ in 0..4 {
            bench.attempts.recv_timeout(SOON_TIME).unwrap();
        }
        assert!(!bench.keeper.is_playing());
        bench.there.store(true, Relaxed);
        bench.opened.recv_timeout(SOON_TIME).unwrap();
    }

    #[test]
    fn without_a_device_from_the_start_it_says_so_and_waits_for_a_choice() {
        let bench = bench(false);
        bench.attempts.recv_timeout(SOON_TIME).unwrap();
        let problem = bench.keeper.problems.recv_timeout(SOON_TIME).unwrap();
        assert!(problem.contains("unplugged"), "{problem}");
        assert!(!bench.keeper.is_playing());
        assert_eq!(bench.keeper.take_problem(), None, "said once");
        bench.there.store(true, Relaxed);
        bench.keeper.play_through("headphones".to_owned());
        bench.opened.recv_timeout(SOON_TIME).unwrap();
        // The opening and the closing: nothing was tried in between.
        drop(bench.keeper);
        for _ in 0..2 {
            bench.attempts.recv_timeout(SOON_TIME).unwrap();
        }
        let end = bench.attempts.recv_timeout(SOON_TIME);
        assert_eq!(end, Err(RecvTimeoutError::Disconnected));
    }

    #[test]
    fn a_game_without_a_device_closes_at_once() {
        let bench = bench(false);
        bench.attempts.recv_timeout(SOON_TIME).unwrap();
        drop(bench.keeper);
        let end = bench.attempts.recv_timeout(SOON_TIME);
        assert_eq!(end, Err(RecvTimeoutError::Disconnected));
    }

    #[test]
    fn dropping_the_keeper_closes_the_stream() {
        let bench = bench(true);
        bench.opened.recv_timeout(SOON_TIME).unwrap();
        bench.attempts.recv_timeout(SOON_TIME).unwrap();
        drop(bench.keeper);
        bench.attempts.recv_timeout(SOON_TIME).unwrap();
    }
}
