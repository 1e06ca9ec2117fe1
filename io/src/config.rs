//! A table's settings and their limits.

use crate::knockout;
use gprimitives::ActorId;
use parity_scale_codec::{Decode, Encode, Error};
use scale_info::TypeInfo;

/// Settings of a game: what a seat costs, how many seats there are, and how
/// long each stage lasts.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub struct GameConfig {
    /// The bet: what a seat costs, in the chain's smallest unit. 0 is a free game.
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

    /// The most, in ms, that a player who has waited alone is promised when a game starts: a
    /// day.
    pub const MOST_PROMISED: u64 = 24 * 60 * 60 * 1_000;

    /// How long after a stage's first deadline, in ms, the silence of all who are in
    /// ends the game: 30 days.
    pub const SILENCE: u64 = 30 * 24 * 60 * 60 * 1_000;

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

/// How a table's games are played, beyond what a [`GameConfig`] sets. The
/// default is the plain game: a draw is replayed, and registration stays open
/// until its time is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub struct GameRules {
    /// Who goes on after a round.
    pub format: Format,
    /// Whether the message that takes the last seat ends registration. A `Knockout` that
    /// starts so has a full bracket, see [`GameRules::has_full_bracket`].
    pub start_when_full: bool,
}

impl GameRules {
    /// Whether a full bracket plays. The first who registered play, see
    /// [`knockout::full_bracket`], and the others get their bets back.
    pub fn has_full_bracket(self) -> bool {
        self.start_when_full && self.format == Format::Knockout
    }

    /// How many players fill a table of this limit.
    pub fn seats(self, players_count_limit: u8) -> usize {
        let limit = players_count_limit.into();
        if self.has_full_bracket() { knockout::full_bracket(limit) } else { limit }
    }
}

/// Who goes on after a round. In `Replay` and `Points` all play against all, and
/// where a move beats all other revealed moves, those who chose it go on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub enum Format {
    /// Where no move beats all others, everybody who revealed goes on.
    #[default]
    Replay,
    /// Where no move beats all others, each revealed move scores the players it
    /// beats less the players who beat it; those who chose a move of the highest
    /// score go on. If all moves score the same, everybody who revealed does.
    Points,
    /// Players meet in pairs, see [`knockout`](crate::knockout). Of two who have
    /// revealed, the one whose move beats the other's goes on, and a draw is tossed.
    /// Whoever has revealed and meets nobody who has goes on.
    Knockout,
}

/// What a deployment takes. A bare [`GameConfig`] is accepted in its place, and
/// means default rules and a table owned by the sender.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub struct TableInit {
    /// The first game's config.
    pub config: GameConfig,
    /// The first game's rules.
    pub rules: GameRules,
    /// Who owns the table; `None` is who deploys it.
    pub owner: Option<ActorId>,
}

impl TableInit {
    /// The length of a bare [`GameConfig`]'s encoding, in bytes.
    const CONFIG_LEN: usize = 41;

    /// Decodes what a deployment was sent: a `TableInit`, or a bare
    /// [`GameConfig`], which its length tells apart.
    ///
    /// # Errors
    ///
    /// If the payload is neither.
    pub fn of_payload(mut payload: &[u8]) -> Result<Self, Error> {
        if payload.len() > Self::CONFIG_LEN {
            return TableInit::decode(&mut payload);
        }
        let config = GameConfig::decode(&mut payload)?;
        Ok(Self { config, rules: GameRules::default(), owner: None })
    }
}

/// Why a [`GameConfig`] is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, TypeInfo, thiserror::Error)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
#[error("{}", self.text())]
pub enum ConfigError {
    /// `players_count_limit` is under 2.
    PlayersCountLimitTooLow,
    /// A timeout is under 5 000 ms.
    TimeoutTooShort,
    /// A timeout is over a year.
    TimeoutTooLong,
    /// A full table's pot would not fit in a `u128`.
    PotOverflow,
}

impl ConfigError {
    /// The limit that is broken. Programs tell it without formatting.
    pub const fn text(&self) -> &'static str {
        match self {
            Self::PlayersCountLimitTooLow => "players_count_limit must be at least 2",
            Self::TimeoutTooShort => "each timeout must be at least 5000 ms",
            Self::TimeoutTooLong => "each timeout must be at most 31536000000 ms (365 days)",
            Self::PotOverflow => "bet_size times players_count_limit must fit in 128 bits",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    const VALID: GameConfig = GameConfig {
        bet_size: 0,
        players_count_limit: 2,
        entry_timeout: GameConfig::MIN_TIMEOUT,
        move_timeout: GameConfig::MIN_TIMEOUT,
        reveal_timeout: GameConfig::MAX_TIMEOUT,
    };

    #[test]
    fn a_bare_config_is_a_table_of_default_rules() {
        let payload = VALID.encode();
        assert_eq!(payload.len(), TableInit::CONFIG_LEN);
        let plain = TableInit { config: VALID, rules: GameRules::default(), owner: None };
        assert_eq!(TableInit::of_payload(&payload), Ok(plain));
    }

    #[test]
    fn a_whole_init_is_taken_as_it_is() {
        let rules = GameRules { format: Format::Points, start_when_full: true };
        for owner in [None, Some(ActorId::from([7; 32]))] {
            let init = TableInit { config: VALID, rules, owner };
            assert_eq!(TableInit::of_payload(&init.encode()), Ok(init));
        }
    }

    #[test]
    fn a_format_is_one_byte_and_others_than_these_are_refused() {
        let formats = [Format::Replay, Format::Points, Format::Knockout];
        for (byte, format) in (0..).zip(formats) {
            assert_eq!(format.encode(), [byte]);
        }
        assert!(GameRules::decode(&mut [3, 0].as_slice()).is_err());
    }

    #[test]
    fn what_is_cut_short_is_no_init() {
        let init = TableInit {
            config: VALID,
            rules: GameRules::default(),
            owner: Some(ActorId::from([7; 32])),
        };
        let payload = init.encode();
        for len in (0..payload.len()).filter(|len| *len != TableInit::CONFIG_LEN) {
            assert!(TableInit::of_payload(&payload[..len]).is_err(), "{len}");
        }
    }

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
    fn what_is_wrong_is_said_with_the_limits() {
        for (error, limit) in [
            (ConfigError::PlayersCountLimitTooLow, u64::from(GameConfig::MIN_PLAYERS)),
            (ConfigError::TimeoutTooShort, GameConfig::MIN_TIMEOUT),
            (ConfigError::TimeoutTooLong, GameConfig::MAX_TIMEOUT),
        ] {
            assert!(error.text().split(' ').any(|word| word == limit.to_string()), "{error}");
        }
    }

    #[test]
    fn the_pot_of_a_full_table_must_fit() {
        let config = GameConfig { bet_size: u128::MAX / 2 + 1, ..VALID };
        assert_eq!(config.validate(), Err(ConfigError::PotOverflow));
    }

    #[test]
    fn a_knockout_that_starts_when_full_has_a_full_bracket() {
        for format in [Format::Replay, Format::Points, Format::Knockout] {
            for start_when_full in [false, true] {
                let rules = GameRules { format, start_when_full };
                let is_full = format == Format::Knockout && start_when_full;
                assert_eq!(rules.has_full_bracket(), is_full);
                assert_eq!(rules.seats(100), if is_full { 64 } else { 100 });
            }
        }
    }
}
