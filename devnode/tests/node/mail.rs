//! Messages that wait in storage: in a mailbox for their user, or in the waitlist for their
//! program. `tests/engine.rs` compares their costs with gtest.

use crate::support::*;
use devnode_probe::Task;
use gear_core::ids::{ActorId, MessageId};
use gsdk::{
    AccountKeyring::*,
    Api, Event, SignedApi,
    gear::{gear::Event as GearEvent, storage},
};
use parity_scale_codec::Encode;

async fn tell(who: &SignedApi, program: ActorId, task: &Task) -> (MessageId, Vec<Event>) {
    let sent = who.send_message_bytes(program, task.encode(), GAS, 0).await.unwrap();
    let api: &Api = who;
    (sent.value, api.block_events_at(Some(sent.block_hash)).await.unwrap())
}

/// The reason why a message left a mailbox, from a block's events.
fn read(events: &[Event]) -> Option<String> {
    events.iter().find_map(|event| match event {
        Event::Gear(GearEvent::UserMessageRead { reason, .. }) => Some(format!("{reason:?}")),
        _ => None,
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn mail_is_in_storage_until_it_is_claimed_or_answered() {
    let (_node, api) = instant().await;
    let (program, bob) = (probe(&api).await, signed(&api, Bob));
    let mail = async || {
        let (_, events) = tell(&bob, program, &Task::Mail { value: 2 * VARA }).await;
        let id = mailed(&events).expect("the message waits in the mailbox");
        let (message, interval) = bob.mailbox_message(id).await.unwrap().expect("it is there");
        assert_eq!((message.source(), message.value()), (program, 2 * VARA));
        assert_eq!((message.id(), message.payload_bytes()), (id, &b"mail"[..]));
        assert_eq!(interval.start, api.number().await.unwrap());
        assert!(interval.finish > interval.start);
        id
    };

    let first = mail().await;
    let before = bob.free_balance().await.unwrap();
    let claimed = bob.claim_value(first).await.unwrap();
    let events = api.block_events_at(Some(claimed.block_hash)).await.unwrap();
    assert!(read(&events).unwrap().contains("MessageClaimed"));
    assert!(bob.free_balance().await.unwrap() + fee(&events) >= before + 2 * VARA);
    fails(bob.claim_value(first).await, "MessageNotFound");

    let second = mail().await;
    let gas = bob.calculate_reply_gas(second, b"thanks", 0, true).await.unwrap();
    let replied = bob.send_reply_bytes(second, b"thanks", gas.min_limit, 0).await.unwrap();
    let events = api.block_events_at(Some(replied.block_hash)).await.unwrap();
    assert!(read(&events).unwrap().contains("MessageReplied"));
    let rent = 100;
    assert_eq!(burned(&events), gas.burned + rent, "the program handled the reply");
    let none = bob.calculate_reply_gas(second, b"thanks", 0, true).await.unwrap_err();
    assert!(format!("{none:?}").contains("MessageNotFound"), "{none:?}");
    let left = api.mailbox_messages(bob.account_id().clone(), 10).await.unwrap();
    assert!(left.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_waits_in_the_waitlist_until_its_block_has_come() {
    let (_node, api) = instant().await;
    let program = probe(&api).await;
    let (id, events) = tell(&signed(&api, Bob), program, &Task::WaitFor(5)).await;
    let until = events.iter().find_map(|event| match event {
        Event::Gear(GearEvent::MessageWaited { id: found, expiration, .. }) if *found == id => {
            Some(*expiration)
        }
        _ => None,
    });
    let until = until.expect("an event tells of the wait");
    let waits = async || {
        let entry = storage().gear_messenger().waitlist(program, id);
        api.storage().at_latest().await.unwrap().fetch(&entry).await.unwrap()
    };
    let now = api.number().await.unwrap();
    assert_eq!(waits().await.expect("it is there").1.finish, until);
    advance(&api, until - now - 1).await;
    assert!(waits().await.is_some());
    advance(&api, 1).await;
    assert!(waits().await.is_none());
    let events = api.block_events_at(None).await.unwrap();
    assert_eq!(reply_to(id, &events).unwrap().0, b"done");
}
