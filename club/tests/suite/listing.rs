//! Taking tables off the list.

use crate::chain::*;
use gprimitives::ActorId;
use rpsls_club_io::{Action, ClubError, Event, ROOM, StateQuery, StateReply};

#[test]
fn its_opener_takes_a_table_off_the_list_and_it_goes_on() {
    let mut chain = Chain::new();
    let [first, table, last] = ["a", "b", "c"].map(|title| chain.open(OPENER, title));
    let unlist = chain.unlist(table);
    let answer = chain.send_with_value(OTHER, unlist.clone(), STRAY);
    assert_eq!(answer.error(), ClubError::NotYours);
    let answer = chain.send_with_value(OPENER, unlist.clone(), STRAY);
    assert_eq!((answer.gain, &answer.broadcasts[..]), (0, &[Event::Unlisted { table }][..]));
    assert_eq!(answer.event(), Event::Unlisted { table });
    assert_eq!(chain.listed(), [last, first]);
    assert_eq!(chain.query(StateQuery::Table(table)), StateReply::Table(None));
    assert_eq!(chain.table(table).owner, id(OPENER), "the table goes on");
    assert_eq!(chain.send(OPENER, unlist).error(), ClubError::NotListed);
    assert_eq!((chain.overview().listed, chain.overview().opened), (2, 3));
}

#[test]
fn no_other_program_is_listed() {
    let mut chain = Chain::new();
    chain.open(OPENER, "a");
    for table in [id(OPENER), chain.club, ActorId::zero()] {
        for place in [0, 1, ROOM - 1, ROOM, u32::MAX] {
            let answer = chain.send_with_value(OPENER, Action::Unlist { table, place }, STRAY);
            assert_eq!((answer.gain, answer.error()), (0, ClubError::NotListed));
        }
        assert_eq!(chain.query(StateQuery::Table(table)), StateReply::Table(None));
    }
}
