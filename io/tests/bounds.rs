//! Bounds that clients go by, and what a bad config is told.

use rpsls_io::{ConfigError, GameConfig, gas};

#[test]
fn one_bound_is_enough_for_each_message_at_any_size() {
    const SHARES: u64 = gas::SHARE * gas::PORTION as u64;
    // Its own work, the shares of one message, and the least alarm for those of the next.
    const { assert!(gas::MESSAGE > gas::BURNED + SHARES + 2 * gas::STAGE + SHARES) };
    const { assert!(gas::MESSAGE > gas::BURNED + gas::ALARM + gas::STAGE) };
}

#[test]
fn what_pays_all_shares_grows_with_them() {
    assert_eq!(gas::with_all_shares(0), gas::MESSAGE);
    for players in 1..=255 {
        let more = gas::shares(players) - gas::shares(players - 1);
        assert!([gas::SHARE, gas::SHARE + gas::STAGE].contains(&more), "{players}");
        assert_eq!(gas::with_all_shares(players), gas::MESSAGE + gas::shares(players));
    }
    assert_eq!(gas::shares(17), 17 * gas::SHARE + 2 * gas::STAGE);
}

#[test]
fn a_bad_config_is_told_the_limit_that_it_breaks() {
    let shortest = format!("at least {} ms", GameConfig::MIN_TIMEOUT);
    for (error, limit) in [
        (ConfigError::PlayersCountLimitTooLow, "at least 2"),
        (ConfigError::TimeoutTooShort, &shortest),
        (ConfigError::TimeoutTooLong, "365 days"),
        (ConfigError::PotOverflow, "128 bits"),
    ] {
        assert!(error.text().contains(limit), "{}", error.text());
    }
}
