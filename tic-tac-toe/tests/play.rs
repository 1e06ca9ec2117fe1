//! Random play of the rules against the model.

use gprimitives::ActorId;
use models::tic_tac_toe::{Coverage, Model, Players};
use std::collections::BTreeMap;
use tic_tac_toe::rules::{Message, OnHeap};
use tic_tac_toe_io::{GameId, GameState, InitConfig, PassConfig, StateQuery, StateReply};

/// Small, so that the program is sometimes full.
const ROOM: u32 = 16;

type Small = OnHeap<{ ROOM as usize }, 8, 100_000>;

const STAKE: u128 = 1_000;
const OWNER: u64 = 1;
const TIMEOUT: u64 = 10_000;

fn configs() -> [InitConfig; 3] {
    let with = |pass| InitConfig { turn_timeout: TIMEOUT, pass, owner: None };
    [
        with(None),
        with(Some(PassConfig { price: 70, supply: 4 })),
        with(Some(PassConfig { price: 0, supply: 2 })),
    ]
}

/// The rules and the model, which get the same messages.
struct Play {
    tic_tac_toe: Small,
    model: Model,
    accounts: Vec<ActorId>,
    config: InitConfig,
    /// The value that came in, less the value that went out.
    held: u128,
    coverage: Coverage,
}

impl Play {
    fn open(config: InitConfig) -> Self {
        let owner = ActorId::from(OWNER);
        let mut tic_tac_toe = Small::new();
        tic_tac_toe.tic_tac_toe().open(owner, config.clone()).expect("a good config");
        Self {
            tic_tac_toe,
            model: Model::open(owner, config.clone(), ROOM),
            config: InitConfig { owner: Some(owner), ..config },
            accounts: (OWNER..OWNER + 5).map(ActorId::from).collect(),
            held: 0,
            coverage: Coverage::default(),
        }
    }

    fn play(&mut self, seed: u64, requests: usize) {
        let mut players = Players::new(self.accounts.clone(), STAKE, seed).patient();
        let mut now = 1_000_000;
        for number in 0..requests {
            now += 3_000;
            let request = players.request(&self.model, now);
            now = now.max(request.not_before);
            let context = format!("seed {seed}, request {number}: {request:?} at {now}");
            let before = self.answers();
            let expected = self.model.handle(request.sender, request.value, now, &request.action);
            self.coverage.note(&expected);
            self.coverage.note_turn(&expected, &self.model, now + TIMEOUT);

            let message = Message { sender: request.sender, value: request.value, now };
            let mut paid = BTreeMap::new();
            self.held += request.value;
            let mut is_broadcast = false;
            let reply = match self.tic_tac_toe.tic_tac_toe().handle(message, request.action) {
                Ok(effects) => {
                    is_broadcast = effects.is_broadcast;
                    paid.insert(request.sender, effects.refund);
                    for payout in &effects.payouts {
                        assert!(payout.value > 0, "{context}: a payout has no value");
                        assert!(
                            paid.insert(payout.to, payout.value).is_none(),
                            "{context}: somebody is paid twice"
                        );
                    }
                    Ok(effects.event)
                }
                Err(error) => {
                    paid.insert(request.sender, request.value);
                    assert_eq!(
                        self.answers(),
                        before,
                        "{context}: a refused action changed something"
                    );
                    Err(error)
                }
            };
            paid.retain(|_, value| *value > 0);
            self.held -= paid.values().sum::<u128>();
            assert_eq!(reply, expected.reply, "{context}");
            assert_eq!(paid, expected.paid, "{context}");
            assert_eq!(is_broadcast, expected.is_broadcast, "{context}");
            assert_eq!(self.held, self.model.held(), "{context}");
            self.compare(&context);
        }
    }

    fn compare(&mut self, context: &str) {
        let (mut pots, mut games) = (0, 0);
        let accounts = self.accounts.clone();
        for host in &accounts {
            let of_host = self.games(StateQuery::GamesOf(*host));
            for game in &of_host {
                assert_eq!(game.id.host, *host, "{context}: no games of others");
                assert_eq!(Some(game), self.model.state(&game.id).as_ref(), "{context}");
                for place in [game.id.place, game.id.place + 1, u32::MAX] {
                    let id = GameId { place, ..game.id };
                    let found = self.tic_tac_toe.tic_tac_toe().answer(StateQuery::Game(id));
                    assert_eq!(found, StateReply::Game(self.model.state(&id)), "{context}");
                }
                pots += game.pot;
            }
            games += of_host.len();
            let StateReply::Trophies(page) =
                self.tic_tac_toe.tic_tac_toe().answer(StateQuery::Trophies(*host))
            else {
                panic!("{context}: the answer to Trophies is another reply");
            };
            let expected = self.model.trophies(*host);
            let shown = expected.len().min(StateQuery::PAGE as usize);
            assert_eq!(page.trophies, expected[..shown], "{context}");
        }
        assert_eq!(games, self.model.games().count(), "{context}");
        assert_eq!(pots, self.held, "{context}: the pots are the held value");
        let all = StateQuery::AllGames { from: 0, limit: StateQuery::PAGE };
        assert_eq!(self.games(all).len(), games, "{context}");
        let config = self.tic_tac_toe.tic_tac_toe().answer(StateQuery::Config);
        assert_eq!(config, StateReply::Config(self.config.clone()), "{context}");
        let StateReply::Passes(page) = self.tic_tac_toe.tic_tac_toe().answer(StateQuery::Passes)
        else {
            panic!("{context}: the answer to Passes is another reply");
        };
        assert!(page.passes.iter().map(|pass| &pass.holder).eq(self.model.passes()), "{context}");
        assert!(page.passes.iter().map(|pass| pass.id).eq(1..=page.passes.len() as u32));
    }

    fn games(&mut self, query: StateQuery) -> Vec<GameState> {
        let StateReply::Games(page) = self.tic_tac_toe.tic_tac_toe().answer(query) else {
            panic!("the answer is not a page of games");
        };
        page.games
    }

    /// The answers of the rules to these queries.
    fn answers(&mut self) -> Vec<StateReply> {
        let all = StateQuery::AllGames { from: 0, limit: StateQuery::PAGE };
        let queries = [StateQuery::Overview, StateQuery::Passes, all];
        queries.map(|query| self.tic_tac_toe.tic_tac_toe().answer(query)).into()
    }
}

fn play(config: InitConfig, seed: u64, requests: usize) -> Coverage {
    let mut play = Play::open(config);
    play.play(seed, requests);
    play.coverage
}

#[test]
fn the_rules_do_what_the_model_does() {
    for config in configs() {
        for seed in 0..40 {
            play(config.clone(), seed, 500);
        }
    }
}

#[test]
fn random_play_comes_across_everything() {
    let mut all = Coverage::default();
    for config in configs() {
        for seed in 0..20 {
            all = all.with(play(config.clone(), seed, 1_000));
        }
    }
    assert_eq!(all.missing(), Vec::<&str>::new());
}

#[test]
#[ignore = "runs for SOAK_SECONDS"]
fn soak() {
    models::soak("tic-tac-toe, 3 × 1 000 messages", |seed| {
        for config in configs() {
            play(config, seed, 1_000);
        }
    });
}
