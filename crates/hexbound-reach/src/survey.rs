//! The search for a place to start in a level that names none. Every free floor in a grid of columns is a
//! site. Sites that are connected on foot form regions. The survey compares the largest regions by their
//! likeness to the inside of the level. In the best region it chooses the site with the best view from
//! which enough of the region is reachable.

use std::cmp::Reverse;

use glam::Vec3;
use hexbound_collide::{CollisionMesh, MIN_WALKABLE_UP, geom::Aabb};

use crate::{
    BestView, DisjointSets, Floors, StepLimits, best_view, grid::ColumnGrid, reachable_floor,
    shows_front, stand_on, yaw_of_spoke,
};
use hexbound_base::body::{HALF_HEIGHT, MIN_DROP_DEPTH, STEP_HEIGHT, forward, view_direction};

/// The most floors of one column that are tested.
const MAX_COLUMN_FLOORS: usize = 24;
/// The most regions that are compared, the largest first.
const MAX_REGIONS: usize = 24;
/// The most regions in which a start is searched for, the best first.
const MAX_TRIED_REGIONS: usize = 4;
/// The most sites of a region that are scored in full.
const MAX_SAMPLES: usize = 24;
/// The most sites of a region that are scored by a few rays.
const MAX_QUICK_SCORES: usize = 400;
/// The most sites of a region from which the reachable floor is measured.
const MAX_TRIED_SITES: usize = 3;
/// The free horizontal distance around a good start, meters.
const FREE_SPACE: f32 = 1.2;
/// The area of floor that must be reachable from a start, m².
const MIN_REACHABLE_AREA: f32 = 60.0;
/// The share of a region that suffices if that is less than `MIN_REACHABLE_AREA`.
const MIN_REACHABLE_SHARE: f32 = 0.3;
/// The factor for the middle of a region, a better start than a corner with the same view.
const MIDDLE_GAIN: f32 = 1.1;
/// The shares of front faces among the hits of rays up to which a region is outside the level, and from which
/// on it is inside. A level shows the fronts of its faces inside.
const INSIDE_SPAN: [f32; 2] = [0.2, 0.7];
/// The factor for a region outside the level.
const OUTSIDE_FACTOR: f32 = 0.02;

/// The penalty of a region on top of an object instead of a floor, as a share of its score.
const PERCHED_PENALTY: f32 = 0.8;

/// A place where a body can stand.
#[derive(Clone, Copy, Debug)]
struct Site {
    position: Vec3,
    /// True if there is a floor above the site.
    covered: bool,
}

/// Every place to stand on a grid over the level.
pub struct Survey<'a> {
    collision: &'a CollisionMesh,
    sites: Vec<Site>,
    /// The indices of the sites of each region, the largest regions first.
    regions: Vec<Vec<usize>>,
    /// The distance between columns, meters.
    spacing: f32,
}

impl<'a> Survey<'a> {
    /// Surveys every column over a mesh.
    pub fn of(collision: &'a CollisionMesh) -> Self {
        let grid = ColumnGrid::over(collision);
        let mut columns: Vec<Vec<usize>> = Vec::new();
        let mut sites: Vec<Site> = Vec::new();
        for column in 0..grid.count_x * grid.count_z {
            let first = sites.len();
            floors(collision, grid.at(column), &mut sites);
            columns.push((first..sites.len()).collect());
        }
        Self {
            regions: regions(collision, &grid, &columns, &sites),
            collision,
            sites,
            spacing: grid.spacing,
        }
    }

    /// The best place to start, with its best view; `None` if there is no place to stand.
    pub fn best_start(&self) -> Option<BestView> {
        self.start_in_regions().or_else(|| {
            let position = largest_floor(self.collision)?;
            Some(best_view(self.collision, position))
        })
    }

    /// The approximate area of the largest region, m².
    pub fn walkable_area(&self) -> f32 {
        let areas = self.regions.iter().map(|region| self.area(region));
        areas.fold(0.0, f32::max)
    }

    /// The approximate area of the largest region inside the level, m².
    pub fn inner_area(&self) -> f32 {
        let inner = (self.regions.iter()).filter(|region| self.inside_factor(region) >= 1.0);
        inner.map(|region| self.area(region)).fold(0.0, f32::max)
    }

    /// The best view in the best region, from a site that reaches enough floor if there is one.
    fn start_in_regions(&self) -> Option<BestView> {
        let mut scores: Vec<(f32, &Vec<usize>)> = (self.regions.iter())
            .map(|region| (self.score(region), region))
            .collect();
        // The sort is stable: among equal scores the larger region stays first.
        scores.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut first = None;
        for (_, region) in scores.into_iter().take(MAX_TRIED_REGIONS) {
            let enough = MIN_REACHABLE_AREA.min(MIN_REACHABLE_SHARE * self.area(region));
            for view in self.views(region).into_iter().take(MAX_TRIED_SITES) {
                let limits = StepLimits::WALKING;
                if reachable_floor(self.collision, view.position, limits, enough) >= enough {
                    return Some(view);
                }
                first.get_or_insert(view);
            }
        }
        first
    }

