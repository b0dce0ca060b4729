//! The device for sound: its choice, its source, and its thread. The sounds themselves are decided elsewhere.

mod chosen;
#[cfg(test)]
pub(crate) mod fake;
mod keeper;

use std::any::Any;

use crate::Output;

pub(crate) use chosen::ChosenDevice;
pub use chosen::{NO_SOUND, output_devices};
pub(crate) use keeper::{Keeper, LossSender};

/// An output device that can be opened. The real one is [`ChosenDevice`]; tests bring their own.
pub(crate) trait Device: Send + 'static {
    /// Opens a stream that pulls from `output` until the returned value is dropped. The stream reports its
    /// end through `lost`.
    fn open(&mut self, output: Output, lost: LossSender) -> Result<Box<dyn Any>, String>;

    /// Selects the device `name` for the next opening.
    fn choose(&mut self, name: String);
}
