//! What clients are told of without asking again.

use crate::support::*;
use futures::StreamExt;
use gsdk::{AccountKeyring::*, Api, Event, UserMessageSentFilter, gear::gear::Event as GearEvent};
use rpsls_io::Action;
use std::time::Duration;
use tokio::time::timeout;

const SOON: Duration = Duration::from_secs(20);

#[tokio::test(flavor = "multi_thread")]
async fn heads_come_one_after_another() {
    let (_node, api) = ticking(20).await;
    for mut blocks in [
        api.blocks().subscribe_all().await.unwrap(),
        api.blocks().subscribe_best().await.unwrap(),
        api.blocks().subscribe_finalized().await.unwrap(),
    ] {
        let mut last = None;
        for _ in 0..5 {
            let block = timeout(SOON, blocks.next()).await.unwrap().unwrap().unwrap();
            assert!(last.is_none_or(|last| block.number() == last + 1));
            last = Some(block.number());
        }
    }
    assert!(api.is_progressing().await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn no_head_is_missed_when_many_blocks_are_made_at_once() {
    let (_node, api) = instant().await;
    let mut blocks = api.blocks().subscribe_all().await.unwrap();
    advance(&api, 500).await;
    for expected in 0..=500 {
        let block = timeout(SOON, blocks.next()).await.unwrap().unwrap().unwrap();
        assert_eq!(block.number(), expected);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn events_come_as_they_happen() {
    let (_node, api) = instant().await;
    let table = Table::deploy(&api, CONFIG).await;
    let events = api.subscribe_finalized_events().await.unwrap();
    let acted = table.act(&signed(&api, Bob), &Action::Register, BET).await;
    let mut events = std::pin::pin!(events);
    let reply = async {
        while let Some(event) = events.next().await {
            if let Event::Gear(GearEvent::UserMessageSent { message, .. }) = event.unwrap()
                && message.details().is_some_and(|details| details.to_message_id() == acted.message)
            {
                return;
            }
        }
    };
    timeout(SOON, reply).await.expect("the reply is among them");
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_to_users_come_by_their_filter() {
    let (_node, api) = instant().await;
    let table = Table::deploy(&api, CONFIG).await;
    let to_bob = UserMessageSentFilter::new().with_source(table.id).with_destination(id(Bob));
    let mut to_bob = api.subscribe_user_message_sent(to_bob).await.unwrap();
    table.act(&signed(&api, Charlie), &Action::Register, 2 * BET).await.reply.unwrap();
    let acted = table.act(&signed(&api, Bob), &Action::Register, 3 * BET).await;
    let message = timeout(SOON, to_bob.next()).await.unwrap().unwrap().unwrap();
    assert_eq!((message.destination, message.value), (id(Bob), 2 * BET));
    assert_eq!(message.reply.unwrap().to, acted.message);

    // Those of the past, too: Charlie's reply and Bob's.
    let all = UserMessageSentFilter::new().with_source(table.id).with_payload_prefix([0]);
    let mut all = api.subscribe_user_message_sent(all.from_block(1)).await.unwrap();
    for expected in [id(Charlie), id(Bob)] {
        let message = timeout(SOON, all.next()).await.unwrap().unwrap().unwrap();
        assert_eq!(message.destination, expected);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_of_programs_come() {
    let (_node, api) = instant().await;
    let table = Table::deploy(&api, CONFIG).await;
    let ids = vec![gsdk::ext::sp_core::H256(table.id.into_bytes())];
    let mut changes = api.subscribe_program_state_changes(Some(ids.clone())).await.unwrap();
    let begun = timeout(SOON, changes.next()).await.unwrap().unwrap().unwrap();
    assert!(begun.program_ids.is_empty(), "as a Vara node says that it has begun");
    table.act(&signed(&api, Bob), &Action::Register, BET).await.reply.unwrap();
    let change = timeout(SOON, changes.next()).await.unwrap().unwrap().unwrap();
    assert_eq!(change.program_ids[..], [gsdk::ext::subxt::utils::H256(table.id.into_bytes())]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_may_leave_and_come_back() {
    let (node, api) = instant().await;
    let table = Table::deploy(&api, CONFIG).await;
    for player in [Bob, Charlie, Dave] {
        let again = Api::new(&node.url()).await.unwrap();
        let blocks = again.blocks().subscribe_all().await.unwrap();
        let table = Table { api: again.clone(), id: table.id };
        table.act(&signed(&again, player), &Action::Register, BET).await.reply.unwrap();
        drop((blocks, again));
    }
    assert_eq!(table.state().await.lobby_list.len(), 3);
}
