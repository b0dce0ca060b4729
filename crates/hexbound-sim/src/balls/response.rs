//! The effect of contacts on velocities: reflection, exchange by mass, friction with spin, and the
//! remaining motion of a ball that stays on several surfaces.

use glam::DVec3;
use smallvec::SmallVec;

/// The most passes over the surfaces that a ball stays on; two or three surfaces need few.
const MAX_PASSES: usize = 16;

/// The velocity after an impact on a fixed body: mirrored, the normal component scaled by `restitution`.
pub(super) fn reflected(velocity: DVec3, normal: DVec3, restitution: f64) -> DVec3 {
    let into = velocity.dot(normal).min(0.0);
    velocity - normal * (into * (1.0 + restitution))
}

/// The velocities after two balls meet along `axis`, a unit vector from the first to the second.
/// Momentum is exchanged by mass (NeHe lesson 30, Christopoulos), the approach speed scaled by
/// `restitution`.
pub(super) fn after_impact(
    [first, second]: [DVec3; 2],
    [first_mass, second_mass]: [f64; 2],
    axis: DVec3,
    restitution: f64,
) -> [DVec3; 2] {
    let approach = (first - second).dot(axis).max(0.0);
    let impulse = approach * (1.0 + restitution) / (first_mass + second_mass);
    [
        first - axis * (impulse * second_mass),
        second + axis * (impulse * first_mass),
    ]
}

/// Velocity and spin of a solid sphere after Coulomb friction on a surface with unit `normal`. `most` is
/// the greatest friction, an impulse for each kilogram, m/s: the friction coefficient times the normal
/// impulse. Sliding becomes rolling by 2/7 of the sliding speed.
pub(super) fn after_friction(
    velocity: DVec3,
    spin: DVec3,
    radius: f64,
    normal: DVec3,
    most: f64,
) -> (DVec3, DVec3) {
    let slip = velocity - normal * normal.dot(velocity) - spin.cross(normal) * radius;
    let speed = slip.length();
    if speed == 0.0 {
        return (velocity, spin);
    }
    let direction = slip / speed;
    let impulse = most.min(speed * (2.0 / 7.0));
    (
        velocity - direction * impulse,
        spin + normal.cross(direction) * (2.5 * impulse / radius),
    )
}

/// The vector without its components into surfaces with unit normals `normals`; components away from one
/// of them stay.
pub(super) fn clipped_by(vector: DVec3, normals: &[DVec3]) -> DVec3 {
    let mut pushes = SmallVec::<[f64; 4]>::from_elem(0.0, normals.len());
    let mut kept = vector;
    for _ in 0..MAX_PASSES {
        let mut most = 0.0_f64;
        for (normal, push) in normals.iter().zip(&mut pushes) {
            let more = (-normal.dot(kept)).max(-*push);
            *push += more;
            kept += normal * more;
            most = most.max(more.abs());
        }
        if most <= 1e-12 || normals.len() < 2 {
            break;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_balls_swap_and_a_heavy_one_plows_on() {
        let [first, second] = after_impact([DVec3::X * 3.0, DVec3::ZERO], [1.0; 2], DVec3::X, 1.0);
        assert_eq!((first, second), (DVec3::ZERO, DVec3::X * 3.0));
        let [heavy, light] = after_impact([DVec3::X, -DVec3::X], [3.0, 1.0], DVec3::X, 1.0);
        assert!((heavy.x * 3.0 + light.x - 2.0).abs() < 1e-12, "momentum");
        assert!((light.x - heavy.x - 2.0).abs() < 1e-12, "approach speed");
    }

    #[test]
    fn mirrors_leave_the_tangent_alone() {
        let after = reflected(DVec3::new(3.0, -2.0, 1.0), DVec3::Y, 0.5);
        assert_eq!(after, DVec3::new(3.0, 1.0, 1.0));
        let leaving = reflected(DVec3::Y, DVec3::Y, 0.5);
        assert_eq!(leaving, DVec3::Y);
    }

    #[test]
    fn friction_turns_sliding_into_rolling_and_no_further() {
        let (velocity, spin) = after_friction(DVec3::X * 7.0, DVec3::ZERO, 0.5, DVec3::Y, 100.0);
        assert!((velocity - DVec3::X * 5.0).length() < 1e-12, "{velocity}");
        // Rolls: the lowest point stands still.
        assert!((velocity - spin.cross(DVec3::Y) * 0.5).length() < 1e-12);
        let (velocity, spin) = after_friction(DVec3::X * 7.0, DVec3::ZERO, 0.5, DVec3::Y, 0.7);
        assert!((velocity.x - 6.3).abs() < 1e-12 && spin.z < 0.0);
        let energy = |v: DVec3, s: DVec3| v.length_squared() + 0.4 * 0.25 * s.length_squared();
        assert!(energy(velocity, spin) < 49.0);
    }

    #[test]
    fn a_ball_in_a_groove_goes_along_it() {
        let walls = [DVec3::new(0.6, 0.8, 0.0), DVec3::new(-0.6, 0.8, 0.0)];
        let kept = clipped_by(DVec3::new(0.3, -1.0, 2.0), &walls);
        assert!((kept - DVec3::Z * 2.0).length() < 1e-9, "{kept}");
        assert_eq!(clipped_by(DVec3::Y, &walls), DVec3::Y);
    }
}
