//! What was met in random play.

use crate::{Answer, Change};
use rpsls_io::{ConfigError, Event, GameError, RevealResult, StageChange};
use std::{
    collections::BTreeMap,
    fmt::{self, Display, Formatter},
};

const EVENTS: [&str; 9] = [
    "PlayerRegistered",
    "SuccessfulMove",
    "Reveal: Continue",
    "Reveal: NextRoundStarted",
    "Reveal: GameOver",
    "GameConfigChanged",
    "GameWasStopped",
    "StageAdvanced",
    "PlayerLeft",
];

const CHANGES: [&str; 5] =
    ["Extended", "MovesStarted", "RevealsStarted", "NextRoundStarted", "GameOver"];

const ERRORS: [&str; 19] = [
    "GameUnderWay",
    "BetTooSmall",
    "AlreadyRegistered",
    "LobbyFull",
    "NotRegistered",
    "NotMoveStage",
    "NotRevealStage",
    "NotInRound",
    "AlreadyMoved",
    "CommitmentTaken",
    "AlreadyRevealed",
    "OpeningMismatch",
    "InvalidMove",
    "NotOwner",
    "BadConfig: PlayersCountLimitTooLow",
    "BadConfig: TimeoutTooShort",
    "BadConfig: TimeoutTooLong",
    "BadConfig: PotOverflow",
    "StageNotOver",
];

/// Counts of what was met.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// Messages, and alarms.
    pub steps: u64,
    /// Random cases, each with a table of its own.
    pub cases: u64,
    /// Games that were won.
    pub won: u64,
    /// Games that were stopped.
    pub stopped: u64,
    /// Rounds that were started.
    pub rounds: u64,
    /// The most rounds of a game that was won.
    pub most_rounds: u32,
    /// The most players of a game that was started.
    pub most_players: usize,
    /// Times that a player was paid.
    pub payouts: u64,
    /// Accepted actions by what was replied.
    pub events: BTreeMap<&'static str, u64>,
    /// What the clock brought about.
    pub changes: BTreeMap<&'static str, u64>,
    /// Refused actions by cause.
    pub errors: BTreeMap<&'static str, u64>,
}

impl Coverage {
    /// Counts a message and what came of it.
    pub fn note(&mut self, answer: &Answer) {
        self.steps += 1;
        self.payouts += answer.payouts.len() as u64;
        if let Some(change) = &answer.settlement {
            self.note_change(change);
        }
        match &answer.reply {
            Ok(event) => {
                match event {
                    Event::SuccessfulReveal(RevealResult::NextRoundStarted { .. }) => {
                        self.rounds += 1;
                    }
                    Event::SuccessfulReveal(RevealResult::GameOver { .. }) => self.won += 1,
                    Event::GameWasStopped(_) => self.stopped += 1,
                    _ => {}
                }
                *self.events.entry(event_name(event)).or_default() += 1;
            }
            Err(error) => *self.errors.entry(error_name(error)).or_default() += 1,
        }
    }

    /// Counts an alarm and what came of it.
    pub fn note_alarm(&mut self, change: &Option<Change>) {
        self.steps += 1;
        if let Some(change) = change {
            self.note_change(change);
        }
    }

    fn note_change(&mut self, Change { change, payouts }: &Change) {
        self.payouts += payouts.len() as u64;
        match change {
            StageChange::MovesStarted { players } => {
                self.rounds += 1;
                self.most_players = self.most_players.max(players.len());
            }
            StageChange::NextRoundStarted { .. } => self.rounds += 1,
            StageChange::GameOver { .. } => self.won += 1,
            StageChange::Extended | StageChange::RevealsStarted { .. } => {}
        }
        *self.changes.entry(change_name(change)).or_default() += 1;
    }

