//! The Sails encoding: the same club, in messages with Sails' headers.

use crate::chain::*;
use chain_tests::encoding::{self, Said, constructor};
use gprimitives::ActorId;
use gtest::{Program, System};
use parity_scale_codec::{Decode, Encode};
use program_common::encoding::{Kind, LEN};
use rpsls_club_io::{Action, ClubError, ClubInit, Event, Overview, StateQuery};

fn headed(kind: Kind, said: &impl Encode) -> Vec<u8> {
    encoding::headed(rpsls_club::INTERFACE, kind, said)
}

/// Sends a message that must not fail. Returns the reply and the broadcast.
fn say(system: &System, payload: Vec<u8>, value: u128) -> (Vec<u8>, Option<Vec<u8>>) {
    let club = system.get_program(0x77ad).expect("it was deployed");
    let message = club.send_bytes_with_value(OPENER, payload, value);
    let said = Said::read(&system.run_next_block(), message);
    let broadcast = said.sent.into_iter().find(|(to, _)| *to == ActorId::zero());
    (said.reply.expect("it doesn't fail"), broadcast.map(|(_, event)| event))
}

/// Deploys a club in the Sails encoding.
fn second() -> System {
    let system = System::new();
    system.mint_to(OPENER, PURSE);
    let table_code = system.submit_code(rpsls::WASM_BINARY_OPT);
    let init = ClubInit { table_code, any_format: false };
    let club: Program<'_> = deploy(&system);
    let message = club.send_bytes(OPENER, constructor(&init));
    assert!(system.run_next_block().succeed.contains(&message), "init failed");
    system
}

#[test]
fn a_table_is_opened_and_told_of_with_headers() {
    let system = second();
    let open = headed(Kind::Action, &open("Ada's"));
    let (reply, broadcast) = say(&system, open.clone(), DEPOSIT);
    assert_eq!(reply[..LEN], open[..LEN], "the header of the call is in front");
    let opened = Result::<Event, ClubError>::decode(&mut &reply[LEN..]).expect("a result");
    let Ok(event @ Event::Opened { .. }) = opened else { panic!("{opened:?}") };
    assert_eq!(broadcast, Some(headed(Kind::Action, &event)));

    let unlist = Action::Unlist { table: id(9), place: 0 };
    let (refusal, broadcast) = say(&system, headed(Kind::Action, &unlist), 0);
    let refused = Result::<Event, ClubError>::decode(&mut &refusal[LEN..]);
    assert_eq!((refused, broadcast), (Ok(Err(ClubError::NotListed)), None), "a refusal is a reply");
}

#[test]
fn a_query_is_answered_and_its_value_comes_back() {
    let system = second();
    let before = system.balance_of(0x77ad);
    let query = headed(Kind::Query, &StateQuery::Overview);
    let (reply, broadcast) = say(&system, query.clone(), STRAY);
    assert_eq!((&reply[..LEN], broadcast), (&query[..], None));
    let overview = Overview::decode(&mut &reply[LEN..]).expect("an overview");
    assert_eq!((overview.listed, overview.room), (0, 4_096));
    assert_eq!(system.balance_of(0x77ad), before);
}

#[test]
fn a_club_of_the_gmeta_encoding_answers_either() {
    let chain = Chain::new();
    let message = headed(Kind::Action, &open("Ada's"));
    let (reply, broadcast) = say(&chain.system, message.clone(), DEPOSIT);
    assert_eq!(reply[..LEN], message[..LEN]);
    let event = Result::<Event, ClubError>::decode(&mut &reply[LEN..]).expect("a result");
    assert_eq!(
        broadcast,
        Some(event.expect("it was opened").encode()),
        "the event is in the encoding of the deployment"
    );
    assert_eq!(chain.listed().len(), 1);
}
