//! The program, as its clients see it: its state and its actions.

use crate::{
    chain::{
        balance::balance,
        code::Code,
        cost::{Cost, Following, Price, Prices, ROUND, ROUNDS},
        dialect::INTERFACE,
        extrinsic::{LIFETIME, NotTaken},
        gas::Estimate,
        link::{BlockHash, BlockId, Head, Link, NodeError},
        messages::{self, Sent, decode_reply, text_of, trap, wait_for_reply},
        runtime::Call,
        tip::{self, Haste},
        voucher::{self, Choice, Voucher},
    },
    failure::Failure,
    game::seat::Seat,
    keys::account::Account,
    words::{
        digits::short,
        notices::{notice, warn},
    },
};
use anyhow::{Context, Result, bail, ensure};
use gmeta::{Metadata, MetadataRepr};
use gprimitives::{ActorId, MessageId};
use gsdk::{
    GasInfo,
    ext::subxt::tx::Payload,
    gear::{self, runtime_types::gear_common::event::MessageEntry},
};
use parity_scale_codec::{Decode, Encode};
use program_common::dialect::{Header, Kind};
use rpsls::ProgramMetadata;
use rpsls_io::{Action, Event, GameState, StateQuery, StateReply};
use std::{
    mem::replace,
    slice,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::Duration,
};
use tokio::{join, time::sleep};

