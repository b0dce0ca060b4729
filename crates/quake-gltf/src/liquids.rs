//! The visible faces of liquids. The faces of a brush of water lie against the basin's floor and walls on
//! most sides. Only faces in the open are drawn, as in compiled maps.

use glam::DVec3;

use super::brush::{BrushPlane, cut};

/// The distance in front of a face at which its covers are tested, in units of the map. A point there is
/// inside a brush that the face touches.
const PROBE_OFFSET: f64 = 0.05;

/// A brush that hides the faces in it.
#[derive(Clone, Debug)]
pub(crate) struct Cover {
    planes: Vec<BrushPlane>,
    /// The least and the largest corner of the brush's bounds.
    bounds: [DVec3; 2],
}

impl Cover {
    /// Creates the cover of a brush with these planes and the polygons of its faces.
    pub(crate) fn new(planes: &[BrushPlane], polygons: &[Vec<DVec3>]) -> Self {
        Self {
            planes: planes.to_vec(),
            bounds: bounds(polygons.iter().flatten()),
        }
    }

    fn overlaps(&self, [least, most]: [DVec3; 2]) -> bool {
        let [own_least, own_most] = self.bounds;
        own_least.cmple(most).all() && least.cmple(own_most).all()
    }

    /// The parts of a polygon outside the brush.
    fn uncovered(&self, polygon: Vec<DVec3>) -> Vec<Vec<DVec3>> {
        let mut outside = Vec::new();
        let mut inside = polygon.clone();
        for plane in &self.planes {
            let beyond = cut(&inside, &plane.flipped());
            if beyond.len() >= 3 {
                outside.push(beyond);
            }
            inside = cut(&inside, plane);
            if inside.len() < 3 {
                return vec![polygon];
            }
        }
        outside
    }
}

/// The parts of a liquid's face that no other brush hides. `own` is the index of its brush in `covers`.
pub(crate) fn seen_parts(
    normal: DVec3,
    polygon: &[DVec3],
    covers: &[Cover],
    own: usize,
) -> Vec<Vec<DVec3>> {
    let moved: Vec<DVec3> = polygon
        .iter()
        .map(|corner| *corner + normal * PROBE_OFFSET)
        .collect();
    let around = bounds(moved.iter());
    let near = (covers.iter().enumerate()).filter(|(i, it)| *i != own && it.overlaps(around));
    let mut parts = vec![moved];
    for (_, cover) in near {
        parts = (parts.into_iter())
            .flat_map(|part| cover.uncovered(part))
            .collect();
    }
    for corner in parts.iter_mut().flatten() {
        *corner -= normal * PROBE_OFFSET;
    }
    parts
}

fn bounds<'a>(corners: impl Iterator<Item = &'a DVec3>) -> [DVec3; 2] {
    let none = [DVec3::INFINITY, DVec3::NEG_INFINITY];
    corners.fold(none, |[least, most], corner| {
        [least.min(*corner), most.max(*corner)]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brush::{
        polygons,
        tests::{area_vector, sides},
    };

    fn area(parts: &[Vec<DVec3>]) -> f64 {
        parts.iter().map(|part| area_vector(part).length()).sum()
    }

    /// The seen area of each face of the first box among them all: +X, −X, +Y, −Y, +Z, −Z.
    fn seen(boxes: &[(DVec3, DVec3)]) -> Vec<f64> {
        let made = (boxes.iter()).map(|(least, most)| {
            let planes = sides(*least, *most);
            let faces = polygons(&planes).unwrap();
            (Cover::new(&planes, &faces), planes, faces)
        });
        let made: Vec<_> = made.collect();
        let covers: Vec<Cover> = made.iter().map(|(cover, ..)| cover.clone()).collect();
        let (_, planes, faces) = &made[0];
        let seen =
            |(plane, face): (&BrushPlane, &Vec<DVec3>)| seen_parts(plane.normal, face, &covers, 0);
        planes.iter().zip(faces).map(|it| area(&seen(it))).collect()
    }

    #[test]
    fn of_water_in_a_basin_the_surface_is_seen() {
        let at = DVec3::splat;
        let water = (DVec3::ZERO, DVec3::new(100.0, 100.0, 40.0));
        let floor = (at(-20.0), DVec3::new(120.0, 120.0, 0.0));
        // A wall as high as half the water, on one side.
        let foot = DVec3::new(100.0, -20.0, 0.0);
        let wall = (foot, DVec3::new(120.0, 120.0, 20.0));
        // A pillar that stands in the water.
        let pillar = (DVec3::new(40.0, 40.0, -5.0), DVec3::new(60.0, 60.0, 90.0));
        let seen = seen(&[water, floor, wall, pillar, (at(500.0), at(600.0))]);
        let expected = [2000.0, 4000.0, 4000.0, 4000.0, 9600.0, 0.0];
        for (seen, expected) in seen.iter().zip(expected) {
            assert!((seen - expected).abs() < 10.0, "{seen} {expected}");
        }
    }

    #[test]
    fn between_two_waters_nothing_is_seen() {
        let first = (DVec3::ZERO, DVec3::splat(64.0));
        let second = (DVec3::new(64.0, 0.0, 0.0), DVec3::new(128.0, 64.0, 64.0));
        let seen = seen(&[first, second]);
        assert!(seen[0] < 1e-6, "{seen:?}");
        assert!((seen[1] - 4096.0).abs() < 1e-6, "{seen:?}");
    }
}
