//! Rounds: who showed what, and what became of each player, by the table's state.

use crate::game::knockout::{Pair, pairs};
use gprimitives::ActorId;
use rpsls_io::{GameResult, GameState, Move, PlayerStatus};
use std::mem::take;

/// A decided round. Its players are in order of registration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    pub number: u32,
    pub shown: Vec<(ActorId, Move)>,
    /// The players who missed the deadline of the move or of the reveal.
    pub silent: Vec<ActorId>,
    /// Who met whom, in a knockout.
    pub pairs: Vec<Pair>,
    /// Who was beaten.
    pub beaten: Vec<ActorId>,
    pub still_in: Vec<ActorId>,
}

impl Round {
    /// Whether the player has lost the game in this round.
    pub fn is_out(&self, player: ActorId) -> bool {
        self.beaten.iter().chain(&self.silent).any(|id| *id == player)
    }
}

/// Keeps track of the running round.
#[derive(Default)]
pub struct Rounds {
    game: u64,
    number: u32,
    players: Vec<ActorId>,
    pairs: Vec<Pair>,
    is_stopping: bool,
    last_game: Option<GameResult>,
}

impl Rounds {
    /// Takes in the state as of a block. Returns the round that ran until then, if it is decided
    /// now.
    pub fn look(&mut self, state: &GameState) -> Option<Round> {
        let GameState { games_finished: game, round: number, .. } = *state;
        let mut decided = None;
        if (game, number) != (self.game, self.number) {
            let before = take(self);
            decided = before.decided(state);
            let (players, pairs) = (still_in(state), pairs(state));
            let last_game = state.last_game.clone();
            *self = Self { game, number, players, pairs, is_stopping: false, last_game };
        }
        self.is_stopping |= state.stop_scheduled;
        decided
    }

    /// The round's result, by a later state. `None` if the game was stopped in this round, or if
    /// later rounds have been decided since.
    fn decided(self, state: &GameState) -> Option<Round> {
        let (game, number) = (self.game, self.number);
        let now = (state.games_finished, state.round);
        let is_last = now == (game, number + 1) || now.0 == game + 1;
        if number == 0 || !is_last {
            return None;
        }
        let last = state.last_round.as_ref();
        let moves = match last.filter(|last| (last.game, last.round) == (game, number)) {
            Some(last) => &last.moves[..],
            // Only one player had committed; or else the program forgot the round as players took
            // seats.
            None if last.is_some() || state.lobby_list.is_empty() => &[],
            None => return None,
        };
        let still_in = match &state.last_game {
            _ if now.0 == game => still_in(state),
            Some(won) if won.rounds == number && !self.is_stopped(state) => vec![won.winner],
            _ => return None,
        };
        let shown = moves.iter().filter_map(|(id, mv)| Some((*id, (*mv)?))).collect();
        let pairs = self.pairs;
        let mut round = Round { number, shown, silent: vec![], pairs, beaten: vec![], still_in };
        for id in self.players.into_iter().filter(|id| !round.still_in.contains(id)) {
            let gone =
                if round.shows(id).is_some() { &mut round.beaten } else { &mut round.silent };
            gone.push(id);
        }
        Some(round)
    }

    /// Whether the game that is over was stopped: then the last winner is that of an earlier game.
    fn is_stopped(&self, state: &GameState) -> bool {
        self.is_stopping && state.last_game == self.last_game
    }
}

fn still_in(state: &GameState) -> Vec<ActorId> {
    let players = state.players.iter();
    players.filter(|(_, status)| *status != PlayerStatus::Out).map(|(id, _)| *id).collect()
}

impl Round {
    /// The move that this player has shown in time.
    pub fn shows(&self, id: ActorId) -> Option<Move> {
        self.shown.iter().find(|(player, _)| *player == id).map(|(_, mv)| *mv)
    }

