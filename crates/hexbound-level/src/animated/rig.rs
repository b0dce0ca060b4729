//! The nodes whose animations deform skins, and the weights of morph targets over time. A pose is a
//! function of the time alone; nothing here refers to vertices.

use glam::{Affine3A, DAffine3, DQuat, DVec3};

use super::curve::Curve;
use crate::Placed;

/// The animated nodes, skins and morph weights of a level.
#[derive(Clone, Debug, Default)]
pub struct Rig {
    /// The transform from the space of nodes without a parent to the level's.
    pub root: DAffine3,
    /// The joints and all nodes above them, each after its parent.
    pub nodes: Vec<RigNode>,
    pub skins: Vec<RigSkin>,
    /// The weights of morph targets, all targets of a mesh in one curve.
    pub weights: Vec<Curve>,
}

/// A node with its placement at rest and its animations.
#[derive(Clone, Debug)]
pub struct RigNode {
    /// The index of the parent in `Rig::nodes`, smaller than the node's own.
    pub parent: Option<usize>,
    /// The transform to the parent without animation.
    pub rest: DAffine3,
    pub motion: Option<Box<NodeMotion>>,
}

/// The animations of a node.
#[derive(Clone, Debug)]
pub struct NodeMotion {
    /// The values of the properties without a curve.
    pub rest: Placed,
    pub translation: Option<Curve>,
    pub rotation: Option<Curve>,
    pub scale: Option<Curve>,
}

/// The joints of a skin.
#[derive(Clone, Debug)]
pub struct RigSkin {
    /// The indices in `Rig::nodes`, each with its inverse bind matrix.
    pub joints: Vec<(usize, DAffine3)>,
}

/// A pose of a rig. The lists are reused from pose to pose, so that playing allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct RigPose {
    nodes: Vec<DAffine3>,
    /// The transforms of each skin's joints from the mesh to the level.
    pub joints: Vec<Vec<Affine3A>>,
    /// The values of each curve of weights.
    pub weights: Vec<Vec<f64>>,
}

impl Rig {
    /// Writes the pose at `seconds` after the start of the run.
    pub fn pose(&self, seconds: f64, pose: &mut RigPose) {
        pose.nodes.clear();
        for node in &self.nodes {
            let parent = node.parent.map_or(self.root, |parent| pose.nodes[parent]);
            pose.nodes.push(parent * node.at(seconds));
        }
        pose.joints.resize_with(self.skins.len(), Vec::new);
        for (skin, joints) in self.skins.iter().zip(&mut pose.joints) {
            joints.clear();
            let posed = skin
                .joints
                .iter()
                .map(|(node, bind)| single(&(pose.nodes[*node] * *bind)));
            joints.extend(posed);
        }
        pose.weights.resize_with(self.weights.len(), Vec::new);
        for (curve, weights) in self.weights.iter().zip(&mut pose.weights) {
            weights.resize(curve.width, 0.0);
            curve.at(seconds, weights);
        }
    }

    /// The durations of the rig's rounds, seconds, ascending, without duplicates.
    pub(super) fn rounds(&self) -> Vec<f64> {
        let mut rounds: Vec<f64> = self.curves().map(|curve| curve.round).collect();
        rounds.sort_by(f64::total_cmp);
        rounds.dedup();
        rounds
    }

    /// The times of all keys, seconds; those at the end of a round just before it.
    pub(super) fn key_times(&self) -> impl Iterator<Item = f64> {
        self.curves().flat_map(|curve| {
            let last = curve.round.next_down().max(0.0);
            curve
                .times
                .iter()
                .map(move |time| f64::from(*time).min(last))
        })
    }

    fn curves(&self) -> impl Iterator<Item = &Curve> {
        let motions = self.nodes.iter().filter_map(|node| node.motion.as_deref());
        motions.flat_map(NodeMotion::curves).chain(&self.weights)
    }
}

