//! The wire to a node. Each request goes through here, and has to be answered within a time of its
//! own. It is repeated while the node only says that it can't right now.

use crate::chain::{pace::paced, socket};
use futures::{StreamExt, stream::FuturesUnordered};
use gprimitives::H256;
use gsdk::{
    Api, Error,
    ext::{
        subxt::{self, error::RpcError},
        subxt_rpcs::{
            self, RpcClient, RpcClientT, UserError,
            client::{RawRpcFuture, RawRpcSubscription},
            rpc_params,
        },
    },
};
use serde_json::{Value, value::RawValue};
use std::{
    collections::HashMap,
    io::{self, ErrorKind},
    sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};
use tokio::time::{sleep, timeout};

/// The request that hands an extrinsic to a node.
pub const SUBMIT: &str = "author_submitExtrinsic";
/// A request that each node answers at once.
const PING: &str = "system_health";
/// How long a node may take to answer.
const ANSWER: Duration = Duration::from_secs(10);
/// How long it may take for what makes it read much.
const LONG_ANSWER: Duration = Duration::from_secs(30);
const LONG: [&str; 5] = [
    "state_getMetadata",
    "state_call",
    "state_getKeysPaged",
    "state_queryStorageAt",
    "gear_readStateBatch",
];
/// The methods that run a program begin with this.
const RUNS: &str = "gear_calculate";
/// What only reads the chain begins with one of these. Each node serves it, and no program has a say
/// in it, so that it is never a *no*.
const READS: [&str; 3] = ["chain_", "state_get", "system_account"];
/// What tells of a runtime, and so of its metadata, which are large.
const VERSION: &str = "state_getRuntimeVersion";
const METADATA: &str = "state_getMetadata";
const RUNTIME_CALL: &str = "state_call";
const OF_METADATA: &str = "\"Metadata_";
/// How long a node may take for what only a development node can do, such as making a hundred
/// thousand blocks.
const DEVELOPMENT: Duration = Duration::from_secs(600);
/// How long a node may take to answer a ping.
const PONG: Duration = Duration::from_secs(3);
/// How often a request is made over a connection that answers nothing but pings, if there is no
/// other node.
const DOUBTS: u32 = 4;
/// How long to repeat requests that the node refuses because there are too many, if there is no
/// other node.
const LIMITED: Duration = Duration::from_secs(30);
/// How long to repeat a request that failed inside the node.
const AILING: Duration = Duration::from_secs(2);
/// The pauses in between. Each is twice as long as the one before, up to a block.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LAST_PAUSE: Duration = Duration::from_secs(3);

// A node's answers if the client asks too much, or too fast: nodes agree on no code.
const TOO_MANY: [i32; 5] = [429, -32005, -32029, -32097, -32999];
/// The codes of a server's own errors begin here, and go down.
const SERVER_ERROR: i32 = -32000;
// Codes in that range for errors that repeating does not help.
const INVALID_REQUEST: i32 = -32600;
pub const NO_SUCH_METHOD: i32 = -32601;
const INVALID_PARAMS: i32 = -32602;
const INTERNAL: i32 = -32603;
/// What a node answers if its runtime refuses.
pub const RUNTIME_ERROR: i32 = 8000;
const UNREADABLE: i32 = -32700;

/// What a connection may take.
#[derive(Clone, Copy)]
pub struct Limits {
    /// The most that any answer may take.
    pub answer: Duration,
    /// Whether another node can be asked in this one's place.
    pub has_others: bool,
}

impl Limits {
    /// How long the answer to this request may take.
    fn of(self, method: &str) -> Duration {
        match method {
            _ if method.starts_with("dev_") => DEVELOPMENT,
            _ if LONG.contains(&method) || runs_program(method) => {
                paced(LONG_ANSWER).min(self.answer)
            }
            _ => paced(ANSWER).min(self.answer),
        }
    }
}

/// What nodes have told of the runtime of a chain: hundreds of kilobytes, which a slow network does
/// not bring again after each loss of the connection.
#[derive(Clone, Default)]
pub struct Runtime(Arc<Mutex<Told>>);

#[derive(Default)]
struct Told {
    /// The version that it is of.
    version: String,
    /// The answers, by request.
    answers: HashMap<String, Box<RawValue>>,
}

