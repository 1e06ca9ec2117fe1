//! Tests what happens if there is no room left, or a number would be too large.

use gprimitives::ActorId;
use tic_tac_toe::rules::{Effects, Message, OnHeap};
use tic_tac_toe_io::{
    Action, Event, GameError, GameId, GameStage, INVITATION_LIFETIME, InitConfig, Outcome,
    StateQuery, StateReply, Terms,
};

/// A club with room for two games, two passes and three trophies.
type TinyClub = OnHeap<2, 2, 3>;

const HOST: u64 = 1;
const TIMEOUT: u64 = 5_000;

fn club() -> TinyClub {
    let mut club = OnHeap::new();
    let config = InitConfig { turn_timeout: TIMEOUT, pass: None, owner: None };
    club.club().open(9.into(), config).expect("a good config");
    club
}

fn send(
    club: &mut TinyClub,
    sender: u64,
    value: u128,
    now: u64,
    action: Action,
) -> Result<Effects, GameError> {
    club.club().handle(Message { sender: sender.into(), value, now }, action)
}

fn create(challenger: u64) -> Action {
    Action::Create { challenger: challenger.into(), referee: None }
}

fn game(challenger: u64) -> GameId {
    at(0, challenger)
}

fn at(place: u32, challenger: u64) -> GameId {
    GameId { host: HOST.into(), challenger: challenger.into(), place }
}

/// Starts a game in which the challenger is to move.
fn start(club: &mut TinyClub, challenger: u64, stake: u128, now: u64) {
    let corner = Action::Move { game: game(challenger), row: 0, column: 0 };
    send(club, HOST, stake, now, create(challenger)).expect("there is room");
    let terms = Terms { referee: None, stake };
    let accept = Action::Accept { game: game(challenger), terms };
    send(club, challenger, stake, now, accept).expect("the challenger is invited");
    send(club, HOST, 0, now, corner).expect("the cell is free");
}

/// Plays a game in which the challenger never moves, and the host claims the win.
fn forfeit(club: &mut TinyClub, challenger: u64) -> Effects {
    let game = game(challenger);
    start(club, challenger, 7, 0);
    let claimed = send(club, HOST, 0, TIMEOUT + 1, Action::ClaimTimeout { game });
    send(club, HOST, 0, 0, Action::Close { game }).expect("the game is over");
    claimed.expect("the time has run out")
}

fn trophies(club: &mut TinyClub, owner: ActorId) -> usize {
    match club.club().answer(StateQuery::Trophies(owner)) {
        StateReply::Trophies(page) => page.trophies.len(),
        other => panic!("the answer to Trophies is {other:?}"),
    }
}

#[test]
fn without_room_a_game_is_refused_until_one_is_closed() {
    let mut club: TinyClub = club();
    send(&mut club, HOST, 0, 0, create(2)).expect("there is room");
    send(&mut club, HOST, 0, 0, create(3)).expect("there is room");
    assert_eq!(send(&mut club, HOST, 5, 0, create(4)), Err(GameError::NoRoom));
    send(&mut club, HOST, 0, 0, Action::Close { game: game(2) }).expect("it is not accepted");
    send(&mut club, HOST, 0, 0, create(4)).expect("there is room again");
    for (game, is_there) in [(game(2), false), (at(1, 3), true), (game(4), true), (at(2, 4), false)]
    {
        let StateReply::Game(found) = club.club().answer(StateQuery::Game(game)) else {
            panic!("the answer to Game is another reply");
        };
        assert_eq!(found.is_some(), is_there, "{game:?}");
    }
}

#[test]
fn who_fills_the_program_can_t_keep_others_out() {
    let mut club: TinyClub = club();
    send(&mut club, HOST, 0, 0, create(2)).expect("there is room");
    send(&mut club, HOST, 0, 1, create(3)).expect("there is room");
    let close = |place| Action::Close { game: at(place, 2 + u64::from(place)) };
    let week = INVITATION_LIFETIME;
    assert_eq!(send(&mut club, 4, 0, week, create(5)), Err(GameError::NoRoom));
    let early = send(&mut club, 4, 0, week, close(0));
    assert_eq!(early, Err(GameError::NotExpired { expires: week }));
    send(&mut club, 4, 0, week + 1, close(0)).expect("it has expired");
    let early = send(&mut club, 4, 0, week + 1, close(1));
    assert_eq!(early, Err(GameError::NotExpired { expires: week + 1 }));
    send(&mut club, 4, 0, week + 1, create(5)).expect("there is room again");
}

#[test]
fn without_room_for_a_trophy_a_game_ends_and_is_paid_all_the_same() {
    let mut club: TinyClub = club();
    for given in 1..=5_usize {
        let effects = forfeit(&mut club, 2);
        let event = Event::TimedOut { game: game(2), outcome: Outcome::HostWon };
        assert_eq!((effects.event, effects.refund), (event, 14));
        assert_eq!(trophies(&mut club, HOST.into()), given.min(3));
    }
}

#[test]
fn both_stakes_together_have_to_fit() {
    let mut club: TinyClub = club();
    let most = u128::MAX / 2;
    for stake in [most + 1, u128::MAX] {
        assert_eq!(send(&mut club, HOST, stake, 0, create(2)), Err(GameError::StakeTooHigh));
    }
    start(&mut club, 2, most, 0);
    let claim = Action::ClaimTimeout { game: game(2) };
    let claimed = send(&mut club, HOST, 0, TIMEOUT + 1, claim).expect("the time has run out");
    assert_eq!(claimed.refund, 2 * most);
}

#[test]
fn a_turn_at_the_end_of_time_lasts_until_it() {
    let mut club: TinyClub = club();
    start(&mut club, 2, 0, u64::MAX - 1);
    let StateReply::Game(Some(state)) = club.club().answer(StateQuery::Game(game(2))) else {
        panic!("there is a game");
    };
    let deadline = Some(u64::MAX);
    assert_eq!(state.stage, GameStage::ToMove { player: 2.into(), deadline });
    let claim = Action::ClaimTimeout { game: game(2) };
    let early = send(&mut club, HOST, 0, u64::MAX, claim);
    assert_eq!(early, Err(GameError::TurnNotOver { deadline: u64::MAX }));
}
