//! What a message costs, and whether an account can pay for it.

use crate::{
    chain::{balance::balance, gas::Estimate, link::Link, voucher::Voucher},
    failure::Failure,
    keys::account::Account,
    words::{digits::short, units::vara},
};
use anyhow::{Result, bail};
use gprimitives::ActorId;
use gsdk::gear::{self, runtime_types::gear_common::GasMultiplier};

/// What part of a fee is kept for its rise.
const FEE_ROOM: u128 = 4;

/// A fee, and what it may have risen by when a block takes the message.
pub fn with_room(fee: u128) -> u128 {
    fee.saturating_add(fee / FEE_ROOM)
}

/// The messages of a game of so many rounds, at most: the seat, and in each round a
/// move and its reveal.
pub fn messages(rounds: u32) -> u128 {
    1 + u128::from(ROUND) * u128::from(rounds)
}

/// A move and its reveal: what an account that takes a seat has to be able to pay.
pub const ROUND: u32 = 2;
/// Three rounds of them: what is not to be locked up by an alarm.
pub const ROUNDS: u32 = 3 * ROUND;

/// What the chain asks for running messages.
#[derive(Clone, Copy)]
pub struct Prices {
    pub value_per_gas: u128,
    pub existential_deposit: u128,
    pub block_gas_limit: u64,
}

impl Prices {
    /// What the chain asks for, by its own constants.
    pub fn of(link: &Link) -> Result<Self> {
        let constants = gear::constants();
        let multiplier = link.constant(constants.gear_bank().gas_multiplier())?;
        let value_per_gas = match multiplier {
            GasMultiplier::ValuePerGas(value @ 1..) => value,
            _ => bail!("this chain sells gas at a price below its smallest unit"),
        };
        let existential_deposit = link.constant(constants.balances().existential_deposit())?;
        let block_gas_limit = link.constant(constants.gear_gas().block_gas_limit())?;
        Ok(Self { value_per_gas, existential_deposit, block_gas_limit })
    }

    pub fn gas(&self, gas: u64) -> u128 {
        u128::from(gas).saturating_mul(self.value_per_gas)
    }
}

/// What a message cost its sender.
#[derive(Clone, Copy)]
pub struct Cost {
    /// What the chain took for the extrinsic, gas apart.
    pub fee: u128,
    pub gas_limit: u64,
    /// What the node reckoned that the message burns, if it did.
    pub gas_burned: Option<u64>,
    /// The voucher that paid it in the sender's place.
    pub voucher: Option<ActorId>,
}

impl Cost {
    /// What the sender has paid of fee and gas, as far as the gas is known: at most
    /// what it could have been.
    pub fn paid(&self, prices: &Prices) -> u128 {
        match self.voucher {
            None => self.fee.saturating_add(prices.gas(self.gas_burned.unwrap_or(self.gas_limit))),
            Some(_) => 0,
        }
    }
}

/// What a message is going to cost.
#[derive(Clone, Copy)]
pub struct Price {
    /// What pays fee and gas in the sender's place.
    pub voucher: Option<Voucher>,
    /// What the message carries.
    pub value: u128,
    /// What the chain takes for the extrinsic.
    pub fee: u128,
    pub estimate: Estimate,
    pub following: Following,
}

/// For how many more such messages, without value, there should be money left.
#[derive(Clone, Copy, Default)]
pub struct Following {
    /// Without this money the message is not sent.
    pub needed: u32,
    /// This money goes before an alarm, which others may pay for as well.
    pub kept: u32,
}

impl Price {
    /// Of a message with this value, before it is known what else it takes.
    pub fn bare(value: u128) -> Self {
        Self {
            voucher: None,
            value,
            fee: 0,
            estimate: Estimate::Node { burned: 0, min_limit: 0 },
            following: Following::default(),
        }
    }

    /// What the message is going to take, with what it carries and a little to spare.
    pub fn total(&self, prices: &Prices) -> u128 {
        self.fee.saturating_add(prices.gas(self.estimate.expected())).saturating_add(self.value)
    }

    /// What one such message takes, without value, with a little to spare.
    pub fn message(&self, prices: &Prices) -> u128 {
        self.fee.saturating_add(prices.gas(self.estimate.range().needed))
    }

