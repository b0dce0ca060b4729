//! Where the player starts: a place the file names, or one that is found. Chosen from the
//! collision mesh alone, so that it is the same on every machine.

use glam::{DVec3, Vec3};

use super::{
    Spawn,
    found::{Survey, find_place},
    look::{EYES_ABOVE_MIDDLE, direction_of, fullest_look, yaw_of},
    reach::{Legs, reach},
};
use hexbound_collide::{Body, CollisionMesh, SKIN, WALKABLE};

/// The standing player, meters; the simulation's body has the same size.
pub const RADIUS: f32 = 0.4;
pub const HALF_HEIGHT: f32 = 0.9;

/// A place to start that somebody asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum SpawnWish {
    /// Exactly here: the feet, and nothing is checked. For generated scenes.
    Exact { feet: DVec3, yaw: f32 },
    /// Somewhere near a marker: the body is dropped to the floor below it.
    Near {
        /// The marker's node, for messages.
        node: String,
        marker: DVec3,
        /// `None` looks where most is seen.
        yaw: Option<f32>,
        /// Nobody meant it as a start, so it is held to more.
        camera: bool,
    },
}

/// How far below a marker its floor may be, meters.
const MARKER_DROP: f32 = 16.0;
/// The same below a camera: one further up looks at the level from outside.
const CAMERA_DROP: f32 = 3.0;
/// A marker may lie this deep in its floor, meters.
const MARKER_DEPTH: f32 = 0.3;

/// Floor from which on a place is open, m².
const OPEN_FLOOR: f32 = 100.0;
/// Less than this share of the largest part of the level is closed in.
const SEALED_SHARE: f32 = 0.1;

/// Whether somebody meant a place as the start, or a camera stands where one can be.
pub fn is_named(collision: &CollisionMesh, wishes: &[SpawnWish], origin: DVec3) -> bool {
    wishes.iter().any(|wish| match *wish {
        SpawnWish::Near {
            marker,
            camera: true,
            ..
        } => stand_near(collision, (marker - origin).as_vec3(), CAMERA_DROP).is_some(),
        _ => true,
    })
}

/// The first wish that can be granted, or the place that was `found`, or one that is found now.
pub fn choose(
    collision: &CollisionMesh,
    (wishes, origin): (&[SpawnWish], DVec3),
    found: Option<Spawn>,
    warnings: &mut Vec<String>,
) -> Spawn {
    for wish in wishes {
        match wish {
            SpawnWish::Exact { feet, yaw } => {
                let position = (*feet - origin).as_vec3() + Vec3::Y * (HALF_HEIGHT + SKIN);
                return Spawn {
                    position,
                    yaw: *yaw,
                    pitch: 0.0,
                };
            }
            SpawnWish::Near {
                node,
                marker,
                yaw,
                camera,
            } => {
                let place = (*marker - origin).as_vec3();
                let drop = if *camera { CAMERA_DROP } else { MARKER_DROP };
                let standing = stand_near(collision, place, drop);
                let sealed = standing.and_then(|position| sealed(collision, position));
                // Nobody meant a camera as a start: one that is closed in is none.
                let granted = standing.filter(|_| !camera || sealed.is_none());
                if let Some(position) = granted {
                    if let Some((here, elsewhere)) = sealed {
                        warnings.push(format!(
                            "spawn \"{node}\" at {}: it is closed in, only {here:.0} m² of floor \
                             can be reached from it, of {elsewhere:.0} m² elsewhere",
                            in_words(*marker)
                        ));
                    }
                    let (yaw, pitch) = match yaw {
                        Some(yaw) => (*yaw, 0.0),
                        None => fullest_look(collision, position),
                    };
                    return Spawn {
                        position,
                        yaw,
                        pitch,
                    };
                }
                if !camera {
                    let why = why_refused(collision, place, drop);
                    warnings.push(format!(
                        "spawn \"{node}\" at {}: {why}; one starts elsewhere",
                        in_words(*marker)
                    ));
                }
            }
        }
    }
    found.or_else(|| find_place(collision)).unwrap_or_else(|| {
        warnings.push(String::from(
            "there is no place to stand: the player starts above the middle",
        ));
        let bounds = collision.bounds();
        let above = bounds.center().with_y(bounds.max.y + HALF_HEIGHT + SKIN);
        Spawn {
            position: above,
            yaw: 0.0,
            pitch: -1.2,
        }
    })
}

