//! Ghosts: the same commands run by other methods beside the played world, by default the other collision
//! modes. They find the tick of the first difference and the tick that began it. Ghosts change nothing.

use super::{
    Choice, CollisionMode, Command, GhostColor, GhostView, Journal, MethodChoices, Methods, World,
};
use hexbound_level::Level;

/// The distance between two players that counts as a parting, meters. The gap to the level differs
/// between modes (a millimeter, or 4 % of d), which is no parting.
pub const PARTING_DISTANCE: f32 = 0.05;

/// The least growth of the players' distance in a tick that counts as drifting apart, meters.
const MIN_GROWTH: f32 = 2e-4;

/// A world that other methods simulate.
#[derive(Clone, Debug)]
pub struct Ghost {
    pub shows: GhostMethods,
    pub methods: Methods,
    pub world: World,
    drift: Drift,
    pub parting: Option<Parting>,
}

/// The methods that a ghost shows.
#[derive(Clone, Debug)]
pub enum GhostMethods {
    Mode(CollisionMode),
    /// Requested methods.
    Choices(MethodChoices),
}

/// The first tick at which the players of two methods were clearly apart, and the tick at which their
/// drift began.
#[derive(Clone, Debug, PartialEq)]
pub struct Parting {
    /// The number of finished ticks when the players were `PARTING_DISTANCE` apart.
    pub tick: u64,
    /// The distance between the two players' feet, meters.
    pub apart: f32,
    pub began: DriftStart,
}

/// The tick at which two players began to drift apart without a pause.
#[derive(Clone, Debug, PartialEq)]
pub struct DriftStart {
    /// The number of finished ticks after that tick.
    pub tick: u64,
    /// The growth of the players' distance in that tick, meters.
    pub grew: f32,
    /// The journals of that tick: the first methods', and the others'; `None` if none was kept.
    pub journals: [Option<Journal>; 2],
}

/// The distance between the players of two methods, tick by tick.
#[derive(Clone, Debug, Default)]
pub struct Drift {
    apart: f32,
    began: Option<DriftStart>,
}

impl Drift {
    /// Records `apart`, the distance between the two players' feet after a tick, meters. Returns the
    /// parting once they are far enough apart; it begins at this tick if no earlier drift led to it.
    /// `journals` returns the tick's journals.
    pub fn follow(
        &mut self,
        tick: u64,
        apart: f32,
        journals: impl Fn() -> [Option<Journal>; 2],
    ) -> Option<Parting> {
        let grew = apart - self.apart;
        self.apart = apart;
        let began_here = || DriftStart {
            tick,
            grew,
            journals: journals(),
        };
        if grew < MIN_GROWTH {
            self.began = None;
        } else if self.began.is_none() {
            self.began = Some(began_here());
        }
        (apart > PARTING_DISTANCE).then(|| Parting {
            tick,
            apart,
            began: self.began.take().unwrap_or_else(began_here),
        })
    }
}

/// The ghosts of other methods beside the played world.
#[derive(Clone, Debug, Default)]
pub struct Ghosts {
    /// The methods of the played world.
    played: Methods,
    /// The requested methods, each applied over the played ones; empty for the other collision modes.
    requested: Vec<MethodChoices>,
    pub all: Vec<Ghost>,
}

impl Ghosts {
    /// Creates a ghost for each of the requested methods, applied over the played ones; without any, for
    /// each collision mode but the played one. All ghosts continue from `world`.
    pub fn begin(world: &World, played: Methods, requested: &[MethodChoices]) -> Self {
        let by_mode = CollisionMode::ALL.iter().map(|mode| {
            let methods = Methods {
                collision: *mode,
                ..played
            };
            (GhostMethods::Mode(*mode), methods)
        });
        let by_choice = requested.iter().map(|choices| {
            let methods = choices.over(played);
            (GhostMethods::Choices(choices.clone()), methods)
        });
        let others: Vec<(GhostMethods, Methods)> = match requested.is_empty() {
            true => by_mode.collect(),
            false => by_choice.collect(),
        };
        // A ghost with known methods would show nothing new.
        let mut known = vec![played];
        let others = others.into_iter().filter(|(_, methods)| {
            let is_new = !known.contains(methods);
            known.push(*methods);
            is_new
        });
        let ghost = |(shows, methods)| {
            let mut world = world.without_caches();
            world.keep_journal(true);
            Ghost {
                shows,
                methods,
                world,
                drift: Drift::default(),
                parting: None,
            }
        };
        Self {
            played,
            requested: requested.to_vec(),
            all: others.map(ghost).collect(),
        }
    }

    /// The ghosts as they are drawn.
    pub fn views(&self) -> impl Iterator<Item = GhostView> {
        self.all.iter().map(|ghost| GhostView {
            center: ghost.world.player.position,
            shape: ghost.world.player.colliding_body().shape(),
            color: match ghost.parting {
                Some(_) => GhostColor::Orange,
                None => GhostColor::Teal,
            },
        })
    }

