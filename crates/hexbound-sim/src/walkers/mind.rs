//! A walker's mind, which turns its sight and position into the command of a tick. The walker patrols its
//! waypoints in a loop, notices the player, follows while it sees them, gives up and returns.
//!
//! Sight and steering cast rays, so a walker looks only every few ticks, each walker at another tick.
//! Between them it turns and walks on.

use glam::Vec3;
use hexbound_collide::hash::Hasher;
use serde::{Deserialize, Serialize};

use super::{
    sight::sees,
    steering::{Course, find_course},
};
use crate::{Buttons, Character, Command, MovedLevel, numbers::is_in_range, tuning::SPRINT_RATIO};
use hexbound_base::body::{turn_between, yaw_of};
use hexbound_base::clock::{TICK_LENGTH, TICK_RATE};
use hexbound_level::WalkerStart;

/// The ticks between two looks of a walker near the player.
const NEAR_INTERVAL: u64 = 12;
/// The ticks between two looks of a walker far from the player.
const FAR_INTERVAL: u64 = 24;
/// The distance from the player beyond which a walker looks rarely, meters.
const FAR_DISTANCE: f32 = 40.0;
/// The time for which a walker stands with lit eyes before it follows, ticks.
const NOTICE_TICKS: u32 = TICK_RATE * 6 / 10;
/// The time without sight of the player after which a walker gives up, ticks.
const FORGET_TICKS: u32 = 5 * TICK_RATE;
/// The number of shoves after which a walker ends a chase, so that no player is trapped in a corner.
const MAX_SHOVES: u32 = 5;
/// The time for which a walker ignores the player after `MAX_SHOVES` shoves, ticks.
const TRUCE_TICKS: u32 = 12 * TICK_RATE;
/// The time without progress after which a walker gives up a waypoint, ticks.
const WAYPOINT_TIMEOUT_TICKS: u32 = 8 * TICK_RATE;
/// The horizontal distance within which a waypoint is reached, meters.
const REACHED_DISTANCE: f32 = 0.5;
/// The height difference within which a waypoint is reached, meters.
const REACHED_HEIGHT: f32 = 1.2;
/// The least approach to a waypoint that counts as progress, meters.
const NEARER_DISTANCE: f32 = 0.2;
/// The turning speed of a walker, radians a second: stone is slow.
const TURN_RATE: f32 = 4.0;
/// The greatest angle between view and heading at which a walker walks, radians.
const WALK_ANGLE: f32 = 0.4;
/// The fraction of the wished distance, from look to look, below which a walker makes no progress.
const MIN_PROGRESS: f32 = 0.25;
/// The number of looks without progress after which a walker tries the other hand.
const STUCK_LOOKS: u32 = 5;
/// The time for which a walker goes aside after `STUCK_LOOKS` looks, ticks.
const ASIDE_TICKS: u32 = TICK_RATE / 2;

/// The aim that a walker follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mood {
    /// The walker patrols its waypoints, or stands if it has none.
    #[default]
    Patrol,
    /// The walker has seen the player and stands to look.
    Notice,
    /// The walker follows the player.
    Chase,
}

/// The memory of a walker between two ticks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Mind {
    pub mood: Mood,
    /// The ticks in this mood.
    ticks: u32,
    /// The index of the waypoint to walk to: 0 is the start.
    goal: u32,
    /// The shortest distance to that waypoint so far, meters.
    nearest: f32,
    /// The ticks since the walker was at that distance.
    ticks_no_nearer: u32,
    /// The last seen position of the player's center, local, meters.
    seen_at: Vec3,
    /// The ticks since the player was last seen.
    unseen: u32,
    /// The number of shoves in this chase.
    shoves: u32,
    /// The ticks for which the walker still ignores the player.
    lets_be: u32,
    /// The yaw of the walker's course, radians.
    heading: f32,
    /// True if the walker has no course at present.
    halts: bool,
    /// The hand by which the walker passes an obstacle, as in [`Course`].
    hand: i8,
    /// The position at the walker's last look.
    was_at: Vec3,
    /// The number of looks without progress.
    stuck: u32,
    /// The ticks for which the walker still goes aside.
    aside: u32,
}

