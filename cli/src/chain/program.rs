//! Reads what programs answer without sending them a message.

use crate::{
    chain::{
        block::BlockHash,
        cost::Prices,
        error::{Error, NodeError},
        gas::{Estimate, Range},
        link::Link,
        messages::{decode_reply, text_of},
        query::{NOT_ASKED, Query},
    },
    failure::Failure,
    words::{digits::hex, notices::warn},
};
use anyhow::{Context, Result, ensure};
use futures::{StreamExt, TryStreamExt, stream};
use gprimitives::ActorId;
use gsdk::{
    GasInfo,
    ext::{
        gear_core::rpc::ReplyInfo,
        sp_core::{Bytes, H256},
        subxt::ext::subxt_rpcs::rpc_params,
    },
};
use parity_scale_codec::Decode;
use program_common::encoding::{Header, Kind};
use std::sync::atomic::Ordering::Relaxed;

/// The most states to ask a node for at once: it answers no more.
const BATCH: usize = 256;
/// How many queries may wait for an answer at once, if a node has no batches.
const AT_ONCE: usize = 32;

/// A message that nobody has sent yet.
#[derive(Clone)]
pub struct Draft {
    pub from: ActorId,
    pub to: ActorId,
    pub payload: Vec<u8>,
    pub value: u128,
}

impl Link {
    /// The hash of a program's metadata, or the chain's reason why there is none.
    pub async fn metahash_of(
        &self,
        program: ActorId,
    ) -> Result<Result<[u8; 32], NodeError>, Error> {
        match self.asked(async |api| api.read_metahash(program).await).await {
            Ok(hash) => Ok(Ok(hash.0)),
            Err(Error::Node(answer)) if answer.is_no() => Ok(Err(answer)),
            Err(error) => Err(error.about("the node can't say what program this is")),
        }
    }

    /// A program's answer to a query, as of a block.
    ///
    /// Uses `gear_readState` if the node has it. Otherwise asks how the program's `handle` would
    /// reply to the query, since Vara is to lose `gear_readState`.
    pub async fn answer<Q: Query>(
        &self,
        program: ActorId,
        query: &Q,
        block: BlockHash,
    ) -> Result<Q::Reply> {
        if self.has_no_state.load(Relaxed) {
            return self.queried(program, query, block).await;
        }
        let read = self
            .asked(async |api| {
                // Not by `gsdk`, which takes long to decode the digits of a large state.
                let params = rpc_params![H256(program.into_bytes()), Bytes(query.encode()), block];
                let answer: Bytes = api.rpc().request("gear_readState", params).await?;
                Ok(Q::Reply::decode(&mut &answer[..])?)
            })
            .await;
        match read {
            Err(error) if is_unknown_method(&error) => {
                self.has_no_state.store(true, Relaxed);
                self.queried(program, query, block).await
            }
            read => Ok(read.map_err(|error| error.about("the program's state can't be read"))?),
        }
    }

    /// The answer to the program's Sails query.
    async fn queried<Q: Query>(
        &self,
        program: ActorId,
        query: &Q,
        block: BlockHash,
    ) -> Result<Q::Reply> {
        let query = query.encode();
        let (variant, fields) = query.split_first().expect("an enum's first byte names it");
        let header = Header::call(Q::interface(), Kind::Query, *variant).to_bytes();
        let payload = [&header, fields].concat();
        let draft = Draft { from: ActorId::zero(), to: program, payload, value: 0 };
        let about = "the program's state can't be queried";
        let reply = self.reply_to(&draft, Some(block)).await;
        let reply = reply.map_err(|error| error.about(about))?;
        ensure!(
            reply.code.is_success(),
            "the node has no gear_readState any more, and the program answers no query: {}",
            text_of(&reply.payload)
        );
        let answer = reply.payload.strip_prefix(&header);
        let answer = answer.context(NOT_ASKED)?;
        // The reply comes without its index, since the header has the query's.
        let index = Q::ANSWERS[usize::from(*variant)];
        Ok(Q::Reply::decode(&mut &[&[index], answer].concat()[..])?)
    }

    /// What programs answer, as of a block. An entry is `None` if the node can't tell that answer.
    ///
    /// Asks in batches if the node has them, and otherwise one by one.
    ///
    /// # Errors
    ///
    /// If the node can't be reached.
    pub async fn answers<Q: Query>(
        &self,
        asked: &[(ActorId, Q)],
        block: BlockHash,
    ) -> Result<Vec<Option<Q::Reply>>> {
        if !self.has_no_state.load(Relaxed) {
            match self.read_states(asked, block).await {
                Err(error) if is_unknown_method(&error) => {}
                read => return Ok(read?),
            }
        }
        let answers = stream::iter(asked).map(async |(program, query)| {
            match self.answer(*program, query, block).await {
                Ok(answer) => Ok(Some(answer)),
                Err(error) if Failure::of(&error).is_none() => Ok(None),
                Err(error) => Err(error),
            }
        });
        answers.buffered(AT_ONCE).try_collect().await
    }

