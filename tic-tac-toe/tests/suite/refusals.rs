//! What is refused: each cause, with nothing changed and the value returned.

use crate::{chain::*, playing::*};
use tic_tac_toe_io::{Action, Event, GameError, GameId, GameStage, Terms};

struct Row {
    name: &'static str,
    setup: fn() -> Chain,
    by: u64,
    action: Action,
    value: u128,
    error: GameError,
}

fn row(name: &'static str, setup: fn() -> Chain, by: u64, action: Action, error: GameError) -> Row {
    Row { name, setup, by, action, value: STRAY, error }
}

impl Row {
    fn worth(self, value: u128) -> Self {
        Self { value, ..self }
    }

    fn check(self) {
        let mut chain = (self.setup)();
        let before = chain.everything();
        let answer = chain.send_with_value(self.by, self.action, self.value);
        assert_eq!(answer.gain, 0, "{}: the value comes back", self.name);
        assert_eq!(answer.broadcasts, [], "{}", self.name);
        assert_eq!(answer.result, Some(Err(self.error)), "{}", self.name);
        assert_eq!(chain.everything(), before, "{}: nothing has changed", self.name);
    }
}

fn check(rows: impl IntoIterator<Item = Row>) {
    rows.into_iter().for_each(Row::check);
}

// The setups.

fn nothing() -> Chain {
    Chain::new(OPEN)
}

fn invited() -> Chain {
    let mut chain = nothing();
    let create = Action::Create { challenger: id(CHALLENGER), referee: None };
    chain.send_with_value(HOST, create, STAKE).event();
    chain
}

fn invited_refereed() -> Chain {
    let mut chain = nothing();
    chain.send_with_value(HOST, create(CHALLENGER, Some(REFEREE)), STAKE).event();
    chain
}

fn accepted() -> Chain {
    Chain::with_game(STAKE, None)
}

/// The host has put a mark into the center.
fn one_moved() -> Chain {
    let mut chain = accepted();
    chain.play(&[4]).event();
    chain
}

fn refereed() -> Chain {
    Chain::with_game(STAKE, Some(REFEREE))
}

fn mark_sent() -> Chain {
    let mut chain = refereed();
    chain.send(HOST, mark(game(), 0)).event();
    chain
}

fn won() -> Chain {
    let mut chain = accepted();
    chain.play(&HOST_WINS).event();
    chain
}

fn passes() -> Chain {
    Chain::new(WITH_PASSES)
}

/// The host holds the one pass that was minted.
fn one_pass() -> Chain {
    let mut chain = passes();
    chain.send_with_value(HOST, Action::MintPass, PRICE).event();
    chain
}

/// The host, who holds a pass, has invited somebody who holds none.
fn invited_without_pass() -> Chain {
    let mut chain = one_pass();
    let create = Action::Create { challenger: id(CHALLENGER), referee: None };
    chain.send_with_value(HOST, create, STAKE).event();
    chain
}

fn create(challenger: u64, referee: Option<u64>) -> Action {
    Action::Create { challenger: id(challenger), referee: referee.map(id) }
}

fn accept() -> Action {
    Action::Accept { host: id(HOST) }
}

fn place() -> Action {
    Action::PlaceMark { game: game() }
}

fn restart() -> Action {
    Action::Restart { game: game() }
}

fn close() -> Action {
    Action::Close { game: game() }
}

fn claim() -> Action {
    Action::ClaimTimeout { game: game() }
}

fn on(row: u8, column: u8) -> Action {
    Action::Move { game: game(), row, column }
}

#[test]
fn invitations() {
    let referee_zero = Action::Create { challenger: id(CHALLENGER), referee: Some([0; 32].into()) };
    check([
        row("playing oneself", nothing, HOST, create(HOST, None), GameError::SelfPlay),
        row(
            "refereeing oneself",
            nothing,
            HOST,
            create(CHALLENGER, Some(HOST)),
            GameError::RefereePlays,
        ),
        row(
            "the challenger referees",
            nothing,
            HOST,
            create(CHALLENGER, Some(CHALLENGER)),
            GameError::RefereePlays,
        ),
        row("nobody referees", nothing, HOST, referee_zero, GameError::NoSuchReferee),
        row("a second invitation", invited, HOST, create(CHALLENGER, None), GameError::GameExists),
        row(
            "a second game in the same roles",
            accepted,
            HOST,
            create(CHALLENGER, None),
            GameError::GameExists,
        ),
        row(
            "a second game once one is over",
            won,
            HOST,
            create(CHALLENGER, None),
            GameError::GameExists,
        ),
    ]);
}

fn accept_terms(referee: Option<u64>, stake: u128) -> Action {
    Action::AcceptTerms { host: id(HOST), terms: Terms { referee: referee.map(id), stake } }
}

