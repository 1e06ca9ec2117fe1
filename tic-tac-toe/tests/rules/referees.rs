//! Games with a referee: a player sends a mark, and the referee places it.

use crate::tic_tac_toe::*;
use tic_tac_toe_io::{Event, GameError, GameStage, Outcome};

fn sent(cell: u8) -> Event {
    Event::MarkSent { game: game(), row: cell / 3, column: cell % 3 }
}

/// A game with a referee in which these marks were placed.
fn refereed(stake: u128, cells: &[u8]) -> TicTacToe {
    let mut tic_tac_toe = TicTacToe::with_game(stake, Some(REFEREE));
    for (cell, mover) in cells.iter().zip([HOST, CHALLENGER].into_iter().cycle()) {
        assert_eq!(tic_tac_toe.send(mover, mark(game(), *cell)).event(), sent(*cell));
        assert_eq!(
            tic_tac_toe.send(REFEREE, place()).event(),
            placed(game(), *cell, Outcome::Open)
        );
    }
    tic_tac_toe
}

#[test]
fn a_mark_is_sent_by_the_player_and_placed_by_the_referee() {
    let mut tic_tac_toe = refereed(0, &[]);
    assert_eq!(tic_tac_toe.game().referee, Some(id(REFEREE)));
    assert_eq!(tic_tac_toe.send(HOST, mark(game(), 5)).event(), sent(5));
    let deadline = tic_tac_toe.now + OPEN.turn_timeout;
    assert_eq!(tic_tac_toe.game().stage, GameStage::ToPlace { row: 1, column: 2, deadline });
    assert_eq!(tic_tac_toe.game().turns, 0, "the mark is not on the board");
    assert_eq!(tic_tac_toe.send(REFEREE, place()).event(), placed(game(), 5, Outcome::Open));
    assert_eq!(tic_tac_toe.game().turns, 1);
}

#[test]
fn the_referee_s_mark_that_ends_the_game_pays_the_players() {
    let mut tic_tac_toe = refereed(STAKE, &HOST_WINS[..4]);
    tic_tac_toe.send(HOST, mark(game(), HOST_WINS[4])).event();
    let before = tic_tac_toe.balance(HOST);
    let ended = tic_tac_toe.send_with_value(REFEREE, place(), STRAY);
    assert_eq!(ended.gain, 0);
    assert_eq!(tic_tac_toe.balance(HOST) - before, 2 * STAKE);
    assert_eq!(ended.broadcasts, [placed(game(), 2, Outcome::HostWon)]);
    assert_eq!(tic_tac_toe.trophies(HOST).len(), 1);
}

#[test]
fn a_silent_referee_only_delays_either_player_then_places_the_mark() {
    for claimer in [HOST, CHALLENGER] {
        let mut tic_tac_toe = refereed(STAKE, &[]);
        tic_tac_toe.send(HOST, mark(game(), 4)).event();
        let GameStage::ToPlace { deadline, .. } = tic_tac_toe.game().stage else {
            panic!("a mark was sent");
        };
        let claim = claim();
        let early = tic_tac_toe.send(claimer, claim.clone()).error();
        assert_eq!(early, GameError::TurnNotOver { deadline });
        tic_tac_toe.pass_deadline();
        assert_eq!(tic_tac_toe.send(claimer, claim).event(), placed(game(), 4, Outcome::Open));
        // The claim came one block late, so this turn is a minute longer.
        let deadline = Some(tic_tac_toe.now + OPEN.turn_timeout + 60_000);
        let stage = GameStage::ToMove { player: id(CHALLENGER), deadline };
        assert_eq!(tic_tac_toe.game().stage, stage, "the challenger has the whole time");
    }
}

#[test]
fn a_silent_referee_costs_nobody_a_won_game() {
    let mut tic_tac_toe = refereed(STAKE, &HOST_WINS[..4]);
    tic_tac_toe.send(HOST, mark(game(), HOST_WINS[4])).event();
    tic_tac_toe.pass_deadline();
    let before = tic_tac_toe.balance(HOST);
    let claimed = tic_tac_toe.send(CHALLENGER, claim());
    assert_eq!(claimed.event(), placed(game(), 2, Outcome::HostWon));
    assert_eq!(
        tic_tac_toe.balance(HOST) - before,
        2 * STAKE,
        "the host wins although the challenger claimed"
    );
}

/// A referee and a player together can't choose the time either: the other player gets as much time
/// as they took in all.
#[test]
fn a_referee_who_waits_with_a_player_wins_nothing() {
    for claims_itself in [false, true] {
        let mut tic_tac_toe = refereed(STAKE, &[]);
        tic_tac_toe.send(HOST, mark(game(), 4)).event();
        let sent = tic_tac_toe.now;
        tic_tac_toe.pass_idle(DAY);
        let claim = claim();
        match claims_itself {
            true => tic_tac_toe.send(CHALLENGER, claim.clone()).event(),
            false => tic_tac_toe.send(REFEREE, place()).event(),
        };
        tic_tac_toe.send(CHALLENGER, mark(game(), 0)).event();
        tic_tac_toe.send(REFEREE, place()).event();
        let took = tic_tac_toe.now - sent;
        let GameStage::ToMove { deadline: Some(deadline), .. } = tic_tac_toe.game().stage else {
            panic!("the host is to move");
        };
        assert!(deadline - tic_tac_toe.now >= took, "{claims_itself}");
        tic_tac_toe.pass_idle(took - 9_000);
        assert_eq!(
            tic_tac_toe.send(CHALLENGER, claim).error(),
            GameError::TurnNotOver { deadline }
        );
        tic_tac_toe.send(HOST, mark(game(), 1)).event();
        tic_tac_toe.send(REFEREE, place()).event();
        assert_eq!(tic_tac_toe.game().turns, 3);
    }
}

#[test]
fn a_referee_has_no_more_time_than_ever() {
    let mut tic_tac_toe = refereed(STAKE, &[]);
    tic_tac_toe.pass_idle(DAY);
    tic_tac_toe.send(HOST, mark(game(), 4)).event();
    let deadline = tic_tac_toe.now + OPEN.turn_timeout;
    assert_eq!(tic_tac_toe.game().stage, GameStage::ToPlace { row: 1, column: 1, deadline });
    tic_tac_toe.pass_deadline();
    tic_tac_toe.send(CHALLENGER, claim()).event();
    let stage = tic_tac_toe.game().stage;
    let GameStage::ToMove { deadline: Some(deadline), .. } = stage else {
        panic!("the challenger is to move, not {stage:?}");
    };
    assert!(deadline - tic_tac_toe.now >= DAY, "as long as the host took");
}
