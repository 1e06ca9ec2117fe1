//! Refereed games: a mark is sent, and then placed.

use crate::{chain::*, playing::*};
use tic_tac_toe_io::{Action, Event, GameError, GameStage, Outcome};

fn sent(cell: u8) -> Event {
    Event::MarkSent { game: game(), row: cell / 3, column: cell % 3 }
}

fn place() -> Action {
    Action::PlaceMark { game: game() }
}

/// A refereed game in which these marks were placed.
fn refereed(stake: u128, cells: &[u8]) -> Chain {
    let mut chain = Chain::with_game(stake, Some(REFEREE));
    for (cell, mover) in cells.iter().zip([HOST, CHALLENGER].into_iter().cycle()) {
        assert_eq!(chain.send(mover, mark(game(), *cell)).event(), sent(*cell));
        assert_eq!(chain.send(REFEREE, place()).event(), placed(game(), *cell, Outcome::Open));
    }
    chain
}

#[test]
fn a_mark_is_sent_by_the_player_and_placed_by_the_referee() {
    let mut chain = refereed(0, &[]);
    assert_eq!(chain.game().referee, Some(id(REFEREE)));
    assert_eq!(chain.send(HOST, mark(game(), 5)).event(), sent(5));
    let deadline = chain.system.block_timestamp() + OPEN.turn_timeout;
    assert_eq!(chain.game().stage, GameStage::ToPlace { row: 1, column: 2, deadline });
    assert_eq!(chain.game().turns, 0, "it is not on the board");
    assert_eq!(chain.send(REFEREE, place()).event(), placed(game(), 5, Outcome::Open));
    assert_eq!(chain.game().turns, 1);
}

#[test]
fn a_turn_has_one_mark_until_the_referee_has_placed_it() {
    let mut chain = refereed(0, &[]);
    chain.send(HOST, mark(game(), 0)).event();
    assert_eq!(chain.send(HOST, mark(game(), 1)).error(), GameError::MarkWaits);
    assert_eq!(chain.send(CHALLENGER, mark(game(), 1)).error(), GameError::NotYourTurn);
    chain.send(REFEREE, place()).event();
    assert_eq!(chain.send(REFEREE, place()).error(), GameError::NoMarkSent);
    chain.send(CHALLENGER, mark(game(), 1)).event();
}

#[test]
fn the_referee_s_mark_that_ends_the_game_pays_the_players() {
    let mut chain = refereed(STAKE, &HOST_WINS[..4]);
    chain.send(HOST, mark(game(), HOST_WINS[4])).event();
    let before = chain.balance(HOST);
    let ended = chain.send_with_value(REFEREE, place(), STRAY);
    assert_eq!(ended.gain, 0);
    assert_eq!(chain.balance(HOST) - before, 2 * STAKE);
    assert_eq!(ended.broadcasts, [placed(game(), 2, Outcome::HostWon)]);
    assert_eq!(chain.trophies(HOST).len(), 1);
}

#[test]
fn a_refereed_draw_pays_both() {
    let mut chain = refereed(STAKE, &DRAWN[..8]);
    chain.send(HOST, mark(game(), DRAWN[8])).event();
    let before = [HOST, CHALLENGER].map(|user| chain.balance(user));
    chain.send(REFEREE, place()).event();
    let after = [HOST, CHALLENGER].map(|user| chain.balance(user));
    assert_eq!(after, before.map(|balance| balance + STAKE));
}

#[test]
fn a_silent_referee_only_delays_either_player_then_places_the_mark() {
    for claimer in [HOST, CHALLENGER] {
        let mut chain = refereed(STAKE, &[]);
        chain.send(HOST, mark(game(), 4)).event();
        let GameStage::ToPlace { deadline, .. } = chain.game().stage else {
            panic!("a mark was sent");
        };
        let claim = Action::ClaimTimeout { game: game() };
        let early = chain.send(claimer, claim.clone()).error();
        assert_eq!(early, GameError::TurnNotOver { deadline });
        chain.pass_deadline();
        assert_eq!(chain.send(claimer, claim).event(), placed(game(), 4, Outcome::Open));
        // The claim came one block late: a minute more.
        let deadline = Some(chain.system.block_timestamp() + OPEN.turn_timeout + 60_000);
        let stage = GameStage::ToMove { player: id(CHALLENGER), deadline };
        assert_eq!(chain.game().stage, stage, "with the whole time");
    }
}

#[test]
fn a_silent_referee_costs_nobody_a_won_game() {
    let mut chain = refereed(STAKE, &HOST_WINS[..4]);
    chain.send(HOST, mark(game(), HOST_WINS[4])).event();
    chain.pass_deadline();
    let before = chain.balance(HOST);
    let claimed = chain.send(CHALLENGER, Action::ClaimTimeout { game: game() });
    assert_eq!(claimed.event(), placed(game(), 2, Outcome::HostWon));
    assert_eq!(chain.balance(HOST) - before, 2 * STAKE, "though the other claimed");
}

