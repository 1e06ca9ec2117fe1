//! Games that nobody cares for any more: anyone closes them.

use crate::{chain::*, playing::*};
use tic_tac_toe_io::{Action, Event, GAME_LIFETIME, GameError, INVITATION_LIFETIME};

fn close() -> Action {
    Action::Close { game: game() }
}

fn closed() -> Event {
    Event::Closed { game: game() }
}

fn invited(config: tic_tac_toe_io::InitConfig) -> Chain {
    let mut chain = Chain::new(config.clone());
    if config.pass.is_some() {
        chain.send_with_value(HOST, Action::MintPass, PRICE).event();
    }
    let create = Action::Create { challenger: id(CHALLENGER), referee: None };
    chain.send_with_value(HOST, create, STAKE).event();
    chain
}

/// Lets time pass until the next message is in the last block in which the
/// game has not expired.
fn pass_until_it_expires(chain: &mut Chain) {
    let expires = chain.game().expires;
    chain.pass_idle(expires - chain.next_timestamp());
}

/// A stranger closes the game, which has just expired; what the players gain.
fn close_expired(chain: &mut Chain) -> ([u128; 2], Vec<Event>) {
    pass_until_it_expires(chain);
    let before = [HOST, CHALLENGER].map(|user| chain.balance(user));
    let expires = chain.game().expires;
    let early = chain.send_with_value(STRANGER, close(), STRAY).error();
    assert_eq!(early, GameError::NotExpired { expires });
    let answer = chain.send_with_value(STRANGER, close(), STRAY);
    assert_eq!(answer.gain, 0, "a stranger gains nothing");
    let broadcasts = answer.broadcasts.clone();
    assert_eq!(answer.event(), closed());
    assert_eq!((chain.find(game()), chain.held()), (None, 0));
    let gained = [(HOST, before[0]), (CHALLENGER, before[1])];
    (gained.map(|(user, before)| chain.balance(user) - before), broadcasts)
}

#[test]
fn an_invitation_is_closed_by_anyone_a_week_after_it_was_made() {
    let mut chain = invited(OPEN);
    let made = chain.system.block_timestamp();
    assert_eq!(chain.game().expires, made + INVITATION_LIFETIME);
    assert_eq!(INVITATION_LIFETIME, 7 * DAY);
    assert_eq!(close_expired(&mut chain), ([STAKE, 0], vec![]));
}

#[test]
fn an_invitation_is_accepted_until_somebody_closes_it() {
    let mut chain = invited(OPEN);
    chain.pass_idle(2 * INVITATION_LIFETIME);
    chain.send_with_value(CHALLENGER, Action::Accept { host: id(HOST) }, STAKE).event();
    let early = chain.send(STRANGER, close()).error();
    assert!(matches!(early, GameError::NotExpired { .. }), "it is a game now");
}

#[test]
fn a_game_under_way_is_closed_by_anyone_a_month_after_its_last_turn() {
    let mut chain = Chain::with_game(STAKE, None);
    chain.play(&[4]).event();
    let turn_over = chain.system.block_timestamp() + OPEN.turn_timeout;
    assert_eq!(chain.game().expires, turn_over + GAME_LIFETIME);
    assert_eq!(GAME_LIFETIME, 30 * DAY);
    assert_eq!(close_expired(&mut chain), ([STAKE; 2], vec![closed()]));
}

#[test]
fn who_waits_may_claim_until_the_game_is_closed() {
    let mut chain = Chain::with_game(STAKE, None);
    chain.play(&[4]).event();
    pass_until_it_expires(&mut chain);
    let claimed = chain.send(HOST, Action::ClaimTimeout { game: game() });
    assert_eq!(claimed.gain, 2 * STAKE as i128);
}

#[test]
fn an_accepted_game_whose_host_never_came_is_closed_by_anyone() {
    let mut chain = Chain::with_game(STAKE, None);
    assert_eq!(close_expired(&mut chain), ([STAKE; 2], vec![closed()]));
}

#[test]
fn a_finished_game_is_closed_by_anyone_and_a_stake_for_another_comes_back() {
    let mut chain = Chain::with_game(STAKE, None);
    chain.play(&HOST_WINS).event();
    pass_until_it_expires(&mut chain);
    chain.send_with_value(CHALLENGER, Action::Restart { game: game() }, STAKE).event();
    let turn_over = chain.system.block_timestamp() + OPEN.turn_timeout;
    assert_eq!(chain.game().expires, turn_over + GAME_LIFETIME, "who stakes is still there");
    assert_eq!(close_expired(&mut chain), ([0, STAKE], vec![]));
}

#[test]
fn an_expired_game_is_closed_by_a_player_alone_too() {
    let mut chain = Chain::with_game(STAKE, None);
    chain.play(&[0, 4]).event();
    pass_until_it_expires(&mut chain);
    assert_eq!(chain.send(HOST, close()).event(), Event::CloseAsked { game: game() });
    let answer = chain.send(HOST, close());
    assert_eq!(answer.gain, STAKE as i128);
    assert_eq!(answer.event(), closed());
}

#[test]
fn who_tidies_up_needs_no_pass() {
    let mut chain = invited(WITH_PASSES);
    assert_eq!(close_expired(&mut chain), ([STAKE, 0], vec![]));
}
