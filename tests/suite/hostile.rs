//! Attacks and mistakes: what each meets, and that it takes nothing from anyone.
//!
//! An [`Attack`] is one message into a prepared game. A refused or trapped one
//! must leave the state as it was and give its value back; that is checked for
//! every row, and [`Table`] checks after each block that no value is kept or
//! lost.

use crate::table::*;
use gtest::{
    Program,
    constants::{EXISTENTIAL_DEPOSIT, Gas, MAX_USER_GAS_LIMIT, VALUE_PER_GAS},
};
use parity_scale_codec::Encode;
use rpsls_io::{
    Action, Event, GameConfig, GameError, GameStage, Move, RevealResult, StageChange, commitment,
};

/// Enough for any action of a few players, and too little to arm an alarm.
const FRUGAL: Gas = 2_500_000_000;

/// A value that no action asks for.
const STRAY: u128 = 17 * VARA + 3;

struct Attack {
    name: &'static str,
    setup: fn() -> Table,
    by: u64,
    payload: Vec<u8>,
    value: u128,
    expected: Expected,
}

#[derive(Debug)]
enum Expected {
    /// Replied so. Nothing has changed.
    Refused(GameError),
    /// The message failed. Nothing has changed.
    Trapped,
    /// Replied so.
    Accepted(Event),
}
use Expected::*;

impl Attack {
    fn new(name: &'static str, setup: fn() -> Table, by: u64, action: Action) -> Self {
        Self { name, setup, by, payload: action.encode(), value: STRAY, expected: Trapped }
    }

    fn bytes(name: &'static str, setup: fn() -> Table, by: u64, payload: Vec<u8>) -> Self {
        Self { payload, ..Self::new(name, setup, by, Action::Advance) }
    }

    fn worth(self, value: u128) -> Self {
        Self { value, ..self }
    }

    fn is(self, expected: Expected) -> Self {
        Self { expected, ..self }
    }

    fn check(self) {
        let name = self.name;
        let mut table = (self.setup)();
        let before = table.state();
        let is_bet = self.value == BET;
        let answer = table.send_bytes(self.by, self.payload, self.value, MAX_USER_GAS_LIMIT);
        assert_eq!(answer.broadcasts, [], "{name}: the clock was not touched");
        match self.expected {
            Accepted(event) => {
                let paid = if is_bet { BET as i128 } else { 0 };
                assert_eq!(answer.gain, -paid, "{name}: only a bet is kept");
                assert_eq!(answer.result, Some(Ok(event)), "{name}");
            }
            Refused(error) => {
                assert_eq!(answer.gain, 0, "{name}: the value comes back");
                assert_eq!(answer.result, Some(Err(error)), "{name}");
                assert_eq!(table.state(), before, "{name}: nothing has changed");
            }
            Trapped => {
                assert_eq!(answer.gain, 0, "{name}: the value comes back");
                assert_eq!(answer.result, None, "{name}");
                assert_eq!(table.state(), before, "{name}: nothing has changed");
            }
        }
    }
}

fn check(attacks: impl IntoIterator<Item = Attack>) {
    attacks.into_iter().for_each(Attack::check);
}

fn config(entry_timeout: u64, move_timeout: u64, reveal_timeout: u64) -> GameConfig {
    GameConfig { entry_timeout, move_timeout, reveal_timeout, ..CONFIG }
}

fn hash_of(user: u64, mv: Move) -> Action {
    Action::MakeMove(commitment(&opening_of(user, mv)))
}

fn reveal_of(user: u64, mv: Move) -> Action {
    Action::Reveal(opening_of(user, mv))
}

fn a_megabyte() -> String {
    format!("3{}", "m".repeat(1 << 20))
}

// The setups, in which three players do as the name says.

fn three_registered() -> Table {
    Table::registered(CONFIG, 3)
}

fn nobody_moved() -> Table {
    Table::started(CONFIG, 3)
}

/// Player 1 has committed to Rock.
fn one_moved() -> Table {
    let mut table = nobody_moved();
    table.make_move(1, Move::Rock).event();
    table
}

/// All have committed to Rock.
fn all_moved() -> Table {
    Table::committed(CONFIG, &[Move::Rock; 3])
}

/// All have committed to Rock, and player 1 has revealed it.
fn one_revealed() -> Table {
    let mut table = all_moved();
    table.reveal(1, Move::Rock).event();
    table
}

/// All have drawn with Rock.
fn second_round() -> Table {
    let mut table = all_moved();
    table.reveal_all(&[Move::Rock; 3]);
    table
}

/// All have drawn with Rock, and have committed to Paper.
fn second_round_moved() -> Table {
    let mut table = second_round();
    table.commit_all(&[Move::Paper; 3]);
    table
}

/// Players 1 and 3 have committed to Rock, player 2 to this opening.
fn committed_to(opening: &str) -> Table {
    let mut table = nobody_moved();
    table.make_move(1, Move::Rock).event();
    table.send(2, Action::MakeMove(commitment(opening))).event();
    table.make_move(3, Move::Rock).event();
    table
}

fn full_lobby() -> Table {
    let full = GameConfig { players_count_limit: 2, ..CONFIG };
    let mut table = Table::new(full, 3);
    table.register(1).event();
    table.register(2).event();
    table
}

