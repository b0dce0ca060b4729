//! The decisions of collision, made visible: lines, faces and text from the world after the last tick.
//! The functions are pure; nothing is drawn here, and nothing of the run depends on them.
//!
//! `mesh` is the wireframe, `tree` the tree's boxes, and `candidates` has the verdicts of the six planes
//! on the triangles around the player's move. `planes` is one triangle's prism, `hexagon` its shape.
//!
//! `contacts` has the player's contacts, `impacts` those of balls, `shells` the collision shapes of
//! bodies, and `rays` every ray of the tick. `legs` has the move's slide leg by leg, `moves` the move in
//! the modes without legs.
//!
//! `placed` compares the shapes that the player places. Moving parts are tested at the player's contacts,
//! but their triangles are in no tree. `outlines` draws bodies, `sight` knows the extent of the picture,
//! and `views` combines several views.

#![warn(unreachable_pub)]

mod article_planes;
mod candidates;
#[cfg(test)]
mod cases;
mod contacts;
mod enlargement;
mod hexagon;
pub mod impacts;
mod legend;
mod legs;
mod mesh;
mod moves;
mod outlines;
mod overlaps;
mod placed;
mod planes;
mod rays;
mod shells;
mod sight;
#[cfg(test)]
mod test_walks;
mod tree;
mod views;
pub mod why;

use glam::{Vec2, Vec3};
use strum::{EnumString, IntoStaticStr, VariantArray};

pub use hexagon::plane_name;
use hexbound_collide::{Body, Feature};
pub use legend::Legend;
use legend::colors;
pub use legend::colors::{CORAL, TEAL, VIOLET};
pub use legend::{Label, Weight};
pub use sight::clip_polygon;
pub use tree::USUAL_DEPTH;
pub use tree::has_boxes;
pub use views::CollisionViews;
pub use why::inspect_why;
pub use why::inspect_why_from;

use hexbound_base::{
    debug_lines::DebugLines,
    words::{Phrase, phrase, phrase_of},
};
use hexbound_level::Level;
use hexbound_sim::{Ball, Choice, CollisionMode, GroundStrategy, Player, View, World};

/// The default tangents of a picture's half angles across and up: 60° up in a picture of 16 to 9.
const USUAL_TANGENTS: Vec2 = Vec2::new(1.026_4, 0.577_35);

/// A view of collision.
#[derive(Clone, Copy, Debug, Default, EnumString, IntoStaticStr, PartialEq, Eq, VariantArray)]
#[strum(serialize_all = "lowercase", parse_err_ty = String, parse_err_fn = no_such_view)]
pub enum CollisionView {
    #[default]
    Off,
    /// The triangles that collide.
    Mesh,
    /// The boxes of the tree at one depth.
    Tree,
    /// The triangles around the player's move, and the results of the planes for each.
    Candidates,
    /// The planes of the triangle under the crosshair, and the move relative to them.
    Planes,
    /// The contacts, and the rays that look for ground.
    Contacts,
    /// The shapes by which bodies collide.
    Shells,
    /// Every ray that was cast, with its hit.
    Rays,
    /// The move's slide leg by leg, from the world's journal.
    Legs,
    /// The placed shapes, and the touching ones among them.
    Shapes,
}

impl CollisionView {
    pub const ALL: &'static [Self] = Self::VARIANTS;

    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns whether the view needs the world's journal.
    pub fn needs_journal(self) -> bool {
        matches!(
            self,
            CollisionView::Planes
                | CollisionView::Contacts
                | CollisionView::Rays
                | CollisionView::Legs
        )
    }

    pub fn next(self) -> Self {
        self.cycled(1)
    }

    pub fn previous(self) -> Self {
        self.cycled(Self::ALL.len() - 1)
    }

    fn cycled(self, by: usize) -> Self {
        Self::ALL[(self as usize + by) % Self::ALL.len()]
    }
}

fn no_such_view(text: &str) -> String {
    let names: Vec<&str> = CollisionView::ALL.iter().map(|view| view.name()).collect();
    format!("no collision view '{text}'; there are {}", names.join(", "))
}

/// The requested views, and the eye.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InspectionRequest {
    pub views: CollisionViews,
    /// The depth of the tree's boxes: 0 is the one around everything.
    pub depth: u32,
    /// The position of the eye, local, meters.
    pub eye: Vec3,
    /// The unit direction through the crosshair.
    pub direction: Vec3,
    /// The tangents of the picture's half angles across and up.
    pub tangents: Vec2,
}

impl InspectionRequest {
    /// Creates a request from the eye of `view`.
    pub fn through(view: &View, views: impl Into<CollisionViews>, depth: u32) -> Self {
        Self {
            views: views.into(),
            depth,
            eye: view.eye,
            direction: view.direction(),
            tangents: USUAL_TANGENTS,
        }
    }

    /// The same request for a picture with the vertical field of view `field_of_view`, radians, and a
    /// size in pixels.
    #[must_use]
    pub fn in_picture(self, field_of_view: f32, [width, height]: [u32; 2]) -> Self {
        let up = libm::tanf(field_of_view * 0.5);
        let across = up * width as f32 / height.max(1) as f32;
        Self {
            tangents: Vec2::new(across, up),
            ..self
        }
    }
}

/// The lines, faces and text to show; empty without a view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inspection {
    pub debug: DebugLines,
    pub legend: Legend,
}

impl Inspection {
    /// An inspection with only a title.
    pub fn titled(title: Phrase) -> Self {
        Self {
            legend: Legend::new(title),
            ..Self::default()
        }
    }
}

