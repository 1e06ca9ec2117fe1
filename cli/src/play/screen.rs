//! How the game looks: every line that is printed.

use super::ledger::Balance;
use crate::{
    moves,
    output::{self, CLOCK, HEADING, HINT, LOSER, PLAIN, WINNER, is_coloured},
    prompt,
    units::{amount, billions, seconds, vara},
};
use anstyle::Style;
use rpsls_io::Move;
use std::{
    io::{self, Write},
    thread,
    time::Duration,
};

/// Holds the longest name.
const NAME_WIDTH: usize = 8;
const SENT_WIDTH: usize = 25;
const SAID_WIDTH: usize = 40;

pub struct Screen<'a> {
    out: Box<dyn Write + 'a>,
    is_coloured: bool,
    /// The pause after a message, where somebody watches.
    pace: Option<Duration>,
}

/// One message: when, from whom, what, the reply, and its gas.
pub struct Line<'a> {
    pub left_ms: u64,
    pub who: &'a str,
    pub sent: String,
    pub said: String,
    pub gas: u64,
}

/// What a round came to.
pub struct RoundResult<'a> {
    /// In order of the seats.
    pub shown: Vec<(&'a str, Move)>,
    pub out: Vec<&'a str>,
    pub still_in: Vec<&'a str>,
}

impl<'a> Screen<'a> {
    /// For a person: coloured where the terminal and `NO_COLOR` allow it.
    pub fn live(players: usize) -> Self {
        Self {
            is_coloured: is_coloured(),
            out: Box::new(io::stdout()),
            pace: Some(Duration::from_millis(1_200 / players.max(10) as u64)),
        }
    }

    /// For pipes and files: no colour, no cursor control, no pauses.
    pub fn plain(out: impl Write + 'a) -> Self {
        Self { out: Box::new(out), is_coloured: false, pace: None }
    }

    pub fn title(&mut self, players: usize, bet: u128, seed: u64) -> io::Result<()> {
        self.styled(HEADING, "Rock, paper, scissors, lizard, Spock")?;
        self.row("Table", &format!("{players} players, {} each", vara(bet)), PLAIN)?;
        self.row(
            "Seed",
            &format!("{seed}  (the same bots again: --players {players} --seed {seed})"),
            PLAIN,
        )
    }

    pub fn deployed(&mut self, size: usize, gas: u64) -> io::Result<()> {
        self.row("Chain", "in this process; a block every 3 s of its own time", PLAIN)?;
        self.row(
            "Program",
            &format!("{size} bytes of WebAssembly, deployed for {} bn gas", billions(gas)),
            PLAIN,
        )
    }

