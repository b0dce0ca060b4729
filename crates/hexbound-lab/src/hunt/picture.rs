//! The pictures of finds: the place, the last seconds of the way there, and the body.

use glam::Vec3;
use image::RgbaImage;

use super::{Find, Hunt};
use crate::{finding_quality, picture::draw_still};
use hexbound_base::debug_lines::{DebugColor, DebugLines};
use hexbound_check as check;
use hexbound_check::Sight;
use hexbound_level::Level;
use hexbound_render::{Offscreen, PictureOptions, RenderError};
use hexbound_sim::{GhostColor, GhostView, View, World};

/// The size of a picture, pixels.
const SIZE: [u32; 2] = [1280, 720];
/// The length of the way that is drawn, ticks.
const WAY: usize = 240;
/// The distance of the eye, where nothing is in the way, meters.
const AWAY: f32 = 5.0;
/// Half the length of the strokes of the mark, meters.
const MARK: f32 = 0.4;
const COLOR: DebugColor = [1.0, 0.1, 0.05, 1.0];

/// Draws the finds on one level.
pub struct FindPictures<'a> {
    level: &'a Level,
    offscreen: Offscreen,
}

impl<'a> FindPictures<'a> {
    /// Opens a device and hands it the level. It is an error if there is no device.
    pub fn new(level: &'a Level) -> Result<Self, RenderError> {
        let mut offscreen = Offscreen::new(&PictureOptions {
            size: SIZE,
            quality: finding_quality(),
            ..PictureOptions::default()
        })?;
        offscreen.set_level_by_cache(level)?;
        Ok(Self { level, offscreen })
    }

    /// Draws the place of a find. Fails when the device does.
    pub fn draw(&mut self, hunt: &Hunt, find: &Find) -> Result<RgbaImage, RenderError> {
        let level = self.level;
        let mut world = World::new(level, hunt.rules);
        let mut way = vec![world.player.position];
        // The last tick may put the player back at the start.
        let before_last = find.commands.len().saturating_sub(1);
        for command in &find.commands[..before_last] {
            world.step(level, command, &mut Vec::new());
            way.push(world.player.position);
        }
        let way = &way[way.len().saturating_sub(WAY)..];
        let mut view = View::of(&world);
        let sight = Sight {
            away: AWAY,
            ..Sight::new(find.place, way[0])
        };
        view.eye = sight.viewpoint(level);
        check::look_at(&mut view, find.place);
        view.debug = lines(find.place, way);
        view.ghosts.push(GhostView {
            center: find.place,
            shape: world.player.colliding_body().shape(),
            color: GhostColor::Orange,
        });
        draw_still(&mut self.offscreen, &view)
    }
}

fn lines(place: Vec3, way: &[Vec3]) -> DebugLines {
    let mut lines = DebugLines::default();
    lines.cross(place, MARK, COLOR);
    for ends in way.windows(2) {
        lines.line(ends[0], ends[1], COLOR);
    }
    lines
}
