//! Who paid what, checked to the last unit.

use crate::chain::{self, Chain, Clock};
use anyhow::{Result, ensure};
use gprimitives::ActorId;
use gtest::constants::EXISTENTIAL_DEPOSIT;

/// Gas that the chain charges for each block in which an alarm is pending. It
/// is in no message's gas.
const RENT_PER_BLOCK: u64 = 100;

/// One account's books.
struct Account {
    name: &'static str,
    id: ActorId,
    before: u128,
    /// Gas of the messages that it sent itself.
    gas: u64,
}

/// How one account came out of the game.
pub struct Balance {
    pub name: &'static str,
    pub before: u128,
    /// What the game gave or took, fees apart.
    pub net: i128,
    /// What the account paid for gas, its messages' and its alarms'.
    pub fees: u128,
    pub after: u128,
}

pub struct Ledger {
    /// The players, in order of their seats, and the owner.
    accounts: Vec<Account>,
    owner: ActorId,
    /// Gas paid for alarms that were pending.
    rent: u64,
    /// Height of the block that the pending alarm was sent in.
    alarm_since: Option<u32>,
}

impl Ledger {
    pub fn open(chain: &Chain, owner: ActorId, names: &[(&'static str, ActorId)]) -> Self {
        let accounts = names.iter().map(|(name, id)| Account {
            name,
            id: *id,
            before: chain.balance(*id),
            gas: 0,
        });
        Self { accounts: accounts.collect(), owner, rent: 0, alarm_since: None }
    }

    /// Notes gas that a message of this account burned.
    pub fn burned(&mut self, account: ActorId, gas: u64) {
        for entry in &mut self.accounts {
            if entry.id == account {
                entry.gas += gas;
            }
        }
    }

    /// Notes, after each block of players' messages or none, whether an alarm
    /// is pending.
    pub fn settle(&mut self, chain: &Chain, clock: &Clock) {
        if clock.alarm_gas.is_some()
            && let Some(since) = self.alarm_since.take()
        {
            self.rent += RENT_PER_BLOCK * u64::from(chain.height() - since);
        }
        if self.alarm_since.is_none() && self.held(chain) > 0 {
            self.alarm_since = Some(chain.height());
        }
    }

    pub fn is_alarm_pending(&self) -> bool {
        self.alarm_since.is_some()
    }

    /// All gas that was paid for.
    pub fn gas(&self, chain: &Chain) -> u64 {
        chain.gas() + self.rent
    }

    /// Value that the chain holds for a pending alarm's gas: it is in no
    /// account, and not spent.
    fn held(&self, chain: &Chain) -> u128 {
        let before: u128 = self.accounts.iter().map(|account| account.before).sum();
        let after: u128 = self.accounts.iter().map(|account| chain.balance(account.id)).sum();
        let kept = after + chain.balance(chain.program_id()) + chain::fee(self.gas(chain));
        // A surplus is an error too, which `close` reports.
        before.saturating_sub(kept)
    }

    /// Everyone's balance, once no alarm is pending.
    ///
    /// # Errors
    ///
    /// Unless the program is back at its existential deposit, the winner's
    /// balance has risen by exactly the pot, fees apart, and every unit is
    /// accounted for.
    pub fn close(
        &self,
        chain: &Chain,
        winner: ActorId,
        bet: u128,
        pot: u128,
    ) -> Result<Vec<Balance>> {
        let kept = chain.balance(chain.program_id());
        ensure!(
            kept == EXISTENTIAL_DEPOSIT,
            "the program has {kept} units left, not its existential deposit"
        );
        let mut balances = Vec::with_capacity(self.accounts.len());
        for account in &self.accounts {
            let net = if account.id == self.owner {
                -signed(EXISTENTIAL_DEPOSIT)
            } else if account.id == winner {
                signed(pot) - signed(bet)
            } else {
                -signed(bet)
            };
            let after = chain.balance(account.id);
            let fees = signed(account.before) + net - signed(after);
            // Alarms cost more than one's own messages, never less: less would
            // be somebody else's money.
            ensure!(
                fees >= signed(chain::fee(account.gas)),
                "{}'s balance is {after}: that is not what the game should have left",
                account.name
            );
            balances.push(Balance {
                name: account.name,
                before: account.before,
                net,
                fees: fees.unsigned_abs(),
                after,
            });
        }
        let fees: u128 = balances.iter().map(|balance| balance.fees).sum();
        let gas = chain::fee(self.gas(chain));
        // With the pot wrongly paid, its difference would show here.
        ensure!(fees == gas, "fees of {fees} units were paid, but the gas costs {gas}");
        Ok(balances)
    }
}

fn signed(value: u128) -> i128 {
    i128::try_from(value).expect("balances here are far below the limit")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rpsls_io::GameConfig;

    const PURSE: u128 = 100 * EXISTENTIAL_DEPOSIT;

    /// The books of a table at which nothing was played.
    fn books() -> (Chain, Ledger) {
        let [owner, ada, grace] = [3_u64, 1, 2].map(ActorId::from);
        let mut chain = Chain::new([owner, ada, grace], PURSE);
        let accounts = [("Ada", ada), ("Grace", grace), ("owner", owner)];
        let mut ledger = Ledger::open(&chain, owner, &accounts);
        let config = GameConfig {
            bet_size: EXISTENTIAL_DEPOSIT,
            players_count_limit: 2,
            entry_timeout: GameConfig::MIN_TIMEOUT,
            move_timeout: GameConfig::MIN_TIMEOUT,
            reveal_timeout: GameConfig::MIN_TIMEOUT,
        };
        let deployed = chain.deploy(owner, &config).unwrap();
        ledger.burned(owner, deployed.gas);
        (chain, ledger)
    }

    fn closed(bet: u128, pot: u128) -> Result<Vec<Balance>> {
        let (chain, ledger) = books();
        ledger.close(&chain, 1.into(), bet, pot)
    }

    #[test]
    fn the_owner_pays_for_the_deployment_and_the_existential_deposit() {
        let balances = closed(0, 0).unwrap();
        let owner = balances.last().unwrap();
        assert!(owner.fees > 0);
        assert_eq!(owner.after, PURSE - EXISTENTIAL_DEPOSIT - owner.fees);
        assert_eq!((balances[0].fees, balances[0].after), (0, PURSE));
    }

    #[test]
    fn a_pot_that_is_one_unit_short_is_noticed() {
        let error = closed(0, 1).err().unwrap().to_string();
        assert!(error.contains("fees of"), "{error}");
    }

    #[test]
    fn a_bet_that_was_not_taken_is_noticed() {
        let error = closed(1, 2).err().unwrap().to_string();
        assert!(error.starts_with("Grace's balance"), "{error}");
    }
}
