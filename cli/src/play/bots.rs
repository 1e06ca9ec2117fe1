//! Who sits at the table, and how bots choose.

use gprimitives::ActorId;
use rand::{
    Rng, SeedableRng,
    distributions::{Alphanumeric, DistString},
    seq::SliceRandom,
};
use rand_chacha::ChaCha8Rng;
use rpsls_io::{Format, Move, opening};

/// Long enough that nobody finds the move by trying passwords.
const PASSWORD_LEN: usize = 12;

/// The most players among whom bots choose freely.
const FREE_CHOICE_LIMIT: usize = 4;

/// The first players' names. At a larger table the others have numbers.
#[rustfmt::skip]
const NAMES: [&str; 50] = [
    "Ada", "Grace", "Alan", "Hedy", "Edsger", "Barbara", "Donald", "Frances", "Claude", "Radia",
    "Kurt", "Emmy", "Leslie", "Shafi", "Niklaus", "Jean", "Tony", "Adele", "Dennis", "Betty",
    "Ken", "Karen", "John", "Lynn", "Robin", "Mary", "Blaise", "Sophie", "Ralph", "Joan",
    "Whit", "Dorothy", "Silvio", "Anita", "Alonzo", "Ruth", "Stephen", "Kay", "Haskell", "Ida",
    "Rozsa", "Vint", "Evelyn", "Bjarne", "Marlyn", "Guido", "Margaret", "Linus", "Susan", "George",
];

/// The name of the player in this seat, from 0.
pub fn name(seat: usize) -> String {
    NAMES.get(seat).map_or_else(|| format!("No. {}", seat + 1), |name| (*name).into())
}

pub struct Player {
    pub name: String,
    pub id: ActorId,
    /// Each player has its own generator, so that one player's choices don't shift another's.
    rng: ChaCha8Rng,
}

/// What a player keeps secret until the reveal.
pub struct Secret {
    pub mv: Move,
    pub password: String,
}

impl Secret {
    pub fn opening(&self) -> String {
        opening(self.mv, &self.password)
    }
}

impl Player {
    /// The player in this seat, from 0, of the game with this seed.
    pub fn new(seat: usize, name: String, id: ActorId, seed: u64) -> Self {
        Self { name, id, rng: stream(seed, seat as u64 + 1) }
    }

    /// Chooses a move and a new password: the `chosen` move, or else one of the `choices`.
    pub fn secret(&mut self, chosen: Option<Move>, choices: &[Move]) -> Secret {
        // Drawn even if unused, so that the passwords stay the same.
        let drawn = choices[self.rng.gen_range(0..choices.len())];
        Secret {
            mv: chosen.unwrap_or(drawn),
            password: Alphanumeric.sample_string(&mut self.rng, PASSWORD_LEN),
        }
    }
}

/// What bots choose from, round by round.
pub struct MoveMix {
    rng: ChaCha8Rng,
    format: Format,
}

impl MoveMix {
    pub fn new(seed: u64, format: Format) -> Self {
        Self { rng: stream(seed, 0), format }
    }

    /// The moves that bots choose from in a round of `players`.
    ///
    /// Where draws are replayed, a round in which all five moves are shown is a draw. In a crowd
    /// that chooses freely nearly every round is one: 20 players would take thousands of rounds. So
    /// bots in a crowd keep to two moves there, one of which always beats the other.
    pub fn choices(&mut self, players: usize) -> Vec<Move> {
        let pair = Move::ALL.choose_multiple(&mut self.rng, 2).copied().collect();
        let is_crowd = self.format == Format::Replay && players > FREE_CHOICE_LIMIT;
        if is_crowd { pair } else { Move::ALL.to_vec() }
    }
}

fn stream(seed: u64, number: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(number);
    rng
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn all_names_differ() {
        let names: BTreeSet<_> = (0..255).map(name).collect();
        assert_eq!(names.len(), 255);
        assert!(names.iter().all(|name| name.len() <= 8));
    }

    #[test]
    fn a_chosen_move_leaves_the_passwords_as_they_were() {
        let [mut bot, mut person] =
            [(); 2].map(|()| Player::new(0, "Ada".into(), ActorId::zero(), 7));
        for _ in 0..3 {
            let secret = person.secret(Some(Move::Spock), &Move::ALL);
            assert_eq!(secret.mv, Move::Spock);
            assert_eq!(secret.password, bot.secret(None, &Move::ALL).password);
        }
    }

    #[test]
    fn a_crowd_keeps_to_two_moves_where_draws_are_replayed() {
        let mut mix = MoveMix::new(7, Format::Replay);
        for players in 5..=50 {
            let choices = mix.choices(players);
            assert_eq!(choices.len(), 2);
            assert_ne!(choices[0], choices[1]);
        }
        assert_eq!(mix.choices(4), Move::ALL);
        for format in [Format::Points, Format::Knockout] {
            assert_eq!(MoveMix::new(7, format).choices(255), Move::ALL);
        }
    }
}
