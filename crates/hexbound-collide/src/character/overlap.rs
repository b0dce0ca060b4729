//! Overlaps of a body with the level: their depths, and the pushes out of them.

use glam::DVec3;
use smallvec::SmallVec;

use super::clip::clip_push;
use crate::{
    Body, JournalEntry, JournalRelease, Mover, Obstacles, SKIN,
    rounding::rounded_up,
    sweep::{Margin, check_move},
    work::{MAX_RELEASE_WORK, Work},
};

/// The most pushes of one call. The next call continues.
const MAX_PUSHES: usize = 16;

/// The depth up to which a body is not pushed, meters.
const MAX_REMAINING_DEPTH: f32 = SKIN * 0.1;

/// The longest single push, meters. A deeper body needs several, each computed anew.
const MAX_PUSH_LENGTH: f64 = 0.2;

/// An overlap of a body with one triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Overlap {
    /// The index of the triangle in the mesh; see
    /// [`CollisionMesh::source`](crate::CollisionMesh::source).
    pub triangle: u32,
    /// The unit direction of the shortest push out of the triangle.
    pub normal: DVec3,
    /// The depth of the body along the normal, meters; negative without contact.
    pub depth: f64,
}

/// The result of pushing a body out of overlaps.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Depenetration {
    /// The body's center after the pushes, meters.
    pub position: DVec3,
    /// The greatest depth before the pushes, meters.
    pub before: f64,
    /// The greatest depth after the pushes, meters.
    pub after: f64,
    /// The number of pushes.
    pub pushes: u32,
    /// True if the body stays deep because every helpful push would take its center through a triangle.
    pub is_shut_in: bool,
}

impl Obstacles<'_> {
    /// The triangles, by index, that `body` without a skin overlaps or has within `margin` meters.
    /// The body's center is at `position`, meters. A negative depth is the remaining distance.
    pub fn touching(&self, body: Body, position: DVec3, margin: f64) -> Vec<Overlap> {
        let mut found = Vec::new();
        (self.bare_mover(body, position)).touching(position, margin, &mut found);
        found
    }

    /// Pushes `body` without a skin out of overlaps; see [`Mover::release`].
    pub fn release(&self, body: Body, position: DVec3) -> Depenetration {
        self.bare_mover(body, position).release(position)
    }
}

impl Mover<'_> {
    /// Replaces `found` with the triangles, by index, that the body at `position`, meters, overlaps
    /// or has within `margin` meters. A negative depth is the remaining distance.
    pub fn touching(&mut self, position: DVec3, margin: f64, found: &mut Vec<Overlap>) {
        found.clear();
        let within = Margin {
            meters: rounded_up(margin),
            ..Margin::BODY
        };
        self.separations_at(position, within, |triangle, separation| {
            if separation.depth > -margin {
                found.push(Overlap {
                    triangle,
                    normal: separation.normal,
                    depth: separation.depth,
                });
            }
        });
    }

    /// The distance of the body at `position` to a triangle along the shortest direction, meters;
    /// negative by the depth when they overlap.
    pub(super) fn clearance(&self, triangle: u32, position: DVec3) -> f64 {
        -self.separation(triangle, position).depth
    }

    /// Pushes the body at `position`, meters, out of overlaps. Each push is the one that lowers the
    /// greatest depth most, swept so that it crosses no thin wall. A push that increases the depth or
    /// takes the center through a triangle is rejected. A body deep across a wall leaves it on the side
    /// of its center. A position that is not finite or too far away stays unchanged.
    pub fn release(&mut self, position: DVec3) -> Depenetration {
        let mut release = Depenetration {
            position,
            before: 0.0,
            after: 0.0,
            pushes: 0,
            is_shut_in: false,
        };
        if check_move(position, position).is_err() {
            return release;
        }
        let mut positions = vec![];
        self.work = Work::new(MAX_RELEASE_WORK);
        if !self.is_surely_free(position) {
            self.push_out(&mut release, &mut positions);
        }
        self.record(|_| {
            JournalEntry::Release(JournalRelease {
                places: [vec![position], positions].concat(),
                before: release.before,
                after: release.after,
            })
        });
        release
    }

    /// Pushes the body out of overlaps, and appends the position after each push to `positions`.
    fn push_out(&mut self, release: &mut Depenetration, positions: &mut Vec<DVec3>) {
        let position = release.position;
        let mut overlaps = self.deepest_overlaps(position, MAX_PUSHES);
        let mut worst = deepest(&overlaps);
        release.before = worst;
        let enough = f64::from(MAX_REMAINING_DEPTH);
        while worst > enough && (release.pushes as usize) < MAX_PUSHES {
            let (best, is_crossing) = self.best_push(release.position, &overlaps, worst);
            let Some((next, depth)) = best else {
                release.is_shut_in = is_crossing;
                break;
            };
            release.position = next;
            release.pushes += 1;
            positions.push(next);
            worst = depth;
            overlaps = self.deepest_overlaps(next, MAX_PUSHES);
        }
        release.after = worst;
    }

    /// The greatest depth of the body at `position`, meters; infinite if too little work remains.
    fn depth_at(&mut self, position: DVec3) -> f64 {
        let mut depth = 0.0_f64;
        let is_known = self.deepest_at(position, 1, |_, it| depth = depth.max(it.depth));
        if is_known { depth } else { f64::INFINITY }
    }

    /// The overlaps by triangle index: all of them, or the deepest `max` of a crowd. Some are missing
    /// if too little work remains.
    pub(crate) fn deepest_overlaps(&mut self, position: DVec3, max: usize) -> Vec<Overlap> {
        let mut found = Vec::new();
        self.deepest_at(position, max, |triangle, separation| {
            if separation.depth > 0.0 {
                found.push(Overlap {
                    triangle,
                    normal: separation.normal,
                    depth: separation.depth,
                });
            }
        });
        found
    }

    /// Returns whether the planes alone prove that the body is nowhere deeper than
    /// [`MAX_REMAINING_DEPTH`].
    fn is_surely_free(&mut self, position: DVec3) -> bool {
        let shrunk = Margin::shrunk(self.body(), MAX_REMAINING_DEPTH);
        self.is_separated_at(position, shrunk)
    }

    /// The end of the best push and the greatest depth there, or `None` if every push is worse; and
    /// whether a better push would have crossed a triangle.
    fn best_push(
        &mut self,
        position: DVec3,
        overlaps: &[Overlap],
        worst: f64,
    ) -> (Option<(DVec3, f64)>, bool) {
        let limits: Vec<(DVec3, f64)> = overlaps.iter().map(|o| (o.normal, o.depth)).collect();
        let together = clip_push(&limits);
        let singles = overlaps.iter().map(|o| o.normal * o.depth);
        let mut best: Option<(DVec3, f64)> = None;
        let mut is_crossing = false;
        let mut tried = SmallVec::<[DVec3; 8]>::new();
        for push in std::iter::once(together).chain(singles.take(MAX_PUSHES)) {
            let push = push.clamp_length_max(MAX_PUSH_LENGTH);
            if tried.contains(&push) {
                continue;
            }
            tried.push(push);
            let hits = self.sweep_checked(position, position + push);
            let free = hits.iter().map(|hit| hit.fraction).fold(1.0, f64::min);
            let end = position + push * free;
            let depth = self.depth_at(end);
            if depth < best.map_or(worst - 1e-7, |(_, least)| least) {
                match self.is_crossed(position, end) {
                    true => is_crossing = true,
                    false => best = Some((end, depth)),
                }
            }
        }
        (best, is_crossing)
    }
}

