//! Who meets whom in a knockout.

use gprimitives::ActorId;
use rpsls_io::{Format, GameState, PlayerStatus, knockout};
use std::collections::{BTreeMap, BTreeSet, btree_map::Entry};

/// Two players who meet in a round, or one who meets nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The player of the lower seat.
    pub first: ActorId,
    pub second: Option<ActorId>,
}

impl Pair {
    pub fn has(&self, id: ActorId) -> bool {
        self.first == id || self.second == Some(id)
    }

    /// The opponent of this player, if there is one.
    pub fn other_than(&self, id: ActorId) -> Option<ActorId> {
        if self.first == id { self.second } else { Some(self.first) }
    }
}

/// The pairs of the running round, in order of their seats. None where all play against all, or
/// before a game has started.
pub fn pairs(state: &GameState) -> Vec<Pair> {
    if state.rules.format != Format::Knockout || state.round == 0 {
        return vec![];
    }
    let is_in: BTreeSet<ActorId> = (state.players.iter())
        .filter(|(_, status)| *status != PlayerStatus::Out)
        .map(|(id, _)| *id)
        .collect();
    let by = knockout::divisor(state.lobby_list.len(), state.round);
    let mut pairs: Vec<Pair> = vec![];
    let mut by_remainder: BTreeMap<usize, usize> = BTreeMap::new();
    for (seat, id) in state.lobby_list.iter().enumerate().filter(|(_, id)| is_in.contains(id)) {
        match by_remainder.entry(seat % by) {
            Entry::Occupied(index) => pairs[*index.get()].second = Some(*id),
            Entry::Vacant(index) => {
                index.insert(pairs.len());
                pairs.push(Pair { first: *id, second: None });
            }
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::turn::tests::state;
    use rpsls_io::{GameRules, GameStage};

    /// Five seats in this round; the players of `out` are out.
    fn table(round: u32, out: &[u64]) -> GameState {
        let ids: Vec<ActorId> = (1..=5).map(ActorId::from).collect();
        let status = |id: &ActorId| match out.iter().any(|out| *id == ActorId::from(*out)) {
            true => PlayerStatus::Out,
            false => PlayerStatus::ToMove,
        };
        GameState {
            rules: GameRules { format: Format::Knockout, start_when_full: true },
            round,
            players: ids.iter().map(|id| (*id, status(id))).collect(),
            lobby_list: ids,
            ..state(GameStage::InProgress(Default::default()), PlayerStatus::ToMove)
        }
    }

    fn met(state: &GameState) -> Vec<(u64, Option<u64>)> {
        let number = |id: ActorId| (1..=5).find(|number| ActorId::from(*number) == id).unwrap();
        pairs(state).iter().map(|pair| (number(pair.first), pair.second.map(number))).collect()
    }

    #[test]
    fn those_meet_whose_seats_leave_the_same_remainder() {
        // Five seats take three rounds: one pair, two pairs, then all who are left.
        assert_eq!(met(&table(1, &[])), [(1, Some(5)), (2, None), (3, None), (4, None)]);
        assert_eq!(met(&table(2, &[1])), [(2, Some(4)), (3, Some(5))]);
        assert_eq!(met(&table(3, &[1, 2, 3])), [(4, Some(5))]);
    }

    #[test]
    fn there_are_pairs_in_a_knockout_only() {
        let group = GameState { rules: GameRules::default(), ..table(1, &[]) };
        assert!(pairs(&group).is_empty() && pairs(&table(0, &[])).is_empty());
        let pair = pairs(&table(1, &[]))[0];
        assert_eq!(pair.other_than(1.into()), Some(5.into()));
        assert_eq!(pair.other_than(5.into()), Some(1.into()));
        assert!(pair.has(5.into()) && !pair.has(2.into()));
    }
}
