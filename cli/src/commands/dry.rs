//! What a message costs, and `--dry-run`, which only says that.

use crate::{
    chain::cost::{Price, Prices},
    keys::account::Account,
    screen::output::Output,
    words::{
        digits::{hex, short},
        units::{billions, column, cost, vara},
    },
};
use anyhow::Result;
use serde_json::{Value, json};

/// A message as it would be sent.
pub struct Trial<'a> {
    /// The action's name in JSON.
    pub action: &'a str,
    pub account: &'a Account,
    pub price: &'a Price,
    pub gas_limit: u64,
    pub prices: &'a Prices,
}

impl Trial<'_> {
    /// Says that nothing was sent, what would have happened, and what it would have cost. `more`
    /// has the action's other fields of the JSON.
    pub fn show(&self, out: &Output, would: &str, more: &Value) -> Result<()> {
        let Self { price, .. } = self;
        let mut line = untaken(self.action, self.account, more);
        line["value"] = price.value.to_string().into();
        line["fee"] = price.fee.to_string().into();
        let burns = price.estimate.burned().unwrap_or(self.gas_limit);
        let running = price.fee.saturating_add(self.prices.gas(burns));
        let deposit = more["deposit"].as_str().and_then(|deposit| deposit.parse().ok());
        line["cost"] = running.saturating_add(deposit.unwrap_or(0_u128)).to_string().into();
        line["gas_limit"] = self.gas_limit.into();
        line["gas_burned"] = price.estimate.burned().into();
        line["voucher"] = price.voucher.map(|voucher| hex(voucher.id)).into();
        out.json(&line)?;
        out.line(&format!("Nothing was sent. The result would be: {would}"))?;
        out.row("Takes", &takes(out, price, self.gas_limit, self.prices))
    }
}

/// JSON of an action that was not sent.
pub fn untaken(action: &str, account: &Account, more: &Value) -> Value {
    let mut line = json!({ "ok": true, "action": action, "dry_run": true, "account": hex(account.id), "sent": false });
    for (name, value) in more.as_object().into_iter().flatten() {
        line[name] = value.clone();
    }
    line["cost"] = line["fee"].clone();
    line
}

/// What a message with this gas limit costs, and what comes back once it has run.
pub fn takes(out: &Output, price: &Price, gas_limit: u64, prices: &Prices) -> String {
    let Price { value, fee, estimate, voucher, .. } = price;
    let burns = estimate.burned().unwrap_or(estimate.range().needed);
    let running = fee.saturating_add(prices.gas(gas_limit));
    let back = column(prices.gas(gas_limit.saturating_sub(burns)));
    let mut text = match voucher {
        None => format!("{}; about {back} comes back", cost(value.saturating_add(running))),
        Some(voucher) => {
            let own = if *value > 0 { format!("{}, and ", vara(*value)) } else { String::new() };
            let by = short(voucher.id);
            format!("{own}{} of the voucher {by}; about {back} comes back to it", cost(running))
        }
    };
    if out.is_verbose() {
        text.push_str(&format!(
            " ({} of fees, {} bn gas, of which it burns about {})",
            vara(*fee),
            billions(gas_limit),
            billions(burns)
        ));
    }
    text
}

/// What a message has cost: a fee, and the gas that it has burned, or may have.
pub fn took(out: &Output, fee: u128, gas: u64, prices: &Prices) -> String {
    match out.is_verbose() {
        true => format!("{} of fees, about {} bn gas", vara(fee), billions(gas)),
        false => format!("{} of fees", cost(fee.saturating_add(prices.gas(gas)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chain::{
            cost::tests::{PRICES, voucher},
            gas::Estimate,
        },
        words::units::VARA,
    };

    fn price(value: u128) -> Price {
        let estimate = Estimate::Node { burned: 550_000_000, min_limit: 550_000_000 };
        Price { fee: 143_400_000_000, estimate, ..Price::bare(value) }
    }

    #[test]
    fn what_a_message_takes_is_one_sum_and_gas_is_told_beside_it_where_that_is_asked_for() {
        let out = Output::new(false);
        let told = takes(&out, &price(VARA), 6_750_000_000, &PRICES);
        assert_eq!(told, "1.82 VARA; about 0.62 comes back");
        let told = takes(&out.verbose(true), &price(VARA), 6_750_000_000, &PRICES);
        assert!(
            told.ends_with("(0.1434 VARA of fees, 6.750 bn gas, of which it burns about 0.550)")
        );
        assert_eq!(took(&out, 143_400_000_000, 550_000_000, &PRICES), "0.20 VARA of fees");
        let told = took(&out.verbose(true), 143_400_000_000, 550_000_000, &PRICES);
        assert_eq!(told, "0.1434 VARA of fees, about 0.550 bn gas");
    }

    #[test]
    fn what_a_voucher_pays_is_told_apart_from_what_its_holder_does() {
        let told = |value| {
            let price = Price { voucher: voucher(9 * VARA), ..price(value) };
            takes(&Output::new(false), &price, 6_750_000_000, &PRICES)
        };
        let running = "0.82 VARA of the voucher 0x000000…0000; about 0.62 comes back to it";
        assert_eq!(told(0), running);
        assert_eq!(told(VARA), format!("1 VARA, and {running}"));
    }
}
