//! An action that ends a game is broadcast to the zero account. No other action is.

use crate::club::*;
use tic_tac_toe_io::{Action, Event, Outcome};

/// The challenger is to move, but does not.
fn let_time_run_out(club: &mut Club) {
    club.play(&[4]).event();
    club.pass_deadline();
}

fn ask_to_close(club: &mut Club) {
    club.play(&[4]).event();
    club.send(HOST, close()).event();
}

#[test]
fn every_end_is_broadcast_as_the_event_that_is_replied() {
    type Prepare = fn(&mut Club);
    let ends: [(&str, Prepare, u64, Action); 6] = [
        ("won", |club| _ = club.play(&HOST_WINS[..4]), HOST, mark(game(), 2)),
        ("lost", |club| _ = club.play(&CHALLENGER_WINS[..5]), CHALLENGER, mark(game(), 2)),
        ("drawn", |club| _ = club.play(&DRAWN[..8]), HOST, mark(game(), 3)),
        ("timed out", let_time_run_out, HOST, claim()),
        ("closed", ask_to_close, CHALLENGER, close()),
        ("restarted", |club| _ = club.send(HOST, restart()), CHALLENGER, restart()),
    ];
    for (name, prepare, by, action) in ends {
        let mut club = Club::with_game(STAKE, None);
        prepare(&mut club);
        let answer = club.send(by, action);
        let broadcasts = answer.broadcasts.clone();
        assert_eq!(broadcasts, [answer.event()], "{name}");
    }
}

#[test]
fn what_ends_no_game_is_not_broadcast() {
    let mut club = Club::new(WITH_PASSES);
    let quiet = |club: &mut Club, user, action: Action, value| {
        let answer = club.send_with_value(user, action.clone(), value);
        assert_eq!(answer.broadcasts, [], "{action:?}");
        answer.event()
    };
    for user in [HOST, CHALLENGER, REFEREE] {
        quiet(&mut club, user, Action::MintPass, PRICE);
    }
    let create = create(CHALLENGER, Some(REFEREE));
    quiet(&mut club, HOST, create, STAKE);
    quiet(&mut club, CHALLENGER, accept(game(), STAKE, Some(REFEREE)), STAKE);
    quiet(&mut club, HOST, mark(game(), 0), 0);
    let event = quiet(&mut club, REFEREE, place(), 0);
    assert_eq!(event, placed(game(), 0, Outcome::Open));
    quiet(&mut club, HOST, restart(), 0);
    let event = quiet(&mut club, HOST, close(), 0);
    assert_eq!(event, Event::CloseAsked { game: game() });
}
