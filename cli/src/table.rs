//! The program, as its clients see it: its state, its actions, its events.

use crate::{
    account::Account,
    failure::Failure,
    gas,
    link::{BlockHash, Head, Link, answered},
    tx::Included,
    units::vara,
};
use anyhow::{Context, Result, anyhow, bail, ensure};
use gmeta::Metadata;
use gprimitives::{ActorId, CodeId, H256, MessageId};
use gsdk::{
    AsGear, GasInfo,
    ext::{
        gear_core::{ids::prelude::CodeIdExt, message::UserMessage},
        gear_core_errors::ReplyCode,
    },
    gear::{
        self, runtime_types::gear_common::GasMultiplier,
        runtime_types::gear_common::event::MessageEntry,
    },
};
use parity_scale_codec::{Decode, Encode};
use rpsls::ProgramMetadata;
use rpsls_io::{Action, Event, GameConfig, GameError, GameState, StateQuery, StateReply};

/// In how many blocks after a message its reply comes at the latest, on a chain
/// with as much to do as it can take.
const REPLY_BLOCKS: u32 = 100;

/// A program, at a node.
pub struct Table {
    pub link: Link,
    pub program: ActorId,
}

/// The game as of a finalized block.
pub struct View {
    pub head: Head,
    pub state: GameState,
}

/// What deploying came to.
pub struct Deployed {
    pub program: ActorId,
    pub cost: Cost,
    /// What went to the program, for as long as it is there.
    pub deposit: u128,
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

/// What a message cost its sender.
#[derive(Clone, Copy)]
pub struct Cost {
    /// What the chain took for the extrinsic, gas apart.
    pub fee: u128,
    pub gas_limit: u64,
    /// What the node reckoned that the message burns.
    pub gas_burned: u64,
}

/// A message of the program to an account.
pub struct Said {
    /// Whom it went to; the zero account, if it is for everybody.
    pub to: ActorId,
    pub value: u128,
    pub what: What,
}

/// What the program said.
pub enum What {
    /// The answer to a message.
    Replied(Result<Event, GameError>),
    /// A payout or a broadcast.
    Told(Event),
    /// The chain's word that the program runs.
    Started,
    /// The chain's own answer, where the program gave none.
    Trapped(String),
}

/// What the chain asks for running messages.
pub struct Prices {
    pub value_per_gas: u128,
    pub existential_deposit: u128,
    pub block_gas_limit: u64,
}

impl Table {
    /// Opens the program of this id.
    ///
    /// # Errors
    ///
    /// [`Failure::Usage`] if it is not this game's.
    pub async fn open(mut link: Link, program: ActorId) -> Result<Self> {
        let found = link.ask(async |api| api.read_metahash(program).await).await;
        match found {
            Ok(found) if found.0 == ProgramMetadata::repr().hash() => Ok(Self { link, program }),
            Ok(_) => Err(Failure::usage(format!(
                "the program 0x{} on {} is not a table of this game, or of another version of it",
                hex::encode(program),
                link.url()
            ))),
            Err(error) => match answered(&error) {
                Some(answer) => Err(Failure::usage(format!(
                    "there is no table of this game with the id 0x{} on {}: look at what `rpsls \
                     deploy` printed, and which network it was ({})",
                    hex::encode(program),
                    link.url(),
                    answer.message
                ))),
                None => Err(error),
            },
        }
    }

    /// Whether the program's code is the one that this client was built with. Its
    /// metadata is, but that any program can copy.
    pub async fn is_genuine(&mut self) -> Result<bool> {
        let id = self.program;
        let program = self.link.ask(async |api| api.active_program_at(id, None).await).await?;
        Ok(program.code_id == CodeId::generate(rpsls::WASM_BINARY_OPT))
    }

    /// Puts a new table onto the chain.
    pub async fn deploy(
        link: &mut Link,
        owner: &Account,
        config: &GameConfig,
        salt: &[u8],
    ) -> Result<Deployed> {
        config.validate().map_err(|error| Failure::Refused(error.into()))?;
        let wasm = rpsls::WASM_BINARY_OPT;
        let payload = config.encode();
        let estimate = link
            .ask(async |api| {
                let id = owner.signer.account_id();
                api.calculate_upload_gas(id, wasm, &payload, 0, true).await
            })
            .await
            .context("the node can't say what deploying takes")?;
        let prices = prices(link)?;
        let call_with = |gas_limit| {
            let (wasm, salt, payload) = (wasm.to_vec(), salt.to_vec(), payload.clone());
            gear::tx().gear().upload_program(wasm, salt, payload, gas_limit, 0, false)
        };
        let costs = Costs {
            // The program's own, which its deployer pays.
            value: prices.existential_deposit,
            fee: link.fee(owner, &call_with(estimate.min_limit)).await?,
            estimate,
        };
        let gas_limit = costs.gas_limit(link, owner, &prices).await?;
        let call = call_with(gas_limit);
        let included = link.submit(owner, &call).await?;
        let (message, program) =
            queued(&included, MessageEntry::Init).context("the chain made no program")?;
        let (_, reply) = wait_for_reply(link, &included, message).await?;
        if let Some(why) = trap(&reply) {
            bail!("the program refused to start: {why}");
        }
        let cost = Cost { fee: included.fee, gas_limit, gas_burned: costs.estimate.burned };
        Ok(Deployed { program, cost, deposit: prices.existential_deposit })
    }

