//! The prop that a click of the free pointer picks.

use glam::{Vec2, Vec3};

use crate::app::game::Game;
use hexbound_base::body::right;
use hexbound_level::Level;
use hexbound_sim::{PointerDirection, View, World};

/// The largest distance of a click from the middle of a shape's handle that picks the shape, as a share
/// of the picture's height.
const CLOSE_DISTANCE: f32 = 0.025;

/// The prop that is picked by a click on the picture. `size` and `at` are pixels. The field of view is
/// vertical, radians.
pub(super) fn picked(
    game: &Game,
    view: &View,
    field_of_view: f32,
    [size, at]: [Vec2; 2],
) -> PointerDirection {
    let direction = direction_through(view, field_of_view, size, at);
    let close = CLOSE_DISTANCE * 2.0 * libm::tanf(0.5 * field_of_view);
    let handle = near_handle(&game.level, &game.world, view.eye, direction, close);
    (game.world).pick_direction(&game.level, view.eye, handle.unwrap_or(direction))
}

/// The direction of the shape's handle that is drawn nearest to a direction from the eye. `close` is the
/// largest tangent of the angle between the two. Returns `None` if no handle is within it.
fn near_handle(
    level: &Level,
    world: &World,
    eye: Vec3,
    direction: Vec3,
    close: f32,
) -> Option<Vec3> {
    let handles = world.props.iter().zip(&level.props);
    let (_, nearest) = handles
        .filter(|(_, body)| body.placed().is_some())
        .filter_map(|(handle, _)| {
            let offset = handle.position - eye;
            let depth = offset.dot(direction);
            let off = (offset - direction * depth).length() / depth;
            (depth > 0.0 && off <= close).then(|| (off, offset.normalize()))
        })
        .min_by(|a, b| a.0.total_cmp(&b.0))?;
    Some(nearest)
}

/// The unit direction from a view's eye through a point of its picture. `size` and `at` are pixels, from
/// the upper left corner. The field of view is vertical, radians.
fn direction_through(view: &View, field_of_view: f32, size: Vec2, at: Vec2) -> Vec3 {
    let ahead = view.direction();
    let right = right(view.yaw);
    let up = right.cross(ahead);
    let half = libm::tanf(0.5 * field_of_view);
    // The pixels are square, so one scale serves both axes.
    let from_middle = (at - 0.5 * size) * (2.0 * half / size.y);
    (ahead + right * from_middle.x - up * from_middle.y).normalize()
}

#[cfg(test)]
mod tests {
    use glam::{
        camera::rh::{proj::directx::perspective_infinite_reverse, view::look_to_mat4},
        vec2,
    };

    use super::*;

    #[test]
    fn a_click_beside_a_handle_means_the_nearest_one() {
        let level = hexbound_scenes::catalog::open("test:shapes").unwrap();
        let world = World::new(&level, hexbound_sim::Rules::default());
        let eye = world.player.eye_position();
        let close = CLOSE_DISTANCE * 2.0 * libm::tanf(0.5);
        for (handle, body) in world.props.iter().zip(&level.props) {
            let way = handle.position - eye;
            let near = |aside: f32| {
                let beside = (way + Vec3::Y * (aside * way.length())).normalize();
                near_handle(&level, &world, eye, beside, close)
            };
            let taken = near(0.5 * close).unwrap();
            assert!((taken - way.normalize()).length() < 1e-5, "{}", body.name);
            let mut commanded = world.clone();
            let command = hexbound_sim::Command {
                pointed: Some(world.pick_direction(&level, eye, taken)),
                ..Default::default()
            };
            commanded.step(&level, &command, &mut Vec::new());
            let index = level.props.iter().position(|it| it.name == body.name);
            assert!(commanded.props[index.unwrap()].selected, "{}", body.name);
            assert!(near(-40.0 * close).is_none(), "{}", body.name);
        }
    }

    const SIZES: [Vec2; 3] = [vec2(640.0, 360.0), vec2(300.0, 900.0), vec2(1024.0, 1024.0)];
    /// The middle, the corners and another place of a picture, as parts of its size.
    const PARTS: [Vec2; 6] = [
        vec2(0.5, 0.5),
        vec2(0.0, 0.0),
        vec2(1.0, 0.0),
        vec2(0.0, 1.0),
        vec2(1.0, 1.0),
        vec2(0.3, 0.9),
    ];

    /// The pixel of a direction in the projection of pictures.
    fn drawn_at(view: &View, field_of_view: f32, size: Vec2, direction: Vec3) -> Vec2 {
        let looks = look_to_mat4(view.eye, view.direction(), Vec3::Y);
        let projection = perspective_infinite_reverse(field_of_view, size.x / size.y, 0.1);
        let drawn = (projection * looks).project_point3(view.eye + direction * 7.0);
        vec2(0.5 + 0.5 * drawn.x, 0.5 - 0.5 * drawn.y) * size
    }

    #[test]
    fn a_direction_is_drawn_where_the_pointer_stands() {
        for (yaw, pitch, field_of_view) in [(0.0, 0.0, 1.1), (2.5, 0.4, 0.4), (-1.0, -1.4, 2.2)] {
            let view = View {
                eye: Vec3::new(3.0, -2.0, 5.0),
                yaw,
                pitch,
                ..View::default()
            };
            for size in SIZES {
                for at in PARTS.map(|part| part * size) {
                    let direction = direction_through(&view, field_of_view, size, at);
                    let place = drawn_at(&view, field_of_view, size, direction);
                    assert!(place.distance(at) < 0.01, "{at} of {size}: {place}");
                }
            }
        }
    }
}
