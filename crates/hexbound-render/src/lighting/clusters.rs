//! The lamps that may light each cell of the view (Olsson, Billeter and Assarsson, "Clustered Deferred and
//! Forward Shading"). The view is divided into columns, rows and slices of depth. Each cell has a bit for
//! each lamp that reaches it. The computation runs on the CPU.

use std::ops::Range;

use glam::{Mat4, Vec3, Vec4, Vec4Swizzles};
use hexbound_collide::geom::Aabb;

use hexbound_level::Light;

/// The number of cells along the frame's width.
pub(crate) const CLUSTER_COLUMNS: usize = 16;
/// The number of cells along the frame's height.
pub(crate) const CLUSTER_ROWS: usize = 8;
/// The number of cells in depth.
pub(crate) const CLUSTER_SLICES: usize = 24;
/// The largest number of lamps that light one frame.
pub(crate) const MAX_LAMPS: usize = 256;
/// The number of 32-bit words per cell.
pub(crate) const CLUSTER_WORDS: usize = MAX_LAMPS / 32;
/// The distance from the eye at which the second slice begins, meters.
const FIRST_DEPTH: f32 = 0.5;
/// The distance from the eye up to which slices grow, meters; the last one extends beyond it without end.
const LAST_DEPTH: f32 = 160.0;

/// The lamps of one frame, and the cells that they may light.
pub(crate) struct Clusters {
    /// The indices of the level's lamps in view; a lamp's bit is its index here.
    pub chosen: Vec<usize>,
    /// [`CLUSTER_WORDS`] words for each cell: columns first, then rows, then slices.
    pub words: Vec<u32>,
}

/// The space that a lamp can light: a sphere around its range, and a box around the space that it sees
/// between walls.
pub(crate) struct LampReach {
    center: Vec3,
    radius: f32,
    seen: Aabb,
}

/// The scale and offset from a depth to its slice: log2(depth) * scale + offset, rounded down.
pub(crate) fn slice_scale() -> (f32, f32) {
    let scale = (CLUSTER_SLICES - 1) as f32 / libm::log2f(LAST_DEPTH / FIRST_DEPTH);
    (scale, 1.0 - scale * libm::log2f(FIRST_DEPTH))
}

impl Clusters {
    /// Assigns the lamps within `lamp_view` meters of the eye to the cells that they reach. If more than
    /// [`MAX_LAMPS`] are in view, those brightest at the eye are chosen.
    pub(crate) fn assign(
        lights: &[Light],
        reaches: &[LampReach],
        view_projection: &Mat4,
        (eye, lamp_view): (Vec3, f32),
    ) -> Self {
        let is_near = |index: usize| lights[index].position.distance(eye) < lamp_view;
        let view = Planes::of(view_projection);
        let mut seen: Vec<(usize, &LampReach)> = (reaches.iter().enumerate())
            .filter(|(index, reach)| is_near(*index) && view.may_see(reach))
            .collect();
        if seen.len() > MAX_LAMPS {
            let brightness = |index: usize| {
                let light = &lights[index];
                light.strength / (1.0 + light.position.distance_squared(eye))
            };
            seen.sort_by(|a, b| brightness(b.0).total_cmp(&brightness(a.0)));
            seen.truncate(MAX_LAMPS);
        }
        // The shader lights a pixel twice if the last lamp of its cell does not shine on it. Lamps near the
        // eye shine on most visible pixels, so they come last.
        let distance = |&(index, _): &(usize, _)| lights[index].position.distance_squared(eye);
        seen.sort_by(|a, b| distance(b).total_cmp(&distance(a)));
        let mut words = Vec::new();
        if !seen.is_empty() {
            words.resize(
                CLUSTER_COLUMNS * CLUSTER_ROWS * CLUSTER_SLICES * CLUSTER_WORDS,
                0,
            );
        }
        for (bit, (_, reach)) in seen.iter().enumerate() {
            view.mark(reach, bit, &mut words);
        }
        Self {
            chosen: seen.into_iter().map(|(index, _)| index).collect(),
            words,
        }
    }
}

