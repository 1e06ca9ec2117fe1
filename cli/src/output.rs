//! Plain lines, a live line that waits, or JSON.

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::Value;
use std::{
    cell::RefCell,
    io::{self, IsTerminal, Write},
    time::Duration,
};

/// No line is longer, in characters.
pub const WIDTH: usize = 100;
/// Where the text of a labelled line begins.
pub const INDENT: usize = 12;

pub const HEADING: Style = Style::new().bold();
pub const WINNER: Style = AnsiColor::Green.on_default().bold();
pub const LOSER: Style = AnsiColor::Red.on_default();
pub const CLOCK: Style = AnsiColor::Cyan.on_default();
pub const HINT: Style = AnsiColor::Yellow.on_default();
pub const PLAIN: Style = Style::new();

/// Where a command's results go.
pub struct Output {
    is_json: bool,
    /// Whether somebody watches.
    is_live: bool,
    /// The line that waits.
    waiting: RefCell<Option<ProgressBar>>,
}

impl Output {
    pub fn new(is_json: bool) -> Self {
        let is_live = !is_json && io::stdout().is_terminal() && io::stderr().is_terminal();
        Self { is_json, is_live, waiting: RefCell::default() }
    }

    pub fn is_json(&self) -> bool {
        self.is_json
    }

    /// For programs: one line of JSON, if they asked for it.
    pub fn json(&self, value: &Value) -> Result<()> {
        if self.is_json {
            self.print(&value.to_string())?;
        }
        Ok(())
    }

    /// For people: a heading.
    pub fn heading(&self, text: &str) -> Result<()> {
        self.say(HEADING, text)
    }

    /// For people: a line.
    pub fn line(&self, text: &str) -> Result<()> {
        self.say(PLAIN, text)
    }

    /// For people: a labelled line, broken between words where it is too long.
    pub fn row(&self, label: &str, text: &str) -> Result<()> {
        self.styled_row(PLAIN, label, text)
    }

    pub fn styled_row(&self, style: Style, label: &str, text: &str) -> Result<()> {
        for line in rows(label, text) {
            self.say(style, &line)?;
        }
        Ok(())
    }

    /// What is waited for, in a terminal; it is overwritten by what comes next.
    pub fn waiting(&self, text: &str) {
        if self.is_live {
            let mut line = self.waiting.borrow_mut();
            line.get_or_insert_with(live_line).set_message(text.to_owned());
        }
    }

    /// Nothing is waited for any more.
    pub fn waited(&self) {
        if let Some(line) = self.waiting.take() {
            line.finish_and_clear();
        }
    }

    fn say(&self, style: Style, text: &str) -> Result<()> {
        if self.is_json {
            return Ok(());
        }
        self.print(&format!("{style}{text}{style:#}"))
    }

    /// For both: a line as it is.
    pub fn print(&self, line: &str) -> Result<()> {
        let print = || {
            let mut out = anstream::stdout();
            writeln!(out, "{line}")?;
            Ok(out.flush()?)
        };
        match &*self.waiting.borrow() {
            Some(waiting) => waiting.suspend(print),
            None => print(),
        }
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        self.waited();
    }
}

/// Something to be warned of. It goes where errors go.
pub fn warn(text: &str) {
    // Nobody may read it, which is no reason to leave a game.
    let _ = writeln!(anstream::stderr(), "rpsls: {HINT}warning: {text}{HINT:#}");
}

/// Whether the terminal and `NO_COLOR` allow colours.
pub fn is_coloured() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}

/// The lines of a labelled text.
pub fn rows(label: &str, text: &str) -> Vec<String> {
    let width = INDENT - 2;
    let mut label = label;
    wrap(text, WIDTH - INDENT)
        .into_iter()
        .map(|line| {
            let row = format!("  {label:width$}{line}");
            label = "";
            row
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

fn live_line() -> ProgressBar {
    let style = ProgressStyle::with_template("{msg:.cyan}").expect("the template is well-formed");
    let line = ProgressBar::new_spinner().with_style(style);
    line.enable_steady_tick(Duration::from_millis(200));
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_rows_are_broken_between_words() {
        let rows = rows("Out", &"Margaret, ".repeat(50));
        assert!(rows.len() > 4);
        assert!(rows.iter().all(|row| row.chars().count() <= WIDTH));
        assert_eq!(rows.concat().matches("Margaret,").count(), 50);
        assert!(rows[0].starts_with("  Out       Margaret"));
    }
}
