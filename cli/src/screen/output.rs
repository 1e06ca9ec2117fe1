//! Output: plain lines, a live line that shows what is waited for, or JSON.

use crate::screen::{
    columns::{self, Side},
    event,
    waiting::wait_at,
};
#[cfg(feature = "node")]
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::Value;
use std::{
    io::{self, IsTerminal, Write},
    iter::once,
    sync::{
        LazyLock,
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread,
    time::Duration,
};
use textwrap::{Options, WordSplitter};

/// The longest line, in columns. Only ids that can't be broken are longer.
const WIDTH: usize = 80;
/// Narrower terminals break lines themselves.
const NARROWEST: usize = 40;
/// Where the text of a labelled line begins.
pub const INDENT: usize = 12;
/// The longest text, in characters. The client writes no longer one, but a node or a program can
/// say as much as it likes.
const LONGEST: usize = 600;

pub const HEADING: Style = Style::new().bold();
#[cfg(feature = "node")]
pub const WINNER: Style = AnsiColor::Green.on_default().bold();
pub const LOSER: Style = AnsiColor::Red.on_default();
#[cfg(feature = "node")]
pub const CLOCK: Style = AnsiColor::Cyan.on_default();
pub const HINT: Style = AnsiColor::Yellow.on_default();
pub const PLAIN: Style = Style::new();

/// The live line. A process has only one.
type Live = Option<ProgressBar>;
type Job = Box<dyn FnOnce(&mut Live) + Send>;

/// One thread writes all that is shown. A terminal that accepts no output, after Ctrl-S or on a
/// stalled line, holds up that thread and not the game.
static SCREEN: LazyLock<Sender<Job>> = LazyLock::new(|| {
    let (send, jobs) = channel::<Job>();
    thread::spawn(move || {
        let mut live = None;
        for job in jobs {
            job(&mut live);
        }
    });
    send
});
/// How long a game, or a process that has to end, waits for a reader that takes no output.
pub const PATIENCE: Duration = Duration::from_secs(1);

/// Where a command's results go.
#[derive(Clone, Copy)]
pub struct Output {
    is_json: bool,
    /// Whether somebody watches the output live.
    is_live: bool,
    /// Whether to ignore a closed pipe, and not to wait until output is shown.
    ignores_broken_pipe: bool,
    /// Whether to show nothing.
    is_silent: bool,
    /// Whether to show gas in addition to costs.
    is_verbose: bool,
}

impl Output {
    pub fn new(is_json: bool) -> Self {
        let is_live = !is_json && io::stdout().is_terminal() && io::stderr().is_terminal();
        Self { is_json, is_live, ignores_broken_pipe: false, is_silent: false, is_verbose: false }
    }

    /// This output with or without details.
    pub fn verbose(self, is_verbose: bool) -> Self {
        Self { is_verbose, ..self }
    }

    pub fn is_verbose(&self) -> bool {
        self.is_verbose
    }

    /// This output for a game, which goes on whether anybody reads its output or not.
    pub fn ignoring_broken_pipe(self) -> Self {
        Self { ignores_broken_pipe: true, ..self }
    }

    /// This output, but showing nothing, for a game that something else reports on.
    pub fn silent(self) -> Self {
        Self { is_live: false, is_silent: true, ..self }
    }

    pub fn is_json(&self) -> bool {
        self.is_json
    }

    /// For programs: one line of JSON, if the user asked for JSON. The command of `--on-event`
    /// receives it too.
    pub fn json(&self, value: &Value) -> Result<()> {
        if !self.is_json && !event::is_wanted() {
            return Ok(());
        }
        let line = escaped(&value.to_string());
        event::tell(value, &line);
        match self.is_json {
            true => self.print(&line),
            false => Ok(()),
        }
    }

    /// For people: a question, or what else they must see before they answer. It goes to the error
    /// output if a program reads the output.
    pub fn ask(&self, text: &str) -> Result<()> {
        if !self.is_json && io::stdout().is_terminal() {
            return self.line(text);
        }
        remark(PLAIN, text);
        Ok(())
    }

    /// For people: a heading.
    pub fn heading(&self, text: &str) -> Result<()> {
        self.say(HEADING, text)
    }

    /// For people: a line, broken between words if the terminal is too narrow.
    pub fn line(&self, text: &str) -> Result<()> {
        self.styled_line(PLAIN, text)
    }

    pub fn styled_line(&self, style: Style, text: &str) -> Result<()> {
        if !io::stdout().is_terminal() {
            return self.say(style, text);
        }
        let text = &harmless(text);
        let indent = text.len() - text.trim_start().len();
        for line in wrap(text.trim_start(), width(), &" ".repeat(indent), &" ".repeat(indent + 2)) {
            self.say(style, &line)?;
        }
        Ok(())
    }

    /// For people: rows in columns, below the columns' titles.
    pub fn columns<const N: usize>(
        &self,
        sides: [Side; N],
        titles: [&str; N],
        rows: Vec<[String; N]>,
    ) -> Result<()> {
        let rows = rows.into_iter().map(|row| row.map(|cell| harmless(&cell)));
        let rows: Vec<_> = once(titles.map(Into::into)).chain(rows).collect();
        let width = io::stdout().is_terminal().then(width);
        for (at, line) in columns::lines(sides, &rows, width).iter().enumerate() {
            self.styled_line(if at == 0 { HEADING } else { PLAIN }, line)?;
        }
        Ok(())
    }

    /// For people: a labelled line, broken between words if it is too long.
    pub fn row(&self, label: &str, text: &str) -> Result<()> {
        self.styled_row(PLAIN, label, text)
    }

    pub fn styled_row(&self, style: Style, label: &str, text: &str) -> Result<()> {
        for line in rows(label, &harmless(text)) {
            self.say(style, &line)?;
        }
        Ok(())
    }

    /// Shows in a terminal what is waited for. The next output overwrites it.
    pub fn waiting(&self, text: &str) {
        if self.is_live {
            let lines = wrap(&harmless(text), width(), "", "").join("\n");
            show(|live| live.get_or_insert_with(live_line).set_message(lines));
        }
    }

    /// Removes the live line once nothing is waited for.
    pub fn waited(&self) {
        clear_live_line();
    }

    fn say(&self, style: Style, text: &str) -> Result<()> {
        if self.is_json {
            return Ok(());
        }
        self.print(&format!("{style}{}{style:#}", harmless(text)))
    }

    /// For both: a line printed as it is. No part of it may come from a stranger.
    pub fn print(&self, line: &str) -> Result<()> {
        if self.is_silent {
            return Ok(());
        }
        let line = line.to_owned();
        let printed = show(move |live| {
            aside(live, || {
                let mut out = anstream::stdout();
                // What can't be told to wait may still take it all at once.
                let _ = wait_at(io::stdout());
                writeln!(out, "{line}")?;
                out.flush()
            })
        });
        match self.ignores_broken_pipe {
            true => Ok(()),
            false => Ok(printed.recv()??),
        }
    }
}

/// Runs a job on the screen's thread. Returns the receiver of its result.
fn show<R: Send + 'static>(job: impl FnOnce(&mut Live) -> R + Send + 'static) -> Receiver<R> {
    let (done, result) = channel();
    let job: Job = Box::new(move |live| {
        // Perhaps nobody waits for the result.
        let _ = done.send(job(live));
    });
    SCREEN.send(job).expect("the screen's thread does not end");
    result
}

