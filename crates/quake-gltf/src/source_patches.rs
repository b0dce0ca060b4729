//! The check of a source file before it is parsed, for open braces, brushes of a form unknown to the parser,
//! and curved patches. The module `patch` reads the patches, and white space replaces them in the text.

use std::ops::Range;

use super::{
    map_tokens::{Token, Tokens},
    patch::{self, Patch},
};
use crate::notice::MapError;

/// An open brace.
struct Open {
    start: usize,
    line: usize,
}

/// The patches of a source file, each with the number of its entity.
pub(crate) type Patches = Vec<(usize, Patch)>;

/// Reads the patches of a source file and replaces them by white space.
pub(crate) fn take_patches(text: &mut [u8]) -> Result<Patches, MapError> {
    let (patches, places) = scan(text)?;
    for place in places {
        for byte in &mut text[place] {
            // Lines keep their numbers.
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
    }
    Ok(patches)
}

fn scan(text: &[u8]) -> Result<(Patches, Vec<Range<usize>>), MapError> {
    let mut tokens = Tokens::new(text);
    let mut open: Vec<Open> = Vec::new();
    let (mut patches, mut places) = (Patches::new(), Vec::new());
    let mut entities = 0;
    while let Some(token) = tokens.next() {
        match token.text {
            b"{" => {
                entities += usize::from(open.is_empty());
                open.push(Open {
                    start: token.end - 1,
                    line: token.line,
                });
            }
            b"}" => {
                open.pop();
            }
            b"patchDef2" | b"patchDef3" if open.len() == 2 => {
                let patch = patch::read(&mut tokens, token)?;
                let end = closing(&mut tokens).ok_or_else(|| unclosed(token.line))?;
                patches.push((entities.saturating_sub(1), patch));
                places.extend(open.pop().map(|brush| brush.start..end));
            }
            b"brushDef" | b"brushDef2" | b"brushDef3" | b"terrainDef" if open.len() == 2 => {
                return Err(unread(token));
            }
            _ => {}
        }
    }
    match open.last() {
        Some(brace) => Err(unclosed(brace.line)),
        None => Ok((patches, places)),
    }
}

/// The end of the next word, if it closes a brace.
fn closing(tokens: &mut Tokens) -> Option<usize> {
    (tokens.next().filter(|token| token.text == b"}")).map(|token| token.end)
}

fn unread(token: Token) -> MapError {
    let word = String::from_utf8_lossy(token.text);
    MapError::Unsupported {
        what: format!("the form of brush on line {} ({word})", token.line),
        remedy: String::from(
            "Save the map in the format Valve 220 or Standard: in TrenchBroom by a new map of that format, \
             in NetRadiant without brush primitives",
        ),
    }
}

fn unclosed(line: usize) -> MapError {
    MapError::Malformed {
        place: format!("line {line}"),
        problem: String::from("opens a brace that is never closed"),
        remedy: String::from("Close it, or save the map again: the end of the file may be missing"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATCHED: &str = "{\n\"a\" \"b // {\"\n{\n patchDef2\n{\ncommon/curve\n( 3 3 0 0 0 )\n(\n\
        ( ( 0 0 0 0 0 ) ( 0 8 0 0 1 ) ( 0 16 0 0 2 ) )\n\
        ( ( 8 0 0 1 0 ) ( 8 8 9 1 1 ) ( 8 16 0 1 2 ) )\n\
        ( ( 16 0 0 2 0 ) ( 16 8 0 2 1 ) ( 16 16 0 2 2 ) )\n)\n}\n}\n}\n";

    #[test]
    fn patches_are_taken_out_and_lines_stay() {
        let mut text = PATCHED.as_bytes().to_vec();
        let patches = take_patches(&mut text).unwrap();
        assert_eq!(patches.len(), 1);
        assert_eq!(patches[0].0, 0);
        let left = String::from_utf8(text).unwrap();
        let words = left.split_whitespace();
        assert!(words.eq(["{", "\"a\"", "\"b", "//", "{\"", "}"]), "{left}");
        assert_eq!(left.matches('\n').count(), PATCHED.matches('\n').count());
    }

    #[test]
    fn what_is_open_or_unknown_is_named_with_its_line() {
        let open = "line 3 opens a brace that is never closed";
        let unknown = "on line 3 (brushDef) is not supported";
        for (text, words) in [
            ("{\n\"a\" \"b\"\n{\n( 0", open),
            ("{\n{\nbrushDef\n{\n}\n}\n}", unknown),
        ] {
            let fault = take_patches(&mut text.as_bytes().to_vec()).unwrap_err();
            assert!(fault.to_string().contains(words), "{fault}");
        }
        for end in 1..PATCHED.len() - 1 {
            let mut cut = PATCHED.as_bytes()[..end].to_vec();
            assert!(take_patches(&mut cut).is_err(), "{end}");
        }
    }
}
