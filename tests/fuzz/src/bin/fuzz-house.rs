//! Searches by coverage for messages to a house that break a promise.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    rpsls_fuzz::play_house(input);
});