#[test]
fn commitments() {
    let row = Attack::new;
    #[rustfmt::skip]
    let attacks = [
        row("before the moves start", three_registered, 1, hash_of(1, Move::Rock))
            .is(Refused(GameError::NotMoveStage)),
        row("by somebody without a seat", one_moved, STRANGER, hash_of(1, Move::Paper))
            .is(Refused(GameError::NotInRound)),
        row("a rival's, copied", one_moved, 2, hash_of(1, Move::Rock))
            .is(Refused(GameError::CommitmentTaken)),
        row("one's own, again", one_moved, 1, hash_of(1, Move::Rock))
            .is(Refused(GameError::AlreadyMoved)),
        row("one's own, changed", one_moved, 1, hash_of(1, Move::Paper))
            .is(Refused(GameError::AlreadyMoved)),
        row("once all have moved", all_moved, 1, hash_of(1, Move::Paper))
            .is(Refused(GameError::NotMoveStage)),
        row("after one's own reveal", one_revealed, 1, hash_of(1, Move::Paper))
            .is(Refused(GameError::NotMoveStage)),
        row("one's own of the last round", second_round, 1, hash_of(1, Move::Rock))
            .is(Accepted(Event::SuccessfulMove(id(1)))),
        row("a rival's of the last round", second_round, 2, hash_of(1, Move::Rock))
            .is(Accepted(Event::SuccessfulMove(id(2)))),
    ];
    check(attacks);
}

#[test]
fn reveals() {
    let row = Attack::new;
    let open = |opening: &str| Action::Reveal(opening.into());
    #[rustfmt::skip]
    let attacks = [
        row("before the moves start", three_registered, 1, reveal_of(1, Move::Rock))
            .is(Refused(GameError::NotRevealStage)),
        row("before all have moved", one_moved, 1, reveal_of(1, Move::Rock))
            .is(Refused(GameError::NotRevealStage)),
        row("by somebody without a seat", one_revealed, STRANGER, reveal_of(1, Move::Rock))
            .is(Refused(GameError::NotInRound)),
        row("a rival's opening", one_revealed, 2, reveal_of(1, Move::Rock))
            .is(Refused(GameError::OpeningMismatch)),
        row("another move than committed", one_revealed, 2, reveal_of(2, Move::Paper))
            .is(Refused(GameError::OpeningMismatch)),
        row("one's own, again", one_revealed, 1, reveal_of(1, Move::Rock))
            .is(Refused(GameError::AlreadyRevealed)),
        row("one's own, changed", one_revealed, 1, reveal_of(1, Move::Paper))
            .is(Refused(GameError::AlreadyRevealed)),
        row("in the next round", second_round, 1, reveal_of(1, Move::Rock))
            .is(Refused(GameError::NotRevealStage)),
        row("of the last round", second_round_moved, 1, reveal_of(1, Move::Rock))
            .is(Refused(GameError::OpeningMismatch)),
        row("nothing", all_moved, 2, open(""))
            .is(Refused(GameError::OpeningMismatch)),
        row("a megabyte", all_moved, 2, Action::Reveal(a_megabyte()))
            .is(Refused(GameError::OpeningMismatch)),
        row("nothing, as committed", || committed_to(""), 2, open(""))
            .is(Refused(GameError::InvalidMove)),
        row("a sixth move, as committed", || committed_to("5pass"), 2, open("5pass"))
            .is(Refused(GameError::InvalidMove)),
        row("a foreign digit, as committed", || committed_to("٣pass"), 2, open("٣pass"))
            .is(Refused(GameError::InvalidMove)),
        row("no digit, as committed", || committed_to(" 2pass"), 2, open(" 2pass"))
            .is(Refused(GameError::InvalidMove)),
        row("a move alone, as committed", || committed_to("2"), 2, open("2"))
            .is(Accepted(Event::SuccessfulReveal(RevealResult::Continue))),
        row("any script, as committed", || committed_to("2é✂\0"), 2, open("2é✂\0"))
            .is(Accepted(Event::SuccessfulReveal(RevealResult::Continue))),
        row("a megabyte, as committed", || committed_to(&a_megabyte()), 2, Action::Reveal(a_megabyte()))
            .is(Accepted(Event::SuccessfulReveal(RevealResult::Continue))),
    ];
    check(attacks);
}

#[test]
fn registrations_and_the_owner_s_actions() {
    let row = Attack::new;
    let too_small = GameError::BetTooSmall { bet_size: BET, attached: BET - 1 };
    let full = GameError::LobbyFull { players_count_limit: 2 };
    #[rustfmt::skip]
    let attacks = [
        row("a second seat", three_registered, 1, Action::Register)
            .worth(2 * BET)
            .is(Refused(GameError::AlreadyRegistered)),
        row("less than the bet", three_registered, STRANGER, Action::Register)
            .worth(BET - 1)
            .is(Refused(too_small)),
        row("a full lobby", full_lobby, 3, Action::Register)
            .is(Refused(full)),
        row("a seat in a running game", one_moved, STRANGER, Action::Register)
            .is(Refused(GameError::GameUnderWay)),
        row("leaving with nothing to get back", three_registered, STRANGER, Action::Leave)
            .is(Refused(GameError::NotRegistered)),
        row("leaving a running game", one_moved, 2, Action::Leave)
            .is(Refused(GameError::GameUnderWay)),
        row("leaving after a rival's reveal", one_revealed, 2, Action::Leave)
            .is(Refused(GameError::GameUnderWay)),
        row("a player stops the game", one_revealed, 2, Action::StopGame)
            .is(Refused(GameError::NotOwner)),
        row("a player changes the bet", one_moved, 2, Action::ChangeNextGameConfig(UNHURRIED))
            .is(Refused(GameError::NotOwner)),
    ];
    check(attacks);
}

