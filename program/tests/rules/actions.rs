//! Every action: what it does, and every cause to refuse it.

use crate::table::*;
use gprimitives::H256;
use rpsls_io::{Entry, Event, Format, GameConfig, GameError, GameRules, Move, commitment};
use rpsls_program::{ActionRef, rules::Payout};

/// Every action as this sender would send it. Some have a valid argument.
fn every_action() -> [ActionRef<'static>; 17] {
    let rules = GameRules { format: Format::Points, start_when_full: true };
    let bad = GameConfig { players_count_limit: 1, ..CONFIG };
    [
        ActionRef::Register,
        ActionRef::Join(Entry::default()),
        ActionRef::Join(Entry { game: Some(7), ..Entry::default() }),
        ActionRef::MakeMove(H256([1; 32])),
        ActionRef::MakeMove(commitment("0password 1")),
        ActionRef::Commit(H256([1; 32])),
        ActionRef::Reveal("0"),
        ActionRef::Reveal("0password 1"),
        ActionRef::RevealAndCommit { opening: "1password 2", next: H256([2; 32]) },
        ActionRef::CommitFor { player: id(1), hash: H256([1; 32]) },
        ActionRef::RevealFor { player: id(1), opening: "0password 1", next: None },
        ActionRef::ChangeNextGameConfig(CONFIG),
        ActionRef::ChangeNextGameConfig(bad),
        ActionRef::ChangeNextGameRules(rules),
        ActionRef::StopGame,
        ActionRef::Advance,
        ActionRef::Leave,
    ]
}

fn in_each_stage() -> [Table; 3] {
    [
        {
            let mut table = Table::new();
            table.register(1).unwrap();
            table.register(2).unwrap();
            table
        },
        Table::start([1, 2]),
        Table::committed(&[(1, Move::Rock), (2, Move::Paper)]),
    ]
}

/// Each stage, with and without an action of somebody, and with and without a scheduled stop.
fn in_each_state() -> Vec<Table> {
    let mut one_moved = Table::start([1, 2]);
    one_moved.make_move(1, Move::Rock).unwrap();
    let mut one_revealed = Table::committed(&[(1, Move::Rock), (2, Move::Paper)]);
    one_revealed.reveal(2, Move::Paper).unwrap();
    let mut stopped = Table::committed(&[(1, Move::Rock), (2, Move::Rock)]);
    stopped.act(OWNER, ActionRef::StopGame).unwrap();
    let mut both = Table::committed(&[(1, Move::Rock), (2, Move::Rock), (3, Move::Rock)]);
    both.reveal(3, Move::Rock).unwrap();
    both.act(OWNER, ActionRef::StopGame).unwrap();
    let tables = [Table::new(), one_moved, one_revealed, stopped, both];
    tables.into_iter().chain(in_each_stage()).collect()
}

/// Tries every action in each state, before the stage's deadline, at it and after it.
#[test]
fn a_refused_action_changes_nothing() {
    let mut refused = [0; 3];
    let states = in_each_state().len();
    for (time, refused) in refused.iter_mut().enumerate() {
        for at in 0..states {
            let table = || {
                let mut table = in_each_state().swap_remove(at);
                table.now = [table.now, table.game.deadline(), table.game.deadline() + 1][time];
                table
            };
            for sender in [1, 2, 9, OWNER] {
                for action in every_action() {
                    let (mut table, mut settled) = (table(), table());
                    let settlement = settled.settle();
                    let before = settled.state();
                    // `Table::handle` checks that the value comes back.
                    let handled = table.handle(sender, 7, action.clone());
                    assert_eq!(handled.settlement, settlement, "{sender} {action:?}");
                    if handled.result.is_err() {
                        *refused += 1;
                        assert_eq!(table.state(), before, "{sender} {action:?}");
                    }
                    if action != ActionRef::Advance || settlement.is_none() {
                        let alone = settled.handle(sender, 7, action.clone());
                        assert_eq!(alone.result, handled.result, "{sender} {action:?}");
                        assert_eq!(settled.state(), table.state(), "{sender} {action:?}");
                    }
                }
            }
        }
    }
    // There are 8 states × 4 senders × 17 actions. Until the deadline these are accepted: the
    // owner's three actions in each state, 2 departures, 6 + 2 commitments, 5 reveals, one of
    // them again, and anybody's reveal for the first player in four states. After it these are
    // accepted: every `Advance`, the owner's three actions in each state, 12 commitments,
    // 2 reveals, and anybody's in one state.
    let in_time = 544 - 24 - 2 - 8 - 5 - 1 - 4 * 4;
    assert_eq!(refused, [in_time, in_time, 544 - 32 - 24 - 12 - 2 - 4]);
}

