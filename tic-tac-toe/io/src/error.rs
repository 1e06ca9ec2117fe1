//! Why an action is refused.

use crate::Terms;
use parity_scale_codec::{Decode, Encode};
use scale_info::TypeInfo;
use thiserror::Error;

/// Why an action was refused. It has changed nothing, and the reply that
/// carries the error also carries all value that was attached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, TypeInfo, Error)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub enum GameError {
    /// `MintPass`: the program was deployed without passes.
    #[error("there are no passes here: everybody may play")]
    NoPasses,
    /// `MintPass`: the sender has one.
    #[error("you hold pass {id} already, and one is enough")]
    PassHeld {
        /// The sender's pass.
        id: u32,
    },
    /// `MintPass`: all are taken.
    #[error("all {supply} passes are taken")]
    PassesSoldOut {
        /// How many there are.
        supply: u32,
    },
    /// `MintPass`: less value was attached than the price.
    #[error("a pass costs {price}, but only {attached} was attached")]
    PriceNotMet {
        /// What a pass costs, in the chain's smallest unit.
        price: u128,
        /// What was attached to the message.
        attached: u128,
    },
    /// The sender holds no pass, and only holders play.
    #[error("only holders of a pass play here: mint one first")]
    PassNeeded,
    /// `Create`: the referee holds no pass, and so could place no mark.
    #[error("the referee holds no pass, and could place no mark: it has to mint one first")]
    RefereeNeedsPass,
    /// `Create`: the challenger is the sender.
    #[error("you can't play against yourself: name another challenger")]
    SelfPlay,
    /// `Create`: the referee is one of the players.
    #[error("the referee must be neither of the players")]
    RefereePlays,
    /// `Create`: the referee is the zero account.
    #[error("the zero account can't referee: name another account, or none")]
    NoSuchReferee,
    /// `Create`: more than half of what 128 bits hold was attached.
    #[error("the stake is too high: both stakes together must fit in 128 bits")]
    StakeTooHigh,
    /// `Create`: there is no room for another game.
    #[error("there is no room for another game: close one that has expired, or wait")]
    NoRoom,
    /// There is no game of these players in this place.
    #[error("there is no such game: look at the host's games")]
    NoSuchGame,
    /// The sender is not one of the game's players, or, with `Accept`, not its challenger.
    #[error("this is not your game, or not your part in it")]
    NotYourGame,
    /// `Accept`: the challenger has joined already.
    #[error("this game was accepted already")]
    AlreadyAccepted,
    /// The challenger has not joined yet.
    #[error("this game was not accepted yet: the challenger has to join first")]
    NotAccepted,
    /// `Accept`, `Restart`: other than the stake was attached.
    #[error("the stake is {stake}, but {attached} was attached: it must be matched exactly")]
    StakeNotMatched {
        /// What each player stakes, in the chain's smallest unit.
        stake: u128,
        /// What was attached to the message.
        attached: u128,
    },
    /// The game is over.
    #[error("the game is over: restart it, or close it")]
    GameOver,
    /// `Move`: it is the opponent's turn.
    #[error("it is not your turn")]
    NotYourTurn,
    /// `Move`: the sender's mark waits for the referee.
    #[error("you have sent your mark: the referee has to place it")]
    MarkWaits,
    /// `Move`: row or column is over 2.
    #[error("there is no cell in row {row}, column {column}: both go from 0 to 2")]
    NoSuchCell {
        /// The row that was named.
        row: u8,
        /// The column that was named.
        column: u8,
    },
    /// `Move`: there is a mark in the cell.
    #[error("the cell in row {row}, column {column} is taken")]
    CellTaken {
        /// Its row.
        row: u8,
        /// Its column.
        column: u8,
    },
    /// `PlaceMark`: the sender is not the game's referee.
    #[error("only the game's referee may place marks")]
    NotReferee,
    /// `PlaceMark`: no mark was sent.
    #[error("no mark waits to be placed: a player has to send one first")]
    NoMarkSent,
    /// `Restart`, `Close`: the sender has asked before, the other has not.
    #[error("you have asked already: the other player has to ask, too")]
    AlreadyAsked,
    /// `ClaimTimeout`: it is the sender's own turn.
    #[error("it is your own turn: there is no time to claim")]
    OwnTurn,
    /// `ClaimTimeout`: the opponent has not played since the sender started the
    /// game, and so is not on the clock.
    #[error(
        "the other player has not played since you started the game, so no clock runs: \
         wait, or close the game, which gives both stakes back"
    )]
    OpponentAbsent,
    /// `ClaimTimeout`: there is time left.
    #[error("the turn lasts until block timestamp {deadline} ms")]
    TurnNotOver {
        /// The turn is over once the block timestamp is greater, ms.
        deadline: u64,
    },
    /// `Close`: the sender is not one of the game's players, and the game is not
    /// old enough for others to close it.
    #[error("this is not your game: others may close it after block timestamp {expires} ms")]
    NotExpired {
        /// Anyone may close it once the block timestamp is greater, ms.
        expires: u64,
    },
    /// `Accept`: the host offers other terms than the sender agrees to.
    #[error("the host offers other terms than those you agree to: look at the game again")]
    OtherTerms {
        /// What the host offers.
        terms: Terms,
    },
}
