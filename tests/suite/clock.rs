//! The clock: deadlines, what happens at them, and `Advance`.

use crate::table::*;
use rpsls_io::{Action, Event, GameError, GameStage, Move, StageChange, StateQuery, StateReply};

fn started(players: &[u64]) -> StageChange {
    StageChange::MovesStarted { players: players.iter().map(|player| id(*player)).collect() }
}

/// A table whose stages no alarm will end: its actions carry too little gas.
fn without_alarms(players: u64) -> Table {
    let mut table = Table::new(CONFIG, players);
    for player in 1..=players {
        frugally(&mut table, player, Action::Register, BET).event();
    }
    assert_eq!(table.held_for_alarm(), 0);
    table
}

fn frugally(table: &mut Table, user: u64, action: Action, value: u128) -> Answer {
    use parity_scale_codec::Encode;
    table.send_bytes(user, action.encode(), value, FRUGAL)
}

#[test]
fn a_stage_lasts_through_a_block_at_its_deadline() {
    let mut table = without_alarms(2);
    let deadline = table.state().deadline;
    table.run_until(deadline);
    let error = table.send(STRANGER, Action::Advance).error();
    assert_eq!(error, GameError::StageNotOver { deadline });
    let answer = table.send(STRANGER, Action::Advance);
    let event = Event::StageAdvanced(started(&[1, 2]));
    assert_eq!(answer.broadcasts, std::slice::from_ref(&event));
    assert_eq!(answer.event(), event);
}

#[test]
fn a_message_at_the_deadline_is_in_time() {
    let mut table = without_alarms(2);
    table.run_until(table.state().deadline);
    frugally(&mut table, STRANGER, Action::Register, BET).event();
    assert_eq!(table.register(OWNER).error(), GameError::GameUnderWay, "one block later");
}

#[test]
fn anyone_s_action_settles_the_clock_and_that_stands_though_it_is_refused() {
    let mut table = without_alarms(2);
    table.pass_deadline();
    let answer = table.send(1, Action::Leave);
    assert_eq!(answer.broadcasts, [Event::StageAdvanced(started(&[1, 2]))]);
    assert_eq!(answer.error(), GameError::GameUnderWay);
    let since = table.system.block_timestamp();
    assert_eq!(table.state().current_stage_timestamp, since);
}

#[test]
fn a_player_s_action_can_be_the_first_of_the_stage_that_follows() {
    let mut table = without_alarms(2);
    table.pass_deadline();
    let answer = table.make_move(1, Move::Rock);
    assert_eq!(answer.broadcasts, [Event::StageAdvanced(started(&[1, 2]))]);
    assert_eq!(answer.event(), Event::SuccessfulMove(id(1)));
}

#[test]
fn preparation_is_extended_for_fewer_than_two() {
    for players in [0, 1] {
        let mut table = without_alarms(players);
        table.pass_deadline();
        let answer = table.send(STRANGER, Action::Advance);
        assert_eq!(answer.event(), Event::StageAdvanced(StageChange::Extended));
        assert_eq!(table.state().lobby_list.len() as u64, players);
        assert_eq!(table.state().deadline, table.system.block_timestamp() + CONFIG.entry_timeout);
    }
}

#[test]
fn moves_at_the_deadline() {
    let expected = [
        (0, StageChange::Extended),
        (1, StageChange::GameOver { winner: id(1) }),
        (2, StageChange::RevealsStarted { players: [1, 2].map(id).into() }),
    ];
    for (movers, change) in expected {
        let mut table = without_alarms(3);
        table.pass_deadline();
        table.send(STRANGER, Action::Advance).event();
        for player in 1..=movers {
            let hash = rpsls_io::commitment(&opening_of(player, Move::Rock));
            frugally(&mut table, player, Action::MakeMove(hash), 0).event();
        }
        table.pass_deadline();
        let before = table.balance(1);
        let answer = table.send(STRANGER, Action::Advance);
        assert_eq!(answer.event(), Event::StageAdvanced(change.clone()));
        let pot = if movers == 1 { 3 * BET } else { 0 };
        assert_eq!(table.balance(1), before + pot);
    }
}

#[test]
fn reveals_at_the_deadline() {
    use Move::*;
    let expected = [
        (vec![], StageChange::Extended),
        (vec![2], StageChange::GameOver { winner: id(2) }),
        (vec![1, 2], StageChange::GameOver { winner: id(1) }),
        (vec![1, 3], StageChange::NextRoundStarted { players: [1, 3].map(id).into() }),
    ];
    let moves = [Rock, Scissors, Rock, Paper];
    for (revealers, change) in expected {
        let mut table = Table::committed(CONFIG, &moves);
        for player in revealers {
            let opening = opening_of(player, moves[player as usize - 1]);
            frugally(&mut table, player, Action::Reveal(opening), 0).event();
        }
        let events = table.pass_deadline();
        // An alarm from the moves' stage may be what settles it.
        let event = Event::StageAdvanced(change);
        if events.is_empty() {
            assert_eq!(table.send(STRANGER, Action::Advance).event(), event);
        } else {
            assert_eq!(events, [event]);
        }
    }
}

#[test]
fn state_tells_the_stage_that_a_message_sent_now_would_meet() {
    let mut table = without_alarms(2);
    let ask = |table: &Table, query: StateQuery| -> StateReply {
        table.program().read_state(query).expect("state answers")
    };
    let deadline = table.state().deadline;
    table.run_until(deadline);
    assert_eq!(ask(&table, StateQuery::Deadline), StateReply::Deadline(deadline));
    table.pass_deadline();
    let now = table.system.block_timestamp();
    for _ in 0..2 {
        let due = StateReply::Deadline(now + CONFIG.move_timeout);
        assert_eq!(ask(&table, StateQuery::Deadline), due, "and nothing is persisted");
        assert_eq!(ask(&table, StateQuery::Round), StateReply::Round(1));
        let began = StateReply::CurrentStageTimestamp(now);
        assert_eq!(ask(&table, StateQuery::CurrentStageTimestamp), began);
    }
    table.run_block();
    assert_eq!(table.state().current_stage_timestamp, now + 3_000, "no message has come yet");
}

#[test]
fn each_query_is_answered_by_its_part_of_all() {
    let mut table = Table::committed(CONFIG, &[Move::Rock, Move::Paper]);
    table.reveal(2, Move::Paper).event();
    let all = table.state();
    let ask = |query: StateQuery| -> StateReply {
        table.program().read_state(query).expect("state answers")
    };
    assert!(matches!(all.game_stage, GameStage::Reveal(_)));
    assert_eq!(ask(StateQuery::Config), StateReply::Config(all.config.clone()));
    assert_eq!(ask(StateQuery::LobbyList), StateReply::LobbyList(all.lobby_list.clone()));
    assert_eq!(ask(StateQuery::GameStage), StateReply::GameStage(all.game_stage.clone()));
    let began = StateReply::CurrentStageTimestamp(all.current_stage_timestamp);
    assert_eq!(ask(StateQuery::CurrentStageTimestamp), began);
    assert_eq!(ask(StateQuery::Deadline), StateReply::Deadline(all.deadline));
    assert_eq!(ask(StateQuery::Round), StateReply::Round(1));
    for (player, status) in &all.players {
        assert_eq!(ask(StateQuery::Player(*player)), StateReply::Player(*status));
    }
    assert_eq!(ask(StateQuery::All), StateReply::All(all.clone()));
}