/// The inputs of a walker's mind in a tick.
pub(super) struct Senses<'a> {
    pub start: &'a WalkerStart,
    pub body: &'a Character,
    pub player: &'a Character,
    pub moved: &'a MovedLevel<'a>,
    pub tick: u64,
    /// The walker's index in the level's list.
    pub index: usize,
    /// True if the walker pauses its chase after a shove.
    pub waits: bool,
}

impl Mind {
    /// Returns whether this is a valid mind of a walker that began at `start`.
    pub(super) fn is_valid(&self, start: &WalkerStart) -> bool {
        let counts = [
            self.ticks_no_nearer,
            self.unseen,
            self.shoves,
            self.lets_be,
            self.stuck,
            self.aside,
        ];
        // A walker without waypoints stays at its start, index 0.
        self.goal as usize <= start.way.len()
            && counts.iter().all(|count| *count < u32::MAX / 2)
            && !self.nearest.is_nan()
            && is_in_range(self.seen_at)
            && is_in_range(self.was_at)
            && is_in_range(Vec3::splat(self.heading))
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

    /// Computes the command of a tick, and whether the player was noticed in it.
    pub(super) fn step(&mut self, senses: &Senses) -> (Command, bool) {
        let mut noticed = false;
        self.ticks = self.ticks.saturating_add(1);
        self.unseen = self.unseen.saturating_add(1);
        self.ticks_no_nearer = self.ticks_no_nearer.saturating_add(1);
        self.aside = self.aside.saturating_sub(1);
        self.lets_be = self.lets_be.saturating_sub(1);
        let is_far = (senses.player.position - senses.body.position).length() > FAR_DISTANCE;
        let every = if is_far { FAR_INTERVAL } else { NEAR_INTERVAL };
        if (senses.tick + senses.index as u64 * 5).is_multiple_of(every) {
            noticed = self.look(senses);
            self.choose_course(senses, every);
        }
        (self.command(senses), noticed)
    }

    /// The time in the present mood, seconds; a very long one if the walker was never in another.
    pub(super) fn seconds_in_mood(&self) -> f32 {
        self.ticks as f32 * TICK_LENGTH
    }

    /// Reacts to a touch by the player: the walker begins to chase, unless it leaves the player alone.
    pub(super) fn on_touch(&mut self, player: Vec3) {
        if self.lets_be > 0 {
            return;
        }
        if self.mood == Mood::Patrol {
            self.enter(Mood::Chase);
        }
        self.seen_at = player;
        self.unseen = 0;
    }

    /// Returns whether the walker shoves a player whom it touches.
    pub(super) fn shoves(&self) -> bool {
        self.lets_be == 0
    }

    /// Counts a shove; after [`MAX_SHOVES`] of them the walker ends the chase.
    pub(super) fn count_shove(&mut self) {
        self.shoves += 1;
        if self.shoves >= MAX_SHOVES {
            self.enter(Mood::Patrol);
            self.lets_be = TRUCE_TICKS;
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

    /// Looks for the player. Returns whether they were noticed.
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
            Mood::Chase if self.unseen >= FORGET_TICKS || self.is_out_of_reach(senses) => {
                self.enter(Mood::Patrol);
            }
            _ => {}
        }
        false
    }

    fn is_out_of_reach(&self, senses: &Senses) -> bool {
        (senses.player.position - senses.body.position).length() > senses.start.give_up
    }

    /// The position where the walker wants to be; `None` to stand.
    fn wish(&mut self, senses: &Senses) -> Option<Vec3> {
        match self.mood {
            Mood::Notice => None,
            Mood::Chase if senses.waits => None,
            Mood::Chase => {
                let is_there = is_reached(senses.body.position, self.seen_at);
                (self.unseen == 0 || !is_there).then_some(self.seen_at)
            }
            Mood::Patrol => self.next_waypoint(senses),
        }
    }

    /// The waypoint to walk to, after those that were reached or given up.
    fn next_waypoint(&mut self, senses: &Senses) -> Option<Vec3> {
        let here = senses.body.position;
        let middle = Vec3::Y * senses.body.half_height();
        let point = |goal: u32| {
            let position = match goal.checked_sub(1) {
                None => senses.start.position,
                Some(index) => *senses.start.way.get(index as usize)?,
            };
            Some(position.as_vec3() + middle)
        };
        let goal = point(self.goal)?;
        let distance = here.distance(goal);
        if distance < self.nearest - NEARER_DISTANCE {
            (self.nearest, self.ticks_no_nearer) = (distance, 0);
        }
        if !is_reached(here, goal) && self.ticks_no_nearer < WAYPOINT_TIMEOUT_TICKS {
            return Some(goal);
        }
        if senses.start.way.is_empty() {
            return (!is_reached(here, goal)).then_some(goal);
        }
        self.goal = (self.goal + 1) % (senses.start.way.len() as u32 + 1);
        (self.nearest, self.ticks_no_nearer) = (f32::INFINITY, 0);
        point(self.goal)
    }

    /// Chooses the course until the next look.
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
        let moved = (body.position - self.was_at).length();
        let wished_distance = speed * TICK_LENGTH * every as f32;
        // A walker that still turns is not stuck.
        let turns = turn_between(body.yaw, self.heading).abs() >= WALK_ANGLE;
        let stalls = !self.halts && !turns && moved < MIN_PROGRESS * wished_distance;
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

    /// The direction of the view while standing, radians.
    fn standing_heading(&self, senses: &Senses) -> f32 {
        match self.mood {
            Mood::Patrol => senses.start.yaw,
            // The walker looks around for a player who has escaped.
            Mood::Chase if self.unseen > TICK_RATE => self.heading + 0.35,
            _ => yaw_toward(self.seen_at - senses.body.position, self.heading),
        }
    }

    /// The walking speed, meters a second.
    fn speed(&self, senses: &Senses) -> f32 {
        let hurries = self.mood == Mood::Chase;
        senses.start.speed * if hurries { SPRINT_RATIO } else { 1.0 }
    }

    fn command(&self, senses: &Senses) -> Command {
        let off = turn_between(senses.body.yaw, self.heading);
        let most = TURN_RATE * TICK_LENGTH;
        let yaw = off.clamp(-most, most);
        let mut buttons = Buttons::default();
        if !self.halts && off.abs() < WALK_ANGLE {
            buttons.set(Buttons::FORWARD, true);
            buttons.set(Buttons::SPRINT, self.mood == Mood::Chase);
        }
        Command {
            buttons,
            // A rest of a turn from rounding would keep the walker from rest.
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
    let delta = there - here;
    Vec3::new(delta.x, 0.0, delta.z).length() < REACHED_DISTANCE && delta.y.abs() < REACHED_HEIGHT
}

/// The yaw along a displacement, radians; `kept` for one without a horizontal component.
fn yaw_toward(delta: Vec3, kept: f32) -> f32 {
    if delta.x == 0.0 && delta.z == 0.0 {
        return kept;
    }
    yaw_of(delta)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_base::body::forward;

    #[test]
    fn a_yaw_points_along_the_displacement() {
        for yaw in [-2.0_f32, -0.5, 0.0, 1.0, 3.0] {
            let delta = forward(yaw) * 5.0;
            assert!((yaw_toward(delta, 9.0) - yaw).abs() < 1e-5);
        }
        assert_eq!(yaw_toward(Vec3::Y, 9.0), 9.0);
    }
}
