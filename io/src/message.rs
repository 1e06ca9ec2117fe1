//! What players send, and what they are answered.
//!
//! An opening and a set of players are parameters: clients have their own, the program
//! reads and encodes them where they lie, without a heap. [`Action`](crate::Action) and
//! [`Event`](crate::Event) are the clients'.

use crate::{GameConfig, GameRules};
use alloc::string::String;
use gprimitives::{ActorId, H256};
use parity_scale_codec::{Decode, Encode};
use scale_info::TypeInfo;

/// What can be asked of the program. It replies `Result<Event, GameError>`.
///
/// Value attached to anything but `Register` and `Join`, and what these get
/// beyond the bet, comes back in the reply.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[scale_info(bounds(Opening: TypeInfo + 'static), skip_type_params(Opening))]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub enum Action<Opening> {
    /// Takes a seat for the bet. In `Preparation`, by anyone.
    Register,
    /// Commits to a move by its hash, see [`commitment`](crate::commitment).
    /// In `InProgress`, by a player who has not moved; it can't be changed.
    MakeMove(H256),
    /// Opens the commitment: the move's digit followed by the password.
    /// In `Reveal`, by a player who has not revealed.
    Reveal(Opening),
    /// Sets the config that the next game will have. By the owner, any time.
    ChangeNextGameConfig(GameConfig),
    /// Ends the game and shares the pot among those still in it. By the
    /// owner, any time; once somebody has committed in a round, it waits for that
    /// round to be decided.
    StopGame,
    /// Moves an overdue stage on, or pays shares and refunds that are due. By anyone;
    /// needed only where no alarm has done it.
    Advance,
    /// Gives the seat back for the bet. In `Preparation`, by a registered
    /// player.
    Leave,
    /// Sets the rules that the next game will have. By the owner, any time.
    ChangeNextGameRules(GameRules),
    /// Takes a seat for the bet as `Register` does, on the terms of this entry.
    Join(Entry),
    /// Commits to a move by its bound hash, see
    /// [`bound_commitment`](crate::bound_commitment). In `InProgress`, by a
    /// player who has not moved or the player's delegate; it can't be changed.
    Commit(H256),
    /// Opens the commitment as `RevealFor` does, and commits to a move of the next
    /// round, if there is one and the player is in it. By a player or the player's
    /// delegate.
    RevealAndCommit {
        /// The move's digit followed by the password.
        opening: Opening,
        /// The bound hash for the next round, as of `Commit`.
        next: H256,
    },
    /// Commits as `Commit` does, for a player whose delegate the sender is. It names
    /// the player, since others may have named the same delegate.
    CommitFor {
        /// Whom the sender acts for.
        player: ActorId,
        /// The player's bound hash, as of `Commit`.
        hash: H256,
    },
    /// Opens a player's commitment. Without `next` by anyone: to know the opening is
    /// the proof. With it by the player or the player's delegate.
    ///
    /// The opening that was shown already is accepted again, also after it has ended
    /// the round if it comes with `next`: `next` is then taken if the player has not
    /// committed for the next round. Once the player has, only the opening's move and
    /// its [`toss`](crate::knockout::toss) are compared with what was shown.
    RevealFor {
        /// Whose move is shown.
        player: ActorId,
        /// The move's digit followed by the password.
        opening: Opening,
        /// The player's bound hash for the next round, as of `Commit`, if it is
        /// committed with this.
        next: Option<H256>,
    },
}

