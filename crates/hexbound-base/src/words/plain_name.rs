//! Names of levels as parts of file names.

/// The maximum length of a level's name in a file name, characters.
const MAX_LETTERS: usize = 40;

/// A level's name in letters, digits and dashes, which every system accepts in a file name.
pub fn plain_name(name: &str) -> String {
    let letter = |letter: char| match letter.is_ascii_alphanumeric() {
        true => letter.to_ascii_lowercase(),
        false => '-',
    };
    let plain: String = name.chars().take(MAX_LETTERS).map(letter).collect();
    match plain.trim_matches('-') {
        "" => String::from("level"),
        plain => plain.to_owned(),
    }
}
