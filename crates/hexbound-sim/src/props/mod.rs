//! Props: selected by looking at them, pushed along their own axes, stopped by what they run into, as
//! in the Web3D notes ("Web3D Programming: First Steps in 3D Collision Detection"). None of them turns.
//!
//! **Order.** Props that the keys move go first, one after another. One that would run into a prop that
//! still has to move waits for it, so that a row of them moves together; props that wait for each other
//! run into each other. The swept shape decides where a prop stops (`look_ahead`), rays are cast as in
//! those notes and compared with it (`rays`); by another method, rays alone decide. `shown_rays` gives
//! each of them with what it met, for observers.
//!
//! **Loose props**, which have a gravity or a mass, are carried and pushed by movers before that
//! (`carry`) and fall and slide after it (`fall`). While the keys move one of them it is like the
//! others.

mod block;
mod carry;
mod fall;
mod look_ahead;
mod placed;
mod push;
mod rays;
mod select;
mod shown_rays;
mod stage;
mod state;
mod touched_triggers;

use glam::Vec3;

pub use look_ahead::Touched;
pub use push::MovingProp;
pub use shown_rays::{PropRay, PropRayKind, prop_rays};
pub(crate) use state::PropContact;
use state::PropLook;
pub use state::PropState;

pub(crate) use block::block_player;
pub(crate) use push::{gap_to, moving, push};
pub(crate) use select::{first_on_ray, select};
pub(crate) use stage::Stage;
pub(crate) use touched_triggers::touched_triggers;

use super::{
    Ball, Buttons, Event, EventKind, ImpactSide, PlacedMover, Player, PropSense,
    tuning::{PROP_CONTACT_SPEED, PROP_RAY_RINGS},
};
use hexbound_collide::{SKIN, geom::Aabb};

use hexbound_base::clock::TICK;
use hexbound_level::{Level, SurfaceKind};
use look_ahead::{Blocked, LookAhead};

/// Balls this near to a moving prop wake, meters.
const WAKES: f32 = 0.1;

/// A prop that went further than this in a tick by itself, meters, wakes those that it touches.
const MOVED: f32 = 1e-5;
/// Props whose boxes are nearer than this touch, meters.
const TOUCHES: f32 = 0.004;

/// A prop this near to where an event happened was struck, meters: the feet of a body that stands
/// on an edge are beside it.
const STRUCK_WITHIN: f32 = 0.05;

/// Everything around the props during a tick.
#[derive(Clone, Copy)]
pub(crate) struct PropScene<'a> {
    pub level: &'a Level,
    /// The movers that stop it; none stops a prop that only the keys move.
    pub movers: &'a [PlacedMover<'a>],
    pub player: &'a Player,
    pub balls: &'a [Ball],
}

impl PropScene<'_> {
    fn side_of(&self, touched: Touched) -> ImpactSide {
        match touched {
            Touched::Level(triangle) => ImpactSide {
                surface: Some(self.level.surface(triangle).kind),
                ..ImpactSide::LEVEL
            },
            Touched::Prop(other) => ImpactSide::prop(&self.level.props[other]),
            Touched::Ball(id) => {
                let ball = self.balls.iter().find(|ball| ball.id == id);
                ball.map_or(ImpactSide::LEVEL, |ball| {
                    ImpactSide::ball(ball.mass, ball.radius)
                })
            }
            Touched::Player => ImpactSide::PLAYER,
            Touched::Mover(_) => ImpactSide::LEVEL,
        }
    }
}

/// The level's props as a run begins.
pub(crate) fn of(level: &Level) -> Vec<PropState> {
    let state = |prop: &hexbound_level::Prop| PropState::at(prop.position, prop.axes()[0]);
    level.props.iter().map(state).collect()
}

