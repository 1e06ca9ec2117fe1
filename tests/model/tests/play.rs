//! Random play of the rules against the model, step by step.

use gprimitives::ActorId;
use rpsls_io::{
    Event, GameConfig, GameState, PlayerStatus, RevealResult, StageChange, StateQuery, StateReply,
};
use rpsls_model::{
    Answer, Case, Change, Checked, Coverage, Ledger, Letter, Model, Players, Run, Scale, same,
};
use rpsls_program::{
    ActionRef,
    rules::{Game, Handled, Payout, Settlement},
};
use std::collections::{BTreeMap, BTreeSet};

/// When a table opens, in ms.
const START: u64 = 1_700_000_000_000;
const HOUR: u64 = 3_600_000;
/// A table of the rules and one of the model, at which the same is done.
struct Tables {
    game: Game,
    model: Model,
    ledger: Ledger,
    owner: ActorId,
    now: u64,
    coverage: Coverage,
    /// What was done so far.
    steps: Vec<String>,
}

impl Tables {
    fn open(case: &Case) -> (Self, Players) {
        let id = |number: u8| {
            let mut bytes = [(number + 1).wrapping_mul(173); 32];
            if case.look_alike {
                bytes[..31].fill(1);
            }
            ActorId::new(bytes)
        };
        let mut players: Vec<ActorId> = (0..case.players).map(id).collect();
        let [owner, stranger] = [0xab, 0xcd].map(|byte: u8| {
            let mut bytes = [byte; 32];
            bytes[0] = 0;
            ActorId::new(bytes)
        });
        if case.owner_plays {
            players[0] = owner;
        }
        let accounts: BTreeSet<ActorId> =
            players.iter().copied().chain([owner, stranger]).collect();
        let purse = u128::MAX / accounts.len() as u128;
        let mut game = Game::CLOSED;
        game.open(owner, case.config.clone(), START).expect("cases open with a good config");
        let tables = Self {
            game,
            model: Model::open(owner, case.config.clone(), START)
                .expect("cases open with a good config"),
            ledger: Ledger::new(accounts, purse),
            owner,
            now: START,
            coverage: Coverage::default(),
            steps: vec![],
        };
        (tables, Players::new(players, owner, stranger))
    }

    fn play(&mut self, case: &Case, players: &mut Players) -> Checked {
        self.coverage.cases += 1;
        for intent in &case.intents {
            self.now = intent.delay.until(self.now, self.model.deadline());
            let ledger = &self.ledger;
            let letters =
                players.letters(intent, &self.model, self.now, |account| ledger.balance(account));
            if letters.is_empty() {
                self.alarm()?;
            }
            for letter in &letters {
                self.deliver(letter)?;
            }
        }
        Ok(())
    }

    fn deliver(&mut self, letter: &Letter) -> Checked {
        let Letter { sender, value, action } = letter;
        self.steps.push(format!("at {} {sender} sends {action:?} with {value}", self.now));
        let before = self.state(self.now);
        let settled = {
            let mut game = self.game.clone();
            game.settle(self.now);
            game
        };
        let raw = all(self.game.clone(), self.now.min(self.model.deadline()));
        let Handled { settlement, result } =
            self.game.handle(*sender, *value, self.now, ActionRef::from(action));
        let (reply, refund, payouts) = match result {
            Ok(outcome) => (Ok(outcome.event), outcome.refund, pairs(&outcome.payouts)),
            Err(error) => (Err(error), *value, vec![]),
        };
        let answer = Answer { settlement: settlement.map(change), reply, refund, payouts };
        let expected = self.model.handle(*sender, *value, self.now, action);
        same("answer", &answer, &expected)?;
        self.coverage.note(&answer);

        self.ledger.attach(*sender, *value)?;
        if let Some(Change { change, payouts }) = &answer.settlement {
            if let StageChange::GameOver { winner } = change {
                same("paid by the clock", payouts, &vec![(*winner, raw.pot)])?;
            }
            self.pay(payouts, &raw)?;
        }
        self.ledger.pay(*sender, answer.refund)?;
        if answer.reply.is_err() {
            same("state after a refusal", &self.state(self.now), &all(settled, self.now))?;
        }
        if let Ok(Event::SuccessfulReveal(RevealResult::GameOver { winner })) = &answer.reply {
            same("paid for the reveal", &answer.payouts, &vec![(*winner, before.pot)])?;
        }
        self.pay(&answer.payouts, &before)?;
        self.check(*sender)
    }

    /// The clock is settled with nobody's message.
    fn alarm(&mut self) -> Checked {
        self.steps.push(format!("at {} the alarm comes", self.now));
        let raw = all(self.game.clone(), self.now.min(self.model.deadline()));
        let settled = self.game.settle(self.now).map(change);
        same("settlement", &settled, &self.model.settle(self.now))?;
        self.coverage.note_alarm(&settled);
        if let Some(Change { payouts, .. }) = &settled {
            self.pay(payouts, &raw)?;
        }
        self.check(self.owner)
    }

