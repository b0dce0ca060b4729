//! One finding's picture: the camera and the content.

use glam::{Quat, Vec3};
use hexbound_collide::geom::Aabb;
use image::RgbaImage;

use super::marks::draw_marks;
use crate::pages::{Projection, still};
use hexbound_base::body::{BODY_RADIUS, DEFAULT_FIELD_OF_VIEW, HALF_HEIGHT};
use hexbound_check as check;
use hexbound_inspect::{CollisionView, InspectionRequest, inspect};
use hexbound_level::{Code, Finding, Level};
use hexbound_render::{Offscreen, RenderError};
use hexbound_sim::{Rules, View, World};

/// The viewing distance of an object, as a multiple of its size.
const SIZE_FACTOR: f32 = 1.1;
/// The largest viewing distance of an object, meters.
const MAX_DISTANCE: f32 = 60.0;
/// The viewing distance of single triangles, meters.
const NEAR_DISTANCE: f32 = 2.0;
/// The viewing distance of a place with a path or of the whole level, meters.
const WIDE_DISTANCE: f32 = 7.0;
/// The angle between the view of a path and the path itself, radians.
const ASIDE_ANGLE: f32 = 0.9;
/// The height of the eye above the path, as a multiple of its distance.
const RISE_PER_DISTANCE: f32 = 1.0;
/// The direction from the middle of a level to the eye that views it from outside.
const CORNER_DIRECTION: Vec3 = Vec3::new(0.8, 0.7, 1.0);

/// Draws the place of a finding about the level that `offscreen` holds, with a mark there. A finding
/// about the whole level is drawn from outside, with the player's size. Returns `None` for other
/// findings. Fails if the device does.
pub fn finding_picture(
    offscreen: &mut Offscreen,
    level: &Level,
    finding: &Finding,
) -> Result<Option<RgbaImage>, RenderError> {
    if finding.place.is_none() && !is_of_whole(finding.code) {
        return Ok(None);
    }
    let world = World::new(level, Rules::default());
    let mut view = View::of(&world);
    let object = match finding.place {
        Some(place) => object_bounds(place, finding, level),
        None => Some(player_at_start(level)),
    };
    match (finding.place, camera_at_hole(finding, level)) {
        (Some(_), Some(camera)) => (view.eye, view.yaw, view.pitch) = camera,
        (Some(place), None) => focus_on(place, finding, object, level).direct(&mut view, level),
        (None, _) => look_from_outside(&mut view, level.bounds.union(player_at_start(level))),
    }
    if is_of_triangles(finding.code) {
        let asked = InspectionRequest::through(&view, CollisionView::Mesh, 0);
        view.debug = inspect(&asked, level, &world).debug;
    }
    let mut image = still(offscreen, &view)?;
    let projection = Projection::of(&view, offscreen.size());
    draw_marks(&mut image, &projection, finding, object, level);
    Ok(Some(image))
}

/// Returns the box around the object of a finding, if the finding's place is the object's middle or the
/// object moves.
fn object_bounds(place: Vec3, finding: &Finding, level: &Level) -> Option<Aabb> {
    let name = finding.node.as_ref()?;
    let of_node = level.mesh.parts.iter().filter(|part| part.name == *name);
    let mut meant = of_node
        .filter(|part| part.mover.is_some() || part.bounds.center().distance(place) < 0.01)
        .filter(|part| part.bounds.size().max_element() > 0.0);
    meant.next().map(|part| part.bounds)
}

/// Returns the camera of `--leaks` at the hole on a finding's path: its place, yaw and pitch. Returns
/// `None` for other findings.
fn camera_at_hole(finding: &Finding, level: &Level) -> Option<(Vec3, f32, f32)> {
    let is_hole = matches!(finding.code, Code::Hole | Code::DoubtfulGap);
    is_hole.then(|| check::leaks::camera_at_hole(level, &finding.path))?
}

/// Returns the view of a place: on the side of the player's start or beside the path there, and far
/// enough away to show the whole object.
fn focus_on(place: Vec3, finding: &Finding, object: Option<Aabb>, level: &Level) -> check::Focus {
    let beside = beside_path(place, &finding.path);
    check::Focus {
        distance: distance(place, finding, object, level),
        shows_backs: finding.code == Code::FlippedFaces,
        ..check::Focus::new(place, beside.unwrap_or(level.spawn.position))
    }
}

/// The viewing distance of a finding, meters.
fn distance(place: Vec3, finding: &Finding, object: Option<Aabb>, level: &Level) -> f32 {
    let usual = match finding.code {
        code if is_of_triangles(code) => NEAR_DISTANCE,
        _ if !finding.path.is_empty() => WIDE_DISTANCE,
        _ if !level.bounds.contains(place) => WIDE_DISTANCE,
        _ => check::VIEW_DISTANCE,
    };
    let reach = object.map_or(0.0, |bounds| {
        bounds.size().length() + place.distance(bounds.center())
    });
    usual.max(reach * SIZE_FACTOR).min(MAX_DISTANCE)
}

/// Returns whether a finding is about the whole level.
fn is_of_whole(code: Code) -> bool {
    matches!(code, Code::ZUp | Code::WrongUnit)
}

