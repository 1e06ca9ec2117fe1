//! What can be asked for on the command line.

use crate::moves;
use clap::{
    Args, Parser, Subcommand,
    builder::{PossibleValuesParser, TypedValueParser},
};
use rpsls_io::Move;

/// Rock-paper-scissors-lizard-Spock on Gear.
#[derive(Debug, Parser)]
#[command(name = "rpsls", version, about)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Plays a whole game of the real program on a chain inside this process.
    ///
    /// In a terminal you are player 1, against bots. Elsewhere, or with
    /// --auto, the game plays itself and is printed as plain lines.
    ///
    /// Exit code: 0 once the winner was paid, 1 if the game failed or was
    /// left, 2 for a bad flag, 130 after Ctrl-C at the table.
    // As typed, so that no line of the help is longer than a terminal.
    #[command(verbatim_doc_comment)]
    Play(PlayArgs),
}

#[derive(Debug, Args)]
pub struct PlayArgs {
    /// Players at the table, you included: 2 to 50
    #[arg(
        long,
        value_name = "N",
        default_value_t = 4,
        allow_negative_numbers = true,
        value_parser = players
    )]
    pub players: u8,

    /// What player 1 plays round by round, over again when the list is used up
    #[arg(
        long,
        value_name = "MOVE,…",
        value_delimiter = ',',
        ignore_case = true,
        value_parser = PossibleValuesParser::new(moves::ARGUMENTS).map(|name| {
            moves::of_name(&name).expect("one of the possible values")
        })
    )]
    pub moves: Vec<Move>,

    /// Seeds the bots' moves and all passwords: the same seed, the same game
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = seed)]
    pub seed: Option<u64>,

    /// Play by itself, in plain lines, even in a terminal
    #[arg(long)]
    pub auto: bool,
}

fn players(text: &str) -> Result<u8, &'static str> {
    let count = text.parse().ok();
    count.filter(|count| (2..=50).contains(count)).ok_or("it must be a number from 2 to 50")
}

fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("it must be a number from 0 to {}", u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{CommandFactory, error::ErrorKind};

    fn play(args: &[&str]) -> Result<PlayArgs, clap::Error> {
        let Cli { command: Command::Play(play) } =
            Cli::try_parse_from(["rpsls", "play"].iter().chain(args))?;
        Ok(play)
    }

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn four_play_unless_told_otherwise() {
        let args = play(&[]).unwrap();
        assert_eq!((args.players, args.seed, args.auto), (4, None, false));
        assert!(args.moves.is_empty());
    }

    #[test]
    fn from_2_to_50_players_have_room() {
        for count in ["2", "50"] {
            assert!(play(&["--players", count]).is_ok());
        }
        for count in ["0", "1", "51", "256", "-1", "two"] {
            let error = play(&["--players", count]).unwrap_err();
            let error = error.to_string();
            assert!(error.contains("--players"), "{error}");
            assert!(error.contains("from 2 to 50"), "{error}");
        }
    }

    #[test]
    fn moves_are_named_in_any_case() {
        let args = play(&["--moves", "rock,SPOCK,Lizard"]).unwrap();
        assert_eq!(args.moves, [Move::Rock, Move::Spock, Move::Lizard]);
    }

    #[test]
    fn a_word_that_is_no_move_is_refused() {
        for list in ["well", "rock,", "rock spock", ""] {
            let error = play(&["--moves", list]).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidValue, "{list:?}");
        }
    }
}
