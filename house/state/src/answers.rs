//! What is worked out from the state, rather than read off it.

use alloc::vec::Vec;
use gprimitives::ActorId;
use rpsls_house_io::Listed;

/// Those of a page that this account has opened.
pub fn opened_by(tables: &[Listed], opener: ActorId) -> Vec<ActorId> {
    let own = tables.iter().filter(|listed| listed.opener == opener);
    own.map(|listed| listed.table).collect()
}

/// Those of a page at which a seat costs at most this, in the chain's smallest unit.
pub fn within(tables: &[Listed], most: u128) -> Vec<ActorId> {
    let cheap = tables.iter().filter(|listed| listed.config.bet_size <= most);
    cheap.map(|listed| listed.table).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use rpsls_io::{GameConfig, GameRules};

    fn listed(number: u64, opener: u64, bet_size: u128) -> Listed {
        Listed {
            table: number.into(),
            opener: opener.into(),
            opened_at: 0,
            title: String::new(),
            config: GameConfig {
                bet_size,
                players_count_limit: 2,
                entry_timeout: 0,
                move_timeout: 0,
                reveal_timeout: 0,
            },
            rules: GameRules::default(),
            is_fair: false,
        }
    }

    #[test]
    fn tables_are_found_by_opener_and_by_bet() {
        let tables = [listed(1, 7, 10), listed(2, 8, 11), listed(3, 7, 12)];
        assert_eq!(opened_by(&tables, 7.into()), [ActorId::from(1), ActorId::from(3)]);
        assert_eq!(opened_by(&tables, 9.into()), []);
        assert_eq!(within(&tables, 11), [ActorId::from(1), ActorId::from(2)]);
        assert_eq!(within(&tables, 9), []);
    }
}
