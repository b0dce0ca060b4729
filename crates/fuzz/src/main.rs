//! Fuzzes the reading of the kind of file that `HEXBOUND_FUZZ` names; libFuzzer brings its own `main`.

#![no_main]

use std::{env, sync::LazyLock};

use fuzz::Input;
use libfuzzer_sys::fuzz_target;

/// The kind of file that is fuzzed.
static INPUT: LazyLock<Input> = LazyLock::new(|| {
    let name = env::var("HEXBOUND_FUZZ").unwrap_or_default();
    let known = || Input::ALL.map(Input::name).join(", ");
    (Input::ALL.into_iter().find(|it| it.name() == name))
        .unwrap_or_else(|| panic!("HEXBOUND_FUZZ names no kind of file; choose of {}", known()))
});

fuzz_target!(|bytes: &[u8]| {
    // Taken or refused: both are well.
    let _ = INPUT.feed(bytes);
});
