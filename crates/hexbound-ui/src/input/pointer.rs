//! Captures the pointer, as well as the platform can.

use winit::{
    dpi::PhysicalPosition,
    raw_window_handle::{HasWindowHandle, RawWindowHandle},
    window::{CursorGrabMode, Window},
};

/// The operations of a window for capturing. Each may fail without harm.
pub trait PointerWindow {
    /// Sets the mode of the pointer; false if the platform does not support it.
    fn grab(&self, mode: CursorGrabMode) -> bool;
    /// Shows or hides the cursor.
    fn show_cursor(&self, visible: bool);
    /// Moves the pointer to the window's center; false if the platform does not support it.
    fn warp_to_center(&self) -> bool;
    /// Returns whether the window is X11's.
    fn is_x11(&self) -> bool;
}

impl PointerWindow for Window {
    fn grab(&self, mode: CursorGrabMode) -> bool {
        self.set_cursor_grab(mode).is_ok()
    }

    fn show_cursor(&self, visible: bool) {
        self.set_cursor_visible(visible);
    }

    fn warp_to_center(&self) -> bool {
        let size = self.inner_size();
        let center = PhysicalPosition::new(size.width / 2, size.height / 2);
        self.set_cursor_position(center).is_ok()
    }

    fn is_x11(&self) -> bool {
        self.window_handle().is_ok_and(|handle| {
            matches!(
                handle.as_raw(),
                RawWindowHandle::Xlib(_) | RawWindowHandle::Xcb(_)
            )
        })
    }
}

/// The kind of the pointer's capture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pointer {
    /// The pointer is not captured.
    #[default]
    Free,
    /// The platform locks the pointer in place.
    Locked,
    /// The platform confines the pointer to the window.
    Confined,
    /// The game moves the pointer back to the center in every frame.
    Warped,
    /// The platform supports no capture: the pointer can leave the window, and turns the view only inside.
    Loose,
}

impl Pointer {
    /// Returns whether the pointer is captured in some way.
    pub fn is_captured(self) -> bool {
        self != Pointer::Free
    }

    /// Captures the pointer: locks it where the platform can. X11 has no lock and reports every motion of a
    /// confined pointer twice, so there the pointer is hidden and moved back. Elsewhere it is confined.
    pub fn capture(&mut self, window: &impl PointerWindow) {
        *self = if window.grab(CursorGrabMode::Locked) {
            Pointer::Locked
        } else if !window.is_x11() && window.grab(CursorGrabMode::Confined) {
            Pointer::Confined
        } else if window.warp_to_center() {
            Pointer::Warped
        } else {
            Pointer::Loose
        };
        // A visible pointer at the window's edge explains why the view turns no further.
        window.show_cursor(*self == Pointer::Loose);
    }

    /// The kind of capture in words for the log.
    pub fn name(self) -> &'static str {
        match self {
            Pointer::Free => "free",
            Pointer::Locked => "locked",
            Pointer::Confined => "confined to the window",
            Pointer::Warped => "moved back to the window's middle",
            Pointer::Loose => "not held by this desktop",
        }
    }

    /// Frees the pointer.
    pub fn release(&mut self, window: &impl PointerWindow) {
        if self.is_captured() {
            window.grab(CursorGrabMode::None);
            window.show_cursor(true);
        }
        *self = Pointer::Free;
    }

    /// Frees the pointer in the window's center, where the player looks. The move comes first, because some
    /// platforms can't move a free pointer.
    pub fn release_in_middle(&mut self, window: &impl PointerWindow) {
        window.warp_to_center();
        self.release(window);
    }

    /// Moves the pointer back to the center, once a frame. On some platforms a confined pointer reports no
    /// motion at the window's edge, so this applies to it, too.
    pub fn recenter(self, window: &impl PointerWindow) {
        if matches!(self, Pointer::Warped | Pointer::Confined) {
            window.warp_to_center();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// A platform that can do what `modes` lists.
    struct Fake {
        modes: Vec<CursorGrabMode>,
        x11: bool,
        warps_pointer: bool,
        visible: Cell<bool>,
        warps: Cell<u32>,
    }

    impl Fake {
        fn new(modes: &[CursorGrabMode], x11: bool) -> Self {
            Self {
                modes: modes.to_vec(),
                x11,
                warps_pointer: true,
                visible: Cell::new(true),
                warps: Cell::new(0),
            }
        }
    }

    impl PointerWindow for Fake {
        fn grab(&self, mode: CursorGrabMode) -> bool {
            self.modes.contains(&mode)
        }
        fn show_cursor(&self, visible: bool) {
            self.visible.set(visible);
        }
        fn warp_to_center(&self) -> bool {
            self.warps.set(self.warps.get() + 1);
            self.warps_pointer
        }
        fn is_x11(&self) -> bool {
            self.x11
        }
    }

    #[test]
    fn every_platform_gets_the_best_it_can_do() {
        use CursorGrabMode::{Confined, Locked};
        let cases = [
            (vec![Locked, Confined], false, Pointer::Locked),
            (vec![Confined], false, Pointer::Confined),
            (vec![Confined], true, Pointer::Warped),
            (vec![], false, Pointer::Warped),
        ];
        for (modes, x11, expected) in cases {
            let window = Fake::new(&modes, x11);
            let mut pointer = Pointer::default();
            // The capture is repeated, since an occasional refusal must not leave a trace.
            for _ in 0..100 {
                pointer.capture(&window);
                assert_eq!(pointer, expected);
                assert!(!window.visible.get());
                pointer.release(&window);
                assert_eq!(pointer, Pointer::Free);
                assert!(window.visible.get());
            }
        }
    }

    #[test]
    fn a_pointer_that_nothing_holds_is_seen_and_left_alone() {
        let window = Fake {
            warps_pointer: false,
            ..Fake::new(&[], false)
        };
        let mut pointer = Pointer::default();
        for _ in 0..100 {
            pointer.capture(&window);
            assert_eq!(pointer, Pointer::Loose);
            assert!(pointer.is_captured(), "a click throws");
            assert!(window.visible.get());
            let tried = window.warps.get();
            pointer.recenter(&window);
            assert_eq!(window.warps.get(), tried, "it is not tried in every frame");
            pointer.release(&window);
            assert!(window.visible.get());
        }
    }

    #[test]
    fn a_warped_pointer_is_brought_back_every_frame_and_a_locked_one_never() {
        let window = Fake::new(&[CursorGrabMode::Locked], false);
        let mut pointer = Pointer::default();
        pointer.recenter(&window);
        pointer.capture(&window);
        pointer.recenter(&window);
        assert_eq!(window.warps.get(), 0);
        let window = Fake::new(&[], true);
        pointer.capture(&window);
        pointer.recenter(&window);
        assert_eq!(window.warps.get(), 2);
    }
}
