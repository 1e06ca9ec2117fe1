//! What can be asked of the program's state, free of charge.

use crate::{GameConfig, GameRules, Move};
use alloc::{collections::BTreeSet, vec::Vec};
use gprimitives::{ActorId, H256};
use parity_scale_codec::{Decode, Encode};
use scale_info::TypeInfo;

/// A question to `state`, answered by the [`StateReply`] of the same name. An
/// empty payload asks for `All`.
///
/// The answer is as of the current block: if a deadline has passed, it tells
/// the stage that a message sent now would meet.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub enum StateQuery {
    /// The running game's config.
    Config,
    /// Everyone with a seat in this game, in order of registration.
    LobbyList,
    /// The stage, and who has acted in it.
    GameStage,
    /// When the stage began.
    CurrentStageTimestamp,
    /// When the stage ends.
    Deadline,
    /// The round.
    Round,
    /// One player's status.
    Player(ActorId),
    /// Everything.
    All,
    /// The running game's rules.
    Rules,
    /// What is still to be paid: shares of a stopped game's pot, and refunds.
    SharesDue,
    /// When a game whose players are silent can be ended by anyone.
    ClosableFrom,
}

impl StateQuery {
    /// The index of the reply that answers each query, by the query's index. In the Sails
    /// encoding a reply lacks it.
    pub const ANSWERS: [u8; 11] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
}

/// The answer to a [`StateQuery`].
// Answers are encoded or matched at once: a box would gain nothing, and its
// users would have to unpack it.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub enum StateReply {
    /// The running game's config.
    Config(GameConfig),
    /// Everyone with a seat in this game, in order of registration, also
    /// those now out.
    LobbyList(Vec<ActorId>),
    /// The stage, and who has acted in it.
    GameStage(GameStage),
    /// Block timestamp at which the stage began, ms.
    CurrentStageTimestamp(u64),
    /// The stage is over once the block timestamp is greater, ms.
    Deadline(u64),
    /// The round, from 1; 0 in `Preparation`.
    Round(u32),
    /// The player's status.
    Player(PlayerStatus),
    /// Everything.
    All(GameState),
    /// The running game's rules.
    Rules(GameRules),
    /// What is still to be paid: to whom, and how much, in the chain's smallest unit.
    /// First the bets of those for whom a full bracket had no place, then the shares of a
    /// stopped game's pot, each in `ActorId` order. A message pays up to
    /// [`PORTION`](crate::gas::PORTION) of them, in mid-game `Advance` alone; nobody can
    /// register before all are paid.
    SharesDue(Vec<(ActorId, u128)>),
    /// From this block timestamp on, ms, whatever message comes ends the game, and
    /// those still in it share the pot: [`GameConfig::SILENCE`] after the stage's first
    /// deadline. None where somebody has acted in the stage, or nobody has a seat.
    ClosableFrom(Option<u64>),
}

/// A stage of the game.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub enum GameStage {
    /// Players register.
    Preparation,
    /// Players commit to moves.
    InProgress(StageDescription),
    /// Players reveal their moves.
    Reveal(StageDescription),
}

/// Who has acted in a stage.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub struct StageDescription {
    /// Still expected to act in this stage.
    pub anticipated_players: BTreeSet<ActorId>,
    /// Have acted in this stage.
    pub finished_players: BTreeSet<ActorId>,
}

/// Where a player stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub enum PlayerStatus {
    /// Not registered for this game.
    NotRegistered,
    /// Registered; the game has not started.
    Registered,
    /// Has to commit to a move.
    ToMove,
    /// Has committed, others have not.
    Moved,
    /// Has to reveal.
    ToReveal,
    /// Has revealed, others have not.
    Revealed,
    /// Registered for this game, and out of it.
    Out,
}

/// How a game ended that had a winner.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub struct GameResult {
    /// Who was paid the pot.
    pub winner: ActorId,
    /// What was paid, in the chain's smallest unit.
    pub pot: u128,
    /// How many rounds were played.
    pub rounds: u32,
}

/// A round that is decided.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub struct RoundResult {
    /// The number of its game, as [`GameState::games_finished`] numbers them.
    pub game: u64,
    /// Its number, from 1.
    pub round: u32,
    /// Who had committed, in order of registration, and the move revealed, if one was.
    pub moves: Vec<(ActorId, Option<Move>)>,
}

/// Everything that the program knows.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub struct GameState {
    /// The running game's config.
    pub config: GameConfig,
    /// Everyone with a seat in this game, in order of registration, also
    /// those now out.
    pub lobby_list: Vec<ActorId>,
    /// The stage, and who has acted in it.
    pub game_stage: GameStage,
    /// Block timestamp at which the stage began, ms.
    pub current_stage_timestamp: u64,
    /// The stage is over once the block timestamp is greater, ms.
    pub deadline: u64,
    /// The round, from 1; 0 in `Preparation`.
    pub round: u32,
    /// Where each player stands, in order of registration.
    pub players: Vec<(ActorId, PlayerStatus)>,
    /// Who may set the next game's config and stop games.
    pub owner: ActorId,
    /// What the winner will be paid, in the chain's smallest unit; while players of the
    /// game before are to be paid, what is left for them.
    pub pot: u128,
    /// The config that the next game will have, if one was set.
    pub next_config: Option<GameConfig>,
    /// The hashes committed in this round, in order of registration; in
    /// `Preparation`, those that players joined with. That of a player who has
    /// revealed and committed for the next round is no longer kept.
    pub commitments: Vec<(ActorId, H256)>,
    /// The moves revealed in this round, in order of registration.
    pub revealed_moves: Vec<(ActorId, Move)>,
    /// How many games have ended here, won or stopped. It numbers the running
    /// game, from 0.
    pub games_finished: u64,
    /// How the last game that had a winner ended.
    pub last_game: Option<GameResult>,
    /// The running game's rules.
    pub rules: GameRules,
    /// The rules that the next game will have, if they were set.
    pub next_rules: Option<GameRules>,
    /// Players of this game and the delegates they named, in order of
    /// registration.
    pub delegates: Vec<(ActorId, ActorId)>,
    /// Whether the game stops once this round is decided.
    pub stop_scheduled: bool,
    /// The round that was decided last, until somebody reveals again. If more than two
    /// were in it, it is gone when somebody registers for the next game, too.
    pub last_round: Option<RoundResult>,
}
