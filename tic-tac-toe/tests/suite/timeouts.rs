//! Turns that run out: a silent opponent blocks no game.

use crate::{chain::*, playing::*};
use tic_tac_toe_io::{Action, Event, GameError, GameStage, Outcome, Trophy};

fn claim() -> Action {
    Action::ClaimTimeout { game: game() }
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
    chain.pass_idle(DAY);
    assert_eq!(chain.send(CHALLENGER, claim()).error(), GameError::OpponentAbsent);
    // The first move starts the clocks.
    chain.play(&[4]).event();
    let deadline = Some(chain.system.block_timestamp() + OPEN.turn_timeout);
    assert_eq!(chain.game().stage, GameStage::ToMove { player: id(CHALLENGER), deadline });
    chain.pass_deadline();
    assert_eq!(chain.send(HOST, claim()).gain, 2 * STAKE as i128);
}

#[test]
fn a_staked_restart_that_the_other_player_slept_through_costs_nobody_a_stake() {
    for [first, second] in [[HOST, CHALLENGER], [CHALLENGER, HOST]] {
        let mut chain = Chain::with_game(STAKE, None);
        chain.play(&HOST_WINS).event();
        let restart = Action::Restart { game: game() };
        chain.send_with_value(first, restart.clone(), STAKE).event();
        chain.pass_idle(DAY);
        chain.send_with_value(second, restart, STAKE).event();
        if second == HOST {
            chain.play(&[4]).event();
        }
        let stage = GameStage::ToMove { player: id(first), deadline: None };
        assert_eq!(chain.game().stage, stage, "no clock runs");
        chain.pass_idle(DAY);
        assert_eq!(chain.send(second, claim()).error(), GameError::OpponentAbsent);
        let cell = if first == HOST { 4 } else { 0 };
        chain.send(first, mark(game(), cell)).event();
        chain.pass_deadline();
        assert_eq!(chain.send(first, claim()).gain, 2 * STAKE as i128, "now it runs");
    }
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
    let deadline = chain.system.block_timestamp() + OPEN.turn_timeout;
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
    let deadline = Some(chain.system.block_timestamp() + OPEN.turn_timeout);
    assert_eq!(chain.game().stage, GameStage::ToMove { player: id(HOST), deadline });
    chain.pass_deadline();
    chain.send(CHALLENGER, claim()).event();
    assert_eq!(chain.trophies(CHALLENGER).len(), 1);
}

#[test]
fn who_comes_back_to_ask_for_a_restart_has_the_whole_time_to_move() {
    let mut chain = Chain::with_game(0, None);
    chain.play(&HOST_WINS).event();
    chain.send(CHALLENGER, Action::Restart { game: game() }).event();
    let long_after = chain.system.block_timestamp() + 2 * OPEN.turn_timeout;
    chain.pass(long_after);
    chain.send(HOST, Action::Restart { game: game() }).event();
    let deadline = chain.system.block_timestamp() + OPEN.turn_timeout;
    assert_eq!(chain.send(CHALLENGER, claim()).error(), GameError::TurnNotOver { deadline });
}
