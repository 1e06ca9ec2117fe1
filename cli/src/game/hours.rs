//! When a player has to be there, and when a game that nobody plays ends.

use crate::{
    game::turn::status_of,
    words::units::{clock, moment, span},
};
use gprimitives::ActorId;
use rpsls_io::{GameConfig, GameStage, GameState, PlayerStatus, knockout};

/// How long a player who sits at a table alone has waited, ms, if that is longer than the time to
/// register; `closable_from` is what the table tells. Whoever sits down then, the game promises as
/// long again, a day at most.
pub fn waited(state: &GameState, closable_from: Option<u64>, now: u64) -> Option<u64> {
    let first = closable_from?.saturating_sub(GameConfig::SILENCE);
    let is_alone = state.game_stage == GameStage::Preparation && state.lobby_list.len() == 1;
    (is_alone && now > first).then(|| now - first + state.config.entry_timeout)
}

/// What follows for whoever sits down beside a player who has waited for so long, ms.
pub fn as_long(waited: u64) -> String {
    let promised = span(waited.min(GameConfig::MOST_PROMISED));
    format!("who sits there has waited {}: a seat may take {promised}", span(waited))
}

/// When a player who sits down now has to be there at the latest, ms, at a table that starts when
/// it is full and has a free seat. No stage of any round ends sooner without that player. If all
/// players are there, nobody waits. What somebody else was promised for having waited does not
/// count: it goes when that player leaves.
pub fn be_here_by(state: &GameState) -> Option<u64> {
    let GameConfig { move_timeout, reveal_timeout, .. } = state.config;
    // Stages last as long as if registration had used up its time.
    (free_seats(state).is_some() && state.rules.start_when_full)
        .then(|| state.deadline.saturating_add(move_timeout.min(reveal_timeout)))
}

/// The same as a sentence; `now` is in ms.
pub fn be_here(state: &GameState, closable_from: Option<u64>, now: u64) -> Option<String> {
    be_here_by(state).map(|by| {
        let here = format!(
            "be here by {}, in {}: no round ends sooner",
            clock(by),
            span(by.saturating_sub(now))
        );
        match waited(state, closable_from, now) {
            Some(waited) => format!("{}. {here}", as_long(waited)),
            // Registration that ends with one player begins again.
            None if state.lobby_list.is_empty() => {
                format!("{here}. It is later if nobody else sits down by {}", clock(state.deadline))
            }
            None => here,
        }
    })
}

/// When a player has to be back at the latest, ms, who leaves now; `now` is in ms. No stage in which
/// the player has to act ends sooner. `None` if the player has nothing more to do in this game.
pub fn be_back_by(state: &GameState, player: ActorId, now: u64) -> Option<u64> {
    let GameConfig { move_timeout, reveal_timeout, .. } = state.config;
    let shortest = move_timeout.min(reveal_timeout);
    match status_of(state, player) {
        PlayerStatus::NotRegistered | PlayerStatus::Out => None,
        // Registration and the first stage last as long as if registration had used up its time.
        PlayerStatus::Registered => Some(state.deadline.saturating_add(shortest)),
        PlayerStatus::ToMove | PlayerStatus::ToReveal => Some(state.deadline),
        // If all others act now, the next stage begins.
        PlayerStatus::Moved => Some(now.saturating_add(reveal_timeout)),
        PlayerStatus::Revealed => Some(now.saturating_add(shortest)),
    }
}

/// The shares of a stopped game that are still to be paid, in the chain's smallest unit. Until all
/// of them are paid, nobody has a seat.
pub fn dues(state: &GameState) -> u128 {
    match state.lobby_list.is_empty() {
        true => state.pot,
        false => 0,
    }
}

/// How many registered players a full bracket has no place for, if nobody else registers.
pub fn surplus(state: &GameState) -> usize {
    match state.lobby_list.len() {
        taken @ 2.. if state.rules.has_full_bracket() => taken - knockout::full_bracket(taken),
        _ => 0,
    }
}

