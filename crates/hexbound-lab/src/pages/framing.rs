//! The view that contains a set of points. The eye turns and steps back until they are in the picture, or
//! in its left half, beside a panel of text.

use glam::{Vec2, Vec3, vec2};

use super::Projection;
use hexbound_base::body::DEFAULT_FIELD_OF_VIEW;
use hexbound_check::look_at;
use hexbound_sim::View;

/// The viewing distances of a tick, meters. The first one with all points in view is used.
const EYE_DISTANCES: [f32; 9] = [2.4, 2.8, 3.2, 3.7, 4.2, 4.8, 5.5, 6.5, 8.0];
/// The share of a picture's half angles that is kept free at its edges, and beside its middle.
const EDGE_SHARE: f32 = 0.1;
const BESIDE_MIDDLE: f32 = 0.06;
/// The number of iterations of the aim, each several times more accurate.
const AIM_COUNT: usize = 6;
/// The steepest look up or down, radians.
const MAX_PITCH: f32 = 1.5;

/// The points that must be visible in a part of a picture.
#[derive(Clone, Debug)]
pub(crate) struct Framing {
    /// The points, local, meters.
    points: Vec<Vec3>,
    /// The lowest and the highest corner of the free part, as tangents to the right and up.
    free: [Vec2; 2],
}

impl Framing {
    /// Points in the left half of a picture of the size `size`, pixels.
    pub(crate) fn beside_panel(points: Vec<Vec3>, size: [u32; 2]) -> Self {
        let mut framing = Self::whole(points, size);
        framing.free[1].x = framing.free[0].x * BESIDE_MIDDLE / (1.0 - EDGE_SHARE);
        framing
    }

    /// Points anywhere in a picture of this width and height, pixels.
    pub(crate) fn whole(points: Vec<Vec3>, [width, height]: [u32; 2]) -> Self {
        let up = (DEFAULT_FIELD_OF_VIEW.to_radians() * 0.5).tan();
        let aside = up * width as f32 / height.max(1) as f32;
        let corner = vec2(aside, up) * (1.0 - EDGE_SHARE);
        Self {
            points,
            free: [-corner, corner],
        }
    }

    /// Returns the view from the nearest eye that contains all points, or behind walls the one that
    /// contains most. `seen_from` returns a view from at most a given distance, meters.
    pub(crate) fn view(&self, seen_from: impl Fn(f32) -> View) -> View {
        let mut best = (f32::INFINITY, View::default());
        for distance in EYE_DISTANCES {
            let view = self.aimed(seen_from(distance));
            let excess = self.excess(&view);
            if excess < best.0 || best.0.is_infinite() {
                best = (excess, view);
            }
            if best.0 <= 1.0 {
                break;
            }
        }
        best.1
    }

    /// Turns a view until the points are in the middle of the free part.
    fn aimed(&self, mut view: View) -> View {
        let sum: Vec3 = self.points.iter().sum();
        look_at(&mut view, sum / self.points.len().max(1) as f32);
        let wanted = (self.free[0] + self.free[1]) * 0.5;
        for _ in 0..AIM_COUNT {
            let Some([low, high]) = self.spread(&view) else {
                break;
            };
            let seen = (low + high) * 0.5;
            // A target farther left needs an eye turned to the right.
            view.yaw += (wanted.x.atan() - seen.x.atan()) / view.pitch.cos().max(0.3);
            view.pitch -= wanted.y.atan() - seen.y.atan();
            view.pitch = view.pitch.clamp(-MAX_PITCH, MAX_PITCH);
        }
        view
    }

    /// Returns the share of the free space that the points fill, by width or height. It is above 1 if
    /// they don't fit, and infinite if one is behind the eye.
    fn excess(&self, view: &View) -> f32 {
        self.spread(view).map_or(f32::INFINITY, |[low, high]| {
            let [least, most] = self.free;
            ((high - low) / (most - least)).max_element()
        })
    }

    /// Returns the lowest and the highest corner of the visible points, as tangents.
    fn spread(&self, view: &View) -> Option<[Vec2; 2]> {
        // Tangents do not depend on the size.
        let projection = Projection::of(view, [1, 1]);
        let none = [Vec2::INFINITY, Vec2::NEG_INFINITY];
        self.points.iter().try_fold(none, |[low, high], point| {
            let at = projection.tangents(*point)?;
            Some([low.min(at), high.max(at)])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::why::{FoundTick, Why};
    use hexbound_inspect::why::picture_points;
    use hexbound_level::Level;
    use hexbound_scenes::SceneBuilder;
    use hexbound_sim::{Buttons, Command, Rules, World};

    /// A tick in which a wall stops the player, with a second wall behind the back.
    fn stopped(behind: f32) -> (Level, Why) {
        let level = SceneBuilder::new()
            .floor(-20.0, -20.0, 20.0, 20.0, 0.0)
            .cuboid(Vec3::new(-9.0, 0.0, -2.0), Vec3::new(9.0, 3.0, -1.0))
            .cuboid(Vec3::new(-9.0, 0.0, behind), Vec3::new(9.0, 3.0, 12.0))
            .spawn(Vec3::ZERO, 0.5)
            .build("walls")
            .expect("a level");
        let mut world = World::new(&level, Rules::default());
        let forward = Command::holding(Buttons::FORWARD);
        for _ in 0..90 {
            world.step(&level, &forward, &mut Vec::new());
        }
        let (before, command) = (world, forward);
        let why = Why::of(&level, &FoundTick { before, command });
        (level, why)
    }

    #[test]
    fn all_of_a_tick_is_seen_alone_and_beside_its_panel() {
        // In the open, and where the eye can only step back along the walls.
        for behind in [9.0, 1.5] {
            let (level, why) = stopped(behind);
            for size in [[1280, 720], [640, 360], [800, 600], [500, 900]] {
                let points = picture_points(&level, &why.journal);
                assert!(points.len() > 20, "{}", points.len());
                let beside = Framing::beside_panel(points.clone(), size);
                let whole = Framing::whole(points, size);
                let views = [
                    (beside, why.view_beside_panel(&level, size)),
                    (whole, why.view(&level, size)),
                ];
                for (framing, view) in views {
                    let [low, high] = framing.spread(&view).expect("all is ahead");
                    let [least, most] = framing.free;
                    let case = format!("{size:?}, {behind}: {low} to {high} in {least} to {most}");
                    assert!(low.cmpge(least - 0.02).all(), "{case}");
                    assert!(high.cmple(most + 0.02).all(), "{case}");
                }
            }
        }
    }

    #[test]
    fn every_number_and_the_body_are_among_what_is_to_be_seen() {
        let (level, why) = stopped(9.0);
        let points = picture_points(&level, &why.journal);
        let labels = why.inspection(&level).legend.labels;
        assert!(!labels.is_empty());
        assert!(labels.iter().all(|label| points.contains(&label.at)));
        let center = why.journal.start();
        let top = points.iter().map(|it| it.y).fold(f32::MIN, f32::max);
        let half = why.journal.body.half_extents();
        assert!(top > center.y + half.y * 0.99, "{top}");
    }
}
