//! Options that several commands share.

use crate::{
    chain::voucher::Choice,
    game::{moves, rules},
    keys::account,
    words::{carried::plain, units},
};
use clap::{
    Args, ValueEnum, ValueHint,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};
use rpsls_io::{Format, GameConfig, GameRules, Move};
use std::{ffi::OsStr, path::PathBuf};

/// Which node, which account, which table.
#[derive(Debug, Args)]
#[command(next_help_heading = "Options of all commands")]
pub struct Global {
    /// The node's WebSocket address, or several of one chain: the next is used when one goes
    /// away [default: RPSLS_NODE, else the local development node, ws://127.0.0.1:9944]
    #[arg(long, global = true, value_name = "URL,…", value_hint = ValueHint::Url)]
    pub node: Option<String>,

    /// The public Vara testnet, wss://testnet.vara.network
    #[arg(long, global = true, conflicts_with = "node")]
    pub testnet: bool,

    /// Who signs: one of `rpsls account list`, or alice to ferdie on a
    /// development node [default: RPSLS_ACCOUNT, else the secret phrase in
    /// RPSLS_PHRASE]
    #[arg(long, global = true, value_name = "NAME")]
    pub account: Option<String>,

    /// A file with the account's password, readable by you alone [default:
    /// RPSLS_PASSWORD, else it is asked for]
    #[arg(long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub password_file: Option<PathBuf>,

    /// The table: what `rpsls deploy` printed, or its name in `rpsls tables` [default:
    /// RPSLS_PROGRAM]
    #[arg(long, visible_alias = "table", global = true, value_name = "ID")]
    pub program: Option<String>,

    /// What pays fees and gas: a voucher of `rpsls voucher list`, or none for the
    /// account itself [default: the fullest voucher for the table, if there is one]
    #[arg(long, global = true, value_name = "ID", value_parser = voucher)]
    pub voucher: Option<Choice>,

    /// Prints JSON for programs instead of text
    #[arg(long, global = true)]
    pub json: bool,

    /// Shows gas and fees separately
    #[arg(long, short, global = true)]
    pub verbose: bool,

    /// How long to retry a lost node [default:
    /// 1m; join, watch and bot never give up]
    #[arg(long, global = true, value_name = "TIME", value_parser = units::parse_ms)]
    pub patience: Option<u64>,
}

#[derive(Clone, Copy, Debug, Args)]
pub struct DryRun {
    /// Shows the result and the cost, and sends nothing
    #[arg(long)]
    pub dry_run: bool,
}

/// What is asked about first.
#[derive(Clone, Copy, Debug, Args)]
pub struct Consent {
    /// Goes ahead without asking; needed where there is no terminal to ask in
    #[arg(long, short)]
    pub yes: bool,

    #[command(flatten)]
    pub dry: DryRun,
}

/// A message that takes nothing but its fee. It is not asked about, and takes `--yes` so that a
/// script can give it to each command that moves money.
#[derive(Clone, Copy, Debug, Args)]
pub struct Step {
    /// Accepted, as wherever money moves: this asks nothing
    #[arg(long, short)]
    pub yes: bool,

    #[command(flatten)]
    pub dry: DryRun,
}

#[derive(Debug, Args)]
pub struct Stake {
    /// The most that a seat may cost: a dearer one is not taken
    #[arg(long, value_name = "VARA", value_parser = units::parse_vara)]
    pub max_bet: Option<u128>,

    /// Plays at a table whose code this client does not know: a newer release, or a
    /// fake that keeps what you pay
    #[arg(long)]
    pub any_code: bool,

    /// Pays the bet without asking; needed where there is no terminal to ask in
    #[arg(long, short)]
    pub yes: bool,
}

/// How long registration and each other stage last where nobody says it. A player who is late loses
/// the bet, and a person with a wallet on a phone may need some minutes.
const USUAL: [u64; 2] = [10 * MINUTE, 5 * MINUTE];
/// The same of a duel, to which only one has to come. Its moves come with the seats, and both look at
/// it.
const DUEL: [u64; 2] = [3 * MINUTE, 2 * MINUTE];
const MINUTE: u64 = 60_000;

