//! What players send, and what they are answered.

use crate::{Outcome, Player};
use gprimitives::ActorId;
use parity_scale_codec::{Decode, Encode};
use scale_info::TypeInfo;

/// Names a game by where the program keeps it, and by its two players in their roles: once
/// the game is closed, the place can be that of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub struct GameId {
    /// Created the game, and moves first.
    pub host: ActorId,
    /// Was invited.
    pub challenger: ActorId,
    /// Where the program keeps it: [`Event::Created`] tells.
    pub place: u32,
}

impl GameId {
    /// The account in a role.
    pub const fn account(&self, player: Player) -> ActorId {
        match player {
            Player::Host => self.host,
            Player::Challenger => self.challenger,
        }
    }

    /// The role of an account, if it plays.
    pub fn role(&self, account: ActorId) -> Option<Player> {
        if account == self.host {
            Some(Player::Host)
        } else if account == self.challenger {
            Some(Player::Challenger)
        } else {
            None
        }
    }
}

/// What a challenger agrees to by accepting an invitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub struct Terms {
    /// Who puts down the marks that the players send; without a referee they do it
    /// themselves.
    pub referee: Option<ActorId>,
    /// What each player stakes, in the chain's smallest unit.
    pub stake: u128,
}

/// What can be asked of the program. It replies `Result<Event, GameError>`.
///
/// Value that an action doesn't ask for comes back in the reply.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub enum Action {
    /// Takes a pass for its price; change comes back. One for each account.
    MintPass,
    /// Invites the challenger. The sender hosts, and the attached value is the
    /// stake that the challenger has to match.
    Create {
        /// Who is invited.
        challenger: ActorId,
        /// Who puts down the marks that the players send; without a referee
        /// they do it themselves.
        referee: Option<ActorId>,
    },
    /// Joins the game, if it is on these terms: the host could have closed the one that
    /// the sender has looked at, and created another with a referee of their own. By the
    /// challenger; the attached value must be the stake. No clock runs until the host has
    /// moved, and then the sender gets as long as the host took.
    Accept {
        /// What to join.
        game: GameId,
        /// What the sender agrees to.
        terms: Terms,
    },
    /// Puts the sender's mark into a cell; in a refereed game, sends it to the
    /// referee. By the player whose turn it is.
    Move {
        /// Where to move.
        game: GameId,
        /// From 0 at the top to 2.
        row: u8,
        /// From 0 at the left to 2.
        column: u8,
    },
    /// Puts down the mark that was sent. By the referee.
    PlaceMark {
        /// Where a mark was sent.
        game: GameId,
    },
    /// Clears the board for another game. By either player once the game is
    /// over, with the stake anew if there is one: then it starts when both have
    /// staked. No clock runs for the other player until that one has moved, or
    /// placed a mark in the referee's stead. While a game is under way both must
    /// ask.
    Restart {
        /// What to restart.
        game: GameId,
    },
    /// Frees the game. By either player if it is over, or one of them has not
    /// played since it was created, accepted or restarted. Else both must ask. By anyone
    /// once the game has expired, see [`GameState::expires`](crate::GameState::expires).
    /// The stakes of a game that is not over come back.
    Close {
        /// What to free.
        game: GameId,
    },
    /// By a player. If the opponent let the turn's time run out, the sender
    /// wins. If the referee did, the mark that was sent is put down.
    ClaimTimeout {
        /// Where time ran out.
        game: GameId,
    },
}

/// What an action brought about: the reply to it, and the payload of payouts
/// and broadcasts.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub enum Event {
    /// The sender holds a pass.
    PassMinted {
        /// The pass's number, from 1.
        id: u32,
    },
    /// The sender hosts a game.
    Created {
        /// The game.
        game: GameId,
    },
    /// The challenger has joined: the host is to move.
    Accepted {
        /// The game.
        game: GameId,
    },
    /// The sender's mark waits for the referee.
    MarkSent {
        /// The game.
        game: GameId,
        /// Its row.
        row: u8,
        /// Its column.
        column: u8,
    },
    /// A mark is on the board.
    MarkPlaced {
        /// The game.
        game: GameId,
        /// Its row.
        row: u8,
        /// Its column.
        column: u8,
        /// What came of it.
        outcome: Outcome,
    },
    /// The sender would restart the game: now the other player has to ask, too.
    RestartAsked {
        /// The game.
        game: GameId,
    },
    /// The board is empty, and the host is to move.
    Restarted {
        /// The game.
        game: GameId,
    },
    /// The sender would close the game: now the other player has to ask, too.
    CloseAsked {
        /// The game.
        game: GameId,
    },
    /// The game is freed.
    Closed {
        /// The game that was.
        game: GameId,
    },
    /// A player let the turn's time run out, and the other one has won.
    TimedOut {
        /// The game.
        game: GameId,
        /// Who has won.
        outcome: Outcome,
    },
}

/// What a finished game leaves its winner, or both players if it was drawn. It
/// can't be moved: no action does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub struct Trophy {
    /// Whether the game was won rather than drawn.
    pub won: bool,
    /// The board at the end, packed, see [`Board`](crate::Board).
    pub board: u32,
    /// How many marks were placed.
    pub turns: u8,
    /// The other player.
    pub other: ActorId,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_player_has_the_role_by_which_its_account_is_found() {
        let [host, challenger, other] = [1, 2, 3].map(|byte| ActorId::new([byte; 32]));
        let id = GameId { host, challenger, place: 0 };
        for player in [Player::Host, Player::Challenger] {
            assert_eq!(id.role(id.account(player)), Some(player));
        }
        assert_eq!(id.role(other), None);
    }
}
