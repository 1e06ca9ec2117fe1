//! Lays out rows in columns.

use textwrap::core::display_width;

/// The least width of the last column, however narrow the lines are.
const LEAST: usize = 12;
const GAP: &str = "  ";

/// The side of its column at which a cell stands.
#[derive(Clone, Copy)]
pub enum Side {
    Left,
    /// For numbers.
    Right,
}

/// The rows as lines. Each column is as wide as its widest cell. If `width` is given, the last
/// column is cut so that no line has more than this many columns.
pub fn lines<const N: usize>(
    sides: [Side; N],
    rows: &[[String; N]],
    width: Option<usize>,
) -> Vec<String> {
    let mut widths = [0; N];
    for row in rows {
        for (widest, cell) in widths.iter_mut().zip(row) {
            *widest = display_width(cell).max(*widest);
        }
    }
    let before: usize = widths[..N - 1].iter().map(|width| width + GAP.len()).sum();
    let last = width.map(|width| width.saturating_sub(GAP.len() + before).max(LEAST));
    let line = |row: &[String; N]| {
        let mut line = String::new();
        for (at, (cell, side)) in row.iter().zip(sides).enumerate() {
            let cell = match last {
                Some(room) if at == N - 1 => cut(cell, room),
                _ => cell.clone(),
            };
            let space = " ".repeat(widths[at].saturating_sub(display_width(&cell)));
            let (before, after) = match side {
                Side::Left => ("", &*space),
                Side::Right => (&*space, ""),
            };
            line.push_str(&format!("{GAP}{before}{cell}{after}"));
        }
        line.trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

/// As much of a text as fits.
fn cut(text: &str, room: usize) -> String {
    if display_width(text) <= room {
        return text.into();
    }
    let mut cut = String::new();
    for c in text.chars() {
        let longer = format!("{cut}{c}");
        if display_width(&longer) >= room {
            break;
        }
        cut = longer;
    }
    cut + "…"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(width: Option<usize>) -> Vec<String> {
        let rows = [
            ["Bet", "Table"],
            ["1 VARA", "Four for a pot, and one more"],
            ["12 VARA", "\u{77f3}\u{5934}\u{526a}\u{5200}\u{5e03}\u{77f3}\u{5934}"],
        ];
        lines([Side::Right, Side::Left], &rows.map(|row| row.map(Into::into)), width)
    }

    #[test]
    fn cells_stand_one_below_the_other() {
        assert_eq!(
            table(None)[..2],
            ["      Bet  Table", "   1 VARA  Four for a pot, and one more"]
        );
    }

    #[test]
    fn the_last_column_is_cut_where_there_is_no_room() {
        let narrow = table(Some(25));
        assert_eq!(narrow[1], "   1 VARA  Four for a po…");
        assert!(narrow.iter().all(|line| display_width(line) <= 25), "{narrow:?}");
        assert_eq!(table(Some(5))[1], "   1 VARA  Four for a …", "some of it is told anyway");
    }
}
