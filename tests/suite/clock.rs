//! The chain's clock. A block at the deadline still belongs to the stage; a query answers what a
//! message sent now would meet.

use crate::table::*;
use parity_scale_codec::Encode;
use rpsls_io::{Action, Event, GameError, StageChange, StateQuery, StateReply};

/// A table of two players whose stages no alarm will end: their messages carry too little gas to
/// arm one.
fn without_alarms() -> Table {
    let mut table = Table::new(CONFIG, 2);
    for player in [1, 2] {
        table.send_bytes(player, Action::Register.encode(), BET, FRUGAL).event();
    }
    assert_eq!(table.held_for_alarm(), 0);
    table
}

#[test]
fn a_stage_lasts_through_a_block_at_its_deadline() {
    let mut table = without_alarms();
    let deadline = table.state().deadline;
    table.run_until(deadline);
    let error = table.send(STRANGER, Action::Advance).error();
    assert_eq!(error, GameError::StageNotOver { deadline });
    let answer = table.send(STRANGER, Action::Advance);
    let players = [1, 2].map(id).into();
    let event = Event::StageAdvanced(StageChange::MovesStarted { players });
    assert_eq!(answer.broadcasts, std::slice::from_ref(&event));
    assert_eq!(answer.event(), event);
}

#[test]
fn state_tells_the_stage_that_a_message_sent_now_would_meet() {
    let mut table = without_alarms();
    let ask = |table: &Table, query: StateQuery| -> StateReply {
        table.program().read_state(query).expect("state answers")
    };
    let deadline = table.state().deadline;
    table.run_until(deadline);
    assert_eq!(ask(&table, StateQuery::Deadline), StateReply::Deadline(deadline));
    table.pass_deadline();
    let now = table.system.block_timestamp();
    for _ in 0..2 {
        let due = StateReply::Deadline(now + CONFIG.move_timeout);
        assert_eq!(ask(&table, StateQuery::Deadline), due, "and nothing is persisted");
        assert_eq!(ask(&table, StateQuery::Round), StateReply::Round(1));
        let began = StateReply::CurrentStageTimestamp(now);
        assert_eq!(ask(&table, StateQuery::CurrentStageTimestamp), began);
    }
    table.run_block();
    assert_eq!(table.state().current_stage_timestamp, now + 3_000, "no message has come yet");
}
