//! The faults that tests ask for, let happen in the window.

use super::App;
use crate::app::injected_faults::Fault;

impl App {
    /// Lets the faults happen that a test asks for.
    pub(super) fn let_faults_happen(&mut self) {
        for fault in self.drawing.injected_faults.take() {
            match (fault, &mut self.drawing.graphics) {
                (Fault::DeviceLost, Some(graphics)) => graphics.lose_device(),
                (Fault::Surface(state), Some(graphics)) => graphics.fail_surface(state),
                (Fault::PointerRefused, _) => self.input.pointer_is_refused = true,
                (_, None) => {}
            }
        }
    }
}