    /// Books payouts, which end the game of the state `before`: the whole pot
    /// goes to players who are in it, to each once.
    fn pay(&mut self, payouts: &[(ActorId, u128)], before: &GameState) -> Checked {
        if payouts.is_empty() {
            return Ok(());
        }
        let statuses: BTreeMap<ActorId, PlayerStatus> = before.players.iter().copied().collect();
        let mut paid = BTreeSet::new();
        for (to, value) in payouts {
            if !paid.insert(*to) {
                return Err(format!("{to} is paid twice"));
            }
            match statuses.get(to) {
                None | Some(PlayerStatus::NotRegistered | PlayerStatus::Out) => {
                    return Err(format!("{to} is paid, and is not in the game"));
                }
                Some(_) => self.ledger.pay(*to, *value)?,
            }
        }
        let whole: u128 = payouts.iter().map(|(_, value)| value).sum();
        same("what is paid together", &whole, &before.pot)?;
        let after = self.state(self.now);
        if after.games_finished <= before.games_finished {
            return Err("a payout must end the game".into());
        }
        if let Some(game) = &after.last_game {
            self.coverage.most_rounds = self.coverage.most_rounds.max(game.rounds);
        }
        Ok(())
    }

    /// What must hold after every step.
    fn check(&mut self, sender: ActorId) -> Checked {
        let state = self.state(self.now);
        same("state", &state, &self.model.state(self.now))?;
        let later = self.model.deadline() + 1;
        same("state when the stage is over", &self.state(later), &self.model.state(later))?;
        same(
            "deadline that matters",
            &self.game.awaited_deadline(),
            &self.model.deadline_that_matters(),
        )?;
        let status = self.game.clone().answer(StateQuery::Player(sender), self.now);
        same("status", &status, &StateReply::Player(self.model.status(sender)))?;
        self.ledger.check(state.pot)?;
        self.check_exit(&state)
    }

    /// The owner can always stop the game, and all of the pot is paid.
    fn check_exit(&self, state: &GameState) -> Checked {
        let mut game = self.game.clone();
        let stopped = game.handle(self.owner, 0, self.now, ActionRef::StopGame);
        let outcome = stopped.result.map_err(|error| format!("no exit: {error}"))?;
        let paid: u128 = outcome.payouts.iter().map(|payout| payout.value).sum();
        same("what a stop pays", &paid, &state.pot)?;
        let after = all(game, self.now);
        let left = (after.pot, after.lobby_list.len(), after.round);
        same("what a stop leaves", &left, &(0, 0, 0))?;
        same("games", &after.games_finished, &(state.games_finished + 1))
    }

    fn state(&self, now: u64) -> GameState {
        all(self.game.clone(), now)
    }
}

fn all(mut game: Game, now: u64) -> GameState {
    match game.answer(StateQuery::All, now) {
        StateReply::All(state) => state,
        other => panic!("All is answered by All, not {other:?}"),
    }
}

fn pairs(payouts: &[Payout]) -> Vec<(ActorId, u128)> {
    payouts.iter().map(|payout| (payout.to, payout.value)).collect()
}

fn change(Settlement { change, payout }: Settlement) -> Change {
    Change { change, payouts: pairs(payout.as_slice()) }
}

/// Plays a case on both tables; what was met, or what differed and after which
/// steps.
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
            players: u8::MAX,
            intents: 150,
            bets: vec![0, 1, 7, 1_000, 10_000_000_000_000, u128::MAX / 255],
            timeouts: vec![GameConfig::MIN_TIMEOUT, 10_000, 33_333, HOUR, GameConfig::MAX_TIMEOUT],
            soon: 3_000,
            days: 400,
        },
        cases,
        max_shrinks: 20_000,
        regressions: "proptest-regressions/play.txt",
    }
}

#[test]
fn random_play_is_the_model_s_at_every_step() {
    let coverage = run(1_200).cases(2_026, play);
    let coverage = coverage.unwrap_or_else(|divergence| panic!("{divergence}"));
    println!("{coverage}");
    assert_eq!(coverage.missing(), [""; 0], "never met");
    assert!(coverage.steps >= 100_000, "{} steps", coverage.steps);
    assert!(coverage.won >= 1_000, "{} games won", coverage.won);
    assert!(coverage.most_rounds >= 4, "{} rounds", coverage.most_rounds);
    assert_eq!(coverage.most_players, 255);
}

#[test]
#[ignore = "takes as long as it is told to"]
fn soak() {
    run(200).soak("rules", play);
}
