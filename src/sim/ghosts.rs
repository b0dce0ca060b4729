//! The same commands run through the other collision modes, side by side with the world that is
//! played: where they part first, and why. Ghosts change nothing.

use std::fmt;

use glam::{DVec3, Vec3};

use super::{
    Choice, CollisionMode, Command, GhostView, Methods, Player, World, explain_move_by_article,
};
use hexbound_collide::{ArticleExplain, Explain, geom::Aabb};

use crate::level::Level;

/// Players this far apart, meters, have parted. The modes keep different gaps to the level (a
/// millimeter, or 4 % of d), which is no parting.
pub(crate) const PARTED: f32 = 0.05;

/// The distance ahead within which the deciding triangle is searched, meters.
const AHEAD: f32 = 0.5;

/// The world as other methods would have it.
#[derive(Clone, Debug)]
pub(crate) struct Ghost {
    pub methods: Methods,
    pub world: World,
    pub parting: Option<Parting>,
}

/// The first tick at which two modes went different ways, and why.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Parting {
    /// Ticks done when they were `PARTED` apart.
    pub tick: u64,
    /// The distance between the two players, meters.
    pub apart: f32,
    /// The swept test's explanation of the triangle that decided, if one did.
    pub kernel: Option<Explain>,
    /// The article's explanation of that triangle.
    pub article: Option<ArticleExplain>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Ghosts {
    pub all: Vec<Ghost>,
}

impl Ghosts {
    /// A ghost for each mode but the one that is played, from this world on.
    pub(crate) fn begin(world: &World, played: Methods) -> Self {
        let modes = CollisionMode::ALL.iter();
        let others = (modes.filter(|mode| **mode != played.collision)).map(|mode| Methods {
            collision: *mode,
            ..played
        });
        Self::of(world, others)
    }

    /// A ghost for each of those methods, from this world on.
    pub(crate) fn of(world: &World, methods: impl Iterator<Item = Methods>) -> Self {
        let ghost = |methods| Ghost {
            methods,
            world: world.lightened(),
            parting: None,
        };
        Self {
            all: methods.map(ghost).collect(),
        }
    }

    /// The ghosts as they are drawn.
    pub(crate) fn views(&self) -> impl Iterator<Item = GhostView> {
        self.all.iter().map(|ghost| GhostView {
            center: ghost.world.player.position,
            shape: ghost.world.player.colliding_body().shape(),
            has_parted: ghost.parting.is_some(),
        })
    }

    /// Steps every ghost by the command that took the played world to `after`.
    pub(crate) fn step(&mut self, level: &Level, command: &Command, after: &World) {
        let mut unheard = Vec::new();
        for ghost in &mut self.all {
            let command = Command {
                methods: ghost.methods,
                ..*command
            };
            ghost.world.step(level, &command, &mut unheard);
            if ghost.parting.is_none() {
                ghost.parting = Parting::between(level, after, &ghost.world);
            }
        }
    }
}

impl Parting {
    /// The parting of two worlds after the same number of ticks; `None` where their players are not
    /// far enough apart.
    pub(crate) fn between(level: &Level, played: &World, other: &World) -> Option<Self> {
        let apart = other.player.feet().distance(played.player.feet());
        (apart > PARTED).then(|| {
            let (kernel, article) = deciding(level, &played.player, &other.player);
            Self {
                tick: played.tick,
                apart,
                kernel,
                article,
            }
        })
    }
}

