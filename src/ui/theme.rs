//! The colors of everything written or drawn over the picture.

use egui::Color32;

/// The accent color, for everything that responds to the player.
pub(crate) const TEAL: Color32 = Color32::from_rgb(0x3f, 0xe0, 0xc5);
/// The color of warnings.
pub(crate) const CORAL: Color32 = Color32::from_rgb(0xff, 0x8a, 0x66);
/// The color of all other text.
pub(crate) const TEXT: Color32 = Color32::from_rgb(0xf4, 0xee, 0xe2);
/// The color of balls: brass.
pub(crate) const BRASS: Color32 = Color32::from_rgb(0xe0, 0xb0, 0x60);
/// The color of a panel that is read for a while: dark glass.
pub(crate) const GLASS: Color32 = Color32::from_rgba_premultiplied(8, 13, 17, 222);
