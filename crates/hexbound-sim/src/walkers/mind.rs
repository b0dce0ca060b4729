//! A walker's mind: from what it sees and where it stands to its command of a tick. It walks its
//! way round and round, notices the player, follows as long as it sees them, gives up and returns.
//!
//! Looking and steering take rays, so it does that every few ticks, each walker at another tick, and
//! turns and walks on between.

use glam::Vec3;
use hexbound_collide::hash::Hasher;
use serde::{Deserialize, Serialize};

use super::{
    sight::sees,
    steering::{Course, find_course},
};
use crate::{Buttons, Character, Command, MovedLevel, numbers::is_near, tuning::SPRINT_SPEED};
use hexbound_base::body::{turn_between, yaw_of};
use hexbound_base::clock::{TICK_LENGTH, TICK_RATE};
use hexbound_level::WalkerStart;

/// The ticks from one look around to the next, near the player and far from them.
const LOOKS_EVERY: u64 = 12;
const LOOKS_RARELY: u64 = 24;
/// Further than this from the player a walker looks around rarely, meters.
const FAR_DISTANCE: f32 = 40.0;
/// The time for which it stands with lit eyes before it follows, ticks.
const NOTICE_TICKS: u32 = TICK_RATE * 6 / 10;
/// A player who was not seen for this long is given up, ticks.
const FORGET_TICKS: u32 = 5 * TICK_RATE;
/// The number of shoves in one chase after which it lets the player be, and for how long, ticks. Who
/// stands in a corner with empty hands is not held there for good.
const SHOVES_ENOUGH: u32 = 5;
const LETS_BE: u32 = 12 * TICK_RATE;
/// A point of its way that it came no nearer to for this long is given up, ticks.
const GIVES_UP_POINT: u32 = 8 * TICK_RATE;
/// A place is reached within this distance, meters; and within this height.
const REACHED_DISTANCE: f32 = 0.5;
const REACHED_HEIGHT: f32 = 1.2;
/// It counts as nearer only by so much, meters.
const NEARER_DISTANCE: f32 = 0.2;
/// Turning, radians a second: stone is slow.
const TURN_RATE: f32 = 4.0;
/// It walks only where it looks, within this angle, radians.
const WALKS_WITHIN: f32 = 0.4;
/// Less of its wished way than this, from look to look, is no progress.
const MIN_PROGRESS: f32 = 0.25;
/// The number of looks without progress after which it tries the other hand.
const STUCK_LOOKS: u32 = 5;
/// The time for which it then goes aside, ticks.
const ASIDE_TICKS: u32 = TICK_RATE / 2;

/// The aim that a walker follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mood {
    /// It walks its way, or stands where it has none.
    #[default]
    Patrol,
    /// It has seen the player and stands to look.
    Notice,
    /// It follows the player.
    Chase,
}

/// The memory of a walker between two ticks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Mind {
    pub mood: Mood,
    /// Ticks in this mood.
    ticks: u32,
    /// The point of its way that it goes to: 0 is where it started.
    goal: u32,
    /// The shortest distance that it has had to that point, meters, and the ticks since.
    nearest: f32,
    ticks_no_nearer: u32,
    /// The place where it last saw the player's middle, local, meters, and the ticks since.
    seen_at: Vec3,
    unseen: u32,
    /// The shoves of this chase, and the ticks for which it still lets the player be.
    shoves: u32,
    lets_be: u32,
    /// The yaw that it goes along, radians.
    heading: f32,
    /// True if there is nowhere to go at present.
    halts: bool,
    /// The hand by which it passes what is in its way, as in [`Course`].
    hand: i8,
    /// The place at its last look around, and the looks without progress.
    was_at: Vec3,
    stuck: u32,
    /// Ticks for which it still goes aside.
    aside: u32,
}

/// The knowledge of a walker in a tick.
pub(super) struct Senses<'a> {
    pub start: &'a WalkerStart,
    pub body: &'a Character,
    pub player: &'a Character,
    pub moved: &'a MovedLevel<'a>,
    pub tick: u64,
    /// Its place in the level's list.
    pub index: usize,
    /// True if it lets the player go for a moment.
    pub waits: bool,
}

impl Mind {
    /// Returns whether this can be the mind of a walker that began at `start`.
    pub(super) fn is_valid(&self, start: &WalkerStart) -> bool {
        let counts = [
            self.ticks_no_nearer,
            self.unseen,
            self.shoves,
            self.lets_be,
            self.stuck,
            self.aside,
        ];
        // A walker without a way stands at its only point.
        self.goal as usize <= start.way.len()
            && counts.iter().all(|count| *count < u32::MAX / 2)
            && !self.nearest.is_nan()
            && is_near(self.seen_at)
            && is_near(self.was_at)
            && is_near(Vec3::splat(self.heading))
            && [-1, 0, 1].contains(&self.hand)
    }

