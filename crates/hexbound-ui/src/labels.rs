//! Labels at points of the world, such as those of the planes.

use glam::{Vec2, Vec3, vec2};

use super::{
    Explained,
    layout::{crosshair, overlap},
    legend::swatch,
    panel::background,
};
use hexbound_base::{
    body::{right, view_direction},
    words::Words,
};
use hexbound_canvas::{Painter, Rect, Style, Writing};
use hexbound_inspect::Label;
use hexbound_sim::View;

/// The size of the text, points.
const TEXT_SIZE: f32 = 16.0;
/// The padding around the text, points.
const LABEL_PADDING: f32 = 4.0;
/// The displacements tried for a label that overlaps something, as shares of its width and height.
const LABEL_MOVES: [Vec2; 7] = [
    Vec2::ZERO,
    vec2(0.0, -1.1),
    vec2(0.0, 1.1),
    vec2(0.0, -2.2),
    vec2(0.0, 2.2),
    vec2(-0.55, 0.0),
    vec2(0.55, 0.0),
];
/// The minimum distance along the view at which a point has a position on the screen, meters.
const MIN_DISTANCE: f32 = 0.1;

/// Draws the labels in their order. A label that overlaps another or a `taken` area is moved a little or
/// omitted; a label on the crosshair is drawn above it.
pub(crate) fn write(
    painter: &Painter,
    area: Rect,
    words: &Words,
    mut taken: Vec<Rect>,
    explained: &Explained,
) {
    let crosshair = crosshair(area);
    for Label { at, text, color } in &explained.legend.labels {
        let Some(at) = on_screen(*at, explained, area) else {
            continue;
        };
        let style = Style::monospace(TEXT_SIZE, swatch(*color));
        let name = painter.write(&Writing::new(f32::INFINITY).with(words.say(text), style));
        let size = name.size() + vec2(LABEL_PADDING, LABEL_PADDING) * 2.0;
        let mut rect = Rect::from_center_size(at, size);
        if overlap(rect, crosshair) {
            rect = Rect::from_center_size(vec2(at.x, crosshair.top() - size.y * 0.5), size);
        }
        let Some(rect) = free_place(rect, area, &taken) else {
            continue;
        };
        taken.push(rect);
        painter.rect(rect, LABEL_PADDING, background(1.0));
        painter.text(rect.min + vec2(LABEL_PADDING, LABEL_PADDING), name);
    }
}

/// The first free rectangle among [`LABEL_MOVES`]: the original one, then those above, below and aside.
fn free_place(rect: Rect, area: Rect, taken: &[Rect]) -> Option<Rect> {
    let moved = LABEL_MOVES.map(|by| within(rect.translate(by * rect.size()), area));
    let is_free = |rect: &Rect| {
        !overlap(*rect, crosshair(area)) && !taken.iter().any(|other| other.intersects(*rect))
    };
    moved.into_iter().find(is_free)
}

/// The rectangle moved inside `area`.
fn within(rect: Rect, area: Rect) -> Rect {
    let beyond = (area.min - rect.min).max(Vec2::ZERO) + (area.max - rect.max).min(Vec2::ZERO);
    rect.translate(beyond)
}

/// The position of a world point on the screen; `None` behind the eye and outside the screen.
fn on_screen(place: Vec3, explained: &Explained, area: Rect) -> Option<Vec2> {
    let [right, up, forward] = axes(explained.view);
    let offset = place - explained.view.eye;
    let ahead = offset.dot(forward);
    if ahead < MIN_DISTANCE {
        return None;
    }
    let per_point = ahead * (explained.field_of_view * 0.5).tan() / (area.height() * 0.5);
    let at = area.center() + vec2(offset.dot(right), -offset.dot(up)) / per_point;
    area.contains(at).then_some(at)
}

/// The unit vectors to the right, up and forward.
fn axes(view: &View) -> [Vec3; 3] {
    let forward = view_direction(view.yaw, view.pitch);
    let right = right(view.yaw);
    [right, right.cross(forward), forward]
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_inspect::Legend;

    fn seen(place: Vec3, yaw: f32, pitch: f32) -> Option<Vec2> {
        let view = View {
            yaw,
            pitch,
            ..View::default()
        };
        let explained = Explained {
            legend: &Legend::default(),
            view: &view,
            field_of_view: std::f32::consts::FRAC_PI_2,
        };
        let area = Rect::from_min_size(vec2(0.0, 0.0), vec2(1280.0, 720.0));
        on_screen(place, &explained, area)
    }

    #[test]
    fn places_are_where_they_are_seen() {
        assert_eq!(seen(Vec3::NEG_Z * 4.0, 0.0, 0.0), Some(vec2(640.0, 360.0)));
        // With 90° from top to bottom, half as high as far is half way up.
        let up = seen(Vec3::new(0.0, 2.0, -4.0), 0.0, 0.0);
        assert_eq!(up, Some(vec2(640.0, 180.0)));
        let right = seen(Vec3::new(4.0, 0.0, -4.0), 0.0, 0.0);
        assert_eq!(right, Some(vec2(1000.0, 360.0)));
    }

    #[test]
    fn no_name_is_cut_off_at_the_edge() {
        let area = Rect::from_min_size(vec2(0.0, 0.0), vec2(800.0, 450.0));
        let above = vec2(area.center().x, area.top());
        for corner in [area.min, area.max, area.left_bottom(), above] {
            let name = Rect::from_center_size(corner, vec2(40.0, 24.0));
            let moved = within(name, area);
            assert!(area.contains_rect(moved), "{corner:?}: {moved:?}");
            assert_eq!(moved.size(), name.size());
        }
        let inside = Rect::from_center_size(area.center(), vec2(40.0, 24.0));
        assert_eq!(within(inside, area), inside);
    }

    #[test]
    fn a_name_gives_way_to_those_before_it() {
        let area = Rect::from_min_size(vec2(0.0, 0.0), vec2(800.0, 450.0));
        let name = Rect::from_center_size(vec2(200.0, 100.0), vec2(60.0, 24.0));
        let mut taken = Vec::new();
        for _ in 0..5 {
            let free = free_place(name, area, &taken).unwrap();
            assert!(!taken.iter().any(|other: &Rect| other.intersects(free)));
            taken.push(free);
        }
        assert_eq!(taken[0], name);
        // There is no space left.
        assert_eq!(free_place(name, area, &taken), None);
        let panel = Rect::from_min_max(vec2(210.0, 0.0), vec2(800.0, 450.0));
        let beside = free_place(name, area, &[panel]).unwrap();
        assert!(beside.right() <= panel.left(), "{beside:?}");
    }

    #[test]
    fn turning_left_moves_things_right_and_looking_up_moves_them_down() {
        let ahead = Vec3::NEG_Z * 4.0;
        assert!(seen(ahead, 0.2, 0.0).unwrap().x > 640.0);
        assert!(seen(ahead, 0.0, 0.2).unwrap().y > 360.0);
        assert_eq!(seen(ahead, 3.0, 0.0), None);
    }
}
