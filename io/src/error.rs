//! Why an action is refused.

use crate::ConfigError;
use parity_scale_codec::{Decode, Encode};
use scale_info::TypeInfo;
use thiserror::Error;

/// Why an action was refused. The reply that carries it also carries all value
/// that was attached; the refused action itself has changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo, Error)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub enum GameError {
    /// `Register`, `Join`, `Leave`: registration is over, the players are playing.
    #[error("a game is under way: wait until it is over to register for the next one")]
    GameUnderWay,
    /// `Register`, `Join`: less value was attached than the bet.
    #[error("the bet is {bet_size}, but only {attached} was attached")]
    BetTooSmall {
        /// What the game costs, in the chain's smallest unit.
        bet_size: u128,
        /// What was attached to the message.
        attached: u128,
    },
    /// `Register`, `Join`: the sender has a seat.
    #[error("you are registered already")]
    AlreadyRegistered,
    /// `Register`, `Join`: all seats are taken.
    #[error("all {players_count_limit} seats are taken: wait for the next game")]
    LobbyFull {
        /// The number of seats.
        players_count_limit: u8,
    },
    /// `Leave`: the sender has no seat.
    #[error("you are not registered for this game")]
    NotRegistered,
    /// `MakeMove`, `Commit`, `CommitFor`: players don't commit in the present stage.
    #[error("moves can't be made now: look at the game's stage")]
    NotMoveStage,
    /// `Reveal`, `RevealAndCommit`, `RevealFor`: players don't reveal in the present
    /// stage.
    #[error("moves can't be revealed now: look at the game's stage")]
    NotRevealStage,
    /// What a player does in a round: the sender is not in it, and acts for nobody who is.
    /// `CommitFor`, `RevealFor`: the named player is not in it.
    #[error("not in this round: never registered for this game, or out of it")]
    NotInRound,
    /// `MakeMove`, `Commit`, `CommitFor`: the player has committed in this round.
    /// `RevealAndCommit`, `RevealFor`: the player has committed to something else for the
    /// next one.
    #[error("you have made your move, it can't be changed: reveal it once everyone has moved")]
    AlreadyMoved,
    /// `MakeMove`: another player has committed this hash by `MakeMove` in this round.
    #[error("this hash was committed by another player: choose another password")]
    CommitmentTaken,
    /// `Reveal`: the player has revealed in this round. `RevealAndCommit`, `RevealFor`: the
    /// player has shown another opening.
    #[error("this move has been revealed already")]
    AlreadyRevealed,
    /// `Reveal`, `RevealAndCommit`, `RevealFor`: the opening's hash is not the one
    /// committed.
    #[error("this opening doesn't hash to your commitment: check the move and the password")]
    OpeningMismatch,
    /// `Reveal`, `RevealAndCommit`, `RevealFor`: the opening is the committed one, but
    /// names no move.
    #[error("an opening must begin with a move's digit, 0 to 4")]
    InvalidMove,
    /// `ChangeNextGameConfig`, `ChangeNextGameRules`, `StopGame`: the sender is not the owner.
    #[error("only the owner may do this")]
    NotOwner,
    /// `ChangeNextGameConfig`: settings beyond a limit.
    #[error("bad config: {0}")]
    BadConfig(ConfigError),
    /// `Advance`: the stage's time has not run out.
    #[error("the stage lasts until block timestamp {deadline} ms")]
    StageNotOver {
        /// The stage is over once the block timestamp is greater, ms.
        deadline: u64,
    },
    /// `Join`: it was meant for another game than the one that runs here.
    #[error("this is game {game} of the table, not the one you meant: look at its terms again")]
    OtherGame {
        /// The number of the running game, from 0: how many have ended here.
        game: u64,
    },
    /// `Join`: the sender, this program and the zero account can be nobody's
    /// delegate.
    #[error("a delegate must be another account than yours, this program's and the zero account")]
    BadDelegate,
    /// `Register`, `Join`, `StopGame`: the game before is over, and not all of its players
    /// have their shares or refunds yet.
    #[error("{players} players of the last game are still to be paid: send Advance, or wait")]
    SharesDue {
        /// How many.
        players: u8,
    },
    /// `CommitFor`, `RevealFor` with `next`: the player has named another delegate, or
    /// none.
    #[error("this player has not named you as delegate")]
    NotDelegate,
    /// An action of a delegate that names no player: several in this round have named
    /// the sender.
    #[error("you are the delegate of several players: send CommitFor or RevealFor")]
    PlayerNotNamed,
}

impl From<ConfigError> for GameError {
    fn from(error: ConfigError) -> Self {
        GameError::BadConfig(error)
    }
}
