//! Looks for the installed Embree 4 or 3 by its header.

/// The layout of rays that the program knows.
const PROBE: &str = "native/embree-probe.h";

/// Returns whether it is there.
pub fn prepare() -> bool {
    println!("cargo::rerun-if-changed={PROBE}");
    let Some(version) = ["4", "3"].into_iter().find(|version| is_there(version)) else {
        let why = "Embree is not installed: apt-get install g++ libembree-dev";
        println!("cargo::rustc-env=EMBREE_SKIPPED={why}");
        return false;
    };
    println!("cargo::rustc-cfg=embree");
    println!("cargo::rustc-cfg=embree=\"{version}\"");
    println!("cargo::rustc-link-lib=embree{version}");
    true
}

fn is_there(version: &str) -> bool {
    let header = format!("<embree{version}/rtcore.h>");
    cc::Build::new()
        .cargo_metadata(false)
        .cargo_warnings(false)
        .define("HEADER", header.as_str())
        .file(PROBE)
        .try_expand()
        .is_ok()
}