    pub(super) fn new(yaw: f32) -> Self {
        Self {
            ticks: u32::MAX,
            nearest: f32::INFINITY,
            heading: yaw,
            halts: true,
            ..Self::default()
        }
    }

    /// The command of a tick, and whether the player was noticed in it.
    pub(super) fn step(&mut self, senses: &Senses) -> (Command, bool) {
        let mut noticed = false;
        self.ticks = self.ticks.saturating_add(1);
        self.unseen = self.unseen.saturating_add(1);
        self.ticks_no_nearer = self.ticks_no_nearer.saturating_add(1);
        self.aside = self.aside.saturating_sub(1);
        self.lets_be = self.lets_be.saturating_sub(1);
        let is_far = (senses.player.position - senses.body.position).length() > FAR_DISTANCE;
        let every = if is_far { LOOKS_RARELY } else { LOOKS_EVERY };
        if (senses.tick + senses.index as u64 * 5).is_multiple_of(every) {
            noticed = self.look(senses);
            self.choose_course(senses, every);
        }
        (self.command(senses), noticed)
    }

    /// The time that it has been in its mood, seconds; long where it never was in another.
    pub(super) fn seconds_in_mood(&self) -> f32 {
        self.ticks as f32 * TICK_LENGTH
    }

    /// Notices who touches it, unless it lets them be.
    pub(super) fn is_touched(&mut self, player: Vec3) {
        if self.lets_be > 0 {
            return;
        }
        if self.mood == Mood::Patrol {
            self.enter(Mood::Chase);
        }
        self.seen_at = player;
        self.unseen = 0;
    }

    /// Returns whether it shoves a player whom it touches.
    pub(super) fn shoves(&self) -> bool {
        self.lets_be == 0
    }

    /// Counts a shove, and has enough of it in the end.
    pub(super) fn has_shoved(&mut self) {
        self.shoves += 1;
        if self.shoves >= SHOVES_ENOUGH {
            self.enter(Mood::Patrol);
            self.lets_be = LETS_BE;
        }
    }

    fn enter(&mut self, mood: Mood) {
        self.mood = mood;
        self.ticks = 0;
        self.shoves = 0;
        self.nearest = f32::INFINITY;
        self.ticks_no_nearer = 0;
        (self.hand, self.stuck, self.aside) = (0, 0, 0);
    }

    /// Looks for the player; returns whether they were noticed.
    fn look(&mut self, senses: &Senses) -> bool {
        let Senses {
            start,
            body,
            player,
            moved,
            ..
        } = *senses;
        let follows = self.mood != Mood::Patrol;
        let reach = if follows { start.give_up } else { start.notice };
        if self.lets_be == 0 && sees(body, player, moved, reach, follows) {
            self.seen_at = player.position;
            self.unseen = 0;
        }
        match self.mood {
            Mood::Patrol if self.unseen == 0 => {
                self.enter(Mood::Notice);
                return true;
            }
            Mood::Notice if self.ticks >= NOTICE_TICKS => self.enter(Mood::Chase),
            Mood::Chase if self.unseen >= FORGET_TICKS || self.is_beyond(senses) => {
                self.enter(Mood::Patrol);
            }
            _ => {}
        }
        false
    }

    fn is_beyond(&self, senses: &Senses) -> bool {
        (senses.player.position - senses.body.position).length() > senses.start.give_up
    }

    /// The place where it wants to be; `None` to stand.
    fn wish(&mut self, senses: &Senses) -> Option<Vec3> {
        match self.mood {
            Mood::Notice => None,
            Mood::Chase if senses.waits => None,
            Mood::Chase => {
                let is_there = is_reached(senses.body.position, self.seen_at);
                (self.unseen == 0 || !is_there).then_some(self.seen_at)
            }
            Mood::Patrol => self.next_point(senses),
        }
    }

    /// The point of its way that it goes to, after those that it has reached or given up.
    fn next_point(&mut self, senses: &Senses) -> Option<Vec3> {
        let here = senses.body.position;
        let middle = Vec3::Y * senses.body.half_height();
        let point = |goal: u32| {
            let place = match goal.checked_sub(1) {
                None => senses.start.position,
                Some(place) => *senses.start.way.get(place as usize)?,
            };
            Some(place.as_vec3() + middle)
        };
        let goal = point(self.goal)?;
        let distance = here.distance(goal);
        if distance < self.nearest - NEARER_DISTANCE {
            (self.nearest, self.ticks_no_nearer) = (distance, 0);
        }
        if !is_reached(here, goal) && self.ticks_no_nearer < GIVES_UP_POINT {
            return Some(goal);
        }
        if senses.start.way.is_empty() {
            return (!is_reached(here, goal)).then_some(goal);
        }
        self.goal = (self.goal + 1) % (senses.start.way.len() as u32 + 1);
        (self.nearest, self.ticks_no_nearer) = (f32::INFINITY, 0);
        point(self.goal)
    }

