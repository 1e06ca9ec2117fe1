//! The knockout: pairs, and a toss.

use crate::{
    fraction::Fraction,
    solver::{Format, Seats},
};
use rpsls_io::{Format as Rule, Move, knockout};
use rpsls_program::rules::{Revealed, Seat, SeatSet};
use std::iter::repeat_n;

/// A move, and what its opening adds to a toss.
pub type Throw = (Move, bool);

/// All throws, of which whoever chooses and salts at random makes each as often.
fn throws() -> impl Iterator<Item = Throw> + Clone {
    Move::ALL.into_iter().flat_map(|mv| [(mv, false), (mv, true)])
}

/// A knockout that so many began.
#[derive(Clone, Copy, Debug)]
pub struct Knockout {
    pub players: usize,
}

/// The seats that are still in, lowest first, and the round. From the last round of
/// the bracket on all rounds are alike.
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

    /// Whether a seat meets an honest player's.
    fn meets_honest(&self, position: &Bracket, seat: Seat) -> bool {
        let divisor = self.divisor(position);
        let meets = |honest: &Seat| usize::from(honest.abs_diff(seat)).is_multiple_of(divisor);
        position.honest.iter().any(meets)
    }
}

/// All combinations of one of each.
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

    /// Of two seats of the person's that meet the lower one beats the other: which of
    /// them goes on, if any, is then a matter of opening them.
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
        let round = (position.round + 1).min(knockout::rounds(self.players));
        Bracket { round, honest: left(&position.honest), own: left(&position.own) }
    }
}

/// The chance of whoever throws at random on this seat against a rival on that one, who
/// throws as is worst for it and sees what it has before opening. A draw that is replayed
/// is another try.
fn against(seat: Seat, rival: Seat, divisor: usize) -> Fraction {
    let chance_if = |rival_throws: Throw| {
        let (mut won, mut again) = (0, 0);
        for (mv, toss) in throws() {
            let mut revealed = Revealed::NONE;
            revealed.insert(seat, mv, toss);
            let closed = revealed.survivors(Rule::Knockout, divisor);
            assert_eq!(closed, SeatSet::only(seat), "not opening is losing");
            revealed.insert(rival, rival_throws.0, rival_throws.1);
            let opened = revealed.survivors(Rule::Knockout, divisor);
            assert!(!opened.is_empty());
            won += i128::from(opened == closed);
            again += i128::from(opened.len() == 2);
        }
        Fraction::new(won, throws().count() as i128 - again)
    };
    throws().map(chance_if).min().expect("there are throws")
}

/// The least chance of whoever throws at random on each seat of a knockout of so many,
/// whatever all the others do. They can do no more than choose who is left to meet this
/// seat in each round, somebody or nobody.
pub fn least_chances(players: usize, duels: &mut Duels) -> Vec<Fraction> {
    let least = |seat: Seat| {
        let mut chance = Fraction::ONE;
        // Those who may be left: all but those who were met, or had to be.
        let mut left: Vec<Seat> = (0..players as Seat).filter(|other| *other != seat).collect();
        for round in 1..=knockout::rounds(players) {
            let divisor = knockout::divisor(players, round);
            let meets = |rival: &Seat| usize::from(rival.abs_diff(seat)).is_multiple_of(divisor);
            let (rivals, others): (Vec<Seat>, _) = left.into_iter().partition(meets);
            let duels = rivals.into_iter().map(|rival| duels.chance(seat, rival, divisor));
            chance = chance * duels.min().unwrap_or(Fraction::ONE).min(Fraction::ONE);
            left = others;
        }
        assert!(left.is_empty(), "whoever was never met would be in, too");
        chance
    };
    (0..players as Seat).map(least).collect()
}

/// Who has which chance against whom. It doesn't change with the number of players.
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
