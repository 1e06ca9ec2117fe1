//! Signed extrinsics: what they say, and whether a block may have them.

use crate::{
    engine::{Call, weight},
    runtime::Runtime,
};
use gear_core::ids::ActorId;
use gsdk::ext::{
    sp_core::blake2_256,
    sp_runtime::{
        AccountId32, MultiSignature, generic::Era, traits::Verify,
        transaction_validity::InvalidTransaction,
    },
    subxt::utils::{AccountId32 as Address32, H256, MultiAddress},
};
use parity_scale_codec::{Compact, Decode, Encode};

/// Version 4 of the format; the highest bit says that it is signed.
const UNSIGNED: u8 = 4;
const SIGNED: u8 = 0b1000_0000 | UNSIGNED;

/// A signed extrinsic that could be read. Whether its signature is right depends
/// on the block: see [`Extrinsic::check`].
#[derive(Clone)]
pub struct Extrinsic {
    pub sender: ActorId,
    pub nonce: u32,
    /// For the block's author, in the smallest unit.
    pub tip: u128,
    pub call: Call,
    /// As it goes into a block, with its length first.
    pub bytes: Vec<u8>,
    signature: MultiSignature,
    extra: Extra,
    call_bytes: Vec<u8>,
}

/// What the runtime's signed extensions put into an extrinsic, in their order; the
/// others put nothing.
#[derive(Clone, Encode, Decode)]
struct Extra {
    era: Era,
    nonce: Compact<u32>,
    tip: Compact<u128>,
    /// Whether the hash of the metadata is signed, too.
    metadata_hash: bool,
}

/// What of the chain a signature covers.
pub struct Signed<'a> {
    pub runtime: &'a Runtime,
    pub genesis: H256,
    /// The number of the block that would have it.
    pub block: u32,
    /// The hash of a block, if it is still known.
    pub hash_of: &'a dyn Fn(u32) -> Option<H256>,
}

impl Extrinsic {
    /// Reads an extrinsic as clients submit it to a runtime.
    ///
    /// # Errors
    ///
    /// What is wrong with the bytes.
    pub fn read(bytes: Vec<u8>, runtime: &Runtime) -> Result<Self, String> {
        let body = Vec::<u8>::decode(&mut &bytes[..]).map_err(|error| error.to_string())?;
        if body.encode().len() != bytes.len() {
            return Err("there are bytes after the extrinsic".into());
        }
        let input = &mut &body[..];
        match u8::decode(input) {
            Ok(SIGNED) => {}
            Ok(UNSIGNED) => return Err("unsigned extrinsics are not accepted".into()),
            _ => return Err("only version 4 of extrinsics is known".into()),
        }
        let read = |error: parity_scale_codec::Error| error.to_string();
        let address = MultiAddress::<Address32, ()>::decode(input).map_err(read)?;
        let sender = crate::engine::account(address).ok_or("the sender's address is not an id")?;
        let signature = MultiSignature::decode(input).map_err(read)?;
        let extra = Extra::decode(input).map_err(read)?;
        let call_bytes = input.to_vec();
        let call = runtime.read_call(input)?;
        let (nonce, tip) = (extra.nonce.0, extra.tip.0);
        Ok(Self { sender, nonce, tip, call, bytes, signature, extra, call_bytes })
    }

    /// Names the extrinsic.
    pub fn hash(&self) -> H256 {
        hash(&self.bytes)
    }

    /// The last block that may have it, if it is submitted in this one.
    pub fn dies_after(&self, now: u32) -> u64 {
        self.extra.era.death(now.into()).saturating_sub(1)
    }

    /// Names the call: the index of its pallet, and its own.
    pub fn call_index(&self) -> Option<[u8; 2]> {
        self.call_bytes.first_chunk().copied()
    }

    /// Checks what does not depend on balances and nonces.
    ///
    /// # Errors
    ///
    /// Why no block may have it.
    pub fn check(&self, signed: &Signed) -> Result<(), InvalidTransaction> {
        let (_, class) = weight::of(&self.call);
        if self.bytes.len() > signed.runtime.max_length(&class) {
            return Err(InvalidTransaction::ExhaustsResources);
        }
        let born = self.extra.era.birth(signed.block.into());
        let born = u32::try_from(born).ok().and_then(signed.hash_of);
        let born = born.ok_or(InvalidTransaction::AncientBirthBlock)?;
        let version = &signed.runtime.version;
        // This node knows no hash of its metadata: nobody can have signed it.
        let metadata_hash = None::<H256>;
        let additional = (
            version.spec_version,
            version.transaction_version,
            signed.genesis,
            born,
            metadata_hash,
        );
        let mut payload = self.call_bytes.clone();
        self.extra.encode_to(&mut payload);
        additional.encode_to(&mut payload);
        if payload.len() > 256 {
            payload = blake2_256(&payload).to_vec();
        }
        let sender = AccountId32::new(self.sender.into_bytes());
        let is_right = !self.extra.metadata_hash && self.signature.verify(&payload[..], &sender);
        is_right.then_some(()).ok_or(InvalidTransaction::BadProof)
    }
}

/// The hash by which an extrinsic is known.
pub fn hash(bytes: &[u8]) -> H256 {
    H256(blake2_256(bytes))
}

/// An extrinsic that the node itself puts into a block.
pub fn unsigned(call: &[u8]) -> Vec<u8> {
    [&[UNSIGNED], call].concat().encode()
}
