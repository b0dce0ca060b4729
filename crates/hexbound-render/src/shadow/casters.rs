//! The moving bodies that cast shadows, with enough detail to detect any change since a map was drawn.

use glam::Vec3;
use hexbound_collide::geom::Aabb;

use crate::{
    passes::{balls::BallPass, walkers::WalkerPass},
    scene::{Scene, props::PropInstances},
};

/// The inputs of a frame's shadows.
#[derive(Clone, Copy)]
pub(crate) struct ShadowFrame<'a> {
    pub scene: &'a Scene,
    pub balls: &'a BallPass,
    pub walkers: &'a WalkerPass,
    pub props: &'a PropInstances,
    /// The position of the eye, meters.
    pub eye: Vec3,
    /// The unit direction of the view.
    pub forward: Vec3,
}

/// A body that casts a shadow. Equal casters have equal shadows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Caster {
    pub bounds: Aabb,
    /// True for a mover or a prop, false for a ball or a walker.
    pub is_mover_or_prop: bool,
    /// The number of the body's pose, if its bounds do not determine it.
    pose: u64,
}

/// The minimum size of a body with a visible shadow, texels of its map.
const MIN_SHADOW_TEXELS: f32 = 2.0;

impl Caster {
    /// Returns whether the body is drawn into a map of the whole level; `texel` is the size of its texels,
    /// meters. Balls and walkers are too small for such coarse maps.
    pub(crate) fn is_in_whole_map(&self, texel: f32) -> bool {
        self.is_mover_or_prop && is_large(&self.bounds, texel)
    }
}

/// Returns whether the shadow of a body with these bounds is visible in a map; `texel` is the size of a
/// texel, meters.
pub(super) fn is_large(bounds: &Aabb, texel: f32) -> bool {
    bounds.size().max_element() >= MIN_SHADOW_TEXELS * texel
}

/// All moving casters of a frame.
pub(super) fn casters(frame: ShadowFrame<'_>) -> Vec<Caster> {
    let scene = frame.scene;
    let caster = |bounds, is_mover_or_prop, pose| Caster {
        bounds,
        is_mover_or_prop,
        pose,
    };
    let props = scene.props.iter().filter_map(|chunk| {
        let moved = frame.props.offset(chunk.prop?)?;
        let bounds = Aabb::new(chunk.bounds.min + moved, chunk.bounds.max + moved);
        let pose = scene.motion_state(chunk).map_or(0, |moving| moving.pose);
        Some(caster(bounds, true, pose))
    });
    let movers = scene.solid().filter_map(|chunk| {
        let moving = scene.motion_state(chunk)?;
        Some(caster(moving.bounds, true, moving.pose))
    });
    let balls = (frame.balls.bounds.iter()).map(|bounds| caster(*bounds, false, 0));
    let walkers = frame.walkers.casters.iter();
    let walkers = walkers.map(|(bounds, pose)| caster(*bounds, false, u64::from(pose.to_bits())));
    balls.chain(walkers).chain(props).chain(movers).collect()
}