    /// The players who showed each move, in the moves' order.
    pub fn by_move(&self) -> Vec<(Move, Vec<ActorId>)> {
        let of = |mv| {
            let players = self.shown.iter().filter(move |(_, shown)| *shown == mv);
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
    use rpsls_io::{Format, GameRules, GameStage, RoundResult};

    const ADA: ActorId = ActorId::new([1; 32]);
    const BOB: ActorId = ActorId::new([2; 32]);
    const CYD: ActorId = ActorId::new([3; 32]);

    /// A state in this round, with these players still in.
    fn running(round: u32, playing: &[ActorId]) -> GameState {
        let status = |id: &ActorId| match playing.contains(id) {
            true => PlayerStatus::ToMove,
            false => PlayerStatus::Out,
        };
        let lobby_list = vec![ADA, BOB, CYD];
        GameState {
            round,
            players: lobby_list.iter().map(|id| (*id, status(id))).collect(),
            lobby_list,
            ..state(GameStage::InProgress(Default::default()), PlayerStatus::ToMove)
        }
    }

    /// The state in the next game's registration, after a win in this round.
    fn won(winner: ActorId, rounds: u32) -> GameState {
        GameState {
            round: 0,
            games_finished: 1,
            lobby_list: vec![],
            players: vec![],
            last_game: Some(GameResult { winner, pot: 3, rounds }),
            ..state(GameStage::Preparation, PlayerStatus::NotRegistered)
        }
    }

    fn with(state: GameState, round: u32, moves: &[(ActorId, Option<Move>)]) -> GameState {
        let last_round = Some(RoundResult { game: 0, round, moves: moves.to_vec() });
        GameState { last_round, ..state }
    }

    /// What the second state tells a client that has seen the first.
    fn told(before: &GameState, after: &GameState) -> Option<Round> {
        let mut rounds = Rounds::default();
        assert_eq!(rounds.look(before), None, "what ran before is told by nobody");
        let told = rounds.look(after);
        assert_eq!(rounds.look(after), None, "it is decided once");
        told
    }

    #[test]
    fn a_round_is_told_by_the_state_that_comes_after_it() {
        let all = running(1, &[ADA, BOB, CYD]);
        let moves = [(ADA, Some(Move::Rock)), (BOB, Some(Move::Scissors)), (CYD, None)];
        let round = told(&all, &with(running(2, &[ADA]), 1, &moves)).unwrap();
        assert_eq!(round.number, 1);
        assert_eq!(round.by_move(), [(Move::Rock, vec![ADA]), (Move::Scissors, vec![BOB])]);
        assert_eq!((round.beaten, round.silent), (vec![BOB], vec![CYD]));
        assert_eq!(round.still_in, [ADA]);
        // Players who were out before are not reported again.
        let moves = [(ADA, Some(Move::Rock)), (BOB, None)];
        let round = told(&running(2, &[ADA, BOB]), &with(won(ADA, 2), 2, &moves)).unwrap();
        assert_eq!((round.silent, round.beaten), (vec![BOB], vec![]));
        assert_eq!(round.still_in, [ADA]);
    }

    #[test]
    fn where_one_alone_has_committed_the_others_were_silent() {
        let earlier = [(ADA, Some(Move::Rock)), (BOB, Some(Move::Rock))];
        let round = told(&running(2, &[ADA, BOB]), &with(won(BOB, 2), 1, &earlier)).unwrap();
        assert_eq!((round.number, round.silent), (2, vec![ADA]));
        assert!(round.shown.is_empty() && round.beaten.is_empty());
        assert!(told(&running(1, &[ADA, BOB]), &won(BOB, 1)).is_some());
    }

    #[test]
    fn what_the_state_does_not_tell_is_not_made_up() {
        let all = running(1, &[ADA, BOB, CYD]);
        let moves = [(ADA, Some(Move::Rock)), (BOB, Some(Move::Rock))];
        // Two rounds later; of a stopped game; and after the next one's first seat.
        let later = with(running(3, &[ADA]), 2, &moves);
        assert_eq!(told(&all, &later), None);
        let stopped = GameState { last_game: None, ..with(won(ADA, 1), 1, &moves) };
        assert_eq!(told(&all, &stopped), None);
        let before = won(ADA, 1).last_game;
        let stopping = GameState { stop_scheduled: true, last_game: before, ..all.clone() };
        assert_eq!(told(&stopping, &with(won(ADA, 1), 1, &moves)), None);
        assert!(told(&GameState { last_game: None, ..stopping }, &won(ADA, 1)).is_some());
        let forgotten = GameState { lobby_list: vec![CYD], ..won(ADA, 1) };
        assert_eq!(told(&all, &forgotten), None);
        // The chain went back to a round before.
        assert_eq!(told(&running(2, &[ADA]), &all), None);
    }

    #[test]
    fn whoever_has_met_in_a_knockout_is_told_when_the_game_is_over_too() {
        let rules = GameRules { format: Format::Knockout, start_when_full: true };
        let last = GameState { rules, ..running(2, &[ADA, BOB]) };
        let moves = [(ADA, Some(Move::Rock)), (BOB, Some(Move::Paper))];
        let round = told(&last, &with(won(BOB, 2), 2, &moves)).unwrap();
        assert_eq!(round.pairs, [Pair { first: ADA, second: Some(BOB) }]);
    }
}
