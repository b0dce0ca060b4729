//! The player's start: a place named by the file, or one found by a search. The search uses the collision
//! mesh alone and a fixed order, so that the result is the same on every machine.

use glam::{DVec3, Vec3};
use hexbound_collide::{CollisionMesh, MIN_WALKABLE_UP, SKIN, geom::Aabb};

use crate::{Code, Finding, Spawn, StartChoice, inside::is_inside};
use hexbound_base::body::{HALF_HEIGHT, view_direction};
use hexbound_reach::{
    EYES_ABOVE_MIDDLE, StepLimits, Survey, best_view, reachable_floor, stand_below, yaw_of_spoke,
};

/// A start requested by a file or a scene.
#[derive(Clone, Debug, PartialEq)]
pub enum SpawnRequest {
    /// The player's feet stand exactly here, unchecked; for scenes made in code.
    Exact {
        feet: DVec3,
        /// The yaw, radians.
        yaw: f32,
    },
    /// The body is dropped to the floor below a marker, or near it.
    Near {
        /// The marker's node, for messages.
        node: String,
        marker: DVec3,
        /// The yaw, radians; `None` looks in the direction of the best view.
        yaw: Option<f32>,
        /// True for a camera: nobody meant it as a start, so it must meet more conditions.
        camera: bool,
    },
}

/// The greatest height of a marker above its floor, meters.
const MARKER_DROP: f32 = 16.0;
/// The greatest height of a camera above its floor, meters: a higher one views the level from outside.
const CAMERA_DROP: f32 = 3.0;
/// The greatest depth of a marker in its floor, meters.
const MAX_MARKER_DEPTH: f32 = 0.3;

/// The greatest horizontal distance of the start from its marker without a finding, meters.
const MAX_UNREPORTED_OFFSET: f32 = 0.6;
/// The greatest height of a marker above its floor without a finding, meters.
const MAX_UNREPORTED_DROP: f32 = 3.0;

/// The least area of reachable floor of an open place, m².
const MIN_OPEN_FLOOR: f32 = 100.0;
/// The share of the level's largest inner region below which the reachable floor of a place counts as
/// closed in.
const CLOSED_IN_SHARE: f32 = 0.1;

/// Returns whether any request is an intended start, or a camera near which a body can stand.
pub fn has_start(collision: &CollisionMesh, requests: &[SpawnRequest], origin: DVec3) -> bool {
    requests.iter().any(|request| match *request {
        SpawnRequest::Near {
            marker,
            camera: true,
            ..
        } => stand_near(collision, (marker - origin).as_vec3(), CAMERA_DROP).is_some(),
        _ => true,
    })
}

/// Returns how the start for a list of requests is chosen. A start at a camera counts as searched, since
/// nobody meant the camera as one.
pub fn start_choice(requests: &[SpawnRequest]) -> StartChoice {
    let is_start = |it: &SpawnRequest| !matches!(it, SpawnRequest::Near { camera: true, .. });
    match requests.iter().any(is_start) {
        true => StartChoice::Named,
        false => StartChoice::Searched,
    }
}

/// Returns the start of the first request that can be granted, else `found`, else the result of a search.
pub fn choose(
    collision: &CollisionMesh,
    requests: &[SpawnRequest],
    origin: DVec3,
    found: Option<Spawn>,
    findings: &mut Vec<Finding>,
) -> Spawn {
    let mut granted = (requests.iter()).filter_map(|it| grant(collision, it, origin, findings));
    if let Some(spawn) = granted.next() {
        return spawn;
    }
    let searched = found.or_else(|| Survey::of(collision).best_start().map(Spawn::from));
    searched.unwrap_or_else(|| {
        let bounds = collision.bounds();
        let above = bounds.center().with_y(bounds.max.y + HALF_HEIGHT + SKIN);
        let problem = "there is no place to stand: the player starts above the middle";
        findings.push(Finding::new(Code::NoFloor, problem).at(above));
        Spawn {
            position: above,
            yaw: 0.0,
            pitch: -1.2,
        }
    })
}

/// Returns the start that a request gets, if any. Appends findings about an intended start.
fn grant(
    collision: &CollisionMesh,
    request: &SpawnRequest,
    origin: DVec3,
    findings: &mut Vec<Finding>,
) -> Option<Spawn> {
    let (node, marker, yaw, camera) = match request {
        SpawnRequest::Exact { feet, yaw } => {
            return Some(Spawn {
                position: (*feet - origin).as_vec3() + Vec3::Y * (HALF_HEIGHT + SKIN),
                yaw: *yaw,
                pitch: 0.0,
            });
        }
        SpawnRequest::Near {
            node,
            marker,
            yaw,
            camera,
        } => (node, *marker, *yaw, *camera),
    };
    let local = (marker - origin).as_vec3();
    let drop = if camera { CAMERA_DROP } else { MARKER_DROP };
    let standing = stand_near(collision, local, drop);
    let closed_in = standing.and_then(|position| closed_in_areas(collision, position));
    // Nobody meant a camera as a start: a camera that is closed in does not count.
    let Some(position) = standing.filter(|_| !camera || closed_in.is_none()) else {
        if !camera {
            let (code, why) = why_refused(collision, local, drop);
            let problem = format!(
                "spawn \"{node}\" at {}: {why}; one starts elsewhere",
                format_position(marker)
            );
            findings.push(Finding::new(code, problem).of_node(node).at(local));
        }
        return None;
    };
    if !camera && let Some((code, why)) = why_moved(local, position) {
        let problem = format!("spawn \"{node}\" at {}: {why}", format_position(marker));
        findings.push(Finding::new(code, problem).of_node(node).at(local));
    }
    if let Some((here, elsewhere)) = closed_in {
        let problem = format!(
            "spawn \"{node}\" at {}: it is closed in, only {here:.0} m² of floor can be reached \
             from it, of {elsewhere:.0} m² elsewhere",
            format_position(marker)
        );
        // A hollow block may have room for the body.
        let code = match is_inside(local, collision) {
            true => Code::SpawnInWall,
            false => Code::SpawnClosedIn,
        };
        let finding = Finding::new(code, problem).of_node(node);
        findings.push(finding.at(position));
    }
    Some(match yaw {
        Some(yaw) => Spawn {
            position,
            yaw,
            pitch: 0.0,
        },
        None => Spawn::from(best_view(collision, position)),
    })
}

