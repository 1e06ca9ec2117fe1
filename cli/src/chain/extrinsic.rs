//! Extrinsics: signed once, sent until a block has them.

use crate::{
    chain::link::{Link, NodeError},
    failure::Failure,
    keys::account::Account,
};
use anyhow::{Result, anyhow, bail, ensure};
use gprimitives::{ActorId, MessageId};
use gsdk::{
    Error, GearConfig,
    ext::subxt::{
        blocks::ExtrinsicEvents, config::polkadot::PolkadotExtrinsicParamsBuilder, tx::Payload,
    },
    gear::{
        gear::events::MessageQueued,
        gear_voucher::events::VoucherIssued,
        runtime_types::{gear_common::event::MessageEntry, sp_runtime::DispatchError},
        system::events::ExtrinsicFailed,
        transaction_payment::events::TransactionFeePaid,
    },
};
use std::{
    cell::Cell,
    time::{Duration, Instant},
};
use tokio::time::sleep;

/// In how many blocks after it was signed an extrinsic can be taken.
const LIFETIME: u32 = 64;
/// For how long to sign again where other clients of the account are faster.
const RACE: Duration = Duration::from_secs(120);
/// The longest pause before signing again, ms. It is random, so that clients that
/// collided once do so less and less.
const RACE_PAUSE: u64 = 600;

// What a node answers to an extrinsic that it doesn't want.
const INVALID: i32 = 1010;
const BANNED: i32 = 1012;
const ALREADY_KNOWN: i32 = 1013;
const REPLACES_NONE: i32 = 1014;

/// An extrinsic in a finalized block.
pub struct Included {
    /// The block's number.
    pub block: u32,
    /// What the chain took for it, gas apart, in its smallest unit.
    pub fee: u128,
    queued: Vec<MessageQueued>,
    /// The vouchers that it made, in order.
    pub issued: Vec<VoucherIssued>,
}

/// What came of handing an extrinsic to a node.
enum Sent {
    Taken,
    /// Another extrinsic has its nonce.
    Outdated,
    /// The signature is not over what this chain wants signed.
    BadSignature,
}

/// A signed extrinsic.
struct Signed {
    bytes: Vec<u8>,
    hash: [u8; 32],
}

/// What an extrinsic in a block came to.
struct Outcome {
    failure: Option<DispatchError>,
    fee: u128,
    queued: Vec<MessageQueued>,
    issued: Vec<VoucherIssued>,
}

impl Included {
    /// The message of this kind that it put into the program's queue, and where to.
    pub fn queued(&self, wanted: MessageEntry) -> Option<(MessageId, ActorId)> {
        let found = self.queued.iter().find(|queued| queued.entry == wanted);
        found.map(|queued| (queued.id, queued.destination))
    }
}

impl Link {
    /// Sends a call, and waits until a finalized block has it.
    ///
    /// What was taken is signed once and has one nonce, so that it counts once
    /// however often the connection is lost.
    ///
    /// # Errors
    ///
    /// [`Failure::Funds`] if the account can't pay; the chain's own error if
    /// the call failed; [`Failure::Network`] if no block took it.
    pub async fn submit(&mut self, account: &Account, call: &impl Payload) -> Result<Included> {
        let since = Instant::now();
        let mut is_upgraded = false;
        loop {
            let signed = self.sign(account, call).await?;
            // No block has it yet. Signing may have waited for the node, so only now.
            let start = self.head().await?.number;
            match self.send(account, &signed).await? {
                Sent::Taken => return self.find(&signed, start + 1).await,
                Sent::Outdated => {
                    ensure!(
                        since.elapsed() < RACE,
                        Failure::Network(format!(
                            "other clients of the account {} send faster than this one: try again",
                            account.name
                        ))
                    );
                    sleep(Duration::from_millis(rand::random::<u64>() % RACE_PAUSE)).await;
                }
                Sent::BadSignature => {
                    ensure!(
                        !is_upgraded && self.follow_upgrade().await?,
                        "the node takes no signature of the account {}: is it another network, \
                         or an older rpsls than it wants?",
                        account.name
                    );
                    is_upgraded = true;
                }
            }
        }
    }

    /// What the chain will take for a call, gas apart, by its own reckoning.
    pub async fn fee(&mut self, account: &Account, call: &impl Payload) -> Result<u128> {
        self.ask(async |api| {
            let parameters = PolkadotExtrinsicParamsBuilder::<GearConfig>::new().build();
            let signed = api.tx().create_signed(call, &account.signer, parameters).await?;
            Ok(signed.partial_fee_estimate().await?)
        })
        .await
    }

