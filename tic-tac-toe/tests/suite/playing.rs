//! Games from the invitation to the end.

use crate::chain::*;
use gtest::constants::MAX_USER_GAS_LIMIT;
use tic_tac_toe_io::{
    Action, Event, GameError, GameStage, Outcome, StateQuery, StateReply, Terms, Trophy,
};

/// The challenger has a line.
pub const CHALLENGER_WINS: [u8; 6] = [0, 4, 3, 6, 1, 2];
/// The host has a line.
pub const HOST_WINS: [u8; 5] = [0, 3, 1, 4, 2];
/// Nobody has.
pub const DRAWN: [u8; 9] = [4, 5, 7, 8, 0, 1, 2, 6, 3];

#[test]
fn a_game_is_created_by_its_host_and_starts_when_the_challenger_accepts() {
    let mut chain = Chain::new(OPEN);
    let create = Action::Create { challenger: id(CHALLENGER), referee: None };
    let created = chain.send_with_value(HOST, create, STAKE);
    assert_eq!(created.gain, -(STAKE as i128));
    assert_eq!(created.event(), Event::Created { game: game() });
    assert_eq!(chain.game().stage, GameStage::Invited);
    assert_eq!((chain.game().stake, chain.game().pot), (STAKE, STAKE));

    let accepted = chain.send_with_value(CHALLENGER, Action::Accept { host: id(HOST) }, STAKE);
    assert_eq!(accepted.gain, -(STAKE as i128));
    assert_eq!(accepted.event(), Event::Accepted { game: game() });
    let stage = GameStage::ToMove { player: id(HOST), deadline: None };
    assert_eq!(chain.game().stage, stage, "the host may be asleep");
    assert_eq!(chain.game().pot, 2 * STAKE);
}

#[test]
fn an_acceptance_of_terms_starts_the_game_that_was_looked_at() {
    for referee in [None, Some(id(REFEREE))] {
        let mut chain = Chain::new(OPEN);
        let create = Action::Create { challenger: id(CHALLENGER), referee };
        chain.send_with_value(HOST, create, STAKE).event();
        let accept = Action::AcceptTerms { host: id(HOST), terms: Terms { referee, stake: STAKE } };
        let accepted = chain.send_with_value(CHALLENGER, accept, STAKE);
        assert_eq!(accepted.gain, -(STAKE as i128));
        assert_eq!(accepted.event(), Event::Accepted { game: game() });
        let stage = GameStage::ToMove { player: id(HOST), deadline: None };
        assert_eq!(chain.game().stage, stage, "the host may be asleep");
        assert_eq!((chain.game().referee, chain.game().pot), (referee, 2 * STAKE));
    }
}

/// The host slips another game under an acceptance that is on its way.
#[test]
fn who_accepts_terms_plays_with_no_referee_who_came_later() {
    let mut chain = Chain::new(OPEN);
    let create = |referee| Action::Create { challenger: id(CHALLENGER), referee };
    chain.send_with_value(HOST, create(None), STAKE).event();
    let terms = Terms { referee: None, stake: STAKE };
    chain.program().send(HOST, Action::Close { game: game() });
    chain.program().send_with_value(HOST, create(Some(id(REFEREE))), STAKE);
    let accept = Action::AcceptTerms { host: id(HOST), terms };
    let refused = chain.send_with_value(CHALLENGER, accept, STAKE);
    assert_eq!(refused.gain, 0);
    let offered = Terms { referee: Some(id(REFEREE)), stake: STAKE };
    assert_eq!(refused.error(), GameError::OtherTerms { terms: offered });
    assert_eq!(chain.game().stage, GameStage::Invited);
}

