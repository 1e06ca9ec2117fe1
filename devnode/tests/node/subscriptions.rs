//! Subscriptions to messages, to programs' changes and to storage.

use crate::support::*;
use futures::StreamExt;
use gear_core::ids::ActorId;
use gsdk::{
    AccountKeyring::*,
    Api, UserMessageSentFilter,
    ext::{
        sp_core::H256,
        subxt::{
            ext::subxt_rpcs::{client::RpcSubscription, rpc_params},
            utils::AccountId32,
        },
    },
    gear::storage,
};
use rpsls_io::Action;
use serde_json::Value;

#[tokio::test(flavor = "multi_thread")]
async fn messages_to_users_come_by_their_filter() {
    let (_node, api) = instant().await;
    let table = Table::deploy(&api, CONFIG).await;
    let to_bob = UserMessageSentFilter::new().with_source(table.id).with_destination(id(Bob));
    let mut to_bob = api.subscribe_user_message_sent(to_bob).await.unwrap();
    table.act(&signed(&api, Charlie), &Action::Register, 2 * BET).await.reply.unwrap();
    let acted = table.act(&signed(&api, Bob), &Action::Register, 3 * BET).await;
    let message = soon(to_bob.next()).await.unwrap().unwrap();
    assert_eq!((message.destination, message.value), (id(Bob), 2 * BET));
    assert_eq!(message.reply.unwrap().to, acted.message);

    // Messages of the past come, too: Charlie's reply and Bob's.
    let all = UserMessageSentFilter::new().with_source(table.id).with_payload_prefix([0]);
    let mut all = api.subscribe_user_message_sent(all.from_block(1)).await.unwrap();
    for expected in [id(Charlie), id(Bob)] {
        let message = soon(all.next()).await.unwrap().unwrap();
        assert_eq!(message.destination, expected);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_of_programs_come() {
    let (_node, api) = instant().await;
    let table = Table::deploy(&api, CONFIG).await;
    let ids = vec![H256(table.id.into_bytes())];
    let mut changes = api.subscribe_program_state_changes(Some(ids)).await.unwrap();
    let begun = soon(changes.next()).await.unwrap().unwrap();
    assert!(begun.program_ids.is_empty(), "the first item confirms that it has begun, as on Vara");
    table.act(&signed(&api, Bob), &Action::Register, BET).await.reply.unwrap();
    let change = soon(changes.next()).await.unwrap().unwrap();
    assert_eq!(change.program_ids[..], [gsdk::ext::subxt::utils::H256(table.id.into_bytes())]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_entry_of_storage_comes_when_it_changes() {
    let (node, api) = instant().await;
    let account = storage().system().account(AccountId32(ActorId::from([9; 32]).into_bytes()));
    let key = hex(api.storage().address_bytes(&account).unwrap());
    let (subscribe, unsubscribe) = ("state_subscribeStorage", "state_unsubscribeStorage");
    let params = rpc_params![vec![&key]];
    let mut told: RpcSubscription<Value> =
        api.rpc().subscribe(subscribe, params, unsubscribe).await.unwrap();
    let first = next(&mut told).await;
    assert_eq!((&first["changes"][0][0], &first["changes"][0][1]), (&key.into(), &Value::Null));
    advance(&api, 3).await;
    let other = Api::new(&node.url()).await.unwrap();
    let sent = signed(&other, Bob).transfer_keep_alive(ActorId::from([9; 32]), VARA).await.unwrap();
    let change = next(&mut told).await;
    assert_eq!(change["block"], hex(sent.block_hash), "the blocks in between bring nothing");
    assert!(change["changes"][0][1].is_string());
}
