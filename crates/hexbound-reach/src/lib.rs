//! Searches in a collision mesh: the places where a body can stand, the places that it reaches from there,
//! and the best views. This crate does not depend on levels or their files.

#![warn(unreachable_pub)]

mod best_view;
mod disjoint_sets;
mod flood;
mod floor_area;
mod grid;
mod standing;
mod survey;

pub use best_view::{BestView, EYES_ABOVE_MIDDLE, angles_to, best_view, shows_front, yaw_of_spoke};
pub use disjoint_sets::DisjointSets;
pub use flood::{Flooded, Place, Search, flood};
pub use floor_area::{StepLimits, reachable_floor};
pub use standing::{Floors, stand_below, stand_on};
pub use survey::Survey;