#[test]
fn payloads_that_are_no_action_trap() {
    let row = Attack::bytes;
    let cut_short = |action: Action| {
        let mut payload = action.encode();
        payload.pop();
        payload
    };
    #[rustfmt::skip]
    let attacks = [
        row("nothing", all_moved, 1, vec![]),
        row("half a hash", one_moved, 2, cut_short(hash_of(2, Move::Rock))),
        row("half an opening", all_moved, 1, cut_short(reveal_of(1, Move::Rock))),
        row("half a config", all_moved, OWNER, cut_short(Action::ChangeNextGameConfig(CONFIG))),
        row("an opening that is not UTF-8", all_moved, 1, vec![2, 12, b'0', 0xc3, 0x28]),
        row("an opening of 4 GiB, it says", all_moved, 1, vec![2, 3, 255, 255, 255, 255, b'0']),
        row("the first unknown variant", all_moved, 1, vec![7]),
        row("the last unknown variant", all_moved, 1, vec![255; 64]),
        row("a megabyte of nothing known", all_moved, 1, vec![7; 1 << 20]),
    ];
    check(attacks);
}

#[test]
fn bytes_after_an_action_are_ignored() {
    let row = Attack::bytes;
    let longer = |action: Action| [action.encode(), vec![0xee; 100]].concat();
    #[rustfmt::skip]
    let attacks = [
        row("Register", three_registered, STRANGER, longer(Action::Register))
            .worth(BET)
            .is(Accepted(Event::PlayerRegistered)),
        row("MakeMove", one_moved, 2, longer(hash_of(2, Move::Rock)))
            .is(Accepted(Event::SuccessfulMove(id(2)))),
        row("Reveal", all_moved, 1, longer(reveal_of(1, Move::Rock)))
            .is(Accepted(Event::SuccessfulReveal(RevealResult::Continue))),
        row("ChangeNextGameConfig", one_moved, OWNER, longer(Action::ChangeNextGameConfig(CONFIG)))
            .is(Accepted(Event::GameConfigChanged)),
    ];
    check(attacks);
}

#[test]
fn who_copies_a_hash_ahead_of_its_owner_holds_one_that_can_t_be_opened() {
    let mut table = nobody_moved();
    table.send(2, hash_of(1, Move::Rock)).event();
    let taken = table.send(1, hash_of(1, Move::Rock)).error();
    assert_eq!(taken, GameError::CommitmentTaken);
    let own = "0another password";
    table.send(1, Action::MakeMove(commitment(own))).event();
    table.make_move(3, Move::Scissors).event();
    table.send(1, Action::Reveal(own.into())).event();
    table.reveal(3, Move::Scissors).event();
    let copied = table.send(2, Action::Reveal(own.into())).error();
    assert_eq!(copied, GameError::OpeningMismatch);
    let before = table.balance(1);
    let events = until_something_happens(&mut table);
    let winner = id(1);
    assert_eq!(events, [Event::StageAdvanced(StageChange::GameOver { winner })]);
    assert_eq!(table.balance(1), before + 3 * BET);
}

/// The broadcasts of the block in which the clock moves the game on.
fn until_something_happens(table: &mut Table) -> Vec<Event> {
    loop {
        let events = broadcasts(&table.run_block());
        if !events.is_empty() {
            return events;
        }
    }
}

#[test]
fn a_megabyte_as_an_opening_costs_who_sends_it() {
    let mut table = committed_to(&a_megabyte());
    let short = table.reveal(1, Move::Rock).gas;
    let long = table.send(2, Action::Reveal(a_megabyte())).gas;
    assert!(long > 100 * short, "{long}");
    assert!(long < MAX_USER_GAS_LIMIT / 5, "{long}");
    let other = table.reveal(3, Move::Rock).gas;
    assert!(other < 2 * short, "the others pay nothing for it: {other}");
}

// An overdue stage. Its alarm does not come, so a player's message finds it.

fn overdue_registration() -> Table {
    let mut table = Table::new(CONFIG, 3);
    for player in 1..=3 {
        frugally(&mut table, player, Action::Register, BET);
    }
    table.pass_deadline();
    table
}

/// Players up to `moved`, not all, have committed to Rock.
fn overdue_moves(moved: u64) -> Table {
    let mut table = overdue_registration();
    frugally(&mut table, STRANGER, Action::Advance, 0);
    for player in 1..=moved {
        frugally(&mut table, player, hash_of(player, Move::Rock), 0);
    }
    table.pass_deadline();
    table
}

