//! What a player may do now, by the table's state alone.
//!
//! The client sends nothing, and tries nothing out on a node, before these functions say yes: an
//! opening that leaves this computer too early gives the move away.

use gprimitives::{ActorId, H256};
use rpsls_io::{GameError, GameStage, GameState, PlayerStatus};

/// This player's status.
pub fn status_of(state: &GameState, player: ActorId) -> PlayerStatus {
    let found = state.players.iter().find(|(id, _)| *id == player);
    found.map_or(PlayerStatus::NotRegistered, |(_, status)| *status)
}

/// Whether a game has started without a player who had a seat for it, because the bracket is full.
/// Where all seats are taken, as in a duel, nobody has been sent away.
pub fn is_sent_away(state: &GameState, player: ActorId) -> bool {
    state.rules.has_full_bracket()
        && state.game_stage != GameStage::Preparation
        && state.lobby_list.len() < state.rules.seats(state.config.players_count_limit)
        && status_of(state, player) == PlayerStatus::NotRegistered
}

/// Names a stage: the game, the round, and which of its stages it is. Its time does not name it:
/// once that is over, it begins anew in each block.
pub type Stage = (u64, u32, u8);

/// The stage that runs.
pub fn stage_of(state: &GameState) -> Stage {
    let which = match state.game_stage {
        GameStage::Preparation => 0,
        GameStage::InProgress(_) => 1,
        GameStage::Reveal(_) => 2,
    };
    (state.games_finished, state.round, which)
}

/// The hash that this player has committed to in this round.
pub fn commitment_of(state: &GameState, player: ActorId) -> Option<H256> {
    let found = state.commitments.iter().find(|(id, _)| *id == player);
    found.map(|(_, hash)| *hash)
}

/// Whether the game would give this player a seat, as far as the state tells.
///
/// # Errors
///
/// The reason for which the game would refuse.
pub fn may_join(state: &GameState, player: ActorId) -> Result<(), GameError> {
    let players_count_limit = state.config.players_count_limit;
    if state.game_stage != GameStage::Preparation {
        return Err(GameError::GameUnderWay);
    }
    if status_of(state, player) != PlayerStatus::NotRegistered {
        return Err(GameError::AlreadyRegistered);
    }
    match state.lobby_list.len() < usize::from(players_count_limit) {
        true => Ok(()),
        false => Err(GameError::LobbyFull { players_count_limit }),
    }
}

/// Whether the game would take a move of this player.
///
/// # Errors
///
/// The reason for which the game would refuse.
pub fn may_move(state: &GameState, player: ActorId) -> Result<(), GameError> {
    match (&state.game_stage, status_of(state, player)) {
        (GameStage::InProgress(_), PlayerStatus::ToMove) => Ok(()),
        (GameStage::InProgress(_), PlayerStatus::Moved) => Err(GameError::AlreadyMoved),
        (GameStage::InProgress(_), _) => Err(GameError::NotInRound),
        (GameStage::Preparation | GameStage::Reveal(_), _) => Err(GameError::NotMoveStage),
    }
}

/// The hash that this player has to open now.
///
/// # Errors
///
/// The reason for which the game would refuse a reveal of this player.
pub fn may_reveal(state: &GameState, player: ActorId) -> Result<H256, GameError> {
    match (&state.game_stage, status_of(state, player)) {
        (GameStage::Reveal(_), PlayerStatus::ToReveal) => {
            commitment_of(state, player).ok_or(GameError::NotInRound)
        }
        (GameStage::Reveal(_), PlayerStatus::Revealed) => Err(GameError::AlreadyRevealed),
        (GameStage::Reveal(_), _) => Err(GameError::NotInRound),
        (GameStage::Preparation | GameStage::InProgress(_), _) => Err(GameError::NotRevealStage),
    }
}

/// Whether the table has this player's move of this game and round, whoever has shown it.
pub fn is_shown(state: &GameState, player: ActorId, (game, round): (u64, u32)) -> bool {
    let is_running = (state.games_finished, state.round) == (game, round);
    let of_last = state.last_round.as_ref().filter(|last| (last.game, last.round) == (game, round));
    (is_running && status_of(state, player) == PlayerStatus::Revealed)
        || of_last.is_some_and(|last| {
            last.moves.iter().any(|(id, shown)| *id == player && shown.is_some())
        })
}

/// The single command that is next for this player. `is_settled` says whether a message has done what
/// the state tells.
pub fn next_step(state: &GameState, player: ActorId, is_settled: bool) -> &'static str {
    match status_of(state, player) {
        _ if !is_settled => "advance",
        PlayerStatus::ToMove => "move",
        PlayerStatus::ToReveal => "reveal",
        PlayerStatus::NotRegistered if may_join(state, player).is_ok() => "register",
        _ => "wait",
    }
}

