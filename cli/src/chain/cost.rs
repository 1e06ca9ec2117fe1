//! What a message costs, and whether an account can pay for it.

use crate::{
    chain::{balance::spendable, error::Error, gas::Estimate, link::Link, tip, voucher::Voucher},
    failure::Failure,
    game::rules,
    keys::account::Account,
    words::{
        digits::short,
        units::{billions, exact, shortage, vara},
    },
};
use anyhow::{Context, Result, ensure};
use gprimitives::ActorId;
use gsdk::gear::{self, runtime_types::gear_common::GasMultiplier};
use rpsls_io::{Action, Entry, GameState, gas};

/// A quarter of the fee (1 / `FEE_ROOM`) is kept in case the fee rises before a block takes the
/// message. With too little the chain refuses the message, which may cost the bet.
pub const FEE_ROOM: u128 = 4;
/// The gas that a message burns at a small table, with a quarter to spare. A price that is shown
/// goes by it.
pub const USUAL_GAS: u64 = 750_000_000;
/// The chain's fee for a message to a table, for what is due where the node can't tell it.
pub const USUAL_FEE: u128 = 144_000_000_000;

/// A fee, with room for its rise until a block takes the message.
pub fn with_room(fee: u128) -> u128 {
    fee.saturating_add(fee / FEE_ROOM)
}

/// The most messages that a game of this many rounds takes: one for the seat, and in each round a
/// move and its reveal.
pub fn messages(rounds: u32) -> u128 {
    1 + u128::from(MESSAGES_A_ROUND) * u128::from(rounds)
}

/// The most messages of a round: a move and its reveal.
pub const MESSAGES_A_ROUND: u32 = 2;

/// The chain's prices and limits for messages.
#[derive(Clone, Copy)]
pub struct Prices {
    pub value_per_gas: u128,
    pub existential_deposit: u128,
    pub block_gas_limit: u64,
}

impl Prices {
    /// Reads the prices from the chain's own constants.
    pub fn of(link: &Link) -> Result<Self, Error> {
        let constants = gear::constants();
        let multiplier = link.constant(constants.gear_bank().gas_multiplier())?;
        let value_per_gas = match multiplier {
            GasMultiplier::ValuePerGas(value @ 1..) => value,
            _ => {
                return Err(Error::Runtime(
                    "this chain sells gas at a price below its smallest unit".into(),
                ));
            }
        };
        let existential_deposit = link.constant(constants.balances().existential_deposit())?;
        let block_gas_limit = link.constant(constants.gear_gas().block_gas_limit())?;
        Ok(Self { value_per_gas, existential_deposit, block_gas_limit })
    }

    pub fn gas(&self, gas: u64) -> u128 {
        u128::from(gas).saturating_mul(self.value_per_gas)
    }

    /// The most that fees and gas of a duel take, by the program's published bounds, where a
    /// message costs this fee: the seat, the reveal, a message that moves an overdue stage on, and
    /// two runs of the alarm that the seat may have lent.
    pub fn most_of_duel(&self, fee: u128) -> u128 {
        let message = fee.saturating_add(self.gas(gas::BURNED));
        message.saturating_mul(messages(1)).saturating_add(self.alarms_of_duel())
    }

    /// The most that the alarms of a duel take from whoever has lent them their gas.
    pub fn alarms_of_duel(&self) -> u128 {
        self.gas(2 * gas::STAGE)
    }
}

/// What a message cost its sender.
#[derive(Clone, Copy)]
pub struct Cost {
    /// What the chain took for the extrinsic, without gas.
    pub fee: u128,
    pub gas_limit: u64,
    /// The node's estimate of what the message burns, if it gave one.
    pub gas_burned: Option<u64>,
    /// The voucher that paid in the sender's place.
    pub voucher: Option<ActorId>,
}

impl Cost {
    /// What the sender has paid for fee and gas. If the burned gas is not known, all of the gas
    /// limit counts, which is the most that it could have been.
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
    /// The voucher that pays fee and gas in the sender's place.
    pub voucher: Option<Voucher>,
    /// The value that the message carries.
    pub value: u128,
    /// What the chain takes for the extrinsic.
    pub fee: u128,
    pub estimate: Estimate,
    pub following: Following,
}

