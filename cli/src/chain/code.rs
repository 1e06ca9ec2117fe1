//! What the client knows of a program by its code, which nobody can copy under other rules.

use crate::{
    chain::{error::NodeError, link::Link, pace::paced, runtime},
    words::{digits::hex, notices::warn},
};
use anyhow::{Context, Result};
use gprimitives::{ActorId, CodeId};
use gsdk::{
    ext::gear_core::ids::prelude::CodeIdExt,
    gear::{self, runtime_types::gear_core::program::Program},
};
use std::{fmt, time::Duration};
use tokio::time::sleep;

/// The code ids of each release, as `b2sum` lists them: an id, and `version/file`.
const RELEASED: &str = include_str!("../../../releases/CODE_IDS");
/// The file in which a release has a table's code.
const PROGRAM: &str = "rpsls.opt.wasm";
/// The file in which a release has a club's code, from 3.0.0 on.
const CLUB: &str = "rpsls_club.opt.wasm";

/// How often to ask a node again what a program is, and after which time.
const TRIES: u32 = 3;
const ASK_AGAIN: Duration = Duration::from_secs(1);

/// What a code is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// The code of this release.
    Release(&'static str),
    /// The code that this client was built with, if no release has it.
    Development,
    Unknown,
}

impl Code {
    /// What a table's code is.
    pub fn of(id: CodeId) -> Self {
        Self::of_file(id, PROGRAM, own())
    }

    /// What a club's code is.
    pub fn of_club(id: CodeId) -> Self {
        Self::of_file(id, CLUB, own_club())
    }

    fn of_file(id: CodeId, file: &str, own: CodeId) -> Self {
        match release_in(RELEASED, id, file) {
            Some(version) => Self::Release(version),
            None if id == own => Self::Development,
            None => Self::Unknown,
        }
    }

    pub fn release(self) -> Option<&'static str> {
        match self {
            Self::Release(version) => Some(version),
            Self::Development | Self::Unknown => None,
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Release(version) => write!(to, "rpsls {version}"),
            Self::Development => write!(to, "what this rpsls was built with, but no release"),
            Self::Unknown => write!(to, "no release, and not what this rpsls was built with"),
        }
    }
}

/// The id of the table code that this client was built with, and deploys.
pub fn own() -> CodeId {
    CodeId::generate(rpsls::WASM_BINARY_OPT)
}

/// The id of the club code that this client was built with, and deploys.
pub fn own_club() -> CodeId {
    CodeId::generate(rpsls_club::WASM_BINARY_OPT)
}

impl Link {
    /// Whether a program has the metadata with this hash, or what the node says instead.
    ///
    /// A node that can't run a program says the same as one that has none. So the chain's storage
    /// counts: a known code has its metadata, and of any other program the node is asked again.
    pub async fn has_metadata(
        &self,
        program: ActorId,
        hash: [u8; 32],
        of: fn(CodeId) -> Code,
    ) -> Result<Result<bool, NodeError>> {
        let mut left = TRIES;
        loop {
            let why = match self.metahash_of(program).await {
                Ok(Ok(found)) => return Ok(Ok(found == hash)),
                Ok(Err(answer)) => match self.code_of(program).await?.map(of) {
                    Some(Code::Release(_) | Code::Development) => return Ok(Ok(true)),
                    Some(Code::Unknown) if left > 0 => answer.to_string(),
                    _ => return Ok(Err(answer)),
                },
                Err(error) if left > 0 && error.is_passing() => error.to_string(),
                Err(error) => return Err(error.into()),
            };
            left -= 1;
            warn(&why);
            sleep(paced(ASK_AGAIN)).await;
        }
    }

    /// The id of the code of a program that was found to be there. Where a node has none now, that
    /// says nothing about the code.
    pub async fn own_code_of(&self, program: ActorId) -> Result<CodeId> {
        let found = self.code_of(program).await?;
        found.with_context(|| format!("the node has no code of {} now: it is behind", hex(program)))
    }

    /// The id of a program's code, if this program exists.
    pub async fn code_of(&self, program: ActorId) -> Result<Option<CodeId>> {
        let at = self.last_block().await?.hash;
        self.ask(async |api| {
            let found = gear::storage().gear_program().program_storage(program);
            Ok(match runtime::read(api, found, at).await? {
                Some(Program::Active(program)) => Some(program.code_id),
                _ => None,
            })
        })
        .await
        .context("the program's code can't be read")
    }
}

/// The version whose file of this name has this code in a list.
fn release_in(list: &'static str, id: CodeId, wanted: &str) -> Option<&'static str> {
    let id = hex::encode(id);
    list.lines().find_map(|line| {
        let (code, file) = line.split_once("  ")?;
        let (version, file) = file.split_once('/')?;
        (code == id && file == wanted).then_some(version)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_is_known_by_its_program_s_code() {
        const LIST: &str = concat!(
            "0101010101010101010101010101010101010101010101010101010101010101  2.0.0/rpsls.opt.wasm\n",
            "0202020202020202020202020202020202020202020202020202020202020202  2.0.0/other.opt.wasm\n",
        );
        let release = |byte: u8| release_in(LIST, CodeId::from([byte; 32]), PROGRAM);
        assert_eq!(release(1), Some("2.0.0"));
        assert_eq!((release(2), release(3)), (None, None));
    }

    #[test]
    fn what_is_deployed_is_known() {
        assert_ne!(Code::of(own()), Code::Unknown);
        let club = own_club();
        assert_ne!(Code::of_club(club), Code::Unknown);
        assert_eq!((Code::of(club), Code::of_club(own())), (Code::Unknown, Code::Unknown));
        assert_eq!(Code::of(CodeId::from([7; 32])), Code::Unknown);
    }

    #[test]
    fn every_line_of_the_list_is_a_file_of_a_release() {
        for line in RELEASED.lines() {
            let (id, file) = line.split_once("  ").unwrap();
            assert!(id.len() == 64 && file.split('/').count() == 2, "{line}");
        }
    }
}