    pub fn heading(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out)?;
        self.styled(HEADING, text)
    }

    /// What the columns of [`Screen::message`] are.
    pub fn columns(&mut self) -> io::Result<()> {
        writeln!(
            self.out,
            "   left  {:NAME_WIDTH$}  {:SENT_WIDTH$}  {:SAID_WIDTH$}  bn gas",
            "from", "sent", "reply"
        )
    }

    pub fn message(&mut self, line: &Line) -> io::Result<()> {
        self.line(PLAIN, line)?;
        self.pause(1)
    }

    /// The program's alarm went off, and this came of it.
    pub fn alarm(&mut self, left_ms: u64, said: &str, gas: u64) -> io::Result<()> {
        let line = Line {
            left_ms,
            who: "alarm",
            sent: "the program, to itself".into(),
            said: said.into(),
            gas,
        };
        self.line(CLOCK, &line)
    }

    /// Time passes, and nobody sends anything.
    pub fn countdown(&mut self, left_ms: u64) -> io::Result<()> {
        if self.pace.is_some() {
            write!(self.out, "\r{:>7}  registration closes", seconds(left_ms))?;
            self.pause(1)?;
            if left_ms == 0 {
                write!(self.out, "\r{:40}\r", "")?;
            }
        }
        Ok(())
    }

    pub fn question(&mut self, left_ms: u64) -> io::Result<()> {
        let style = self.style(HEADING);
        write!(
            self.out,
            "{:>7}  {style}Your move?{style:#}  {}  ({} left) > ",
            "",
            prompt::menu(),
            seconds(left_ms)
        )?;
        self.out.flush()
    }

    pub fn hint(&mut self, hint: &str) -> io::Result<()> {
        let style = self.style(HINT);
        writeln!(self.out, "{:>7}  {style}{hint}{style:#}", "")
    }

    pub fn end_line(&mut self) -> io::Result<()> {
        writeln!(self.out)
    }

    pub fn round_result(&mut self, result: &RoundResult) -> io::Result<()> {
        writeln!(self.out)?;
        let shown: Vec<Move> = Move::ALL
            .into_iter()
            .filter(|mv| result.shown.iter().any(|(_, shown)| shown == mv))
            .collect();
        for mv in &shown {
            let players = result.shown.iter().filter(|(_, shown)| shown == mv);
            let names: Vec<_> = players.map(|(name, _)| *name).collect();
            self.row(moves::name(*mv), &names.join(", "), PLAIN)?;
        }
        let wins = wins(&shown).join(", ");
        if shown.len() == 1 {
            self.row("Draw", "everybody chose the same", HINT)?;
        } else if result.out.is_empty() {
            self.row("Draw", &format!("{wins}: none beats all the others"), HINT)?;
        } else {
            self.row("So", &wins, PLAIN)?;
            self.row("Out", &result.out.join(", "), LOSER)?;
        }
        self.row("Still in", &result.still_in.join(", "), PLAIN)?;
        self.pause(5)
    }

    pub fn winner(&mut self, name: &str, pot: u128, rounds: u32) -> io::Result<()> {
        self.row("Winner", name, WINNER)?;
        self.row("Pot", &format!("{}, paid to {name}", vara(pot)), PLAIN)?;
        self.row("Rounds", &rounds.to_string(), PLAIN)
    }

    pub fn balances(&mut self, balances: &[Balance], winner: &str, gas: u64) -> io::Result<()> {
        let fees = balances.iter().map(|balance| balance.fees).sum();
        self.row("Gas", &format!("{} bn in all, {} of fees", billions(gas), vara(fees)), PLAIN)?;
        self.heading("Balances, in VARA")?;
        writeln!(
            self.out,
            "  {:NAME_WIDTH$}  {:>10}  {:>10}  {:>10}  {:>10}",
            "", "before", "game", "fees", "after"
        )?;
        for balance in balances {
            let Balance { name, before, net, .. } = balance;
            let style = self.style(if name == winner { WINNER } else { PLAIN });
            let sign = if *net < 0 { '-' } else { '+' };
            writeln!(
                self.out,
                "{style}  {name:NAME_WIDTH$}  {:>10}  {:>10}  {:>10}  {:>10}{style:#}",
                amount(*before),
                format!("{sign}{}", amount(net.unsigned_abs())),
                format!("-{}", amount(balance.fees)),
                amount(balance.after)
            )?;
        }
        writeln!(self.out)?;
        self.row(
            "Checked",
            "the winner has the whole pot, the program nothing but the existential deposit that \
             its owner paid, and all else that left a purse is gas and fees, to the last unit.",
            PLAIN,
        )
    }

    fn line(&mut self, style: Style, line: &Line) -> io::Result<()> {
        let Line { who, sent, said, .. } = line;
        let style = self.style(style);
        writeln!(
            self.out,
            "{style}{:>7}  {who:NAME_WIDTH$}  {sent:SENT_WIDTH$}  {said:SAID_WIDTH$}  {:>6}{style:#}",
            seconds(line.left_ms),
            billions(line.gas)
        )
    }

    /// A labelled line, broken between words where it is too long.
    pub fn row(&mut self, label: &str, text: &str, style: Style) -> io::Result<()> {
        for row in output::rows(label, text) {
            self.styled(style, &row)?;
        }
        Ok(())
    }

    fn styled(&mut self, style: Style, text: &str) -> io::Result<()> {
        let style = self.style(style);
        writeln!(self.out, "{style}{text}{style:#}")
    }

    fn style(&self, style: Style) -> Style {
        if self.is_coloured { style } else { PLAIN }
    }

    /// Waits as long as after so many messages.
    fn pause(&mut self, messages: u32) -> io::Result<()> {
        if let Some(pace) = self.pace {
            self.out.flush()?;
            thread::sleep(pace * messages);
        }
        Ok(())
    }
}

/// Who beats whom among these moves, as "Spock vaporizes Rock".
fn wins(shown: &[Move]) -> Vec<String> {
    let pairs = shown.iter().flat_map(|winner| shown.iter().map(move |loser| (*winner, *loser)));
    pairs
        .filter_map(|(winner, loser)| {
            let verb = moves::verb(winner, loser)?;
            Some(format!("{} {verb} {}", moves::name(winner), moves::name(loser)))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_win_is_told_once() {
        assert_eq!(wins(&[Move::Rock, Move::Spock]), ["Spock vaporizes Rock"]);
        assert_eq!(wins(&Move::ALL).len(), 10);
        assert!(wins(&[Move::Lizard]).is_empty());
    }
}
