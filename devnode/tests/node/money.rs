//! Balances add up: what is moved, what gas costs, what a fee costs.

use crate::support::*;
use gsdk::AccountKeyring::*;
use rpsls_io::Action;

#[tokio::test(flavor = "multi_thread")]
async fn a_transfer_costs_its_amount_and_its_fee() {
    let (_node, api) = instant().await;
    let all = issuance(&api).await;
    let alice = signed(&api, Alice);
    let before = alice.free_balance().await.unwrap();
    let stranger = gear_core::ids::ActorId::from([9; 32]);
    let sent = alice.transfer_keep_alive(stranger, 5 * VARA).await.unwrap();
    let events = api.block_events_at(Some(sent.block_hash)).await.unwrap();
    assert_eq!(api.free_balance(stranger).await.unwrap(), 5 * VARA);
    assert_eq!(before - alice.free_balance().await.unwrap(), 5 * VARA + fee(&events));
    assert_eq!(issuance(&api).await, all);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_costs_its_gas_its_fee_and_the_value_that_was_kept() {
    let (_node, api) = instant().await;
    let table = Table::deploy(&api, CONFIG).await;
    let all = issuance(&api).await;
    let bob = signed(&api, Bob);
    let before = bob.free_balance().await.unwrap();
    let acted = table.act(&bob, &Action::Register, BET + 7).await;
    let gas = u128::from(acted.burned) * 100;
    let spent = before - bob.free_balance().await.unwrap();
    assert_eq!(spent, BET + gas + fee(&acted.events));
    assert_eq!(api.free_balance(table.id).await.unwrap(), BET + VARA, "and what lets it exist");
    assert_eq!(issuance(&api).await, all);
    assert_eq!(
        api.bank_info_at(bob.account_id().clone(), None).await.ok(),
        None,
        "nothing is held"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_to_an_account_is_a_transfer() {
    let (_node, api) = instant().await;
    let bob = signed(&api, Bob);
    // There is no program to queue a message for, which is what gsdk looks for.
    bob.send_message_bytes(id(Charlie), b"hello".to_vec(), 0, 3 * VARA).await.unwrap_err();
    let charlie = api.free_balance(id(Charlie)).await.unwrap();
    assert_eq!(charlie, 1_000_003 * VARA);
}
