//! Opening a table.

use crate::chain::*;
use rpsls_club_io::{Action, ClubError, Event, Listed, MAX_TITLE, gas};
use rpsls_io::{ConfigError, Format, GameConfig, GameRules};

#[test]
fn whoever_opens_a_table_owns_it_and_pays_the_deposit() {
    let mut chain = Chain::new();
    let now = chain.next_timestamp();
    let opened = chain.send_with_value(OPENER, open("Ada's"), DEPOSIT + STRAY);
    assert_eq!(opened.gain, -(DEPOSIT as i128), "what is beyond the deposit comes back");
    let [Event::Opened { table }] = opened.broadcasts[..] else {
        panic!("opening is broadcast: {:?}", opened.broadcasts);
    };
    assert_eq!(opened.event(), Event::Opened { table });
    let listed = Listed {
        table,
        place: 0,
        opener: id(OPENER),
        opened_at: now,
        title: "Ada's".into(),
        config: CONFIG,
        rules: RULES,
        is_fair: true,
    };
    assert_eq!(chain.tables(), [listed]);
    let state = chain.table(table);
    assert_eq!((state.owner, state.config, state.rules), (id(OPENER), CONFIG, RULES));
    assert_eq!(chain.system.balance_of(table), DEPOSIT);
}

#[test]
fn tables_of_one_block_are_all_listed_and_are_different_ones() {
    let mut chain = Chain::new();
    for number in 0..300_u64 {
        let user = USERS[number as usize % 3];
        chain.program().send_with_value(user, open(&format!("{number}")), DEPOSIT);
    }
    (0..3).for_each(|_| drop(chain.run_block_unchecked()));
    let tables = chain.tables();
    assert_eq!(tables.len(), 300);
    let titles: Vec<String> = tables.iter().rev().map(|listed| listed.title.clone()).collect();
    assert_eq!(titles, (0..300).map(|number| number.to_string()).collect::<Vec<_>>());
    chain.created = tables.iter().map(|listed| listed.table).collect();
    chain.created.sort();
    chain.created.dedup();
    assert_eq!(chain.created.len(), 300);
    for listed in tables {
        assert_eq!(chain.table(listed.table).owner, listed.opener);
    }
    chain.check_money();
}

#[test]
fn what_a_table_would_refuse_the_club_refuses_with_the_cause() {
    let mut chain = Chain::new();
    let ruled =
        |config, rules| Action::Open { config, rules, start_gas: gas::START, title: String::new() };
    let with = |config| ruled(config, RULES);
    let replayed = ruled(CONFIG, GameRules { format: Format::Replay, ..RULES });
    let too_low = ClubError::StartGasTooLow { least: gas::START };
    let bad = with(GameConfig { move_timeout: 4_999, ..CONFIG });
    let refused = [
        (bad, ClubError::BadConfig(ConfigError::TimeoutTooShort)),
        (with(GameConfig { players_count_limit: 5, ..CONFIG }), ClubError::NotFair),
        (replayed, ClubError::NotFair),
        (open(&"x".repeat(MAX_TITLE + 1)), ClubError::TitleTooLong { bytes: 65 }),
        (open("\u{202e}evil"), ClubError::BadTitle),
        (open_with(0), too_low.clone()),
        (open_with(gas::START - 1), too_low),
    ];
    for (action, error) in refused {
        let answer = chain.send_with_value(OPENER, action, DEPOSIT + STRAY);
        assert_eq!((answer.gain, answer.error()), (0, error));
    }
    for attached in [0, DEPOSIT - 1] {
        let answer = chain.send_with_value(OPENER, open(""), attached);
        assert_eq!(answer.error(), ClubError::DepositMissing { needed: DEPOSIT, attached });
    }
    assert_eq!(chain.tables(), []);
    assert_eq!(chain.overview().opened, 0);
}
