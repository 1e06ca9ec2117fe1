//! The command line's commands and options.

use crate::{
    chain::voucher::Choice,
    game::{moves, rules},
    keys::account,
    words::{carried::plain, units},
};
use clap::{
    Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum, ValueHint,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
    error::{ContextKind, ContextValue, ErrorKind},
    parser::ValueSource,
};
use clap_complete::Shell;
use gprimitives::ActorId;
use rpsls_io::{Format, GameConfig, GameRules, Move};
use std::{
    env,
    ffi::{OsStr, OsString},
    path::PathBuf,
    sync::LazyLock,
};

const AFTER_HELP: &str = "\
A first game, on this computer alone:
  rpsls play

With friends, on the Vara testnet:
  rpsls account new ada
  rpsls --testnet --account ada deploy --bet 1 --seats 4
  rpsls --testnet --account ada --program 0x… join

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 refused by the game,
4 no node, 5 no funds, 6 a limit you set, 7 the chain's runtime
lacks something, 8 the time of --for is over, 130 interrupted.";

/// The version. A release's build gives its commit in `RPSLS_COMMIT`, and the version then has it
/// too.
fn version() -> &'static str {
    static VERSION: LazyLock<String> =
        LazyLock::new(|| with_commit(env!("CARGO_PKG_VERSION"), option_env!("RPSLS_COMMIT")));
    &VERSION
}

fn with_commit(version: &str, commit: Option<&str>) -> String {
    match commit {
        Some(commit) => format!("{version} ({commit:.12})"),
        None => version.to_owned(),
    }
}

/// Rock-paper-scissors-lizard-Spock for stakes, on a Gear network.
#[derive(Debug, Parser)]
#[command(name = "rpsls", version = version(), after_help = AFTER_HELP, max_term_width = 80)]
pub struct Cli {
    #[command(flatten)]
    pub global: Global,
    #[command(subcommand)]
    pub command: Command,
}

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

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Plays a whole game against bots on a node inside this process
    #[cfg(feature = "node")]
    Play(PlayArgs),
    /// Runs a node for development, until interrupted
    #[cfg(feature = "node")]
    Node(NodeArgs),
    /// Lets a development node do what no public one does
    #[command(subcommand)]
    Dev(DevCommand),
    /// Puts a new table onto the chain; the signer owns it, unless --owner names another
    Deploy(DeployArgs),
    /// Has a club open a table, which it lists for strangers
    Open(OpenArgs),
    /// Keeps a duel open at a club, and plays it at random, until interrupted
    Bot(BotArgs),
    /// Deploys a club, and takes tables off its list
    #[command(subcommand)]
    Club(ClubCommand),
    /// Shows the stage, the time left and the players
    Status(StatusArgs),
    /// Says which release a table or a club is, by its code
    Verify,
    /// Follows the game live, until interrupted
    Watch(WatchArgs),
    /// Takes a seat and plays to the end
    Join(JoinArgs),
    /// Pays the bet for a seat
    Register(RegisterArgs),
    /// Commits to a move; the opening is on disk before anything is sent
    Move(MoveArgs),
    /// Reveals your move, or with a file of openings anybody's
    Reveal(RevealArgs),
    /// Moves an overdue stage on, if the table's own alarm has not
    Advance(Step),
    /// Leaves before the game starts, and gets the bet back
    Leave(Step),
    /// Sets the config of the next game (owner)
    // One of the options has to be there, which is a long line if spelled out.
    #[command(override_usage = "rpsls config [OPTIONS]")]
    Config(ConfigArgs),
    /// Ends the game and shares the pot among those still in it (owner)
    Stop(Consent),
    /// Lists the tables of a club, or those that were deployed, played at or named
    /// here, and names them
    #[command(args_conflicts_with_subcommands = true)]
    Tables(TablesArgs),
    /// Lists the games that this computer took part in, and what they come to
    Games(GamesArgs),
    /// Lists, exports and imports the openings of games, kept for a week after the end
    #[command(subcommand)]
    Secrets(SecretsCommand),
    /// Makes, imports, shows and deletes accounts
    #[command(subcommand)]
    Account(AccountCommand),
    /// Sends VARA to an account
    Transfer(TransferArgs),
    /// Issues, lists, ends and revokes vouchers, which pay fees and gas
    #[command(subcommand)]
    Voucher(VoucherCommand),
    /// Prints completions for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Writes manual pages, one for each command
    Manual {
        /// The folder, such as ~/.local/share/man/man1
        #[arg(value_name = "FOLDER", value_hint = ValueHint::DirPath)]
        to: PathBuf,
    },
}

