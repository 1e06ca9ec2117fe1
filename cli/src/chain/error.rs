//! What goes wrong on a chain, as one closed type.
//!
//! An answer is one of four: yes; *no*, by a program, the runtime or the list of methods; *not now*,
//! which is whatever else a node says; or none, because the connection is *lost*. Only *no* changes
//! what the client believes. The others are tried again for as long as the thing is due.

use crate::{
    chain::wire::{self, brief},
    failure::{Failure, Mark},
};
use anyhow::anyhow;
use gsdk::ext::subxt_rpcs;
use std::fmt;
use thiserror::Error as ThisError;

// A node's answer if it has forgotten a block.
const FORGOTTEN: i32 = 4003;
// What it says by the runtime's code of a block that it does not have, or no longer.
const NO_BLOCK: [&str; 3] = ["unknown Block", "Header was not found", "State already discarded"];

/// Why there is no answer that can be used.
#[derive(Debug)]
pub enum Error {
    /// *No* or *not now*: see [`NodeError::is_no`].
    Node(NodeError),
    /// *Lost*, for longer than the user is patient.
    Network(String),
    /// The node's answer can't be read.
    Unreadable(Unanswered),
    /// *Not now*: the node lacks what the chain has.
    Missing(String),
    /// The chain's runtime lacks something that this client needs.
    Runtime(String),
    /// A block has the extrinsic, and the chain refused it. It has cost its fee.
    Failed(String),
    /// The account can't pay.
    Funds(String),
    /// No pool has the extrinsic, so it costs nothing.
    Unsent(String),
    /// A pool had the extrinsic, and its time is over: no block has it.
    Void(String),
    /// Whether a block has the extrinsic can't be known from this node.
    Unknown(String),
}

impl Error {
    /// Whether the node may give another answer the next time.
    pub fn is_passing(&self) -> bool {
        match self {
            Self::Node(answer) => !answer.is_no(),
            Self::Missing(_) | Self::Unreadable(_) => true,
            _ => false,
        }
    }

    /// The node has not answered in time.
    pub fn silent() -> Self {
        Self::unreadable(wire::silence()).about("the node does not answer in time")
    }

    /// What the node has told can't be read.
    pub fn unreadable(error: impl Into<gsdk::Error>) -> Self {
        Self::Unreadable(error.into().into())
    }

    /// Says what was asked.
    pub fn about(mut self, what: &'static str) -> Self {
        match &mut self {
            Self::Node(NodeError { about, .. }) | Self::Unreadable(Unanswered { about, .. }) => {
                *about = Some(what);
            }
            Self::Missing(why) => *why = format!("{what}: {why}"),
            _ => {}
        }
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Node(answer) => answer.fmt(to),
            Self::Unreadable(why) => why.fmt(to),
            Self::Network(why)
            | Self::Missing(why)
            | Self::Runtime(why)
            | Self::Failed(why)
            | Self::Funds(why)
            | Self::Unsent(why)
            | Self::Void(why)
            | Self::Unknown(why) => why.fmt(to),
        }
    }
}

/// The words of an error become a failure with an exit code where they leave the chain's modules.
impl From<Error> for anyhow::Error {
    fn from(error: Error) -> Self {
        match error {
            Error::Node(answer) => answer.into(),
            Error::Missing(why) => anyhow!(why),
            Error::Unreadable(why) => why.into(),
            Error::Network(why) | Error::Unknown(why) => Failure::Network(why).into(),
            Error::Runtime(why) => Failure::Runtime(why).into(),
            Error::Funds(why) => Failure::Funds(why).into(),
            Error::Failed(why) => Failure::Chain(why).into(),
            Error::Unsent(why) => anyhow!(why).context(Mark::Unsent),
            Error::Void(why) => anyhow::Error::from(Failure::Network(why)).context(Mark::Void),
        }
    }
}

/// A node's answer to a question that it can't answer.
#[derive(Debug, ThisError)]
#[error("{}{}", before(.about), self.reason())]
pub struct NodeError {
    pub code: i32,
    /// What was asked.
    about: Option<&'static str>,
    /// The title, which is often the same for different errors.
    message: String,
    /// The details, if the node gives any.
    data: Option<String>,
}

impl NodeError {
    /// Whether the answer is about what was asked. Any other one is about the node, right now.
    pub fn is_no(&self) -> bool {
        self.is_unknown_method()
            || (self.is_of_runtime() && !NO_BLOCK.iter().any(|words| self.says(words)))
    }

    /// Whether the node's pool refuses an extrinsic.
    fn is_of_pool(&self) -> bool {
        (1000..1100).contains(&self.code)
    }

