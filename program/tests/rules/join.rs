//! Joining: terms, early commitments, delegates, and tables that start when full.

use crate::table::*;
use gprimitives::{ActorId, H256};
use rpsls_io::{
    Entry, Event, GameConfig, GameError, GameRules, Move, PlayerStatus, RevealResult, StageChange,
    TableInit,
};
use rpsls_program::{ActionRef, rules::Payout};

const WHEN_FULL: GameRules = GameRules { start_when_full: true, format: rpsls_io::Format::Replay };
/// The account that acts for player 1 in these tests.
const DELEGATE: u8 = 101;

fn seats(players_count_limit: u8) -> TableInit {
    let config = GameConfig { players_count_limit, ..CONFIG };
    TableInit { rules: WHEN_FULL, ..plain(config) }
}

fn delegated(delegate: ActorId) -> Entry {
    Entry { delegate: Some(delegate), ..Entry::default() }
}

/// A table at which player 1 has a delegate and player 2 has none.
fn with_delegate() -> Table {
    let mut table = Table::new();
    table.join(1, delegated(id(DELEGATE))).unwrap();
    table.register(2).unwrap();
    table.pass_deadline();
    table.settle().unwrap();
    table
}

#[test]
fn a_seat_is_for_the_game_that_was_meant() {
    let mut table = Table::new();
    let meant = |game| Entry { game: Some(game), ..Entry::default() };
    assert_eq!(table.join(1, meant(1)), Err(GameError::OtherGame { game: 0 }));
    table.join(1, meant(0)).unwrap();
    table.act(OWNER, ActionRef::StopGame).unwrap();
    let again = table.join(1, meant(0));
    assert_eq!(
        again,
        Err(GameError::OtherGame { game: 1 }),
        "the same message twice costs one bet"
    );
    table.join(1, meant(1)).unwrap();
}

#[test]
fn who_joins_with_a_move_has_moved_when_the_game_starts() {
    let mut table = Table::new();
    table.join_with(1, Move::Rock);
    table.register(2).unwrap();
    assert_eq!(table.status(1), PlayerStatus::Registered);
    assert_eq!(table.state().commitments, [(id(1), bound(1, Move::Rock))]);
    table.pass_deadline();
    let started = StageChange::MovesStarted { players: [1, 2].map(id).into() };
    assert_eq!(table.settle().unwrap().event, Event::StageAdvanced(started));
    assert_eq!((table.status(1), table.status(2)), (PlayerStatus::Moved, PlayerStatus::ToMove));
    let awaited = table.game.alarm_deadline();
    assert_eq!(awaited, Some(table.now + CONFIG.move_timeout), "player 1 waits");
    assert_eq!(table.make_move(1, Move::Paper), Err(GameError::AlreadyMoved));
    table.make_move(2, Move::Scissors).unwrap();
    table.reveal(1, Move::Rock).unwrap();
    table.reveal(2, Move::Scissors).unwrap();
    assert_eq!(table.state().last_game.unwrap().winner, id(1));
}

#[test]
fn the_last_seat_starts_the_game_where_the_rules_say_so() {
    let mut table = Table::of(seats(3));
    table.register(1).unwrap();
    table.join_with(2, Move::Rock);
    let outcome = table.join(3, Entry::default()).unwrap();
    assert_eq!(outcome.event, Event::PlayerRegistered, "the reply is a registration's");
    let started = StageChange::MovesStarted { players: [1, 2, 3].map(id).into() };
    assert_eq!(outcome.broadcast, Some(Event::StageAdvanced(started)));
    assert_eq!(table.state().current_stage_timestamp, table.now);
    assert_eq!(table.status(2), PlayerStatus::Moved);
}

#[test]
fn the_last_seat_starts_reveals_where_all_have_moved() {
    let mut table = Table::of(seats(2));
    table.join_with(1, Move::Rock);
    let outcome = table.join_with(2, Move::Lizard);
    let started = StageChange::RevealsStarted { players: [1, 2].map(id).into() };
    assert_eq!(outcome.broadcast, Some(Event::StageAdvanced(started)));
    // Each player sends two messages, and none of them waits for the clock.
    table.reveal(2, Move::Lizard).unwrap();
    let won = table.act(1, ActionRef::Reveal("0password 1"));
    let result = RevealResult::GameOver { winner: id(1) };
    assert_eq!(won, Ok(Event::SuccessfulReveal(result)));
}