/// Commands that ask no node, and what they make no use of.
const OFFLINE: [(&str, &[&str]); 4] = [
    ("play", &["node", "testnet", "account", "password_file", "program", "voucher", "patience"]),
    ("node", &["node", "testnet", "account", "password_file", "program", "voucher", "patience"]),
    (
        "completions",
        &["node", "testnet", "account", "password_file", "program", "voucher", "json", "patience"],
    ),
    ("manual", &["node", "testnet", "account", "password_file", "program", "voucher", "patience"]),
];

/// Other words for what a command does.
const SAID_ELSEWHERE: [(&[&str], &str); 8] = [
    (&["balance", "address", "whoami", "wallet", "keys"], "account show"),
    (&["list", "ls", "lobby"], "tables"),
    (&["history", "log", "logs"], "games"),
    (&["send", "pay"], "transfer"),
    (&["init", "create", "new"], "deploy"),
    (&["commit"], "move"),
    (&["openings", "backup"], "secrets"),
    (&["quit", "exit", "resign"], "leave"),
];

impl Cli {
    /// Reads the arguments of this process.
    ///
    /// # Errors
    ///
    /// Those of the user, and what is shown on request.
    pub fn read() -> Result<Self, clap::Error> {
        Self::of(env::args_os())
    }

    fn of(
        args: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    ) -> Result<Self, clap::Error> {
        let mut command = Self::whole();
        let matches = command.try_get_matches_from_mut(args).map_err(suggesting)?;
        if let Some((name, given)) = matches.subcommand()
            && let Some((_, unused)) = OFFLINE.iter().find(|(offline, _)| *offline == name)
        {
            let is_given = |id: &&&str| given.value_source(id) == Some(ValueSource::CommandLine);
            if let Some(id) = unused.iter().find(is_given) {
                let text = format!("--{} has no meaning for `rpsls {name}`", id.replace('_', "-"));
                return Err(command.error(ErrorKind::ArgumentConflict, text));
            }
        }
        Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
    }

    /// The commands, each with the options that it makes use of.
    pub fn whole() -> clap::Command {
        let all = Self::command();
        let global = |id: &str| all.get_arguments().find(|arg| arg.get_id() == id).cloned();
        OFFLINE.iter().fold(all.clone(), |all, (name, unused)| {
            let hidden = unused.iter().filter_map(|id| Some(global(id)?.hide(true)));
            match all.find_subcommand(name) {
                Some(_) => all.mut_subcommand(name, |command| command.args(hidden)),
                None => all,
            }
        })
    }
}

/// The error of a command that is not there, with the one that is meant.
fn suggesting(mut error: clap::Error) -> clap::Error {
    if let Some(ContextValue::String(said)) = error.get(ContextKind::InvalidSubcommand)
        && let Some((_, meant)) = SAID_ELSEWHERE.iter().find(|(all, _)| all.contains(&&**said))
    {
        let meant = ContextValue::Strings(vec![(*meant).into()]);
        error.insert(ContextKind::SuggestedSubcommand, meant);
    }
    error
}

impl Command {
    /// Whether it goes on until what it plays or watches is over.
    pub fn lasts(&self) -> bool {
        matches!(self, Self::Join(_) | Self::Bot(_) | Self::Watch(_))
    }

    /// Whether it plays: it goes on whether anybody reads its output or not.
    pub fn plays(&self) -> bool {
        self.is_step() || matches!(self, Self::Join(_) | Self::Bot(_))
    }

    /// Whether it is a single step of a game.
    fn is_step(&self) -> bool {
        matches!(
            self,
            Self::Register(_) | Self::Move(_) | Self::Reveal(_) | Self::Advance(_) | Self::Leave(_)
        )
    }

    /// Whether it goes on until it is told to end.
    pub fn is_service(&self) -> bool {
        matches!(self, Self::Bot(_))
    }

    /// Whether an interrupt ends the command at once. A node saves its chain before it leaves.
    pub fn leaves_on_interrupt(&self) -> bool {
        #[cfg(feature = "node")]
        return !matches!(self, Self::Node(_));
        #[cfg(not(feature = "node"))]
        true
    }
}

#[cfg(feature = "node")]
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// Players at the table, you included: 2 to 255
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
        value_parser = a_move()
    )]
    pub moves: Vec<Move>,

    /// Seeds the bots' moves and all passwords: the same seed, the same game
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = seed)]
    pub seed: Option<u64>,

    /// Play by itself, in plain lines, even in a terminal
    #[arg(long)]
    pub auto: bool,

    #[command(flatten)]
    pub rules: RulesArgs,
}

