//! One honest player among strangers who conspire, in knockouts of the real rules.

use crate::table::{PROGRAM, Table, player};
use gprimitives::ActorId;
use proptest::{
    prelude::RngExt,
    test_runner::{RngAlgorithm, TestRng},
};
use rpsls_io::{
    Action, Event, Format, GameRules, GameStage, GameState, Move, RevealResult, StageDescription,
    bound_commitment, knockout, opening,
};

/// The strangers' plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plot {
    /// All play at random.
    None,
    /// Each commits to Rock with an own password. The honest player's rival opens only if that does
    /// not lose.
    Hide,
    /// All commit to one move with one password, so that their tosses are alike.
    Draw,
    /// Every third stranger is silent, some before they commit and some before they reveal. The
    /// honest player's rival is never silent.
    Silence,
}

pub const PLOTS: [Plot; 4] = [Plot::None, Plot::Hide, Plot::Draw, Plot::Silence];

/// The honest player's results.
#[derive(Clone, Copy, Debug, Default)]
pub struct Met {
    pub games: u32,
    pub won: u32,
    /// The pairs that the honest player was in. A replay counts with the pair that it repeats.
    pub pairs: u32,
    pub pairs_won: u32,
}

struct Plotters {
    plot: Plot,
    honest: ActorId,
    rng: TestRng,
}

/// Plays this many games with this many registered players, of whom the one on this seat is honest.
/// With `is_full` only as many play as a full bracket has places for.
pub fn play(players: usize, is_full: bool, seat: usize, plot: Plot, games: u32) -> Met {
    let rules = GameRules { format: Format::Knockout, start_when_full: is_full };
    let mut table = Table::open(players.next_power_of_two().min(255), rules);
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[players as u8 ^ plot as u8; 32]);
    let mut plotters = Plotters { plot, honest: player(seat), rng };
    let mut met = Met::default();
    for _ in 0..games {
        for number in 0..players {
            table.send(player(number), &Action::Register);
        }
        table.pass(|stage| *stage == GameStage::Preparation);
        let winner = plotters.game(&mut table, &mut met);
        met.games += 1;
        met.won += u32::from(winner == Some(plotters.honest));
    }
    met
}

impl Plotters {
    /// Plays a game to its end, or until the honest player is out.
    fn game(&mut self, table: &mut Table, met: &mut Met) -> Option<ActorId> {
        let games = table.state().games_finished;
        loop {
            let state = table.state();
            let GameStage::InProgress(stage) = &state.game_stage else { panic!("{state:?}") };
            let rival = self.rival(&state, stage);
            let winner = self.round(table, stage, rival, state.round);
            let after = table.state();
            let is_over = after.games_finished > games;
            let left = match &after.game_stage {
                GameStage::InProgress(stage) if !is_over => stage.anticipated_players.clone(),
                _ => winner.or(after.last_game.map(|game| game.winner)).into_iter().collect(),
            };
            let is_in = left.contains(&self.honest);
            if rival.is_some_and(|rival| !(is_in && left.contains(&rival))) {
                met.pairs += 1;
                met.pairs_won += u32::from(is_in);
            }
            if is_over {
                return left.first().copied();
            }
            if !is_in {
                table.stop();
                return None;
            }
        }
    }

    /// The player whom the honest player meets in this round.
    fn rival(&self, state: &GameState, stage: &StageDescription) -> Option<ActorId> {
        let seats = &state.lobby_list;
        let seat = |id: &ActorId| seats.iter().position(|player| player == id).expect("seated");
        let divisor = knockout::divisor(seats.len(), state.round);
        let own = seat(&self.honest);
        let mut others = stage.anticipated_players.iter().filter(|id| **id != self.honest);
        others.find(|id| seat(id).abs_diff(own).is_multiple_of(divisor)).copied()
    }

    fn round(
        &mut self,
        table: &mut Table,
        stage: &StageDescription,
        rival: Option<ActorId>,
        round: u32,
    ) -> Option<ActorId> {
        let players: Vec<ActorId> = stage.anticipated_players.iter().copied().collect();
        let openings: Vec<(ActorId, String)> =
            players.iter().map(|id| (*id, self.opening(*id))).collect();
        let is_silent = |id: &ActorId, as_mover: bool| {
            let number = players.iter().position(|player| player == id).unwrap_or(0) as u32;
            self.plot == Plot::Silence
                && *id != self.honest
                && Some(*id) != rival
                && (number + round).is_multiple_of(3)
                && (number + round).is_multiple_of(2) == as_mover
        };
        for (id, opening) in &openings {
            if !is_silent(id, true) {
                table.send(*id, &Action::Commit(bound_commitment(PROGRAM, *id, opening)));
            }
        }
        table.pass(|stage| matches!(stage, GameStage::InProgress(_)));
        // The honest player opens first, the rival last.
        let order = |(id, _): &&(ActorId, String)| (*id != self.honest, Some(*id) == rival);
        let mut in_order: Vec<&(ActorId, String)> = openings.iter().collect();
        in_order.sort_by_key(order);
        let shown = in_order[0].1.clone();
        for (id, opening) in in_order {
            let hides = self.plot == Plot::Hide && Some(*id) == rival && loses(opening, &shown);
            if hides || is_silent(id, true) || is_silent(id, false) {
                continue;
            }
            let event = table.send(*id, &Action::Reveal(opening.clone()));
            if let Event::SuccessfulReveal(RevealResult::GameOver { winner }) = event {
                return Some(winner);
            }
        }
        table.pass(|stage| matches!(stage, GameStage::Reveal(_)));
        None
    }

    fn opening(&mut self, id: ActorId) -> String {
        let random = || -> (Move, u64) {
            (Move::ALL[self.rng.random_range(0..5)], self.rng.random_range(0..u64::MAX))
        };
        let mut random = random;
        match self.plot {
            _ if id == self.honest => {
                let (mv, salt) = random();
                opening(mv, &format!("{salt:016x}"))
            }
            Plot::Hide => opening(Move::Rock, &format!("{}", random().1)),
            Plot::Draw => opening(Move::Spock, "one for all"),
            Plot::None | Plot::Silence => {
                let (mv, salt) = random();
                opening(mv, &format!("{salt:x}"))
            }
        }
    }
}

/// Whether the move of one opening loses to that of another.
fn loses(own: &str, other: &str) -> bool {
    let [own, other] = [own, other].map(|opening| Move::of_opening(opening).expect("a move"));
    other.beats(own)
}
