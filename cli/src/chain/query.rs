//! Questions to the programs' states.

use parity_scale_codec::{Decode, Encode};

/// A question to a program's state, which is also one of the program's Sails queries.
pub trait Query: Encode {
    type Reply: Decode;

    /// What headers name the program's interface by, see [`program_common::encoding`].
    fn interface() -> [u8; 8];
}

impl Query for rpsls_io::StateQuery {
    type Reply = rpsls_io::StateReply;

    fn interface() -> [u8; 8] {
        rpsls::INTERFACE
    }
}

impl Query for rpsls_house_io::StateQuery {
    type Reply = rpsls_house_io::StateReply;

    fn interface() -> [u8; 8] {
        rpsls_house::INTERFACE
    }
}
