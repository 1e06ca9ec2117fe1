//! Games with a referee: a player sends a mark, and the referee places it.

use crate::club::*;
use tic_tac_toe_io::{Event, GameError, GameStage, Outcome};

fn sent(cell: u8) -> Event {
    Event::MarkSent { game: game(), row: cell / 3, column: cell % 3 }
}

/// A game with a referee in which these marks were placed.
fn refereed(stake: u128, cells: &[u8]) -> Club {
    let mut club = Club::with_game(stake, Some(REFEREE));
    for (cell, mover) in cells.iter().zip([HOST, CHALLENGER].into_iter().cycle()) {
        assert_eq!(club.send(mover, mark(game(), *cell)).event(), sent(*cell));
        assert_eq!(club.send(REFEREE, place()).event(), placed(game(), *cell, Outcome::Open));
    }
    club
}

#[test]
fn a_mark_is_sent_by_the_player_and_placed_by_the_referee() {
    let mut club = refereed(0, &[]);
    assert_eq!(club.game().referee, Some(id(REFEREE)));
    assert_eq!(club.send(HOST, mark(game(), 5)).event(), sent(5));
    let deadline = club.now + OPEN.turn_timeout;
    assert_eq!(club.game().stage, GameStage::ToPlace { row: 1, column: 2, deadline });
    assert_eq!(club.game().turns, 0, "the mark is not on the board");
    assert_eq!(club.send(REFEREE, place()).event(), placed(game(), 5, Outcome::Open));
    assert_eq!(club.game().turns, 1);
}

#[test]
fn the_referee_s_mark_that_ends_the_game_pays_the_players() {
    let mut club = refereed(STAKE, &HOST_WINS[..4]);
    club.send(HOST, mark(game(), HOST_WINS[4])).event();
    let before = club.balance(HOST);
    let ended = club.send_with_value(REFEREE, place(), STRAY);
    assert_eq!(ended.gain, 0);
    assert_eq!(club.balance(HOST) - before, 2 * STAKE);
    assert_eq!(ended.broadcasts, [placed(game(), 2, Outcome::HostWon)]);
    assert_eq!(club.trophies(HOST).len(), 1);
}

#[test]
fn a_silent_referee_only_delays_either_player_then_places_the_mark() {
    for claimer in [HOST, CHALLENGER] {
        let mut club = refereed(STAKE, &[]);
        club.send(HOST, mark(game(), 4)).event();
        let GameStage::ToPlace { deadline, .. } = club.game().stage else {
            panic!("a mark was sent");
        };
        let claim = claim();
        let early = club.send(claimer, claim.clone()).error();
        assert_eq!(early, GameError::TurnNotOver { deadline });
        club.pass_deadline();
        assert_eq!(club.send(claimer, claim).event(), placed(game(), 4, Outcome::Open));
        // The claim came one block late, so this turn is a minute longer.
        let deadline = Some(club.now + OPEN.turn_timeout + 60_000);
        let stage = GameStage::ToMove { player: id(CHALLENGER), deadline };
        assert_eq!(club.game().stage, stage, "the challenger has the whole time");
    }
}

#[test]
fn a_silent_referee_costs_nobody_a_won_game() {
    let mut club = refereed(STAKE, &HOST_WINS[..4]);
    club.send(HOST, mark(game(), HOST_WINS[4])).event();
    club.pass_deadline();
    let before = club.balance(HOST);
    let claimed = club.send(CHALLENGER, claim());
    assert_eq!(claimed.event(), placed(game(), 2, Outcome::HostWon));
    assert_eq!(
        club.balance(HOST) - before,
        2 * STAKE,
        "the host wins although the challenger claimed"
    );
}

/// A referee and a player together can't choose the time either: the other player gets as much time
/// as they took in all.
#[test]
fn a_referee_who_waits_with_a_player_wins_nothing() {
    for claims_itself in [false, true] {
        let mut club = refereed(STAKE, &[]);
        club.send(HOST, mark(game(), 4)).event();
        let sent = club.now;
        club.pass_idle(DAY);
        let claim = claim();
        match claims_itself {
            true => club.send(CHALLENGER, claim.clone()).event(),
            false => club.send(REFEREE, place()).event(),
        };
        club.send(CHALLENGER, mark(game(), 0)).event();
        club.send(REFEREE, place()).event();
        let took = club.now - sent;
        let GameStage::ToMove { deadline: Some(deadline), .. } = club.game().stage else {
            panic!("the host is to move");
        };
        assert!(deadline - club.now >= took, "{claims_itself}");
        club.pass_idle(took - 9_000);
        assert_eq!(club.send(CHALLENGER, claim).error(), GameError::TurnNotOver { deadline });
        club.send(HOST, mark(game(), 1)).event();
        club.send(REFEREE, place()).event();
        assert_eq!(club.game().turns, 3);
    }
}

#[test]
fn a_referee_has_no_more_time_than_ever() {
    let mut club = refereed(STAKE, &[]);
    club.pass_idle(DAY);
    club.send(HOST, mark(game(), 4)).event();
    let deadline = club.now + OPEN.turn_timeout;
    assert_eq!(club.game().stage, GameStage::ToPlace { row: 1, column: 1, deadline });
    club.pass_deadline();
    club.send(CHALLENGER, claim()).event();
    let stage = club.game().stage;
    let GameStage::ToMove { deadline: Some(deadline), .. } = stage else {
        panic!("the challenger is to move, not {stage:?}");
    };
    assert!(deadline - club.now >= DAY, "as long as the host took");
}
