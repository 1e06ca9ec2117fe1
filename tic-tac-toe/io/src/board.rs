//! The board, packed into 21 bits.
//!
//! | bits | |
//! |---|---|
//! | 0–17 | the nine cells, two bits each, cell 0 lowest: `00` empty, `01` the host's, `10` the challenger's |
//! | 18 | whose mark is next: `0` the host's, `1` the challenger's |
//! | 19–20 | the outcome: `00` open, `01` the host won, `10` the challenger won, `11` a draw |
//!
//! Cells are counted row by row from the upper left: a row has three, so the
//! cell of row 1, column 2 is number 5.

use parity_scale_codec::{Decode, Encode};
use scale_info::TypeInfo;
use thiserror::Error;

/// A player's role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub enum Player {
    /// Created the game, and moves first.
    Host,
    /// Was invited.
    Challenger,
}

impl Player {
    /// The other player.
    pub const fn other(self) -> Player {
        match self {
            Player::Host => Player::Challenger,
            Player::Challenger => Player::Host,
        }
    }
}

/// What came of a game so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub enum Outcome {
    /// Not finished.
    Open,
    /// The host has a line, or the challenger let a turn's time run out.
    HostWon,
    /// The challenger has a line, or the host let a turn's time run out.
    ChallengerWon,
    /// The board is full, and nobody has a line.
    Draw,
}

impl Outcome {
    /// The outcome in which this player has won.
    pub const fn won_by(player: Player) -> Outcome {
        match player {
            Player::Host => Outcome::HostWon,
            Player::Challenger => Outcome::ChallengerWon,
        }
    }

    /// Who has won.
    pub const fn winner(self) -> Option<Player> {
        match self {
            Outcome::HostWon => Some(Player::Host),
            Outcome::ChallengerWon => Some(Player::Challenger),
            Outcome::Open | Outcome::Draw => None,
        }
    }
}

/// What is in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub enum Cell {
    /// Nothing.
    Empty,
    /// The host's mark.
    Host,
    /// The challenger's mark.
    Challenger,
}

/// Where a cell is on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// Every square, in the order of their numbers.
    pub const ALL: [Square; Board::CELLS] = [
        Square(0),
        Square(1),
        Square(2),
        Square(3),
        Square(4),
        Square(5),
        Square(6),
        Square(7),
        Square(8),
    ];

    /// The square in this row and column, both from 0 to 2.
    pub const fn at(row: u8, column: u8) -> Option<Square> {
        if row < 3 && column < 3 { Some(Square(3 * row + column)) } else { None }
    }

    /// The cell's number, from 0 to 8.
    pub const fn cell(self) -> u8 {
        self.0
    }

    /// The row, from 0 at the top.
    pub const fn row(self) -> u8 {
        self.0 / 3
    }

    /// The column, from 0 at the left.
    pub const fn column(self) -> u8 {
        self.0 % 3
    }
}

/// Why a mark can't be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlaceError {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// There is a mark in the cell.
    #[error("the cell is taken")]
    CellTaken,
}

/// A board, with whose turn it is and the outcome. One word, see the module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board(u32);

const TURN_BIT: u32 = 18;
const OUTCOME_BIT: u32 = 19;
const WORD_BITS: u32 = 21;

/// The lower bit of each cell: the full board, were all its marks the host's.
const FULL: u32 = 0b01_01_01_01_01_01_01_01_01;

const ROW: u32 = 0b01_01_01;
const COLUMN: u32 = 0b01_00_00_01_00_00_01;

/// The eight lines, as the lower bits of their cells.
const LINES: [u32; 8] = [
    ROW,
    ROW << 6,
    ROW << 12,
    COLUMN,
    COLUMN << 2,
    COLUMN << 4,
    0b01_00_00_00_01_00_00_00_01,
    0b01_00_01_00_01_00_00,
];

impl Board {
    /// The number of cells.
    pub const CELLS: usize = 9;

    /// The board before the first mark.
    pub const EMPTY: Board = Board(0);

    /// The board as its word.
    pub const fn pack(self) -> u32 {
        self.0
    }

