//! A chain in a file.

use crate::{
    chain::{Block, First},
    engine::{State, StoredState},
    runtime::Runtime,
};
use anyhow::{Context, ensure};
use gsdk::{config::Header, ext::subxt::utils::H256};
use parity_scale_codec::{Decode, DecodeAll, Encode};
use std::{fs, io::Write, path::Path, sync::Arc};

/// What such a file begins with: its kind, and which version of it.
const KIND: [u8; 16] = *b"vara-devnode v1\n";

/// The newest block of a chain, with its state. Older ones are not saved.
#[derive(Encode, Decode)]
pub struct Saved {
    kind: [u8; 16],
    genesis: H256,
    hash: H256,
    header: Header,
    state: StoredState,
}

impl Saved {
    pub fn of(genesis: H256, block: &Block) -> Self {
        let Block { hash, header, state, .. } = block;
        let state = StoredState::of(state);
        Self { kind: KIND, genesis, hash: *hash, header: header.clone(), state }
    }

    /// The block, as the first that is known of its chain.
    pub fn into_first(self, runtime: &Arc<Runtime>) -> First {
        let Self { genesis, hash, header, state, .. } = self;
        let constants = Arc::new(runtime.constants.clone());
        let state = State { constants, ..state.into_state() };
        First { genesis, block: Block::first(hash, header, state, runtime) }
    }

    /// Reads a chain that was saved, if there is one.
    ///
    /// # Errors
    ///
    /// If the file can't be read, or is none of this node's.
    pub fn read(path: &Path) -> anyhow::Result<Option<Self>> {
        if !path.exists() {
            return Ok(None);
        }
        let bytes = fs::read(path).with_context(|| format!("{} can't be read", path.display()))?;
        let what = || format!("{} has no chain of this version of the node", path.display());
        ensure!(bytes.starts_with(&KIND), what());
        Self::decode_all(&mut &bytes[..]).with_context(what).map(Some)
    }

    /// Writes it, all or nothing.
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
        written.with_context(|| format!("the chain can't be saved to {}", path.display()))
    }
}
