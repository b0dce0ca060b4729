//! The viewpoint and the mark of a finding's place, for the flight in the window and for pictures. Nothing
//! is drawn here.

use glam::{Quat, Vec3};

use hexbound_base::debug_lines::DebugLines;
use hexbound_level::{Finding, Level, inside::is_inside};
use hexbound_sim::View;

/// The color of a finding's mark and path: linear RGB and opacity.
const MARK_COLOR: [f32; 4] = [1.0, 0.55, 0.05, 1.0];

/// The distance to a place with a free view, meters.
pub const VIEW_DISTANCE: f32 = 4.0;
/// The distance from walls, meters.
const WALL_CLEARANCE: f32 = 0.2;
/// Half the length of the strokes of the mark at a place, meters.
const MARK_HALF_LENGTH: f32 = 0.35;
/// The number of tried directions around the place.
const SIDE_COUNT: usize = 12;
/// The tried angles above the horizon, radians.
const ELEVATION_ANGLES: [f32; 5] = [0.35, 0.8, 1.3, 1.5, -0.4];
/// The weight of the preferred side, as meters of distance.
const SIDE_WEIGHT: f32 = 0.5;
/// The weight of a view from below, as meters of distance.
const BELOW_WEIGHT: f32 = 1.0;
/// The weight of a picture full of faces, as meters of distance.
const FACES_WEIGHT: f32 = 3.0;
/// The weight of backs of faces in a picture, as meters of distance.
const BACKS_WEIGHT: f32 = 6.0;
/// The greatest distance at which the exit from a solid is searched, meters.
const MAX_DEPTH: f32 = 200.0;
/// The number of rays through half a picture across and down.
const RAY_COUNTS: [i32; 2] = [4, 2];
/// The angle between neighboring rays, radians.
const RAY_SPACING: f32 = 0.15;
/// The length of the rays, meters.
const MAX_SIGHT_DISTANCE: f32 = 60.0;

/// A place to be viewed.
#[derive(Clone, Copy, Debug)]
pub struct Focus {
    /// The place, local, meters.
    pub place: Vec3,
    /// A point on the preferred side of the place.
    pub from: Vec3,
    /// The greatest distance of the eye, meters.
    pub distance: f32,
    /// The weight of the preferred side, as meters of distance.
    pub preference: f32,
    /// True if the backs of faces should be visible.
    pub shows_backs: bool,
}

impl Focus {
    /// A place with the usual options.
    pub fn new(place: Vec3, from: Vec3) -> Self {
        Self {
            place,
            from,
            distance: VIEW_DISTANCE,
            preference: SIDE_WEIGHT,
            shows_backs: false,
        }
    }

    /// Moves a view to the best viewpoint of the place, and turns it toward the place.
    pub fn direct(&self, view: &mut View, level: &Level) {
        view.eye = self.viewpoint(level);
        look_at(view, self.place);
    }

    /// Returns the best viewpoint of the place: as far away as `distance`, with nothing between, and with
    /// much of the level behind it. It is not inside a solid, except in a room whose flipped faces should
    /// be visible.
    pub fn viewpoint(&self, level: &Level) -> Vec3 {
        let toward = (self.from - self.place).normalize_or(Vec3::Z);
        let is_buried = is_inside(self.place, &level.collision);
        let rated = directions().map(|direction| {
            // A ray from a place on a face would hit that face at once.
            let start = self.place + direction * 0.02;
            // A room with flipped faces is no solid to leave.
            let start = match self.shows_backs {
                true => start,
                false => exit_from_solid(start, direction, is_buried, level),
            };
            let hit = (level.collision).ray_cast(start, direction, self.distance + WALL_CLEARANCE);
            let free = hit.map_or(self.distance, |it| (it.distance - WALL_CLEARANCE).max(0.0));
            let eye = start + direction * free;
            let along = direction.dot(toward) * self.preference;
            let nearness = VIEW_DISTANCE * free / self.distance + along;
            let from_below = if direction.y < 0.0 { BELOW_WEIGHT } else { 0.0 };
            let from_front = match self.shows_backs && !self.shows_back_to(eye, level) {
                true => BACKS_WEIGHT,
                false => 0.0,
            };
            let against = from_below + from_front;
            (nearness + self.clarity(eye, level) - against, eye)
        });
        let best = rated.max_by(|one, other| one.0.total_cmp(&other.0));
        best.map_or(self.place, |(_, eye)| eye)
    }

