//! The whole state of a run, and its step.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use super::{
    Ball, BallOrigin, Buttons, Character, Command, Event, EventKind, Explosions, Journal,
    MAX_BALLS, Methods, PlayState, PropState, Rules, Stage, Walker, among_balls,
    balls::{BallInput, BallReport, BallSolver, placed},
    character::motion::{self, MotionInput},
    free_place::free_place,
    impacts::{ImpactScene, resolve_surfaces},
    kept_journal::KeptJournal,
    loss::{living_space, loss_of},
    movers::MovedLevel,
    play::{self, Causes},
    probe::{Probe, TickPart},
    props,
    spawning::{respawn, spawn},
    throwing::{ball_in_hand, throw},
    triggering::TriggeringBodies,
    walkers::{self, WalkerScene, WalkerSolver},
};
use hexbound_collide::{CandidateCache, Counters, geom::Ray, hash::Hasher};

use hexbound_level::{BodyKind, Level};

/// The largest tick in a state from a file: no run lasts that long, about a million years.
const MAX_TICKS: u64 = 1 << 52;

/// The whole state of a run between two ticks.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct World {
    /// The number of finished ticks.
    pub tick: u64,
    pub player: Character,
    /// The balls, oldest first.
    pub balls: Vec<Ball>,
    /// The level's props, in its order.
    pub props: Vec<PropState>,
    /// The level's walkers, in its order.
    pub walkers: Vec<Walker>,
    pub explosions: Explosions,
    /// The state of play: the lit targets, started movers and fired triggers of the level.
    pub play: PlayState,
    /// The rules of the run; files store them as text, beside the world.
    #[serde(skip)]
    pub rules: Rules,
    /// The decisions of the six-plane test for the player in the last tick.
    #[serde(skip)]
    pub counters: Counters,
    /// The number of times that a ball had too many contacts in a tick and was stopped for the rest of
    /// it.
    pub balls_stopped: u64,
    next_ball: u32,
    /// The triangles near the player, kept from tick to tick for speed; no result depends on them.
    #[serde(skip)]
    candidate_cache: CandidateCache,
    #[serde(skip)]
    ball_solver: BallSolver,
    #[serde(skip)]
    pub(crate) walker_solver: WalkerSolver,
    /// The journal of the player's last tick, if requested; no result depends on it.
    #[serde(skip)]
    journal: KeptJournal,
}

impl World {
    /// A new run: the player stands at the level's spawn, or at a free place near it.
    pub fn new(level: &Level, rules: Rules) -> Self {
        let balls: Vec<Ball> = placed::at_start(level, 0).collect();
        Self {
            tick: 0,
            player: spawn(level),
            next_ball: level.play.balls.len() as u32,
            balls,
            props: props::of(level),
            walkers: walkers::of(level),
            explosions: Explosions::default(),
            play: PlayState::of(level, &rules),
            rules,
            counters: Counters::default(),
            balls_stopped: 0,
            candidate_cache: CandidateCache::default(),
            ball_solver: BallSolver::default(),
            walker_solver: WalkerSolver::default(),
            journal: KeptJournal::default(),
        }
    }

    /// Starts or stops keeping a journal of each tick, from the next one on. No result changes.
    pub fn keep_journal(&mut self, keep: bool) {
        self.journal.keep(keep, &self.player);
    }

    /// The journal of a tick with `command`, made on a copy of this world. A permanent journal would slow
    /// ticks that are measured.
    pub fn journal_of(&self, level: &Level, command: &Command) -> Option<Journal> {
        let mut world = self.clone();
        world.keep_journal(true);
        world.step(level, command, &mut Vec::new());
        world.journal().cloned()
    }

    /// Copies the last bounces before this tick from `later`, a later state of the same run.
    pub fn recall_bounces(&mut self, later: &Self) {
        self.journal.recall_bounces(&later.journal, self.tick);
    }

    /// Returns whether a journal of each tick is kept.
    pub fn keeps_journal(&self) -> bool {
        self.journal.is_kept()
    }

    /// The journal of the last tick, if one is kept.
    pub fn journal(&self) -> Option<&Journal> {
        self.journal.of_tick(self.tick)
    }

    /// Runs one tick of [`hexbound_base::clock::TICK_LENGTH`] seconds and appends its events to `events`.
    pub fn step(&mut self, level: &Level, command: &Command, events: &mut Vec<Event>) {
        self.step_probed(level, command, events, &mut ());
    }

