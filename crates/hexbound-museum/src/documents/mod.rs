//! The exhibits of the hall of the documents: methods that the five documents of the game describe,
//! at places where they fail. Both sides are worlds of the game; only their methods differ.

mod balls;
mod props;
mod run;
mod walks;

use std::sync::Arc;

use super::{Bound, Exhibit, Performance, SlowMotion, Source, acted::nothing};
use hexbound_level::Level;
use hexbound_sim::{
    ArticleReach, BallFlight, BallMeeting, CollisionMode, Methods, PoolPolicy, PropSense,
};

/// The exhibits, in the order of their bays.
pub(crate) const EXHIBITS: &[Exhibit] = &[
    exhibit(
        "d1",
        "direct3d",
        "hexbound play test:wedge --methods article",
        Bound::AtMost(0.0),
        |level| walks::at_the_wedge(level, article()),
        |level| walks::at_the_wedge(level, Methods::default()),
    ),
    exhibit(
        "d2",
        "direct3d",
        "hexbound play test:museum-documents --methods article",
        Bound::AtLeast(8.0),
        |level| walks::beside_the_corner(level, article()),
        |level| walks::beside_the_corner(level, Methods::default()),
    ),
    exhibit(
        "d3",
        "direct3d",
        "hexbound play test:slopes --methods article+distance=slope",
        Bound::AtMost(10.0),
        |level| {
            let by_slope = Methods {
                distance: ArticleReach::Slope,
                ..article()
            };
            walks::up_the_slope(level, &[article(), by_slope])
        },
        |level| walks::up_the_slope(level, &[Methods::default()]),
    )
    .with_violet(),
    exhibit(
        "d4",
        "walking",
        "hexbound play test:terrain --methods box",
        Bound::AtMost(1.0),
        |level| walks::on_the_roof(level, Methods::by(CollisionMode::Box)),
        |level| walks::on_the_roof(level, Methods::default()),
    ),
    exhibit(
        "d5",
        "walking",
        "hexbound hunt test:thin-walls --methods box --speed 130",
        Bound::AtMost(0.0),
        |level| walks::into_the_wall(level, Methods::by(CollisionMode::Box)),
        |level| walks::into_the_wall(level, Methods::default()),
    )
    .slowed(SlowMotion::between(0, 14, 40)),
    exhibit(
        "d6",
        "xna",
        "hexbound play test:crates",
        Bound::AtLeast(5.0),
        |_| props::beam_in_a_sphere(),
        |_| props::beam_of_boxes(),
    )
    .with_violet(),
    exhibit(
        "d7",
        "nehe",
        "hexbound play test:lesson-30 --methods balls=slices",
        Bound::AtMost(0.0),
        |level| {
            let slices = Methods {
                balls: BallMeeting::Slices,
                ..Methods::default()
            };
            balls::head_on(level, slices)
        },
        |level| balls::head_on(level, Methods::default()),
    )
    .with_violet()
    .slowed(SlowMotion::between(0, 6, 60)),
    exhibit(
        "d8",
        "nehe",
        "hexbound play test:lesson-30 --methods flight=euler",
        Bound::AtMost(1.0),
        |level| {
            let euler = Methods {
                flight: BallFlight::Euler,
                ..Methods::default()
            };
            balls::thrown(level, euler)
        },
        |level| balls::thrown(level, Methods::default()),
    )
    .with_violet(),
    exhibit(
        "d9",
        "nehe",
        "hexbound settings game.explosion_pool reuse",
        Bound::AtMost(0.0),
        |level| balls::explosions(level, PoolPolicy::Drop),
        |level| balls::explosions(level, PoolPolicy::Reuse),
    )
    .with_violet(),
    exhibit(
        "d10",
        "web3d",
        "hexbound play test:props --methods props=reflected",
        Bound::AtMost(1.0),
        |_| props::pushed("d10", PropSense::Reflected),
        |_| props::pushed("d10", PropSense::Shape),
    ),
    exhibit(
        "d11",
        "web3d",
        "hexbound play test:props --methods props=fan",
        Bound::AtMost(1.0),
        |_| props::pushed("d11", PropSense::Fan),
        |_| props::pushed("d11", PropSense::Shape),
    ),
];

const fn exhibit(
    code: &'static str,
    name: &'static str,
    command: &'static str,
    bound: Bound,
    naive: fn(&Arc<Level>) -> Box<dyn Performance>,
    ours: fn(&Arc<Level>) -> Box<dyn Performance>,
) -> Exhibit {
    Exhibit::new(code, Source::Document { name, command }, bound, naive, ours)
}

/// The printed test of the Direct3D article.
fn article() -> Methods {
    Methods::by(CollisionMode::Article)
}
