//! Pictures of findings: a folder with a page that lists them, and a picture of each that has a place.
//! What is found, and from where it is seen, is decided in `check`.

mod book;
mod explanation;
mod marks;
mod page;
mod picture;

pub use book::{PictureBook, PictureBookError};
pub use picture::{finding_picture, finding_quality};