#[cfg(feature = "node")]
#[derive(Debug, Args)]
pub struct NodeArgs {
    #[command(flatten)]
    pub node: vara_devnode::Arguments,

    /// Deploys a club with two tables, by alice, unless the chain has it
    #[arg(long)]
    pub with_club: bool,
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
pub struct TablesArgs {
    /// Whose tables: what `rpsls club deploy` printed, or several of them [default:
    /// RPSLS_CLUB]
    #[arg(long, value_name = "ID,…", value_delimiter = ',')]
    pub club: Vec<String>,

    /// Only tables of a club with a free seat
    #[arg(long)]
    pub joinable: bool,

    /// Only tables that were deployed, played at or named here, whatever RPSLS_CLUB says
    #[arg(long, conflicts_with_all = ["club", "joinable"])]
    pub own: bool,

    /// Shows ids and all details
    #[arg(long)]
    pub long: bool,

    #[command(subcommand)]
    pub command: Option<TablesCommand>,
}

#[derive(Debug, Subcommand)]
pub enum ClubCommand {
    /// Puts a club onto the chain, whose tables have this client's own code
    Deploy(ClubDeployArgs),
    /// Takes a table off the list, which you have opened; the table goes on
    Unlist(UnlistArgs),
}

#[derive(Debug, Args)]
pub struct ClubDeployArgs {
    /// Opens tables of every format, not those for strangers alone
    #[arg(long)]
    pub any_format: bool,

    #[command(flatten)]
    pub consent: Consent,
}

#[derive(Debug, Args)]
pub struct UnlistArgs {
    /// Its name or id
    pub table: String,

    /// The club, or several: the one that lists the table [default: RPSLS_CLUB]
    #[arg(long, value_name = "ID,…", value_delimiter = ',')]
    pub club: Vec<String>,

    #[command(flatten)]
    pub step: Step,
}

#[derive(Debug, Args)]
pub struct OpenArgs {
    /// By which club: what `rpsls club deploy` printed [default: the first of
    /// RPSLS_CLUB]
    #[arg(long, value_name = "ID")]
    pub club: Option<String>,

    /// What the list calls it, in up to 64 bytes
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub title: String,

    /// What a seat costs; 0 is a free game
    #[arg(long, value_name = "VARA", default_value = "1", value_parser = units::parse_vara)]
    pub bet: u128,

    /// The most players: 2, or 4, 8, 16, 32, 64 or 128 in a knockout
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = seats)]
    pub seats: u8,

    #[command(flatten)]
    pub stages: StageArgs,

    #[command(flatten)]
    pub rules: RulesArgs,

    #[command(flatten)]
    pub consent: Consent,
}

#[derive(Debug, Args)]
pub struct BotArgs {
    /// At which club: what `rpsls club deploy` printed [default: the first of
    /// RPSLS_CLUB]
    #[arg(long, value_name = "ID")]
    pub club: Option<String>,

    /// What a seat at its table costs; 0 is a free game
    #[arg(long, value_name = "VARA", default_value = "0", value_parser = units::parse_vara)]
    pub bet: u128,

    /// What it may lose by opening tables, bets, fees and gas, of all runs together: it takes no seat
    /// that might cost more, and asks nothing
    #[arg(long, value_name = "VARA", value_parser = units::parse_vara)]
    pub max_loss: u128,

    /// Accepted, as wherever money moves: --max-loss is what you agree to
    #[arg(long, short)]
    pub yes: bool,
}

/// The default times of registration and of each other stage. A player who is late loses the bet,
/// and a person with a wallet on a phone may need some minutes.
const USUAL_ENTRY: &str = "10m";
const USUAL_STAGE: &str = "5m";

/// How long a table's stages last, in ms.
#[derive(Clone, Copy, Debug, Args)]
pub struct StageArgs {
    /// How long registration stays open: 5s to 365d
    #[arg(long, value_name = "TIME", default_value = USUAL_ENTRY, value_parser = stage)]
    pub entry: u64,

    /// How long players have to commit to a move
    #[arg(long, value_name = "TIME", default_value = USUAL_STAGE, value_parser = stage)]
    pub moves: u64,

    /// How long players have to reveal their move
    #[arg(long, value_name = "TIME", default_value = USUAL_STAGE, value_parser = stage)]
    pub reveals: u64,
}

impl StageArgs {
    /// The default times of a table.
    pub fn usual() -> Self {
        let [entry, moves, reveals] = [USUAL_ENTRY, USUAL_STAGE, USUAL_STAGE]
            .map(|time| units::parse_ms(time).expect("a default is a time"));
        Self { entry, moves, reveals }
    }

