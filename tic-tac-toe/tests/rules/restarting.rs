//! Restarts and closings: one player is enough when the game is over. Before that both must agree.

use crate::club::*;
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
        let mut club = Club::with_game(0, None);
        club.play(&HOST_WINS).event();
        let answer = club.send_with_value(player, restart(), STRAY);
        assert_eq!(answer.gain, 0);
        assert_eq!(answer.broadcasts, [], "no game has ended");
        assert_eq!(answer.event(), restarted());
        assert_eq!((club.game().board, club.game().turns), (0, 0));
        club.play(&CHALLENGER_WINS).event();
        assert_eq!(club.trophies(CHALLENGER).len(), 1);
    }
}

#[test]
fn a_finished_game_with_stakes_restarts_when_both_have_staked_anew() {
    for [first, second] in [[HOST, CHALLENGER], [CHALLENGER, HOST]] {
        let mut club = Club::with_game(STAKE, None);
        club.play(&HOST_WINS).event();
        let answer = club.send_with_value(first, restart(), STAKE);
        assert_eq!(answer.gain, -(STAKE as i128));
        assert_eq!(answer.event(), asked());
        assert_eq!(club.game().pot, STAKE);
        assert!(
            matches!(club.game().stage, GameStage::Finished { .. }),
            "the game waits for the other stake"
        );
        assert_eq!(club.send(HOST, mark(game(), 8)).error(), GameError::GameOver);

        let answer = club.send_with_value(second, restart(), STAKE);
        assert_eq!(answer.gain, -(STAKE as i128));
        assert_eq!(answer.event(), restarted());
        assert_eq!(club.game().pot, 2 * STAKE);
        // The host has a deadline only if the host made the restart, and so chose its time.
        let deadline = club.now + OPEN.turn_timeout;
        let deadline = (second == HOST).then_some(deadline);
        assert_eq!(club.game().stage, GameStage::ToMove { player: id(HOST), deadline });
        assert_eq!(club.play(&CHALLENGER_WINS).gain, 2 * STAKE as i128);
    }
}

#[test]
fn under_way_both_must_ask_for_a_restart_and_the_stakes_stay() {
    let mut club = Club::with_game(STAKE, None);
    club.play(&[0, 4]).event();
    let answer = club.send_with_value(CHALLENGER, restart(), STRAY);
    assert_eq!(answer.gain, 0);
    assert_eq!(answer.event(), asked());
    assert_eq!(club.game().restart_asked_by, Some(id(CHALLENGER)));
    assert_eq!(club.game().turns, 2);
    assert_eq!(club.send(CHALLENGER, restart()).error(), GameError::AlreadyAsked);
    let answer = club.send_with_value(HOST, restart(), STRAY);
    assert_eq!(answer.gain, 0);
    assert_eq!(answer.broadcasts, [restarted()], "a game has ended");
    assert_eq!((club.game().turns, club.game().pot), (0, 2 * STAKE));
    assert_eq!(club.game().restart_asked_by, None);
    assert_eq!(club.trophies(HOST), []);
    assert_eq!(club.play(&HOST_WINS).gain, 2 * STAKE as i128);
}

#[test]
fn a_move_gives_up_what_was_asked_for_before_it() {
    // Otherwise a player who is about to lose could accept an old offer.
    let mut club = Club::with_game(STAKE, None);
    club.play(&[0, 4]).event();
    club.send(HOST, close()).event();
    club.send(HOST, restart()).event();
    club.play(&[1]).event();
    assert_eq!((club.game().close_asked_by, club.game().restart_asked_by), (None, None));
    let late = club.send(CHALLENGER, close()).event();
    assert_eq!(late, Event::CloseAsked { game: game() });
    assert_eq!(club.send(CHALLENGER, restart()).event(), asked());
}

/// Closes the game alone, and checks that each player gets the stake back.
fn check_closed_alone(club: &mut Club, closer: u64) {
    let before = [HOST, CHALLENGER].map(|user| club.balance(user));
    let closed = club.send(closer, close());
    assert_eq!(closed.gain, STAKE as i128);
    assert_eq!(closed.broadcasts, [Event::Closed { game: game() }], "a game has ended");
    let gained = club.balance(HOST) + club.balance(CHALLENGER) - before.iter().sum::<u128>();
    assert!(gained > 2 * STAKE - 1, "both stakes should come back, not {gained}");
    assert_eq!(club.held(), 0);
}

#[test]
fn until_the_host_has_moved_either_closes_an_accepted_game_alone() {
    for closer in [HOST, CHALLENGER] {
        let mut club = Club::with_game(STAKE, None);
        check_closed_alone(&mut club, closer);
    }
}
