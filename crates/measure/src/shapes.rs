//! Structs, functions, files, constants and type names of all packages.

use std::collections::BTreeMap;

use syn::{
    FnArg, ImplItem, Item, Signature, Type, Visibility,
    spanned::Spanned,
    visit::{self, Visit},
};

use crate::{
    figure::{Figure, Large},
    source::{ParsedFile, attributes, is_for_tests},
};

const MAX_FIELDS: usize = 20;
const MAX_FUNCTION_LINES: usize = 80;
const MAX_FILE_LINES: usize = 500;

/// All elements with a size or a name, with their files.
#[derive(Default)]
pub(crate) struct Shapes {
    structs: Vec<Large>,
    functions: Vec<Large>,
    files: Vec<Large>,
    /// Parameters that are tuples of two or more values.
    tuples: Vec<Large>,
    constants: Vec<String>,
    /// Files by the names of the types that they define.
    types: BTreeMap<String, Vec<String>>,
    /// The number of items in inherent `impl` blocks by the type's name, with the files of these blocks.
    impls: BTreeMap<String, (usize, Vec<String>)>,
}

impl Shapes {
    pub(crate) fn add(&mut self, source: &ParsedFile) {
        self.files.push(Large {
            size: source.length(),
            name: source.path.clone(),
        });
        let mut visitor = Visitor {
            shapes: self,
            path: &source.path,
        };
        for item in source.items() {
            visitor.visit_item(item);
        }
    }

    pub(crate) fn figures(&self) -> Vec<Figure> {
        let over = |list: &[Large], limit| list.iter().filter(|entry| entry.size > limit).count();
        let one_word = self.constants.iter().filter(|name| !name.contains('_'));
        let app = self.impls.get("App");
        vec![
            ("structs_over_20_fields", over(&self.structs, MAX_FIELDS)),
            (
                "functions_over_80_lines",
                over(&self.functions, MAX_FUNCTION_LINES),
            ),
            ("files_over_500_lines", over(&self.files, MAX_FILE_LINES)),
            ("files_that_implement_app", app.map_or(0, |it| it.1.len())),
            ("tuple_parameters", self.tuples.len()),
            ("constants_of_one_word", one_word.count()),
            ("constants_of_most_or_least", self.most_or_least().count()),
            ("types_of_one_name", self.shared_types().count()),
        ]
    }

    /// The entries behind the figure `figure`, with their sizes.
    pub(crate) fn list(&self, figure: &str) -> Option<Vec<Large>> {
        let over = |list: &[Large], limit| {
            let entries = list.iter().filter(|entry| entry.size > limit);
            Some(entries.map(Large::copied).collect())
        };
        match figure {
            "structs_over_20_fields" => over(&self.structs, MAX_FIELDS),
            "functions_over_80_lines" => over(&self.functions, MAX_FUNCTION_LINES),
            "files_over_500_lines" => over(&self.files, MAX_FILE_LINES),
            "tuple_parameters" => over(&self.tuples, 0),
            "constants_of_most_or_least" => {
                Some(self.most_or_least().map(|name| Large::one(name)).collect())
            }
            "files_that_implement_app" => {
                let (_, files) = self.impls.get("App")?;
                Some(files.iter().map(|name| Large::one(name)).collect())
            }
            "types_of_one_name" => Some(self.shared_types().collect()),
            _ => None,
        }
    }

    fn most_or_least(&self) -> impl Iterator<Item = &String> {
        let names = self.constants.iter();
        names.filter(|name| name.split('_').any(|word| matches!(word, "MOST" | "LEAST")))
    }

    fn shared_types(&self) -> impl Iterator<Item = Large> {
        let shared = self.types.iter().filter(|(_, files)| files.len() > 1);
        shared.map(|(name, files)| Large {
            size: files.len(),
            name: format!("{name}: {}", files.join(" ")),
        })
    }
}

