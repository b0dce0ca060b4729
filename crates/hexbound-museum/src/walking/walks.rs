//! The walks of the exhibits in the hall of walking: the start of a body, the buttons and their
//! durations. The arguments of `hold` are ticks, then the view's turn in degrees. The measured places are
//! in `mod.rs`.

use glam::Vec3;

use super::script::{Hold, Script, hold};
use hexbound_sim::Buttons;

const FORWARD: Buttons = Buttons::FORWARD;
const NOTHING: Buttons = Buttons(0);
const SPRINT: Buttons = Buttons(Buttons::FORWARD.0 | Buttons::SPRINT.0);
const HOP: Buttons = Buttons(Buttons::FORWARD.0 | Buttons::JUMP.0);

/// Against a wall at 30°, along it to its end.
pub(super) const SEAMS_WALK: Script = Script::new(
    Vec3::new(1.09, 0.0, -0.6),
    &[hold(24, 0.0, NOTHING), hold(300, -30.0, FORWARD)],
);
/// Beside a wall without touching it, then against it at three angles, to and fro.
pub(super) const HEADINGS_WALK: Script = Script::new(
    Vec3::new(1.0, 0.0, -0.8),
    &[
        hold(24, 0.0, NOTHING),
        hold(72, 0.0, FORWARD),
        hold(96, -30.0, FORWARD),
        hold(120, -120.0, FORWARD),
        hold(96, -80.0, FORWARD),
    ],
);
/// A walk into a corner on the right. Jitter there is visible across the view.
pub(super) const CORNER_WALK: Script = Script::new(
    Vec3::new(-1.0, 0.0, -6.0),
    &[hold(24, -90.0, NOTHING), hold(576, -87.0, FORWARD)],
);
/// A stay in a pit of three steep walls, then a jump and a push along them.
pub(super) const PIT_WALK: Script = Script::new(
    Vec3::new(0.1, -1.5, -5.95),
    &[
        hold(240, 40.0, NOTHING),
        hold(6, 40.0, HOP),
        hold(234, 40.0, FORWARD),
    ],
);
/// A sprint into a thin wall, then a rest.
pub(super) const SHEET_SPRINT: Script = Script::new(
    Vec3::new(0.0, 0.0, -1.0),
    &[
        hold(24, 0.0, NOTHING),
        hold(108, 0.0, SPRINT),
        hold(240, 0.0, NOTHING),
    ],
);
/// Two seconds straight on, a little to the right of the view.
pub(super) const STROLL_AHEAD: Script =
    Script::new(Vec3::new(-2.0, 0.0, -0.8), &[hold(240, -20.0, FORWARD)]);
/// A stand, then two walks there and back on flat ground.
pub(super) const ROUND_WALKS: Script = Script::new(
    Vec3::new(0.0, 0.0, -2.0),
    &[
        hold(120, 0.0, NOTHING),
        hold(120, 0.0, FORWARD),
        hold(120, 180.0, FORWARD),
        hold(120, 0.0, FORWARD),
        hold(120, 180.0, FORWARD),
    ],
);
/// Up the stairs by themselves, beside a wall that is leaned on, and under a low ceiling; then down.
pub(super) const STAIR_WALKS: [Script; 4] = [
    Script::new(Vec3::new(-2.4, 0.0, -0.6), STAIR_HOLDS),
    Script::new(
        Vec3::new(0.0, 0.0, -0.6),
        &[
            hold(24, 0.0, NOTHING),
            hold(240, -3.0, FORWARD),
            hold(96, 0.0, NOTHING),
        ],
    ),
    Script::new(Vec3::new(2.0, 0.0, -0.6), STAIR_HOLDS),
    Script::new(
        Vec3::new(-1.2, LANDING_HEIGHT, -11.4),
        &[
            hold(24, 180.0, NOTHING),
            hold(216, 180.0, FORWARD),
            hold(120, 180.0, NOTHING),
        ],
    ),
];
const STAIR_HOLDS: &[Hold] = &[
    hold(24, 0.0, NOTHING),
    hold(240, 0.0, FORWARD),
    hold(96, 0.0, NOTHING),
];
/// The height of the landing above the stairs, meters.
const LANDING_HEIGHT: f32 = 16.0 * 0.17;
/// A jump under a low ceiling, from a stand.
pub(super) const CEILING_JUMP: Script = Script::new(
    Vec3::new(0.0, 0.0, -4.0),
    &[
        hold(120, 0.0, NOTHING),
        hold(4, 0.0, Buttons::JUMP),
        hold(236, 0.0, NOTHING),
    ],
);
/// Jumps and pushes by turns at walls of 89.9°, 90° and 90.1°.
pub(super) const LEANING_JUMPS: [Script; 3] = [at_wall(-2.0), at_wall(0.0), at_wall(2.0)];
/// Four seconds without a key, from the bay's own start.
pub(super) const BURIED_WAIT: Script = Script {
    feet: None,
    velocity: Vec3::ZERO,
    holds: &[hold(480, 0.0, NOTHING)],
};

/// A fall at nearly its final speed onto the floor, from 48 m above it.
pub(super) const fn plunge(x: f32) -> Script {
    const FALL_HOLDS: &[Hold] = &[hold(372, 0.0, NOTHING)];
    Script::new(Vec3::new(x, 48.0, -2.5), FALL_HOLDS).falling(50.0)
}

/// A push against a wall, with four jumps in it.
const fn at_wall(x: f32) -> Script {
    const HOP_HOLDS: &[Hold] = &[
        hold(90, 0.0, FORWARD),
        hold(4, 0.0, HOP),
        hold(26, 0.0, FORWARD),
        hold(4, 0.0, HOP),
        hold(26, 0.0, FORWARD),
        hold(4, 0.0, HOP),
        hold(26, 0.0, FORWARD),
        hold(4, 0.0, HOP),
        hold(176, 0.0, FORWARD),
    ];
    Script::new(Vec3::new(x, 0.0, -4.0), HOP_HOLDS)
}