/// How many seats are free, if a player can sit down now. Nobody can before all shares of a stopped
/// game are paid.
pub fn free_seats(state: &GameState) -> Option<usize> {
    let seats = state.rules.seats(state.config.players_count_limit);
    let free = seats.saturating_sub(state.lobby_list.len());
    let is_open = state.game_stage == GameStage::Preparation && dues(state) == 0;
    (is_open && free > 0).then_some(free)
}

/// Says that the players are silent and when that ends the game, by what the table tells. `None`
/// before the stage's first time has run out. Also `None` in registration until the game can be
/// closed: the players then wait for another one, whose absence is not their silence.
pub fn silent(state: &GameState, closable_from: Option<u64>, now: u64) -> Option<String> {
    let from = closable_from?;
    let since = from.saturating_sub(GameConfig::SILENCE);
    let is_waiting = state.game_stage == GameStage::Preparation && now < from;
    (now > since && !is_waiting).then(|| match now >= from {
        true => format!(
            "nobody has acted since {}: anybody can close the game, by `rpsls advance`, and those \
             still in it share the pot",
            moment(since)
        ),
        false => format!(
            "nobody has acted since {}; from {} on anybody can close the game, and those still in \
             it share the pot",
            moment(since),
            moment(from)
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::turn::tests::state;
    use rpsls_io::{Format, GameRules};

    const MINUTE: u64 = 60_000;

    fn waiting() -> GameState {
        let config = GameConfig {
            bet_size: 10,
            players_count_limit: 3,
            entry_timeout: 10 * MINUTE,
            move_timeout: 5 * MINUTE,
            reveal_timeout: 2 * MINUTE,
        };
        let rules = GameRules { start_when_full: true, ..GameRules::default() };
        let deadline = 1_700_042_400_000;
        let lobby = state(GameStage::Preparation, PlayerStatus::Registered);
        GameState { config, rules, deadline, lobby_list: vec![], ..lobby }
    }

    #[test]
    fn whoever_sits_down_is_told_by_when_to_be_there() {
        let mut table = GameState { lobby_list: vec![1.into()], pot: 10, ..waiting() };
        let now = table.deadline - 8 * MINUTE;
        let by = clock(table.deadline + 2 * MINUTE);
        let told = format!("be here by {by}, in 10 min: no round ends sooner");
        assert_eq!(be_here(&table, None, now), Some(told));
        // Whoever has revealed can be late for the next move.
        let mut quick = table.clone();
        quick.config.move_timeout = MINUTE;
        assert!(be_here(&quick, None, now).unwrap().contains("in 9 min:"));
        (table.lobby_list, table.pot) = (vec![], 0);
        let until = clock(table.deadline);
        let later = format!(" It is later if nobody else sits down by {until}");
        assert!(be_here(&table, None, now).unwrap().ends_with(&later));
        table.rules.start_when_full = false;
        assert_eq!(be_here_by(&table), None, "the table's times say it");
        table.rules.start_when_full = true;
        table.lobby_list = (1..=3).map(Into::into).collect();
        assert_eq!(be_here_by(&table), None, "there is no seat");
    }

    #[test]
    fn whoever_sits_down_beside_one_who_has_waited_is_told_how_long_that_may_take() {
        let mut table = GameState { lobby_list: vec![1.into()], ..waiting() };
        const HOUR: u64 = 60 * MINUTE;
        let first = table.deadline;
        let from = Some(first + GameConfig::SILENCE);
        assert_eq!(waited(&table, from, first), None, "registration's own time");
        // The clock has extended registration since.
        let now = first + 9 * HOUR - 10 * MINUTE;
        table.deadline = now + 3 * MINUTE;
        assert_eq!(waited(&table, from, now), Some(9 * HOUR));
        assert_eq!(be_here_by(&table), Some(now + 5 * MINUTE), "the other one may leave");
        let told = be_here(&table, from, now).unwrap();
        assert!(told.starts_with("who sits there has waited 9 h: a seat may take 9 h. "), "{told}");
        assert!(as_long(40 * HOUR).ends_with(&format!("a seat may take {}", span(24 * HOUR))));
        table.lobby_list.push(2.into());
        assert_eq!(waited(&table, None, now), None, "two don't wait alone");
    }

    #[test]
    fn whoever_leaves_is_told_by_when_to_be_back() {
        let now = 1_700_042_300_000;
        let by = |stage, status| {
            let of = GameState { config: waiting().config, ..state(stage, status) };
            let ada = of.players[0].0;
            be_back_by(&GameState { deadline: now + MINUTE, ..of }, ada, now).map(|by| by - now)
        };
        let moves = || GameStage::InProgress(Default::default());
        let reveals = || GameStage::Reveal(Default::default());
        assert_eq!(by(GameStage::Preparation, PlayerStatus::Registered), Some(3 * MINUTE));
        assert_eq!(by(moves(), PlayerStatus::ToMove), Some(MINUTE));
        assert_eq!(by(moves(), PlayerStatus::Moved), Some(2 * MINUTE), "to reveal");
        assert_eq!(by(reveals(), PlayerStatus::ToReveal), Some(MINUTE));
        assert_eq!(by(reveals(), PlayerStatus::Revealed), Some(2 * MINUTE), "the shorter stage");
        assert_eq!(by(moves(), PlayerStatus::Out), None);
    }

    #[test]
    fn a_pot_without_players_is_what_is_due() {
        assert_eq!(dues(&waiting()), 0);
        let owing = GameState { pot: 70, ..waiting() };
        assert_eq!((dues(&owing), be_here_by(&owing), free_seats(&owing)), (70, None, None));
        assert_eq!(dues(&GameState { lobby_list: vec![1.into()], ..owing }), 0, "a bet");
    }

    #[test]
    fn a_full_bracket_has_as_many_seats_as_play() {
        let rules = GameRules { format: Format::Knockout, start_when_full: true };
        let config = GameConfig { players_count_limit: 6, ..waiting().config };
        let with = |rules, taken: u64| {
            let lobby_list = (1..=taken).map(Into::into).collect();
            let table = GameState { config: config.clone(), rules, lobby_list, ..waiting() };
            (free_seats(&table), surplus(&table))
        };
        let told = [0, 1, 2, 3, 4].map(|taken| with(rules, taken));
        assert_eq!(told, [(Some(4), 0), (Some(3), 0), (Some(2), 0), (Some(1), 1), (None, 0)]);
        let by_time = GameRules { start_when_full: false, ..rules };
        assert_eq!(with(by_time, 5), (Some(1), 0), "all play");
        assert_eq!(with(by_time, 6), (None, 0));
        let moves = state(GameStage::InProgress(Default::default()), PlayerStatus::ToMove);
        assert_eq!(free_seats(&moves), None);
    }

    #[test]
    fn silence_is_told_from_the_first_deadline_on() {
        let since = 1_700_042_400_000;
        let from = since + GameConfig::SILENCE;
        let moves = state(GameStage::InProgress(Default::default()), PlayerStatus::ToMove);
        assert_eq!(silent(&moves, None, from), None);
        assert_eq!(silent(&moves, Some(from), since), None);
        let told = format!(
            "nobody has acted since {}; from {} on anybody can close the game, and those still in \
             it share the pot",
            moment(since),
            moment(from)
        );
        assert_eq!(silent(&moves, Some(from), since + 1), Some(told));
        assert!(silent(&moves, Some(from), from).unwrap().contains("rpsls advance"));
        let lobby = state(GameStage::Preparation, PlayerStatus::Registered);
        assert_eq!(silent(&lobby, Some(from), from - 1), None, "it waits for another player");
        assert!(silent(&lobby, Some(from), from).is_some());
    }
}
