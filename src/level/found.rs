//! Looks for a place to stand in a level that names none: a grid of columns, every floor in each,
//! joined where one can walk from one to the next.

use std::{cmp::Reverse, collections::BTreeMap};

use glam::Vec3;

use super::{
    Spawn,
    look::{direction_of, fullest_look, yaw_of},
    spawn::{HALF_HEIGHT, stand_on},
};
use crate::{
    collide::{CollisionMesh, WALKABLE},
    geom::Aabb,
};

/// Columns along the level's longer side, unless they would be closer than half a metre.
const COLUMNS: f32 = 64.0;
/// Floors above each other that are looked at in one column.
const FLOORS: usize = 24;
/// Regions that are compared, the largest.
const GROUPS: usize = 24;
/// Places of a region that are looked at closely.
const SAMPLES: usize = 24;
/// Free to all sides of a good place, metres.
const ELBOW_ROOM: f32 = 1.2;

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
    let sites = all_sites(collision);
    let position = (groups(&sites).iter())
        .map(|group| (worth(collision, &sites, group), group))
        // The first of equals: `max_by` would give the last.
        .reduce(|best, next| if next.0 > best.0 { next } else { best })
        .and_then(|(_, group)| roomiest(collision, &sites, group))
        .or_else(|| largest_floor(collision))?;
    let (yaw, pitch) = fullest_look(collision, position);
    Some(Spawn {
        position,
        yaw,
        pitch,
    })
}

/// Of the largest region that can be walked through, about, m².
pub fn walkable_area(collision: &CollisionMesh) -> f32 {
    let sites = all_sites(collision);
    let most = groups(&sites).first().map_or(0, Vec::len);
    most as f32 * Grid::over(collision).spacing.powi(2)
}

fn all_sites(collision: &CollisionMesh) -> Vec<Site> {
    let grid = Grid::over(collision);
    let mut columns: Vec<Vec<usize>> = Vec::new();
    let mut sites: Vec<Site> = Vec::new();
    for column in 0..grid.count_x * grid.count_z {
        let first = sites.len();
        floors(collision, grid.at(column), &mut sites);
        columns.push((first..sites.len()).collect());
    }
    join(collision, &grid, &columns, &mut sites);
    sites
}

/// The sites of each region that can be walked through, the largest regions first.
fn groups(sites: &[Site]) -> Vec<Vec<usize>> {
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for site in 0..sites.len() {
        groups.entry(root(sites, site)).or_default().push(site);
    }
    let mut groups: Vec<Vec<usize>> = groups.into_values().collect();
    groups.sort_by_key(|group| Reverse(group.len()));
    groups.truncate(GROUPS);
    groups
}

/// How much a region looks like the inside of the level: large, walls all around, detail near.
/// The outside of a level's shell is larger than any room, but bare: so the area counts by its
/// root, and walls and detail count in full.
fn worth(collision: &CollisionMesh, sites: &[Site], group: &[usize]) -> f32 {
    let stride = group.len().div_ceil(SAMPLES);
    let samples: Vec<&Site> = group
        .iter()
        .step_by(stride)
        .map(|site| &sites[*site])
        .collect();
    let mean = |value: &dyn Fn(&Site) -> f32| {
        samples.iter().map(|site| value(site)).sum::<f32>() / samples.len() as f32
    };
    let walls = mean(&|site| {
        let hits = (0..8).filter(|spoke| view(collision, site.position, *spoke, 8, 12.0) < 12.0);
        hits.count() as f32 / 8.0
    });
    let detail = mean(&|site| {
        let room = Aabb::new(site.position, site.position).grown(Vec3::new(2.0, 1.5, 2.0));
        (collision.triangles_near(room).len() as f32 / 60.0).min(1.0)
    });
    let cover = mean(&|site| if site.covered { 1.0 } else { 0.7 });
    (group.len() as f32).sqrt() * (walls + 0.05) * (detail + 0.05) * cover
}

/// The region's place nearest to its middle that has elbow room.
fn roomiest(collision: &CollisionMesh, sites: &[Site], group: &[usize]) -> Option<Vec3> {
    let places: Vec<Vec3> = group.iter().map(|site| sites[*site].position).collect();
    let middle = places.iter().sum::<Vec3>() / places.len() as f32;
    let mut order: Vec<usize> = (0..places.len()).collect();
    let distance = |place: usize| places[place].distance_squared(middle);
    order.sort_by(|a, b| distance(*a).total_cmp(&distance(*b)).then(a.cmp(b)));
    let has_room = |place: &&usize| {
        (0..8).all(|spoke| view(collision, places[**place], spoke, 8, ELBOW_ROOM) >= ELBOW_ROOM)
    };
    let best = order.iter().find(has_room).or(order.first())?;
    Some(places[*best])
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

/// How far one sees level at chest height, up to `most` metres.
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
        let spacing = (size.x.max(size.z) / COLUMNS).max(0.5);
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

/// Joins the sites of neighbouring columns between which one can walk.
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
