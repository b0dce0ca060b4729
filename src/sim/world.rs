//! The whole state of a run, and its step.

use glam::Vec3;

use super::{
    Ball, Buttons, Command, Event, EventKind, Explosions, Loss, MAX_BALLS, Player, PropState,
    Rules, Side,
    balls::{Crowd, Impact},
    bodies::{self, free_in_level},
    motion,
    movers::{MovedLevel, is_crushed},
    place::{free_place, has_floor},
    props, touch,
    tuning::{BOUNCE_SPEED, EXPLOSION_SPEED, KILL_BELOW, KILL_BESIDE, THROW_REACH, THROW_SPEED},
};
use hexbound_collide::{CandidateCache, Counters, Faces, SKIN, geom::Aabb, hash::Hasher};

use crate::level::{Level, Spawn, SurfaceKind};

/// The level's triangle that was struck is this near to where an event happened, meters: feet touch
/// the edge of a step beside their middle.
const STRUCK_WITHIN: f32 = 0.5;

#[derive(Clone, Debug)]
pub struct World {
    /// Ticks done.
    pub tick: u64,
    pub player: Player,
    /// Oldest first.
    pub balls: Vec<Ball>,
    /// One for each of the level's props, in its order.
    pub props: Vec<PropState>,
    pub explosions: Explosions,
    pub rules: Rules,
    /// What the six-plane test decided in the last tick, for the player.
    pub counters: Counters,
    /// How often a ball had so many contacts in a tick that it was stopped for the rest of it.
    pub balls_stopped: u64,
    next_ball: u32,
    /// Kept from tick to tick for speed; no result depends on it.
    candidate_cache: CandidateCache,
    crowd: Crowd,
}

impl World {
    /// A new run: the player stands at the level's spawn, or near it if that is not free.
    pub fn new(level: &Level, rules: Rules) -> Self {
        Self {
            tick: 0,
            player: spawned(level),
            balls: Vec::new(),
            props: props::of(level),
            explosions: Explosions::default(),
            rules,
            counters: Counters::default(),
            balls_stopped: 0,
            next_ball: 0,
            candidate_cache: CandidateCache::default(),
            crowd: Crowd::default(),
        }
    }

    /// One tick of [`crate::clock::TICK`] seconds; what happened is appended to `events`.
    pub fn step(&mut self, level: &Level, command: &Command, events: &mut Vec<Event>) {
        self.player.teleported = false;
        let new_from = events.len();
        let held = self.player.held;
        let pressed = |button| command.buttons.has(button) && !held.has(button);
        let (throws, selects) = (pressed(Buttons::THROW), pressed(Buttons::SELECT));
        let moved = MovedLevel::at(level, self.tick + 1);
        self.move_player(&moved, command, events);
        self.respawn_if_lost(&moved, events);
        self.step_props(level, command.buttons, selects, events);
        if throws {
            self.throw(level, events);
        }
        self.explosions.step();
        self.balls.retain(Ball::is_sound);
        let report = self
            .crowd
            .step(&mut self.balls, &moved, &self.props, self.rules.restitution);
        self.balls_stopped += report.stopped.len() as u64;
        for impact in report.impacts {
            self.report(impact, events);
        }
        touch::step(&mut self.player, &mut self.balls, level);
        let alive = living_space(level.bounds);
        self.balls
            .retain(|ball| alive.contains(ball.position.as_vec3()));
        name_surfaces(level, &self.props, &mut events[new_from..]);
        self.tick += 1;
    }

    /// The same without what is only kept for speed: to be put away.
    pub fn lightened(&self) -> Self {
        Self {
            player: self.player,
            balls: self.balls.clone(),
            props: self.props.clone(),
            explosions: self.explosions.clone(),
            candidate_cache: CandidateCache::default(),
            crowd: Crowd::default(),
            ..*self
        }
    }

    fn step_props(
        &mut self,
        level: &Level,
        buttons: Buttons,
        selects: bool,
        events: &mut Vec<Event>,
    ) {
        if selects {
            props::select(&mut self.props, &self.player, level, events);
        }
        let scene = props::Scene {
            level,
            player: &self.player,
            balls: &self.balls,
            rules: &self.rules,
        };
        props::step(&mut self.props, scene, buttons, events);
        props::wake_balls(&mut self.balls, &self.props, level);
    }

    /// Over every bit that the state of a later tick depends on. Only `Player::bumping` is left out
    /// of what is carried over: it keeps a second bump from being told, and no state follows from it.
    pub fn state_hash(&self) -> u64 {
        let mut hasher = Hasher::default();
        hasher
            .u64(self.tick)
            .u32(self.next_ball)
            .f32(self.rules.walk_speed)
            .f32(self.rules.restitution)
            .f32(self.rules.coyote_time)
            .f32(self.rules.jump_buffer);
        self.player.hash(&mut hasher);
        self.balls.iter().for_each(|ball| ball.hash(&mut hasher));
        props::hash(&self.props, &self.rules, &mut hasher);
        self.explosions.hash(self.rules.explosion_pool, &mut hasher);
        hasher.finish()
    }

    /// After a reload: the same place in the new level when that is free (positions are kept in
    /// the file's coordinates), a free one near it, or its spawn. Balls are kept; props begin anew.
    pub fn move_to_level(&mut self, old: &Level, new: &Level) {
        let moved = |position: Vec3| new.to_local(old.to_file(position));
        for ball in &mut self.balls {
            ball.position = moved(ball.position.as_vec3()).as_dvec3();
            ball.wake();
        }
        self.props = props::of(new);
        for explosion in &mut self.explosions.alive {
            explosion.position = moved(explosion.position);
        }
        let position = moved(self.player.position);
        let place = Some(position)
            .filter(|position| living_space(new.bounds).contains(*position))
            .and_then(|position| free_place(new, self.player.body(), position));
        match place {
            Some(place) => {
                self.player.position = place;
                self.player.ground_height = moved(Vec3::Y * self.player.ground_height).y;
                // What carried it may have gone.
                self.player.riding = None;
                self.player.grounded &= place == position;
                self.player.teleported |= place != position;
            }
            None => self.put_at_spawn(new),
        }
    }

