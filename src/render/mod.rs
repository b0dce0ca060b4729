//! Drawing with wgpu. It reads levels and world views and changes nothing.
