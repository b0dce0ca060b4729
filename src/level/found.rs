//! Looks for a place to stand in a level that names none: a grid of columns, every floor in each,
//! joined into regions where one can walk from one to the next. The largest regions are compared
//! by how much they look like the inside of the level; in the best, the place from which most is
//! seen is taken, if a good part of the region can really be reached from it.

use std::{cmp::Reverse, collections::BTreeMap};

use glam::Vec3;

use super::{
    Spawn,
    look::{Look, best_look, direction_of, shows_front, yaw_of},
    reach::{Legs, reach},
    spawn::{HALF_HEIGHT, stand_on},
};
use hexbound_collide::{CollisionMesh, WALKABLE, geom::Aabb};

/// Columns along the level's longer side, unless they would be closer than `CLOSEST`.
const COLUMNS: f32 = 96.0;
/// Meters between columns, at least.
const CLOSEST: f32 = 0.35;
/// Floors above each other that are looked at in one column.
const FLOORS: usize = 24;
/// Regions that are compared, the largest.
const REGIONS: usize = 24;
/// Regions in which a place is looked for, the best.
const BEST_REGIONS: usize = 4;
/// Places of a region that are looked at closely.
const SAMPLES: usize = 24;
/// Places of a region that are looked at in passing.
const GLANCES: usize = 400;
/// Places of a region from which the way is tried.
const TRIED: usize = 3;
/// Free to all sides of a good place, meters.
const ELBOW_ROOM: f32 = 1.2;
/// Floor that one must be able to reach from a start, m²; in a smaller region, `FAIR_SHARE` of it.
const ENOUGH_FLOOR: f32 = 60.0;
const FAIR_SHARE: f32 = 0.3;
/// What the middle of a region counts for more: it is a better start than a corner of like view.
const MIDDLE: f32 = 1.1;
/// A level's inside shows the fronts of its faces; where fewer than the first share of what is
/// seen are fronts, one is behind its walls or within one of its things.
const INSIDE: [f32; 2] = [0.2, 0.7];
/// What the outside is worth.
const OUTSIDE_WORTH: f32 = 0.02;

/// How much less a region counts that is on top of a thing and not on a floor.
const PERCHED: f32 = 0.8;

/// A place where the body stands free.
#[derive(Clone, Copy, Debug)]
struct Site {
    position: Vec3,
    /// Something is overhead.
    covered: bool,
    /// The place that stands for all that can be reached from here.
    group: usize,
}

/// The best place, looking where most is seen.
pub fn find_place(collision: &CollisionMesh) -> Option<Spawn> {
    Survey::of(collision).place()
}

/// Every place to stand on a grid over the level.
pub struct Survey<'a> {
    collision: &'a CollisionMesh,
    sites: Vec<Site>,
    /// The sites of each region that can be walked through, the largest regions first.
    regions: Vec<Vec<usize>>,
    /// Meters between the columns.
    spacing: f32,
}

impl<'a> Survey<'a> {
    pub fn of(collision: &'a CollisionMesh) -> Self {
        let grid = Grid::over(collision);
        let mut columns: Vec<Vec<usize>> = Vec::new();
        let mut sites: Vec<Site> = Vec::new();
        for column in 0..grid.count_x * grid.count_z {
            let first = sites.len();
            floors(collision, grid.at(column), &mut sites);
            columns.push((first..sites.len()).collect());
        }
        join(collision, &grid, &columns, &mut sites);
        Self {
            regions: regions(&sites),
            collision,
            sites,
            spacing: grid.spacing,
        }
    }

    /// The best place, looking where most is seen.
    pub fn place(&self) -> Option<Spawn> {
        let (position, look) = self.start().or_else(|| {
            let position = largest_floor(self.collision)?;
            Some((position, best_look(self.collision, position)))
        })?;
        Some(Spawn {
            position,
            yaw: look.yaw,
            pitch: look.pitch,
        })
    }

    /// Of the largest region that can be walked through, about, m².
    pub fn walkable_area(&self) -> f32 {
        let areas = self.regions.iter().map(|region| self.area(region));
        areas.fold(0.0, f32::max)
    }

