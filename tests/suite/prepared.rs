//! Games prepared up to the point where a test begins.

use crate::table::*;
use parity_scale_codec::{Decode, Encode};
use rpsls_io::{Action, Event, GameConfig, GameError, Move, commitment};
use std::collections::BTreeSet;

/// A value that no action needs.
pub const STRAY: u128 = 17 * VARA + 3;

pub fn config(entry_timeout: u64, move_timeout: u64, reveal_timeout: u64) -> GameConfig {
    GameConfig { entry_timeout, move_timeout, reveal_timeout, ..CONFIG }
}

pub fn hash_of(user: u64, mv: Move) -> Action {
    Action::MakeMove(commitment(&opening_of(user, mv)))
}

pub fn reveal_of(user: u64, mv: Move) -> Action {
    Action::Reveal(opening_of(user, mv))
}

pub fn three_registered() -> Table {
    Table::registered(CONFIG, 3)
}

pub fn nobody_moved() -> Table {
    Table::started(CONFIG, 3)
}

/// Player 1 has committed to Rock.
pub fn one_moved() -> Table {
    let mut table = nobody_moved();
    table.make_move(1, Move::Rock).event();
    table
}

/// All have committed to Rock.
pub fn all_moved() -> Table {
    Table::committed(CONFIG, &[Move::Rock; 3])
}

/// All have committed to Rock, and player 1 has revealed it.
pub fn one_revealed() -> Table {
    let mut table = all_moved();
    table.reveal(1, Move::Rock).event();
    table
}

/// All have drawn with Rock, so the second round has begun.
pub fn second_round() -> Table {
    let mut table = all_moved();
    table.reveal_all(&[Move::Rock; 3]);
    table
}

/// Players 1 and 3 have committed to Rock, player 2 to this opening.
pub fn committed_to(opening: &str) -> Table {
    let mut table = nobody_moved();
    table.make_move(1, Move::Rock).event();
    table.send(2, Action::MakeMove(commitment(opening))).event();
    table.make_move(3, Move::Rock).event();
    table
}

pub fn full_lobby() -> Table {
    let full = GameConfig { players_count_limit: 2, ..CONFIG };
    let mut table = Table::new(full, 3);
    table.register(1).event();
    table.register(2).event();
    table
}

pub fn overdue_registration() -> Table {
    let mut table = Table::new(CONFIG, 3);
    for player in 1..=3 {
        frugally(&mut table, player, Action::Register, BET);
    }
    table.pass_deadline();
    table
}

/// Players 1 to `moved`, but not all, have committed to Rock. The stage is overdue.
pub fn overdue_moves(moved: u64) -> Table {
    let mut table = overdue_registration();
    frugally(&mut table, STRANGER, Action::Advance, 0);
    for player in 1..=moved {
        frugally(&mut table, player, hash_of(player, Move::Rock), 0);
    }
    table.pass_deadline();
    table
}

/// All have committed to Rock, and players 1 to `revealed` have revealed it. The stage is overdue.
pub fn overdue_reveals(revealed: u64) -> Table {
    let mut table = overdue_registration();
    for player in 1..=3 {
        frugally(&mut table, player, hash_of(player, Move::Rock), 0);
    }
    for player in 1..=revealed {
        frugally(&mut table, player, reveal_of(player, Move::Rock), 0);
    }
    table.pass_deadline();
    table
}

/// All have committed to Rock and nobody has revealed it. A stop waits for the stage's end, which
/// is overdue.
pub fn overdue_stop() -> Table {
    let mut table = overdue_registration();
    for player in 1..=3 {
        frugally(&mut table, player, hash_of(player, Move::Rock), 0);
    }
    frugally(&mut table, OWNER, Action::StopGame, 0);
    table.pass_deadline();
    table
}

pub fn frugally(table: &mut Table, user: u64, action: Action, value: u128) {
    table.send_bytes(user, action.encode(), value, FRUGAL).event();
}

/// The first byte with which no action begins, and more bytes after it than any action takes. Every
/// known action decodes from zeros.
pub fn unknown_action() -> Vec<u8> {
    let of_zeros = |first: u8| [vec![first], vec![0; 100]].concat();
    let is_unknown = |payload: &Vec<u8>| Action::decode(&mut &payload[..]).is_err();
    (0..=255).map(of_zeros).find(is_unknown).expect("not all bytes are taken")
}

pub fn ids(users: &[u64]) -> BTreeSet<gstd::ActorId> {
    users.iter().map(|user| id(*user)).collect()
}

/// Runs blocks until the clock moves the game on. Returns the broadcasts of that block.
pub fn until_something_happens(table: &mut Table) -> Vec<Event> {
    loop {
        let events = broadcasts(&table.run_block());
        if !events.is_empty() {
            return events;
        }
    }
}

/// Runs one block with these messages in this order. Returns their replies.
pub fn in_one_block(
    table: &mut Table,
    messages: &[(u64, Action, u128)],
) -> Vec<Result<Event, GameError>> {
    let program = table.program();
    let sent: Vec<_> = messages
        .iter()
        .map(|(user, action, value)| {
            program.send_bytes_with_gas(*user, action.encode(), FRUGAL, *value)
        })
        .collect();
    let block = table.run_block();
    sent.into_iter().map(|id| reply(&block, id)).collect()
}
