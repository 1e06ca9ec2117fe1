//! Asks the person at the terminal for a move.

use super::screen::Screen;
use crate::{failure::Failure, screen::prompt};
use anyhow::{Result, bail};
use rpsls_io::Move;
use std::io::BufRead;

/// Asks until the person names a move.
///
/// # Errors
///
/// If the input ends, because the person has left.
pub fn ask(
    input: &mut impl BufRead,
    screen: &mut Screen,
    round: u32,
    left_ms: u64,
) -> Result<Move> {
    loop {
        screen.question(round, left_ms)?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            screen.end_line()?;
            bail!("you left the table before the game was over");
        }
        match prompt::parse(&line) {
            Ok(mv) => return Ok(mv),
            Err(hint) => screen.hint(&hint)?,
        }
    }
}

/// The move in the next line, or `None` if there is no next line.
///
/// # Errors
///
/// [`Failure::Usage`] if it is no move, since nobody is there to ask again.
pub fn next_line(input: &mut impl BufRead) -> Result<Option<Move>> {
    let mut line = String::new();
    if input.read_line(&mut line)? == 0 {
        return Ok(None);
    }
    prompt::parse(&line).map(Some).map_err(Failure::usage)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_moves_until_they_end() {
        let mut input = &b"rock\n4\nwell\n"[..];
        assert_eq!(next_line(&mut input).unwrap(), Some(Move::Rock));
        assert_eq!(next_line(&mut input).unwrap(), Some(Move::Spock));
        assert_eq!(Failure::code(&next_line(&mut input).unwrap_err()), 2);
        assert_eq!(next_line(&mut input).unwrap(), None);
    }

    #[test]
    fn a_bad_answer_is_asked_again() {
        let mut shown = vec![];
        let mv = ask(&mut &b"s\nwell\n4\n"[..], &mut Screen::plain(&mut shown), 1, 60_000);
        assert_eq!(mv.unwrap(), Move::Spock);
        let shown = String::from_utf8(shown).unwrap();
        assert_eq!(shown.matches("60 s left").count(), 3, "{shown}");
        assert!(shown.contains("“s” could be Scissors or Spock"), "{shown}");
    }

    #[test]
    fn the_end_of_the_input_is_leaving() {
        let mut shown = vec![];
        let error = ask(&mut &b"s\n"[..], &mut Screen::plain(&mut shown), 1, 60_000).unwrap_err();
        assert!(error.to_string().contains("left the table"));
    }
}
