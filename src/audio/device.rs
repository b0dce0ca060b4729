//! Keeps an output device playing: opens it on a thread of its own, so that no frame waits for a
//! sound server, and opens it again after it was lost. What is played is decided elsewhere.

use std::{
    any::Any,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

use log::{debug, info, warn};
use rodio::{
    ChannelCount, DeviceSinkBuilder, MixerDeviceSink, SampleRate, Source,
    cpal::{
        BufferSize, Device as CpalDevice, Error as CpalError, ErrorKind, default_host,
        traits::{DeviceTrait, HostTrait},
    },
    mixer::Mixer,
    source::ChannelVolume,
};

use super::{
    Output,
    output::{SAMPLE_RATE, STEREO},
};

/// Between attempts to open a lost device again.
const RETRY: Duration = Duration::from_millis(500);
/// A device lost sooner than this after it was opened is not worth another line in the log.
const FLAPPING: Duration = Duration::from_secs(5);
/// The time that leaving the game waits for the device to close.
const FAREWELL: Duration = Duration::from_millis(300);
/// The frames of a period: 21 ms, of which the device keeps two.
const PERIOD: u32 = 1_024;
/// Samples taken from the mixer at a time.
const BLOCK: usize = 128;

/// A device that can be opened to be played to. The real one is [`ChosenDevice`]; tests bring their own.
pub(crate) trait Device: Send + 'static {
    /// Pulls from `feed` until what is returned is dropped. Says by `lost` that it stopped.
    fn open(&mut self, feed: Feed, lost: Lost) -> Result<Box<dyn Any>, String>;

    /// Opens the device of that name from the next time on.
    fn choose(&mut self, name: String);
}

/// The mixer's output, to be pulled by one device after another.
#[derive(Clone)]
pub(crate) struct Feed {
    output: Arc<Mutex<Output>>,
    block: Vec<f32>,
    next: usize,
}

impl Feed {
    fn new(output: Output) -> Self {
        Self {
            output: Arc::new(Mutex::new(output)),
            block: Vec::new(),
            next: 0,
        }
    }
}

impl Iterator for Feed {
    type Item = f32;

    fn next(&mut self) -> Option<f32> {
        if self.next == self.block.len() {
            // Only devices take this lock, one at a time; the game's thread never does.
            let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
            self.block.clear();
            self.block.extend(output.by_ref().take(BLOCK));
            self.next = 0;
        }
        self.next += 1;
        self.block.get(self.next - 1).copied()
    }
}

impl Source for Feed {
    fn current_span_len(&self) -> Option<usize> {
        None
    }

    fn channels(&self) -> ChannelCount {
        STEREO
    }

    fn sample_rate(&self) -> SampleRate {
        SAMPLE_RATE
    }

    fn total_duration(&self) -> Option<Duration> {
        None
    }
}

/// Tells the keeper that the device stopped.
#[derive(Clone)]
pub(crate) struct Lost(Sender<Message>);

impl Lost {
    pub(crate) fn tell(&self, reason: String) {
        // Nobody listens any more: then nobody needs to know.
        let _ = self.0.send(Message::Lost(reason));
    }
}

enum Message {
    Lost(String),
    /// Another device is wanted.
    Choose(String),
    Close,
}

/// The game's hold on the thread that keeps the device. Dropping it closes the device.
pub(crate) struct Keeper {
    messages: Sender<Message>,
    playing: Arc<AtomicBool>,
    closed: Receiver<()>,
    problems: Receiver<String>,
}

