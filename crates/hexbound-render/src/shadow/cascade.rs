//! The geometry of the sun's shadow maps: their sizes, their positions around the eye, their depths, and the
//! choice of those to redraw. Nothing here needs a device.

use glam::{IVec2, Mat4, Quat, Vec2, Vec3, camera::rh};
use hexbound_collide::geom::Aabb;

use crate::outline::clip;

/// The largest number of shadow maps; the last one covers the whole level.
pub(super) const MAX_LAYERS: usize = 4;
/// The half sides of the maps around the eye, meters, for two, three and four maps in all. The last of them
/// grows in larger levels.
const MAP_REACHES: [&[f32]; MAX_LAYERS - 1] = [&[16.0], &[9.0, 36.0], &[7.0, 20.0, 60.0]];
/// The largest size of a map around the eye, as a share of the whole level's; a larger map is left out.
const MAX_MAP_SHARE: f32 = 0.75;
/// The step of a map's position, texels: whole texels, so that shadows never shift within their texels, and
/// large enough that redraws are rare.
const STEP_TEXELS: f32 = 128.0;
/// The distance of a map's center ahead of the eye, as a share of its reach.
const LEAD_SHARE: f32 = 0.55;
/// The distance from its desired position at which a map is due, steps: more than half, to prevent
/// oscillation.
const DUE_STEPS: f32 = 0.6;
/// The distance from its desired position at which a map must be redrawn at once, steps.
const URGENT_STEPS: f32 = 1.5;
/// The visible depth beyond the level's bounds, toward the sun and away from it, meters.
const DEPTH_MARGIN: f32 = 1.0;

/// The level in the sun's axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct SunView {
    /// The rotation after which the sun shines along −Z.
    pub turn: Quat,
    bounds: Aabb,
}

/// The region of a map in the sun's axes, meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MapRegion {
    pub center: Vec2,
    /// The distance from the center to each side.
    pub reach: f32,
    /// The depth nearest to the sun.
    pub top: f32,
    /// The distance from the nearest to the farthest depth.
    pub depth: f32,
}

impl SunView {
    pub(super) fn new(bounds: Aabb, to_sun: Vec3) -> Self {
        let bounds = if bounds.is_empty() {
            Aabb::new(Vec3::NEG_ONE, Vec3::ONE)
        } else {
            bounds
        };
        Self {
            turn: Quat::from_rotation_arc(to_sun, Vec3::Z),
            bounds,
        }
    }

    /// The region around the whole level.
    pub(super) fn whole(&self) -> MapRegion {
        let seen = self.seen(&self.bounds);
        let reach = seen.size().truncate().max_element() * 0.5 + 0.1;
        self.region(seen.center().truncate(), reach)
    }

    /// The region of a map around the eye, as deep as the level is there. The region includes casters far
    /// above, and wastes no depth on other areas.
    pub(super) fn region(&self, center: Vec2, reach: f32) -> MapRegion {
        let [low, high] = self.depths_between(center, reach).unwrap_or_else(|| {
            let seen = self.seen(&self.bounds);
            [seen.min.z, seen.max.z]
        });
        MapRegion {
            center,
            reach,
            top: high + DEPTH_MARGIN,
            depth: high - low + 2.0 * DEPTH_MARGIN,
        }
    }

    /// Returns the desired center of a map around the eye.
    pub(super) fn wanted(&self, eye: Vec3, forward: Vec3, reach: f32) -> Vec2 {
        (self.turn * (eye + forward * (LEAD_SHARE * reach))).truncate()
    }

    /// Returns whether a box may cast a shadow into a region. Only a box beside the region returns false;
    /// depth is ignored.
    pub(super) fn may_cast_into(&self, region: &MapRegion, bounds: &Aabb) -> bool {
        let seen = self.seen(bounds);
        let low = region.center - region.reach;
        let high = region.center + region.reach;
        seen.max.truncate().cmpge(low).all() && seen.min.truncate().cmple(high).all()
    }

    fn seen(&self, bounds: &Aabb) -> Aabb {
        Aabb::from_points(corners(bounds).map(|corner| self.turn * corner))
    }

    /// The lowest and the highest depth of the level's bounds within a square region, from the faces of the
    /// bounds clipped to it.
    fn depths_between(&self, center: Vec2, reach: f32) -> Option<[f32; 2]> {
        const FACE_CORNERS: [[usize; 4]; 6] = [
            [0, 1, 3, 2],
            [4, 5, 7, 6],
            [0, 1, 5, 4],
            [2, 3, 7, 6],
            [0, 2, 6, 4],
            [1, 3, 7, 5],
        ];
        let corners = corners(&self.bounds).map(|corner| self.turn * corner);
        let mut depths: Option<[f32; 2]> = None;
        for face in FACE_CORNERS {
            let mut outline: Vec<Vec3> = face.map(|corner| corners[corner]).to_vec();
            for axis in [Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y] {
                outline = clip(&outline, axis.extend(0.0), axis.dot(center) + reach);
            }
            for point in outline {
                let [low, high] = depths.unwrap_or([point.z; 2]);
                depths = Some([low.min(point.z), high.max(point.z)]);
            }
        }
        depths
    }
}

