//! Turns that run out: a silent opponent can't block a game.

use crate::tic_tac_toe::*;
use tic_tac_toe_io::{Event, GAME_LIFETIME, GameError, GameStage, Outcome, Trophy};

/// The time by which a turn that began in the last block is longer than usual, in ms.
fn extension(tic_tac_toe: &TicTacToe) -> u64 {
    tic_tac_toe.deadline() - tic_tac_toe.now - OPEN.turn_timeout
}

/// Lets time pass until the next message is in the last block of the turn.
fn pass_until_it_is_over(tic_tac_toe: &mut TicTacToe) {
    tic_tac_toe.pass_idle(tic_tac_toe.deadline() - tic_tac_toe.next_timestamp());
}

/// Checks the turn after one player has moved late. `absence` is the time that this player took, in
/// ms. The other player, who was asleep then, gets as much time, so nobody loses because a rival
/// chose the time.
fn check_other_has_as_long(
    tic_tac_toe: &mut TicTacToe,
    absence: u64,
    [mover, other]: [u64; 2],
    cell: u8,
) {
    let moved = tic_tac_toe.now;
    let over = tic_tac_toe.deadline();
    assert!(over >= moved + absence, "{over} is {} ms after the move", over - moved);
    assert!(over < moved + absence + 60_000, "no more than a minute longer");
    tic_tac_toe.pass_idle(absence - 9_000);
    let early = tic_tac_toe.send(mover, claim());
    assert_eq!(early.gain, 0);
    assert_eq!(early.error(), GameError::TurnNotOver { deadline: over });
    let before = tic_tac_toe.game().pot;
    tic_tac_toe.send(other, mark(game(), cell)).event();
    assert_eq!(tic_tac_toe.game().pot, before, "nobody has lost a stake");
}

#[test]
fn who_waits_wins_once_the_opponent_s_time_has_run_out() {
    let mut tic_tac_toe = TicTacToe::with_game(STAKE, None);
    tic_tac_toe.play(&[0, 4]).event();
    tic_tac_toe.pass_deadline();
    let claimed = tic_tac_toe.send(CHALLENGER, claim());
    assert_eq!(claimed.gain, 2 * STAKE as i128);
    let event = Event::TimedOut { game: game(), outcome: Outcome::ChallengerWon };
    assert_eq!(claimed.broadcasts, std::slice::from_ref(&event));
    assert_eq!(claimed.event(), event);
    let board = tic_tac_toe.game().board;
    let trophy = Trophy { won: true, board, turns: 2, other: id(HOST) };
    assert_eq!(tic_tac_toe.trophies(CHALLENGER), [trophy]);
    let stage = GameStage::Finished { outcome: Outcome::ChallengerWon };
    assert_eq!(tic_tac_toe.game().stage, stage);
}

#[test]
fn an_acceptance_that_the_host_slept_through_costs_nobody_a_stake() {
    let mut tic_tac_toe = TicTacToe::with_game(STAKE, None);
    let accepted = tic_tac_toe.now;
    tic_tac_toe.pass_idle(DAY);
    assert_eq!(tic_tac_toe.send(CHALLENGER, claim()).error(), GameError::OpponentAbsent);
    // The host comes when the challenger sleeps.
    tic_tac_toe.play(&[4]).event();
    let absence = tic_tac_toe.now - accepted;
    check_other_has_as_long(&mut tic_tac_toe, absence, [HOST, CHALLENGER], 0);
}

#[test]
fn a_staked_restart_that_the_other_player_slept_through_costs_nobody_a_stake() {
    for [first, second] in [[HOST, CHALLENGER], [CHALLENGER, HOST]] {
        let mut tic_tac_toe = TicTacToe::with_game(STAKE, None);
        tic_tac_toe.play(&HOST_WINS).event();
        tic_tac_toe.send_with_value(first, restart(), STAKE).event();
        tic_tac_toe.pass_idle(DAY);
        tic_tac_toe.send_with_value(second, restart(), STAKE).event();
        if second == HOST {
            tic_tac_toe.play(&[4]).event();
        }
        let stage = GameStage::ToMove { player: id(first), deadline: None };
        assert_eq!(tic_tac_toe.game().stage, stage, "no deadline runs");
        let asleep = tic_tac_toe.now;
        tic_tac_toe.pass_idle(DAY);
        assert_eq!(tic_tac_toe.send(second, claim()).error(), GameError::OpponentAbsent);
        let [cell, answer] = if first == HOST { [4, 0] } else { [0, 8] };
        tic_tac_toe.send(first, mark(game(), cell)).event();
        let absence = tic_tac_toe.now - asleep;
        check_other_has_as_long(&mut tic_tac_toe, absence, [first, second], answer);
    }
}

