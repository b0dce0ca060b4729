//! The renderer's view of the world, and the blend of two views.

use glam::Vec3;
use hexbound_collide::BodyShape;

use super::{BALL_MASS, Ball, Explosion, MarkedBody, PropState, SeenWalker, TargetMark, World};
use hexbound_base::body::{turn_between, view_direction};
use hexbound_base::clock::TICK_RATE;
use hexbound_base::debug_lines::{DebugColor, DebugLine, DebugLines};

/// The visible state of the world at one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    /// The position of the eye, local, meters.
    pub eye: Vec3,
    /// The yaw of the view, about +Y, radians, as in `Player`.
    pub yaw: f32,
    /// The pitch of the view, upward, radians.
    pub pitch: f32,
    /// The balls, by ascending id.
    pub balls: Vec<SeenBall>,
    /// The walkers that are still there, by their indices in the level's list.
    pub walkers: Vec<SeenWalker>,
    /// The explosions, oldest first.
    pub explosions: Vec<Explosion>,
    /// The bodies that are only shown, such as the players of ghosts.
    pub ghosts: Vec<GhostView>,
    /// The seconds since the run began.
    pub seconds: f64,
    /// The seconds that each of the level's movers has been moving, by its index.
    pub mover_seconds: Vec<f64>,
    /// The targets that are lit.
    pub lit: Vec<LitTarget>,
    /// The props, in the level's order.
    pub props: Vec<SeenProp>,
    /// The lines that explain the world; empty unless requested.
    pub debug: DebugLines,
    /// True if the eye jumped, as at a respawn, so that frames must not be blended across it.
    pub cut: bool,
}

/// The visible state of a ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeenBall {
    pub id: u32,
    /// The center, local, meters.
    pub center: Vec3,
    /// The radius, meters.
    pub radius: f32,
    /// The mass, kilograms.
    pub mass: f32,
    /// The velocity, meters a second.
    pub velocity: Vec3,
}

/// A body that is only shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GhostView {
    /// The center, local, meters.
    pub center: Vec3,
    /// The shape, meters.
    pub shape: BodyShape,
    pub color: GhostColor,
}

/// The color of a body that is only shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GhostColor {
    /// The color of a body that moves like the player, or by the right method.
    Teal,
    /// The color of a body that has diverged.
    Orange,
    /// The color of a body that must stand out from others of its kind.
    Violet,
}

/// The visible state of a lit target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LitTarget {
    /// The index in `Play::targets`.
    pub target: u32,
    /// The time since the target was lit, seconds.
    pub seconds: f32,
    /// The struck body, which the mark follows.
    pub on: MarkedBody,
    /// The struck point, meters, in the coordinates of the body.
    pub point: Vec3,
    /// The unit normal at the struck point, in the coordinates of the body.
    pub normal: Vec3,
}

/// The visible state of a prop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeenProp {
    /// The center, local, meters.
    pub center: Vec3,
    /// True if the prop is selected.
    pub selected: bool,
    /// The unit vector along which the prop faces.
    pub facing: Vec3,
    /// The velocity, meters a second.
    pub velocity: Vec3,
    /// The point at which the prop, moving straight on, touches the first body within a second, local,
    /// meters.
    pub first_ahead: Option<Vec3>,
}

impl SeenBall {
    /// A static ball of the default mass.
    pub fn at(id: u32, center: Vec3, radius: f32) -> Self {
        Self {
            id,
            center,
            radius,
            mass: BALL_MASS,
            velocity: Vec3::ZERO,
        }
    }
}

impl From<&Ball> for SeenBall {
    fn from(ball: &Ball) -> Self {
        Self {
            mass: ball.mass,
            velocity: ball.velocity.as_vec3(),
            ..Self::at(ball.id, ball.position.as_vec3(), ball.radius)
        }
    }
}

/// The meaning of a line of a selected prop. A later line is drawn over earlier ones and is narrower, so
/// that coincident lines all stay visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropLine {
    /// A blue line along the prop's facing, a meter long.
    Facing,
    /// A green line along the prop's velocity, as long as the motion of one second.
    Velocity,
    /// A red line beside the others to the first body ahead, with a mark at the predicted point of
    /// contact.
    Ahead,
}

/// Half the length of the strokes that mark the predicted point of contact, meters.
const MARK_HALF_LENGTH: f32 = 0.08;

