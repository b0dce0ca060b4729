//! The movers and props that carry targets: the marks of lit targets move with them.

use std::collections::BTreeMap;

use glam::{Affine3A, Vec3};
use hexbound_collide::CollisionMesh;

use hexbound_level::{Level, MovingPart};
use hexbound_sim::{LitTarget, MarkedBody, View};

/// The bodies of a level that carry targets.
#[derive(Default)]
pub(crate) struct MarkedBodies {
    movers: BTreeMap<u32, MovingPart>,
    /// The triangles of props, relative to their centers.
    props: BTreeMap<u32, CollisionMesh>,
}

impl MarkedBodies {
    pub(crate) fn of(level: &Level) -> Self {
        let movers = (0..).zip(&level.movers);
        let props = (0..).zip(&level.props);
        Self {
            movers: movers
                .filter(|(_, mover)| mover.targets().next().is_some())
                .map(|(index, mover)| (index, mover.clone()))
                .collect(),
            props: props
                .filter(|(_, prop)| prop.surface().target.is_some())
                .map(|(index, prop)| (index, prop.mesh.clone()))
                .collect(),
        }
    }

    /// The triangles of a moving body, in the coordinates of its marks.
    pub(crate) fn mesh(&self, body: MarkedBody) -> Option<&CollisionMesh> {
        match body {
            MarkedBody::Level => None,
            MarkedBody::Mover(index) => Some(&self.movers.get(&index)?.collision),
            MarkedBody::Prop(index) => self.props.get(&index),
        }
    }

    /// The transform from the coordinates of a body's marks to its position in the view; `None` for a missing
    /// body.
    pub(crate) fn pose(&self, body: MarkedBody, view: &View) -> Option<Affine3A> {
        match body {
            MarkedBody::Level => Some(Affine3A::IDENTITY),
            MarkedBody::Mover(index) => {
                let mover = self.movers.get(&index)?;
                let motion = mover.motion_at(view.mover_seconds(index as usize));
                Some(motion.as_affine3a())
            }
            MarkedBody::Prop(index) => {
                let prop = view.props.get(index as usize)?;
                Some(Affine3A::from_translation(prop.center))
            }
        }
    }

    /// The current position of the point at which a target was lit, local, meters, and the unit normal there.
    pub(crate) fn impact(&self, lit: &LitTarget, view: &View) -> Option<(Vec3, Vec3)> {
        let pose = self.pose(lit.on, view)?;
        let normal = pose.transform_vector3(lit.normal).try_normalize()?;
        Some((pose.transform_point3(lit.point), normal))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effects::Effects;
    use hexbound_scenes::catalog;
    use hexbound_sim::{Buttons, Command, Rules, World};

    /// Throws at the disc on the gate of `test:targets`, and returns the world when it is lit and
    /// when the gate has sunk.
    fn lit_and_sunk(level: &Level, effects: &mut Effects) -> [World; 2] {
        let mut world = World::new(level, Rules::default());
        let mut events = Vec::new();
        let mut tick = |world: &mut World, buttons| {
            let command = Command::holding(buttons);
            events.clear();
            world.step(level, &command, &mut events);
            effects.advance(View::of(world).seconds, &events, level);
        };
        tick(&mut world, Buttons::THROW);
        while !world.play.lit[0] {
            assert!(world.tick < 600, "the throw lights the disc");
            tick(&mut world, Buttons::default());
        }
        let lit = world.clone();
        (0..600).for_each(|_| tick(&mut world, Buttons::default()));
        [lit, world]
    }

    #[test]
    fn the_mark_of_a_target_goes_along_with_its_gate() {
        let level = catalog::open("test:targets").unwrap();
        let mut effects = Effects::default();
        let marked = MarkedBodies::of(&level);
        let views = lit_and_sunk(&level, &mut effects).map(|world| View::of(&world));
        assert_eq!(views[0].lit[0].on, MarkedBody::Mover(0));
        let [lit, sunk] = views.map(|view| marked.impact(&view.lit[0], &view).unwrap());
        let delta = sunk.0 - lit.0;
        assert!((delta + Vec3::Y * 3.1).length() < 0.02, "{delta}");
        assert!((sunk.1 - lit.1).length() < 1e-5, "{lit:?} {sunk:?}");
        // Its crack is not left behind in the air.
        assert!(!effects.scorches().any(|(scorch, ..)| scorch.is_crack));
    }

    #[test]
    fn the_mark_of_a_target_goes_along_with_its_prop() {
        let level = catalog::open("test:crates").unwrap();
        let lit = LitTarget {
            target: 0,
            seconds: 1.0,
            on: MarkedBody::Prop(1),
            point: Vec3::new(0.0, 0.5, 0.0),
            normal: Vec3::Y,
        };
        let mut view = View::of(&World::new(&level, Rules::default()));
        let impact = MarkedBodies::of(&level).impact(&lit, &view).unwrap();
        assert_eq!(impact, (view.props[1].center + Vec3::Y * 0.5, Vec3::Y));
        view.props.clear();
        assert_eq!(MarkedBodies::of(&level).impact(&lit, &view), None);
    }
}
