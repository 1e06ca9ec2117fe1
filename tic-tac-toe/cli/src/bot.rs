//! Players that need nobody at the keyboard.

use clap::ValueEnum;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use tic_tac_toe_io::{Board, Outcome, Player, Square};

/// How well a bot plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Skill {
    /// Never loses.
    Perfect,
    /// Moves anywhere.
    Random,
}

pub struct Bot {
    pub skill: Skill,
    pub random: ChaCha8Rng,
}

impl Bot {
    /// Where to move on a board of an open game: any of the moves that are as
    /// good as any other.
    pub fn choose(&mut self, board: Board) -> Square {
        let free: Vec<Square> =
            Square::ALL.into_iter().filter(|square| board.is_free(*square)).collect();
        let good = match self.skill {
            Skill::Random => free,
            Skill::Perfect => {
                let worth = |square: &Square| worth_of(board, *square, board.next());
                let best = free.iter().map(worth).max();
                free.into_iter().filter(|square| Some(worth(square)) == best).collect()
            }
        };
        *good.choose(&mut self.random).expect("an open game has a free square")
    }
}

/// What a move comes to for a player, if both play on as well as can be: 1 for
/// a win, 0 for a draw, −1 for a loss.
fn worth_of(board: Board, square: Square, player: Player) -> i8 {
    let board = board.place(square).expect("only free squares are tried");
    match board.outcome() {
        Outcome::Draw => 0,
        Outcome::Open => {
            let free = Square::ALL.into_iter().filter(|square| board.is_free(*square));
            let worths = free.map(|square| worth_of(board, square, player));
            let best = if board.next() == player { worths.max() } else { worths.min() };
            best.expect("an open game has a free square")
        }
        outcome if outcome.winner() == Some(player) => 1,
        _ => -1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    /// Plays a game to its end.
    fn game(skills: [Skill; 2], seed: u64) -> Outcome {
        let mut bots = skills.map(|skill| Bot { skill, random: ChaCha8Rng::seed_from_u64(seed) });
        let mut board = Board::EMPTY;
        while board.outcome() == Outcome::Open {
            let square = bots[board.next() as usize].choose(board);
            board = board.place(square).expect("a bot chooses a free square");
        }
        board.outcome()
    }

    #[test]
    fn two_perfect_bots_draw() {
        assert!((0..3).all(|seed| game([Skill::Perfect; 2], seed) == Outcome::Draw));
    }

    #[test]
    fn a_perfect_bot_never_loses() {
        for seed in 0..30 {
            assert_ne!(game([Skill::Random, Skill::Perfect], seed), Outcome::HostWon);
        }
    }

    #[test]
    fn random_bots_end_games_in_every_way() {
        for outcome in [Outcome::HostWon, Outcome::ChallengerWon, Outcome::Draw] {
            assert!((0..100).any(|seed| game([Skill::Random; 2], seed) == outcome));
        }
    }
}
