//! Every transition of every stage.

use crate::table::*;
use gprimitives::ActorId;
use rpsls_io::{
    Event, GameConfig, GameResult, GameStage, Move, PlayerStatus, RevealResult, StageChange,
    StageDescription, StateQuery, StateReply, gas::PORTION,
};
use rpsls_program::{
    ActionRef,
    rules::{Game, OwnedOutcome, Payout},
};
use std::collections::BTreeSet;

fn ids(players: &[u8]) -> BTreeSet<ActorId> {
    players.iter().map(|player| id(*player)).collect()
}

fn stage(anticipated: &[u8], finished: &[u8]) -> StageDescription {
    StageDescription { anticipated_players: ids(anticipated), finished_players: ids(finished) }
}

fn change(change: StageChange) -> Option<OwnedOutcome> {
    let event = Event::StageAdvanced(change);
    Some(OwnedOutcome { broadcast: Some(event.clone()), event, refund: 0, payouts: vec![] })
}

fn win(player: u8, pot: u128) -> Option<OwnedOutcome> {
    let winner = id(player);
    let outcome = change(StageChange::GameOver { winner })?;
    let payouts = vec![(Payout { to: winner, value: pot }, outcome.event.clone())];
    Some(OwnedOutcome { payouts, ..outcome })
}

#[test]
fn a_stage_lasts_through_its_deadline() {
    let mut table = Table::new();
    table.register(1).unwrap();
    table.register(2).unwrap();
    table.now = START + CONFIG.entry_timeout;
    assert_eq!(table.settle(), None);
    table.now += 1;
    assert_eq!(table.settle(), change(StageChange::MovesStarted { players: ids(&[1, 2]) }));
}

#[test]
fn preparation_is_extended_for_fewer_than_two() {
    let mut table = Table::new();
    table.pass_deadline();
    assert_eq!(table.settle(), change(StageChange::Extended));
    table.register(1).unwrap();
    table.pass_deadline();
    assert_eq!(table.settle(), change(StageChange::Extended));
    assert_eq!(table.stage(), GameStage::Preparation);
    assert_eq!(table.status(1), PlayerStatus::Registered, "nobody is unregistered");
    assert_eq!(table.game.deadline(), table.now + CONFIG.entry_timeout);
}

#[test]
fn the_only_one_to_move_wins() {
    let mut table = Table::start([1, 2, 3]);
    table.make_move(2, Move::Rock).unwrap();
    table.pass_deadline();
    assert_eq!(table.settle(), win(2, 3 * BET));
    assert_eq!(table.stage(), GameStage::Preparation);
}

#[test]
fn those_who_did_not_move_are_out() {
    let mut table = Table::start([1, 2, 3]);
    table.make_move(3, Move::Rock).unwrap();
    table.make_move(1, Move::Rock).unwrap();
    table.pass_deadline();
    assert_eq!(table.settle(), change(StageChange::RevealsStarted { players: ids(&[1, 3]) }));
    assert_eq!(table.stage(), GameStage::Reveal(stage(&[1, 3], &[])));
    assert_eq!(table.status(2), PlayerStatus::Out);
}

#[test]
fn moves_end_early_when_all_have_moved() {
    let mut table = Table::start([1, 2]);
    table.make_move(1, Move::Rock).unwrap();
    assert_eq!(table.stage(), GameStage::InProgress(stage(&[2], &[1])));
    table.now += 1;
    table.make_move(2, Move::Rock).unwrap();
    assert_eq!(table.stage(), GameStage::Reveal(stage(&[1, 2], &[])));
    assert_eq!(table.state().current_stage_timestamp, table.now);
}

#[test]
fn the_only_one_to_reveal_wins() {
    let mut table = Table::committed(&[(1, Move::Rock), (2, Move::Paper)]);
    table.reveal(1, Move::Rock).unwrap();
    table.pass_deadline();
    assert_eq!(table.settle(), win(1, 2 * BET), "the silent Paper does not beat Rock");
}

#[test]
fn a_round_is_decided_among_those_who_revealed() {
    use Move::*;
    let mut table = Table::committed(&[(1, Rock), (2, Rock), (3, Scissors), (4, Paper)]);
    for (player, mv) in [(3, Scissors), (1, Rock), (2, Rock)] {
        table.reveal(player, mv).unwrap();
    }
    table.pass_deadline();
    let next = StageChange::NextRoundStarted { players: ids(&[1, 2]) };
    assert_eq!(table.settle(), change(next));
    assert_eq!(table.stage(), GameStage::InProgress(stage(&[1, 2], &[])));
    assert_eq!((table.status(3), table.status(4)), (PlayerStatus::Out, PlayerStatus::Out));
}

#[test]
fn the_last_reveal_decides_the_round() {
    use Move::*;
    let mut table = Table::committed(&[(1, Spock), (2, Rock), (3, Spock)]);
    let proceed = Event::SuccessfulReveal(RevealResult::Continue);
    assert_eq!(table.reveal(1, Spock), Ok(proceed.clone()));
    assert_eq!(table.reveal(2, Rock), Ok(proceed));
    assert_eq!(table.stage(), GameStage::Reveal(stage(&[3], &[1, 2])));
    let next = RevealResult::NextRoundStarted { players: ids(&[1, 3]) };
    assert_eq!(table.reveal(3, Spock), Ok(Event::SuccessfulReveal(next)));
    assert_eq!(table.state().round, 2);
    assert_eq!(table.state().commitments, [], "commitments are cleared");
}

