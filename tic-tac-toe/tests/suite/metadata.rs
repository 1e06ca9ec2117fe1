//! The metadata: the files that the build writes for tools describe the program.

use chain_tests::metadata;
use tic_tac_toe::ProgramMetadata;

/// Wallets and indexers rely on this: a variant may be added at the end, and nothing else may
/// change.
#[test]
fn the_interface_is_the_documented_one() {
    let tmpdir = env!("CARGO_TARGET_TMPDIR");
    let program = tic_tac_toe::WASM_BINARY_OPT;
    metadata::check::<ProgramMetadata>(tmpdir, "tic_tac_toe.meta.txt", program, INTERFACE);
}

const INTERFACE: &str = "\
init InitConfig
handle Action -> Result<Event, GameError>
others -> Event
state StateQuery -> StateReply

InitConfig
  turn_timeout: u64
  pass: Option<PassConfig>

PassConfig
  price: u128
  supply: u32

Action
  MintPass
  Create { challenger: ActorId, referee: Option<ActorId> }
  Accept { game: GameId, terms: Terms }
  Move { game: GameId, row: u8, column: u8 }
  PlaceMark { game: GameId }
  Restart { game: GameId }
  Close { game: GameId }
  ClaimTimeout { game: GameId }

ActorId
  [u8; 32]

GameId
  host: ActorId
  challenger: ActorId
  place: u32

Terms
  referee: Option<ActorId>
  stake: u128

Event
  PassMinted { id: u32 }
  Created { game: GameId }
  Accepted { game: GameId }
  MarkSent { game: GameId, row: u8, column: u8 }
  MarkPlaced { game: GameId, row: u8, column: u8, outcome: Outcome }
  RestartAsked { game: GameId }
  Restarted { game: GameId }
  CloseAsked { game: GameId }
  Closed { game: GameId }
  TimedOut { game: GameId, outcome: Outcome }

Outcome
  Open
  HostWon
  ChallengerWon
  Draw

GameError
  NoPasses
  PassHeld { id: u32 }
  PassesSoldOut { supply: u32 }
  PriceNotMet { price: u128, attached: u128 }
  PassNeeded
  RefereeNeedsPass
  SelfPlay
  RefereePlays
  NoSuchReferee
  StakeTooHigh
  NoRoom
  NoSuchGame
  NotYourGame
  AlreadyAccepted
  NotAccepted
  StakeNotMatched { stake: u128, attached: u128 }
  GameOver
  NotYourTurn
  MarkWaits
  NoSuchCell { row: u8, column: u8 }
  CellTaken { row: u8, column: u8 }
  NotReferee
  NoMarkSent
  AlreadyAsked
  OwnTurn
  OpponentAbsent
  TurnNotOver { deadline: u64 }
  NotExpired { expires: u64 }
  OtherTerms { terms: Terms }

StateQuery
  Game(GameId)
  GamesOf(ActorId)
  Trophies(ActorId)
  Passes
  Config
  AllGames { from: u32, limit: u32 }
  GamesOfFrom { host: ActorId, from: u32, limit: u32 }
  TrophiesFrom { owner: ActorId, from: u32, limit: u32 }
  PassesFrom { from: u32, limit: u32 }
  Overview

StateReply
  Game(Option<GameState>)
  Games(GamesPage)
  Trophies(TrophiesPage)
  Passes(PassesPage)
  Config(InitConfig)
  Overview(Overview)

GameState
  id: GameId
  referee: Option<ActorId>
  stake: u128
  pot: u128
  stage: GameStage
  board: u32
  cells: [Cell; 9]
  turns: u8
  restart_asked_by: Option<ActorId>
  close_asked_by: Option<ActorId>
  expires: u64

GameStage
  Invited
  ToMove { player: ActorId, deadline: Option<u64> }
  ToPlace { row: u8, column: u8, deadline: u64 }
  Finished { outcome: Outcome }

Cell
  Empty
  Host
  Challenger

GamesPage
  games: Vec<GameState>
  next: Option<u32>

TrophiesPage
  trophies: Vec<Trophy>
  next: Option<u32>

Trophy
  won: bool
  board: u32
  turns: u8
  other: ActorId

PassesPage
  passes: Vec<Pass>
  next: Option<u32>

Pass
  id: u32
  holder: ActorId

Overview
  config: InitConfig
  owner: ActorId
  games: u32
  passes: u32
  trophies: u32
";