impl Runtime {
    /// What was told of this version.
    fn of(&self, version: &str) -> MutexGuard<'_, Told> {
        let mut told = self.0.lock().expect("nothing panics that has it");
        if told.version != version {
            *told = Told { version: version.into(), answers: HashMap::new() };
        }
        told
    }

    fn forget(&self) {
        *self.0.lock().expect("nothing panics that has it") = Told::default();
    }
}

/// Connects to the node at this address. Asks it nothing of the runtime that is known.
///
/// # Errors
///
/// If no node answers there.
pub async fn connect(url: &str, limits: Limits, runtime: &Runtime) -> Result<Api, Error> {
    // The limit on requests does not hold for the handshake.
    let client = match timeout(limits.of(PING), socket::open(url)).await {
        Ok(connected) => connected?,
        Err(_) => return Err(silence().into()),
    };
    let wire = Wire { client, limits, runtime: runtime.clone() };
    let connected = Api::from_rpc_client(RpcClient::new(wire)).await;
    if connected.is_err() {
        // What was told may be why.
        runtime.forget();
    }
    connected
}

/// The hash of the genesis block of a node's chain, if the node tells it within this time.
pub async fn genesis(url: &str, limit: Duration) -> Option<H256> {
    let asked = async {
        let client = socket::open(url).await.ok()?;
        client.request("chain_getBlockHash", rpc_params![0]).await.ok()
    };
    timeout(limit, asked).await.ok()?
}

/// How far a node of a chain is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Standing {
    /// The number of the last final block.
    pub last: u32,
    /// The number of the newest block.
    pub newest: u32,
}

/// How far a node is, if it is of the chain with this genesis block and tells within this time.
pub async fn standing(url: &str, genesis: H256, limit: Duration) -> Option<Standing> {
    let asked = async {
        let client = socket::open(url).await.ok()?;
        let first: H256 = client.request("chain_getBlockHash", rpc_params![0]).await.ok()?;
        let last: H256 = client.request("chain_getFinalizedHead", rpc_params![]).await.ok()?;
        let last: Value = client.request("chain_getHeader", rpc_params![last]).await.ok()?;
        let newest: Value = client.request("chain_getHeader", rpc_params![]).await.ok()?;
        let number = |header: &Value| {
            let digits = header["number"].as_str()?.strip_prefix("0x")?;
            u32::from_str_radix(digits, 16).ok()
        };
        let standing = Standing { last: number(&last)?, newest: number(&newest)? };
        (first == genesis).then_some(standing)
    };
    timeout(limit, asked).await.ok()?
}

/// Why a node may not have an extrinsic.
pub enum NotTaken {
    /// It can't have it: it was not reached, or is of another chain.
    Unasked,
    /// It was asked to take it, and has not answered.
    Unanswered,
    Refused(UserError),
}

/// Hands an extrinsic to a node of the chain with this genesis block.
///
/// # Errors
///
/// If the node has not said that it takes it.
pub async fn hand_in(url: &str, genesis: H256, bytes: &[u8]) -> Result<(), NotTaken> {
    let is_asked = AtomicBool::new(false);
    let asked = async {
        let client = socket::open(url).await.map_err(|_| NotTaken::Unasked)?;
        let first: Result<H256, _> = client.request("chain_getBlockHash", rpc_params![0]).await;
        if first.ok() != Some(genesis) {
            return Err(NotTaken::Unasked);
        }
        let text = format!("0x{}", hex::encode(bytes));
        is_asked.store(true, Relaxed);
        match client.request::<Value>(SUBMIT, rpc_params![text]).await {
            Ok(_) => Ok(()),
            Err(subxt_rpcs::Error::User(answer)) => Err(NotTaken::Refused(answer)),
            Err(_) => Err(NotTaken::Unanswered),
        }
    };
    match timeout(paced(ANSWER), asked).await {
        Ok(done) => done,
        Err(_) if is_asked.load(Relaxed) => Err(NotTaken::Unanswered),
        Err(_) => Err(NotTaken::Unasked),
    }
}

struct Wire {
    client: RpcClient,
    limits: Limits,
    runtime: Runtime,
}