#[test]
fn a_delegate_plays_and_the_player_is_named_and_paid() {
    let mut table = with_delegate();
    assert_eq!(table.state().delegates, [(id(1), id(DELEGATE))]);
    let hash = bound(1, Move::Rock);
    let moved = table.handle(DELEGATE, 7, ActionRef::Commit(hash)).result.unwrap();
    assert_eq!(moved.event, Event::SuccessfulMove(id(1)));
    assert_eq!(moved.refund, 7, "value goes back to the sender");
    assert_eq!(table.act(1, ActionRef::Commit(hash)), Err(GameError::AlreadyMoved));
    table.make_move(2, Move::Scissors).unwrap();
    table.reveal(2, Move::Scissors).unwrap();
    let won = table.handle(DELEGATE, 7, ActionRef::Reveal("0password 1")).result.unwrap();
    let result = RevealResult::GameOver { winner: id(1) };
    assert_eq!(won.event, Event::SuccessfulReveal(result));
    assert_eq!(won.refund, 7, "the delegate is not paid");
    assert_eq!(won.paid(), [Payout { to: id(1), value: 2 * BET }]);
}

#[test]
fn a_delegate_may_make_each_kind_of_move() {
    let next = bound(1, Move::Spock);
    let opening = "0password 1";
    for reveal in [
        ActionRef::RevealAndCommit { opening, next },
        ActionRef::RevealFor { player: id(1), opening, next: Some(next) },
    ] {
        let mut table = with_delegate();
        table.act(DELEGATE, ActionRef::MakeMove(rpsls_io::commitment(opening))).unwrap();
        table.make_move(2, Move::Rock).unwrap();
        table.reveal(2, Move::Rock).unwrap();
        table.act(DELEGATE, reveal).unwrap();
        assert_eq!(table.status(1), PlayerStatus::Moved);
        assert_eq!(table.state().commitments, [(id(1), next)]);
    }
}

#[test]
fn a_delegate_can_t_leave_for_the_player() {
    let mut table = Table::new();
    table.join(1, delegated(id(DELEGATE))).unwrap();
    assert_eq!(table.act(DELEGATE, ActionRef::Leave), Err(GameError::NotRegistered));
}

#[test]
fn a_delegate_is_another_account() {
    let mut table = Table::new();
    for bad in [id(1), PROGRAM, ActorId::zero()] {
        assert_eq!(table.join(1, delegated(bad)), Err(GameError::BadDelegate));
    }
    assert_eq!(table.state().lobby_list, []);
}

/// A rival can't keep a player out by naming the player's delegate first, or by being a delegate's
/// player too.
#[test]
fn naming_a_rival_s_delegate_first_keeps_nobody_out() {
    let mut table = Table::new();
    for rival in [2, 3] {
        table.join(rival, delegated(id(DELEGATE))).unwrap();
    }
    table.join(1, delegated(id(DELEGATE))).unwrap();
    table.join(4, delegated(id(2))).expect("a player may be a delegate, too");
    table.pass_deadline();
    table.settle().unwrap();

    let commit = |player, mv| ActionRef::CommitFor { player: id(player), hash: bound(player, mv) };
    let moved = table.act(DELEGATE, commit(1, Move::Rock));
    assert_eq!(moved, Ok(Event::SuccessfulMove(id(1))));
    assert_eq!(table.act(DELEGATE, commit(1, Move::Rock)), Err(GameError::AlreadyMoved));
    assert_eq!(table.act(DELEGATE, commit(2, Move::Scissors)), Ok(Event::SuccessfulMove(id(2))));
    assert_eq!(table.act(2, commit(4, Move::Scissors)), Ok(Event::SuccessfulMove(id(4))));
    table.pass_deadline();

    let of_player =
        |player, opening| ActionRef::RevealFor { player: id(player), opening, next: None };
    assert_eq!(table.act(DELEGATE, of_player(3, "2password 3")), Err(GameError::NotInRound));
    assert_eq!(table.act(DELEGATE, of_player(2, "0password 1")), Err(GameError::OpeningMismatch));
    for (sender, player, opening) in [(DELEGATE, 2, "2password 2"), (2, 4, "2password 4")] {
        table.act(sender, of_player(player, opening)).unwrap();
    }
    let won = table.handle(DELEGATE, 7, of_player(1, "0password 1")).result.unwrap();
    assert_eq!(won.paid(), [Payout { to: id(1), value: 4 * BET }]);
    assert_eq!(won.refund, 7, "the delegate is not paid");
}

