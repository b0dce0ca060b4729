//! Pictures of findings: a folder with a page that lists them, and a picture of each that has a place.
//! The findings, and from where they are seen, are `check`'s.

mod book;
mod explanation;
mod flipped;
mod marks;
mod page;
mod picture;

pub use book::PictureBook;
pub use picture::finding_picture;
