//! Pictures of what explains the world: the views of collision, with and without words, and the
//! figures.

use hexbound_base::debug_lines::DebugLines;
use hexbound_inspect::{CollisionView, Inspection, InspectionRequest, inspect};
use hexbound_sim::{Buttons, CollisionMode, Command, GroundStrategy, Methods};
use hexbound_ui::{FigureDetail, Figures};

use super::*;

pub const TABLE: &[Row] = &[
    ("collision-mesh", || explained(CollisionView::Mesh)),
    ("collision-tree", || explained(CollisionView::Tree)),
    ("collision-candidates", || {
        explained(CollisionView::Candidates)
    }),
    ("collision-planes", || explained(CollisionView::Planes)),
    ("collision-contacts", || explained(CollisionView::Contacts)),
    ("collision-shells", || among_props(CollisionView::Shells)),
    ("collision-rays", || among_props(CollisionView::Rays)),
    ("collision-legs", legs),
    ("collision-shapes", placed_shapes),
    ("ground-rays", ground_rays),
    ("collision-in-words", in_words),
    ("figures", figures),
];

/// A picture of the tree's boxes.
const DEPTH: u32 = 3;
/// The words have a least size, for which the usual picture is too small.
const READABLE: [u32; 2] = [640, 400];

/// A wedge, a block and a ramp on a floor; the player stands before the block.
fn nook() -> Level {
    let scene = SceneBuilder::new()
        .spawn(vec3(0.0, 0.0, -1.2), 0.0)
        .part("floor")
        .floor(-4.0, -5.0, 4.0, 2.0, 0.0)
        .part("solids")
        .cuboid(vec3(-0.9, 0.0, -3.6), vec3(0.9, 1.3, -2.2))
        .prism(&[[-1.9, -2.0], [-1.4, -3.6], [-2.4, -3.6]], 0.0, 1.8)
        .ramp(vec3(2.2, 0.0, -1.2), vec3(2.2, 1.1, -3.4), 1.3);
    let materials = vec![plain([0.2; 3]), plain([0.3; 3])];
    lit(stage(scene, materials), vec3(0.5, -0.7, -0.4))
}

/// In colors of its own, which makes large pictures small files.
fn flat_nook() -> Level {
    let mut level = nook();
    level.materials = vec![unlit([0.1, 0.1, 0.11, 1.0]), unlit([0.2, 0.2, 0.21, 1.0])];
    level
}

/// After half a second of standing and one of walking against what is ahead.
fn world(level: &Level, collision: CollisionMode) -> World {
    let mut world = after(level, 60, &by(collision));
    let walk = Command::holding(Buttons::FORWARD).by(Methods::by(collision));
    (0..120).for_each(|_| world.step(level, &walk, &mut Vec::new()));
    world
}

fn by(collision: CollisionMode) -> Command {
    Command::default().by(Methods::by(collision))
}

/// Over the player's shoulder, the block's front under the crosshair.
fn aside() -> View {
    looking(vec3(2.4, 2.3, 1.2), 0.6, -0.35)
}

fn seen(view: CollisionView, level: &Level, world: &World, from: &View) -> Inspection {
    inspect(&InspectionRequest::through(from, view, DEPTH), level, world)
}

fn explained(view: CollisionView) -> Feature {
    let level = nook();
    let world = world(&level, CollisionMode::Swept);
    lines(level, &world, view, aside())
}

/// The picture of a world with its lines, and the one without.
fn lines(level: Level, world: &World, view: CollisionView, from: View) -> Feature {
    let seen = seen(view, &level, world, &from);
    let shot = Shot::of(View {
        debug: seen.debug,
        props: View::of(world).props,
        ..from
    });
    Feature::of_shot(level, shot, |shot| shot.view.debug = DebugLines::default())
}

/// The world after so many ticks of a command.
fn after(level: &Level, ticks: u32, command: &Command) -> World {
    let mut world = World::new(level, Rules::default());
    world.keep_journal(true);
    (0..ticks).for_each(|_| world.step(level, command, &mut Vec::new()));
    world
}