impl RigNode {
    /// The transform to the parent at `seconds` after the start of the run.
    fn at(&self, seconds: f64) -> DAffine3 {
        let Some(motion) = &self.motion else {
            return self.rest;
        };
        let vector = |curve: &Option<Curve>, rest: DVec3| match curve {
            Some(curve) => {
                let mut out = [0.0; 3];
                curve.at(seconds, &mut out);
                DVec3::from(out)
            }
            None => rest,
        };
        let rotation = match &motion.rotation {
            Some(curve) => {
                let mut out = [0.0; 4];
                curve.at(seconds, &mut out);
                // A spline leaves the unit sphere between its keys, and may pass through zero.
                let length = DQuat::from_array(out).length();
                match length > 1e-9 {
                    true => DQuat::from_array(out.map(|it| it / length)),
                    false => motion.rest.rotation,
                }
            }
            None => motion.rest.rotation,
        };
        let placed = Placed {
            translation: vector(&motion.translation, motion.rest.translation),
            rotation,
            scale: vector(&motion.scale, motion.rest.scale),
        };
        placed.affine()
    }
}

impl NodeMotion {
    /// The curves of the node.
    pub fn curves(&self) -> impl Iterator<Item = &Curve> {
        let curves = [&self.translation, &self.rotation, &self.scale];
        curves.into_iter().flatten()
    }
}

/// A transform in single precision.
pub(crate) fn single(transform: &DAffine3) -> Affine3A {
    Affine3A::from_mat3_translation(transform.matrix3.as_mat3(), transform.translation.as_vec3())
}

#[cfg(test)]
mod tests {
    use glam::Vec3A;

    use super::*;
    use crate::animated::curve::tests::two_keys;

    /// An arm: a shoulder at x 10 that turns a right angle about z in a second, and an elbow a meter
    /// up from it that grows to twice its size.
    fn arm() -> Rig {
        let node = |parent, rest: Placed, [rotation, scale]: [Option<Curve>; 2]| RigNode {
            parent,
            rest: rest.affine(),
            motion: Some(Box::new(NodeMotion {
                rest,
                translation: None,
                rotation,
                scale,
            })),
        };
        let at = |translation| Placed {
            translation,
            ..Placed::IDENTITY
        };
        let half = std::f32::consts::FRAC_1_SQRT_2;
        let turn = two_keys([0.0, 0.0, 0.0, 1.0], [0.0, 0.0, half, half], 1.0);
        let growth = two_keys([1.0; 3], [2.0; 3], 1.0);
        let (shoulder, elbow) = (at(DVec3::X * 10.0), at(DVec3::Y));
        Rig {
            root: DAffine3::from_translation(DVec3::X * -10.0),
            nodes: vec![
                node(None, shoulder, [Some(turn), None]),
                node(Some(0), elbow, [None, Some(growth)]),
            ],
            skins: vec![RigSkin {
                joints: vec![(1, DAffine3::from_translation(DVec3::NEG_Y))],
            }],
            weights: vec![two_keys([0.0, 1.0], [1.0, 0.0], 1.0)],
        }
    }

    #[test]
    fn joints_follow_their_parents_and_undo_their_bind() {
        let rig = arm();
        let mut pose = RigPose::default();
        let mut hand = |seconds: f64| {
            rig.pose(seconds, &mut pose);
            // The hand is bound half a meter above the elbow.
            let hand = pose.joints[0][0].transform_point3a(Vec3A::Y * 1.5);
            (hand, pose.weights[0].clone())
        };
        let (at_rest, weights) = hand(0.0);
        assert!(at_rest.distance(Vec3A::Y * 1.5) < 1e-6, "{at_rest}");
        assert_eq!(weights, [0.0, 1.0]);
        // An eighth of a circle, and the half meter has become 0.75 m.
        let (halfway, weights) = hand(0.5);
        let diagonal = Vec3A::new(-1.0, 1.0, 0.0) * std::f32::consts::FRAC_1_SQRT_2;
        assert!(halfway.distance(diagonal * 1.75) < 1e-6, "{halfway}");
        assert_eq!(weights, [0.5, 0.5]);
        assert_eq!(hand(7.5), (halfway, weights), "it goes round");
        assert_eq!(rig.rounds(), [1.0]);
    }
}