    /// The gas limit, as [`Self::gas_limit_with`] has it, by what the account has now.
    ///
    /// # Errors
    ///
    /// [`Failure::Funds`] if there is no such limit.
    pub async fn gas_limit(&self, link: &Link, account: &Account, prices: &Prices) -> Result<u64> {
        self.gas_limit_with(balance(link, account.id).await?, account, prices)
    }

    /// The gas limit that leaves who pays with the existential deposit, and if that
    /// can be with what the next messages take, for an account that has so much.
    ///
    /// With less than the deposit, the chain would drop the account, and keep the
    /// gas that comes back.
    ///
    /// # Errors
    ///
    /// [`Failure::Funds`] if there is no such limit.
    pub fn gas_limit_with(&self, has: u128, account: &Account, prices: &Prices) -> Result<u64> {
        let deposit = prices.existential_deposit;
        // A voucher pays for no value.
        let is_value_paid = self.value == 0 && self.voucher.is_some();
        if !is_value_paid && has < self.value.saturating_add(deposit) {
            return Err(self.cannot_pay(account, has, prices).into());
        }
        let has = self.voucher.map_or(has.saturating_sub(self.value), |voucher| voucher.balance);
        let following = |count: u32| u128::from(count).saturating_mul(self.message(prices));
        let kept = with_room(self.fee).saturating_add(deposit);
        let gas = |money: u128| u64::try_from(money / prices.value_per_gas).unwrap_or(u64::MAX);
        let affordable =
            has.checked_sub(kept.saturating_add(following(self.following.needed))).map(gas);
        let comfortable =
            gas(has.saturating_sub(kept.saturating_add(following(self.following.kept))));
        let limit = affordable
            .and_then(|gas| self.estimate.range().limit(gas, comfortable, prices.block_gas_limit));
        match (limit, self.voucher) {
            (Some(limit), _) => Ok(limit),
            (None, Some(voucher)) => Err(self.voucher_cannot_pay(account, &voucher, prices).into()),
            (None, None) => {
                Err(self.cannot_pay(account, has.saturating_add(self.value), prices).into())
            }
        }
    }

    fn voucher_cannot_pay(&self, account: &Account, voucher: &Voucher, prices: &Prices) -> Failure {
        let messages = u128::from(1 + self.following.needed).saturating_mul(self.message(prices));
        Failure::Funds(format!(
            "the voucher {} has {}, and this takes {} of fees and gas, with {} to stay in it; \
             with `--voucher none` {} pays",
            short(voucher.id),
            vara(voucher.balance),
            vara(messages),
            vara(prices.existential_deposit),
            account.name
        ))
    }

    fn cannot_pay(&self, account: &Account, has: u128, prices: &Prices) -> Failure {
        // A voucher pays for all but the value.
        let own = u128::from(self.voucher.is_none());
        let parts = [
            (self.value, ""),
            (own * prices.gas(self.estimate.range().needed), " of gas"),
            (own * self.fee, " of fees"),
        ];
        let parts = parts.into_iter().filter(|(value, _)| *value > 0);
        let mut takes: Vec<String> =
            parts.map(|(value, of)| format!("{}{of}", vara(value))).collect();
        let count = self.following.needed;
        if count > 0 && self.voucher.is_none() {
            let following = vara(u128::from(count).saturating_mul(self.message(prices)));
            takes.push(format!("{following} for the next {count} messages"));
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clients::fact;

    #[test]
    fn a_fee_has_the_room_that_both_clients_leave() {
        let part: u128 = fact("/price/feeRoom");
        assert_eq!(with_room(1_000), 1_000 + 1_000 / part);
    }

    #[test]
    fn what_follows_a_seat_is_what_both_clients_keep() {
        assert_eq!(ROUND, fact::<u32>("/following/needed"));
        assert_eq!(ROUNDS, fact::<u32>("/following/kept"));
    }

    #[test]
    fn a_games_messages_are_what_both_clients_count() {
        let of = |what| fact::<u128>(&format!("/voucher/messages/{what}"));
        assert_eq!(messages(3), of("seat") + 3 * of("round"));
    }
}