    /// The config of a table with this bet and number of seats.
    pub fn of_table(self, bet_size: u128, seats: u8) -> GameConfig {
        GameConfig {
            bet_size,
            players_count_limit: seats,
            entry_timeout: self.entry,
            move_timeout: self.moves,
            reveal_timeout: self.reveals,
        }
    }
}

#[derive(Debug, Subcommand)]
pub enum TablesCommand {
    /// Gives a table a name, for --program
    Name {
        /// What to call it
        name: String,
        /// The table's id
        #[arg(value_name = "ID", value_parser = account::parse_id)]
        id: ActorId,
    },
    /// Forgets a table and its name, but not the games that were played at it
    Forget {
        /// Its name or id
        table: String,
    },
}

#[derive(Debug, Args)]
pub struct DeployArgs {
    /// What to call the table here, for --program
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,

    /// Who sets its config and may stop games: an address, an id, or the name of an
    /// account here [default: the account that deploys]
    #[arg(long, value_name = "ADDRESS")]
    pub owner: Option<String>,

    /// What a seat costs; 0 is a free game
    #[arg(long, value_name = "VARA", default_value = "1", value_parser = units::parse_vara)]
    pub bet: u128,

    /// The most players: 2 to 255
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = seats)]
    pub seats: u8,

    #[command(flatten)]
    pub stages: StageArgs,

    #[command(flatten)]
    pub rules: RulesArgs,

    #[command(flatten)]
    pub consent: Consent,
}

#[derive(Debug, Args)]
pub struct ConfigArgs {
    #[command(flatten)]
    pub terms: Terms,

    #[command(flatten)]
    pub consent: Consent,
}

/// The terms of the next game, of which one has to be given.
#[derive(Debug, Args)]
#[group(required = true, multiple = true)]
pub struct Terms {
    /// What a seat costs; 0 is a free game
    #[arg(long, value_name = "VARA", value_parser = units::parse_vara)]
    pub bet: Option<u128>,

    /// The most players: 2 to 255
    #[arg(long, value_name = "N", value_parser = seats)]
    pub seats: Option<u8>,

    /// How long registration stays open: 5s to 365d
    #[arg(long, value_name = "TIME", value_parser = stage)]
    pub entry: Option<u64>,

    /// How long players have to commit to a move
    #[arg(long, value_name = "TIME", value_parser = stage)]
    pub moves: Option<u64>,

    /// How long players have to reveal their move
    #[arg(long, value_name = "TIME", value_parser = stage)]
    pub reveals: Option<u64>,

    /// Who goes on after a round
    #[arg(long, value_enum)]
    pub format: Option<FormatArg>,

    /// When the game starts
    #[arg(long, value_enum)]
    pub start: Option<Start>,
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

#[derive(Debug, Args)]
pub struct StatusArgs {
    /// Tells who meets whom in the running round of a knockout, too
    #[arg(long)]
    pub bracket: bool,

    /// Waits until it is your turn, or the game is over, and shows the table then
    #[arg(long, value_enum)]
    pub until: Option<Until>,

    /// With --until, for how long at most: it ends with 8 then
    #[arg(long = "for", value_name = "TIME", default_value = "10m", requires = "until",
        value_parser = units::parse_ms)]
    pub most: u64,
}

/// What to wait for, as it is named on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Until {
    /// You have to move or to reveal, are out, or the game is over
    Turn,
    /// The game is over
    Over,
}

#[derive(Debug, Args)]
pub struct WatchArgs {
    /// Which tables, by their names or ids [default: that of --program]
    #[arg(value_name = "TABLE", conflicts_with = "program")]
    pub tables: Vec<String>,

    /// Stop when the running game is over, of each table
    #[arg(long)]
    pub once: bool,

    /// Runs this command in a shell for each event: its JSON is the input, its kind
    /// RPSLS_EVENT
    #[arg(long, value_name = "COMMAND")]
    pub on_event: Option<String>,
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

#[derive(Debug, Args)]
pub struct RegisterArgs {
    /// The move of round 1, which goes with the seat and costs nothing more; its opening is on
    /// disk before anything is sent
    #[arg(long = "move", value_name = "MOVE", ignore_case = true, value_parser = a_move())]
    pub mv: Option<Move>,

    #[command(flatten)]
    pub stake: Stake,