/// Pushes and moves the props for one tick.
pub(crate) fn step(stage: &mut Stage, buttons: Buttons, events: &mut Vec<Event>) {
    if stage.props.is_empty() {
        return;
    }
    let start: Vec<Vec3> = stage.props.iter().map(|prop| prop.position).collect();
    press(stage, buttons);
    let carried = stage.follow_movers();
    go_by_keys(stage, buttons, events);
    stage.fall(events);
    for (index, start) in start.iter().enumerate() {
        let way = stage.props[index].position - *start;
        if (way - carried[index]).length() > MOVED {
            wake_props(stage, index);
        }
        if way != Vec3::ZERO || stage.props[index].moves() {
            wake_balls(stage, index);
        }
    }
}

/// Lets the buttons act on the speeds of the props.
fn press(stage: &mut Stage, buttons: Buttons) {
    for (prop, body) in stage.props.iter_mut().zip(&stage.level.props) {
        if body.placed().is_some() {
            placed::place(prop, (body.position, body.axes()), buttons);
            continue;
        }
        prop.push(buttons);
        if prop.is_held() {
            prop.wake();
            prop.riding = None;
        }
        if !body.is_dynamic() || prop.is_held() {
            prop.velocity = prop.velocity_along(body.axes());
        } else if buttons.has(Buttons::STOP_PROPS) {
            prop.velocity = Vec3::ZERO;
        }
        prop.look_back();
    }
}

/// Moves the props that the keys move.
fn go_by_keys(stage: &mut Stage, buttons: Buttons, events: &mut Vec<Event>) {
    let goes = |index: &usize| stage.props[*index].moves() && !stage.is_loose(*index);
    let mut waiting: Vec<usize> = (0..stage.props.len()).filter(goes).collect();
    let mut stubborn = false;
    while !waiting.is_empty() {
        let before = waiting.len();
        let mut still = Vec::new();
        for (place, index) in waiting.iter().copied().enumerate() {
            let others = [&waiting[place + 1..], &still[..]];
            let waits = |other: usize| !stubborn && others.iter().any(|some| some.contains(&other));
            let mut ahead = look_ahead(stage, index);
            if let Some(stop) = ahead.stop
                && let Touched::Prop(other) = stop.touched
                && stage.is_loose(other)
            {
                shove(stage, index, other, stop);
                ahead = look_ahead(stage, index);
            }
            match ahead.stop {
                Some(Blocked {
                    touched: Touched::Prop(other),
                    ..
                }) if waits(other) => still.push(index),
                _ => go(stage, index, &ahead, buttons, events),
            }
        }
        stubborn = still.len() == before;
        waiting = still;
    }
}

/// Pushes a loose prop out of the way of one that the keys move, and gives it that one's speed.
fn shove(stage: &mut Stage, index: usize, other: usize, stop: Blocked) {
    let velocity = stage.props[index].velocity;
    let left = velocity * (TICK * (1.0 - stop.fraction));
    let push = stop.normal * (left.dot(stop.normal) - SKIN).min(0.0);
    stage.props[other].wake();
    stage.displace(other, push, None);
    let speed = velocity.dot(stop.normal);
    let prop = &mut stage.props[other];
    prop.velocity += stop.normal * (speed - prop.velocity.dot(stop.normal)).min(0.0);
}

/// Wakes the loose props that a moving prop touches: it may have held them up.
fn wake_props(stage: &mut Stage, moved: usize) {
    let around = |index: usize| {
        let (state, body) = (&stage.props[index], stage.body(index));
        let bounds = body.solid.bounds().grown(Vec3::splat(TOUCHES));
        Aabb::new(state.position + bounds.min, state.position + bounds.max)
    };
    let way = around(moved);
    let near: Vec<usize> = (0..stage.props.len())
        .filter(|index| *index != moved && stage.props[*index].resting)
        .filter(|index| around(*index).overlaps(&way))
        .collect();
    for index in near {
        stage.props[index].wake();
    }
}