/// What a place in the game is worth, in the chain's smallest unit, if all players who are still in
/// are equally likely to win.
pub fn worth(state: &GameState) -> u128 {
    let is_in = |status: &PlayerStatus| !matches!(status, PlayerStatus::Out);
    let left = state.players.iter().filter(|(_, status)| is_in(status)).count();
    state.pot / u128::try_from(left.max(1)).expect("there are 255 at most")
}

/// How many blocks the client leaves an overdue stage to the table's own alarm: skipped blocks make
/// the alarm late, and a message that arrives before it costs its sender for nothing.
pub const ALARM_BLOCKS: u32 = 3;

/// From how many blocks on that are not final, finality counts as being behind.
pub const BEHIND: u32 = 10;
/// How many blocks it takes until a message that is shown now is in one, at most.
const TO_SHOW: u32 = 4;

/// Whether to show a move before the block that asks for it is final, if this much of a stage of
/// this length is left, in blocks, and this many blocks are not final.
///
/// A block that is undone has given the move away; silence loses for certain.
pub fn shows_early(left: u32, stage: u32, lag: u32) -> bool {
    left < lag.saturating_add(TO_SHOW) || left <= stage / 4
}

/// Notices a stage that is over but that nobody has settled.
///
/// A query answers as a message sent now would find the table. So an overdue stage looks in each
/// block as if the next one had just begun, or, while players of the game before are still to be
/// paid, as a stage whose time is over.
#[derive(Clone, Debug, Default)]
pub struct Overdue {
    blocks: u32,
    /// The newest block that was seen.
    newest: Option<u64>,
}