    /// Runs one tick as [`World::step`] does, and notifies `probe` whenever a part of it is done.
    pub fn step_probed(
        &mut self,
        level: &Level,
        command: &Command,
        events: &mut Vec<Event>,
        probe: &mut impl Probe,
    ) {
        self.play.account(command);
        self.player.report.teleported = false;
        let new_from = events.len();
        let held = self.player.held;
        let pressed = |button| command.buttons.has(button) && !held.has(button);
        let (throws, selects) = (pressed(Buttons::THROW), pressed(Buttons::SELECT));
        let moved = MovedLevel::at(level, self.tick + 1, &self.play);
        let mut causes = Causes::none(level);
        self.triggering_bodies().add_positions(level, &mut causes);

        let stands_on = self.move_player(&moved, command, events);
        self.play.assisted |= self.player.flying && level.play.flight_is_assistance();
        // Props may have stopped the player; the props themselves move below.
        self.journal.record_position(Stage::Props, &self.player);
        self.respawn_if_lost(&moved, events);
        probe.done(TickPart::Player);

        if selects {
            self.select(self.player.view_direction(), level, events);
        }
        if let Some(pointed) = command.pointed {
            self.select(pointed.direction(), level, events);
        }
        self.step_props(&moved, command, stands_on, events);
        self.journal.record_position(Stage::Props, &self.player);
        probe.done(TickPart::Props);

        self.step_walkers(&moved, command.methods, events);
        self.journal.record_position(Stage::Walkers, &self.player);
        probe.done(TickPart::Walkers);

        if throws {
            self.throw(level, events);
        }
        self.explosions.step();
        self.keep_balls(level, Ball::is_valid, &mut causes, events);
        let report = self.step_balls(&moved, command.methods);
        probe.done(TickPart::Balls);

        self.balls_stopped += report.stopped.len() as u64;
        self.journal.record_impacts(self.tick + 1, &report.impacts);
        let mut scene = self.impact_scene(&moved, &mut causes);
        for impact in &report.impacts {
            scene.apply(impact, events);
        }
        among_balls::step(&mut self.player, &mut self.balls, level);
        self.journal.record_position(Stage::Balls, &self.player);
        let alive = living_space(level.bounds);
        let stays = |ball: &Ball| alive.contains(ball.position.as_vec3());
        self.keep_balls(level, stays, &mut causes, events);

        self.run_triggers(causes, &moved, events);
        resolve_surfaces(level, &self.props, &mut events[new_from..]);
        probe.done(TickPart::Play);
        self.tick += 1;
        self.journal.finish(self.tick, &self.player, level);
    }

    /// Returns a copy without caches, for storage.
    pub fn without_caches(&self) -> Self {
        Self {
            player: self.player,
            balls: self.balls.clone(),
            props: self.props.clone(),
            walkers: self.walkers.clone(),
            explosions: self.explosions.clone(),
            play: self.play.clone(),
            candidate_cache: CandidateCache::default(),
            ball_solver: BallSolver::default(),
            walker_solver: WalkerSolver::default(),
            journal: KeptJournal::default(),
            ..*self
        }
    }

    /// Returns the heap memory of the world, bytes, without caches.
    pub fn heap_bytes(&self) -> usize {
        fn of<T>(list: &Vec<T>) -> usize {
            list.capacity() * size_of::<T>()
        }
        of(&self.balls)
            + of(&self.props)
            + of(&self.walkers)
            + of(&self.explosions.alive)
            + self.play.heap_bytes()
    }

    /// Selects or deselects the prop in `direction` from the player's eye.
    fn select(&mut self, direction: Vec3, level: &Level, events: &mut Vec<Event>) {
        let ray = Ray::new(self.player.eye_position(), direction);
        props::select(&mut self.props, ray, level, events);
    }

    fn step_walkers(&mut self, moved: &MovedLevel, methods: Methods, events: &mut Vec<Event>) {
        let scene = WalkerScene {
            moved,
            props: &mut self.props,
            rules: &self.rules,
            methods: methods.of_walkers(),
            tick: self.tick,
        };
        self.walker_solver
            .step(&mut self.walkers, &mut self.player, scene, events);
    }