/// The four rays of the box, of which two find the block below and two go on past its edge.
fn ground_rays() -> Feature {
    let mut level = nook();
    level.spawn.position += vec3(0.9, 1.3, -1.2);
    let world = after(&level, 60, &by(CollisionMode::Box));
    let view = looking(vec3(3.0, 2.8, 1.6), 0.48, -0.15);
    lines(level, &world, CollisionView::Contacts, view)
}

/// A box that was pushed until a block stopped it, and a ball beside it.
fn among_props(view: CollisionView) -> Feature {
    let place = vec3(-0.6, 0.9, -1.2);
    let scene = SceneBuilder::new()
        .spawn(vec3(1.6, 0.0, -1.0), 0.0)
        .part("floor")
        .floor(-4.0, -5.0, 4.0, 2.0, 0.0)
        .part("block")
        .cuboid(vec3(-1.6, 0.0, -4.2), vec3(0.4, 1.6, -3.4))
        .prop_box("prop box", place, vec3(0.4, 0.5, 0.3), Quat::IDENTITY)
        .prop_sphere("prop ball", vec3(-2.2, 0.9, -2.0), 0.5, Quat::IDENTITY);
    let materials = [0.2, 0.3, 0.25, 0.25].map(|gray| plain([gray; 3])).to_vec();
    let level = lit(stage(scene, materials), vec3(0.5, -0.7, -0.4));
    let mut world = World::new(&level, Rules::default());
    world.keep_journal(true);
    world.props[0].selected = true;
    let mut push = by(CollisionMode::Swept);
    push.buttons = Buttons::PUSH_FORWARD;
    push.methods.ground = GroundStrategy::Rays;
    while world.props[0].contact.is_none() && world.tick < 600 {
        world.step(&level, &push, &mut Vec::new());
    }
    world.props[0].selected = false;
    lines(level, &world, view, aside())
}

/// The shapes of their scene, of which some touch.
fn placed_shapes() -> Feature {
    let level = catalog::open("test:shapes").expect("a scene");
    let world = World::new(&level, Rules::default());
    let view = looking(vec3(0.2, 2.4, 4.4), 0.0, -0.14);
    lines(level, &world, CollisionView::Shapes, view)
}

/// The slide of a walk aslant into the block.
fn legs() -> Feature {
    let mut level = nook();
    level.spawn.yaw = 0.5;
    let mut forward = by(CollisionMode::Swept);
    forward.buttons = Buttons::FORWARD;
    let world = after(&level, 40, &forward);
    lines(level, &world, CollisionView::Legs, aside())
}

/// The planes of a triangle, their names and what is said of them.
fn in_words() -> Feature {
    let level = flat_nook();
    let world = world(&level, CollisionMode::Swept);
    let seen = seen(CollisionView::Planes, &level, &world, &aside());
    let shot = Shot {
        legend: Some(seen.legend),
        size: READABLE,
        ..Shot::of(View {
            debug: seen.debug,
            ..aside()
        })
    };
    Feature::of_shot(level, shot, |shot| shot.legend = None)
}

fn figures() -> Feature {
    let figures = Figures {
        detail: FigureDetail::Full,
        seconds: 65.0,
        frames_per_second: 120.0,
        frame_ms: 8.3,
        tick_ms: 0.4,
        position: dvec3(1.25, 0.9, -3.5),
        speed: 4.2,
        grounded: true,
        contacts: 2,
        balls: 7,
        collision: CollisionMode::Swept,
        level: String::from("nook"),
        triangles: 26,
        draws: 31,
        drawn_triangles: 12_345,
        adapter: String::from("software"),
        ..Figures::default()
    };
    let shot = Shot {
        figures: Some(figures),
        crosshair: true,
        size: READABLE,
        ..Shot::of(aside())
    };
    Feature::of_shot(flat_nook(), shot, |shot| shot.figures = None)
}