    #[command(flatten)]
    pub dry: DryRun,
}

#[derive(Debug, Args)]
pub struct JoinArgs {
    /// Sits down at the fullest open table of a club that costs at most --max-bet, and
    /// has it open a duel if there is none; where others are faster, at the next
    #[arg(long, requires = "max_bet", conflicts_with_all = ["program", "any_code", "wait", "repeat"])]
    pub any: bool,

    /// The club for --any, or several: the first one opens a table if there is none
    /// [default: RPSLS_CLUB]
    #[arg(long, value_name = "ID,…", value_delimiter = ',', requires = "any")]
    pub club: Vec<String>,

    /// With --any, the least that a seat may cost, so that free tables are left to others
    #[arg(long, value_name = "VARA", default_value = "0", hide_default_value = true,
        value_parser = units::parse_vara, requires = "any")]
    pub min_bet: u128,

    #[command(flatten)]
    pub stake: Stake,

    /// Makes no move once fees and gas, the bet apart, have cost more
    #[arg(long, value_name = "VARA", default_value = "10", value_parser = units::parse_vara)]
    pub max_spend: u128,

    /// Chooses the first move when the game has started, not with the seat
    #[arg(long)]
    pub later: bool,

    /// Chooses the moves at random, and asks for none
    #[arg(long, conflicts_with = "moves")]
    pub auto: bool,

    /// What to play round by round, over again when the list is used up
    #[arg(
        long,
        value_name = "MOVE,…",
        value_delimiter = ',',
        ignore_case = true,
        value_parser = a_move()
    )]
    pub moves: Vec<Move>,

    /// Runs this command in a shell whenever you are asked for a move, to call you
    #[arg(long, value_name = "COMMAND")]
    pub on_turn: Option<String>,

    /// Runs this command in a shell for each event: its JSON is the input, its kind
    /// RPSLS_EVENT
    #[arg(long, value_name = "COMMAND")]
    pub on_event: Option<String>,

    /// Waits for the next game if one is under way, or all seats are taken
    #[arg(long)]
    pub wait: bool,

    /// Plays so many games, waiting for each; --max-spend counts for each of them
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..))]
    pub repeat: u32,

    #[command(flatten)]
    pub dry: DryRun,
}

#[derive(Debug, Args)]
pub struct GamesArgs {
    /// Only games since then: a day such as 2026-11-23, or a time ago such as 7d; --table
    /// and --account name whose
    #[arg(long, value_name = "TIME", value_parser = units::parse_since)]
    pub since: Option<u64>,

    /// Shows ids and all details
    #[arg(long)]
    pub long: bool,

    /// Forgets games of chains that are gone from the node's address, with their
    /// openings: a development node has another one each time it starts
    #[arg(long, conflicts_with_all = ["since", "long"])]
    pub prune: bool,

    /// With --prune, forgets those with a bet that are not known to be over, too
    #[arg(long, short, requires = "prune")]
    pub yes: bool,
}

#[derive(Debug, Args)]
pub struct MoveArgs {
    /// The move
    #[arg(value_name = "MOVE", ignore_case = true, value_parser = a_move())]
    pub mv: Move,

    /// Ask for a password instead of taking 16 random bytes; without a
    /// terminal it is the input's first line
    #[arg(long)]
    pub own_password: bool,

    #[command(flatten)]
    pub step: Step,
}

#[derive(Debug, Args)]
pub struct RevealArgs {
    /// Shows what is due of these openings, which `secrets export` wrote, whoever plays
    /// with them: any account can pay for it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: Option<PathBuf>,

    /// The move of the next round, which goes with the reveal and costs nothing more; its
    /// opening is on disk before anything is sent
    #[arg(long, value_name = "MOVE", ignore_case = true, value_parser = a_move(),
        conflicts_with = "file")]
    pub next: Option<Move>,

    #[command(flatten)]
    pub step: Step,
}

#[derive(Debug, Subcommand)]
pub enum SecretsCommand {
    /// Lists what is kept, without the openings themselves
    List,
    /// Prints the openings, to be taken to another computer
    Export {
        /// Writes them to this file, which only you can read
        #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
        to: Option<PathBuf>,
    },
    /// Reads openings that were exported
    Import {
        /// The file, or - for the input
        #[arg(value_hint = ValueHint::FilePath)]
        from: PathBuf,
    },
}

