//! The methods of a comparison: the game's own, and rapier3d's controller if it is built in.

use std::{fmt, str::FromStr};

use hexbound_sim::MethodChoices;

/// The word for rapier3d's character controller.
const RAPIER_WORD: &str = "rapier";

/// One of the methods of a comparison.
#[derive(Clone, Debug)]
pub enum ComparedMethod {
    /// The game's own methods, in place of the input's.
    Own(MethodChoices),
    /// rapier3d's kinematic character controller.
    #[cfg(feature = "rapier")]
    Rapier,
}

impl ComparedMethod {
    /// Returns whether the methods are the input's own.
    pub(super) fn is_as_given(&self) -> bool {
        match self {
            Self::Own(choices) => *choices == MethodChoices::default(),
            #[cfg(feature = "rapier")]
            Self::Rapier => false,
        }
    }
}

impl fmt::Display for ComparedMethod {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Own(choices) => choices.fmt(f),
            #[cfg(feature = "rapier")]
            Self::Rapier => f.write_str(RAPIER_WORD),
        }
    }
}

impl FromStr for ComparedMethod {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.trim() {
            RAPIER_WORD => rapier(),
            text => text.parse().map(Self::Own),
        }
    }
}

#[cfg(feature = "rapier")]
fn rapier() -> Result<ComparedMethod, String> {
    Ok(ComparedMethod::Rapier)
}

#[cfg(not(feature = "rapier"))]
fn rapier() -> Result<ComparedMethod, String> {
    Err("this program was built without rapier3d; build it with --features rapier".to_owned())
}
