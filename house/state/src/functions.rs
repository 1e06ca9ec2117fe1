//! The functions that the module exports.

use crate::answers;
use alloc::vec::Vec;
use gstd::ActorId;
use rpsls_house_io::{HouseInit, Listed, Overview, StateReply};

#[gmeta::metawasm]
pub mod metafns {
    pub type State = StateReply;

    /// The settings. Takes the reply to `Overview` or an empty payload.
    pub fn config(state: State) -> HouseInit {
        overview(state).config
    }

    /// How many tables are listed. Takes the reply to `Overview` or an empty payload.
    pub fn listed(state: State) -> u32 {
        overview(state).listed
    }

    /// Those tables of a page that this account has opened. Takes the reply to `Tables`,
    /// as does the next one.
    pub fn opened_by(state: State, opener: ActorId) -> Vec<ActorId> {
        answers::opened_by(&tables(state), opener)
    }

    /// Those tables of a page at which a seat costs at most this, in the chain's smallest
    /// unit.
    pub fn within(state: State, most: u128) -> Vec<ActorId> {
        answers::within(&tables(state), most)
    }
}

fn overview(state: StateReply) -> Overview {
    match state {
        StateReply::Overview(overview) => overview,
        _ => refuse("Overview"),
    }
}

fn tables(state: StateReply) -> Vec<Listed> {
    match state {
        StateReply::Tables(page) => page.tables,
        _ => refuse("Tables"),
    }
}

fn refuse(query: &str) -> ! {
    panic!("this state doesn't hold the answer: read it with the query {query}")
}
