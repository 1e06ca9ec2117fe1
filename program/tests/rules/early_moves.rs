//! Bound commitments, and commitments made a round ahead.

use crate::table::*;
use rpsls_io::{
    Event, Format, GameError, GameRules, GameStage, Move, PlayerStatus, RevealResult, StageChange,
    commitment, opening,
};
use rpsls_program::ActionRef;

const POINTS: GameRules = GameRules { format: Format::Points, start_when_full: false };

fn reveal_ahead(table: &mut Table, player: u8, mv: Move, next: Move) -> Event {
    let opening = opening(mv, &password(player));
    let next = bound(player, next);
    let action = ActionRef::RevealAndCommit { opening: &opening, next };
    table.act(player, action).expect("reveals")
}

/// A table at which these players have made bound commitments to these moves.
fn committed(moves: &[(u8, Move)]) -> Table {
    let mut table = Table::start(moves.iter().map(|(player, _)| *player));
    for (player, mv) in moves {
        let action = ActionRef::Commit(bound(*player, *mv));
        assert_eq!(table.act(*player, action), Ok(Event::SuccessfulMove(id(*player))));
    }
    table
}

#[test]
fn a_copied_bound_hash_shuts_nobody_out_and_opens_for_nobody_else() {
    let mut table = Table::start([1, 2, 3]);
    let hash = bound(1, Move::Rock);
    // One copier is first, and another uses the other action.
    table.act(2, ActionRef::Commit(hash)).unwrap();
    table.act(3, ActionRef::MakeMove(hash)).unwrap();
    assert_eq!(table.act(1, ActionRef::Commit(hash)), Ok(Event::SuccessfulMove(id(1))));
    table.act(1, ActionRef::Reveal("0password 1")).unwrap();
    for copier in [2, 3] {
        let result = table.act(copier, ActionRef::Reveal("0password 1"));
        assert_eq!(result, Err(GameError::OpeningMismatch));
    }
    table.pass_deadline();
    let outcome = table.settle().unwrap();
    let over = StageChange::GameOver { winner: id(1) };
    assert_eq!(outcome.event, Event::StageAdvanced(over));
}

#[test]
fn a_copier_in_the_last_block_does_not_become_the_only_mover() {
    // Both messages are in the stage's last block. The copier's is first.
    let mut table = Table::start([1, 2]);
    table.now = table.game.deadline();
    let hash = bound(1, Move::Rock);
    table.act(2, ActionRef::Commit(hash)).unwrap();
    table.act(1, ActionRef::Commit(hash)).expect("the player can still commit");
    assert!(matches!(table.stage(), GameStage::Reveal(_)), "nobody wins unopened");
}

#[test]
fn plain_hashes_are_refused_among_plain_ones_only() {
    let mut table = Table::start([1, 2, 3]);
    let hash = commitment("0password 1");
    table.act(3, ActionRef::Commit(hash)).unwrap();
    table.act(1, ActionRef::MakeMove(hash)).expect("the bound hash does not count");
    assert_eq!(table.act(2, ActionRef::MakeMove(hash)), Err(GameError::CommitmentTaken));
    table.act(2, ActionRef::Commit(hash)).expect("a bound one may be equal");
    table.reveal(1, Move::Rock).unwrap();
    assert_eq!(
        table.act(3, ActionRef::Reveal("0password 1")),
        Err(GameError::OpeningMismatch),
        "the bound hash of this opening is another one"
    );
}

#[test]
fn a_next_move_counts_if_the_player_goes_on() {
    let mut table = committed(&[(1, Move::Rock), (2, Move::Rock), (3, Move::Scissors)]);
    let proceed = Event::SuccessfulReveal(RevealResult::Continue);
    assert_eq!(reveal_ahead(&mut table, 1, Move::Rock, Move::Paper), proceed);
    assert_eq!(table.status(1), PlayerStatus::Revealed);
    let kept = [2, 3].map(|player| {
        (id(player), bound(player, [Move::Rock, Move::Scissors][usize::from(player) - 2]))
    });
    assert_eq!(table.state().commitments, kept, "the opened commitment is no longer kept");
    reveal_ahead(&mut table, 3, Move::Scissors, Move::Spock);
    table.reveal(2, Move::Rock).unwrap();

    assert_eq!(table.state().round, 2);
    assert_eq!((table.status(1), table.status(2)), (PlayerStatus::Moved, PlayerStatus::ToMove));
    assert_eq!(table.status(3), PlayerStatus::Out);
    assert_eq!(table.state().commitments, [(id(1), bound(1, Move::Paper))]);
    assert_eq!(table.game.alarm_deadline(), Some(table.game.deadline()), "player 1 waits");
}

#[test]
fn reveals_go_on_at_once_where_all_survivors_have_moved_ahead() {
    let mut table = committed(&[(1, Move::Rock), (2, Move::Rock), (3, Move::Scissors)]);
    reveal_ahead(&mut table, 1, Move::Rock, Move::Paper);
    table.reveal(3, Move::Scissors).unwrap();
    table.now += 1;
    let event = reveal_ahead(&mut table, 2, Move::Rock, Move::Scissors);
    let next = RevealResult::NextRoundStarted { players: [1, 2].map(id).into() };
    assert_eq!(event, Event::SuccessfulReveal(next));
    let state = table.state();
    assert!(matches!(state.game_stage, GameStage::Reveal(_)));
    assert_eq!((state.round, state.current_stage_timestamp), (2, table.now));
    assert_eq!(state.revealed_moves, []);
    table.reveal(1, Move::Paper).unwrap();
    table.reveal(2, Move::Scissors).unwrap();
    assert_eq!(table.state().last_game.unwrap().winner, id(2));
}

#[test]
fn a_tie_is_broken_by_points_where_the_rules_say_so() {
    // Rock has 1 point, Paper −1, Scissors 0.
    let moves = [(1, Move::Rock), (2, Move::Paper), (3, Move::Scissors), (4, Move::Scissors)];
    let last = |table: &mut Table| {
        for (player, _) in moves {
            table.register(player).unwrap();
        }
        table.pass_deadline();
        for (player, mv) in moves {
            table.act(player, ActionRef::Commit(bound(player, mv))).unwrap();
        }
        let reveals = moves.map(|(player, mv)| table.reveal(player, mv).unwrap());
        reveals[3].clone()
    };
    let over = Event::SuccessfulReveal(RevealResult::GameOver { winner: id(1) });
    assert_eq!(last(&mut Table::with_rules(POINTS)), over);
    let players = [1, 2, 3, 4].map(id).into();
    let replay = Event::SuccessfulReveal(RevealResult::NextRoundStarted { players });
    assert_eq!(last(&mut Table::new()), replay);
}

#[test]
fn the_next_rules_wait_for_the_next_game() {
    let mut table = committed(&[(1, Move::Rock), (2, Move::Scissors)]);
    assert_eq!(table.act(1, ActionRef::ChangeNextGameRules(POINTS)), Err(GameError::NotOwner));
    let set = table.act(OWNER, ActionRef::ChangeNextGameRules(POINTS));
    assert_eq!(set, Ok(Event::GameRulesChanged));
    assert_eq!(table.state().rules, GameRules::default());
    assert_eq!(table.state().next_rules, Some(POINTS));
    table.reveal(1, Move::Rock).unwrap();
    table.reveal(2, Move::Scissors).unwrap();
    assert_eq!((table.state().rules, table.state().next_rules), (POINTS, None));
    table.act(OWNER, ActionRef::StopGame).unwrap();
    assert_eq!(table.state().rules, POINTS, "the rules stay");
}