#[test]
fn registers_for_the_bet_and_gives_the_change_back() {
    let mut table = Table::new();
    for (player, change) in [(1, 0), (2, 1), (3, 10 * BET)] {
        let outcome = table.handle(player, BET + change, ActionRef::Register).result.unwrap();
        assert_eq!(outcome.event, Event::PlayerRegistered);
        assert_eq!(outcome.refund, change);
    }
    assert_eq!(table.state().lobby_list, [id(1), id(2), id(3)]);
    assert_eq!(table.state().pot, 3 * BET);
}

#[test]
fn a_seat_is_refused_for_less_than_the_bet_twice_and_at_a_full_table() {
    for action in [ActionRef::Register, ActionRef::Join(Entry::default())] {
        let mut table = Table::with(GameConfig { players_count_limit: 2, ..CONFIG });
        for attached in [0, BET - 1] {
            let result = table.handle(1, attached, action.clone()).result;
            assert_eq!(result, Err(GameError::BetTooSmall { bet_size: BET, attached }));
        }
        let mut take = |player| table.handle(player, BET, action.clone()).result.err();
        assert_eq!([take(1), take(1)], [None, Some(GameError::AlreadyRegistered)]);
        assert_eq!(take(2), None);
        assert_eq!(take(3), Some(GameError::LobbyFull { players_count_limit: 2 }));
        assert_eq!(take(2), Some(GameError::AlreadyRegistered));
    }
}

#[test]
fn register_and_leave_refuse_while_a_game_is_under_way() {
    for mut table in in_each_stage().into_iter().skip(1) {
        assert_eq!(table.register(3), Err(GameError::GameUnderWay));
        assert_eq!(table.join(3, Entry::default()), Err(GameError::GameUnderWay));
        assert_eq!(table.act(1, ActionRef::Leave), Err(GameError::GameUnderWay));
        assert_eq!(table.act(9, ActionRef::Leave), Err(GameError::NotRegistered));
    }
}

#[test]
fn leave_gives_the_bet_back() {
    let mut table = Table::new();
    for player in [1, 2, 3] {
        table.register(player).unwrap();
    }
    let outcome = table.handle(2, 5, ActionRef::Leave).result.unwrap();
    assert_eq!((outcome.event, outcome.refund), (Event::PlayerLeft, BET + 5));
    assert_eq!(table.state().lobby_list, [id(1), id(3)]);
    assert_eq!(table.act(2, ActionRef::Leave), Err(GameError::NotRegistered));
    table.register(2).expect("can come back");
}

#[test]
fn a_move_can_t_be_changed() {
    let mut table = Table::start([1, 2]);
    assert_eq!(table.make_move(1, Move::Rock), Ok(Event::SuccessfulMove(id(1))));
    assert_eq!(table.make_move(1, Move::Paper), Err(GameError::AlreadyMoved));
    assert_eq!(table.make_move(1, Move::Rock), Err(GameError::AlreadyMoved));
}

#[test]
fn a_hash_is_committed_once_a_round() {
    let mut table = Table::start([1, 2]);
    let hash = commitment("0password 1");
    table.act(1, ActionRef::MakeMove(hash)).unwrap();
    assert_eq!(table.act(2, ActionRef::MakeMove(hash)), Err(GameError::CommitmentTaken));
    table.act(2, ActionRef::MakeMove(commitment("0password 2"))).unwrap();
    table.reveal(1, Move::Rock).unwrap();
    table.reveal(2, Move::Rock).unwrap();

    assert_eq!(table.state().round, 2);
    table
        .act(2, ActionRef::MakeMove(hash))
        .expect("in another round even another player may commit to it");
    assert_eq!(table.act(1, ActionRef::MakeMove(hash)), Err(GameError::CommitmentTaken));
}

#[test]
fn reveal_refuses_outside_its_stage() {
    for (mut table, is_refused) in in_each_stage().into_iter().zip([true, true, false]) {
        let result = table.reveal(1, Move::Rock);
        assert_eq!(result == Err(GameError::NotRevealStage), is_refused);
    }
}

#[test]
fn reveal_refuses_a_second_opening() {
    let mut table = Table::committed(&[(1, Move::Rock), (2, Move::Paper)]);
    table.reveal(1, Move::Rock).unwrap();
    assert_eq!(table.reveal(1, Move::Rock), Err(GameError::AlreadyRevealed));
}

