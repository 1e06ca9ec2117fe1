//! What both clients go by, for the tests that hold this one to it: `docs/clients.md`
//! says why each is as it is.

use serde::de::DeserializeOwned;
use serde_json::Value;

const CLIENTS: &str = include_str!("../../docs/clients.json");

/// What is at this JSON pointer.
pub fn fact<T: DeserializeOwned>(pointer: &str) -> T {
    let clients: Value = serde_json::from_str(CLIENTS).unwrap();
    let found = clients.pointer(pointer).unwrap_or_else(|| panic!("there is no {pointer}"));
    serde_json::from_value(found.clone()).unwrap_or_else(|error| panic!("{pointer}: {error}"))
}

mod tests {
    use super::fact;
    use rpsls_io::{GameConfig, gas};

    #[test]
    fn the_programs_limits_are_its_own() {
        assert_eq!(GameConfig::MIN_PLAYERS, fact::<u8>("/program/players/least"));
        assert_eq!(u8::MAX, fact::<u8>("/program/players/most"));
        assert_eq!(GameConfig::MIN_TIMEOUT, fact::<u64>("/program/timeout/least"));
        assert_eq!(GameConfig::MAX_TIMEOUT, fact::<u64>("/program/timeout/most"));
    }

    #[test]
    fn the_programs_gas_is_its_own() {
        assert_eq!(gas::MESSAGE, fact::<u64>("/program/gas/message"));
        assert_eq!(gas::BURNED, fact::<u64>("/program/gas/burned"));
        assert_eq!(gas::SHARE, fact::<u64>("/program/gas/share"));
        assert_eq!(gas::ALARM, fact::<u64>("/program/gas/alarm"));
    }
}
