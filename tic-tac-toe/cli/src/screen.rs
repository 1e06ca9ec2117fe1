//! How things are shown.

use crate::chain::VARA;
use std::io::{self, Write};
use tic_tac_toe_io::Cell;

/// A labelled line.
pub fn row(out: &mut impl Write, label: &str, text: &str) -> io::Result<()> {
    writeln!(out, "  {label:<10}{text}")
}

/// The heading of the messages' lines.
pub fn messages(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\n  {:<9}{:<26}{:<36}{:>7}", "from", "sent", "reply", "bn gas")
}

/// A message.
pub fn message(
    out: &mut impl Write,
    from: &str,
    sent: &str,
    reply: &str,
    gas: u64,
) -> io::Result<()> {
    writeln!(out, "  {from:<9}{sent:<26}{reply:<36}{:>7}", billions(gas))
}

/// The board, with the numbers of its free squares.
pub fn board(out: &mut impl Write, cells: &[Cell; 9]) -> io::Result<()> {
    let drawn: Vec<String> = (1..)
        .zip(cells)
        .map(|(number, cell)| match cell {
            Cell::Empty => number.to_string(),
            Cell::Host => "X".into(),
            Cell::Challenger => "O".into(),
        })
        .collect();
    let rows: Vec<String> =
        drawn.chunks(3).map(|row| format!("      {}\n", row.join(" | "))).collect();
    writeln!(out, "\n{}", rows.join("     ---+---+---\n"))
}

/// Gas in billions, to three places.
pub fn billions(gas: u64) -> String {
    let thousandths = (gas + 500_000) / 1_000_000;
    format!("{}.{:03}", thousandths / 1_000, thousandths % 1_000)
}

/// A value in VARA, to four places.
pub fn amount(value: u128) -> String {
    let parts = (value + VARA / 20_000) / (VARA / 10_000);
    format!("{}.{:04}", parts / 10_000, parts % 10_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_rounded_to_their_places() {
        assert_eq!(amount(10 * VARA), "10.0000");
        assert_eq!(amount(VARA / 20_000), "0.0001");
        assert_eq!(amount(VARA / 20_000 - 1), "0.0000");
        assert_eq!(billions(456_499_999), "0.456");
        assert_eq!(billions(12_999_500_000), "13.000");
    }

    #[test]
    fn the_board_shows_marks_and_the_numbers_of_free_squares() {
        let mut cells = [Cell::Empty; 9];
        (cells[0], cells[4]) = (Cell::Host, Cell::Challenger);
        let mut shown = vec![];
        board(&mut shown, &cells).expect("memory takes it");
        let shown = String::from_utf8(shown).expect("it is text");
        let rows: Vec<&str> = shown.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
        assert_eq!(rows, ["X | 2 | 3", "---+---+---", "4 | O | 6", "---+---+---", "7 | 8 | 9"]);
    }
}
