//! Errors with the codes that a Substrate node gives.

use super::MAX_RESPONSE;
use crate::{chain::Refusal, handle::Failed, pool::Rejection};
use gsdk::ext::{
    sp_runtime::transaction_validity::{InvalidTransaction, TransactionValidityError},
    subxt::utils::H256,
};
use jsonrpsee::types::{
    ErrorObjectOwned,
    error::{
        INTERNAL_ERROR_CODE, INVALID_PARAMS_CODE, INVALID_PARAMS_MSG, METHOD_NOT_FOUND_CODE,
        OVERSIZED_RESPONSE_CODE, OVERSIZED_RESPONSE_MSG,
    },
};
use serde_json::Value;
use std::fmt;

const BAD_FORMAT: i32 = 1001;
const INVALID_TRANSACTION: i32 = 1010;
const ALREADY_IMPORTED: i32 = 1013;
const TOO_LOW_PRIORITY: i32 = 1014;
const IMMEDIATELY_DROPPED: i32 = 1016;
const UNKNOWN_BLOCK: i32 = 4003;
const CALL_FAILED: i32 = 4003;
const RUNTIME_ERROR: i32 = 8000;
const NOT_PINNED: i32 = -32801;

/// The most characters of a request that an error repeats.
const MAX_REPEATED: usize = 300;

fn shortened(words: &str) -> String {
    match words.char_indices().nth(MAX_REPEATED) {
        Some((end, _)) => format!("{}…", &words[..end]),
        None => words.to_owned(),
    }
}

/// An error for a client.
#[derive(Debug)]
pub struct Error(ErrorObjectOwned);

impl Error {
    fn new(code: i32, message: impl Into<String>, data: Option<String>) -> Self {
        Self(ErrorObjectOwned::owned(code, message, data.map(Value::String)))
    }

    /// Something in a request is wrong. Repeats only a short part of the request.
    pub fn invalid_params(what: &str) -> Self {
        Self::new(INVALID_PARAMS_CODE, INVALID_PARAMS_MSG, Some(shortened(what)))
    }

    /// The answer would be longer than the limit.
    pub fn too_long() -> Self {
        let limit = format!("Exceeded max limit of {MAX_RESPONSE}");
        Self::new(OVERSIZED_RESPONSE_CODE, OVERSIZED_RESPONSE_MSG, Some(limit))
    }

    /// The node does not know the block, or has forgotten it.
    pub fn unknown_block(hash: H256) -> Self {
        Self::new(UNKNOWN_BLOCK, format!("Client error: UnknownBlock: {}", not_found(hash)), None)
    }

    /// The node does not know the block whose runtime the request asks.
    pub fn runtime_of_unknown_block(hash: H256) -> Self {
        let message = format!("Api called for an unknown Block: {}", not_found(hash));
        Self::new(RUNTIME_ERROR, message, None)
    }

    /// The subscription does not keep the block.
    pub fn not_pinned() -> Self {
        Self::new(NOT_PINNED, "Invalid block hash", None)
    }

    /// This node does not serve this call into the runtime.
    pub fn unknown_call(name: &str) -> Self {
        let message = format!(
            "Client error: Execution failed: the development node does not serve the runtime's {name}"
        );
        Self::new(CALL_FAILED, message, None)
    }

    /// What a program or the runtime said, in quotation marks as on a Gear node.
    pub fn runtime(what: &str) -> Self {
        Self::new(RUNTIME_ERROR, "Runtime error", Some(format!("{what:?}")))
    }

    /// The node's own words about a request that never reached the runtime.
    pub fn runtime_data(what: String) -> Self {
        Self::new(RUNTIME_ERROR, "Runtime error", Some(what))
    }

    pub fn method_not_found(name: &str) -> Self {
        let name = &shortened(name);
        let message = format!("Method not found: the development node does not serve {name}");
        Self::new(METHOD_NOT_FOUND_CODE, message, Some(name.clone()))
    }
}

fn not_found(hash: H256) -> String {
    format!("Header was not found in the database: {hash:?}")
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.message())
    }
}

impl From<Error> for ErrorObjectOwned {
    fn from(error: Error) -> Self {
        error.0
    }
}

impl From<ErrorObjectOwned> for Error {
    fn from(error: ErrorObjectOwned) -> Self {
        Self(error)
    }
}

impl From<Failed> for Error {
    fn from(error: Failed) -> Self {
        Self::new(INTERNAL_ERROR_CODE, error.to_string(), None)
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Malformed(what) => {
                Self::new(BAD_FORMAT, format!("Extrinsic has invalid format: {what}"), None)
            }
            Refusal::Invalid(reason) => {
                let words: &str = TransactionValidityError::from(reason).into();
                let code = match reason {
                    InvalidTransaction::Custom(code) => format!("Custom error: {code}"),
                    _ => words.to_owned(),
                };
                Self::new(INVALID_TRANSACTION, "Invalid Transaction", Some(code))
            }
            Refusal::Rejected(Rejection::Imported) => {
                Self::new(ALREADY_IMPORTED, "Transaction Already Imported", None)
            }
            Refusal::Rejected(Rejection::TooLow { old, new }) => Self::new(
                TOO_LOW_PRIORITY,
                format!("Priority is too low: ({old} vs {new})"),
                Some(
                    "The transaction has too low priority to replace another transaction already in \
                     the pool."
                        .to_owned(),
                ),
            ),
            Refusal::Rejected(Rejection::Full) => Self::new(
                IMMEDIATELY_DROPPED,
                "Immediately Dropped",
                Some("The transaction couldn't enter the pool because of the limit.".to_owned()),
            ),
        }
    }
}
