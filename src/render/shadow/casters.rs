//! What moves and throws a shadow, told apart well enough to see whether anything has changed
//! since a map was drawn.

use crate::{
    geom::Aabb,
    render::{balls::Balls, props::Props, scene::Scene},
};

/// Two that are equal throw the same shadow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Caster {
    pub bounds: Aabb,
    /// Seconds, for what moves within its bounds.
    moment: f64,
}

/// All of a frame, `seconds` into the run.
pub(super) fn casters(scene: &Scene, balls: &Balls, props: &Props, seconds: f64) -> Vec<Caster> {
    let at_rest = |bounds| Caster {
        bounds,
        moment: 0.0,
    };
    let props = scene.props.iter().filter_map(|chunk| {
        let moved = props.moved(chunk.prop?)?;
        let Aabb { min, max } = chunk.bounds;
        Some(at_rest(Aabb::new(min + moved, max + moved)))
    });
    let moving = (scene.opaque.iter().chain(&scene.masked)).filter(|chunk| chunk.moves);
    let movers = moving.map(|chunk| Caster {
        bounds: chunk.bounds,
        moment: seconds,
    });
    let balls = balls.bounds().iter().copied().map(at_rest);
    balls.chain(props).chain(movers).collect()
}