impl Action<String> {
    /// The same, with the opening borrowed.
    pub fn borrowed(&self) -> Action<&str> {
        match self {
            Self::Register => Action::Register,
            Self::MakeMove(hash) => Action::MakeMove(*hash),
            Self::Reveal(opening) => Action::Reveal(opening),
            Self::ChangeNextGameConfig(config) => Action::ChangeNextGameConfig(config.clone()),
            Self::StopGame => Action::StopGame,
            Self::Advance => Action::Advance,
            Self::Leave => Action::Leave,
            Self::ChangeNextGameRules(rules) => Action::ChangeNextGameRules(*rules),
            Self::Join(entry) => Action::Join(entry.clone()),
            Self::Commit(hash) => Action::Commit(*hash),
            Self::RevealAndCommit { opening, next } => {
                Action::RevealAndCommit { opening, next: *next }
            }
            Self::CommitFor { player, hash } => Action::CommitFor { player: *player, hash: *hash },
            Self::RevealFor { player, opening, next } => {
                Action::RevealFor { player: *player, opening, next: *next }
            }
        }
    }
}

/// What a player takes a seat with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub struct Entry {
    /// The game that this is for, as [`GameState::games_finished`] numbers it;
    /// refused if it is another.
    ///
    /// [`GameState::games_finished`]: crate::GameState::games_finished
    pub game: Option<u64>,
    /// A bound commitment for round 1, see
    /// [`bound_commitment`](crate::bound_commitment).
    pub commitment: Option<H256>,
    /// Who else may commit and reveal for the player, with `CommitFor` and
    /// `RevealFor`. It can't leave, and is never paid. Others may name it, too.
    pub delegate: Option<ActorId>,
}

/// What an action brought about: the reply to it, and the payload of payouts
/// and broadcasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[scale_info(bounds(Players: TypeInfo + 'static), skip_type_params(Players))]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub enum Event<Players> {
    /// The sender has a seat.
    PlayerRegistered,
    /// This player, the sender or the one the sender acts for, has committed.
    SuccessfulMove(ActorId),
    /// The player has revealed, and this came of it.
    SuccessfulReveal(RevealResult<Players>),
    /// The next game will have the new config.
    GameConfigChanged,
    /// The game was stopped, by the owner or for the silence of its players; these
    /// share the pot. Up to [`PORTION`](crate::gas::PORTION) of them are paid with this,
    /// none where a reveal ended the round, the others by the messages that follow. A
    /// share's own payload names the one who is paid.
    GameWasStopped(Players),
    /// The stage's time ran out, or the last seat was taken, and this came of it.
    StageAdvanced(StageChange<Players>),
    /// The sender has given the seat back; the bet is in the reply.
    PlayerLeft,
    /// The next game will have the new rules.
    GameRulesChanged,
    /// The game stops once this round is decided.
    StopScheduled,
    /// These players were paid their shares of a game that was stopped before. A
    /// share's own payload is `GameWasStopped` with the one who is paid.
    SharesPaid(Players),
    /// A full bracket has no place for these: each is paid the bet back with this. Up to
    /// [`PORTION`](crate::gas::PORTION) are paid when the game starts, which
    /// `StageAdvanced` tells; the others by `Advance`, or when the game is over.
    SentAway(Players),
}

/// What came of a reveal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[scale_info(bounds(Players: TypeInfo + 'static), skip_type_params(Players))]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub enum RevealResult<Players> {
    /// Others have still to reveal.
    Continue,
    /// It was the last one: these players go on to the next round.
    NextRoundStarted {
        /// The survivors.
        players: Players,
    },
    /// It was the last one: the game is over.
    GameOver {
        /// The player who was paid the pot.
        winner: ActorId,
    },
}

/// What the clock brought about, or whoever took the last seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[scale_info(bounds(Players: TypeInfo + 'static), skip_type_params(Players))]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub enum StageChange<Players> {
    /// Nobody (or too few) acted: the same stage with a new deadline.
    Extended,
    /// Registration is over.
    MovesStarted {
        /// Who is to commit.
        players: Players,
    },
    /// The time to commit is over; those who did not are out.
    RevealsStarted {
        /// Who is to reveal.
        players: Players,
    },
    /// The time to reveal is over; those who did not, or lost, are out.
    NextRoundStarted {
        /// The survivors.
        players: Players,
    },
    /// One player was left.
    GameOver {
        /// The player who was paid the pot.
        winner: ActorId,
    },
}
