//! Rounds as rounds: who showed what, and what became of everybody.
//!
//! The program says who goes on, but not what was played: once the last player has
//! revealed, its state is the next round's. So openings are read from the messages
//! that carried them, and told to be whose by the hashes that the state had.

use crate::game::knockout::{Pair, pairs};
use gprimitives::{ActorId, H256};
use rpsls_io::{
    Event, GameState, Move, PlayerStatus, RevealResult, StageChange, bound_commitment, commitment,
};
use std::collections::{BTreeMap, BTreeSet};

/// A round that is decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    pub number: u32,
    pub shown: BTreeMap<ActorId, Move>,
    /// Who let the time for the move or its reveal pass.
    pub silent: BTreeSet<ActorId>,
    /// Who met whom, in a knockout.
    pub pairs: Vec<Pair>,
    /// Who was beaten.
    pub beaten: BTreeSet<ActorId>,
    pub still_in: BTreeSet<ActorId>,
}

/// Keeps track of the running round.
#[derive(Default)]
pub struct Rounds {
    game: u64,
    number: u32,
    players: BTreeSet<ActorId>,
    pairs: Vec<Pair>,
    committed: BTreeMap<ActorId, H256>,
    shown: BTreeMap<ActorId, Move>,
}

impl Rounds {
    /// Takes in the state as of a block.
    ///
    /// It goes by the clock, and what decides a round by the clock is a message, which may come
    /// blocks later: until then the round is not forgotten.
    pub fn look(&mut self, state: &GameState) {
        let GameState { games_finished: game, round: number, .. } = *state;
        if self.number > 0 && (game, number) > (self.game, self.number) {
            return;
        }
        if (game, number) != (self.game, self.number) {
            *self = Self { game, number, ..Self::default() };
        }
        if number == 0 {
            return;
        }
        let is_in = |status: &PlayerStatus| {
            !matches!(status, PlayerStatus::Out | PlayerStatus::NotRegistered)
        };
        self.players
            .extend(state.players.iter().filter(|(_, status)| is_in(status)).map(|(id, _)| id));
        self.pairs = pairs(state);
        self.committed.extend(state.commitments.iter().copied());
        self.shown.extend(state.revealed_moves.iter().copied());
    }

    /// Takes in an opening that a message to the program carried. It is whose
    /// commitment it opens.
    pub fn opened(&mut self, program: ActorId, opening: &str) {
        let Some(mv) = Move::of_opening(opening) else {
            return;
        };
        let hash = commitment(opening);
        let opens = |(player, committed): &(&ActorId, &H256)| {
            **committed == hash || **committed == bound_commitment(program, **player, opening)
        };
        let whose = self.committed.iter().filter(opens);
        self.shown.extend(whose.map(|(player, _)| (*player, mv)));
    }

    /// The round, if this decides it.
    pub fn decided_by(&mut self, event: &Event) -> Option<Round> {
        let still_in = match event {
            Event::SuccessfulReveal(RevealResult::NextRoundStarted { players })
            | Event::StageAdvanced(StageChange::NextRoundStarted { players }) => players.clone(),
            Event::SuccessfulReveal(RevealResult::GameOver { winner })
            | Event::StageAdvanced(StageChange::GameOver { winner }) => [*winner].into(),
            Event::GameWasStopped(_) => {
                *self = Self::default();
                return None;
            }
            _ => return None,
        };
        let Self { number, players, pairs, shown, .. } = std::mem::take(self);
        if number == 0 {
            return None;
        }
        let gone = |id: &&ActorId| !still_in.contains(*id);
        let (beaten, silent) = players.iter().filter(gone).partition(|id| shown.contains_key(id));
        Some(Round { number, shown, silent, pairs, beaten, still_in })
    }
}