fn deepest(overlaps: &[Overlap]) -> f64 {
    (overlaps.iter()).fold(0.0, |most, overlap| most.max(overlap.depth))
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use crate::{
        Body, CollisionMesh,
        test_meshes::{quads, square, upright},
    };

    /// Two square walls facing each other across `gap`, and a floor at y = 0.
    fn corridor(gap: f32) -> CollisionMesh {
        let half = gap / 2.0;
        let [left, right] = [-half, half].map(|x| square(5.0).map(|(y, z)| Vec3::new(x, y, z)));
        let floor = square(5.0).map(|(x, z)| Vec3::new(x, 0.0, z));
        quads(&[left, right, floor].concat())
    }

    /// Lets go of a body in a corridor, at that height and so far from its middle.
    fn release(gap: f32, x: f64, y: f64) -> Depenetration {
        Obstacles::from(&corridor(gap)).release(upright(0), DVec3::new(x, y, 0.0))
    }

    #[test]
    fn out_of_a_wall_and_a_floor_at_once() {
        let out = release(2.0, 0.8, 0.5);
        assert!(out.before > 0.1 && out.after < 1e-4, "{out:?}");
        assert!((out.position.x - 0.6).abs() < 0.02 && (out.position.y - 0.9).abs() < 0.02);
    }

    #[test]
    fn never_pushed_through_the_other_wall() {
        let out = release(0.7, 0.2, 3.0);
        assert!(out.after <= out.before, "no way out, but no worse: {out:?}");
        assert!(out.position.x.abs() < 0.35);
    }

    /// A box that is turned against the walls reaches further than their planes' middle.
    #[test]
    fn a_box_across_a_diagonal_corridor_overlaps_both_walls() {
        let wall = |x: f32, z: f32| {
            let along = [(0.0, 0.0), (0.0, 3.0), (5.656, 3.0), (5.656, 0.0)];
            along.map(|(along, y)| Vec3::new(x + along, y, z + along))
        };
        let (left, mut right) = (wall(4.868, -2.524), wall(5.476, -3.132));
        right.swap(1, 3);
        let mesh = quads(&[left, right].concat());
        let at = DVec3::new(7.273, 0.901, -0.727);
        let cuboid = Body::cuboid(Vec3::new(0.4, 0.9, 0.4)).unwrap();
        let cylinder = Body::cylinder(0.566, 0.9).unwrap();
        for body in [cuboid, cuboid.with_skin(), cylinder] {
            let walls = Obstacles::from(&mesh);
            let overlaps = walls.touching(body, at, 0.0);
            assert!(!mesh.is_free(body, at), "{body:?}");
            assert!(overlaps.len() >= 2, "{overlaps:?}");
            assert!((deepest(&overlaps) - 0.1357).abs() < 0.02, "{overlaps:?}");
            let out = walls.release(body, at);
            assert!(out.before > 0.1 && out.after > 0.05, "{out:?}");
        }
    }

    #[test]
    fn a_free_body_stays_where_it_is() {
        let out = release(2.0, 0.0, 2.0);
        assert_eq!((out.pushes, out.position), (0, DVec3::Y * 2.0));
    }
}
