//! What moves and throws a shadow, told apart well enough to see whether anything has changed
//! since a map was drawn.

use hexbound_collide::geom::Aabb;

use super::ShadowFrame;

/// Two that are equal throw the same shadow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Caster {
    pub bounds: Aabb,
    kind: Kind,
    /// Seconds, for what moves within its bounds.
    moment: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Ball,
    Prop,
    Mover,
}

/// How large something must be to throw a shadow that is seen, in texels of its map.
const LEAST_TEXELS: f32 = 2.0;

impl Caster {
    /// Whether it is drawn into a map of the whole level with texels of so many meters. Balls are
    /// not: they are small wherever maps are so coarse.
    pub fn counts_far(&self, texel: f32) -> bool {
        self.kind != Kind::Ball && is_large(&self.bounds, texel)
    }
}

/// Whether a shadow of what has these bounds is seen in a map with texels of so many meters.
pub(crate) fn is_large(bounds: &Aabb, texel: f32) -> bool {
    bounds.size().max_element() >= LEAST_TEXELS * texel
}

/// All of a frame, `seconds` into the run.
pub(crate) fn casters(frame: ShadowFrame<'_>) -> Vec<Caster> {
    let ShadowFrame {
        scene,
        balls,
        props,
        seconds,
        ..
    } = frame;
    let at_rest = |kind, bounds| Caster {
        bounds,
        kind,
        moment: 0.0,
    };
    let props = scene.props.iter().filter_map(|chunk| {
        let moved = props.moved(chunk.prop?)?;
        let Aabb { min, max } = chunk.bounds;
        Some(at_rest(Kind::Prop, Aabb::new(min + moved, max + moved)))
    });
    let moving = (scene.opaque.iter().chain(&scene.masked)).filter(|chunk| chunk.moves);
    let movers = moving.map(|chunk| Caster {
        bounds: chunk.bounds,
        kind: Kind::Mover,
        moment: seconds,
    });
    let balls = (balls.bounds().iter()).map(|bounds| at_rest(Kind::Ball, *bounds));
    balls.chain(props).chain(movers).collect()
}
