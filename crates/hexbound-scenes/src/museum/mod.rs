//! The halls of the museum of failures: rows of bays along an aisle. Each bay has the same piece of
//! ground twice: left for the method that fails, right for the game's own. `hexbound-museum` runs the
//! exhibits.

mod balls;
mod documents;
mod sign;
mod walking;

use glam::Vec3;

use super::{
    SceneBuilder,
    builder::{grid_material, painted},
};
use hexbound_level::{Alpha, Level, Material};

/// The prefix of the halls' names among the scenes.
const HALL_PREFIX: &str = "museum-";

/// Half the width of one half of a bay, along x, meters.
pub const HALF_WIDTH: f32 = 3.0;
/// The depth of a bay, along −z from its front, meters.
pub(super) const BAY_DEPTH: f32 = 12.0;
/// The distance from the middle of one bay to the middle of the next, meters.
const BAY_PITCH: f32 = 15.0;
/// The distance from the middle of a bay to the middle of each half, meters.
const HALF_OFFSET: f32 = 3.5;
/// The width of the aisle before the bays, meters.
const AISLE_WIDTH: f32 = 10.5;
/// The height of the walls between bays, meters.
const WALL_HEIGHT: f32 = 5.0;
/// The height of the lower side of the beam with the code over the front of a bay, meters.
const BEAM_BOTTOM: f32 = 3.5;
/// The depth of the beam, meters.
const BEAM_DEPTH: f32 = 0.4;
/// The height of the rail between the halves of a bay, meters.
const RAIL_HEIGHT: f32 = 0.9;
/// The distance of a bay's button from the front, meters; from there all of the bay is visible.
const BUTTON_DISTANCE: f32 = 5.5;
/// Half the side of the button, meters.
const BUTTON_HALF: f32 = 0.9;

/// A hall of the museum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hall {
    /// Characters on a mesh of triangles.
    Walking,
    /// Balls.
    Balls,
    /// Methods that the five documents describe.
    Documents,
}

/// A bay of a hall.
#[derive(Clone, Copy, Debug)]
pub struct Bay {
    /// The code of the bay's exhibit, such as `a1`.
    pub code: &'static str,
    /// Adds one half of the bay to a scene: x from −[`HALF_WIDTH`] to [`HALF_WIDTH`], z from 0 at the
    /// front to −[`BAY_DEPTH`], the floor at 0. The function adds its own floor.
    pub half: fn(SceneBuilder) -> SceneBuilder,
}

/// The side of a bay, as seen from the aisle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The left side: the method that fails.
    Naive,
    /// The right side: the game's own.
    Ours,
}

impl Hall {
    pub const ALL: [Hall; 3] = [Hall::Walking, Hall::Balls, Hall::Documents];

    /// The name of the hall on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Hall::Walking => "walking",
            Hall::Balls => "balls",
            Hall::Documents => "documents",
        }
    }

    /// The name of the hall's scene.
    pub fn scene(self) -> String {
        format!("{HALL_PREFIX}{}", self.name())
    }

    /// The hall named `name` on the command line.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|hall| hall.name() == name)
    }

    /// The hall whose scene is named `name`.
    pub fn of_scene(name: &str) -> Option<Self> {
        Self::find(name.strip_prefix(HALL_PREFIX)?)
    }

    /// The bays of the hall, from the entrance on.
    pub fn bays(self) -> &'static [Bay] {
        match self {
            Hall::Walking => walking::WALKING_BAYS,
            Hall::Balls => balls::BALL_BAYS,
            Hall::Documents => documents::DOCUMENT_BAYS,
        }
    }

    /// Builds the hall.
    pub(super) fn build(self) -> SceneBuilder {
        let end = BAY_PITCH * (self.bays().len().max(1) as f32 - 0.5);
        let start = -BAY_PITCH * 0.5;
        let (front, back) = (AISLE_WIDTH, -BAY_DEPTH);
        let mut scene = SceneBuilder::new()
            .part_of("aisle", painted("aisle", [0.50, 0.46, 0.40]))
            .floor(start, 0.0, end, front, 0.0)
            .part_of("walls", painted("walls", [0.60, 0.57, 0.52]))
            .cuboid(
                Vec3::new(start, 0.0, front),
                Vec3::new(end, WALL_HEIGHT, front + 0.4),
            )
            .cuboid(
                Vec3::new(start, -8.0, back - 0.4),
                Vec3::new(end, WALL_HEIGHT, back),
            )
            .spawn(Vec3::new(0.0, 0.0, front - 2.0), 0.0);
        for bay in 0..=self.bays().len() {
            let x = BAY_PITCH * (bay as f32 - 0.5);
            let low = Vec3::new(x - 0.5, -8.0, back);
            scene = scene.cuboid(low, Vec3::new(x + 0.5, WALL_HEIGHT, 0.0));
        }
        for side in [start - 0.4, end] {
            let low = Vec3::new(side, -8.0, back);
            scene = scene.cuboid(low, Vec3::new(side + 0.4, WALL_HEIGHT, front));
        }
        for (index, bay) in self.bays().iter().enumerate() {
            scene = bay.furnish(scene, index);
        }
        scene
    }

    /// The index of the bay at `place`: inside the bay, or in the aisle before it.
    pub fn bay_at(self, place: Vec3) -> Option<usize> {
        let index = (place.x / BAY_PITCH).round();
        let is_there = index >= 0.0 && (-BAY_DEPTH..=AISLE_WIDTH).contains(&place.z);
        let index = is_there.then_some(index as usize)?;
        (index < self.bays().len()).then_some(index)
    }
}

