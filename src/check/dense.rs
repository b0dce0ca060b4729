//! Nodes with far more triangles than bodies or eyes can tell apart.

use glam::Vec3;

use crate::level::{Code, Finding, Level, Part};

/// The number of a node's triangles from which on their size is looked at.
const MANY: u32 = 50_000;
/// The side of a usual triangle, meters, below which so many are more than one can tell apart.
const SMALL: f32 = 0.03;

/// Returns findings about solid nodes of very many and very small triangles, but for those that the
/// loader has told already.
pub(super) fn needless(level: &Level) -> Vec<Finding> {
    let is_told = |part: &Part| {
        let mut told = level.findings.iter();
        told.any(|it| it.code == Code::DenseMesh && it.node.as_ref() == Some(&part.name))
    };
    let many = (level.mesh.parts.iter()).filter(|part| part.solid && count_of(part) >= MANY);
    many.filter(|part| !is_told(part))
        .filter_map(|part| finding(level, part))
        .collect()
}

fn count_of(part: &Part) -> u32 {
    (part.indices.end - part.indices.start) / 3
}

fn finding(level: &Level, part: &Part) -> Option<Finding> {
    let indices = &level.mesh.indices[part.indices.start as usize..part.indices.end as usize];
    let area: f64 = (indices.chunks_exact(3))
        .map(|corners| {
            let corner = |at: usize| Vec3::from(level.mesh.vertices[corners[at] as usize].position);
            let (a, b, c) = (corner(0), corner(1), corner(2));
            f64::from(0.5 * (b - a).cross(c - a).length())
        })
        .sum();
    let count = count_of(part);
    let side = (area / f64::from(count)).sqrt() as f32;
    (side < SMALL).then(|| {
        let problem = format!(
            "it has {count} solid triangles of about {:.1} cm",
            100.0 * side
        );
        Finding::about("node", &part.name, Code::DenseMesh, problem).at(part.bounds.center())
    })
}
