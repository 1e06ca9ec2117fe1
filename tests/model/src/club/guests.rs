//! Guests who open tables, and sometimes try what they may not do.

use super::Model;
use gprimitives::ActorId;
use rand::{Rng, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use rpsls_club_io::{Action, gas};
use rpsls_io::{Format, GameConfig, GameRules};

#[derive(Clone, Debug)]
pub struct Request {
    pub sender: ActorId,
    pub value: u128,
    pub action: Action,
}

/// Sends random messages. The same seed leads to the same messages, given the same answers.
pub struct Guests {
    accounts: Vec<ActorId>,
    /// The tables that were opened, listed or not.
    opened: Vec<ActorId>,
    random: ChaCha8Rng,
}

impl Guests {
    /// Makes guests with these accounts.
    pub fn new(accounts: Vec<ActorId>, seed: u64) -> Self {
        Self { accounts, opened: Vec::new(), random: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// Makes the next message.
    pub fn request(&mut self, model: &Model) -> Request {
        let action = match self.random.gen_range(0..10) {
            0..7 => self.open(),
            _ => self.unlist(model),
        };
        let mut sender = *self.accounts.choose(&mut self.random).expect("there is a guest");
        if let Action::Unlist { table, .. } = action
            && self.random.gen_bool(0.7)
        {
            let listed = model.tables().into_iter().find(|listed| listed.table == table);
            sender = listed.map_or(sender, |listed| listed.opener);
        }
        let deposit = model.deposit();
        let value = match self.random.gen_range(0..10) {
            0 => 0,
            1 => deposit - 1,
            2 => deposit + 7,
            3 => 3 * deposit,
            _ => deposit,
        };
        Request { sender, value, action }
    }

    /// Notes a table that was opened.
    pub fn opened(&mut self, table: ActorId) {
        self.opened.push(table);
    }

    fn open(&mut self) -> Action {
        let seats = *[2, 2, 2, 4, 8, 128, 3, 6, 255, 1]
            .choose(&mut self.random)
            .expect("there is a choice");
        let timeout = *[5_000, 60_000, 60_000, 60_000, 4_999]
            .choose(&mut self.random)
            .expect("there is a choice");
        let bet_size = *[0, 1, 10, u128::MAX]
            .choose_weighted(&mut self.random, |bet| if *bet == u128::MAX { 1 } else { 5 })
            .expect("there is a choice");
        let format = *[Format::Knockout, Format::Knockout, Format::Replay, Format::Points]
            .choose(&mut self.random)
            .expect("there is a choice");
        let config = GameConfig {
            bet_size,
            players_count_limit: seats,
            entry_timeout: timeout,
            move_timeout: 30_000,
            reveal_timeout: 40_000,
        };
        let rules = GameRules { format, start_when_full: self.random.gen_bool(0.9) };
        let start_gas = *[gas::START, gas::START, gas::START + 1, gas::START - 1, 0]
            .choose_weighted(&mut self.random, |gas| if *gas < gas::START { 1 } else { 5 })
            .expect("there is a choice");
        Action::Open { config, rules, start_gas, title: self.title() }
    }

    fn title(&mut self) -> String {
        let number: u16 = self.random.r#gen();
        match self.random.gen_range(0..12) {
            0 => String::new(),
            1 => "é".repeat(32),
            2 => "é".repeat(33),
            3 => format!("{number} \u{1b}[2J"),
            4 => format!("\u{202e}{number}"),
            5 => "<b>&amp;</b> 石头".into(),
            _ => format!("Table {number}"),
        }
    }

    /// Takes a table off the list: most often one that is listed, at its place.
    fn unlist(&mut self, model: &Model) -> Action {
        let listed = model.tables();
        let mut place = self.random.gen_range(0..10);
        let table = match self.random.gen_range(0..10) {
            0..7 => listed.choose(&mut self.random).map(|listed| {
                if self.random.gen_bool(0.9) {
                    place = listed.place;
                }
                listed.table
            }),
            7 | 8 => self.opened.choose(&mut self.random).copied(),
            _ => self.accounts.choose(&mut self.random).copied(),
        };
        Action::Unlist { table: table.unwrap_or_default(), place }
    }
}
