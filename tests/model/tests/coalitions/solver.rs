//! How much a person with several seats can win, exactly.
//!
//! The others are honest: they choose at random, know nobody, and reveal as soon as they can. The
//! person chooses best, sees all their moves, and then decides which seats to open. That is a game
//! of chance with one player, so it has a value. The solver finds it in fractions.

use crate::fraction::Fraction;
use rpsls_io::{Format as Rule, Move};
use rpsls_program::rules::{Revealed, SeatSet};
use std::collections::{BTreeMap, BTreeSet};

/// The number of seats of honest players and of the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Seats {
    pub honest: usize,
    pub own: usize,
}

/// A way to decide who goes on after a round.
///
/// A round leads to a position with fewer seats, or to the same position.
pub trait Format {
    /// The seats that are still in, as far as they decide what follows.
    type Position: Clone + Ord;

    /// The move to which a seat commits, with all that counts in this format.
    type Throw: Copy + Ord;

    /// The number of seats that are still in.
    fn seats(&self, position: &Self::Position) -> Seats;

    /// All throws to which the honest players may commit, seat by seat, and their chances. If seats
    /// are alike, one of each kind is enough.
    fn dice(&self, position: &Self::Position) -> Vec<(Vec<Self::Throw>, Fraction)>;

    /// All throws to which the person may commit, seat by seat. If seats are alike, or throws lead
    /// to the same, one of each kind is enough.
    fn choices(&self, position: &Self::Position) -> Vec<Vec<Self::Throw>>;

    /// The position after a round of these throws, seat by seat. A seat that the person leaves
    /// closed has none.
    fn after(
        &self,
        position: &Self::Position,
        honest: &[Self::Throw],
        own: &[Option<Self::Throw>],
    ) -> Self::Position;
}

/// Everybody plays against everybody. The rules decide who survives.
#[derive(Clone, Copy, Debug)]
pub struct Group(pub Rule);

impl Format for Group {
    type Position = Seats;
    type Throw = Move;

    fn seats(&self, position: &Seats) -> Seats {
        *position
    }

    fn dice(&self, position: &Seats) -> Vec<(Vec<Move>, Fraction)> {
        at_random(position.honest)
    }

    fn choices(&self, position: &Seats) -> Vec<Vec<Move>> {
        multisets(position.own)
    }

    fn after(&self, _: &Seats, honest: &[Move], own: &[Option<Move>]) -> Seats {
        let mut revealed = Revealed::NONE;
        let moves = honest.iter().copied().map(Some).chain(own.iter().copied());
        for (seat, mv) in (0..).zip(moves) {
            if let Some(mv) = mv {
                revealed.insert(seat, mv, false);
            }
        }
        let survivors = revealed.survivors(self.0, 1);
        let of_honest = survivors.intersection(&SeatSet::first(honest.len()));
        Seats { honest: of_honest.len(), own: survivors.difference(&of_honest).len() }
    }
}

/// The moves of this many seats that are alike: each multiset once.
fn multisets(seats: usize) -> Vec<Vec<Move>> {
    let mut all = vec![vec![]];
    for _ in 0..seats {
        let longer = all.iter().flat_map(|moves: &Vec<Move>| {
            let least = moves.last().copied().unwrap_or(Move::Rock);
            let next = Move::ALL.into_iter().filter(move |mv| *mv >= least);
            next.map(|mv| [&moves[..], &[mv]].concat())
        });
        all = longer.collect();
    }
    all
}

/// The multisets of moves of this many players who choose at random, with their chances.
fn at_random(seats: usize) -> Vec<(Vec<Move>, Fraction)> {
    let factorial = |n: usize| (1..=n as i128).product::<i128>();
    let chance = |moves: &Vec<Move>| {
        let count = |mv| moves.iter().filter(|other| **other == mv).count();
        let orders =
            factorial(seats) / Move::ALL.map(|mv| factorial(count(mv))).iter().product::<i128>();
        Fraction::new(orders, 5i128.pow(seats as u32))
    };
    multisets(seats).into_iter().map(|moves| (moves.clone(), chance(&moves))).collect()
}

/// All ways to leave some of the person's seats closed.
fn openings<T: Copy + Ord>(own: &[T], may_hide: bool) -> BTreeSet<Vec<Option<T>>> {
    let all = (1u32 << own.len()) - 1;
    let masks = if may_hide { 0..=all } else { all..=all };
    let opened = |mask: u32| {
        let seats = (0..).zip(own);
        seats.map(move |(seat, mv)| (mask >> seat & 1 == 1).then_some(*mv)).collect()
    };
    masks.map(opened).collect()
}

