//! `Register`, `Leave`, `MakeMove` and `Reveal`: each cause to refuse them.

use crate::table::*;
use rpsls_io::{Action, Event, GameConfig, GameError, Move, RevealResult, commitment};

const BET_GAIN: i128 = BET as i128;

#[test]
fn register_takes_the_bet() {
    let mut table = Table::new(CONFIG, 2);
    let answer = table.register(1);
    assert_eq!(answer.gain, -BET_GAIN);
    assert_eq!(answer.event(), Event::PlayerRegistered);
    assert_eq!(table.state().lobby_list, [id(1)]);
}

#[test]
fn register_gives_the_change_back() {
    let mut table = Table::new(CONFIG, 2);
    for (player, change) in [(1, 1), (2, 500 * VARA)] {
        let answer = table.send_with_value(player, Action::Register, BET + change);
        assert_eq!(answer.gain, -BET_GAIN, "{change} comes back");
        assert_eq!(answer.event(), Event::PlayerRegistered);
    }
}

#[test]
fn register_is_refused() {
    let mut table = Table::new(GameConfig { players_count_limit: 2, ..CONFIG }, 3);
    let error = table.send_with_value(1, Action::Register, BET - 1).error();
    assert_eq!(error, GameError::BetTooSmall { bet_size: BET, attached: BET - 1 });
    table.register(1).event();
    assert_eq!(table.register(1).error(), GameError::AlreadyRegistered);
    table.register(2).event();
    assert_eq!(table.register(3).error(), GameError::LobbyFull { players_count_limit: 2 });
    table.pass_deadline();
    assert_eq!(table.register(3).error(), GameError::GameUnderWay);
}

#[test]
fn leave_gives_the_bet_back() {
    let mut table = Table::registered(CONFIG, 3);
    let answer = table.send_with_value(2, Action::Leave, 7);
    assert_eq!(answer.gain, BET_GAIN);
    assert_eq!(answer.event(), Event::PlayerLeft);
    assert_eq!(table.state().lobby_list, [id(1), id(3)]);
}

#[test]
fn leave_is_refused() {
    let mut table = Table::registered(CONFIG, 2);
    assert_eq!(table.send(STRANGER, Action::Leave).error(), GameError::NotRegistered);
    table.pass_deadline();
    assert_eq!(table.send(1, Action::Leave).error(), GameError::GameUnderWay);
    assert_eq!(table.send(STRANGER, Action::Leave).error(), GameError::NotRegistered);
}

#[test]
fn make_move_is_refused() {
    let mut table = Table::registered(CONFIG, 3);
    assert_eq!(table.make_move(1, Move::Rock).error(), GameError::NotMoveStage);
    table.pass_deadline();
    assert_eq!(table.make_move(STRANGER, Move::Rock).error(), GameError::NotInRound);
    table.make_move(1, Move::Rock).event();
    assert_eq!(table.make_move(1, Move::Paper).error(), GameError::AlreadyMoved);
    let copied = commitment(&opening_of(1, Move::Rock));
    assert_eq!(table.send(2, Action::MakeMove(copied)).error(), GameError::CommitmentTaken);
    table.make_move(2, Move::Rock).event();
    table.make_move(3, Move::Rock).event();
    assert_eq!(table.make_move(1, Move::Rock).error(), GameError::NotMoveStage);
}

#[test]
fn reveal_is_refused() {
    let mut table = Table::started(CONFIG, 4);
    assert_eq!(table.reveal(1, Move::Rock).error(), GameError::NotRevealStage);
    table.make_move(1, Move::Rock).event();
    table.make_move(2, Move::Rock).event();
    let no_move = Action::MakeMove(commitment("7pass"));
    table.send(3, no_move).event();
    table.pass_deadline();
    assert_eq!(table.reveal(STRANGER, Move::Rock).error(), GameError::NotInRound);
    assert_eq!(table.reveal(4, Move::Rock).error(), GameError::NotInRound, "who did not move");
    assert_eq!(table.reveal(1, Move::Paper).error(), GameError::OpeningMismatch);
    let of_another = Action::Reveal(opening_of(1, Move::Rock));
    assert_eq!(table.send(2, of_another).error(), GameError::OpeningMismatch);
    assert_eq!(table.send(3, Action::Reveal("7pass".into())).error(), GameError::InvalidMove);
    let revealed = Event::SuccessfulReveal(RevealResult::Continue);
    assert_eq!(table.reveal(1, Move::Rock).event(), revealed);
    assert_eq!(table.reveal(1, Move::Rock).error(), GameError::AlreadyRevealed);
}

#[test]
fn those_out_play_no_more() {
    let mut table = Table::committed(CONFIG, &[Move::Rock, Move::Rock, Move::Scissors]);
    table.reveal_all(&[Move::Rock, Move::Rock, Move::Scissors]);
    assert_eq!(table.make_move(3, Move::Rock).error(), GameError::NotInRound);
    assert_eq!(table.state().lobby_list.len(), 3, "but are on the list");
}