#[test]
fn who_does_not_answer_in_as_long_as_the_other_took_loses_by_the_clock() {
    let mut tic_tac_toe = TicTacToe::with_game(STAKE, None);
    tic_tac_toe.pass_idle(DAY);
    tic_tac_toe.play(&[4]).event();
    pass_until_it_is_over(&mut tic_tac_toe);
    let deadline = tic_tac_toe.deadline();
    assert_eq!(tic_tac_toe.send(HOST, claim()).error(), GameError::TurnNotOver { deadline });
    assert_eq!(tic_tac_toe.send(HOST, claim()).gain, 2 * STAKE as i128);
}

#[test]
fn who_uses_a_longer_turn_gives_the_other_as_long() {
    let mut tic_tac_toe = TicTacToe::with_game(STAKE, None);
    tic_tac_toe.pass_idle(DAY);
    tic_tac_toe.play(&[4]).event();
    let asleep = tic_tac_toe.now;
    pass_until_it_is_over(&mut tic_tac_toe);
    tic_tac_toe.send(CHALLENGER, mark(game(), 0)).event();
    let absence = tic_tac_toe.now - asleep;
    check_other_has_as_long(&mut tic_tac_toe, absence, [CHALLENGER, HOST], 1);
}

#[test]
fn who_comes_back_by_asking_for_a_restart_has_not_chosen_the_hour_either() {
    let mut tic_tac_toe = TicTacToe::with_game(STAKE, None);
    let accepted = tic_tac_toe.now;
    tic_tac_toe.pass_idle(DAY);
    tic_tac_toe.send(HOST, restart()).event();
    assert_eq!(tic_tac_toe.send(CHALLENGER, claim()).error(), GameError::OpponentAbsent);
    tic_tac_toe.play(&[4]).event();
    let absence = tic_tac_toe.now - accepted;
    check_other_has_as_long(&mut tic_tac_toe, absence, [HOST, CHALLENGER], 0);
}

#[test]
fn who_agrees_to_a_restart_late_gives_the_other_as_long() {
    let mut tic_tac_toe = TicTacToe::with_game(STAKE, None);
    tic_tac_toe.play(&[4]).event();
    let moved = tic_tac_toe.now;
    tic_tac_toe.send(HOST, restart()).event();
    tic_tac_toe.pass_idle(DAY);
    tic_tac_toe.send(CHALLENGER, restart()).event();
    let absence = tic_tac_toe.now - moved;
    check_other_has_as_long(&mut tic_tac_toe, absence, [CHALLENGER, HOST], 1);
}

#[test]
fn a_turn_is_longer_until_the_game_expires_and_no_longer() {
    let mut tic_tac_toe = TicTacToe::with_game(STAKE, None);
    tic_tac_toe.pass_idle(2 * GAME_LIFETIME);
    tic_tac_toe.play(&[4]).event();
    assert_eq!(extension(&tic_tac_toe), GAME_LIFETIME);
    assert_eq!(
        tic_tac_toe.game().expires,
        tic_tac_toe.deadline(),
        "anyone may close it after that"
    );
    pass_until_it_is_over(&mut tic_tac_toe);
    let expires = tic_tac_toe.game().expires;
    let early = tic_tac_toe.send(STRANGER, close()).error();
    assert_eq!(early, GameError::NotExpired { expires });
    assert_eq!(tic_tac_toe.send(HOST, claim()).gain, 2 * STAKE as i128);
}

#[test]
fn a_restart_that_the_other_player_slept_through_costs_nobody_a_game() {
    let mut tic_tac_toe = TicTacToe::with_game(0, None);
    tic_tac_toe.play(&HOST_WINS).event();
    tic_tac_toe.send(HOST, restart()).event();
    tic_tac_toe.play(&[4]).event();
    let stage = GameStage::ToMove { player: id(CHALLENGER), deadline: None };
    assert_eq!(tic_tac_toe.game().stage, stage, "no deadline runs");
    let long_after = tic_tac_toe.now + 2 * OPEN.turn_timeout;
    tic_tac_toe.pass(long_after);
    assert_eq!(tic_tac_toe.send(HOST, claim()).error(), GameError::OpponentAbsent);
    // With the first move back both have deadlines again.
    tic_tac_toe.send(CHALLENGER, mark(game(), 0)).event();
    assert!(matches!(tic_tac_toe.game().stage, GameStage::ToMove { deadline: Some(_), .. }));
    tic_tac_toe.pass_deadline();
    tic_tac_toe.send(CHALLENGER, claim()).event();
    assert_eq!(tic_tac_toe.trophies(CHALLENGER).len(), 1);
}
