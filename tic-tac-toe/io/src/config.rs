//! A program's settings and their limits.

use gprimitives::ActorId;
use parity_scale_codec::{Decode, Encode};
use scale_info::TypeInfo;
use thiserror::Error;

/// Settings of the program, for all its games.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub struct InitConfig {
    /// How long a player has for a turn, and a referee to place a mark, in ms. A turn
    /// after one that took longer is longer.
    pub turn_timeout: u64,
    /// With it only those who hold a pass play.
    pub pass: Option<PassConfig>,
    /// Who is paid for passes. `None` is who deploys the program, which must then be
    /// no program: without gas the price can't be paid to one. Answers have it always.
    pub owner: Option<ActorId>,
}

/// What a pass costs, and how many there are.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub struct PassConfig {
    /// What a pass costs, in the chain's smallest unit. It goes to the owner. 0 is a
    /// free pass.
    pub price: u128,
    /// How many passes there are.
    pub supply: u32,
}

impl InitConfig {
    /// The shortest turn, in ms.
    pub const MIN_TIMEOUT: u64 = 5_000;
    /// The longest turn, in ms: 365 days.
    pub const MAX_TIMEOUT: u64 = 31_536_000_000;
    /// The most passes.
    pub const MAX_SUPPLY: u32 = 1 << 16;

    /// Checks the settings against their limits.
    ///
    /// # Errors
    ///
    /// The first limit that is broken, in the order of [`ConfigError`]'s variants.
    pub fn validate(&self) -> Result<(), ConfigError> {
        if self.turn_timeout < Self::MIN_TIMEOUT {
            return Err(ConfigError::TimeoutTooShort);
        }
        if self.turn_timeout > Self::MAX_TIMEOUT {
            return Err(ConfigError::TimeoutTooLong);
        }
        match &self.pass {
            // With fewer nobody could ever play.
            Some(pass) if pass.supply < 2 => Err(ConfigError::TooFewPasses),
            Some(pass) if pass.supply > Self::MAX_SUPPLY => Err(ConfigError::TooManyPasses),
            _ => Ok(()),
        }
    }
}

/// Why an [`InitConfig`] is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, TypeInfo, Error)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub enum ConfigError {
    /// `turn_timeout` is under 5 000 ms.
    #[error("turn_timeout must be at least 5000 ms")]
    TimeoutTooShort,
    /// `turn_timeout` is over a year.
    #[error("turn_timeout must be at most 31536000000 ms (365 days)")]
    TimeoutTooLong,
    /// `supply` is under 2.
    #[error("the supply of passes must be at least 2: a game takes two players")]
    TooFewPasses,
    /// `supply` is over [`InitConfig::MAX_SUPPLY`].
    #[error("the supply of passes must be at most 65536")]
    TooManyPasses,
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALID: InitConfig =
        InitConfig { turn_timeout: InitConfig::MIN_TIMEOUT, pass: None, owner: None };

    fn with_supply(supply: u32) -> InitConfig {
        InitConfig { pass: Some(PassConfig { price: u128::MAX, supply }), ..VALID }
    }

    #[test]
    fn the_limits_themselves_are_valid() {
        assert_eq!(VALID.validate(), Ok(()));
        let slow = InitConfig { turn_timeout: InitConfig::MAX_TIMEOUT, ..VALID };
        assert_eq!(slow.validate(), Ok(()));
        assert_eq!(with_supply(2).validate(), Ok(()));
        assert_eq!(with_supply(InitConfig::MAX_SUPPLY).validate(), Ok(()));
    }

    #[test]
    fn a_turn_has_both_limits() {
        let with = |turn_timeout| InitConfig { turn_timeout, ..VALID }.validate();
        assert_eq!(with(0), Err(ConfigError::TimeoutTooShort));
        assert_eq!(with(InitConfig::MIN_TIMEOUT - 1), Err(ConfigError::TimeoutTooShort));
        assert_eq!(with(InitConfig::MAX_TIMEOUT + 1), Err(ConfigError::TimeoutTooLong));
        assert_eq!(with(u64::MAX), Err(ConfigError::TimeoutTooLong));
    }

    #[test]
    fn the_supply_has_both_limits() {
        for supply in [0, 1] {
            assert_eq!(with_supply(supply).validate(), Err(ConfigError::TooFewPasses));
        }
        for supply in [InitConfig::MAX_SUPPLY + 1, u32::MAX] {
            assert_eq!(with_supply(supply).validate(), Err(ConfigError::TooManyPasses));
        }
    }
}
