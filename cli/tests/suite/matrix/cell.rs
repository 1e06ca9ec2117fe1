//! One cell of the matrix: what a node does to which request, at which step of the game.

use super::blocks::{BEHIND, BLOCK_TIME, Blocks};
use crate::{
    filter::{Rules, Verdict},
    world::SUBMIT,
};
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    fmt, fs,
    path::PathBuf,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
};

/// How many blocks the faults are there that last, and by how many a late answer is late: 30 s.
const A_WHILE: u32 = 10;

/// How far a game has come, by what its player was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// The client connects, looks at the table, and says what a seat costs.
    Offer,
    /// It pays the bet.
    Seat,
    /// It waits for the rival.
    Waiting,
    /// The rival is there: it shows the move.
    Reveal,
    /// It waits for the rival's move, and for the end.
    Result,
}

impl Step {
    pub const ALL: [Self; 5] = [Self::Offer, Self::Seat, Self::Waiting, Self::Reveal, Self::Result];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// One request is never answered.
    Silent,
    /// One answer comes 30 s of the chain's time later.
    Late,
    /// One answer is an error.
    Error,
    /// All answers are errors for 30 s of the chain's time.
    Busy,
    /// The connection ends once the node has the request.
    Closed,
    /// For 30 s of the chain's time, the node that answers is ten blocks behind.
    Behind,
}

impl Fault {
    pub const ALL: [Self; 6] =
        [Self::Silent, Self::Late, Self::Error, Self::Busy, Self::Closed, Self::Behind];

    fn lasts(self) -> bool {
        matches!(self, Self::Busy | Self::Behind)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    pub method: String,
    pub fault: Fault,
    pub step: Step,
}

/// As `FAULT` names it.
impl fmt::Display for Cell {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { method, fault, step } = self;
        write!(to, "{method}/{fault:?}/{step:?}")
    }
}

/// The node as the player's client meets it: with these faults, one after another.
pub struct Trial {
    /// What the client has written so far.
    transcript: PathBuf,
    blocks: Arc<Blocks>,
    /// Whether the chain has the player's seat.
    pub is_seated: AtomicBool,
    pub is_rival_in: AtomicBool,
    plan: Mutex<Vec<Planned>>,
    /// The requests of each step.
    pub asked: Mutex<BTreeSet<(Step, String)>>,
}

struct Planned {
    cell: Cell,
    /// The block in which the fault came first.
    since: Option<u32>,
}

impl Trial {
    pub fn new(transcript: PathBuf, blocks: Arc<Blocks>, cells: &[Cell]) -> Self {
        let plan = cells.iter().map(|cell| Planned { cell: cell.clone(), since: None }).collect();
        Self {
            transcript,
            blocks,
            is_seated: AtomicBool::default(),
            is_rival_in: AtomicBool::default(),
            plan: Mutex::new(plan),
            asked: Mutex::default(),
        }
    }

    /// Whether a fault of this step or an earlier one has still to come.
    pub fn waits_at(&self, step: Step) -> bool {
        let plan = self.plan.lock().unwrap();
        plan.iter().any(|planned| planned.since.is_none() && planned.cell.step <= step)
    }

    /// Whether no fault is to come.
    pub fn is_plain(&self) -> bool {
        self.plan.lock().unwrap().is_empty()
    }

    /// The faults that did not come.
    pub fn missing(&self) -> Vec<Cell> {
        let plan = self.plan.lock().unwrap();
        let missing = plan.iter().filter(|planned| planned.since.is_none());
        missing.map(|planned| planned.cell.clone()).collect()
    }

    /// The step that the client has come to, by its own words.
    pub fn step(&self) -> Step {
        let said = fs::read_to_string(&self.transcript).unwrap_or_default();
        let has = |step: &str| said.contains(&format!("\"step\":\"{step}\""));
        match () {
            () if has("reveal") => Step::Result,
            () if self.is_rival_in.load(SeqCst) => Step::Reveal,
            () if self.is_seated.load(SeqCst) || has("register") => Step::Waiting,
            () if has("offer") => Step::Seat,
            () => Step::Offer,
        }
    }

