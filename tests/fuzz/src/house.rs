//! A house whose promises are checked after every message of arbitrary bytes.

use crate::{encoding, script::take};
use gprimitives::{ActorId, CodeId};
use parity_scale_codec::{Decode, Encode};
use program_common::encoding::Kind;
use program_idl::Interface;
use rpsls_house::{
    ActionRef, decode,
    rules::{Message, OnHeap},
};
use rpsls_house_io::{
    Action, HouseError, HouseInit, Listed, Overview, ProgramMetadata, StateQuery, StateReply,
    check_title, gas, is_fair,
};
use std::sync::LazyLock;

/// The id of the house's interface in headers.
static INTERFACE: LazyLock<[u8; 8]> = LazyLock::new(|| Interface::of::<ProgramMetadata>().id());

/// Small, so that few messages fill it.
const ROOM: usize = 8;
/// The deposit that the chain asks for a table.
const DEPOSIT: u128 = 1_000;

/// Plays arbitrary bytes as the life of a house, and returns the number of tables that it lists in
/// the end. The first byte is for its settings; then messages follow. Each is a byte for the
/// sender, one for the attached value, one for the length, and then the encoding of an action or
/// other bytes.
///
/// # Panics
///
/// If the rules break a promise.
pub fn play_house(mut input: &[u8]) -> Option<usize> {
    let input = &mut input;
    let [settings] = take(input)?;
    let any_format = settings & 1 == 1;
    let table_code = CodeId::from([settings; 32]);
    let mut house = OnHeap::<ROOM>::new(HouseInit { table_code, any_format });
    // The tables that the house keeps, and whether each is listed.
    let mut expected: Vec<(Listed, bool)> = vec![];
    let mut place = 0;
    let mut opened = 0;
    while let Some([sender, value, length]) = take(input) {
        let payload = &input[..input.len().min(length.into())];
        *input = &input[payload.len()..];
        let Some(spoken) = encoding::read(payload, *INTERFACE) else { continue };
        if spoken.kind == Kind::Query {
            if let Ok(query) = StateQuery::decode(&mut &*spoken.body) {
                let reply = house.house().answer(query);
                assert_eq!(reply.encode()[0], spoken.body[0]);
                spoken.check_reply(&reply);
            }
            continue;
        }
        let action = Action::decode(&mut &*spoken.body);
        let borrowed = decode(&spoken.body);
        assert_eq!(borrowed.is_ok(), action.is_ok(), "{payload:02x?}");
        let (Ok(action), Ok(borrowed)) = (action, borrowed) else { continue };
        assert_eq!(borrowed, action.borrowed());
        opened += 1;
        // Few, so that the same senders come again.
        let sender = ActorId::from(u64::from(sender % 4) + 1);
        // Around the deposit. The value is never 0, since the deposit is 1 000.
        let value = DEPOSIT.saturating_sub(1) + u128::from(value % 4);
        let message = Message { sender, value, now: opened };
        // Many ids have the same fingerprint.
        let table = ActorId::from(opened << 14);
        match act(&mut house, &message, borrowed, table) {
            Ok(Done::Listed { refund }) => {
                assert_eq!(refund, value - DEPOSIT);
                let Action::Open { config, rules, start_gas, title } = action else {
                    panic!("only `Open` lists a table");
                };
                assert_eq!(config.validate(), Ok(()));
                assert_eq!(check_title(&title), Ok(()));
                assert!(start_gas >= gas::START);
                let is_fair = is_fair(&config, &rules);
                assert!(any_format || is_fair);
                let opener = sender;
                let opened_at = opened;
                let listed =
                    Listed { table, place, opener, opened_at, title, config, rules, is_fair };
                expected.insert(0, (listed, true));
                expected.truncate(ROOM);
                place = (place + 1) % ROOM as u32;
            }
            Ok(Done::Unlisted(table, place)) => {
                let mut listed = expected.iter_mut().filter(|(_, is_listed)| *is_listed);
                let listed = listed.find(|(listed, _)| listed.table == table);
                let (listed, is_listed) = listed.expect("it was listed");
                assert_eq!((listed.place, listed.opener), (place, sender));
                *is_listed = false;
            }
            Err(_) => {}
        }
        let listed = expected.iter().filter(|(_, is_listed)| *is_listed);
        assert!(listing(&mut house).iter().eq(listed.map(|(listed, _)| listed)));
    }
    let expected = listing(&mut house);
    let overview = house.house().answer(StateQuery::Overview);
    let StateReply::Overview(Overview { listed, .. }) = overview else {
        panic!("the answer to Overview is another reply");
    };
    assert_eq!(listed as usize, expected.len());
    Some(expected.len())
}

/// The bytes from which a search of a house begins, by name.
pub fn house_seeds() -> [(&'static str, Vec<u8>); 3] {
    let config = rpsls_io::GameConfig {
        bet_size: 7,
        players_count_limit: 2,
        entry_timeout: 60_000,
        move_timeout: 60_000,
        reveal_timeout: 60_000,
    };
    let rules = rpsls_io::GameRules { start_when_full: true, ..Default::default() };
    let message = |sender: u8, action: Action| {
        let payload = action.encode();
        [vec![sender, 1, payload.len() as u8], payload].concat()
    };
    let open = |sender: u8| {
        let title = String::from("é for two");
        let start_gas = gas::START;
        message(sender, Action::Open { config: config.clone(), rules, start_gas, title })
    };
    let unlist = |sender, number: u64| {
        let table = ActorId::from(number << 14);
        message(sender, Action::Unlist { table, place: number as u32 - 1 })
    };
    let say = |payload: Vec<u8>| [vec![1, 1, payload.len() as u8], payload].concat();
    let title = String::from("Ada's");
    let opening = Action::Open { config: config.clone(), rules, start_gas: gas::START, title };
    let opening = encoding::headed(*INTERFACE, Kind::Action, &opening);
    let query = StateQuery::Tables { from: 0, limit: 2 };
    let query = encoding::headed(*INTERFACE, Kind::Query, &query);
    let headed = [opening.clone(), query.clone()].into_iter();
    let headed = headed.chain(encoding::spoiled(*INTERFACE, &query, &opening));
    let headed: Vec<u8> = headed.flat_map(say).collect();
    let full: Vec<u8> = (0..12).flat_map(|number| open(number % 3)).collect();
    let some = [open(1), open(2), open(1), unlist(1, 1), unlist(1, 2), open(2), unlist(2, 2)];
    [
        ("opened_and_unlisted", [vec![0], some.concat()].concat()),
        ("full", [vec![1], full].concat()),
        ("headers", [vec![1], headed].concat()),
    ]
}

enum Done {
    Listed { refund: u128 },
    Unlisted(ActorId, u32),
}

fn act(
    house: &mut OnHeap<ROOM>,
    message: &Message,
    action: ActionRef,
    table: ActorId,
) -> Result<Done, HouseError> {
    let mut house = house.house();
    match action {
        ActionRef::Open { config, rules, start_gas, title } => {
            let opening = house.check(message, (config, rules), start_gas, title, DEPOSIT)?;
            let refund = opening.refund;
            house.list(table, opening);
            Ok(Done::Listed { refund })
        }
        ActionRef::Unlist { table, place } => {
            house.unlist(message.sender, table, place).map(|()| Done::Unlisted(table, place))
        }
    }
}

fn listing(house: &mut OnHeap<ROOM>) -> Vec<Listed> {
    match house.house().answer(StateQuery::Tables { from: 0, limit: u32::MAX }) {
        StateReply::Tables(page) => page.tables,
        other => panic!("the answer to Tables is {other:?}"),
    }
}
