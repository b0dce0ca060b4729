//! A ball against a bumper: a sphere swept against a capped, finite cylinder.

use glam::DVec3;
use hexbound_collide::geom::Cylinder;

use super::sweep::first_touch;

/// The least approach into the surface, as a fraction of the path's length, at which a path meets it; a
/// flatter one runs along the surface. A ball that rolls over a bumper would otherwise meet it again and
/// again, by rounding alone.
const MIN_APPROACH_FRACTION: f64 = 1e-9;

/// The fraction of the path from `from` to `to` at which a sphere first touches a capped cylinder, and
/// the outward unit normal there.
pub(super) fn sweep_sphere_cylinder(
    radius: f64,
    from: DVec3,
    to: DVec3,
    cylinder: &Cylinder,
) -> Option<(f64, DVec3)> {
    let (fraction, offset) = first_touch(radius, from, to, |place| cylinder.offset_to(place))?;
    let inside = || cylinder.nearest_exit(from.lerp(to, fraction)).0;
    let normal = offset.try_normalize().unwrap_or_else(inside);
    let delta = to - from;
    (normal.dot(delta) < -MIN_APPROACH_FRACTION * delta.length()).then_some((fraction, normal))
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;

    const POST: Cylinder = Cylinder {
        center: Vec3::ZERO,
        axis: Vec3::Y,
        radius: 0.5,
        half_length: 1.0,
    };

    #[test]
    fn a_path_along_the_rim_is_free_however_it_rounds() {
        for degree in 0..360 {
            let angle = f64::from(degree).to_radians();
            let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
            for lean in [0.1, 0.5, 0.9] {
                let normal = DVec3::new(cosine * lean, f64::sqrt(1.0 - lean * lean), sine * lean);
                let along = normal.cross(DVec3::new(-sine, 0.0, cosine)) * 0.05;
                let rim = DVec3::new(0.5 * cosine, 1.0, 0.5 * sine);
                let from = rim + normal * 0.2;
                let met = sweep_sphere_cylinder(0.2, from, from + along, &POST);
                assert_eq!(met, None, "at {degree} degrees, leaning {lean}");
            }
        }
    }

    #[test]
    fn a_sphere_meets_side_cap_and_nothing() {
        let sweep = |from: DVec3, to: DVec3| sweep_sphere_cylinder(0.1, from, to, &POST);
        let (fraction, normal) = sweep(DVec3::X * 1.6, DVec3::X * -0.4).unwrap();
        assert!((fraction - 0.5).abs() < 1e-6 && (normal - DVec3::X).length() < 1e-6);
        let (fraction, normal) = sweep(DVec3::Y * 3.0, DVec3::ZERO).unwrap();
        assert!((fraction - 1.9 / 3.0).abs() < 1e-6 && (normal - DVec3::Y).length() < 1e-6);
        let [from, to] = [2.0, -2.0].map(|x| DVec3::new(x, 0.0, 0.61));
        assert_eq!(sweep(from, to), None);
    }
}