    fn area(&self, region: &[usize]) -> f32 {
        region.len() as f32 * self.spacing.powi(2)
    }

    fn samples(&self, region: &[usize], max_count: usize) -> Vec<Site> {
        let stride = region.len().div_ceil(max_count).max(1);
        let strided = region.iter().step_by(stride);
        strided.map(|site| self.sites[*site]).collect()
    }

    /// Scores a region by its likeness to the inside of the level: large, with walls all around and detail
    /// nearby. The outside of a level's shell is larger than any room, but bare. The area therefore counts
    /// by its square root, while walls and detail count in full.
    fn score(&self, region: &[usize]) -> f32 {
        let collision = self.collision;
        let samples = self.samples(region, MAX_SAMPLES);
        let mean = |value: &dyn Fn(&Site) -> f32| {
            samples.iter().map(value).sum::<f32>() / samples.len() as f32
        };
        let walls = mean(&|site| {
            let near = |spoke: &usize| clearance(collision, site.position, *spoke, 8, 12.0) < 12.0;
            (0..8).filter(near).count() as f32 / 8.0
        });
        let detail = mean(&|site| {
            let room = Aabb::new(site.position, site.position).grown(Vec3::new(2.0, 1.5, 2.0));
            (collision.triangles_near(room).len() as f32 / 60.0).min(1.0)
        });
        let cover = mean(&|site| if site.covered { 1.0 } else { 0.7 });
        let perched = mean(&|site| self.perched_share(site.position));
        let size = (region.len() as f32).sqrt();
        let inside = self.inside_factor(region) * (1.0 - PERCHED_PENALTY * perched);
        size * (walls + 0.05) * (detail + 0.05) * cover * inside
    }

    /// The share of the directions around a position with a drop beside it. The share is large on a table
    /// or a cupboard.
    fn perched_share(&self, position: Vec3) -> f32 {
        const ASIDE_DISTANCE: f32 = 1.0;
        /// The least and the largest drop that count, meters: between a step and a story.
        const DROP_LIMITS: [f32; 2] = [MIN_DROP_DEPTH as f32, 2.6];
        let has_drop = |spoke: &usize| {
            let aside = forward(yaw_of_spoke(*spoke, 8));
            let free = (self.collision.ray_cast(position, aside, ASIDE_DISTANCE)).is_none();
            let from = position + aside * ASIDE_DISTANCE;
            let fall = || self.collision.ray_cast(from, Vec3::NEG_Y, 10.0);
            free && fall().is_some_and(|hit| {
                let drop = hit.distance - HALF_HEIGHT;
                (DROP_LIMITS[0]..DROP_LIMITS[1]).contains(&drop)
            })
        };
        (0..8).filter(has_drop).count() as f32 / 8.0
    }

    /// The factor of a region by the share of front faces in view: 1 inside the level, `OUTSIDE_FACTOR`
    /// behind its walls.
    fn inside_factor(&self, region: &[usize]) -> f32 {
        /// The angles of rays above the horizon, radians, with the number of rays at each.
        const LOOK_RAYS: [(f32, usize); 5] = [(-1.5, 1), (-0.6, 4), (0.0, 8), (0.6, 4), (1.5, 1)];
        let (mut fronts, mut all) = (0, 0);
        for site in self.samples(region, MAX_SAMPLES / 3) {
            for (pitch, spokes) in LOOK_RAYS {
                for spoke in 0..spokes {
                    let direction = view_direction(yaw_of_spoke(spoke, spokes), pitch);
                    let hit = (self.collision).ray_cast(site.position, direction, 200.0);
                    if let Some(hit) = hit {
                        fronts += u32::from(shows_front(self.collision, &hit, direction));
                        all += 1;
                    }
                }
            }
        }
        let share = fronts as f32 / all.max(1) as f32;
        ((share - INSIDE_SPAN[0]) / (INSIDE_SPAN[1] - INSIDE_SPAN[0])).clamp(OUTSIDE_FACTOR, 1.0)
    }

    /// The best views from sites of a region, best first.
    fn views(&self, region: &[usize]) -> Vec<BestView> {
        let Some(middle) = self.central_site(region) else {
            return Vec::new();
        };
        let mut scored: Vec<(f32, Vec3)> = (self.samples(region, MAX_QUICK_SCORES).iter())
            .filter(|site| self.has_space(site.position))
            .map(|site| (self.quick_score(site.position), site.position))
            .collect();
        scored.sort_by(|a, b| b.0.total_cmp(&a.0));
        let places = scored.into_iter().map(|(_, position)| position);
        let mut views: Vec<BestView> = std::iter::once(middle)
            .chain(places.take(MAX_SAMPLES))
            .map(|position| {
                let mut view = best_view(self.collision, position);
                view.score *= if position == middle { MIDDLE_GAIN } else { 1.0 };
                view
            })
            .collect();
        views.sort_by(|a, b| b.score.total_cmp(&a.score));
        views
    }

