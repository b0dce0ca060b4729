//! Collects the contacts of the player's body over the ticks of a frame, for the tones of contacts.

use glam::DVec3;
use hexbound_collide::{Feature, JournalContact, JournalEntry, Purpose};

use super::game::{Advance, PlayedTick, TickObserver};
use hexbound_audio::{HeardContact, HeardContacts};
use hexbound_base::clock::TICK_RATE;
use hexbound_sim::{Journal, Stage};

/// The contacts of the player's body since the last frame, if their tones are on.
#[derive(Debug, Default)]
pub(super) struct ContactListener {
    pub is_wanted: bool,
    heard: HeardContacts,
    /// The wished speed minus the reached one in the last tick, meters a second.
    shortfall: f32,
}

impl TickObserver for ContactListener {
    fn tick(&mut self, tick: &PlayedTick<'_>, _: &mut Advance) {
        if let Some(journal) = tick.world.journal() {
            self.record(journal);
        }
    }
}

impl ContactListener {
    /// Forgets the contacts of the frame before.
    pub(super) fn begin_frame(&mut self) {
        self.heard = HeardContacts::default();
    }

    /// Records the contacts of a tick, if their tones are on.
    fn record(&mut self, journal: &Journal) {
        if !self.is_wanted {
            return;
        }
        let velocity = journal.velocity[0].as_dvec3();
        self.heard.contacts.extend(contacts(journal, velocity));
        let counters = &journal.counters;
        let rejected = counters.rejected_s + counters.rejected_ps.iter().sum::<u64>();
        self.heard.rejected = self.heard.rejected.max(rejected as u32);
        let shortfall = shortfall(journal);
        // Sliding along a wall costs the same speed in every tick; only an increase is a snag.
        self.heard.lost = self.heard.lost.max(shortfall - self.shortfall);
        self.shortfall = shortfall;
    }

    /// The contacts since the last frame; `None` if their tones are off.
    pub(super) fn heard(&self) -> Option<&HeardContacts> {
        self.is_wanted.then_some(&self.heard)
    }
}

/// The contacts of the move itself and of the ground sweep. `velocity` is the body's at the start of the
/// tick, meters a second.
fn contacts(journal: &Journal, velocity: DVec3) -> impl Iterator<Item = HeardContact> + '_ {
    let hear = move |feature, normal: DVec3| HeardContact {
        feature,
        up: normal.y as f32,
        speed: -normal.dot(velocity).min(0.0) as f32,
    };
    let of_kernel = journal.kernel.entries.iter().flat_map(touched);
    let of_kernel = of_kernel.map(move |contact| hear(contact.hit.feature, contact.hit.normal));
    // The article's method touches planes alone, which count as faces.
    let pushes = journal.article.iter().flat_map(|article| &article.pushes);
    let of_article =
        pushes.map(move |pushed| hear(Feature::Face, pushed.push.as_dvec3().normalize_or_zero()));
    of_kernel.chain(of_article)
}

fn touched(entry: &JournalEntry) -> Vec<&JournalContact> {
    match entry {
        JournalEntry::Slide(slide) if slide.purpose == Purpose::Move => {
            slide.legs.iter().flat_map(|leg| &leg.contacts).collect()
        }
        JournalEntry::Sweep(sweep) if sweep.purpose == Purpose::Ground => {
            sweep.contacts.iter().collect()
        }
        _ => Vec::new(),
    }
}

/// The wished speed of the player's own move minus the reached one, meters a second.
fn shortfall(journal: &Journal) -> f32 {
    let [from, to] = journal.wished;
    let end = journal.after(Stage::Move).unwrap_or(to);
    let shortfall = from.distance(to) - from.distance(end);
    shortfall.max(0.0) * TICK_RATE as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_scenes::catalog;
    use hexbound_sim::{Buttons, Command, Rules, World};

    /// The contacts that are heard in each tick of a walk straight ahead.
    fn walk(scene: &str, ticks: usize) -> Vec<HeardContacts> {
        let level = catalog::open(scene).unwrap();
        let mut world = World::new(&level, Rules::default());
        world.keep_journal(true);
        let mut listener = ContactListener {
            is_wanted: true,
            ..ContactListener::default()
        };
        let ahead = Command::holding(Buttons::FORWARD);
        let heard = (0..ticks).map(|_| {
            listener.begin_frame();
            world.step(&level, &ahead, &mut Vec::new());
            listener.record(world.journal().unwrap());
            listener.heard().unwrap().clone()
        });
        heard.collect()
    }

    #[test]
    fn a_floor_is_a_face_that_goes_on_and_nothing_is_lost_on_it() {
        let heard = walk("test:flat", 240);
        for tick in &heard[120..] {
            assert!(tick.contacts.iter().all(|it| it.feature == Feature::Face));
            assert!(tick.contacts.iter().any(|it| it.up > 0.99), "{tick:?}");
            assert!(tick.lost < 0.01, "{tick:?}");
        }
    }

    #[test]
    fn running_into_a_wall_is_lost_speed_once() {
        let heard = walk("test:box-room", 600);
        let knocks = heard.iter().filter(|tick| tick.lost > 1.0);
        assert_eq!(knocks.count(), 1);
        let last = heard.last().unwrap();
        let has_wall = last.contacts.iter().any(|it| it.up.abs() < 0.01);
        assert!(has_wall, "{last:?}");
    }

    #[test]
    fn who_wants_nothing_hears_nothing() {
        assert_eq!(ContactListener::default().heard(), None);
    }
}
