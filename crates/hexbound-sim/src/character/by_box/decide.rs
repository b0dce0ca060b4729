//! The decision of the walking notes ("A Collision Detection Solution for 3D Games"): the end of a box's
//! move by the displacement vD. Only overlap is tested, at single positions; nothing is swept. p1 is the
//! wished position, and p2 is p1 lowered to the ground. p3 and p4 are the same after sliding along p2's
//! overlaps. If none is free, p1 again, then p0.

use glam::{DVec3, Vec3};
use strum::IntoStaticStr;

use super::super::ground_rays::{GroundSearch, RayGround};
use hexbound_collide::{MIN_WALKABLE_UP, SKIN, geom::Aabb};

/// The position that was chosen.
#[derive(Clone, Copy, Debug, IntoStaticStr, PartialEq, Eq)]
#[strum(serialize_all = "lowercase")]
pub enum BoxPlace {
    P0,
    P1,
    P2,
    P4,
}

/// The reason for the chosen position.
#[derive(Clone, Copy, Debug, IntoStaticStr, PartialEq, Eq)]
#[strum(serialize_all = "kebab-case")]
pub enum BoxReason {
    /// p2 overlaps nothing.
    Free,
    /// p2 overlaps walls; p4 along them is free.
    Slides,
    /// The normals cancel out or point straight up or down: there is no direction to slide in.
    NoTangent,
    /// p4 overlaps too.
    SlideBlocked,
}

/// One decision with all its steps. Positions are those of the box's center, local, meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxDecision {
    pub taken: BoxPlace,
    pub reason: BoxReason,
    pub p0: Vec3,
    pub p1: Vec3,
    pub p2: Vec3,
    /// p3 and p4, if sliding was tried.
    pub slide: Option<(Vec3, Vec3)>,
    /// The mean of the normals of p2's overlaps, not of unit length; zero when p2 is free.
    pub normal: Vec3,
    /// The horizontal unit direction along the walls; zero if there is none.
    pub tangent: Vec3,
    /// The ground under the chosen position.
    pub ground: Option<RayGround>,
    /// True if the body stands at the chosen position. At p0, where nothing else is left to try, it
    /// stands.
    pub on_ground: bool,
}

impl BoxDecision {
    /// The box's center at the chosen position, local, meters.
    pub fn position(&self) -> Vec3 {
        match self.taken {
            BoxPlace::P0 => self.p0,
            BoxPlace::P1 => self.p1,
            BoxPlace::P2 => self.p2,
            BoxPlace::P4 => self.slide.map_or(self.p0, |(_, p4)| p4),
        }
    }
}

/// The use of the rays' ground: only a grounded body is lifted onto steps and follows the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Footing {
    /// The rays start `step` above the feet and end `snap` below them, meters.
    Grounded {
        step: f32,
        snap: f32,
    },
    Airborne,
}

/// The box and its surroundings.
pub(super) struct BoxBody<'a, 'm> {
    pub search: GroundSearch<'a, 'm>,
    /// Half the sides of the box, meters.
    pub half: Vec3,
    pub footing: Footing,
}

/// The depth that rounding may add while the box slides along a wall, meters.
pub(super) const ROUNDING_DEPTH: f32 = SKIN * 0.1;
/// The least sine of the mean normal's angle from the vertical for it to have a tangent.
const MIN_TANGENT_SINE: f32 = 1e-3;

impl BoxBody<'_, '_> {
    /// Decides the end of the box's move from `p0` by `motion`, meters.
    pub(super) fn decide(&mut self, p0: Vec3, motion: Vec3) -> BoxDecision {
        let p1 = p0 + motion;
        let (p2, ground) = self.snapped_to_ground(p1);
        let mut decision = BoxDecision {
            taken: BoxPlace::P2,
            reason: BoxReason::Free,
            p0,
            p1,
            p2,
            slide: None,
            normal: Vec3::ZERO,
            tangent: Vec3::ZERO,
            ground,
            on_ground: ground.is_some(),
        };
        let walls = self.obstacles(p2, SKIN);
        if walls.is_empty() {
            return decision;
        }
        decision.normal = self.mean_normal(&walls, p2);
        decision.tangent = tangent_of(decision.normal);
        if decision.tangent == Vec3::ZERO {
            decision.reason = BoxReason::NoTangent;
        } else if self.slide(&mut decision, motion) {
            return decision;
        }
        self.fall_back(&mut decision);
        decision
    }

    /// Returns whether the box is deeper in a solid than any move leaves it.
    pub(super) fn is_stuck(&self, position: Vec3) -> bool {
        !self
            .obstacles(position, SKIN + 3.0 * ROUNDING_DEPTH)
            .is_empty()
    }

