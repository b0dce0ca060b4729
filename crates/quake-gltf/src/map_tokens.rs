//! The words of a source file with their lines.

/// A word of a source file: text between white space, or between quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    pub text: &'a [u8],
    pub line: usize,
    /// The offset just after the last byte of the word.
    pub end: usize,
}

/// Reads the words of a text, one after the other, without its comments.
#[derive(Clone, Debug)]
pub(crate) struct Tokens<'a> {
    text: &'a [u8],
    at: usize,
    line: usize,
}

impl<'a> Tokens<'a> {
    pub(crate) fn new(text: &'a [u8]) -> Self {
        Self {
            text,
            at: 0,
            line: 1,
        }
    }

    fn step_over(&mut self, is_over: impl Fn(u8) -> bool) {
        while let Some(&byte) = self.text.get(self.at) {
            if !is_over(byte) {
                break;
            }
            self.line += usize::from(byte == b'\n');
            self.at += 1;
        }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            self.step_over(|byte| byte.is_ascii_whitespace());
            if !self.text[self.at..].starts_with(b"//") {
                break;
            }
            self.step_over(|byte| byte != b'\n' && byte != b'\r');
        }
        let (start, line) = (self.at, self.line);
        match self.text.get(start)? {
            b'"' => {
                self.at += 1;
                self.step_over(|byte| byte != b'"');
                self.at = (self.at + 1).min(self.text.len());
            }
            _ => self.step_over(|byte| !byte.is_ascii_whitespace()),
        }
        Some(Token {
            text: &self.text[start..self.at],
            line,
            end: self.at,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_their_lines_and_comments_are_none() {
        let tokens = Tokens::new(b"{ // a {\n\"x y\" 1\r\n}x \"open");
        let words = tokens.map(|token| (token.text, token.line));
        let expected = [("{", 1), ("\"x y\"", 2), ("1", 2), ("}x", 3), ("\"open", 3)];
        assert!(words.eq(expected.map(|(word, line)| (word.as_bytes(), line))));
    }
}
