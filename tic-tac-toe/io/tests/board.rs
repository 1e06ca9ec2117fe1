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

/// Every board at which a game can end.
fn terminal_boards() -> BTreeMap<String, Board> {
    let mut boards = BTreeMap::new();
    every_position(|board, plain| {
        if plain.outcome() != Outcome::Open {
            boards.insert(drawn(board), board);
        }
    });
    boards
}

fn count<'a>(boards: impl IntoIterator<Item = &'a Board>, outcome: Outcome) -> usize {
    boards.into_iter().filter(|board| board.outcome() == outcome).count()
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
fn there_are_5_478_positions() {
    let mut positions = BTreeSet::new();
    every_position(|board, _| {
        positions.insert(board);
    });
    assert_eq!(positions.len(), 5_478);
}

#[test]
fn there_are_958_ends_626_for_the_first_player_316_for_the_second_16_drawn() {
    let boards = terminal_boards();
    assert_eq!(boards.len(), 958);
    assert_eq!(count(boards.values(), Outcome::HostWon), 626);
    assert_eq!(count(boards.values(), Outcome::ChallengerWon), 316);
    assert_eq!(count(boards.values(), Outcome::Draw), 16);
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

/// Finds a winner as EOSIO's contract does. Of three groups of lines it takes the first that has a
/// line of three equal cells, even of three empty ones, and looks at no other group.
fn eosio_finds_an_end(board: Board) -> bool {
    const GROUPS: [(usize, &[[usize; 3]]); 3] = [
        (4, &[[0, 4, 8], [1, 4, 7], [2, 4, 6], [3, 4, 5]]),
        (0, &[[0, 1, 2], [0, 3, 6]]),
        (8, &[[2, 5, 8], [6, 7, 8]]),
    ];
    let cells = board.cells();
    let is_even = |line: &[usize; 3]| line.iter().all(|cell| cells[*cell] == cells[line[0]]);
    match GROUPS.iter().find(|(_, lines)| lines.iter().any(is_even)) {
        Some((shared, _)) => cells[*shared] != Cell::Empty,
        None => !cells.contains(&Cell::Empty),
    }
}

#[test]
fn eosio_misses_18_won_boards_that_end_the_game_here() {
    let misses = terminal_boards().into_iter().filter(|(_, board)| !eosio_finds_an_end(*board));
    let (names, boards): (Vec<_>, Vec<_>) = misses.unzip();
    #[rustfmt::skip]
    assert_eq!(
        names,
        [
            "... .OO XXX", "... O.O XXX", "... OO. XXX",
            "..X .OX .OX", "..X O.X O.X",
            ".OO ... XXX", ".OX ..X .OX", ".OX .OX ..X",
            "O.O ... XXX", "O.X ..X O.X", "O.X O.X ..X",
            "OO. ... XXX",
            "X.. X.O X.O", "X.O X.. X.O", "X.O X.O X..",
            "XXX ... .OO", "XXX ... O.O", "XXX ... OO.",
        ]
    );
    assert_eq!(count(&boards, Outcome::HostWon), 18);
}

#[test]
fn eosio_takes_row_0_column_5_which_is_no_square_here() {
    // EOSIO's contract checks only that three times the row plus the column is below nine.
    for (row, column) in [(0, 3), (0, 5), (0, 8), (1, 3), (1, 5)] {
        assert_eq!(Square::at(row, column), None);
    }
}

#[test]
fn tezos_s_two_example_games_end_as_they_do_there() {
    let squares = |played: &[(u8, u8)]| {
        played.iter().fold(Board::EMPTY, |board, (row, column)| {
            let square = Square::at(*row, *column).expect("three rows, three columns");
            board.place(square).expect("the cell is free")
        })
    };
    let won = [(1, 1), (1, 2), (2, 1), (2, 2), (0, 1)];
    assert_eq!(squares(&won).outcome(), Outcome::HostWon);
    assert_eq!(squares(&won[..4]).outcome(), Outcome::Open);
    let drawn = [(1, 1), (1, 2), (2, 1), (2, 2), (0, 0), (0, 1), (0, 2), (2, 0), (1, 0)];
    assert_eq!(squares(&drawn).outcome(), Outcome::Draw);
    assert_eq!(squares(&drawn[..8]).outcome(), Outcome::Open);
}

#[test]
fn sui_swallows_a_mark_on_a_filled_cell_which_is_an_error_here() {
    let board = played(&[4]);
    assert_eq!(board.place(Square::ALL[4]), Err(PlaceError::CellTaken));
    assert_eq!(board.next(), Player::Challenger, "the challenger still has the turn");
}

#[test]
fn the_evm_example_is_won_by_player_two_whose_win_has_a_state_of_its_own() {
    let board = played(&[0, 4, 3, 6, 1, 2]);
    assert_eq!(drawn(board), "XXO XO. O..");
    assert_eq!(board.outcome(), Outcome::ChallengerWon);
    assert_eq!(board.pack() >> 19, 0b10, "it is not 00, the state of an open game");
}

#[test]
fn the_evm_lines_are_found_wherever_they_lie() {
    for line in LINES {
        let others: Vec<usize> = (0..9).filter(|cell| !line.contains(cell)).collect();
        let won = terminal_boards().into_values().any(|board| {
            let cells = board.cells();
            board.turns() == 5
                && line.iter().all(|cell| cells[*cell] == Cell::Host)
                && others.iter().all(|cell| cells[*cell] != Cell::Host)
                && board.outcome() == Outcome::HostWon
        });
        assert!(won, "{line:?}");
    }
}
