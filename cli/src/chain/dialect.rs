//! The second dialect, in which others may speak at the same table, and which the table
//! speaks to everybody if it was deployed in it: docs/sails.md.

use crate::chain::query::Query;
use program_common::encoding::{Kind, LEN, Prefix, Received};
use rpsls_io::StateQuery;

/// An action or event as the first dialect has it, whichever it is in; none of a query,
/// and where the header is not this game's.
pub fn plain(payload: &[u8]) -> Option<Vec<u8>> {
    let mut payload = payload.to_vec();
    match Received::read(&mut payload, StateQuery::interface()).ok()? {
        Received { kind: Kind::Action, body, .. } => Some(body.to_vec()),
        _ => None,
    }
}

/// The same of a reply: none where it answers a query.
pub fn plain_reply(payload: &[u8]) -> Option<&[u8]> {
    match Received::read(&mut payload.to_vec(), StateQuery::interface()).ok()?.prefix {
        Prefix::None => Some(payload),
        Prefix::Header(_) => Some(&payload[LEN..]),
        _ => None,
    }
}
