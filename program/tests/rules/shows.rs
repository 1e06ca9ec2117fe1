//! Anybody may show a move whose opening is known, and to show it twice is no mistake.

use crate::table::*;
use gprimitives::H256;
use rpsls_io::{
    Entry, Event, Format, GameError, GameRules, GameStage, Move, PlayerStatus, RevealResult,
    bound_commitment, opening,
};
use rpsls_program::ActionRef;

/// Neither a player nor a delegate has this number.
const STRANGER: u8 = 99;
const DELEGATE: u8 = 101;
const KNOCKOUT: GameRules = GameRules { format: Format::Knockout, start_when_full: false };
const PROCEEDS: Result<Event, GameError> = Ok(Event::SuccessfulReveal(RevealResult::Continue));

/// Shows a player's move, sent by another.
fn show_for(
    table: &mut Table,
    sender: u8,
    (player, mv): (u8, Move),
    next: Option<H256>,
) -> Result<Event, GameError> {
    let opening = opening(mv, &password(player));
    table.act(sender, ActionRef::RevealFor { player: id(player), opening: &opening, next })
}

fn show_ahead(table: &mut Table, player: u8, mv: Move, next: H256) -> Result<Event, GameError> {
    let opening = opening(mv, &password(player));
    table.act(player, ActionRef::RevealAndCommit { opening: &opening, next })
}

/// A knockout of players who have committed to these moves, and have a delegate.
fn committed(moves: &[(u8, Move)]) -> Table {
    let mut table = Table::with_rules(KNOCKOUT);
    for (player, mv) in moves {
        let commitment = Some(bound(*player, *mv));
        let entry = Entry { commitment, delegate: Some(id(DELEGATE)), ..Entry::default() };
        table.join(*player, entry).expect("joins");
    }
    table.pass_deadline();
    table.settle().expect("reveals start");
    table
}

const FOUR: [(u8, Move); 4] =
    [(1, Move::Rock), (2, Move::Rock), (3, Move::Scissors), (4, Move::Lizard)];

#[test]
fn a_stranger_shows_for_a_player_who_has_gone() {
    let mut table = committed(&[(1, Move::Rock), (2, Move::Lizard)]);
    table.reveal(2, Move::Lizard).unwrap();
    let over = Event::SuccessfulReveal(RevealResult::GameOver { winner: id(1) });
    assert_eq!(show_for(&mut table, STRANGER, (1, Move::Rock), None), Ok(over));
    assert_eq!(table.state().last_game.unwrap().winner, id(1));
}

#[test]
fn a_rival_may_show_and_pays_the_pot_to_the_other() {
    let mut table = committed(&[(1, Move::Rock), (2, Move::Lizard)]);
    assert_eq!(show_for(&mut table, 2, (1, Move::Rock), None), PROCEEDS);
    let outcome = table.handle(2, 0, ActionRef::Reveal("3password 2")).result.unwrap();
    assert_eq!((outcome.paid()[0].to, outcome.refund), (id(1), 0));
}

#[test]
fn the_next_commitment_is_the_player_s_and_the_delegate_s() {
    let next = bound(1, Move::Spock);
    for (sender, expected) in [
        (STRANGER, Err(GameError::NotDelegate)),
        (2, Err(GameError::NotDelegate)),
        (1, PROCEEDS),
        (DELEGATE, PROCEEDS),
    ] {
        let mut table = committed(&FOUR);
        let before = table.state();
        assert_eq!(show_for(&mut table, sender, (1, Move::Rock), Some(next)), expected);
        assert_eq!(expected.is_err(), table.state() == before);
    }
}

/// The attack: a rival reads the message in the pool, and shows the opening first. Without the
/// next commitment, who has gone would be out by the clock.
#[test]
fn a_next_commitment_is_taken_though_a_rival_has_shown_first() {
    let next = bound(1, Move::Spock);
    for sender in [1, DELEGATE] {
        let mut table = committed(&FOUR);
        show_for(&mut table, 3, (1, Move::Rock), None).unwrap();
        let shown = match sender {
            1 => show_ahead(&mut table, 1, Move::Rock, next),
            _ => show_for(&mut table, sender, (1, Move::Rock), Some(next)),
        };
        assert_eq!(shown, PROCEEDS);
        [(2, Move::Rock), (3, Move::Scissors), (4, Move::Lizard)]
            .iter()
            .for_each(|(player, mv)| drop(table.reveal(*player, *mv).unwrap()));
        assert_eq!(table.status(1), PlayerStatus::Moved);
    }
}

