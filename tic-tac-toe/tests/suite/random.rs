//! Random play on the chain, compared with the model after every block.

use crate::chain::*;
use gprimitives::ActorId;
use models::tic_tac_toe::{Model, Players};
use std::collections::BTreeMap;
use tic_tac_toe_io::{GameId, InitConfig, PassConfig, StateQuery, StateReply};

/// Plays this many random messages, each in its own block.
fn play(config: InitConfig, seed: u64, requests: usize) {
    let mut chain = Chain::new(config.clone());
    let mut model = Model::open(id(OWNER), config, 1 << 16);
    let users: BTreeMap<ActorId, u64> = USERS.iter().map(|user| (id(*user), *user)).collect();
    let accounts: Vec<ActorId> = users.keys().copied().collect();
    let mut players = Players::new(accounts.clone(), STAKE, seed);
    for number in 0..requests {
        let request = players.request(&model, chain.next_timestamp());
        while chain.next_timestamp() < request.not_before {
            chain.run_block();
        }
        let now = chain.next_timestamp();
        let context = format!("seed {seed}, request {number}: {request:?} at {now}");
        let before: BTreeMap<ActorId, u128> =
            users.iter().map(|(account, user)| (*account, chain.balance(*user))).collect();

        let expected = model.handle(request.sender, request.value, now, &request.action);
        let answer = chain.send_with_value(users[&request.sender], request.action, request.value);

        let paid = |account: &ActorId| expected.paid.get(account).copied().unwrap_or(0) as i128;
        assert_eq!(answer.gain, paid(&request.sender) - request.value as i128, "{context}");
        for account in accounts.iter().filter(|account| **account != request.sender) {
            let gain = chain.balance(users[account]) as i128 - before[account] as i128;
            assert_eq!(gain, paid(account), "{context}: {account}");
        }
        let outcome = expected.is_broadcast.then(|| expected.reply.clone().expect("was accepted"));
        assert_eq!(answer.broadcasts, Vec::from_iter(outcome), "{context}");
        assert_eq!(answer.result, Some(expected.reply), "{context}");
        assert_eq!(chain.held(), model.held(), "{context}");
        for game in model.games().collect::<Vec<GameId>>() {
            assert_eq!(chain.find(game), model.state(&game), "{context}");
        }
        assert_eq!(chain.overview().games as usize, model.games().count(), "{context}");
        for user in USERS {
            assert_eq!(chain.trophies(user), model.trophies(id(user)), "{context}");
        }
        let StateReply::Passes(page) = chain.query(StateQuery::Passes) else {
            panic!("{context}: the answer to Passes is another reply");
        };
        assert!(page.passes.iter().map(|pass| &pass.holder).eq(model.passes()), "{context}");
    }
}

fn configs() -> [InitConfig; 2] {
    let pass = PassConfig { price: PRICE, supply: 4 };
    let hasty = InitConfig { turn_timeout: 9_000, pass: None, owner: None };
    [hasty.clone(), InitConfig { pass: Some(pass), ..hasty }]
}

#[test]
fn the_program_does_what_the_model_does() {
    for config in configs() {
        for seed in 0..2 {
            play(config.clone(), seed, 150);
        }
    }
}

#[test]
#[ignore = "runs for SOAK_SECONDS"]
fn soak() {
    models::soak("tic-tac-toe on the chain, 2 × 100 messages", |seed| {
        for config in configs() {
            play(config, seed, 100);
        }
    });
}
