//! The whole state of a run, and its step.

use glam::Vec3;

use super::{
    Ball, Buttons, Command, Event, EventKind, Explosions, MAX_BALLS, Player, PropState, Rules,
    balls::{Crowd, Impact},
    motion, props,
    tuning::{BOUNCE_SPEED, EXPLOSION_SPEED, KILL_BELOW, KILL_BESIDE, THROW_REACH, THROW_SPEED},
};
use crate::{
    collide::{Body, Counters, SKIN, Surroundings},
    geom::Aabb,
    hash::Hasher,
    level::Level,
};

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
    surroundings: Surroundings,
    crowd: Crowd,
}

impl World {
    /// A new run: the player stands at the level's spawn.
    pub fn new(level: &Level, rules: Rules) -> Self {
        Self {
            tick: 0,
            player: Player::standing_at(level.spawn.position, level.spawn.yaw),
            balls: Vec::new(),
            props: props::of(level),
            explosions: Explosions::default(),
            rules,
            counters: Counters::default(),
            balls_stopped: 0,
            next_ball: 0,
            surroundings: Surroundings::default(),
            crowd: Crowd::default(),
        }
    }

    /// One tick of [`crate::clock::TICK`] seconds; what happened is appended to `events`.
    pub fn step(&mut self, level: &Level, command: &Command, events: &mut Vec<Event>) {
        self.player.teleported = false;
        let held = self.player.held;
        let pressed = |button| command.buttons.has(button) && !held.has(button);
        let (throws, selects) = (pressed(Buttons::THROW), pressed(Buttons::SELECT));
        let start = self.player.position;
        self.counters = motion::step(
            &mut self.player,
            &mut self.surroundings,
            level,
            &self.rules,
            command,
            events,
        );
        props::block_player(&mut self.player, start, &self.props, level);
        self.respawn_if_lost(level, events);
        self.step_props(level, command.buttons, selects, events);
        if throws {
            self.throw(level, events);
        }
        self.explosions.step();
        self.balls.retain(Ball::is_sound);
        let report = self
            .crowd
            .step(&mut self.balls, level, &self.props, self.rules.restitution);
        self.balls_stopped += report.stopped.len() as u64;
        for impact in report.impacts {
            self.report(impact, events);
        }
        let alive = living_space(level.bounds);
        self.balls
            .retain(|ball| alive.contains(ball.position.as_vec3()));
        self.tick += 1;
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

    /// Over every bit that the future depends on.
    pub fn state_hash(&self) -> u64 {
        let mut hasher = Hasher::default();
        hasher
            .u64(self.tick)
            .u32(self.next_ball)
            .f32(self.rules.walk_speed)
            .f32(self.rules.restitution);
        self.player.hash(&mut hasher);
        self.balls.iter().for_each(|ball| ball.hash(&mut hasher));
        props::hash(&self.props, &self.rules, &mut hasher);
        self.explosions.hash(&mut hasher);
        hasher.finish()
    }

    /// After a reload: the same place in the new level when that is free (positions are kept in
    /// the file's coordinates), its spawn otherwise. Balls are kept; props begin anew.
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
        let fits = living_space(new.bounds).contains(position)
            && new.collision.is_free(Player::body(), position);
        if fits {
            self.player.position = position;
            self.player.ground_height = moved(Vec3::Y * self.player.ground_height).y;
        } else {
            self.put_at_spawn(new);
        }
    }

    fn respawn_if_lost(&mut self, level: &Level, events: &mut Vec<Event>) {
        if !living_space(level.bounds).contains(self.player.position) {
            self.put_at_spawn(level);
            self.player
                .emit(events, EventKind::Respawn, Vec3::ZERO, 0.0);
        }
    }

    fn put_at_spawn(&mut self, level: &Level) {
        let before = self.player;
        self.player = Player::standing_at(level.spawn.position, level.spawn.yaw);
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
        let body = Body::sphere(ball.radius + SKIN);
        let free = level
            .collision
            .sweep(body, eye, hand)
            .map_or(1.0, |hit| hit.fraction);
        ball.position = eye.lerp(hand, free as f32).as_dvec3();
        self.next_ball = self.next_ball.wrapping_add(1);
        if self.balls.len() >= MAX_BALLS {
            self.balls.remove(0);
        }
        self.balls.push(ball);
        let (kind, position) = (EventKind::Throw, ball.position.as_vec3());
        events.push(Event {
            kind,
            position,
            normal: direction,
            speed: THROW_SPEED,
        });
    }

    fn report(&mut self, impact: Impact, events: &mut Vec<Event>) {
        let Impact {
            point,
            normal,
            speed,
            ..
        } = impact;
        let mut push = |kind| {
            events.push(Event {
                kind,
                position: point,
                normal,
                speed,
            })
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

/// What leaves this is lost.
fn living_space(level: Aabb) -> Aabb {
    let beside = Vec3::splat(KILL_BESIDE);
    let space = level.grown(beside);
    Aabb::new(
        Vec3::new(space.min.x, level.min.y - KILL_BELOW, space.min.z),
        space.max,
    )
}