impl RpcClientT for Wire {
    fn request_raw<'a>(
        &'a self,
        method: &'a str,
        params: Option<Box<RawValue>>,
    ) -> RawRpcFuture<'a, Box<RawValue>> {
        Box::pin(async move {
            if !is_of_metadata(method, params.as_deref()) {
                return self.asked(method, params).await;
            }
            let version = self.asked(VERSION, None).await?;
            let request = key_of(method, params.as_deref());
            if let Some(known) = self.runtime.of(version.get()).answers.get(&request) {
                return Ok(known.clone());
            }
            let answer = self.asked(method, params).await?;
            self.runtime.of(version.get()).answers.insert(request, answer.clone());
            Ok(answer)
        })
    }

    fn subscribe_raw<'a>(
        &'a self,
        sub: &'a str,
        params: Option<Box<RawValue>>,
        unsub: &'a str,
    ) -> RawRpcFuture<'a, RawRpcSubscription> {
        Box::pin(self.retry(sub, move || self.client.subscribe_raw(sub, params.clone(), unsub)))
    }
}

impl Wire {
    async fn asked(
        &self,
        method: &str,
        params: Option<Box<RawValue>>,
    ) -> Result<Box<RawValue>, subxt_rpcs::Error> {
        self.retry(method, || self.client.request_raw(method, params.clone())).await
    }

    async fn retry<'a, T>(
        &self,
        method: &str,
        request: impl Fn() -> RawRpcFuture<'a, T>,
    ) -> Result<T, subxt_rpcs::Error> {
        let mut pauses = Pauses::default();
        let most = if self.limits.has_others { AILING } else { LIMITED };
        loop {
            let done = self.answered(method, &request).await;
            let Err(subxt_rpcs::Error::User(mut error)) = done else {
                return done;
            };
            if is_of_program(error.code) && READS.iter().any(|read| method.starts_with(read)) {
                error.code = INTERNAL;
            }
            // The function that sends an extrinsic repeats it itself.
            let pause = (method != SUBMIT).then(|| pauses.before_retry(error.code, most)).flatten();
            let Some(pause) = pause else {
                return Err(subxt_rpcs::Error::User(UserError {
                    message: format!("{method}: {}", error.message),
                    ..error
                }));
            };
            sleep(pause).await;
        }
    }

    /// The answer to a request, in time. Past it the connection is in doubt. If it still answers a
    /// ping, the request is made once more, and the first answer counts.
    ///
    /// # Errors
    ///
    /// As of a lost connection if it answers no ping, or nothing but pings.
    async fn answered<'a, T>(
        &self,
        method: &str,
        request: impl Fn() -> RawRpcFuture<'a, T>,
    ) -> Result<T, subxt_rpcs::Error> {
        let limit = self.limits.of(method);
        let mut asked = FuturesUnordered::from_iter([request()]);
        for left in (0..if self.limits.has_others { 2 } else { DOUBTS }).rev() {
            if let Ok(Some(done)) = timeout(limit, asked.next()).await {
                return done;
            }
            if left == 0 {
                break;
            }
            tokio::select! {
                Some(done) = asked.next() => return done,
                is_there = self.answers_ping() => match is_there {
                    true => asked.push(request()),
                    false => break,
                },
            }
        }
        Err(silence())
    }

    /// Whether the node answers anything.
    async fn answers_ping(&self) -> bool {
        let answer = timeout(paced(PONG), self.client.request_raw(PING, None)).await;
        matches!(answer, Ok(Ok(_) | Err(subxt_rpcs::Error::User(_))))
    }
}

/// The pauses before a request is made again.
struct Pauses {
    since: Instant,
    next: Duration,
}

impl Default for Pauses {
    fn default() -> Self {
        Self { since: Instant::now(), next: FIRST_PAUSE }
    }
}

impl Pauses {
    /// How long to wait before repeating a request that was answered with this code, for this long
    /// at most. `None` if repeating is of no use.
    fn before_retry(&mut self, code: i32, most: Duration) -> Option<Duration> {
        // Clients that one node refused at once shall not all come back at once.
        let pause = paced(self.next).mul_f64(0.5 + rand::random::<f64>() / 2.0);
        self.next = (self.next * 2).min(LAST_PAUSE);
        (self.since.elapsed() + pause <= paced(for_how_long(code).min(most))).then_some(pause)
    }
}

/// For how long to repeat a request after this answer.
fn for_how_long(code: i32) -> Duration {
    if is_limit(code) {
        return LIMITED;
    }
    match is_passing(code) {
        true => AILING,
        false => Duration::ZERO,
    }
}

/// Whether this request, or an error that begins with it, is for running a program.
pub(super) fn runs_program(method: &str) -> bool {
    method.starts_with(RUNS)
}

/// Whether a program, its runtime or the list of methods may say this.
fn is_of_program(code: i32) -> bool {
    matches!(code, NO_SUCH_METHOD | RUNTIME_ERROR)
}

