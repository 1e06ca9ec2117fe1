//! Tables, one line each.

use crate::{
    game::hours,
    screen::{
        columns::Side::{Left, Right},
        output::Output,
    },
    words::{
        text,
        units::{span, vara},
    },
};
use anyhow::Result;
use rpsls_io::{GameStage, GameState};

/// Marks the name of a table whose code is unknown.
const MARK: &str = "! ";

/// A table in a list.
pub struct Entry<'a> {
    /// The table's name, or else its id.
    pub name: String,
    pub is_known: bool,
    /// The chain's time, ms, and the game; or the reason why there is none.
    pub game: Result<(u64, &'a GameState), &'a str>,
}

/// Shows the tables, in their order.
pub fn show(out: &Output, entries: &[Entry<'_>]) -> Result<()> {
    let sides = [Right, Left, Left, Right, Left];
    let titles = ["Bet", "Seats", "Stage", "Left", "Table"];
    out.columns(sides, titles, entries.iter().map(Entry::cells).collect())?;
    match entries.iter().all(|entry| entry.is_known) {
        true => Ok(()),
        false => out.line(&format!(
            "{MARK}Its code is unknown: `join` refuses it, and --any passes it by."
        )),
    }
}

impl Entry<'_> {
    fn cells(&self) -> [String; 5] {
        let mark = if self.is_known { "" } else { MARK };
        let name = format!("{mark}{}", self.name);
        let (now, state) = match self.game {
            Ok(game) => game,
            Err(why) => return ["".into(), "".into(), why.into(), "".into(), name],
        };
        let seats = state.rules.seats(state.config.players_count_limit);
        let bet = match state.config.bet_size {
            0 => "free".into(),
            bet => vara(bet),
        };
        let taken = format!("{} of {seats}", state.lobby_list.len());
        [bet, taken, stage(state), left(now, state), name]
    }
}

fn stage(state: &GameState) -> String {
    let name = text::stage(&state.game_stage);
    match &state.game_stage {
        GameStage::Preparation if hours::dues(state) > 0 => "shares are due".into(),
        GameStage::Preparation => name.into(),
        GameStage::InProgress(_) | GameStage::Reveal(_) => format!("{name}, round {}", state.round),
    }
}

/// The time left, if the clock runs. Before two players are there, nobody waits for it.
fn left(now: u64, state: &GameState) -> String {
    let is_waiting = state.game_stage == GameStage::Preparation && state.lobby_list.len() < 2;
    match state.deadline.saturating_sub(now) {
        _ if is_waiting => String::new(),
        0 => "over".into(),
        left => span(left),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{game::turn::tests, words::units::VARA};
    use rpsls_io::PlayerStatus;

    fn state(stage: GameStage, taken: u64) -> GameState {
        let mut state = tests::state(stage, PlayerStatus::ToMove);
        state.config.bet_size = 2 * VARA;
        state.config.players_count_limit = 4;
        state.lobby_list = (0..taken).map(Into::into).collect();
        (state.round, state.deadline, state.pot) = (3, 90_000, u128::from(taken));
        state
    }

    fn cells(state: &GameState, now: u64, is_known: bool) -> [String; 5] {
        Entry { name: "den".into(), is_known, game: Ok((now, state)) }.cells()
    }

    #[test]
    fn a_table_is_told_in_a_line() {
        let lobby = GameStage::Preparation;
        let moves = GameStage::InProgress(Default::default());
        let told = [
            (state(lobby.clone(), 1), true),
            (state(lobby, 2), true),
            (state(moves.clone(), 4), false),
        ];
        assert_eq!(
            told.each_ref().map(|(state, is_known)| cells(state, 30_000, *is_known)),
            [
                ["2 VARA", "1 of 4", "registration", "", "den"],
                ["2 VARA", "2 of 4", "registration", "1 min", "den"],
                ["2 VARA", "4 of 4", "moves, round 3", "1 min", "! den"],
            ]
        );
        let late = state(moves, 4);
        assert_eq!(cells(&late, 90_000, true)[3], "over");
    }

    #[test]
    fn free_games_and_due_shares_are_told_as_such() {
        let mut owing = state(GameStage::Preparation, 0);
        owing.config.bet_size = 0;
        owing.pot = VARA;
        assert_eq!(cells(&owing, 0, true)[..3], ["free", "0 of 4", "shares are due"]);
    }

    #[test]
    fn a_table_of_which_nothing_is_known_says_why() {
        let gone = Entry { name: "den".into(), is_known: true, game: Err("not found") };
        assert_eq!(gone.cells(), ["", "", "not found", "", "den"]);
    }
}
