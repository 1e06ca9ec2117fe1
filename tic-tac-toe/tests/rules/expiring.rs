//! Expired games: anyone can close them.

use crate::tic_tac_toe::*;
use tic_tac_toe_io::{Action, Event, GAME_LIFETIME, GameError, INVITATION_LIFETIME};

fn closed() -> Event {
    Event::Closed { game: game() }
}

fn invited(config: tic_tac_toe_io::InitConfig) -> TicTacToe {
    let mut tic_tac_toe = TicTacToe::new(config.clone());
    if config.pass.is_some() {
        tic_tac_toe.send_with_value(HOST, Action::MintPass, PRICE).event();
    }
    let create = create(CHALLENGER, None);
    tic_tac_toe.send_with_value(HOST, create, STAKE).event();
    tic_tac_toe
}

/// Lets time pass until the next message is in the last block before the game expires.
fn pass_until_it_expires(tic_tac_toe: &mut TicTacToe) {
    let expires = tic_tac_toe.game().expires;
    tic_tac_toe.pass_idle(expires - tic_tac_toe.next_timestamp());
}

/// Lets the game expire, and closes it as a stranger. Returns the players' gains and the
/// broadcasts.
fn close_expired(tic_tac_toe: &mut TicTacToe) -> ([u128; 2], Vec<Event>) {
    pass_until_it_expires(tic_tac_toe);
    let before = [HOST, CHALLENGER].map(|user| tic_tac_toe.balance(user));
    let expires = tic_tac_toe.game().expires;
    let early = tic_tac_toe.send_with_value(STRANGER, close(), STRAY).error();
    assert_eq!(early, GameError::NotExpired { expires });
    let answer = tic_tac_toe.send_with_value(STRANGER, close(), STRAY);
    assert_eq!(answer.gain, 0, "a stranger gains nothing");
    let broadcasts = answer.broadcasts.clone();
    assert_eq!(answer.event(), closed());
    assert_eq!((tic_tac_toe.find(game()), tic_tac_toe.held()), (None, 0));
    let gained = [(HOST, before[0]), (CHALLENGER, before[1])];
    (gained.map(|(user, before)| tic_tac_toe.balance(user) - before), broadcasts)
}

#[test]
fn an_invitation_is_closed_by_anyone_a_week_after_it_was_made() {
    let mut tic_tac_toe = invited(OPEN);
    let made = tic_tac_toe.now;
    assert_eq!(tic_tac_toe.game().expires, made + INVITATION_LIFETIME);
    assert_eq!(INVITATION_LIFETIME, 7 * DAY);
    assert_eq!(close_expired(&mut tic_tac_toe), ([STAKE, 0], vec![]));
}

#[test]
fn an_invitation_is_accepted_until_somebody_closes_it() {
    let mut tic_tac_toe = invited(OPEN);
    tic_tac_toe.pass_idle(2 * INVITATION_LIFETIME);
    tic_tac_toe.send_with_value(CHALLENGER, accept(game(), STAKE, None), STAKE).event();
    let early = tic_tac_toe.send(STRANGER, close()).error();
    assert!(matches!(early, GameError::NotExpired { .. }), "the invitation is a game now");
}

#[test]
fn a_game_under_way_is_closed_by_anyone_a_month_after_its_last_turn() {
    let mut tic_tac_toe = TicTacToe::with_game(STAKE, None);
    tic_tac_toe.play(&[4]).event();
    let turn_over = tic_tac_toe.now + OPEN.turn_timeout;
    assert_eq!(tic_tac_toe.game().expires, turn_over + GAME_LIFETIME);
    assert_eq!(GAME_LIFETIME, 30 * DAY);
    assert_eq!(close_expired(&mut tic_tac_toe), ([STAKE; 2], vec![closed()]));
}

#[test]
fn a_finished_game_is_closed_by_anyone_and_a_stake_for_another_comes_back() {
    let mut tic_tac_toe = TicTacToe::with_game(STAKE, None);
    tic_tac_toe.play(&HOST_WINS).event();
    pass_until_it_expires(&mut tic_tac_toe);
    tic_tac_toe.send_with_value(CHALLENGER, restart(), STAKE).event();
    let turn_over = tic_tac_toe.now + OPEN.turn_timeout;
    assert_eq!(
        tic_tac_toe.game().expires,
        turn_over + GAME_LIFETIME,
        "a player who stakes puts the end off"
    );
    assert_eq!(close_expired(&mut tic_tac_toe), ([0, STAKE], vec![]));
}

#[test]
fn an_expired_game_is_closed_by_a_player_alone_too() {
    let mut tic_tac_toe = TicTacToe::with_game(STAKE, None);
    tic_tac_toe.play(&[0, 4]).event();
    pass_until_it_expires(&mut tic_tac_toe);
    assert_eq!(tic_tac_toe.send(HOST, close()).event(), Event::CloseAsked { game: game() });
    let answer = tic_tac_toe.send(HOST, close());
    assert_eq!(answer.gain, STAKE as i128);
    assert_eq!(answer.event(), closed());
}

#[test]
fn who_tidies_up_needs_no_pass() {
    let mut tic_tac_toe = invited(WITH_PASSES);
    assert_eq!(close_expired(&mut tic_tac_toe), ([STAKE, 0], vec![]));
}
