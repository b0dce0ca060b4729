//! Bodies that are only shown, at two ticks one after another, and between them. What they are and
//! where they come from is the business of those who show them.

use hexbound_sim::GhostView;

/// The bodies at the last two ticks.
pub(super) struct BlendedBodies {
    before: Vec<GhostView>,
    after: Vec<GhostView>,
}

impl BlendedBodies {
    /// Bodies that stand still.
    pub(super) fn at(bodies: Vec<GhostView>) -> Self {
        Self {
            before: bodies.clone(),
            after: bodies,
        }
    }

    /// Goes on to the next tick, at which there are these bodies.
    pub(super) fn go_on_to(&mut self, bodies: Vec<GhostView>) {
        self.before = std::mem::replace(&mut self.after, bodies);
    }

    /// The bodies `blend` (0..1) of the way between the two ticks. Where one came or went, those of the
    /// last tick alone are shown.
    pub(super) fn views(&self, blend: f32) -> impl Iterator<Item = GhostView> {
        let before = match self.before.len() == self.after.len() {
            true => &self.before,
            false => &self.after,
        };
        (before.iter().zip(&self.after)).map(move |(before, after)| GhostView {
            center: before.center.lerp(after.center, blend),
            ..*after
        })
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;
    use hexbound_collide::BodyShape;

    use super::*;
    use hexbound_sim::GhostColor;

    fn ball(x: f32) -> GhostView {
        GhostView {
            center: Vec3::X * x,
            shape: BodyShape::ball(0.2),
            color: GhostColor::Teal,
        }
    }

    fn places(bodies: &BlendedBodies, blend: f32) -> Vec<f32> {
        bodies.views(blend).map(|body| body.center.x).collect()
    }

    #[test]
    fn bodies_are_shown_between_two_ticks_unless_one_came_or_went() {
        let mut bodies = BlendedBodies::at(vec![ball(1.0)]);
        assert_eq!(places(&bodies, 0.5), [1.0]);
        bodies.go_on_to(vec![ball(2.0)]);
        assert_eq!(places(&bodies, 0.25), [1.25]);
        bodies.go_on_to(vec![ball(3.0), ball(7.0)]);
        assert_eq!(places(&bodies, 0.25), [3.0, 7.0]);
        bodies.go_on_to(vec![ball(7.5)]);
        assert_eq!(places(&bodies, 0.25), [7.5]);
    }
}