impl LampReach {
    /// The reach of a lamp; `seen` is a box around the space that the lamp sees between walls.
    pub(crate) fn of(light: &Light, seen: Aabb) -> Self {
        let range = light.range;
        let (center, radius) = match light.cone {
            Some(cone) => {
                let (sine, cosine) = libm::sincosf(cone.outer);
                // The smallest sphere around a narrow cone passes through its tip and rim; that around a wide
                // cone passes through its rim.
                if cosine > std::f32::consts::FRAC_1_SQRT_2 {
                    let radius = 0.5 * range / cosine;
                    (light.position + cone.direction * radius, radius)
                } else {
                    let middle = light.position + cone.direction * (range * cosine.max(0.0));
                    (middle, range * sine)
                }
            }
            None => (light.position, range),
        };
        Self {
            center,
            radius,
            seen,
        }
    }
}

/// The planes between columns and rows, facing right and down, and the plane of the eye.
struct Planes {
    columns: [Vec4; CLUSTER_COLUMNS + 1],
    rows: [Vec4; CLUSTER_ROWS + 1],
    depth: Vec4,
    /// The depths between the slices, meters.
    limits: [f32; CLUSTER_SLICES + 1],
}

impl Planes {
    fn of(view_projection: &Mat4) -> Self {
        let depth = view_projection.row(3);
        let (right, up) = (view_projection.row(0), view_projection.row(1));
        let unit = |plane: Vec4| plane / plane.xyz().length().max(1e-9);
        let share = |index: usize, count: usize| 2.0 * index as f32 / count as f32 - 1.0;
        let (scale, offset) = slice_scale();
        let limit = |slice: usize| match slice {
            0 => 0.0,
            CLUSTER_SLICES => f32::INFINITY,
            _ => libm::exp2f((slice as f32 - offset) / scale),
        };
        Self {
            columns: std::array::from_fn(|index| {
                unit(right - depth * share(index, CLUSTER_COLUMNS))
            }),
            rows: std::array::from_fn(|index| unit(-up - depth * share(index, CLUSTER_ROWS))),
            depth: unit(depth),
            limits: std::array::from_fn(limit),
        }
    }

    fn may_see(&self, reach: &LampReach) -> bool {
        let center = reach.center.extend(1.0);
        let inside = |first: Vec4, last: Vec4| {
            first.dot(center) > -reach.radius
                && last.dot(center) < reach.radius
                && distances(&first, &reach.seen)[1] > 0.0
                && distances(&last, &reach.seen)[0] < 0.0
        };
        self.depth.dot(center) > -reach.radius
            && inside(self.columns[0], self.columns[CLUSTER_COLUMNS])
            && inside(self.rows[0], self.rows[CLUSTER_ROWS])
    }

    /// Sets a lamp's bit in every cell that both its sphere and its box may touch. Within a slice the sphere
    /// is bounded by a cylinder along the view, which is tested against the planes.
    fn mark(&self, reach: &LampReach, bit: usize, words: &mut [u32]) {
        let forward = self.depth.xyz();
        let depth = self.depth.dot(reach.center.extend(1.0));
        let [nearest, furthest] = distances(&self.depth, &reach.seen);
        let [columns_seen, rows_seen] =
            [&self.columns[..], &self.rows[..]].map(|planes| touched_by_box(planes, &reach.seen));
        for slice in 0..CLUSTER_SLICES {
            let near = (self.limits[slice].max(depth - reach.radius)).max(nearest);
            let far = (self.limits[slice + 1].min(depth + reach.radius)).min(furthest);
            if near > far {
                continue;
            }
            let aside = depth - depth.clamp(near, far);
            let radius = (reach.radius * reach.radius - aside * aside)
                .max(0.0)
                .sqrt();
            let ends = [near, far].map(|at| (reach.center + forward * (at - depth)).extend(1.0));
            let columns = intersection(&touched(&self.columns, ends, radius), &columns_seen);
            for row in intersection(&touched(&self.rows, ends, radius), &rows_seen) {
                for column in columns.clone() {
                    let cell = (slice * CLUSTER_ROWS + row) * CLUSTER_COLUMNS + column;
                    words[cell * CLUSTER_WORDS + bit / 32] |= 1 << (bit % 32);
                }
            }
        }
    }
}

/// The minimum and the maximum distance of a box from a plane.
fn distances(plane: &Vec4, bounds: &Aabb) -> [f32; 2] {
    let middle = plane.dot(bounds.center().extend(1.0));
    let half = plane.xyz().abs().dot(bounds.size()) * 0.5;
    [middle - half, middle + half]
}

