//! SVG pictures, alone or in a page. They need no font or file of ours.

use maud::{Markup, html};

/// A picture of the given size, pixels. `class` is its style on pages, and `about` its description for
/// screen readers.
pub(crate) fn svg(class: &str, [width, height]: [f32; 2], about: &str, content: &Markup) -> Markup {
    html! {
        svg class=(class) xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (width) " " (height) }
            role="img" aria-label=(about) font-family="sans-serif" font-size="13" { (content) }
    }
}

/// A coordinate, to a tenth of a pixel.
pub(crate) fn px(at: f32) -> String {
    format!("{at:.1}")
}
