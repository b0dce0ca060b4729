//! Sound from events. It changes nothing in the simulation.
