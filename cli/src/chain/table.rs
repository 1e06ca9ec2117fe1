//! The program, as its clients see it: its state and its actions.

use crate::{
    chain::{
        code::Code,
        cost::{Cost, Following, Price, Prices, ROUND, ROUNDS},
        gas::Estimate,
        link::{BlockHash, Head, Link, NodeError},
        messages::{self, Sent, decode_reply, text_of, trap, wait_for_reply},
        voucher::{self, Choice, Voucher},
    },
    failure::Failure,
    keys::{account::Account, secrets::Seat},
    screen::{
        digits::short,
        output::{notice, warn},
    },
};
use anyhow::{Context, Result, bail, ensure};
use gmeta::Metadata;
use gprimitives::{ActorId, MessageId};
use gsdk::{
    GasInfo,
    ext::subxt::tx::Payload,
    gear::{self, runtime_types::gear_common::event::MessageEntry},
};
use parity_scale_codec::Encode;
use rpsls::ProgramMetadata;
use rpsls_io::{Action, Event, GameState, StateQuery, StateReply};
use std::mem::replace;

/// A program, at a node.
pub struct Table {
    pub link: Link,
    pub program: ActorId,
    /// What may pay fees and gas.
    vouchers: Choice,
    /// The voucher that paid for the last action.
    payer: Option<ActorId>,
    /// Whether it was said that vouchers can't be read.
    is_unlisted: bool,
}

/// The game as of a finalized block.
pub struct View {
    pub head: Head,
    pub state: GameState,
}

/// What came of an action that the game took.
pub struct Receipt {
    pub event: Event,
    /// Value that came back with the reply.
    pub returned: u128,
    pub message: MessageId,
    /// The number of the block with the reply.
    pub block: u32,
    pub cost: Cost,
}

impl Table {
    /// Opens the program of this id.
    ///
    /// # Errors
    ///
    /// [`Failure::Usage`] if it is not this game's.
    pub async fn open(mut link: Link, program: ActorId, vouchers: Choice) -> Result<Self> {
        let found = link.ask(async |api| api.read_metahash(program).await).await;
        match found {
            Ok(found) if found.0 == ProgramMetadata::repr().hash() => {
                Ok(Self { link, program, vouchers, payer: None, is_unlisted: false })
            }
            Ok(_) => Err(Failure::usage(format!(
                "the program 0x{} on {} is not a table of this game, or of another version of it",
                hex::encode(program),
                link.url()
            ))),
            Err(error) => match error.downcast_ref::<NodeError>() {
                Some(answer) => Err(Failure::usage(format!(
                    "there is no table of this game with the id 0x{} on {}: look at what `rpsls \
                     deploy` printed, and which network it was ({answer})",
                    hex::encode(program),
                    link.url(),
                ))),
                None => Err(error),
            },
        }
    }

    /// The account's place at this table.
    pub fn seat(&self, account: &Account) -> Seat {
        Seat::new(self.link.genesis(), self.program, account.id)
    }

    /// What the program is by its code. Its metadata is this game's, but that any
    /// program can copy.
    pub async fn code(&mut self) -> Result<Code> {
        let id = self.link.code_of(self.program).await?;
        Ok(id.map_or(Code::Unknown, Code::of))
    }

    /// The game as of the last finalized block.
    pub async fn view(&mut self) -> Result<View> {
        let head = self.link.head().await?;
        self.view_at(head).await
    }

    /// The game as of this block.
    pub async fn view_at(&mut self, head: Head) -> Result<View> {
        Ok(View { head, state: self.state_at(head.hash).await? })
    }

    /// The program's state as of this block.
    pub async fn state_at(&mut self, block: BlockHash) -> Result<GameState> {
        let program = self.program;
        let reply: StateReply = self
            .link
            .ask(async |api| {
                api.read_state_at(program, StateQuery::All.encode(), Some(block)).await
            })
            .await
            .context("the table's state can't be read")?;
        match reply {
            StateReply::All(state) => Ok(state),
            _ => bail!("the table answered a question that was not asked"),
        }
    }

