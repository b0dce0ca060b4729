//! Props: selected under the crosshair, pushed along their own axes, stopped by obstacles, as in the
//! Web3D notes ("Web3D Programming: First Steps in 3D Collision Detection"). None of them turns.
//!
//! **Order.** Props that the keys move go first, one after another (`by_keys`). The swept shape decides
//! the end of a prop's move (`look_ahead`); rays are cast as in those notes and compared with it
//! (`rays`). By another method, rays alone decide. `shown_rays` returns each ray with its hit, for
//! observers.
//!
//! **Loose props**, which have a gravity or a mass, are carried and pushed by movers before that
//! (`carry`) and fall and slide after it (`fall`). While the keys move one of them, it behaves like the
//! others.

mod block;
mod by_keys;
mod carry;
mod contact;
mod fall;
mod look_ahead;
mod placed;
mod push;
mod rays;
mod scene;
mod select;
mod shown_rays;
mod stage;
mod state;
mod touched_triggers;

use glam::Vec3;

pub(crate) use contact::PropStop;
pub use contact::Touched;
pub use push::MovingProp;
pub use rays::PropRayKind;
pub use shown_rays::{PropRay, prop_rays};
pub use state::PropState;

pub(crate) use block::block_character;
pub(crate) use push::{gap_to, moving, push};
use scene::PropScene;
pub(crate) use select::{first_on_ray, select};
pub(crate) use stage::PropStage;
pub(crate) use touched_triggers::touched_triggers;

use super::{Buttons, Event};
use hexbound_collide::geom::Aabb;

use hexbound_level::{Level, SurfaceKind};

/// The distance from a moving prop within which balls wake, meters.
const WAKE_DISTANCE: f32 = 0.1;

/// The least own motion of a prop in a tick that wakes the props it touches, meters.
const MIN_MOTION: f32 = 1e-5;
/// The distance between the boxes of props within which they touch, meters.
const TOUCH_DISTANCE: f32 = 0.004;

/// The greatest distance between an event and the struck prop, meters: the feet of a body on an edge are
/// beside it.
const STRUCK_DISTANCE: f32 = 0.05;

/// The level's props at the start of a run.
pub(crate) fn of(level: &Level) -> Vec<PropState> {
    let state = |prop: &hexbound_level::Prop| PropState::at(prop.position, prop.axes()[0]);
    level.props.iter().map(state).collect()
}

/// Pushes and moves the props for one tick.
pub(crate) fn step(stage: &mut PropStage, buttons: Buttons, events: &mut Vec<Event>) {
    if stage.props.is_empty() {
        return;
    }
    let start: Vec<Vec3> = stage.props.iter().map(|prop| prop.position).collect();
    press(stage, buttons);
    let carried = stage.follow_movers();
    by_keys::move_by_keys(stage, buttons, events);
    stage.fall(events);
    for (index, start) in start.iter().enumerate() {
        let delta = stage.props[index].position - *start;
        if (delta - carried[index]).length() > MIN_MOTION {
            wake_props(stage, index);
        }
        if delta != Vec3::ZERO || stage.props[index].moves() {
            wake_balls(stage, index);
        }
    }
}

/// Applies the buttons to the speeds of the props.
fn press(stage: &mut PropStage, buttons: Buttons) {
    for (prop, body) in stage.props.iter_mut().zip(&stage.level.props) {
        if body.placed().is_some() {
            placed::move_handle(prop, body.position, body.axes(), buttons);
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
        prop.forget_contact();
    }
}

/// Wakes the loose props that a moving prop touches: it may have held them up.
fn wake_props(stage: &mut PropStage, moved: usize) {
    let around = |index: usize| {
        let (state, body) = (&stage.props[index], stage.body(index));
        let bounds = body.solid.bounds().grown(Vec3::splat(TOUCH_DISTANCE));
        Aabb::new(state.position + bounds.min, state.position + bounds.max)
    };
    let bounds = around(moved);
    let near: Vec<usize> = (0..stage.props.len())
        .filter(|index| *index != moved && stage.props[*index].resting)
        .filter(|index| around(*index).overlaps(&bounds))
        .collect();
    for index in near {
        stage.props[index].wake();
    }
}

/// Wakes the balls near a prop that moves: they may have lain on it.
fn wake_balls(stage: &mut PropStage, moved: usize) {
    let (position, reach) = (stage.props[moved].position, stage.body(moved).reach);
    for ball in stage.balls.iter_mut() {
        let near = reach + ball.radius + WAKE_DISTANCE;
        if ball.position.as_vec3().distance_squared(position) < near * near {
            ball.wake();
        }
    }
}

/// The surface of the prop struck at a position, if any.
pub(crate) fn surface_at(level: &Level, props: &[PropState], at: Vec3) -> Option<SurfaceKind> {
    let mut all = props.iter().zip(&level.props);
    let struck = all.find(|(state, prop)| {
        let offset = at - state.position;
        let is_near = offset.length() <= prop.reach + STRUCK_DISTANCE;
        is_near && (prop.solid.nearest_point(offset, STRUCK_DISTANCE)).is_some()
    });
    struck.map(|(_, prop)| prop.surface().kind)
}