    fn verdict(&self, fault: Fault, method: &str, params: &Value) -> Option<Verdict> {
        let error = |code, message| Verdict::Refuse { code, message, data: "" };
        Some(match fault {
            Fault::Silent => Verdict::Ignore,
            Fault::Late => Verdict::AnswerLater(BLOCK_TIME * A_WHILE),
            Fault::Error => error(-32603, "Internal error"),
            Fault::Busy => error(-32000, "Server is busy"),
            Fault::Closed => Verdict::AskAndDrop,
            Fault::Behind => return behind(&self.blocks, method, params),
        })
    }
}

impl Rules for Trial {
    fn asked(&self, method: &str, params: &Value) -> Verdict {
        let step = self.step();
        self.asked.lock().unwrap().insert((step, method.to_owned()));
        let now = self.blocks.best().0;
        let mut plan = self.plan.lock().unwrap();
        for Planned { cell, since } in
            plan.iter_mut().filter(|planned| planned.cell.method == method)
        {
            let is_due = match since {
                None => cell.step == step,
                Some(since) => cell.fault.lasts() && now <= *since + A_WHILE,
            };
            if is_due && let Some(verdict) = self.verdict(cell.fault, method, params) {
                since.get_or_insert(now);
                return verdict;
            }
        }
        Verdict::Pass
    }

    fn answered(&self, method: &str, _: &Value, result: &mut Value) {
        // A node that is behind does not know the account's last message.
        let now = self.blocks.best().0;
        let is_behind = method == NONCE
            && self.plan.lock().unwrap().iter().any(|Planned { cell, since }| {
                let is_due = cell.method == method && cell.fault == Fault::Behind;
                is_due && since.is_some_and(|since| now <= since + A_WHILE)
            });
        if is_behind && let Some(nonce) = result.as_u64() {
            *result = json!(nonce.saturating_sub(1));
        }
    }
}

/// Where each method takes the block that it asks about, if it takes one.
const BLOCK_PARAMETER: [(&str, usize); 12] = [
    ("chain_getBlock", 0),
    ("chain_getHeader", 0),
    ("gear_calculateHandleGas", 5),
    ("gear_calculateReplyForHandle", 5),
    ("gear_readMetahash", 1),
    ("gear_readState", 2),
    ("state_call", 2),
    ("state_getKeysPaged", 3),
    ("state_getMetadata", 0),
    ("state_getRuntimeVersion", 0),
    ("state_getStorage", 1),
    ("state_queryStorageAt", 1),
];
const NONCE: &str = "system_accountNextIndex";

/// Whether it makes a difference to this request if the node is behind.
pub fn can_be_behind(method: &str) -> bool {
    let others = ["chain_getBlockHash", "chain_getFinalizedHead", NONCE, SUBMIT];
    others.contains(&method) || BLOCK_PARAMETER.iter().any(|(name, _)| *name == method)
}

/// What a node answers that is ten blocks behind. `None` if it is what all answer.
fn behind(blocks: &Blocks, method: &str, params: &Value) -> Option<Verdict> {
    match method {
        // The block in view of which it is signed is not there yet.
        SUBMIT => Some(Verdict::Refuse {
            code: 1010,
            message: "Invalid Transaction",
            data: "\"Transaction has a bad signature\"",
        }),
        NONCE => Some(Verdict::Pass),
        _ => {
            let known = (blocks.best().0 - BEHIND, blocks.last().0 - BEHIND);
            as_of(blocks, known, method, params)
        }
    }
}

/// What a node answers whose best and final blocks are these. `None` if it is what all answer.
pub fn as_of(
    blocks: &Blocks,
    (best, last): (u32, u32),
    method: &str,
    params: &Value,
) -> Option<Verdict> {
    let no_block = json!(format!("0x{}", "de".repeat(32)));
    match method {
        "chain_getFinalizedHead" => return Some(Verdict::Answer(json!(blocks.hash(last)?))),
        "chain_getBlockHash" => {
            return match params[0].as_u64() {
                Some(number) => (number > best.into()).then_some(Verdict::Answer(Value::Null)),
                None => Some(Verdict::Answer(json!(blocks.hash(best)?))),
            };
        }
        _ => {}
    }
    let (_, at) = BLOCK_PARAMETER.iter().find(|(name, _)| *name == method)?;
    let mut params = params.as_array().cloned().unwrap_or_default();
    params.resize(params.len().max(at + 1), Value::Null);
    params[*at] = match params[*at].as_str() {
        None => json!(blocks.hash(best)?),
        Some(hash) if blocks.number(hash)? > best => no_block,
        Some(_) => return None,
    };
    Some(Verdict::AskWith(params.into()))
}
