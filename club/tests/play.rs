//! Random play of the rules against the model.

use gprimitives::{ActorId, CodeId};
use models::club::{Guests, Model};
use rpsls_club::{
    ActionRef,
    rules::{Message, OnHeap},
};
use rpsls_club_io::{ClubError, ClubInit, Event, Listed, StateQuery, StateReply};
use std::collections::BTreeMap;

/// Small, so that the club is often full.
const ROOM: usize = 8;
const DEPOSIT: u128 = 1_000;

struct Play {
    init: ClubInit,
    club: OnHeap<ROOM>,
    model: Model,
    guests: Guests,
    /// The kinds of replies, and how often each came.
    came: BTreeMap<String, usize>,
}

impl Play {
    fn new(any_format: bool, seed: u64) -> Self {
        let init = ClubInit { table_code: CodeId::from([7; 32]), any_format };
        let accounts = (1..5).map(ActorId::from).collect();
        Self {
            club: OnHeap::new(init.clone()),
            model: Model::new(init.clone(), ROOM, DEPOSIT),
            init,
            guests: Guests::new(accounts, seed),
            came: BTreeMap::new(),
        }
    }

    fn play(&mut self, requests: u64) {
        for number in 1..=requests {
            let request = self.guests.request(&self.model);
            let context = format!("request {number}: {request:?}");
            let before = self.answers();
            // Many ids have the same fingerprint.
            let created = ActorId::from(number << 14 | 1 << 40);
            let now = 1_000 + number;
            let expected =
                self.model.handle(request.sender, request.value, now, &request.action, created);
            let message = Message { sender: request.sender, value: request.value, now };
            let (reply, back) = match self.act(&message, request.action.borrowed(), created) {
                Ok((event, back)) => (Ok(event), back),
                Err(error) => {
                    assert_eq!(
                        self.answers(),
                        before,
                        "{context}: a refused action changed something"
                    );
                    (Err(error), request.value)
                }
            };
            let variant = |debug: String| debug.split([' ', '(']).next().unwrap_or("").to_string();
            let came = match &reply {
                Ok(event) => variant(format!("{event:?}")),
                Err(error) => variant(format!("{error:?}")),
            };
            *self.came.entry(came).or_default() += 1;
            if reply == Ok(Event::Opened { table: created }) {
                self.guests.opened(created);
            }
            assert_eq!(reply, expected.reply, "{context}");
            assert_eq!(back, expected.back, "{context}");
            self.compare(&context);
        }
    }

    fn act(
        &mut self,
        message: &Message,
        action: ActionRef,
        created: ActorId,
    ) -> Result<(Event, u128), ClubError> {
        let mut club = self.club.club();
        assert_eq!(club.table_code(), self.init.table_code);
        match action {
            ActionRef::Open { config, rules, start_gas, title } => {
                let opening = club.check(message, (config, rules), start_gas, title, DEPOSIT)?;
                assert_eq!(opening.init().owner, Some(message.sender));
                let back = opening.refund;
                club.list(created, opening);
                Ok((Event::Opened { table: created }, back))
            }
            ActionRef::Unlist { table, place } => {
                club.unlist(message.sender, table, place)?;
                Ok((Event::Unlisted { table }, message.value))
            }
        }
    }

    /// The club's answers: the whole list, in pages of three, and the overview.
    fn answers(&mut self) -> (Vec<Listed>, StateReply) {
        let mut tables = vec![];
        let mut from = Some(0);
        while let Some(start) = from {
            let query = StateQuery::Tables { from: start, limit: 3 };
            let StateReply::Tables(page) = self.club.club().answer(query) else {
                panic!("the answer to Tables is another reply");
            };
            assert_eq!(page.tables.len() == 3, page.next.is_some() || page.tables.len() == 3);
            tables.extend(page.tables);
            from = page.next;
        }
        (tables, self.club.club().answer(StateQuery::Overview))
    }

    fn compare(&mut self, context: &str) {
        let (tables, overview) = self.answers();
        assert_eq!(tables, self.model.tables(), "{context}");
        assert_eq!(overview, StateReply::Overview(self.model.overview()), "{context}");
        for listed in tables {
            let found = self.club.club().answer(StateQuery::Table(listed.table));
            assert_eq!(found, StateReply::Table(Some(listed)), "{context}");
        }
    }
}

