//! The game's answers as sentences.

use crate::words::units::vara;
use rpsls_club_io::ClubError;
use rpsls_io::{
    ConfigError, Event, Format, GameConfig, GameError, GameRules, GameStage, PlayerStatus,
    RevealResult, StageChange,
};

/// Why the game refused, and what to do next.
pub fn refusal(error: &GameError) -> String {
    match error {
        GameError::GameUnderWay => {
            "a game is under way, and its players can't change: `rpsls join \
                                    --wait` waits for the next one"
                .into()
        }
        GameError::BetTooSmall { bet_size, attached } => format!(
            "a seat costs {}, and only {} came with the message: the bet has changed, look at \
             `rpsls status` and try again",
            vara(*bet_size),
            vara(*attached)
        ),
        GameError::AlreadyRegistered => {
            "you have a seat already: wait for the moves to start (`rpsls status`)".into()
        }
        GameError::LobbyFull { players_count_limit } => format!(
            "all {players_count_limit} seats are taken: `rpsls join --wait` waits for the next game"
        ),
        GameError::NotRegistered => {
            "you have no seat in this game: take one with `rpsls register`".into()
        }
        GameError::NotMoveStage => {
            "it is not time for moves: `rpsls status` shows the stage and the time left".into()
        }
        GameError::NotRevealStage => {
            "it is not time for reveals: `rpsls status` shows the stage and the time left".into()
        }
        GameError::NotInRound => "you don't play in this round: you never registered for this \
                                  game, or are out of it, or the bracket was full without you, and \
                                  your bet is back; the next one starts when it is over"
            .into(),
        GameError::AlreadyMoved => "you have made your move, and it can't be changed: reveal it \
                                    once everyone has moved (`rpsls reveal`)"
            .into(),
        GameError::CommitmentTaken => "another player has committed this very hash: make the move \
                                       again, with another password"
            .into(),
        GameError::AlreadyRevealed => {
            "this move has been shown already: wait for the others (`rpsls watch`)".into()
        }
        GameError::OpeningMismatch => {
            "this opening is not of the move that you committed to last: \
                                       another rpsls that plays this seat may have gone on, or the \
                                       move was made elsewhere, and `rpsls secrets import` brings \
                                       its opening here"
                .into()
        }
        GameError::InvalidMove => {
            "the opening that was committed names no move, so it can't be revealed".into()
        }
        GameError::NotOwner => {
            "only the table's owner may do this: `rpsls status` shows which account that is, and \
             --account names it"
                .into()
        }
        GameError::BadConfig(error) => format!("the table can't have this config: {}", bad(error)),
        GameError::StageNotOver { .. } => {
            "the stage is not over yet: `rpsls status` shows the time left".into()
        }
        GameError::OtherGame { game } => format!(
            "the table is at game {} by now: look at its terms (`rpsls status`) and join again",
            game_number(*game)
        ),
        GameError::BadDelegate => "a delegate must be another account than yours, the table's \
                                   and the zero account"
            .into(),
        GameError::SharesDue { players } => format!(
            "{} of the last game still to be paid: rpsls advance pays the next of them, or wait",
            if *players == 1 { "one player is".into() } else { format!("{players} players are") }
        ),
        GameError::NotDelegate => "this player has not named this account as delegate".into(),
        GameError::PlayerNotNamed => {
            "several players have named this account as delegate: it has to say for whom it acts"
                .into()
        }
    }
}

fn bad(error: &ConfigError) -> String {
    match error {
        ConfigError::PlayersCountLimitTooLow => "it needs at least 2 seats".into(),
        ConfigError::TimeoutTooShort => {
            format!("each stage lasts at least {} s", GameConfig::MIN_TIMEOUT / 1_000)
        }
        ConfigError::TimeoutTooLong => {
            format!("each stage lasts at most {} days", GameConfig::MAX_TIMEOUT / 86_400_000)
        }
        ConfigError::PotOverflow => {
            "the pot of a full table would be more than there can be".into()
        }
    }
}

