//! Compiles Jolt, whose source is in the package joltc-sys, as its own project does for a release, and the few
//! functions in C over it.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

/// The functions in C.
const SHIM: &str = "native/jolt.cpp";
/// The start of the source's folder in cargo's registry.
const SOURCE: &str = "joltc-sys-0.3.1";

/// Returns whether it is there.
pub fn prepare() -> bool {
    println!("cargo::rerun-if-changed={SHIM}");
    let Some(source) = source() else {
        return skip("Jolt's source is not there: cargo fetch --locked");
    };
    if let Err(error) = compile(&source) {
        println!("cargo::warning=Jolt can't be compiled: {error}");
        return skip("Jolt can't be compiled: apt-get install g++");
    }
    println!("cargo::rustc-cfg=jolt");
    true
}

fn skip(why: &str) -> bool {
    println!("cargo::rustc-env=JOLT_SKIPPED={why}");
    false
}

/// Jolt's folder in what cargo has fetched and pins.
fn source() -> Option<PathBuf> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo")))?;
    let registries = fs::read_dir(home.join("registry/src")).ok()?;
    let packages = registries.flatten().flat_map(|it| fs::read_dir(it.path()));
    let mut packages = packages.flatten().flatten();
    let package = packages.find(|it| it.file_name().to_string_lossy().starts_with(SOURCE))?;
    Some(package.path().join("JoltC/JoltPhysics"))
}

fn compile(source: &Path) -> Result<(), cc::Error> {
    let out = PathBuf::from(env::var("OUT_DIR").unwrap_or_default());
    build(source).file(SHIM).try_compile("jolt_shim")?;
    // Minutes: not again when only the functions over it change.
    if !out.join("libjolt.a").exists() {
        let mut files = Vec::new();
        collect(&source.join("Jolt"), &mut files)?;
        build(source).files(files).try_compile("jolt")?;
    }
    println!("cargo::rustc-link-search=native={}", out.display());
    println!("cargo::rustc-link-lib=static=jolt_shim");
    println!("cargo::rustc-link-lib=static=jolt");
    match env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("macos") => println!("cargo::rustc-link-lib=c++"),
        Ok("windows") => {}
        _ => println!("cargo::rustc-link-lib=stdc++"),
    }
    Ok(())
}

/// The settings of Jolt's own build "Distribution": neither profiler nor drawing, and AVX2 where this machine has it.
fn build(source: &Path) -> cc::Build {
    let mut build = cc::Build::new();
    build
        .cargo_metadata(false)
        .cpp(true)
        .std("c++17")
        .opt_level(3)
        .debug(false)
        .warnings(false)
        .include(source)
        .define("NDEBUG", None)
        .define("JPH_OBJECT_LAYER_BITS", "16")
        .flag_if_supported("-ffp-contract=off");
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx2") {
        for name in [
            "SSE4_1", "SSE4_2", "AVX", "AVX2", "LZCNT", "TZCNT", "F16C", "FMADD",
        ] {
            build.define(&format!("JPH_USE_{name}"), None);
        }
        for flag in [
            "avx2",
            "bmi",
            "popcnt",
            "lzcnt",
            "f16c",
            "fma",
            "fpmath=sse",
        ] {
            build.flag_if_supported(format!("-m{flag}"));
        }
    }
    build
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|it| it == "cpp") {
            files.push(path);
        }
    }
    Ok(())
}
