//! What the window shows of collision: views, findings, figures and capsules.

use std::thread::JoinHandle;

use winit::event_loop::EventLoopProxy;

use crate::{
    app::{checker::Checker, collision_inspector::CollisionInspector, user_event::UserEvent},
    inspect::CollisionViews,
    level::Finding,
    ui::FigureDetail,
};

/// The tools of the laboratory.
pub(super) struct Laboratory {
    pub inspector: CollisionInspector,
    pub checker: Checker<UserEvent>,
    /// The finding whose place the camera looks at.
    pub shown_finding: Option<Finding>,
    pub figure_detail: FigureDetail,
    /// The tick of the shown capsule at which time last stood still.
    pub moment_tick: Option<u64>,
    /// The thread that keeps the last seconds as a capsule, or the one that did so last.
    pub capsule_thread: Option<JoinHandle<()>>,
}

impl Laboratory {
    pub(super) fn new(proxy: EventLoopProxy<UserEvent>, views: CollisionViews) -> Self {
        Self {
            inspector: CollisionInspector::at(views),
            checker: Checker::new(proxy),
            shown_finding: None,
            figure_detail: FigureDetail::default(),
            moment_tick: None,
            capsule_thread: None,
        }
    }
}
