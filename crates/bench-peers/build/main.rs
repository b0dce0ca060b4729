//! Prepares the peers that are not of Rust, with the feature `native-peers`: looks for Embree, and compiles Jolt.
//! A peer that is missing does not fail the build: the program's rows for it say SKIPPED.

#[cfg(feature = "native-peers")]
mod embree;
#[cfg(feature = "native-peers")]
mod jolt;

fn main() {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rustc-check-cfg=cfg(embree, values(none(), \"3\", \"4\"))");
    println!("cargo::rustc-check-cfg=cfg(jolt, peer_missing)");
    #[cfg(feature = "native-peers")]
    {
        let found = [embree::prepare(), jolt::prepare()];
        if found.contains(&false) {
            println!("cargo::rustc-cfg=peer_missing");
        }
    }
}
