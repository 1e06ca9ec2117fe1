//! Puts a new table onto the chain.
//!
//! The code goes up once for all tables. To create a table of known code takes a single message,
//! which costs a tenth of an upload with its code.

use crate::{
    chain::{
        code,
        cost::{Cost, Price, Prices},
        extrinsic::Included,
        gas::Estimate,
        link::Link,
        messages::{trap, wait_for_reply},
        runtime::{self, Call, Together},
    },
    failure::{Failure, spent},
    keys::account::Account,
    words::notices::notice,
};
use anyhow::{Context, Result, bail};
use gprimitives::{ActorId, CodeId, MessageId};
use gsdk::{
    GasInfo,
    ext::{gear_core::ids::prelude::CodeIdExt, subxt::tx::Payload},
    gear::{self, runtime_types::gear_common::event::MessageEntry},
};
use parity_scale_codec::Encode;
use rpsls_club_io::ClubInit;
use rpsls_io::TableInit;

/// A table that does not exist yet, and what it will cost.
pub struct Deployment<'a> {
    owner: &'a Account,
    wasm: &'static [u8],
    /// Other codes that the chain has to have as well.
    others: Vec<&'static [u8]>,
    payload: Vec<u8>,
    salt: Vec<u8>,
    /// The codes that have to be uploaded first.
    uploads: Vec<&'static [u8]>,
    /// Whether the program's own code is one of them.
    pub is_code_new: bool,
    pub price: Price,
    pub prices: Prices,
    pub gas_limit: u64,
}

/// A table that the chain has created, and that has yet to start.
pub struct Created {
    pub program: ActorId,
    pub cost: Cost,
    message: MessageId,
    included: Included,
}

impl<'a> Deployment<'a> {
    /// Asks the chain what a table costs.
    ///
    /// # Errors
    ///
    /// [`Failure::Refused`] if no table can have this config, [`Failure::Funds`] if
    /// the owner can't pay.
    pub async fn plan(
        link: &Link,
        owner: &'a Account,
        init: &TableInit,
        salt: &[u8],
    ) -> Result<Self> {
        init.config.validate().map_err(|error| Failure::Refused(error.into()))?;
        Self::of(link, owner, rpsls::WASM_BINARY_OPT, init.encode(), vec![], salt).await
    }

    /// Asks the chain what a club costs. The club's tables have this client's own code.
    ///
    /// # Errors
    ///
    /// [`Failure::Funds`] if the owner can't pay.
    pub async fn plan_club(
        link: &Link,
        owner: &'a Account,
        any_format: bool,
        salt: &[u8],
    ) -> Result<Self> {
        let init = ClubInit { table_code: code::own(), any_format };
        let (club, table) = (rpsls_club::WASM_BINARY_OPT, rpsls::WASM_BINARY_OPT);
        Self::of(link, owner, club, init.encode(), vec![table], salt).await
    }

    /// Plans a program of this code. The chain has to have the other codes as well.
    async fn of(
        link: &Link,
        owner: &'a Account,
        wasm: &'static [u8],
        payload: Vec<u8>,
        others: Vec<&'static [u8]>,
        salt: &[u8],
    ) -> Result<Self> {
        let code = CodeId::generate(wasm);
        let is_code_new = !has_code(link, code).await?;
        let mut uploads = vec![];
        for other in &others {
            if !has_code(link, CodeId::generate(other)).await? {
                uploads.push(*other);
            }
        }
        if is_code_new {
            uploads.push(wasm);
        }
        let GasInfo { burned, min_limit, .. } = link
            .ask(async |api| {
                let id = owner.signer.account_id();
                match is_code_new {
                    true => api.calculate_upload_gas(id, wasm, &payload, 0, true).await,
                    false => api.calculate_create_gas(id, code, &payload, 0, true).await,
                }
            })
            .await
            .context("the node can't say what deploying takes")?;
        let prices = Prices::of(link)?;
        let price = Price {
            estimate: Estimate::Node { burned, min_limit },
            // The deployer pays the value, which becomes the program's own.
            ..Price::bare(prices.existential_deposit)
        };
        let mut plan = Self {
            owner,
            wasm,
            others,
            payload,
            salt: salt.to_vec(),
            uploads,
            is_code_new,
            price,
            prices,
            gas_limit: min_limit,
        };
        plan.price.fee = plan.fee(link).await?;
        plan.gas_limit = plan.price.gas_limit(link, owner, &plan.prices).await?;
        plan.price.upgrade(&plan.prices).iter().for_each(|why| notice(why));
        Ok(plan)
    }