#[test]
fn acceptances_of_terms() {
    let as_invited = || accept_terms(None, STAKE);
    let offered = |referee: Option<u64>| GameError::OtherTerms {
        terms: Terms { referee: referee.map(id), stake: STAKE },
    };
    let not_matched = |attached| GameError::StakeNotMatched { stake: STAKE, attached };
    let refereed = accept_terms(Some(REFEREE), STAKE);
    let dearer = accept_terms(None, STAKE + 1);
    check([
        row("no such game", nothing, CHALLENGER, as_invited(), GameError::NoSuchGame),
        row("somebody else's", invited, STRANGER, as_invited(), GameError::NoSuchGame),
        row("by the host", invited, HOST, as_invited(), GameError::NoSuchGame),
        row("without a stake", invited, CHALLENGER, as_invited(), not_matched(0)).worth(0),
        row("one unit too little", invited, CHALLENGER, as_invited(), not_matched(STAKE - 1))
            .worth(STAKE - 1),
        row("of a referee where there is none", invited, CHALLENGER, refereed, offered(None))
            .worth(STAKE),
        row("of none where there is one", invited_refereed, CHALLENGER, as_invited(), {
            offered(Some(REFEREE))
        })
        .worth(STAKE),
        row(
            "of another referee",
            invited_refereed,
            CHALLENGER,
            accept_terms(Some(STRANGER), STAKE),
            offered(Some(REFEREE)),
        )
        .worth(STAKE),
        row("of another stake", invited, CHALLENGER, dearer.clone(), offered(None))
            .worth(STAKE + 1),
        row("of another stake, with the right one", invited, CHALLENGER, dearer, offered(None))
            .worth(STAKE),
        row("twice", accepted, CHALLENGER, as_invited(), GameError::AlreadyAccepted).worth(STAKE),
    ]);
}

#[test]
fn acceptances() {
    let not_matched = |attached| GameError::StakeNotMatched { stake: STAKE, attached };
    check([
        row("no such game", nothing, CHALLENGER, accept(), GameError::NoSuchGame),
        row("somebody else's", invited, STRANGER, accept(), GameError::NoSuchGame),
        row("by the host", invited, HOST, accept(), GameError::NoSuchGame),
        row("without a stake", invited, CHALLENGER, accept(), not_matched(0)).worth(0),
        row("one unit too little", invited, CHALLENGER, accept(), not_matched(STAKE - 1))
            .worth(STAKE - 1),
        row("one unit too much", invited, CHALLENGER, accept(), not_matched(STAKE + 1))
            .worth(STAKE + 1),
        row("twice", accepted, CHALLENGER, accept(), GameError::AlreadyAccepted).worth(STAKE),
        row("once it is over", won, CHALLENGER, accept(), GameError::AlreadyAccepted).worth(STAKE),
    ]);
}

#[test]
fn moves() {
    let no_cell = |row, column| GameError::NoSuchCell { row, column };
    let taken = GameError::CellTaken { row: 1, column: 1 };
    let other = Action::Move { game: game_of(CHALLENGER, HOST), row: 0, column: 0 };
    check([
        row("in no game", nothing, HOST, on(0, 0), GameError::NoSuchGame),
        row("with the roles exchanged", accepted, HOST, other, GameError::NoSuchGame),
        row("before it is accepted", invited, HOST, on(0, 0), GameError::NotAccepted),
        row("in somebody else's game", accepted, STRANGER, on(0, 0), GameError::NotYourGame),
        row("before the host", accepted, CHALLENGER, on(0, 0), GameError::NotYourTurn),
        row("twice in a row", one_moved, HOST, on(0, 0), GameError::NotYourTurn),
        row("a row too many", accepted, HOST, on(3, 0), no_cell(3, 0)),
        row("a column too many", accepted, HOST, on(0, 3), no_cell(0, 3)),
        row("EOSIO's row 0, column 5", accepted, HOST, on(0, 5), no_cell(0, 5)),
        row("the farthest", accepted, HOST, on(255, 255), no_cell(255, 255)),
        row("what wraps around to a cell", accepted, HOST, on(86, 0), no_cell(86, 0)),
        row("a taken cell", one_moved, CHALLENGER, on(1, 1), taken),
        row("by the winner, after the end", won, HOST, on(2, 2), GameError::GameOver),
        row("by the loser, after the end", won, CHALLENGER, on(2, 2), GameError::GameOver),
        row("while the referee has one", mark_sent, HOST, on(2, 2), GameError::MarkWaits),
        row(
            "while the referee has the other's",
            mark_sent,
            CHALLENGER,
            on(2, 2),
            GameError::NotYourTurn,
        ),
        row("by the referee", refereed, REFEREE, on(0, 0), GameError::NotYourGame),
    ]);
}