/// For how many more such messages, without value, money should be left.
#[derive(Clone, Copy, Default)]
pub struct Following {
    /// The message is not sent if there is no money for this many.
    pub needed: u32,
    /// The money for this many comes before an alarm, which others may pay for as well.
    pub kept: u32,
}

impl Following {
    /// What may follow an action at a table in this state. A seat needs the money for all rounds
    /// that the game is known to take, or else for one.
    pub fn of(action: &Action, state: &GameState) -> Self {
        let most = rules::rounds_left(state) * MESSAGES_A_ROUND;
        let surely = rules::rounds(state).unwrap_or(1);
        let (needed, kept) = match action {
            Action::Register | Action::Join(Entry { commitment: None, .. }) => {
                (surely * MESSAGES_A_ROUND, most)
            }
            // Each next move goes with the reveal before it, if it is chosen in time.
            Action::Join(_) => (surely, most.saturating_sub(1)),
            Action::MakeMove(_) | Action::Commit(_) | Action::CommitFor { .. } => {
                (0, most.saturating_sub(1))
            }
            Action::Reveal(_) | Action::RevealFor { next: None, .. } => (0, most.saturating_sub(2)),
            Action::RevealAndCommit { .. } | Action::RevealFor { .. } => {
                (0, most.saturating_sub(3))
            }
            Action::ChangeNextGameConfig(_)
            | Action::ChangeNextGameRules(_)
            | Action::StopGame
            | Action::Advance
            | Action::Leave => (0, 0),
        };
        Self { needed, kept }
    }
}

impl Price {
    /// A message with this value, before it is known what else it takes.
    pub fn bare(value: u128) -> Self {
        Self {
            voucher: None,
            value,
            fee: 0,
            estimate: Estimate::Node { burned: 0, min_limit: 0 },
            following: Following::default(),
        }
    }

    /// What the message is going to take in all: fee, gas with a little to spare, and value.
    pub fn total(&self, prices: &Prices) -> u128 {
        self.fee.saturating_add(prices.gas(self.estimate.expected())).saturating_add(self.value)
    }

    /// What one such message takes without its value, with a little to spare.
    pub fn message(&self, prices: &Prices) -> u128 {
        self.fee.saturating_add(prices.gas(self.estimate.range().needed))
    }

    /// What a later such message takes, for which the program's code is already prepared.
    pub fn later(&self, prices: &Prices) -> u128 {
        self.message(prices).saturating_sub(prices.gas(self.estimate.preparing()))
    }

    /// Says that the chain was upgraded and what follows from that, if it was.
    pub fn upgrade(&self, prices: &Prices) -> Option<String> {
        let preparing = self.estimate.preparing();
        (preparing > 0).then(|| {
            format!(
                "the chain was upgraded: the first message to this code pays for preparing it \
                 again, about {} more; what isn't used comes back",
                vara(prices.gas(preparing))
            )
        })
    }

    /// The gas limit as in [`Self::gas_limit_with`], for the balance that the account has now.
    ///
    /// # Errors
    ///
    /// [`Failure::Funds`] if there is no such limit.
    pub async fn gas_limit(&self, link: &Link, account: &Account, prices: &Prices) -> Result<u64> {
        self.gas_limit_with(spendable(link, account.id).await?, account, prices)
    }

    /// What whoever pays needs for fee and gas, including those of the messages that have to be
    /// able to follow.
    fn running(&self, prices: &Prices) -> u128 {
        let following = u128::from(self.following.needed).saturating_mul(self.later(prices));
        let gas = prices.gas(self.estimate.range().needed);
        with_room(self.fee).saturating_add(gas).saturating_add(following)
    }