/// All have committed to Rock, and players up to `revealed` have revealed it.
fn overdue_reveals(revealed: u64) -> Table {
    let mut table = overdue_registration();
    for player in 1..=3 {
        frugally(&mut table, player, hash_of(player, Move::Rock), 0);
    }
    for player in 1..=revealed {
        frugally(&mut table, player, reveal_of(player, Move::Rock), 0);
    }
    table.pass_deadline();
    table
}

fn frugally(table: &mut Table, user: u64, action: Action, value: u128) {
    table.send_bytes(user, action.encode(), value, FRUGAL).event();
}

fn ids(users: &[u64]) -> std::collections::BTreeSet<gstd::ActorId> {
    users.iter().map(|user| id(*user)).collect()
}

#[test]
fn whatever_meets_an_overdue_stage_settles_it_first_and_acts_in_the_next() {
    use GameError::*;
    let registered = || Ok(Event::PlayerRegistered);
    let moved = || Ok(Event::SuccessfulMove(id(2)));
    let revealed = || Ok(Event::SuccessfulReveal(RevealResult::Continue));
    let stopped = |players: &[u64]| Ok(Event::GameWasStopped(ids(players)));
    let won = || StageChange::GameOver { winner: id(1) };
    let not_over = |table: &Table| {
        let deadline = table.state().deadline;
        StageNotOver { deadline }
    };

    // Each: what is overdue, what the clock makes of it, and the replies to
    // Register, Leave, MakeMove and Reveal of player 2 and to the owner's
    // StopGame.
    type Row = (&'static str, fn() -> Table, StageChange, [Result<Event, GameError>; 5]);
    #[rustfmt::skip]
    let rows: [Row; 7] = [
        ("registration", overdue_registration, StageChange::MovesStarted { players: ids(&[1, 2, 3]) },
            [Err(GameUnderWay), Err(GameUnderWay), moved(), Err(NotRevealStage), stopped(&[1, 2, 3])]),
        ("nobody moved", || overdue_moves(0), StageChange::Extended,
            [Err(GameUnderWay), Err(GameUnderWay), moved(), Err(NotRevealStage), stopped(&[1, 2, 3])]),
        ("one moved", || overdue_moves(1), won(),
            [registered(), Err(NotRegistered), Err(NotMoveStage), Err(NotRevealStage), stopped(&[])]),
        ("two moved", || overdue_moves(2), StageChange::RevealsStarted { players: ids(&[1, 2]) },
            [Err(GameUnderWay), Err(GameUnderWay), Err(NotMoveStage), revealed(), stopped(&[1, 2])]),
        ("nobody revealed", || overdue_reveals(0), StageChange::Extended,
            [Err(GameUnderWay), Err(GameUnderWay), Err(NotMoveStage), revealed(), stopped(&[1, 2, 3])]),
        ("one revealed", || overdue_reveals(1), won(),
            [registered(), Err(NotRegistered), Err(NotMoveStage), Err(NotRevealStage), stopped(&[])]),
        ("two revealed", || overdue_reveals(2), StageChange::NextRoundStarted { players: ids(&[1, 2]) },
            [Err(GameUnderWay), Err(GameUnderWay), moved(), Err(NotRevealStage), stopped(&[1, 2])]),
    ];
    for (stage, setup, change, [register, leave, make_move, reveal, stop]) in rows {
        let settled = Event::StageAdvanced(change.clone());
        #[rustfmt::skip]
        let messages = [
            (2, Action::Register, BET, register),
            (2, Action::Leave, STRAY, leave),
            (2, hash_of(2, Move::Rock), STRAY, make_move),
            (2, reveal_of(2, Move::Rock), STRAY, reveal),
            (OWNER, Action::StopGame, STRAY, stop),
            (OWNER, Action::ChangeNextGameConfig(UNHURRIED), STRAY, Ok(Event::GameConfigChanged)),
            (STRANGER, Action::Advance, STRAY, Ok(settled.clone())),
            (STRANGER, Action::StopGame, STRAY, Err(NotOwner)),
        ];
        for (user, action, value, expected) in messages {
            let name = format!("{stage}, {action:?}");
            let mut table = setup();
            assert_eq!(table.held_for_alarm(), 0, "no alarm comes");
            let before = table.balance(1);
            let is_bet = expected == registered();
            let answer = table.send_bytes(user, action.encode(), value, FRUGAL);
            assert_eq!(answer.broadcasts, std::slice::from_ref(&settled), "{name}");
            let paid = if is_bet { BET as i128 } else { 0 };
            assert_eq!(answer.gain, -paid, "{name}");
            assert_eq!(answer.result, Some(expected), "{name}");
            if change == won() {
                assert_eq!(table.balance(1), before + 3 * BET, "{name}: the winner is paid");
            }
            let again = table.send_bytes(STRANGER, Action::Advance.encode(), 0, FRUGAL);
            assert_eq!(again.error(), not_over(&table), "{name}: settled once");
        }
    }
}

#[test]
fn a_trap_on_an_overdue_stage_settles_nothing() {
    let mut table = overdue_moves(1);
    let before = table.balance(1);
    let answer = table.send_bytes(2, vec![99], STRAY, MAX_USER_GAS_LIMIT);
    assert_eq!((answer.result, answer.gain), (None, 0));
    assert_eq!(table.balance(1), before);
    let won = StageChange::GameOver { winner: id(1) };
    let answer = table.send(STRANGER, Action::Advance);
    assert_eq!(answer.event(), Event::StageAdvanced(won));
    assert_eq!(table.balance(1), before + 3 * BET);
}

// Many messages in one block.

/// Runs one block with these messages in it, in this order; their replies.
fn in_one_block(
    table: &mut Table,
    messages: &[(u64, Action, u128)],
) -> Vec<Result<Event, GameError>> {
    let program = table.program();
    let sent: Vec<_> = messages
        .iter()
        .map(|(user, action, value)| {
            program.send_bytes_with_gas(*user, action.encode(), FRUGAL, *value)
        })
        .collect();
    let block = table.run_block();
    sent.into_iter().map(|id| reply(&block, id)).collect()
}

#[test]
fn two_with_one_hash_in_one_block_are_served_in_the_block_s_order() {
    let mut table = nobody_moved();
    let replies = in_one_block(
        &mut table,
        &[
            (2, hash_of(1, Move::Rock), STRAY),
            (1, hash_of(1, Move::Rock), STRAY),
            (1, hash_of(1, Move::Paper), 0),
        ],
    );
    let expected = [
        Ok(Event::SuccessfulMove(id(2))),
        Err(GameError::CommitmentTaken),
        Ok(Event::SuccessfulMove(id(1))),
    ];
    assert_eq!(replies, expected);
}

#[test]
fn a_whole_round_fits_in_one_block() {
    let mut table = nobody_moved();
    let before = table.balance(2);
    let mut messages = vec![];
    for (player, mv) in [(1, Move::Rock), (2, Move::Paper), (3, Move::Rock)] {
        messages.push((player, hash_of(player, mv), 0));
    }
    for (player, mv) in [(2, Move::Paper), (1, Move::Rock), (3, Move::Rock)] {
        messages.push((player, reveal_of(player, mv), STRAY));
    }
    messages.push((1, Action::Register, BET));
    messages.push((2, reveal_of(2, Move::Paper), 0));
    let replies = in_one_block(&mut table, &messages);
    let won = RevealResult::GameOver { winner: id(2) };
    let expected = [
        Ok(Event::SuccessfulMove(id(1))),
        Ok(Event::SuccessfulMove(id(2))),
        Ok(Event::SuccessfulMove(id(3))),
        Ok(Event::SuccessfulReveal(RevealResult::Continue)),
        Ok(Event::SuccessfulReveal(RevealResult::Continue)),
        Ok(Event::SuccessfulReveal(won)),
        Ok(Event::PlayerRegistered),
        Err(GameError::NotRevealStage),
    ];
    assert_eq!(replies, expected);
    assert!(table.balance(2) > before + 2 * BET, "the pot, less gas");
}

#[test]
fn a_storm_of_registrations_and_departures_leaves_one_seat_and_its_bet() {
    let mut table = Table::new(UNHURRIED, 2);
    for _ in 0..10 {
        let cycle = [(1, Action::Register, BET), (1, Action::Leave, STRAY)];
        let storm: Vec<_> = cycle.into_iter().cycle().take(20).collect();
        let replies = in_one_block(&mut table, &storm);
        assert!(replies.iter().all(Result::is_ok));
    }
    assert_eq!(table.state().lobby_list, []);
    for _ in 0..10 {
        table.register(1).event();
        table.register(2).event();
        assert_eq!(table.send(1, Action::Leave).gain, BET as i128);
        assert_eq!(table.send(2, Action::Leave).gain, BET as i128);
    }
    table.register(2).event();
    assert_eq!(table.state().lobby_list, [id(2)]);
    assert_eq!(table.state().pot, BET);
}

#[test]
fn a_full_lobby_has_room_again_once_somebody_leaves() {
    let mut table = full_lobby();
    let replies = in_one_block(
        &mut table,
        &[
            (3, Action::Register, BET),
            (1, Action::Leave, 0),
            (3, Action::Register, BET + STRAY),
            (1, Action::Register, BET),
        ],
    );
    let full = Err(GameError::LobbyFull { players_count_limit: 2 });
    let expected = [full.clone(), Ok(Event::PlayerLeft), Ok(Event::PlayerRegistered), full];
    assert_eq!(replies, expected);
    assert_eq!(table.state().lobby_list, [id(2), id(3)]);
}

#[test]
fn a_flood_of_advances_moves_the_stage_once() {
    let mut table = three_registered();
    let deadline = table.state().deadline;
    let flood = vec![(STRANGER, Action::Advance, STRAY); 50];
    let too_early = Err(GameError::StageNotOver { deadline });
    assert_eq!(in_one_block(&mut table, &flood), vec![too_early; 50]);
    while table.next_timestamp() <= deadline {
        table.run_block();
    }
    // The alarm comes in this block too, behind what users send.
    let mut replies = in_one_block(&mut table, &flood);
    let players = ids(&[1, 2, 3]);
    let started = StageChange::MovesStarted { players };
    assert_eq!(replies.remove(0), Ok(Event::StageAdvanced(started)));
    let deadline = table.state().deadline;
    let too_early = Err(GameError::StageNotOver { deadline });
    assert_eq!(replies, vec![too_early; 49]);
}

#[test]
fn the_owner_s_stop_in_the_block_of_the_last_reveal_comes_too_late_to_take_the_pot() {
    let mut table = Table::committed(CONFIG, &[Move::Rock, Move::Scissors]);
    table.reveal(2, Move::Scissors).event();
    let before = table.balance(1);
    let replies =
        in_one_block(&mut table, &[(1, reveal_of(1, Move::Rock), 0), (OWNER, Action::StopGame, 0)]);
    assert_eq!(replies[1], Ok(Event::GameWasStopped(ids(&[]))));
    assert!(table.balance(1) > before + BET, "the pot, less gas");
}

#[test]
fn the_owner_can_t_take_anything_by_stopping() {
    let setups: [fn() -> Table; 6] =
        [three_registered, nobody_moved, one_moved, all_moved, one_revealed, second_round_moved];
    for (setup, name) in setups.into_iter().zip(0..) {
        let mut table = setup();
        let before = [1, 2, 3].map(|player| table.balance(player));
        let gas = table.held_for_alarm();
        let stop = Action::StopGame.encode();
        let answer = table.send_bytes(OWNER, stop, STRAY, FRUGAL);
        assert_eq!(answer.gain, 0, "setup {name}");
        assert_eq!(answer.event(), Event::GameWasStopped(ids(&[1, 2, 3])));
        assert_eq!(table.held_for_alarm(), gas);
        let after = [1, 2, 3].map(|player| table.balance(player));
        assert_eq!(after, before.map(|balance| balance + BET), "setup {name}");
        assert_eq!(table.state().lobby_list, []);
    }
}

// Gas.

/// What comes of a message that carries this much gas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum WithGas {
    Fails,
    Succeeds,
    Arms,
}

