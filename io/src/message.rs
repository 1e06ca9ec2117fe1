//! What players send, and what they are answered.

use crate::GameConfig;
use alloc::{collections::BTreeSet, string::String};
use gprimitives::{ActorId, H256};
use parity_scale_codec::{Decode, Encode};
use scale_info::TypeInfo;

/// What can be asked of the program. It replies `Result<Event, GameError>`.
///
/// Value attached to anything but `Register`, and what `Register` gets beyond
/// the bet, comes back in the reply.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
pub enum Action {
    /// Takes a seat for the bet. In `Preparation`, by anyone.
    Register,
    /// Commits to a move by its hash, see [`commitment`](crate::commitment).
    /// In `InProgress`, by a player who has not moved; it can't be changed.
    MakeMove(H256),
    /// Opens the commitment: the move's digit followed by the password.
    /// In `Reveal`, by a player who has not revealed.
    Reveal(String),
    /// Sets the config that the next game will have. By the owner, any time.
    ChangeNextGameConfig(GameConfig),
    /// Ends the game and gives the pot back to those still in it. By the
    /// owner, any time.
    StopGame,
    /// Moves an overdue stage on. By anyone; needed only where no alarm has
    /// done it.
    Advance,
    /// Gives the seat back for the bet. In `Preparation`, by a registered
    /// player.
    Leave,
}

/// What an action brought about: the reply to it, and the payload of payouts
/// and broadcasts.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
pub enum Event {
    /// The sender has a seat.
    PlayerRegistered,
    /// This player, the sender, has committed.
    SuccessfulMove(ActorId),
    /// The sender has revealed, and this came of it.
    SuccessfulReveal(RevealResult),
    /// The next game will have the new config.
    GameConfigChanged,
    /// The owner has stopped the game; these players shared the pot.
    GameWasStopped(BTreeSet<ActorId>),
    /// The stage's time ran out, and this came of it.
    StageAdvanced(StageChange),
    /// The sender has given the seat back; the bet is in the reply.
    PlayerLeft,
}

/// What came of a reveal.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
pub enum RevealResult {
    /// Others have still to reveal.
    Continue,
    /// It was the last one: these players go on to the next round.
    NextRoundStarted {
        /// The survivors.
        players: BTreeSet<ActorId>,
    },
    /// It was the last one: the game is over.
    GameOver {
        /// The player who was paid the pot.
        winner: ActorId,
    },
}

/// What the clock, and nobody's action, brought about.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
pub enum StageChange {
    /// Nobody (or too few) acted: the same stage with a new deadline.
    Extended,
    /// Registration is over.
    MovesStarted {
        /// Who is to commit.
        players: BTreeSet<ActorId>,
    },
    /// The time to commit is over; those who did not are out.
    RevealsStarted {
        /// Who is to reveal.
        players: BTreeSet<ActorId>,
    },
    /// The time to reveal is over; those who did not, or lost, are out.
    NextRoundStarted {
        /// The survivors.
        players: BTreeSet<ActorId>,
    },
    /// One player was left.
    GameOver {
        /// The player who was paid the pot.
        winner: ActorId,
    },
}
