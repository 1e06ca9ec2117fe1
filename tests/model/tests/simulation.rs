//! Measures how long games of random players last, with thousands of games of the real rules. To
//! choose at random is the only way to play that can't be beaten.

use gprimitives::ActorId;
use proptest::{
    prelude::Rng,
    test_runner::{RngAlgorithm, TestRng},
};
use rpsls_io::{
    Action, Entry, Event, Format, GameConfig, GameRules, Move, RevealResult, TableInit,
    bound_commitment, knockout, opening,
};
use rpsls_program::rules::{Game, Message};

const PROGRAM: ActorId = ActorId::new([0x77; 32]);
const BET: u128 = 10;
const NOW: u64 = 1_700_000_000_000;
const GAMES: usize = 1_000;
/// More rounds than any game needs. Without a bound, rules that never end a game would hang the
/// test.
const MOST_ROUNDS: u32 = 100;

fn player(number: u8) -> ActorId {
    let mut id = [number; 32];
    id[0] = number.wrapping_mul(173);
    ActorId::new(id)
}

/// A table, and the source of random openings.
struct Table {
    game: Game,
    now: u64,
    rng: TestRng,
}

impl Table {
    fn open(players: u8, format: Format, rng: TestRng) -> Self {
        let config = GameConfig {
            bet_size: BET,
            players_count_limit: players,
            entry_timeout: 60_000,
            move_timeout: 60_000,
            reveal_timeout: 60_000,
        };
        let start_when_full = match format {
            Format::Replay | Format::Points => true,
            // A full bracket would send some players away.
            Format::Knockout => false,
        };
        let rules = GameRules { format, start_when_full };
        let mut game = Game::UNOPENED;
        let init = TableInit { config, rules, owner: None };
        game.open(ActorId::new([0xab; 32]), init, NOW).expect("a good config");
        Self { game, now: NOW, rng }
    }

    /// The opening of a random move.
    fn choose(&mut self) -> String {
        let random = self.rng.next_u64();
        // Five does not divide 2⁶⁴, but the bias is less than 10⁻¹⁸.
        let mv = Move::ALL[(random % 5) as usize];
        opening(mv, &format!("{random:016x}"))
    }

    fn send(&mut self, sender: ActorId, value: u128, action: &Action) -> (Event, u128) {
        let message = Message { sender, value, now: self.now, program: PROGRAM };
        let outcome = self.game.handle(&message, action.borrowed(), |_| {
            panic!("no stage runs out");
        });
        let outcome = outcome.expect("is accepted").to_owned_outcome();
        (
            outcome.event,
            outcome.payouts.iter().map(|(payout, _)| payout.value).sum::<u128>() + outcome.refund,
        )
    }

    /// Plays a game to its end. Returns its number of rounds.
    fn play(&mut self, players: u8) -> u32 {
        let mut openings: Vec<(ActorId, String)> = vec![];
        for number in 0..players {
            let (id, chosen) = (player(number), self.choose());
            let commitment = Some(bound_commitment(PROGRAM, id, &chosen));
            let entry = Entry { commitment, ..Entry::default() };
            self.send(id, BET, &Action::Join(entry));
            openings.push((id, chosen));
        }
        if let Some(deadline) = self.game.alarm_deadline() {
            self.now = deadline + 1;
            self.game.settle(self.now).expect("registration is over");
        }
        for round in 1..=MOST_ROUNDS {
            let mut next: Vec<(ActorId, String)> = vec![];
            for (id, opening) in openings {
                let chosen = self.choose();
                let bound = bound_commitment(PROGRAM, id, &chosen);
                next.push((id, chosen));
                let action = Action::RevealAndCommit { opening, next: bound };
                match self.send(id, 0, &action) {
                    (Event::SuccessfulReveal(RevealResult::GameOver { winner }), paid) => {
                        assert!(next.iter().any(|(id, _)| *id == winner));
                        assert_eq!(paid, BET * u128::from(players), "the winner has the whole pot");
                        assert_eq!(self.game.pot(), 0);
                        return round;
                    }
                    (Event::SuccessfulReveal(RevealResult::NextRoundStarted { players }), _) => {
                        next.retain(|(id, _)| players.contains(id));
                    }
                    _ => {}
                }
            }
            openings = next;
        }
        panic!("{players} players, and no winner after {MOST_ROUNDS} rounds");
    }
}

/// The numbers of rounds of 1 000 games, lowest first.
fn rounds(players: u8, format: Format) -> Vec<u32> {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[players; 32]);
    let mut table = Table::open(players, format, rng);
    let mut rounds: Vec<u32> = (0..GAMES).map(|_| table.play(players)).collect();
    rounds.sort_unstable();
    rounds
}

fn mean_rounds(players: u8, format: Format) -> f64 {
    let rounds = rounds(players, format);
    let mean = f64::from(rounds.iter().sum::<u32>()) / GAMES as f64;
    let [most_of_them, longest] = [GAMES * 95 / 100, GAMES - 1].map(|at| rounds[at]);
    println!("{format:?} | {players:>7} | {mean:>17.2} | {most_of_them:>11} | {longest}");
    mean
}

#[test]
fn games_of_random_players_end_within_a_few_rounds() {
    println!("players | rounds on average | 95 % within | the longest of {GAMES}");
    for (players, most) in [(2, 2.0), (3, 2.5), (5, 2.5), (10, 3.0), (50, 4.0), (255, 5.0)] {
        let mean = mean_rounds(players, Format::Points);
        assert!(mean < most, "{players} players play {mean} rounds on average");
    }
}

/// The last two draw in one round of five, and then play again: a quarter of a round more on
/// average.
#[test]
fn a_knockout_of_random_players_takes_its_bracket_and_a_quarter_of_a_round() {
    for players in [2, 3, 5, 8, 50, 128, 255] {
        let mean = mean_rounds(players, Format::Knockout);
        let expected = f64::from(knockout::rounds(players.into())) + 0.25;
        // The number of replays has a standard deviation of √(1/5) / (4/5). The bound is six
        // deviations of the mean.
        let near = 6.0 * (0.2f64.sqrt() / 0.8) / (GAMES as f64).sqrt();
        assert!((mean - expected).abs() < near, "{players}: {mean}, not {expected}");
    }
}