#[derive(Debug, Subcommand)]
pub enum AccountCommand {
    /// Makes an account, and encrypts it with a password
    New {
        /// What to call it
        name: String,
    },
    /// Adds the account of a secret phrase, which is asked for, or of a wallet's
    /// JSON file
    Import {
        /// What to call it
        name: String,
        /// The file that a browser wallet exported
        #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
        wallet: Option<PathBuf>,
    },
    /// Gives an account another password
    Password {
        /// Its name
        name: String,
    },
    /// Deletes an account from this computer
    Delete {
        /// Its name
        name: String,
        /// Deletes it without asking first
        #[arg(long, short)]
        yes: bool,
    },
    /// Shows the secret phrase of an account, to write down or take to a wallet
    Export {
        /// Its name
        name: String,
    },
    /// Gives an account another name
    Rename {
        /// Its name
        name: String,
        /// What to call it
        new: String,
    },
    /// Lists the accounts, their addresses and what they have
    List,
    /// Shows an account and its balance, without its password
    Show {
        /// An account here, an address or an id [default: the account that signs]
        #[arg(value_name = "ACCOUNT")]
        who: Option<String>,
    },
}

#[derive(Debug, Args)]
pub struct TransferArgs {
    /// The address, the id, or the name of an account here
    pub to: String,

    /// How much
    #[arg(value_name = "VARA", value_parser = units::parse_vara, required_unless_present = "all")]
    pub amount: Option<u128>,

    /// Everything: the account is then empty, and takes 1 VARA at least next
    #[arg(long, conflicts_with = "amount")]
    pub all: bool,

    #[command(flatten)]
    pub consent: Consent,
}

#[derive(Debug, Subcommand)]
pub enum VoucherCommand {
    /// Pays others' fees and gas at this table, but no bets
    Issue(IssueArgs),
    /// Lists the vouchers for this table that you may use or have issued
    List {
        /// Lists what you have issued for any table
        #[arg(long, conflicts_with = "program")]
        all: bool,
    },
    /// Takes back what is left of expired vouchers that you have issued
    Revoke {
        /// Which ones, instead of all for this table
        #[arg(value_name = "ID", value_parser = account::parse_id)]
        ids: Vec<ActorId>,

        #[command(flatten)]
        step: Step,
    },
    /// Ends vouchers that you may use, so that the issuer can take back what
    /// is left
    Decline {
        /// Which ones, instead of all for this table
        #[arg(value_name = "ID", value_parser = account::parse_id)]
        ids: Vec<ActorId>,

        #[command(flatten)]
        step: Step,
    },
}

/// Whom vouchers are for.
#[derive(Debug, Args)]
#[group(required = true, multiple = true)]
pub struct Spenders {
    /// Who they are for: addresses, ids, or names of accounts here
    #[arg(long, value_name = "ADDRESS", num_args = 1..)]
    pub to: Vec<String>,

    /// Makes so many new keys, for guests who have nothing but a link
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    pub players: Option<u8>,
}

#[derive(Debug, Args)]
pub struct IssueArgs {
    #[command(flatten)]
    pub spenders: Spenders,

    /// How many rounds each is to last for [default: those of a knockout; 3 where draws
    /// are played again]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub rounds: Option<u32>,

    /// What each holds [default: what so many rounds take]
    #[arg(long, value_name = "VARA", value_parser = units::parse_vara)]
    pub each: Option<u128>,

    /// For how long each pays; before that it can't be revoked [default: 1 day, or
    /// as long as so many rounds can take]
    #[arg(long = "for", value_name = "TIME", value_parser = units::parse_ms)]
    pub lasts: Option<u64>,

    /// Where the page is, for guests' links
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url, value_parser = page)]
    pub page: Option<String>,

    #[command(flatten)]
    pub consent: Consent,
}

fn voucher(text: &str) -> Result<Choice, String> {
    match text {
        "none" => Ok(Choice::None),
        id => account::parse_id(id).map(Choice::Only),
    }
}

fn a_move() -> impl TypedValueParser<Value = Move> {
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

#[cfg(feature = "node")]
fn players(text: &str) -> Result<u8, &'static str> {
    let count = text.parse().ok();
    count.filter(|count| *count >= 2).ok_or("it must be a number from 2 to 255")
}

fn seats(text: &str) -> Result<u8, &'static str> {
    let count = text.parse().ok();
    count
        .filter(|count| *count >= GameConfig::MIN_PLAYERS)
        .ok_or("it must be a number from 2 to 255")
}

/// Reads how long a stage lasts, ms, within the program's limits.
fn stage(text: &str) -> Result<u64, String> {
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

/// The address of a page, to which a link's fragment is added.
fn page(text: &str) -> Result<String, String> {
    let address = text.strip_suffix('#').unwrap_or(text);
    let host = ["https://", "http://"].into_iter().find_map(|scheme| address.strip_prefix(scheme));
    let is_one = |host: &str| {
        !host.is_empty()
            && !host.starts_with('/')
            && !host.contains(['#', ' ', '\t', '"', '<', '>'])
    };
    match host.is_some_and(is_one) {
        true => Ok(address.into()),
        false => Err("it must be the page's address, such as https://example.org/".into()),
    }
}

#[cfg(feature = "node")]
fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("it must be a number from 0 to {}", u64::MAX))
}