impl Keeper {
    pub(crate) fn start(device: impl Device, output: Output) -> Self {
        let (messages, received) = channel();
        let (closing, closed) = channel();
        let (tell_problem, problems) = channel();
        let playing = Arc::new(AtomicBool::new(false));
        let care = Care {
            device,
            feed: Feed::new(output),
            lost: Lost(messages.clone()),
            received,
            playing: playing.clone(),
            problems: tell_problem,
        };
        let started = thread::Builder::new()
            .name("sound".to_owned())
            .spawn(move || {
                care.run();
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

    /// Why there is no sound, if that was found out since the last call. Said once in a run.
    pub(crate) fn take_problem(&self) -> Option<String> {
        self.problems.try_recv().ok()
    }

    /// Opens the device of that name in the place of the one that plays.
    pub(crate) fn play_through(&self, name: String) {
        // Without a thread nothing plays.
        let _ = self.messages.send(Message::Choose(name));
    }

    /// A device is open and pulls.
    pub(crate) fn is_playing(&self) -> bool {
        self.playing.load(Relaxed)
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        if self.messages.send(Message::Close).is_ok() {
            // The channel closes with the thread; a sound server that hangs is left behind.
            let _ = self.closed.recv_timeout(FAREWELL);
        }
    }
}

struct Care<D> {
    device: D,
    feed: Feed,
    lost: Lost,
    received: Receiver<Message>,
    playing: Arc<AtomicBool>,
    problems: Sender<String>,
}

impl<D: Device> Care<D> {
    /// Open, wait until it is lost, open again. A machine that has no device to begin with gets
    /// one line and no further attempts.
    fn run(mut self) {
        hush_alsa();
        let mut opened_before = false;
        loop {
            match self.device.open(self.feed.clone(), self.lost.clone()) {
                Ok(stream) => {
                    if opened_before {
                        info!("sound: the output device is open again");
                    }
                    opened_before = true;
                    if self.wait_until_lost(stream).is_none() {
                        return;
                    }
                }
                Err(reason) if !opened_before => {
                    let problem = format!("no sound: {reason}; the game goes on silent");
                    warn!("{problem}");
                    // The game may have been left meanwhile.
                    let _ = self.problems.send(problem);
                    return;
                }
                Err(reason) => debug!("sound: still no output device: {reason}"),
            }
            if !self.pause() {
                return;
            }
        }
    }

    /// Waits until the device is lost; `None` if the game closes first.
    fn wait_until_lost(&mut self, stream: Box<dyn Any>) -> Option<()> {
        let opened = Instant::now();
        self.playing.store(true, Relaxed);
        let message = self.received.recv();
        self.playing.store(false, Relaxed);
        drop(stream);
        let reason = match message {
            Ok(Message::Lost(reason)) => reason,
            Ok(Message::Choose(name)) => {
                self.device.choose(name);
                return Some(());
            }
            Ok(Message::Close) | Err(_) => return None,
        };
        if opened.elapsed() > FLAPPING {
            warn!("sound: the output device is lost ({reason}); trying to open it again");
        } else {
            debug!("sound: the output device is lost ({reason})");
        }
        Some(())
    }

    /// Waits a while and forgets what the old stream still had to say. False if the game closes.
    fn pause(&mut self) -> bool {
        let until = Instant::now() + RETRY;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.received.recv_timeout(left) {
                Ok(Message::Lost(_)) => {}
                Ok(Message::Choose(name)) => self.device.choose(name),
                Err(RecvTimeoutError::Timeout) => return true,
                Ok(Message::Close) | Err(RecvTimeoutError::Disconnected) => return false,
            }
        }
    }
}

/// The names of the devices that sound can be played through.
pub(crate) fn output_devices() -> Vec<String> {
    hush_alsa();
    let Ok(devices) = default_host().output_devices() else {
        return Vec::new();
    };
    let mut names: Vec<String> = devices.filter_map(|device| name_of(&device)).collect();
    names.dedup();
    names
}

fn name_of(device: &CpalDevice) -> Option<String> {
    let description = device.description().ok()?;
    Some(description.name().to_owned())
}

/// The output of the name that the player has chosen; else the system's default output, or failing
/// that the first that opens.
#[derive(Default)]
pub(crate) struct ChosenDevice {
    name: String,
}

impl ChosenDevice {
    /// Opens the device of the chosen name, if there is one and it opens.
    fn named(&self, lost: &Lost) -> Option<MixerDeviceSink> {
        if self.name.is_empty() {
            return None;
        }
        let mut devices = default_host().output_devices().ok()?;
        let device = devices.find(|device| name_of(device).as_ref() == Some(&self.name));
        let opened = device
            .ok_or_else(|| "it is not there".to_owned())
            .and_then(|device| open_device(device, lost));
        opened
            .map_err(|error| warn!("sound: not through {}: {error}", self.name))
            .ok()
    }
}

impl Device for ChosenDevice {
    fn choose(&mut self, name: String) {
        self.name = name;
    }

    fn open(&mut self, feed: Feed, lost: Lost) -> Result<Box<dyn Any>, String> {
        let host = default_host();
        let default = || {
            host.default_output_device()
                .ok_or_else(|| "there is no output device".to_owned())
                .and_then(|device| open_device(device, &lost))
        };
        let chosen = self.named(&lost);
        let mut sink = chosen.map_or_else(default, Ok).or_else(|error| {
            let others = host.output_devices().map_err(|_| error.clone())?;
            others
                .filter(|device| {
                    device
                        .description()
                        .is_ok_and(|it| it.driver() != Some("null"))
                })
                .find_map(|device| open_device(device, &lost).ok())
                .ok_or(error)
        })?;
        sink.log_on_drop(false);
        add_for_channels(sink.mixer(), sink.config().channel_count(), feed);
        debug!("sound: {:?}", sink.config());
        Ok(Box::new(sink))
    }
}

/// A device of one channel gets the mean of both sides; rodio alone would give it only the left.
/// Those of more than two get ours as their first two and silence.
fn add_for_channels(mixer: &Mixer, channels: ChannelCount, feed: Feed) {
    if channels.get() == 1 {
        mixer.add(ChannelVolume::new(feed, vec![1.0]));
    } else {
        mixer.add(feed);
    }
}

/// Opens the stream as the mixer works, if the device can; else in whatever way it likes, and rodio converts.
fn open_device(device: CpalDevice, lost: &Lost) -> Result<MixerDeviceSink, String> {
    let ours = DeviceSinkBuilder::from_device(device.clone())
        .map_err(|error| in_short(&error))?
        .with_channels(STEREO)
        .with_sample_rate(SAMPLE_RATE)
        .with_buffer_size(BufferSize::Fixed(PERIOD))
        .with_error_callback(on_error(lost.clone()))
        .open_stream();
    ours.or_else(|_| {
        DeviceSinkBuilder::from_device(device)?
            .with_error_callback(on_error(lost.clone()))
            .open_sink_or_fallback()
    })
    .map_err(|error| in_short(&error))
}

fn on_error(lost: Lost) -> impl FnMut(CpalError) + Send + Clone + 'static {
    move |error| match error.kind() {
        // The stream plays on after these.
        ErrorKind::Xrun | ErrorKind::RealtimeDenied | ErrorKind::DeviceChanged => {
            debug!("sound: {error}");
        }
        _ => lost.tell(error.to_string()),
    }
}

/// The error at the bottom of a chain; the layers above only say which call it was.
fn in_short(error: &dyn std::error::Error) -> String {
    let mut deepest = error;
    while let Some(cause) = deepest.source() {
        deepest = cause;
    }
    deepest.to_string().trim_end_matches('.').to_owned()
}

/// The ALSA library writes to the terminal what it tried in vain, several lines for a machine
/// without sound; our one line says it. This holds for the calling thread alone.
#[cfg(target_os = "linux")]
fn hush_alsa() {
    if let Err(error) = alsa::Output::local_error_handler() {
        debug!("sound: ALSA's messages can't be caught: {error}");
    }
}

#[cfg(not(target_os = "linux"))]
fn hush_alsa() {}

#[cfg(test)]
mod tests {

