//! Every cause of a refusal. [`TicTacToe`] checks that a refused action changes nothing.

use crate::tic_tac_toe::*;
use tic_tac_toe_io::{
    Action,
    GameError::{self, *},
    GameId, Terms,
};

/// A name, a prepared program, a sender, an action, its value, and the error.
type Row = (&'static str, fn() -> TicTacToe, u64, Action, u128, GameError);

fn check(rows: impl IntoIterator<Item = Row>) {
    for (name, setup, by, action, value, error) in rows {
        let answer = setup().send_with_value(by, action, value);
        assert_eq!((answer.gain, answer.result), (0, Err(error)), "{name}");
    }
}

// The prepared programs.

fn nothing() -> TicTacToe {
    TicTacToe::new(OPEN)
}

fn invited() -> TicTacToe {
    let mut tic_tac_toe = nothing();
    tic_tac_toe.send_with_value(HOST, create(CHALLENGER, None), STAKE).event();
    tic_tac_toe
}

fn invited_refereed() -> TicTacToe {
    let mut tic_tac_toe = nothing();
    tic_tac_toe.send_with_value(HOST, create(CHALLENGER, Some(REFEREE)), STAKE).event();
    tic_tac_toe
}

fn accepted() -> TicTacToe {
    TicTacToe::with_game(STAKE, None)
}

/// The host has put a mark into the center.
fn one_moved() -> TicTacToe {
    let mut tic_tac_toe = accepted();
    tic_tac_toe.play(&[4]).event();
    tic_tac_toe
}

fn refereed() -> TicTacToe {
    TicTacToe::with_game(STAKE, Some(REFEREE))
}

fn mark_sent() -> TicTacToe {
    let mut tic_tac_toe = refereed();
    tic_tac_toe.send(HOST, mark(game(), 0)).event();
    tic_tac_toe
}

fn won() -> TicTacToe {
    let mut tic_tac_toe = accepted();
    tic_tac_toe.play(&HOST_WINS).event();
    tic_tac_toe
}

/// The host has staked for another game.
fn restart_asked() -> TicTacToe {
    let mut tic_tac_toe = won();
    tic_tac_toe.send_with_value(HOST, restart(), STAKE).event();
    tic_tac_toe
}

fn passes() -> TicTacToe {
    TicTacToe::new(WITH_PASSES)
}

/// The host holds the only pass that was minted.
fn one_pass() -> TicTacToe {
    let mut tic_tac_toe = passes();
    tic_tac_toe.send_with_value(HOST, Action::MintPass, PRICE).event();
    tic_tac_toe
}

/// The host has a pass, and has invited somebody who has none.
fn invited_without_pass() -> TicTacToe {
    let mut tic_tac_toe = one_pass();
    tic_tac_toe.send_with_value(HOST, create(CHALLENGER, None), STAKE).event();
    tic_tac_toe
}

fn accepting(referee: Option<u64>, stake: u128) -> Action {
    accept(game(), stake, referee)
}

fn on(row: u8, column: u8) -> Action {
    Action::Move { game: game(), row, column }
}

fn not_matched(attached: u128) -> GameError {
    StakeNotMatched { stake: STAKE, attached }
}

#[test]
fn invitations() {
    let nobody = Action::Create { challenger: id(CHALLENGER), referee: Some([0; 32].into()) };
    #[rustfmt::skip]
    check([
        ("playing oneself", nothing as fn() -> _, HOST, create(HOST, None), STRAY, SelfPlay),
        ("refereeing oneself", nothing, HOST, create(CHALLENGER, Some(HOST)), STRAY, RefereePlays),
        ("the challenger referees", nothing, HOST, create(CHALLENGER, Some(CHALLENGER)), STRAY, RefereePlays),
        ("nobody referees", nothing, HOST, nobody, STRAY, NoSuchReferee),
    ]);
}

#[test]
fn acceptances() {
    let accept = || accepting(None, STAKE);
    #[rustfmt::skip]
    check([
        ("no such game", nothing as fn() -> _, CHALLENGER, accept(), STRAY, NoSuchGame),
        ("somebody else's", invited, STRANGER, accept(), STRAY, NotYourGame),
        ("by the host", invited, HOST, accept(), STRAY, NotYourGame),
        ("without a stake", invited, CHALLENGER, accept(), 0, not_matched(0)),
        ("one unit too little", invited, CHALLENGER, accept(), STAKE - 1, not_matched(STAKE - 1)),
        ("one unit too much", invited, CHALLENGER, accept(), STAKE + 1, not_matched(STAKE + 1)),
        ("twice", accepted, CHALLENGER, accept(), STAKE, AlreadyAccepted),
        ("once it is over", won, CHALLENGER, accept(), STAKE, AlreadyAccepted),
    ]);
    let offered = |referee: Option<u64>| OtherTerms {
        terms: Terms { referee: referee.map(id), stake: STAKE },
    };
    #[rustfmt::skip]
    check([
        ("of a referee where there is none", invited as fn() -> _, CHALLENGER, accepting(Some(REFEREE), STAKE), STAKE, offered(None)),
        ("of none where there is one", invited_refereed, CHALLENGER, accepting(None, STAKE), STAKE, offered(Some(REFEREE))),
        ("of another referee", invited_refereed, CHALLENGER, accepting(Some(STRANGER), STAKE), STAKE, offered(Some(REFEREE))),
        ("of another stake", invited, CHALLENGER, accepting(None, STAKE + 1), STAKE + 1, offered(None)),
        ("of another stake, with the right one", invited, CHALLENGER, accepting(None, STAKE + 1), STAKE, offered(None)),
    ]);
}

/// A game is found only at its own place. A free place belongs to nobody.
#[test]
fn games_in_other_places_and_of_others() {
    let freed = || {
        let mut tic_tac_toe = accepted();
        tic_tac_toe.send_with_value(HOST, create(STRANGER, None), STAKE).event();
        tic_tac_toe.play(&HOST_WINS).event();
        tic_tac_toe.send(HOST, close()).event();
        tic_tac_toe.pass_idle(365 * DAY);
        tic_tac_toe
    };
    let zero = [0; 32].into();
    let named = [
        GameId { place: 1, ..game() },
        GameId { place: 999, ..game() },
        GameId { place: 1_000, ..game() },
        GameId { place: u32::MAX, ..game() },
        game_of(STRANGER, CHALLENGER),
        game_of(HOST, STRANGER),
        game_of(CHALLENGER, HOST),
        GameId { host: zero, challenger: zero, place: 0 },
        GameId { host: zero, challenger: zero, place: 1 },
        GameId { host: zero, challenger: zero, place: 2 },
    ];
    for game in named {
        for setup in [accepted as fn() -> _, freed] {
            assert_eq!(setup().find(game), None);
            for by in USERS {
                let actions = [
                    accept(game, STAKE, None),
                    mark(game, 0),
                    Action::PlaceMark { game },
                    Action::Restart { game },
                    Action::Close { game },
                    Action::ClaimTimeout { game },
                ];
                for action in actions {
                    check([("in no game", setup, by, action, STAKE, NoSuchGame)]);
                }
            }
        }
    }
}

#[test]
fn moves() {
    let no_cell = |row, column| NoSuchCell { row, column };
    let other = mark(game_of(CHALLENGER, HOST), 0);
    #[rustfmt::skip]
    check([
        ("in no game", nothing as fn() -> _, HOST, on(0, 0), STRAY, NoSuchGame),
        ("with the roles exchanged", accepted, HOST, other, STRAY, NoSuchGame),
        ("before it is accepted", invited, HOST, on(0, 0), STRAY, NotAccepted),
        ("in somebody else's game", accepted, STRANGER, on(0, 0), STRAY, NotYourGame),
        ("before the host", accepted, CHALLENGER, on(0, 0), STRAY, NotYourTurn),
        ("twice in a row", one_moved, HOST, on(0, 0), STRAY, NotYourTurn),
        ("a row too many", accepted, HOST, on(3, 0), STRAY, no_cell(3, 0)),
        ("a column too many", accepted, HOST, on(0, 3), STRAY, no_cell(0, 3)),
        ("EOSIO's row 0, column 5", accepted, HOST, on(0, 5), STRAY, no_cell(0, 5)),
        ("the farthest", accepted, HOST, on(255, 255), STRAY, no_cell(255, 255)),
        ("what wraps around to a cell", accepted, HOST, on(86, 0), STRAY, no_cell(86, 0)),
        ("a taken cell", one_moved, CHALLENGER, on(1, 1), STRAY, CellTaken { row: 1, column: 1 }),
        ("by the winner, after the end", won, HOST, on(2, 2), STRAY, GameOver),
        ("by the loser, after the end", won, CHALLENGER, on(2, 2), STRAY, GameOver),
        ("while the referee has one", mark_sent, HOST, on(2, 2), STRAY, MarkWaits),
        ("while the referee has the other's", mark_sent, CHALLENGER, on(2, 2), STRAY, NotYourTurn),
        ("by the referee", refereed, REFEREE, on(0, 0), STRAY, NotYourGame),
    ]);
}

#[test]
fn marks_to_place() {
    #[rustfmt::skip]
    check([
        ("in no game", nothing as fn() -> _, REFEREE, place(), STRAY, NoSuchGame),
        ("without a referee", one_moved, REFEREE, place(), STRAY, NotReferee),
        ("by the host", mark_sent, HOST, place(), STRAY, NotReferee),
        ("by the challenger", mark_sent, CHALLENGER, place(), STRAY, NotReferee),
        ("by a stranger", mark_sent, STRANGER, place(), STRAY, NotReferee),
        ("when none was sent", refereed, REFEREE, place(), STRAY, NoMarkSent),
    ]);
}

#[test]
fn restarts_and_closings() {
    #[rustfmt::skip]
    check([
        ("restart of no game", nothing as fn() -> _, HOST, restart(), STRAY, NoSuchGame),
        ("restart by a stranger", won, STRANGER, restart(), STAKE, NotYourGame),
        ("restart by the referee", refereed, REFEREE, restart(), STRAY, NotYourGame),
        ("restart of an invitation", invited, HOST, restart(), STAKE, NotAccepted),
        ("restart without the stake", won, HOST, restart(), 0, not_matched(0)),
        ("restart with less", won, HOST, restart(), STAKE - 1, not_matched(STAKE - 1)),
        ("restart with more", won, HOST, restart(), STAKE + 1, not_matched(STAKE + 1)),
        ("restart staked for twice", restart_asked, HOST, restart(), STAKE, AlreadyAsked),
        ("closing no game", nothing, HOST, close(), STRAY, NoSuchGame),
    ]);
    for (setup, by) in [
        (won as fn() -> TicTacToe, STRANGER),
        (accepted, STRANGER),
        (invited, STRANGER),
        (invited_without_pass, STRANGER),
        (mark_sent, REFEREE),
    ] {
        let expires = setup().game().expires;
        check([("closing somebody else's", setup, by, close(), STRAY, NotExpired { expires })]);
    }
}

#[test]
fn claims() {
    #[rustfmt::skip]
    check([
        ("in no game", nothing as fn() -> _, HOST, claim(), STRAY, NoSuchGame),
        ("in somebody else's", one_moved, STRANGER, claim(), STRAY, NotYourGame),
        ("by the referee", mark_sent, REFEREE, claim(), STRAY, NotYourGame),
        ("of an invitation", invited, HOST, claim(), STRAY, NotAccepted),
        ("in one's own turn", one_moved, CHALLENGER, claim(), STRAY, OwnTurn),
        ("after the end", won, CHALLENGER, claim(), STRAY, GameOver),
    ]);
    for (setup, by) in
        [(one_moved as fn() -> TicTacToe, HOST), (mark_sent, HOST), (mark_sent, CHALLENGER)]
    {
        let deadline = setup().deadline();
        check([("before time", setup, by, claim(), STRAY, TurnNotOver { deadline })]);
    }
}

#[test]
fn passes_that_are_not_to_be_had() {
    let not_met = PriceNotMet { price: PRICE, attached: PRICE - 1 };
    check([
        ("where there are none", nothing as fn() -> _, HOST, Action::MintPass, STRAY, NoPasses),
        ("for less than the price", passes, HOST, Action::MintPass, PRICE - 1, not_met),
        ("a second one", one_pass, HOST, Action::MintPass, STRAY, PassHeld { id: 1 }),
    ]);
}

#[test]
fn anything_by_somebody_without_a_pass() {
    #[rustfmt::skip]
    check([
        ("hosting", passes as fn() -> _, HOST, create(CHALLENGER, None), STRAY, PassNeeded),
        ("accepting", invited_without_pass, CHALLENGER, accepting(None, STAKE), STAKE, PassNeeded),
        ("declining", invited_without_pass, CHALLENGER, close(), STRAY, PassNeeded),
        ("being a referee", one_pass, HOST, create(CHALLENGER, Some(REFEREE)), STRAY, RefereeNeedsPass),
        ("moving", invited_without_pass, STRANGER, on(0, 0), STRAY, NotYourGame),
        ("placing a mark", invited_without_pass, STRANGER, place(), STRAY, NotReferee),
        ("restarting", invited_without_pass, STRANGER, restart(), STRAY, NotYourGame),
        ("claiming", invited_without_pass, STRANGER, claim(), STRAY, NotYourGame),
    ]);
    let mut tic_tac_toe = invited_without_pass();
    tic_tac_toe.send_with_value(CHALLENGER, Action::MintPass, PRICE).event();
    tic_tac_toe.send_with_value(CHALLENGER, accepting(None, STAKE), STAKE).event();
}
