//! What happens where there is no room, or no number is large enough.

use gprimitives::ActorId;
use tic_tac_toe_io::{
    Action, Event, GameError, GameId, GameStage, InitConfig, Outcome, StateQuery, StateReply,
};
use tic_tac_toe_program::rules::{Club, Effects, Message};

/// Room for two games, two passes and three trophies.
type TinyClub = Club<2, 2, 3>;

const HOST: u64 = 1;
const TIMEOUT: u64 = 5_000;

fn club() -> Box<TinyClub> {
    let mut club = TinyClub::on_heap();
    let config = InitConfig { turn_timeout: TIMEOUT, pass: None };
    club.open(9.into(), config).expect("a good config");
    club
}

fn send(
    club: &mut TinyClub,
    sender: u64,
    value: u128,
    now: u64,
    action: Action,
) -> Result<Effects, GameError> {
    club.handle(Message { sender: sender.into(), value, now }, action)
}

fn create(challenger: u64) -> Action {
    Action::Create { challenger: challenger.into(), referee: None }
}

fn accept() -> Action {
    Action::Accept { host: HOST.into() }
}

fn game(challenger: u64) -> GameId {
    GameId { host: HOST.into(), challenger: challenger.into() }
}

/// The host never moves, and the challenger claims.
fn forfeit(club: &mut TinyClub, challenger: u64) -> Effects {
    let game = game(challenger);
    send(club, HOST, 7, 0, create(challenger)).expect("there is room");
    send(club, challenger, 7, 0, accept()).expect("it is invited");
    let claimed = send(club, challenger, 0, TIMEOUT + 1, Action::ClaimTimeout { game });
    send(club, HOST, 0, 0, Action::Close { game }).expect("it is over");
    claimed.expect("the time has run out")
}

fn trophies(club: &TinyClub, owner: ActorId) -> usize {
    match club.answer(StateQuery::Trophies(owner)) {
        StateReply::Trophies(page) => page.trophies.len(),
        other => panic!("trophies are not told as {other:?}"),
    }
}

#[test]
fn without_room_a_game_is_refused_until_one_is_closed() {
    let mut club = club();
    send(&mut club, HOST, 0, 0, create(2)).expect("there is room");
    send(&mut club, HOST, 0, 0, create(3)).expect("there is room");
    assert_eq!(send(&mut club, HOST, 5, 0, create(4)), Err(GameError::NoRoom));
    assert_eq!(send(&mut club, HOST, 5, 0, create(3)), Err(GameError::GameExists));
    send(&mut club, HOST, 0, 0, Action::Close { game: game(2) }).expect("it is not accepted");
    send(&mut club, HOST, 0, 0, create(4)).expect("there is room again");
    for (challenger, is_there) in [(2, false), (3, true), (4, true)] {
        let StateReply::Game(found) = club.answer(StateQuery::Game(game(challenger))) else {
            panic!("Game is answered by Game");
        };
        assert_eq!(found.is_some(), is_there, "{challenger}");
    }
}

#[test]
fn without_room_for_a_trophy_a_game_ends_and_is_paid_all_the_same() {
    let mut club = club();
    for given in 1..=5_usize {
        let effects = forfeit(&mut club, 2);
        let event = Event::TimedOut { game: game(2), outcome: Outcome::ChallengerWon };
        assert_eq!((effects.event, effects.refund), (event, 14));
        assert_eq!(trophies(&club, 2.into()), given.min(3));
    }
}

#[test]
fn both_stakes_together_have_to_fit() {
    let mut club = club();
    let most = u128::MAX / 2;
    for stake in [most + 1, u128::MAX] {
        assert_eq!(send(&mut club, HOST, stake, 0, create(2)), Err(GameError::StakeTooHigh));
    }
    send(&mut club, HOST, most, 0, create(2)).expect("they fit");
    send(&mut club, 2, most, 0, accept()).expect("it is matched");
    let claim = Action::ClaimTimeout { game: game(2) };
    let claimed = send(&mut club, 2, 0, TIMEOUT + 1, claim).expect("the time has run out");
    assert_eq!(claimed.refund, 2 * most);
}

#[test]
fn a_turn_at_the_end_of_time_lasts_until_it() {
    let mut club = club();
    send(&mut club, HOST, 0, u64::MAX - 1, create(2)).expect("there is room");
    send(&mut club, 2, 0, u64::MAX - 1, accept()).expect("it is invited");
    let StateReply::Game(Some(state)) = club.answer(StateQuery::Game(game(2))) else {
        panic!("there is a game");
    };
    let deadline = Some(u64::MAX);
    assert_eq!(state.stage, GameStage::ToMove { player: HOST.into(), deadline });
    let claim = Action::ClaimTimeout { game: game(2) };
    let early = send(&mut club, 2, 0, u64::MAX, claim);
    assert_eq!(early, Err(GameError::TurnNotOver { deadline: u64::MAX }));
}

#[test]
fn a_config_beyond_its_limits_opens_nothing() {
    let mut club = TinyClub::on_heap();
    let config = InitConfig { turn_timeout: TIMEOUT - 1, pass: None };
    assert!(club.open(9.into(), config).is_err());
    assert!(matches!(
        club.answer(StateQuery::Config),
        StateReply::Config(InitConfig { turn_timeout: 0, pass: None })
    ));
}
