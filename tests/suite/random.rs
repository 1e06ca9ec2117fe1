//! Random play on the chain, compared with the model after every block.

use crate::table::*;
use gstd::ActorId;
use gtest::constants::{Gas, MAX_USER_GAS_LIMIT, VALUE_PER_GAS};
use models::rpsls::{
    Alarms, Case, CaseSize, Change, Checked, Coverage, Model, Op, Paid, Players, Request, Run, same,
};
use parity_scale_codec::Encode;
use rpsls_io::{Action, Event, TableInit};
use std::collections::BTreeMap;

/// The most gas that the chain holds as rent for an alarm's delay, and keeps of it until no alarm
/// is pending.
const MOST_RENT: Gas = 1_000_000;
/// The most value that a random message carries.
const SPENDING_MONEY: u128 = 1_000 * VARA;

/// A table on the chain and one of the model, which get the same messages.
struct Tables {
    table: Table,
    model: Model,
    alarms: Alarms,
    users: BTreeMap<ActorId, u64>,
    balances: BTreeMap<ActorId, u128>,
    coverage: Coverage,
    /// The steps so far, for the report.
    steps: Vec<String>,
}

/// What the model says of a block.
#[derive(Default)]
struct Expected {
    broadcasts: Vec<Event>,
    payouts: Vec<(ActorId, u128)>,
    /// The accounts that get gas back, in an amount that the model doesn't know.
    given_gas_back: Vec<ActorId>,
}

impl Tables {
    fn open(case: &Case) -> (Self, Players) {
        let init = TableInit { config: case.config.clone(), rules: case.rules, owner: None };
        let table = Table::open(init.encode(), 1..=case.players.into());
        let program = table.id();
        let mut numbers: Vec<u64> = (1..=case.players.into()).collect();
        if case.owner_plays {
            numbers[0] = OWNER;
        }
        let players = numbers.iter().copied().map(id).collect();
        let users: BTreeMap<ActorId, u64> = numbers
            .into_iter()
            .chain([OWNER, STRANGER])
            .map(|number| (id(number), number))
            .collect();
        let opened = table.system.block_timestamp();
        let mut tables = Self {
            table,
            model: Model::open(program, id(OWNER), init, opened)
                .expect("cases open with a good config"),
            alarms: Alarms::default(),
            users,
            balances: BTreeMap::new(),
            coverage: Coverage::default(),
            steps: vec![],
        };
        tables.look_at_balances();
        (tables, Players::new(program, players, id(OWNER), id(STRANGER)))
    }

    fn play(&mut self, case: &Case, players: &mut Players) -> Checked {
        self.coverage.cases += 1;
        for intent in &case.intents {
            let until = intent.delay.until(self.table.next_timestamp(), self.model.deadline());
            while self.table.next_timestamp() < until {
                self.silence()?;
            }
            let now = self.table.next_timestamp();
            let requests = players.requests(intent, &self.model, now, |_| SPENDING_MONEY);
            match &intent.op {
                Op::Wait => self.silence()?,
                Op::Congestion => self.congestion()?,
                _ => {}
            }
            for request in &requests {
                self.deliver(request)?;
            }
        }
        Ok(())
    }

    /// Runs a block with one message in it.
    fn deliver(&mut self, request: &Request) -> Checked {
        let Request { sender, value, action } = request;
        let now = self.table.next_timestamp();
        self.step(format!("{sender} sends {action:?} with {value}"));
        let user = self.users[sender];
        let gas = gas_of(user, action);
        let answer = self.model.handle(*sender, *value, now, action);
        self.coverage.note(request, &answer, &self.model.state(now));
        let mut expected = Expected::default();
        let stopped = matches!(answer.reply, Ok(Event::GameWasStopped(_)));
        let paid = match &answer.settlement {
            _ if stopped && !answer.payouts.is_empty() => answer.payouts.len(),
            settlement => settlement.as_ref().map_or(0, shares),
        };
        expected.settle(answer.settlement);
        expected.pay(answer.payouts);
        expected.payouts.push((*sender, answer.refund));
        expected.broadcasts.extend(answer.broadcast);

        // The block executes users' messages before alarms.
        let mut armed = None;
        if answer.reply.is_ok() {
            self.alarms.forget(&self.model);
            if gas == MAX_USER_GAS_LIMIT {
                armed = self.alarms.after_action(&self.model, now, *sender, paid);
            }
        }
        let held = self.table.held_for_alarm();
        let others_arrive = self.alarms_arrive(now, &mut expected);

        let found = self.table.send_bytes(user, action.encode(), *value, gas);
        same("reply", &found.result, &Some(answer.reply))?;
        let mut outlay = value + u128::from(found.gas) * VALUE_PER_GAS;
        match armed {
            None => {}
            Some(gas) if others_arrive => {
                // The held gas includes that of other alarms. The new alarm holds this much at
                // most; the balance shows how much less.
                outlay += u128::from(gas + MOST_RENT) * VALUE_PER_GAS;
                expected.given_gas_back.push(*sender);
            }
            Some(_) => outlay += self.table.held_for_alarm() - held,
        }
        *self.balance_mut(*sender) -= outlay;
        self.check(found.broadcasts, expected)
    }

    /// Runs a block without a message.
    fn silence(&mut self) -> Checked {
        let now = self.table.next_timestamp();
        self.step("silence".into());
        let mut expected = Expected::default();
        self.alarms_arrive(now, &mut expected);
        let block = self.table.run_block();
        self.check(broadcasts(&block), expected)
    }

