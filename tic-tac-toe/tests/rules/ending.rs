//! An action that ends a game is broadcast to the zero account. No other action is.

use crate::club::*;
use tic_tac_toe_io::Action;

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