#[test]
fn marks_to_place() {
    check([
        row("in no game", nothing, REFEREE, place(), GameError::NoSuchGame),
        row("without a referee", one_moved, REFEREE, place(), GameError::NotReferee),
        row("by the host", mark_sent, HOST, place(), GameError::NotReferee),
        row("by the challenger", mark_sent, CHALLENGER, place(), GameError::NotReferee),
        row("by a stranger", mark_sent, STRANGER, place(), GameError::NotReferee),
        row("when none was sent", refereed, REFEREE, place(), GameError::NoMarkSent),
    ]);
}

#[test]
fn restarts_and_closings() {
    check([
        row("restart of no game", nothing, HOST, restart(), GameError::NoSuchGame),
        row("restart by a stranger", won, STRANGER, restart(), GameError::NotYourGame).worth(STAKE),
        row("restart by the referee", refereed, REFEREE, restart(), GameError::NotYourGame),
        row("restart of an invitation", invited, HOST, restart(), GameError::NotAccepted)
            .worth(STAKE),
        row(
            "restart with another stake",
            won,
            HOST,
            restart(),
            GameError::StakeNotMatched { stake: STAKE, attached: STRAY },
        ),
        row("closing no game", nothing, HOST, close(), GameError::NoSuchGame),
    ]);
}

#[test]
fn closings_of_games_that_are_somebody_else_s() {
    for (setup, by) in [
        (won as fn() -> Chain, STRANGER),
        (accepted, STRANGER),
        (invited, STRANGER),
        (invited_without_pass, STRANGER),
        (mark_sent, REFEREE),
    ] {
        let mut chain = setup();
        let before = chain.everything();
        let early = chain.send_with_value(by, close(), STRAY).error();
        assert_eq!(early, GameError::NotExpired { expires: chain.game().expires });
        assert_eq!(chain.everything(), before);
    }
}

#[test]
fn claims() {
    check([
        row("in no game", nothing, HOST, claim(), GameError::NoSuchGame),
        row("in somebody else's", one_moved, STRANGER, claim(), GameError::NotYourGame),
        row("by the referee", mark_sent, REFEREE, claim(), GameError::NotYourGame),
        row("of an invitation", invited, HOST, claim(), GameError::NotAccepted),
        row("in one's own turn", one_moved, CHALLENGER, claim(), GameError::OwnTurn),
        row("after the end", won, CHALLENGER, claim(), GameError::GameOver),
    ]);
}

#[test]
fn claims_before_time() {
    for (setup, by) in
        [(one_moved as fn() -> Chain, HOST), (mark_sent, HOST), (mark_sent, CHALLENGER)]
    {
        let mut chain = setup();
        let deadline = match chain.game().stage {
            GameStage::ToMove { deadline: Some(deadline), .. }
            | GameStage::ToPlace { deadline, .. } => deadline,
            stage => panic!("nobody is awaited: {stage:?}"),
        };
        let before = chain.everything();
        let early = chain.send_with_value(by, claim(), STRAY).error();
        assert_eq!(early, GameError::TurnNotOver { deadline });
        assert_eq!(chain.everything(), before);
    }
}

#[test]
fn passes_that_are_not_to_be_had() {
    let not_met = GameError::PriceNotMet { price: PRICE, attached: PRICE - 1 };
    check([
        row("where there are none", nothing, HOST, Action::MintPass, GameError::NoPasses),
        row("for less than the price", passes, HOST, Action::MintPass, not_met).worth(PRICE - 1),
        row("a second one", one_pass, HOST, Action::MintPass, GameError::PassHeld { id: 1 }),
    ]);
}

#[test]
fn anything_by_somebody_without_a_pass() {
    let foreign: GameId = game();
    check([
        row("hosting", passes, HOST, create(CHALLENGER, None), GameError::PassNeeded),
        row("accepting", invited_without_pass, CHALLENGER, accept(), GameError::PassNeeded)
            .worth(STAKE),
        row(
            "accepting terms",
            invited_without_pass,
            CHALLENGER,
            accept_terms(None, STAKE),
            GameError::PassNeeded,
        )
        .worth(STAKE),
        row("declining", invited_without_pass, CHALLENGER, close(), GameError::PassNeeded),
        row(
            "being a referee",
            one_pass,
            HOST,
            create(CHALLENGER, Some(REFEREE)),
            GameError::RefereeNeedsPass,
        ),
        row("moving", invited_without_pass, STRANGER, mark(foreign, 0), GameError::NotYourGame),
        row("placing a mark", invited_without_pass, STRANGER, place(), GameError::NotReferee),
        row("restarting", invited_without_pass, STRANGER, restart(), GameError::NotYourGame),
        row("claiming", invited_without_pass, STRANGER, claim(), GameError::NotYourGame),
    ]);
}

#[test]
fn a_challenger_may_mint_a_pass_after_the_invitation() {
    let mut chain = invited_without_pass();
    chain.send_with_value(CHALLENGER, Action::MintPass, PRICE).event();
    let accepted = chain.send_with_value(CHALLENGER, accept(), STAKE).event();
    assert_eq!(accepted, Event::Accepted { game: game() });
}
