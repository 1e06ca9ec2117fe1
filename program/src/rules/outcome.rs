//! Outcomes: what the rules ask the actor to send.

use super::{Seat, SeatSet, Seats};
use alloc::{vec, vec::Vec};
use core::fmt;
use gprimitives::ActorId;
use parity_scale_codec::{Compact, Decode, Encode, Output};
use program_common::Payout;
use rpsls_io::{
    Event,
    message::{self, StageChange},
};

/// A set of players, by their seats. It encodes as the `BTreeSet` of their ids.
///
/// It borrows the ids from the game to save gas: a `BTreeSet` would need a heap and a sort.
#[derive(Clone, Copy)]
pub struct Players<'a> {
    all: &'a Seats,
    seats: SeatSet,
}

impl<'a> Players<'a> {
    /// The players on these seats.
    pub fn new(all: &'a Seats, seats: SeatSet) -> Self {
        Self { all, seats }
    }

    /// Their ids in `ActorId` order.
    pub fn iter(&self) -> impl Iterator<Item = ActorId> {
        self.all.in_id_order(self.seats).map(|seat| self.all.id(seat))
    }
}

impl Encode for Players<'_> {
    fn size_hint(&self) -> usize {
        size_of::<u32>() + self.seats.len() * size_of::<ActorId>()
    }

    fn encode_to<T: Output + ?Sized>(&self, dest: &mut T) {
        Compact(self.seats.len() as u32).encode_to(dest);
        self.all.in_id_order(self.seats).for_each(|seat| dest.write(self.all.id_bytes(seat)));
    }
}

impl fmt::Debug for Players<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// An event whose players are borrowed from the game.
pub type EventRef<'a> = message::Event<Players<'a>>;

/// The event as one that owns its players.
fn owned(event: &EventRef) -> Event {
    Event::decode(&mut &*event.encode()).expect("it encodes as the event does")
}

/// The outcome of an accepted action, or of a change that the clock made: a settlement.
#[derive(Debug)]
pub struct Outcome<'a> {
    /// The event to reply.
    pub event: EventRef<'a>,
    /// The value that goes to the sender with the reply, in the chain's smallest unit; 0 of a
    /// settlement.
    pub refund: u128,
    /// Payouts to players, apart from the reply.
    pub payouts: Payouts<'a>,
    /// The event to broadcast, if there is one; of a settlement its event.
    pub broadcast: Option<EventRef<'a>>,
}

impl<'a> Outcome<'a> {
    /// An accepted action that pays nobody but gives `refund` back.
    pub(super) fn replied(event: EventRef<'a>, refund: u128) -> Self {
        Outcome { event, refund, payouts: Payouts::None, broadcast: None }
    }

    /// A settlement.
    pub(super) fn settled(event: EventRef<'a>, payouts: Payouts<'a>) -> Self {
        Outcome { event, refund: 0, payouts, broadcast: Some(event) }
    }

    /// The settlement that is a change of the stage.
    pub(super) fn advanced(change: StageChange<Players<'a>>, payouts: Payouts<'a>) -> Self {
        Outcome::settled(EventRef::StageAdvanced(change), payouts)
    }
}

/// Payouts to players, each in a message of its own.
#[derive(Clone, Copy, Debug)]
pub enum Payouts<'a> {
    /// None.
    None,
    /// The pot, to its winner.
    Pot(Payout),
    /// Some of the shares of a stopped game's pot.
    Shares(Portion<'a>),
    /// Some of the bets of those for whom a full bracket has no place.
    Refunds(Portion<'a>),
}

/// The next payouts of a stopped game's shares, or of the refunds of those who are sent
/// away. They are equal, and the remainder goes to the first in `ActorId` order, one unit
/// each.
#[derive(Clone, Copy, Debug)]
pub struct Portion<'a> {
    /// Who is paid.
    pub players: Players<'a>,
    /// How many are still to be paid: these, and those after them.
    pub of: usize,
    /// The value that all of those are owed together.
    pub pot: u128,
}

impl Portion<'_> {
    /// The value that these are paid together.
    pub fn value(&self) -> u128 {
        let (share, with_one_more) = self.shares();
        let paid = self.players.seats.len() as u128;
        share * paid + with_one_more.min(paid)
    }

    /// The value that everybody is paid, and how many are paid one unit more.
    fn shares(&self) -> (u128, u128) {
        let of = self.of.max(1) as u128;
        (self.pot / of, self.pot % of)
    }

    /// Each seat that is paid, with its value, in `ActorId` order.
    pub fn each(self) -> impl Iterator<Item = (Seat, u128)> {
        let (share, with_one_more) = self.shares();
        let seats = (0..).zip(self.players.all.in_id_order(self.players.seats));
        seats.map(move |(rank, seat)| (seat, share + u128::from(rank < with_one_more)))
    }
}

impl Payouts<'_> {
    /// The number of shares and refunds among the payouts.
    pub fn shares(&self) -> usize {
        match self {
            Payouts::Shares(portion) | Payouts::Refunds(portion) => portion.players.seats.len(),
            Payouts::None | Payouts::Pot(_) => 0,
        }
    }

    /// Calls `pay` for each payout, with the event to send to its receiver: for a pot
    /// `event`, the outcome's; for a share or a refund one that names the receiver alone.
    pub fn each(&self, event: EventRef, mut pay: impl FnMut(Payout, EventRef)) {
        let portion = match self {
            Payouts::None => return,
            Payouts::Pot(payout) => return pay(*payout, event),
            Payouts::Shares(portion) | Payouts::Refunds(portion) => portion,
        };
        let all = portion.players.all;
        for (seat, value) in portion.each() {
            let receiver = all.players(SeatSet::only(seat));
            let event = match self {
                Payouts::Refunds(..) => EventRef::SentAway(receiver),
                _ => EventRef::GameWasStopped(receiver),
            };
            pay(Payout { to: all.id(seat), value }, event);
        }
    }

    fn to_vec(self, event: EventRef) -> Vec<(Payout, Event)> {
        let mut all = vec![];
        self.each(event, |payout, event| all.push((payout, owned(&event))));
        all
    }
}

/// An outcome that owns its players, for those who keep it while the game goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnedOutcome {
    /// See [`Outcome::event`].
    pub event: Event,
    /// See [`Outcome::refund`].
    pub refund: u128,
    /// Each payout, and the event that is sent with it.
    pub payouts: Vec<(Payout, Event)>,
    /// See [`Outcome::broadcast`].
    pub broadcast: Option<Event>,
}

impl Outcome<'_> {
    /// The outcome as one that owns its players.
    pub fn to_owned_outcome(&self) -> OwnedOutcome {
        OwnedOutcome {
            event: owned(&self.event),
            refund: self.refund,
            payouts: self.payouts.to_vec(self.event),
            broadcast: self.broadcast.as_ref().map(owned),
        }
    }
}
