//! The whole game by `gsdk`: each action, each reply, the alarm, the payout.

use crate::support::*;
use gsdk::{AccountKeyring::*, Event, gear::gear::Event as GearEvent};
use parity_scale_codec::Decode;
use rpsls_io::{
    Action, Event as GameEvent, GameConfig, GameError, GameStage, Move, RevealResult, StageChange,
    commitment, opening,
};

fn make(mv: Move, password: &str) -> Action {
    Action::MakeMove(commitment(&opening(mv, password)))
}

#[tokio::test(flavor = "multi_thread")]
async fn two_players_play_a_game_and_the_winner_has_the_pot() {
    let (_node, api) = instant().await;
    let all = issuance(&api).await;
    let table = Table::deploy(&api, CONFIG).await;
    let (bob, charlie) = (signed(&api, Bob), signed(&api, Charlie));

    let registered = table.act(&bob, &Action::Register, 2 * BET).await;
    assert_eq!(registered.reply, Ok(GameEvent::PlayerRegistered));
    assert_eq!(registered.value, BET, "the change comes back");
    let registered = table.act(&charlie, &Action::Register, BET).await;
    assert_eq!(registered.reply, Ok(GameEvent::PlayerRegistered));
    assert_eq!(table.state().await.pot, 2 * BET);

    // The second registration armed an alarm: nobody sends what ends the stage.
    advance(&api, 21).await;
    let state = table.state().await;
    assert!(matches!(state.game_stage, GameStage::InProgress(_)), "{:?}", state.game_stage);

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
    assert_eq!(payout, Some((2 * BET, None)), "its message says so, and is in no mailbox");
    assert_eq!(table.state().await.last_game.unwrap().winner, id(Bob));
    assert_eq!(issuance(&api).await, all, "value was moved, not made");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_alarm_is_broadcast_and_its_gas_comes_back() {
    let (_node, api) = instant().await;
    let table = Table::deploy(&api, CONFIG).await;
    let (bob, charlie) = (signed(&api, Bob), signed(&api, Charlie));
    table.act(&bob, &Action::Register, BET).await.reply.unwrap();
    let before = charlie.free_balance().await.unwrap();
    let armed = table.act(&charlie, &Action::Register, BET).await;
    let held = before - charlie.free_balance().await.unwrap();
    assert!(held > BET + u128::from(armed.burned) * 100 + 100_000_000_000, "the alarm holds gas");

    let best = advance(&api, 20).await;
    let mut broadcast = None;
    for number in (best - 19)..=best {
        let hash = api.legacy().chain_get_block_hash(Some(u64::from(number).into())).await.unwrap();
        for event in api.block_events_at(hash).await.unwrap() {
            if let Event::Gear(GearEvent::UserMessageSent { message, .. }) = event
                && message.destination() == [0; 32].into()
            {
                broadcast = Some(GameEvent::decode(&mut message.payload_bytes()).unwrap());
            }
        }
    }
    let players = [id(Bob), id(Charlie)].into();
    let started = GameEvent::StageAdvanced(StageChange::MovesStarted { players });
    assert_eq!(broadcast, Some(started));
    let spent = before - charlie.free_balance().await.unwrap() - fee(&armed.events);
    assert!(spent < BET + 300_000_000_000, "what the alarm did not burn came back: {spent}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_other_actions_reach_the_program_too() {
    let (_node, api) = instant().await;
    let table = Table::deploy(&api, CONFIG).await;
    let (alice, bob) = (signed(&api, Alice), signed(&api, Bob));
    table.act(&bob, &Action::Register, BET).await.reply.unwrap();
    let early = table.act(&bob, &Action::Advance, 0).await;
    assert!(matches!(early.reply, Err(GameError::StageNotOver { .. })), "{:?}", early.reply);
    let left = table.act(&bob, &Action::Leave, 0).await;
    assert_eq!((left.reply, left.value), (Ok(GameEvent::PlayerLeft), BET));
    let next = GameConfig { bet_size: 0, ..CONFIG };
    let refused = table.act(&bob, &Action::ChangeNextGameConfig(next.clone()), 0).await;
    assert!(matches!(refused.reply, Err(GameError::NotOwner)), "{:?}", refused.reply);
    let changed = table.act(&alice, &Action::ChangeNextGameConfig(next.clone()), 0).await;
    assert_eq!(changed.reply, Ok(GameEvent::GameConfigChanged));
    let stopped = table.act(&alice, &Action::StopGame, 0).await;
    assert!(matches!(stopped.reply, Ok(GameEvent::GameWasStopped(_))), "{:?}", stopped.reply);
    assert_eq!(table.state().await.config, next);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_tells_what_its_metadata_hashes_to() {
    let (_node, api) = instant().await;
    let table = Table::deploy(&api, CONFIG).await;
    let hash = api.read_metahash(table.id).await.unwrap();
    let metadata = <rpsls::ProgramMetadata as gmeta::Metadata>::repr().bytes();
    assert_eq!(hash.0, gsdk::ext::sp_core::blake2_256(&metadata));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bad_config_leaves_no_program_and_says_why() {
    let (_node, api) = instant().await;
    let config = GameConfig { players_count_limit: 1, ..CONFIG };
    let alice = signed(&api, Alice);
    let wasm = rpsls::WASM_BINARY_OPT.to_vec();
    let payload = parity_scale_codec::Encode::encode(&config);
    let estimate = alice.calculate_upload_gas(&wasm, &payload, 0, true).await.unwrap_err();
    assert!(format!("{estimate:?}").contains("Program terminated with a trap"), "{estimate:?}");
    let before = alice.free_balance().await.unwrap();
    let uploaded = alice.upload_program_bytes(wasm, vec![], payload, GAS, VARA).await.unwrap();
    let (message, program) = uploaded.value;
    let events = api.block_events_at(Some(uploaded.block_hash)).await.unwrap();
    assert_eq!(
        status_of(message, &events),
        Some(gsdk::gear::runtime_types::gear_common::event::DispatchStatus::Failed)
    );
    assert!(api.read_state_bytes(program, vec![]).await.is_err());
    let spent = before - alice.free_balance().await.unwrap() - fee(&events);
    assert!(spent < VARA / 5, "value and existential deposit come back: {spent}");
}
