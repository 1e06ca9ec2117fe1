//! How the game looks: every line that is printed.

use super::ledger::Balance;
use crate::{
    game::moves,
    screen::{
        output::{self, CLOCK, HEADING, HINT, PLAIN, WINNER, is_coloured},
        prompt,
        round::{Side, Summary},
    },
    words::{
        text,
        units::{amount, billions, seconds, vara},
    },
};
use anstyle::Style;
use rpsls_io::GameRules;
use serde_json::{Value, json};
use std::{
    io::{self, Write},
    thread,
    time::Duration,
};

/// The longest name fits.
const NAME_WIDTH: usize = 8;
const SENT_WIDTH: usize = 24;
const REPLY_WIDTH: usize = 25;
/// A whole line of a message. Narrower terminals get no time and no gas.
const LINE_WIDTH: usize = 77;
const NARROW: usize = 23;
/// At a larger table the output does not follow each player.
const NAMED: usize = 50;

pub struct Screen<'a> {
    out: Box<dyn Write + 'a>,
    is_coloured: bool,
    is_json: bool,
    is_narrow: bool,
    /// Whether there are too many players to print what each of them does.
    is_brief: bool,
    /// The pause after a message, where somebody watches.
    pace: Option<Duration>,
}

/// One message: when, from whom, what, the reply, and its gas.
pub struct Line<'a> {
    pub left_ms: u64,
    pub who: &'a str,
    pub sent: String,
    pub reply: String,
    pub gas: u64,
}

impl<'a> Screen<'a> {
    /// For a person: coloured where the terminal and `NO_COLOR` allow it.
    pub fn live(players: usize) -> Self {
        Self {
            is_coloured: is_coloured(),
            is_json: false,
            is_narrow: output::width() < LINE_WIDTH,
            is_brief: false,
            out: Box::new(io::stdout()),
            pace: Some(Duration::from_millis(1_200 / players.max(10) as u64)),
        }
    }

    /// For pipes and files: no colour, no cursor control, no pauses.
    pub fn plain(out: impl Write + 'a) -> Self {
        let out = Box::new(out);
        Self {
            out,
            is_coloured: false,
            is_json: false,
            is_narrow: false,
            is_brief: false,
            pace: None,
        }
    }

    /// For programs: an object a line.
    pub fn json(out: impl Write + 'a) -> Self {
        Self { is_json: true, ..Self::plain(out) }
    }

    fn object(&mut self, value: &Value) -> io::Result<()> {
        if self.is_json { writeln!(self.out, "{value}") } else { Ok(()) }
    }

    pub fn title(
        &mut self,
        players: usize,
        bet: u128,
        seed: u64,
        rules: &GameRules,
    ) -> io::Result<()> {
        self.is_brief = players > NAMED;
        let (stake, seats) = (bet.to_string(), players);
        self.object(&json!({ "step": "start", "players": seats, "bet": stake, "seed": seed }))?;
        self.styled(HEADING, "Rock, paper, scissors, lizard, Spock")?;
        self.row("Table", &format!("{players} players, {} each", vara(bet)), PLAIN)?;
        self.row("Rules", &text::rules(rules), PLAIN)?;
        self.row(
            "Seed",
            &format!("{seed}  (the same bots again: --players {players} --seed {seed})"),
            PLAIN,
        )
    }

    pub fn deployed(&mut self, size: usize, gas: u64) -> io::Result<()> {
        self.object(&json!({ "step": "deploy", "size": size, "gas": gas }))?;
        self.row("Chain", "in this process; a block every 3 s of its own time", PLAIN)?;
        self.row(
            "Program",
            &format!("{size} bytes of WebAssembly, deployed for {} bn gas", billions(gas)),
            PLAIN,
        )
    }

    pub fn heading(&mut self, text: &str) -> io::Result<()> {
        self.end_line()?;
        self.styled(HEADING, text)
    }

    /// What the columns of [`Screen::message`] are.
    pub fn columns(&mut self) -> io::Result<()> {
        if self.is_brief {
            return Ok(());
        }
        let line = self.arranged("left", "from", "sent", "reply", "bn gas");
        self.styled(PLAIN, &line)
    }

    pub fn message(&mut self, line: &Line) -> io::Result<()> {
        if self.is_brief && !self.is_json {
            return Ok(());
        }
        self.line(PLAIN, line)?;
        self.pause(1)
    }

    /// Prints how many players did this, where it was not printed one by one.
    pub fn sent(&mut self, players: usize, what: &str) -> io::Result<()> {
        match self.is_brief {
            true => self.row("", &format!("{players} {what}"), PLAIN),
            false => Ok(()),
        }
    }

    /// The program's alarm went off, with this result.
    pub fn alarm(&mut self, left_ms: u64, reply: &str, gas: u64) -> io::Result<()> {
        let line = Line {
            left_ms,
            who: "alarm",
            sent: "the program, to itself".into(),
            reply: reply.into(),
            gas,
        };
        self.line(CLOCK, &line)
    }