/// How long a table's stages last, in ms.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct StageArgs {
    /// How long registration stays open: 5s to 365d [default: 10m, of a duel 3m]
    #[arg(long, value_name = "TIME", value_parser = stage)]
    pub entry: Option<u64>,

    /// How long players have to commit to a move [default: 5m, in a duel 2m]
    #[arg(long, value_name = "TIME", value_parser = stage)]
    pub moves: Option<u64>,

    /// How long players have to reveal their move [default: 5m, in a duel 2m]
    #[arg(long, value_name = "TIME", value_parser = stage)]
    pub reveals: Option<u64>,
}

impl StageArgs {
    /// The config of a table with this bet and number of seats.
    pub fn of_table(self, bet_size: u128, seats: u8) -> GameConfig {
        let [entry, stage] = if seats == 2 { DUEL } else { USUAL };
        GameConfig {
            bet_size,
            players_count_limit: seats,
            entry_timeout: self.entry.unwrap_or(entry),
            move_timeout: self.moves.unwrap_or(stage),
            reveal_timeout: self.reveals.unwrap_or(stage),
        }
    }
}

/// By which rules a game is played.
#[derive(Clone, Copy, Debug, Args)]
pub struct RulesArgs {
    /// Who goes on after a round [default: knockout]
    #[arg(long, value_enum)]
    pub format: Option<FormatArg>,

    /// When the game starts [default: full]
    #[arg(long, value_enum)]
    pub start: Option<Start>,
}

impl RulesArgs {
    /// The rules of a new table.
    pub fn of_table(self) -> GameRules {
        self.or(rules::USUAL)
    }

    /// These rules, changed where the arguments say so.
    pub fn or(self, rules: GameRules) -> GameRules {
        GameRules {
            format: self.format.map_or(rules.format, FormatArg::of_rules),
            start_when_full: self.start.map_or(rules.start_when_full, |start| start == Start::Full),
        }
    }
}

/// A format as it is named on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatArg {
    /// Players meet in pairs: the winners go on
    Knockout,
    /// All play against all: where no move beats all others, each scores
    Points,
    /// All play against all: where no move beats all others, they play again. For friends
    /// who like a draw played again
    Replay,
}

impl FormatArg {
    fn of_rules(self) -> Format {
        match self {
            Self::Knockout => Format::Knockout,
            Self::Points => Format::Points,
            Self::Replay => Format::Replay,
        }
    }
}

/// When a game starts, as it is named on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Start {
    /// Once all seats are taken, or the time to register is over
    Full,
    /// When the time to register is over
    Time,
}

fn voucher(text: &str) -> Result<Choice, String> {
    match text {
        "none" => Ok(Choice::None),
        id => account::parse_id(id).map(Choice::Only),
    }
}

pub fn a_move() -> impl TypedValueParser<Value = Move> {
    let values = moves::ARGUMENTS.into_iter().zip(moves::DIGITS);
    let words = PossibleValuesParser::new(
        values.map(|(name, digit)| PossibleValue::new(name).alias(digit)),
    );
    AsItLooks(words).map(|word| moves::of_word(&word).expect("one of the possible values"))
}

/// One of several words, with spaces and marks around it, as in a list that somebody has carried here.
#[derive(Clone)]
struct AsItLooks(PossibleValuesParser);

impl TypedValueParser for AsItLooks {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let word = value.to_str().map(plain);
        self.0.parse_ref(command, arg, word.as_ref().map_or(value, OsStr::new))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}

pub fn seats(text: &str) -> Result<u8, &'static str> {
    let count = text.parse().ok();
    count
        .filter(|count| *count >= GameConfig::MIN_PLAYERS)
        .ok_or("it must be a number from 2 to 255")
}

/// Reads how long a stage lasts, ms, within the program's limits.
pub fn stage(text: &str) -> Result<u64, String> {
    let range = GameConfig::MIN_TIMEOUT..=GameConfig::MAX_TIMEOUT;
    let ms = units::parse_ms(text)?;
    match range.contains(&ms) {
        true => Ok(ms),
        false => Err(format!(
            "a stage lasts from {} to {}",
            units::span(*range.start()),
            units::span(*range.end())
        )),
    }
}