/// Whether a request is for what hardly changes while a runtime does not.
fn is_of_metadata(method: &str, params: Option<&RawValue>) -> bool {
    let is_of = |params: &RawValue| params.get().contains(OF_METADATA);
    method == METADATA || (method == RUNTIME_CALL && params.is_some_and(is_of))
}

/// What tells requests of metadata apart: all but the block, as of which they are.
fn key_of(method: &str, params: Option<&RawValue>) -> String {
    let params = params.and_then(|params| serde_json::from_str::<Vec<Value>>(params.get()).ok());
    let params = params.filter(|_| method == RUNTIME_CALL).unwrap_or_default();
    format!("{method} {:?}", params.iter().take(2).collect::<Vec<_>>())
}

/// Whether the node did not look at the request, because there are too many.
pub fn is_limit(code: i32) -> bool {
    TOO_MANY.contains(&code)
}

/// Whether an answer with this code is about the node's state right now, and not about the request,
/// which is then repeated here.
pub(super) fn is_passing(code: i32) -> bool {
    let is_final = [INVALID_REQUEST, NO_SUCH_METHOD, INVALID_PARAMS, UNREADABLE].contains(&code);
    is_limit(code) || (code <= SERVER_ERROR && !is_final)
}

pub(super) fn silence() -> subxt_rpcs::Error {
    let error = io::Error::new(ErrorKind::TimedOut, "it says nothing");
    subxt_rpcs::Error::Client(Box::new(error))
}

/// The error between client and node, if this is one.
pub(super) fn rpc_of(error: &Error) -> Option<&subxt_rpcs::Error> {
    match error {
        Error::SubxtRpc(error) => Some(error),
        Error::Subxt(error) => match &**error {
            subxt::Error::Rpc(RpcError::ClientError(error)) => Some(error),
            _ => None,
        },
        _ => None,
    }
}

/// Whether the connection failed, and not the node's answer.
pub(super) fn is_lost(error: &Error) -> bool {
    match error {
        Error::SubscriptionDied | Error::ClientError(_) | Error::Io(_) => true,
        Error::SubxtRpc(error) => is_rpc_lost(error),
        Error::Subxt(error) => match &**error {
            subxt::Error::Rpc(RpcError::ClientError(error)) => is_rpc_lost(error),
            subxt::Error::Rpc(RpcError::SubscriptionDropped) | subxt::Error::Io(_) => true,
            _ => false,
        },
        _ => false,
    }
}

fn is_rpc_lost(error: &subxt_rpcs::Error) -> bool {
    matches!(error, subxt_rpcs::Error::Client(_) | subxt_rpcs::Error::DisconnectedWillReconnect(_))
}

/// The innermost reason of an error.
pub(super) fn brief(error: &Error) -> String {
    // The errors around it show the same text, and give no source.
    let mut reason = rpc_of(error).map_or(error as &dyn std::error::Error, |rpc| rpc);
    loop {
        reason = match (reason.downcast_ref(), reason.source()) {
            // This error does not return its cause as a source.
            (Some(subxt_rpcs::Error::Client(source)), _) => &**source,
            (_, Some(source)) => source,
            (_, None) => break,
        };
    }
    let reason = reason.to_string();
    // The user has to restart nothing: the client connects again itself. Either side may have ended
    // the connection, for what the other one said.
    match reason.contains("restart required") {
        true => "the connection is closed".into(),
        false => reason,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_may_go_better_the_next_time_is_asked_again() {
        for code in [429, -32005, -32999, -32000, -32603] {
            assert!(is_passing(code), "{code}");
        }
        for code in [1010, 1012, 4003, 8000, 9000, -32601, -32602] {
            assert!(!is_passing(code), "{code}");
        }
    }

    #[test]
    fn each_request_has_a_deadline_and_what_reads_much_a_later_one() {
        let limits = Limits { answer: LONG_ANSWER, has_others: false };
        let seconds = |limits: Limits, method| limits.of(method).as_secs();
        assert_eq!(seconds(limits, "chain_getHeader"), 10);
        assert_eq!(seconds(limits, "a method that is new here"), 10);
        assert_eq!(seconds(limits, "state_getMetadata"), 30);
        let hasty = Limits { answer: Duration::from_secs(2), ..limits };
        assert_eq!((seconds(hasty, "state_call"), seconds(hasty, SUBMIT)), (2, 2));
        assert_eq!(seconds(hasty, "dev_advanceBlocks"), 600);
    }
}
