//! Games from the invitation to the end.

use crate::tic_tac_toe::*;
use tic_tac_toe_io::{
    Event, GameError, GameId, GameStage, Outcome, StateQuery, StateReply, Terms, Trophy,
};

#[test]
fn a_game_is_created_by_its_host_and_starts_when_the_challenger_accepts() {
    let mut tic_tac_toe = TicTacToe::new(OPEN);
    let create = create(CHALLENGER, None);
    let created = tic_tac_toe.send_with_value(HOST, create, STAKE);
    assert_eq!(created.gain, -(STAKE as i128));
    assert_eq!(created.event(), Event::Created { game: game() });
    assert_eq!(tic_tac_toe.game().stage, GameStage::Invited);
    assert_eq!((tic_tac_toe.game().stake, tic_tac_toe.game().pot), (STAKE, STAKE));

    let accepted = tic_tac_toe.send_with_value(CHALLENGER, accept(game(), STAKE, None), STAKE);
    assert_eq!(accepted.gain, -(STAKE as i128));
    assert_eq!(accepted.event(), Event::Accepted { game: game() });
    let stage = GameStage::ToMove { player: id(HOST), deadline: None };
    assert_eq!(tic_tac_toe.game().stage, stage, "the host may be asleep");
    assert_eq!(tic_tac_toe.game().pot, 2 * STAKE);
}

/// The host replaces the game while an acceptance is on its way.
#[test]
fn who_accepts_plays_with_no_referee_who_came_later() {
    let mut tic_tac_toe = TicTacToe::new(OPEN);
    tic_tac_toe.send_with_value(HOST, create(CHALLENGER, None), STAKE).event();
    tic_tac_toe.send(HOST, close()).event();
    tic_tac_toe.send_with_value(HOST, create(CHALLENGER, Some(REFEREE)), STAKE).event();
    let refused = tic_tac_toe.send_with_value(CHALLENGER, accept(game(), STAKE, None), STAKE);
    assert_eq!(refused.gain, 0);
    let offered = Terms { referee: Some(id(REFEREE)), stake: STAKE };
    assert_eq!(refused.error(), GameError::OtherTerms { terms: offered });
    assert_eq!(tic_tac_toe.game().stage, GameStage::Invited);
}

/// The roles alone don't name a game. If a pair has two, each has its own place.
#[test]
fn a_pair_can_play_two_games_at_once_in_the_same_roles() {
    let mut tic_tac_toe = TicTacToe::with_game(STAKE, None);
    let other = GameId { place: 1, ..game() };
    let created = tic_tac_toe.send_with_value(HOST, create(CHALLENGER, None), STAKE);
    assert_eq!(created.event(), Event::Created { game: other });
    tic_tac_toe.send_with_value(CHALLENGER, accept(other, STAKE, None), STAKE).event();
    tic_tac_toe.play(&HOST_WINS).event();
    assert_eq!(tic_tac_toe.find(other).expect("the other game goes on").turns, 0);
    tic_tac_toe.send(HOST, close()).event();
    assert_eq!(tic_tac_toe.send(HOST, mark(game(), 0)).error(), GameError::NoSuchGame);
    tic_tac_toe.send(HOST, mark(other, 0)).event();
    assert_eq!(tic_tac_toe.held(), 2 * STAKE);
}

#[test]
fn the_winner_is_paid_both_stakes_and_gets_a_trophy() {
    let mut tic_tac_toe = TicTacToe::with_game(STAKE, None);
    let won = tic_tac_toe.play(&HOST_WINS);
    assert_eq!(won.gain, 2 * STAKE as i128);
    assert_eq!(won.event(), placed(game(), 2, Outcome::HostWon));
    let board = tic_tac_toe.game().board;
    let trophy = Trophy { won: true, board, turns: 5, other: id(CHALLENGER) };
    assert_eq!(tic_tac_toe.trophies(HOST), [trophy]);
    assert_eq!(tic_tac_toe.trophies(CHALLENGER), []);
    assert_eq!(tic_tac_toe.game().stage, GameStage::Finished { outcome: Outcome::HostWon });
    assert_eq!(tic_tac_toe.game().pot, 0);
}

#[test]
fn a_draw_gives_each_the_stake_back_and_a_trophy() {
    let mut tic_tac_toe = TicTacToe::with_game(STAKE, None);
    tic_tac_toe.play(&DRAWN[..8]).event();
    let before = tic_tac_toe.balance(CHALLENGER);
    let drawn = tic_tac_toe.send(HOST, mark(game(), DRAWN[8]));
    assert_eq!(drawn.gain, STAKE as i128);
    assert_eq!(tic_tac_toe.balance(CHALLENGER) - before, STAKE);
    assert_eq!(drawn.event(), placed(game(), DRAWN[8], Outcome::Draw));
    let board = tic_tac_toe.game().board;
    let trophy = |other| Trophy { won: false, board, turns: 9, other: id(other) };
    assert_eq!(tic_tac_toe.trophies(HOST), [trophy(CHALLENGER)]);
    assert_eq!(tic_tac_toe.trophies(CHALLENGER), [trophy(HOST)]);
}

#[test]
fn closing_frees_the_place_of_a_game_for_the_next() {
    let mut tic_tac_toe = TicTacToe::with_game(0, None);
    for _ in 0..3 {
        tic_tac_toe.play(&HOST_WINS).event();
        tic_tac_toe.send(HOST, close()).event();
        assert_eq!(tic_tac_toe.overview().games, 0);
        tic_tac_toe.start_game(0, None);
    }
    let StateReply::Games(page) = tic_tac_toe.query(StateQuery::AllGames { from: 1, limit: 9 })
    else {
        panic!("the answer to AllGames is a page");
    };
    assert_eq!((page.games, page.next), (vec![], None), "the game has the first place again");
}
