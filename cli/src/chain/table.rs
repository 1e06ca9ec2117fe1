//! The program as its clients see it: its state and its actions.

use crate::{
    chain::{
        BLOCK_TIME,
        balance::spendable,
        block::{BlockHash, BlockId, Head},
        code::Code,
        cost::{Cost, Following, Price, Prices, USUAL_FEE, USUAL_GAS},
        error::Error,
        extrinsic::Included,
        gas::{Estimate, Range},
        link::Link,
        messages::{self, Sent, replied},
        pace::in_time,
        program::{self, Draft},
        query::NOT_ASKED,
        runtime::Call,
        tip::{self, Urgency},
        voucher::{self, Choice, Voucher},
    },
    failure::{Failure, Mark, spent},
    game::{seat::Seat, turn::BEHIND},
    keys::account::Account,
    way::Sight,
    words::{
        digits::{hex, short},
        notices::{notice, warn},
        units::cost,
    },
};
use anyhow::{Context, Result, bail};
use gmeta::Metadata;
use gprimitives::{ActorId, MessageId};
use gsdk::{ext::subxt::tx::Payload, gear};
use parity_scale_codec::Encode;
use rpsls::ProgramMetadata;
use rpsls_io::{Action, Event, GameError, GameState, StageChange, StateQuery, StateReply};
use std::{mem::replace, sync::Arc};
use tokio::join;

/// The answer to a question that a message which is due does not need, if there is one in time.
async fn foretold<T, E: From<Error>>(
    is_due: bool,
    asked: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    match is_due {
        true => in_time(asked).await.unwrap_or_else(|| Err(Error::silent().into())),
        false => asked.await,
    }
}

/// The fee, or the usual one for what is due, where the node can't tell it.
fn known_fee(is_due: bool, told: Result<u128, Error>) -> Result<u128, Error> {
    match told {
        Err(Error::Node(_) | Error::Unreadable(_)) if is_due => Ok(USUAL_FEE),
        told => told,
    }
}

/// A program, at a node.
pub struct Table {
    pub link: Arc<Link>,
    pub program: ActorId,
    /// Which vouchers may pay fees and gas.
    vouchers: Choice,
    /// The voucher that paid for the last action.
    payer: Option<ActorId>,
    /// Whether the player was told that vouchers can't be read.
    is_unlisted: bool,
    /// Whether the player was told that the voucher that was named can't pay.
    is_left: bool,
    /// Whether the player was told what the chain's upgrade costs.
    is_upgrade_told: bool,
}

/// The game as of a block, which is a finalized one unless it is said otherwise.
pub struct View {
    pub head: Head,
    pub state: GameState,
    /// How many blocks there are that are not final yet.
    pub lag: u32,
}

impl View {
    /// How many blocks are left of the stage.
    pub fn blocks_left(&self) -> u32 {
        let left = self.state.deadline.saturating_sub(self.head.timestamp) / BLOCK_TIME;
        u32::try_from(left).unwrap_or(u32::MAX)
    }

    /// How many blocks the stage has in all.
    pub fn stage_blocks(&self) -> u32 {
        let GameState { deadline, current_stage_timestamp, .. } = self.state;
        let length = deadline.saturating_sub(current_stage_timestamp) / BLOCK_TIME;
        u32::try_from(length).unwrap_or(u32::MAX)
    }

    /// What tells what is due. `is_final` says whether a final block shows this view's stage.
    pub fn sight(&self, is_final: bool) -> Sight<'_> {
        let (left, stage, lag) = (self.blocks_left(), self.stage_blocks(), self.lag);
        Sight { state: &self.state, is_final, left, stage, lag }
    }

    /// Whether finality is behind, so that waiting for it may be too late.
    pub fn is_behind(&self) -> bool {
        self.lag >= BEHIND
    }
}

/// What an action is going to cost, and who pays.
pub struct Quote {
    pub price: Price,
    /// The gas limit that goes with the price, or why nothing can pay.
    pub gas_limit: Result<u64>,
    /// What the account itself can pay from, in the chain's smallest unit.
    pub has: u128,
}

