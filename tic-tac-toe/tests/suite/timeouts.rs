//! Turns that run out: a silent opponent blocks no game.

use crate::{chain::*, playing::*};
use tic_tac_toe_io::{Action, Event, GAME_LIFETIME, GameError, GameStage, Outcome, Trophy};

fn claim() -> Action {
    Action::ClaimTimeout { game: game() }
}

fn restart() -> Action {
    Action::Restart { game: game() }
}

/// When the time of the player who is to move is over.
fn deadline(chain: &Chain) -> u64 {
    match chain.game().stage {
        GameStage::ToMove { deadline: Some(deadline), .. } => deadline,
        stage => panic!("nobody is on the clock: {stage:?}"),
    }
}

/// By how much a turn that began in the last block is longer than usual, ms.
fn extension(chain: &Chain) -> u64 {
    deadline(chain) - chain.system.block_timestamp() - OPEN.turn_timeout
}

/// Lets time pass until the next message is in the last block of the turn.
fn pass_until_it_is_over(chain: &mut Chain) {
    chain.pass_idle(deadline(chain) - chain.next_timestamp());
}

/// One player has moved after so long an absence, ms. The other one, who was asleep
/// then, gets as long, and so loses nothing to whoever has chosen the hour.
fn check_other_has_as_long(chain: &mut Chain, absence: u64, [mover, other]: [u64; 2], cell: u8) {
    let moved = chain.system.block_timestamp();
    let over = deadline(chain);
    assert!(over >= moved + absence, "{over} is {} ms after the move", over - moved);
    assert!(over < moved + absence + 60_000, "no more than a minute longer");
    chain.pass_idle(absence - 9_000);
    let early = chain.send(mover, claim());
    assert_eq!(early.gain, 0);
    assert_eq!(early.error(), GameError::TurnNotOver { deadline: over });
    let before = chain.game().pot;
    chain.send(other, mark(game(), cell)).event();
    assert_eq!(chain.game().pot, before, "nobody has lost a stake");
}

#[test]
fn who_waits_wins_once_the_opponent_s_time_has_run_out() {
    let mut chain = Chain::with_game(STAKE, None);
    chain.play(&[0, 4]).event();
    chain.pass_deadline();
    let claimed = chain.send(CHALLENGER, claim());
    assert_eq!(claimed.gain, 2 * STAKE as i128);
    let event = Event::TimedOut { game: game(), outcome: Outcome::ChallengerWon };
    assert_eq!(claimed.broadcasts, std::slice::from_ref(&event));
    assert_eq!(claimed.event(), event);
    let board = chain.game().board;
    let trophy = Trophy { won: true, board, turns: 2, other: id(HOST) };
    assert_eq!(chain.trophies(CHALLENGER), [trophy]);
    let stage = GameStage::Finished { outcome: Outcome::ChallengerWon };
    assert_eq!(chain.game().stage, stage);
}

#[test]
fn an_acceptance_that_the_host_slept_through_costs_nobody_a_stake() {
    let mut chain = Chain::with_game(STAKE, None);
    let accepted = chain.system.block_timestamp();
    chain.pass_idle(DAY);
    assert_eq!(chain.send(CHALLENGER, claim()).error(), GameError::OpponentAbsent);
    // The host comes when the challenger sleeps.
    chain.play(&[4]).event();
    let absence = chain.system.block_timestamp() - accepted;
    check_other_has_as_long(&mut chain, absence, [HOST, CHALLENGER], 0);
}

#[test]
fn a_staked_restart_that_the_other_player_slept_through_costs_nobody_a_stake() {
    for [first, second] in [[HOST, CHALLENGER], [CHALLENGER, HOST]] {
        let mut chain = Chain::with_game(STAKE, None);
        chain.play(&HOST_WINS).event();
        chain.send_with_value(first, restart(), STAKE).event();
        chain.pass_idle(DAY);
        chain.send_with_value(second, restart(), STAKE).event();
        if second == HOST {
            chain.play(&[4]).event();
        }
        let stage = GameStage::ToMove { player: id(first), deadline: None };
        assert_eq!(chain.game().stage, stage, "no clock runs");
        let asleep = chain.system.block_timestamp();
        chain.pass_idle(DAY);
        assert_eq!(chain.send(second, claim()).error(), GameError::OpponentAbsent);
        let [cell, answer] = if first == HOST { [4, 0] } else { [0, 8] };
        chain.send(first, mark(game(), cell)).event();
        let absence = chain.system.block_timestamp() - asleep;
        check_other_has_as_long(&mut chain, absence, [first, second], answer);
    }
}

