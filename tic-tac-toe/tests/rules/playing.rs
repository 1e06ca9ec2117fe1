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

#[test]
fn an_acceptance_starts_the_game_that_was_looked_at() {
    for referee in [None, Some(REFEREE)] {
        let mut club = Club::new(OPEN);
        club.send_with_value(HOST, create(CHALLENGER, referee), STAKE).event();
        let accepted = club.send_with_value(CHALLENGER, accept(game(), STAKE, referee), STAKE);
        assert_eq!(accepted.gain, -(STAKE as i128));
        assert_eq!(accepted.event(), Event::Accepted { game: game() });
        let stage = GameStage::ToMove { player: id(HOST), deadline: None };
        assert_eq!(club.game().stage, stage, "the host may be asleep");
        assert_eq!((club.game().referee, club.game().pot), (referee.map(id), 2 * STAKE));
    }
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

#[test]
fn the_players_move_in_turns_and_the_host_first() {
    let mut club = Club::with_game(0, None);
    assert_eq!(club.send(CHALLENGER, mark(game(), 0)).error(), GameError::NotYourTurn);
    club.play(&[0]).event();
    assert_eq!(club.send(HOST, mark(game(), 1)).error(), GameError::NotYourTurn);
    let moved = club.send(CHALLENGER, mark(game(), 4));
    assert_eq!(moved.event(), placed(game(), 4, Outcome::Open));
    let deadline = Some(club.now + OPEN.turn_timeout);
    assert_eq!(club.game().stage, GameStage::ToMove { player: id(HOST), deadline });
    assert_eq!(club.game().turns, 2);
}

#[test]
fn only_the_two_players_move_whoever_s_turn_it_is() {
    // Tezos's `play` asks only for the number of the next player, and not for the sender.
    let mut club = Club::with_game(0, None);
    for stranger in [STRANGER, REFEREE, OWNER] {
        assert_eq!(club.send(stranger, mark(game(), 0)).error(), GameError::NotYourGame);
    }
}

#[test]
fn a_mark_on_a_filled_cell_is_an_error_and_the_turn_stays() {
    // Sui's game accepts such a mark, places none, and gives the turn back.
    let mut club = Club::with_game(0, None);
    club.play(&[4]).event();
    let taken = club.send(CHALLENGER, mark(game(), 4)).error();
    assert_eq!(taken, GameError::CellTaken { row: 1, column: 1 });
    club.send(CHALLENGER, mark(game(), 0)).event();
}

#[test]
fn a_pair_can_play_two_games_at_once_one_for_each_host() {
    let mut club = Club::with_game(STAKE, None);
    let other = GameId { place: 1, ..game_of(CHALLENGER, HOST) };
    let create = create(HOST, None);
    club.send_with_value(CHALLENGER, create, 2 * STAKE).event();
    club.send_with_value(HOST, accept(other, 2 * STAKE, None), 2 * STAKE).event();
    club.send(CHALLENGER, mark(other, 8)).event();
    club.send(HOST, mark(game(), 0)).event();
    assert_eq!(club.game().turns, 1);
    assert_eq!(club.find(other).expect("the game exists").turns, 1);
    assert_eq!(club.held(), 6 * STAKE);
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
fn many_games_are_kept_each_as_it_is() {
    // The EVM game shifts other games away.
    let hosts: Vec<u64> = (100..150).collect();
    let mut club = Club::new(OPEN);
    let game = |host: u64| GameId { place: host as u32 - 100, ..game_of(host, CHALLENGER) };
    for host in &hosts {
        let create = create(CHALLENGER, None);
        club.send_with_value(*host, create, u128::from(*host)).event();
        let accept = accept(game(*host), u128::from(*host), None);
        club.send_with_value(CHALLENGER, accept, u128::from(*host)).event();
    }
    for host in &hosts {
        club.send(*host, mark(game(*host), (host % 9) as u8)).event();
    }
    for host in &hosts {
        let state = club.find(game(*host)).expect("the game exists");
        assert_eq!(state.board, 1 << (2 * (host % 9)) | 1 << 18);
        assert_eq!(state.pot, 2 * u128::from(*host));
    }
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
fn the_challenger_s_win_is_no_open_game() {
    // In the EVM game it has the state 00, like a game that goes on.
    let mut club = Club::with_game(STAKE, None);
    let won = club.play(&CHALLENGER_WINS);
    assert_eq!(won.gain, 2 * STAKE as i128);
    assert_eq!(won.event(), placed(game(), 2, Outcome::ChallengerWon));
    assert_eq!(club.game().board >> 19, 0b10);
    assert_eq!(club.trophies(CHALLENGER).len(), 1);
    assert_eq!(club.send(HOST, mark(game(), 8)).error(), GameError::GameOver);
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
fn no_action_moves_a_trophy_or_a_lost_game_away() {
    // In the EVM game a loser can delete a lost game.
    let mut club = Club::with_game(STAKE, None);
    club.play(&HOST_WINS).event();
    let trophies = club.trophies(HOST);
    club.send_with_value(CHALLENGER, restart(), STAKE).event();
    assert_eq!(club.trophies(HOST), trophies);
    club.send(CHALLENGER, close()).event();
    assert_eq!(club.trophies(HOST), trophies);
    assert_eq!(club.find(game()), None);
    club.start_game(0, None);
    club.play(&CHALLENGER_WINS).event();
    assert_eq!(club.trophies(HOST), trophies);
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
