//! Joining with a move or a delegate, and at tables that start when they are full.

use crate::table::*;
use rpsls_io::{
    Action, Entry, Event, Format, GameConfig, GameError, GameRules, Move, RevealResult, StageChange,
};

const RULES: GameRules = GameRules { format: Format::Points, start_when_full: true };
/// An account with a balance that takes no seat in these tests.
const DELEGATE: u64 = 4;

fn join(table: &mut Table, player: u64, mv: Move, delegate: Option<u64>) -> Answer {
    let entry = Entry {
        game: Some(table.state().games_finished),
        commitment: Some(table.bound(player, mv)),
        delegate: delegate.map(id),
    };
    table.send_with_value(player, Action::Join(entry), BET)
}

fn of_three() -> Table {
    let config = GameConfig { players_count_limit: 3, ..CONFIG };
    Table::with_rules(config, RULES, DELEGATE)
}

#[test]
fn two_messages_a_player_make_a_whole_game() {
    let mut table = of_three();
    let moves = [Move::Rock, Move::Scissors, Move::Scissors];
    for (player, mv) in (1..).zip(moves) {
        let answer = join(&mut table, player, mv, None);
        assert_eq!(answer.gain, -(BET as i128));
        let players = [1, 2, 3].map(id).into();
        let started = Event::StageAdvanced(StageChange::RevealsStarted { players });
        assert_eq!(answer.broadcasts, if player == 3 { vec![started] } else { vec![] });
        assert_eq!(answer.event(), Event::PlayerRegistered);
    }
    for player in [2, 3] {
        table.reveal(player, Move::Scissors).event();
    }
    let won = table.reveal(1, Move::Rock);
    assert_eq!(won.gain, 3 * BET as i128, "the pot is in the winner's own reply");
    let result = RevealResult::GameOver { winner: id(1) };
    assert_eq!(won.event(), Event::SuccessfulReveal(result));
}

#[test]
fn a_key_that_a_rival_has_named_first_acts_for_its_player() {
    let mut table = of_three();
    join(&mut table, 2, Move::Lizard, Some(DELEGATE)).event();
    let entry = Entry { delegate: Some(id(DELEGATE)), ..Entry::default() };
    table.send_with_value(1, Action::Join(entry), BET).event();
    join(&mut table, 3, Move::Lizard, None).event();

    let hash = table.bound(1, Move::Rock);
    let unnamed = table.send(DELEGATE, Action::Commit(hash));
    assert_eq!(unnamed.error(), GameError::PlayerNotNamed);
    let moved = table.send(DELEGATE, Action::CommitFor { player: id(1), hash });
    assert_eq!(moved.event(), Event::SuccessfulMove(id(1)));
    for player in [2, 3] {
        table.reveal(player, Move::Lizard).event();
    }
    let before = table.balance(1);
    let opening = opening_of(1, Move::Rock);
    let won = table.send(DELEGATE, Action::RevealFor { player: id(1), opening, next: None });
    assert_eq!(won.gain, 0, "the delegate gets nothing");
    let result = RevealResult::GameOver { winner: id(1) };
    assert_eq!(won.event(), Event::SuccessfulReveal(result));
    assert_eq!(table.balance(1), before + 3 * BET);
}
