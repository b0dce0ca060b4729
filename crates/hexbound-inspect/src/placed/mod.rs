//! The shapes of a scene that the player places and turns: the touching ones, the place and depth of the
//! contact, and the hits of the placed ray.
//!
//! `form` has their geometry, `relation` the relation of two shapes, `hits` the ray's hits. `costs` has
//! the numbers of boxes and triangles tested in a query of a mesh.

mod costs;
mod form;
mod hits;
mod relation;

use glam::{DVec3, Vec3};

use super::{
    Inspection, InspectionRequest, Weight,
    legend::colors::{AMBER, BLUE, CORAL, GRAY, GREEN, TEAL, VIOLET},
};
use form::Placed;
use hexbound_base::{
    debug_lines::{DebugColor, DebugLines},
    words::{Phrase, phrase, phrase_of},
};
use hexbound_level::Level;
use hexbound_sim::World;
use hits::{MarkedHit, hits};
use relation::Relation;

/// The largest number of described pairs.
const MAX_PAIRS: usize = 8;
/// The largest number of described hits.
const MAX_HITS: usize = 8;
/// The depth beyond which two shapes count as inseparable, meters. Infinite shapes overlap by more.
const MAX_SEPARABLE_DEPTH: f64 = 15.0;

/// Two of the shapes by their indices, and their relation.
struct Pair {
    indices: [usize; 2],
    relation: Relation,
}

pub(crate) fn inspect(level: &Level, world: &World, _request: &InspectionRequest) -> Inspection {
    let handles = world.props.iter().zip(&level.props);
    let shapes: Vec<Placed> = handles
        .filter_map(|(state, prop)| Placed::of(state, prop))
        .collect();
    let mut view = Inspection::titled(phrase("the-placed-shapes"));
    if shapes.is_empty() {
        view.legend.report(phrase("no-placed-shapes"));
        return view;
    }
    let pairs = pairs(&shapes);
    let touching: Vec<&Pair> = pairs.iter().filter(|it| it.relation.touches()).collect();
    for (index, shape) in shapes.iter().enumerate() {
        let touches = touching.iter().any(|pair| pair.indices.contains(&index));
        let color = color_of(shape, touches);
        shape.draw(color, &mut view.debug);
        (view.legend).label(shape.at, phrase_of("placed", shape.shape.name()), color);
    }
    show_pairs(&shapes, &pairs, &touching, &mut view);
    let selected: Vec<&Placed> = shapes.iter().filter(|it| it.is_selected).collect();
    if selected.is_empty() || selected.iter().any(|it| it.ray().is_some()) {
        show_hits(&shapes, level, &mut view);
    }
    // Among the pairs of the selection, the deepest or nearest one with a mesh.
    let with_mesh = pairs.iter().find(|it| it.relation.triangles.is_some());
    if let (false, Some(pair)) = (selected.is_empty(), with_mesh) {
        costs::describe(pair.indices.map(|it| &shapes[it]), &mut view.legend);
    }
    view.legend.color(AMBER, phrase("one-is-selected"));
    view.legend.color(CORAL, phrase("one-touches"));
    view.legend.color(TEAL, phrase("one-touches-none"));
    view
}

fn color_of(shape: &Placed, touches: bool) -> DebugColor {
    match (shape.is_selected, touches) {
        (true, _) => AMBER,
        (false, true) => CORAL,
        (false, false) => TEAL,
    }
}

/// All pairs with a selected shape, or all pairs without a selection; the deepest first.
fn pairs(shapes: &[Placed]) -> Vec<Pair> {
    let is_any_selected = shapes.iter().any(|shape| shape.is_selected);
    let mut pairs = Vec::new();
    for (second, b) in shapes.iter().enumerate() {
        for (first, a) in shapes[..second].iter().enumerate() {
            if !is_any_selected || a.is_selected || b.is_selected {
                let mut relation = Relation::of(&a.form, &b.form);
                if relation.touches() {
                    // The pairs are counted by the trees, so that a pair has one number wherever it is
                    // described.
                    let counted = costs::touching([a, b]);
                    relation.triangles = counted.or(relation.triangles);
                }
                pairs.push(Pair {
                    indices: [first, second],
                    relation,
                });
            }
        }
    }
    let distance = |pair: &Pair| pair.relation.separation.distance;
    pairs.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
    pairs
}

/// Describes and marks the touching pairs, and the nearest of the others.
fn show_pairs(shapes: &[Placed], pairs: &[Pair], touching: &[&Pair], view: &mut Inspection) {
    let Inspection { debug, legend } = view;
    let text = phrase("pairs-touch").with("count", touching.len());
    legend.add(None, text.with("all", pairs.len()), Weight::Answer);
    let nearest = pairs.get(touching.len());
    for pair in touching.iter().copied().take(MAX_PAIRS).chain(nearest) {
        let color = match pair.relation.touches() {
            true => VIOLET,
            false => BLUE,
        };
        legend.color(color, describe(pair, shapes));
        mark(pair, color, debug);
    }
    if touching.len() > MAX_PAIRS {
        legend.report(phrase("pairs-more").with("count", touching.len() - MAX_PAIRS));
    }
}

