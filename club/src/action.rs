//! Decoding of messages without a heap.

use parity_scale_codec::{Decode, Error};
use program_common::decode_str;
use rpsls_club_io::message::Action;

/// An action whose title is borrowed from the message.
pub type ActionRef<'a> = Action<&'a str>;

/// Decodes an [`Action`]'s encoding, without a copy of the title. Bytes after it are
/// ignored, as [`Action::decode`] ignores them.
///
/// # Errors
///
/// Whenever [`Action::decode`] errs.
pub fn decode(mut payload: &[u8]) -> Result<ActionRef<'_>, Error> {
    // The title is the last field.
    Ok(match Action::<()>::decode(&mut payload)? {
        Action::Open { config, rules, start_gas, title: () } => {
            Action::Open { config, rules, start_gas, title: decode_str(&mut payload)? }
        }
        Action::Unlist { table, place } => Action::Unlist { table, place },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{string::ToString, vec, vec::Vec};
    use gprimitives::ActorId;
    use parity_scale_codec::Encode;
    use rpsls_club_io::Action;
    use rpsls_io::{Format, GameConfig, GameRules};

    fn every_action() -> Vec<Action> {
        let config = GameConfig {
            bet_size: u128::MAX,
            players_count_limit: 7,
            entry_timeout: 1,
            move_timeout: u64::MAX,
            reveal_timeout: 3,
        };
        let rules = GameRules { format: Format::Knockout, start_when_full: true };
        let open = |title: &str| {
            let title = title.to_string();
            Action::Open { config: config.clone(), rules, start_gas: u64::MAX, title }
        };
        vec![
            open(""),
            open("é✂ for two"),
            open(&"long ".repeat(100)),
            Action::Unlist { table: ActorId::from([7; 32]), place: 4_095 },
        ]
    }

    #[test]
    fn decodes_what_action_encodes_and_ignores_what_follows() {
        for action in every_action() {
            let mut payload = action.encode();
            assert_eq!(decode(&payload), Ok(action.borrowed()));
            assert_eq!(action.borrowed().encode(), payload);
            payload.extend([0, 1, 2]);
            assert_eq!(decode(&payload), Ok(action.borrowed()));
        }
    }

    #[test]
    fn errs_wherever_action_errs() {
        let cut_short = every_action().into_iter().flat_map(|action| {
            let payload = action.encode();
            (0..payload.len()).map(move |len| payload[..len].to_vec())
        });
        let unknown = (2..=255).map(|variant| vec![variant; 100]);
        let start = [vec![0; 42], vec![2, 1], vec![0; 8]].concat();
        let titles: [&[u8]; 4] =
            [&[4, 0xff], &[8, b'0', 0xc3], &[3, 1, 0, 0, 0], &[0x13, 1, 1, 1, 1, 1]];
        let bad_title = titles.map(|title| [&start, title].concat());
        for payload in cut_short.chain(unknown).chain(bad_title) {
            let expected = Action::decode(&mut &*payload);
            assert!(expected.is_err(), "{payload:?}");
            assert!(decode(&payload).is_err(), "{payload:?}: {expected:?}");
        }
    }
}
