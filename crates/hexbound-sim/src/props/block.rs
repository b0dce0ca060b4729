//! Props in the player's path: the move that the level allowed is swept again past the props and ends or
//! turns at one. The character pushes those that have a mass.

use glam::Vec3;

use super::{super::bodies::free_in_level, PropState};
use hexbound_collide::{Body, Class, MIN_WALKABLE_UP, SKIN};

use crate::{
    Character,
    tuning::{PLAYER_MASS, PLAYER_PUSH},
};
use hexbound_base::clock::TICK_LENGTH;
use hexbound_level::{BodyKind, Level};

/// The most turns of a move in a tick.
const MAX_TURNS: usize = 3;
/// The distance below the feet at which a prop still carries, meters.
const FOOTING_DISTANCE: f32 = 0.02;
/// The greatest upward or downward component of the normal of a side that the character pushes against.
const MAX_PUSHED_UP: f32 = 0.5;
/// The upward speed above which a prop does not carry a character, m/s.
const RISING_SPEED: f32 = 0.5;

/// Removes the part of the move from `start` into props that stop bodies of the class; the rest of the
/// move goes along them. A prop with a mass is pushed instead, as hard as the character can. Returns the
/// loose prop that the character stands on.
pub(crate) fn block_character(
    character: &mut Character,
    start: Vec3,
    props: &mut [PropState],
    level: &Level,
    class: Class,
) -> Option<usize> {
    let (mut position, mut left) = (start, character.position - start);
    if first_in_path(character.body(), position, left, props, level, class).is_none() {
        return carry(character, props, level, class);
    }
    let mut strength = PLAYER_PUSH * TICK_LENGTH;
    for _ in 0..MAX_TURNS {
        let Some(touch) = first_in_path(character.body(), position, left, props, level, class)
        else {
            position += free_of_level(character, position, left, level);
            break;
        };
        let normal = touch.normal;
        let free = (left.length() * touch.fraction - SKIN).max(0.0);
        position += free_of_level(character, position, left.normalize_or_zero() * free, level);
        left -= left.normalize_or_zero() * free;
        left -= normal * negative_part(left.dot(normal));
        let speed = push_prop(
            character,
            &mut props[touch.prop],
            touch,
            level,
            &mut strength,
        );
        character.velocity -= normal * negative_part(character.velocity.dot(normal) - speed);
        character.report.contacts += 1;
    }
    character.position = position;
    carry(character, props, level, class)
}

/// Lets the character push a prop, with at most the impulse `strength`, newton-seconds, and subtracts the
/// used impulse from it. Returns the speed along the contact's normal that is left to the character, m/s.
fn push_prop(
    character: &Character,
    prop: &mut PropState,
    touch: Touch,
    level: &Level,
    strength: &mut f32,
) -> f32 {
    let normal = touch.normal;
    let mass = level.props[touch.prop].mass.filter(|_| !prop.is_held());
    let (Some(mass), true) = (mass, normal.y.abs() < MAX_PUSHED_UP) else {
        return 0.0;
    };
    let approach = (prop.velocity - character.velocity).dot(normal);
    let needed = approach / (1.0 / mass + 1.0 / PLAYER_MASS);
    let impulse = needed.clamp(0.0, *strength);
    if impulse > 0.0 {
        *strength -= impulse;
        let direction = -Vec3::new(normal.x, 0.0, normal.z);
        prop.wake();
        prop.velocity += direction * (impulse / mass);
    }
    negative_part(prop.velocity.dot(normal))
}

/// Lets a prop right below carry a character who does not rise. Returns the prop if it is loose.
fn carry(
    character: &mut Character,
    props: &[PropState],
    level: &Level,
    class: Class,
) -> Option<usize> {
    if character.velocity.y > RISING_SPEED {
        return None;
    }
    let below = Vec3::NEG_Y * FOOTING_DISTANCE;
    let below = first_in_path(
        character.body(),
        character.position,
        below,
        props,
        level,
        class,
    )?;
    if f64::from(below.normal.y) < MIN_WALKABLE_UP {
        return None;
    }
    if !character.grounded {
        character.grounded = true;
        character.flying = false;
        character.velocity -= below.normal * negative_part(character.velocity.dot(below.normal));
        character.ground_normal = below.normal;
        character.ground_height = character.feet().y - FOOTING_DISTANCE * below.fraction;
    }
    let is_loose = level.props[below.prop].is_dynamic() && !props[below.prop].is_held();
    is_loose.then_some(below.prop)
}

/// The part of a motion that the level leaves free, after props have changed it. The body is tested
/// without the skin, since it stands within a skin of its floor, which would block it.
fn free_of_level(character: &Character, position: Vec3, motion: Vec3, level: &Level) -> Vec3 {
    let (from, to) = (position.as_dvec3(), (position + motion).as_dvec3());
    motion * free_in_level(level, character.body(), from, to) as f32
}

/// A contact of the character with a prop.
#[derive(Clone, Copy, Debug)]
struct Touch {
    /// The fraction of the path, 0..1.
    fraction: f32,
    /// The unit normal toward the character.
    normal: Vec3,
    /// The prop's index in the level.
    prop: usize,
}

fn first_in_path(
    body: Body,
    position: Vec3,
    motion: Vec3,
    props: &[PropState],
    level: &Level,
    class: Class,
) -> Option<Touch> {
    let classes = &level.play.classes;
    let mut first: Option<Touch> = None;
    for (index, (prop, shape)) in props.iter().zip(&level.props).enumerate() {
        let is_solid = shape.placed().is_none();
        if !is_solid || !classes.stops_body(class, BodyKind::Prop, index as u32) {
            continue;
        }
        let from = position - prop.position;
        let near = shape.reach + body.half_extents().max_element() + motion.length() + SKIN;
        if from.length_squared() > near * near {
            continue;
        }
        let (from, to) = (from.as_dvec3(), (from + motion).as_dvec3());
        if let Ok(Some(hit)) = shape.solid.sweep(body, from, to)
            && first.is_none_or(|known| (hit.fraction as f32) < known.fraction)
        {
            first = Some(Touch {
                fraction: hit.fraction as f32,
                normal: hit.normal.as_vec3(),
                prop: index,
            });
        }
    }
    first
}

/// Returns a negative number as it is, and 0 for any other. The result of `min` for 0 and −0 depends on
/// how it is compiled, and the sign of a zero is a part of the state.
fn negative_part(number: f32) -> f32 {
    if number < 0.0 { number } else { 0.0 }
}
