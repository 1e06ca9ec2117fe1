//! Tests what happens if there is no room left, or a number would be too large.

use gprimitives::ActorId;
use tic_tac_toe::rules::{Effects, Message, OnHeap};
use tic_tac_toe_io::{
    Action, Event, GameError, GameId, GameStage, INVITATION_LIFETIME, InitConfig, Outcome,
    StateQuery, StateReply, Terms,
};

/// A program with room for two games, two passes and three trophies.
type Tiny = OnHeap<2, 2, 3>;

const HOST: u64 = 1;
const TIMEOUT: u64 = 5_000;

fn tic_tac_toe() -> Tiny {
    let mut tic_tac_toe = OnHeap::new();
    let config = InitConfig { turn_timeout: TIMEOUT, pass: None, owner: None };
    tic_tac_toe.tic_tac_toe().open(9.into(), config).expect("a good config");
    tic_tac_toe
}

fn send(
    tic_tac_toe: &mut Tiny,
    sender: u64,
    value: u128,
    now: u64,
    action: Action,
) -> Result<Effects, GameError> {
    tic_tac_toe.tic_tac_toe().handle(Message { sender: sender.into(), value, now }, action)
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
fn start(tic_tac_toe: &mut Tiny, challenger: u64, stake: u128, now: u64) {
    let corner = Action::Move { game: game(challenger), row: 0, column: 0 };
    send(tic_tac_toe, HOST, stake, now, create(challenger)).expect("there is room");
    let terms = Terms { referee: None, stake };
    let accept = Action::Accept { game: game(challenger), terms };
    send(tic_tac_toe, challenger, stake, now, accept).expect("the challenger is invited");
    send(tic_tac_toe, HOST, 0, now, corner).expect("the cell is free");
}

/// Plays a game in which the challenger never moves, and the host claims the win.
fn forfeit(tic_tac_toe: &mut Tiny, challenger: u64) -> Effects {
    let game = game(challenger);
    start(tic_tac_toe, challenger, 7, 0);
    let claimed = send(tic_tac_toe, HOST, 0, TIMEOUT + 1, Action::ClaimTimeout { game });
    send(tic_tac_toe, HOST, 0, 0, Action::Close { game }).expect("the game is over");
    claimed.expect("the time has run out")
}

fn trophies(tic_tac_toe: &mut Tiny, owner: ActorId) -> usize {
    match tic_tac_toe.tic_tac_toe().answer(StateQuery::Trophies(owner)) {
        StateReply::Trophies(page) => page.trophies.len(),
        other => panic!("the answer to Trophies is {other:?}"),
    }
}

#[test]
fn without_room_a_game_is_refused_until_one_is_closed() {
    let mut tic_tac_toe: Tiny = tic_tac_toe();
    send(&mut tic_tac_toe, HOST, 0, 0, create(2)).expect("there is room");
    send(&mut tic_tac_toe, HOST, 0, 0, create(3)).expect("there is room");
    assert_eq!(send(&mut tic_tac_toe, HOST, 5, 0, create(4)), Err(GameError::NoRoom));
    send(&mut tic_tac_toe, HOST, 0, 0, Action::Close { game: game(2) })
        .expect("it is not accepted");
    send(&mut tic_tac_toe, HOST, 0, 0, create(4)).expect("there is room again");
    for (game, is_there) in [(game(2), false), (at(1, 3), true), (game(4), true), (at(2, 4), false)]
    {
        let StateReply::Game(found) = tic_tac_toe.tic_tac_toe().answer(StateQuery::Game(game))
        else {
            panic!("the answer to Game is another reply");
        };
        assert_eq!(found.is_some(), is_there, "{game:?}");
    }
}

#[test]
fn who_fills_the_program_can_t_keep_others_out() {
    let mut tic_tac_toe: Tiny = tic_tac_toe();
    send(&mut tic_tac_toe, HOST, 0, 0, create(2)).expect("there is room");
    send(&mut tic_tac_toe, HOST, 0, 1, create(3)).expect("there is room");
    let close = |place| Action::Close { game: at(place, 2 + u64::from(place)) };
    let week = INVITATION_LIFETIME;
    assert_eq!(send(&mut tic_tac_toe, 4, 0, week, create(5)), Err(GameError::NoRoom));
    let early = send(&mut tic_tac_toe, 4, 0, week, close(0));
    assert_eq!(early, Err(GameError::NotExpired { expires: week }));
    send(&mut tic_tac_toe, 4, 0, week + 1, close(0)).expect("it has expired");
    let early = send(&mut tic_tac_toe, 4, 0, week + 1, close(1));
    assert_eq!(early, Err(GameError::NotExpired { expires: week + 1 }));
    send(&mut tic_tac_toe, 4, 0, week + 1, create(5)).expect("there is room again");
}

#[test]
fn without_room_for_a_trophy_a_game_ends_and_is_paid_all_the_same() {
    let mut tic_tac_toe: Tiny = tic_tac_toe();
    for given in 1..=5_usize {
        let effects = forfeit(&mut tic_tac_toe, 2);
        let event = Event::TimedOut { game: game(2), outcome: Outcome::HostWon };
        assert_eq!((effects.event, effects.refund), (event, 14));
        assert_eq!(trophies(&mut tic_tac_toe, HOST.into()), given.min(3));
    }
}

#[test]
fn both_stakes_together_have_to_fit() {
    let mut tic_tac_toe: Tiny = tic_tac_toe();
    let most = u128::MAX / 2;
    for stake in [most + 1, u128::MAX] {
        assert_eq!(send(&mut tic_tac_toe, HOST, stake, 0, create(2)), Err(GameError::StakeTooHigh));
    }
    start(&mut tic_tac_toe, 2, most, 0);
    let claim = Action::ClaimTimeout { game: game(2) };
    let claimed =
        send(&mut tic_tac_toe, HOST, 0, TIMEOUT + 1, claim).expect("the time has run out");
    assert_eq!(claimed.refund, 2 * most);
}

#[test]
fn a_turn_at_the_end_of_time_lasts_until_it() {
    let mut tic_tac_toe: Tiny = tic_tac_toe();
    start(&mut tic_tac_toe, 2, 0, u64::MAX - 1);
    let StateReply::Game(Some(state)) = tic_tac_toe.tic_tac_toe().answer(StateQuery::Game(game(2)))
    else {
        panic!("there is a game");
    };
    let deadline = Some(u64::MAX);
    assert_eq!(state.stage, GameStage::ToMove { player: 2.into(), deadline });
    let claim = Action::ClaimTimeout { game: game(2) };
    let early = send(&mut tic_tac_toe, HOST, 0, u64::MAX, claim);
    assert_eq!(early, Err(GameError::TurnNotOver { deadline: u64::MAX }));
}