    /// Moves the props. `stands_on` is the prop that the player stands on.
    fn step_props(
        &mut self,
        moved: &MovedLevel,
        command: &Command,
        stands_on: Option<usize>,
        events: &mut Vec<Event>,
    ) {
        let is_teleported = self.player.report.teleported;
        let mut stage = props::PropStage {
            level: moved.level,
            movers: &moved.movers,
            inside: vec![None; self.props.len()],
            props: &mut self.props,
            player: &mut self.player,
            balls: &mut self.balls,
            sense: command.methods.props,
            stands_on: stands_on.filter(|_| !is_teleported),
        };
        props::step(&mut stage, command.buttons, events);
    }

    /// A hash over every bit that the state of a later tick depends on. The patterns name every field, so
    /// that a new one can't be forgotten. Excluded are caches, the counters, the player's report, and the
    /// normal and id of an explosion, for drawing.
    pub fn state_hash(&self) -> u64 {
        let Self {
            tick,
            player,
            balls,
            props,
            walkers,
            explosions,
            play,
            rules,
            counters: _,
            balls_stopped: _,
            next_ball,
            candidate_cache: _,
            ball_solver: _,
            walker_solver: _,
            journal: _,
        } = self;
        let mut hasher = Hasher::default();
        hasher.u64(*tick).u32(*next_ball);
        rules.hash(&mut hasher);
        player.hash(&mut hasher);
        balls.iter().for_each(|ball| ball.hash(&mut hasher));
        props.iter().for_each(|prop| prop.hash(&mut hasher));
        walkers.iter().for_each(|walker| walker.hash(&mut hasher));
        explosions.hash(&mut hasher);
        play.hash(&mut hasher);
        hasher.finish()
    }

