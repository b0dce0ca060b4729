//! Converts a draft's animated meshes to local coordinates, and reports drawn parts that move away from
//! their solid ones.

use std::sync::Arc;

use glam::{DAffine3, DVec3, Vec3};
use hexbound_base::words::counted;
use hexbound_collide::geom::Aabb;

use super::Draft;
use crate::{Code, Finding, LevelMesh, Part, named};

/// The least distance between a drawn mesh and its solid place that is reported, meters: about half the
/// body's width.
const MIN_REPORTED_DISTANCE: f32 = 0.4;

/// The greatest distance of animated meshes from the level's center, meters.
const MAX_REACH: f32 = 1.0e6;

/// The most meshes that are reported by name.
const MAX_NAMED_MESHES: usize = 4;

/// Moves a draft's animated meshes into `mesh`, and records their reach in its parts. Meshes that leave
/// the range of numbers stay at rest, with a finding.
pub(super) fn take(draft: &mut Draft, mesh: &mut LevelMesh, origin: DVec3, is_model: bool) {
    let mut animated = std::mem::take(&mut draft.mesh.animated);
    let to_local = DAffine3::from_translation(-origin);
    animated.rig.root = to_local * animated.rig.root;
    for mesh in &mut animated.meshes {
        mesh.transform = to_local * mesh.transform;
    }
    let bounds = animated.bounds();
    let is_near = |bounds: &Aabb| {
        let reach = bounds.min.abs().max(bounds.max.abs());
        reach.cmple(Vec3::splat(MAX_REACH)).all()
    };
    let mut fitting = bounds.iter().map(is_near);
    animated.meshes.retain(|_| fitting.next().unwrap_or(false));
    let mut lost = 0;
    let mut meshes = animated.meshes.iter();
    for bounds in &bounds {
        match is_near(bounds) {
            true => {
                let part = meshes.next().and_then(|it| mesh.parts.get_mut(it.part));
                if let Some(part) = part {
                    let known = part.animated.unwrap_or(part.bounds);
                    part.animated = Some(known.union(*bounds));
                }
            }
            false => lost += 1,
        }
    }
    if lost > 0 {
        let problem = format!(
            "{} at rest, whose motion leaves the range of numbers",
            counted(lost, "animated mesh stays", "animated meshes stay")
        );
        draft.findings.push(Finding::new(Code::LeftOut, problem));
    }
    if !is_model {
        draft.findings.extend(drawn_only(&mesh.parts));
    }
    mesh.animated = Arc::new(animated);
}

/// The finding about solid meshes that are drawn far from their solid places.
fn drawn_only(parts: &[Part]) -> Option<Finding> {
    let leaves = |part: &&Part| {
        let distance = part.animated.map(|drawn| {
            let (low, high) = (part.bounds.min - drawn.min, drawn.max - part.bounds.max);
            low.max(high).max_element()
        });
        part.solid && distance.is_some_and(|distance| distance > MIN_REPORTED_DISTANCE)
    };
    let leaving = parts.iter().filter(leaves);
    let mut names: Vec<&str> = leaving.map(|part| &part.name[..]).collect();
    names.dedup();
    let first = *names.first()?;
    let problem = format!(
        "bodies meet {} at rest, not where skins and morph targets take what is drawn",
        named(&names, MAX_NAMED_MESHES)
    );
    Some(Finding::new(Code::DrawnOnly, problem).of_node(first))
}
