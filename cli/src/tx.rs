//! Extrinsics: signed once, sent until a block has them.

use crate::{
    account::Account,
    failure::Failure,
    link::{Link, answered},
};
use anyhow::{Result, anyhow, bail};
use gsdk::{
    AsGear, Event, GearConfig,
    ext::subxt::{config::polkadot::PolkadotExtrinsicParamsBuilder, tx::Payload},
    gear::{runtime_types::sp_runtime::DispatchError, system, transaction_payment},
};

/// In how many blocks after it was signed an extrinsic can be taken.
const LIFETIME: u32 = 64;
/// Tries with a new nonce, where another client of the same account was faster.
const TRIES: u32 = 5;

// What a node answers to an extrinsic that it doesn't want.
const INVALID: i32 = 1010;
const BANNED: i32 = 1012;
const ALREADY_KNOWN: i32 = 1013;
const REPLACES_NONE: i32 = 1014;

/// An extrinsic in a finalized block.
pub struct Included {
    /// The block's number.
    pub block: u32,
    /// What it brought about itself.
    pub events: Vec<Event>,
    /// What the chain took for it, gas apart, in its smallest unit.
    pub fee: u128,
}

/// What came of handing an extrinsic to a node.
enum Sent {
    Taken,
    /// Another extrinsic has its nonce.
    Outdated,
}

/// A signed extrinsic.
struct Signed {
    bytes: Vec<u8>,
    hash: [u8; 32],
}

impl Link {
    /// Sends a call, and waits until a finalized block has it.
    ///
    /// It is signed once and has one nonce, so that it counts once however
    /// often the connection is lost.
    ///
    /// # Errors
    ///
    /// [`Failure::Funds`] if the account can't pay; the chain's own error if
    /// the call failed; [`Failure::Network`] if no block took it.
    pub async fn submit(&mut self, account: &Account, call: &impl Payload) -> Result<Included> {
        for _ in 0..TRIES {
            let start = self.head().await?.number;
            let signed = self.sign(account, call).await?;
            match self.send(account, &signed).await? {
                Sent::Taken => return self.find(&signed, start + 1).await,
                Sent::Outdated => self.head_after(start).await?,
            };
        }
        Err(Failure::network(format!(
            "other clients of the account {} send faster than this one: try again",
            account.name
        )))
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
        let tries = std::cell::Cell::new(0);
        let sent = self
            .ask(async |api| {
                tries.set(tries.get() + 1);
                Ok(api.legacy().author_submit_extrinsic(&signed.bytes).await?)
            })
            .await;
        let Err(error) = sent else {
            return Ok(Sent::Taken);
        };
        let Some(answer) = answered(&error) else {
            return Err(error);
        };
        let reason = answer.data.as_ref().map_or("", |data| data.get().trim_matches('"'));
        let says = |what: &str| reason.contains(what) || answer.message.contains(what);
        match answer.code {
            // The node has it from before the connection was lost.
            ALREADY_KNOWN | BANNED => Ok(Sent::Taken),
            INVALID if says("outdated") && tries.get() > 1 => Ok(Sent::Taken),
            INVALID if says("outdated") => Ok(Sent::Outdated),
            REPLACES_NONE => Ok(Sent::Outdated),
            INVALID if says("pay") => Err(Failure::funds(format!(
                "the account {} ({}) has nothing to pay fees with: send VARA to it, on a \
                 development node with `rpsls --account alice transfer {} 100`",
                account.name,
                account.address(),
                account.address()
            ))),
            _ => bail!("the node does not take the message: {} {reason}", answer.message),
        }
    }

    /// Finds the extrinsic in the blocks from this one on.
    async fn find(&mut self, signed: &Signed, from: u32) -> Result<Included> {
        for number in from..=from + LIFETIME {
            let hash = self.block(number).await?;
            let included = self
                .ask(async |api| {
                    let extrinsics = api.blocks().at(hash).await?.extrinsics().await?;
                    let Some(found) = extrinsics.iter().find(|one| one.hash().0 == signed.hash)
                    else {
                        return Ok(None);
                    };
                    let events = found.events().await?;
                    let events = events.iter().map(|event| event?.as_gear());
                    Ok(Some(events.collect::<Result<Vec<Event>, gsdk::Error>>()?))
                })
                .await?;
            if let Some(events) = included {
                self.check(&events)?;
                let fee = fee(&events);
                return Ok(Included { block: number, events, fee });
            }
        }
        Err(Failure::network(format!(
            "no block took the message within {LIFETIME} blocks: it is void now, try again"
        )))
    }

    fn check(&self, events: &[Event]) -> Result<()> {
        for event in events {
            if let Event::System(system::Event::ExtrinsicFailed { dispatch_error, .. }) = event {
                let error = gsdk::Error::from(self.api().decode_error(dispatch_error.clone()));
                let text = error.to_string();
                let is_token = matches!(dispatch_error, DispatchError::Token(_));
                if is_token || text.contains("Insufficient") {
                    return Err(Failure::funds(format!("the account can't pay for this: {text}")));
                }
                return Err(anyhow!("the chain refused the message: {text}"));
            }
        }
        Ok(())
    }
}

fn fee(events: &[Event]) -> u128 {
    let paid = events.iter().find_map(|event| match event {
        Event::TransactionPayment(transaction_payment::Event::TransactionFeePaid {
            actual_fee,
            ..
        }) => Some(*actual_fee),
        _ => None,
    });
    paid.unwrap_or_default()
}