    /// The triangles that block a fall: the box overlaps each by more than `depth` meters sideways, and
    /// by more than rounding upright. So walls do not stop a fall, and no fall ends so deep that the
    /// ground's own sides act as walls.
    pub(super) fn fall_blockers(&self, position: Vec3, depth: f32) -> Vec<u32> {
        let mut inner = self.inner(position, depth);
        inner.min.y = position.y - self.half.y + ROUNDING_DEPTH;
        inner.max.y = position.y + self.half.y - ROUNDING_DEPTH;
        self.search.solid.all_touched(&inner)
    }

    /// The mean of the normals, each toward the box's center. Degenerate triangles have none.
    pub(super) fn mean_normal(&self, triangles: &[u32], center: Vec3) -> Vec3 {
        let normals = triangles
            .iter()
            .filter_map(|triangle| self.facing(*triangle, center));
        let (sum, count) = normals.fold((DVec3::ZERO, 0), |(sum, count), normal| {
            (sum + normal, count + 1)
        });
        (sum / f64::from(count.max(1))).as_vec3()
    }

    /// Tries p3 = p0 + (vD·t) t, and p4 below it. If p0 touches the wall so closely that rounding would
    /// decide, p4 may be deeper by rounding.
    fn slide(&mut self, decision: &mut BoxDecision, motion: Vec3) -> bool {
        let p3 = decision.p0 + decision.tangent * motion.dot(decision.tangent);
        let (p4, ground) = self.snapped_to_ground(p3);
        decision.slide = Some((p3, p4));
        if !self.obstacles(p4, SKIN + ROUNDING_DEPTH).is_empty() {
            decision.reason = BoxReason::SlideBlocked;
            return false;
        }
        decision.taken = BoxPlace::P4;
        decision.reason = BoxReason::Slides;
        decision.ground = ground;
        decision.on_ground = ground.is_some();
        true
    }

    /// Falls back to p1 if it is free because only the ground's height was in the way; otherwise to p0,
    /// standing.
    fn fall_back(&mut self, decision: &mut BoxDecision) {
        if !self.obstacles(decision.p1, SKIN).is_empty() {
            decision.taken = BoxPlace::P0;
            decision.ground = self.snapped_to_ground(decision.p0).1;
            decision.on_ground = self.footing != Footing::Airborne;
        } else {
            decision.taken = BoxPlace::P1;
        }
    }

    /// The position with its feet on the ground that the rays find there, if any.
    fn snapped_to_ground(&mut self, position: Vec3) -> (Vec3, Option<RayGround>) {
        let Footing::Grounded { step, snap } = self.footing else {
            return (position, None);
        };
        let feet = position.y - self.half.y;
        let ground = (self.search).under(position, self.half, [feet + step, feet - snap]);
        let y = ground.map_or(position.y, |ground| standing_on(ground.height, self.half.y));
        (Vec3::new(position.x, y, position.z), ground)
    }

    /// Returns the triangles that the box overlaps, without those of the ground: level enough to stand
    /// on, and not in the box above the height of a step.
    fn obstacles(&self, position: Vec3, depth: f32) -> Vec<u32> {
        let mut touched = self.search.solid.all_touched(&self.inner(position, depth));
        if let Footing::Grounded { step, .. } = self.footing {
            let mut upper = self.inner(position, depth);
            upper.min.y = position.y - self.half.y + step;
            let high = self.search.solid.all_touched(&upper);
            touched.retain(|triangle| {
                high.binary_search(triangle).is_ok() || !self.is_level(*triangle, position)
            });
        }
        touched
    }

    fn is_level(&self, triangle: u32, center: Vec3) -> bool {
        self.facing(triangle, center)
            .is_some_and(|normal| normal.y >= MIN_WALKABLE_UP)
    }

    /// The face's unit normal on the side of `center`.
    fn facing(&self, triangle: u32, center: Vec3) -> Option<DVec3> {
        let [a, b, c] = self.search.solid.corners(triangle).map(Vec3::as_dvec3);
        let normal = (b - a).cross(c - a).try_normalize()?;
        let is_before = normal.dot(center.as_dvec3() - a) >= 0.0;
        Some(if is_before { normal } else { -normal })
    }

    /// The box, smaller by `depth` on every side: a shallower touch is no overlap.
    fn inner(&self, position: Vec3, depth: f32) -> Aabb {
        Aabb::new(position - self.half, position + self.half).grown(Vec3::splat(-depth))
    }
}

/// The height of the center of a body that stands on `ground`, meters.
pub(super) fn standing_on(ground: f32, half_height: f32) -> f32 {
    ground + half_height + SKIN
}

/// The horizontal direction along the walls; zero if the mean normal has none.
fn tangent_of(normal: Vec3) -> Vec3 {
    let across = normal.cross(Vec3::Y);
    if across.length() < MIN_TANGENT_SINE {
        Vec3::ZERO
    } else {
        across.normalize()
    }
}
