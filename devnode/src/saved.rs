//! A chain in a file.

use crate::{
    block::{Block, First},
    engine::{State, StoredState},
    runtime::Runtime,
};
use anyhow::{Context, anyhow, bail, ensure};
use gsdk::{config::Header, ext::subxt::utils::H256};
use parity_scale_codec::{Decode, DecodeAll, Encode};
use std::{
    fs::{self, File, TryLockError},
    io::Write,
    path::Path,
    sync::Arc,
};

/// The first bytes of such a file: its kind and its version.
const KIND: [u8; 16] = *b"vara-devnode v2\n";

/// The newest block of a chain, with its state. Older blocks are not saved.
#[derive(Encode, Decode)]
pub struct Saved {
    kind: [u8; 16],
    genesis: H256,
    /// How often the runtime was upgraded.
    upgrades: u32,
    hash: H256,
    header: Header,
    state: StoredState,
}

/// Locks the chain's file for one node, for as long as the returned file is open. `None` where the
/// file system knows no locks.
///
/// # Errors
///
/// If another node has locked it: the one that saves last would undo what the other has told. If
/// nothing can be written beside it.
pub fn lock(path: &Path) -> anyhow::Result<Option<File>> {
    let beside = path.with_added_extension("lock");
    let file = File::options().create(true).truncate(false).write(true).open(&beside);
    let file = file.with_context(|| unsaved(path))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => bail!(
            "another node has the chain in {}: end it first, or name another file",
            path.display()
        ),
        Err(TryLockError::Error(error)) => {
            log::warn!("{} can't be locked ({error}): run no second node on it", beside.display());
            Ok(None)
        }
    }
}

impl Saved {
    pub fn of(genesis: H256, block: &Block) -> Self {
        let Block { hash, header, state, runtime, .. } = block;
        let state = StoredState::of(state);
        Self {
            kind: KIND,
            genesis,
            upgrades: runtime.upgrades,
            hash: *hash,
            header: header.clone(),
            state,
        }
    }

    /// The saved block, as the first block that this node has of its chain.
    pub fn into_first(self, runtime: &Arc<Runtime>) -> First {
        let Self { genesis, upgrades, hash, header, state, .. } = self;
        let runtime = &match upgrades {
            0 => Arc::clone(runtime),
            _ => Arc::new(runtime.upgraded(upgrades)),
        };
        let constants = Arc::new(runtime.constants.clone());
        let state = State { constants, ..state.into_state() };
        let block = Block::new(header, vec![], state, runtime);
        First { genesis, block: Block { hash, ..block } }
    }

    /// Reads a saved chain. `None` if there is no such file.
    ///
    /// # Errors
    ///
    /// If the file can't be read, has no chain of this version of the node, or is damaged.
    pub fn read(path: &Path) -> anyhow::Result<Option<Self>> {
        if !path.exists() {
            return Ok(None);
        }
        let bytes = fs::read(path).with_context(|| format!("{} can't be read", path.display()))?;
        ensure!(
            bytes.starts_with(&KIND),
            "{} has no chain of this version of the node",
            path.display()
        );
        // The place of the wrong byte would help nobody.
        let saved = Self::decode_all(&mut &bytes[..]).map_err(|_| {
            anyhow!("{} is damaged: move it away to begin a new chain there", path.display())
        })?;
        Ok(Some(saved))
    }

    /// Writes the chain to a file, completely or not at all.
    ///
    /// # Errors
    ///
    /// If the file can't be written.
    pub fn write(&self, path: &Path) -> anyhow::Result<()> {
        let mut name = path.file_name().context("the state needs a file")?.to_owned();
        name.push(".new");
        let new = path.with_file_name(name);
        let written = fs::File::create(&new)
            .and_then(|mut file| {
                file.write_all(&self.encode())?;
                file.sync_all()
            })
            .and_then(|()| fs::rename(&new, path));
        if written.is_err() {
            // Half a chain is of no use, and the disk may be full.
            let _ = fs::remove_file(&new);
        }
        written.with_context(|| unsaved(path))
    }
}

fn unsaved(path: &Path) -> String {
    format!("the chain can't be saved to {}", path.display())
}
