//! The module tree of a package, and the files of paths within it.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use syn::{Item, UseTree, Visibility};

use crate::source::{ParsedFile, attributes, is_for_tests};

/// The path of a module: the names from the root on.
type ModulePath = Vec<String>;

/// A `use` of one name.
struct Import {
    /// The imported name, or `None` for a glob.
    name: Option<String>,
    path: ModulePath,
    is_reexport: bool,
}

struct Module {
    file: usize,
    names: BTreeSet<String>,
    imports: Vec<Import>,
}

/// The modules of one package. A library and a program in one folder share a root module.
pub(crate) struct Modules {
    modules: BTreeMap<ModulePath, Module>,
}

impl Modules {
    pub(crate) fn new(folder: &str, sources: &[&ParsedFile]) -> Self {
        let mut modules = Self {
            modules: BTreeMap::new(),
        };
        for (file, source) in sources.iter().enumerate() {
            let path = module_path(folder, &source.path);
            modules.add(file, path, &mut source.items());
        }
        modules
    }

    /// The imports, as pairs of file indices: the first file imports from the second. A re-exported name
    /// counts where it is used.
    pub(crate) fn edges(&self) -> BTreeSet<(usize, usize)> {
        let mut edges = BTreeSet::new();
        for (path, module) in &self.modules {
            for import in module.imports.iter().filter(|import| !import.is_reexport) {
                let target = self.file_of(path, &import.path, 0);
                edges.extend(target.map(|target| (module.file, target)));
            }
        }
        edges.retain(|(from, to)| from != to);
        edges
    }

    fn add(&mut self, file: usize, path: ModulePath, items: &mut dyn Iterator<Item = &Item>) {
        let mut module = Module {
            file,
            names: BTreeSet::new(),
            imports: Vec::new(),
        };
        for item in items {
            match item {
                Item::Use(item) => {
                    let is_reexport = !matches!(item.vis, Visibility::Inherited);
                    add_imports(
                        &item.tree,
                        &mut Vec::new(),
                        is_reexport,
                        &mut module.imports,
                    );
                }
                Item::Mod(item) => {
                    if let Some((_, items)) = &item.content {
                        let inner = [path.clone(), vec![item.ident.to_string()]].concat();
                        let items = items.iter();
                        let mut items = items.filter(|item| !is_for_tests(attributes(item)));
                        self.add(file, inner, &mut items);
                    }
                }
                item => module.names.extend(name_of(item)),
            }
        }
        // A program's root adds its names to the library's. Its imports are left out.
        match self.modules.get_mut(&path) {
            Some(root) => root.names.extend(module.names),
            None => {
                self.modules.insert(path, module);
            }
        }
    }

    /// The file that defines `path` in the module `from`.
    fn file_of(&self, from: &ModulePath, path: &[String], depth: usize) -> Option<usize> {
        // Two globs may import each other.
        if depth > 8 {
            return None;
        }
        let mut module = from.clone();
        let mut names = path;
        match names.first()?.as_str() {
            "crate" => {
                module.clear();
                names = &names[1..];
            }
            "self" => names = &names[1..],
            "super" => {}
            first => {
                let inner = [module.clone(), vec![first.to_owned()]].concat();
                let here = self.modules.get(&module)?;
                let is_known = self.modules.contains_key(&inner)
                    || here
                        .imports
                        .iter()
                        .any(|it| it.name.as_deref() == Some(first));
                // The first name is a dependency.
                if !is_known {
                    return None;
                }
            }
        }
        while let Some((name, rest)) = names.split_first() {
            if name == "super" {
                module.pop()?;
                names = rest;
                continue;
            }
            let inner = [module.clone(), vec![name.clone()]].concat();
            if self.modules.contains_key(&inner) {
                module = inner;
                names = rest;
                continue;
            }
            let here = self.modules.get(&module)?;
            if here.names.contains(name) {
                return Some(here.file);
            }
            return here.imports.iter().find_map(|import| {
                let path = match &import.name {
                    Some(alias) if alias == name => [&import.path, rest].concat(),
                    Some(_) => return None,
                    None => [&import.path, names].concat(),
                };
                self.file_of(&module, &path, depth + 1)
            });
        }
        self.modules.get(&module).map(|module| module.file)
    }
}

/// The folders and files, without extensions, of modules under `#[cfg(test)]`.
pub(crate) fn test_modules(sources: &[ParsedFile]) -> BTreeSet<PathBuf> {
    let mut modules = BTreeSet::new();
    for source in sources {
        let path = Path::new(&source.path);
        let folder = match path.file_stem().and_then(|stem| stem.to_str()) {
            Some("lib" | "main" | "mod") => path.parent().unwrap_or(path).to_owned(),
            _ => path.with_extension(""),
        };
        for item in &source.file.items {
            if let Item::Mod(item) = item
                && item.content.is_none()
                && is_for_tests(&item.attrs)
            {
                modules.insert(folder.join(item.ident.to_string()));
            }
        }
    }
    modules
}

fn module_path(folder: &str, file: &str) -> ModulePath {
    let path = Path::new(file)
        .strip_prefix(folder)
        .unwrap_or(Path::new(file));
    let path = path.with_extension("");
    let mut names: Vec<_> = path
        .iter()
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    let stem = names.last().map(String::as_str);
    let is_root = names.len() == 1 && matches!(stem, Some("lib" | "main"));
    if is_root || stem == Some("mod") {
        names.pop();
    }
    names
}

fn add_imports(
    tree: &UseTree,
    path: &mut ModulePath,
    is_reexport: bool,
    imports: &mut Vec<Import>,
) {
    let mut add = |name: Option<String>, path: ModulePath| {
        imports.push(Import {
            name,
            path,
            is_reexport,
        });
    };
    match tree {
        UseTree::Path(tree) => {
            path.push(tree.ident.to_string());
            add_imports(&tree.tree, path, is_reexport, imports);
            path.pop();
        }
        UseTree::Name(tree) if tree.ident == "self" => add(path.last().cloned(), path.clone()),
        UseTree::Name(tree) => {
            let name = tree.ident.to_string();
            add(Some(name.clone()), [path.clone(), vec![name]].concat());
        }
        UseTree::Rename(tree) => {
            let whole = [path.clone(), vec![tree.ident.to_string()]].concat();
            add(Some(tree.rename.to_string()), whole);
        }
        UseTree::Glob(_) => add(None, path.clone()),
        UseTree::Group(tree) => {
            for tree in &tree.items {
                add_imports(tree, path, is_reexport, imports);
            }
        }
    }
}

fn name_of(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}
