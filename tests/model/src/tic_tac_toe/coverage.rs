//! Notes the kinds of answers that random play has met.

use super::{Answer, Model};
use crate::names::{name, names};
use std::collections::BTreeSet;
use tic_tac_toe_io::{Event, GameError, GameStage, Outcome};

/// The kinds of answers that were met. A kind that never comes up is not tested.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    seen: BTreeSet<String>,
}

/// The kinds beside one for each event and each error.
const OTHERS: [&str; 12] = [
    "Ok Closed, told to all",
    "Ok MarkPlaced: ChallengerWon",
    "Ok MarkPlaced: Draw",
    "Ok MarkPlaced: HostWon",
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

    /// The kinds that were not met. No account has enough for a stake that is too high.
    pub fn missing(&self) -> Vec<String> {
        let all = names::<Event>("Ok ").chain(names::<GameError>("Err "));
        let all = all.filter(|kind| !["Ok TimedOut", "Err StakeTooHigh"].contains(&&**kind));
        let all = all.chain(OTHERS.map(String::from));
        all.filter(|kind| !self.seen.contains(kind)).collect()
    }
}
