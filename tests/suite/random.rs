//! Random play on the chain, compared with the model after every block.

use crate::table::*;
use gstd::ActorId;
use gtest::constants::{Gas, MAX_USER_GAS_LIMIT, VALUE_PER_GAS};
use parity_scale_codec::Encode;
use rpsls_io::{Action, Event};
use rpsls_model::{
    Alarm, Case, Change, Checked, Coverage, Deed, Letter, Model, Players, Run, Scale, same,
};
use std::collections::BTreeMap;

/// Enough for every action of a small table, and too little for an alarm.
const FRUGAL_GAS: Gas = 2_500_000_000;
/// The most value that is attached to a message.
const SPENDING_MONEY: u128 = 1_000 * VARA;

/// A table on the chain and one of the model, at which the same is done.
struct Tables {
    table: Table,
    model: Model,
    alarm: Alarm,
    /// Who gets the gas back that the pending alarm will not have burned.
    alarm_payer: Option<ActorId>,
    users: BTreeMap<ActorId, u64>,
    balances: BTreeMap<ActorId, u128>,
    coverage: Coverage,
    /// What was done so far.
    steps: Vec<String>,
}

/// What the model says of a block.
#[derive(Default)]
struct Expected {
    broadcasts: Vec<Event>,
    payouts: Vec<(ActorId, u128)>,
    has_alarm: bool,
    /// Who gets an amount of gas back that the model doesn't know.
    given_gas_back: Vec<ActorId>,
}

impl Tables {
    fn open(case: &Case) -> (Self, Players) {
        let table = Table::new(case.config.clone(), case.players.into());
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
            model: Model::open(id(OWNER), case.config.clone(), opened)
                .expect("cases open with a good config"),
            alarm: Alarm::default(),
            alarm_payer: None,
            users,
            balances: BTreeMap::new(),
            coverage: Coverage::default(),
            steps: vec![],
        };
        tables.look_at_balances();
        (tables, Players::new(players, id(OWNER), id(STRANGER)))
    }

    fn play(&mut self, case: &Case, players: &mut Players) -> Checked {
        self.coverage.cases += 1;
        for intent in &case.intents {
            let until = intent.delay.until(self.table.next_timestamp(), self.model.deadline());
            while self.table.next_timestamp() < until {
                self.silence()?;
            }
            let now = self.table.next_timestamp();
            let letters = players.letters(intent, &self.model, now, |_| SPENDING_MONEY);
            match &intent.deed {
                Deed::Wait => self.silence()?,
                Deed::Congestion => self.congestion()?,
                _ => {}
            }
            for letter in &letters {
                self.deliver(letter)?;
            }
        }
        Ok(())
    }

    /// A block with one message in it.
    fn deliver(&mut self, letter: &Letter) -> Checked {
        let Letter { sender, value, action } = letter;
        let now = self.table.next_timestamp();
        self.step(format!("{sender} sends {action:?} with {value}"));
        let user = self.users[sender];
        let gas = gas_of(user, action);
        let answer = self.model.handle(*sender, *value, now, action);
        self.coverage.note(&answer);
        let mut expected = Expected::default();
        expected.settle(answer.settlement);
        expected.payouts.extend(answer.payouts);
        expected.payouts.push((*sender, answer.refund));

        // What users send is executed before an alarm of the same block.
        let (arrives, former_payer) = (self.alarm.is_due(now), self.alarm_payer);
        let affords_alarm = answer.reply.is_ok() && gas == MAX_USER_GAS_LIMIT;
        let is_armed = affords_alarm && self.alarm.after_action(&self.model, now);
        if is_armed {
            self.alarm_payer = Some(*sender);
        }
        if arrives && is_armed {
            // The late one that comes after all finds another in its place.
            expected.given_gas_back.extend(former_payer);
            // It leaves some of its rent behind, how much is not known.
            expected.given_gas_back.push(*sender);
        } else if arrives {
            self.alarm_arrives(now, &mut expected);
        }

        let held = match arrives {
            true => 0,
            false => self.table.held_for_alarm(),
        };
        let found = self.table.send_bytes(user, action.encode(), *value, gas);
        same("reply", &found.result, &Some(answer.reply))?;
        let mut outlay = value + u128::from(found.gas) * VALUE_PER_GAS;
        if is_armed {
            outlay += self.table.held_for_alarm() - held;
        }
        *self.balance_mut(*sender) -= outlay;
        self.check(found.broadcasts, expected)
    }

    /// A block in which nobody's message is.
    fn silence(&mut self) -> Checked {
        let now = self.table.next_timestamp();
        self.step("silence".into());
        let mut expected = Expected::default();
        if self.alarm.is_due(now) {
            self.alarm_arrives(now, &mut expected);
        }
        let block = self.table.run_block();
        self.check(broadcasts(&block), expected)
    }

    /// A block that has no room.
    fn congestion(&mut self) -> Checked {
        self.step("congestion".into());
        self.table.run_congested_block();
        self.check(vec![], Expected::default())
    }

    fn alarm_arrives(&mut self, now: u64, expected: &mut Expected) {
        let settlement = self.model.settle(now);
        self.coverage.note_alarm(&settlement);
        self.alarm.after_arrival(&self.model, now);
        expected.settle(settlement);
        expected.has_alarm = true;
        expected.given_gas_back.extend(self.alarm_payer);
    }

    /// Compares what the block has left with what the model says of it.
    fn check(&mut self, broadcasts: Vec<Event>, expected: Expected) -> Checked {
        same("broadcasts", &broadcasts, &expected.broadcasts)?;
        let now = self.table.system.block_timestamp();
        let state = self.table.state();
        same("state", &state, &self.model.state(now))?;
        if let Some(game) = state.last_game {
            self.coverage.most_rounds = self.coverage.most_rounds.max(game.rounds);
        }

        let is_pending = self.table.held_for_alarm() > 0;
        if !is_pending && expected.has_alarm && self.alarm.may_be_exhausted() {
            self.alarm.exhausted();
        }
        same("whether an alarm is pending", &is_pending, &self.alarm.is_pending())?;

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
        if let Some(Change { change, payouts }) = settlement {
            self.broadcasts.push(Event::StageAdvanced(change));
            self.payouts.extend(payouts);
        }
    }
}

/// Every third user is frugal, as far as that goes for the many payouts of a stop.
fn gas_of(user: u64, action: &Action) -> Gas {
    match action {
        Action::StopGame => MAX_USER_GAS_LIMIT,
        _ if user.is_multiple_of(3) => FRUGAL_GAS,
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
        scale: Scale {
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
    let coverage = run(150).cases(2_026, play);
    let coverage = coverage.unwrap_or_else(|divergence| panic!("{divergence}"));
    println!("{coverage}");
    assert_eq!(coverage.missing(), [""; 0], "never met");
    assert!(coverage.steps >= 5_000, "{} steps", coverage.steps);
    assert!(coverage.won >= 200, "{} games won", coverage.won);
    assert!(coverage.most_rounds >= 3, "{} rounds", coverage.most_rounds);
}

#[test]
#[ignore = "takes as long as it is told to"]
fn soak() {
    run(5).soak("chain", play);
}
