//! Asks the person at the terminal for a move.

use anyhow::{Result, bail};
use std::io::{BufRead, Write};
use tic_tac_toe_io::{Board, Square};

/// Asks until a free square is named.
///
/// # Errors
///
/// If the input ends: the person has left.
pub fn ask(input: &mut impl BufRead, out: &mut impl Write, board: Board) -> Result<Square> {
    loop {
        write!(out, "  Your move, 1 to 9 as on the board: ")?;
        out.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            writeln!(out)?;
            bail!("you left before the game was over");
        }
        match parse(&line, board) {
            Ok(square) => return Ok(square),
            Err(hint) => writeln!(out, "  {hint}")?,
        }
    }
}

/// The square of this number, or what to say instead.
fn parse(line: &str, board: Board) -> Result<Square, String> {
    let word = line.trim();
    let square = word
        .parse::<usize>()
        .ok()
        .and_then(|number| Square::ALL.get(number.checked_sub(1)?))
        .ok_or_else(|| format!("“{word}” is no square: they go from 1 to 9."))?;
    match board.is_free(*square) {
        true => Ok(*square),
        false => Err(format!("{word} is taken.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_numbered_from_1_to_9() {
        for (number, square) in (1..).zip(Square::ALL) {
            assert_eq!(parse(&format!(" {number}\n"), Board::EMPTY), Ok(square));
        }
        for bad in ["", "0", "10", "-1", "x", "1 2", "99999999999999999999999"] {
            assert!(parse(bad, Board::EMPTY).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn a_bad_answer_is_asked_again() {
        let board = Board::EMPTY.place(Square::ALL[0]).expect("it is free");
        let mut shown = vec![];
        let square = ask(&mut &b"well\n1\n5\n"[..], &mut shown, board).expect("5 is free");
        assert_eq!(square, Square::ALL[4]);
        let shown = String::from_utf8(shown).expect("it is text");
        assert!(shown.contains("“well” is no square") && shown.contains("1 is taken"), "{shown}");
    }

    #[test]
    fn the_end_of_the_input_is_leaving() {
        let error = ask(&mut &b"0\n"[..], &mut vec![], Board::EMPTY).expect_err("it ends");
        assert!(error.to_string().contains("you left"));
    }
}
