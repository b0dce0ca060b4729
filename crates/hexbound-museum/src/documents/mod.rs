//! The exhibits of the hall of the documents: methods described by the game's five documents, at places
//! where they fail. Both sides are worlds of the game; only their methods differ.

mod balls;
mod props;
mod run;
mod walks;

use super::{Bound, Exhibit, SlowMotion, Source, act::unplayable};
use hexbound_sim::{
    ArticleReach, BallFlight, BallMeeting, CollisionMode, Methods, PoolPolicy, PropSense,
};

/// The exhibits, in the order of their bays.
pub(crate) const EXHIBITS: &[Exhibit] = &[
    Exhibit::new(
        "d1",
        Source::document("direct3d", "hexbound play test:wedge --methods article"),
        Bound::AtMost(0.0),
        |level| walks::at_the_wedge(level, article()),
        |level| walks::at_the_wedge(level, Methods::default()),
    ),
    Exhibit::new(
        "d2",
        Source::document(
            "direct3d",
            "hexbound play test:museum-documents --methods article",
        ),
        Bound::AtLeast(8.0),
        |level| walks::beside_the_corner(level, article()),
        |level| walks::beside_the_corner(level, Methods::default()),
    ),
    Exhibit::new(
        "d3",
        Source::document(
            "direct3d",
            "hexbound play test:slopes --methods article+distance=slope",
        ),
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
    Exhibit::new(
        "d4",
        Source::document("walking", "hexbound play test:terrain --methods box"),
        Bound::AtMost(1.0),
        |level| walks::on_the_roof(level, Methods::by(CollisionMode::Box)),
        |level| walks::on_the_roof(level, Methods::default()),
    ),
    Exhibit::new(
        "d5",
        Source::document(
            "walking",
            "hexbound hunt test:thin-walls --methods box --speed 130",
        ),
        Bound::AtMost(0.0),
        |level| walks::into_the_wall(level, Methods::by(CollisionMode::Box)),
        |level| walks::into_the_wall(level, Methods::default()),
    )
    .slowed(SlowMotion::between(0, 14, 40)),
    Exhibit::new(
        "d6",
        Source::document("xna", "hexbound play test:crates"),
        Bound::AtLeast(5.0),
        |_| props::beam_in_a_sphere(),
        |_| props::beam_of_boxes(),
    )
    .with_violet(),
    Exhibit::new(
        "d7",
        Source::document(
            "nehe",
            "hexbound play test:lesson-30 --methods balls=slices",
        ),
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
    Exhibit::new(
        "d8",
        Source::document(
            "nehe",
            "hexbound play test:lesson-30 --methods flight=euler",
        ),
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
    Exhibit::new(
        "d9",
        Source::document("nehe", "hexbound settings game.explosion_pool reuse"),
        Bound::AtMost(0.0),
        |level| balls::explosions(level, PoolPolicy::Drop),
        |level| balls::explosions(level, PoolPolicy::Reuse),
    )
    .with_violet(),
    Exhibit::new(
        "d10",
        Source::document(
            "web3d",
            "hexbound play test:props --methods props=reflected",
        ),
        Bound::AtMost(1.0),
        |_| props::pushed("d10", PropSense::Reflected),
        |_| props::pushed("d10", PropSense::Shape),
    ),
    Exhibit::new(
        "d11",
        Source::document("web3d", "hexbound play test:props --methods props=fan"),
        Bound::AtMost(1.0),
        |_| props::pushed("d11", PropSense::Fan),
        |_| props::pushed("d11", PropSense::Shape),
    ),
];

/// The published test of the Direct3D article.
fn article() -> Methods {
    Methods::by(CollisionMode::Article)
}
