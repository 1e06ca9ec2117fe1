//! The shortest and longest stages, and the largest and smallest payouts.

use crate::{prepared::*, table::*};
use gtest::{
    Program,
    constants::{EXISTENTIAL_DEPOSIT, VALUE_PER_GAS},
};
use parity_scale_codec::Encode;
use rpsls_io::{Action, Event, GameConfig, GameError, GameStage, Move, RevealResult, StageChange};

#[test]
fn stages_of_five_seconds_are_run_by_the_alarm() {
    let shortest = GameConfig::MIN_TIMEOUT;
    let mut table = Table::new(config(shortest, shortest, shortest), 2);
    table.register(1).event();
    table.register(2).event();
    let since = table.system.block_timestamp();
    let events = until_something_happens(&mut table);
    let players = ids(&[1, 2]);
    let started = StageChange::MovesStarted { players };
    assert_eq!(events, [Event::StageAdvanced(started)]);
    assert!(table.system.block_timestamp() <= since + 6_000);
    table.make_move(2, Move::Rock).event();
    let events = until_something_happens(&mut table);
    let winner = id(2);
    assert_eq!(events, [Event::StageAdvanced(StageChange::GameOver { winner })]);
}

#[test]
fn an_alarm_a_year_ahead_is_armed_and_paid_for() {
    let year = GameConfig::MAX_TIMEOUT;
    let mut table = Table::registered(config(year, year, year), 2);
    let blocks = u128::from(year / 3_000);
    let hold = table.held_for_alarm() - u128::from(rpsls_io::gas::ALARM) * VALUE_PER_GAS;
    assert!(hold >= 100 * blocks * VALUE_PER_GAS, "{hold}");
    assert!(hold <= 100 * (blocks + 10) * VALUE_PER_GAS, "{hold}");
    assert_eq!(table.send(1, Action::Leave).gain, BET as i128);
}

#[test]
fn a_short_stage_after_a_long_one_has_an_alarm_of_its_own() {
    let mut table = Table::committed(config(60_000, 3_600_000, 6_000), &[Move::Rock; 2]);
    let held = table.held_for_alarm();
    table.reveal(1, Move::Rock).event();
    assert!(table.held_for_alarm() > held, "the alarm of the moves comes an hour later");
    let won = StageChange::GameOver { winner: id(1) };
    assert_eq!(table.pass_deadline(), [Event::StageAdvanced(won)]);
    // The late alarm finds nothing to do, and is not sent on.
    for player in [1, 2] {
        table.register(player).event();
    }
    let started = until_something_happens(&mut table);
    assert!(matches!(started[..], [Event::StageAdvanced(StageChange::MovesStarted { .. })]));
    while table.held_for_alarm() > 0 {
        assert_eq!(broadcasts(&table.run_block()), []);
    }
}

#[test]
fn a_pot_that_almost_fills_128_bits_is_paid_to_the_unit() {
    // The winner's and the program's other value must fit into 128 bits too.
    let bet = (u128::MAX - 8 * PURSE) / 2;
    let rich = GameConfig { bet_size: bet, players_count_limit: 2, ..CONFIG };
    let mut table = Table::new(rich, 0);
    let too_small = table.send_with_value(STRANGER, Action::Register, PURSE / 2);
    let attached = PURSE / 2;
    let bet_size = bet;
    assert_eq!(too_small.error(), GameError::BetTooSmall { bet_size, attached });

    for player in [1, 2] {
        table.system.mint_to(player, bet + PURSE);
    }
    let registered = |table: &Table, player: u64| {
        let message = table.program().send_bytes_with_gas(
            player,
            Action::Register.encode(),
            FRUGAL,
            bet + VARA,
        );
        let block = table.system.run_next_block();
        assert_eq!(reply(&block, message), Ok(Event::PlayerRegistered));
    };
    registered(&table, 1);
    registered(&table, 2);
    assert_eq!(table.program().balance(), 2 * bet + EXISTENTIAL_DEPOSIT);
    assert_eq!(table.state().pot, 2 * bet);

    let act = |user: u64, action: Action| {
        let program = table.program();
        let message = program.send_bytes_with_gas(user, action.encode(), FRUGAL, VARA);
        let block = table.system.run_next_block();
        reply(&block, message).expect("accepted")
    };
    assert_eq!(act(2, Action::Leave), Event::PlayerLeft);
    assert_eq!(table.program().balance(), bet + EXISTENTIAL_DEPOSIT);
    registered(&table, 2);
    act(OWNER, Action::StopGame);
    assert_eq!(table.program().balance(), EXISTENTIAL_DEPOSIT);
    for player in [1, 2] {
        assert!(table.balance(player) > bet, "the bet comes back");
    }
}

#[test]
fn a_payout_to_a_program_comes_back_and_stays_with_the_table() {
    // The winner's address becomes a program only after its last message: on the embedded chain a
    // program can't send what a user can.
    let mut table = Table::committed(CONFIG, &[Move::Rock, Move::Scissors]);
    table.reveal(1, Move::Rock).event();
    let winner = Program::from_binary_with_id(&table.system, 1, gas_floor::WASM_BINARY_OPT);
    winner.send_bytes(STRANGER, []);
    table.system.run_next_block();
    let before = (table.balance(1), table.program().balance());

    let last = reveal_of(2, Move::Scissors);
    let message = table.program().send_bytes_with_gas(2, last.encode(), FRUGAL, 0);
    let block = table.system.run_next_block();
    let won = RevealResult::GameOver { winner: id(1) };
    assert_eq!(reply(&block, message), Ok(Event::SuccessfulReveal(won)));
    assert_eq!((table.balance(1), table.program().balance()), before);
    assert_eq!(table.state().pot, 0, "the value belongs to no later game");
    assert_eq!(table.state().game_stage, GameStage::Preparation);
}

#[test]
fn a_payout_too_small_to_open_an_account_again_is_lost_with_the_account() {
    let small = GameConfig { bet_size: EXISTENTIAL_DEPOSIT / 10, ..CONFIG };
    let table = Table::new(small.clone(), 0);
    // The gas that comes back to this player is too little to keep the account.
    table.system.mint_to(1, EXISTENTIAL_DEPOSIT + small.bet_size);
    let send = |user: u64, action: Action, value: u128| {
        let program = table.program();
        let message = program.send_bytes_with_gas(user, action.encode(), FRUGAL, value);
        let block = table.system.run_next_block();
        reply(&block, message).expect("accepted")
    };
    send(1, Action::Register, small.bet_size);
    assert_eq!(table.balance(1), 0, "reaped");
    let held = table.program().balance();
    send(OWNER, Action::StopGame, 0);
    assert_eq!(table.program().balance(), held - small.bet_size, "paid");
    assert_eq!(table.balance(1), 0, "the chain has no account to credit");
}

#[test]
fn of_two_hundred_and_fifty_five_players_who_draw_one_wins() {
    let mut moves = vec![Move::Scissors; 255];
    let mut table = Table::committed(UNHURRIED, &moves);
    assert_eq!((table.state().pot, table.state().commitments.len()), (255 * BET, 255));
    let players = (1..=255).map(id).collect();
    assert_eq!(table.reveal_all(&moves), RevealResult::NextRoundStarted { players });
    moves[200] = Move::Rock;
    table.commit_all(&moves);
    let before = table.balance(201);
    assert_eq!(table.reveal_all(&moves), RevealResult::GameOver { winner: id(201) });
    assert!(table.balance(201) > before + 254 * BET, "the pot, less gas");
    assert_eq!(table.state().last_game.map(|game| game.rounds), Some(2));
}