/// Sends the action, which would arm an alarm, with this much gas. A failure
/// must have changed nothing.
fn with_gas(table: &mut Table, user: u64, action: &Action, value: u128, gas: Gas) -> WithGas {
    let before = table.state();
    assert_eq!(table.held_for_alarm(), 0);
    let answer = table.send_bytes(user, action.encode(), value, gas);
    assert!(answer.gas <= gas);
    match answer.result {
        None => {
            assert_eq!(answer.gain, 0, "{action:?} with {gas}");
            assert_eq!(table.state(), before, "{action:?} with {gas}");
            assert_eq!(table.held_for_alarm(), 0);
            WithGas::Fails
        }
        Some(result) => {
            result.expect("not refused");
            match table.held_for_alarm() {
                0 => WithGas::Succeeds,
                _ => WithGas::Arms,
            }
        }
    }
}

/// The least gas in `range` with which `outcome` is at least `wanted`.
fn threshold(
    mut range: std::ops::Range<Gas>,
    wanted: WithGas,
    outcome: &dyn Fn(Gas) -> WithGas,
) -> Gas {
    while range.end - range.start > 1 {
        let middle = range.start.midpoint(range.end);
        if outcome(middle) >= wanted {
            range.end = middle;
        } else {
            range.start = middle;
        }
    }
    range.end
}

