//! Prepares the peers that are not of Rust, with the feature `native-peers`: looks for Embree, and compiles Jolt.
//! What is missing is told to the program, whose rows say so in place of failing the build.

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