    fn move_player(&mut self, moved: &MovedLevel, command: &Command, events: &mut Vec<Event>) {
        let start = self.player.position;
        moved.take_along(&mut self.player);
        let solid = moved.solid_around(&self.player);
        self.counters = motion::step(
            &mut self.player,
            &mut self.candidate_cache,
            &solid,
            &self.rules,
            command,
            events,
        );
        props::block_player(&mut self.player, start, &self.props, moved.level);
        moved.board(&mut self.player);
    }

    fn respawn_if_lost(&mut self, moved: &MovedLevel, events: &mut Vec<Event>) {
        if let Some(loss) = self.loss(moved) {
            self.put_at_spawn(moved.level);
            self.player
                .emit(events, EventKind::Respawn(loss), Vec3::ZERO, 0.0);
        }
    }

    /// Why the player can't go on from where they are, if so.
    fn loss(&self, moved: &MovedLevel) -> Option<Loss> {
        let player = &self.player;
        let space = living_space(moved.level.bounds);
        if !player.velocity.is_finite() || !player.pitch.is_finite() {
            Some(Loss::Nonsense)
        } else if is_crushed(player) {
            Some(Loss::Crushed(moved.crusher(player)))
        } else if space.contains(player.position) {
            None
        } else if player.position.y < space.min.y {
            Some(Loss::Fell)
        } else if player.position.is_finite() {
            Some(Loss::Left)
        } else {
            Some(Loss::Nonsense)
        }
    }

    fn put_at_spawn(&mut self, level: &Level) {
        let before = self.player;
        self.player = spawned(level);
        self.player.teleported = true;
        self.player.respawns = before.respawns + 1;
        self.player.releases = before.releases;
        self.player.held = before.held;
    }

    /// A ball leaves the hand along the view, unless a wall is nearer than the hand.
    fn throw(&mut self, level: &Level, events: &mut Vec<Event>) {
        let (eye, direction) = (self.player.eye(), self.player.view_direction());
        let mut ball = Ball::new(self.next_ball, eye, direction * THROW_SPEED);
        let hand = eye + direction * THROW_REACH;
        let free = free_in_level(
            level,
            &bodies::ball(ball.radius + SKIN),
            eye.as_dvec3(),
            hand.as_dvec3(),
        );
        ball.position = eye.lerp(hand, free as f32).as_dvec3();
        self.next_ball = self.next_ball.wrapping_add(1);
        if self.balls.len() >= MAX_BALLS {
            self.balls.remove(0);
        }
        self.balls.push(ball);
        let (kind, position) = (EventKind::Throw, ball.position.as_vec3());
        events.push(Event {
            struck: Side::ball(ball.mass),
            ..Event::new(kind, position, direction, THROW_SPEED)
        });
    }

    fn report(&mut self, impact: Impact, events: &mut Vec<Event>) {
        let Impact {
            point,
            normal,
            speed,
            masses: [mass, other],
            ..
        } = impact;
        let struck = if other.is_finite() {
            Side::ball(other)
        } else {
            Side::LEVEL
        };
        let mut push = |kind| {
            events.push(Event {
                mover: Side::ball(mass),
                struck,
                ..Event::new(kind, point, normal, speed)
            });
        };
        if speed >= BOUNCE_SPEED {
            push(EventKind::Bounce);
        }
        if speed >= EXPLOSION_SPEED
            && self
                .explosions
                .start(point, normal, self.rules.explosion_pool)
        {
            push(EventKind::Explosion);
        }
    }
}

/// Says of what it was that was struck: a prop, the level's triangle there, or else what stands
/// about as a bumper, which is of brass.
fn name_surfaces(level: &Level, props: &[PropState], events: &mut [Event]) {
    for event in events {
        let is_level = event.struck.mass.is_infinite() && event.struck.surface.is_none();
        if is_level && event.kind.is_impact() {
            let surface = props::surface_at(level, props, event.position).or_else(|| {
                let found = level
                    .collision
                    .nearest_point(event.position, STRUCK_WITHIN)?;
                Some(level.surface(found.triangle))
            });
            event.struck.surface = Some(surface.unwrap_or(SurfaceKind::Metal));
        }
    }
}

/// At the level's spawn; near it, or at a place that is searched for, where that is not free.
fn spawned(level: &Level) -> Player {
    let player = standing(level.spawn);
    let place = free_place(level, player.body(), level.spawn.position)
        .filter(|place| has_floor(level, *place, Faces::Both));
    if let Some(place) = place {
        return standing(Spawn {
            position: place,
            ..level.spawn
        });
    }
    standing(level.find_place().unwrap_or(level.spawn))
}

fn standing(spawn: Spawn) -> Player {
    Player {
        pitch: spawn.pitch,
        ..Player::standing_at(spawn.position, spawn.yaw)
    }
}

/// What leaves this is lost.
fn living_space(level: Aabb) -> Aabb {
    let beside = Vec3::splat(KILL_BESIDE);
    let space = level.grown(beside);
    Aabb::new(
        Vec3::new(space.min.x, level.min.y - KILL_BELOW, space.min.z),
        space.max,
    )
}