    /// Counts what another count has met.
    pub fn add(&mut self, other: &Coverage) {
        self.steps += other.steps;
        self.cases += other.cases;
        self.won += other.won;
        self.stopped += other.stopped;
        self.rounds += other.rounds;
        self.most_rounds = self.most_rounds.max(other.most_rounds);
        self.most_players = self.most_players.max(other.most_players);
        self.payouts += other.payouts;
        for (to, from) in [
            (&mut self.events, &other.events),
            (&mut self.changes, &other.changes),
            (&mut self.errors, &other.errors),
        ] {
            for (name, count) in from {
                *to.entry(name).or_default() += count;
            }
        }
    }

    /// What can happen in a game and was not met.
    pub fn missing(&self) -> Vec<&'static str> {
        let lists: [(&[&str], _); 3] =
            [(&EVENTS, &self.events), (&CHANGES, &self.changes), (&ERRORS, &self.errors)];
        lists
            .into_iter()
            .flat_map(|(names, met)| names.iter().filter(|name| !met.contains_key(*name)))
            .copied()
            .collect()
    }
}

impl Display for Coverage {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} steps in {} cases; {} games won, {} stopped; {} rounds, at most {} in a game of at most {} players; {} payouts",
            self.steps,
            self.cases,
            self.won,
            self.stopped,
            self.rounds,
            self.most_rounds,
            self.most_players,
            self.payouts
        )?;
        for (title, met) in
            [("accepted", &self.events), ("by the clock", &self.changes), ("refused", &self.errors)]
        {
            writeln!(f, "{title}:")?;
            for (name, count) in met {
                writeln!(f, "  {count:>9}  {name}")?;
            }
        }
        Ok(())
    }
}

fn event_name(event: &Event) -> &'static str {
    match event {
        Event::PlayerRegistered => "PlayerRegistered",
        Event::SuccessfulMove(_) => "SuccessfulMove",
        Event::SuccessfulReveal(RevealResult::Continue) => "Reveal: Continue",
        Event::SuccessfulReveal(RevealResult::NextRoundStarted { .. }) => {
            "Reveal: NextRoundStarted"
        }
        Event::SuccessfulReveal(RevealResult::GameOver { .. }) => "Reveal: GameOver",
        Event::GameConfigChanged => "GameConfigChanged",
        Event::GameWasStopped(_) => "GameWasStopped",
        Event::StageAdvanced(_) => "StageAdvanced",
        Event::PlayerLeft => "PlayerLeft",
    }
}

fn change_name(change: &StageChange) -> &'static str {
    match change {
        StageChange::Extended => "Extended",
        StageChange::MovesStarted { .. } => "MovesStarted",
        StageChange::RevealsStarted { .. } => "RevealsStarted",
        StageChange::NextRoundStarted { .. } => "NextRoundStarted",
        StageChange::GameOver { .. } => "GameOver",
    }
}

fn error_name(error: &GameError) -> &'static str {
    match error {
        GameError::GameUnderWay => "GameUnderWay",
        GameError::BetTooSmall { .. } => "BetTooSmall",
        GameError::AlreadyRegistered => "AlreadyRegistered",
        GameError::LobbyFull { .. } => "LobbyFull",
        GameError::NotRegistered => "NotRegistered",
        GameError::NotMoveStage => "NotMoveStage",
        GameError::NotRevealStage => "NotRevealStage",
        GameError::NotInRound => "NotInRound",
        GameError::AlreadyMoved => "AlreadyMoved",
        GameError::CommitmentTaken => "CommitmentTaken",
        GameError::AlreadyRevealed => "AlreadyRevealed",
        GameError::OpeningMismatch => "OpeningMismatch",
        GameError::InvalidMove => "InvalidMove",
        GameError::NotOwner => "NotOwner",
        GameError::BadConfig(ConfigError::PlayersCountLimitTooLow) => {
            "BadConfig: PlayersCountLimitTooLow"
        }
        GameError::BadConfig(ConfigError::TimeoutTooShort) => "BadConfig: TimeoutTooShort",
        GameError::BadConfig(ConfigError::TimeoutTooLong) => "BadConfig: TimeoutTooLong",
        GameError::BadConfig(ConfigError::PotOverflow) => "BadConfig: PotOverflow",
        GameError::StageNotOver { .. } => "StageNotOver",
    }
}
