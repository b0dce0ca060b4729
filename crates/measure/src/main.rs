//! Prints sizes, names, circles and prose of every package, and fails where one is over its limit.
//!
//! `limits.toml` beside this package has the limits: what a change may not exceed, and the goal.

mod circles;
mod figure;
mod limits;
mod modules;
mod package;
mod prose;
mod shapes;
mod source;

use std::{path::Path, process::ExitCode};

use anyhow::{Context, Result};

use crate::{
    figure::{Figure, Large},
    package::Package,
    shapes::Shapes,
};

fn main() -> Result<ExitCode> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = root.canonicalize().context("the workspace's folder")?;
    let listed = std::env::args().skip(1).collect::<Vec<_>>();
    let packages = Package::all(&root)?;
    let mut figures = print_sizes(&packages);
    let mut shapes = Shapes::default();
    let mut circles = Vec::new();
    for package in &packages {
        for file in package.sources() {
            shapes.add(file);
        }
        circles.extend(circles::of(package));
    }
    circles.sort_by_key(|circle| std::cmp::Reverse(circle.len()));
    figures.extend(shapes.figures());
    figures.push(("circles", circles.len()));
    figures.push(("largest_circle", circles.first().map_or(0, Vec::len)));
    figures.extend(prose::figures(&packages));
    figures.extend(prose::words_of_docs(&root)?);
    for list in &listed {
        print_list(list, &shapes, &circles, &packages)?;
    }
    limits::print_and_check(&figures)
}

/// Prints lines of code, comments and tests by package, and returns their sums.
fn print_sizes(packages: &[Package]) -> Vec<Figure> {
    println!(
        "{:<18}{:>6}{:>9}{:>10}{:>8}",
        "package", "files", "code", "comments", "tests"
    );
    let (mut code, mut tests, mut largest) = (0, 0, 0);
    for package in packages {
        let size = package.line_count();
        println!(
            "{:<18}{:>6}{:>9}{:>10}{:>8}",
            package.name, size.files, size.code, size.comments, size.tests
        );
        code += size.code;
        tests += size.tests;
        largest = largest.max(size.code);
    }
    println!("{:<24}{code:>9}{tests:>18}\n", "together");
    vec![
        ("code", code),
        ("test_lines", tests),
        ("packages", packages.len()),
        ("largest_package", largest),
    ]
}

/// Prints every entry behind the figure `list`.
fn print_list(
    list: &str,
    shapes: &Shapes,
    circles: &[Vec<String>],
    packages: &[Package],
) -> Result<()> {
    println!("{list}:");
    match list {
        "circles" => {
            for circle in circles {
                println!("  {:>3}  {}", circle.len(), circle.join(" "));
            }
        }
        "unused" => {
            for name in package::unused(packages) {
                println!("  {name}");
            }
        }
        _ => {
            let entries = shapes.list(list).or_else(|| prose::list(list, packages));
            let mut entries = entries.with_context(|| {
                format!("{list}: no such list; one of circles, unused, or a figure's name")
            })?;
            entries.sort_by(|a, b| b.size.cmp(&a.size).then_with(|| a.name.cmp(&b.name)));
            for Large { size, name } in entries {
                println!("  {size:>5}  {name}");
            }
        }
    }
    println!();
    Ok(())
}
