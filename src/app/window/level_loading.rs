//! The level that is being loaded, from its file to the device, and the watch on the open one.

use winit::event_loop::EventLoopProxy;

use super::{arrival::Arrival, continued::ShownRun};
use crate::app::{
    Refused, entrance::AwaitedRun, loading::Loader, user_event::UserEvent, watch::Watch,
};

/// The level that is on its way, and the file of the open one.
pub(super) struct LevelLoading {
    pub loader: Loader<UserEvent>,
    /// The level that was loaded, until it is on the device.
    pub arrival: Option<Arrival>,
    /// The run that the window was opened for, until its level is there.
    pub awaited: Option<AwaitedRun>,
    pub watch: Option<Watch>,
    /// The level that was asked for, while it can't be played.
    pub refused: Option<Refused>,
    /// The name of the file that is being loaded.
    pub name: String,
    /// The run to go on with once its level is loaded.
    pub to_go_on: Option<ShownRun>,
}

impl LevelLoading {
    pub(super) fn new(proxy: EventLoopProxy<UserEvent>, refused: Option<Refused>) -> Self {
        Self {
            loader: Loader::new(proxy),
            arrival: None,
            awaited: None,
            watch: None,
            refused,
            name: String::new(),
            to_go_on: None,
        }
    }
}
