//! The consequences of a ball's impact: events, explosions, blasts, lit targets, triggers, and struck
//! surfaces.

use glam::Vec3;

use super::{
    Ball, Character, Event, EventKind, Explosions, Impact, ImpactSide, MarkedBody, MovedLevel,
    PlayState, PropState, Rules, Strike, Struck, TargetMark, Walker,
    blast::Blast,
    play::{self, BodyTag, Causes},
    props,
    tuning::{BLAST_SPEED, BOUNCE_SPEED, EXPLOSION_SPEED},
};
use hexbound_level::{Level, SurfaceKind};

/// The greatest distance between an event's position and the struck triangle, meters: feet touch the edge
/// of a step beside their center.
const STRUCK_DISTANCE: f32 = 0.5;

/// The parts of a world that an impact of a ball may change, and their inputs.
pub(crate) struct ImpactScene<'a> {
    pub moved: &'a MovedLevel<'a>,
    pub rules: &'a Rules,
    /// The number of ticks done before this one.
    pub tick: u64,
    pub player: &'a mut Character,
    pub balls: &'a mut [Ball],
    pub props: &'a mut [PropState],
    pub walkers: &'a mut [Walker],
    pub explosions: &'a mut Explosions,
    pub play: &'a mut PlayState,
    pub causes: &'a mut Causes,
}

impl ImpactScene<'_> {
    /// Applies the effects of an impact: pushes a prop, explodes, lights a target, fires a trigger.
    pub(crate) fn apply(&mut self, impact: &Impact, events: &mut Vec<Event>) {
        let moved = self.moved;
        let Impact {
            point,
            normal,
            speed,
            masses: [mass, other],
            radii: [radius, other_radius],
            ..
        } = *impact;
        let struck = match impact.struck {
            Struck::Walker(_) => ImpactSide::WALKER,
            Struck::Ball(_) => ImpactSide::ball(other, other_radius),
            Struck::Prop { prop, .. } => ImpactSide::prop(&moved.level.props[prop as usize]),
            struck => ImpactSide {
                mass: other,
                surface: struck.surface(moved.level).map(|surface| surface.kind),
                ..ImpactSide::LEVEL
            },
        };
        if let Struck::Prop { prop, .. } = impact.struck {
            props::push(self.props, moved.level, prop as usize, impact.push);
        }
        let mut push = |kind| {
            events.push(Event {
                mover: ImpactSide::ball(mass, radius),
                struck,
                ball: Some(impact.ball()),
                ..Event::new(kind, point, normal, speed)
            });
        };
        if speed >= BOUNCE_SPEED {
            push(EventKind::Bounce);
        }
        let least_speed = (moved.level.play.settings.explosion_speed).unwrap_or(EXPLOSION_SPEED);
        if speed >= least_speed && !impact.lasts {
            if (self.explosions).start(point, normal, self.rules.explosion_pool) {
                push(EventKind::Explosion);
            }
            self.blast(impact, events);
        }
        if speed >= BOUNCE_SPEED {
            self.affect_play(impact, events);
        }
    }

    /// Pushes the surroundings of an impact if its ball, or the ball that it met, is charged.
    fn blast(&mut self, impact: &Impact, events: &mut Vec<Event>) {
        let other = match impact.struck {
            Struck::Ball(other) => Some(other),
            _ => None,
        };
        let mut charged = None;
        for id in [Some(impact.ball()), other].into_iter().flatten() {
            if let Some(ball) = ball_of(self.balls, id)
                && std::mem::take(&mut ball.charged)
            {
                charged = charged.or(Some(id));
            }
        }
        let Some(charged) = charged else {
            return;
        };
        let blast = Blast::at(impact.point, impact.normal, self.moved);
        for ball in &mut *self.balls {
            if ball.id != charged {
                blast.push_ball(ball);
            }
        }
        blast.push_player(self.player);
        for walker in &mut *self.walkers {
            blast.push_walker(walker);
        }
        blast.push_props(self.props);
        let (kind, speed) = (EventKind::Blast, BLAST_SPEED);
        events.push(Event {
            ball: Some(charged),
            ..Event::new(kind, impact.point, impact.normal, speed)
        });
    }

    /// Applies an impact to the struck target, trigger or walker, and counts the ball's bounces.
    fn affect_play(&mut self, impact: &Impact, events: &mut Vec<Event>) {
        let moved = self.moved;
        let level = moved.level;
        let surface = impact.struck.surface(level);
        let trigger = surface.and_then(|surface| surface.trigger);
        if let Struck::Ball(other) = impact.struck
            && let Some(other) = ball_of(self.balls, other)
        {
            other.bounces += 1;
        }
        let Some(ball) = ball_of(self.balls, impact.ball()) else {
            return;
        };
        let center = impact.point + impact.normal * ball.radius;
        let (center, half) = (center.as_dvec3(), Vec3::splat(ball.radius));
        let tag = BodyTag::ball(level, ball);
        if let Some(trigger) = trigger {
            self.causes.add_touch(trigger, tag);
        }
        self.causes.add_position(tag, ball.id, center, half);
        if let Struck::Walker(index) = impact.struck {
            let strike = Strike::of(impact, ball);
            strike_walker(self.walkers, index, strike, moved, events);
        }
        let Some(target) = surface.and_then(|surface| surface.target) else {
            ball.bounces += 1;
            return;
        };
        let (tick, center) = (self.tick, |prop: u32| self.props[prop as usize].position);
        let mark = mark_of(impact, tick, moved, center);
        let kind = match play::light(self.play, level, target, ball) {
            Ok(()) => {
                if let Some(known) = self.play.marks.get_mut(target as usize) {
                    *known = Some(mark);
                }
                EventKind::TargetLit(target)
            }
            Err(why) => EventKind::TargetRung { target, why },
        };
        let event = Event::new(kind, impact.point, impact.normal, impact.speed);
        events.push(Event {
            mover: ImpactSide::ball(ball.mass, ball.radius),
            ball: Some(ball.id),
            ..event
        });
    }
}

