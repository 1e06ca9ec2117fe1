//! Restarts and closings: one player is enough when the game is over. Before that both must agree.

use crate::tic_tac_toe::*;
use tic_tac_toe_io::{Event, GameError, GameStage};

fn asked() -> Event {
    Event::RestartAsked { game: game() }
}

fn restarted() -> Event {
    Event::Restarted { game: game() }
}

#[test]
fn either_player_restarts_a_finished_game_without_stakes() {
    for player in [HOST, CHALLENGER] {
        let mut tic_tac_toe = TicTacToe::with_game(0, None);
        tic_tac_toe.play(&HOST_WINS).event();
        let answer = tic_tac_toe.send_with_value(player, restart(), STRAY);
        assert_eq!(answer.gain, 0);
        assert_eq!(answer.broadcasts, [], "no game has ended");
        assert_eq!(answer.event(), restarted());
        assert_eq!((tic_tac_toe.game().board, tic_tac_toe.game().turns), (0, 0));
        tic_tac_toe.play(&CHALLENGER_WINS).event();
        assert_eq!(tic_tac_toe.trophies(CHALLENGER).len(), 1);
    }
}

#[test]
fn a_finished_game_with_stakes_restarts_when_both_have_staked_anew() {
    for [first, second] in [[HOST, CHALLENGER], [CHALLENGER, HOST]] {
        let mut tic_tac_toe = TicTacToe::with_game(STAKE, None);
        tic_tac_toe.play(&HOST_WINS).event();
        let answer = tic_tac_toe.send_with_value(first, restart(), STAKE);
        assert_eq!(answer.gain, -(STAKE as i128));
        assert_eq!(answer.event(), asked());
        assert_eq!(tic_tac_toe.game().pot, STAKE);
        assert!(
            matches!(tic_tac_toe.game().stage, GameStage::Finished { .. }),
            "the game waits for the other stake"
        );
        assert_eq!(tic_tac_toe.send(HOST, mark(game(), 8)).error(), GameError::GameOver);

        let answer = tic_tac_toe.send_with_value(second, restart(), STAKE);
        assert_eq!(answer.gain, -(STAKE as i128));
        assert_eq!(answer.event(), restarted());
        assert_eq!(tic_tac_toe.game().pot, 2 * STAKE);
        // The host has a deadline only if the host made the restart, and so chose its time.
        let deadline = tic_tac_toe.now + OPEN.turn_timeout;
        let deadline = (second == HOST).then_some(deadline);
        assert_eq!(tic_tac_toe.game().stage, GameStage::ToMove { player: id(HOST), deadline });
        assert_eq!(tic_tac_toe.play(&CHALLENGER_WINS).gain, 2 * STAKE as i128);
    }
}

#[test]
fn under_way_both_must_ask_for_a_restart_and_the_stakes_stay() {
    let mut tic_tac_toe = TicTacToe::with_game(STAKE, None);
    tic_tac_toe.play(&[0, 4]).event();
    let answer = tic_tac_toe.send_with_value(CHALLENGER, restart(), STRAY);
    assert_eq!(answer.gain, 0);
    assert_eq!(answer.event(), asked());
    assert_eq!(tic_tac_toe.game().restart_asked_by, Some(id(CHALLENGER)));
    assert_eq!(tic_tac_toe.game().turns, 2);
    assert_eq!(tic_tac_toe.send(CHALLENGER, restart()).error(), GameError::AlreadyAsked);
    let answer = tic_tac_toe.send_with_value(HOST, restart(), STRAY);
    assert_eq!(answer.gain, 0);
    assert_eq!(answer.broadcasts, [restarted()], "a game has ended");
    assert_eq!((tic_tac_toe.game().turns, tic_tac_toe.game().pot), (0, 2 * STAKE));
    assert_eq!(tic_tac_toe.game().restart_asked_by, None);
    assert_eq!(tic_tac_toe.trophies(HOST), []);
    assert_eq!(tic_tac_toe.play(&HOST_WINS).gain, 2 * STAKE as i128);
}

#[test]
fn a_move_gives_up_what_was_asked_for_before_it() {
    // Otherwise a player who is about to lose could accept an old offer.
    let mut tic_tac_toe = TicTacToe::with_game(STAKE, None);
    tic_tac_toe.play(&[0, 4]).event();
    tic_tac_toe.send(HOST, close()).event();
    tic_tac_toe.send(HOST, restart()).event();
    tic_tac_toe.play(&[1]).event();
    assert_eq!(
        (tic_tac_toe.game().close_asked_by, tic_tac_toe.game().restart_asked_by),
        (None, None)
    );
    let late = tic_tac_toe.send(CHALLENGER, close()).event();
    assert_eq!(late, Event::CloseAsked { game: game() });
    assert_eq!(tic_tac_toe.send(CHALLENGER, restart()).event(), asked());
}

/// Closes the game alone, and checks that each player gets the stake back.
fn check_closed_alone(tic_tac_toe: &mut TicTacToe, closer: u64) {
    let before = [HOST, CHALLENGER].map(|user| tic_tac_toe.balance(user));
    let closed = tic_tac_toe.send(closer, close());
    assert_eq!(closed.gain, STAKE as i128);
    assert_eq!(closed.broadcasts, [Event::Closed { game: game() }], "a game has ended");
    let gained =
        tic_tac_toe.balance(HOST) + tic_tac_toe.balance(CHALLENGER) - before.iter().sum::<u128>();
    assert!(gained > 2 * STAKE - 1, "both stakes should come back, not {gained}");
    assert_eq!(tic_tac_toe.held(), 0);
}

#[test]
fn until_the_host_has_moved_either_closes_an_accepted_game_alone() {
    for closer in [HOST, CHALLENGER] {
        let mut tic_tac_toe = TicTacToe::with_game(STAKE, None);
        check_closed_alone(&mut tic_tac_toe, closer);
    }
}