    /// Chooses where to go until the next look.
    fn choose_course(&mut self, senses: &Senses, every: u64) {
        let body = senses.body;
        let Some(wish) = self.wish(senses) else {
            self.halts = true;
            self.stuck = 0;
            self.was_at = body.position;
            self.heading = self.standing_heading(senses);
            return;
        };
        let speed = self.speed(senses);
        let gone = (body.position - self.was_at).length();
        let wished_way = speed * TICK_LENGTH * every as f32;
        // Who still turns has not been stopped.
        let turns = turn_between(body.yaw, self.heading).abs() >= WALKS_WITHIN;
        let stalls = !self.halts && !turns && gone < MIN_PROGRESS * wished_way;
        self.stuck = if stalls { self.stuck + 1 } else { 0 };
        self.was_at = body.position;
        if self.stuck >= STUCK_LOOKS {
            self.stuck = 0;
            self.hand = if self.hand > 0 { -1 } else { 1 };
            self.aside = ASIDE_TICKS;
        }
        let mut wished = yaw_toward(wish - body.position, self.heading);
        if self.aside > 0 {
            wished += f32::from(self.hand) * 1.4;
        }
        let solid = senses.moved.solid_around(body);
        let course = find_course(body, &solid, wished, speed, self.hand);
        self.halts = course.is_none();
        if let Some(Course { heading, hand }) = course {
            self.heading = heading;
            if self.aside == 0 {
                self.hand = hand;
            }
        }
    }

    /// The direction in which it looks while it stands, radians.
    fn standing_heading(&self, senses: &Senses) -> f32 {
        match self.mood {
            Mood::Patrol => senses.start.yaw,
            // It looks about for who has got away.
            Mood::Chase if self.unseen > TICK_RATE => self.heading + 0.35,
            _ => yaw_toward(self.seen_at - senses.body.position, self.heading),
        }
    }

    /// The speed that it walks at, meters a second.
    fn speed(&self, senses: &Senses) -> f32 {
        let hurries = self.mood == Mood::Chase;
        senses.start.speed * if hurries { SPRINT_SPEED } else { 1.0 }
    }

    fn command(&self, senses: &Senses) -> Command {
        let off = turn_between(senses.body.yaw, self.heading);
        let most = TURN_RATE * TICK_LENGTH;
        let yaw = off.clamp(-most, most);
        let mut buttons = Buttons::default();
        if !self.halts && off.abs() < WALKS_WITHIN {
            buttons.set(Buttons::FORWARD, true);
            buttons.set(Buttons::SPRINT, self.mood == Mood::Chase);
        }
        Command {
            buttons,
            // What is left of a turn after rounding would keep it from rest.
            yaw: if off.abs() < 1e-4 { 0.0 } else { yaw },
            ..Command::default()
        }
    }

    pub(super) fn hash(&self, hasher: &mut Hasher) {
        let Self {
            mood,
            ticks,
            goal,
            nearest,
            ticks_no_nearer,
            seen_at,
            unseen,
            shoves,
            lets_be,
            heading,
            halts,
            hand,
            was_at,
            stuck,
            aside,
        } = *self;
        hasher
            .u32(mood as u32)
            .u32(ticks)
            .u32(goal)
            .f32(nearest)
            .u32(ticks_no_nearer)
            .vec3(seen_at)
            .u32(unseen)
            .u32(shoves)
            .u32(lets_be)
            .f32(heading)
            .u32(u32::from(halts))
            .u32(hand as u32)
            .vec3(was_at)
            .u32(stuck)
            .u32(aside);
    }
}

fn is_reached(here: Vec3, there: Vec3) -> bool {
    let way = there - here;
    Vec3::new(way.x, 0.0, way.z).length() < REACHED_DISTANCE && way.y.abs() < REACHED_HEIGHT
}

/// The yaw along a way, radians; `kept` where it leads nowhere.
fn yaw_toward(way: Vec3, kept: f32) -> f32 {
    if way.x == 0.0 && way.z == 0.0 {
        return kept;
    }
    yaw_of(way)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_base::body::forward;

    #[test]
    fn a_yaw_looks_along_the_way() {
        for yaw in [-2.0_f32, -0.5, 0.0, 1.0, 3.0] {
            let way = forward(yaw) * 5.0;
            assert!((yaw_toward(way, 9.0) - yaw).abs() < 1e-5);
        }
        assert_eq!(yaw_toward(Vec3::Y, 9.0), 9.0);
    }
}