#[test]
fn an_acceptance_as_it_has_been_from_the_first_release_works_to_the_byte() {
    let mut chain = Chain::new(OPEN);
    let create = Action::Create { challenger: id(CHALLENGER), referee: Some(id(REFEREE)) };
    chain.send_with_value(HOST, create, STAKE).event();
    let accept = [&[2][..], id(HOST).as_ref()].concat();
    let accepted = chain.send_bytes(CHALLENGER, accept, STAKE, MAX_USER_GAS_LIMIT);
    assert_eq!(accepted.event(), Event::Accepted { game: game() });
    assert_eq!(chain.game().pot, 2 * STAKE);
}

#[test]
fn the_players_move_in_turns_and_the_host_first() {
    let mut chain = Chain::with_game(0, None);
    assert_eq!(chain.send(CHALLENGER, mark(game(), 0)).error(), GameError::NotYourTurn);
    chain.play(&[0]).event();
    assert_eq!(chain.send(HOST, mark(game(), 1)).error(), GameError::NotYourTurn);
    let moved = chain.send(CHALLENGER, mark(game(), 4));
    assert_eq!(moved.event(), placed(game(), 4, Outcome::Open));
    let deadline = Some(chain.system.block_timestamp() + OPEN.turn_timeout);
    assert_eq!(chain.game().stage, GameStage::ToMove { player: id(HOST), deadline });
    assert_eq!(chain.game().turns, 2);
}

#[test]
fn only_the_two_players_move_whoever_s_turn_it_is() {
    // Tezos's `play` asks for the number of the next player, and not who sends.
    let mut chain = Chain::with_game(0, None);
    for stranger in [STRANGER, REFEREE, OWNER] {
        assert_eq!(chain.send(stranger, mark(game(), 0)).error(), GameError::NotYourGame);
    }
}

#[test]
fn a_mark_on_a_filled_cell_is_an_error_and_the_turn_stays() {
    // Sui's game takes such a mark, places none, and gives the turn back.
    let mut chain = Chain::with_game(0, None);
    chain.play(&[4]).event();
    let taken = chain.send(CHALLENGER, mark(game(), 4)).error();
    assert_eq!(taken, GameError::CellTaken { row: 1, column: 1 });
    chain.send(CHALLENGER, mark(game(), 0)).event();
}

#[test]
fn a_pair_can_play_two_games_at_once_one_for_each_host() {
    let mut chain = Chain::with_game(STAKE, None);
    let other = game_of(CHALLENGER, HOST);
    let create = Action::Create { challenger: id(HOST), referee: None };
    chain.send_with_value(CHALLENGER, create, 2 * STAKE).event();
    chain.send_with_value(HOST, Action::Accept { host: id(CHALLENGER) }, 2 * STAKE).event();
    chain.send(CHALLENGER, mark(other, 8)).event();
    chain.send(HOST, mark(game(), 0)).event();
    assert_eq!(chain.game().turns, 1);
    assert_eq!(chain.find(other).expect("it is there").turns, 1);
    assert_eq!(chain.held(), 6 * STAKE);
}

#[test]
fn many_games_are_kept_each_as_it_is() {
    // The EVM game shifts others away.
    let hosts: Vec<u64> = (100..150).collect();
    let mut chain = Chain::of_users(OPEN, [&hosts[..], &USERS].concat());
    let game = |host: u64| game_of(host, CHALLENGER);
    for host in &hosts {
        let create = Action::Create { challenger: id(CHALLENGER), referee: None };
        chain.send_with_value(*host, create, u128::from(*host) * VARA).event();
        let accept = Action::Accept { host: id(*host) };
        chain.send_with_value(CHALLENGER, accept, u128::from(*host) * VARA).event();
    }
    for host in &hosts {
        chain.send(*host, mark(game(*host), (host % 9) as u8)).event();
    }
    for host in &hosts {
        let state = chain.find(game(*host)).expect("it is there");
        assert_eq!(state.board, 1 << (2 * (host % 9)) | 1 << 18);
        assert_eq!(state.pot, 2 * u128::from(*host) * VARA);
    }
}