    /// The game as of the last finalized block.
    pub async fn view(&mut self) -> Result<View> {
        let head = self.link.head().await?;
        self.view_at(head).await
    }

    /// The game as of this block.
    pub async fn view_at(&mut self, head: Head) -> Result<View> {
        let program = self.program;
        let at = head.hash;
        let reply: StateReply = self
            .link
            .ask(async |api| api.read_state_at(program, StateQuery::All.encode(), Some(at)).await)
            .await
            .context("the table's state can't be read")?;
        match reply {
            StateReply::All(state) => Ok(View { head, state }),
            _ => bail!("the table answered a question that was not asked"),
        }
    }

    /// What the game would reply now, without anybody sending anything.
    ///
    /// # Errors
    ///
    /// [`Failure::Refused`] if the game would refuse.
    pub async fn rehearse(
        &mut self,
        from: &Account,
        action: &Action,
        value: u128,
    ) -> Result<Event> {
        let (program, payload) = (self.program, action.encode());
        let gas = prices(&self.link)?.block_gas_limit;
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

    /// Sends an action, and waits for the game's reply.
    ///
    /// # Errors
    ///
    /// [`Failure::Refused`] if the game refuses, which most often shows before
    /// anything is sent; [`Failure::Funds`] if the account can't pay.
    pub async fn act(&mut self, from: &Account, action: &Action, value: u128) -> Result<Receipt> {
        let prices = prices(&self.link)?;
        let least = Costs { value, fee: 0, estimate: GasInfo::default() };
        least.gas_limit(&mut self.link, from, &prices).await?;
        self.rehearse(from, action, value).await?;
        let (program, payload) = (self.program, action.encode());
        let estimate = self
            .link
            .ask(async |api| {
                let id = from.signer.account_id();
                api.calculate_handle_gas(id, program, &payload, value, true).await
            })
            .await
            .context("the node can't say what the message takes")?;
        let call_with = |gas_limit| {
            gear::tx().gear().send_message(program, payload.clone(), gas_limit, value, false)
        };
        let fee = self.link.fee(from, &call_with(estimate.min_limit)).await?;
        let costs = Costs { value, fee, estimate };
        let gas_limit = costs.gas_limit(&mut self.link, from, &prices).await?;
        let call = call_with(gas_limit);
        let included = self.link.submit(from, &call).await?;
        let message =
            queued(&included, MessageEntry::Handle).context("the chain queued no message")?.0;
        let (block, reply) = wait_for_reply(&mut self.link, &included, message).await?;
        if let Some(why) = trap(&reply) {
            bail!("the message failed on the chain: {why}");
        }
        Ok(Receipt {
            event: decode_reply(reply.payload_bytes())?.map_err(Failure::Refused)?,
            returned: reply.value(),
            message,
            block,
            cost: Cost { fee: included.fee, gas_limit, gas_burned: costs.estimate.burned },
        })
    }

    /// What the program said in this block, in order.
    pub async fn said_in(&mut self, block: BlockHash) -> Result<Vec<Said>> {
        let program = self.program;
        let messages = messages_in(&mut self.link, block).await?;
        let said = messages.into_iter().filter(|message| message.source() == program);
        said.map(|message| said_of(&message)).collect()
    }
}

/// An account's free balance; 0 of one that does not exist.
pub async fn balance(link: &mut Link, of: ActorId) -> Result<u128> {
    link.ask(async |api| match api.free_balance(of).await {
        Err(gsdk::Error::StorageEntryNotFound) => Ok(0),
        balance => balance,
    })
    .await
    .context("the balance can't be read")
}

/// What the chain holds of an account's value for gas that is not burned yet.
pub async fn deposited_for_gas(link: &mut Link, of: ActorId) -> Result<u128> {
    link.ask(async |api| match api.bank_info(of).await {
        Err(gsdk::Error::StorageEntryNotFound) => Ok(0),
        account => Ok(account?.gas),
    })
    .await
    .context("the deposit for gas can't be read")
}

/// What the chain asks for, by its own constants.
pub fn prices(link: &Link) -> Result<Prices> {
    let constants = link.api().constants();
    let multiplier =
        constants.at(&gear::constants().gear_bank().gas_multiplier()).map_err(gsdk::Error::from)?;
    let GasMultiplier::ValuePerGas(value_per_gas) = multiplier else {
        bail!("this chain sells gas at a price below its smallest unit");
    };
    let existential_deposit = constants
        .at(&gear::constants().balances().existential_deposit())
        .map_err(gsdk::Error::from)?;
    let block_gas_limit = link.api().block_gas_limit()?;
    Ok(Prices { value_per_gas, existential_deposit, block_gas_limit })
}

/// What a message is going to cost.
struct Costs {
    value: u128,
    /// What the chain takes for the extrinsic.
    fee: u128,
    estimate: GasInfo,
}

impl Costs {
    /// The gas limit that leaves the account with its existential deposit.
    ///
    /// With less than that, the chain would drop the account, and keep the gas
    /// that comes back.
    ///
    /// # Errors
    ///
    /// [`Failure::Funds`] if there is no such limit.
    async fn gas_limit(&self, link: &mut Link, account: &Account, prices: &Prices) -> Result<u64> {
        let has = balance(link, account.id).await?;
        // The fee may rise until a block takes the message.
        let kept = self.value + 2 * self.fee + prices.existential_deposit;
        let affordable = has.checked_sub(kept).map(|rest| rest / prices.value_per_gas);
        let affordable = affordable.map(|gas| u64::try_from(gas).unwrap_or(u64::MAX));
        let GasInfo { burned, min_limit, .. } = self.estimate;
        affordable
            .and_then(|gas| gas::limit(burned, min_limit, gas, prices.block_gas_limit))
            .ok_or_else(|| self.cannot_pay(account, has, prices).into())
    }

