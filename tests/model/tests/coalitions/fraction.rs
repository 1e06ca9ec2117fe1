//! Exact fractions.

use std::{
    fmt,
    ops::{Add, Div, Mul, Sub},
};

/// A fraction in lowest terms, with a positive denominator. It never rounds: an operation whose
/// result does not fit panics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    above: i128,
    below: i128,
}

impl Fraction {
    pub const ZERO: Fraction = Fraction { above: 0, below: 1 };
    pub const ONE: Fraction = Fraction { above: 1, below: 1 };

    pub fn new(above: i128, below: i128) -> Self {
        assert_ne!(below, 0, "the denominator is not zero");
        let by = gcd(above.abs(), below.abs()) * below.signum();
        Self { above: above / by, below: below / by }
    }

    pub fn to_f64(self) -> f64 {
        self.above as f64 / self.below as f64
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn product(a: i128, b: i128) -> i128 {
    a.checked_mul(b).expect("the fraction's terms fit in 128 bits")
}

fn sum(a: i128, b: i128) -> i128 {
    a.checked_add(b).expect("the fraction's terms fit in 128 bits")
}

impl Add for Fraction {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let by = gcd(self.below, other.below);
        let [to_self, to_other] = [other.below / by, self.below / by];
        let above = sum(product(self.above, to_self), product(other.above, to_other));
        Self::new(above, product(self.below, to_self))
    }
}

impl Sub for Fraction {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + Self { above: -other.above, ..other }
    }
}

impl Mul for Fraction {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        // It reduces first, so that more results fit.
        let [a, b] = [Self::new(self.above, other.below), Self::new(other.above, self.below)];
        Self { above: product(a.above, b.above), below: product(a.below, b.below) }
    }
}

impl Div for Fraction {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        self.mul(Self::new(other.below, other.above))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (*self - *other).above.cmp(&0)
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.below {
            1 => write!(f, "{}", self.above),
            below => write!(f, "{}/{below}", self.above),
        }
    }
}