    /// Of the largest region that is inside the level, about, m².
    pub fn inner_area(&self) -> f32 {
        let inner = (self.regions.iter()).filter(|region| self.inside(region) >= 1.0);
        inner.map(|region| self.area(region)).fold(0.0, f32::max)
    }

    /// Where to start, and to where one looks from there.
    fn start(&self) -> Option<(Vec3, Look)> {
        let mut worth: Vec<(f32, &Vec<usize>)> = (self.regions.iter())
            .map(|region| (self.worth(region), region))
            .collect();
        // Stable: of equals the larger stays first.
        worth.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut first = None;
        for (_, region) in worth.into_iter().take(BEST_REGIONS) {
            let enough = ENOUGH_FLOOR.min(FAIR_SHARE * self.area(region));
            for (position, look) in self.views(region).into_iter().take(TRIED) {
                if reach(self.collision, position, Legs::WALKING, enough) >= enough {
                    return Some((position, look));
                }
                first.get_or_insert((position, look));
            }
        }
        first
    }

    fn area(&self, region: &[usize]) -> f32 {
        region.len() as f32 * self.spacing.powi(2)
    }

    fn samples(&self, region: &[usize], most: usize) -> Vec<Site> {
        let stride = region.len().div_ceil(most).max(1);
        let strided = region.iter().step_by(stride);
        strided.map(|site| self.sites[*site]).collect()
    }

    /// How much a region looks like the inside of the level: large, walls all around, detail near.
    /// The outside of a level's shell is larger than any room, but bare: so the area counts by its
    /// root, and walls and detail count in full.
    fn worth(&self, region: &[usize]) -> f32 {
        let collision = self.collision;
        let samples = self.samples(region, SAMPLES);
        let mean = |value: &dyn Fn(&Site) -> f32| {
            samples.iter().map(value).sum::<f32>() / samples.len() as f32
        };
        let walls = mean(&|site| {
            let near = |spoke: &usize| view(collision, site.position, *spoke, 8, 12.0) < 12.0;
            (0..8).filter(near).count() as f32 / 8.0
        });
        let detail = mean(&|site| {
            let room = Aabb::new(site.position, site.position).grown(Vec3::new(2.0, 1.5, 2.0));
            (collision.triangles_near(room).len() as f32 / 60.0).min(1.0)
        });
        let cover = mean(&|site| if site.covered { 1.0 } else { 0.7 });
        let perched = mean(&|site| self.perched(site.position));
        let size = (region.len() as f32).sqrt();
        let inside = self.inside(region) * (1.0 - PERCHED * perched);
        size * (walls + 0.05) * (detail + 0.05) * cover * inside
    }

    /// The share of the sides to which it goes down: of a table or a cupboard most.
    fn perched(&self, position: Vec3) -> f32 {
        const ASIDE: f32 = 1.0;
        /// Meters that are no step any more, and that are a storey.
        const DROP: [f32; 2] = [0.6, 2.6];
        let goes_down = |spoke: &usize| {
            let aside = direction_of(yaw_of(*spoke, 8), 0.0);
            let free = (self.collision).ray_cast(position, aside, ASIDE).is_none();
            let from = position + aside * ASIDE;
            let fall = || self.collision.ray_cast(from, Vec3::NEG_Y, 10.0);
            free && fall().is_some_and(|hit| {
                let drop = hit.distance - HALF_HEIGHT;
                (DROP[0]..DROP[1]).contains(&drop)
            })
        };
        (0..8).filter(goes_down).count() as f32 / 8.0
    }

    /// 1 inside the level, next to nothing behind its walls: by which sides of faces are seen.
    fn inside(&self, region: &[usize]) -> f32 {
        /// Radians above the horizon, and so many rays around.
        const LOOKS: [(f32, usize); 5] = [(-1.5, 1), (-0.6, 4), (0.0, 8), (0.6, 4), (1.5, 1)];
        let (mut fronts, mut all) = (0, 0);
        for site in self.samples(region, SAMPLES / 3) {
            for (pitch, spokes) in LOOKS {
                for spoke in 0..spokes {
                    let direction = direction_of(yaw_of(spoke, spokes), pitch);
                    let hit = (self.collision).ray_cast(site.position, direction, 200.0);
                    if let Some(hit) = hit {
                        fronts += u32::from(shows_front(self.collision, &hit, direction));
                        all += 1;
                    }
                }
            }
        }
        let share = fronts as f32 / all.max(1) as f32;
        ((share - INSIDE[0]) / (INSIDE[1] - INSIDE[0])).clamp(OUTSIDE_WORTH, 1.0)
    }