fn intersection(one: &Range<usize>, other: &Range<usize>) -> Range<usize> {
    one.start.max(other.start)..one.end.min(other.end)
}

/// The strips between `planes` that a box touches.
fn touched_by_box(planes: &[Vec4], bounds: &Aabb) -> Range<usize> {
    strips(
        planes,
        |plane| distances(plane, bounds)[1] > 0.0,
        |plane| distances(plane, bounds)[0] < 0.0,
    )
}

/// The strips between `planes` that a cylinder touches.
fn touched(planes: &[Vec4], ends: [Vec4; 2], radius: f32) -> Range<usize> {
    let distances = |plane: &Vec4| ends.map(|end| plane.dot(end));
    strips(
        planes,
        |plane| distances(plane).into_iter().any(|far| far > -radius),
        |plane| distances(plane).into_iter().any(|far| far < radius),
    )
}

/// The range of strips that an object touches. `beyond` and `before` return whether a part of the object lies
/// past a plane or short of it.
fn strips(
    planes: &[Vec4],
    beyond: impl Fn(&Vec4) -> bool,
    before: impl Fn(&Vec4) -> bool,
) -> Range<usize> {
    let strips = planes.len() - 1;
    let first = (0..strips).rev().find(|&strip| beyond(&planes[strip]));
    let Some(last) = first else { return 0..0 };
    let first = (0..strips).find(|&strip| before(&planes[strip + 1]));
    first.map_or(0..0, |first| first..last + 1)
}

#[cfg(test)]
mod tests {
    use glam::camera::rh;

    use super::*;
    use hexbound_base::random::bits_at;

    fn view(eye: Vec3) -> Mat4 {
        let projection = rh::proj::directx::perspective_infinite_reverse(1.1, 1.6, 0.04);
        let turn = glam::Quat::from_rotation_y(0.4) * glam::Quat::from_rotation_x(-0.2);
        projection * Mat4::from_quat(turn.inverse()) * Mat4::from_translation(-eye)
    }

    /// The cell of a point, as the shader finds it.
    fn cell_of(view: &Mat4, point: Vec3) -> Option<usize> {
        let clip = *view * point.extend(1.0);
        let share = clip.xy() / clip.w * glam::Vec2::new(0.5, -0.5) + 0.5;
        if clip.w <= 0.0 || share.min_element() < 0.0 || share.max_element() >= 1.0 {
            return None;
        }
        let (scale, offset) = slice_scale();
        let slice = (libm::log2f(clip.w) * scale + offset).clamp(0.0, CLUSTER_SLICES as f32 - 1.0);
        let column = share.x * CLUSTER_COLUMNS as f32;
        let row = share.y * CLUSTER_ROWS as f32;
        Some((slice as usize * CLUSTER_ROWS + row as usize) * CLUSTER_COLUMNS + column as usize)
    }

    fn has(clusters: &Clusters, cell: usize, bit: usize) -> bool {
        clusters.words[cell * CLUSTER_WORDS + bit / 32] >> (bit % 32) & 1 == 1
    }

    fn unit(place: u32) -> f32 {
        (bits_at(u64::from(place)) >> 40) as f32 / (1 << 24) as f32
    }

    fn scatter(seed: u32) -> Vec3 {
        Vec3::new(unit(seed), unit(seed + 1), unit(seed + 2)) - 0.5
    }

    fn lamps(count: u32) -> Vec<Light> {
        (0..count)
            .map(|index| {
                let at = scatter(index * 17) * Vec3::new(60.0, 10.0, 60.0);
                let mut light = Light::point(at, Vec3::ONE, 1.0);
                light.range = 1.0 + 9.0 * unit(index * 17 + 5);
                if index % 2 == 1 {
                    light = light.spot(scatter(index * 17 + 7), 0.1, 0.2 + 1.3 * unit(index + 9));
                }
                light
            })
            .collect()
    }