/// Writes while the live line is off the screen.
fn aside<R>(live: &Live, write: impl FnOnce() -> R) -> R {
    match live {
        Some(line) => line.suspend(write),
        None => write(),
    }
}

/// Waits until all output is on the screen, or can't be shown.
pub fn settle() {
    // If the thread has ended, there is nothing to wait for.
    let _ = show(|_| {}).recv();
}

/// Waits until all output is on the screen, but not for a reader that takes none.
pub fn settle_soon() {
    shown().within(PATIENCE);
}

/// Tells when all output until now is on the screen, or can't be shown.
pub fn shown() -> Shown {
    Shown(show(|_| {}))
}

/// The output until some moment.
pub struct Shown(Receiver<()>);

impl Shown {
    /// Whether it is on the screen by now, or within this time.
    pub fn within(&self, time: Duration) -> bool {
        !matches!(self.0.recv_timeout(time), Err(RecvTimeoutError::Timeout))
    }
}

/// Removes the live line from the screen.
fn clear_live_line() {
    show(|live| {
        if let Some(line) = live.take() {
            line.finish_and_clear();
        }
    });
}

/// Removes the live line for good, and says the last words: to programs on the output, to people on
/// the error output. Whoever wants to print something later waits for the process to end.
///
/// The live line is as wide as the terminal. If the terminal has shown `^C` after it, the live line
/// now stands one line higher.
pub fn close(is_interrupt_shown: bool, last_words: Option<String>, is_json: bool) {
    let last_words = last_words.map(|words| match is_json {
        true => vec![escaped(&words)],
        false => error_lines(&words),
    });
    let (closed, is_closed) = channel();
    show(move |live| {
        let mut err = io::stderr();
        let up = match live.take() {
            Some(line) => {
                line.finish_and_clear();
                if is_interrupt_shown { "\x1b[A\x1b[2K" } else { "" }
            }
            None => "",
        };
        // Perhaps nobody is there to read it.
        let _ = writeln!(err, "{up}");
        for line in last_words.unwrap_or_default() {
            let _ = match is_json {
                true => writeln!(io::stdout(), "{line}"),
                false => writeln!(err, "{line}"),
            };
        }
        let _ = closed.send(());
        loop {
            thread::park();
        }
    });
    // The process ends even if the terminal accepts no output.
    let _ = is_closed.recv_timeout(PATIENCE);
}