#[test]
fn the_rules_do_what_the_model_does() {
    let mut came = BTreeMap::new();
    for seed in 0..40 {
        for any_format in [false, true] {
            let mut play = Play::new(any_format, seed);
            play.play(500);
            came.extend(play.came);
        }
    }
    let came: Vec<String> = came.into_keys().collect();
    let all = [
        "BadConfig",
        "BadTitle",
        "DepositMissing",
        "NotFair",
        "NotListed",
        "NotYours",
        "Opened",
        "StartGasTooLow",
        "TitleTooLong",
        "Unlisted",
    ];
    assert_eq!(came, all, "random play meets every kind of reply");
}

/// A table that fails to start leaves the list, at whatever place it is. Its opener gets the
/// deposit back once. For a table that is no longer listed nobody gets one.
#[test]
fn a_table_that_failed_is_taken_off_once() {
    for (failing, is_unlisted) in (1..=12).flat_map(|failing| [(failing, false), (failing, true)]) {
        let mut play = Play::new(true, 1);
        let mut opened = vec![];
        while opened.len() < 12 {
            let number = opened.len() as u64 + 1;
            let request = play.guests.request(&play.model);
            let message = Message { sender: request.sender, value: request.value, now: number };
            let action = request.action.borrowed();
            // The fingerprints of these ids are the numbers from 12 down.
            let created = std::array::from_fn(|at| if at == 0 { 13 - number as u8 } else { 0 });
            let created = ActorId::new(created);
            if let Ok((Event::Opened { table }, _)) = play.act(&message, action, created) {
                opened.push((table, request.sender));
            }
            // The model stays empty, so guests unlist no table of the club.
        }
        let (table, opener) = opened[failing - 1];
        let is_listed = failing > opened.len() - ROOM;
        if is_unlisted && is_listed {
            let place = (failing - 1) % ROOM;
            play.club.club().unlist(opener, table, place as u32).expect("the opener may unlist it");
        }
        assert_eq!(play.club.club().failed(table), is_listed.then_some(opener), "{failing}");
        assert_eq!(play.club.club().failed(table), None);
        let mut left: Vec<ActorId> = opened.iter().map(|(table, _)| *table).collect();
        left.drain(..opened.len() - ROOM);
        left.retain(|other| *other != table);
        let listed: Vec<ActorId> =
            play.answers().0.iter().rev().map(|listed| listed.table).collect();
        assert_eq!(listed, left);
    }
}

#[test]
fn a_page_has_no_more_than_100_and_says_where_to_go_on() {
    let init = ClubInit { table_code: CodeId::from([7; 32]), any_format: true };
    let mut club = OnHeap::<256>::new(init);
    let mut guests = Guests::new(vec![1.into()], 1);
    let model =
        Model::new(ClubInit { table_code: CodeId::from([7; 32]), any_format: true }, 256, DEPOSIT);
    let mut number = 0;
    while number < 230 {
        let request = guests.request(&model);
        let message = Message { sender: 1.into(), value: DEPOSIT, now: 5 };
        let ActionRef::Open { config, rules, start_gas, title } = request.action.borrowed() else {
            continue;
        };
        let mut club = club.club();
        if let Ok(opening) = club.check(&message, (config, rules), start_gas, title, DEPOSIT) {
            number += 1;
            club.list(number.into(), opening);
        }
    }
    let page = |club: &mut OnHeap<256>, from, limit| {
        let StateReply::Tables(page) = club.club().answer(StateQuery::Tables { from, limit })
        else {
            panic!("the answer to Tables is another reply");
        };
        let numbers: Vec<ActorId> = page.tables.iter().map(|listed| listed.table).collect();
        (numbers, page.next)
    };
    let newest = |from: u64, to: u64| (to..from).rev().map(|n| ActorId::from(n + 1)).collect();
    assert_eq!(page(&mut club, 0, u32::MAX), (newest(230, 130), Some(100)));
    assert_eq!(page(&mut club, 100, 100), (newest(130, 30), Some(200)));
    assert_eq!(page(&mut club, 200, 100), (newest(30, 0), None));
    assert_eq!(page(&mut club, 220, 10), (newest(10, 0), None));
    assert_eq!(page(&mut club, 230, 10), (vec![], None));
    assert_eq!(page(&mut club, u32::MAX, 10), (vec![], None));
    assert_eq!(page(&mut club, 3, 0), (vec![], Some(3)));
}

#[test]
#[ignore = "runs for SOAK_SECONDS"]
fn soak() {
    models::soak("the club, 2 × 1 000 messages", |seed| {
        for any_format in [false, true] {
            Play::new(any_format, seed).play(1_000);
        }
    });
}