    /// Asks in batches. Asks the node again for what it leaves out, and for less at a time if it
    /// fails.
    async fn read_states<Q: Query>(
        &self,
        asked: &[(ActorId, Q)],
        block: BlockHash,
    ) -> Result<Vec<Option<Q::Reply>>, Error> {
        let mut answers = vec![];
        let mut parts: Vec<&[_]> = asked.chunks(BATCH).rev().collect();
        while let Some(part) = parts.pop() {
            let answered = match self.read_batch(part, block).await {
                // The node answered none of them.
                Ok(answered) if answered.is_empty() => None,
                Ok(answered) => Some(answered),
                Err(error) if is_unknown_method(&error) => return Err(error),
                Err(Error::Node(_)) => None,
                Err(error) => return Err(error.about("the programs' states can't be read")),
            };
            match answered {
                Some(answered) => {
                    let (_, left) = part.split_at(answered.len().min(part.len()));
                    answers.extend(answered.into_iter().take(part.len()));
                    parts.extend((!left.is_empty()).then_some(left));
                }
                None if part.len() == 1 => answers.push(None),
                None => {
                    let (first, second) = part.split_at(part.len() / 2);
                    parts.extend([second, first]);
                }
            }
        }
        Ok(answers)
    }

    async fn read_batch<Q: Query>(
        &self,
        asked: &[(ActorId, Q)],
        block: BlockHash,
    ) -> Result<Vec<Option<Q::Reply>>, Error> {
        let batch: Vec<_> =
            asked.iter().map(|(id, query)| (hex(id), hex(query.encode()))).collect();
        let answers: Vec<String> = self
            .asked(async |api| {
                let params = rpc_params![&batch, block];
                Ok(api.rpc().request("gear_readStateBatch", params).await?)
            })
            .await?;
        let read = |answer: String| {
            let bytes = hex::decode(answer.strip_prefix("0x")?).ok()?;
            Q::Reply::decode(&mut &*bytes).ok()
        };
        Ok(answers.into_iter().map(read).collect())
    }

    /// What a program would reply to a message, as of this block or the newest.
    pub(super) async fn reply_to(
        &self,
        draft: &Draft,
        block: Option<BlockHash>,
    ) -> Result<ReplyInfo, Error> {
        let Draft { from, to, payload, value } = draft;
        let gas = Prices::of(self)?.block_gas_limit;
        self.asked(async |api| {
            api.calculate_reply_for_handle_at(*from, *to, payload, gas, *value, block).await
        })
        .await
    }

    /// What a program would reply to an action now. Nothing is sent.
    pub async fn dry_run<T: Decode, E: Decode>(&self, draft: &Draft) -> Result<Result<T, E>> {
        outcome(self.reply_to(draft, None).await)
    }

    /// The node's estimate of the gas that a message takes.
    pub async fn gas_of(&self, draft: &Draft) -> Result<GasInfo, Error> {
        let Draft { from, to, payload, value } = draft;
        self.asked(async |api| api.calculate_handle_gas(*from, *to, payload, *value, true).await)
            .await
    }
}

/// What an action's reply says.
pub fn outcome<T: Decode, E: Decode>(reply: Result<ReplyInfo, Error>) -> Result<Result<T, E>> {
    let about = "the node can't say what the program would reply";
    let reply = reply.map_err(|error| error.about(about))?;
    ensure!(reply.code.is_success(), "the program fails: {}", text_of(&reply.payload));
    decode_reply(&reply.payload)
}

/// What a message takes: the node's estimate, or else the program's own bounds.
pub fn estimate(said: Result<GasInfo, Error>, published: Range) -> Result<Estimate, Error> {
    let said = match said {
        Ok(GasInfo { burned, min_limit, .. }) => return Ok(Estimate::Node { burned, min_limit }),
        Err(said @ (Error::Node(_) | Error::Unreadable(_))) => said,
        Err(error) => return Err(error.about("the node can't say what the message takes")),
    };
    warn(&format!(
        "the node does not estimate this message ({said}): it gets as much gas as the program's \
         own bound allows, and what is not burned comes back"
    ));
    Ok(Estimate::Published(published))
}

fn is_unknown_method(error: &Error) -> bool {
    matches!(error, Error::Node(answer) if answer.is_unknown_method())
}
