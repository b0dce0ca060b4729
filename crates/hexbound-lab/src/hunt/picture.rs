//! The pictures of finds: the place, the last seconds of the path there, and the body.

use glam::Vec3;
use image::RgbaImage;

use super::{Find, Hunt};
use crate::pages::{Easel, still};
use hexbound_base::debug_lines::{DebugColor, DebugLines};
use hexbound_check::Focus;
use hexbound_level::Level;
use hexbound_sim::{GhostColor, GhostView, View, World};

/// The size of a picture, pixels.
const PICTURE_SIZE: [u32; 2] = [1280, 720];
/// The duration of the drawn path, ticks.
const DRAWN_PATH_TICKS: usize = 240;
/// The distance of the eye if the view is free, meters.
const EYE_DISTANCE: f32 = 5.0;
/// Half the length of the strokes of the mark, meters.
const MARK_HALF_LENGTH: f32 = 0.4;
const MARK_COLOR: DebugColor = [1.0, 0.1, 0.05, 1.0];

/// The device for the pictures of finds.
pub fn easel_for_finds() -> Easel {
    Easel::for_findings(PICTURE_SIZE)
}

impl Hunt {
    /// Draws the place of a find on the level that `easel` holds; `None` if nothing can be drawn.
    pub fn draw(&self, find: &Find, level: &Level, easel: &mut Easel) -> Option<RgbaImage> {
        let mut world = World::new(level, self.rules);
        let mut path = vec![world.player.position];
        // The last tick may return the player to the start.
        let before_last = find.commands.len().saturating_sub(1);
        for command in &find.commands[..before_last] {
            world.step(level, command, &mut Vec::new());
            path.push(world.player.position);
        }
        let path = &path[path.len().saturating_sub(DRAWN_PATH_TICKS)..];
        let mut view = View::of(&world);
        let sight = Focus {
            distance: EYE_DISTANCE,
            ..Focus::new(find.place, path[0])
        };
        sight.direct(&mut view, level);
        view.debug = lines(find.place, path);
        view.ghosts.push(GhostView {
            center: find.place,
            shape: world.player.colliding_body().shape(),
            color: GhostColor::Orange,
        });
        easel.draw(|offscreen| still(offscreen, &view))
    }
}

fn lines(place: Vec3, path: &[Vec3]) -> DebugLines {
    let mut lines = DebugLines::default();
    lines.cross(place, MARK_HALF_LENGTH, MARK_COLOR);
    for ends in path.windows(2) {
        lines.line(ends[0], ends[1], MARK_COLOR);
    }
    lines
}
