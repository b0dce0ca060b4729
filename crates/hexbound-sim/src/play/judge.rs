//! The judgment of whether a ball that struck a target lights it, and if not, why.

use serde::Serialize;

use super::PlayState;
use crate::{Ball, BallOrigin};
use hexbound_level::{BallOrigins, Level, Target};

/// The reason why a ball did not light a target or knock down a walker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refusal {
    /// The target is lit already.
    Lit,
    /// The ball must bounce this many more times first.
    Bounces(u32),
    /// The ball is too light.
    Light,
    /// The ball was thrown, but the target requires one placed by the level.
    Thrown,
    /// The ball was placed by the level, but the target requires a thrown one.
    Placed,
}

/// Lights the target at index `target`, or returns why the ball does not.
pub(crate) fn light(
    state: &mut PlayState,
    level: &Level,
    target: u32,
    ball: &Ball,
) -> Result<(), Refusal> {
    let (Some(rules), Some(lit)) = (
        level.play.targets.get(target as usize),
        state.lit.get_mut(target as usize),
    ) else {
        return Err(Refusal::Lit);
    };
    if *lit {
        return Err(Refusal::Lit);
    }
    judge(rules, ball)?;
    *lit = true;
    Ok(())
}

fn judge(target: &Target, ball: &Ball) -> Result<(), Refusal> {
    match (target.by, ball.origin) {
        (BallOrigins::Placed, BallOrigin::Thrown) => return Err(Refusal::Thrown),
        (BallOrigins::Thrown, BallOrigin::Placed(_)) => return Err(Refusal::Placed),
        _ => {}
    }
    if ball.mass < target.least_mass {
        return Err(Refusal::Light);
    }
    match target.rings.saturating_sub(ball.bounces) {
        0 => Ok(()),
        more => Err(Refusal::Bounces(more)),
    }
}

#[cfg(test)]
mod tests {
    use glam::{DVec3, Vec3};

    use super::*;

    #[test]
    fn a_target_refuses_with_a_reason() {
        let target = |rings, least_mass, by| Target {
            name: String::new(),
            center: DVec3::ZERO,
            rings,
            least_mass,
            by,
        };
        let thrown = |bounces, mass| {
            let mut ball = Ball::new(0, Vec3::ZERO, Vec3::ZERO);
            (ball.bounces, ball.mass) = (bounces, mass);
            ball
        };
        let mut placed = thrown(0, 1.0);
        placed.origin = BallOrigin::Placed(0);
        let any = BallOrigins::Any;
        assert_eq!(judge(&target(0, 0.0, any), &thrown(0, 1.0)), Ok(()));
        let ringed = target(2, 0.0, any);
        assert_eq!(judge(&ringed, &thrown(0, 1.0)), Err(Refusal::Bounces(2)));
        assert_eq!(judge(&ringed, &thrown(1, 1.0)), Err(Refusal::Bounces(1)));
        assert_eq!(judge(&ringed, &thrown(5, 1.0)), Ok(()));
        let heavy = target(0, 2.0, any);
        assert_eq!(judge(&heavy, &thrown(0, 1.0)), Err(Refusal::Light));
        let by_placed = target(0, 0.0, BallOrigins::Placed);
        assert_eq!(judge(&by_placed, &thrown(9, 9.0)), Err(Refusal::Thrown));
        assert_eq!(judge(&by_placed, &placed), Ok(()));
        let by_thrown = target(0, 0.0, BallOrigins::Thrown);
        assert_eq!(judge(&by_thrown, &placed), Err(Refusal::Placed));
    }
}