    /// What the game would reply now, without anybody sending anything.
    ///
    /// # Errors
    ///
    /// [`Failure::Refused`] if the game would refuse.
    pub async fn dry_run(&mut self, from: &Account, action: &Action, value: u128) -> Result<Event> {
        let (program, payload) = (self.program, action.encode());
        let gas = Prices::of(&self.link)?.block_gas_limit;
        let reply = self
            .link
            .ask(async |api| {
                let id = from.signer.account_id();
                api.calculate_reply_for_handle(id, program, &payload, gas, value).await
            })
            .await
            .context("the node can't say what the game would reply")?;
        ensure!(reply.code.is_success(), "the program fails: {}", text_of(&reply.payload));
        Ok(decode_reply(&reply.payload)?.map_err(Failure::Refused)?)
    }

    /// What an action is going to cost, by the node's word or else the game's, and what
    /// pays for it: a voucher if one can, or else the account itself.
    ///
    /// # Errors
    ///
    /// [`Failure::Refused`] if the game would refuse it.
    pub async fn price(&mut self, from: &Account, action: &Action, value: u128) -> Result<Price> {
        let payers = self.payers(from).await?;
        self.price_by(&payers, from, action, value).await
    }

    async fn price_by(
        &mut self,
        payers: &[Option<Voucher>],
        from: &Account,
        action: &Action,
        value: u128,
    ) -> Result<Price> {
        self.dry_run(from, action, value).await?;
        let (program, payload) = (self.program, action.encode());
        let estimated = self
            .link
            .ask(async |api| {
                let id = from.signer.account_id();
                api.calculate_handle_gas(id, program, &payload, value, true).await
            })
            .await;
        let estimate = match estimated {
            Ok(GasInfo { burned, min_limit, .. }) => Estimate::Node { burned, min_limit },
            Err(error) => self.published(action, error).await?,
        };
        let following = match action {
            Action::Register | Action::Join(_) => Following { needed: ROUND, kept: ROUNDS },
            Action::MakeMove(_)
            | Action::Commit(_)
            | Action::Reveal(_)
            | Action::RevealAndCommit { .. } => Following { needed: 0, kept: ROUNDS },
            _ => Following::default(),
        };
        let prices = Prices::of(&self.link)?;
        let mut first = None;
        for &voucher in payers {
            let fee = self.link.fee(from, &call(program, &payload, 0, value, voucher)).await?;
            let price = Price { voucher, value, fee, estimate, following };
            if payers.len() == 1 || price.gas_limit(&mut self.link, from, &prices).await.is_ok() {
                return Ok(price);
            }
            first.get_or_insert(price);
        }
        first.context("somebody pays")
    }

    /// What can pay for a message of this account: vouchers, or none of them.
    async fn payers(&mut self, from: &Account) -> Result<Vec<Option<Voucher>>> {
        if self.vouchers == Choice::None {
            return Ok(vec![None]);
        }
        let vouchers = self.link.payers(from.id, self.program).await;
        match (vouchers, self.vouchers) {
            (Ok(vouchers), Choice::Only(id)) => {
                let found = vouchers.into_iter().find(|voucher| voucher.id == id);
                let voucher = found.ok_or_else(|| {
                    Failure::usage(format!(
                        "the voucher {} does not pay for {} at this table, or no longer: `rpsls \
                         voucher list` shows those that there are",
                        short(id),
                        from.name
                    ))
                })?;
                Ok(vec![Some(voucher)])
            }
            (Ok(vouchers), _) => Ok(vouchers.into_iter().map(Some).chain([None]).collect()),
            // Who can pay is not to lose a game for that.
            (Err(error), Choice::Any) if Failure::of(&error).is_none() => {
                if !replace(&mut self.is_unlisted, true) {
                    warn(&format!("{error:#}: {} pays fees and gas", from.name));
                }
                Ok(vec![None])
            }
            (Err(error), _) => Err(error),
        }
    }