    /// Creates the program. [`Created::started`] tells whether it starts.
    ///
    /// Somebody else may upload one of the codes meanwhile. Then this plans anew, and creates the
    /// program without uploading that code.
    pub async fn create(&mut self, link: &Link) -> Result<Created> {
        for _ in 0..self.uploads.len() {
            match self.submit(link).await {
                Err(error) if has_come_meanwhile(&error) => {
                    let (payload, others) = (self.payload.clone(), self.others.clone());
                    *self =
                        Self::of(link, self.owner, self.wasm, payload, others, &self.salt).await?;
                }
                created => return created,
            }
        }
        self.submit(link).await
    }

    async fn submit(&self, link: &Link) -> Result<Created> {
        let included = match self.uploads.is_empty() {
            false => link.submit(self.owner, &self.with_code()).await?,
            true => link.submit(self.owner, &Call(self.create_program())).await?,
        };
        let (message, program) =
            included.queued(MessageEntry::Init).context("the chain made no program")?;
        let gas_burned = self.price.estimate.burned();
        let (fee, gas_limit) = (included.fee, self.gas_limit);
        let cost = Cost { fee, gas_limit, gas_burned, voucher: None };
        let gas = self.prices.gas(gas_burned.unwrap_or(gas_limit));
        spent::add(gas.saturating_add(self.prices.existential_deposit));
        Ok(Created { program, cost, message, included })
    }

    async fn fee(&self, link: &Link) -> Result<u128> {
        Ok(match self.uploads.is_empty() {
            false => link.fee(self.owner, &self.with_code()).await?,
            true => link.fee(self.owner, &Call(self.create_program())).await?,
        })
    }

    /// Uploads and creation take effect together or not at all. A table can't exist without its
    /// code, and code without a table would be paid for in vain.
    fn with_code(&self) -> Together {
        let uploads = self.uploads.iter().fold(Together::default(), |together, code| {
            together.and(gear::tx().gear().upload_code(code.to_vec()))
        });
        uploads.and(self.create_program())
    }

    fn create_program(&self) -> impl Payload + Send + Sync + use<> {
        let (salt, payload) = (self.salt.clone(), self.payload.clone());
        let code = CodeId::generate(self.wasm);
        gear::tx().gear().create_program(code, salt, payload, self.gas_limit, 0, false)
    }
}

impl Created {
    /// Waits until the table has started.
    pub async fn started(&self, link: &Link) -> Result<()> {
        let (_, reply) = wait_for_reply(link, &self.included, self.message).await?;
        if let Some(why) = trap(&reply) {
            bail!("the program refused to start: {why}");
        }
        Ok(())
    }
}

/// Whether the chain refused because it has one of the codes already.
fn has_come_meanwhile(error: &anyhow::Error) -> bool {
    format!("{error:#}").contains("CodeAlreadyExists")
}

/// Whether the chain has this code, uploaded by itself or with another program.
async fn has_code(link: &Link, code: CodeId) -> Result<bool> {
    let at = link.last_block().await?.hash;
    link.ask(async |api| {
        let code = gear::storage().gear_program().code_metadata_storage(code);
        runtime::is_there(api, code, at).await
    })
    .await
    .context("the node can't say whether it has the program's code")
}