/// A warning. It goes to the error output.
pub fn warn(text: &str) {
    remark(HINT, &format!("warning: {text}"));
}

/// A notice about the connection. It goes to the error output, so that it never mixes with JSON.
pub fn notice(text: &str) {
    remark(PLAIN, text);
}

fn remark(style: Style, text: &str) {
    let lines = error_lines(text);
    show(move |live| {
        aside(live, || {
            let mut err = anstream::stderr();
            let _ = wait_at(io::stderr());
            for line in lines {
                // Perhaps nobody reads it, but that is no reason to leave a game.
                let _ = writeln!(err, "{style}{line}{style:#}");
            }
        });
    });
}

/// Says why the command failed. This is the command's last output.
pub fn fail(text: &str) {
    clear_live_line();
    remark(PLAIN, text);
}

/// A sentence as lines for the error output.
fn error_lines(text: &str) -> Vec<String> {
    let text = harmless(text);
    match io::stderr().is_terminal() {
        true => wrap(&text, width(), "rpsls: ", "  "),
        false => vec![format!("rpsls: {text}")],
    }
}

/// A text made safe for a terminal, since a stranger may have written a part of it: a program that
/// fails, or a node that refuses. It is one line of limited length, moves no cursor, and reads in
/// the order in which it is written.
fn harmless(text: &str) -> String {
    let seen = |c: char| match c {
        '\n' | '\r' | '\t' | '\u{85}' | '\u{2028}' | '\u{2029}' => ' ',
        c if is_unseen(c) => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    let mut shown: String = text.chars().take(LONGEST).map(seen).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}

/// Whether a character addresses the terminal and not its reader: it controls the terminal, changes
/// the order of the text, or has no width.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

/// JSON with the same meaning, in which all unseen characters are JSON's escapes.
fn escaped(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for c in json.chars() {
        match is_unseen(c) {
            true => {
                let mut units = [0; 2];
                let units = c.encode_utf16(&mut units).iter();
                text.extend(units.map(|unit| format!("\\u{unit:04x}")));
            }
            false => text.push(c),
        }
    }
    text
}

/// A text of several lines, none too long for the terminal.
pub fn wrapped(text: &str) -> String {
    let indent = |line: &str| " ".repeat(line.len() - line.trim_start().len());
    let lines = text.trim_end().lines().flat_map(|line| match line.trim() {
        "" => vec![String::new()],
        words => wrap(words, width(), &indent(line), &format!("{}  ", indent(line))),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Whether the terminal and `NO_COLOR` allow colours.
#[cfg(feature = "node")]
pub fn is_coloured() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}

/// The longest line for this terminal: 80 columns, or the terminal's width if it has fewer.
pub fn width() -> usize {
    textwrap::termwidth().clamp(NARROWEST, WIDTH)
}

/// A labelled text as lines.
pub fn rows(label: &str, text: &str) -> Vec<String> {
    labelled(label, text, width())
}

fn labelled(label: &str, text: &str, width: usize) -> Vec<String> {
    let column = INDENT - 2;
    let first = format!("  {label:column$}");
    wrap(text, width, &first, &" ".repeat(INDENT))
}

fn wrap(text: &str, width: usize, first: &str, others: &str) -> Vec<String> {
    let options = Options::new(width)
        .initial_indent(first)
        .subsequent_indent(others)
        .break_words(false)
        .word_splitter(WordSplitter::NoHyphenation);
    let lines = textwrap::wrap(text, options);
    lines.into_iter().map(|line| line.trim_end().to_owned()).collect()
}

fn live_line() -> ProgressBar {
    let style = ProgressStyle::with_template("{msg:.cyan}").expect("the template is well-formed");
    let line = ProgressBar::new_spinner().with_style(style);
    line.enable_steady_tick(Duration::from_millis(200));
    line
}

/// Why the output can't be written, if this error says that.
pub fn unwritten(error: &anyhow::Error) -> Option<&io::Error> {
    error.downcast_ref()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_rows_are_broken_between_words() {
        for width in [60, 80] {
            let rows = labelled("Out", &"Margaret, ".repeat(50), width);
            assert!(rows.len() > 4);
            assert!(rows.iter().all(|row| row.chars().count() <= width));
            assert_eq!(rows.concat().matches("Margaret,").count(), 50);
            assert!(rows[0].starts_with("  Out       Margaret"));
        }
    }

    #[test]
    fn nothing_that_strangers_say_steers_the_terminal() {
        let said = "\x1b[2J\x1b]0;OWNED\x07\u{9b}H oh\r\nrpsls: you won\u{202e}!";
        let shown = harmless(said);
        assert_eq!(shown, "�[2J�]0;OWNED��H oh  rpsls: you won�!");
        let json = serde_json::json!({ "text": said }).to_string();
        let escaped = escaped(&json);
        assert!(escaped.is_ascii() && !escaped.contains('\x1b'), "{escaped}");
        assert_eq!(serde_json::from_str::<Value>(&escaped).unwrap()["text"], said);
    }

    #[test]
    fn nobody_talks_for_ever() {
        let shown = harmless(&"é".repeat(3_000_000));
        assert_eq!(shown.chars().count(), LONGEST + 1);
        assert!(shown.ends_with('…'));
        assert_eq!(harmless(&"é".repeat(LONGEST)), "é".repeat(LONGEST));
    }

    #[test]
    fn an_id_is_never_broken() {
        let id = format!("0x{}", "7".repeat(64));
        assert_eq!(labelled("Program", &id, 80), [format!("  Program   {id}")]);
        assert!(labelled("Program", &id, 60).iter().any(|line| line.contains(&id)));
    }
}
