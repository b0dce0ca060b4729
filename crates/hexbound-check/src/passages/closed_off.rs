//! Rooms that the player can't enter: floors with walls around and a ceiling, out of reach of walks,
//! jumps and lifts from the spawn.

use std::f32::consts::TAU;

use glam::{Vec2, Vec3};
use hexbound_collide::{CollisionMesh, geom::Aabb};

use super::{
    super::report::{Weighed, largest_first},
    legs::{BodySize, Spot},
    reach::{Limits, Reach},
};
use hexbound_level::{Code, Finding, Level};
use hexbound_reach::{Floors, shows_front, stand_on};

/// The least distance between the columns in which floors are searched, meters.
const MIN_COLUMN_SPACING: f32 = 0.8;
/// The largest number of columns.
const MAX_COLUMNS: f32 = 20_000.0;
/// The largest number of floors in one column.
const MAX_COLUMN_FLOORS: usize = 12;
/// The least floor of a room, m².
const MIN_FLOOR_AREA: f32 = 4.0;
/// The largest number of explored places in one room.
const MAX_PLACES: usize = 4_000;
/// The number of places of a room from which its walls are tested.
const ROOM_SAMPLES: usize = 8;
/// The number of rays around each sampled place of a room.
const RAYS_AROUND: usize = 12;
/// The least share of rays that hit walls, and of places below a ceiling, in a room.
const MIN_ENCLOSED_SHARE: f32 = 0.9;
/// The largest distance of walls, meters.
const MAX_WALL_REACH: f32 = 40.0;
/// The largest distance of a ceiling, meters.
const MAX_CEILING_DISTANCE: f32 = 15.0;
/// The distance from a mover's positions within which it may reach a room, meters.
const MOVER_DISTANCE: f32 = 1.5;

/// Finds the rooms.
pub(super) fn findings(level: &Level, reach: &Reach) -> Vec<Finding> {
    if reach.is_partial {
        return Vec::new();
    }
    let mesh = &*level.collision;
    let swept: Vec<Aabb> = (level.movers.iter())
        .map(|mover| mover.bounds_of(&mover.collision.bounds()))
        .map(|bounds| bounds.grown(Vec3::splat(MOVER_DISTANCE)))
        .collect();
    let (mut rooms, mut found): (Vec<Reach>, Vec<Weighed>) = (Vec::new(), Vec::new());
    for top in columns(mesh) {
        for center in floors(mesh, top) {
            let spot = Spot::on_level(center, BodySize::STANDING.half_height);
            let is_known = |reach: &Reach| reach.near(spot.center, spot.height).is_some();
            if is_known(reach) || rooms.iter().any(is_known) {
                continue;
            }
            let limits = Limits {
                max_places: MAX_PLACES,
                excluded: Some(reach),
                ..Limits::default()
            };
            let room = Reach::on_foot(mesh, spot, &limits);
            if let Some(place) = room_place(mesh, &swept, reach, &room) {
                let area = room.area();
                let problem =
                    format!("no way leads from the spawn to a part with {area:.0} m² of floor");
                found.push(Weighed {
                    finding: Finding::new(Code::ClosedOff, problem).at(place),
                    weight: area,
                });
            }
            rooms.push(room);
        }
    }
    largest_first(Code::ClosedOff, found)
}

/// The place nearest to a closed-off room's center. `None` if it is open, reachable or no room.
fn room_place(mesh: &CollisionMesh, swept: &[Aabb], reach: &Reach, room: &Reach) -> Option<Vec3> {
    let leads_out = room.falls.len() > room.places().len() / 4
        || (room.places().iter()).any(|it| reach.near(it.spot.center, it.spot.height).is_some());
    if room.area() < MIN_FLOOR_AREA || leads_out {
        return None;
    }
    let places: Vec<Vec3> = (room.places().iter())
        .map(|place| place.spot.center.as_vec3())
        .collect();
    let is_by_mover = |place: &Vec3| swept.iter().any(|bounds| bounds.contains(*place));
    if places.iter().any(is_by_mover) {
        return None;
    }
    let samples = places.iter().step_by(places.len().div_ceil(ROOM_SAMPLES));
    let (mut walls, mut covers, mut count) = (0, 0, 0);
    for place in samples {
        let fronts = |direction: Vec3, far: f32| {
            let hit = mesh.ray_cast(*place, direction, far);
            hit.is_some_and(|hit| shows_front(mesh, &hit, direction))
        };
        walls += (0..RAYS_AROUND)
            .filter(|spoke| fronts(around(*spoke), MAX_WALL_REACH))
            .count();
        covers += usize::from(fronts(Vec3::Y, MAX_CEILING_DISTANCE));
        count += 1;
    }
    let is_room = walls as f32 >= MIN_ENCLOSED_SHARE * (count * RAYS_AROUND) as f32
        && covers as f32 >= MIN_ENCLOSED_SHARE * count as f32;
    let middle = places.iter().sum::<Vec3>() / places.len() as f32;
    let nearest =
        |a: &&Vec3, b: &&Vec3| (a.distance_squared(middle)).total_cmp(&b.distance_squared(middle));
    is_room.then(|| places.iter().min_by(nearest).copied())?
}

fn around(spoke: usize) -> Vec3 {
    let angle = (spoke as f32 + 0.5) / RAYS_AROUND as f32 * TAU;
    Vec3::new(libm::cosf(angle), 0.0, libm::sinf(angle))
}

/// The tops of columns over the whole mesh.
fn columns(mesh: &CollisionMesh) -> Vec<Vec3> {
    let bounds = mesh.bounds();
    let size = bounds.size();
    let spacing = MIN_COLUMN_SPACING.max((size.x * size.z / MAX_COLUMNS).sqrt());
    let counts = (Vec2::new(size.x, size.z) / spacing).ceil().max(Vec2::ONE);
    let at = |x: u32, z: u32| {
        let aside = Vec3::new(x as f32 + 0.5, 0.0, z as f32 + 0.5);
        let step = Vec3::new(size.x / counts.x, 0.0, size.z / counts.y);
        bounds.min.with_y(bounds.max.y + 1.0) + aside * step
    };
    let rows = 0..counts.y as u32;
    rows.flat_map(|z| (0..counts.x as u32).map(move |x| (x, z)))
        .map(|(x, z)| at(x, z))
        .collect()
}

/// The places to stand in a column, from the top; none in the open.
fn floors(mesh: &CollisionMesh, top: Vec3) -> impl Iterator<Item = Vec3> {
    let under_cover = Floors::below(mesh, top).take(MAX_COLUMN_FLOORS).skip(1);
    let fronts = under_cover.filter(|hit| shows_front(mesh, hit, Vec3::NEG_Y));
    fronts.filter_map(|hit| stand_on(mesh, hit.point, hit.normal, 0.0))
}
