//! What can go wrong. The exit code tells the kinds apart.

pub mod spent;

use crate::words::text;
use rpsls_club_io::ClubError;
use rpsls_io::GameError;
use thiserror::Error;

/// By custom, 128 and the signal's number.
pub const INTERRUPTED: u8 = 130;

/// A failure with an exit code of its own. Everything else exits with 1.
#[derive(Debug, Error)]
pub enum Failure {
    /// The request itself can't work: wrong flags, account or program.
    #[error("{0}")]
    Usage(String),
    /// The game said no.
    #[error("{}", text::refusal(.0))]
    Refused(GameError),
    /// A move was given for a round that can't come.
    #[error("{0}")]
    NoNextRound(String),
    /// The player comes too late for a game that is over.
    #[error("{0}")]
    GameOver(String),
    /// The game goes on without the player, who was too late or beaten.
    #[error("{0}")]
    Out(String),
    /// The full bracket has no place for the player, whose bet came back.
    #[error("{0}")]
    SentAway(String),
    /// The club said no.
    #[error("{0}")]
    Club(ClubError),
    /// The program is no release of this game.
    #[error("{0}")]
    Unreleased(String),
    /// No node answers, or it stopped answering.
    #[error("{0}")]
    Network(String),
    /// The chain did not do what it was asked to do. It may in a later block.
    #[error("{0}")]
    Chain(String),
    /// The account can't pay.
    #[error("{0}")]
    Funds(String),
    /// The chain's runtime lacks something that this client needs.
    #[error("{0}")]
    Runtime(String),
    /// A limit that the player has set does not allow it.
    #[error("{0}")]
    Limit(String),
    /// The time that the player has set is over, and what was waited for has not come.
    #[error("{0}")]
    Elapsed(String),
    /// The player left a game that goes on, so there will be no more moves.
    #[error("you left the table: what you have put in is lost, unless you come back in time")]
    Left,
}

/// What an error says beside its failure. Whoever decides what comes next goes by it; it changes no
/// exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Mark {
    /// No node has the extrinsic.
    #[error("nothing was sent")]
    Unsent,
    /// The extrinsic was sent, and its time is over: no block has it, nor ever will.
    #[error("nothing came of it")]
    Void,
    /// A seat costs more than the player wants to pay, or is no longer for strangers.
    #[error("nothing was sent")]
    Changed,
    /// The node no longer has a block's state or events.
    #[error("the node has forgotten it")]
    Forgotten,
}

impl Mark {
    /// The mark of this error. If it has several, the last one that it got.
    pub fn of(error: &anyhow::Error) -> Option<Self> {
        error.downcast_ref().copied()
    }

    /// Whether it is certain that no block has the extrinsic, nor ever will.
    pub fn is_not_taken(error: &anyhow::Error) -> bool {
        matches!(Self::of(error), Some(Self::Unsent | Self::Void))
    }
}

impl Failure {
    pub fn usage(text: impl Into<String>) -> anyhow::Error {
        Failure::Usage(text.into()).into()
    }

    pub fn network(text: impl Into<String>) -> anyhow::Error {
        Failure::Network(text.into()).into()
    }

    pub fn funds(text: impl Into<String>) -> anyhow::Error {
        Failure::Funds(text.into()).into()
    }

    /// Whether the failure is about the chain's runtime.
    pub fn is_of_runtime(&self) -> bool {
        matches!(self, Self::Runtime(_))
    }

    /// The failure in this error, if it has a code of its own.
    pub fn of(error: &anyhow::Error) -> Option<&Failure> {
        error.chain().find_map(|cause| cause.downcast_ref())
    }

    pub fn code(error: &anyhow::Error) -> u8 {
        match Failure::of(error) {
            None | Some(Failure::Chain(_) | Failure::Left) => 1,
            Some(Failure::Usage(_)) => 2,
            Some(
                Failure::Refused(_)
                | Failure::NoNextRound(_)
                | Failure::GameOver(_)
                | Failure::Out(_)
                | Failure::SentAway(_)
                | Failure::Club(_)
                | Failure::Unreleased(_),
            ) => 3,
            Some(Failure::Network(_)) => 4,
            Some(Failure::Funds(_)) => 5,
            Some(Failure::Limit(_)) => 6,
            Some(Failure::Runtime(_)) => 7,
            Some(Failure::Elapsed(_)) => 8,
        }
    }

    /// The name that `--json` gives to this error.
    pub fn kind(error: &anyhow::Error) -> String {
        match Failure::of(error) {
            None | Some(Failure::Chain(_) | Failure::Left) => "failed".into(),
            Some(Failure::Usage(_)) => "usage".into(),
            Some(Failure::Refused(error)) => text::error_kind(error).into(),
            Some(Failure::NoNextRound(_)) => "no_next_round".into(),
            Some(Failure::GameOver(_)) => "game_over".into(),
            Some(Failure::Out(_)) => "out".into(),
            Some(Failure::SentAway(_)) => "sent_away".into(),
            Some(Failure::Club(error)) => text::club_error_kind(error).into(),
            Some(Failure::Unreleased(_)) => "unreleased".into(),
            Some(Failure::Network(_)) => "network".into(),
            Some(Failure::Funds(_)) => "funds".into(),
            Some(Failure::Limit(_)) => "limit".into(),
            Some(Failure::Elapsed(_)) => "elapsed".into(),
            Some(Failure::Runtime(_)) => "runtime".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;

    #[test]
    fn a_failure_keeps_its_code_under_what_was_being_done() {
        let error = Failure::network("no node");
        let error = Err::<(), _>(error).context("while waiting").unwrap_err();
        assert_eq!(Failure::code(&error), 4);
        assert_eq!(Failure::kind(&error), "network");
    }

    #[test]
    fn a_mark_is_found_and_leaves_the_failure_as_it_is() {
        let error = anyhow::Error::from(Failure::Network("no node".into())).context(Mark::Void);
        let error = error.context("while waiting");
        assert_eq!((Mark::of(&error), Failure::code(&error)), (Some(Mark::Void), 4));
        assert!(Mark::is_not_taken(&error));
        let error = Failure::network("no node").context(Mark::Forgotten);
        assert!(!Mark::is_not_taken(&error) && !Mark::is_not_taken(&Failure::network("no node")));
    }

    #[test]
    fn what_nobody_foresaw_exits_with_1() {
        let error = anyhow::anyhow!("disk full");
        assert_eq!((Failure::code(&error), Failure::kind(&error).as_str()), (1, "failed"));
    }
}
