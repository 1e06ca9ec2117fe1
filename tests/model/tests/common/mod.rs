//! Calls the rules in the same way as the model.

use gprimitives::ActorId;
use models::rpsls::{Answer, Change, Paid, Request};
use rpsls_io::{GameState, StateQuery, StateReply, gas::PORTION};
use rpsls_program::rules::{Game, Message, OwnedOutcome};

/// The program's id.
pub const PROGRAM: ActorId = ActorId::new([0x77; 32]);

/// The outcome of a message at `now`.
pub fn handle(game: &mut Game, request: &Request, now: u64) -> Answer {
    let Request { sender, value, action } = request;
    let message = Message { sender: *sender, value: *value, now, program: PROGRAM };
    let mut settlement = None;
    let result = game.handle(&message, action.borrowed(), |settled| {
        settlement = Some(change(settled.to_owned_outcome()));
    });
    match result.map(|outcome| outcome.to_owned_outcome()) {
        Ok(outcome) => Answer {
            settlement,
            refund: outcome.refund,
            payouts: paid(&outcome),
            broadcast: outcome.broadcast,
            reply: Ok(outcome.event),
        },
        Err(error) => Answer {
            settlement,
            refund: *value,
            payouts: vec![],
            broadcast: None,
            reply: Err(error),
        },
    }
}

/// The change that the clock makes at `now`.
pub fn settle(game: &mut Game, now: u64) -> Option<Change> {
    game.settle(now, PORTION).map(|settled| change(settled.to_owned_outcome()))
}

/// The whole state, as a message at `now` would find it. Settles the clock.
pub fn state(game: &mut Game, now: u64) -> GameState {
    match game.answer(StateQuery::All, now).to_reply() {
        StateReply::All(state) => state,
        other => panic!("the answer to All is {other:?}"),
    }
}

fn change(outcome: OwnedOutcome) -> Change {
    Change { payouts: paid(&outcome), event: outcome.event }
}

fn paid(outcome: &OwnedOutcome) -> Paid {
    let payouts = outcome.payouts.iter();
    payouts.map(|(payout, event)| (payout.to, payout.value, event.clone())).collect()
}