#[cfg(all(test, feature = "node"))]
mod tests {
    use super::*;
    use clap::builder::StyledStr;

    fn parse(args: &[&str]) -> Result<Cli, clap::Error> {
        Cli::of(["rpsls"].iter().chain(args))
    }

    fn play(args: &[&str]) -> Result<PlayArgs, clap::Error> {
        match parse(&[&["play"], args].concat())?.command {
            Command::Play(play) => Ok(play),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_release_names_its_commit_and_a_plain_build_none() {
        let commit = "55c6ddaba5eba11deadbeef0123456789abcdef0";
        assert_eq!(with_commit("1.0.0", Some(commit)), "1.0.0 (55c6ddaba5eb)");
        assert_eq!(with_commit("1.0.0", None), "1.0.0");
        let shown = Cli::whole().render_version();
        assert_eq!(shown, format!("rpsls {}\n", version()));
        assert!(shown.starts_with(concat!("rpsls ", env!("CARGO_PKG_VERSION"))), "{shown}");
    }

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::whole().debug_assert();
    }

    /// Asserts that a help text is a sentence as clap prints one: without the full stop.
    fn is_sentence(of: &str, text: Option<&StyledStr>) {
        let text = text.map(ToString::to_string).unwrap_or_default();
        assert!(text.starts_with(|c: char| c.is_uppercase()), "{of}: {text:?}");
        assert!(!text.ends_with(['.', ',', ':', ';', ' ']), "{of}: {text:?}");
        assert!(text.contains(' '), "{of}: {text:?}");
    }

    fn is_explained(command: &clap::Command) {
        let name = command.get_name();
        is_sentence(name, command.get_about());
        for arg in command.get_arguments() {
            is_sentence(&format!("{name} {arg}"), arg.get_help());
        }
        command.get_subcommands().for_each(is_explained);
    }

    #[test]
    fn each_command_and_each_option_is_explained() {
        let mut whole = Cli::whole();
        whole.build();
        is_explained(&whole);
    }

    #[test]
    fn what_a_command_makes_no_use_of_is_neither_shown_nor_taken() {
        for (args, option) in [
            (&["play", "--node", "ws://a"][..], "--node"),
            (&["--account", "ada", "play"], "--account"),
            (&["completions", "bash", "--testnet"], "--testnet"),
        ] {
            let error = parse(args).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::ArgumentConflict);
            assert!(error.to_string().contains(&format!("{option} has no meaning")), "{error}");
        }
        assert!(parse(&["secrets", "list", "--table", "den", "--json"]).is_ok());
        let mut whole = Cli::whole();
        whole.build();
        for (name, unused) in OFFLINE {
            let help = whole.find_subcommand_mut(name).unwrap().render_long_help().to_string();
            for option in unused.iter().map(|id| format!("--{} ", id.replace('_', "-"))) {
                assert!(!help.contains(&option), "{name} {option}");
            }
        }
    }

    #[test]
    fn a_command_that_others_have_leads_to_ours() {
        for (said, meant) in [("balance", "account show"), ("list", "tables"), ("send", "transfer")]
        {
            let error = parse(&[said]).unwrap_err().to_string();
            assert!(error.contains(&format!("'{meant}'")), "{error}");
        }
        for (_, meant) in SAID_ELSEWHERE {
            let words: Vec<_> = meant.split(' ').collect();
            assert!(Cli::whole().find_subcommand(words[0]).is_some(), "{meant}");
        }
    }

    #[test]
    fn four_play_unless_told_otherwise() {
        let args = play(&[]).unwrap();
        assert_eq!((args.players, args.seed, args.auto), (4, None, false));
        assert!(args.moves.is_empty());
    }

    #[test]
    fn from_2_to_255_players_have_room() {
        for count in ["2", "255"] {
            assert!(play(&["--players", count]).is_ok());
        }
        for count in ["0", "1", "256", "-1", "two"] {
            let error = play(&["--players", count]).unwrap_err();
            let error = error.to_string();
            assert!(error.contains("--players"), "{error}");
            assert!(error.contains("from 2 to 255"), "{error}");
        }
    }

