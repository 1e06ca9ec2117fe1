//! Calls that the game does not need.

use crate::support::*;
use gear_core::ids::{ActorId, CodeId, prelude::*};
use gsdk::AccountKeyring::*;
use parity_scale_codec::Encode;

#[tokio::test(flavor = "multi_thread")]
async fn a_code_is_stored_once_and_makes_many_programs() {
    let (_node, api) = instant().await;
    let alice = signed(&api, Alice);
    let wasm = rpsls::WASM_BINARY_OPT;
    let code = alice.upload_code(wasm.to_vec()).await.unwrap().value;
    assert_eq!(code, CodeId::generate(wasm));
    assert_eq!(api.original_code_at(code, None).await.unwrap(), wasm);
    let again = alice.upload_code(wasm.to_vec()).await.unwrap_err();
    assert!(again.to_string().contains("CodeAlreadyExists"), "{again}");
    for salt in [b"1", b"2"] {
        let created =
            alice.create_program_bytes(code, *salt, CONFIG.encode(), GAS, 0).await.unwrap();
        let (_, program) = created.value;
        assert_eq!(program, ActorId::generate_from_user(code, salt));
        assert_eq!(api.active_program_at(program, None).await.unwrap().code_id, code);
    }
    let taken = alice.create_program_bytes(code, *b"1", CONFIG.encode(), GAS, 0).await.unwrap_err();
    assert!(taken.to_string().contains("ProgramAlreadyExists"), "{taken}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_goes_on_where_one_of_it_fails() {
    let (_node, api) = instant().await;
    let table = Table::deploy(&api, CONFIG).await;
    let bob = signed(&api, Bob);
    let action = rpsls_io::Action::Register.encode();
    let messages = [
        (table.id, action.clone(), GAS, BET),
        (table.id, action.clone(), u64::MAX, BET),
        (table.id, action, GAS, BET),
    ];
    let sent = bob.send_message_bytes_batch(messages).await.unwrap().value;
    let outcomes: Vec<_> = sent.iter().map(Result::is_ok).collect();
    assert_eq!(outcomes, [true, false, true]);
    assert_eq!(table.state().await.lobby_list, [id(Bob)], "registered once");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_program_is_refused() {
    let (_node, api) = instant().await;
    let alice = signed(&api, Alice);
    let error = alice.upload_code(b"no wasm".to_vec()).await.unwrap_err();
    assert!(error.to_string().contains("ProgramConstructionFailed"), "{error}");
    let unknown = alice.create_program_bytes(CodeId::from([1; 32]), *b"", [], GAS, 0).await;
    assert!(unknown.unwrap_err().to_string().contains("CodeDoesntExist"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_is_not_served_fails_and_says_so() {
    let (_node, api) = instant().await;
    let alice = signed(&api, Alice);
    let error = alice.sudo_unchecked_weight(
        gsdk::gear::runtime_types::vara_runtime::RuntimeCall::System(
            gsdk::gear::system::Call::remark { remark: vec![] },
        ),
        gsdk::gear::runtime_types::sp_weights::weight_v2::Weight { ref_time: 0, proof_size: 0 },
    );
    let error = error.await.unwrap_err();
    assert!(error.to_string().contains("CallFiltered"), "{error}");
}
