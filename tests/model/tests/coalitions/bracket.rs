//! The knockout: pairs, and a toss.

use crate::{
    fraction::Fraction,
    solver::{Format, Seats},
};
use rpsls_io::{Format as Rule, Move, knockout};
use rpsls_program::rules::{Revealed, Seat, SeatSet};
use std::iter::repeat_n;

/// A move, and the bit that its opening adds to a toss.
pub type Throw = (Move, bool);

/// All throws. A player who chooses the move and the salt at random makes each equally often.
fn throws() -> impl Iterator<Item = Throw> + Clone {
    Move::ALL.into_iter().flat_map(|mv| [(mv, false), (mv, true)])
}

/// A knockout that began with this many players.
#[derive(Clone, Copy, Debug)]
pub struct Knockout {
    pub players: usize,
}

/// The seats that are still in, lowest first, and the round.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bracket {
    pub round: u32,
    pub honest: Vec<Seat>,
    pub own: Vec<Seat>,
}

impl Bracket {
    /// The first round, in which honest players have these seats.
    pub fn first(players: usize, honest: &[Seat]) -> Self {
        let own = (0..players as Seat).filter(|seat| !honest.contains(seat)).collect();
        Self { round: 1, honest: honest.to_vec(), own }
    }
}

impl Knockout {
    fn divisor(&self, position: &Bracket) -> usize {
        knockout::divisor(self.players, position.round)
    }

    /// Whether a seat meets an honest player's seat.
    fn meets_honest(&self, position: &Bracket, seat: Seat) -> bool {
        let divisor = self.divisor(position);
        let meets = |honest: &Seat| usize::from(honest.abs_diff(seat)).is_multiple_of(divisor);
        position.honest.iter().any(meets)
    }
}

/// All combinations of one item of each list.
fn product<T: Copy>(of: impl IntoIterator<Item = Vec<T>>) -> Vec<Vec<T>> {
    of.into_iter().fold(vec![vec![]], |all, next| {
        let longer = |so_far: &Vec<T>| -> Vec<Vec<T>> {
            next.iter().map(|one| [&so_far[..], &[*one]].concat()).collect()
        };
        all.iter().flat_map(longer).collect()
    })
}

impl Format for Knockout {
    type Position = Bracket;
    type Throw = Throw;

    fn seats(&self, position: &Bracket) -> Seats {
        Seats { honest: position.honest.len(), own: position.own.len() }
    }

    fn dice(&self, position: &Bracket) -> Vec<(Vec<Throw>, Fraction)> {
        let all = product(repeat_n(throws().collect(), position.honest.len()));
        let chance = Fraction::new(1, all.len() as i128);
        all.into_iter().map(|throws| (throws, chance)).collect()
    }

    /// If two seats of the person meet, the lower one gets the beating move. The person decides
    /// which of them goes on by opening them or not.
    fn choices(&self, position: &Bracket) -> Vec<Vec<Throw>> {
        let divisor = self.divisor(position);
        let choices = |seat: &Seat| match self.meets_honest(position, *seat) {
            true => throws().collect(),
            false => {
                let is_lower = usize::from(*seat) % (2 * divisor) < divisor;
                vec![(if is_lower { Move::Rock } else { Move::Scissors }, false)]
            }
        };
        product(position.own.iter().map(choices))
    }

    fn after(&self, position: &Bracket, honest: &[Throw], own: &[Option<Throw>]) -> Bracket {
        let mut revealed = Revealed::NONE;
        let opened = honest.iter().copied().map(Some).chain(own.iter().copied());
        for (seat, throw) in position.honest.iter().chain(&position.own).zip(opened) {
            if let Some((mv, toss)) = throw {
                revealed.insert(*seat, mv, toss);
            }
        }
        let survivors = revealed.survivors(Rule::Knockout, self.divisor(position));
        let left = |seats: &[Seat]| -> Vec<Seat> {
            seats.iter().copied().filter(|seat| survivors.contains(*seat)).collect()
        };
        let round = position.round + 1;
        Bracket { round, honest: left(&position.honest), own: left(&position.own) }
    }
}

/// The chance of a player who throws at random on this seat against a rival on that seat, who sees
/// the player's throw before opening. It is the same whatever the rival has thrown.
fn against(seat: Seat, rival: Seat, divisor: usize) -> Fraction {
    let chance_if = |(rival_move, rival_toss): Throw| {
        let won = throws().filter(|(mv, toss)| {
            let mut revealed = Revealed::NONE;
            revealed.insert(seat, *mv, *toss);
            let only = SeatSet::only(seat);
            let closed = revealed.survivors(Rule::Knockout, divisor);
            assert_eq!(closed, only, "a seat that does not open loses");
            revealed.insert(rival, rival_move, rival_toss);
            let opened = revealed.survivors(Rule::Knockout, divisor);
            assert_eq!(opened.len(), 1, "a pair is decided");
            opened == only
        });
        Fraction::new(won.count() as i128, throws().count() as i128)
    };
    let mut chances = throws().map(chance_if);
    let chance = chances.next().expect("there are throws");
    assert!(chances.all(|other| other == chance), "no throw is better than another");
    chance
}

/// The least chance, on each seat of a knockout, of a player who throws at random,
/// whatever all others do. All that they can do is to choose who is left to meet this seat in each
/// round: somebody or nobody.
pub fn least_chances(players: usize, duels: &mut Duels) -> Vec<Fraction> {
    let least = |seat: Seat| {
        let mut chance = Fraction::ONE;
        // Those who may be left: all whom this seat has not met, and did not have to meet.
        let mut left: Vec<Seat> = (0..players as Seat).filter(|other| *other != seat).collect();
        for round in 1..=knockout::rounds(players) {
            let divisor = knockout::divisor(players, round);
            let meets = |rival: &Seat| usize::from(rival.abs_diff(seat)).is_multiple_of(divisor);
            let (rivals, others): (Vec<Seat>, _) = left.into_iter().partition(meets);
            let duels = rivals.into_iter().map(|rival| duels.chance(seat, rival, divisor));
            chance = chance * duels.min().unwrap_or(Fraction::ONE).min(Fraction::ONE);
            left = others;
        }
        assert!(left.is_empty(), "a seat that was never met would still be in");
        chance
    };
    (0..players as Seat).map(least).collect()
}

/// The chances of each seat against each other. They don't depend on the number of players.
pub struct Duels(Vec<Option<Fraction>>);

impl Duels {
    pub fn new() -> Self {
        Self(vec![None; 256 * 256 * 8])
    }

    fn chance(&mut self, seat: Seat, rival: Seat, divisor: usize) -> Fraction {
        let at = (usize::from(seat) * 256 + usize::from(rival)) * 8;
        let known = &mut self.0[at + divisor.trailing_zeros() as usize];
        *known.get_or_insert_with(|| against(seat, rival, divisor))
    }
}
