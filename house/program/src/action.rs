//! Decoding of messages without a heap.

use gprimitives::ActorId;
use parity_scale_codec::{Compact, Decode, Error};
use rpsls_house_io::Action;
use rpsls_io::{GameConfig, GameRules};

/// An [`Action`] whose title is borrowed from the message, so that decoding it
/// allocates nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionRef<'a> {
    /// See [`Action::Open`].
    Open {
        /// See there.
        config: GameConfig,
        /// See there.
        rules: GameRules,
        /// See there.
        title: &'a str,
    },
    /// See [`Action::Unlist`].
    Unlist {
        /// See there.
        table: ActorId,
    },
}

impl<'a> ActionRef<'a> {
    /// Decodes an [`Action`]'s encoding. Bytes after it are ignored, as
    /// [`Action::decode`] ignores them.
    ///
    /// # Errors
    ///
    /// Whenever [`Action::decode`] errs.
    pub fn decode(payload: &'a [u8]) -> Result<Self, Error> {
        let (variant, mut fields) = payload.split_first().ok_or("empty payload")?;
        Ok(match variant {
            0 => Self::Open {
                config: GameConfig::decode(&mut fields)?,
                rules: GameRules::decode(&mut fields)?,
                title: decode_str(fields)?,
            },
            1 => Self::Unlist { table: ActorId::decode(&mut fields)? },
            _ => return Err("unknown action".into()),
        })
    }
}

fn decode_str(mut input: &[u8]) -> Result<&str, Error> {
    let Compact(len) = Compact::<u32>::decode(&mut input)?;
    let bytes = input.get(..len as usize).ok_or("title is cut short")?;
    core::str::from_utf8(bytes).map_err(|_| "title is not UTF-8".into())
}

impl<'a> From<&'a Action> for ActionRef<'a> {
    fn from(action: &'a Action) -> Self {
        match action {
            Action::Open { config, rules, title } => {
                Self::Open { config: config.clone(), rules: *rules, title }
            }
            Action::Unlist { table } => Self::Unlist { table: *table },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{string::ToString, vec, vec::Vec};
    use parity_scale_codec::Encode;
    use rpsls_io::Format;

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
            Action::Open { config: config.clone(), rules, title }
        };
        vec![
            open(""),
            open("é✂ for two"),
            open(&"long ".repeat(100)),
            Action::Unlist { table: ActorId::from([7; 32]) },
        ]
    }

    #[test]
    fn decodes_what_action_encodes_and_ignores_what_follows() {
        for action in every_action() {
            let mut payload = action.encode();
            assert_eq!(ActionRef::decode(&payload), Ok(ActionRef::from(&action)));
            payload.extend([0, 1, 2]);
            assert_eq!(ActionRef::decode(&payload), Ok(ActionRef::from(&action)));
        }
    }

    #[test]
    fn errs_wherever_action_errs() {
        let cut_short = every_action().into_iter().flat_map(|action| {
            let payload = action.encode();
            (0..payload.len()).map(move |len| payload[..len].to_vec())
        });
        let unknown = (2..=255).map(|variant| vec![variant; 100]);
        let start = [vec![0; 42], vec![2, 1]].concat();
        let titles: [&[u8]; 4] =
            [&[4, 0xff], &[8, b'0', 0xc3], &[3, 1, 0, 0, 0], &[0x13, 1, 1, 1, 1, 1]];
        let bad_title = titles.map(|title| [&start, title].concat());
        for payload in cut_short.chain(unknown).chain(bad_title) {
            let expected = Action::decode(&mut &*payload);
            assert!(expected.is_err(), "{payload:?}");
            assert!(ActionRef::decode(&payload).is_err(), "{payload:?}: {expected:?}");
        }
    }
}