    /// Waits until nothing of the account is on its way any more, as of now: neither
    /// in the node's pool nor in a block that is not final.
    pub async fn settle(&mut self, account: &Account) -> Result<()> {
        let id = account.signer.account_id();
        let next =
            self.ask(async |api| Ok(api.legacy().system_account_next_index(id).await?)).await?;
        let mut head = self.head().await?;
        for _ in 0..LIFETIME {
            let nonce = self.ask(async |api| Ok(api.tx().account_nonce(id).await?)).await?;
            if nonce >= next {
                return Ok(());
            }
            head = self.head_after(head.number).await?;
        }
        Ok(())
    }

    async fn sign(&mut self, account: &Account, call: &impl Payload) -> Result<Signed> {
        self.ask(async |api| {
            let nonce = api.legacy().system_account_next_index(account.signer.account_id()).await?;
            let parameters = PolkadotExtrinsicParamsBuilder::<GearConfig>::new()
                .nonce(nonce)
                .mortal(LIFETIME.into())
                .build();
            let signed = api.tx().create_signed(call, &account.signer, parameters).await?;
            Ok(Signed { hash: signed.hash().0, bytes: signed.into_encoded() })
        })
        .await
    }

    async fn send(&mut self, account: &Account, signed: &Signed) -> Result<Sent> {
        let tries = Cell::new(0);
        let sent = self
            .ask(async |api| {
                tries.set(tries.get() + 1);
                Ok(api.legacy().author_submit_extrinsic(&signed.bytes).await?)
            })
            .await;
        let Err(error) = sent else {
            return Ok(Sent::Taken);
        };
        let Some(answer) = error.downcast_ref::<NodeError>() else {
            return Err(error);
        };
        match answer.code {
            // The node has it from before the connection was lost.
            ALREADY_KNOWN | BANNED => Ok(Sent::Taken),
            INVALID if answer.says("outdated") && tries.get() > 1 => Ok(Sent::Taken),
            INVALID if answer.says("outdated") => Ok(Sent::Outdated),
            REPLACES_NONE => Ok(Sent::Outdated),
            INVALID if answer.says("bad signature") => Ok(Sent::BadSignature),
            INVALID if answer.says("pay") => Err(Failure::funds(format!(
                "the account {} ({}) has nothing to pay fees with: send VARA to it, on a \
                 development node with `rpsls --account alice transfer {} 100`",
                account.name,
                account.address(),
                account.address()
            ))),
            _ => bail!("the node does not take the message: {answer}"),
        }
    }

    /// Finds the extrinsic in the blocks from this one on.
    async fn find(&mut self, signed: &Signed, from: u32) -> Result<Included> {
        for number in from..=from + LIFETIME {
            let hash = self.block(number).await?;
            let outcome = self
                .ask(async |api| {
                    let extrinsics = api.blocks().at(hash).await?.extrinsics().await?;
                    let Some(found) = extrinsics.iter().find(|one| one.hash().0 == signed.hash)
                    else {
                        return Ok(None);
                    };
                    Outcome::of(&found.events().await?).map(Some)
                })
                .await?;
            if let Some(Outcome { failure, fee, queued, issued }) = outcome {
                if let Some(error) = failure {
                    return Err(self.refusal(error));
                }
                return Ok(Included { block: number, fee, queued, issued });
            }
        }
        Err(Failure::network(format!(
            "no block took the message within {LIFETIME} blocks: it is void now, try again"
        )))
    }

    fn refusal(&self, error: DispatchError) -> anyhow::Error {
        let is_token = matches!(error, DispatchError::Token(_));
        let text = Error::from(self.api().decode_error(error)).to_string();
        if is_token || text.contains("Insufficient") {
            return Failure::funds(format!("the account can't pay for this: {text}"));
        }
        anyhow!("the chain refused the message: {text}")
    }
}

impl Outcome {
    /// Reads the events that are wanted, and no others: a later runtime may have
    /// kinds that this client has never heard of.
    fn of(events: &ExtrinsicEvents<GearConfig>) -> Result<Self, Error> {
        let failure = events.find_first::<ExtrinsicFailed>()?.map(|failed| failed.dispatch_error);
        let fee = events.find_first::<TransactionFeePaid>()?.map_or(0, |paid| paid.actual_fee);
        let queued = events.find::<MessageQueued>().collect::<Result<_, _>>()?;
        let issued = events.find::<VoucherIssued>().collect::<Result<_, _>>()?;
        Ok(Self { failure, fee, queued, issued })
    }
}
