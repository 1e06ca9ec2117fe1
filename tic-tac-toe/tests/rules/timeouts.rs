//! Turns that run out: a silent opponent can't block a game.

use crate::club::*;
use tic_tac_toe_io::{Event, GAME_LIFETIME, GameError, GameStage, Outcome, Trophy};

/// The time by which a turn that began in the last block is longer than usual, in ms.
fn extension(club: &Club) -> u64 {
    club.deadline() - club.now - OPEN.turn_timeout
}

/// Lets time pass until the next message is in the last block of the turn.
fn pass_until_it_is_over(club: &mut Club) {
    club.pass_idle(club.deadline() - club.next_timestamp());
}

/// Checks the turn after one player has moved late. `absence` is the time that this player took, in
/// ms. The other player, who was asleep then, gets as much time, so nobody loses because a rival
/// chose the time.
fn check_other_has_as_long(club: &mut Club, absence: u64, [mover, other]: [u64; 2], cell: u8) {
    let moved = club.now;
    let over = club.deadline();
    assert!(over >= moved + absence, "{over} is {} ms after the move", over - moved);
    assert!(over < moved + absence + 60_000, "no more than a minute longer");
    club.pass_idle(absence - 9_000);
    let early = club.send(mover, claim());
    assert_eq!(early.gain, 0);
    assert_eq!(early.error(), GameError::TurnNotOver { deadline: over });
    let before = club.game().pot;
    club.send(other, mark(game(), cell)).event();
    assert_eq!(club.game().pot, before, "nobody has lost a stake");
}

#[test]
fn who_waits_wins_once_the_opponent_s_time_has_run_out() {
    let mut club = Club::with_game(STAKE, None);
    club.play(&[0, 4]).event();
    club.pass_deadline();
    let claimed = club.send(CHALLENGER, claim());
    assert_eq!(claimed.gain, 2 * STAKE as i128);
    let event = Event::TimedOut { game: game(), outcome: Outcome::ChallengerWon };
    assert_eq!(claimed.broadcasts, std::slice::from_ref(&event));
    assert_eq!(claimed.event(), event);
    let board = club.game().board;
    let trophy = Trophy { won: true, board, turns: 2, other: id(HOST) };
    assert_eq!(club.trophies(CHALLENGER), [trophy]);
    let stage = GameStage::Finished { outcome: Outcome::ChallengerWon };
    assert_eq!(club.game().stage, stage);
}

#[test]
fn an_acceptance_that_the_host_slept_through_costs_nobody_a_stake() {
    let mut club = Club::with_game(STAKE, None);
    let accepted = club.now;
    club.pass_idle(DAY);
    assert_eq!(club.send(CHALLENGER, claim()).error(), GameError::OpponentAbsent);
    // The host comes when the challenger sleeps.
    club.play(&[4]).event();
    let absence = club.now - accepted;
    check_other_has_as_long(&mut club, absence, [HOST, CHALLENGER], 0);
}

#[test]
fn a_staked_restart_that_the_other_player_slept_through_costs_nobody_a_stake() {
    for [first, second] in [[HOST, CHALLENGER], [CHALLENGER, HOST]] {
        let mut club = Club::with_game(STAKE, None);
        club.play(&HOST_WINS).event();
        club.send_with_value(first, restart(), STAKE).event();
        club.pass_idle(DAY);
        club.send_with_value(second, restart(), STAKE).event();
        if second == HOST {
            club.play(&[4]).event();
        }
        let stage = GameStage::ToMove { player: id(first), deadline: None };
        assert_eq!(club.game().stage, stage, "no deadline runs");
        let asleep = club.now;
        club.pass_idle(DAY);
        assert_eq!(club.send(second, claim()).error(), GameError::OpponentAbsent);
        let [cell, answer] = if first == HOST { [4, 0] } else { [0, 8] };
        club.send(first, mark(game(), cell)).event();
        let absence = club.now - asleep;
        check_other_has_as_long(&mut club, absence, [first, second], answer);
    }
}

#[test]
fn who_does_not_answer_in_as_long_as_the_other_took_loses_by_the_clock() {
    let mut club = Club::with_game(STAKE, None);
    club.pass_idle(DAY);
    club.play(&[4]).event();
    pass_until_it_is_over(&mut club);
    let deadline = club.deadline();
    assert_eq!(club.send(HOST, claim()).error(), GameError::TurnNotOver { deadline });
    assert_eq!(club.send(HOST, claim()).gain, 2 * STAKE as i128);
}

#[test]
fn who_uses_a_longer_turn_gives_the_other_as_long() {
    let mut club = Club::with_game(STAKE, None);
    club.pass_idle(DAY);
    club.play(&[4]).event();
    let asleep = club.now;
    pass_until_it_is_over(&mut club);
    club.send(CHALLENGER, mark(game(), 0)).event();
    let absence = club.now - asleep;
    check_other_has_as_long(&mut club, absence, [CHALLENGER, HOST], 1);
}

#[test]
fn who_comes_back_by_asking_for_a_restart_has_not_chosen_the_hour_either() {
    let mut club = Club::with_game(STAKE, None);
    let accepted = club.now;
    club.pass_idle(DAY);
    club.send(HOST, restart()).event();
    assert_eq!(club.send(CHALLENGER, claim()).error(), GameError::OpponentAbsent);
    club.play(&[4]).event();
    let absence = club.now - accepted;
    check_other_has_as_long(&mut club, absence, [HOST, CHALLENGER], 0);
}

#[test]
fn who_agrees_to_a_restart_late_gives_the_other_as_long() {
    let mut club = Club::with_game(STAKE, None);
    club.play(&[4]).event();
    let moved = club.now;
    club.send(HOST, restart()).event();
    club.pass_idle(DAY);
    club.send(CHALLENGER, restart()).event();
    let absence = club.now - moved;
    check_other_has_as_long(&mut club, absence, [CHALLENGER, HOST], 1);
}

#[test]
fn a_turn_is_longer_until_the_game_expires_and_no_longer() {
    let mut club = Club::with_game(STAKE, None);
    club.pass_idle(2 * GAME_LIFETIME);
    club.play(&[4]).event();
    assert_eq!(extension(&club), GAME_LIFETIME);
    assert_eq!(club.game().expires, club.deadline(), "anyone may close it after that");
    pass_until_it_is_over(&mut club);
    let expires = club.game().expires;
    let early = club.send(STRANGER, close()).error();
    assert_eq!(early, GameError::NotExpired { expires });
    assert_eq!(club.send(HOST, claim()).gain, 2 * STAKE as i128);
}

#[test]
fn a_restart_that_the_other_player_slept_through_costs_nobody_a_game() {
    let mut club = Club::with_game(0, None);
    club.play(&HOST_WINS).event();
    club.send(HOST, restart()).event();
    club.play(&[4]).event();
    let stage = GameStage::ToMove { player: id(CHALLENGER), deadline: None };
    assert_eq!(club.game().stage, stage, "no deadline runs");
    let long_after = club.now + 2 * OPEN.turn_timeout;
    club.pass(long_after);
    assert_eq!(club.send(HOST, claim()).error(), GameError::OpponentAbsent);
    // With the first move back both have deadlines again.
    club.send(CHALLENGER, mark(game(), 0)).event();
    assert!(matches!(club.game().stage, GameStage::ToMove { deadline: Some(_), .. }));
    club.pass_deadline();
    club.send(CHALLENGER, claim()).event();
    assert_eq!(club.trophies(CHALLENGER).len(), 1);
}