/// The results of one choice of moves. For each outcome of the honest players' dice it has the
/// chance, and the positions among which the person can then choose by leaving seats closed.
type Prospect<P> = Vec<(Fraction, BTreeSet<P>)>;

/// Solves the positions of a format.
pub struct Solver<F: Format> {
    format: F,
    may_hide: bool,
    /// The value of each position, and the choice that achieves it.
    solved: BTreeMap<F::Position, (Fraction, Vec<F::Throw>)>,
}

impl<F: Format> Solver<F> {
    /// Makes a solver. `may_hide` says whether the person may leave seats closed.
    pub fn new(format: F, may_hide: bool) -> Self {
        Self { format, may_hide, solved: BTreeMap::new() }
    }

    /// The chance that one of the person's seats wins the pot.
    pub fn wins(&mut self, position: &F::Position) -> Fraction {
        match self.format.seats(position) {
            Seats { honest: 0, .. } => return Fraction::ONE,
            Seats { own: 0, .. } => return Fraction::ZERO,
            _ => {}
        }
        if let Some((value, _)) = self.solved.get(position) {
            return *value;
        }
        let choices = self.format.choices(position);
        let prospects = self.prospects(position, &choices);
        let mut values = BTreeMap::new();
        for next in prospects.iter().flatten().flat_map(|(_, nexts)| nexts) {
            if next != position && !values.contains_key(next) {
                let value = self.wins(next);
                values.insert(next.clone(), value);
            }
        }
        let (value, choice) = best(position, &prospects, &values);
        self.solved.insert(position.clone(), (value, choices[choice].clone()));
        value
    }

    fn prospects(
        &self,
        position: &F::Position,
        choices: &[Vec<F::Throw>],
    ) -> Vec<Prospect<F::Position>> {
        let dice = self.format.dice(position);
        let prospect = |own: &Vec<F::Throw>| -> Prospect<F::Position> {
            let openings = openings(own, self.may_hide);
            let after = |honest: &[F::Throw]| {
                openings.iter().map(|own| self.format.after(position, honest, own)).collect()
            };
            dice.iter().map(|(honest, chance)| (*chance, after(honest))).collect()
        };
        choices.iter().map(prospect).collect()
    }

    /// The throws to which the person should commit.
    pub fn choice(&mut self, position: &F::Position) -> Vec<F::Throw> {
        self.wins(position);
        self.solved[position].1.clone()
    }

    /// The seats that the person should open after seeing the honest players' throws.
    pub fn opening(
        &mut self,
        position: &F::Position,
        honest: &[F::Throw],
        own: &[F::Throw],
    ) -> (Vec<Option<F::Throw>>, F::Position) {
        let openings = openings(own, self.may_hide).into_iter();
        let nexts = openings.map(|own| {
            let next = self.format.after(position, honest, &own);
            (own, next)
        });
        let nexts: Vec<_> = nexts.collect();
        // Of two positions with the same value it takes the one that isn't this one.
        let worth = |(_, next): &(_, F::Position)| (self.wins(next), next != position);
        nexts.into_iter().max_by_key(worth).expect("there is an opening")
    }
}

/// Finds the value of a position, and the choice that achieves it, by policy iteration. The best
/// choice for a guess of the value has the value `a / (1 - b)`: `a` is the chance to win at once,
/// `b` the chance to come back here. That value is the next guess. It never falls, and there are
/// finitely many choices.
fn best<P: Ord>(
    position: &P,
    prospects: &[Prospect<P>],
    values: &BTreeMap<P, Fraction>,
) -> (Fraction, usize) {
    let mut guess = Fraction::ZERO;
    loop {
        let prospect = |prospect: &Prospect<P>| {
            let mut sums = (Fraction::ZERO, Fraction::ZERO);
            for (chance, nexts) in prospect {
                let others = nexts.iter().filter_map(|next| values.get(next)).max().copied();
                let stay = nexts.contains(position) && others.is_none_or(|other| guess > other);
                match (stay, others) {
                    (false, Some(other)) => sums.0 = sums.0 + *chance * other,
                    _ => sums.1 = sums.1 + *chance,
                }
            }
            sums
        };
        // Moves that draw whatever the others choose lead nowhere.
        let valued = prospects.iter().map(prospect).enumerate();
        let (choice, (won, back)) = valued
            .filter(|(_, (_, back))| *back < Fraction::ONE)
            .max_by_key(|(_, (won, back))| *won + *back * guess)
            .expect("no game can only be drawn");
        let next = won / (Fraction::ONE - back);
        if next == guess {
            return (guess, choice);
        }
        guess = next;
    }
}
