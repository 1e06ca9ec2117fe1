//! `ChangeNextGameConfig` and `StopGame`.

use crate::table::*;
use rpsls_io::{Action, ConfigError, Event, GameConfig, GameError, GameStage, Move};

fn stopped(players: &[u64]) -> Event {
    Event::GameWasStopped(players.iter().map(|player| id(*player)).collect())
}

/// What each of these players gains from the owner's `StopGame`.
fn shares(table: &mut Table, players: &[u64]) -> (Event, Vec<u128>) {
    let balances = |table: &Table| players.iter().map(|p| table.balance(*p)).collect::<Vec<_>>();
    let before = balances(table);
    let event = table.send(OWNER, Action::StopGame).event();
    let gains = balances(table).into_iter().zip(before).map(|(after, before)| after - before);
    (event, gains.collect())
}

#[test]
fn only_the_owner_may() {
    let mut table = Table::registered(CONFIG, 2);
    for user in [1, STRANGER] {
        for action in [Action::StopGame, Action::ChangeNextGameConfig(CONFIG)] {
            assert_eq!(table.send(user, action).error(), GameError::NotOwner);
        }
    }
}

#[test]
fn a_bad_config_is_refused() {
    let mut table = Table::new(CONFIG, 0);
    let config = GameConfig { reveal_timeout: 0, ..CONFIG };
    let error = table.send(OWNER, Action::ChangeNextGameConfig(config)).error();
    assert_eq!(error, GameError::BadConfig(ConfigError::TimeoutTooShort));
    assert_eq!(table.state().next_config, None);
}

#[test]
fn the_next_config_is_applied_when_the_game_ends() {
    let mut table = Table::committed(CONFIG, &[Move::Rock, Move::Paper]);
    let next = GameConfig { bet_size: 3 * VARA, players_count_limit: 2, ..CONFIG };
    for config in [UNHURRIED, next.clone()] {
        let event = table.send(OWNER, Action::ChangeNextGameConfig(config)).event();
        assert_eq!(event, Event::GameConfigChanged);
    }
    assert_eq!(table.state().config, CONFIG, "the running game keeps its own");
    assert_eq!(table.state().next_config, Some(next.clone()));
    table.reveal_all(&[Move::Rock, Move::Paper]);
    assert_eq!(table.state().config, next);
    assert_eq!(table.state().next_config, None);
    assert_eq!(table.register(1).gain, -3 * VARA as i128);
}

#[test]
fn the_next_config_is_applied_when_the_game_is_stopped() {
    let mut table = Table::registered(CONFIG, 2);
    table.send(OWNER, Action::ChangeNextGameConfig(UNHURRIED)).event();
    table.send(OWNER, Action::StopGame).event();
    assert_eq!(table.state().config, UNHURRIED);
}

#[test]
fn stop_in_preparation_gives_each_bet_back() {
    let mut table = Table::registered(CONFIG, 3);
    let (event, gains) = shares(&mut table, &[1, 2, 3]);
    assert_eq!(event, stopped(&[1, 2, 3]));
    assert_eq!(gains, [BET; 3]);
    assert_eq!(table.state().game_stage, GameStage::Preparation);
    assert_eq!(table.state().lobby_list, []);
}

#[test]
fn stop_of_an_empty_table_pays_nobody() {
    let mut table = Table::new(CONFIG, 0);
    assert_eq!(table.send(OWNER, Action::StopGame).event(), stopped(&[]));
}

#[test]
fn stop_shares_the_pot_among_those_still_in_and_leaves_no_dust() {
    // 40 000 000 000 004 units among three: two are left over.
    let config = GameConfig { bet_size: BET + 1, ..CONFIG };
    let moves = [Move::Rock, Move::Rock, Move::Rock, Move::Scissors];
    let mut table = Table::committed(config, &moves);
    table.reveal_all(&moves);
    let mut players = [1, 2, 3];
    players.sort_by_key(|player| id(*player));
    let (event, gains) = shares(&mut table, &players);
    assert_eq!(event, stopped(&[1, 2, 3]));
    let share = 4 * (BET + 1) / 3;
    assert_eq!(gains, [share + 1, share + 1, share]);
}

#[test]
fn stop_while_players_move_counts_all_who_are_in() {
    let mut table = Table::started(CONFIG, 3);
    table.make_move(1, Move::Rock).event();
    assert_eq!(shares(&mut table, &[1, 2, 3]).1, [BET; 3]);
}

#[test]
fn stop_while_players_reveal_waits_for_the_round() {
    let mut table = Table::committed(CONFIG, &[Move::Rock; 2]);
    table.reveal(1, Move::Rock).event();
    assert_eq!(shares(&mut table, &[1, 2]), (Event::StopScheduled, vec![0; 2]));
    assert!(table.state().stop_scheduled);
    let before = table.balance(1);
    let decided = table.reveal(2, Move::Rock);
    assert_eq!(decided.event(), stopped(&[1, 2]));
    assert_eq!(table.balance(1), before, "the reveal pays nobody");
    assert_eq!(table.pass_deadline(), [Event::SharesPaid([1, 2].map(id).into())]);
    assert!(table.balance(1) >= before + BET);
}

#[test]
fn stop_of_255_players_pays_each() {
    let mut table = Table::registered(UNHURRIED, 255);
    let mut players: Vec<u64> = (1..=255).collect();
    players.sort_by_key(|player| id(*player));
    let before: Vec<u128> = players.iter().map(|player| table.balance(*player)).collect();
    let stop = table.send(OWNER, Action::StopGame);
    assert_eq!(stop.event(), stopped(&players));
    let gains = |table: &Table| -> Vec<u128> {
        let now = players.iter().map(|player| table.balance(*player));
        now.zip(&before).map(|(now, before)| now - before).collect()
    };
    // Alarms pay the next sixteen, block by block.
    for block in 0..=15 {
        let mut expected = vec![BET; (16 * (block + 1)).min(255)];
        expected.resize(255, 0);
        // Whoever has paid for the alarm of the registration has some gas back.
        let found = gains(&table);
        assert!(found.iter().zip(&expected).filter(|(a, b)| a != b).count() <= 1, "{block}");
        table.run_block();
    }
    assert_eq!(table.state().pot, 0);
}

#[test]
fn the_owner_can_play() {
    let mut table = Table::new(CONFIG, 1);
    table.register(OWNER).event();
    table.register(1).event();
    table.pass_deadline();
    table.make_move(OWNER, Move::Rock).event();
    table.make_move(1, Move::Scissors).event();
    table.reveal(1, Move::Scissors).event();
    assert_eq!(table.reveal(OWNER, Move::Rock).gain, 2 * BET as i128);
}