    /// Runs a block that has no room for any message.
    fn congestion(&mut self) -> Checked {
        self.step("congestion".into());
        self.table.run_congested_block();
        self.check(vec![], Expected::default())
    }

    /// Lets the alarms of this block arrive. Returns whether there are any.
    fn alarms_arrive(&mut self, now: u64, expected: &mut Expected) -> bool {
        let (payers, awaited) = self.alarms.arrive(now);
        if let Some(alarm) = awaited {
            let settlement = self.model.settle(now);
            self.coverage.note_alarm(&settlement);
            let settled = settlement.as_ref().map(shares);
            expected.settle(settlement);
            self.alarms.send_on(alarm, &self.model, now, settled);
        }
        let any = !payers.is_empty();
        expected.given_gas_back.extend(payers);
        any
    }

    /// Compares the chain after the block with the model's answer.
    fn check(&mut self, broadcasts: Vec<Event>, expected: Expected) -> Checked {
        same("broadcasts", &broadcasts, &expected.broadcasts)?;
        let now = self.table.system.block_timestamp();
        let state = self.table.state();
        same("state", &state, &self.model.state(now))?;
        if let Some(game) = state.last_game {
            self.coverage.most_rounds = self.coverage.most_rounds.max(game.rounds);
        }

        // For each alarm the chain holds its gas, and rent for the blocks of its delay.
        let held = self.table.held_for_alarm();
        let pending = self.alarms.pending();
        let gas: u64 = pending.iter().map(|alarm| alarm.gas).sum();
        let least = u128::from(gas) * VALUE_PER_GAS;
        let rent = pending.len() as u128 * u128::from(MOST_RENT) * VALUE_PER_GAS;
        if !(least..=least + rent).contains(&held) {
            return Err(format!("{held} is held, and {pending:?} should be pending"));
        }

        for (to, value) in expected.payouts {
            *self.balance_mut(to) += value;
        }
        for payer in expected.given_gas_back {
            let found = self.table.balance(self.users[&payer]);
            let balance = self.balance_mut(payer);
            if found < *balance {
                return Err(format!("{payer} has {found}, and should have {balance} at least"));
            }
            *balance = found;
        }
        let booked = self.balances.clone();
        self.look_at_balances();
        same("balances", &self.balances, &booked)
    }

    fn look_at_balances(&mut self) {
        self.balances = self
            .users
            .iter()
            .map(|(account, number)| (*account, self.table.balance(*number)))
            .collect();
    }

    fn balance_mut(&mut self, account: ActorId) -> &mut u128 {
        self.balances.get_mut(&account).expect("a user of the table")
    }

    fn step(&mut self, what: String) {
        let now = self.table.next_timestamp();
        self.steps.push(format!("at {now} {what}"));
    }
}

impl Expected {
    fn settle(&mut self, settlement: Option<Change>) {
        if let Some(Change { event, payouts }) = settlement {
            self.broadcasts.push(event);
            self.pay(payouts);
        }
    }

    fn pay(&mut self, payouts: Paid) {
        self.payouts.extend(payouts.into_iter().map(|(to, value, _)| (to, value)));
    }
}

/// The number of payouts that are shares of a stopped game, or bets of those sent away.
fn shares(Change { payouts, .. }: &Change) -> usize {
    let is_share = |event: &Event| matches!(event, Event::GameWasStopped(_) | Event::SentAway(_));
    payouts.iter().filter(|(.., event)| is_share(event)).count()
}

/// Every third user sends frugally, except for a stop, whose many payouts need more gas.
fn gas_of(user: u64, action: &Action) -> Gas {
    match action {
        Action::StopGame => MAX_USER_GAS_LIMIT,
        _ if user.is_multiple_of(3) => FRUGAL,
        _ => MAX_USER_GAS_LIMIT,
    }
}

fn play(case: &Case) -> Result<Coverage, String> {
    let (mut tables, mut players) = Tables::open(case);
    match tables.play(case, &mut players) {
        Ok(()) => Ok(tables.coverage),
        Err(divergence) => Err(format!("{divergence}\n{}", tables.steps.join("\n"))),
    }
}

fn run(cases: u32) -> Run {
    Run {
        scale: CaseSize {
            players: 7,
            intents: 120,
            bets: vec![0, 7, BET, BET + 1],
            timeouts: vec![5_000, 9_000, 20_000, 45_000, 100_000],
            soon: 9_000,
            days: 0,
        },
        cases,
        max_shrinks: 150,
        regressions: "tests/model/proptest-regressions/chain.txt",
    }
}

#[test]
fn random_play_is_the_model_s_after_every_block() {
    let coverage = run(75).cases(2_026, play);
    let coverage = coverage.unwrap_or_else(|divergence| panic!("{divergence}"));
    println!("{coverage}");
    assert_eq!(coverage.missing(), [""; 0], "never met");
    assert!(coverage.steps >= 2_500, "{} steps", coverage.steps);
    assert!(coverage.won >= 100, "{} games won", coverage.won);
    assert!(coverage.most_rounds >= 3, "{} rounds", coverage.most_rounds);
}

#[test]
#[ignore = "takes as long as it is told to"]
fn soak() {
    run(5).soak("chain", play);
}
