//! Props that the keys move: each moves until it meets an obstacle, and stops there. A prop waits for
//! another in its path that still has to move, so that a row of them moves together. Props that wait for
//! each other run into each other.

use glam::Vec3;

use super::{
    PropState, PropStop, Touched, look_ahead::PropQuery, rays::first_by_rays, stage::PropStage,
    state::PropLook,
};
use crate::{Buttons, Event, EventKind, ImpactSide, PropSense, tuning::PROP_CONTACT_SPEED};
use hexbound_base::clock::TICK_LENGTH;
use hexbound_collide::SKIN;

/// The contacts found ahead of a prop, by rays and by its shape.
#[derive(Clone, Copy, Debug)]
struct LookAhead {
    /// The contact that stops the prop.
    stop: Option<PropStop>,
    /// The kind of the rays; never that of the shape.
    rays: PropSense,
    by_rays: Option<PropStop>,
    by_shape: Option<PropStop>,
    /// The point at which the shape of a selected prop touches the first body within a second, local,
    /// meters. It is only shown.
    first: Option<Vec3>,
}

/// Moves the props that the keys move.
pub(super) fn move_by_keys(stage: &mut PropStage, buttons: Buttons, events: &mut Vec<Event>) {
    let goes = |index: &usize| stage.props[*index].moves() && !stage.is_loose(*index);
    let mut waiting: Vec<usize> = (0..stage.props.len()).filter(goes).collect();
    let mut stubborn = false;
    while !waiting.is_empty() {
        let before = waiting.len();
        let mut still = Vec::new();
        for (slot, index) in waiting.iter().copied().enumerate() {
            let others = [&waiting[slot + 1..], &still[..]];
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
                Some(PropStop {
                    touched: Touched::Prop(other),
                    ..
                }) if waits(other) => still.push(index),
                _ => move_prop(stage, index, &ahead, buttons, events),
            }
        }
        stubborn = still.len() == before;
        waiting = still;
    }
}

/// Pushes a loose prop out of the path of one that the keys move, and gives it the same speed.
fn shove(stage: &mut PropStage, index: usize, other: usize, stop: PropStop) {
    let velocity = stage.props[index].velocity;
    let left = velocity * (TICK_LENGTH * (1.0 - stop.fraction));
    let push = stop.normal * (left.dot(stop.normal) - SKIN).min(0.0);
    stage.props[other].wake();
    stage.displace(other, push, None);
    let speed = velocity.dot(stop.normal);
    let prop = &mut stage.props[other];
    prop.velocity += stop.normal * (speed - prop.velocity.dot(stop.normal)).min(0.0);
}

/// Looks ahead of a prop for this tick, by rays and by its shape.
fn look_ahead(stage: &PropStage, index: usize) -> LookAhead {
    let prop = &stage.props[index];
    let motion = prop.velocity * TICK_LENGTH;
    let scene = stage.scene(stage.body(index).is_dynamic());
    let ahead = PropQuery {
        props: stage.props,
        scene,
        index,
        passes: [None; 2],
    };
    let rays = match stage.sense {
        PropSense::Shape => PropSense::Fan,
        by_rays => by_rays,
    };
    let by_rays = first_by_rays(&ahead, motion, rays);
    let by_shape = ahead.sweep(motion);
    // The sweep is as long as the line that shows the velocity.
    let first = prop.selected.then(|| ahead.sweep(prop.velocity)).flatten();
    LookAhead {
        stop: match stage.sense {
            PropSense::Shape => by_shape,
            _ => by_rays,
        },
        rays,
        by_rays,
        by_shape,
        first: first.map(|first| first.point),
    }
}

/// Moves a prop until the contact ahead.
fn move_prop(
    stage: &mut PropStage,
    index: usize,
    ahead: &LookAhead,
    buttons: Buttons,
    events: &mut Vec<Event>,
) {
    let is_dynamic = stage.body(index).is_dynamic();
    let prop = &mut stage.props[index];
    let motion = prop.velocity * TICK_LENGTH;
    prop.first_ahead = ahead.first;
    prop.looked = Some(PropLook {
        from: prop.position,
        motion,
        rays: ahead.rays,
    });
    prop.missed_by_rays += u32::from(ahead.by_shape.is_some() && ahead.by_rays.is_none());
    prop.seen_by_rays_only += u32::from(ahead.by_shape.is_none() && ahead.by_rays.is_some());
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
    prop.stop_at(stop, buttons);
    if is_dynamic {
        prop.velocity = Vec3::ZERO;
    }
    if let Touched::Prop(other) = stop.touched
        && !stage.is_loose(other)
    {
        stop_other(&mut stage.props[other], stop, buttons);
    }
}

/// Stops the other prop, too, unless it moves away.
fn stop_other(other: &mut PropState, stop: PropStop, buttons: Buttons) {
    if other.velocity.dot(stop.normal) > 0.0 {
        let contact = PropStop {
            normal: -stop.normal,
            ..stop
        };
        other.stop_at(contact, buttons);
        other.velocity = Vec3::ZERO;
    }
}
