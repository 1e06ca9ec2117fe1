//! The club as the design describes it, written without a look at the program.

use gprimitives::ActorId;
use rpsls_club_io::{Action, ClubError, ClubInit, Event, Listed, Overview, gas};
use rpsls_io::{Format, GameConfig, GameRules};

#[derive(Clone, Debug)]
pub struct Model {
    init: ClubInit,
    room: usize,
    deposit: u128,
    /// All tables that were opened, the newest first, and whether each is listed.
    opened: Vec<(Listed, bool)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub reply: Result<Event, ClubError>,
    /// The part of the attached value that comes back.
    pub back: u128,
}

impl Model {
    /// Makes a club with room for `room` tables, on a chain that asks this deposit for a program.
    pub fn new(init: ClubInit, room: usize, deposit: u128) -> Self {
        Self { init, room, deposit, opened: Vec::new() }
    }

    /// Handles a message. `created` is the id of the table that the message may open.
    pub fn handle(
        &mut self,
        sender: ActorId,
        value: u128,
        now: u64,
        action: &Action,
        created: ActorId,
    ) -> Answer {
        let reply = match action {
            Action::Open { config, rules, start_gas, title } => {
                self.refusal(value, config, rules, *start_gas, title).map_or_else(
                    || {
                        self.open(Listed {
                            table: created,
                            place: (self.opened.len() % self.room) as u32,
                            opener: sender,
                            opened_at: now,
                            title: title.clone(),
                            config: config.clone(),
                            rules: *rules,
                            is_fair: fair(config, rules),
                        });
                        Ok(Event::Opened { table: created })
                    },
                    Err,
                )
            }
            Action::Unlist { table, place } => self.unlist(sender, *table, *place),
        };
        let kept = match reply {
            Ok(Event::Opened { .. }) => self.deposit,
            _ => 0,
        };
        Answer { reply, back: value - kept }
    }

    /// The listed tables, newest first.
    pub fn tables(&self) -> Vec<Listed> {
        let kept = self.opened.iter().take(self.room);
        kept.filter(|(_, is_listed)| *is_listed).map(|(listed, _)| listed.clone()).collect()
    }

    /// The answer to the query for an overview.
    pub fn overview(&self) -> Overview {
        Overview {
            config: self.init.clone(),
            listed: self.tables().len() as u32,
            opened: self.opened.len() as u64,
            room: self.room as u32,
        }
    }

    /// The deposit that the chain asks for a table.
    pub fn deposit(&self) -> u128 {
        self.deposit
    }

    fn refusal(
        &self,
        attached: u128,
        config: &GameConfig,
        rules: &GameRules,
        start_gas: u64,
        title: &str,
    ) -> Option<ClubError> {
        let needed = self.deposit;
        if let Err(error) = config.validate() {
            return Some(ClubError::BadConfig(error));
        }
        if !self.init.any_format && !fair(config, rules) {
            return Some(ClubError::NotFair);
        }
        if title.len() > 64 {
            return Some(ClubError::TitleTooLong { bytes: title.len() as u32 });
        }
        if title.contains(['\0', '\n', '\u{1b}', '\u{9b}', '\u{202e}', '\u{2066}']) {
            return Some(ClubError::BadTitle);
        }
        if start_gas < gas::START {
            return Some(ClubError::StartGasTooLow { least: gas::START });
        }
        (attached < needed).then_some(ClubError::DepositMissing { needed, attached })
    }

    fn open(&mut self, listed: Listed) {
        self.opened.insert(0, (listed, true));
    }

    fn unlist(&mut self, sender: ActorId, table: ActorId, place: u32) -> Result<Event, ClubError> {
        let mut kept = self.opened.iter_mut().take(self.room);
        let found = kept.find(|(listed, is_listed)| {
            *is_listed && (listed.table, listed.place) == (table, place)
        });
        let (listed, is_listed) = found.ok_or(ClubError::NotListed)?;
        if listed.opener != sender {
            return Err(ClubError::NotYours);
        }
        *is_listed = false;
        Ok(Event::Unlisted { table })
    }
}

fn fair(config: &GameConfig, rules: &GameRules) -> bool {
    rules.start_when_full
        && rules.format == Format::Knockout
        && [2, 4, 8, 16, 32, 64, 128].contains(&config.players_count_limit)
}
