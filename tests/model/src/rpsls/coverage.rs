//! Counts the cases that random play has met.

use super::{Answer, Change, Request};
use rpsls_io::{
    Action, ConfigError, Entry, Event, GameError, GameStage, GameState, RevealResult, StageChange,
};
use std::{
    collections::BTreeMap,
    fmt::{self, Display, Formatter},
};

const EVENTS: [&str; 11] = [
    "PlayerRegistered",
    "SuccessfulMove",
    "Reveal: Continue",
    "Reveal: NextRoundStarted",
    "Reveal: GameOver",
    "GameConfigChanged",
    "GameWasStopped",
    "StageAdvanced",
    "PlayerLeft",
    "GameRulesChanged",
    "StopScheduled",
];

const CHANGES: [&str; 7] = [
    "Extended",
    "MovesStarted",
    "RevealsStarted",
    "NextRoundStarted",
    "GameOver",
    "Stopped",
    "started without some",
];

/// The events and errors that need more payouts than [`PORTION`](rpsls_io::gas::PORTION).
const OF_MANY: [&str; 3] = ["SharesPaid", "SentAway", "SharesDue"];

/// The effects that accepted messages can have beside their reply.
const FEATS: [&str; 8] = [
    "joined with a commitment",
    "joined with a delegate",
    "started the game by taking the last seat",
    "started with all committed",
    "acted for another player",
    "went on with all committed",
    "won in the reply",
    "was the last reveal of a stopped game",
];

const ERRORS: [&str; 23] = [
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
    "OtherGame",
    "BadDelegate",
    "NotDelegate",
    "PlayerNotNamed",
];

/// Counts of the cases that were met.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// The number of messages and alarms.
    pub steps: u64,
    /// The number of random cases. Each has its own table.
    pub cases: u64,
    /// The number of games that were won.
    pub won: u64,
    /// The number of games that were stopped.
    pub stopped: u64,
    /// The number of rounds that were started.
    pub rounds: u64,
    /// The most rounds of a game that was won.
    pub most_rounds: u32,
    /// The most players of a game that was started.
    pub most_players: usize,
    /// The number of times that a player was paid.
    pub payouts: u64,
    /// The accepted actions, by event of the reply.
    pub events: BTreeMap<&'static str, u64>,
    /// The changes by the clock.
    pub changes: BTreeMap<&'static str, u64>,
    /// The refused actions, by cause.
    pub errors: BTreeMap<&'static str, u64>,
    /// The effects of accepted messages beside their reply.
    pub feats: BTreeMap<&'static str, u64>,
}

impl Coverage {
    /// Counts a message with its answer and the state after it.
    pub fn note(&mut self, request: &Request, answer: &Answer, after: &GameState) {
        self.steps += 1;
        self.payouts += answer.payouts.len() as u64;
        if let Some(change) = &answer.settlement {
            self.note_change(change);
        }
        for feat in feats(request, answer, after) {
            *self.feats.entry(feat).or_default() += 1;
        }
        if let Some(Event::StageAdvanced(_)) = &answer.broadcast {
            self.rounds += 1;
            self.most_players = self.most_players.max(after.lobby_list.len());
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

    /// Counts an alarm and the change that it made.
    pub fn note_alarm(&mut self, change: &Option<Change>) {
        self.steps += 1;
        if let Some(change) = change {
            self.note_change(change);
        }
    }

    fn note_change(&mut self, Change { event, payouts }: &Change) {
        self.payouts += payouts.len() as u64;
        let name = match event {
            Event::StageAdvanced(change) => {
                let outcome = payouts.first().map(|(.., event)| event);
                if let Some(Event::SentAway(_)) = outcome {
                    *self.changes.entry("started without some").or_default() += 1;
                }
                match change {
                    StageChange::MovesStarted { players } => {
                        self.rounds += 1;
                        self.most_players = self.most_players.max(players.len());
                    }
                    StageChange::NextRoundStarted { .. } => self.rounds += 1,
                    StageChange::GameOver { .. } => self.won += 1,
                    StageChange::Extended | StageChange::RevealsStarted { .. } => {}
                }
                change_name(change)
            }
            Event::SharesPaid(_) => "SharesPaid",
            Event::SentAway(_) => "SentAway",
            _ => {
                self.stopped += 1;
                "Stopped"
            }
        };
        *self.changes.entry(name).or_default() += 1;
    }

    /// Adds another count.
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
            (&mut self.feats, &other.feats),
        ] {
            for (name, count) in from {
                *to.entry(name).or_default() += count;
            }
        }
    }