    /// Counts down while nobody sends anything.
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

    pub fn question(&mut self, round: u32, left_ms: u64) -> io::Result<()> {
        let style = self.style(HEADING);
        let left = seconds(left_ms);
        writeln!(self.out, "  {style}Your move in round {round}?{style:#}  ({left} left)")?;
        write!(self.out, "  {} > ", prompt::menu())?;
        self.out.flush()
    }

    pub fn hint(&mut self, hint: &str) -> io::Result<()> {
        let style = self.style(HINT);
        writeln!(self.out, "  {style}{hint}{style:#}")
    }

    pub fn end_line(&mut self) -> io::Result<()> {
        if self.is_json { Ok(()) } else { writeln!(self.out) }
    }

    /// The result of a round.
    pub fn round_result(&mut self, summary: &Summary) -> io::Result<()> {
        let Summary { pairs, by_move, silent, beaten, still_in } = summary;
        let moves =
            by_move.iter().map(|(mv, players)| (moves::argument(*mv).to_owned(), json!(players)));
        self.object(&json!({
            "step": "round",
            "pairs": pairs.iter().map(pair).collect::<Vec<_>>(),
            "moves": moves.collect::<serde_json::Map<_, _>>(),
            "silent": silent,
            "beaten": beaten,
            "players": still_in,
        }))?;
        self.end_line()?;
        for (label, text, style) in summary.rows() {
            self.row(label, &text, style)?;
        }
        self.pause(5)
    }

    pub fn winner(&mut self, name: &str, pot: u128, rounds: u32) -> io::Result<()> {
        let value = pot.to_string();
        self.object(
            &json!({ "step": "game_over", "winner": name, "pot": value, "rounds": rounds }),
        )?;
        self.row("Winner", name, WINNER)?;
        self.row("Pot", &format!("{}, paid to {name}", vara(pot)), PLAIN)?;
        self.row("Rounds", &rounds.to_string(), PLAIN)
    }

    pub fn balances(&mut self, balances: &[Balance], winner: &str, gas: u64) -> io::Result<()> {
        if self.is_json {
            return self
                .object(&json!({ "step": "balances", "gas": gas, "balances": entries(balances) }));
        }
        let fees = balances.iter().map(|balance| balance.fees).sum();
        self.row("Gas", &format!("{} bn in all, {} of fees", billions(gas), vara(fees)), PLAIN)?;
        self.heading("Balances, in VARA")?;
        writeln!(
            self.out,
            "  {:NAME_WIDTH$}  {:>10}  {:>10}  {:>10}  {:>10}",
            "", "before", "game", "fees", "after"
        )?;
        let is_shown = |balance: &&Balance| !self.is_brief || balance.name == winner;
        for balance in balances.iter().filter(is_shown) {
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
        let Line { left_ms, who, sent, reply, gas } = line;
        self.object(&json!({
            "step": "message",
            "left_ms": left_ms,
            "from": who,
            "sent": sent,
            "reply": reply,
            "gas": gas,
        }))?;
        let line = self.arranged(&seconds(*left_ms), who, sent, reply, &billions(*gas));
        self.styled(style, &line)
    }

    fn arranged(&self, left: &str, who: &str, sent: &str, reply: &str, gas: &str) -> String {
        let line = match self.is_narrow {
            true => format!("{who:NAME_WIDTH$}  {sent:NARROW$}  {reply}"),
            false => format!(
                "{left:>6}  {who:NAME_WIDTH$}  {sent:SENT_WIDTH$}  {reply:REPLY_WIDTH$}  {gas:>6}"
            ),
        };
        line.trim_end().into()
    }

    /// A labelled line, broken between words if it is too long.
    pub fn row(&mut self, label: &str, text: &str, style: Style) -> io::Result<()> {
        for row in output::rows(label, text) {
            self.styled(style, &row)?;
        }
        Ok(())
    }

    fn styled(&mut self, style: Style, text: &str) -> io::Result<()> {
        if self.is_json {
            return Ok(());
        }
        let style = self.style(style);
        writeln!(self.out, "{style}{text}{style:#}")
    }

    fn style(&self, style: Style) -> Style {
        if self.is_coloured { style } else { PLAIN }
    }

    /// Waits as long as after this many messages.
    fn pause(&mut self, messages: u32) -> io::Result<()> {
        if let Some(pace) = self.pace {
            self.out.flush()?;
            thread::sleep(pace * messages);
        }
        Ok(())
    }
}

fn entries(balances: &[Balance]) -> Vec<Value> {
    let entry = |balance: &Balance| {
        let Balance { name, before, net, fees, after } = balance;
        let [before, fees, after] = [before, fees, after].map(u128::to_string);
        let net = net.to_string();
        json!({ "name": name, "before": before, "game": net, "fees": fees, "after": after })
    };
    balances.iter().map(entry).collect()
}
/// The names of two who met, or of one who met nobody.
fn pair((one, other): &(Side, Option<Side>)) -> Value {
    json!([one.name, other.as_ref().map(|other| &other.name)])
}
