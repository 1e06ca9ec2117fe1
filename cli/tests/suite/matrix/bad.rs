//! Nodes that are bad for good, beside one that is well.

use super::{
    blocks::Blocks,
    cell::{Step, Trial, as_of},
};
use crate::{
    faults::no_hash,
    filter::{Rules, Verdict},
    world::SUBMIT,
};
use serde_json::Value;
use std::sync::{Arc, OnceLock};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bad {
    /// It says nothing any more.
    Silent,
    /// Each answer is that it is busy.
    Busy,
    /// Each answer is that there are too many requests.
    Limited,
    /// It has lost its peers: it answers, takes messages, and knows no new block.
    Still,
    /// It takes messages, and passes none on.
    Swallowing,
    /// It knows of no new final block.
    Unfinal,
    /// It keeps the state of the newest block only.
    Forgetful,
}

impl Bad {
    pub const ALL: [Self; 7] = [
        Self::Silent,
        Self::Busy,
        Self::Limited,
        Self::Still,
        Self::Swallowing,
        Self::Unfinal,
        Self::Forgetful,
    ];
}

/// A node that is bad from a step of the game on.
pub struct BadNode {
    how: Bad,
    from: Step,
    trial: Arc<Trial>,
    blocks: Arc<Blocks>,
    /// The best and the final block when it became bad.
    since: OnceLock<(u32, u32)>,
}

impl BadNode {
    pub fn new(how: Bad, from: Step, trial: Arc<Trial>, blocks: Arc<Blocks>) -> Self {
        Self { how, from, trial, blocks, since: OnceLock::new() }
    }

    /// The best and the final block when it became bad, if it is by now.
    fn since(&self) -> Option<(u32, u32)> {
        if self.since.get().is_none() && self.trial.step() < self.from {
            return None;
        }
        Some(*self.since.get_or_init(|| (self.blocks.best().0, self.blocks.last().0)))
    }
}

impl Rules for BadNode {
    fn asked(&self, method: &str, params: &Value) -> Verdict {
        let Some((best, last)) = self.since() else { return Verdict::Pass };
        let taken = || Verdict::Answer(no_hash());
        let error = |code, message| Verdict::Refuse { code, message, data: "" };
        match self.how {
            Bad::Silent => Verdict::Hang,
            Bad::Busy => error(-32000, "Server is busy"),
            Bad::Limited => error(-32005, "Too many requests"),
            Bad::Still | Bad::Swallowing if method == SUBMIT => taken(),
            Bad::Still => {
                as_of(&self.blocks, (best, last), method, params).unwrap_or(Verdict::Pass)
            }
            Bad::Swallowing => Verdict::Pass,
            Bad::Unfinal if method == "chain_getFinalizedHead" => {
                self.blocks.hash(last).map_or(Verdict::Pass, |hash| Verdict::Answer(hash.into()))
            }
            Bad::Unfinal => Verdict::Pass,
            Bad::Forgetful => {
                let newest = self.blocks.best().0;
                let is_kept = |hash: &str| self.blocks.number(hash).is_none_or(|at| at == newest);
                let names = params.as_array().into_iter().flatten().filter_map(Value::as_str);
                match names.into_iter().all(is_kept) {
                    true => Verdict::Pass,
                    false => error(4003, "Client error: UnknownBlock: State already discarded"),
                }
            }
        }
    }

    fn announces(&self, method: &str) -> bool {
        match self.how {
            Bad::Silent | Bad::Still => self.since().is_none(),
            Bad::Unfinal => method != "chain_finalizedHead" || self.since().is_none(),
            _ => true,
        }
    }
}
