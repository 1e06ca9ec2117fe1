//! What the rules ask the actor to do.

use super::{Lobby, Seat, SeatSet};
use alloc::{vec, vec::Vec};
use core::fmt;
use gprimitives::ActorId;
use parity_scale_codec::{Compact, Decode, Encode, Output};
use program_common::Payout;
use rpsls_io::{Event, message};

/// Players by their seats: encodes as the set of their ids.
///
/// They are read where they lie. Gas is why: a set would need a heap and a sort.
#[derive(Clone, Copy)]
pub struct Players<'a> {
    lobby: &'a Lobby,
    seats: SeatSet,
}

impl<'a> Players<'a> {
    /// The players on these seats.
    pub fn new(lobby: &'a Lobby, seats: SeatSet) -> Self {
        Self { lobby, seats }
    }

    /// Their ids in `ActorId` order.
    pub fn iter(&self) -> impl Iterator<Item = ActorId> {
        self.lobby.in_id_order(self.seats).map(|seat| self.lobby.id(seat))
    }
}

impl Encode for Players<'_> {
    fn size_hint(&self) -> usize {
        size_of::<u32>() + self.seats.len() * size_of::<ActorId>()
    }

    fn encode_to<T: Output + ?Sized>(&self, dest: &mut T) {
        Compact(self.seats.len() as u32).encode_to(dest);
        self.lobby.in_id_order(self.seats).for_each(|seat| dest.write(self.lobby.id_bytes(seat)));
    }
}

impl fmt::Debug for Players<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// An event whose players are borrowed from the lobby.
pub type EventRef<'a> = message::Event<Players<'a>>;

/// The event with players of its own.
fn owned(event: &EventRef) -> Event {
    Event::decode(&mut &*event.encode()).expect("it encodes as the event does")
}

/// What the clock brought about.
#[derive(Debug)]
pub struct Settlement<'a> {
    /// What watchers are told.
    pub event: EventRef<'a>,
    /// Value that goes to players.
    pub payouts: Payouts<'a>,
}

/// What an accepted action brought about.
#[derive(Debug)]
pub struct Outcome<'a> {
    /// What the sender is replied.
    pub event: EventRef<'a>,
    /// Value that goes to the sender with the reply.
    pub refund: u128,
    /// Value that goes to players, apart from the reply.
    pub payouts: Payouts<'a>,
    /// What watchers are told besides.
    pub broadcast: Option<EventRef<'a>>,
}

/// Value that goes to players in messages of its own.
#[derive(Clone, Copy, Debug)]
pub enum Payouts<'a> {
    /// None.
    None,
    /// The pot, to its winner, who is told the event that it comes of.
    Pot(Payout),
    /// Some of the shares of a stopped game's pot.
    Shares(Players<'a>, Portion),
    /// Some of the bets of those for whom a full bracket has no place.
    Refunds(Players<'a>, Portion),
}

/// The next parts of a stopped game's pot, or of the bets of those who are sent away.
/// The parts are equal; what doesn't divide goes one unit each to the first in `ActorId`
/// order.
#[derive(Clone, Copy, Debug)]
pub struct Portion {
    /// Who is paid.
    pub seats: SeatSet,
    /// How many, these and others after them, are still to be paid, and what.
    pub of: usize,
    /// What there is for all of them.
    pub pot: u128,
}

impl Portion {
    /// What all of these are paid.
    pub fn value(&self) -> u128 {
        let (share, with_one_more) = self.shares();
        let paid = self.seats.len() as u128;
        share * paid + with_one_more.min(paid)
    }

    /// What everybody is paid, and how many one unit more.
    fn shares(&self) -> (u128, u128) {
        let of = self.of.max(1) as u128;
        (self.pot / of, self.pot % of)
    }

    /// Who is paid, of this lobby.
    pub fn players(self, lobby: &Lobby) -> Players<'_> {
        lobby.players(self.seats)
    }

    /// Each part, and whose it is, in `ActorId` order.
    pub fn each(self, lobby: &Lobby) -> impl Iterator<Item = (Seat, u128)> {
        let (share, with_one_more) = self.shares();
        let seats = (0..).zip(lobby.in_id_order(self.seats));
        seats.map(move |(rank, seat)| (seat, share + u128::from(rank < with_one_more)))
    }
}

impl Payouts<'_> {
    /// How many payouts of shares and refunds there are.
    pub fn shares(&self) -> usize {
        match self {
            Payouts::Shares(players, _) | Payouts::Refunds(players, _) => players.seats.len(),
            Payouts::None | Payouts::Pot(_) => 0,
        }
    }

    /// Each payout, with the event that its receiver is told, where `event` is
    /// what the whole comes of.
    pub fn each(&self, event: EventRef, mut pay: impl FnMut(Payout, EventRef)) {
        let (lobby, portion) = match *self {
            Payouts::None => return,
            Payouts::Pot(payout) => return pay(payout, event),
            Payouts::Shares(players, portion) | Payouts::Refunds(players, portion) => {
                (players.lobby, portion)
            }
        };
        for (seat, value) in portion.each(lobby) {
            let paid = lobby.players(SeatSet::only(seat));
            let told = match self {
                Payouts::Refunds(..) => EventRef::SentAway(paid),
                _ => EventRef::GameWasStopped(paid),
            };
            pay(Payout { to: lobby.id(seat), value }, told);
        }
    }
}

/// What came of a message, with players of its own, for those who keep it while
/// the game goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnedOutcome {
    /// See [`Outcome::event`] and [`Settlement::event`].
    pub event: Event,
    /// See [`Outcome::refund`]; 0 of a settlement.
    pub refund: u128,
    /// Each payout, and the event that its receiver is told.
    pub payouts: Vec<(Payout, Event)>,
    /// See [`Outcome::broadcast`]; of a settlement its event.
    pub broadcast: Option<Event>,
}

impl Settlement<'_> {
    /// The same, with players of its own.
    pub fn to_owned_outcome(&self) -> OwnedOutcome {
        let event = owned(&self.event);
        let payouts = self.payouts.to_vec(self.event);
        OwnedOutcome { broadcast: Some(event.clone()), event, refund: 0, payouts }
    }
}

impl Outcome<'_> {
    /// The same, with players of its own.
    pub fn to_owned_outcome(&self) -> OwnedOutcome {
        OwnedOutcome {
            event: owned(&self.event),
            refund: self.refund,
            payouts: self.payouts.to_vec(self.event),
            broadcast: self.broadcast.as_ref().map(owned),
        }
    }
}

impl Payouts<'_> {
    fn to_vec(self, event: EventRef) -> Vec<(Payout, Event)> {
        let mut all = vec![];
        self.each(event, |payout, event| all.push((payout, owned(&event))));
        all
    }
}
