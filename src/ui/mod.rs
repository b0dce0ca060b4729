//! What is written on the screen.
