//! Running the simulation without a window: sim, replay, offscreen shots.
