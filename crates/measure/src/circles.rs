//! Circles of files, which are cycles of imports: from each file of a circle, imports lead to all others.

use std::collections::BTreeSet;

use crate::{modules::Modules, package::Package, source::ParsedFile};

/// The circles of a package, each as the paths of its files.
pub(crate) fn of(package: &Package) -> Vec<Vec<String>> {
    let sources: Vec<&ParsedFile> = package.sources().collect();
    let edges = Modules::new(&package.folder, &sources).edges();
    let reached = reachable(sources.len(), &edges);
    let mut circles = BTreeSet::new();
    for (file, onward) in reached.iter().enumerate() {
        let others = reached.iter().enumerate();
        let circle: Vec<_> = others
            .filter(|(other, back)| onward[*other] && back[file])
            .map(|(other, _)| other)
            .collect();
        if circle.len() > 1 {
            circles.insert(circle);
        }
    }
    circles
        .into_iter()
        .map(|circle| {
            circle
                .iter()
                .map(|&file| sources[file].path.clone())
                .collect()
        })
        .collect()
}

/// Returns a table by two files: true where the imports of the first lead to the second.
fn reachable(count: usize, edges: &BTreeSet<(usize, usize)>) -> Vec<Vec<bool>> {
    let mut next = vec![Vec::new(); count];
    for &(from, to) in edges {
        next[from].push(to);
    }
    (0..count)
        .map(|start| {
            let mut reached = vec![false; count];
            let mut open = next[start].clone();
            while let Some(file) = open.pop() {
                if !std::mem::replace(&mut reached[file], true) {
                    open.extend(&next[file]);
                }
            }
            reached
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::tests::source;

    #[test]
    fn circles_are_found_through_names_that_are_passed_on() {
        let files = [
            source("src/lib.rs", "mod a; mod b; pub use b::Ball;"),
            source(
                "src/a/mod.rs",
                "mod inner; pub use inner::Throw; use crate::b::roll;",
            ),
            source("src/a/inner.rs", "use crate::Ball; pub struct Throw(Ball);"),
            source(
                "src/b.rs",
                "use crate::a::Throw; use serde::Serialize; pub struct Ball; pub fn roll() {}",
            ),
        ];
        let sources: Vec<_> = files.iter().collect();
        let edges = Modules::new("src", &sources).edges();
        assert_eq!(edges, BTreeSet::from([(1, 3), (2, 3), (3, 2)]));
        let reached = reachable(4, &edges);
        assert!(reached[2][2] && reached[3][3] && !reached[1][1]);
    }
}
