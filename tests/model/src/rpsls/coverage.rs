//! Counts the cases that random play has met.

use super::{Answer, Change, Request};
use crate::names::{name, names};
use rpsls_io::{
    Action, ConfigError, Entry, Event, GameError, GameStage, GameState, RevealResult, StageChange,
};
use std::{
    collections::BTreeMap,
    fmt::{self, Display, Formatter},
};

/// The cases that need more payouts than [`PORTION`](rpsls_io::gas::PORTION).
const OF_MANY: [&str; 3] = ["by the clock: SharesPaid", "by the clock: SentAway", "SharesDue"];

/// The effects that accepted messages can have beside their reply.
const FEATS: [&str; 9] = [
    "joined with a commitment",
    "joined with a delegate",
    "started the game by taking the last seat",
    "started with all committed",
    "acted for another player",
    "showed another player's move",
    "went on with all committed",
    "won in the reply",
    "was the last reveal of a stopped game",
];

/// Counts of the cases that were met.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// The number of messages and alarms.
    pub steps: u64,
    /// The number of random cases. Each has its own table.
    pub cases: u64,
    pub refused: u64,
    pub won: u64,
    /// The most rounds of a game that was won.
    pub most_rounds: u32,
    /// The most players of a game that was started.
    pub most_players: usize,
    /// The openings that were shown again in their round, and those shown again after it.
    pub repeated: [u64; 2],
    /// The accepted actions, the events of replies, the changes by the clock, the errors, and what
    /// accepted messages did besides.
    met: BTreeMap<String, u64>,
}

impl Coverage {
    /// Counts a message with its answer and the state after it.
    pub fn note(&mut self, request: &Request, answer: &Answer, after: &GameState) {
        self.steps += 1;
        if let Some(change) = &answer.settlement {
            self.note_change(change);
        }
        for feat in feats(request, answer, after) {
            self.meet(feat.into());
        }
        if let Some(Event::StageAdvanced(_)) = &answer.broadcast {
            self.most_players = self.most_players.max(after.lobby_list.len());
        }
        match &answer.reply {
            Ok(Event::SuccessfulReveal(result)) => {
                self.won += u64::from(matches!(result, RevealResult::GameOver { .. }));
                self.meet(format!("reveal: {}", name(result)));
            }
            Ok(event) => self.meet(name(event)),
            Err(GameError::BadConfig(error)) => self.meet(format!("bad config: {}", name(error))),
            Err(error) => self.meet(name(error)),
        }
        match &answer.reply {
            Ok(_) => self.meet(format!("accepted: {}", name(&request.action))),
            Err(_) => self.refused += 1,
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
        let Event::StageAdvanced(change) = event else {
            return self.meet(format!("by the clock: {}", name(event)));
        };
        if let [(.., Event::SentAway(_)), ..] = payouts[..] {
            self.meet("started without some".into());
        }
        match change {
            StageChange::MovesStarted { players } => {
                self.most_players = self.most_players.max(players.len());
            }
            StageChange::GameOver { .. } => self.won += 1,
            _ => {}
        }
        self.meet(format!("by the clock: {}", name(change)));
    }

    fn meet(&mut self, case: String) {
        *self.met.entry(case).or_default() += 1;
    }

    /// Adds another count.
    pub fn add(&mut self, other: &Coverage) {
        self.steps += other.steps;
        self.cases += other.cases;
        self.refused += other.refused;
        self.won += other.won;
        self.most_rounds = self.most_rounds.max(other.most_rounds);
        self.most_players = self.most_players.max(other.most_players);
        for (count, more) in self.repeated.iter_mut().zip(other.repeated) {
            *count += more;
        }
        for (case, count) in &other.met {
            *self.met.entry(case.clone()).or_default() += count;
        }
    }

    /// The cases that can happen in any game and were not met.
    pub fn missing(&self) -> Vec<String> {
        let of_many = |case: &String| OF_MANY.iter().any(|many| many.ends_with(&**case));
        let nests = ["SuccessfulReveal", "BadConfig"];
        let plain = names::<Event>("").chain(names::<GameError>(""));
        let plain = plain.filter(|case| !of_many(case) && !nests.contains(&&**case));
        let nested = names::<RevealResult>("reveal: ")
            .chain(names::<ConfigError>("bad config: "))
            .chain(names::<StageChange>("by the clock: "))
            .chain(names::<Action>("accepted: "));
        let others = ["by the clock: GameWasStopped", "started without some"].iter().chain(&FEATS);
        let all = plain.chain(nested).chain(others.map(|case| (*case).into()));
        all.filter(|case| !self.met.contains_key(case)).collect()
    }

    /// The cases that can happen at a table of many players and were not met.
    pub fn missing_of_many(&self) -> Vec<String> {
        let missing = OF_MANY.iter().filter(|case| !self.met.contains_key(**case));
        self.missing().into_iter().chain(missing.map(|case| (*case).into())).collect()
    }
}

impl Display for Coverage {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { steps, cases, refused, won, most_rounds, most_players, repeated, met } = self;
        let [within, after] = repeated;
        writeln!(f, "{steps} steps in {cases} cases, {refused} refused; {won} games won,")?;
        writeln!(f, "{within} openings shown again in their round, and {after} after it,")?;
        writeln!(f, "in at most {most_rounds} rounds and among at most {most_players}:")?;
        met.iter().try_for_each(|(case, count)| writeln!(f, "  {count:>9}  {case}"))
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
        matches!(action, Action::RevealFor { player, next: None, .. }
            if player != sender && !after.delegates.contains(&(*player, *sender))),
        round_is_over && matches!(after.game_stage, GameStage::Reveal(_)),
        game_is_over && answer.payouts.is_empty(),
        is_reveal && matches!(event, Event::GameWasStopped(_)),
    ];
    FEATS.into_iter().zip(met).filter(|(_, is_met)| *is_met).map(|(feat, _)| feat).collect()
}
