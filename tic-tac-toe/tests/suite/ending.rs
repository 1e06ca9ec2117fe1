//! What ends a game is broadcast, to the zero account, and nothing else is.

use crate::{chain::*, playing::*};
use parity_scale_codec::Encode;
use tic_tac_toe_io::{Action, Event, Outcome};

/// The challenger, who is to move, does not.
fn let_time_run_out(chain: &mut Chain) {
    chain.play(&[4]).event();
    chain.pass_deadline();
}

fn ask_to_close(chain: &mut Chain) {
    chain.play(&[4]).event();
    chain.send(HOST, Action::Close { game: game() }).event();
}

#[test]
fn every_end_is_broadcast_as_the_event_that_is_replied() {
    let [restart, close, claim] = [
        Action::Restart { game: game() },
        Action::Close { game: game() },
        Action::ClaimTimeout { game: game() },
    ];
    type Prepare = fn(&mut Chain);
    let ends: [(&str, Prepare, u64, Action); 6] = [
        ("won", |chain| _ = chain.play(&HOST_WINS[..4]), HOST, mark(game(), 2)),
        ("lost", |chain| _ = chain.play(&CHALLENGER_WINS[..5]), CHALLENGER, mark(game(), 2)),
        ("drawn", |chain| _ = chain.play(&DRAWN[..8]), HOST, mark(game(), 3)),
        ("timed out", let_time_run_out, HOST, claim),
        ("closed", ask_to_close, CHALLENGER, close),
        (
            "restarted",
            |chain| _ = chain.send(HOST, Action::Restart { game: game() }),
            CHALLENGER,
            restart,
        ),
    ];
    for (name, prepare, by, action) in ends {
        let mut chain = Chain::with_game(STAKE, None);
        prepare(&mut chain);
        let answer = chain.send(by, action);
        let broadcasts = answer.broadcasts.clone();
        assert_eq!(broadcasts, [answer.event()], "{name}");
    }
}

#[test]
fn what_ends_no_game_is_not_broadcast() {
    let mut chain = Chain::new(WITH_PASSES);
    let quiet = |chain: &mut Chain, user, action: Action, value| {
        let answer = chain.send_with_value(user, action.clone(), value);
        assert_eq!(answer.broadcasts, [], "{action:?}");
        answer.event()
    };
    for user in [HOST, CHALLENGER, REFEREE] {
        quiet(&mut chain, user, Action::MintPass, PRICE);
    }
    let create = Action::Create { challenger: id(CHALLENGER), referee: Some(id(REFEREE)) };
    quiet(&mut chain, HOST, create, STAKE);
    quiet(&mut chain, CHALLENGER, Action::Accept { host: id(HOST) }, STAKE);
    quiet(&mut chain, HOST, mark(game(), 0), 0);
    let event = quiet(&mut chain, REFEREE, Action::PlaceMark { game: game() }, 0);
    assert_eq!(event, placed(game(), 0, Outcome::Open));
    quiet(&mut chain, HOST, Action::Restart { game: game() }, 0);
    let event = quiet(&mut chain, HOST, Action::Close { game: game() }, 0);
    assert_eq!(event, Event::CloseAsked { game: game() });
}

#[test]
fn those_paid_are_told_why_and_nothing_waits_in_a_mailbox() {
    let mut chain = Chain::with_game(STAKE, None);
    chain.play(&DRAWN[..8]).event();
    let last = mark(game(), DRAWN[8]);
    chain.program().send(HOST, last);
    let block = chain.run_block();
    let to_challenger: Vec<_> =
        block.log().iter().filter(|log| log.destination() == id(CHALLENGER)).collect();
    let [payout] = to_challenger[..] else { panic!("there is one payout") };
    assert_eq!(payout.payload(), placed(game(), DRAWN[8], Outcome::Draw).encode());
    let everything = gtest::Log::builder().source(chain.program().id());
    for user in USERS {
        assert!(!chain.system.get_mailbox(user).contains(&everything));
    }
}