    use glam::Vec3;

    use super::*;
    use crate::{
        audio::{self, Bank, Listener, Moment, SoundKind},
        sim::{Event, EventKind},
    };

    /// Reports each opening and hands out its ends; opens only while `there`.
    struct Fake {
        opened: Sender<(Feed, Lost)>,
        there: Arc<AtomicBool>,
        attempts: Sender<()>,
        chosen: Sender<String>,
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

        fn open(&mut self, feed: Feed, lost: Lost) -> Result<Box<dyn Any>, String> {
            let _ = self.attempts.send(());
            if !self.there.load(Relaxed) {
                return Err("unplugged".to_owned());
            }
            let _ = self.opened.send((feed, lost));
            Ok(Box::new(Stream(self.attempts.clone())))
        }
    }

    struct Bench {
        keeper: Keeper,
        opened: Receiver<(Feed, Lost)>,
        there: Arc<AtomicBool>,
        attempts: Receiver<()>,
        chosen: Receiver<String>,
    }

    fn bench(there: bool) -> Bench {
        let (opened, opened_receiver) = channel();
        let (attempts, attempts_receiver) = channel();
        let (chosen, chosen_receiver) = channel();
        let there = Arc::new(AtomicBool::new(there));
        let fake = Fake {
            opened,
            there: there.clone(),
            attempts,
            chosen,
        };
        let (_mixer, output) = audio::Mixer::new(Bank::default());
        Bench {
            keeper: Keeper::start(fake, output),
            opened: opened_receiver,
            there,
            attempts: attempts_receiver,
            chosen: chosen_receiver,
        }
    }

