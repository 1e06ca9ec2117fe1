//! Decoding of messages without a heap.

use gprimitives::H256;
use parity_scale_codec::{Compact, Decode, Error};
use rpsls_io::{Action, GameConfig};

/// An [`Action`] whose opening is borrowed from the message.
///
/// Decoding it allocates nothing. That matters for gas: the first allocation
/// in a message costs about a third of what a whole reveal does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionRef<'a> {
    /// See [`Action::Register`].
    Register,
    /// See [`Action::MakeMove`].
    MakeMove(H256),
    /// See [`Action::Reveal`].
    Reveal(&'a str),
    /// See [`Action::ChangeNextGameConfig`].
    ChangeNextGameConfig(GameConfig),
    /// See [`Action::StopGame`].
    StopGame,
    /// See [`Action::Advance`].
    Advance,
    /// See [`Action::Leave`].
    Leave,
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
            0 => Self::Register,
            1 => Self::MakeMove(H256::decode(&mut fields)?),
            2 => Self::Reveal(decode_str(fields)?),
            3 => Self::ChangeNextGameConfig(GameConfig::decode(&mut fields)?),
            4 => Self::StopGame,
            5 => Self::Advance,
            6 => Self::Leave,
            _ => return Err("unknown action".into()),
        })
    }
}

fn decode_str(mut input: &[u8]) -> Result<&str, Error> {
    let Compact(len) = Compact::<u32>::decode(&mut input)?;
    let bytes = input.get(..len as usize).ok_or("opening is cut short")?;
    core::str::from_utf8(bytes).map_err(|_| "opening is not UTF-8".into())
}

impl<'a> From<&'a Action> for ActionRef<'a> {
    fn from(action: &'a Action) -> Self {
        match action {
            Action::Register => Self::Register,
            Action::MakeMove(hash) => Self::MakeMove(*hash),
            Action::Reveal(opening) => Self::Reveal(opening),
            Action::ChangeNextGameConfig(config) => Self::ChangeNextGameConfig(config.clone()),
            Action::StopGame => Self::StopGame,
            Action::Advance => Self::Advance,
            Action::Leave => Self::Leave,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{vec, vec::Vec};
    use parity_scale_codec::Encode;

    fn every_action() -> Vec<Action> {
        let config = GameConfig {
            bet_size: u128::MAX,
            players_count_limit: 7,
            entry_timeout: 1,
            move_timeout: u64::MAX,
            reveal_timeout: 3,
        };
        vec![
            Action::Register,
            Action::MakeMove(H256([7; 32])),
            Action::Reveal("2pass".into()),
            Action::Reveal("".into()),
            Action::Reveal("é✂".repeat(100)),
            Action::ChangeNextGameConfig(config),
            Action::StopGame,
            Action::Advance,
            Action::Leave,
        ]
    }

    #[test]
    fn decodes_what_action_encodes() {
        for action in every_action() {
            assert_eq!(ActionRef::decode(&action.encode()), Ok(ActionRef::from(&action)));
        }
    }

    #[test]
    fn ignores_what_follows_as_action_does() {
        for action in every_action() {
            let mut payload = action.encode();
            payload.extend([0, 1, 2]);
            assert_eq!(Action::decode(&mut &*payload).as_ref(), Ok(&action));
            assert_eq!(ActionRef::decode(&payload), Ok(ActionRef::from(&action)));
        }
    }

    #[test]
    fn errs_wherever_action_errs() {
        let cut_short = every_action().into_iter().flat_map(|action| {
            let payload = action.encode();
            (0..payload.len()).map(move |len| payload[..len].to_vec())
        });
        let not_utf8 = [vec![2, 4, 0xff], vec![2, 8, b'0', 0xc3]];
        let unknown = (7..=255).map(|variant| vec![variant; 64]);
        let bad_length = [vec![2, 3, 1, 0, 0, 0], vec![2, 0x13, 1, 1, 1, 1, 1, 1, 1, 1]];
        for payload in cut_short.chain(not_utf8).chain(unknown).chain(bad_length) {
            let expected = Action::decode(&mut &*payload);
            let decoded = ActionRef::decode(&payload);
            assert_eq!(decoded.is_err(), expected.is_err(), "{payload:?}: {expected:?}");
        }
    }
}