fn second_registration(config: GameConfig, gas: Gas) -> WithGas {
    let mut table = Table::new(config, 2);
    frugally(&mut table, 1, Action::Register, BET);
    with_gas(&mut table, 2, &Action::Register, BET, gas)
}

fn first_move(gas: Gas) -> WithGas {
    let mut table = overdue_registration();
    frugally(&mut table, STRANGER, Action::Advance, 0);
    with_gas(&mut table, 2, &hash_of(2, Move::Rock), STRAY, gas)
}

fn first_reveal(gas: Gas) -> WithGas {
    let mut table = overdue_reveals(0);
    frugally(&mut table, STRANGER, Action::Advance, 0);
    with_gas(&mut table, 2, &reveal_of(2, Move::Rock), STRAY, gas)
}

#[test]
fn with_any_gas_an_action_fails_whole_or_succeeds_with_or_without_an_alarm() {
    let soon = |gas| second_registration(CONFIG, gas);
    let in_a_year = |gas| {
        let year = GameConfig::MAX_TIMEOUT;
        second_registration(config(year, year, year), gas)
    };
    type Kind<'a> = (&'a str, &'a dyn Fn(Gas) -> WithGas, Gas);
    let kinds: [Kind; 4] = [
        ("Register", &soon, 0),
        ("Register, a year ahead", &in_a_year, 1_000_000_000),
        ("MakeMove", &first_move, 0),
        ("Reveal", &first_reveal, 0),
    ];
    for (name, outcome, hold) in kinds {
        let top = 8_000_000_000;
        let succeeds = threshold(0..top, WithGas::Succeeds, outcome);
        let arms = threshold(succeeds..top, WithGas::Arms, outcome);
        assert!(succeeds < 900_000_000, "{name}: {succeeds}");
        let expected = hold + 4_900_000_000..hold + 5_600_000_000;
        assert!(expected.contains(&arms), "{name}: {arms}");
        let around = |gas: Gas| {
            let near = [1, 10, 1_000, 100_000, 1_000_000, 10_000_000, 50_000_000, 200_000_000];
            near.into_iter().flat_map(move |step| [gas.saturating_sub(step), gas + step - 1])
        };
        for gas in around(succeeds).chain(around(arms)) {
            let expected = match gas {
                _ if gas < succeeds => WithGas::Fails,
                _ if gas < arms => WithGas::Succeeds,
                _ => WithGas::Arms,
            };
            assert_eq!(outcome(gas), expected, "{name} with {gas}");
        }
    }
}