impl MapRegion {
    /// The matrix from the level to clip space.
    pub(super) fn matrix(&self, turn: Quat) -> Mat4 {
        let Self { center, reach, .. } = *self;
        let projection = rh::proj::directx::orthographic(
            center.x - reach,
            center.x + reach,
            center.y - reach,
            center.y + reach,
            // The projection expects distances along −Z.
            -self.top,
            self.depth - self.top,
        );
        projection * Mat4::from_quat(turn)
    }
}

/// The reaches of the maps around the eye, meters, ascending. The map of the whole level has the reach
/// `whole`, meters. There are at most `maps` maps in all, and `maps` is at least two.
pub(super) fn reaches(whole: f32, maps: usize) -> Vec<f32> {
    let mut reaches = MAP_REACHES[maps.min(MAX_LAYERS) - 2].to_vec();
    if let [.., before, last] = &mut reaches[..] {
        // The last map lies between its neighbors if they are far apart.
        *last = last.max((*before * whole).sqrt().floor());
    }
    reaches.retain(|reach| *reach < MAX_MAP_SHARE * whole);
    reaches
}

/// The step between the possible positions of a map of this reach, meters.
pub(super) fn step(reach: f32, side: u32) -> f32 {
    STEP_TEXELS * 2.0 * reach / side as f32
}

/// The possible position nearest to `wanted`, in steps.
pub(super) fn cell(wanted: Vec2, step: f32) -> IVec2 {
    (wanted / step).round().as_ivec2()
}

/// Returns the distance of the map at `cell` from its desired position, in steps; infinity if it has not been
/// drawn.
pub(super) fn lateness(cell: Option<IVec2>, wanted: Vec2, step: f32) -> f32 {
    cell.map_or(f32::INFINITY, |cell| {
        (wanted / step - cell.as_vec2()).abs().max_element()
    })
}

/// Returns for each map whether it is redrawn in this frame: the urgent maps are, or else the first due one.
pub(super) fn due(lateness: &[f32]) -> Vec<bool> {
    let mut due: Vec<bool> = lateness.iter().map(|steps| *steps > URGENT_STEPS).collect();
    if !due.contains(&true)
        && let Some(first) = lateness.iter().position(|steps| *steps > DUE_STEPS)
    {
        due[first] = true;
    }
    due
}

