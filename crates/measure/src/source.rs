//! One parsed Rust file, with its lines of code, comments and tests.

use std::{collections::BTreeSet, path::Path};

use anyhow::{Context, Result};
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use syn::{Attribute, Item, spanned::Spanned};

/// A parsed file.
pub(crate) struct ParsedFile {
    /// The path from the workspace's folder.
    pub path: String,
    pub text: String,
    pub file: syn::File,
    /// True for a file that is compiled only for tests.
    pub is_test: bool,
}

/// The lines of one file or of a package.
#[derive(Default)]
pub(crate) struct LineCount {
    pub files: usize,
    pub code: usize,
    pub comments: usize,
    pub tests: usize,
}

impl ParsedFile {
    pub(crate) fn read(root: &Path, path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let file = syn::parse_file(&text).with_context(|| path.display().to_string())?;
        let path = path.strip_prefix(root).unwrap_or(path);
        Ok(Self {
            path: path.display().to_string(),
            text,
            file,
            is_test: false,
        })
    }

    /// The items that are not only for tests.
    pub(crate) fn items(&self) -> impl Iterator<Item = &Item> {
        let items = if self.is_test {
            &[][..]
        } else {
            &self.file.items
        };
        items.iter().filter(|item| !is_for_tests(attributes(item)))
    }

    pub(crate) fn line_count(&self) -> LineCount {
        let tests = self.test_lines();
        let mut tokens = BTreeSet::new();
        if let Ok(stream) = self.text.parse::<TokenStream>() {
            add_lines(stream, &mut tokens);
        }
        let mut count = LineCount {
            files: 1,
            ..LineCount::default()
        };
        for (index, line) in self.text.lines().enumerate() {
            let number = index + 1;
            match (tokens.contains(&number), tests.contains(&number)) {
                (true, true) => count.tests += 1,
                (true, false) => count.code += 1,
                (false, false) if line.trim_start().starts_with("//") => count.comments += 1,
                _ => {}
            }
        }
        count
    }

    /// The number of the file's lines outside of its tests.
    pub(crate) fn length(&self) -> usize {
        let tests = self.test_lines();
        (1..=self.text.lines().count())
            .filter(|line| !tests.contains(line))
            .count()
    }

    /// The comments outside of the file's tests: each paragraph, list item or table row with the number of
    /// its first line. Blocks of code in them are left out.
    pub(crate) fn comments(&self) -> Vec<(usize, String)> {
        let tests = self.test_lines();
        let mut comments: Vec<(usize, String)> = Vec::new();
        let (mut follows, mut is_code) = (false, false);
        for (index, line) in self.text.lines().enumerate() {
            let comment = line
                .trim_start()
                .strip_prefix("//")
                .filter(|_| !tests.contains(&(index + 1)))
                .map(|comment| comment.trim_start_matches(['/', '!']).trim());
            let is_fence = comment.is_some_and(|comment| comment.starts_with("```"));
            is_code = comment.is_some() && (is_code != is_fence);
            let comment = comment.filter(|text| !is_code && !is_fence && !text.is_empty());
            let Some(comment) = comment else {
                follows = false;
                continue;
            };
            let is_item = comment.starts_with(['|', '-', '*']);
            match comments.last_mut() {
                Some((_, last)) if follows && !is_item => {
                    last.push(' ');
                    last.push_str(comment);
                }
                _ => comments.push((index + 1, comment.to_owned())),
            }
            follows = true;
        }
        comments
    }

    fn test_lines(&self) -> BTreeSet<usize> {
        if self.is_test {
            return (1..=self.text.lines().count()).collect();
        }
        let items = self.file.items.iter();
        items
            .filter(|item| is_for_tests(attributes(item)))
            .flat_map(|item| first_line(item)..=item.span().end().line)
            .collect()
    }
}

/// Returns whether attributes include `#[cfg(test)]` or `#[cfg(all(test, …))]`.
pub(crate) fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let syn::Meta::List(list) = &attribute.meta else {
            return false;
        };
        let condition = list.tokens.to_string();
        list.path.is_ident("cfg") && (condition == "test" || condition.starts_with("all (test"))
    })
}

pub(crate) fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn first_line(item: &Item) -> usize {
    let attributes = attributes(item).iter();
    let lines = attributes.map(|attribute| attribute.span().start().line);
    lines.min().unwrap_or_else(|| item.span().start().line)
}

/// Adds the lines of all tokens except doc comments, which the parser turns into attributes.
fn add_lines(stream: TokenStream, lines: &mut BTreeSet<usize>) {
    let mut tokens = stream.into_iter().peekable();
    while let Some(token) = tokens.next() {
        if let TokenTree::Punct(hash) = &token
            && hash.as_char() == '#'
        {
            tokens.next_if(|next| matches!(next, TokenTree::Punct(bang) if bang.as_char() == '!'));
            if tokens.next_if(is_doc).is_some() {
                continue;
            }
        }
        match token {
            TokenTree::Group(group) => {
                if group.delimiter() != Delimiter::None {
                    add_span(group.span_open(), lines);
                    add_span(group.span_close(), lines);
                }
                add_lines(group.stream(), lines);
            }
            token => add_span(token.span(), lines),
        }
    }
}

fn is_doc(token: &TokenTree) -> bool {
    let TokenTree::Group(group) = token else {
        return false;
    };
    matches!(group.stream().into_iter().next(), Some(TokenTree::Ident(name)) if name == "doc")
}

fn add_span(span: Span, lines: &mut BTreeSet<usize>) {
    lines.extend(span.start().line..=span.end().line);
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A file at `path`, as if it had been read.
    pub fn source(path: &str, text: &str) -> ParsedFile {
        ParsedFile {
            path: path.to_owned(),
            text: text.to_owned(),
            file: syn::parse_file(text).unwrap(),
            is_test: false,
        }
    }

    #[test]
    fn lines_are_counted_once() {
        let text = "//! Head.\n\n/// Doc.\n#[inline]\nfn f() {\n    // Why.\n    g(\"a\n b\");\n}\n\n#[cfg(test)]\nmod tests {\n    // Not counted.\n    use super::*;\n}\n";
        let size = source("src/lib.rs", text).line_count();
        assert_eq!((size.code, size.comments, size.tests), (5, 3, 4));
        assert_eq!(source("src/lib.rs", text).length(), 10);
    }

    #[test]
    fn comments_are_paragraphs() {
        let comments = source(
            "src/lib.rs",
            "/// One.\n/// Two.\n///\n/// Three.\nfn f() {}\n",
        );
        let expected = [(1, "One. Two.".to_owned()), (4, "Three.".to_owned())];
        assert_eq!(comments.comments(), expected);
    }

    #[test]
    fn code_is_no_comment_and_each_item_is_its_own() {
        let comments = source(
            "src/lib.rs",
            "/// One:\n/// - two\n///   and more;\n/// - three.\n/// ```\n/// let four = 4;\n/// ```\n/// Five.\nfn f() {}\n",
        );
        let found: Vec<String> = comments.comments().into_iter().map(|it| it.1).collect();
        assert_eq!(found, ["One:", "- two and more;", "- three.", "Five."]);
    }
}
