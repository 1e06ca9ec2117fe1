//! The Sails encoding of messages. Other clients may use it at the same table, and a table that was
//! deployed with it uses it for everybody: docs/sails.md.

use crate::chain::query::Query;
use program_common::encoding::{Kind, LEN, Prefix, Received};
use rpsls_io::StateQuery;

/// An action or event in the gmeta encoding, whichever encoding it came in. `None` for a query, or
/// if the header is not this game's.
pub fn plain(payload: &[u8]) -> Option<Vec<u8>> {
    let mut payload = payload.to_vec();
    match Received::read(&mut payload, StateQuery::interface()).ok()? {
        Received { kind: Kind::Action, body, .. } => Some(body.to_vec()),
        _ => None,
    }
}

/// A reply in the gmeta encoding. `None` if it answers a query.
pub fn plain_reply(payload: &[u8]) -> Option<&[u8]> {
    match Received::read(&mut payload.to_vec(), StateQuery::interface()).ok()?.prefix {
        Prefix::None => Some(payload),
        Prefix::Header(_) => Some(&payload[LEN..]),
        _ => None,
    }
}