    /// The board of this word. There is none if no game comes to it.
    pub fn unpack(word: u32) -> Option<Board> {
        let board = Board(word);
        let [host, challenger] = [Player::Host, Player::Challenger].map(|by| board.marks_of(by));
        let (hosts, challengers) = (host.count_ones(), challenger.count_ones());
        let next = match hosts.checked_sub(challengers)? {
            0 => Player::Host,
            1 => Player::Challenger,
            _ => return None,
        };
        let is_sound = word >> WORD_BITS == 0 && host & challenger == 0 && board.next() == next;
        let lines = [Player::Host, Player::Challenger].map(|by| board.has_line(by));
        let follows = match (lines, board.outcome()) {
            ([true, false], outcome) => outcome == Outcome::HostWon && next != Player::Host,
            ([false, true], outcome) => {
                outcome == Outcome::ChallengerWon && next != Player::Challenger
            }
            ([true, true], _) => false,
            ([false, false], outcome) if board.is_full() => outcome == Outcome::Draw,
            // Who was to move may have let the time run out.
            ([false, false], Outcome::Open) => true,
            ([false, false], outcome) => outcome == Outcome::won_by(next.other()),
        };
        (is_sound && follows).then_some(board)
    }

    /// What is in each cell.
    pub fn cells(self) -> [Cell; Self::CELLS] {
        core::array::from_fn(|cell| match self.0 >> (2 * cell) & 0b11 {
            0b00 => Cell::Empty,
            0b01 => Cell::Host,
            _ => Cell::Challenger,
        })
    }

    /// Whose mark is next; after the last mark, whose would have been.
    pub const fn next(self) -> Player {
        match self.0 >> TURN_BIT & 1 {
            0 => Player::Host,
            _ => Player::Challenger,
        }
    }

    /// What came of the game so far.
    pub const fn outcome(self) -> Outcome {
        match self.0 >> OUTCOME_BIT & 0b11 {
            0b00 => Outcome::Open,
            0b01 => Outcome::HostWon,
            0b10 => Outcome::ChallengerWon,
            _ => Outcome::Draw,
        }
    }

    /// How many marks there are.
    pub const fn turns(self) -> u8 {
        // A cell has one of its two bits set, or none.
        (self.0 & (FULL | FULL << 1)).count_ones() as u8
    }

    /// Whether there is no mark in the cell.
    pub const fn is_free(self, square: Square) -> bool {
        self.0 >> (2 * square.0) & 0b11 == 0
    }

    /// The board with the next player's mark.
    ///
    /// # Errors
    ///
    /// If the game is over, or the cell is taken.
    pub fn place(self, square: Square) -> Result<Board, PlaceError> {
        if self.outcome() != Outcome::Open {
            return Err(PlaceError::GameOver);
        }
        if !self.is_free(square) {
            return Err(PlaceError::CellTaken);
        }
        let player = self.next();
        let bits = match player {
            Player::Host => 0b01,
            Player::Challenger => 0b10,
        };
        let placed = Board((self.0 | bits << (2 * square.0)) ^ 1 << TURN_BIT);
        let outcome = if placed.has_line(player) {
            Outcome::won_by(player)
        } else if placed.is_full() {
            Outcome::Draw
        } else {
            Outcome::Open
        };
        Ok(placed.ended(outcome))
    }

    /// The board of a game in which the next player let the turn's time run
    /// out: the other one has won. A game that is over stays as it is.
    pub fn forfeited(self) -> Board {
        match self.outcome() {
            Outcome::Open => self.ended(Outcome::won_by(self.next().other())),
            _ => self,
        }
    }

    fn ended(self, outcome: Outcome) -> Board {
        Board(self.0 | (outcome as u32) << OUTCOME_BIT)
    }

    /// A player's marks, each as the lower bit of its cell.
    const fn marks_of(self, player: Player) -> u32 {
        match player {
            Player::Host => self.0 & FULL,
            Player::Challenger => self.0 >> 1 & FULL,
        }
    }

    fn has_line(self, player: Player) -> bool {
        let marks = self.marks_of(player);
        LINES.iter().any(|line| marks & line == *line)
    }

    const fn is_full(self) -> bool {
        self.turns() as usize == Self::CELLS
    }
}
