//! Value: a value that an action doesn't need comes back.

use crate::chain::*;
use gtest::constants::MAX_USER_GAS_LIMIT;
use parity_scale_codec::Encode;

#[test]
fn a_payload_that_does_not_decode_traps_and_its_value_comes_back() {
    let mut chain = Chain::new();
    chain.open(OPENER, "a");
    let before = chain.everything();
    let not_utf8 = [&open("").encode()[..52], &[4, 0xff]].concat();
    for payload in [vec![], vec![0], vec![1; 5], vec![2; 100], vec![255; 200], not_utf8] {
        let answer = chain.send_bytes(OPENER, payload, DEPOSIT + STRAY, MAX_USER_GAS_LIMIT);
        assert_eq!(answer.result, None);
        assert_eq!(answer.gain, 0);
    }
    assert_eq!(chain.everything(), before);
}

#[test]
fn what_reaches_the_club_some_other_way_is_not_paid_out() {
    let mut chain = Chain::new();
    chain.system.transfer(OTHER, chain.club, 50 * VARA, true);
    // It does not pay for a table either, if the opener attaches nothing.
    chain.program().send(OPENER, open("a"));
    chain.run_block_unchecked();
    assert_eq!(chain.tables(), []);
    chain.program().send_with_value(OPENER, open("a"), DEPOSIT);
    chain.run_block_unchecked();
    assert_eq!(chain.tables().len(), 1);
    assert_eq!(chain.held(), 50 * VARA);
}