#[test]
fn game_over_opens_a_new_preparation_at_once() {
    let mut table = Table::committed(&[(1, Move::Rock), (2, Move::Paper)]);
    table.reveal(1, Move::Rock).unwrap();
    let over = table.handle(2, 0, ActionRef::Reveal("1password 2"));
    let outcome = over.result.unwrap();
    let won = RevealResult::GameOver { winner: id(2) };
    assert_eq!(outcome.event, Event::SuccessfulReveal(won));
    assert_eq!(outcome.refund, 2 * BET, "the reply to the winner's own reveal carries the pot");
    assert_eq!(outcome.paid(), []);

    let state = table.state();
    assert_eq!(state.game_stage, GameStage::Preparation);
    assert_eq!((state.round, state.pot, state.games_finished), (0, 0, 1));
    assert_eq!(state.lobby_list, []);
    assert_eq!(state.current_stage_timestamp, table.now);
    assert_eq!(state.last_game, Some(GameResult { winner: id(2), pot: 2 * BET, rounds: 1 }));
    table.register(1).expect("a loser can play again");
}

#[test]
fn deadlines_saturate() {
    let timeouts = GameConfig { entry_timeout: GameConfig::MAX_TIMEOUT, ..CONFIG };
    let mut game = Game::UNOPENED;
    game.open(id(OWNER), plain(timeouts), u64::MAX - 5).unwrap();
    assert_eq!(game.deadline(), u64::MAX);
    assert!(game.settle(u64::MAX, PORTION).is_none());
}

#[test]
fn a_deadline_is_awaited_once_somebody_waits() {
    let mut table = Table::new();
    assert_eq!(table.game.alarm_deadline(), None);
    table.register(1).unwrap();
    assert_eq!(table.game.alarm_deadline(), None);
    table.register(2).unwrap();
    assert_eq!(table.game.alarm_deadline(), Some(START + CONFIG.entry_timeout));
    table.act(2, ActionRef::Leave).unwrap();
    assert_eq!(table.game.alarm_deadline(), None);

    table = Table::start([1, 2]);
    assert_eq!(table.game.alarm_deadline(), None);
    table.make_move(1, Move::Rock).unwrap();
    assert_eq!(table.game.alarm_deadline(), Some(table.now + CONFIG.move_timeout));
    table.make_move(2, Move::Paper).unwrap();
    assert_eq!(table.game.alarm_deadline(), None);
    table.reveal(1, Move::Rock).unwrap();
    assert_eq!(table.game.alarm_deadline(), Some(table.now + CONFIG.reveal_timeout));
}

#[test]
fn state_answers_as_of_now() {
    let mut table = Table::new();
    table.register(1).unwrap();
    table.register(2).unwrap();
    let after = table.game.deadline() + 1;
    let stage_at =
        |table: &mut Table, now| table.game.answer(StateQuery::GameStage, now).to_reply();
    assert_eq!(stage_at(&mut table, after - 1), StateReply::GameStage(GameStage::Preparation));
    let started = GameStage::InProgress(stage(&[1, 2], &[]));
    assert_eq!(stage_at(&mut table, after), StateReply::GameStage(started));
}

#[test]
fn each_query_is_answered_by_its_part_of_all() {
    let mut table = Table::committed(&[(1, Move::Rock), (2, Move::Paper)]);
    table.reveal(2, Move::Paper).unwrap();
    let all = table.state();
    let now = table.now;
    let mut ask = |query| table.game.answer(query, now).to_reply();
    assert_eq!(ask(StateQuery::Config), StateReply::Config(all.config));
    assert_eq!(ask(StateQuery::LobbyList), StateReply::LobbyList(all.lobby_list));
    assert_eq!(ask(StateQuery::GameStage), StateReply::GameStage(all.game_stage));
    let began = StateReply::CurrentStageTimestamp(all.current_stage_timestamp);
    assert_eq!(ask(StateQuery::CurrentStageTimestamp), began);
    assert_eq!(ask(StateQuery::Deadline), StateReply::Deadline(all.deadline));
    assert_eq!(ask(StateQuery::Round), StateReply::Round(all.round));
    for (player, status) in all.players {
        assert_eq!(ask(StateQuery::Player(player)), StateReply::Player(status));
    }
}

#[test]
fn a_player_s_status_through_a_game() {
    use PlayerStatus::*;
    let mut table = Table::new();
    assert_eq!(table.status(1), NotRegistered);
    for player in [1, 2, 3] {
        table.register(player).unwrap();
    }
    assert_eq!(table.status(1), Registered);
    table.pass_deadline();
    table.settle().unwrap();
    assert_eq!(table.status(1), ToMove);
    table.make_move(1, Move::Rock).unwrap();
    assert_eq!(table.status(1), Moved);
    table.make_move(2, Move::Rock).unwrap();
    table.make_move(3, Move::Scissors).unwrap();
    assert_eq!(table.status(1), ToReveal);
    table.reveal(1, Move::Rock).unwrap();
    assert_eq!(table.status(1), Revealed);
    assert_eq!(table.state().revealed_moves, [(id(1), Move::Rock)]);
    assert_eq!(table.state().commitments.len(), 3);
    table.reveal(2, Move::Rock).unwrap();
    table.reveal(3, Move::Scissors).unwrap();
    assert_eq!(table.status(1), ToMove);
    assert_eq!(table.status(3), Out);
    assert_eq!(table.status(4), NotRegistered);
}