    /// The game's own bound, where the node does not estimate what it would run.
    async fn published(&mut self, action: &Action, error: anyhow::Error) -> Result<Estimate> {
        let Some(said) = error.downcast_ref::<NodeError>() else {
            return Err(error.context("the node can't say what the message takes"));
        };
        warn(&format!(
            "the node does not estimate this message ({said}): it gets as much gas as the game's \
             own bound allows, and what is not burned comes back"
        ));
        let state = self.view().await?.state;
        Ok(Estimate::Published { limit: rpsls_io::gas::limit(action, &state) })
    }

    /// Sends an action, and waits for the game's reply.
    ///
    /// # Errors
    ///
    /// [`Failure::Refused`] if the game refuses, which most often shows before
    /// anything is sent; [`Failure::Funds`] if the account can't pay.
    pub async fn act(&mut self, from: &Account, action: &Action, value: u128) -> Result<Receipt> {
        self.act_after(from, action, value, |_| {}).await
    }

    /// The same, but first tells what `from` is going to pay of fee and gas, at most.
    ///
    /// # Errors
    ///
    /// As [`Table::act`].
    pub async fn act_after(
        &mut self,
        from: &Account,
        action: &Action,
        value: u128,
        intend: impl FnOnce(u128),
    ) -> Result<Receipt> {
        let prices = Prices::of(&self.link)?;
        let payers = self.payers(from).await?;
        let estimate = Estimate::Node { burned: 0, min_limit: 0 };
        let following = Following::default();
        let voucher = payers.first().copied().flatten();
        let least = Price { voucher, value, fee: 0, estimate, following };
        // Who has too little for anything learns it here: the node would say less.
        least.gas_limit(&mut self.link, from, &prices).await?;
        let price = self.price_by(&payers, from, action, value).await?;
        let gas_limit = price.gas_limit(&mut self.link, from, &prices).await?;
        self.tell_who_pays(from, &price);
        let cost = Cost {
            fee: price.fee,
            gas_limit,
            gas_burned: price.estimate.burned(),
            voucher: self.payer,
        };
        intend(cost.paid(&prices));
        let call = call(self.program, &action.encode(), gas_limit, value, price.voucher);
        let included = self.link.submit(from, &call).await?;
        let (message, _) =
            included.queued(MessageEntry::Handle).context("the chain queued no message")?;
        let (block, reply) = wait_for_reply(&mut self.link, &included, message).await?;
        if let Some(why) = trap(&reply) {
            bail!("the message failed on the chain: {why}");
        }
        Ok(Receipt {
            event: decode_reply(reply.payload_bytes())?.map_err(Failure::Refused)?,
            returned: reply.value(),
            message,
            block,
            cost: Cost { fee: included.fee, ..cost },
        })
    }

    /// Says so if the account itself pays from now on.
    fn tell_who_pays(&mut self, from: &Account, price: &Price) {
        if let (Some(before), None) = (self.payer, price.voucher) {
            notice(&format!(
                "the voucher {} does not pay any more, so {} pays fees and gas from now on",
                short(before),
                from.name
            ));
        }
        self.payer = price.voucher.map(|voucher| voucher.id);
    }

    /// What the program sent in this block, in order.
    pub async fn sent_in(&mut self, block: BlockHash) -> Result<Vec<Sent>> {
        messages::sent_in(&mut self.link, self.program, block).await
    }
}

fn call(
    program: ActorId,
    payload: &[u8],
    gas_limit: u64,
    value: u128,
    voucher: Option<Voucher>,
) -> Box<dyn Payload + Send + Sync> {
    let payload = payload.to_vec();
    match voucher {
        None => Box::new(gear::tx().gear().send_message(program, payload, gas_limit, value, false)),
        Some(Voucher { id, .. }) => {
            Box::new(voucher::message(id, program, payload, gas_limit, value))
        }
    }
}
