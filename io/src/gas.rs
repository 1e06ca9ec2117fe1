//! Gas that is enough for each action, whatever the table's state.
//!
//! A node's estimate is as of its latest block. What happens before the message
//! is executed can make it dearer: the second of two reveals in one block
//! decides the round. These bounds hold all the same; what is not burned goes
//! back to the sender.

/// The most gas that the program gives the alarm it sends itself, unless a message
/// that stops a large game carries [`with_all_shares`].
pub const ALARM: u64 = 10_000_000_000;

/// Enough for any message, at a table of 255 players, with the alarm that it may have
/// to send: no message pays more than [`PORTION`] shares.
pub const MESSAGE: u64 = 15_000_000_000;

/// The most that a message burns which pays no shares, its alarm apart.
pub const BURNED: u64 = 1_200_000_000;

/// The most that one message pays of what many are due: shares of a stopped game's pot, or
/// bets of those for whom a full bracket has no place.
pub const PORTION: usize = 16;

/// What paying a share or a refund burns.
pub const SHARE: u64 = 260_000_000;

/// The most that an alarm burns which ends a stage, or pays shares, and sends itself on,
/// the shares apart.
pub const STAGE: u64 = 1_500_000_000;

/// Enough for a `StopGame` that ends the game at once, or an `Advance` two blocks after one
/// that was scheduled. The alarm then pays all shares: nobody has to send anything else.
/// With [`MESSAGE`] what the alarm has no gas for is paid by whatever messages come.
pub const fn with_all_shares(players: usize) -> u64 {
    MESSAGE + shares(players)
}

/// What an alarm burns that pays so many shares, portion by portion.
pub const fn shares(players: usize) -> u64 {
    SHARE * players as u64 + STAGE * players.div_ceil(PORTION) as u64
}
