//! The metadata: the files that the build writes for tools describe the program.

use chain_tests::{artifact, metadata};
use rpsls_io::ProgramMetadata;

/// Reads the file of this name that the build left beside the program.
pub fn artifact(name: &str) -> Vec<u8> {
    artifact::read(env!("CARGO_TARGET_TMPDIR"), name)
}

/// Wallets and indexers rely on this: a variant may be added at the end, and nothing else may
/// change.
#[test]
fn the_interface_is_the_documented_one() {
    let tmpdir = env!("CARGO_TARGET_TMPDIR");
    let program = rpsls::WASM_BINARY_OPT;
    metadata::check::<ProgramMetadata>(tmpdir, "rpsls.meta.txt", program, INTERFACE);
}

const INTERFACE: &str = "\
init TableInit
handle Action -> Result<Event, GameError>
others -> Event
state StateQuery -> StateReply

TableInit
  config: GameConfig
  rules: GameRules
  owner: Option<ActorId>

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

Action
  Register
  MakeMove(H256)
  Reveal(str)
  ChangeNextGameConfig(GameConfig)
  StopGame
  Advance
  Leave
  ChangeNextGameRules(GameRules)
  Join(Entry)
  Commit(H256)
  RevealAndCommit { opening: str, next: H256 }
  CommitFor { player: ActorId, hash: H256 }
  RevealFor { player: ActorId, opening: str, next: Option<H256> }

H256
  [u8; 32]

Entry
  game: Option<u64>
  commitment: Option<H256>
  delegate: Option<ActorId>

Event
  PlayerRegistered
  SuccessfulMove(ActorId)
  SuccessfulReveal(RevealResult)
  GameConfigChanged
  GameWasStopped(BTreeSet<ActorId>)
  StageAdvanced(StageChange)
  PlayerLeft
  GameRulesChanged
  StopScheduled
  SharesPaid(BTreeSet<ActorId>)
  SentAway(BTreeSet<ActorId>)

RevealResult
  Continue
  NextRoundStarted { players: BTreeSet<ActorId> }
  GameOver { winner: ActorId }

StageChange
  Extended
  MovesStarted { players: BTreeSet<ActorId> }
  RevealsStarted { players: BTreeSet<ActorId> }
  NextRoundStarted { players: BTreeSet<ActorId> }
  GameOver { winner: ActorId }

GameError
  GameUnderWay
  BetTooSmall { bet_size: u128, attached: u128 }
  AlreadyRegistered
  LobbyFull { players_count_limit: u8 }
  NotRegistered
  NotMoveStage
  NotRevealStage
  NotInRound
  AlreadyMoved
  CommitmentTaken
  AlreadyRevealed
  OpeningMismatch
  InvalidMove
  NotOwner
  BadConfig(ConfigError)
  StageNotOver { deadline: u64 }
  OtherGame { game: u64 }
  BadDelegate
  SharesDue { players: u8 }
  NotDelegate
  PlayerNotNamed

ConfigError
  PlayersCountLimitTooLow
  TimeoutTooShort
  TimeoutTooLong
  PotOverflow

StateQuery
  Config
  LobbyList
  GameStage
  CurrentStageTimestamp
  Deadline
  Round
  Player(ActorId)
  All
  Rules
  SharesDue
  ClosableFrom

StateReply
  Config(GameConfig)
  LobbyList(Vec<ActorId>)
  GameStage(GameStage)
  CurrentStageTimestamp(u64)
  Deadline(u64)
  Round(u32)
  Player(PlayerStatus)
  All(GameState)
  Rules(GameRules)
  SharesDue(Vec<(ActorId, u128)>)
  ClosableFrom(Option<u64>)

GameStage
  Preparation
  InProgress(StageDescription)
  Reveal(StageDescription)

StageDescription
  anticipated_players: BTreeSet<ActorId>
  finished_players: BTreeSet<ActorId>

PlayerStatus
  NotRegistered
  Registered
  ToMove
  Moved
  ToReveal
  Revealed
  Out

GameState
  config: GameConfig
  lobby_list: Vec<ActorId>
  game_stage: GameStage
  current_stage_timestamp: u64
  deadline: u64
  round: u32
  players: Vec<(ActorId, PlayerStatus)>
  owner: ActorId
  pot: u128
  next_config: Option<GameConfig>
  commitments: Vec<(ActorId, H256)>
  revealed_moves: Vec<(ActorId, Move)>
  games_finished: u64
  last_game: Option<GameResult>
  rules: GameRules
  next_rules: Option<GameRules>
  delegates: Vec<(ActorId, ActorId)>
  stop_scheduled: bool
  last_round: Option<RoundResult>

Move
  Rock
  Paper
  Scissors
  Lizard
  Spock

GameResult
  winner: ActorId
  pot: u128
  rounds: u32

RoundResult
  game: u64
  round: u32
  moves: Vec<(ActorId, Option<Move>)>
";