/// The error's name in JSON.
pub const fn error_kind(error: &GameError) -> &'static str {
    match error {
        GameError::GameUnderWay => "game_under_way",
        GameError::BetTooSmall { .. } => "bet_too_small",
        GameError::AlreadyRegistered => "already_registered",
        GameError::LobbyFull { .. } => "lobby_full",
        GameError::NotRegistered => "not_registered",
        GameError::NotMoveStage => "not_move_stage",
        GameError::NotRevealStage => "not_reveal_stage",
        GameError::NotInRound => "not_in_round",
        GameError::AlreadyMoved => "already_moved",
        GameError::CommitmentTaken => "commitment_taken",
        GameError::AlreadyRevealed => "already_revealed",
        GameError::OpeningMismatch => "opening_mismatch",
        GameError::InvalidMove => "invalid_move",
        GameError::NotOwner => "not_owner",
        GameError::BadConfig(_) => "bad_config",
        GameError::StageNotOver { .. } => "stage_not_over",
        GameError::OtherGame { .. } => "other_game",
        GameError::BadDelegate => "bad_delegate",
        GameError::SharesDue { .. } => "shares_due",
        GameError::NotDelegate => "not_delegate",
        GameError::PlayerNotNamed => "player_not_named",
    }
}

/// The event's name in JSON.
pub const fn event_kind(event: &Event) -> &'static str {
    match event {
        Event::PlayerRegistered => "player_registered",
        Event::SuccessfulMove(_) => "successful_move",
        Event::SuccessfulReveal(_) => "successful_reveal",
        Event::GameConfigChanged => "game_config_changed",
        Event::GameWasStopped(_) => "game_was_stopped",
        Event::StageAdvanced(_) => "stage_advanced",
        Event::PlayerLeft => "player_left",
        Event::GameRulesChanged => "game_rules_changed",
        Event::StopScheduled => "stop_scheduled",
        Event::SharesPaid(_) => "shares_paid",
        Event::SentAway(_) => "sent_away",
    }
}

/// The game's number for people, who count from 1; JSON and files count from 0.
pub const fn game_number(game: u64) -> u64 {
    game.saturating_add(1)
}

/// The stage's name, in JSON and for people.
pub const fn stage(stage: &GameStage) -> &'static str {
    match stage {
        GameStage::Preparation => "registration",
        GameStage::InProgress(_) => "moves",
        GameStage::Reveal(_) => "reveals",
    }
}

/// The player's status: its name in JSON, and the words for people.
pub const fn status(status: PlayerStatus) -> (&'static str, &'static str) {
    match status {
        PlayerStatus::NotRegistered => ("not_registered", "not registered"),
        PlayerStatus::Registered => ("registered", "registered"),
        PlayerStatus::ToMove => ("to_move", "has to move"),
        PlayerStatus::Moved => ("moved", "has moved"),
        PlayerStatus::ToReveal => ("to_reveal", "has to reveal"),
        PlayerStatus::Revealed => ("revealed", "has revealed"),
        PlayerStatus::Out => ("out", "is out"),
    }
}

/// What an event says about the player who caused it.
pub fn event(event: &Event) -> String {
    match event {
        Event::PlayerRegistered => "has a seat".into(),
        Event::SuccessfulMove(_) => "has moved".into(),
        Event::SuccessfulReveal(RevealResult::Continue) => "has revealed".into(),
        Event::SuccessfulReveal(RevealResult::NextRoundStarted { players }) => {
            format!("has revealed, the last: {} play on", players.len())
        }
        Event::SuccessfulReveal(RevealResult::GameOver { .. }) => {
            "has revealed, the last: the game is over".into()
        }
        Event::GameConfigChanged => "has set the next game's config".into(),
        Event::GameWasStopped(players) if players.is_empty() => {
            "has stopped the game, in which nobody was".into()
        }
        Event::GameWasStopped(players) => {
            format!("has stopped the game: the pot is shared by {}", count(players.len()))
        }
        Event::StageAdvanced(change) => self::change(change),
        Event::PlayerLeft => "has left, and has the bet back".into(),
        Event::GameRulesChanged => "has set the next game's rules".into(),
        Event::StopScheduled => "has stopped the game: it ends with this round".into(),
        Event::SharesPaid(players) => {
            format!("paid {} of the game that was stopped their shares", count(players.len()))
        }
        Event::SentAway(players) => match players.len() {
            1 => "the bracket is full: 1 player is sent away, and has the bet back".into(),
            many => format!(
                "the bracket is full: {many} players are sent away, and have their bets back"
            ),
        },
    }
}

