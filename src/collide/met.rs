//! The planes that a body met last. Whatever lies behind one of them can't be touched by a move
//! that doesn't go through it: most of what is near a body that stands on a floor and leans
//! against a wall. Any plane that separates is as good as another, so what is remembered decides
//! how much has to be asked, and never the answer.

use glam::DVec3;
use smallvec::SmallVec;

use super::{Body, sweep::GRAZE};

/// How many planes are remembered: a floor, the walls of a corner, and one to come.
const MOST: usize = 4;

/// Normals of the latest contacts, the newest last.
#[derive(Clone, Debug, Default)]
pub(super) struct Met {
    normals: SmallVec<[DVec3; MOST]>,
}

/// A direction and where the back of the body is along it while it moves: at the start and at the
/// end of the move, less a graze.
#[derive(Clone, Copy, Debug)]
pub(super) struct Back {
    normal: DVec3,
    least: f64,
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
    pub fn along(&self, body: &Body, from: DVec3, to: DVec3) -> SmallVec<[Back; MOST]> {
        let back = |normal: &DVec3| Back {
            normal: *normal,
            least: normal.dot(from).min(normal.dot(to)) - body.reach(*normal) * (1.0 - GRAZE),
        };
        self.normals.iter().rev().map(back).collect()
    }
}

/// Whether one of the planes has the whole triangle behind it and the whole move before it.
pub(super) fn is_behind(known: &[Back], [a, b, c]: [DVec3; 3]) -> bool {
    known.iter().any(|back| {
        let n = back.normal;
        n.dot(a).max(n.dot(b)).max(n.dot(c)) <= back.least
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_behind_the_floor_is_left_out_until_the_move_goes_through() {
        let mut met = Met::default();
        met.remember(DVec3::Y);
        let body = Body::sphere(1.0);
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