/// The finding about a body's center that lies far from its marker, as code and words.
fn why_moved(marker: Vec3, position: Vec3) -> Option<(Code, String)> {
    let aside = (position - marker).with_y(0.0).length();
    let height = marker.y - (position.y - HALF_HEIGHT);
    if aside > MAX_UNREPORTED_OFFSET {
        let why = format!("there is no room at it; one starts {aside:.2} m beside it");
        return Some((Code::SpawnInWall, why));
    }
    (height > MAX_UNREPORTED_DROP).then(|| {
        let why = format!("the floor is {height:.1} m below it; one starts there");
        (Code::SpawnInAir, why)
    })
}

/// The free place below a marker, or else the nearest one on rings around it.
fn stand_near(collision: &CollisionMesh, marker: Vec3, drop: f32) -> Option<Vec3> {
    const RING_COUNT: usize = 8;
    const SPOKE_COUNT: usize = 12;
    let from = marker + Vec3::Y * MAX_MARKER_DEPTH;
    let length = drop + MAX_MARKER_DEPTH;
    let around = (0..RING_COUNT * SPOKE_COUNT).map(|index| {
        let radius = 0.25 * (index / SPOKE_COUNT + 1) as f32;
        let angle = (index % SPOKE_COUNT) as f32 / SPOKE_COUNT as f32 * std::f32::consts::TAU;
        Vec3::new(libm::cosf(angle), 0.0, libm::sinf(angle)) * radius
    });
    std::iter::once(Vec3::ZERO)
        .chain(around)
        // A place behind a wall does not count.
        .filter(|aside| {
            let length = aside.length();
            length == 0.0 || collision.ray_cast(from, *aside / length, length).is_none()
        })
        .find_map(|aside| stand_below(collision, from + aside, length))
}

/// The reachable floor of a closed-in place, and that of the level's largest inner region, m².
/// `None` for an open place.
fn closed_in_areas(collision: &CollisionMesh, position: Vec3) -> Option<(f32, f32)> {
    /// The number of horizontal directions of the rays that search for walls.
    const RAY_COUNT: usize = 16;
    /// The pitches of the rays that search for walls, radians.
    const RAY_PITCHES: [f32; 4] = [-0.2, 0.1, 0.5, 1.1];
    let here = reachable_floor(collision, position, StepLimits::JUMPING, MIN_OPEN_FLOOR);
    if here >= MIN_OPEN_FLOOR {
        return None;
    }
    // On a pillar in the open some ray hits nothing: the player may be meant to jump.
    let eye = position + Vec3::Y * EYES_ABOVE_MIDDLE;
    let length = collision.bounds().size().length();
    let hits = |pitch: f32, spoke: usize| {
        let direction = view_direction(yaw_of_spoke(spoke, RAY_COUNT), pitch);
        collision.ray_cast(eye, direction, length).is_some()
    };
    let walled = (RAY_PITCHES.iter()).all(|pitch| (0..RAY_COUNT).all(|spoke| hits(*pitch, spoke)));
    if !walled {
        return None;
    }
    let elsewhere = Survey::of(collision).inner_area();
    (here < CLOSED_IN_SHARE * elsewhere).then_some((here, elsewhere))
}

/// The reason why nobody can stand near a marker.
fn why_refused(collision: &CollisionMesh, marker: Vec3, drop: f32) -> (Code, String) {
    let from = marker + Vec3::Y * MAX_MARKER_DEPTH;
    if is_inside(marker, collision) {
        let why = "it is inside something solid, there is no room to stand";
        return (Code::SpawnInWall, String::from(why));
    }
    match collision.ray_cast(from, Vec3::NEG_Y, drop + MAX_MARKER_DEPTH) {
        None if is_beside_or_below(collision, marker) => (
            Code::SpawnOutside,
            format!("it is outside of the level, there is no floor within {drop} m below it"),
        ),
        None => (
            Code::SpawnInAir,
            format!("there is no floor within {drop} m below it"),
        ),
        Some(hit) if f64::from(hit.normal.y) < MIN_WALKABLE_UP => (
            Code::SpawnInAir,
            String::from("what is below it is too steep to stand on"),
        ),
        Some(_) => (
            Code::SpawnInWall,
            String::from("there is no room to stand on the floor below it"),
        ),
    }
}

/// Returns whether a position lies below the level's bounds, or beside them.
fn is_beside_or_below(collision: &CollisionMesh, place: Vec3) -> bool {
    let bounds = collision.bounds();
    let column = Aabb::new(bounds.min.with_y(place.y), bounds.max.with_y(place.y));
    place.y < bounds.min.y || !column.contains(place)
}

/// Formats a position in the file's coordinates for messages.
fn format_position(place: DVec3) -> String {
    format!("({:.2}, {:.2}, {:.2})", place.x, place.y, place.z)
}
