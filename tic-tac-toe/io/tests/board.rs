//! Tests the packed board against every possible game, and against boards that contracts on other
//! chains get wrong.

use std::collections::{BTreeMap, BTreeSet};
use tic_tac_toe_io::{Board, Cell, Outcome, PlaceError, Player, Square};

/// The game in plain form, without masks and packing.
#[derive(Clone, Default)]
struct Plain {
    cells: [Option<Player>; 9],
    moves: usize,
}

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

impl Plain {
    fn mover(&self) -> Player {
        if self.moves.is_multiple_of(2) { Player::Host } else { Player::Challenger }
    }

    fn after(&self, cell: usize) -> Plain {
        let mut after = self.clone();
        after.cells[cell] = Some(self.mover());
        after.moves += 1;
        after
    }

    fn outcome(&self) -> Outcome {
        for player in [Player::Host, Player::Challenger] {
            let is_full =
                |line: &[usize; 3]| line.map(|cell| self.cells[cell]) == [Some(player); 3];
            if LINES.iter().any(is_full) {
                return Outcome::won_by(player);
            }
        }
        if self.moves == 9 { Outcome::Draw } else { Outcome::Open }
    }
}

/// Plays on to every end. Calls `look` for each position with the moves so far, as often as games
/// come to it.
fn play_on(board: Board, plain: &Plain, look: &mut impl FnMut(Board, &Plain)) {
    look(board, plain);
    if plain.outcome() != Outcome::Open {
        return;
    }
    for square in Square::ALL {
        let cell = usize::from(square.cell());
        if plain.cells[cell].is_none() {
            let placed = board.place(square).expect("the cell is free");
            play_on(placed, &plain.after(cell), look);
        }
    }
}

fn every_position(mut look: impl FnMut(Board, &Plain)) {
    play_on(Board::EMPTY, &Plain::default(), &mut look);
}

/// A board as it is drawn: `X` for the host's marks, `O` for the challenger's.
fn drawn(board: Board) -> String {
    let cells = board.cells().map(|cell| match cell {
        Cell::Empty => '.',
        Cell::Host => 'X',
        Cell::Challenger => 'O',
    });
    let rows: Vec<String> = cells.chunks(3).map(|row| row.iter().collect()).collect();
    rows.join(" ")
}

/// The board after marks in these cells, in turns.
fn played(cells: &[u8]) -> Board {
    cells.iter().fold(Board::EMPTY, |board, cell| {
        board.place(Square::ALL[usize::from(*cell)]).expect("the cell is free")
    })
}

#[test]
fn all_255_168_games_end_as_they_should() {
    let mut ends = BTreeMap::new();
    every_position(|board, plain| {
        assert_eq!(board.outcome(), plain.outcome(), "{}", drawn(board));
        if plain.outcome() != Outcome::Open {
            *ends.entry(plain.outcome() as u8).or_insert(0) += 1;
        }
    });
    assert_eq!(ends.values().sum::<u32>(), 255_168);
    let ends_in = |outcome: Outcome| ends[&(outcome as u8)];
    assert_eq!(ends_in(Outcome::HostWon), 131_184);
    assert_eq!(ends_in(Outcome::ChallengerWon), 77_904);
    assert_eq!(ends_in(Outcome::Draw), 46_080);
}

#[test]
fn every_position_is_told_as_it_was_played() {
    every_position(|board, plain| {
        let cells = plain.cells.map(|mark| match mark {
            None => Cell::Empty,
            Some(Player::Host) => Cell::Host,
            Some(Player::Challenger) => Cell::Challenger,
        });
        assert_eq!(board.cells(), cells);
        assert_eq!(usize::from(board.turns()), plain.moves);
        assert_eq!(board.next(), plain.mover());
        for square in Square::ALL {
            let is_free = plain.cells[usize::from(square.cell())].is_none();
            assert_eq!(board.is_free(square), is_free);
            let refused = match plain.outcome() {
                Outcome::Open if is_free => None,
                Outcome::Open => Some(PlaceError::CellTaken),
                _ => Some(PlaceError::GameOver),
            };
            assert_eq!(board.place(square).err(), refused, "{} {square:?}", drawn(board));
        }
    });
}

#[test]
fn of_all_words_those_unpack_that_a_game_comes_to() {
    let mut words = BTreeSet::new();
    every_position(|board, _| {
        words.insert(board.pack());
        words.insert(board.forfeited().pack());
    });
    // The player to move can forfeit an open position.
    assert_eq!(words.len(), 5_478 + (5_478 - 958));
    for word in 0..1 << 21 {
        let board = Board::unpack(word);
        assert_eq!(board.is_some(), words.contains(&word), "{word:#023b}");
        assert!(board.is_none_or(|board| board.pack() == word));
    }
    for bit in 21..32 {
        assert_eq!(Board::unpack(1 << bit), None, "the board has no bit {bit}");
    }
}

#[test]
fn a_forfeit_is_lost_by_the_player_who_is_to_move() {
    every_position(|board, plain| {
        let forfeited = board.forfeited();
        assert_eq!((forfeited.cells(), forfeited.turns()), (board.cells(), board.turns()));
        if plain.outcome() == Outcome::Open {
            assert_eq!(forfeited.outcome().winner(), Some(plain.mover().other()));
        } else {
            assert_eq!(forfeited, board, "a game that is over stays as it is");
        }
    });
}

#[test]
#[allow(clippy::unusual_byte_groupings)] // the outcome, the turn, the cells
fn the_word_has_cell_0_lowest_then_the_turn_then_the_outcome() {
    assert_eq!(Board::EMPTY.pack(), 0);
    assert_eq!(played(&[0]).pack(), 0b00_1_00_00_00_00_00_00_00_00_01);
    assert_eq!(played(&[0, 8]).pack(), 0b00_0_10_00_00_00_00_00_00_00_01);
    assert_eq!(played(&[0, 3, 1, 4, 2]).pack(), 0b01_1_00_00_00_00_10_10_01_01_01);
    assert_eq!(Board::EMPTY.forfeited().pack(), 0b10_0_00_00_00_00_00_00_00_00_00);
    assert_eq!(played(&[0, 1, 2, 4, 3, 6, 5, 8, 7]).outcome(), Outcome::Draw);
    assert_eq!(played(&[0, 1, 2, 4, 3, 6, 5, 8, 7]).pack() >> 18, 0b11_1);
}

#[test]
fn squares_are_those_of_three_rows_and_three_columns() {
    let mut squares = vec![];
    for row in 0..=u8::MAX {
        for column in 0..=u8::MAX {
            let square = Square::at(row, column);
            assert_eq!(square.is_some(), row < 3 && column < 3, "{row}, {column}");
            if let Some(square) = square {
                assert_eq!((square.row(), square.column()), (row, column));
                squares.push(square);
            }
        }
    }
    assert_eq!(squares, Square::ALL);
}
