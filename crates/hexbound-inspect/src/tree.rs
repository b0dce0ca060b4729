//! The boxes of the tree at one depth, with those one level above drawn faintly.

use super::{
    Inspection, InspectionRequest,
    legend::colors::{AMBER, BLUE, CORAL, GREEN, PALE, TEAL, VIOLET, faint},
    sight::{Sight, report_hidden},
};
use hexbound_collide::{CollisionMesh, geom::Aabb};

use hexbound_base::{
    debug_lines::{DebugColor, DebugLines},
    words::phrase,
};

/// The largest number of boxes that can be distinguished. The nearest are kept.
const MAX_BOXES: usize = 400;
/// The opacity of the boxes above the requested depth.
const PARENT_OPACITY: f32 = 0.25;

/// The colors by depth, repeated in order.
const DEPTH_COLORS: [DebugColor; 7] = [PALE, CORAL, AMBER, GREEN, TEAL, BLUE, VIOLET];

/// The default depth: some dozens of boxes in a usual level.
pub const USUAL_DEPTH: u32 = 2;

/// Returns whether the tree has boxes at this depth.
pub fn has_boxes(mesh: &CollisionMesh, depth: u32) -> bool {
    let mut any = false;
    mesh.tree_boxes(depth, |_| any = true);
    any
}

pub(crate) fn inspect(mesh: &CollisionMesh, request: &InspectionRequest) -> Inspection {
    let mut view = Inspection::titled(phrase("tree-boxes"));
    // The search goes from the root, since the requested depth may be any number.
    let deepest = (0..=request.depth)
        .take_while(|depth| has_boxes(mesh, *depth))
        .last();
    let sight = Sight::of(request);
    let above = deepest.and_then(|depth| depth.checked_sub(1));
    let levels = [(above, PARENT_OPACITY), (deepest, 1.0)];
    for (depth, alpha) in levels {
        let Some(depth) = depth else { continue };
        let (boxes, all) = nearest(mesh, depth, request);
        let color = faint(DEPTH_COLORS[depth as usize % DEPTH_COLORS.len()], alpha);
        (boxes.iter()).for_each(|bounds| view.debug.cuboid(*bounds, color));
        let text = match boxes.len() == all {
            true => phrase("boxes-of-depth"),
            false => phrase("boxes-of-depth-shown").with("shown", boxes.len()),
        };
        (view.legend).color(color, text.with("depth", depth).with("all", all));
        let hidden = boxes.iter().filter(|bounds| !is_seen(bounds, &sight));
        report_hidden(&mut view.legend, hidden.count());
    }
    view.legend.report(phrase("depth-changes"));
    view
}

/// Returns whether any edge of a box is in the picture, since only its edges are drawn.
fn is_seen(bounds: &Aabb, sight: &Sight) -> bool {
    let mut edges = DebugLines::default();
    edges.cuboid(*bounds, PALE);
    (edges.lines.iter()).any(|edge| sight.shows_any_of(&edge.ends))
}

/// The boxes nearest to the eye, and the number of all boxes at the depth.
fn nearest(mesh: &CollisionMesh, depth: u32, request: &InspectionRequest) -> (Vec<Aabb>, usize) {
    let mut boxes = Vec::new();
    mesh.tree_boxes(depth, |bounds| boxes.push(bounds));
    let all = boxes.len();
    if all > MAX_BOXES {
        let distance = |bounds: &Aabb| {
            let inside = request.eye.clamp(bounds.min, bounds.max);
            inside.distance_squared(request.eye)
        };
        boxes.select_nth_unstable_by(MAX_BOXES, |a, b| distance(a).total_cmp(&distance(b)));
        boxes.truncate(MAX_BOXES);
    }
    (boxes, all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_scenes::catalog;

    #[test]
    fn each_depth_lies_within_the_one_above() {
        let level = catalog::open("test:terrain").unwrap();
        let mesh = &level.collision;
        let boxes = |depth| {
            let mut boxes = Vec::new();
            mesh.tree_boxes(depth, |bounds| boxes.push(bounds));
            boxes
        };
        assert_eq!(boxes(0), [mesh.bounds()]);
        let mut depth = 1;
        while has_boxes(mesh, depth) {
            let above = boxes(depth - 1);
            for bounds in boxes(depth) {
                let holds = |outer: &Aabb| outer.contains(bounds.min) && outer.contains(bounds.max);
                assert!(above.iter().any(holds), "{bounds:?} at {depth}");
            }
            depth += 1;
        }
        assert!((3..20).contains(&depth), "{depth} levels");
    }
}