/// How often a node is asked again what the program is, and when.
const TRIES: u32 = 3;
const ASK_AGAIN: Duration = Duration::from_secs(1);

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
    /// Whether it is of this version, and not of one that was released before.
    is_current: bool,
    /// Whether the node has no method that reads a program's state.
    has_no_state: AtomicBool,
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
    pub async fn open(link: Link, program: ActorId, vouchers: Choice) -> Result<Self> {
        let mut tries = 0;
        let found = loop {
            match link.ask(async |api| api.read_metahash(program).await).await {
                Err(error) if tries < TRIES && is_no_word_of_it(&error) => {
                    tries += 1;
                    warn(&format!("the node can't say what program this is ({error:#})"));
                    sleep(ASK_AGAIN).await;
                }
                found => break found,
            }
        };
        match found {
            Ok(found) if is_spoken(found.0) => Ok(Self {
                link,
                program,
                vouchers,
                payer: None,
                is_unlisted: false,
                is_current: found.0 == ProgramMetadata::repr().hash(),
                has_no_state: AtomicBool::new(false),
            }),
            Ok(_) => Err(Failure::usage(format!(
                "the program 0x{} on {} is not a table of this game, or of another version of it",
                hex::encode(program),
                link.url()
            ))),
            Err(error) => match error.downcast_ref::<NodeError>() {
                Some(answer) if answer.is_of_runtime() => Err(Failure::usage(format!(
                    "there is no table of this game with the id 0x{} on {}: look at what `rpsls \
                     deploy` printed, and which network it was ({answer})",
                    hex::encode(program),
                    link.url(),
                ))),
                _ => Err(error.context("the node can't say what program this is")),
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
        let last = self.link.last_block().await?;
        self.view_at(last).await
    }

    /// The game as of this block.
    pub async fn view_at(&self, BlockId { number, hash }: BlockId) -> Result<View> {
        let (timestamp, state) = join!(self.link.time_at(hash), self.state_at(hash));
        Ok(View { head: Head { number, hash, timestamp: timestamp? }, state: state? })
    }

    /// From when on anybody can close a game whose players are silent, as of this view.
    /// Tables of release 1.0.0 know of no such time, and other programs say something else.
    pub async fn closable_from(&self, view: &View) -> Result<Option<u64>> {
        if !self.is_current {
            return Ok(None);
        }
        match self.answer_at(&StateQuery::ClosableFrom, view.head.hash).await? {
            StateReply::ClosableFrom(from) => Ok(from),
            _ => Ok(None),
        }
    }

    /// The program's state as of this block.
    pub async fn state_at(&self, block: BlockHash) -> Result<GameState> {
        match self.answer_at(&StateQuery::All, block).await? {
            StateReply::All(state) => Ok(state),
            _ => bail!("the table answered a question that was not asked"),
        }
    }

    /// What the program answers as of this block.
    ///
    /// By `gear_readState` where the node has it, and otherwise by a query that the
    /// program's `handle` would answer: Vara is to lose the former.
    async fn answer_at(&self, query: &StateQuery, block: BlockHash) -> Result<StateReply> {
        if self.has_no_state.load(Relaxed) {
            return self.queried_at(query, block).await;
        }
        let program = self.program;
        let answer = self
            .link
            .ask(async |api| api.read_state_at(program, query.encode(), Some(block)).await)
            .await
            .context("the table's state can't be read");
        match answer.as_ref().err().and_then(|error| error.downcast_ref::<NodeError>()) {
            Some(refusal) if refusal.is_unknown_method() => {
                self.has_no_state.store(true, Relaxed);
                self.queried_at(query, block).await
            }
            _ => answer,
        }
    }

    /// The answer by the program's query of the second dialect.
    async fn queried_at(&self, query: &StateQuery, block: BlockHash) -> Result<StateReply> {
        let query = query.encode();
        let (variant, fields) = query.split_first().expect("an enum's first byte names it");
        let header = Header::call(*INTERFACE, Kind::Query, *variant).to_bytes();
        let payload = [&header, fields].concat();
        let program = self.program;
        let gas = Prices::of(&self.link)?.block_gas_limit;
        let reply = self
            .link
            .ask(async |api| {
                let nobody = ActorId::zero();
                api.calculate_reply_for_handle_at(nobody, program, &payload, gas, 0, Some(block))
                    .await
            })
            .await
            .context("the table's state can't be queried")?;
        ensure!(
            reply.code.is_success(),
            "the node has no gear_readState any more, and the table is of a version that only \
             that can read: {}",
            text_of(&reply.payload)
        );
        let answer = reply.payload.strip_prefix(&header);
        let answer = answer.context("the table answered a question that was not asked")?;
        // A reply has the index of its query, which the header tells instead of it.
        Ok(StateReply::decode(&mut &[slice::from_ref(variant), answer].concat()[..])?)
    }

    /// What the game would reply now, without anybody sending anything.
    ///
    /// # Errors
    ///
    /// [`Failure::Refused`] if the game would refuse.
    pub async fn dry_run(&self, from: &Account, action: &Action, value: u128) -> Result<Event> {
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
    /// [`Failure::Refused`] if the game would refuse it; [`Failure::Funds`] if the
    /// account can't pay for anything.
    pub async fn price(&mut self, from: &Account, action: &Action, value: u128) -> Result<Price> {
        Ok(self.quote(from, action, value).await?.0)
    }

    /// The same, and the gas limit that goes with it.
    pub async fn quote(
        &mut self,
        from: &Account,
        action: &Action,
        value: u128,
    ) -> Result<(Price, Result<u64>)> {
        let (program, payload) = (self.program, action.encode());
        let prices = Prices::of(&self.link)?;
        let unvouched = call(program, &payload, 0, value, None);
        // None of these depends on another.
        let (vouchers, has, reply, estimate, fee) = join!(
            self.vouchers(from),
            balance(&self.link, from.id),
            self.dry_run(from, action, value),
            self.estimated(from, action, value),
            self.link.fee(from, &unvouched),
        );
        let payers = self.payers(vouchers, from)?;
        let has = has?;
        let nothing = Price {
            voucher: payers.first().copied().flatten(),
            value,
            fee: 0,
            estimate: Estimate::Node { burned: 0, min_limit: 0 },
            following: Following::default(),
        };
        // Who has too little for anything learns it here: the node would say less.
        nothing.gas_limit_with(has, from, &prices)?;
        reply?;
        let estimate = match estimate {
            Ok(GasInfo { burned, min_limit, .. }) => Estimate::Node { burned, min_limit },
            Err(error) => Self::published(error)?,
        };
        let following = match action {
            Action::Register | Action::Join(_) => Following { needed: ROUND, kept: ROUNDS },
            Action::MakeMove(_)
            | Action::Commit(_)
            | Action::Reveal(_)
            | Action::RevealAndCommit { .. }
            | Action::CommitFor { .. }
            | Action::RevealFor { .. } => Following { needed: 0, kept: ROUNDS },
            _ => Following::default(),
        };
        let own_fee = fee?.saturating_add(tip::FIRST);
        let mut first = None;
        for voucher in payers {
            let fee = match voucher {
                None => own_fee,
                Some(_) => {
                    let call = call(program, &payload, 0, value, voucher);
                    self.link.fee(from, &call).await?.saturating_add(tip::FIRST)
                }
            };
            let price = Price { voucher, value, fee, estimate, following };
            let gas_limit = price.gas_limit_with(has, from, &prices);
            if gas_limit.is_ok() {
                return Ok((price, gas_limit));
            }
            first.get_or_insert((price, gas_limit));
        }
        first.context("somebody pays")
    }

    async fn estimated(&self, from: &Account, action: &Action, value: u128) -> Result<GasInfo> {
        let (program, payload) = (self.program, action.encode());
        let id = from.signer.account_id();
        self.link
            .ask(async |api| api.calculate_handle_gas(id, program, &payload, value, true).await)
            .await
    }

    /// The vouchers that pay for a message of this account, unless none shall.
    async fn vouchers(&self, from: &Account) -> Result<Vec<Voucher>> {
        match self.vouchers {
            Choice::None => Ok(vec![]),
            Choice::Only(id) => self.link.payers(from.id, self.program, Some(id)).await,
            Choice::Any => self.link.payers(from.id, self.program, None).await,
        }
    }

    /// What can pay for a message of this account: these vouchers, or none of them.
    fn payers(
        &mut self,
        vouchers: Result<Vec<Voucher>>,
        from: &Account,
    ) -> Result<Vec<Option<Voucher>>> {
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
            (Err(error), Choice::Any) if Failure::of(&error).is_none_or(Failure::is_of_runtime) => {
                if !replace(&mut self.is_unlisted, true) {
                    warn(&format!("{error:#}: {} pays fees and gas", from.name));
                }
                Ok(vec![None])
            }
            (Err(error), _) => Err(error),
        }
    }

    /// The game's own bound, where the node does not estimate what it would run.
    fn published(error: anyhow::Error) -> Result<Estimate> {
        let Some(said) = error.downcast_ref::<NodeError>() else {
            return Err(error.context("the node can't say what the message takes"));
        };
        warn(&format!(
            "the node does not estimate this message ({said}): it gets as much gas as the game's \
             own bound allows, and what is not burned comes back"
        ));
        Ok(Estimate::Published { limit: rpsls_io::gas::MESSAGE })
    }

    /// Sends an action, and waits for the game's reply: on a chain where nobody fills
    /// blocks, so without a tip.
    ///
    /// # Errors
    ///
    /// As [`Table::act_in`].
    pub async fn act(&mut self, from: &Account, action: &Action, value: u128) -> Result<Receipt> {
        let haste = Haste { lifetime: LIFETIME, most: 0 };
        self.act_in(haste, from, action, value, |_| Ok(())).await
    }

    /// Sends an action in as much haste, and waits for the game's reply. First tells what
    /// `from` is going to pay of fee, tip and gas, at most. Nothing is sent if that fails.
    ///
    /// # Errors
    ///
    /// [`Failure::Refused`] if the game refuses, which most often shows before
    /// anything is sent; [`Failure::Funds`] if the account can't pay; [`NotTaken`] if it
    /// is known that no block has it.
    pub async fn act_in(
        &mut self,
        haste: Haste,
        from: &Account,
        action: &Action,
        value: u128,
        intend: impl FnOnce(u128) -> Result<()>,
    ) -> Result<Receipt> {
        let prices = Prices::of(&self.link)?;
        let (price, gas_limit) = match self.quote(from, action, value).await {
            // Other failures say so themselves.
            Err(error) if Failure::of(&error).is_none() => {
                return Err(error.context(NotTaken::Unsent));
            }
            quote => quote?,
        };
        let gas_limit = gas_limit?;
        self.tell_who_pays(from, &price);
        let cost = Cost {
            fee: price.fee,
            gas_limit,
            gas_burned: price.estimate.burned(),
            voucher: self.payer,
        };
        let raises = match price.voucher {
            None => haste.most.saturating_sub(tip::FIRST),
            Some(_) => 0,
        };
        let at_most = cost.paid(&prices).saturating_add(raises);
        intend(at_most).context(NotTaken::Unsent)?;
        let call = call(self.program, &action.encode(), gas_limit, value, price.voucher);
        let included = self.link.submit_in(haste, from, &call).await?;
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
    pub async fn sent_in(&self, block: BlockHash) -> Result<Vec<Sent>> {
        messages::sent_in(&self.link, self.program, block).await
    }
}

/// Whether a program of this metadata is a table as this client knows them: one of its own
/// build, or of a release whose messages and state are the same to the byte.
fn is_spoken(metadata: [u8; 32]) -> bool {
    let released = [include_str!("../../../releases/1.0.0/rpsls.meta.txt")];
    let released = released.into_iter().filter_map(|hex| MetadataRepr::from_hex(hex.trim()).ok());
    released.chain([ProgramMetadata::repr()]).any(|known| known.hash() == metadata)
}

/// Whether the node says nothing of the program that it was asked for.
fn is_no_word_of_it(error: &anyhow::Error) -> bool {
    error.downcast_ref::<NodeError>().is_some_and(|answer| !answer.is_of_runtime())
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
        None => {
            let tx = gear::tx().gear();
            Box::new(Call(tx.send_message(program, payload, gas_limit, value, false)))
        }
        Some(Voucher { id, .. }) => {
            Box::new(voucher::message(id, program, payload, gas_limit, value))
        }
    }
}