/// The names of a file's public items and methods.
pub(crate) fn public_names(source: &ParsedFile) -> Vec<String> {
    let is_public = |visibility: &Visibility| matches!(visibility, Visibility::Public(_));
    let mut names = Vec::new();
    for item in source.items() {
        let (visibility, name) = match item {
            Item::Const(item) => (&item.vis, &item.ident),
            Item::Enum(item) => (&item.vis, &item.ident),
            Item::Fn(item) => (&item.vis, &item.sig.ident),
            Item::Static(item) => (&item.vis, &item.ident),
            Item::Struct(item) => (&item.vis, &item.ident),
            Item::Trait(item) => (&item.vis, &item.ident),
            Item::Type(item) => (&item.vis, &item.ident),
            Item::Impl(item) => {
                names.extend(item.items.iter().filter_map(|item| match item {
                    ImplItem::Fn(item) if is_public(&item.vis) => Some(item.sig.ident.to_string()),
                    ImplItem::Const(item) if is_public(&item.vis) => Some(item.ident.to_string()),
                    _ => None,
                }));
                continue;
            }
            _ => continue,
        };
        if is_public(visibility) {
            names.push(name.to_string());
        }
    }
    names
}

struct Visitor<'a> {
    shapes: &'a mut Shapes,
    path: &'a str,
}

impl Visitor<'_> {
    fn add_function(&mut self, signature: &Signature, lines: usize) {
        let name = format!("{}: {}", self.path, signature.ident);
        for input in &signature.inputs {
            if let FnArg::Typed(input) = input
                && let Some(size) = tuple_size(&input.ty)
            {
                self.shapes.tuples.push(Large {
                    size,
                    name: name.clone(),
                });
            }
        }
        self.shapes.functions.push(Large { size: lines, name });
    }

    fn add_type(&mut self, name: &syn::Ident) {
        let files = self.shapes.types.entry(name.to_string()).or_default();
        files.push(self.path.to_owned());
    }
}

impl<'ast> Visit<'ast> for Visitor<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_for_tests(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.add_type(&item.ident);
        self.shapes.structs.push(Large {
            size: item.fields.len(),
            name: format!("{}: {}", self.path, item.ident),
        });
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.add_type(&item.ident);
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.shapes.constants.push(item.ident.to_string());
        visit::visit_item_const(self, item);
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        self.shapes.constants.push(item.ident.to_string());
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.add_function(&item.sig, lines(&item.block) + 1);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.add_function(&item.sig, lines(&item.block) + 1);
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if item.trait_.is_none()
            && let Type::Path(path) = &*item.self_ty
            && let Some(name) = path.path.segments.last()
        {
            let (methods, files) = self.shapes.impls.entry(name.ident.to_string()).or_default();
            *methods += item.items.len();
            if !files.iter().any(|file| file == self.path) {
                files.push(self.path.to_owned());
            }
        }
        visit::visit_item_impl(self, item);
    }
}

fn lines(item: &impl Spanned) -> usize {
    let span = item.span();
    span.end().line - span.start().line
}

/// The number of a tuple's values, for a tuple or a reference to one.
fn tuple_size(parameter: &Type) -> Option<usize> {
    match parameter {
        Type::Tuple(tuple) => Some(tuple.elems.len()).filter(|&size| size > 1),
        Type::Reference(reference) => tuple_size(&reference.elem),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::tests::source;

    fn figure(text: &str, name: &str) -> usize {
        let mut shapes = Shapes::default();
        shapes.add(&source("src/lib.rs", text));
        let figures = shapes.figures();
        figures.iter().find(|(of, _)| *of == name).unwrap().1
    }

    #[test]
    fn tuples_and_constants_are_counted_outside_tests() {
        let text = "const MOST: u8 = 1; const MAX_BALLS: u8 = 2;
            fn f(a: (u8, u8), b: &(u8, u8), c: u8, d: [(u8, u8); 2]) {}
            #[cfg(test)] mod tests { const LEAST: u8 = 1; fn f(a: (u8, u8)) {} }";
        assert_eq!(figure(text, "tuple_parameters"), 2);
        assert_eq!(figure(text, "constants_of_one_word"), 1);
        assert_eq!(figure(text, "constants_of_most_or_least"), 1);
    }

    #[test]
    fn long_functions_and_wide_structs_are_counted() {
        let long = format!("fn f() {{\n{}}}", "    g();\n".repeat(MAX_FUNCTION_LINES));
        assert_eq!(figure(&long, "functions_over_80_lines"), 1);
        let wide = format!("struct Wide({});", "u8,".repeat(MAX_FIELDS + 1));
        assert_eq!(figure(&wide, "structs_over_20_fields"), 1);
        assert_eq!(figure("struct Small(u8);", "structs_over_20_fields"), 0);
    }
}
