//! The collision shapes of bodies: every part of props, the triangles of movers, the swept shapes of
//! balls, walkers and the player, the cylinders of bumpers. The view `mesh` shows the static parts.

use strum::{EnumIter, IntoEnumIterator, IntoStaticStr};

use glam::Vec3;

use super::{
    Inspection, InspectionRequest, Legend,
    impacts::name_of_ball,
    legend::colors::{AMBER, BLUE, CORAL, GREEN, TEAL, VIOLET, faint},
    outlines, overlaps,
    sight::Sight,
};
use hexbound_base::{
    debug_lines::{DebugColor, DebugLines},
    words::{Phrase, phrase, phrase_of},
};
use hexbound_level::{BodyKind, Level, PropShape};
use hexbound_sim::{MovedLevel, World};

/// The distance from the eye beyond which shells are left out, meters.
const MAX_SHELL_DISTANCE: f32 = 80.0;
/// The largest number of lines that can be distinguished and drawn in time. The nearest shells are kept.
const MAX_LINES: usize = 24_000;
/// The largest number of named shells: the nearest of each kind, then the next of each.
const MAX_NAMES: usize = 12;
/// The largest number of points of a shell that are tested for occlusion.
const MAX_POINTS: usize = 12;
/// The distance from a surface at which a point lies on it, meters.
const ON_SURFACE: f32 = 0.05;

/// The kind of body of a shell.
#[derive(Clone, Copy, Debug, EnumIter, IntoStaticStr, PartialEq, Eq)]
#[strum(serialize_all = "lowercase")]
enum Kind {
    Player,
    Walker,
    Prop,
    Mover,
    Ball,
    Bumper,
}

impl Kind {
    fn color(self) -> DebugColor {
        match self {
            Kind::Player => GREEN,
            Kind::Walker => VIOLET,
            Kind::Prop => TEAL,
            Kind::Mover => BLUE,
            Kind::Ball => AMBER,
            Kind::Bumper => CORAL,
        }
    }
}

/// A body's shell.
struct Shell {
    kind: Kind,
    /// The center of the bounding sphere, local, meters.
    center: Vec3,
    /// The radius of the bounding sphere, meters.
    reach: f32,
    name: Phrase,
    lines: DebugLines,
}

impl Shell {
    fn new(kind: Kind, center: Vec3, reach: f32, name: Phrase) -> Self {
        Self {
            kind,
            center,
            reach,
            name,
            lines: DebugLines::default(),
        }
    }

    /// A shell whose name has a number, counted from 1.
    fn numbered(kind: Kind, center: Vec3, reach: f32, number: usize) -> Self {
        let name = phrase_of("named-shell", kind.into()).with("number", number);
        Self::new(kind, center, reach, name)
    }

    fn distance(&self, eye: Vec3) -> f32 {
        (self.center.distance(eye) - self.reach).max(0.0)
    }

    /// Returns whether this is the player's shell around the eye, which is then invisible.
    fn is_around(&self, eye: Vec3) -> bool {
        self.kind == Kind::Player && self.center.distance(eye) < self.reach * 1.05
    }
}

pub(crate) fn inspect(level: &Level, world: &World, request: &InspectionRequest) -> Inspection {
    let mut all = shells(level, world);
    let sight = Sight::of(request);
    let mut view = Inspection::titled(phrase("shells"));
    let Inspection { debug, legend } = &mut view;
    let mut missing = Vec::new();
    for kind in Kind::iter() {
        let of_kind = || all.iter().filter(|shell| shell.kind == kind);
        let seen = of_kind().filter(|shell| sight.shows(shell.center, shell.reach));
        match of_kind().count() {
            _ if of_kind().any(|shell| shell.is_around(request.eye)) => {
                legend.color(kind.color(), phrase("inside-your-shell"));
            }
            0 => missing.push(phrase_of("no-shell", kind.into())),
            count => {
                let text = phrase_of("shell", kind.into()).with("seen", seen.count());
                legend.color(kind.color(), text.with("all", count));
            }
        }
    }
    if !missing.is_empty() {
        legend.report(phrase("shells-missing").with("kinds", Phrase::List(missing)));
    }
    all.sort_by(|one, other| {
        one.distance(request.eye)
            .total_cmp(&other.distance(request.eye))
    });
    let shown = draw(&all, request.eye, debug);
    name_nearest(level, &all[..shown], request.eye, &sight, legend);
    if shown < all.len() {
        legend.report(phrase("shells-left-out").with("count", all.len() - shown));
    }
    overlaps::add(level, world, &mut view);
    view.legend.report(phrase("shells-of-the-level"));
    view
}

