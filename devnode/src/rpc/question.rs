//! Questions about the state after a block. They are answered outside the chain's own thread, since
//! they may run programs or look through all of the state.

use super::{Answer, Arguments, MAX_RESPONSE, error::Error};
use crate::{block::Block, handle::Handle};
use gsdk::ext::subxt::utils::H256;
use serde_json::Value;

/// One part of a question about a block's state.
type Part = Box<dyn FnOnce(&Block) -> Answer + Send>;

/// A question, or a batch of them, about the state after one block.
pub struct Question {
    /// The block; the best one if none is named.
    block: Option<H256>,
    parts: Vec<Part>,
    is_batch: bool,
}

/// A method that reads such a question.
pub type Ask = fn(Arguments) -> Result<Question, Error>;

impl Question {
    pub fn one(
        block: Option<H256>,
        answer: impl FnOnce(&Block) -> Answer + Send + 'static,
    ) -> Self {
        Self { block, parts: vec![Box::new(answer)], is_batch: false }
    }

    /// A batch of questions. Each is answered by itself, so that others get their turn in between.
    pub fn batch(
        block: Option<H256>,
        answers: impl Iterator<Item = impl FnOnce(&Block) -> Answer + Send + 'static>,
    ) -> Self {
        let parts = answers.map(|answer| Box::new(answer) as Part).collect();
        Self { block, parts, is_batch: true }
    }

    /// The answer. An error if a part has none, or if the block's state is not kept.
    pub async fn answered(self, handle: &Handle, unknown: fn(H256) -> Error) -> Answer {
        let asked = self.block;
        let block = handle.run(move |chain| chain.block(asked).cloned()).await?;
        let block = block.ok_or_else(|| unknown(asked.unwrap_or_default()))?;
        let (mut answers, mut room) = (vec![], MAX_RESPONSE as usize);
        for part in self.parts {
            let block = block.clone();
            let answer = handle.beside(move || part(&block)).await??;
            room = room.checked_sub(size(&answer)).ok_or_else(Error::too_long)?;
            answers.push(answer);
        }
        match self.is_batch {
            true => Ok(Value::Array(answers)),
            false => Ok(answers.pop().unwrap_or_default()),
        }
    }
}

/// About how long a value is as JSON, in bytes.
pub fn size(value: &Value) -> usize {
    match value {
        Value::String(words) => words.len() + 3,
        Value::Array(list) => list.iter().map(size).sum::<usize>() + 2,
        Value::Object(map) => map.iter().map(|(key, value)| key.len() + 4 + size(value)).sum(),
        _ => 5,
    }
}