#[test]
fn what_sending_an_alarm_takes_is_well_within_what_is_kept_for_it() {
    // `ALARM_SENDING_GAS` in the program.
    let kept = 700_000_000;
    let cost = |gas: Gas| {
        let mut table = Table::new(CONFIG, 2);
        frugally(&mut table, 1, Action::Register, BET);
        table.send_bytes(2, Action::Register.encode(), BET, gas).gas
    };
    let sending = cost(MAX_USER_GAS_LIMIT) - cost(FRUGAL);
    assert!(sending * 5 / 4 < kept, "{sending}");
    assert!(sending * 2 > kept, "{sending}");
}

/// A table where an alarm was armed with this much gas, and each time it came,
/// it came early: it is given up. And how often it was sent on before.
fn early_arrivals(gas: Gas) -> (Table, usize) {
    let mut table = Table::new(UNHURRIED, 2);
    for player in [1, 2] {
        frugally(&mut table, player, Action::Register, BET);
    }
    table.pass_deadline();
    frugally(&mut table, STRANGER, Action::Advance, 0);
    let next_two = |table: &mut Table, round: usize, gas: Gas| {
        // The second player's action ends a stage, the first one's is awaited
        // in the next.
        let opening = |user: u64, round: usize| format!("0{user} {round}");
        let is_move = round.is_multiple_of(2);
        let messages = if is_move {
            [
                (2, Action::Reveal(opening(2, round.wrapping_sub(2)))),
                (1, Action::MakeMove(commitment(&opening(1, round)))),
            ]
        } else {
            [
                (2, Action::MakeMove(commitment(&opening(2, round - 1)))),
                (1, Action::Reveal(opening(1, round - 1))),
            ]
        };
        for (user, action) in messages.into_iter().skip(usize::from(round == 0)) {
            table.send_bytes(user, action.encode(), 0, gas).event();
        }
    };
    next_two(&mut table, 0, gas);
    for _ in 0..100 {
        table.run_block();
    }
    for stage in 1.. {
        next_two(&mut table, stage, FRUGAL);
        let held = table.held_for_alarm();
        assert!(held > 0, "the alarm is on its way");
        while table.held_for_alarm() == held {
            assert_eq!(broadcasts(&table.run_block()), []);
        }
        if table.held_for_alarm() == 0 {
            return (table, stage - 1);
        }
    }
    unreachable!("gas is finite")
}

#[test]
fn an_alarm_that_comes_early_is_sent_on_five_times_and_then_left_to_the_next_action() {
    for (gas, times) in [(5_300_000_000, 0), (7_000_000_000, 1), (MAX_USER_GAS_LIMIT, 5)] {
        let (mut table, sent_on) = early_arrivals(gas);
        assert_eq!(sent_on, times, "with {gas}");
        assert_eq!(table.pass_deadline(), [], "nothing comes by itself");
        let answer = table.send(STRANGER, Action::Advance);
        assert!(matches!(answer.event(), Event::StageAdvanced(_)));
    }
    let (mut table, _) = early_arrivals(5_300_000_000);
    table.send(OWNER, Action::ChangeNextGameConfig(CONFIG)).event();
    assert!(table.held_for_alarm() > 0, "any accepted action arms one");
    assert_eq!(table.pass_deadline().len(), 1);
}

// Limits of the config.

#[test]
fn stages_of_five_seconds_are_run_by_the_alarm() {
    let shortest = GameConfig::MIN_TIMEOUT;
    let mut table = Table::new(config(shortest, shortest, shortest), 2);
    table.register(1).event();
    table.register(2).event();
    let since = table.system.block_timestamp();
    let events = until_something_happens(&mut table);
    let players = ids(&[1, 2]);
    let started = StageChange::MovesStarted { players };
    assert_eq!(events, [Event::StageAdvanced(started)]);
    assert!(table.system.block_timestamp() <= since + 6_000);
    table.make_move(2, Move::Rock).event();
    let events = until_something_happens(&mut table);
    let winner = id(2);
    assert_eq!(events, [Event::StageAdvanced(StageChange::GameOver { winner })]);
}

#[test]
fn an_alarm_a_year_ahead_is_armed_and_paid_for() {
    let year = GameConfig::MAX_TIMEOUT;
    let mut table = Table::registered(config(year, year, year), 2);
    let blocks = u128::from(year / 3_000);
    let hold = table.held_for_alarm() - 10_000_000_000 * VALUE_PER_GAS;
    assert!(hold >= 100 * blocks * VALUE_PER_GAS, "{hold}");
    assert!(hold <= 100 * (blocks + 10) * VALUE_PER_GAS, "{hold}");
    assert_eq!(table.send(1, Action::Leave).gain, BET as i128);
}

