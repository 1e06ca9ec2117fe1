//! Signed extrinsics: their contents, and whether a block may include them.

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

/// Version 4 of the extrinsic format. The highest bit marks a signed extrinsic.
const UNSIGNED: u8 = 4;
const SIGNED: u8 = 0b1000_0000 | UNSIGNED;

/// A signed extrinsic. Whether its signature is valid depends on the block: see
/// [`Extrinsic::check`].
#[derive(Clone)]
pub struct Extrinsic {
    pub sender: ActorId,
    pub nonce: u32,
    /// What is paid on top of the fee, in the smallest unit. It goes to the treasury, too.
    pub tip: u128,
    pub call: Call,
    /// The whole extrinsic as a block has it, with its length first.
    pub bytes: Vec<u8>,
    signature: MultiSignature,
    extra: Extra,
    call_bytes: Vec<u8>,
}

/// What the runtime's signed extensions add to an extrinsic, in their order. Other extensions add
/// nothing.
#[derive(Clone, Encode, Decode)]
struct Extra {
    era: Era,
    nonce: Compact<u32>,
    tip: Compact<u128>,
    /// Whether the signature also covers the hash of the metadata.
    metadata_hash: bool,
}

/// What a signature covers besides the extrinsic itself.
pub struct Signed<'a> {
    pub runtime: &'a Runtime,
    pub genesis: H256,
    /// The number of the block that would include the extrinsic.
    pub block: u32,
    /// Returns the hash of a block, if the node still knows it.
    pub hash_of: &'a dyn Fn(u32) -> Option<H256>,
}

impl Extrinsic {
    /// Reads an extrinsic that a client submits.
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

    /// The hash that identifies the extrinsic.
    pub fn hash(&self) -> H256 {
        hash(&self.bytes)
    }

    /// The last block that may include the extrinsic, if it is submitted after block `now`.
    pub fn dies_after(&self, now: u32) -> u64 {
        self.extra.era.death(now.into()).saturating_sub(1)
    }

    /// The index of the call's pallet, and the call's own index.
    pub fn call_index(&self) -> Option<[u8; 2]> {
        self.call_bytes.first_chunk().copied()
    }

    /// Checks what does not depend on balances and nonces.
    ///
    /// # Errors
    ///
    /// The reason why this block may not include it.
    pub fn check(&self, signed: &Signed) -> Result<(), InvalidTransaction> {
        let (_, class) = weight::of(&self.call);
        if self.bytes.len() > signed.runtime.max_length(&class) {
            return Err(InvalidTransaction::ExhaustsResources);
        }
        let born = self.extra.era.birth(signed.block.into());
        let born = u32::try_from(born).ok().and_then(signed.hash_of);
        let born = born.ok_or(InvalidTransaction::AncientBirthBlock)?;
        let version = &signed.runtime.version;
        // This node has no hash of its metadata, so no valid signature covers one.
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

/// The hash that identifies an extrinsic.
pub fn hash(bytes: &[u8]) -> H256 {
    H256(blake2_256(bytes))
}

/// Encodes an unsigned extrinsic. Only the node itself puts one into a block.
pub fn unsigned(call: &[u8]) -> Vec<u8> {
    [&[UNSIGNED], call].concat().encode()
}