/// What the clock did.
pub fn change(change: &StageChange) -> String {
    match change {
        StageChange::Extended => {
            "too few were there in time, so the stage's time begins again".into()
        }
        StageChange::MovesStarted { players } => format!("{} to move", count(players.len())),
        StageChange::RevealsStarted { players } => format!("{} to reveal", count(players.len())),
        StageChange::NextRoundStarted { players } => {
            format!("the next round starts, with {}", count(players.len()))
        }
        StageChange::GameOver { .. } => "the game is over".into(),
    }
}

/// The rules in a sentence.
pub fn rules(rules: &GameRules) -> String {
    let tie = match rules.format {
        Format::Replay => "replay: where no move beats all others, everybody plays again",
        Format::Points => {
            "points: where no move beats all others, each scores the players it beats less those \
             who beat it, and the highest go on"
        }
        Format::Knockout => {
            "knockout: players meet in pairs, and the winner of each goes on; a draw is tossed"
        }
    };
    match rules.start_when_full {
        true => format!("{tie}; starts when full or time is up"),
        false => tie.into(),
    }
}

/// The name of a club's error in JSON.
pub fn club_error_kind(error: &ClubError) -> &'static str {
    match error {
        ClubError::BadConfig(_) => "bad_config",
        ClubError::NotFair => "not_fair",
        ClubError::TitleTooLong { .. } => "title_too_long",
        ClubError::BadTitle => "bad_title",
        ClubError::DepositMissing { .. } => "deposit_missing",
        ClubError::StartGasTooLow { .. } => "start_gas_too_low",
        ClubError::NotListed => "not_listed",
        ClubError::NotYours => "not_yours",
        ClubError::OutOfGas { .. } => "out_of_gas",
    }
}

/// Says that a pot was won; a free game has none.
pub fn won(pot: u128) -> String {
    match pot {
        0 => "won".into(),
        pot => format!("won {}", vara(pot)),
    }
}

/// So many players.
pub fn count(players: usize) -> String {
    match players {
        1 => "1 player".into(),
        _ => format!("{players} players"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parity_scale_codec::Decode;
    use rpsls_io::GameConfig;
    use std::collections::BTreeSet;

    /// One of each variant.
    fn errors() -> Vec<GameError> {
        let of = |index| GameError::decode(&mut &[&[index][..], &[0; 64]].concat()[..]).ok();
        (0..=u8::MAX).filter_map(of).collect()
    }

    #[test]
    fn nothing_is_told_as_nothing() {
        let stopped = |players: &[u64]| {
            let players = players.iter().map(|id| (*id).into()).collect();
            event(&Event::GameWasStopped(players))
        };
        assert_eq!(stopped(&[]), "has stopped the game, in which nobody was");
        assert_eq!(stopped(&[1]), "has stopped the game: the pot is shared by 1 player");
        assert_eq!(won(0), "won");
        assert_eq!(won(2_000_000_000_000), "won 2 VARA");
    }

    #[test]
    fn each_refusal_has_its_own_name_and_sentence() {
        let kinds: BTreeSet<_> = errors().iter().map(error_kind).collect();
        let sentences: BTreeSet<_> = errors().iter().map(refusal).collect();
        assert_eq!((kinds.len(), sentences.len()), (errors().len(), errors().len()));
        assert!(errors().len() > 20);
    }

    #[test]
    fn limits_are_told_in_the_units_of_the_flags() {
        let broken = GameConfig {
            bet_size: 1,
            players_count_limit: 2,
            entry_timeout: 1,
            move_timeout: 1,
            reveal_timeout: 1,
        };
        let error = broken.validate().unwrap_err();
        assert!(refusal(&error.into()).ends_with("each stage lasts at least 5 s"));
    }
}