    /// What the account itself has to have, the existential deposit included. A voucher pays for no
    /// value.
    pub fn needs(&self, prices: &Prices) -> u128 {
        let running = if self.voucher.is_none() { self.running(prices) } else { 0 };
        self.value.saturating_add(running).saturating_add(prices.existential_deposit)
    }

    /// The gas limit for an account with this balance. It leaves the payer the existential deposit
    /// and, if possible, what the next messages take.
    ///
    /// With less than the deposit left, the chain would drop the account and keep the gas that
    /// comes back.
    ///
    /// # Errors
    ///
    /// [`Failure::Funds`] if there is no such limit.
    pub fn gas_limit_with(&self, has: u128, account: &Account, prices: &Prices) -> Result<u64> {
        let deposit = prices.existential_deposit;
        let running = self.running(prices);
        let is_own_needed = self.voucher.is_none() || self.value > 0;
        let needs = self.needs(prices);
        ensure!(!is_own_needed || has >= needs, self.cannot_pay(account, has, needs, prices));
        if let Some(voucher) = self.voucher {
            let needs = running.saturating_add(deposit);
            let is_enough = voucher.balance >= needs;
            ensure!(is_enough, self.voucher_cannot_pay(account, &voucher, needs, prices));
        }
        let free = self.free(has, prices);
        let without = |count: u32| {
            let left = free.saturating_sub(u128::from(count).saturating_mul(self.later(prices)));
            u64::try_from(left / prices.value_per_gas).unwrap_or(u64::MAX)
        };
        let (affordable, comfortable) =
            (without(self.following.needed), without(self.following.kept));
        let range = self.estimate.range();
        range.limit(affordable, comfortable, prices.block_gas_limit).with_context(|| {
            format!(
                "the message takes {} bn gas, and a block of this chain has room for {}",
                billions(range.needed),
                billions(prices.block_gas_limit)
            )
        })
    }

    /// For how many more such messages, without value, whoever pays has the money after this one. The
    /// account has this balance.
    pub fn further(&self, has: u128, prices: &Prices) -> u64 {
        let gas = prices.gas(self.estimate.range().needed);
        let left = self.free(has, prices).saturating_sub(gas);
        u64::try_from(left / self.later(prices).max(1)).unwrap_or(u64::MAX)
    }

    /// The highest tip that leaves whoever pays enough for this message and for this many later
    /// ones. The account has this balance. The first tip is a part of the fee.
    pub fn most_tip(&self, has: u128, gas_limit: u64, later: u32, prices: &Prices) -> u128 {
        // An alarm's gas may not be back when the later messages are due.
        let kept = u128::from(later)
            .saturating_mul(self.later(prices))
            .saturating_add(prices.gas(gas_limit));
        self.free(has, prices).saturating_sub(kept).saturating_add(tip::FIRST)
    }

    /// What whoever pays has for gas and later messages, beyond the value, the fee and the deposit.
    fn free(&self, has: u128, prices: &Prices) -> u128 {
        let has = self.voucher.map_or(has.saturating_sub(self.value), |voucher| voucher.balance);
        has.saturating_sub(with_room(self.fee).saturating_add(prices.existential_deposit))
    }

    fn voucher_cannot_pay(
        &self,
        account: &Account,
        voucher: &Voucher,
        needs: u128,
        prices: &Prices,
    ) -> Failure {
        let [has, needs, lacks] = shortage(needs, voucher.balance);
        Failure::Funds(format!(
            "the voucher {} has {has} VARA, and needs {needs} for fees and gas{}, {} of it to stay \
             there: {lacks} VARA short; with `--voucher none` {} pays{}",
            short(voucher.id),
            self.and_following(),
            exact(prices.existential_deposit),
            account.name,
            self.why(prices)
        ))
    }

