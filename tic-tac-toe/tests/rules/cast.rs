//! The users, and games with a known end, for the tests of the rules and of the WebAssembly.

use gprimitives::ActorId;
use tic_tac_toe_io::{Action, Event, GameId, InitConfig, Outcome, Terms};

/// The users' numbers.
pub const HOST: u64 = 1;
pub const CHALLENGER: u64 = 2;
pub const REFEREE: u64 = 3;
/// A user who plays in none of the games that tests prepare.
pub const STRANGER: u64 = 4;
/// The user who deployed the program.
pub const OWNER: u64 = 5;
pub const USERS: [u64; 5] = [HOST, CHALLENGER, REFEREE, STRANGER, OWNER];

pub const OPEN: InitConfig = InitConfig { turn_timeout: 60_000, pass: None, owner: None };

/// Cells of a game in which the host gets a line.
pub const HOST_WINS: [u8; 5] = [0, 3, 1, 4, 2];
/// Cells of a game in which nobody gets a line.
pub const DRAWN: [u8; 9] = [4, 5, 7, 8, 0, 1, 2, 6, 3];

/// The account of the user with this number.
pub fn id(user: u64) -> ActorId {
    user.into()
}

/// The game of these two, if it is the first one.
pub fn game_of(host: u64, challenger: u64) -> GameId {
    GameId { host: id(host), challenger: id(challenger), place: 0 }
}

/// The first game. Most tests are about it.
pub fn game() -> GameId {
    game_of(HOST, CHALLENGER)
}

/// An acceptance of a game with this stake and this referee.
pub fn accept(game: GameId, stake: u128, referee: Option<u64>) -> Action {
    Action::Accept { game, terms: Terms { referee: referee.map(id), stake } }
}

/// A move to the cell with this number.
pub fn mark(game: GameId, cell: u8) -> Action {
    Action::Move { game, row: cell / 3, column: cell % 3 }
}

/// The event of a mark that was placed in a cell.
pub fn placed(game: GameId, cell: u8, outcome: Outcome) -> Event {
    Event::MarkPlaced { game, row: cell / 3, column: cell % 3, outcome }
}