#[test]
fn a_pending_alarm_of_a_long_stage_leaves_a_short_one_to_advance() {
    let mut table = Table::committed(config(60_000, 3_600_000, 6_000), &[Move::Rock; 2]);
    table.reveal(1, Move::Rock).event();
    assert_eq!(table.pass_deadline(), [], "the alarm comes an hour later");
    let won = StageChange::GameOver { winner: id(1) };
    let answer = table.send(STRANGER, Action::Advance);
    assert_eq!(answer.event(), Event::StageAdvanced(won));
}

#[test]
fn a_stage_in_which_all_are_silent_is_extended_until_somebody_acts() {
    let mut table = Table::committed(CONFIG, &[Move::Rock; 2]);
    for _ in 0..3 {
        table.pass_deadline();
        while table.held_for_alarm() > 0 {
            table.run_block();
        }
        table.pass_deadline();
        let answer = table.send(STRANGER, Action::Advance);
        assert_eq!(answer.event(), Event::StageAdvanced(StageChange::Extended));
        assert_eq!(table.state().pot, 2 * BET);
    }
    let stopped = table.send(OWNER, Action::StopGame).event();
    assert_eq!(stopped, Event::GameWasStopped(ids(&[1, 2])));
}

#[test]
fn a_pot_that_almost_fills_128_bits_is_paid_to_the_unit() {
    // What else the winner and the program hold must fit too.
    let bet = (u128::MAX - 8 * PURSE) / 2;
    let rich = GameConfig { bet_size: bet, players_count_limit: 2, ..CONFIG };
    let mut table = Table::new(rich, 0);
    let too_small = table.send_with_value(STRANGER, Action::Register, PURSE / 2);
    let attached = PURSE / 2;
    let bet_size = bet;
    assert_eq!(too_small.error(), GameError::BetTooSmall { bet_size, attached });

    for player in [1, 2] {
        table.system.mint_to(player, bet + PURSE);
    }
    let registered = |table: &Table, player: u64| {
        let message = table.program().send_bytes_with_gas(
            player,
            Action::Register.encode(),
            FRUGAL,
            bet + VARA,
        );
        let block = table.system.run_next_block();
        assert_eq!(reply(&block, message), Ok(Event::PlayerRegistered));
    };
    registered(&table, 1);
    registered(&table, 2);
    assert_eq!(table.program().balance(), 2 * bet + EXISTENTIAL_DEPOSIT);
    assert_eq!(table.state().pot, 2 * bet);

    let act = |user: u64, action: Action| {
        let program = table.program();
        let message = program.send_bytes_with_gas(user, action.encode(), FRUGAL, VARA);
        let block = table.system.run_next_block();
        reply(&block, message).expect("accepted")
    };
    assert_eq!(act(2, Action::Leave), Event::PlayerLeft);
    assert_eq!(table.program().balance(), bet + EXISTENTIAL_DEPOSIT);
    registered(&table, 2);
    act(OWNER, Action::StopGame);
    assert_eq!(table.program().balance(), EXISTENTIAL_DEPOSIT);
    for player in [1, 2] {
        assert!(table.balance(player) > bet, "the bet is back");
    }
}

// Who is paid.

#[test]
fn a_payout_to_a_program_comes_back_and_stays_with_the_table() {
    // The winner's address becomes a program's only once it has played, since
    // the embedded chain lets no program send what a user can.
    let mut table = Table::committed(CONFIG, &[Move::Rock, Move::Scissors]);
    table.reveal(1, Move::Rock).event();
    let winner = Program::from_binary_with_id(&table.system, 1, gas_floor::WASM_BINARY_OPT);
    winner.send_bytes(STRANGER, []);
    table.system.run_next_block();
    let before = (table.balance(1), table.program().balance());

    let last = reveal_of(2, Move::Scissors);
    let message = table.program().send_bytes_with_gas(2, last.encode(), FRUGAL, 0);
    let block = table.system.run_next_block();
    let won = RevealResult::GameOver { winner: id(1) };
    assert_eq!(reply(&block, message), Ok(Event::SuccessfulReveal(won)));
    assert_eq!((table.balance(1), table.program().balance()), before);
    assert_eq!(table.state().pot, 0, "and belongs to no later game");
    assert_eq!(table.state().game_stage, GameStage::Preparation);
}

#[test]
fn a_payout_too_small_to_open_an_account_again_is_lost_with_the_account() {
    let small = GameConfig { bet_size: EXISTENTIAL_DEPOSIT / 10, ..CONFIG };
    let table = Table::new(small.clone(), 0);
    // What gas gives back is too little to keep the account of this player.
    table.system.mint_to(1, EXISTENTIAL_DEPOSIT + small.bet_size);
    let send = |user: u64, action: Action, value: u128| {
        let program = table.program();
        let message = program.send_bytes_with_gas(user, action.encode(), FRUGAL, value);
        let block = table.system.run_next_block();
        reply(&block, message).expect("accepted")
    };
    send(1, Action::Register, small.bet_size);
    assert_eq!(table.balance(1), 0, "reaped");
    let held = table.program().balance();
    send(OWNER, Action::StopGame, 0);
    assert_eq!(table.program().balance(), held - small.bet_size, "paid");
    assert_eq!(table.balance(1), 0, "but the chain has no account to credit");
}