    /// Scores a position by a few rays: the amount of level around it and the length of its longest view.
    fn quick_score(&self, position: Vec3) -> f32 {
        const RAY_COUNT: usize = 16;
        const RAY_LENGTH: f32 = 80.0;
        let distances = (0..RAY_COUNT)
            .map(|spoke| clearance(self.collision, position, spoke, RAY_COUNT, RAY_LENGTH));
        let (mut sum, mut farthest) = (0.0, 0.0_f32);
        for distance in distances.filter(|distance| *distance < RAY_LENGTH) {
            sum += distance.sqrt();
            farthest = farthest.max(distance);
        }
        sum / RAY_COUNT as f32 + farthest.sqrt()
    }

    /// The site nearest to the region's middle with free space around it, or simply the nearest.
    fn central_site(&self, region: &[usize]) -> Option<Vec3> {
        let places: Vec<Vec3> = region
            .iter()
            .map(|site| self.sites[*site].position)
            .collect();
        let middle = places.iter().sum::<Vec3>() / places.len() as f32;
        let mut order: Vec<usize> = (0..places.len()).collect();
        let distance = |place: usize| places[place].distance_squared(middle);
        order.sort_by(|a, b| distance(*a).total_cmp(&distance(*b)).then(a.cmp(b)));
        let best = (order.iter())
            .find(|place| self.has_space(places[**place]))
            .or(order.first())?;
        Some(places[*best])
    }

    fn has_space(&self, position: Vec3) -> bool {
        let free = |spoke| clearance(self.collision, position, spoke, 8, FREE_SPACE) >= FREE_SPACE;
        (0..8).all(free)
    }
}

/// The largest regions as lists of site indices. Walkable pairs of sites in neighboring columns share a
/// region.
fn regions(
    collision: &CollisionMesh,
    grid: &ColumnGrid,
    columns: &[Vec<usize>],
    sites: &[Site],
) -> Vec<Vec<usize>> {
    let mut joined = DisjointSets::new(sites.len());
    for column in 0..columns.len() {
        let right = (column % grid.count_x + 1 < grid.count_x).then_some(column + 1);
        let down = Some(column + grid.count_x).filter(|next| *next < columns.len());
        for next in right.into_iter().chain(down) {
            for here in &columns[column] {
                for there in &columns[next] {
                    if is_walkable(collision, sites[*here].position, sites[*there].position) {
                        joined.join(*here, *there);
                    }
                }
            }
        }
    }
    let mut regions = joined.groups();
    regions.sort_by_key(|region| Reverse(region.len()));
    regions.truncate(MAX_REGIONS);
    regions
}

/// The position of a body on the largest floor triangle with room above it. Such a triangle may lie between
/// the columns.
fn largest_floor(collision: &CollisionMesh) -> Option<Vec3> {
    let mut floors: Vec<(f32, Vec3, Vec3)> = (0..collision.len() as u32)
        .filter_map(|triangle| {
            let [a, b, c] = collision.corners(triangle);
            let cross = (b - a).cross(c - a);
            let normal = cross.try_normalize()?;
            let up = if normal.y < 0.0 { -normal } else { normal };
            (f64::from(up.y) >= MIN_WALKABLE_UP).then(|| (cross.length(), (a + b + c) / 3.0, up))
        })
        .collect();
    floors.sort_by(|a, b| b.0.total_cmp(&a.0));
    (floors.iter().take(256))
        .find_map(|(_, middle, up)| stand_on(collision, *middle, *up, STEP_HEIGHT as f32))
}

/// The free distance from `position` along a spoke, meters, up to `length`.
fn clearance(
    collision: &CollisionMesh,
    position: Vec3,
    spoke: usize,
    spokes: usize,
    length: f32,
) -> f32 {
    let direction = forward(yaw_of_spoke(spoke, spokes));
    (collision.ray_cast(position, direction, length)).map_or(length, |hit| hit.distance)
}

/// Appends every place to stand in one column, from the top down.
fn floors(collision: &CollisionMesh, top: Vec3, sites: &mut Vec<Site>) {
    for (floor, hit) in (Floors::below(collision, top).take(MAX_COLUMN_FLOORS)).enumerate() {
        // The ray is first: it is much cheaper, and most floors are shelves and table tops.
        let head = hit.point + Vec3::Y * 0.05;
        let room = 2.0 * HALF_HEIGHT - 0.05;
        let is_low = collision.ray_cast(head, Vec3::Y, room).is_some();
        if !is_low && let Some(position) = stand_on(collision, hit.point, hit.normal, 0.0) {
            sites.push(Site {
                position,
                covered: floor > 0,
            });
        }
    }
}

/// Returns whether the line between two sites is no steeper than 45° (or rises at most 0.5 m) and free at
/// chest height.
fn is_walkable(collision: &CollisionMesh, from: Vec3, to: Vec3) -> bool {
    let delta = to - from;
    let flat = delta.with_y(0.0).length();
    let length = delta.length();
    delta.y.abs() <= flat.max(0.5)
        && collision
            .ray_cast(from + Vec3::Y * (HALF_HEIGHT * 0.5), delta / length, length)
            .is_none()
}
