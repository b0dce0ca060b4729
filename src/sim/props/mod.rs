//! Props: selected by looking at them, pushed along their own axes, stopped by what they run into.
//! They don't turn and gravity leaves them alone, as in the Web3D notes ("Web3D Programming: First Steps
//! in 3D Collision Detection").
//!
//! **Order.** Props move one after another. One that would run into a prop that still has to move
//! waits for it, so that a row of them moves together; props that wait for each other run into
//! each other. The swept shape decides where a prop stops (`look_ahead`), rays are cast as in
//! those notes and compared with it (`rays`); by rule, rays alone decide.

mod block;
mod look_ahead;
mod rays;
mod select;
mod state;

use glam::Vec3;

pub use look_ahead::Touched;
pub(crate) use state::PropContact;
pub use state::PropState;

pub(super) use block::block_player;
pub(super) use select::select;

use super::{
    Ball, Buttons, Event, EventKind, ImpactSide, PlacedMover, Player, PropRays, PropStop, Rules,
    tuning::{PROP_CONTACT_SPEED, PROP_RAY_RINGS},
};
use hexbound_collide::{SKIN, hash::Hasher};

use crate::{
    clock::TICK,
    level::{Level, SurfaceKind},
};
use look_ahead::{Blocked, LookAhead};

/// Balls this near to a moving prop wake, meters.
const WAKES: f32 = 0.1;

/// A prop this near to where an event happened was struck, meters: the feet of a body that stands
/// on an edge are beside it.
const STRUCK_WITHIN: f32 = 0.05;

/// Everything around the props during a tick.
#[derive(Clone, Copy)]
pub(super) struct PropScene<'a> {
    pub level: &'a Level,
    /// The movers that stop it; none stops a prop that only the keys move.
    pub movers: &'a [PlacedMover<'a>],
    pub player: &'a Player,
    pub balls: &'a [Ball],
    pub rules: &'a Rules,
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
                ball.map_or(ImpactSide::LEVEL, |ball| ImpactSide::ball(ball.mass))
            }
            Touched::Player => ImpactSide::PLAYER,
            Touched::Mover(_) => ImpactSide::LEVEL,
        }
    }
}

/// The level's props as a run begins.
pub(super) fn of(level: &Level) -> Vec<PropState> {
    let state = |prop: &crate::level::Prop| PropState::at(prop.position, prop.axes()[0]);
    level.props.iter().map(state).collect()
}

/// Feeds the props and the rules that act on them; nothing where there are no props.
pub(super) fn hash(props: &[PropState], rules: &Rules, hasher: &mut Hasher) {
    if !props.is_empty() {
        let decides = u32::from(rules.prop_stop == PropStop::Rays);
        let vertices = u32::from(rules.prop_rays == PropRays::Vertices);
        hasher.u32(decides | vertices << 1);
    }
    props.iter().for_each(|prop| prop.hash(hasher));
}

/// Pushes and moves the props for one tick.
pub(super) fn step(
    props: &mut [PropState],
    scene: PropScene,
    buttons: Buttons,
    events: &mut Vec<Event>,
) {
    for (prop, body) in props.iter_mut().zip(&scene.level.props) {
        prop.push(buttons);
        prop.velocity = prop.velocity_along(body.axes());
        prop.look_back();
    }
    let mut waiting: Vec<usize> = (0..props.len()).filter(|one| props[*one].moves()).collect();
    let mut stubborn = false;
    while !waiting.is_empty() {
        let before = waiting.len();
        let mut still = Vec::new();
        for (place, index) in waiting.iter().copied().enumerate() {
            let others = [&waiting[place + 1..], &still[..]];
            let waits = |other: usize| !stubborn && others.iter().any(|some| some.contains(&other));
            let ahead = look(props, scene, index);
            match ahead.stop {
                Some(Blocked {
                    touched: Touched::Prop(other),
                    ..
                }) if waits(other) => still.push(index),
                _ => go(props, index, &ahead, scene, buttons, events),
            }
        }
        stubborn = still.len() == before;
        waiting = still;
    }
}

/// Wakes the balls near a prop that moves: they may have lain on it.
pub(super) fn wake_balls(balls: &mut [Ball], props: &[PropState], level: &Level) {
    for (prop, body) in props
        .iter()
        .zip(&level.props)
        .filter(|(prop, _)| prop.moves())
    {
        for ball in balls.iter_mut() {
            let near = body.reach + ball.radius + WAKES;
            if ball.position.as_vec3().distance_squared(prop.position) < near * near {
                ball.wake();
            }
        }
    }
}

/// The surface of the prop that is struck at a place, if one is.
pub(super) fn surface_at(level: &Level, props: &[PropState], at: Vec3) -> Option<SurfaceKind> {
    let mut all = props.iter().zip(&level.props);
    let struck = all.find(|(state, prop)| {
        let offset = at - state.position;
        let is_near = offset.length() <= prop.reach + STRUCK_WITHIN;
        is_near && (prop.solid.nearest_point(offset, STRUCK_WITHIN)).is_some()
    });
    struck.map(|(_, prop)| prop.surface().kind)
}

/// Looks ahead of a prop for this tick, by rays and by its shape.
fn look(props: &[PropState], scene: PropScene, index: usize) -> LookAhead {
    let motion = props[index].velocity * TICK;
    let ahead = look_ahead::PropQuery {
        props,
        scene,
        index,
        carrier: None,
    };
    let by_rays = rays::look(&ahead, motion, scene.rules.prop_rays, PROP_RAY_RINGS);
    let by_shape = ahead.sweep(motion);
    LookAhead {
        stop: match scene.rules.prop_stop {
            PropStop::Swept => by_shape,
            PropStop::Rays => by_rays.stop,
        },
        by_rays,
        by_shape,
    }
}

/// Moves a prop as far as nothing stops it.
fn go(
    props: &mut [PropState],
    index: usize,
    ahead: &LookAhead,
    scene: PropScene,
    buttons: Buttons,
    events: &mut Vec<Event>,
) {
    let prop = &mut props[index];
    let motion = prop.velocity * TICK;
    prop.first_ahead = ahead.by_rays.first;
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
            mover: ImpactSide::prop(&scene.level.props[index]),
            struck: scene.side_of(stop.touched),
            ..Event::new(kind, stop.point, stop.normal, speed)
        });
    }
    prop.stop_at(stop.into(), buttons);
    if let Touched::Prop(other) = stop.touched {
        stop_other(&mut props[other], stop, buttons);
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
