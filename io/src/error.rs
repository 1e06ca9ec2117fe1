//! Why an action is refused.

use crate::ConfigError;
use parity_scale_codec::{Decode, Encode};
use scale_info::TypeInfo;
use thiserror::Error;

/// Why an action was refused. The reply that carries it also carries all value
/// that was attached; the refused action itself has changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo, Error)]
pub enum GameError {
    /// `Register`, `Leave`: registration is over, the players are playing.
    #[error("a game is under way: wait until it is over to register for the next one")]
    GameUnderWay,
    /// `Register`: less value was attached than the bet.
    #[error("the bet is {bet_size}, but only {attached} was attached")]
    BetTooSmall {
        /// What the game costs, in the chain's smallest unit.
        bet_size: u128,
        /// What was attached to the message.
        attached: u128,
    },
    /// `Register`: the sender has a seat.
    #[error("you are registered already")]
    AlreadyRegistered,
    /// `Register`: all seats are taken.
    #[error("all {players_count_limit} seats are taken: wait for the next game")]
    LobbyFull {
        /// The number of seats.
        players_count_limit: u8,
    },
    /// `Leave`: the sender has no seat.
    #[error("you are not registered for this game")]
    NotRegistered,
    /// `MakeMove`: players don't commit in the present stage.
    #[error("moves can't be made now: look at the game's stage")]
    NotMoveStage,
    /// `Reveal`: players don't reveal in the present stage.
    #[error("moves can't be revealed now: look at the game's stage")]
    NotRevealStage,
    /// `MakeMove`, `Reveal`: the sender never registered, or is out.
    #[error("you don't play in this round: you are not registered, or you are out")]
    NotInRound,
    /// `MakeMove`: the sender has committed in this round.
    #[error("you have made your move, it can't be changed: reveal it once everyone has moved")]
    AlreadyMoved,
    /// `MakeMove`: another player has committed this hash in this round.
    #[error("this hash was committed by another player: choose another password")]
    CommitmentTaken,
    /// `Reveal`: the sender has revealed in this round.
    #[error("you have revealed your move already")]
    AlreadyRevealed,
    /// `Reveal`: the opening's hash is not the one committed.
    #[error("this opening doesn't hash to your commitment: check the move and the password")]
    OpeningMismatch,
    /// `Reveal`: the opening is the committed one, but names no move.
    #[error("an opening must begin with a move's digit, 0 to 4")]
    InvalidMove,
    /// `ChangeNextGameConfig`, `StopGame`: the sender is not the owner.
    #[error("only the owner may do this")]
    NotOwner,
    /// `ChangeNextGameConfig`, and deployment: settings beyond a limit.
    #[error("bad config: {0}")]
    BadConfig(ConfigError),
    /// `Advance`: the stage's time has not run out.
    #[error("the stage lasts until block timestamp {deadline} ms")]
    StageNotOver {
        /// The stage is over once the block timestamp is greater, ms.
        deadline: u64,
    },
}

impl From<ConfigError> for GameError {
    fn from(error: ConfigError) -> Self {
        GameError::BadConfig(error)
    }
}