impl Bay {
    /// Adds the bay to its hall: both halves, the rail between them, sills of the color of each side,
    /// the button, and the beam with its code.
    fn furnish(&self, mut scene: SceneBuilder, index: usize) -> SceneBuilder {
        let middle = Vec3::X * (BAY_PITCH * index as f32);
        let slab = |half: Vec3, at: Vec3| (middle + at - half, middle + at + half);
        for side in [Side::Naive, Side::Ours] {
            let half = (self.half)(SceneBuilder::new().part_of("ground", ground()));
            scene = scene.with_scene(half, origin(index, side));
            let (name, color) = side.paint();
            let at = origin(index, side) - middle;
            let sill = slab(Vec3::new(HALF_WIDTH, 0.03, 0.15), at.with_z(0.15));
            scene = (scene.part_of(name, painted(name, color))).cuboid(sill.0, sill.1);
        }
        let (half_height, half_depth) = (RAIL_HEIGHT * 0.5, BAY_DEPTH * 0.5);
        let rail = Vec3::new(HALF_OFFSET - HALF_WIDTH, half_height + 4.0, half_depth);
        let rail = slab(rail, Vec3::new(0.0, half_height - 4.0, -half_depth));
        let button = Vec3::new(BUTTON_HALF, 0.04, BUTTON_HALF);
        let button = slab(button, Vec3::new(0.0, 0.0, BUTTON_DISTANCE));
        let scene = scene
            .part_of("rail", painted("rail", [0.45, 0.42, 0.38]))
            .cuboid(rail.0, rail.1)
            .part_of("button", painted("button", [0.75, 0.55, 0.10]))
            .cuboid(button.0, button.1);
        self.with_beam(scene, middle)
    }

    /// Adds the beam over the front, with the code in raised glyphs.
    fn with_beam(&self, scene: SceneBuilder, middle: Vec3) -> SceneBuilder {
        let height = WALL_HEIGHT - BEAM_BOTTOM;
        let half = Vec3::new(BAY_PITCH * 0.5 - 0.5, height * 0.5, BEAM_DEPTH * 0.5);
        let at = middle + Vec3::new(0.0, (WALL_HEIGHT + BEAM_BOTTOM) * 0.5, -half.z);
        let scene = scene
            .part_of("beam", painted("beam", [0.10, 0.09, 0.08]))
            .cuboid(at - half, at + half)
            .part_of("sign", painted("sign", [0.90, 0.86, 0.76]));
        sign::write(scene, self.code, at.with_z(0.0))
    }

    /// One half of the bay as a level of its own, in the coordinates of [`Bay::half`].
    pub fn alone(&self) -> Option<Level> {
        let scene = SceneBuilder::new().spawn(Vec3::new(0.0, 0.0, -1.0), 0.0);
        let built = (self.half)(scene).build(&format!("{HALL_PREFIX}{}", self.code));
        built.inspect_err(|error| log::error!("{error}")).ok()
    }
}

impl Side {
    /// The name and the color, linear RGB, of the markings of the side.
    fn paint(self) -> (&'static str, [f32; 3]) {
        match self {
            Side::Naive => ("naive side", [0.60, 0.16, 0.05]),
            Side::Ours => ("our side", [0.08, 0.42, 0.16]),
        }
    }
}

/// A bay of an exhibit.
const fn bay(code: &'static str, half: fn(SceneBuilder) -> SceneBuilder) -> Bay {
    Bay { code, half }
}

/// Adds a floor that fills the half of a bay.
fn plain(scene: SceneBuilder) -> SceneBuilder {
    scene.floor(-HALF_WIDTH, -BAY_DEPTH, HALF_WIDTH, 0.0, 0.0)
}

/// The usual material, drawn from behind as well: a visitor looks into a bay from everywhere.
fn ground() -> Material {
    Material {
        double_sided: true,
        ..grid_material()
    }
}

/// Begins a part of panes, which keep a body behind or within them visible.
fn panes(scene: SceneBuilder) -> SceneBuilder {
    let [red, green, blue] = [0.55, 0.68, 0.72];
    scene.part_of(
        "panes",
        Material {
            name: String::from("pane"),
            base_color: [red, green, blue, 0.35],
            alpha: Alpha::Blend,
            ..ground()
        },
    )
}

/// The position in the hall of a half's origin.
pub fn origin(bay: usize, side: Side) -> Vec3 {
    let side = match side {
        Side::Naive => -HALF_OFFSET,
        Side::Ours => HALF_OFFSET,
    };
    Vec3::new(BAY_PITCH * bay as f32 + side, 0.0, 0.0)
}

/// Returns whether feet stand on the button of a bay.
pub fn is_on_button(bay: usize, feet: Vec3) -> bool {
    let from = (feet - Vec3::new(BAY_PITCH * bay as f32, 0.0, BUTTON_DISTANCE)).abs();
    from.x.max(from.z) <= BUTTON_HALF && from.y < 0.5
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_between_visitors_and_a_body_lets_them_see_it() {
        let has_panes = |bay: &&Bay| {
            let materials = bay.alone().unwrap().materials;
            materials.iter().any(|it| it.alpha == Alpha::Blend)
        };
        let bays = Hall::ALL.into_iter().flat_map(Hall::bays);
        let codes: Vec<_> = bays.filter(has_panes).map(|bay| bay.code).collect();
        let with_panes = [
            "a1", "a2", "a3", "a4", "a5", "a9", "a12", "b4", "b7", "d1", "d2", "d4", "d5", "d7",
            "d10", "d11",
        ];
        assert_eq!(codes, with_panes);
    }
}
