//! Shows past games, one line each, and their totals.

use super::is_exact;
use crate::{
    screen::{
        columns::Side::{Left, Right},
        output::Output,
    },
    store::{
        games::{End, Note, Origin},
        tables::Opening,
    },
    words::{
        text,
        units::{column, moment, net},
    },
};
use anyhow::Result;
use serde_json::{Value, json};

/// Shows games in order of time. The newest is the last, where people read a terminal first.
pub fn show(out: &Output, notes: &[&Note], table: impl Fn(&Note) -> String) -> Result<()> {
    let is_told = notes.windows(2).any(|pair| pair[0].seat.account != pair[1].seat.account);
    let cells = |note: &&Note| {
        let Note { origin: Origin { name, .. }, since, .. } = note;
        let who = if is_told { format!("{name} at ") } else { String::new() };
        let game = format!("{who}{}, game {}", table(note), text::game_number(note.game));
        let about = if is_exact(note) { "" } else { "~" };
        let (paid, won) = (note.paid(), note.won());
        let [came, made] = match won {
            Some(won) => [column(won), net(won, paid)],
            None => ["?".into(), "?".into()],
        };
        [moment(*since), ending(note).into(), format!("{about}{}", column(paid)), came, made, game]
    };
    let sides = [Left, Left, Right, Right, Right, Left];
    let titles = ["Date", "End", "Paid", "Won", "Net", "Table"];
    out.columns(sides, titles, notes.iter().map(cells).collect())?;
    match notes.iter().all(|note| is_exact(note)) {
        true => Ok(()),
        false => out.line(
            "~ Gas for an alarm may still come back, or some of it was paid where nobody here saw it.",
        ),
    }
}

/// Whether the player got no seat and paid no fee for one.
pub fn is_nothing(note: &Note) -> bool {
    note.end == Some(End::NotSeated) && note.costs.spent == 0
}

fn ending(note: &Note) -> &'static str {
    match note.end {
        None => "open",
        Some(End::Won(winner)) if winner.account == note.seat.account => "won",
        Some(End::Won(_)) => "lost",
        Some(End::Stopped) => "stopped",
        Some(End::Left) => "left",
        Some(End::NotSeated) => "no seat",
        Some(End::SentAway) => "sent away",
        Some(End::Unknown) => "unknown",
    }
}

/// The totals of games.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// The games for a bet.
    bets: Sum,
    free: Sum,
    /// The games whose winnings are not known.
    open: Sum,
    /// The tables that were opened, and what they have cost.
    tables: (usize, u128),
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Sum {
    games: usize,
    paid: u128,
    won: u128,
}

impl Sums {
    pub fn of<'a>(notes: impl IntoIterator<Item = &'a Note>) -> Self {
        let mut sums = Self::default();
        for note in notes {
            let won = note.won();
            let sum = match won {
                None => &mut sums.open,
                Some(_) if note.bet == 0 => &mut sums.free,
                Some(_) => &mut sums.bets,
            };
            sum.games += 1;
            sum.paid = sum.paid.saturating_add(note.paid());
            sum.won = sum.won.saturating_add(won.unwrap_or_default());
        }
        sums
    }

    /// These sums beside what was paid for tables.
    pub fn with_tables(self, openings: &[Opening]) -> Self {
        let paid = openings.iter().map(|opening| opening.spent).sum();
        Self { tables: (openings.len(), paid), ..self }
    }

    pub fn json(&self) -> Value {
        let sum = |Sum { games, paid, won }: &Sum| json!({ "games": games, "paid": paid.to_string(), "won": won.to_string() });
        let (tables, paid) = self.tables;
        json!({
            "bets": sum(&self.bets),
            "free": sum(&self.free),
            "open": sum(&self.open),
            "opened": { "tables": tables, "paid": paid.to_string() },
        })
    }

    pub fn show(&self, out: &Output) -> Result<()> {
        for (label, text) in self.rows() {
            out.row(label, &text)?;
        }
        match self.tables {
            (0, _) => Ok(()),
            (count, paid) => {
                let tables = if count == 1 { "1 table".into() } else { format!("{count} tables") };
                let paid = column(paid);
                out.row("Opened", &format!("{tables}, for {paid} VARA, not in the sum"))
            }
        }
    }

    fn rows(&self) -> Vec<(&'static str, String)> {
        let Self { bets, free, open, .. } = self;
        let rows = [
            (
                bets,
                "Sum",
                format!(
                    "{}: paid {} VARA, won {}, net {}",
                    count(bets, " for a bet"),
                    column(bets.paid),
                    column(bets.won),
                    net(bets.won, bets.paid)
                ),
            ),
            (free, "Free", format!("{}: {} VARA of fees", count(free, ""), column(free.paid))),
            (
                open,
                "Open",
                format!(
                    "{}, for {} VARA, not in the sum: what came back is not known",
                    count(open, ""),
                    column(open.paid)
                ),
            ),
        ];
        let rows = rows.into_iter().filter(|(sum, ..)| sum.games > 0);
        rows.map(|(_, label, text)| (label, text)).collect()
    }
}

fn count(Sum { games, .. }: &Sum, what: &str) -> String {
    format!("{games} game{}{what}", if *games == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        store::games::{Costs, Winner, tests},
        words::units::VARA,
    };

    /// A game of account 3 that cost 0.4 VARA of fees and gas.
    fn note(bet: u128, end: Option<End>) -> Note {
        let costs = Costs { spent: 4 * VARA / 10, ..Costs::since(5, [7; 32]) };
        Note { bet: bet * VARA, costs, end, ..tests::note(0) }
    }

    fn won_by(account: u8, pot: u128) -> Option<End> {
        Some(End::Won(Winner { account: [account; 32], pot: pot * VARA, rounds: 1 }))
    }

    #[test]
    fn a_bet_that_came_back_is_not_paid() {
        let tenths = |note: &Note| note.paid() / (VARA / 10);
        assert_eq!(tenths(&note(2, won_by(3, 4))), 24);
        for back in [End::Left, End::SentAway, End::NotSeated] {
            assert_eq!((tenths(&note(2, Some(back))), note(2, Some(back)).won()), (4, Some(0)));
        }
    }

    #[test]
    fn profit_and_loss_are_of_games_for_a_bet_that_are_over() {
        let notes = [
            note(2, won_by(3, 4)),
            note(2, won_by(9, 4)),
            note(2, Some(End::Left)),
            note(0, won_by(3, 0)),
            note(0, Some(End::Stopped)),
            note(5, None),
            note(5, Some(End::Stopped)),
        ];
        let rows = Sums::of(&notes).rows();
        let told: Vec<_> = rows.iter().map(|(label, text)| format!("{label} {text}")).collect();
        assert_eq!(
            told,
            [
                "Sum 3 games for a bet: paid 5.20 VARA, won 4.00, net -1.20",
                "Free 2 games: 0.80 VARA of fees",
                "Open 2 games, for 10.80 VARA, not in the sum: what came back is not known",
            ]
        );
        assert!(Sums::of(&[]).rows().is_empty());
    }

    #[test]
    fn a_seat_that_never_was_is_nothing_unless_it_has_cost_something() {
        let mut note = note(2, Some(End::NotSeated));
        assert!(!is_nothing(&note));
        note.costs.spent = 0;
        assert!(is_nothing(&note));
        assert!(!is_nothing(&Note { end: None, ..note }));
    }
}
