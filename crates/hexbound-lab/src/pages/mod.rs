//! The report kit: HTML, drawings in SVG with axes, the output folder, and the camera and device of pictures.

mod axes;
mod easel;
mod folder;
mod framing;
mod html;
mod projection;
mod steps;
mod svg;

pub(crate) use axes::Axes;
pub(crate) use easel::still;
pub use easel::{Easel, finding_quality};
pub(crate) use folder::PageFolder;
pub use folder::PagesError;
pub(crate) use framing::Framing;
pub(crate) use html::{facts, linked_picture, page, printable};
pub(crate) use projection::Projection;
pub(crate) use steps::Steps;
pub(crate) use svg::{px, svg};