impl Round {
    /// The players of each move that was shown, in the moves' order.
    pub fn by_move(&self) -> Vec<(Move, Vec<ActorId>)> {
        let of = |mv| {
            let players = self.shown.iter().filter(move |(_, shown)| **shown == mv);
            players.map(|(id, _)| *id).collect::<Vec<_>>()
        };
        let moves = Move::ALL.into_iter().map(|mv| (mv, of(mv)));
        moves.filter(|(_, players)| !players.is_empty()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::turn::tests::state;
    use rpsls_io::{GameStage, StageDescription};

    const ADA: ActorId = ActorId::new([1; 32]);
    const BOB: ActorId = ActorId::new([2; 32]);
    const CYD: ActorId = ActorId::new([3; 32]);
    const TABLE: ActorId = ActorId::new([9; 32]);

    /// A round of three, in which the first two have committed.
    fn reveals() -> GameState {
        let stage = GameStage::Reveal(StageDescription::default());
        let players = vec![
            (ADA, PlayerStatus::ToReveal),
            (BOB, PlayerStatus::ToReveal),
            (CYD, PlayerStatus::Out),
        ];
        let bound = bound_commitment(TABLE, BOB, "2word");
        let commitments = vec![(ADA, commitment("0pass")), (BOB, bound)];
        GameState { players, commitments, round: 2, ..state(stage, PlayerStatus::ToReveal) }
    }

    #[test]
    fn an_opening_is_of_whose_commitment_it_opens_and_of_nobodys_else() {
        let mut rounds = Rounds::default();
        rounds.look(&reveals());
        for opening in ["0pass", "2word", "4other", "no move"] {
            rounds.opened(TABLE, opening);
        }
        let over = Event::SuccessfulReveal(RevealResult::GameOver { winner: ADA });
        let round = rounds.decided_by(&over).unwrap();
        assert_eq!(round.number, 2);
        assert_eq!(round.by_move(), [(Move::Rock, vec![ADA]), (Move::Scissors, vec![BOB])]);
        assert_eq!((round.beaten, round.still_in), ([BOB].into(), [ADA].into()));
        assert!(round.silent.is_empty(), "who was out before is no news");
        assert_eq!(rounds.decided_by(&over), None, "it is decided once");
    }

    #[test]
    fn who_shows_nothing_in_time_is_silent_and_not_beaten() {
        let mut rounds = Rounds::default();
        rounds.look(&reveals());
        rounds.opened(TABLE, "2word");
        let by_clock = Event::StageAdvanced(StageChange::GameOver { winner: BOB });
        let round = rounds.decided_by(&by_clock).unwrap();
        assert_eq!((round.silent, round.beaten), ([ADA].into(), BTreeSet::new()));
    }

    #[test]
    fn a_round_that_the_clock_has_ended_is_told_when_the_table_says_so() {
        let seen = reveals();
        let lobby = GameState { round: 0, games_finished: seen.games_finished + 1, ..seen.clone() };
        let next = GameState { round: 3, ..seen.clone() };
        for later in [&lobby, &next] {
            let mut rounds = Rounds::default();
            rounds.look(&seen);
            rounds.opened(TABLE, "2word");
            rounds.look(later);
            let by_clock = Event::StageAdvanced(StageChange::GameOver { winner: BOB });
            let round = rounds.decided_by(&by_clock).unwrap();
            assert_eq!((round.number, round.silent), (2, [ADA].into()));
            rounds.look(later);
            assert_eq!(rounds.number, later.round, "the next one");
        }
        // Of a stop no round is told, and not with the next game's end either.
        let mut rounds = Rounds::default();
        rounds.look(&seen);
        assert_eq!(rounds.decided_by(&Event::GameWasStopped([ADA].into())), None);
        rounds.look(&lobby);
        let over = Event::StageAdvanced(StageChange::GameOver { winner: BOB });
        assert_eq!(rounds.decided_by(&over), None);
        // A chain that goes back has the round before.
        rounds.look(&next);
        rounds.look(&seen);
        assert_eq!(rounds.number, 2);
    }

    #[test]
    fn a_reveal_that_decides_nothing_is_no_end() {
        let mut rounds = Rounds::default();
        rounds.look(&reveals());
        assert_eq!(rounds.decided_by(&Event::SuccessfulReveal(RevealResult::Continue)), None);
    }
}