#[test]
fn who_does_not_answer_in_as_long_as_the_other_took_loses_by_the_clock() {
    let mut chain = Chain::with_game(STAKE, None);
    chain.pass_idle(DAY);
    chain.play(&[4]).event();
    pass_until_it_is_over(&mut chain);
    let deadline = deadline(&chain);
    assert_eq!(chain.send(HOST, claim()).error(), GameError::TurnNotOver { deadline });
    assert_eq!(chain.send(HOST, claim()).gain, 2 * STAKE as i128);
}

#[test]
fn a_turn_is_as_long_as_ever_once_both_are_there() {
    let mut chain = Chain::with_game(STAKE, None);
    chain.pass_idle(DAY);
    chain.play(&[4]).event();
    assert!(extension(&chain) > DAY - 2 * OPEN.turn_timeout);
    chain.send(CHALLENGER, mark(game(), 0)).event();
    assert_eq!(extension(&chain), 0, "the challenger has answered at once");
    chain.pass_deadline();
    assert_eq!(chain.send(CHALLENGER, claim()).gain, 2 * STAKE as i128);
}

#[test]
fn who_uses_a_longer_turn_gives_the_other_as_long() {
    let mut chain = Chain::with_game(STAKE, None);
    chain.pass_idle(DAY);
    chain.play(&[4]).event();
    let asleep = chain.system.block_timestamp();
    pass_until_it_is_over(&mut chain);
    chain.send(CHALLENGER, mark(game(), 0)).event();
    let absence = chain.system.block_timestamp() - asleep;
    check_other_has_as_long(&mut chain, absence, [CHALLENGER, HOST], 1);
}

#[test]
fn who_comes_back_by_asking_for_a_restart_has_not_chosen_the_hour_either() {
    let mut chain = Chain::with_game(STAKE, None);
    let accepted = chain.system.block_timestamp();
    chain.pass_idle(DAY);
    chain.send(HOST, restart()).event();
    assert_eq!(chain.send(CHALLENGER, claim()).error(), GameError::OpponentAbsent);
    chain.play(&[4]).event();
    let absence = chain.system.block_timestamp() - accepted;
    check_other_has_as_long(&mut chain, absence, [HOST, CHALLENGER], 0);
}

#[test]
fn who_agrees_to_a_restart_late_gives_the_other_as_long() {
    let mut chain = Chain::with_game(STAKE, None);
    chain.play(&[4]).event();
    let moved = chain.system.block_timestamp();
    chain.send(HOST, restart()).event();
    chain.pass_idle(DAY);
    chain.send(CHALLENGER, restart()).event();
    let absence = chain.system.block_timestamp() - moved;
    check_other_has_as_long(&mut chain, absence, [CHALLENGER, HOST], 1);
}

#[test]
fn a_turn_is_longer_until_the_game_expires_and_no_longer() {
    let mut chain = Chain::with_game(STAKE, None);
    chain.pass_idle(2 * GAME_LIFETIME);
    chain.play(&[4]).event();
    assert_eq!(extension(&chain), GAME_LIFETIME);
    assert_eq!(chain.game().expires, deadline(&chain), "anyone may close it after that");
    pass_until_it_is_over(&mut chain);
    let expires = chain.game().expires;
    let early = chain.send(STRANGER, Action::Close { game: game() }).error();
    assert_eq!(early, GameError::NotExpired { expires });
    assert_eq!(chain.send(HOST, claim()).gain, 2 * STAKE as i128);
}

#[test]
fn who_has_chosen_the_hour_is_on_the_clock() {
    let mut chain = Chain::with_game(STAKE, None);
    chain.play(&HOST_WINS).event();
    for player in [CHALLENGER, HOST] {
        chain.send_with_value(player, Action::Restart { game: game() }, STAKE).event();
    }
    chain.pass_deadline();
    assert_eq!(chain.send(CHALLENGER, claim()).gain, 2 * STAKE as i128);
}

