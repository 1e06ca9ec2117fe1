//! How the game looks: every line that is printed.

use crate::{ledger::Balance, moves};
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use rpsls_io::Move;
use std::{
    io::{self, Write},
    thread,
    time::Duration,
};

/// No line is longer, in characters.
const WIDTH: usize = 100;
/// Where the text of a labelled line begins.
const INDENT: usize = 12;
/// Holds the longest name.
const NAME_WIDTH: usize = 8;
const SENT_WIDTH: usize = 25;
const SAID_WIDTH: usize = 40;

const VARA: u128 = 1_000_000_000_000;
const BILLION: u64 = 1_000_000_000;

const HEADING: Style = Style::new().bold();
const WINNER: Style = AnsiColor::Green.on_default().bold();
const LOSER: Style = AnsiColor::Red.on_default();
const CLOCK: Style = AnsiColor::Cyan.on_default();
const HINT: Style = AnsiColor::Yellow.on_default();
const PLAIN: Style = Style::new();

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
            is_coloured: AutoStream::choice(&io::stdout()) != ColorChoice::Never,
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
        let menu: Vec<String> = (1..)
            .zip(Move::ALL)
            .map(|(number, mv)| format!("{number} {}", moves::name(mv)))
            .collect();
        let style = self.style(HEADING);
        write!(
            self.out,
            "{:>7}  {style}Your move?{style:#}  {}  ({} left) > ",
            "",
            menu.join("  "),
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
            let style = self.style(if *name == winner { WINNER } else { PLAIN });
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
             its owner paid, and the fees are what the gas costs, to the last unit.",
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
        let style = self.style(style);
        let mut label = label;
        for line in wrap(text, WIDTH - INDENT) {
            let width = INDENT - 2;
            writeln!(self.out, "  {style}{label:width$}{line}{style:#}")?;
            label = "";
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

fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_inclusive(' ') {
        let line = lines.last_mut().expect("there is always a line");
        if !line.is_empty() && (line.chars().count() + word.trim_end().chars().count()) > width {
            lines.push(word.into());
        } else {
            line.push_str(word);
        }
    }
    for line in &mut lines {
        line.truncate(line.trim_end().len());
    }
    lines
}

fn seconds(ms: u64) -> String {
    format!("{} s", ms / 1_000)
}

/// Gas in billions, to three places.
fn billions(gas: u64) -> String {
    let thousandths = (gas + BILLION / 2_000) / (BILLION / 1_000);
    format!("{}.{:03}", thousandths / 1_000, thousandths % 1_000)
}

/// A value in VARA, to four places.
fn amount(value: u128) -> String {
    let parts = (value + VARA / 20_000) / (VARA / 10_000);
    format!("{}.{:04}", parts / 10_000, parts % 10_000)
}

/// A value with its unit, without places where it is whole.
pub fn vara(value: u128) -> String {
    if value.is_multiple_of(VARA) {
        format!("{} VARA", value / VARA)
    } else {
        format!("{} VARA", amount(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_rounded_to_their_places() {
        assert_eq!(vara(10 * VARA), "10 VARA");
        assert_eq!(vara(VARA / 2), "0.5000 VARA");
        assert_eq!(amount(VARA / 20_000), "0.0001");
        assert_eq!(amount(VARA / 20_000 - 1), "0.0000");
        assert_eq!(billions(456_499_999), "0.456");
        assert_eq!(billions(12_999_500_000), "13.000");
    }

    #[test]
    fn long_rows_are_broken_between_words() {
        let names = "Margaret, ".repeat(50);
        let mut shown = vec![];
        Screen::plain(&mut shown).row("Out", &names, LOSER).unwrap();
        let shown = String::from_utf8(shown).unwrap();
        assert!(shown.lines().count() > 4);
        assert!(shown.lines().all(|line| line.len() <= WIDTH));
        assert_eq!(shown.matches("Margaret,").count(), 50);
        assert!(shown.starts_with("  Out       Margaret"));
    }

    #[test]
    fn every_win_is_told_once() {
        assert_eq!(wins(&[Move::Rock, Move::Spock]), ["Spock vaporizes Rock"]);
        assert_eq!(wins(&Move::ALL).len(), 10);
        assert!(wins(&[Move::Lizard]).is_empty());
    }
}