/// Below the marker, or else the nearest free place on rings around it.
fn stand_near(collision: &CollisionMesh, marker: Vec3, drop: f32) -> Option<Vec3> {
    const RINGS: usize = 8;
    const SPOKES: usize = 12;
    let from = marker + Vec3::Y * MARKER_DEPTH;
    let length = drop + MARKER_DEPTH;
    let around = (0..RINGS * SPOKES).map(|index| {
        let radius = 0.25 * (index / SPOKES + 1) as f32;
        let angle = (index % SPOKES) as f32 / SPOKES as f32 * std::f32::consts::TAU;
        Vec3::new(libm::cosf(angle), 0.0, libm::sinf(angle)) * radius
    });
    std::iter::once(Vec3::ZERO)
        .chain(around)
        // Not through a wall.
        .filter(|aside| {
            let length = aside.length();
            length == 0.0 || collision.ray_cast(from, *aside / length, length).is_none()
        })
        .find_map(|aside| stand_below(collision, from + aside, length))
}

/// The floor that can be reached from a place that nobody gets out of, and that of the largest part
/// of the level, m²; `None` for a place that is open.
fn sealed(collision: &CollisionMesh, position: Vec3) -> Option<(f32, f32)> {
    /// Rays that are looked along, to a side and upward.
    const SPOKES: usize = 16;
    const UPWARDS: [f32; 4] = [-0.2, 0.1, 0.5, 1.1];
    let here = reach(collision, position, Legs::JUMPING, OPEN_FLOOR);
    if here >= OPEN_FLOOR {
        return None;
    }
    // From a pillar in the open one sees past everything, and may mean to jump.
    let eye = position + Vec3::Y * EYES_ABOVE_MIDDLE;
    let length = collision.bounds().size().length();
    let hits = |pitch: f32, spoke: usize| {
        let direction = direction_of(yaw_of(spoke, SPOKES), pitch);
        collision.ray_cast(eye, direction, length).is_some()
    };
    let walled = (UPWARDS.iter()).all(|pitch| (0..SPOKES).all(|spoke| hits(*pitch, spoke)));
    if !walled {
        return None;
    }
    let elsewhere = Survey::of(collision).inner_area();
    (here < SEALED_SHARE * elsewhere).then_some((here, elsewhere))
}

/// Why nobody can stand near a marker.
fn why_refused(collision: &CollisionMesh, marker: Vec3, drop: f32) -> String {
    let from = marker + Vec3::Y * MARKER_DEPTH;
    match collision.ray_cast(from, Vec3::NEG_Y, drop + MARKER_DEPTH) {
        None => format!("there is no floor within {drop} m below it"),
        Some(hit) if f64::from(hit.normal.y) < WALKABLE => {
            String::from("what is below it is too steep to stand on")
        }
        Some(_) => String::from("there is no room to stand on the floor below it"),
    }
}

/// A place of the file, meters.
fn in_words(place: DVec3) -> String {
    format!("({:.2}, {:.2}, {:.2})", place.x, place.y, place.z)
}

/// The center of a body that stands on the floor straight below `from`, free of everything. Where
/// steps or rubble stick out of that floor it stands a little higher.
pub fn stand_below(collision: &CollisionMesh, from: Vec3, length: f32) -> Option<Vec3> {
    let hit = collision.ray_cast(from, Vec3::NEG_Y, length)?;
    stand_on(collision, hit.point, hit.normal, 0.45)
}

/// The same for a floor that is known, risen by at most `most` meters.
pub fn stand_on(collision: &CollisionMesh, floor: Vec3, normal: Vec3, most: f32) -> Option<Vec3> {
    const STEP: f32 = 0.03;
    let normal = normal.as_dvec3();
    if normal.y < WALKABLE {
        return None;
    }
    let body = Body::ellipsoid(RADIUS, HALF_HEIGHT).ok()?;
    // On a slope the body touches beside its lowest point, so its center stands higher.
    let rise = (body.reach(normal) / normal.y) as f32 + SKIN;
    // Half the skin is left for rounding.
    let body = body.grown(SKIN * 0.5);
    (0..=(most / STEP) as u32)
        .map(|step| floor + Vec3::Y * (rise + step as f32 * STEP))
        .find(|position| collision.is_free(body, *position))
}
