//! What can be asked of the program's state, free of charge.

use crate::{Cell, GameId, InitConfig, Outcome, Trophy};
use alloc::vec::Vec;
use gprimitives::ActorId;
use parity_scale_codec::{Decode, Encode};
use scale_info::TypeInfo;

/// A question to `state`. An empty payload asks for `Overview`.
///
/// What can grow is told in pages: `from` says where to look first, 0 at
/// first and then what the page before named as `next`; `limit` is the most
/// entries that are wanted. The queries without them ask for the first page.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub enum StateQuery {
    /// One game. Answered by `Game`.
    Game(GameId),
    /// The games that an account hosts, the first page. Answered by `Games`.
    GamesOf(ActorId),
    /// An account's trophies, the first page. Answered by `Trophies`.
    Trophies(ActorId),
    /// The passes, the first page. Answered by `Passes`.
    Passes,
    /// The settings. Answered by `Config`.
    Config,
    /// A page of all games. Answered by `Games`.
    AllGames {
        /// Where to look first.
        from: u32,
        /// The most entries that are wanted.
        limit: u32,
    },
    /// A page of the games that an account hosts. Answered by `Games`.
    GamesOfFrom {
        /// Whose.
        host: ActorId,
        /// Where to look first.
        from: u32,
        /// The most entries that are wanted.
        limit: u32,
    },
    /// A page of an account's trophies. Answered by `Trophies`.
    TrophiesFrom {
        /// Whose.
        owner: ActorId,
        /// Where to look first.
        from: u32,
        /// The most entries that are wanted.
        limit: u32,
    },
    /// A page of the passes. Answered by `Passes`.
    PassesFrom {
        /// Where to look first.
        from: u32,
        /// The most entries that are wanted.
        limit: u32,
    },
    /// The settings, and how much there is of everything. Answered by `Overview`.
    Overview,
}

impl StateQuery {
    /// The most entries of a page, and what the queries without a limit get.
    pub const PAGE: u32 = 100;
    /// The most entries that are looked at for a page, so that a page may have
    /// few of an account's entries, or none, and yet name a `next`.
    pub const SCAN: u32 = 1 << 16;
    /// The index of the reply that answers each query, by the query's index. In the Sails
    /// encoding a reply lacks it.
    pub const ANSWERS: [u8; 10] = [0, 1, 2, 3, 4, 1, 1, 2, 3, 5];
}

/// The answer to a [`StateQuery`].
// Answers are encoded or matched at once: a box would gain nothing, and its
// users would have to unpack it.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub enum StateReply {
    /// The game, if there is one.
    Game(Option<GameState>),
    /// A page of games, those longest there first, except where a freed one's
    /// place was taken.
    Games(GamesPage),
    /// A page of one account's trophies, oldest first.
    Trophies(TrophiesPage),
    /// A page of the passes, by number.
    Passes(PassesPage),
    /// The settings.
    Config(InitConfig),
    /// The settings, and how much there is of everything.
    Overview(Overview),
}

/// Some games.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub struct GamesPage {
    /// The games.
    pub games: Vec<GameState>,
    /// Where to go on, if there may be more.
    pub next: Option<u32>,
}

/// Some trophies of one account.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub struct TrophiesPage {
    /// The trophies.
    pub trophies: Vec<Trophy>,
    /// Where to go on, if there may be more.
    pub next: Option<u32>,
}

/// Some passes.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub struct PassesPage {
    /// The passes.
    pub passes: Vec<Pass>,
    /// Where to go on, if there may be more.
    pub next: Option<u32>,
}

/// A pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub struct Pass {
    /// Its number, from 1.
    pub id: u32,
    /// Who minted it. It can't be moved.
    pub holder: ActorId,
}

/// Everything about one game.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub struct GameState {
    /// The players.
    pub id: GameId,
    /// Who places the marks, if the players don't.
    pub referee: Option<ActorId>,
    /// What each player stakes, in the chain's smallest unit.
    pub stake: u128,
    /// What the program holds for this game, in the chain's smallest unit.
    pub pot: u128,
    /// What is awaited.
    pub stage: GameStage,
    /// The board, packed, see [`Board`](crate::Board).
    pub board: u32,
    /// The board, cell by cell: row by row from the upper left.
    pub cells: [Cell; 9],
    /// How many marks there are.
    pub turns: u8,
    /// Who has asked for a restart, or staked for one.
    pub restart_asked_by: Option<ActorId>,
    /// Who has asked to close the game.
    pub close_asked_by: Option<ActorId>,
    /// Anyone may close the game once the block timestamp is greater, ms. Who has
    /// a stake in it then gets that back.
    pub expires: u64,
}

/// What a game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub enum GameStage {
    /// The challenger has to accept.
    Invited,
    /// A player has to move.
    ToMove {
        /// Who.
        player: ActorId,
        /// The turn is over once the block timestamp is greater, ms. `None`
        /// until the player has played since the other one accepted or restarted.
        deadline: Option<u64>,
    },
    /// The referee has to place the mark that was sent.
    ToPlace {
        /// The mark's row.
        row: u8,
        /// The mark's column.
        column: u8,
        /// The players may place it once the block timestamp is greater, ms.
        deadline: u64,
    },
    /// The game is over.
    Finished {
        /// How.
        outcome: Outcome,
    },
}

/// The settings, and how much there is of everything.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub struct Overview {
    /// The settings.
    pub config: InitConfig,
    /// How many games there are.
    pub games: u32,
    /// How many passes are taken.
    pub passes: u32,
    /// How many trophies were given.
    pub trophies: u32,
}