/// Draws the nearest of the shells, which are sorted by distance, up to the largest number of lines.
/// Returns the number of drawn shells.
fn draw(all: &[Shell], eye: Vec3, debug: &mut DebugLines) -> usize {
    let mut shown = 0;
    for shell in all {
        let is_too_much = debug.lines.len() + shell.lines.lines.len() > MAX_LINES && shown > 0;
        let distance = shell.distance(eye);
        if is_too_much || distance > MAX_SHELL_DISTANCE {
            break;
        }
        shown += 1;
        if shell.is_around(eye) {
            continue;
        }
        // The opacity falls with distance, down to a visible minimum.
        let share = (1.0 - distance / MAX_SHELL_DISTANCE).max(0.25);
        for line in &shell.lines.lines {
            let color = faint(line.color, line.color[3] * share);
            debug.line(line.ends[0], line.ends[1], color);
        }
    }
    shown
}

/// Writes the names of the nearest visible shells of each kind, so that many of one kind leave room for
/// the others.
fn name_nearest(level: &Level, shells: &[Shell], eye: Vec3, sight: &Sight, legend: &mut Legend) {
    let is_seen = |shell: &&Shell| {
        !shell.is_around(eye) && sight.shows(shell.center, 0.0) && !is_behind(level, shell, eye)
    };
    let of_kinds = Kind::iter().map(|kind| {
        let of_kind = shells.iter().filter(move |shell| shell.kind == kind);
        of_kind.filter(is_seen).fuse()
    });
    let mut of_kinds: Vec<_> = of_kinds.collect();
    for turn in 0..MAX_NAMES * of_kinds.len() {
        if legend.labels.len() >= MAX_NAMES {
            break;
        }
        let kind = turn % of_kinds.len();
        if let Some(shell) = of_kinds[kind].next() {
            legend.label(shell.center, shell.name.clone(), shell.kind.color());
        }
    }
}

/// Returns whether static parts occlude a shell: its center, and every sampled point.
fn is_behind(level: &Level, shell: &Shell, eye: Vec3) -> bool {
    let lines = &shell.lines.lines;
    let step = lines.len().div_ceil(MAX_POINTS).max(1);
    let ends = lines.iter().step_by(step).map(|line| line.ends[0]);
    let is_hidden = |point: Vec3| {
        let delta = point - eye;
        let length = (delta.length() - ON_SURFACE).max(0.0);
        let hit = (level.collision).ray_cast(eye, delta.normalize_or_zero(), length);
        hit.is_some()
    };
    std::iter::once(shell.center).chain(ends).all(is_hidden)
}

/// Every body's shell.
fn shells(level: &Level, world: &World) -> Vec<Shell> {
    let mut all = vec![player(world)];
    all.extend(walkers(world));
    all.extend(props(level, world));
    all.extend(movers(level, world));
    all.extend(balls(world));
    all.extend(bumpers(level));
    all
}

fn player(world: &World) -> Shell {
    let (body, at) = (world.player.colliding_body(), world.player.position);
    let name = phrase_of("named-shell", Kind::Player.into());
    let mut shell = Shell::new(Kind::Player, at, body.half_extents().length(), name);
    outlines::body(&body, at, Kind::Player.color(), &mut shell.lines);
    shell
}

/// The shells of upright walkers; fallen ones do not collide.
fn walkers(world: &World) -> impl Iterator<Item = Shell> {
    let upright = (world.walkers.iter().enumerate()).filter(|(_, walker)| walker.is_upright());
    upright.map(|(index, walker)| {
        let (body, at) = (walker.body.body(), walker.body.position);
        let reach = body.half_extents().max_element();
        let mut shell = Shell::numbered(Kind::Walker, at, reach, index + 1);
        outlines::body(&body, at, Kind::Walker.color(), &mut shell.lines);
        shell
    })
}