/// The triangle between the two players, which stopped one and not the other, or what is nearest to
/// them; and what both tests say of a move from the one that is behind toward the other.
fn deciding(
    level: &Level,
    played: &Player,
    ghost: &Player,
) -> (Option<Explain>, Option<ArticleExplain>) {
    let (body, mesh) = (played.body(), &level.collision);
    let ahead = (played.position - ghost.position).normalize_or_zero() * AHEAD;
    let level_way = ahead.with_y(0.0);
    let ways = [
        (ghost.position, level_way),
        (played.position, -level_way),
        (ghost.position, ahead),
        (played.position, -ahead),
    ];
    let met = ways.into_iter().find_map(|(from, way)| {
        let (from, to) = (from.as_dvec3(), (from + way).as_dvec3());
        let hit = mesh.sweep(&body, from, to).ok().flatten()?;
        Some((hit.triangle, from, to))
    });
    let Some((triangle, from, to)) = met.or_else(|| nearest(level, ghost.position)) else {
        return (None, None);
    };
    let by_article = [ghost, played]
        .into_iter()
        .find(|player| player.report.wished.methods.collision == CollisionMode::Article)
        .unwrap_or(ghost);
    let (from_f32, to_f32) = (from.as_vec3(), to.as_vec3());
    (
        mesh.explain(&body, from, to, triangle),
        explain_move_by_article(mesh, by_article, (from_f32, to_f32), triangle),
    )
}

fn nearest(level: &Level, at: Vec3) -> Option<(u32, DVec3, DVec3)> {
    let around = Aabb::new(at, at).grown(Vec3::splat(2.0));
    let found = level.collision.nearest_point(at, around.size().x)?;
    Some((found.triangle, at.as_dvec3(), found.point.as_dvec3()))
}

impl fmt::Display for Parting {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "parted at tick {} by {:.2} m", self.tick, self.apart)?;
        if let Some(kernel) = &self.kernel {
            write!(f, "\n{kernel}")?;
        }
        if let Some(article) = &self.article {
            write!(f, "\n{article}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        catalog,
        sim::{Buttons, Rules},
    };

    /// Runs commands from a place so many meters beside the spawn.
    fn run(
        name: &str,
        beside: f32,
        ticks: u64,
        command: impl Fn(u64) -> Command,
    ) -> (World, Ghosts) {
        let level = catalog::open(name).unwrap();
        let mut world = World::new(&level, Rules::default());
        world.player.position.x += beside;
        let mut ghosts = Ghosts::begin(&world, Methods::default());
        for tick in 0..ticks {
            let command = command(tick);
            world.step(&level, &command, &mut Vec::new());
            ghosts.step(&level, &command, &world);
        }
        (world, ghosts)
    }

    #[test]
    fn on_a_plain_floor_nothing_parts() {
        let walk = |_| Command {
            buttons: Buttons::FORWARD,
            ..Command::default()
        };
        let (world, ghosts) = run("test:flat", 0.0, 400, walk);
        assert_eq!(ghosts.all.len(), CollisionMode::ALL.len() - 1);
        assert!(world.player.position.z < -5.0);
        for ghost in &ghosts.all {
            assert_eq!(ghost.parting, None, "{}", ghost.methods);
            assert_eq!(ghost.world.tick, world.tick);
        }
    }

    #[test]
    fn stairs_part_them_and_a_triangle_says_why() {
        let walk = |_| Command {
            buttons: Buttons::FORWARD,
            ..Command::default()
        };
        let (_, ghosts) = run("test:stairs", -12.5, 600, walk);
        let article = &ghosts.all[0];
        let parting = article
            .parting
            .as_ref()
            .expect("the article takes no steps");
        assert!(parting.apart > PARTED && parting.tick < 600);
        let kernel = parting.kernel.as_ref().unwrap();
        assert_eq!(parting.article.as_ref().unwrap().triangle, kernel.triangle);
        assert!(kernel.contact.is_some(), "a riser is in the way: {parting}");
        assert!(kernel.contact.unwrap().normal.z > 0.3, "{parting}");
        let text = parting.to_string();
        assert!(
            text.contains("PS1") && text.contains("by the article"),
            "{text}"
        );
    }

    #[test]
    fn ghosts_change_nothing() {
        let level = catalog::open("test:stairs").unwrap();
        let mut world = World::new(&level, Rules::default());
        for _ in 0..300 {
            let command = Command {
                buttons: Buttons::FORWARD,
                ..Command::default()
            };
            world.step(&level, &command, &mut Vec::new());
        }
        let walk = |_| Command {
            buttons: Buttons::FORWARD,
            ..Command::default()
        };
        assert_eq!(
            run("test:stairs", 0.0, 300, walk).0.state_hash(),
            world.state_hash()
        );
    }
}
