//! The simulation on generated scenes, through its public step: how moving feels, balls, props,
//! movers, events, and what the other collision modes do.

mod ball_failures;
mod ball_surfaces;
mod balls;
mod box_mode;
mod classes;
mod crates;
mod events;
mod feel;
mod ground_rays;
mod journal;
mod jumps;
mod lossless;
mod movers;
mod pace;
mod placed_balls;
mod places;
mod play;
mod player_and_balls;
mod props;
mod stance;
mod steps;
mod targets_scene;
mod traps;
mod walkers;