/// Wakes the balls near a prop that moves: they may have lain on it.
fn wake_balls(stage: &mut Stage, moved: usize) {
    let (position, reach) = (stage.props[moved].position, stage.body(moved).reach);
    for ball in stage.balls.iter_mut() {
        let near = reach + ball.radius + WAKES;
        if ball.position.as_vec3().distance_squared(position) < near * near {
            ball.wake();
        }
    }
}

/// The surface of the prop that is struck at a place, if one is.
pub(crate) fn surface_at(level: &Level, props: &[PropState], at: Vec3) -> Option<SurfaceKind> {
    let mut all = props.iter().zip(&level.props);
    let struck = all.find(|(state, prop)| {
        let offset = at - state.position;
        let is_near = offset.length() <= prop.reach + STRUCK_WITHIN;
        is_near && (prop.solid.nearest_point(offset, STRUCK_WITHIN)).is_some()
    });
    struck.map(|(_, prop)| prop.surface().kind)
}

/// Looks ahead of a prop for this tick, by rays and by its shape.
fn look_ahead(stage: &Stage, index: usize) -> LookAhead {
    let prop = &stage.props[index];
    let motion = prop.velocity * TICK;
    let scene = stage.scene(stage.body(index).is_dynamic());
    let ahead = look_ahead::PropQuery {
        props: stage.props,
        scene,
        index,
        passes: [None; 2],
    };
    let rays = match stage.sense {
        PropSense::Shape => PropSense::Fan,
        by_rays => by_rays,
    };
    let by_rays = rays::cast_rays(&ahead, motion, rays, PROP_RAY_RINGS);
    let by_shape = ahead.sweep(motion);
    // As long as the line that shows the velocity.
    let first = prop.selected.then(|| ahead.sweep(prop.velocity)).flatten();
    LookAhead {
        stop: match stage.sense {
            PropSense::Shape => by_shape,
            _ => by_rays.stop,
        },
        rays,
        by_rays,
        by_shape,
        first: first.map(|first| first.point),
    }
}

/// Moves a prop as far as nothing stops it.
fn go(
    stage: &mut Stage,
    index: usize,
    ahead: &LookAhead,
    buttons: Buttons,
    events: &mut Vec<Event>,
) {
    let is_dynamic = stage.body(index).is_dynamic();
    let prop = &mut stage.props[index];
    let motion = prop.velocity * TICK;
    prop.first_ahead = ahead.first;
    prop.looked = Some(PropLook {
        from: prop.position,
        motion,
        rays: ahead.rays,
    });
    prop.missed_by_rays += u32::from(ahead.by_shape.is_some() && ahead.by_rays.stop.is_none());
    prop.seen_by_rays_only += u32::from(ahead.by_shape.is_none() && ahead.by_rays.stop.is_some());
    let Some(stop) = ahead.stop else {
        prop.position += motion;
        return;
    };
    let length = motion.length();
    let free = (stop.fraction * length - SKIN).max(0.0);
    prop.position += motion * (free / length);
    let speed = -prop.velocity.dot(stop.normal);
    if speed >= PROP_CONTACT_SPEED {
        let kind = EventKind::PropContact;
        events.push(Event {
            mover: ImpactSide::prop(stage.body(index)),
            struck: stage.scene(false).side_of(stop.touched),
            ..Event::new(kind, stop.point, stop.normal, speed)
        });
    }
    let prop = &mut stage.props[index];
    prop.stop_at(stop.into(), buttons);
    if is_dynamic {
        prop.velocity = Vec3::ZERO;
    }
    if let Touched::Prop(other) = stop.touched
        && !stage.is_loose(other)
    {
        stop_other(&mut stage.props[other], stop, buttons);
    }
}

/// Stops both props, but one that is only touched from behind goes on.
fn stop_other(other: &mut PropState, stop: Blocked, buttons: Buttons) {
    if other.velocity.dot(stop.normal) > 0.0 {
        let contact = PropContact::from(Blocked {
            normal: -stop.normal,
            ..stop
        });
        other.stop_at(contact, buttons);
        other.velocity = Vec3::ZERO;
    }
}