    fn cannot_pay(&self, account: &Account, has: u128, needs: u128, prices: &Prices) -> Failure {
        let [has, needs, lacks] = shortage(needs, has);
        let mut parts = vec![];
        if self.value > 0 {
            parts.push(format!("{} to pay in", exact(self.value)));
        }
        // Where fee and gas are not known yet, they come on top.
        let is_known = self.fee > 0;
        if self.voucher.is_none() {
            let more = if is_known { "" } else { " on top" };
            parts.push(format!("fees and gas{}{more}", self.and_following()));
        }
        parts.push(format!("{} to stay in the account", exact(prices.existential_deposit)));
        let address = account.address();
        Failure::Funds(format!(
            "the account {} has {has} VARA, and needs {}{needs}: {lacks} VARA short. It takes {}. \
             Send VARA to {address}; a test network has a faucet, a development node `rpsls --account \
             alice transfer {address} 100`{}",
            account.name,
            if is_known || self.voucher.is_some() { "" } else { "more than " },
            parts.join(", "),
            self.why(prices)
        ))
    }

    /// Explains the price, if it is higher than usual.
    fn why(&self, prices: &Prices) -> String {
        self.upgrade(prices).map_or_else(String::new, |why| format!(". So much since {why}"))
    }

    fn and_following(&self) -> String {
        match self.following.needed {
            0 => String::new(),
            count => format!(" of this message and the next {count}"),
        }
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::{game::turn, words::units::VARA};
    use gprimitives::H256;
    use rpsls_io::{Format, GameRules, GameStage, PlayerStatus};

    #[test]
    fn a_seat_needs_the_money_for_exactly_the_rounds_of_its_bracket() {
        let registration = |format, seats, start_when_full| {
            let mut table = turn::tests::state(GameStage::Preparation, PlayerStatus::Registered);
            (table.rules, table.round) = (GameRules { format, start_when_full }, 0);
            table.config.players_count_limit = seats;
            table
        };
        let of = |action: &Action, state: &GameState| {
            let Following { needed, kept } = Following::of(action, state);
            (needed, kept)
        };
        let hash = H256::zero();
        let seat = Action::Join(Entry { commitment: Some(hash), ..Entry::default() });
        let duel = registration(Format::Knockout, 2, true);
        assert_eq!(of(&seat, &duel), (1, 1), "the reveal alone");
        assert_eq!(of(&Action::Register, &duel), (2, 2));
        assert_eq!(of(&seat, &registration(Format::Knockout, 8, true)), (3, 5));
        assert_eq!(of(&seat, &registration(Format::Knockout, 6, false)), (3, 5));
        assert_eq!(of(&seat, &registration(Format::Replay, 2, true)), (1, 5));
        // The last of three rounds.
        let mut last = registration(Format::Knockout, 8, true);
        last.game_stage = GameStage::InProgress(Default::default());
        last.lobby_list = (1..=8).map(Into::into).collect();
        let show = |next| Action::RevealFor { player: 1.into(), opening: String::new(), next };
        for (round, kept) in [(1, [5, 4, 3]), (2, [3, 2, 1]), (3, [1, 0, 0])] {
            last.round = round;
            let actions = [Action::Commit(hash), show(None), show(Some(hash))];
            assert_eq!(actions.map(|action| of(&action, &last)), kept.map(|kept| (0, kept)));
        }
    }

    pub const PRICES: Prices =
        Prices { value_per_gas: 100, existential_deposit: VARA, block_gas_limit: 250_000_000_000 };

    pub fn voucher(balance: u128) -> Option<Voucher> {
        let id = ActorId::zero();
        Some(Voucher { id, owner: id, spender: id, expiry: 9, balance, held: 0 })
    }

    fn seat() -> Price {
        let burned = 542_000_000;
        Price {
            fee: 143_400_000_000,
            estimate: Estimate::Node { burned, min_limit: burned },
            following: Following { needed: 2, kept: 6 },
            ..Price::bare(VARA)
        }
    }

    #[test]
    fn what_is_needed_is_told_by_the_number_that_is_checked() {
        let alice = Account::development("//Alice").unwrap();
        // By hand: the bet and the deposit, 1.25 times the fee, 1.25 times the gas, and two more
        // messages, each with a fee and as much gas.
        let needs = 2 * VARA + 179_250_000_000 + 67_750_000_000 + 2 * 211_150_000_000;
        assert!(seat().gas_limit_with(needs, &alice, &PRICES).is_ok());
        let refused = |has| {
            let error = seat().gas_limit_with(has, &alice, &PRICES).unwrap_err();
            assert_eq!(Failure::code(&error), 5);
            error.to_string()
        };
        let said = refused(2_650_000_000_000);
        assert!(said.contains("has 2.65 VARA, and needs 2.67: 0.02 VARA short"), "{said}");
        assert!(said.contains("fees and gas of this message and the next 2"), "{said}");
        let said = refused(needs - 1);
        assert!(said.contains("0.000000000001 VARA short"), "{said}");
        let unknown = Price::bare(VARA).gas_limit_with(VARA, &alice, &PRICES).unwrap_err();
        let said = unknown.to_string();
        assert!(said.contains("has 1 VARA, and needs more than 2: 1 VARA short"), "{said}");
    }

    #[test]
    fn what_prepares_a_code_is_paid_once_and_told() {
        let alice = Account::development("//Alice").unwrap();
        let burned = 36_000_000_000;
        let estimate = Estimate::Node { burned, min_limit: burned };
        let price = Price { estimate, ..seat() };
        // Of 39.75 bn gas, 34.8 bn prepare the code. The two messages after it need not do that.
        let message = price.fee + 3_975_000_000_000;
        let later = message - 3_480_000_000_000;
        assert_eq!((price.message(&PRICES), price.later(&PRICES)), (message, later));
        let needs = 2 * VARA + with_room(price.fee) + 3_975_000_000_000 + 2 * later;
        let further = [0, needs - 1, needs, needs + later].map(|has| price.further(has, &PRICES));
        assert_eq!(further, [0, 1, 2, 3]);
        assert!(price.gas_limit_with(needs, &alice, &PRICES).is_ok());
        let said = price.gas_limit_with(needs - 1, &alice, &PRICES).unwrap_err().to_string();
        assert!(said.contains("the chain was upgraded: the first message to this code"), "{said}");
        assert!(said.contains("about 3.4800 VARA more"), "{said}");
        assert_eq!(seat().upgrade(&PRICES), None);
        let price = Price { voucher: voucher(3 * VARA), ..price };
        let said = price.gas_limit_with(2 * VARA, &alice, &PRICES).unwrap_err().to_string();
        assert!(said.contains("the voucher") && said.contains("was upgraded"), "{said}");
    }

    #[test]
    fn a_tip_leaves_the_money_for_the_reveal() {
        let price = Price { value: 0, ..seat() };
        let needed = VARA + 179_250_000_000 + 67_750_000_000;
        let most = |has, gas_limit, later| price.most_tip(has, gas_limit, later, &PRICES);
        assert_eq!(most(needed + 7, 677_500_000, 0), tip::FIRST + 7);
        // Gas that comes back is not there for a tip, either.
        assert_eq!(most(needed + 107, 677_500_001, 0), tip::FIRST + 7);
        assert_eq!(most(needed + 211_150_000_000 + 7, 677_500_000, 1), tip::FIRST + 7);
        assert_eq!(most(needed + 7, 677_500_000, 1), tip::FIRST);
        let price = Price { voucher: voucher(needed + 7), ..price };
        assert_eq!(price.most_tip(0, 677_500_000, 0, &PRICES), tip::FIRST + 7);
    }

    #[test]
    fn a_voucher_that_is_short_says_by_how_much() {
        let alice = Account::development("//Alice").unwrap();
        let refused = |has, balance| {
            let price = Price { voucher: voucher(balance), ..seat() };
            price.gas_limit_with(has, &alice, &PRICES).unwrap_err().to_string()
        };
        let said = refused(2 * VARA, 3 * VARA / 2);
        assert!(said.contains("has 1.5 VARA, and needs 1.67"), "{said}");
        assert!(said.contains("0.17 VARA short"), "{said}");
        let said = refused(VARA, 3 * VARA);
        assert!(said.contains("has 1 VARA, and needs 2: 1 VARA short"), "{said}");
    }
}
