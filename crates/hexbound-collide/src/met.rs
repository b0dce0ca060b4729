//! The planes that a body met last. Whatever lies behind one of them can't be touched by a move
//! that doesn't go through it: most of what is near a body that stands on a floor and leans
//! against a wall. Any plane that separates is as good as another, so what is remembered decides
//! how much has to be asked, and never the answer.

use glam::DVec3;
use smallvec::SmallVec;

use super::{Body, prism::along, sweep::graze, tree::doubles::Doubles};

/// How many planes are remembered: a floor, the walls of a corner, and one to come.
const MOST: usize = 4;

/// Normals of the latest contacts, the newest last.
#[derive(Clone, Debug, Default)]
pub(super) struct Met {
    normals: SmallVec<[DVec3; MOST]>,
}

/// Directions, side by side, and where the back of the body is along each while it moves: at the
/// start and at the end of the move, less a graze. Nothing is behind those that are none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// The x of each, the y, the z.
    normal: [[f64; MOST]; 3],
    least: [f64; MOST],
}

impl Met {
    pub fn remember(&mut self, normal: DVec3) {
        if let Some(known) = self.normals.iter().position(|n| n.dot(normal) > 1.0 - 1e-9) {
            self.normals.remove(known);
        } else if self.normals.len() == MOST {
            self.normals.remove(0);
        }
        self.normals.push(normal);
    }

    /// How far back the body reaches along each remembered normal during a move.
    pub fn along(&self, body: &Body, from: DVec3, to: DVec3) -> Known {
        let mut known = Known {
            normal: [[0.0; MOST]; 3],
            least: [f64::NEG_INFINITY; MOST],
        };
        for (lane, normal) in self.normals.iter().enumerate() {
            for axis in 0..3 {
                known.normal[axis][lane] = normal[axis];
            }
            known.least[lane] =
                normal.dot(from).min(normal.dot(to)) - body.reach(*normal) * (1.0 - graze(body));
        }
        known
    }
}

/// Whether one of the planes has the whole triangle behind it and the whole move before it.
#[inline(always)]
pub(super) fn is_behind<D: Doubles>(known: &Known, [a, b, c]: [DVec3; 3]) -> bool {
    let [x, y, z] = &known.normal;
    let normals = [D::load(x), D::load(y), D::load(z)];
    let furthest = along(normals, a)
        .max(along(normals, b))
        .max(along(normals, c));
    furthest.at_most(D::load(&known.least)) != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::doubles::PortableDoubles;

    fn is_behind(known: &Known, corners: [DVec3; 3]) -> bool {
        super::is_behind::<PortableDoubles>(known, corners)
    }

    #[test]
    fn what_lies_behind_the_floor_is_left_out_until_the_move_goes_through() {
        let mut met = Met::default();
        met.remember(DVec3::Y);
        let body = Body::sphere(1.0).unwrap();
        let below = [DVec3::ZERO, DVec3::X, DVec3::Z - DVec3::Y];
        let along = met.along(&body, DVec3::Y, DVec3::Y + DVec3::X);
        assert!(is_behind(&along, below));
        assert!(!is_behind(
            &along,
            below.map(|corner| corner + DVec3::Y * 0.1)
        ));
        let into = met.along(&body, DVec3::Y, DVec3::Y * 0.9);
        assert!(!is_behind(&into, below));
    }

    #[test]
    fn only_the_latest_are_kept() {
        let mut met = Met::default();
        for normal in [
            DVec3::X,
            DVec3::Y,
            DVec3::Z,
            DVec3::NEG_X,
            DVec3::Y,
            DVec3::NEG_Z,
        ] {
            met.remember(normal);
        }
        assert_eq!(met.normals.len(), MOST);
        assert!(!met.normals.contains(&DVec3::X) && met.normals.contains(&DVec3::Y));
    }
}