#[test]
fn who_claims_in_the_referee_s_stead_is_there_to_move() {
    let mut chain = refereed(STAKE, &[]);
    chain.send(HOST, mark(game(), 4)).event();
    chain.pass_deadline();
    chain.send(CHALLENGER, Action::ClaimTimeout { game: game() }).event();
    let asked = chain.send(HOST, Action::Close { game: game() }).event();
    assert_eq!(asked, Event::CloseAsked { game: game() }, "the challenger has acted");
}

#[test]
fn a_referee_who_is_late_may_place_until_somebody_claims() {
    let mut chain = refereed(0, &[]);
    chain.send(HOST, mark(game(), 4)).event();
    chain.pass_deadline();
    assert_eq!(chain.send(REFEREE, place()).event(), placed(game(), 4, Outcome::Open));
    let claimed = chain.send(HOST, Action::ClaimTimeout { game: game() }).error();
    let deadline = chain.system.block_timestamp() - 3_000 + OPEN.turn_timeout + 60_000;
    assert_eq!(claimed, GameError::TurnNotOver { deadline }, "the challenger has a turn now");
}

/// A referee and a player can't choose the hour together either: what they take in
/// all is what the other one gets.
#[test]
fn a_referee_who_waits_with_a_player_wins_nothing() {
    for claims_itself in [false, true] {
        let mut chain = refereed(STAKE, &[]);
        chain.send(HOST, mark(game(), 4)).event();
        let sent = chain.system.block_timestamp();
        chain.pass_idle(DAY);
        let claim = Action::ClaimTimeout { game: game() };
        match claims_itself {
            true => chain.send(CHALLENGER, claim.clone()).event(),
            false => chain.send(REFEREE, place()).event(),
        };
        chain.send(CHALLENGER, mark(game(), 0)).event();
        chain.send(REFEREE, place()).event();
        let took = chain.system.block_timestamp() - sent;
        let GameStage::ToMove { deadline: Some(deadline), .. } = chain.game().stage else {
            panic!("the host is to move");
        };
        assert!(deadline - chain.system.block_timestamp() >= took, "{claims_itself}");
        chain.pass_idle(took - 9_000);
        assert_eq!(chain.send(CHALLENGER, claim).error(), GameError::TurnNotOver { deadline });
        chain.send(HOST, mark(game(), 1)).event();
        chain.send(REFEREE, place()).event();
        assert_eq!(chain.game().turns, 3);
    }
}

#[test]
fn a_referee_has_no_more_time_than_ever() {
    let mut chain = refereed(STAKE, &[]);
    chain.pass_idle(DAY);
    chain.send(HOST, mark(game(), 4)).event();
    let deadline = chain.system.block_timestamp() + OPEN.turn_timeout;
    assert_eq!(chain.game().stage, GameStage::ToPlace { row: 1, column: 1, deadline });
    chain.pass_deadline();
    chain.send(CHALLENGER, Action::ClaimTimeout { game: game() }).event();
    let stage = chain.game().stage;
    let GameStage::ToMove { deadline: Some(deadline), .. } = stage else {
        panic!("the challenger is to move, not {stage:?}");
    };
    assert!(deadline - chain.system.block_timestamp() >= DAY, "as long as the host took");
}

#[test]
fn a_claim_and_the_referee_s_mark_in_one_block_place_it_once() {
    let mut chain = refereed(STAKE, &[]);
    chain.send(HOST, mark(game(), 4)).event();
    chain.pass_deadline();
    chain.program().send(HOST, Action::ClaimTimeout { game: game() });
    chain.program().send(REFEREE, place());
    chain.program().send(CHALLENGER, Action::ClaimTimeout { game: game() });
    let block = chain.run_block();
    assert_eq!(block.succeed.len(), 3);
    assert_eq!(chain.game().turns, 1);
    assert!(matches!(chain.game().stage, GameStage::ToMove { .. }));
}

#[test]
fn a_player_s_silence_is_claimed_in_a_refereed_game_too() {
    let mut chain = refereed(STAKE, &[4]);
    chain.pass_deadline();
    let claimed = chain.send(HOST, Action::ClaimTimeout { game: game() });
    assert_eq!(claimed.gain, 2 * STAKE as i128);
}

#[test]
fn a_mark_that_was_sent_is_gone_with_a_restart() {
    let mut chain = refereed(0, &[4]);
    chain.send(CHALLENGER, mark(game(), 0)).event();
    chain.send(CHALLENGER, Action::Restart { game: game() }).event();
    chain.send(HOST, Action::Restart { game: game() }).event();
    assert_eq!(chain.send(REFEREE, place()).error(), GameError::NoMarkSent);
    assert_eq!(chain.game().turns, 0);
}