    /// Steps every ghost by the command that took the played world to `after`. When the played methods
    /// change, the ghosts are recreated from that world.
    pub fn step(&mut self, level: &Level, command: &Command, after: &World) {
        if command.methods != self.played {
            *self = Self::begin(after, command.methods, &self.requested);
            return;
        }
        let mut ignored = Vec::new();
        for ghost in &mut self.all {
            let command = Command {
                methods: ghost.methods,
                ..*command
            };
            ghost.world.step(level, &command, &mut ignored);
            if ghost.parting.is_none() {
                let apart = ghost.world.player.feet().distance(after.player.feet());
                let journals = || [after, &ghost.world].map(|world| world.journal().cloned());
                ghost.parting = ghost.drift.follow(after.tick, apart, journals);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Buttons, Rules};
    use hexbound_scenes::catalog;

    /// Walks ahead from a position `beside` meters beside the spawn.
    fn walk(name: &str, beside: f32, ticks: u64) -> (World, Ghosts) {
        let level = catalog::open(name).unwrap();
        let mut world = World::new(&level, Rules::default());
        world.keep_journal(true);
        world.player.position.x += beside;
        let mut ghosts = Ghosts::begin(&world, Methods::default(), &[]);
        let command = Command::holding(Buttons::FORWARD);
        for _ in 0..ticks {
            world.step(&level, &command, &mut Vec::new());
            ghosts.step(&level, &command, &world);
        }
        (world, ghosts)
    }

    #[test]
    fn on_a_plain_floor_nothing_parts() {
        let (world, ghosts) = walk("test:flat", 0.0, 400);
        assert_eq!(ghosts.all.len(), CollisionMode::ALL.len() - 1);
        assert!(world.player.position.z < -5.0);
        for ghost in &ghosts.all {
            assert_eq!(ghost.parting, None, "{}", ghost.methods);
            assert_eq!(ghost.world.tick, world.tick);
        }
    }

    #[test]
    fn stairs_part_them_and_the_tick_at_the_riser_began_it() {
        let (_, ghosts) = walk("test:stairs", -12.5, 600);
        let article = &ghosts.all[0];
        let parting = article.parting.as_ref();
        let parting = parting.expect("the article takes no steps");
        assert!(parting.apart > PARTING_DISTANCE && parting.tick < 600);
        let began = &parting.began;
        assert!(began.tick <= parting.tick, "{began:?}");
        assert!(began.grew >= MIN_GROWTH, "{began:?}");
        let [ours, its] = began.journals.each_ref().map(|it| it.as_ref().unwrap());
        assert_eq!([ours.tick, its.tick], [began.tick; 2]);
        // Both were within the distance that does not count, and the tick moved them otherwise.
        let [our_way, its_way] = [ours, its].map(|it| it.end() - it.start());
        let grew = our_way.distance(its_way);
        assert!(grew >= MIN_GROWTH * 0.9, "{our_way} {its_way}");
        assert!(ours.start().distance(its.start()) <= PARTING_DISTANCE);
        assert!(ours.article.is_none() && its.article.is_some());
    }

    #[test]
    fn a_drift_begins_anew_after_a_pause_and_slow_ones_at_their_end() {
        let mut drift = Drift::default();
        let mut follow = |tick, apart| drift.follow(tick, apart, || [None, None]);
        for (tick, apart) in [(1, 0.015), (2, 0.015), (3, 0.015), (4, 0.03), (5, 0.045)] {
            assert_eq!(follow(tick, apart), None);
        }
        let parting = follow(6, 0.06).unwrap();
        assert_eq!((parting.tick, parting.began.tick), (6, 4));
        assert!((parting.began.grew - 0.015).abs() < 1e-6);
        let mut drift = Drift::default();
        let slow = (1..1000).find_map(|tick| {
            let apart = tick as f32 * 1e-4;
            drift.follow(tick, apart, || [None, None])
        });
        let slow = slow.unwrap();
        assert_eq!(slow.began.tick, slow.tick);
    }

    #[test]
    fn ghosts_of_other_methods_begin_once_these_are_played() {
        let level = catalog::open("test:flat").unwrap();
        let mut world = World::new(&level, Rules::default());
        let mut ghosts = Ghosts::begin(&world, Methods::default(), &[]);
        let modes = |ghosts: &Ghosts| -> Vec<CollisionMode> {
            ghosts.all.iter().map(|it| it.methods.collision).collect()
        };
        assert_eq!(modes(&ghosts), [CollisionMode::Article, CollisionMode::Box]);
        let command = Command::default().by(Methods::by(CollisionMode::Article));
        for _ in 0..3 {
            world.step(&level, &command, &mut Vec::new());
            ghosts.step(&level, &command, &world);
        }
        assert_eq!(modes(&ghosts), [CollisionMode::Swept, CollisionMode::Box]);
        assert!(ghosts.all.iter().all(|it| it.world.tick == world.tick));
    }

    #[test]
    fn ghosts_of_requested_methods_are_named_by_their_words() {
        let level = catalog::open("test:flat").unwrap();
        let world = World::new(&level, Rules::default());
        let asked = ["body=box+rays", "article", "swept", "article"].map(|it| it.parse().unwrap());
        let ghosts = Ghosts::begin(&world, Methods::default(), &asked);
        let names = ghosts.all.iter().map(|ghost| match &ghost.shows {
            GhostMethods::Choices(choices) => choices.to_string(),
            GhostMethods::Mode(mode) => panic!("{mode:?} was not asked for"),
        });
        // Of the others, one equals the played methods, and one is there already.
        assert_eq!(names.collect::<Vec<_>>(), ["body=box+rays", "article"]);
        assert_eq!(ghosts.all[0].methods, asked[0].over(Methods::default()));
    }

    #[test]
    fn ghosts_change_nothing() {
        let level = catalog::open("test:stairs").unwrap();
        let mut world = World::new(&level, Rules::default());
        let command = Command::holding(Buttons::FORWARD);
        for _ in 0..300 {
            world.step(&level, &command, &mut Vec::new());
        }
        let (beside_ghosts, _) = walk("test:stairs", 0.0, 300);
        assert_eq!(beside_ghosts.state_hash(), world.state_hash());
    }
}
