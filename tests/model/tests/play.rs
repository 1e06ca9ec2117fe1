//! Random play of the rules against the model, step by step.

mod common;

use common::{PROGRAM, handle, settle, state};
use gprimitives::ActorId;
use models::rpsls::{
    Attached, Case, CaseSize, Checked, Coverage, Delay, Intent, Model, Op, Paid, Players, Request,
    Run, Style, same,
};
use rpsls_io::{
    Event, Format, GameConfig, GameError, GameRules, GameState, Move, StateQuery, StateReply,
    TableInit,
};
use rpsls_program::{
    ActionRef,
    rules::{Game, Message},
};
use std::collections::BTreeSet;

/// The time at which a table opens, in ms.
const START: u64 = 1_700_000_000_000;
const HOUR: u64 = 3_600_000;

/// A table of the rules and one of the model, which get the same messages.
struct Tables {
    game: Game,
    model: Model,
    /// The value that came in, less the value that went out.
    held: u128,
    owner: ActorId,
    now: u64,
    coverage: Coverage,
    /// The steps so far, for the report.
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
        let mut game = Game::UNOPENED;
        let init = TableInit { config: case.config.clone(), rules: case.rules, owner: None };
        game.open(owner, init.clone(), START).expect("cases open with a good config");
        let tables = Self {
            game,
            model: Model::open(PROGRAM, owner, init, START).expect("cases open with a good config"),
            held: 0,
            owner,
            now: START,
            coverage: Coverage::default(),
            steps: vec![],
        };
        (tables, Players::new(PROGRAM, players, owner, stranger))
    }

    fn play(&mut self, case: &Case, players: &mut Players) -> Checked {
        self.coverage.cases += 1;
        for intent in &case.intents {
            self.now = intent.delay.until(self.now, self.model.deadline());
            let requests = players.requests(intent, &self.model, self.now, |_| u128::MAX);
            if requests.is_empty() {
                self.alarm()?;
            }
            for mut request in requests {
                // All value there is fits in 128 bits, and the program holds some of it.
                request.value = request.value.min(u128::MAX - self.held);
                self.deliver(&request)?;
            }
        }
        Ok(())
    }

    fn deliver(&mut self, request: &Request) -> Checked {
        let Request { sender, value, action } = request;
        self.steps.push(format!("at {} {sender} sends {action:?} with {value}", self.now));
        let settled = {
            let mut game = self.game.clone();
            settle(&mut game, self.now);
            game
        };
        let answer = handle(&mut self.game, request, self.now);
        let expected = self.model.handle(*sender, *value, self.now, action);
        same("answer", &answer, &expected)?;
        let state = self.model.state(self.now);
        self.coverage.note(request, &answer, &state);
        let rounds = state.last_game.map_or(0, |game| game.rounds);
        self.coverage.most_rounds = self.coverage.most_rounds.max(rounds);
        if answer.reply.is_err() {
            same("state after a refusal", &self.state(self.now), &all(settled, self.now))?;
        }
        self.held += value;
        self.held -= answer.refund;
        self.pay(&answer.settlement.map(|change| change.payouts).unwrap_or_default())?;
        self.pay(&answer.payouts)?;
        self.check(*sender)
    }

    /// Settles the clock without a message.
    fn alarm(&mut self) -> Checked {
        self.steps.push(format!("at {} the alarm comes", self.now));
        let settled = settle(&mut self.game, self.now);
        same("settlement", &settled, &self.model.settle(self.now))?;
        self.coverage.note_alarm(&settled);
        self.pay(&settled.map(|change| change.payouts).unwrap_or_default())?;
        self.check(self.owner)
    }

    /// Books payouts, of which no account gets two.
    fn pay(&mut self, payouts: &Paid) -> Checked {
        let paid: BTreeSet<_> = payouts.iter().map(|(to, ..)| to).collect();
        same("accounts that are paid", &paid.len(), &payouts.len())?;
        self.held -= payouts.iter().map(|(_, value, _)| value).sum::<u128>();
        Ok(())
    }

    /// Checks what must hold after every step.
    fn check(&mut self, sender: ActorId) -> Checked {
        let state = self.state(self.now);
        same("state", &state, &self.model.state(self.now))?;
        let later = self.model.deadline() + 1;
        same("state when the stage is over", &self.state(later), &self.model.state(later))?;
        same(
            "deadline that matters",
            &self.game.alarm_deadline(),
            &self.model.deadline_that_matters(),
        )?;
        let status = self.game.clone().answer(StateQuery::Player(sender), self.now).to_reply();
        let expected = self.model.as_of(self.now);
        same("status", &status, &StateReply::Player(expected.status(sender)))?;
        let mut game = self.game.clone();
        let shares = game.answer(StateQuery::SharesDue, self.now).to_reply();
        same("shares", &shares, &StateReply::SharesDue(expected.due()))?;
        let closable = self.game.clone().answer(StateQuery::ClosableFrom, self.now).to_reply();
        same("closable", &closable, &StateReply::ClosableFrom(expected.closable_from()))?;
        same("what is held", &self.game.held(), &self.model.held())?;
        same("what came in and did not go out", &self.held, &self.game.held())?;
        self.check_exit()
    }

    /// Checks that the owner can always stop the game: at once, or at the end of the round if
    /// somebody has committed. All that the program holds is paid, at most sixteen payouts by each
    /// message.
    fn check_exit(&self) -> Checked {
        let mut game = self.game.clone();
        let mut message = self.message(self.owner, 0);
        let (held, games) = (game.held(), raw(&game).games_finished);
        let mut paid = 0;
        // Enough messages for all refunds, the two stages of a round, and all shares.
        for _ in 0..255usize.div_ceil(16) + 8 {
            let is_over = raw(&game).games_finished > games;
            if is_over && game.held() == 0 {
                break;
            }
            let action = if is_over { ActionRef::Advance } else { ActionRef::StopGame };
            let mut payouts = vec![];
            let result = game.handle(&message, action, |outcome| {
                payouts.extend(outcome.to_owned_outcome().payouts)
            });
            match result.map(|outcome| outcome.to_owned_outcome()) {
                Ok(outcome) if outcome.event == Event::StopScheduled => {
                    same("what a stop pays at once", &outcome.payouts.len(), &0)?;
                    message.now = game.deadline() + 1;
                }
                Ok(outcome) => payouts.extend(outcome.payouts),
                Err(GameError::SharesDue { .. }) => {}
                Err(error) => return Err(format!("no exit: {error}")),
            }
            same("at most sixteen", &(payouts.len() <= 16), &true)?;
            paid += payouts.iter().map(|(payout, _)| payout.value).sum::<u128>();
        }
        same("what a stop pays", &paid, &held)?;
        let after = all(game, message.now);
        let left = (after.pot, after.lobby_list.len(), after.round, after.stop_scheduled);
        same("what a stop leaves", &left, &(0, 0, 0, false))?;
        same("games", &(after.games_finished > games), &true)
    }

    fn message(&self, sender: ActorId, value: u128) -> Message {
        Message { sender, value, now: self.now, program: PROGRAM }
    }

    fn state(&self, now: u64) -> GameState {
        all(self.game.clone(), now)
    }
}