    /// Returns the name of the first part of this world that is invalid in `level`; `None` for a valid
    /// world.
    pub fn first_invalid(&self, level: &Level) -> Option<&'static str> {
        let movers = level.movers.len();
        let play = &level.play;
        let ids = self.balls.windows(2).all(|two| two[0].id < two[1].id);
        let walkers = self.walkers.iter().zip(&play.walkers);
        let checks = [
            (self.tick < MAX_TICKS, "time"),
            (self.rules.are_valid(), "rules"),
            (self.player.is_valid(movers), "player"),
            (
                ids && self.balls.len() <= MAX_BALLS + play.balls.len()
                    && self.balls.iter().all(|ball| ball.fits(play)),
                "balls",
            ),
            (
                self.props.len() == level.props.len()
                    && self.props.iter().all(|prop| prop.is_valid(movers)),
                "props",
            ),
            (
                self.walkers.len() == play.walkers.len()
                    && walkers
                        .into_iter()
                        .all(|(it, start)| it.is_valid(start, movers)),
                "walkers",
            ),
            (self.explosions.are_valid(), "explosions"),
            (self.play.fits(level), "state of play"),
        ];
        checks
            .into_iter()
            .find_map(|(is_valid, part)| (!is_valid).then_some(part))
    }

    /// Continues the run in the reloaded level: at the same position if it is free, near it, or at the
    /// spawn. Positions are kept in the file's coordinates. Thrown balls are kept; props, walkers and the
    /// level's own balls start over.
    pub fn move_to_level(&mut self, old: &Level, new: &Level) {
        let relocated = |position: Vec3| new.to_local(old.to_file(position));
        // The old journal refers to the other level's triangles.
        self.journal = KeptJournal::default();
        self.balls.retain(|ball| ball.origin == BallOrigin::Thrown);
        for ball in &mut self.balls {
            ball.position = relocated(ball.position.as_vec3()).as_dvec3();
            ball.wake();
        }
        self.balls.extend(placed::at_start(new, self.next_ball));
        self.next_ball = (self.next_ball).wrapping_add(new.play.balls.len() as u32);
        self.props = props::of(new);
        self.walkers = walkers::of(new);
        self.walker_solver = WalkerSolver::default();
        self.play = PlayState::of(new, &self.rules);
        for explosion in &mut self.explosions.alive {
            explosion.position = relocated(explosion.position);
        }
        let position = relocated(self.player.position);
        let place = Some(position)
            .filter(|position| living_space(new.bounds).contains(*position))
            .and_then(|position| free_place(new, self.player.body(), position));
        match place {
            Some(place) => {
                self.player.position = place;
                self.player.ground_height = relocated(Vec3::Y * self.player.ground_height).y;
                // The mover that carried the player may be gone.
                self.player.movers.riding = None;
                self.player.grounded &= place == position;
                self.player.report.teleported |= place != position;
            }
            None => self.put_back(new),
        }
    }

    /// Moves the player. Returns the loose prop that the player then stands on.
    fn move_player(
        &mut self,
        moved: &MovedLevel,
        command: &Command,
        events: &mut Vec<Event>,
    ) -> Option<usize> {
        let start = self.player.position;
        self.journal.begin(&self.player);
        moved.carry_and_push(&mut self.player);
        self.journal.record_position(Stage::Movers, &self.player);
        let mut solid = moved.solid_around(&self.player);
        solid.set_broad_phase(command.methods.tree.broad_phase());
        let rules = Rules {
            flight: self.rules.flight && moved.level.play.allows_flight(),
            ..self.rules
        };
        let input = MotionInput {
            solid: &solid,
            rules: &rules,
            command,
        };
        let journal = self.journal.current();
        let cache = &mut self.candidate_cache;
        self.counters = motion::step(&mut self.player, cache, input, journal, events);
        let level = moved.level;
        let class = level.play.classes.of_kind(BodyKind::Player);
        let (player, props) = (&mut self.player, &mut self.props);
        let stands_on = props::block_character(player, start, props, level, class);
        moved.board(&mut self.player);
        stands_on
    }

    fn respawn_if_lost(&mut self, moved: &MovedLevel, events: &mut Vec<Event>) {
        let space = living_space(moved.level.bounds);
        if let Some(loss) = loss_of(&self.player, &space, moved) {
            self.put_back(moved.level);
            self.journal.record_position(Stage::Respawn, &self.player);
            self.player
                .emit(events, EventKind::Respawn(loss), Vec3::ZERO, 0.0);
        }
    }

    /// Puts the player at the last checkpoint, or at the spawn.
    fn put_back(&mut self, level: &Level) {
        self.player = respawn(&self.player, self.play.checkpoint, level);
    }

    /// Keeps the balls for which `stays` is true, and puts back those that the level needs.
    fn keep_balls(
        &mut self,
        level: &Level,
        stays: impl Fn(&Ball) -> bool,
        causes: &mut Causes,
        events: &mut Vec<Event>,
    ) {
        for ball in placed::keep(&mut self.balls, level, stays, events) {
            causes.discard_path(BodyKind::Ball, ball);
        }
    }

    /// Throws a ball, if there is one in the hand.
    fn throw(&mut self, level: &Level, events: &mut Vec<Event>) {
        let player = &self.player;
        if !self.play.take_ball() {
            player.emit(events, EventKind::EmptyHand, Vec3::ZERO, 0.0);
            return;
        }
        let ball = ball_in_hand(player, self.next_ball, level);
        self.next_ball = self.next_ball.wrapping_add(1);
        throw(ball, player.view_direction(), &mut self.balls, events);
    }

    fn step_balls(&mut self, moved: &MovedLevel, methods: Methods) -> BallReport {
        let input = BallInput {
            moved,
            props: &props::moving(&self.props, moved.level, &moved.movers),
            walkers: self.walker_solver.obstacles(&self.walkers, moved.level),
            restitution: self.rules.restitution,
            methods,
        };
        self.ball_solver.step(&mut self.balls, input)
    }

    /// The parts of the world that impacts change.
    fn impact_scene<'a>(
        &'a mut self,
        moved: &'a MovedLevel<'a>,
        causes: &'a mut Causes,
    ) -> ImpactScene<'a> {
        ImpactScene {
            moved,
            rules: &self.rules,
            tick: self.tick,
            player: &mut self.player,
            balls: &mut self.balls,
            props: &mut self.props,
            walkers: &mut self.walkers,
            explosions: &mut self.explosions,
            play: &mut self.play,
            causes,
        }
    }

    /// The bodies that triggers respond to.
    fn triggering_bodies(&self) -> TriggeringBodies<'_> {
        TriggeringBodies {
            player: &self.player,
            balls: &self.balls,
            walkers: &self.walkers,
            props: &self.props,
        }
    }

    /// Lets triggers respond to the causes of the tick.
    fn run_triggers(&mut self, mut causes: Causes, moved: &MovedLevel, events: &mut Vec<Event>) {
        if self.player.report.teleported {
            causes.discard_path(BodyKind::Player, 0);
        }
        let bodies = self.triggering_bodies();
        bodies.add_positions(moved.level, &mut causes);
        bodies.add_touches(moved, &mut causes);
        play::step(&mut self.play, moved.level, &causes, self.tick + 1, events);
    }
}
