//! The metadata: the files that the build writes for tools describe the program.

use chain_tests::metadata;
use rpsls_house::ProgramMetadata;

/// Wallets and indexers rely on this: a variant may be added at the end, and nothing else may
/// change.
#[test]
fn the_interface_is_the_documented_one() {
    let tmpdir = env!("CARGO_TARGET_TMPDIR");
    let program = rpsls_house::WASM_BINARY_OPT;
    metadata::check::<ProgramMetadata>(tmpdir, "rpsls_house.meta.txt", program, INTERFACE);
}

const INTERFACE: &str = "\
init HouseInit
handle Action -> Result<Event, HouseError>
others -> Event
state StateQuery -> StateReply

HouseInit
  table_code: CodeId
  any_format: bool

CodeId
  [u8; 32]

Action
  Open { config: GameConfig, rules: GameRules, start_gas: u64, title: str }
  Unlist { table: ActorId, place: u32 }

GameConfig
  bet_size: u128
  players_count_limit: u8
  entry_timeout: u64
  move_timeout: u64
  reveal_timeout: u64

GameRules
  format: Format
  start_when_full: bool

Format
  Replay
  Points
  Knockout

ActorId
  [u8; 32]

Event
  Opened { table: ActorId }
  Unlisted { table: ActorId }
  OpenFailed { table: ActorId }

HouseError
  BadConfig(ConfigError)
  NotFair
  TitleTooLong { bytes: u32 }
  BadTitle
  DepositMissing { needed: u128, attached: u128 }
  StartGasTooLow { least: u64 }
  NotListed
  NotYours
  OutOfGas { needed: u64 }

ConfigError
  PlayersCountLimitTooLow
  TimeoutTooShort
  TimeoutTooLong
  PotOverflow

StateQuery
  Tables { from: u32, limit: u32 }
  Table(ActorId)
  Overview

StateReply
  Tables(TablesPage)
  Table(Option<Listed>)
  Overview(Overview)

TablesPage
  tables: Vec<Listed>
  next: Option<u32>

Listed
  table: ActorId
  place: u32
  opener: ActorId
  opened_at: u64
  title: str
  config: GameConfig
  rules: GameRules
  is_fair: bool

Overview
  config: HouseInit
  listed: u32
  opened: u64
  room: u32
";
