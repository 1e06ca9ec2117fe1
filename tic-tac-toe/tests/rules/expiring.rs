//! Expired games: anyone can close them.

use crate::club::*;
use tic_tac_toe_io::{Action, Event, GAME_LIFETIME, GameError, INVITATION_LIFETIME};

fn closed() -> Event {
    Event::Closed { game: game() }
}

fn invited(config: tic_tac_toe_io::InitConfig) -> Club {
    let mut club = Club::new(config.clone());
    if config.pass.is_some() {
        club.send_with_value(HOST, Action::MintPass, PRICE).event();
    }
    let create = create(CHALLENGER, None);
    club.send_with_value(HOST, create, STAKE).event();
    club
}

/// Lets time pass until the next message is in the last block before the game expires.
fn pass_until_it_expires(club: &mut Club) {
    let expires = club.game().expires;
    club.pass_idle(expires - club.next_timestamp());
}

/// Lets the game expire, and closes it as a stranger. Returns the players' gains and the
/// broadcasts.
fn close_expired(club: &mut Club) -> ([u128; 2], Vec<Event>) {
    pass_until_it_expires(club);
    let before = [HOST, CHALLENGER].map(|user| club.balance(user));
    let expires = club.game().expires;
    let early = club.send_with_value(STRANGER, close(), STRAY).error();
    assert_eq!(early, GameError::NotExpired { expires });
    let answer = club.send_with_value(STRANGER, close(), STRAY);
    assert_eq!(answer.gain, 0, "a stranger gains nothing");
    let broadcasts = answer.broadcasts.clone();
    assert_eq!(answer.event(), closed());
    assert_eq!((club.find(game()), club.held()), (None, 0));
    let gained = [(HOST, before[0]), (CHALLENGER, before[1])];
    (gained.map(|(user, before)| club.balance(user) - before), broadcasts)
}

#[test]
fn an_invitation_is_closed_by_anyone_a_week_after_it_was_made() {
    let mut club = invited(OPEN);
    let made = club.now;
    assert_eq!(club.game().expires, made + INVITATION_LIFETIME);
    assert_eq!(INVITATION_LIFETIME, 7 * DAY);
    assert_eq!(close_expired(&mut club), ([STAKE, 0], vec![]));
}

#[test]
fn an_invitation_is_accepted_until_somebody_closes_it() {
    let mut club = invited(OPEN);
    club.pass_idle(2 * INVITATION_LIFETIME);
    club.send_with_value(CHALLENGER, accept(game(), STAKE, None), STAKE).event();
    let early = club.send(STRANGER, close()).error();
    assert!(matches!(early, GameError::NotExpired { .. }), "the invitation is a game now");
}

#[test]
fn a_game_under_way_is_closed_by_anyone_a_month_after_its_last_turn() {
    let mut club = Club::with_game(STAKE, None);
    club.play(&[4]).event();
    let turn_over = club.now + OPEN.turn_timeout;
    assert_eq!(club.game().expires, turn_over + GAME_LIFETIME);
    assert_eq!(GAME_LIFETIME, 30 * DAY);
    assert_eq!(close_expired(&mut club), ([STAKE; 2], vec![closed()]));
}

#[test]
fn a_finished_game_is_closed_by_anyone_and_a_stake_for_another_comes_back() {
    let mut club = Club::with_game(STAKE, None);
    club.play(&HOST_WINS).event();
    pass_until_it_expires(&mut club);
    club.send_with_value(CHALLENGER, restart(), STAKE).event();
    let turn_over = club.now + OPEN.turn_timeout;
    assert_eq!(
        club.game().expires,
        turn_over + GAME_LIFETIME,
        "a player who stakes puts the end off"
    );
    assert_eq!(close_expired(&mut club), ([0, STAKE], vec![]));
}

#[test]
fn an_expired_game_is_closed_by_a_player_alone_too() {
    let mut club = Club::with_game(STAKE, None);
    club.play(&[0, 4]).event();
    pass_until_it_expires(&mut club);
    assert_eq!(club.send(HOST, close()).event(), Event::CloseAsked { game: game() });
    let answer = club.send(HOST, close());
    assert_eq!(answer.gain, STAKE as i128);
    assert_eq!(answer.event(), closed());
}

#[test]
fn who_tidies_up_needs_no_pass() {
    let mut club = invited(WITH_PASSES);
    assert_eq!(close_expired(&mut club), ([STAKE, 0], vec![]));
}