    /// Places of a region and where one looks from them, those first from which most is seen.
    fn views(&self, region: &[usize]) -> Vec<(Vec3, Look)> {
        let Some(middle) = self.middle(region) else {
            return Vec::new();
        };
        let mut glances: Vec<(f32, Vec3)> = (self.samples(region, GLANCES).iter())
            .filter(|site| self.has_room(site.position))
            .map(|site| (self.glance(site.position), site.position))
            .collect();
        glances.sort_by(|a, b| b.0.total_cmp(&a.0));
        let places = glances.into_iter().map(|(_, position)| position);
        let mut views: Vec<(f32, Vec3, Look)> = std::iter::once(middle)
            .chain(places.take(SAMPLES))
            .map(|position| {
                let look = best_look(self.collision, position);
                let more = if position == middle { MIDDLE } else { 1.0 };
                (look.worth * more, position, look)
            })
            .collect();
        views.sort_by(|a, b| b.0.total_cmp(&a.0));
        let views = views.into_iter();
        views.map(|(_, position, look)| (position, look)).collect()
    }

    /// How much of the level is around a place and how far one sees, by a few rays.
    fn glance(&self, position: Vec3) -> f32 {
        const RAYS: usize = 16;
        const FAR: f32 = 80.0;
        let distances = (0..RAYS).map(|spoke| view(self.collision, position, spoke, RAYS, FAR));
        let (mut sum, mut farthest) = (0.0, 0.0_f32);
        for distance in distances.filter(|distance| *distance < FAR) {
            sum += distance.sqrt();
            farthest = farthest.max(distance);
        }
        sum / RAYS as f32 + farthest.sqrt()
    }

    /// The region's place nearest to its middle that has elbow room.
    fn middle(&self, region: &[usize]) -> Option<Vec3> {
        let places: Vec<Vec3> = region
            .iter()
            .map(|site| self.sites[*site].position)
            .collect();
        let middle = places.iter().sum::<Vec3>() / places.len() as f32;
        let mut order: Vec<usize> = (0..places.len()).collect();
        let distance = |place: usize| places[place].distance_squared(middle);
        order.sort_by(|a, b| distance(*a).total_cmp(&distance(*b)).then(a.cmp(b)));
        let best = (order.iter())
            .find(|place| self.has_room(places[**place]))
            .or(order.first())?;
        Some(places[*best])
    }

    fn has_room(&self, position: Vec3) -> bool {
        let free = |spoke| view(self.collision, position, spoke, 8, ELBOW_ROOM) >= ELBOW_ROOM;
        (0..8).all(free)
    }
}

fn regions(sites: &[Site]) -> Vec<Vec<usize>> {
    let mut regions: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for site in 0..sites.len() {
        regions.entry(root(sites, site)).or_default().push(site);
    }
    let mut regions: Vec<Vec<usize>> = regions.into_values().collect();
    regions.sort_by_key(|region| Reverse(region.len()));
    regions.truncate(REGIONS);
    regions
}

/// For levels whose floors lie between the columns: the middle of the largest floor triangle
/// with room above it.
fn largest_floor(collision: &CollisionMesh) -> Option<Vec3> {
    let mut floors: Vec<(f32, Vec3, Vec3)> = (0..collision.len() as u32)
        .filter_map(|triangle| {
            let [a, b, c] = collision.corners(triangle);
            let cross = (b - a).cross(c - a);
            let normal = cross.try_normalize()?;
            let up = if normal.y < 0.0 { -normal } else { normal };
            (f64::from(up.y) >= WALKABLE).then(|| (cross.length(), (a + b + c) / 3.0, up))
        })
        .collect();
    floors.sort_by(|a, b| b.0.total_cmp(&a.0));
    (floors.iter().take(256)).find_map(|(_, middle, up)| stand_on(collision, *middle, *up, 0.45))
}

