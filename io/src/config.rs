//! A table's settings and their limits.

use parity_scale_codec::{Decode, Encode};
use scale_info::TypeInfo;
use thiserror::Error;

/// Settings of a game: what a seat costs, how many seats there are, and how
/// long each stage lasts.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
pub struct GameConfig {
    /// What one player stakes, in the chain's smallest unit. 0 is a free game.
    pub bet_size: u128,
    /// The most players who can register, at least 2.
    pub players_count_limit: u8,
    /// How long registration stays open, in ms.
    pub entry_timeout: u64,
    /// How long players have to commit to a move, in ms.
    pub move_timeout: u64,
    /// How long players have to reveal their move, in ms.
    pub reveal_timeout: u64,
}

impl GameConfig {
    /// The fewest players that make a game.
    pub const MIN_PLAYERS: u8 = 2;
    /// The shortest timeout, in ms.
    pub const MIN_TIMEOUT: u64 = 5_000;
    /// The longest timeout, in ms: 365 days.
    pub const MAX_TIMEOUT: u64 = 31_536_000_000;

    /// Checks the settings against their limits.
    ///
    /// # Errors
    ///
    /// The first limit that is broken, in the order of [`ConfigError`]'s variants.
    pub fn validate(&self) -> Result<(), ConfigError> {
        if self.players_count_limit < Self::MIN_PLAYERS {
            return Err(ConfigError::PlayersCountLimitTooLow);
        }
        let timeouts = [self.entry_timeout, self.move_timeout, self.reveal_timeout];
        if timeouts.iter().any(|timeout| *timeout < Self::MIN_TIMEOUT) {
            return Err(ConfigError::TimeoutTooShort);
        }
        if timeouts.iter().any(|timeout| *timeout > Self::MAX_TIMEOUT) {
            return Err(ConfigError::TimeoutTooLong);
        }
        self.bet_size
            .checked_mul(self.players_count_limit.into())
            .map(|_| ())
            .ok_or(ConfigError::PotOverflow)
    }
}

/// Why a [`GameConfig`] is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, TypeInfo, Error)]
pub enum ConfigError {
    /// `players_count_limit` is under 2.
    #[error("players_count_limit must be at least 2")]
    PlayersCountLimitTooLow,
    /// A timeout is under 5 000 ms.
    #[error("each timeout must be at least 5000 ms")]
    TimeoutTooShort,
    /// A timeout is over a year.
    #[error("each timeout must be at most 31536000000 ms (365 days)")]
    TimeoutTooLong,
    /// A full table's pot would not fit in a `u128`.
    #[error("bet_size times players_count_limit must fit in 128 bits")]
    PotOverflow,
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALID: GameConfig = GameConfig {
        bet_size: 0,
        players_count_limit: 2,
        entry_timeout: GameConfig::MIN_TIMEOUT,
        move_timeout: GameConfig::MIN_TIMEOUT,
        reveal_timeout: GameConfig::MAX_TIMEOUT,
    };

    #[test]
    fn the_limits_themselves_are_valid() {
        assert_eq!(VALID.validate(), Ok(()));
        let full = GameConfig { players_count_limit: u8::MAX, ..VALID };
        assert_eq!(full.validate(), Ok(()));
        let rich = GameConfig { bet_size: u128::MAX / 2, ..VALID };
        assert_eq!(rich.validate(), Ok(()));
    }

    #[test]
    fn one_player_is_no_game() {
        for players_count_limit in [0, 1] {
            let config = GameConfig { players_count_limit, ..VALID };
            assert_eq!(config.validate(), Err(ConfigError::PlayersCountLimitTooLow));
        }
    }

    #[test]
    fn each_timeout_has_both_limits() {
        let with = |timeout| {
            [
                GameConfig { entry_timeout: timeout, ..VALID },
                GameConfig { move_timeout: timeout, ..VALID },
                GameConfig { reveal_timeout: timeout, ..VALID },
            ]
        };
        for config in with(GameConfig::MIN_TIMEOUT - 1) {
            assert_eq!(config.validate(), Err(ConfigError::TimeoutTooShort));
        }
        for config in with(GameConfig::MAX_TIMEOUT + 1) {
            assert_eq!(config.validate(), Err(ConfigError::TimeoutTooLong));
        }
        for config in with(GameConfig::MIN_TIMEOUT).into_iter().chain(with(GameConfig::MAX_TIMEOUT))
        {
            assert_eq!(config.validate(), Ok(()));
        }
    }

    #[test]
    fn the_pot_of_a_full_table_must_fit() {
        let config = GameConfig { bet_size: u128::MAX / 2 + 1, ..VALID };
        assert_eq!(config.validate(), Err(ConfigError::PotOverflow));
    }
}