fn props(level: &Level, world: &World) -> impl Iterator<Item = Shell> {
    let all = world.props.iter().zip(&level.props).enumerate();
    all.map(|(index, (state, prop))| {
        let name = prop_name(level, index);
        let mut shell = Shell::new(Kind::Prop, state.position, prop.reach, name);
        for part in &prop.parts {
            let center = state.position + part.center;
            let color = Kind::Prop.color();
            match part.shape {
                PropShape::Sphere { radius } => {
                    outlines::rings(center, Vec3::splat(radius), color, &mut shell.lines);
                }
                PropShape::Box { .. } | PropShape::Hull(_) => {
                    let place = |corner: Vec3| center + corner;
                    outlines::mesh(&part.solid, place, color, &mut shell.lines);
                }
            }
        }
        shell
    })
}

/// The prop's name, with its class if it has one.
fn prop_name(level: &Level, index: usize) -> Phrase {
    let classes = &level.play.classes;
    let name = Phrase::plain(level.props[index].name.clone());
    let class = classes.get(BodyKind::Prop, index as u32);
    match classes.is_of_kind(class) {
        true => name,
        false => phrase("named-class")
            .with("name", name)
            .with("class", Phrase::plain(classes.name(class))),
    }
}

fn movers(level: &Level, world: &World) -> Vec<Shell> {
    let moved = MovedLevel::at(level, world.tick, &world.play);
    let shell = |mover: &hexbound_sim::PlacedMover| {
        let name = Phrase::plain(level.movers[mover.index as usize].name.clone());
        let reach = mover.bounds.size().length() * 0.5;
        let mut shell = Shell::new(Kind::Mover, mover.bounds.center(), reach, name);
        let pose = mover.now.to_world();
        let place = |corner: Vec3| pose.transform_point3(corner.as_dvec3()).as_vec3();
        outlines::mesh(mover.mesh, place, Kind::Mover.color(), &mut shell.lines);
        shell
    };
    moved.movers.iter().map(shell).collect()
}

fn balls(world: &World) -> impl Iterator<Item = Shell> {
    world.balls.iter().map(|ball| {
        let (at, radius) = (ball.position.as_vec3(), ball.radius);
        let mut shell = Shell::new(Kind::Ball, at, radius, name_of_ball(ball.id));
        let half = Vec3::splat(radius);
        outlines::rings(at, half, Kind::Ball.color(), &mut shell.lines);
        shell
    })
}

fn bumpers(level: &Level) -> impl Iterator<Item = Shell> {
    level.bumpers.iter().enumerate().map(|(index, bumper)| {
        let cylinder = &bumper.cylinder;
        let reach = cylinder.radius.hypot(cylinder.half_length);
        let mut shell = Shell::numbered(Kind::Bumper, cylinder.center, reach, index + 1);
        outlines::cylinder(cylinder, Kind::Bumper.color(), &mut shell.lines);
        shell
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CollisionView, test_walks::seen_by_player};
    use hexbound_base::words::check_family;
    use hexbound_scenes::catalog;
    use hexbound_sim::Rules;

    #[test]
    fn names_are_spread_over_kinds_and_none_stands_before_a_wall_that_hides_it() {
        let level = catalog::open("test:props").unwrap();
        let world = World::new(&level, Rules::default());
        let request = seen_by_player(&world, CollisionView::Shells);
        let ahead = request.eye + request.direction * 5.0;
        let shell = |kind, number: usize, far: f32| {
            let at = ahead + request.direction * far;
            Shell::numbered(kind, at, 0.1, number)
        };
        let mut all: Vec<Shell> = (1..=40).map(|it| shell(Kind::Bumper, it, 0.0)).collect();
        all.push(shell(Kind::Mover, 1, 0.2));
        let names = |eye: Vec3| {
            let mut legend = Legend::default();
            name_nearest(&level, &all, eye, &Sight::of(&request), &mut legend);
            let words = hexbound_base::words::Words::english();
            let texts = legend.labels.iter().map(|label| words.say(&label.text));
            texts.collect::<Vec<_>>()
        };
        let seen = names(request.eye);
        assert_eq!(seen.len(), MAX_NAMES);
        assert!(seen.iter().any(|name| name == "moving part 1"), "{seen:?}");
        let below = request.eye - Vec3::Y * 50.0;
        assert!(names(below).is_empty(), "the floor is between");
    }

    #[test]
    fn every_kind_has_words() {
        for family in ["shell", "named-shell", "no-shell"] {
            check_family(family, Kind::iter().map(<&str>::from));
        }
    }
}
