//! Random play on the chain, compared with the model after every block.

use crate::chain::*;
use gprimitives::ActorId;
use models::club::{Guests, Model};
use rpsls_club_io::{ClubInit, Event};

/// Plays this many random messages, each in its own block.
fn play(any_format: bool, seed: u64, requests: usize) {
    let mut chain = Chain::with_tables(rpsls::WASM_BINARY_OPT, any_format);
    let table_code = chain.overview().config.table_code;
    let mut model = Model::new(ClubInit { table_code, any_format }, 4_096, DEPOSIT);
    let accounts: Vec<ActorId> = USERS.into_iter().map(id).collect();
    let mut guests = Guests::new(accounts.clone(), seed);
    for number in 0..requests {
        let request = guests.request(&model);
        let context = format!("seed {seed}, request {number}: {request:?}");
        let now = chain.next_timestamp();
        let position = accounts.iter().position(|account| *account == request.sender);
        let user = USERS[position.expect("the sender is a guest")];
        let answer = chain.send_with_value(user, request.action.clone(), request.value);
        let created = match answer.result {
            Some(Ok(Event::Opened { table })) => table,
            _ => ActorId::zero(),
        };
        let expected = model.handle(request.sender, request.value, now, &request.action, created);
        assert_eq!(answer.gain, expected.back as i128 - request.value as i128, "{context}");
        let broadcasts: Vec<Event> = expected.reply.iter().cloned().collect();
        assert_eq!(answer.broadcasts, broadcasts, "{context}");
        assert_eq!(answer.result, Some(expected.reply), "{context}");
        assert_eq!(chain.overview(), model.overview(), "{context}");
        assert_eq!(chain.tables(), model.tables(), "{context}");
        if created != ActorId::zero() {
            guests.opened(created);
            let state = chain.table(created);
            let listed = &model.tables()[0];
            assert_eq!((state.owner, &state.config), (listed.opener, &listed.config), "{context}");
        }
    }
}

#[test]
fn the_program_does_what_the_model_does() {
    for any_format in [false, true] {
        for seed in 0..2 {
            play(any_format, seed, 150);
        }
    }
}

#[test]
#[ignore = "runs for SOAK_SECONDS"]
fn soak() {
    models::soak("the club on the chain, 2 × 100 messages", |seed| {
        for any_format in [false, true] {
            play(any_format, seed, 100);
        }
    });
}