/// Only a delegate of one player can send messages that name nobody.
#[test]
fn a_delegate_of_several_names_the_player() {
    let mut table = Table::new();
    for player in [1, 2] {
        table.join(player, delegated(id(DELEGATE))).unwrap();
    }
    table.register(3).unwrap();
    table.pass_deadline();
    let commit = ActionRef::Commit(bound(1, Move::Rock));
    assert_eq!(table.act(DELEGATE, commit), Err(GameError::PlayerNotNamed));
    table.act(1, ActionRef::Commit(bound(1, Move::Rock))).unwrap();
    table.act(2, ActionRef::Commit(bound(2, Move::Rock))).unwrap();
    table.act(3, ActionRef::Commit(bound(3, Move::Rock))).unwrap();
    let reveal = ActionRef::Reveal("0password 1");
    assert_eq!(table.act(DELEGATE, reveal.clone()), Err(GameError::PlayerNotNamed));
    for player in [1, 3] {
        let opening = format!("0password {player}");
        table.act(player, ActionRef::Reveal(&opening)).unwrap();
    }
    table.pass_deadline();
    table.settle().unwrap();
    assert_eq!(table.status(2), PlayerStatus::Out);
    let moved = table.act(DELEGATE, ActionRef::Commit(bound(1, Move::Rock)));
    assert_eq!(moved, Ok(Event::SuccessfulMove(id(1))), "no other player of the delegate is in");
}

#[test]
fn nobody_acts_for_those_who_have_not_named_them() {
    let mut table = with_delegate();
    let commit_for =
        |player| ActionRef::CommitFor { player: id(player), hash: bound(1, Move::Rock) };
    for (sender, player, error) in [
        (2, 1, GameError::NotDelegate),
        (1, 1, GameError::NotDelegate),
        (DELEGATE, 2, GameError::NotDelegate),
        (9, 9, GameError::NotInRound),
        (DELEGATE, DELEGATE, GameError::NotInRound),
    ] {
        assert_eq!(table.act(sender, commit_for(player)), Err(error), "{sender} for {player}");
    }
    table.act(DELEGATE, commit_for(1)).unwrap();
    table.act(2, ActionRef::Commit(bound(2, Move::Paper))).unwrap();
    let reveal_for = |next| ActionRef::RevealFor { player: id(1), opening: "0password 1", next };
    let next = Some(bound(1, Move::Spock));
    assert_eq!(table.act(2, reveal_for(next)), Err(GameError::NotDelegate));
    assert_eq!(table.act(DELEGATE, commit_for(1)), Err(GameError::NotMoveStage));
    table.act(DELEGATE, reveal_for(next)).unwrap();
    assert_eq!(
        table.state().commitments.len(),
        1,
        "the commitment for the next round does not show yet"
    );
    table.act(2, ActionRef::Reveal("1password 2")).unwrap();
    assert_eq!(table.state().last_game.map(|game| game.winner), Some(id(2)));
}

#[test]
fn a_delegate_acts_for_its_own_seat_first() {
    let mut table = Table::new();
    table.join(1, delegated(id(DELEGATE))).unwrap();
    table.register(DELEGATE).expect("a delegate can register");
    table.register(3).unwrap();
    table.pass_deadline();
    table.settle().unwrap();
    let own = bound(DELEGATE, Move::Scissors);
    let moved = table.act(DELEGATE, ActionRef::Commit(own));
    assert_eq!(moved, Ok(Event::SuccessfulMove(id(DELEGATE))));
    let again = table.act(DELEGATE, ActionRef::Commit(own));
    assert_eq!(
        again,
        Err(GameError::AlreadyMoved),
        "a message sent twice does not count for the other player"
    );
    table.act(1, ActionRef::Commit(bound(1, Move::Rock))).unwrap();
    table.act(3, ActionRef::Commit(bound(3, Move::Rock))).unwrap();
    for (player, opening) in [(DELEGATE, "2password 101"), (1, "0password 1"), (3, "0password 3")] {
        table.act(player, ActionRef::Reveal(opening)).unwrap();
    }
    assert_eq!(table.status(DELEGATE), PlayerStatus::Out);
    let for_other = table.act(DELEGATE, ActionRef::Commit(bound(1, Move::Rock)));
    assert_eq!(
        for_other,
        Ok(Event::SuccessfulMove(id(1))),
        "a delegate who is out still acts for the other player"
    );
}

#[test]
fn delegates_are_of_one_game() {
    let mut table = with_delegate();
    table.act(OWNER, ActionRef::StopGame).unwrap();
    assert_eq!(table.state().delegates, []);
    for player in [1, 2] {
        table.register(player).unwrap();
    }
    table.pass_deadline();
    table.settle().unwrap();
    let result = table.act(DELEGATE, ActionRef::Commit(H256::zero()));
    assert_eq!(result, Err(GameError::NotInRound));
}
