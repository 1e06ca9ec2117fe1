//! The Sails encoding of messages, which others may use at the same table, and which the table
//! uses for everybody if it was deployed with it: docs/sails.md.

use crate::chain::query::Query;
use program_common::encoding::{Kind, LEN, Prefix, Received};
use rpsls_io::StateQuery;

/// An action or event in the gmeta encoding, whichever encoding it is in. None for a query, and
/// where the header is not this game's.
pub fn plain(payload: &[u8]) -> Option<Vec<u8>> {
    let mut payload = payload.to_vec();
    match Received::read(&mut payload, StateQuery::interface()).ok()? {
        Received { kind: Kind::Action, body, .. } => Some(body.to_vec()),
        _ => None,
    }
}

/// The same for a reply. None where it answers a query.
pub fn plain_reply(payload: &[u8]) -> Option<&[u8]> {
    match Received::read(&mut payload.to_vec(), StateQuery::interface()).ok()?.prefix {
        Prefix::None => Some(payload),
        Prefix::Header(_) => Some(&payload[LEN..]),
        _ => None,
    }
}