    /// Whether the node itself may be at fault, and not what was asked: neither a method that it
    /// does not have, nor a program that was run, nor its pool, which refuses an extrinsic.
    pub(super) fn is_of_ailing_node(&self) -> bool {
        let is_of_program = self.is_no() && wire::runs_program(&self.message);
        !(self.is_unknown_method() || is_of_program || self.is_of_pool())
    }

    /// Whether it is none of the answers that a node is known to give. What stands before the node may
    /// have put a code of its own there, such as HTTP's 503.
    pub(super) fn is_odd(&self) -> bool {
        let is_of_chain = self.is_no() || self.is_of_runtime();
        let is_of_node = self.is_forgotten() || self.is_of_pool() || wire::is_passing(self.code);
        !(is_of_chain || is_of_node)
    }

    /// What went wrong, in as much detail as the node gives.
    pub fn reason(&self) -> &str {
        self.data.as_deref().unwrap_or(&self.message)
    }

    /// Whether the chain or a program says this, and not the node itself.
    pub fn is_of_runtime(&self) -> bool {
        self.code == wire::RUNTIME_ERROR
    }

    /// Whether the node no longer has the block that the question was about.
    pub fn is_forgotten(&self) -> bool {
        self.code == FORGOTTEN
    }

    /// Whether the node has no such method.
    pub fn is_unknown_method(&self) -> bool {
        self.code == wire::NO_SUCH_METHOD
    }

    /// Whether the title or the reason contains this.
    pub fn says(&self, what: &str) -> bool {
        self.message.contains(what) || self.reason().contains(what)
    }

    pub(super) fn of(error: &subxt_rpcs::UserError) -> Self {
        let data = error.data.as_ref().map(|data| plain(data.get()));
        let data = data.filter(|data| !data.is_empty());
        Self { code: error.code, about: None, message: error.message.clone(), data }
    }
}

/// The reason why a question has no readable answer.
#[derive(Debug, ThisError)]
#[error("{}{}", before(.about), brief(.error))]
pub struct Unanswered {
    pub error: gsdk::Error,
    /// What was asked.
    about: Option<&'static str>,
}

impl Unanswered {
    /// Whether the data themselves can't be read.
    pub fn is_of_data(&self) -> bool {
        use gsdk::Error::{Codec, Metadata, Subxt};
        matches!(self.error, Subxt(_) | Codec(_) | Metadata(_))
    }
}

impl From<gsdk::Error> for Unanswered {
    fn from(error: gsdk::Error) -> Self {
        Self { error, about: None }
    }
}

fn before(about: &Option<&str>) -> String {
    about.map(|about| format!("{about}: ")).unwrap_or_default()
}

/// JSON as a person reads it: text without its quotes, which nodes put around it twice.
fn plain(json: &str) -> String {
    let text = serde_json::from_str::<String>(json).unwrap_or_else(|_| json.into());
    text.trim().trim_matches('"').into()
}

#[cfg(test)]
pub mod tests {
    use super::*;

    pub fn answer(code: i32, data: Option<&str>) -> NodeError {
        let data = data.map(|data| serde_json::value::RawValue::from_string(data.into()).unwrap());
        NodeError::of(&subxt_rpcs::UserError { code, message: "Runtime error".into(), data })
    }

    #[test]
    fn only_a_program_s_word_and_a_missing_method_are_a_no() {
        for code in [8000, -32601] {
            assert!(answer(code, None).is_no(), "{code}");
        }
        let unknown = "\"Api called for an unknown Block: Header was not found in the database\"";
        assert!(!answer(8000, Some(unknown)).is_no(), "it is about the node's blocks");
        for code in [-32000, -32005, -32009, -32099, -32602, -32603, 1, 429, 1010, 1016, 4003] {
            assert!(!answer(code, None).is_no(), "{code}");
        }
    }

    #[test]
    fn what_neither_a_chain_nor_its_node_says_is_odd() {
        for code in [503, 1, -32600, -32602, -32700] {
            assert!(answer(code, None).is_odd(), "{code}");
        }
        for code in [8000, -32601, 1010, 1016, 4003, 429, -32005, -32603] {
            assert!(!answer(code, None).is_odd(), "{code}");
        }
    }

    #[test]
    fn what_a_node_says_is_its_data_and_only_without_one_the_title() {
        let trap = r#""\"Program terminated with a trap: 'Unable to call a forbidden function'\"""#;
        let plain = "Program terminated with a trap: 'Unable to call a forbidden function'";
        assert_eq!(answer(8000, Some(trap)).to_string(), plain);
        let outdated = r#""Transaction is outdated""#;
        assert_eq!(answer(8000, Some(outdated)).reason(), "Transaction is outdated");
        assert_eq!(answer(8000, Some(r#"{"why":7}"#)).reason(), r#"{"why":7}"#);
        for nothing in [None, Some(r#""""#)] {
            assert_eq!(answer(8000, nothing).reason(), "Runtime error");
        }
    }
}
