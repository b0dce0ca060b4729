//! A number with its noun, in English, for the command line, the log and errors of files.

use std::fmt::Display;

/// A number with its noun, in the plural unless the number is one: `1 tick`, `0 ticks`.
pub fn counted<Count: Display + PartialEq + From<u8>>(
    count: Count,
    one: &str,
    many: &str,
) -> String {
    let noun = if count == Count::from(1) { one } else { many };
    format!("{count} {noun}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_alone_is_singular() {
        assert_eq!(counted(0_u32, "body", "bodies"), "0 bodies");
        assert_eq!(counted(1_u64, "body", "bodies"), "1 body");
        assert_eq!(counted(2_usize, "body", "bodies"), "2 bodies");
    }
}
