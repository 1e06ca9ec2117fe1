//! An action that ends a game is broadcast to the zero account. No other action is.

use crate::tic_tac_toe::*;
use tic_tac_toe_io::Action;

/// The challenger is to move, but does not.
fn let_time_run_out(tic_tac_toe: &mut TicTacToe) {
    tic_tac_toe.play(&[4]).event();
    tic_tac_toe.pass_deadline();
}

fn ask_to_close(tic_tac_toe: &mut TicTacToe) {
    tic_tac_toe.play(&[4]).event();
    tic_tac_toe.send(HOST, close()).event();
}

#[test]
fn every_end_is_broadcast_as_the_event_that_is_replied() {
    type Prepare = fn(&mut TicTacToe);
    let ends: [(&str, Prepare, u64, Action); 6] = [
        ("won", |tic_tac_toe| _ = tic_tac_toe.play(&HOST_WINS[..4]), HOST, mark(game(), 2)),
        (
            "lost",
            |tic_tac_toe| _ = tic_tac_toe.play(&CHALLENGER_WINS[..5]),
            CHALLENGER,
            mark(game(), 2),
        ),
        ("drawn", |tic_tac_toe| _ = tic_tac_toe.play(&DRAWN[..8]), HOST, mark(game(), 3)),
        ("timed out", let_time_run_out, HOST, claim()),
        ("closed", ask_to_close, CHALLENGER, close()),
        ("restarted", |tic_tac_toe| _ = tic_tac_toe.send(HOST, restart()), CHALLENGER, restart()),
    ];
    for (name, prepare, by, action) in ends {
        let mut tic_tac_toe = TicTacToe::with_game(STAKE, None);
        prepare(&mut tic_tac_toe);
        let answer = tic_tac_toe.send(by, action);
        let broadcasts = answer.broadcasts.clone();
        assert_eq!(broadcasts, [answer.event()], "{name}");
    }
}