/// Describes a pair.
fn describe(pair: &Pair, shapes: &[Placed]) -> Phrase {
    let [a, b] = (pair.indices).map(|it| phrase_of("placed", shapes[it].shape.name()));
    let distance = pair.relation.separation.distance;
    let text = match (pair.relation.triangles, pair.relation.touches()) {
        (_, false) => phrase("pair-apart"),
        (_, true) if -distance > MAX_SEPARABLE_DEPTH => phrase("pair-endless"),
        (Some(_), true) => phrase("pair-of-mesh-deep"),
        (None, true) => phrase("pair-deep"),
    };
    text.with("a", a)
        .with("b", b)
        .with("meters", format!("{:.3}", distance.abs()))
        .with("triangles", pair.relation.triangles.unwrap_or_default())
}

/// Draws the two points of a pair, and the line between them.
fn mark(pair: &Pair, color: DebugColor, debug: &mut DebugLines) {
    let separation = &pair.relation.separation;
    let [from, to] = [separation.on_a, separation.on_b].map(DVec3::as_vec3);
    if separation.distance.abs() < MAX_SEPARABLE_DEPTH {
        debug.line(from, to, color);
        for point in [from, to] {
            debug.cross(point, 0.04, color);
        }
    }
}

/// Describes and marks the hits of the ray.
fn show_hits(shapes: &[Placed], level: &Level, Inspection { debug, legend }: &mut Inspection) {
    for ray in shapes.iter().filter_map(Placed::ray) {
        let hits = hits(&ray, shapes, level);
        let text = phrase("ray-meets").with("count", hits.len());
        legend.add(None, text, Weight::Answer);
        for hit in hits.iter().take(MAX_HITS) {
            legend.color(GREEN, hit.describe());
        }
        if hits.len() > MAX_HITS {
            legend.report(phrase("hits-more").with("count", hits.len() - MAX_HITS));
        }
        hits.iter().for_each(|hit| mark_hit(hit, debug));
    }
}

fn mark_hit(hit: &MarkedHit, debug: &mut DebugLines) {
    debug.cross(hit.point, 0.04, GREEN);
    let normal = hit.normal.try_normalize().unwrap_or(Vec3::Y);
    debug.arrow(hit.point, hit.point + normal * 0.25, GREEN);
    if let Some((_, Some(texel))) = &hit.texel {
        let [red, green, blue] = texel.color.map(|part| f32::from(part) / 255.0);
        let (aside, up) = normal.any_orthonormal_pair();
        let corners = [aside + up, up - aside, -aside - up, aside - up];
        let corners = corners.map(|corner| hit.point + normal * 0.01 + corner * 0.05);
        debug.fill(&corners, [red, green, blue, 1.0]);
        debug.outline(&corners, GRAY);
    }
}

#[cfg(test)]
mod tests {
    use super::{
        form::{Form, TexturedMesh},
        *,
    };
    use hexbound_level::PlacedShape;
    use hexbound_scenes::catalog;
    use hexbound_sim::Rules;

    fn begun() -> (Level, World) {
        let level = catalog::open("test:shapes").unwrap();
        let world = World::new(&level, Rules::default());
        (level, world)
    }

    fn handle(level: &Level, shape: PlacedShape) -> usize {
        let is_it = |prop: &hexbound_level::Prop| prop.placed() == Some(shape);
        level.props.iter().position(is_it).unwrap()
    }

    /// The shape of the scene with that place and those turns.
    pub(super) fn placed(shape: PlacedShape, at: Vec3, turns: Vec3) -> Placed {
        let (level, world) = begun();
        let index = handle(&level, shape);
        let mut state = world.props[index];
        (state.position, state.speeds) = (at, turns);
        Placed::of(&state, &level.props[index]).unwrap()
    }

    pub(super) fn mesh(placed: &Placed) -> &'static TexturedMesh {
        match placed.form {
            Form::Mesh(mesh, _) => mesh,
            _ => panic!("no mesh"),
        }
    }

    /// The ray runs through both sides of the ring and its other side, the burr, the frustum and the
    /// endless cylinder to the wall.
    #[test]
    fn the_ray_meets_everything_on_its_way_in_order() {
        let (level, world) = begun();
        let shapes: Vec<Placed> = (world.props.iter().zip(&level.props))
            .filter_map(|(state, prop)| Placed::of(state, prop))
            .collect();
        let ray = shapes.iter().find_map(Placed::ray).unwrap();
        let hits = hits(&ray, &shapes, &level);
        let distances: Vec<f32> = hits.iter().map(|hit| hit.distance).collect();
        assert!(distances.is_sorted(), "{distances:?}");
        let texts: Vec<String> = (hits.iter())
            .map(|hit| hexbound_base::words::Words::english().say(&hit.describe()))
            .collect();
        let met = |what: &str| texts.iter().position(|it| it.contains(what)).unwrap();
        let order = ["ring", "burr", "endless cylinder", "the level"].map(met);
        assert!(order.is_sorted(), "{texts:?}");
        let (last, wall) = (hits.last().unwrap(), texts.last().unwrap());
        assert!((last.distance - 15.6).abs() < 1e-3, "{wall}");
        // The grid repeats every meter, and its texels are 64 to the meter.
        let (uv, texel) = last.texel.clone().unwrap();
        let texel = texel.unwrap();
        let place = uv.map(|it| ((it - it.floor()) * 64.0).floor());
        assert_eq!(place.as_uvec2().to_array(), texel.place, "{wall}");
        for hit in &hits {
            assert!(ray.at(hit.distance).distance(hit.point) < 1e-3);
            let is_on_face = |uv: glam::Vec2| uv.min_element() > -1e-3 && uv.x + uv.y < 1.001;
            assert!(hit.uv.is_none_or(is_on_face), "{texts:?}");
        }
    }
}