impl Overdue {
    /// Takes the state as of a block with this timestamp, ms. Returns for how many blocks the stage
    /// has been overdue.
    pub fn blocks(&mut self, state: &GameState, timestamp: u64) -> u32 {
        let is_overdue = state.current_stage_timestamp == timestamp || state.deadline < timestamp;
        let is_new = self.newest.is_none_or(|newest| newest < timestamp);
        self.newest = self.newest.max(Some(timestamp));
        match is_overdue {
            true => self.blocks += u32::from(is_new),
            false => self.blocks = 0,
        }
        // In the first such block the stage may really have just begun.
        self.blocks.saturating_sub(1)
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use rpsls_io::{Format, GameConfig, GameRules, Move, RoundResult, StageDescription};

    #[test]
    fn a_move_is_shown_early_before_finality_would_come_too_late_or_a_quarter_is_left() {
        // With finality as it is on most days, the final block asks long before.
        assert!(!shows_early(7, 20, 3) && shows_early(6, 20, 3));
        assert!(!shows_early(44, 80, 40) && shows_early(43, 80, 40));
        assert!(!shows_early(26, 100, 10) && shows_early(25, 100, 10), "a quarter");
        assert!(shows_early(80, 80, 100), "nothing will be final in time");
        assert!(shows_early(0, 0, 0) && shows_early(9, 1_000, u32::MAX));
    }

    const ADA: ActorId = ActorId::new([1; 32]);
    const GRACE: ActorId = ActorId::new([2; 32]);

    pub fn state(game_stage: GameStage, ada: PlayerStatus) -> GameState {
        GameState {
            config: GameConfig {
                bet_size: 0,
                players_count_limit: 2,
                entry_timeout: 5_000,
                move_timeout: 5_000,
                reveal_timeout: 5_000,
            },
            lobby_list: vec![ADA],
            game_stage,
            current_stage_timestamp: 0,
            deadline: u64::MAX,
            round: 1,
            players: vec![(ADA, ada)],
            owner: GRACE,
            pot: 0,
            next_config: None,
            commitments: vec![(ADA, H256([7; 32]))],
            revealed_moves: vec![],
            games_finished: 0,
            last_game: None,
            rules: GameRules::default(),
            next_rules: None,
            delegates: vec![],
            stop_scheduled: false,
            last_round: None,
        }
    }

    fn moves() -> GameStage {
        GameStage::InProgress(StageDescription::default())
    }

    fn reveals() -> GameStage {
        GameStage::Reveal(StageDescription::default())
    }

    #[test]
    fn the_next_command_follows_from_the_state() {
        let next = |stage, status| next_step(&state(stage, status), ADA, true);
        assert_eq!(next(moves(), PlayerStatus::ToMove), "move");
        assert_eq!(next(reveals(), PlayerStatus::ToReveal), "reveal");
        assert_eq!(next(reveals(), PlayerStatus::Revealed), "wait");
        let lobby = state(GameStage::Preparation, PlayerStatus::Registered);
        let of = |player, is_settled| next_step(&lobby, player, is_settled);
        assert_eq!((of(ADA, true), of(GRACE, true)), ("wait", "register"));
        assert_eq!(of(GRACE, false), "advance", "the pot first");
    }

    #[test]
    fn there_is_a_seat_before_the_game_while_not_all_are_taken() {
        let lobby = state(GameStage::Preparation, PlayerStatus::Registered);
        assert_eq!(may_join(&lobby, GRACE), Ok(()));
        assert_eq!(may_join(&lobby, ADA), Err(GameError::AlreadyRegistered));
        let full = GameState { lobby_list: vec![ADA, 3.into()], ..lobby };
        let error = GameError::LobbyFull { players_count_limit: 2 };
        assert_eq!(may_join(&full, GRACE), Err(error));
        let running = state(reveals(), PlayerStatus::ToReveal);
        assert_eq!(may_join(&running, GRACE), Err(GameError::GameUnderWay));
    }

    #[test]
    fn a_player_who_has_not_moved_may() {
        assert_eq!(may_move(&state(moves(), PlayerStatus::ToMove), ADA), Ok(()));
        let refused = [
            (moves(), PlayerStatus::Moved, GameError::AlreadyMoved),
            (moves(), PlayerStatus::Out, GameError::NotInRound),
            (reveals(), PlayerStatus::ToReveal, GameError::NotMoveStage),
            (GameStage::Preparation, PlayerStatus::Registered, GameError::NotMoveStage),
        ];
        for (stage, status, error) in refused {
            assert_eq!(may_move(&state(stage, status), ADA), Err(error));
        }
        let error = may_move(&state(moves(), PlayerStatus::ToMove), GRACE);
        assert_eq!(error, Err(GameError::NotInRound));
    }

    #[test]
    fn nobody_reveals_before_everyone_has_moved() {
        let reveal = |stage, status| may_reveal(&state(stage, status), ADA);
        assert_eq!(reveal(moves(), PlayerStatus::Moved), Err(GameError::NotRevealStage));
        assert_eq!(reveal(reveals(), PlayerStatus::ToReveal), Ok(H256([7; 32])));
        assert_eq!(reveal(reveals(), PlayerStatus::Revealed), Err(GameError::AlreadyRevealed));
    }

    #[test]
    fn a_move_is_shown_in_its_round_and_after_it() {
        let mut table = state(reveals(), PlayerStatus::Revealed);
        assert!(is_shown(&table, ADA, (0, 1)) && !is_shown(&table, ADA, (0, 2)));
        assert!(!is_shown(&table, GRACE, (0, 1)));
        assert!(!is_shown(&state(reveals(), PlayerStatus::ToReveal), ADA, (0, 1)));
        let moves = vec![(ADA, Some(Move::Rock)), (GRACE, None)];
        table.last_round = Some(RoundResult { game: 0, round: 1, moves });
        (table.game_stage, table.games_finished, table.players) =
            (GameStage::Preparation, 1, vec![]);
        assert!(is_shown(&table, ADA, (0, 1)) && !is_shown(&table, ADA, (1, 1)));
        assert!(!is_shown(&table, GRACE, (0, 1)), "silent");
    }

    #[test]
    fn registration_whose_time_is_over_is_overdue() {
        let lobby = state(GameStage::Preparation, PlayerStatus::Registered);
        let mut overdue = Overdue::default();
        let blocks = [9, 12, 15, 18]
            .map(|now| overdue.blocks(&GameState { deadline: 11, ..lobby.clone() }, now));
        assert_eq!(blocks, [0, 0, 1, 2]);
    }

    #[test]
    fn whoever_has_no_seat_in_a_full_bracket_was_sent_away() {
        let full = GameRules { format: Format::Knockout, start_when_full: true };
        let of = |rules, stage, player| {
            let table = GameState { rules, ..state(stage, PlayerStatus::ToMove) };
            is_sent_away(&table, player)
        };
        assert!(of(full, moves(), GRACE) && !of(full, moves(), ADA));
        assert!(!of(full, GameStage::Preparation, GRACE), "it may still be taken");
        let by_time = GameRules { start_when_full: false, ..full };
        assert!(!of(by_time, moves(), GRACE) && !of(GameRules::default(), moves(), GRACE));
        let lobby_list = vec![ADA, 3.into()];
        let duel = state(moves(), PlayerStatus::ToMove);
        assert!(!is_sent_away(&GameState { rules: full, lobby_list, ..duel }, GRACE), "all taken");
    }
}
