//! A new chain: its accounts and its first block.

use crate::{
    block::{Block, First},
    engine::{BANK, State, TREASURY},
    runtime::Runtime,
};
use anyhow::anyhow;
use core_processor::configs::BlockInfo;
use gear_core::ids::ActorId;
use gsdk::{
    AccountKeyring,
    config::Header,
    ext::{
        sp_core::{Pair, blake2_256, sr25519},
        subxt::{config::substrate::Digest, utils::H256},
    },
};
use parity_scale_codec::Encode;
use std::{
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

/// One VARA in the smallest unit.
pub const VARA: u128 = 1_000_000_000_000;

/// The named accounts that are rich on each new chain.
const NAMED: [AccountKeyring; 6] = [
    AccountKeyring::Alice,
    AccountKeyring::Bob,
    AccountKeyring::Charlie,
    AccountKeyring::Dave,
    AccountKeyring::Eve,
    AccountKeyring::Ferdie,
];

/// How a chain begins, if it is not read from a file.
#[derive(Clone, Debug)]
pub struct Genesis {
    /// How many accounts are rich besides //Alice, //Bob, //Charlie, //Dave, //Eve and //Ferdie.
    /// They are //1, //2 and so on.
    pub accounts: u32,
    /// The secret phrase that the numbered accounts are derived from. `None` stands for the
    /// well-known development phrase.
    pub mnemonic: Option<String>,
    /// The balance of each rich account, in the smallest unit.
    pub balance: u128,
    /// The first block's time, in ms since 1970. With a time, the chain begins with the same hash
    /// each time, and the same actions give the same ids. Without one, it begins now, with a hash
    /// of its own.
    pub time: Option<u64>,
}

impl Default for Genesis {
    fn default() -> Self {
        Self { accounts: 0, mnemonic: None, balance: 1_000_000 * VARA, time: None }
    }
}

/// An account that is rich when the chain begins.
#[derive(Clone)]
pub struct Rich {
    /// The secret that its key is derived from, such as `//Alice`.
    pub secret: String,
    pub id: ActorId,
}

impl Genesis {
    /// The accounts that are rich when the chain begins.
    ///
    /// # Errors
    ///
    /// If the mnemonic is no secret phrase.
    pub fn rich(&self) -> anyhow::Result<Vec<Rich>> {
        let named =
            NAMED.map(|name| Rich { secret: name.to_seed(), id: name.to_raw_public().into() });
        let phrase = self.mnemonic.as_deref().unwrap_or_default();
        let numbered = (1..=self.accounts).map(|number| {
            let secret = format!("{phrase}//{number}");
            let pair = sr25519::Pair::from_string(&secret, None)
                .map_err(|error| anyhow!("the mnemonic is no secret phrase: {error:?}"))?;
            Ok(Rich { secret, id: pair.public().0.into() })
        });
        named.into_iter().map(Ok).chain(numbered).collect()
    }

    /// The first block, in which these accounts are rich.
    pub fn first(&self, rich: &[Rich], runtime: &Arc<Runtime>) -> First {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let timestamp =
            self.time.unwrap_or_else(|| u64::try_from(now.as_millis()).unwrap_or_default());
        let block = BlockInfo { height: 0, timestamp };
        let constants = Arc::new(runtime.constants.clone());
        let deposit = constants.existential_deposit;
        let mut state = State { block, constants, ..State::default() };
        for Rich { id, .. } in rich {
            state.mint(*id, self.balance);
        }
        state.mint(BANK, deposit);
        state.mint(TREASURY, deposit);
        // Clients keep their data by the genesis hash. A restarted node has lost its chain, so
        // its hash must be new. A fixed time asks for the same hash.
        let accounts: Vec<_> = rich.iter().map(|rich| rich.id).collect();
        let seed = match self.time {
            Some(time) => (time, self.balance, accounts).encode(),
            None => (now.as_nanos(), std::process::id()).encode(),
        };
        let header = Header {
            parent_hash: H256::zero(),
            number: 0,
            state_root: H256(blake2_256(&seed)),
            extrinsics_root: H256(blake2_256(&[])),
            digest: Digest::default(),
        };
        let block = Block::new(header, vec![], state, runtime);
        First { genesis: block.hash, block }
    }
}