#[test]
fn reveal_refuses_another_opening() {
    let mut table = Table::committed(&[(1, Move::Rock), (2, Move::Paper)]);
    for wrong in ["1password 1", "0password 2", "0password 1 ", "0", ""] {
        let result = table.act(1, ActionRef::Reveal(wrong));
        assert_eq!(result, Err(GameError::OpeningMismatch), "{wrong:?}");
    }
}

#[test]
fn reveal_refuses_an_opening_of_the_round_before() {
    let draw = [(1, Move::Rock), (2, Move::Rock)];
    let mut table = Table::committed(&draw);
    for (player, mv) in draw {
        table.reveal(player, mv).unwrap();
    }
    assert_eq!(table.reveal(1, Move::Rock), Err(GameError::NotRevealStage));
    for player in [1, 2] {
        table.make_move(player, Move::Paper).unwrap();
    }
    assert_eq!(table.reveal(1, Move::Rock), Err(GameError::OpeningMismatch));
}

#[test]
fn who_copies_a_hash_ahead_of_its_owner_holds_one_that_can_t_be_opened() {
    let mut table = Table::start([1, 2]);
    let hash = commitment("0password 1");
    table.act(2, ActionRef::MakeMove(hash)).unwrap();
    assert_eq!(table.act(1, ActionRef::MakeMove(hash)), Err(GameError::CommitmentTaken));
    table.act(1, ActionRef::MakeMove(commitment("0another"))).unwrap();
    table.act(1, ActionRef::Reveal("0another")).unwrap();
    let copied = table.act(2, ActionRef::Reveal("0another"));
    assert_eq!(copied, Err(GameError::OpeningMismatch));
    table.pass_deadline();
    assert_eq!(table.settle().unwrap().paid(), [Payout { to: id(1), value: 2 * BET }]);
}

#[test]
fn reveal_refuses_an_opening_that_names_no_move() {
    for bad in ["5password", " 2password", "password", "", "é", "٣password"] {
        let mut table = Table::start([1, 2]);
        table.act(1, ActionRef::MakeMove(commitment(bad))).unwrap();
        table.make_move(2, Move::Rock).unwrap();
        let result = table.act(1, ActionRef::Reveal(bad));
        assert_eq!(result, Err(GameError::InvalidMove), "{bad:?}");
    }
}

#[test]
fn the_next_config_waits_for_the_next_game() {
    let mut table = Table::committed(&[(1, Move::Rock), (2, Move::Paper)]);
    let first = GameConfig { bet_size: 5, ..CONFIG };
    let last = GameConfig { bet_size: 6, reveal_timeout: 5_000, ..CONFIG };
    for config in [first, last.clone()] {
        let result = table.act(OWNER, ActionRef::ChangeNextGameConfig(config));
        assert_eq!(result, Ok(Event::GameConfigChanged));
    }
    assert_eq!(table.state().config, CONFIG);
    assert_eq!(table.state().next_config, Some(last.clone()), "the last config counts");
    table.reveal(1, Move::Rock).unwrap();
    table.reveal(2, Move::Paper).unwrap();
    assert_eq!(table.state().config, last);
    assert_eq!(table.state().next_config, None);
    table.act(OWNER, ActionRef::StopGame).unwrap();
    assert_eq!(table.state().config, last, "the config stays");
}

#[test]
fn stop_comes_too_late_for_a_winner_who_is_due() {
    let mut table = Table::start([1, 2]);
    table.make_move(1, Move::Rock).unwrap();
    table.pass_deadline();
    let handled = table.handle(OWNER, 0, ActionRef::StopGame);
    assert_eq!(handled.settlement.unwrap().paid(), [Payout { to: id(1), value: 2 * BET }]);
    let outcome = handled.result.unwrap();
    assert_eq!(outcome.event, Event::GameWasStopped(Default::default()));
    assert_eq!(outcome.paid(), []);
}

#[test]
fn advance_moves_an_overdue_stage_on_for_anyone() {
    let mut table = Table::new();
    let deadline = table.game.deadline();
    assert_eq!(table.act(9, ActionRef::Advance), Err(GameError::StageNotOver { deadline }));
    table.pass_deadline();
    let handled = table.handle(9, 3, ActionRef::Advance);
    let outcome = handled.result.unwrap();
    assert_eq!(outcome.event, handled.settlement.unwrap().event);
    assert_eq!(outcome.refund, 3);
}