#[test]
fn the_winner_is_paid_both_stakes_and_gets_a_trophy() {
    let mut chain = Chain::with_game(STAKE, None);
    let won = chain.play(&HOST_WINS);
    assert_eq!(won.gain, 2 * STAKE as i128);
    assert_eq!(won.event(), placed(game(), 2, Outcome::HostWon));
    let board = chain.game().board;
    let trophy = Trophy { won: true, board, turns: 5, other: id(CHALLENGER) };
    assert_eq!(chain.trophies(HOST), [trophy]);
    assert_eq!(chain.trophies(CHALLENGER), []);
    assert_eq!(chain.game().stage, GameStage::Finished { outcome: Outcome::HostWon });
    assert_eq!(chain.game().pot, 0);
}

#[test]
fn the_challenger_s_win_is_no_open_game() {
    // In the EVM game it has the state 00, as a game that goes on.
    let mut chain = Chain::with_game(STAKE, None);
    let won = chain.play(&CHALLENGER_WINS);
    assert_eq!(won.gain, 2 * STAKE as i128);
    assert_eq!(won.event(), placed(game(), 2, Outcome::ChallengerWon));
    assert_eq!(chain.game().board >> 19, 0b10);
    assert_eq!(chain.trophies(CHALLENGER).len(), 1);
    assert_eq!(chain.send(HOST, mark(game(), 8)).error(), GameError::GameOver);
}

#[test]
fn a_draw_gives_each_the_stake_back_and_a_trophy() {
    let mut chain = Chain::with_game(STAKE, None);
    chain.play(&DRAWN[..8]).event();
    let before = chain.balance(CHALLENGER);
    let drawn = chain.send(HOST, mark(game(), DRAWN[8]));
    assert_eq!(drawn.gain, STAKE as i128);
    assert_eq!(chain.balance(CHALLENGER) - before, STAKE);
    assert_eq!(drawn.event(), placed(game(), DRAWN[8], Outcome::Draw));
    let board = chain.game().board;
    let trophy = |other| Trophy { won: false, board, turns: 9, other: id(other) };
    assert_eq!(chain.trophies(HOST), [trophy(CHALLENGER)]);
    assert_eq!(chain.trophies(CHALLENGER), [trophy(HOST)]);
}

#[test]
fn a_game_without_stakes_moves_no_value() {
    let mut chain = Chain::with_game(0, None);
    assert_eq!(chain.play(&HOST_WINS).gain, 0);
    assert_eq!(chain.trophies(HOST).len(), 1);
}

#[test]
fn no_action_moves_a_trophy_or_a_lost_game_away() {
    // In the EVM game a loser can wipe what was lost.
    let mut chain = Chain::with_game(STAKE, None);
    chain.play(&HOST_WINS).event();
    let trophies = chain.trophies(HOST);
    chain.send_with_value(CHALLENGER, Action::Restart { game: game() }, STAKE).event();
    assert_eq!(chain.trophies(HOST), trophies);
    chain.send(CHALLENGER, Action::Close { game: game() }).event();
    assert_eq!(chain.trophies(HOST), trophies);
    assert_eq!(chain.find(game()), None);
    chain.start_game(0, None);
    chain.play(&CHALLENGER_WINS).event();
    assert_eq!(chain.trophies(HOST), trophies);
}

#[test]
fn closing_frees_the_place_of_a_game_for_the_next() {
    let mut chain = Chain::with_game(0, None);
    for _ in 0..3 {
        chain.play(&HOST_WINS).event();
        chain.send(HOST, Action::Close { game: game() }).event();
        assert_eq!(chain.overview().games, 0);
        chain.start_game(0, None);
    }
    let StateReply::Games(page) = chain.query(StateQuery::AllGames { from: 1, limit: 9 }) else {
        panic!("games are told in pages");
    };
    assert_eq!((page.games, page.next), (vec![], None), "it has the first place again");
}