/// How far one sees level at chest height, up to `most` meters.
fn view(collision: &CollisionMesh, position: Vec3, spoke: usize, spokes: usize, most: f32) -> f32 {
    let direction = direction_of(yaw_of(spoke, spokes), 0.0);
    collision
        .ray_cast(position, direction, most)
        .map_or(most, |hit| hit.distance)
}

struct Grid {
    corner: Vec3,
    spacing: f32,
    count_x: usize,
    count_z: usize,
}

impl Grid {
    fn over(collision: &CollisionMesh) -> Self {
        let bounds = collision.bounds();
        let size = bounds.size();
        let spacing = (size.x.max(size.z) / COLUMNS).max(CLOSEST);
        // Never so many that the counts overflow, never none.
        let count = |length: f32| ((length / spacing) as usize).clamp(1, COLUMNS as usize);
        let (count_x, count_z) = (count(size.x), count(size.z));
        let inset = |length: f32, count: usize| (length - (count - 1) as f32 * spacing) * 0.5;
        Self {
            corner: Vec3::new(
                bounds.min.x + inset(size.x, count_x),
                bounds.max.y + 1.0,
                bounds.min.z + inset(size.z, count_z),
            ),
            spacing,
            count_x,
            count_z,
        }
    }

    /// The top of a column.
    fn at(&self, column: usize) -> Vec3 {
        let (x, z) = (column % self.count_x, column / self.count_x);
        self.corner + Vec3::new(x as f32, 0.0, z as f32) * self.spacing
    }
}

/// Every place to stand in one column, from the top.
fn floors(collision: &CollisionMesh, top: Vec3, sites: &mut Vec<Site>) {
    let bottom = collision.bounds().min.y - 1.0;
    let mut from = top;
    let mut covered = false;
    for _ in 0..FLOORS {
        let Some(hit) = collision.ray_cast(from, Vec3::NEG_Y, from.y - bottom) else {
            return;
        };
        // The ray first: it is much cheaper, and most floors are shelves and table tops.
        let head = hit.point + Vec3::Y * 0.05;
        let room = 2.0 * HALF_HEIGHT - 0.05;
        let low = collision.ray_cast(head, Vec3::Y, room).is_some();
        if !low && let Some(position) = stand_on(collision, hit.point, hit.normal, 0.0) {
            sites.push(Site {
                position,
                covered,
                group: sites.len(),
            });
        }
        covered = true;
        from.y = (hit.point.y - 0.05).min(from.y - 0.05);
    }
}

/// Joins the sites of neighboring columns between which one can walk.
fn join(collision: &CollisionMesh, grid: &Grid, columns: &[Vec<usize>], sites: &mut [Site]) {
    for column in 0..columns.len() {
        let right = (column % grid.count_x + 1 < grid.count_x).then_some(column + 1);
        let down = Some(column + grid.count_x).filter(|next| *next < columns.len());
        for next in right.into_iter().chain(down) {
            for here in &columns[column] {
                for there in &columns[next] {
                    if walkable(collision, sites[*here].position, sites[*there].position) {
                        let (a, b) = (root(sites, *here), root(sites, *there));
                        sites[a.max(b)].group = a.min(b);
                    }
                }
            }
        }
    }
}

/// No steeper than 45° on the whole, and nothing in between at the height of the chest.
fn walkable(collision: &CollisionMesh, from: Vec3, to: Vec3) -> bool {
    let way = to - from;
    let flat = way.with_y(0.0).length();
    let length = way.length();
    way.y.abs() <= flat.max(0.5)
        && collision
            .ray_cast(from + Vec3::Y * (HALF_HEIGHT * 0.5), way / length, length)
            .is_none()
}

fn root(sites: &[Site], mut site: usize) -> usize {
    while sites[site].group != site {
        site = sites[site].group;
    }
    site
}