/// Returns the box around the player's body where it starts.
fn player_at_start(level: &Level) -> Aabb {
    let (middle, half) = (
        level.spawn.position,
        Vec3::new(BODY_RADIUS, HALF_HEIGHT, BODY_RADIUS),
    );
    Aabb::new(middle - half, middle + half)
}

/// Turns a view toward the whole content of a box, from a corner above it.
fn look_from_outside(view: &mut View, bounds: Aabb) {
    let radius = bounds.size().length() * 0.5;
    let away = radius / (DEFAULT_FIELD_OF_VIEW.to_radians() * 0.5).sin();
    view.eye = bounds.center() + CORNER_DIRECTION.normalize() * away;
    check::look_at(view, bounds.center());
}

/// Returns whether a finding is about single triangles, whose edges should be visible.
fn is_of_triangles(code: Code) -> bool {
    matches!(
        code,
        Code::TJunction | Code::Crack | Code::OpenEdge | Code::NonManifoldEdge | Code::Sliver
    )
}

/// Returns a point beside and above the path to a place, with both in view. Returns `None` without a
/// path.
fn beside_path(place: Vec3, path: &[Vec3]) -> Option<Vec3> {
    let back = point_before(place, path)? - place;
    let back = back.with_y(0.0).normalize_or(Vec3::Z);
    Some(place + Quat::from_rotation_y(ASIDE_ANGLE) * back + Vec3::Y * RISE_PER_DISTANCE)
}

/// Returns a point on a path, some meters before it reaches a place. Returns `None` without a path.
fn point_before(place: Vec3, path: &[Vec3]) -> Option<Vec3> {
    let nearest = (0..path.len()).min_by(|a, b| {
        let [a, b] = [a, b].map(|index| path[*index].distance(place));
        a.total_cmp(&b)
    })?;
    let mut earlier = path[..=nearest].iter().rev();
    let far = earlier.find(|point| point.distance(place) > check::VIEW_DISTANCE);
    Some(*far.unwrap_or(&path[0]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_base::body::view_direction;

    #[test]
    fn a_way_is_seen_from_beside_where_it_comes_from() {
        let path: Vec<Vec3> = (0..20).map(|step| Vec3::X * step as f32).collect();
        let place = Vec3::X * 12.0;
        assert_eq!(point_before(place, &path), Some(Vec3::X * 7.0));
        assert_eq!(point_before(Vec3::X, &path), Some(Vec3::ZERO));
        assert_eq!(point_before(place, &[]), None);
        let beside = beside_path(place, &path).expect("a way") - place;
        assert!(beside.x < 0.0, "{beside}");
        assert!(beside.z.abs() > 0.5, "{beside}");
        assert!(beside.y > 0.5, "{beside}");
    }

    /// The path leads along a passage, 8 m before the hole.
    #[test]
    fn a_hole_is_seen_from_as_near_as_leaks_looks_at_it() {
        let mut scene = hexbound_scenes::SceneBuilder::new().spawn(Vec3::X * -8.0, 0.0);
        for (low, high) in [
            ([-9.0, -1.0, -2.0], [4.0, 0.0, 2.0]),
            ([-9.0, 3.0, -2.0], [4.0, 4.0, 2.0]),
            ([-9.0, 0.0, -2.0], [4.0, 3.0, -1.0]),
            ([-9.0, 0.0, 1.0], [4.0, 3.0, 2.0]),
            ([-10.0, -1.0, -2.0], [-9.0, 4.0, 2.0]),
        ] {
            scene = scene.cuboid(Vec3::from(low), Vec3::from(high));
        }
        let level = scene.build("passage").expect("a level");
        let path = [-8.0, 3.5, 6.0].map(|x| level.to_local(glam::DVec3::new(x, 0.9, 0.0)));
        let camera = |code| {
            let finding = Finding::new(code, "").at(path[1]).along(path.to_vec());
            camera_at_hole(&finding, &level)
        };
        let (eye, yaw, pitch) = camera(Code::Hole).expect("a camera");
        let ahead = view_direction(yaw, pitch);
        assert!(ahead.dot(Vec3::X) > 0.9, "{ahead}");
        let eye = level.to_file(eye);
        assert!((-1.5..3.5).contains(&eye.x), "{eye}");
        assert_eq!(camera(Code::OneWay), None);
    }

    #[test]
    fn a_thing_is_known_by_its_middle_and_its_name() {
        let level = hexbound_scenes::SceneBuilder::new()
            .floor(-9.0, -9.0, 9.0, 9.0, 0.0)
            .part("crate")
            .cuboid(Vec3::new(2.0, 0.0, 2.0), Vec3::new(4.0, 2.0, 4.0))
            .build("things")
            .expect("a level");
        let middle = level.to_local(glam::DVec3::new(3.0, 1.0, 3.0));
        let about = |name: &str, place| Finding::new(Code::DenseMesh, "").of_node(name).at(place);
        let thing = |finding: Finding| object_bounds(finding.place.unwrap(), &finding, &level);
        let found = thing(about("crate", middle)).expect("the crate");
        assert_eq!(found.size(), Vec3::splat(2.0));
        assert_eq!(thing(about("crate", middle + Vec3::X)), None);
        assert_eq!(thing(about("barrel", middle)), None);
    }
}