/// The offset of the red line from the others, to the right and upward alike, meters. It is visible
/// beside them from behind, from the side and from above.
const LINE_OFFSET: f32 = 0.07;

impl PropLine {
    pub const ALL: [PropLine; 3] = [PropLine::Facing, PropLine::Velocity, PropLine::Ahead];

    fn color(self) -> DebugColor {
        match self {
            PropLine::Facing => [0.05, 0.15, 1.0, 1.0],
            PropLine::Velocity => [0.05, 0.9, 0.1, 1.0],
            PropLine::Ahead => [1.0, 0.05, 0.03, 1.0],
        }
    }
}

impl SeenProp {
    /// The prop's lines with the given meaning. The first begins at the center or beside it.
    pub fn lines(&self, meaning: PropLine) -> Vec<DebugLine> {
        let mut lines = DebugLines::default();
        let (center, color) = (self.center, meaning.color());
        match meaning {
            PropLine::Facing => lines.line(center, center + self.facing, color),
            PropLine::Velocity if self.velocity == Vec3::ZERO => {}
            PropLine::Velocity => lines.line(center, center + self.velocity, color),
            PropLine::Ahead => {
                if let Some(point) = self.first_ahead {
                    let aside = line_offset(point - center);
                    lines.line(center + aside, point + aside, color);
                    lines.line(point + aside, point, color);
                    lines.cross(point, MARK_HALF_LENGTH, color);
                }
            }
        }
        lines.lines
    }
}

/// The offset from a line along `direction` to one beside it, meters.
fn line_offset(direction: Vec3) -> Vec3 {
    let right = direction.cross(Vec3::Y).try_normalize().unwrap_or(Vec3::X);
    let up = right.cross(direction).normalize_or(Vec3::Y);
    LINE_OFFSET * (right + up)
}

impl From<&PropState> for SeenProp {
    fn from(prop: &PropState) -> Self {
        Self {
            center: prop.position,
            selected: prop.selected,
            facing: prop.facing,
            velocity: prop.velocity,
            first_ahead: prop.first_ahead,
        }
    }
}

impl View {
    /// The view of a world.
    pub fn of(world: &World) -> Self {
        Self {
            eye: world.player.eye_position(),
            yaw: world.player.yaw,
            pitch: world.player.pitch,
            balls: world.balls.iter().map(SeenBall::from).collect(),
            walkers: SeenWalker::all_of(&world.walkers),
            explosions: world.explosions.alive.clone(),
            ghosts: Vec::new(),
            seconds: seconds_of(world.tick),
            mover_seconds: (0..world.play.mover_starts.len())
                .map(|mover| seconds_of(world.play.mover_ticks(mover, world.tick)))
                .collect(),
            lit: lit_targets(world),
            props: world.props.iter().map(SeenProp::from).collect(),
            debug: DebugLines::default(),
            cut: world.player.report.teleported,
        }
    }

    /// The seconds that a mover has been moving; the whole run for a mover that the view does not list.
    pub fn mover_seconds(&self, mover: usize) -> f64 {
        self.mover_seconds
            .get(mover)
            .copied()
            .unwrap_or(self.seconds)
    }

    /// The unit vector of the view direction.
    pub fn direction(&self) -> Vec3 {
        view_direction(self.yaw, self.pitch)
    }