fn all(mut game: Game, now: u64) -> GameState {
    state(&mut game, now)
}

/// The state with an overdue stage unsettled: at time 0 no stage is over.
fn raw(game: &Game) -> GameState {
    all(game.clone(), 0)
}

/// Plays a case on both tables. Returns what it met, or what differed and after which steps.
fn play(case: &Case) -> Result<Coverage, String> {
    let (mut tables, mut players) = Tables::open(case);
    match tables.play(case, &mut players) {
        Ok(()) => {
            tables.coverage.repeated = tables.model.repeated();
            Ok(tables.coverage)
        }
        Err(divergence) => Err(format!("{divergence}\n{}", tables.steps.join("\n"))),
    }
}

fn run(cases: u32) -> Run {
    Run {
        scale: CaseSize {
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

/// A knockout of 255, for which a full bracket has 128 places. Random cases seldom send so many
/// away that an `Advance` pays some of them.
fn crowd() -> Case {
    let intent = |delay, op| Intent { delay, op, attached: Attached::Proper };
    let everyone = Op::Everyone { but: 0, moves: vec![Move::Rock], style: Style::Early };
    let mut intents = vec![intent(Delay::Now, everyone), intent(Delay::PastDeadline(1), Op::Wait)];
    intents.extend((0..8).map(|_| intent(Delay::Now, Op::Wait)));
    Case {
        config: GameConfig {
            bet_size: 7,
            players_count_limit: u8::MAX,
            entry_timeout: HOUR,
            move_timeout: HOUR,
            reveal_timeout: HOUR,
        },
        rules: GameRules { format: Format::Knockout, start_when_full: true },
        players: u8::MAX,
        owner_plays: false,
        look_alike: false,
        intents,
    }
}

#[test]
fn random_play_is_the_model_s_at_every_step() {
    let coverage = run(1_200).cases(2_026, play);
    let mut coverage = coverage.unwrap_or_else(|divergence| panic!("{divergence}"));
    coverage.add(&play(&crowd()).unwrap_or_else(|divergence| panic!("{divergence}")));
    println!("{coverage}");
    assert_eq!(coverage.missing_of_many(), [""; 0], "never met");
    assert!(coverage.steps >= 100_000, "{} steps", coverage.steps);
    assert!(coverage.won >= 1_000, "{} games won", coverage.won);
    assert!(coverage.most_rounds >= 4, "{} rounds", coverage.most_rounds);
    assert_eq!(coverage.most_players, 255);
    assert!(coverage.repeated.iter().all(|count| *count >= 30), "{:?}", coverage.repeated);
}

#[test]
#[ignore = "takes as long as it is told to"]
fn soak() {
    run(200).soak("rules", play);
}
