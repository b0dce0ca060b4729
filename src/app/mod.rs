//! The window's event loop: owns everything, frame order visible.
