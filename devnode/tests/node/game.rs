//! A table's whole life through `gsdk`: the deployment, the replies, the alarm and the payout.

use crate::support::*;
use gear_core::ids::{ActorId, CodeId, prelude::*};
use gsdk::{AccountKeyring::*, Api, Event, gear::gear::Event as GearEvent};
use parity_scale_codec::{Decode, Encode};
use rpsls_io::{
    Action, Event as GameEvent, GameError, Move, RevealResult, StageChange, commitment, opening,
};

fn make(mv: Move, password: &str) -> Action {
    Action::MakeMove(commitment(&opening(mv, password)))
}

/// The event that a program broadcast in the newest block.
async fn broadcast(api: &Api) -> Option<GameEvent> {
    let events = api.block_events_at(None).await.unwrap();
    events.iter().find_map(|event| match event {
        Event::Gear(GearEvent::UserMessageSent { message, .. })
            if message.destination() == [0; 32].into() =>
        {
            Some(GameEvent::decode(&mut message.payload_bytes()).unwrap())
        }
        _ => None,
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn two_play_a_game_and_the_winner_has_the_pot() {
    let (_node, api) = instant().await;
    let all = issuance(&api).await;
    let table = Table::deploy(&api, CONFIG).await;
    let hash = api.read_metahash(table.id).await.unwrap();
    let metadata = <rpsls::ProgramMetadata as gmeta::Metadata>::repr().bytes();
    assert_eq!(hash.0, gsdk::ext::sp_core::blake2_256(&metadata));
    let (bob, charlie) = (signed(&api, Bob), signed(&api, Charlie));

    let registered = table.act(&bob, &Action::Register, 2 * BET).await;
    assert_eq!(registered.reply, Ok(GameEvent::PlayerRegistered));
    assert_eq!(registered.value, BET, "the change comes back");
    let before = charlie.free_balance().await.unwrap();
    let armed = table.act(&charlie, &Action::Register, BET).await;
    let held = before - charlie.free_balance().await.unwrap();
    assert!(held > BET + u128::from(armed.burned) * 100 + VARA / 10, "the alarm holds gas");
    assert_eq!(table.state().await.pot, 2 * BET);

    // No player ends the stage. The alarm does, and the program broadcasts it.
    let players = [id(Bob), id(Charlie)].into();
    let started = GameEvent::StageAdvanced(StageChange::MovesStarted { players });
    let mut blocks = 0;
    while broadcast(&api).await.as_ref() != Some(&started) {
        blocks += 1;
        assert!(blocks < 25, "the stage ends in time");
        advance(&api, 1).await;
    }
    let spent = before - charlie.free_balance().await.unwrap() - fee(&armed.events);
    assert!(spent < BET + VARA * 3 / 10, "what the alarm did not burn came back: {spent}");

    let moved = table.act(&bob, &make(Move::Rock, "bob"), 0).await;
    assert_eq!(moved.reply, Ok(GameEvent::SuccessfulMove(id(Bob))));
    let again = table.act(&bob, &make(Move::Paper, "bob"), 3 * VARA).await;
    assert!(matches!(again.reply, Err(GameError::AlreadyMoved)), "{:?}", again.reply);
    assert_eq!(again.value, 3 * VARA, "the value of a refused action comes back");
    table.act(&charlie, &make(Move::Scissors, "charlie"), 0).await.reply.unwrap();

    let reveal = Action::Reveal(opening(Move::Rock, "bob"));
    let revealed = table.act(&bob, &reveal, 0).await;
    assert_eq!(revealed.reply, Ok(GameEvent::SuccessfulReveal(RevealResult::Continue)));
    let before = bob.free_balance().await.unwrap();
    let reveal = Action::Reveal(opening(Move::Scissors, "charlie"));
    let last = table.act(&charlie, &reveal, 0).await;
    let over = RevealResult::GameOver { winner: id(Bob) };
    assert_eq!(last.reply, Ok(GameEvent::SuccessfulReveal(over)));

    let after = bob.free_balance().await.unwrap();
    assert_eq!(after - before, 2 * BET, "the pot is credited at once");
    let payout = last.events.iter().find_map(|event| match event {
        Event::Gear(GearEvent::UserMessageSent { message, expiration })
            if message.destination() == id(Bob) =>
        {
            Some((message.value(), *expiration))
        }
        _ => None,
    });
    assert_eq!(payout, Some((2 * BET, None)), "its message has the pot, and waits in no mailbox");
    assert_eq!(table.state().await.last_game.unwrap().winner, id(Bob));
    assert_eq!(issuance(&api).await, all, "value was moved, not made");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_is_stored_and_makes_programs_and_a_batch_goes_on_where_one_of_it_fails() {
    let (_node, api) = instant().await;
    let (alice, bob) = (signed(&api, Alice), signed(&api, Bob));
    let wasm = rpsls::WASM_BINARY_OPT;
    let code = alice.upload_code(wasm.to_vec()).await.unwrap().value;
    assert_eq!(code, CodeId::generate(wasm));
    assert_eq!(api.original_code_at(code, None).await.unwrap(), wasm);
    let made = alice.create_program_bytes(code, b"1", CONFIG.encode(), GAS, 0).await.unwrap();
    let table = Table { api: api.clone(), id: made.value.1 };
    assert_eq!(table.id, ActorId::generate_from_user(code, b"1"));
    assert_eq!(api.active_program_at(table.id, None).await.unwrap().code_id, code);
    let messages = [GAS, u64::MAX, GAS].map(|gas| (table.id, Action::Register.encode(), gas, BET));
    let sent = bob.send_message_bytes_batch(messages).await.unwrap().value;
    assert_eq!(sent.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
    assert_eq!(table.state().await.lobby_list, [id(Bob)], "Bob is registered once");
}