/// The same, where the rival's message ends the round.
#[test]
fn a_next_commitment_is_taken_though_the_round_is_over() {
    let next = bound(1, Move::Spock);
    for sender in [1, DELEGATE] {
        let mut table = committed(&FOUR);
        [(2, Move::Rock), (3, Move::Scissors), (4, Move::Lizard)]
            .iter()
            .for_each(|(player, mv)| drop(table.reveal(*player, *mv).unwrap()));
        let round = Event::SuccessfulReveal(RevealResult::NextRoundStarted {
            players: [1, 2].map(id).into(),
        });
        assert_eq!(show_for(&mut table, 3, (1, Move::Rock), None), Ok(round.clone()));
        let before = table.state();
        let late = |table: &mut Table, mv| match sender {
            1 => show_ahead(table, 1, mv, next),
            _ => show_for(table, sender, (1, mv), Some(next)),
        };
        // Another opening commits nothing, nor does a stranger.
        assert_eq!(late(&mut table, Move::Paper), Err(GameError::NotRevealStage));
        let strangers = show_for(&mut table, 3, (1, Move::Rock), Some(next));
        assert_eq!(strangers, Err(GameError::NotDelegate));
        assert_eq!(table.state(), before);

        for _ in 0..2 {
            let again = late(&mut table, Move::Rock);
            assert_eq!(again.as_ref(), Ok(&round), "the reply is the same");
            assert_eq!(table.state().commitments, [(id(1), next)]);
        }
        let another = show_ahead(&mut table, 1, Move::Rock, bound(1, Move::Paper));
        assert_eq!(another, Err(GameError::AlreadyMoved));
        table.act(2, ActionRef::Commit(bound(2, Move::Rock))).unwrap();
        assert!(matches!(table.stage(), GameStage::Reveal(_)));
    }
}

#[test]
fn in_a_first_round_nothing_is_committed_by_a_show() {
    let mut table = Table::start([1, 2]);
    // The hash is that of memory without a commitment, which is zero.
    let shown = show_ahead(&mut table, 1, Move::Rock, bound(1, Move::Rock));
    assert_eq!(shown, Err(GameError::NotRevealStage));
    assert_eq!(show_for(&mut table, 2, (1, Move::Rock), None), Err(GameError::NotRevealStage));
}

#[test]
fn the_same_opening_is_accepted_again_and_another_is_not() {
    let mut table = committed(&FOUR);
    table.reveal(1, Move::Rock).unwrap();
    let before = table.state();
    assert_eq!(show_for(&mut table, STRANGER, (1, Move::Rock), None), PROCEEDS);
    assert_eq!(show_for(&mut table, 1, (1, Move::Rock), None), PROCEEDS);
    let another = show_for(&mut table, STRANGER, (1, Move::Paper), None);
    assert_eq!(another, Err(GameError::AlreadyRevealed));
    // The original game's action is refused a second time, as it was.
    assert_eq!(table.reveal(1, Move::Rock), Err(GameError::AlreadyRevealed));
    assert_eq!(table.state(), before);
}

#[test]
fn a_next_commitment_that_is_there_stays() {
    let (next, another) = (bound(1, Move::Spock), bound(1, Move::Paper));
    let mut table = committed(&FOUR);
    show_ahead(&mut table, 1, Move::Rock, next).unwrap();
    let before = table.state();
    // The hash of what was shown is no longer there.
    assert_eq!(show_ahead(&mut table, 1, Move::Rock, next), PROCEEDS);
    assert_eq!(show_for(&mut table, STRANGER, (1, Move::Rock), None), PROCEEDS);
    let refused = show_ahead(&mut table, 1, Move::Rock, another);
    assert_eq!(refused, Err(GameError::AlreadyMoved));
    let other_move = show_for(&mut table, STRANGER, (1, Move::Spock), None);
    assert_eq!(other_move, Err(GameError::AlreadyRevealed), "what is committed isn't shown");
    let other_toss = ActionRef::RevealFor { player: id(1), opening: "0password 0", next: None };
    assert_eq!(table.act(STRANGER, other_toss), Err(GameError::AlreadyRevealed));
    assert_eq!(table.state(), before);
    [(2, Move::Rock), (3, Move::Scissors), (4, Move::Lizard)]
        .iter()
        .for_each(|(player, mv)| drop(table.reveal(*player, *mv).unwrap()));
    assert_eq!(table.state().commitments, [(id(1), next)]);
}

#[test]
fn what_opens_nothing_is_refused_and_changes_nothing() {
    let mut table = committed(&[(1, Move::Rock), (2, Move::Lizard), (3, Move::Rock)]);
    // A delegate who has no seat of its own is nobody's name.
    let before = table.state();
    for player in [STRANGER, DELEGATE] {
        let shown = show_for(&mut table, 2, (player, Move::Rock), None);
        assert_eq!(shown, Err(GameError::NotInRound));
    }
    for (player, wrong) in [
        (1, opening(Move::Paper, &password(1))),
        (2, opening(Move::Rock, &password(1))),
        (1, String::new()),
    ] {
        let action = ActionRef::RevealFor { player: id(player), opening: &wrong, next: None };
        let refused = table.handle(STRANGER, 5, action);
        assert_eq!(refused.result.err(), Some(GameError::OpeningMismatch), "{player} {wrong}");
    }
    assert_eq!(table.state(), before);
    // Another table's hash of the same opening is another one.
    let elsewhere = bound_commitment(id(7), id(1), &opening(Move::Rock, &password(1)));
    assert_ne!(elsewhere, bound(1, Move::Rock));

    show_for(&mut table, STRANGER, (2, Move::Lizard), None).unwrap();
    table.pass_deadline();
    let late = show_for(&mut table, STRANGER, (1, Move::Rock), None);
    assert_eq!(late, Err(GameError::NotRevealStage), "the round is decided");
}
