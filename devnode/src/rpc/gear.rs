//! `gear_…`: what programs would do, and what they answer.

use super::{
    Answer, Arguments,
    error::Error,
    hex,
    question::{Ask, Question},
};
use crate::{
    block::Block,
    engine::{Estimate, State, Subject},
};
use gear_core::{
    ids::{ActorId, CodeId},
    message::UserMessage,
    rpc::{CalculateReplyForHandleResult, RpcValue},
};
use gsdk::ext::{sp_core::Bytes, subxt::utils::H256};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{collections::BTreeSet, sync::Arc};

pub const QUESTIONS: &[(&str, Ask)] = &[
    ("gear_calculateHandleGas", |arguments| {
        gas(arguments, |arguments| Ok(Subject::Handle(arguments.id()?)))
    }),
    ("gear_calculateInitCreateGas", |arguments| {
        gas(arguments, |arguments| Ok(Subject::Create(arguments.id()?)))
    }),
    ("gear_calculateInitUploadGas", |arguments| {
        gas(arguments, |arguments| Ok(Subject::Upload(arguments.bytes()?)))
    }),
    ("gear_calculateReplyForHandle", |arguments| reply(arguments, payload_and_code)),
    ("gear_calculateReplyForHandleResult", |arguments| reply(arguments, |result| json!(result))),
    ("gear_calculateReplyGas", |arguments| {
        gas(arguments, |arguments| Ok(Subject::Reply(arguments.id()?)))
    }),
    ("gear_readMetahash", metahash),
    ("gear_readState", read_state),
    ("gear_readStateBatch", read_states),
    ("gear_readStateUsingWasm", read_state_using_wasm),
    ("gear_readStateUsingWasmBatch", read_states_using_wasm),
    ("gear_readWasmCustomSection", custom_section),
];

/// The methods' other names, which `@gear-js/api` uses.
pub const ALIASES: &[(&str, &str)] = &[
    ("gear_calculateGasForCreate", "gear_calculateInitCreateGas"),
    ("gear_calculateGasForHandle", "gear_calculateHandleGas"),
    ("gear_calculateGasForReply", "gear_calculateReplyGas"),
    ("gear_calculateGasForUpload", "gear_calculateInitUploadGas"),
];

/// The most programs that a batch may ask about, as on a Gear node.
const MAX_BATCH: usize = 256;

fn gas(
    mut arguments: Arguments,
    subject: fn(&mut Arguments) -> Result<Subject, Error>,
) -> Result<Question, Error> {
    let estimate = Estimate {
        origin: arguments.id()?,
        subject: subject(&mut arguments)?,
        payload: arguments.bytes()?,
        value: arguments.next::<RpcValue>()?.into(),
        // The gas of a whole block, which is filled in from the block.
        gas_limit: 0,
    };
    let allow_other_panics = arguments.optional()?.unwrap_or(true);
    Ok(Question::one(arguments.optional()?, move |block| {
        let gas_limit = block.state.constants.block_gas_limit;
        let info = Estimate { gas_limit, ..estimate }.gas(&block.state, allow_other_panics);
        Ok(json!(info.map_err(|what| Error::runtime(&what))?))
    }))
}

fn reply(
    mut arguments: Arguments,
    told: fn(CalculateReplyForHandleResult) -> Value,
) -> Result<Question, Error> {
    let origin = arguments.id()?;
    let estimate = Estimate {
        origin,
        subject: Subject::Handle(arguments.id()?),
        payload: arguments.bytes()?,
        gas_limit: arguments.next()?,
        value: arguments.next::<RpcValue>()?.into(),
    };
    Ok(Question::one(arguments.optional()?, move |block| {
        let replied = estimate.reply(&block.state);
        let (reply, messages) = replied.map_err(|what| Error::runtime(&what))?;
        Ok(told(CalculateReplyForHandleResult { reply, messages }))
    }))
}

/// The code is an enum here, and bytes in messages, as on Gear's node.
fn payload_and_code(result: CalculateReplyForHandleResult) -> Value {
    let reply = result.reply;
    json!({ "payload": hex(&reply.payload), "value": reply.value, "code": reply.code })
}

fn read(state: &State, program: ActorId, payload: Vec<u8>) -> Answer {
    let reply = state.read(program, "state", payload).map_err(|what| Error::runtime(&what))?;
    Ok(hex(&reply))
}

fn read_state(mut arguments: Arguments) -> Result<Question, Error> {
    let (program, payload) = (arguments.id()?, arguments.bytes()?);
    let block = arguments.optional()?;
    Ok(Question::one(block, move |block| read(&block.state, program, payload)))
}

fn read_states(mut arguments: Arguments) -> Result<Question, Error> {
    let batch = limited(arguments.next()?)?.into_iter();
    let answers =
        batch.map(|(id, payload)| move |block: &Block| read(&block.state, id.0.into(), payload.0));
    Ok(Question::batch(arguments.optional()?, answers))
}

fn metahash_of(state: &State, program: ActorId) -> Answer {
    let hash = state.read(program, "metahash", vec![]).map_err(|what| Error::runtime(&what))?;
    let hash = <[u8; 32]>::try_from(hash);
    Ok(json!(H256(hash.map_err(|_| Error::runtime("Failed to decode hash"))?)))
}

fn metahash(mut arguments: Arguments) -> Result<Question, Error> {
    let program = arguments.id()?;
    Ok(Question::one(arguments.optional()?, move |block| metahash_of(&block.state, program)))
}

