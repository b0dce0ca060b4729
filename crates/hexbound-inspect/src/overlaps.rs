//! The classes that ignore each other, and the overlaps of their props: mesh against mesh, by the
//! collision library's groups.

use std::{collections::BTreeMap, sync::Arc};

use glam::Quat;
use hexbound_collide::{Group, ObjectContact, ObjectId, Response, geom::Aabb};

use super::{
    Inspection,
    legend::colors::{CORAL, PALE},
};
use hexbound_base::{
    debug_lines::DebugLines,
    words::{Phrase, phrase, phrase_of},
};
use hexbound_level::{BodyKind, Level};
use hexbound_sim::World;

/// The largest number of described overlaps.
const MAX_ROWS: usize = 6;

/// Describes the classes that ignore each other and the props that overlap. Draws their touching
/// triangles, or their boxes if boxes are tested.
pub(crate) fn add(level: &Level, world: &World, Inspection { debug, legend }: &mut Inspection) {
    let classes = &level.play.classes;
    for (pair, test) in classes.passing() {
        let [one, other] = pair.map(|class| Phrase::plain(classes.name(class)));
        let row = phrase("classes-pass").with("one", one).with("other", other);
        legend.report(row.with("test", phrase_of("pair-test", name_of(test))));
    }
    if classes.all_stop() {
        return;
    }
    let (group, props) = grouped(level, world);
    for contact in group.touching().iter().take(MAX_ROWS) {
        let pair = contact.objects.map(|id| props[&id]);
        let [one, other] = pair.map(|index| Phrase::plain(level.props[index].name.clone()));
        let found = phrase_of("pair-found", name_of(contact.response));
        let found = found.with("count", contact.triangles.len());
        let row = phrase("props-overlap").with("found", found);
        legend.color(CORAL, row.with("one", one).with("other", other));
        draw(level, world, contact, pair, debug);
    }
}

/// The level's props as objects of a group, and the index of the prop that each object is.
fn grouped(level: &Level, world: &World) -> (Group, BTreeMap<ObjectId, usize>) {
    let classes = &level.play.classes;
    let mut group = Group::new(classes.overlap_table());
    let mut props = BTreeMap::new();
    for (index, (state, prop)) in world.props.iter().zip(&level.props).enumerate() {
        let class = classes.get(BodyKind::Prop, index as u32);
        let mesh = Arc::new(prop.solid.clone());
        if let Some(id) = group.add(mesh, state.position, Quat::IDENTITY, class) {
            props.insert(id, index);
        }
    }
    (group, props)
}

fn draw(
    level: &Level,
    world: &World,
    contact: &ObjectContact,
    pair: [usize; 2],
    debug: &mut DebugLines,
) {
    let (ones, others): (Vec<u32>, Vec<u32>) = contact.triangles.iter().copied().unzip();
    for (index, triangles) in pair.into_iter().zip([ones, others]) {
        let (mesh, at) = (&level.props[index].solid, world.props[index].position);
        for triangle in triangles {
            debug.outline(&mesh.corners(triangle).map(|corner| corner + at), CORAL);
        }
        if contact.response == Response::Bounds {
            let bounds = mesh.bounds();
            debug.cuboid(Aabb::new(bounds.min + at, bounds.max + at), PALE);
        }
    }
}

/// The message id of a test.
fn name_of(test: Response) -> &'static str {
    match test {
        Response::Ignore => "ignore",
        Response::Bounds => "bounds",
        Response::First => "first",
        Response::All => "all",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_base::words::check_family;

    #[test]
    fn every_test_has_words() {
        use Response::{All, Bounds, First, Ignore};
        let all = [Ignore, Bounds, First, All];
        check_family("pair-test", all.map(name_of));
        check_family("pair-found", all[1..].iter().map(|test| name_of(*test)));
    }
}
