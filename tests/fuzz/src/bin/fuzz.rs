//! Searches by coverage for a game that breaks a promise.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    rpsls_fuzz::play(input);
});