    /// Within the two seconds a player may be left without sound.
    const SOON: Duration = Duration::from_secs(2);

    #[test]
    fn a_lost_device_is_opened_again() {
        let bench = bench(true);
        let (_, lost) = bench.opened.recv_timeout(SOON).unwrap();
        lost.tell("unplugged".to_owned());
        let (mut feed, lost) = bench.opened.recv_timeout(SOON).unwrap();
        assert_eq!(feed.next(), Some(0.0));
        // Many errors from one stream are one loss.
        lost.tell("unplugged".to_owned());
        lost.tell("and again".to_owned());
        bench.opened.recv_timeout(SOON).unwrap();
        // The thread hears of the end after all losses: it opened nothing more on their account.
        drop(bench.keeper);
        let end = bench.opened.recv_timeout(SOON);
        assert!(matches!(end, Err(RecvTimeoutError::Disconnected)));
    }

    #[test]
    fn another_device_is_opened_once_it_is_chosen() {
        let bench = bench(true);
        bench.opened.recv_timeout(SOON).unwrap();
        bench.keeper.play_through("headphones".to_owned());
        let chosen = bench.chosen.recv_timeout(SOON).unwrap();
        assert_eq!(chosen, "headphones");
        bench.opened.recv_timeout(SOON).unwrap();
    }

    #[test]
    fn a_device_that_stays_away_is_tried_until_it_is_back() {
        let bench = bench(true);
        let (_, lost) = bench.opened.recv_timeout(SOON).unwrap();
        bench.there.store(false, Relaxed);
        lost.tell("unplugged".to_owned());
        // The opening, the closing and two vain attempts.
        for _ in 0..4 {
            bench.attempts.recv_timeout(SOON).unwrap();
        }
        assert!(!bench.keeper.is_playing());
        bench.there.store(true, Relaxed);
        bench.opened.recv_timeout(SOON).unwrap();
    }

    #[test]
    fn without_a_device_from_the_start_it_gives_up() {
        let bench = bench(false);
        bench.attempts.recv_timeout(SOON).unwrap();
        // The thread is gone, and with it the sender of attempts.
        assert_eq!(
            bench.attempts.recv_timeout(SOON),
            Err(RecvTimeoutError::Disconnected)
        );
        assert!(!bench.keeper.is_playing());
        let problem = bench.keeper.take_problem().unwrap();
        assert!(problem.contains("unplugged"), "{problem}");
        assert_eq!(bench.keeper.take_problem(), None, "said once");
    }

    #[test]
    fn dropping_the_keeper_closes_the_stream() {
        let bench = bench(true);
        bench.opened.recv_timeout(SOON).unwrap();
        bench.attempts.recv_timeout(SOON).unwrap();
        drop(bench.keeper);
        bench.attempts.recv_timeout(SOON).unwrap();
    }

    #[test]
    fn both_sides_are_heard_on_any_number_of_channels() {
        for channels in [1, 2, 6, 8] {
            for x in [-3.0, 3.0] {
                let bank = Bank::from_clips(&[(SoundKind::Bounce.into(), vec![0.5; 4_800])]);
                let (mut mixer, output) = audio::Mixer::new(bank);
                let hit = Event::new(EventKind::Bounce, Vec3::X * x, Vec3::Y, 20.0);
                mixer.play(&Moment::of(&[hit], Listener::default()));
                let channels = ChannelCount::new(channels).unwrap();
                let (input, output_of_device) = rodio::mixer::mixer(channels, SAMPLE_RATE);
                add_for_channels(&input, channels, Feed::new(output));
                let samples: Vec<f32> = output_of_device.take(20_000).collect();
                assert_eq!(samples.len(), 20_000);
                let peak = samples.iter().fold(0.0_f32, |peak, it| peak.max(it.abs()));
                assert!(peak > 0.1, "{channels} channels, x = {x}: {peak}");
            }
        }
    }
}
