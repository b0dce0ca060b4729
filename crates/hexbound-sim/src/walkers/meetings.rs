//! The meetings of a tick: walkers that overlap push each other apart, and a walker that touches the
//! player pushes and shoves them. The collision library's groups and classes select the pairs. Nobody is
//! ever pushed through a wall.

use std::sync::Arc;

use glam::{Quat, Vec3};
use hexbound_collide::{ClassSet, CollisionMesh, Group, ObjectId, geom::Aabb};

use super::Walker;
use crate::{
    Character, Event, EventKind, ImpactSide, MovedLevel,
    tuning::{SHOVE_SPEED, SHOVE_UP},
};
use hexbound_base::body::{BODY_RADIUS, HALF_HEIGHT};
use hexbound_base::clock::TICK_RATE;
use hexbound_level::{BodyClasses, BodyKind};

/// The most that two walkers are pushed apart in a tick, meters.
const MAX_WALKER_PUSH: f32 = 0.05;
/// The most that the player is pushed in a tick, meters.
const MAX_PLAYER_PUSH: f32 = 0.05;
/// The least overlap that is pushed apart, meters.
const MIN_OVERLAP: f32 = 1e-3;
/// The most passes over all overlapping pairs: in a throng each is pushed against the next.
const PUSH_PASSES: usize = 3;
/// The least cosine between a walker's view and the direction of somebody ahead of it.
const AHEAD_COSINE: f32 = 0.5;
/// The ticks that a walker waits for another one ahead that goes in the same direction.
const WAIT_TICKS: u32 = 8;
/// The ticks from one shove of a walker to its next.
const SHOVE_INTERVAL: u32 = TICK_RATE;

/// The greatest displacement of a member since the last query of the group, meters.
const MAX_PUSH_SINCE_QUERY: f32 = 0.4;

/// A member of the group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Member {
    Player,
    Walker(usize),
}

/// Finds the pairs that meet. Its state between ticks is for speed: no result depends on it.
#[derive(Clone, Debug, Default)]
pub(super) struct Meetings {
    group: Group,
    /// The members of the group, ascending: the player, then the walkers in their order.
    members: Vec<(ObjectId, Member)>,
}

impl Meetings {
    pub(super) fn step(
        &mut self,
        walkers: &mut [Walker],
        player: &mut Character,
        moved: &MovedLevel,
        events: &mut Vec<Event>,
    ) {
        self.place(walkers, player, &moved.level.play.classes);
        let mut near = Vec::new();
        for contact in self.group.touching() {
            match contact.objects.map(|id| self.member(id)) {
                [Some(Member::Walker(a)), Some(Member::Walker(b))] => near.push([a, b]),
                [Some(Member::Player), Some(Member::Walker(walker))] => {
                    touch_player(&mut walkers[walker], player, moved, events);
                }
                _ => {}
            }
        }
        for _ in 0..PUSH_PASSES {
            let mut overlap = false;
            for &pair in &near {
                overlap |= separate_walkers(walkers, pair, moved);
            }
            if !overlap {
                break;
            }
        }
    }

    /// Replaces `found` with the upright walkers whose boxes overlap `region` and that `meets` accepts,
    /// in their order.
    pub(super) fn near_ball(
        &self,
        region: &Aabb,
        meets: impl Fn(usize) -> bool,
        found: &mut Vec<usize>,
    ) {
        let mut objects = Vec::new();
        let around = region.grown(Vec3::splat(MAX_PUSH_SINCE_QUERY));
        self.group.near(&around, ClassSet::ALL, &mut objects);
        let walkers = objects.into_iter().filter_map(|id| match self.member(id) {
            Some(Member::Walker(walker)) if meets(walker) => Some(walker),
            _ => None,
        });
        found.clear();
        found.extend(walkers);
    }

    fn member(&self, id: ObjectId) -> Option<Member> {
        let index = self.members.binary_search_by_key(&id, |member| member.0);
        Some(self.members[index.ok()?].1)
    }

    /// Moves the members of the group to their present positions, and removes fallen walkers.
    fn place(&mut self, walkers: &[Walker], player: &Character, classes: &BodyClasses) {
        let upright = walkers.iter().filter(|walker| walker.is_upright()).count();
        if self.members.len() < upright + 1 {
            self.begin(walkers, player, classes);
            return;
        }
        let group = &mut self.group;
        self.members.retain(|(id, who)| match who {
            Member::Player => group.place(*id, player.position, Quat::IDENTITY),
            Member::Walker(walker) if walkers[*walker].is_upright() => {
                group.place(*id, walkers[*walker].body.position, Quat::IDENTITY)
            }
            Member::Walker(_) => !group.remove(*id),
        });
    }

    fn begin(&mut self, walkers: &[Walker], player: &Character, classes: &BodyClasses) {
        let mesh = Arc::new(body_box());
        let mut group = Group::new(classes.meeting_table());
        let player_entry = std::iter::once((
            Member::Player,
            classes.of_kind(BodyKind::Player),
            player.position,
        ));
        let all = walkers.iter().enumerate();
        let upright = all.filter(|(_, walker)| walker.is_upright());
        let walkers = upright.map(|(index, walker)| {
            let class = classes.get(BodyKind::Walker, index as u32);
            (Member::Walker(index), class, walker.body.position)
        });
        self.members = player_entry
            .chain(walkers)
            .filter_map(|(who, class, at)| {
                Some((group.add(mesh.clone(), at, Quat::IDENTITY, class)?, who))
            })
            .collect();
        self.group = group;
    }
}

