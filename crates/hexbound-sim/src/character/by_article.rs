//! A character's tick in the article's mode: the whole move first, then its corrections.
//!
//! The article tests a point that keeps a distance d from planes. With a constant d the point is the
//! center of a ball at the character's feet. With a d that depends on the slope it is the center of the
//! tall body.

use glam::Vec3;

use super::{Character, wish::next_velocity};
use hexbound_collide::{
    ArticleBounds, ArticleDistance, ArticleExplanation, ArticleTest, Counters, MIN_WALKABLE_UP,
    Obstacles,
};

use crate::{
    ArticleJournal, ArticleReach, BoundingPlanes, Buttons, Command, Event, EventKind, Methods,
    tuning::LAND_SPEED,
};
use hexbound_base::body::BODY_RADIUS;
use hexbound_base::clock::TICK_LENGTH;

/// The ticks after a correction during which the body still counts as standing. A correction leaves the
/// body above the ground by 4 % of d, where it could otherwise hardly ever jump.
const TICKS_GROUNDED: u32 = 12;

/// The article's test by `methods`, and the offset from the tested point to the body's center, meters.
fn test_of(half_height: f32, methods: Methods) -> (ArticleTest, Vec3) {
    let radius = BODY_RADIUS;
    let (distance, to_center) = match methods.distance {
        ArticleReach::Constant => (
            ArticleDistance::Constant(radius),
            Vec3::Y * (half_height - radius),
        ),
        ArticleReach::Slope => (
            ArticleDistance::Slope {
                radius,
                half_height,
            },
            Vec3::ZERO,
        ),
    };
    let bounds = match methods.bounds {
        BoundingPlanes::Six => ArticleBounds::Six,
        BoundingPlanes::Three => ArticleBounds::Three,
    };
    (ArticleTest { distance, bounds }, to_center)
}

pub(super) fn step(
    character: &mut Character,
    solid: &Obstacles,
    wish: Vec3,
    command: &Command,
    journal: Option<&mut Option<ArticleJournal>>,
    events: &mut Vec<Event>,
) -> Counters {
    let buttons = command.buttons;
    let mut counters = Counters::default();
    let before = character.velocity;
    let after = next_velocity(character, wish, buttons);
    let motion = (before + after) * (0.5 * TICK_LENGTH);
    character.record_wish(motion);
    let (test, to_center) = test_of(character.half_height(), command.methods);
    let old = character.position - to_center;
    let new = old + motion;
    let path = [old, new];
    let end = match journal {
        None => solid.article_move(test, old, new, &mut counters),
        Some(journal) => {
            let mut decisions = Vec::new();
            let note = |decided| decisions.push(decided);
            let end = solid.article_move_recorded(test, path, &mut counters, note);
            *journal = Some(article_journal(test, path, end.position, decisions));
            end
        }
    };
    character.position = end.position + to_center;
    character.velocity = after;
    character.report.contacts = end.contacts;
    touch_ground(
        character,
        f64::from(end.highest_up) >= MIN_WALKABLE_UP,
        buttons,
        events,
    );
    counters
}

fn article_journal(
    test: ArticleTest,
    path: [Vec3; 2],
    end: Vec3,
    decisions: Vec<ArticleExplanation>,
) -> ArticleJournal {
    let is_push = |decided: &ArticleExplanation| decided.rejected_by().is_none();
    let (pushes, rejected) = decisions.into_iter().partition(is_push);
    ArticleJournal {
        test,
        path,
        end,
        pushes,
        rejected,
    }
}

fn touch_ground(
    character: &mut Character,
    touched: bool,
    buttons: Buttons,
    events: &mut Vec<Event>,
) {
    if touched && character.velocity.y <= 0.0 {
        let was_grounded = character.grounded;
        let speed = -character.velocity.y;
        character.velocity.y = 0.0;
        character.ticks_off_ground = 0;
        character.ground_normal = Vec3::Y;
        character.ground_height = character.feet().y;
        character.flying &= buttons.has(Buttons::RISE);
        if !was_grounded && speed >= LAND_SPEED {
            character.emit(events, EventKind::Land, Vec3::Y, speed);
        }
    } else {
        character.ticks_off_ground = character.ticks_off_ground.saturating_add(1);
    }
    character.grounded = !character.flying && character.ticks_off_ground < TICKS_GROUNDED;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rules, World};
    use hexbound_scenes::catalog;

    /// The z at which a walk ahead along `x` ends in the scene of two triangles, meters.
    fn walk_ends(x: f32, methods: &str) -> f32 {
        let level = catalog::open("test:tips").unwrap();
        let mut world = World::new(&level, Rules::default());
        world.player.position.x = x;
        let command = Command::holding(Buttons::FORWARD).by(methods.parse().unwrap());
        for _ in 0..240 {
            world.step(&level, &command, &mut Vec::new());
        }
        world.player.position.z
    }

    #[test]
    fn without_three_of_the_planes_the_air_beyond_a_sharp_corner_stops() {
        let [beyond_sharp, beside_blunt, at_blunt] = [-1.0, 1.3, 4.0];
        for methods in ["article", "article+bounds=three"] {
            assert!(walk_ends(beside_blunt, methods) < -1.0, "{methods}");
            assert!(walk_ends(at_blunt, methods) > 0.39, "{methods}");
        }
        assert!(walk_ends(beyond_sharp, "article") < -1.0);
        assert!(walk_ends(beyond_sharp, "article+bounds=three") > 0.39);
    }
}