    /// Returns whether the face at the place shows its back to an eye.
    fn shows_back_to(&self, eye: Vec3, level: &Level) -> bool {
        let direction = self.place - eye;
        let ahead = direction.normalize_or(Vec3::NEG_Z);
        let hit = (level.collision).ray_cast(eye, ahead, direction.length() + WALL_CLEARANCE);
        hit.is_some_and(|hit| is_behind(hit.triangle, ahead, level))
    }

    /// Rates the view from an eye toward the place. Faces improve the rating, with diminishing returns.
    /// Their backs, which are not drawn, lower it, and a solid around the eye rules it out.
    fn clarity(&self, eye: Vec3, level: &Level) -> f32 {
        let sees_backs = self.shows_backs && self.shows_back_to(eye, level);
        if !sees_backs && is_inside(eye, &level.collision) {
            return -100.0;
        }
        let ahead = (self.place - eye).normalize_or(Vec3::NEG_Z);
        let (aside, above) = ahead.any_orthonormal_pair();
        let (mut faces, mut backs, mut rays) = (0.0_f32, 0.0, 0.0);
        let [wide, high] = RAY_COUNTS;
        for (across, down) in (-wide..=wide).flat_map(|x| (-high..=high).map(move |y| (x, y))) {
            let slant = (aside * across as f32 + above * down as f32) * RAY_SPACING;
            let direction = (ahead + slant).normalize();
            rays += 1.0;
            if let Some(hit) = level.collision.ray_cast(eye, direction, MAX_SIGHT_DISTANCE) {
                if !self.shows_backs && is_behind(hit.triangle, direction, level) {
                    backs += 1.0;
                } else {
                    faces += 1.0;
                }
            }
        }
        FACES_WEIGHT * (faces / rays).sqrt() - BACKS_WEIGHT * backs / rays
    }
}

/// Turns a view toward a point. If the point is at the eye, the view stays unchanged.
pub fn look_at(view: &mut View, point: Vec3) {
    let Some(direction) = (point - view.eye).try_normalize() else {
        return;
    };
    view.pitch = direction.y.asin();
    if direction.with_y(0.0).length() > 1e-3 {
        view.yaw = f32::atan2(-direction.x, -direction.z);
    }
}

/// Draws the mark at a finding's place, and its path.
pub fn mark(finding: &Finding, marks: &mut DebugLines) {
    if let Some(place) = finding.place {
        marks.cross(place, MARK_HALF_LENGTH, MARK_COLOR);
    }
    for ends in finding.path.windows(2) {
        marks.line(ends[0], ends[1], MARK_COLOR);
    }
}

/// The unit vectors from a place to the candidate eyes.
fn directions() -> impl Iterator<Item = Vec3> {
    ELEVATION_ANGLES.iter().flat_map(|height| {
        (0..SIDE_COUNT).map(move |side| {
            let yaw = side as f32 * std::f32::consts::TAU / SIDE_COUNT as f32;
            Quat::from_rotation_y(yaw) * Quat::from_rotation_x(*height) * Vec3::NEG_Z
        })
    })
}

/// Returns the start of a ray, or its exit from the solid around it: through a face that is hit from
/// behind. That face may be far away only if the start is known to be inside.
fn exit_from_solid(start: Vec3, direction: Vec3, is_buried: bool, level: &Level) -> Vec3 {
    let length = if is_buried { MAX_DEPTH } else { VIEW_DISTANCE };
    match level.collision.ray_cast(start, direction, length) {
        Some(hit) if is_behind(hit.triangle, direction, level) => hit.point + direction * 0.02,
        _ => start,
    }
}