/// Inspects the tick that led to `world`.
pub fn inspect(request: &InspectionRequest, level: &Level, world: &World) -> Inspection {
    let views = request.views.iter();
    views::combine(views.map(|view| inspect_view(view, request, level, world)))
}

fn inspect_view(
    view: CollisionView,
    request: &InspectionRequest,
    level: &Level,
    world: &World,
) -> Inspection {
    match view {
        CollisionView::Off => Inspection::default(),
        CollisionView::Mesh => mesh::inspect(&level.collision, request.eye),
        CollisionView::Tree => tree::inspect(&level.collision, request),
        CollisionView::Candidates => candidates::inspect(level, world, request),
        CollisionView::Planes => planes::inspect(level, world, request),
        CollisionView::Contacts => contacts::inspect(level, world, request),
        CollisionView::Shells => shells::inspect(level, world, request),
        CollisionView::Rays => rays::inspect(level, world, request),
        CollisionView::Legs => legs::inspect(world, request),
        CollisionView::Shapes => placed::inspect(level, world, request),
    }
}

/// The name of a feature of a triangle.
pub fn feature(feature: Feature) -> Phrase {
    let name = match feature {
        Feature::Face => "face",
        Feature::Edge(_) => "edge",
        Feature::Vertex(_) => "vertex",
    };
    phrase_of("feature", name)
}

/// The player's body in swept moves, which includes the skin.
fn moving_body(player: &Player) -> Body {
    player.colliding_body().with_skin()
}

/// Reports that the legend's numbers are those of a sweep, if the present mode uses another test.
fn report_of_sweep(player: &Player, legend: &mut Legend) {
    let mode = player.report.wished.methods.collision;
    if mode != CollisionMode::Swept {
        let mode = phrase_of("mode", mode.name());
        legend.report(phrase("outcomes-of-a-sweep").with("mode", mode));
    }
}

/// Returns whether the body itself was swept downward to look for ground: on its feet, in mode `swept`,
/// by the method [`GroundStrategy::Sweep`].
fn looks_down(player: &Player) -> bool {
    let methods = player.report.wished.methods;
    player.grounded
        && methods.collision == CollisionMode::Swept
        && methods.ground == GroundStrategy::Sweep
}

/// Draws the outline of a ball.
pub fn outline_of_ball(ball: &Ball, debug: &mut DebugLines) {
    let (center, half) = (ball.position.as_vec3(), Vec3::splat(ball.radius));
    outlines::rings(center, half, colors::PALE, debug);
}

/// Draws the body's outline at the start of its move, unless the eye is inside.
fn show_body(player: &Player, eye: Vec3, debug: &mut DebugLines) {
    let (half, center) = (player.body().half_extents(), player.report.wished.from);
    if ((eye - center) / half).length() < 1.2 {
        return;
    }
    outlines::body(&player.colliding_body(), center, colors::PALE, debug);
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_base::words::check_family;
    use hexbound_collide::Purpose;
    use hexbound_level::PlacedShape;
    use hexbound_sim::{BoxReason, Manner, Stage};

    #[test]
    fn views_go_round_and_are_found_by_name() {
        let mut view = CollisionView::Off;
        for expected in CollisionView::ALL {
            assert_eq!(view, *expected);
            assert_eq!(view.name().parse(), Ok(view));
            assert_eq!(view.next().previous(), view);
            view = view.next();
        }
        assert_eq!(view, CollisionView::Off);
        let problem = "plane".parse::<CollisionView>().unwrap_err();
        assert!(problem.contains("planes"), "{problem}");
    }

    #[test]
    fn whatever_has_a_name_has_words() {
        use BoxReason::{Free, NoTangent, SlideBlocked, Slides};
        use Stage::{Balls, Move, Movers, Props, Release, Respawn, Stance, Start, Walkers};
        use why::purpose_name;
        let reasons = [Free, Slides, NoTangent, SlideBlocked].map(<&str>::from);
        check_family("box-reason", reasons);
        check_family("why-you-box", reasons);
        let modes = || CollisionMode::ALL.iter().map(|mode| mode.name());
        check_family("contacts", modes());
        check_family("legs-by", modes());
        let views = CollisionView::ALL.iter().map(<&str>::from);
        check_family("collision-view", views);
        check_family("placed", PlacedShape::ALL.iter().map(|it| it.name()));
        let manners = [Manner::None, Manner::Walk, Manner::Fall, Manner::Fly];
        check_family("why-manner", manners.map(<&str>::from));
        let stages = [Start, Movers, Stance, Release, Move].into_iter();
        let stages = stages.chain([Props, Respawn, Walkers, Balls]);
        check_family("why-stage", stages.map(<&str>::from));
        let of_moves = [Purpose::Move, Purpose::StepUp, Purpose::StepForward];
        let others = [Purpose::StepDown, Purpose::Ground, Purpose::Settle];
        check_family(
            "why-purpose",
            of_moves.into_iter().chain(others).map(purpose_name),
        );
        for (family, names) in [
            ("feature", "face edge vertex"),
            ("box-place", "p0 p1 p2 p3 p4"),
            ("side", "crossed outside inside"),
            ("article-plane", "passes rejects not-asked"),
            ("leg-limit", "plane upright"),
            ("no-ground-rays", "by-method in-the-air"),
            ("why-turn", "stopped goes-on plane crease corner"),
            ("why-ground", "contact beside-steep wedged none"),
            ("why-obstacle", "ground slope wall ceiling"),
        ] {
            check_family(family, names.split(' '));
        }
    }
}
