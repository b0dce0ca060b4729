//! Pictures of findings: a folder with a page that lists them, and a picture of each with a place. The
//! package hexbound-check provides the findings and their viewpoints.

mod book;
mod explanation;
mod flipped;
mod marks;
mod page;
mod picture;

pub use book::PictureBook;
pub use picture::finding_picture;