#[test]
fn time_is_over_strictly_after_the_deadline() {
    let mut chain = Chain::with_game(STAKE, None);
    chain.play(&[4]).event();
    let GameStage::ToMove { deadline: Some(deadline), .. } = chain.game().stage else {
        panic!("the challenger is to move");
    };
    chain.pass(deadline - 1);
    assert_eq!(chain.next_timestamp(), deadline, "the deadline is a block's timestamp");
    let early = chain.send(HOST, claim()).error();
    assert_eq!(early, GameError::TurnNotOver { deadline });
    assert_eq!(chain.next_timestamp(), deadline + 3_000);
    chain.send(HOST, claim()).event();
}

#[test]
fn who_is_late_may_still_move_until_the_other_claims() {
    let mut chain = Chain::with_game(STAKE, None);
    chain.play(&[4]).event();
    chain.pass_deadline();
    chain.send(CHALLENGER, mark(game(), 0)).event();
    // One block late: the other has a minute more.
    let deadline = chain.system.block_timestamp() + OPEN.turn_timeout + 60_000;
    assert_eq!(chain.send(HOST, claim()).error(), GameError::OwnTurn);
    assert_eq!(chain.send(CHALLENGER, claim()).error(), GameError::TurnNotOver { deadline });
}

#[test]
fn a_claim_is_paid_once() {
    let mut chain = Chain::with_game(STAKE, None);
    chain.play(&[4]).event();
    chain.pass_deadline();
    chain.send(HOST, claim()).event();
    assert_eq!(chain.send(HOST, claim()).error(), GameError::GameOver);
    assert_eq!(chain.send(CHALLENGER, claim()).error(), GameError::GameOver);
}

#[test]
fn a_late_move_and_a_claim_in_one_block_are_served_in_the_block_s_order() {
    let mut chain = Chain::with_game(STAKE, None);
    chain.play(&[4]).event();
    chain.pass_deadline();
    chain.program().send(CHALLENGER, mark(game(), 0));
    chain.program().send(HOST, claim());
    chain.run_block();
    assert_eq!(chain.game().turns, 2, "the move came first");
    chain.pass_deadline();
    chain.program().send(CHALLENGER, claim());
    chain.program().send(HOST, mark(game(), 1));
    chain.run_block();
    let stage = GameStage::Finished { outcome: Outcome::ChallengerWon };
    assert_eq!(chain.game().stage, stage, "the claim came first");
    assert_eq!(chain.game().turns, 2);
}

#[test]
fn an_invitation_has_no_time_to_claim() {
    let mut chain = Chain::new(OPEN);
    let create = Action::Create { challenger: id(CHALLENGER), referee: None };
    chain.send_with_value(HOST, create, STAKE).event();
    chain.pass_idle(DAY);
    for player in [HOST, CHALLENGER] {
        assert_eq!(chain.send(player, claim()).error(), GameError::NotAccepted);
    }
    chain.send_with_value(CHALLENGER, Action::Accept { host: id(HOST) }, STAKE).event();
}

#[test]
fn a_restart_that_the_other_player_slept_through_costs_nobody_a_game() {
    let mut chain = Chain::with_game(0, None);
    chain.play(&HOST_WINS).event();
    chain.send(HOST, Action::Restart { game: game() }).event();
    chain.play(&[4]).event();
    let stage = GameStage::ToMove { player: id(CHALLENGER), deadline: None };
    assert_eq!(chain.game().stage, stage, "no clock runs");
    let long_after = chain.system.block_timestamp() + 2 * OPEN.turn_timeout;
    chain.pass(long_after);
    assert_eq!(chain.send(HOST, claim()).error(), GameError::OpponentAbsent);
    // Coming back starts the clocks.
    chain.send(CHALLENGER, mark(game(), 0)).event();
    assert!(matches!(chain.game().stage, GameStage::ToMove { deadline: Some(_), .. }));
    chain.pass_deadline();
    chain.send(CHALLENGER, claim()).event();
    assert_eq!(chain.trophies(CHALLENGER).len(), 1);
}