    /// The lines of all selected props with the given meaning.
    pub fn prop_lines(&self, meaning: PropLine) -> impl Iterator<Item = DebugLine> + '_ {
        let selected = self.props.iter().filter(|prop| prop.selected);
        selected.flat_map(move |prop| prop.lines(meaning))
    }

    /// The view interpolated by `blend` (0..1) from `self` to `next`. Balls are matched by id, walkers by
    /// index; those in only one of the views are shown as in `next`.
    pub fn between(&self, next: &View, blend: f32) -> View {
        let mut view = next.clone();
        if next.cut {
            return view;
        }
        view.eye = self.eye.lerp(next.eye, blend);
        view.yaw = self.yaw + turn_between(self.yaw, next.yaw) * blend;
        view.seconds = self.seconds + (next.seconds - self.seconds) * f64::from(blend);
        view.pitch = self.pitch + (next.pitch - self.pitch) * blend;
        for (old, seconds) in self.mover_seconds.iter().zip(&mut view.mover_seconds) {
            *seconds = old + (*seconds - old) * f64::from(blend);
        }
        for (old, prop) in self.props.iter().zip(&mut view.props) {
            prop.center = old.center.lerp(prop.center, blend);
        }
        let mut before = self.balls.iter().peekable();
        for ball in &mut view.balls {
            while before.next_if(|old| old.id < ball.id).is_some() {}
            if let Some(old) = before.next_if(|old| old.id == ball.id) {
                ball.center = old.center.lerp(ball.center, blend);
                ball.velocity = old.velocity.lerp(ball.velocity, blend);
            }
        }
        let mut before = self.walkers.iter().peekable();
        for walker in &mut view.walkers {
            while before.next_if(|old| old.index < walker.index).is_some() {}
            if let Some(old) = before.next_if(|old| old.index == walker.index) {
                *walker = old.between(walker, blend);
            }
        }
        view
    }
}

fn lit_targets(world: &World) -> Vec<LitTarget> {
    let marks = (0..).zip(&world.play.marks);
    let lit = |(target, mark): (u32, &Option<TargetMark>)| {
        let mark = (*mark)?;
        Some(LitTarget {
            target,
            seconds: seconds_of(world.tick.saturating_sub(mark.tick)) as f32,
            on: mark.on,
            point: mark.point,
            normal: mark.normal,
        })
    };
    marks.filter_map(lit).collect()
}

fn seconds_of(ticks: u64) -> f64 {
    ticks as f64 / f64::from(TICK_RATE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prop_shows_where_it_faces_goes_and_will_touch() {
        let still = SeenProp {
            center: Vec3::Y,
            selected: true,
            facing: Vec3::NEG_Z,
            velocity: Vec3::ZERO,
            first_ahead: None,
        };
        let lines = |prop: SeenProp| PropLine::ALL.map(|meaning| prop.lines(meaning));
        let [facing, velocity, ahead] = lines(still);
        assert_eq!(facing[0].ends[1], Vec3::new(0.0, 1.0, -1.0));
        assert!(velocity.is_empty() && ahead.is_empty());
        let moving = SeenProp {
            velocity: Vec3::X * 3.0,
            first_ahead: Some(Vec3::ONE),
            ..still
        };
        let [_, velocity, ahead] = lines(moving);
        assert_eq!(velocity[0].ends[1], Vec3::new(3.0, 1.0, 0.0));
        let beside = ahead[0].ends[1] - Vec3::ONE;
        let delta = Vec3::ONE - moving.center;
        assert!((ahead[0].ends[1] - ahead[0].ends[0] - delta).length() < 1e-6);
        assert!(beside.length() > 0.05 && beside.dot(delta).abs() < 1e-6);
        assert_eq!(ahead[1].ends, [Vec3::ONE + beside, Vec3::ONE]);
        let mark = &ahead[2..];
        assert_eq!(mark.len(), 3);
        for stroke in mark {
            assert_eq!(stroke.ends[0].midpoint(stroke.ends[1]), Vec3::ONE);
        }
        let mut view = View {
            props: vec![moving, moving],
            ..View::default()
        };
        view.props[0].selected = false;
        assert_eq!(view.prop_lines(PropLine::Velocity).count(), 1);
    }

    #[test]
    fn the_middle_of_two_moments() {
        let ball = |id, x| SeenBall::at(id, Vec3::X * x, 0.15);
        let before = View {
            eye: Vec3::ZERO,
            yaw: 3.1,
            balls: vec![ball(1, 0.0), ball(2, 5.0)],
            ..View::default()
        };
        let after = View {
            eye: Vec3::Z,
            yaw: -3.1,
            balls: vec![ball(2, 6.0), ball(3, 9.0)],
            seconds: 1.0,
            ..View::default()
        };
        let middle = before.between(&after, 0.5);
        assert_eq!(middle.eye, Vec3::Z * 0.5);
        assert!((middle.yaw.abs() - std::f32::consts::PI).abs() < 1e-5);
        assert_eq!(middle.balls, vec![ball(2, 5.5), ball(3, 9.0)]);
        assert_eq!(middle.seconds, 0.5);
        let cut = View { cut: true, ..after };
        assert_eq!(before.between(&cut, 0.5), cut);
    }
}