    #[test]
    fn moves_are_named_in_any_case_or_by_their_digits() {
        let args = play(&["--moves", "rock,SPOCK,Lizard,2"]).unwrap();
        assert_eq!(args.moves, [Move::Rock, Move::Spock, Move::Lizard, Move::Scissors]);
        let carried = play(&["--moves", "\u{feff}rock, spock ,３\r\n"]).unwrap();
        assert_eq!(carried.moves, [Move::Rock, Move::Spock, Move::Lizard]);
    }

    #[test]
    fn a_word_that_is_no_move_is_refused() {
        for list in ["well", "rock,", "rock spock", "5", ""] {
            let error = play(&["--moves", list]).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidValue, "{list:?}");
        }
    }

    #[test]
    fn options_may_stand_before_and_after_the_command() {
        for args in [["--account", "ada", "status"], ["status", "--account", "ada"]] {
            assert_eq!(parse(&args).unwrap().global.account.as_deref(), Some("ada"));
        }
    }

    #[test]
    fn a_node_and_the_testnet_exclude_each_other() {
        let error = parse(&["status", "--testnet", "--node", "ws://a"]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::ArgumentConflict);
    }

    #[test]
    fn a_table_with_as_many_seats_as_there_can_not_be_is_refused_with_the_range() {
        for count in ["0", "1", "256", "-1", "many"] {
            let error = parse(&["deploy", &format!("--seats={count}")]).unwrap_err();
            assert!(error.to_string().contains("from 2 to 255"), "{error}");
        }
        assert!(parse(&["deploy", "--seats", "255"]).is_ok());
    }

    #[test]
    fn the_limits_of_a_stage_are_said() {
        let (least, most) = (GameConfig::MIN_TIMEOUT / 1_000, GameConfig::MAX_TIMEOUT / 86_400_000);
        let help = Cli::whole().find_subcommand_mut("deploy").unwrap().render_help().to_string();
        assert!(help.contains(&format!("{least}s to {most}d")), "{help}");
    }

    #[test]
    fn a_stage_that_can_not_be_is_refused_by_its_flag_before_anything_is_sent() {
        for command in ["deploy", "open", "config"] {
            for flag in ["--entry", "--moves", "--reveals"] {
                for time in ["1s", "4999ms", "366d"] {
                    let error = parse(&[command, flag, time]).unwrap_err().to_string();
                    assert!(error.contains(flag) && error.contains("from 5 s to 365 d"), "{error}");
                }
                assert!(parse(&[command, flag, "5s"]).is_ok());
            }
        }
    }

    #[test]
    fn a_link_leads_to_the_address_of_a_page() {
        let issue = ["voucher", "issue", "--players", "1", "--page"];
        let page = |text| match parse(&[&issue[..], &[text]].concat())?.command {
            Command::Voucher(VoucherCommand::Issue(args)) => Ok(args.page.unwrap()),
            other => panic!("{other:?}"),
        };
        for (text, address) in [
            ("https://example.org/", "https://example.org/"),
            ("http://127.0.0.1:4173/rpsls/#", "http://127.0.0.1:4173/rpsls/"),
        ] {
            assert_eq!(page(text).unwrap(), address);
        }
        for bad in ["foo", "example.org", "https://", "https:///x", "ftp://a", "https://a/#/table"]
        {
            let error: clap::Error = page(bad).unwrap_err();
            assert!(error.to_string().contains("--page"), "{bad}: {error}");
        }
    }

    #[test]
    fn a_config_that_changes_nothing_is_refused() {
        let error = parse(&["config"]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::MissingRequiredArgument);
        assert!(parse(&["config", "--bet", "2"]).is_ok());
    }
}

/// What a development node alone can do.
#[derive(Debug, Subcommand)]
pub enum DevCommand {
    /// Makes blocks at once, so that the chain's time passes
    Advance {
        /// How many; each is 3 s
        #[arg(default_value_t = 1)]
        blocks: u32,
    },
    /// Remembers the chain as it is, and prints the number to go back by
    Snapshot,
    /// Goes back to a snapshot, which is used up with those after it
    Revert {
        /// What `rpsls dev snapshot` printed
        snapshot: u32,
    },
    /// Gives an account a balance
    SetBalance {
        /// An address, an id in hexadecimal, or alice to ferdie
        who: String,
        /// What it has then
        #[arg(value_name = "VARA", value_parser = units::parse_vara)]
        amount: u128,
    },
    /// Sets the chain's time, which only goes forward
    SetTime {
        /// Milliseconds since 1970
        ms: u64,
    },
    /// Upgrades the chain: the next message to each code pays for preparing it again
    Upgrade,
}
