//! Deployments of the club itself.

use crate::chain::*;
use chain_tests::deploying;
use gprimitives::CodeId;
use parity_scale_codec::Encode;
use rpsls_club_io::{ClubInit, Overview};

#[test]
fn a_new_club_lists_nothing_and_tells_its_settings() {
    for any_format in [false, true] {
        let chain = Chain::with_tables(rpsls::WASM_BINARY_OPT, any_format);
        let table_code = chain.system.submit_code(rpsls::WASM_BINARY_OPT);
        let config = ClubInit { table_code, any_format };
        assert_eq!(chain.overview(), Overview { config, listed: 0, opened: 0, room: 4_096 });
        assert_eq!(chain.tables(), []);
    }
}

#[test]
fn a_payload_that_is_no_init_is_refused_and_its_value_comes_back() {
    for payload in [vec![], vec![1; 5], vec![2; 33]] {
        let said = deploying::refused(rpsls_club::WASM_BINARY_OPT, payload, 5 * VARA);
        assert!(said.contains("ClubInit"), "{said}");
    }
}

#[test]
fn value_sent_with_the_deployment_comes_back() {
    let init = ClubInit { table_code: CodeId::from([7; 32]), any_format: true };
    let club = rpsls_club::WASM_BINARY_OPT;
    deploying::check_value_comes_back(club, init.encode(), 5 * VARA);
}