    /// The cases that can happen in any game and were not met.
    pub fn missing(&self) -> Vec<&'static str> {
        let lists: [(&[&str], _); 4] = [
            (&EVENTS, &self.events),
            (&CHANGES, &self.changes),
            (&ERRORS, &self.errors),
            (&FEATS, &self.feats),
        ];
        lists
            .into_iter()
            .flat_map(|(names, met)| names.iter().filter(|name| !met.contains_key(*name)))
            .copied()
            .collect()
    }
}

impl Coverage {
    /// The cases that can happen at a table of many players and were not met.
    pub fn missing_of_many(&self) -> Vec<&'static str> {
        let of_many = OF_MANY.into_iter();
        let missing = of_many
            .filter(|name| !self.changes.contains_key(name) && !self.errors.contains_key(name));
        self.missing().into_iter().chain(missing).collect()
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
        for (title, met) in [
            ("accepted", &self.events),
            ("by the clock", &self.changes),
            ("refused", &self.errors),
            ("besides", &self.feats),
        ] {
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
        Event::GameRulesChanged => "GameRulesChanged",
        Event::StopScheduled => "StopScheduled",
        Event::SharesPaid(_) => "SharesPaid",
        Event::SentAway(_) => "SentAway",
    }
}

fn feats(
    Request { sender, action, .. }: &Request,
    answer: &Answer,
    after: &GameState,
) -> Vec<&'static str> {
    let Ok(event) = &answer.reply else {
        return vec![];
    };
    let is_reveal = matches!(
        action,
        Action::Reveal(_) | Action::RevealAndCommit { .. } | Action::RevealFor { .. }
    );
    let started = answer.broadcast.is_some();
    let changes = answer.settlement.iter().map(|change| &change.event).chain(&answer.broadcast);
    let reveals_started = |event: &Event| {
        let change =
            StageChange::RevealsStarted { players: after.lobby_list.iter().copied().collect() };
        *event == Event::StageAdvanced(change)
    };
    let entry = match action {
        Action::Join(entry) => entry.clone(),
        _ => Entry::default(),
    };
    let round_is_over =
        matches!(event, Event::SuccessfulReveal(RevealResult::NextRoundStarted { .. }));
    let game_is_over = matches!(event, Event::SuccessfulReveal(RevealResult::GameOver { .. }));
    let met = [
        entry.commitment.is_some(),
        entry.delegate.is_some(),
        started,
        after.round == 1 && changes.into_iter().any(reveals_started),
        matches!(event, Event::SuccessfulMove(player) if player != sender),
        round_is_over && matches!(after.game_stage, GameStage::Reveal(_)),
        game_is_over && answer.payouts.is_empty(),
        is_reveal && matches!(event, Event::GameWasStopped(_)),
    ];
    FEATS.into_iter().zip(met).filter(|(_, is_met)| *is_met).map(|(feat, _)| feat).collect()
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
        GameError::OtherGame { .. } => "OtherGame",
        GameError::BadDelegate => "BadDelegate",
        GameError::SharesDue { .. } => "SharesDue",
        GameError::NotDelegate => "NotDelegate",
        GameError::PlayerNotNamed => "PlayerNotNamed",
    }
}