fn corners(bounds: &Aabb) -> [Vec3; 8] {
    std::array::from_fn(|corner| {
        let pick = |axis: usize| {
            if corner >> axis & 1 == 1 {
                bounds.max[axis]
            } else {
                bounds.min[axis]
            }
        };
        Vec3::new(pick(0), pick(1), pick(2))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn town() -> Aabb {
        Aabb::new(Vec3::new(-80.0, -3.0, -40.0), Vec3::new(70.0, 25.0, 60.0))
    }

    fn afternoon() -> SunView {
        SunView::new(town(), Vec3::new(-0.6, 0.5, 0.62).normalize())
    }

    fn is_inside(clip: Vec3) -> bool {
        clip.truncate().abs().max_element() <= 1.0001 && (-1e-4..=1.0001).contains(&clip.z)
    }

    #[test]
    fn the_last_map_holds_every_corner_of_the_level() {
        for to_sun in [Vec3::Y, Vec3::new(-0.6, 0.5, 0.62).normalize(), Vec3::NEG_Z] {
            let sun_view = SunView::new(town(), to_sun);
            let matrix = sun_view.whole().matrix(sun_view.turn);
            for corner in corners(&town()) {
                let is_seen = is_inside(matrix.transform_point3(corner));
                assert!(is_seen, "{to_sun} {corner}");
            }
        }
    }

    #[test]
    fn a_map_moves_in_whole_texels() {
        let sun_view = afternoon();
        let eye = Vec3::new(3.0, 1.0, -2.0);
        for reach in reaches(300.0, MAX_LAYERS) {
            let step = step(reach, 1024);
            let at = |eye: Vec3, yaw: f32| {
                let forward = Quat::from_rotation_y(yaw) * Vec3::NEG_Z;
                let center = cell(sun_view.wanted(eye, forward, reach), step).as_vec2() * step;
                sun_view.region(center, reach).matrix(sun_view.turn)
            };
            let first = at(eye, 0.0).transform_point3(eye);
            for moved in 1..20 {
                let there = at(eye + Vec3::X * moved as f32 * 1.7, moved as f32 * 0.2);
                let shift = (there.transform_point3(eye) - first) * 1024.0 / 2.0;
                assert!((shift.x - shift.x.round()).abs() < 0.01, "{shift}");
                assert!((shift.y - shift.y.round()).abs() < 0.01, "{shift}");
            }
        }
    }

    #[test]
    fn the_eye_and_what_is_ahead_are_inside() {
        let sun_view = afternoon();
        for reach in [7.0, 20.0, 60.0] {
            let step = step(reach, 1024);
            for turn in 0..64 {
                let eye = Vec3::new(turn as f32 * 0.37, 1.7, 4.0);
                let forward = Quat::from_rotation_y(turn as f32 * 0.1) * Vec3::NEG_Z;
                let wanted = sun_view.wanted(eye, forward, reach);
                // The largest distance from the desired position without a redraw.
                let late = Vec2::splat(URGENT_STEPS * step * 0.99);
                let matrix = sun_view.region(wanted + late, reach).matrix(sun_view.turn);
                for ahead in [0.0, 0.5, 1.0] {
                    let point = eye + forward * (ahead * reach);
                    assert!(is_inside(matrix.transform_point3(point)), "{turn} {ahead}");
                }
            }
        }
    }

    #[test]
    fn a_caster_far_above_still_counts_and_no_depth_is_wasted() {
        let to_sun = Vec3::new(-0.3, 0.9, 0.1).normalize();
        let far = Vec3::new(200.0, 90.0, 200.0);
        let tower = Aabb::new(Vec3::new(-200.0, 0.0, -200.0), far);
        let sun_view = SunView::new(tower, to_sun);
        let foot = Vec3::new(5.0, 0.0, 5.0);
        let region = sun_view.region((sun_view.turn * foot).truncate(), 7.0);
        let matrix = region.matrix(sun_view.turn);
        assert!(is_inside(matrix.transform_point3(foot)));
        let top = foot + to_sun * (89.9 / to_sun.y);
        assert!(is_inside(matrix.transform_point3(top)));
        assert!(region.depth < 110.0, "{}", region.depth);
        assert!(sun_view.whole().depth > 200.0);
    }

    #[test]
    fn nearer_to_the_sun_is_nearer_in_depth() {
        let sun_view = afternoon();
        let matrix = sun_view.whole().matrix(sun_view.turn);
        let low = matrix.transform_point3(Vec3::ZERO);
        let high = matrix.transform_point3(sun_view.turn.inverse() * Vec3::Z * 5.0);
        assert!(high.z < low.z);
    }

    #[test]
    fn chunks_beside_a_map_are_left_out_and_those_above_are_not() {
        let sun_view = SunView::new(town(), Vec3::Y);
        let region = sun_view.region((sun_view.turn * Vec3::ZERO).truncate(), 7.0);
        let cube = |center: Vec3| Aabb::new(center - 1.0, center + 1.0);
        assert!(sun_view.may_cast_into(&region, &cube(Vec3::Y * 500.0)));
        assert!(sun_view.may_cast_into(&region, &cube(Vec3::X * 7.5)));
        assert!(!sun_view.may_cast_into(&region, &cube(Vec3::X * 8.5)));
        assert!(!sun_view.may_cast_into(&region, &cube(Vec3::NEG_Z * 8.5)));
    }

    #[test]
    fn small_levels_need_fewer_maps_and_large_ones_a_larger_third() {
        assert!(reaches(6.0, 4).is_empty());
        assert_eq!(reaches(20.0, 4), [7.0]);
        assert_eq!(reaches(33.0, 4), [7.0, 20.0]);
        assert_eq!(reaches(118.0, 4), [7.0, 20.0, 60.0]);
        assert_eq!(reaches(500.0, 4), [7.0, 20.0, 100.0]);
    }

    #[test]
    fn fewer_maps_reach_as_far_with_wider_texels() {
        assert_eq!(reaches(118.0, 3), [9.0, 36.0]);
        assert_eq!(reaches(500.0, 3), [9.0, 67.0]);
        assert_eq!(reaches(500.0, 2), [16.0]);
        assert!(reaches(20.0, 2).is_empty());
    }

    #[test]
    fn maps_take_turns_unless_one_can_not_wait() {
        assert_eq!(due(&[0.5, 0.2]), [false, false]);
        assert_eq!(due(&[0.7, 0.2, 0.9]), [true, false, false]);
        assert_eq!(due(&[0.2, 0.7, 0.9]), [false, true, false]);
        assert_eq!(due(&[0.7, 0.2, 1.6]), [false, false, true]);
        assert_eq!(due(&[f32::INFINITY; 3]), [true; 3]);
        assert_eq!(lateness(None, Vec2::ZERO, 1.0), f32::INFINITY);
        assert_eq!(lateness(Some(IVec2::X), Vec2::ZERO, 2.0), 1.0);
    }
}
