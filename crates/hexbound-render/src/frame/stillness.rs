//! Detection of frames whose scene equals the last one, as behind a screen while play is paused. The renderer
//! decides what to skip then.

use super::{Frame, exposure::ExposureSettings};
use hexbound_sim::View;

/// The last drawn scene, while scenes are kept.
#[derive(Default)]
pub(crate) struct Stillness {
    /// True if the last scene is kept.
    pub keeps: bool,
    drawn: Option<SceneInputs>,
}

/// The inputs that determine a frame's scene.
#[derive(Clone, Debug, PartialEq)]
struct SceneInputs {
    view: View,
    field_of_view: f32,
    seconds: f32,
    crosshair: f32,
    exposure: ExposureSettings,
}

impl Stillness {
    /// Sets whether the last scene is kept.
    pub(crate) fn keep(&mut self, keeps: bool) {
        self.keeps = keeps;
        if !keeps {
            self.drawn = None;
        }
    }

    /// Forgets the last scene, because something else about the next one differs.
    pub(crate) fn forget(&mut self) {
        self.drawn = None;
    }

    /// Returns whether the scene of `frame` equals the last one. The traces of impacts count as equal at
    /// equal times of the world.
    pub(crate) fn is_drawn(&self, frame: &Frame<'_>) -> bool {
        self.drawn.as_ref().is_some_and(|drawn| {
            drawn.view == *frame.view
                && drawn.field_of_view == frame.field_of_view
                && drawn.seconds == frame.seconds
                && drawn.crosshair == frame.crosshair
                && drawn.exposure == frame.exposure
        })
    }

    /// Returns whether the scene of `frame` equals the last one, and records the scene if not. Returns false
    /// while scenes are not kept.
    pub(crate) fn track(&mut self, frame: &Frame<'_>) -> bool {
        if !self.keeps {
            return false;
        }
        let is_repeated = self.is_drawn(frame);
        if !is_repeated {
            self.drawn = Some(SceneInputs {
                view: frame.view.clone(),
                field_of_view: frame.field_of_view,
                seconds: frame.seconds,
                crosshair: frame.crosshair,
                exposure: frame.exposure,
            });
        }
        is_repeated
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Exposure;

    fn frame(view: &View) -> Frame<'_> {
        Frame {
            view,
            effects: None,
            field_of_view: 1.0,
            seconds: 2.0,
            crosshair: 0.0,
            exposure: ExposureSettings::default(),
            elapsed: 0.016,
            overlay: None,
        }
    }

    #[test]
    fn a_scene_holds_until_anything_in_it_changes() {
        let view = View::default();
        let mut stillness = Stillness::default();
        assert!(!stillness.track(&frame(&view)) && !stillness.track(&frame(&view)));
        stillness.keep(true);
        assert!(!stillness.track(&frame(&view)), "nothing was drawn yet");
        assert!(stillness.track(&frame(&view)));
        let turned = View {
            yaw: 0.1,
            ..View::default()
        };
        let bright = ExposureSettings {
            mode: Exposure::Fixed(1.0),
            ..ExposureSettings::default()
        };
        let mut others = [
            frame(&turned),
            frame(&view),
            frame(&view),
            frame(&view),
            frame(&view),
        ];
        others[1].field_of_view = 1.1;
        others[2].seconds = 2.1;
        others[3].crosshair = 1.5;
        others[4].exposure = bright;
        for other in others {
            assert!(!stillness.track(&other));
            assert!(stillness.track(&other));
            assert!(!stillness.track(&frame(&view)));
        }
        assert!(stillness.track(&frame(&view)));
        stillness.forget();
        assert!(!stillness.track(&frame(&view)));
        stillness.keep(false);
        stillness.keep(true);
        assert!(!stillness.track(&frame(&view)), "other scenes came between");
    }
}
