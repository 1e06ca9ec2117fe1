//! Games from the invitation to the end.

use crate::club::*;
use tic_tac_toe_io::{
    Event, GameError, GameId, GameStage, Outcome, StateQuery, StateReply, Terms, Trophy,
};

#[test]
fn a_game_is_created_by_its_host_and_starts_when_the_challenger_accepts() {
    let mut club = Club::new(OPEN);
    let create = create(CHALLENGER, None);
    let created = club.send_with_value(HOST, create, STAKE);
    assert_eq!(created.gain, -(STAKE as i128));
    assert_eq!(created.event(), Event::Created { game: game() });
    assert_eq!(club.game().stage, GameStage::Invited);
    assert_eq!((club.game().stake, club.game().pot), (STAKE, STAKE));

    let accepted = club.send_with_value(CHALLENGER, accept(game(), STAKE, None), STAKE);
    assert_eq!(accepted.gain, -(STAKE as i128));
    assert_eq!(accepted.event(), Event::Accepted { game: game() });
    let stage = GameStage::ToMove { player: id(HOST), deadline: None };
    assert_eq!(club.game().stage, stage, "the host may be asleep");
    assert_eq!(club.game().pot, 2 * STAKE);
}

/// The host replaces the game while an acceptance is on its way.
#[test]
fn who_accepts_plays_with_no_referee_who_came_later() {
    let mut club = Club::new(OPEN);
    club.send_with_value(HOST, create(CHALLENGER, None), STAKE).event();
    club.send(HOST, close()).event();
    club.send_with_value(HOST, create(CHALLENGER, Some(REFEREE)), STAKE).event();
    let refused = club.send_with_value(CHALLENGER, accept(game(), STAKE, None), STAKE);
    assert_eq!(refused.gain, 0);
    let offered = Terms { referee: Some(id(REFEREE)), stake: STAKE };
    assert_eq!(refused.error(), GameError::OtherTerms { terms: offered });
    assert_eq!(club.game().stage, GameStage::Invited);
}

/// The roles alone don't name a game. If a pair has two, each has its own place.
#[test]
fn a_pair_can_play_two_games_at_once_in_the_same_roles() {
    let mut club = Club::with_game(STAKE, None);
    let other = GameId { place: 1, ..game() };
    let created = club.send_with_value(HOST, create(CHALLENGER, None), STAKE);
    assert_eq!(created.event(), Event::Created { game: other });
    club.send_with_value(CHALLENGER, accept(other, STAKE, None), STAKE).event();
    club.play(&HOST_WINS).event();
    assert_eq!(club.find(other).expect("the other game goes on").turns, 0);
    club.send(HOST, close()).event();
    assert_eq!(club.send(HOST, mark(game(), 0)).error(), GameError::NoSuchGame);
    club.send(HOST, mark(other, 0)).event();
    assert_eq!(club.held(), 2 * STAKE);
}

#[test]
fn the_winner_is_paid_both_stakes_and_gets_a_trophy() {
    let mut club = Club::with_game(STAKE, None);
    let won = club.play(&HOST_WINS);
    assert_eq!(won.gain, 2 * STAKE as i128);
    assert_eq!(won.event(), placed(game(), 2, Outcome::HostWon));
    let board = club.game().board;
    let trophy = Trophy { won: true, board, turns: 5, other: id(CHALLENGER) };
    assert_eq!(club.trophies(HOST), [trophy]);
    assert_eq!(club.trophies(CHALLENGER), []);
    assert_eq!(club.game().stage, GameStage::Finished { outcome: Outcome::HostWon });
    assert_eq!(club.game().pot, 0);
}

#[test]
fn a_draw_gives_each_the_stake_back_and_a_trophy() {
    let mut club = Club::with_game(STAKE, None);
    club.play(&DRAWN[..8]).event();
    let before = club.balance(CHALLENGER);
    let drawn = club.send(HOST, mark(game(), DRAWN[8]));
    assert_eq!(drawn.gain, STAKE as i128);
    assert_eq!(club.balance(CHALLENGER) - before, STAKE);
    assert_eq!(drawn.event(), placed(game(), DRAWN[8], Outcome::Draw));
    let board = club.game().board;
    let trophy = |other| Trophy { won: false, board, turns: 9, other: id(other) };
    assert_eq!(club.trophies(HOST), [trophy(CHALLENGER)]);
    assert_eq!(club.trophies(CHALLENGER), [trophy(HOST)]);
}

#[test]
fn closing_frees_the_place_of_a_game_for_the_next() {
    let mut club = Club::with_game(0, None);
    for _ in 0..3 {
        club.play(&HOST_WINS).event();
        club.send(HOST, close()).event();
        assert_eq!(club.overview().games, 0);
        club.start_game(0, None);
    }
    let StateReply::Games(page) = club.query(StateQuery::AllGames { from: 1, limit: 9 }) else {
        panic!("the answer to AllGames is a page");
    };
    assert_eq!((page.games, page.next), (vec![], None), "the game has the first place again");
}
