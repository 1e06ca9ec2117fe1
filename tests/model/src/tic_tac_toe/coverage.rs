//! Notes the kinds of answers that random play has met.

use super::{Answer, Model};
use std::collections::BTreeSet;
use tic_tac_toe_io::{Event, GameStage, Outcome};

/// The kinds of answers that were met. A kind that never comes up is not tested.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    seen: BTreeSet<String>,
}

/// Every event, every way to end a game, and every error but the one for an impossible stake.
const KINDS: [&str; 49] = [
    "Err AlreadyAccepted",
    "Err AlreadyAsked",
    "Err CellTaken",
    "Err GameOver",
    "Err MarkWaits",
    "Err NoMarkSent",
    "Err NoPasses",
    "Err NoRoom",
    "Err NoSuchCell",
    "Err NoSuchGame",
    "Err NoSuchReferee",
    "Err NotAccepted",
    "Err NotExpired",
    "Err NotReferee",
    "Err NotYourGame",
    "Err NotYourTurn",
    "Err OpponentAbsent",
    "Err OtherTerms",
    "Err OwnTurn",
    "Err PassHeld",
    "Err PassNeeded",
    "Err PassesSoldOut",
    "Err PriceNotMet",
    "Err RefereeNeedsPass",
    "Err RefereePlays",
    "Err SelfPlay",
    "Err StakeNotMatched",
    "Err TurnNotOver",
    "Ok Accepted",
    "Ok CloseAsked",
    "Ok Closed",
    "Ok Closed, told to all",
    "Ok Created",
    "Ok MarkPlaced",
    "Ok MarkPlaced: ChallengerWon",
    "Ok MarkPlaced: Draw",
    "Ok MarkPlaced: HostWon",
    "Ok MarkSent",
    "Ok PassMinted",
    "Ok RestartAsked",
    "Ok Restarted",
    "Ok Restarted, told to all",
    "Ok TimedOut: ChallengerWon",
    "Ok TimedOut: HostWon",
    "longer turn",
    "longer turn after a referee",
    "longer turn of a restarted game",
    "paid to three",
    "paid to two",
];

impl Coverage {
    /// Notes an answer.
    pub fn note(&mut self, answer: &Answer) {
        let kind = match &answer.reply {
            Err(error) => format!("Err {}", name(error)),
            Ok(event) => {
                let outcome = match event {
                    Event::MarkPlaced { outcome, .. } if *outcome != Outcome::Open => {
                        format!(": {outcome:?}")
                    }
                    Event::TimedOut { outcome, .. } => format!(": {outcome:?}"),
                    _ if answer.is_broadcast => ", told to all".into(),
                    _ => String::new(),
                };
                format!("Ok {}{outcome}", name(event))
            }
        };
        self.seen.insert(kind);
        match answer.paid.len() {
            2 => _ = self.seen.insert("paid to two".into()),
            3 => _ = self.seen.insert("paid to three".into()),
            _ => {}
        }
    }

    /// Notes whether this answer, the model's latest, has begun a turn that lasts longer than
    /// usual: beyond `turn_over`, when a turn of the usual length would end.
    pub fn note_turn(&mut self, answer: &Answer, model: &Model, turn_over: u64) {
        let (game, after) = match answer.reply {
            Ok(Event::Restarted { game }) => (game, " of a restarted game"),
            Ok(Event::MarkPlaced { game, .. }) => (game, ""),
            _ => return,
        };
        let state = model.state(&game).expect("the answer names a game of the model");
        let is_refereed = after.is_empty() && state.referee.is_some();
        let after = if is_refereed { " after a referee" } else { after };
        match state.stage {
            GameStage::ToMove { deadline: Some(deadline), .. } if deadline > turn_over => {
                self.seen.insert(format!("longer turn{after}"));
            }
            _ => {}
        }
    }

    /// The kinds that either has met.
    pub fn with(mut self, other: Coverage) -> Coverage {
        self.seen.extend(other.seen);
        self
    }

    /// The kinds that were not met.
    pub fn missing(&self) -> Vec<&'static str> {
        KINDS.into_iter().filter(|kind| !self.seen.contains(*kind)).collect()
    }
}

/// The name of a variant.
fn name(variant: &impl std::fmt::Debug) -> String {
    let debug = format!("{variant:?}");
    debug.split([' ', '(', '{']).next().unwrap_or_default().into()
}