    fn cannot_pay(&self, account: &Account, has: u128, prices: &Prices) -> Failure {
        let needed = gas::needed(self.estimate.burned);
        let mut takes: Vec<String> = [
            (self.value, ""),
            (u128::from(needed) * prices.value_per_gas, " of gas"),
            (self.fee, " of fees"),
        ]
        .into_iter()
        .filter(|(value, _)| *value > 0)
        .map(|(value, of)| format!("{}{of}", vara(value)))
        .collect();
        if takes.is_empty() {
            takes.push("a little gas".into());
        }
        let address = account.address();
        Failure::Funds(format!(
            "the account {} has {}, and this takes {}, with {} to stay in the account: send VARA \
             to {address}, on a development node with `rpsls --account alice transfer {address} \
             100`",
            account.name,
            vara(has),
            takes.join(", "),
            vara(prices.existential_deposit)
        ))
    }
}

fn queued(included: &Included, wanted: MessageEntry) -> Option<(MessageId, ActorId)> {
    included.events.iter().find_map(|event| match event {
        gsdk::Event::Gear(gear::gear::Event::MessageQueued { id, destination, entry, .. })
            if *entry == wanted =>
        {
            Some((*id, *destination))
        }
        _ => None,
    })
}

/// The block's number and the reply.
async fn wait_for_reply(
    link: &mut Link,
    included: &Included,
    to: MessageId,
) -> Result<(u32, UserMessage)> {
    let first = included.block;
    for number in first..first + REPLY_BLOCKS {
        let block = link.block(number).await?;
        let messages = messages_in(link, block).await?;
        let reply = messages
            .into_iter()
            .find(|message| message.details().is_some_and(|details| details.to_message_id() == to));
        if let Some(reply) = reply {
            return Ok((number, reply));
        }
    }
    Err(anyhow!("the program has not replied within {REPLY_BLOCKS} blocks"))
}

/// The messages to accounts in this block.
async fn messages_in(link: &mut Link, block: BlockHash) -> Result<Vec<UserMessage>> {
    link.ask(async |api| {
        let events = api.blocks().at(block).await?.events().await?;
        let mut messages = vec![];
        for event in events.iter() {
            if let gsdk::Event::Gear(gear::gear::Event::UserMessageSent { message, .. }) =
                event?.as_gear()?
            {
                messages.push(message);
            }
        }
        Ok(messages)
    })
    .await
}

fn said_of(message: &UserMessage) -> Result<Said> {
    let payload = message.payload_bytes();
    let what = match trap(message) {
        Some(why) => What::Trapped(why),
        None if message.details().is_none() => {
            What::Told(Event::decode(&mut &*payload).context("can't read what the program sent")?)
        }
        // Only `init` leaves its reply to the chain.
        None if payload.is_empty() => What::Started,
        None => What::Replied(decode_reply(payload)?),
    };
    Ok(Said { to: message.destination(), value: message.value(), what })
}

/// What went wrong, if the message is an error reply.
fn trap(message: &UserMessage) -> Option<String> {
    match message.reply_code()? {
        ReplyCode::Success(_) => None,
        ReplyCode::Error(reason) => {
            Some(format!("{reason} {}", text_of(message.payload_bytes())).trim_end().into())
        }
        ReplyCode::Unsupported => Some("for a reason that this rpsls does not know".into()),
    }
}

fn text_of(payload: &[u8]) -> String {
    String::from_utf8_lossy(payload).into_owned()
}

fn decode_reply(payload: &[u8]) -> Result<Result<Event, GameError>> {
    Decode::decode(&mut &*payload).context("the program's reply can't be read")
}

/// A hash or an id, as people and JSON see it.
pub fn hex(bytes: impl AsRef<[u8]>) -> String {
    format!("0x{}", hex::encode(bytes))
}

/// A hash's two ends.
pub fn short(hash: H256) -> String {
    let digits = hex::encode(hash.0);
    format!("0x{}…{}", &digits[..6], &digits[60..])
}