/// Pushes two overlapping walkers apart, each by half if both have room. Returns whether they overlapped.
fn separate_walkers(walkers: &mut [Walker], [a, b]: [usize; 2], moved: &MovedLevel) -> bool {
    let (low, high) = walkers.split_at_mut(b);
    let (first, second) = (&mut low[a], &mut high[0]);
    let Some((along, depth)) = overlap(&first.body, &second.body) else {
        return false;
    };
    let along = along.unwrap_or_else(|| own_direction(a, b));
    queue(first, second, along);
    // Both stop pressing on, or a throng would press its middle flat.
    let approach = (first.body.velocity - second.body.velocity)
        .dot(along)
        .max(0.0);
    first.body.velocity -= along * (0.5 * approach);
    second.body.velocity += along * (0.5 * approach);
    // The second moves by what the first could not.
    let apart = depth.min(MAX_WALKER_PUSH);
    let gone = shift(&mut first.body, -along * (0.5 * apart), moved);
    shift(&mut second.body, along * (apart - gone.min(apart)), moved);
    first.disturbed = true;
    second.disturbed = true;
    true
}

/// Lets the walker behind wait if both go in the same direction.
fn queue(first: &mut Walker, second: &mut Walker, direction: Vec3) {
    let ahead = [first, second].map(|walker| (walker.body.view_direction(), walker));
    let [(one, first), (other, second)] = ahead;
    if one.dot(other) > 0.0 {
        if one.dot(direction) > AHEAD_COSINE {
            first.waits = WAIT_TICKS;
        } else if other.dot(-direction) > AHEAD_COSINE {
            second.waits = WAIT_TICKS;
        }
    }
}

/// Lets the player and a walker push each other apart, and the walker shove the player.
fn touch_player(
    walker: &mut Walker,
    player: &mut Character,
    moved: &MovedLevel,
    events: &mut Vec<Event>,
) {
    let Some((along, depth)) = overlap(&walker.body, player) else {
        return;
    };
    let along = along.unwrap_or_else(|| walker.body.view_direction());
    let approach = player.velocity.dot(along);
    player.velocity -= along * approach.min(0.0);
    let gone = shift(player, along * depth.min(MAX_PLAYER_PUSH), moved);
    let left = depth - gone;
    if left > MIN_OVERLAP {
        shift(&mut walker.body, -along * left.min(MAX_WALKER_PUSH), moved);
        walker.disturbed = true;
    }
    walker.mind.on_touch(player.position);
    if walker.until_shove == 0 && walker.mind.shoves() {
        walker.until_shove = SHOVE_INTERVAL;
        walker.mind.count_shove();
        shove(walker, player, along, events);
    }
}

/// Throws the player back and a little up.
fn shove(walker: &Walker, player: &mut Character, direction: Vec3, events: &mut Vec<Event>) {
    let along = player.velocity.dot(direction);
    player.velocity += direction * (SHOVE_SPEED - along).max(0.0);
    player.velocity.y = player.velocity.y.max(SHOVE_UP);
    player.grounded = false;
    let touched = walker.body.position + direction * BODY_RADIUS;
    events.push(Event {
        mover: ImpactSide::WALKER,
        struck: ImpactSide::PLAYER,
        ..Event::new(EventKind::WalkerShove, touched, direction, SHOVE_SPEED)
    });
}

/// Moves a body as far as the level and the movers permit, and returns the distance, meters.
fn shift(body: &mut Character, delta: Vec3, moved: &MovedLevel) -> f32 {
    let from = body.position;
    let solid = moved.solid_around(body);
    body.shift(&solid, delta.as_dvec3());
    body.position.distance(from)
}

/// The horizontal unit direction from the first to the second, and the distance to separate them along
/// it, meters. Both are upright capsules as high and as wide as the body. The direction is `None` if both
/// are at one position.
fn overlap(first: &Character, second: &Character) -> Option<(Option<Vec3>, f32)> {
    let offset = second.position - first.position;
    let straight = first.half_height() + second.half_height() - 2.0 * BODY_RADIUS;
    let above = (offset.y.abs() - straight).max(0.0);
    let reach_squared = 4.0 * BODY_RADIUS * BODY_RADIUS - above * above;
    if reach_squared <= 0.0 {
        return None;
    }
    let level = Vec3::new(offset.x, 0.0, offset.z);
    let depth = reach_squared.sqrt() - level.length();
    (depth > MIN_OVERLAP).then(|| (level.try_normalize(), depth))
}

/// A horizontal unit direction that depends on the pair alone.
fn own_direction(a: usize, b: usize) -> Vec3 {
    let angle = a as f32 * 0.7 + b as f32 * 2.4;
    Vec3::new(libm::cosf(angle), 0.0, libm::sinf(angle))
}

/// A mesh as large as a standing body; only its bounding box counts.
fn body_box() -> CollisionMesh {
    let half = Vec3::new(BODY_RADIUS, HALF_HEIGHT, BODY_RADIUS);
    let corners = [-half, half, Vec3::new(half.x, -half.y, -half.z)];
    CollisionMesh::build(&corners, &[[0, 1, 2]]).expect("a triangle of constant size")
}