/// A function of a metadata module, and its arguments.
struct Reading {
    function: String,
    module: Vec<u8>,
    argument: Option<Vec<u8>>,
}

impl Reading {
    fn of(arguments: &mut Arguments) -> Result<Self, Error> {
        let function = String::from_utf8(arguments.bytes()?);
        let function = function.map_err(|error| Error::invalid_params(&error.to_string()))?;
        let module = arguments.bytes()?;
        let argument = arguments.optional::<Bytes>()?.map(|bytes| bytes.0);
        Ok(Self { function, module, argument })
    }

    fn run(&self, state: &State, program: ActorId, payload: Vec<u8>) -> Answer {
        let (module, argument) = (self.module.clone(), self.argument.clone());
        let reply = state.read_using_wasm(program, payload, &self.function, module, argument);
        Ok(hex(&reply.map_err(|what| Error::runtime(&what))?))
    }
}

fn read_state_using_wasm(mut arguments: Arguments) -> Result<Question, Error> {
    let (program, payload) = (arguments.id()?, arguments.bytes()?);
    let reading = Reading::of(&mut arguments)?;
    let block = arguments.optional()?;
    Ok(Question::one(block, move |block| reading.run(&block.state, program, payload)))
}

fn read_states_using_wasm(mut arguments: Arguments) -> Result<Question, Error> {
    let batch = limited(arguments.next()?)?.into_iter();
    let reading = Arc::new(Reading::of(&mut arguments)?);
    let answers = batch.map(move |(id, payload)| {
        let reading = Arc::clone(&reading);
        move |block: &Block| reading.run(&block.state, id.0.into(), payload.0)
    });
    Ok(Question::batch(arguments.optional()?, answers))
}

fn limited(batch: Vec<(H256, Bytes)>) -> Result<Vec<(H256, Bytes)>, Error> {
    if batch.len() > MAX_BATCH {
        let what = format!("Batch size must be lower than {MAX_BATCH}");
        return Err(Error::runtime_data(what));
    }
    Ok(batch)
}

/// A section of a code's WebAssembly, or `null`.
fn custom_section(mut arguments: Arguments) -> Result<Question, Error> {
    let (id, name): (CodeId, String) = (arguments.id()?, arguments.next()?);
    Ok(Question::one(arguments.optional()?, move |block| {
        let code = block.state.codes.get(&id);
        let section = code.and_then(|code| {
            gear_core::code::get_custom_section_data(&code.original, &name).ok().flatten()
        });
        Ok(section.map(hex).unwrap_or_default())
    }))
}

/// The messages to users that a client wants.
#[derive(Default, Deserialize)]
pub struct Filter {
    source: Option<H256>,
    destination: Option<H256>,
    #[serde(default)]
    payload_filters: Vec<Pattern>,
    /// Also messages from this block on.
    pub from_block: Option<u64>,
    /// Only messages of final blocks.
    pub finalized_only: Option<bool>,
}

/// The first item of a subscription to messages.
pub fn no_message() -> Value {
    let zero = [0; 32];
    json!({
        "block": H256::zero(),
        "index": 0,
        "id": zero,
        "source": zero,
        "destination": zero,
        "payload": "0x",
        "value": "0",
        "ack": true,
    })
}

/// The first item of a subscription to programs' changes.
pub fn no_changes() -> Value {
    json!({ "block_hash": H256::zero(), "program_ids": [] })
}

#[derive(Deserialize)]
struct Pattern {
    offset: usize,
    pattern: Bytes,
}

impl Filter {
    /// A block's messages that pass the filter, each with the index of its event.
    pub fn messages(&self, block: &Block) -> Vec<Value> {
        let sent = block.events.messages.iter();
        sent.filter(|(_, message)| self.passes(message))
            .map(|(index, message)| {
                let reply = message.details().map(|details| {
                    let code = details.to_reply_code();
                    json!({
                        "to": details.to_message_id().into_bytes(),
                        "code": hex(&code.to_bytes()),
                        "code_description": code.to_string(),
                    })
                });
                let mut sent = json!({
                    "block": block.hash,
                    "index": index,
                    "id": message.id().into_bytes(),
                    "source": message.source().into_bytes(),
                    "destination": message.destination().into_bytes(),
                    "payload": hex(message.payload_bytes()),
                    "value": message.value().to_string(),
                });
                if let Some(reply) = reply {
                    sent["reply"] = reply;
                }
                sent
            })
            .collect()
    }

    fn passes(&self, message: &UserMessage) -> bool {
        let payload = message.payload_bytes();
        self.source.is_none_or(|id| id.0 == message.source().into_bytes())
            && self.destination.is_none_or(|id| id.0 == message.destination().into_bytes())
            && self.payload_filters.iter().all(|Pattern { offset, pattern }| {
                payload.get(*offset..).is_some_and(|rest| rest.starts_with(pattern))
            })
    }
}

/// The programs whose changes a client wants; all programs if it names none.
pub struct Changes {
    pub of: Option<Vec<H256>>,
}

impl Changes {
    /// The programs that a block changed, if there are any.
    pub fn in_block(&self, block: &Block) -> Vec<Value> {
        let changed = block.events.changed.iter().map(|id| H256(id.into_bytes()));
        let mut changed: BTreeSet<_> = changed.collect();
        changed.retain(|id| self.of.as_ref().is_none_or(|of| of.contains(id)));
        if changed.is_empty() {
            return vec![];
        }
        vec![json!({ "block_hash": block.hash, "program_ids": changed })]
    }
}
