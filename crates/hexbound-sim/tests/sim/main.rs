//! The simulation on generated scenes, through its public step: how moving feels, balls, props,
//! movers, events, and what the other collision modes do.

mod ball_failures;
mod ball_surfaces;
mod balls;
mod box_mode;
mod cases;
mod crates;
mod feel;
mod journal;
mod lossless;
mod movers;
mod pace;
mod placed_balls;
mod places;
mod play;
mod props;
mod stance;
mod steps;
mod traps;
mod walkers;
