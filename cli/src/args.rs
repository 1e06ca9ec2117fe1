//! The command line's commands and options.

#[cfg(feature = "node")]
use crate::{commands::node::NodeArgs, play::args::PlayArgs};
use crate::{
    commands::{
        accounts::AccountCommand,
        actions::args::{MoveArgs, RegisterArgs, RevealArgs},
        club::args::{ClubCommand, OpenArgs},
        config::ConfigArgs,
        deploy::DeployArgs,
        dev::DevCommand,
        games::GamesArgs,
        join::{args::JoinArgs, bot::BotArgs},
        secrets::SecretsCommand,
        status::StatusArgs,
        tables::args::TablesArgs,
        transfer::TransferArgs,
        voucher::args::VoucherCommand,
        watch::WatchArgs,
    },
    options::{Consent, Global, Step},
};
use clap::{
    CommandFactory, FromArgMatches, Parser, Subcommand, ValueHint,
    error::{ContextKind, ContextValue, ErrorKind},
    parser::ValueSource,
};
use clap_complete::Shell;
use std::{env, ffi::OsString, path::PathBuf, sync::LazyLock};

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
        match self {
            Self::Join(join) => !join.dry.dry_run,
            other => matches!(other, Self::Bot(_) | Self::Watch(_)),
        }
    }

    /// Whether it does something: it goes on whether anybody reads its output or not, so that a
    /// success is none in which nothing was done.
    pub fn acts(&self) -> bool {
        matches!(
            self,
            Self::Join(_)
                | Self::Bot(_)
                | Self::Register(_)
                | Self::Move(_)
                | Self::Reveal(_)
                | Self::Advance(_)
                | Self::Leave(_)
                | Self::Deploy(_)
                | Self::Open(_)
                | Self::Club(_)
                | Self::Config(_)
                | Self::Stop(_)
                | Self::Transfer(_)
                | Self::Voucher(_)
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

#[cfg(all(test, feature = "node"))]
mod tests {
    use super::*;
    use clap::builder::StyledStr;
    use rpsls_io::{GameConfig, Move};

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
    fn reads_as_a_sentence(of: &str, text: Option<&StyledStr>) {
        let text = text.map(ToString::to_string).unwrap_or_default();
        assert!(text.starts_with(|c: char| c.is_uppercase()), "{of}: {text:?}");
        assert!(!text.ends_with(['.', ',', ':', ';', ' ']), "{of}: {text:?}");
        assert!(text.contains(' '), "{of}: {text:?}");
    }

    fn explains_all(command: &clap::Command) {
        let name = command.get_name();
        reads_as_a_sentence(name, command.get_about());
        for arg in command.get_arguments() {
            let of = format!("{name} {arg}");
            reads_as_a_sentence(&of, arg.get_help());
            let values = arg.get_possible_values().into_iter();
            let explained = values.filter(|value| value.get_help().is_some());
            explained.for_each(|value| reads_as_a_sentence(&of, value.get_help()));
        }
        command.get_subcommands().for_each(explains_all);
    }

    #[test]
    fn each_command_and_each_option_is_explained() {
        let mut whole = Cli::whole();
        whole.build();
        explains_all(&whole);
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
