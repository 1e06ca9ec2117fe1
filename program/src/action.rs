//! Decodes actions without a heap.

use gprimitives::{ActorId, H256};
use parity_scale_codec::{Decode, Error};
use program_common::decode_str;
use rpsls_io::{Entry, GameConfig, GameRules, message::Action};

/// An action whose opening is borrowed from the message.
///
/// Decoding it allocates nothing, to save gas: the first allocation in a message costs
/// about a third of what a whole reveal does.
pub type ActionRef<'a> = Action<&'a str>;

/// Decodes an [`Action`]'s encoding. Bytes after it are ignored, as
/// [`Action::decode`] ignores them.
///
/// # Errors
///
/// Whenever [`Action::decode`] errs.
pub fn decode(payload: &[u8]) -> Result<ActionRef<'_>, Error> {
    let (variant, mut fields) = payload.split_first().ok_or("empty payload")?;
    Ok(match variant {
        0 => Action::Register,
        1 => Action::MakeMove(H256::decode(&mut fields)?),
        2 => Action::Reveal(decode_str(&mut fields)?),
        3 => Action::ChangeNextGameConfig(GameConfig::decode(&mut fields)?),
        4 => Action::StopGame,
        5 => Action::Advance,
        6 => Action::Leave,
        7 => Action::ChangeNextGameRules(GameRules::decode(&mut fields)?),
        8 => Action::Join(Entry::decode(&mut fields)?),
        9 => Action::Commit(H256::decode(&mut fields)?),
        10 => Action::RevealAndCommit {
            opening: decode_str(&mut fields)?,
            next: H256::decode(&mut fields)?,
        },
        11 => Action::CommitFor {
            player: ActorId::decode(&mut fields)?,
            hash: H256::decode(&mut fields)?,
        },
        12 => Action::RevealFor {
            player: ActorId::decode(&mut fields)?,
            opening: decode_str(&mut fields)?,
            next: Option::decode(&mut fields)?,
        },
        _ => return Err("unknown action".into()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{vec, vec::Vec};
    use parity_scale_codec::Encode;
    use rpsls_io::{Action, Format};

    fn reveal_for(next: Option<H256>) -> Action {
        Action::RevealFor { player: ActorId::new([9; 32]), opening: "3é✂".into(), next }
    }

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
            Action::ChangeNextGameRules(GameRules {
                format: Format::Points,
                start_when_full: true,
            }),
            Action::ChangeNextGameRules(GameRules {
                format: Format::Knockout,
                start_when_full: false,
            }),
            Action::Join(Entry::default()),
            Action::Join(Entry {
                game: Some(7),
                commitment: Some(H256([8; 32])),
                delegate: Some(ActorId::new([9; 32])),
            }),
            Action::Commit(H256([5; 32])),
            Action::RevealAndCommit { opening: "3é✂".into(), next: H256([6; 32]) },
            Action::CommitFor { player: ActorId::new([9; 32]), hash: H256([5; 32]) },
            reveal_for(None),
            reveal_for(Some(H256([6; 32]))),
        ]
    }

    #[test]
    fn decodes_what_action_encodes() {
        for action in every_action() {
            assert_eq!(decode(&action.encode()), Ok(action.borrowed()));
        }
    }

    #[test]
    fn ignores_what_follows_as_action_does() {
        for action in every_action() {
            let mut payload = action.encode();
            payload.extend([0, 1, 2]);
            assert_eq!(Action::decode(&mut &*payload).as_ref(), Ok(&action));
            assert_eq!(decode(&payload), Ok(action.borrowed()));
        }
    }

    #[test]
    fn errs_wherever_action_errs() {
        let cut_short = every_action().into_iter().flat_map(|action| {
            let payload = action.encode();
            (0..payload.len()).map(move |len| payload[..len].to_vec())
        });
        let not_utf8 = [vec![2, 4, 0xff], vec![2, 8, b'0', 0xc3]];
        let unknown = (13..=255).map(|variant| vec![variant; 64]);
        // Two broken tags of options, one of a boolean, one of an enum.
        let bad_tag = [vec![8, 2, 0, 0], vec![8, 0, 0, 3], vec![7, 0, 2], vec![7, 2, 0]];
        let bad_next = [vec![10, 4, b'0'], [vec![10, 8, b'0', 0xc3], vec![0; 32]].concat()];
        let of_player = |rest: &[u8]| [&[12; 33], rest].concat();
        let bad_reveal_for = [of_player(&[4, b'0', 2]), of_player(&[8, b'0', 0xc3, 0])];
        let bad_length = [vec![2, 3, 1, 0, 0, 0], vec![2, 0x13, 1, 1, 1, 1, 1, 1, 1, 1]];
        for payload in cut_short
            .chain(not_utf8)
            .chain(unknown)
            .chain(bad_tag)
            .chain(bad_next)
            .chain(bad_reveal_for)
            .chain(bad_length)
        {
            let expected = Action::decode(&mut &*payload);
            let decoded = decode(&payload);
            assert_eq!(decoded.is_err(), expected.is_err(), "{payload:?}: {expected:?}");
        }
    }
}