    /// Clusters of lamps without walls around them.
    fn assign(lights: &[Light], view: &Mat4, eye: Vec3) -> Clusters {
        let everywhere = Aabb::new(Vec3::splat(-1e3), Vec3::splat(1e3));
        let reaches = lights.iter().map(|light| LampReach::of(light, everywhere));
        let reaches: Vec<LampReach> = reaches.collect();
        Clusters::assign(lights, &reaches, view, (eye, f32::INFINITY))
    }

    #[test]
    fn no_lit_point_of_the_picture_misses_its_lamp() {
        let (eye, lights) = (Vec3::new(1.0, 2.0, 3.0), lamps(120));
        let view = view(eye);
        let clusters = assign(&lights, &view, eye);
        let mut lit = 0;
        for index in 0..40_000u32 {
            let point = scatter(index * 3 + 1) * Vec3::new(70.0, 20.0, 70.0);
            let Some(cell) = cell_of(&view, point) else {
                continue;
            };
            for (place, light) in lights.iter().enumerate() {
                if light.falling_on(point - light.position) > 0.0 {
                    let bit = clusters.chosen.iter().position(|&chosen| chosen == place);
                    let marked = bit.is_some_and(|bit| has(&clusters, cell, bit));
                    assert!(marked, "{point} is lit by {light:?}");
                    lit += 1;
                }
            }
        }
        assert!(lit > 5_000, "only {lit} lit points were tried");
    }

    #[test]
    fn a_small_lamp_is_in_few_cells() {
        let eye = Vec3::ZERO;
        let view = view(eye);
        let ahead = view.row(3).xyz();
        let mut light = Light::point(ahead * 12.0, Vec3::ONE, 1.0);
        light.range = 1.0;
        let clusters = assign(&[light], &view, eye);
        let count = clusters.words.iter().map(|word| word.count_ones()).sum();
        assert!((1..=40u32).contains(&count), "{count} cells");
    }

    #[test]
    fn lamps_behind_and_beside_the_view_are_left_out() {
        let eye = Vec3::ZERO;
        let view = view(eye);
        let (ahead, right) = (view.row(3).xyz(), view.row(0).xyz().normalize());
        for place in [ahead * -9.0, right * 30.0] {
            let mut light = Light::point(place, Vec3::ONE, 1.0);
            light.range = 3.0;
            let clusters = assign(&[light], &view, eye);
            assert!(clusters.chosen.is_empty() && clusters.words.is_empty());
        }
    }

    #[test]
    fn of_too_many_lamps_the_brightest_about_the_eye_are_kept() {
        let eye = Vec3::ZERO;
        let view = view(eye);
        let ahead = view.row(3).xyz();
        let lamp = |index| Light::point(ahead * (0.1 * index as f32), Vec3::ONE, 8.0);
        let lights: Vec<Light> = (0..600).map(lamp).collect();
        let clusters = assign(&lights, &view, eye);
        assert_eq!(clusters.chosen.len(), MAX_LAMPS);
        assert!(clusters.chosen.iter().all(|&index| index < MAX_LAMPS));
    }

    #[test]
    fn what_walls_hide_is_left_out_and_nothing_else() {
        let eye = Vec3::ZERO;
        let view = view(eye);
        let mut light = Light::point(view.row(3).xyz() * 12.0, Vec3::ONE, 1.0);
        light.range = 8.0;
        let (low, high) = (Vec3::splat(-2.0), Vec3::new(2.0, 1.0, 3.0));
        let room = Aabb::new(light.position + low, light.position + high);
        let lights = [light];
        let all = assign(&lights, &view, eye);
        let reaches = [LampReach::of(&lights[0], room)];
        let walled = Clusters::assign(&lights, &reaches, &view, (eye, f32::INFINITY));
        let count = |clusters: &Clusters| clusters.words.iter().filter(|word| **word > 0).count();
        assert!(3 * count(&walled) < count(&all), "{}", count(&walled));
        for index in 0..2_000u32 {
            let point = room.center() + scatter(index * 3 + 1) * room.size();
            if let Some(cell) = cell_of(&view, point) {
                assert!(has(&walled, cell, 0), "{point}");
            }
        }
        let elsewhere = Aabb::new(Vec3::splat(60.0), Vec3::splat(61.0));
        let reaches = [LampReach::of(&lights[0], elsewhere)];
        let none = Clusters::assign(&lights, &reaches, &view, (eye, f32::INFINITY));
        assert!(none.chosen.is_empty());
    }
}