/// The result of an action that the game took.
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
    /// Opens the program with this id.
    ///
    /// # Errors
    ///
    /// [`Failure::Usage`] if it is not a program of this game.
    pub async fn open(link: Arc<Link>, program: ActorId, vouchers: Choice) -> Result<Self> {
        match link.has_metadata(program, ProgramMetadata::repr().hash(), Code::of).await? {
            Ok(true) => {
                let (is_unlisted, is_left, is_upgrade_told) = (false, false, false);
                let payer = None;
                Ok(Self { link, program, vouchers, payer, is_unlisted, is_left, is_upgrade_told })
            }
            Ok(false) => Err(Failure::usage(format!(
                "the program {} on {} is not a table of this game, or of another version of it",
                hex(program),
                link.shown()
            ))),
            Err(answer) => Err(Failure::usage(format!(
                "there is no table of this game with the id {} on {}: look at what `rpsls deploy` \
                 printed, and which network it was ({answer})",
                hex(program),
                link.shown(),
            ))),
        }
    }

    /// The account's place at this table.
    pub fn seat(&self, account: &Account) -> Seat {
        Seat::new(self.link.genesis(), self.program, account.id)
    }

    /// What the program is, by its code. Its metadata is this game's, but any program can copy
    /// that.
    pub async fn code(&self) -> Result<Code> {
        Ok(Code::of(self.link.own_code_of(self.program).await?))
    }

    /// The game as of the last finalized block.
    pub async fn view(&self) -> Result<View> {
        let last = self.link.last_block().await?;
        self.view_at(last).await
    }

    /// The game as of the newest block, which may be undone.
    pub async fn newest_view(&self) -> Result<View> {
        let newest = self.link.newest_block().await?;
        self.view_at(newest).await
    }

    /// The game as of the block that counts: the last final one, or the newest if finality is behind.
    pub async fn present_view(&self) -> Result<View> {
        // How far finality is behind is known after it.
        let newest = self.link.newest_block().await?;
        match self.link.lag() < BEHIND {
            true => self.view().await,
            false => self.view_at(newest).await,
        }
    }

    /// The game as of this block.
    pub async fn view_at(&self, BlockId { number, hash }: BlockId) -> Result<View> {
        let (timestamp, state) = join!(self.link.time_at(hash), self.state_at(hash));
        let head = Head { number, hash, timestamp: timestamp? };
        Ok(View { head, state: state?, lag: self.link.lag() })
    }

    /// The time from which anybody can close a game whose players are silent, ms, as of this view.
    pub async fn closable_from(&self, view: &View) -> Result<Option<u64>> {
        match self.link.answer(self.program, &StateQuery::ClosableFrom, view.head.hash).await? {
            StateReply::ClosableFrom(from) => Ok(from),
            _ => Ok(None),
        }
    }

    /// Whether what this view tells has been done by a message. A state is as a message sent then
    /// would find it: a stage that is over looks so, though nobody has paid the pot yet.
    pub async fn is_settled(&self, view: &View) -> Result<bool> {
        let (from, payload) = (view.state.owner, Action::Advance.encode());
        let draft = Draft { from, to: self.program, payload, value: 0 };
        let reply = self.link.reply_to(&draft, Some(view.head.hash)).await;
        Ok(match program::outcome::<Event, GameError>(reply)? {
            Ok(Event::StageAdvanced(change)) => change == StageChange::Extended,
            Ok(_) => false,
            Err(_) => true,
        })
    }

    /// Whether this account still has a share or a refund to get, as of this view.
    pub async fn owes(&self, account: ActorId, view: &View) -> Result<bool> {
        match self.link.answer(self.program, &StateQuery::SharesDue, view.head.hash).await? {
            StateReply::SharesDue(due) => Ok(due.iter().any(|(player, _)| *player == account)),
            _ => Ok(false),
        }
    }

    /// The program's state as of this block.
    pub async fn state_at(&self, block: BlockHash) -> Result<GameState> {
        match self.link.answer(self.program, &StateQuery::All, block).await? {
            StateReply::All(state) => Ok(state),
            _ => bail!(NOT_ASKED),
        }
    }

    /// What the game would reply now. Nothing is sent.
    ///
    /// # Errors
    ///
    /// [`Failure::Refused`] if the game would refuse.
    pub async fn dry_run(&self, from: &Account, action: &Action, value: u128) -> Result<Event> {
        let draft = self.draft(from, action, value);
        Ok(self.link.dry_run(&draft).await?.map_err(Failure::Refused)?)
    }

    fn draft(&self, from: &Account, action: &Action, value: u128) -> Draft {
        Draft { from: from.id, to: self.program, payload: action.encode(), value }
    }

    /// What an action in this state is going to cost, by the node's estimate or else by the game's
    /// bounds, and what pays for it: a voucher if one can, or else the account itself.
    ///
    /// # Errors
    ///
    /// [`Failure::Refused`] if the game would refuse it; [`Failure::Funds`] if the
    /// account can't pay for anything.
    pub async fn quote(
        &mut self,
        state: &GameState,
        from: &Account,
        action: &Action,
        value: u128,
    ) -> Result<Quote> {
        let draft = self.draft(from, action, value);
        let prices = Prices::of(&self.link)?;
        let unvouched = call(&draft, 0, None);
        let is_due = matches!(action, Action::Commit(_) | Action::RevealFor { .. });
        // None of these depends on another.
        let (vouchers, has, reply, gas, fee) = join!(
            foretold(is_due, self.vouchers(from)),
            spendable(&self.link, from.id),
            foretold(is_due, self.link.reply_to(&draft, None)),
            foretold(is_due, self.link.gas_of(&draft)),
            foretold(is_due, self.link.fee(from, &unvouched)),
        );
        let fee = known_fee(is_due, fee);
        let payers = self.payers(vouchers, from)?;
        let has = has?;
        let following = Following::of(action, state);
        let nothing = Price { voucher: payers.first().copied().flatten(), ..Price::bare(value) };
        // If the account has too little for anything, the error comes from here: the node would say
        // less. It tells what is usual in all, so that nobody has to send money twice.
        if let Err(error) = nothing.gas_limit_with(has, from, &prices) {
            let estimate = Estimate::Node { burned: USUAL_GAS, min_limit: USUAL_GAS };
            let fee = fee.as_ref().map_or(0, |fee| fee.saturating_add(tip::FIRST));
            let usual = Price { fee, estimate, following, ..nothing }.needs(&prices);
            return Err(match fee {
                0 => error,
                _ => Failure::funds(format!("{error:#}. With fees that is {} in all", cost(usual))),
            });
        }
        match reply {
            // What is due goes, whether the node can foretell what it does or not.
            Err(Error::Node(_) | Error::Unreadable(_)) if is_due => {}
            reply => {
                program::outcome::<Event, GameError>(reply)?.map_err(Failure::Refused)?;
            }
        }
        let published = match action {
            // The shares shall be paid without anybody having to come for them.
            Action::StopGame if gas.is_err() => Range::of_stop(state.players.len()),
            _ => Range::MESSAGE,
        };
        let estimate = program::estimate(gas, published)?;
        let own_fee = fee?.saturating_add(tip::FIRST);
        let mut first = None;
        for voucher in payers {
            let fee = match voucher {
                None => own_fee,
                Some(_) => {
                    let call = call(&draft, 0, voucher);
                    let told = foretold(is_due, self.link.fee(from, &call)).await;
                    known_fee(is_due, told)?.saturating_add(tip::FIRST)
                }
            };
            let price = Price { voucher, value, fee, estimate, following };
            let gas_limit = price.gas_limit_with(has, from, &prices);
            if gas_limit.is_ok() {
                if let Some(why) = price.upgrade(&prices)
                    && !replace(&mut self.is_upgrade_told, true)
                {
                    notice(&why);
                }
                return Ok(Quote { price, gas_limit, has });
            }
            first.get_or_insert(Quote { price, gas_limit, has });
        }
        first.context("somebody pays")
    }

    /// The vouchers that can pay for a message of this account; none if it shall pay itself.
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
            // If the account itself can pay, it shall not lose a game over that.
            (Err(error), Choice::Any) if Failure::of(&error).is_none_or(Failure::is_of_runtime) => {
                if !replace(&mut self.is_unlisted, true) {
                    warn(&format!("{error:#}: {} pays fees and gas", from.name));
                }
                Ok(vec![None])
            }
            (Err(error), _) => Err(error),
        }
    }

    /// Sends an action in this state, and waits until a block has it: a final one, or, while finality
    /// is behind, the newest. The last argument returns the highest tip for what a message takes
    /// without value; both are in the chain's smallest unit.
    ///
    /// # Errors
    ///
    /// [`Failure::Refused`] if the game would refuse; [`Failure::Funds`] if the account can't pay;
    /// [`Mark::is_not_taken`] if it is certain that no block has the action.
    pub async fn send(
        &mut self,
        urgency: Urgency,
        state: &GameState,
        from: &Account,
        action: &Action,
        value: u128,
        most_tip: impl FnOnce(u128) -> u128,
    ) -> Result<(Included, Cost)> {
        let prices = Prices::of(&self.link)?;
        let unsent = |error: anyhow::Error| match Failure::of(&error) {
            None => error.context(Mark::Unsent),
            // Other failures are clear by themselves.
            Some(_) => error,
        };
        let Quote { price, gas_limit, has } =
            self.quote(state, from, action, value).await.map_err(unsent)?;
        let gas_limit = gas_limit?;
        self.tell_who_pays(from, &price);
        let cost = Cost {
            fee: price.fee,
            gas_limit,
            gas_burned: price.estimate.burned(),
            voucher: self.payer,
        };
        // Without the money for its reveal a move loses the bet.
        let later = u32::from(matches!(action, Action::Commit(_)));
        let max_tip =
            most_tip(price.later(&prices)).min(price.most_tip(has, gas_limit, later, &prices));
        let urgency = Urgency { max_tip, may_be_early: true, ..urgency };
        let call = call(&self.draft(from, action, value), gas_limit, price.voucher);
        let included = self.link.submit_in(urgency, from, &call).await?;
        let cost = Cost { fee: included.fee, ..cost };
        spent::add(prices.gas(cost.gas_burned.unwrap_or(cost.gas_limit)));
        Ok((included, cost))
    }

    /// Waits for the game's reply to an action in a final block.
    ///
    /// # Errors
    ///
    /// [`Failure::Refused`] if the game refuses.
    pub async fn receipt(&self, included: &Included, cost: Cost) -> Result<Receipt> {
        let (message, block, returned, event) = replied(&self.link, included).await?;
        let event = event.map_err(Failure::Refused)?;
        Ok(Receipt { event, returned, message, block, cost })
    }

    /// As [`Table::send`] of what is due, by whatever can pay, if one voucher was named, and could not:
    /// `error` is why nothing was sent. No bet is lost for a voucher that was good when it was named.
    /// `None` if none was named, or something else is wrong.
    pub async fn send_by_any(
        &mut self,
        urgency: Urgency,
        state: &GameState,
        from: &Account,
        action: &Action,
        most_tip: impl FnOnce(u128) -> u128,
        error: &anyhow::Error,
    ) -> Option<Result<(Included, Cost)>> {
        let Choice::Only(named) = self.vouchers else { return None };
        let is_of_payer = match Failure::of(error) {
            Some(failure) => matches!(failure, Failure::Usage(_) | Failure::Funds(_)),
            None => Mark::of(error) == Some(Mark::Unsent) && self.vouchers(from).await.is_err(),
        };
        if !is_of_payer {
            return None;
        }
        if !replace(&mut self.is_left, true) {
            warn(&format!(
                "the voucher {} can't pay for what is due, and there is a bet in: another one pays \
                 fees and gas, or {}",
                short(named),
                from.name
            ));
        }
        self.vouchers = Choice::Any;
        let sent = self.send(urgency, state, from, action, 0, most_tip).await;
        // The next seat is agreed to with this voucher.
        self.vouchers = Choice::Only(named);
        Some(sent)
    }

    /// Says when the account itself pays from now on.
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

fn call(draft: &Draft, gas_limit: u64, voucher: Option<Voucher>) -> Box<dyn Payload + Send + Sync> {
    let Draft { to, payload, value, .. } = draft.clone();
    match voucher {
        None => {
            let tx = gear::tx().gear();
            Box::new(Call(tx.send_message(to, payload, gas_limit, value, false)))
        }
        Some(Voucher { id, .. }) => Box::new(voucher::message(id, to, payload, gas_limit, value)),
    }
}