/// Returns whether a ray along `direction` meets the back of a triangle.
fn is_behind(triangle: u32, direction: Vec3, level: &Level) -> bool {
    let [a, b, c] = level.collision.corners(triangle);
    (b - a).cross(c - a).dot(direction) > 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_scenes::{SceneBuilder, catalog};

    /// A floor with a block on it.
    fn block(low: Vec3, high: Vec3) -> Level {
        SceneBuilder::new()
            .floor(-20.0, -20.0, 20.0, 20.0, 0.0)
            .cuboid(low, high)
            .build("block")
            .expect("a level")
    }

    #[test]
    fn a_place_in_a_room_is_seen_from_within_the_room() {
        let level = catalog::open("test:box-room").unwrap();
        let at = |x, y, z| level.to_local(glam::DVec3::new(x, y, z));
        // In the open, in a corner, on the floor.
        for place in [at(5.0, 1.0, 5.0), at(9.9, 0.1, 9.9), at(3.0, 0.0, -3.0)] {
            let eye = Focus::new(place, at(0.0, 1.7, 0.0)).viewpoint(&level);
            let (offset, away) = (place - eye, place.distance(eye));
            assert!(away > 2.0 && away < VIEW_DISTANCE + 0.1, "{offset}");
            let ahead = offset.normalize();
            let hit = (level.collision).ray_cast(eye, ahead, away - 0.1);
            assert!(hit.is_none(), "{place} is hidden");
            assert!(level.bounds.contains(eye));
        }
    }

    #[test]
    fn a_thing_is_looked_at_from_without() {
        let level = block(Vec3::new(-1.0, 0.0, -1.0), Vec3::new(1.0, 1.0, 1.0));
        let middle = level.to_local(glam::DVec3::new(0.0, 0.5, 0.0));
        let eye = Focus::new(middle, middle + Vec3::Z * 9.0).viewpoint(&level);
        let away = eye - middle;
        assert!(away.abs().max_element() > 2.0, "{away}");
        assert!(away.z > 0.0, "on the side that the view comes from: {away}");
    }

    #[test]
    fn a_place_deep_in_rock_is_looked_at_from_the_open() {
        let level = block(Vec3::new(-9.0, 0.0, -9.0), Vec3::new(9.0, 18.0, 9.0));
        let middle = level.to_local(glam::DVec3::new(0.0, 8.0, 0.0));
        let eye = Focus::new(middle, middle + Vec3::Z * 30.0).viewpoint(&level);
        assert!(!is_inside(eye, &level.collision), "{eye}");
        assert!((eye - middle).abs().max_element() > 9.0, "{eye}");
    }

    #[test]
    fn what_lies_outside_is_seen_with_the_level_behind_it() {
        let level = block(Vec3::new(-1.0, 0.0, -1.0), Vec3::new(1.0, 9.0, 1.0));
        let place = level.to_local(glam::DVec3::new(0.0, 2.0, 34.0));
        let start = level.to_local(glam::DVec3::new(0.0, 2.0, 9.0));
        let eye = Focus::new(place, start).viewpoint(&level);
        assert!(level.to_file(eye).z > 35.0, "{eye}");
    }

    #[test]
    fn the_flipped_faces_of_a_room_are_seen_from_within_the_room() {
        let (low, high) = (Vec3::new(-6.0, 0.0, -4.0), Vec3::new(6.0, 3.2, 4.0));
        let level = SceneBuilder::new().cuboid(low, high).build("room");
        let level = level.expect("a level");
        for place in [Vec3::new(5.0, 3.2, -2.2), Vec3::new(-6.0, 1.5, 0.0)] {
            let place = level.to_local(place.as_dvec3());
            let sight = Focus {
                shows_backs: true,
                ..Focus::new(place, place + Vec3::Y)
            };
            let eye = sight.viewpoint(&level);
            assert!(level.collision.bounds().contains(eye), "{eye} sees {place}");
            assert!(place.distance(eye) > 1.0, "{eye} sees {place}");
        }
    }

    #[test]
    fn nobody_looks_from_below_the_ground() {
        let level = block(Vec3::ZERO, Vec3::ONE);
        let below = level.to_local(glam::DVec3::new(5.0, -1.0, 5.0));
        let eye = Focus::new(below, below + Vec3::NEG_Y * 9.0).viewpoint(&level);
        assert!(level.to_file(eye).y > 0.0, "{eye}");
    }
}
