//! Queries of the programs' states.

use parity_scale_codec::{Decode, Encode};

/// The error for a program's answer to another query.
pub const NOT_ASKED: &str = "the program answered a question that was not asked";

/// A query of a program's state, which is also one of the program's Sails queries.
pub trait Query: Encode {
    type Reply: Decode;

    /// The index of the reply to each query, by the query's index.
    const ANSWERS: &[u8];

    /// The id by which headers name the program's interface, see [`program_common::encoding`].
    fn interface() -> [u8; 8];
}

impl Query for rpsls_io::StateQuery {
    type Reply = rpsls_io::StateReply;

    const ANSWERS: &[u8] = &rpsls_io::StateQuery::ANSWERS;

    fn interface() -> [u8; 8] {
        rpsls::INTERFACE
    }
}

impl Query for rpsls_club_io::StateQuery {
    type Reply = rpsls_club_io::StateReply;

    const ANSWERS: &[u8] = &rpsls_club_io::StateQuery::ANSWERS;

    fn interface() -> [u8; 8] {
        rpsls_club::INTERFACE
    }
}