/// The ball `id` in a slice sorted by id.
fn ball_of(balls: &mut [Ball], id: u32) -> Option<&mut Ball> {
    let index = balls.binary_search_by_key(&id, |ball| ball.id).ok()?;
    balls.get_mut(index)
}

/// The mark of an impact, in the coordinates of the struck body. `center` returns a prop's center.
fn mark_of(
    impact: &Impact,
    tick: u64,
    moved: &MovedLevel,
    center: impl Fn(u32) -> Vec3,
) -> TargetMark {
    let at_rest = TargetMark {
        tick,
        on: MarkedBody::Level,
        point: impact.point,
        normal: impact.normal,
    };
    match impact.struck {
        Struck::Mover { mover, .. } => {
            let Some(placed) = moved.mover(mover) else {
                return at_rest;
            };
            let back = placed.now.to_world().inverse();
            TargetMark {
                on: MarkedBody::Mover(mover),
                point: back.transform_point3(impact.point.as_dvec3()).as_vec3(),
                normal: back.transform_vector3(impact.normal.as_dvec3()).as_vec3(),
                ..at_rest
            }
        }
        Struck::Prop { prop, .. } => TargetMark {
            on: MarkedBody::Prop(prop),
            point: impact.point - center(prop),
            ..at_rest
        },
        _ => at_rest,
    }
}

/// Lets a walker respond to a ball.
fn strike_walker(
    walkers: &mut [Walker],
    index: u32,
    strike: Strike,
    moved: &MovedLevel,
    events: &mut Vec<Event>,
) {
    let index = index as usize;
    if let (Some(walker), Some(start)) =
        (walkers.get_mut(index), moved.level.play.walkers.get(index))
    {
        walker.respond_to(strike, start.rings, moved, events);
    }
}

/// Sets the struck surface of impacts on static bodies: that of a prop or triangle at the position, or
/// else the metal of a bumper.
pub(crate) fn resolve_surfaces(level: &Level, props: &[PropState], events: &mut [Event]) {
    for event in events {
        let is_level = event.struck.mass.is_infinite() && event.struck.surface.is_none();
        if is_level && event.kind.is_impact() {
            let surface = props::surface_at(level, props, event.position).or_else(|| {
                let found = level
                    .collision
                    .nearest_point(event.position, STRUCK_DISTANCE)?;
                Some(level.surface(found.triangle).kind)
            });
            event.struck.surface = Some(surface.unwrap_or(SurfaceKind::Metal));
        }
    }
}
