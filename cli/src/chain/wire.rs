//! The wire to a node. Each request has to be answered within a time, and is repeated while the
//! node only says that it can't right now.

use gprimitives::H256;
use gsdk::{
    Api, Error,
    ext::subxt_rpcs::{
        self, RpcClient, RpcClientT, UserError,
        client::{RawRpcFuture, RawRpcSubscription},
        rpc_params,
    },
};
use serde_json::value::RawValue;
use std::{
    io::{self, ErrorKind},
    time::{Duration, Instant},
};
use tokio::time::{sleep, timeout};

/// The request that hands an extrinsic to a node.
const SUBMIT: &str = "author_submitExtrinsic";
/// How long to repeat requests that the node refuses because there are too many.
const LIMITED: Duration = Duration::from_secs(30);
/// How long to repeat a request that failed inside the node.
const AILING: Duration = Duration::from_secs(2);
/// The pauses in between. Each is twice as long as the one before, up to the last.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LAST_PAUSE: Duration = Duration::from_secs(4);
/// How many times longer an answer may take for what only a development node can do, such as making
/// a hundred thousand blocks.
const DEVELOPMENT: u32 = 30;

// A node's answers if the client asks too much, or too fast: nodes agree on no code.
const TOO_MANY: [i32; 5] = [429, -32005, -32029, -32097, -32999];
/// The codes of a server's own errors begin here, and go down.
const SERVER_ERROR: i32 = -32000;
// Codes in that range for errors that repeating does not help.
const INVALID_REQUEST: i32 = -32600;
pub const NO_SUCH_METHOD: i32 = -32601;
const INVALID_PARAMS: i32 = -32602;
const UNREADABLE: i32 = -32700;

/// Connects to the node at this address. `answer` is the time that each answer may take.
///
/// # Errors
///
/// If no node answers there within that time.
pub async fn connect(url: &str, answer: Duration) -> Result<Api, Error> {
    // The limit on requests does not hold for the handshake.
    let client = match timeout(answer, RpcClient::from_insecure_url(url)).await {
        Ok(connected) => connected?,
        Err(_) => return Err(silence().into()),
    };
    Api::from_rpc_client(RpcClient::new(Wire { client, answer })).await
}

/// The hash of the genesis block of a node's chain, if the node tells it within this time.
pub async fn genesis(url: &str, limit: Duration) -> Option<H256> {
    let asked = async {
        let client = RpcClient::from_insecure_url(url).await.ok()?;
        client.request("chain_getBlockHash", rpc_params![0]).await.ok()
    };
    timeout(limit, asked).await.ok()?
}

struct Wire {
    client: RpcClient,
    answer: Duration,
}

impl RpcClientT for Wire {
    fn request_raw<'a>(
        &'a self,
        method: &'a str,
        params: Option<Box<RawValue>>,
    ) -> RawRpcFuture<'a, Box<RawValue>> {
        Box::pin(self.retry(method, move || self.client.request_raw(method, params.clone())))
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
    async fn retry<'a, T>(
        &self,
        method: &str,
        request: impl Fn() -> RawRpcFuture<'a, T>,
    ) -> Result<T, subxt_rpcs::Error> {
        let answer = match method.starts_with("dev_") {
            true => self.answer * DEVELOPMENT,
            false => self.answer,
        };
        let mut pauses = Pauses::default();
        loop {
            let done = timeout(answer, request()).await.unwrap_or_else(|_| Err(silence()));
            let Err(subxt_rpcs::Error::User(error)) = done else {
                return done;
            };
            // The function that sends an extrinsic repeats it itself, and counts how often.
            let pause = (method != SUBMIT).then(|| pauses.before_retry(error.code)).flatten();
            let Some(pause) = pause else {
                return Err(subxt_rpcs::Error::User(UserError {
                    message: format!("{method}: {}", error.message),
                    ..error
                }));
            };
            sleep(pause).await;
        }
    }
}

/// The pauses before a request is made again.
pub struct Pauses {
    since: Instant,
    next: Duration,
}

impl Default for Pauses {
    fn default() -> Self {
        Self { since: Instant::now(), next: FIRST_PAUSE }
    }
}

impl Pauses {
    /// How long to wait before repeating a request that was answered with this code. `None` if
    /// repeating is of no use.
    pub fn before_retry(&mut self, code: i32) -> Option<Duration> {
        // Clients that one node refused at once shall not all come back at once.
        let pause = self.next.mul_f64(0.5 + rand::random::<f64>() / 2.0);
        self.next = (self.next * 2).min(LAST_PAUSE);
        (self.since.elapsed() + pause <= for_how_long(code)).then_some(pause)
    }
}

/// For how long to repeat a request after this answer.
fn for_how_long(code: i32) -> Duration {
    if TOO_MANY.contains(&code) {
        return LIMITED;
    }
    match is_passing(code) {
        true => AILING,
        false => Duration::ZERO,
    }
}

/// Whether an answer with this code is about the node's state right now, and not about the request.
pub fn is_passing(code: i32) -> bool {
    let is_final = [INVALID_REQUEST, NO_SUCH_METHOD, INVALID_PARAMS, UNREADABLE].contains(&code);
    TOO_MANY.contains(&code) || (code <= SERVER_ERROR && !is_final)
}

fn silence() -> subxt_rpcs::Error {
    let error = io::Error::new(ErrorKind::TimedOut, "it says nothing");
    subxt_rpcs::Error::Client(Box::new(error))
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
}
