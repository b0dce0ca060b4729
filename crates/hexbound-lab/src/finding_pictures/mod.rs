//! Pictures of findings: a folder with a page that lists them, and a picture of each that has a place.
//! The findings, and from where they are seen, are `check`'s.

mod book;
mod explanation;
mod flipped;
mod marks;
mod page;
mod picture;
mod projection;

pub use book::{PictureBook, PictureBookError};
pub(crate) use picture::lighten;
pub use picture::{finding_picture, finding_quality};
