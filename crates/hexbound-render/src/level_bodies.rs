//! The bodies of a level for the passes: props, solid shapes, marked bodies, occluders.

use crate::{
    Gpu,
    lighting::ambient_occluders::AmbientOccluders,
    passes::SolidShapes,
    scene::{marked_bodies::MarkedBodies, props::PropInstances},
};
use hexbound_level::Level;

pub(crate) struct LevelBodies {
    pub props: PropInstances,
    pub solids: SolidShapes,
    /// The bodies that carry targets.
    pub marked: MarkedBodies,
    pub occluders: AmbientOccluders,
}

impl LevelBodies {
    pub(crate) fn none(gpu: &Gpu) -> Self {
        Self {
            props: PropInstances::new(gpu),
            solids: SolidShapes::default(),
            marked: MarkedBodies::default(),
            occluders: AmbientOccluders::default(),
        }
    }

    pub(crate) fn set_level(&mut self, level: &Level) {
        self.props.set_level(level);
        self.solids = SolidShapes::of(level);
        self.marked = MarkedBodies::of(level);
        self.occluders = AmbientOccluders::of(level);
    }
}
