//! Balances add up: transfers, gas and fees.

use crate::support::*;
use gear_core::ids::ActorId;
use gsdk::{AccountKeyring::*, Event, gear::system::Event as SystemEvent};
use rpsls_io::Action;

#[tokio::test(flavor = "multi_thread")]
async fn a_transfer_costs_its_amount_and_its_fee() {
    let (_node, api) = instant().await;
    let all = issuance(&api).await;
    let alice = signed(&api, Alice);
    let before = alice.free_balance().await.unwrap();
    let stranger = ActorId::from([9; 32]);
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
    assert_eq!(api.free_balance(table.id).await.unwrap(), BET + VARA, "the bet and the deposit");
    assert_eq!(issuance(&api).await, all);
    assert_eq!(
        api.bank_info_at(bob.account_id().clone(), None).await.ok(),
        None,
        "the bank holds nothing"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_to_an_account_is_a_transfer_and_who_gives_away_all_is_gone() {
    let (_node, api) = instant().await;
    let (bob, poor) = (signed(&api, Bob), poor(&api));
    let its = ActorId::from(<[u8; 32]>::from(poor.account_id().clone()));
    let all = issuance(&api).await;
    // `gsdk` looks for a queued message, but no message is queued for an account.
    bob.send_message_bytes(its, b"hello".to_vec(), 0, 3 * VARA).await.unwrap_err();
    assert_eq!(poor.free_balance().await.unwrap(), 3 * VARA);
    let given = poor.transfer_all(id(Bob), false).await.unwrap();
    let events = api.block_events_at(Some(given.block_hash)).await.unwrap();
    let killed = |event: &Event| matches!(event, Event::System(SystemEvent::KilledAccount { .. }));
    assert!(events.iter().any(killed));
    assert_eq!(api.free_balance(its).await.unwrap_or_default(), 0);
    assert_eq!(issuance(&api).await, all);
}
