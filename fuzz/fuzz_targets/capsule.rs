//! Fuzzes the reading of what capsules hold behind their checksums.

#![no_main]

use hexbound::fuzzing::Input;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    // Taken or refused: both are well.
    let _ = Input::Capsule.feed(bytes);
});
