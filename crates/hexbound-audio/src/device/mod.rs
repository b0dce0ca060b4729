//! The device for sound: its choice, its source, and the thread that keeps it open. What is played
//! is decided elsewhere.

mod chosen;
#[cfg(test)]
pub(crate) mod fake;
mod keeper;

use std::any::Any;

use crate::Output;

pub(crate) use chosen::ChosenDevice;
pub use chosen::{NO_SOUND, output_devices};
pub(crate) use keeper::{Keeper, Lost};

/// A device that can be opened to be played to. The real one is [`ChosenDevice`]; tests bring their own.
pub(crate) trait Device: Send + 'static {
    /// Pulls from `output` until what is returned is dropped. Says by `lost` that it stopped.
    fn open(&mut self, output: Output, lost: Lost) -> Result<Box<dyn Any>, String>;

    /// Opens the device of that name from the next time on.
    fn choose(&mut self, name: String);
}
