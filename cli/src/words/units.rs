//! Values and times as people write them.

use crate::words::carried::{plain, with_point};
use chrono::{DateTime, Local, NaiveDate, NaiveTime, TimeZone};
use std::{
    fmt::Display,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// One VARA in the chain's smallest unit.
pub const VARA: u128 = 1_000_000_000_000;
const PLACES: usize = 12;
const BILLION: u64 = 1_000_000_000;
/// What is less rounds to nothing in four places.
const SMALLEST_SHOWN: u128 = VARA / 20_000;

/// A value in VARA, to four places.
pub fn amount(value: u128) -> String {
    let parts = value / (VARA / 10_000) + u128::from(value % (VARA / 10_000) >= VARA / 20_000);
    format!("{}.{:04}", parts / 10_000, parts % 10_000)
}

/// A value in VARA with its unit, to four places, or without places if it is whole. A value that
/// four places don't show has all of them.
pub fn vara(value: u128) -> String {
    match value {
        whole if whole.is_multiple_of(VARA) => format!("{} VARA", whole / VARA),
        0..SMALLEST_SHOWN => format!("{} VARA", exact(value)),
        value => format!("{} VARA", amount(value)),
    }
}

/// A balance in VARA with its unit, rounded down to two places: there is no less than it says.
pub fn balance(value: u128) -> String {
    format!("{} VARA", hundredths(value / (VARA / 100)))
}

/// A cost in VARA, rounded up to two places so that the shown amount is enough. A cost of less than
/// a hundredth has as many places as it needs.
pub fn cost(value: u128) -> String {
    const HUNDREDTH: u128 = VARA / 100;
    match value {
        0 | HUNDREDTH.. => format!("{} VARA", hundredths(value.div_ceil(HUNDREDTH))),
        less => vara(less.div_ceil(VARA / 10_000) * (VARA / 10_000)),
    }
}

/// Hundredths of a VARA in VARA, without places if it is whole.
fn hundredths(count: u128) -> String {
    match count % 100 {
        0 => (count / 100).to_string(),
        places => format!("{}.{places:02}", count / 100),
    }
}

/// A value to the nearest hundredth of a VARA, without its unit, for a column of values.
pub fn column(value: u128) -> String {
    let count = (value.saturating_add(VARA / 200)) / (VARA / 100);
    format!("{}.{:02}", count / 100, count % 100)
}

/// What was won less what was paid, in the same form, with its sign.
pub fn net(won: u128, paid: u128) -> String {
    let sign = if won < paid { "-" } else { "+" };
    format!("{sign}{}", column(won.abs_diff(paid)))
}

/// A value to its last unit, in VARA, as [`parse_vara`] reads it.
pub fn exact(value: u128) -> String {
    let places = format!("{:012}", value % VARA);
    match places.trim_end_matches('0') {
        "" => (value / VARA).to_string(),
        places => format!("{}.{places}", value / VARA),
    }
}

/// What an account has, needs and lacks, in VARA. The numbers have enough places to show that there
/// is too little, and they add up. Whoever sends what is lacking has enough.
pub fn shortage(needs: u128, has: u128) -> [String; 3] {
    let lacks = needs.saturating_sub(has);
    let unit = match lacks {
        0..100_000_000 => 1,
        100_000_000..10_000_000_000 => VARA / 10_000,
        _ => VARA / 100,
    };
    let needs = needs.div_ceil(unit).saturating_mul(unit);
    let has = has / unit * unit;
    [has, needs, needs.saturating_sub(has)].map(exact)
}

/// Gas in billions, to three places.
pub fn billions(gas: u64) -> String {
    let thousandths = (gas + BILLION / 2_000) / (BILLION / 1_000);
    format!("{}.{:03}", thousandths / 1_000, thousandths % 1_000)
}

/// The time left, in whole seconds.
#[cfg(feature = "node")]
pub fn seconds(ms: u64) -> String {
    format!("{} s", ms / 1_000)
}

/// A time span in its one or two largest units: `1 h 5 min`.
pub fn span(ms: u64) -> String {
    let seconds = ms / 1_000;
    let units = [("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1)];
    let Some(first) = units.iter().position(|(_, length)| seconds >= *length) else {
        return "0 s".into();
    };
    let mut rest = seconds;
    let parts: Vec<String> = units[first..]
        .iter()
        .take(2)
        .map(|(name, length)| {
            let count = rest / length;
            rest %= length;
            (count, name)
        })
        .filter(|(count, _)| *count > 0)
        .map(|(count, name)| format!("{count} {name}"))
        .collect();
    parts.join(" ")
}

/// A time of the chain, ms, as a date and time in the reader's zone: `2026-11-23 18:10`.
pub fn moment(ms: u64) -> String {
    moment_in(&Local, ms)
}

fn moment_in<Z: TimeZone<Offset: Display>>(zone: &Z, ms: u64) -> String {
    // The end of the year 9999, after which a year has more digits.
    let time = DateTime::UNIX_EPOCH + Duration::from_millis(ms.min(253_402_300_799_000));
    time.with_timezone(zone).format("%Y-%m-%d %H:%M").to_string()
}

/// A time of the chain, ms, without the date.
pub fn clock(ms: u64) -> String {
    let moment = moment(ms);
    moment.split_once(' ').map_or("", |(_, clock)| clock).into()
}

/// Reads a value in VARA, with up to twelve places.
///
/// # Errors
///
/// The format that the text should have.
pub fn parse_vara(text: &str) -> Result<u128, String> {
    const EXPECTED: &str = "it must be an amount of VARA, such as 10 or 0.5";
    let text = &*with_point(&plain(text)).into_owned();
    let (whole, places) = text.split_once('.').unwrap_or((text, ""));
    let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_number(whole) || !is_number(places) || text.ends_with('.') {
        return Err(EXPECTED.into());
    }
    if places.len() > PLACES {
        return Err("VARA has at most 12 decimals".into());
    }
    let digits = format!("{whole}{places:0<PLACES$}");
    digits.parse().map_err(|_| "there is not so much VARA".into())
}

/// Reads a time span, such as `90s`, `5m` or `1h 30m`, as ms.
///
/// # Errors
///
/// The format that the text should have.
pub fn parse_ms(text: &str) -> Result<u64, String> {
    let text = &*plain(text);
    // Nobody means months by `5M`, and a stage of a year is a slip.
    let is_long = |unit: &str| unit.starts_with(['M', 'y']) || unit.starts_with("month");
    if let Some(unit) = text.split(|c: char| !c.is_alphabetic()).find(|unit| is_long(unit)) {
        return Err(format!("“{unit}” is no unit here: m is minutes, h hours, d days, w weeks"));
    }
    let span: Duration = humantime::parse_duration(text)
        .map_err(|_| "it must be a time such as 90s, 5m or 1h".to_string())?;
    u64::try_from(span.as_millis()).map_err(|_| "it is too long".into())
}

/// Reads the start of a period as a time of the chain, ms: a day in the reader's zone, such as
/// `2026-11-23`, or a time ago, such as `7d`.
///
/// # Errors
///
/// The format that the text should have.
pub fn parse_since(text: &str) -> Result<u64, String> {
    let text = &*plain(text);
    if let Ok(day) = NaiveDate::parse_from_str(text, "%Y-%m-%d") {
        // If the clocks go forward at midnight, that time does not exist.
        let start = Local.from_local_datetime(&day.and_time(NaiveTime::MIN)).earliest();
        let start = start.ok_or("that day does not begin at midnight: name the one before")?;
        return Ok(u64::try_from(start.timestamp_millis()).unwrap_or_default());
    }
    let ago = parse_ms(text)
        .map_err(|_| "it must be a day such as 2026-11-23, or a time such as 12h or 7d")?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    Ok(u64::try_from(now).unwrap_or(u64::MAX).saturating_sub(ago))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::{FixedOffset, Utc};

    #[test]
    fn amounts_are_rounded_to_their_places() {
        assert_eq!(vara(10 * VARA), "10 VARA");
        assert_eq!(vara(VARA / 2), "0.5000 VARA");
        assert_eq!([vara(1), vara(0)], ["0.000000000001 VARA", "0 VARA"], "never shown as nothing");
        assert_eq!(balance(VARA * 402_999 / 100_000), "4.02 VARA", "no more than there is");
        assert_eq!(amount(VARA / 20_000), "0.0001");
        assert_eq!(amount(VARA / 20_000 - 1), "0.0000");
        assert_eq!(amount(u128::MAX), "340282366920938463463374607.4318");
        assert_eq!(billions(456_499_999), "0.456");
        assert_eq!(billions(12_999_500_000), "13.000");
    }

    #[test]
    fn what_is_lacking_is_never_told_as_less() {
        let told = |needs: &str, has: &str| {
            let [needs, has] = [needs, has].map(|text| parse_vara(text).unwrap());
            let [shown_has, shown_needs, lacks] = shortage(needs, has);
            let lacking = parse_vara(&lacks).unwrap();
            assert!(has + lacking >= needs && lacking > 0, "{needs} {has} {lacks}");
            format!("{shown_has} {shown_needs} {lacks}")
        };
        assert_eq!(told("2.6335", "2.6"), "2.6 2.64 0.04");
        assert_eq!(told("2.6335", "2.6299"), "2.6299 2.6335 0.0036");
        assert_eq!(told("2.6335", "2.63349"), "2.63349 2.6335 0.00001");
        assert_eq!(told("2", "1.999999999999"), "1.999999999999 2 0.000000000001");
        assert_eq!(told("501", "0"), "0 501 501");
    }

    #[test]
    fn exact_amounts_are_read_back() {
        for value in [0, 1, VARA, VARA / 2, 12_345_678_901_234_567, u128::MAX] {
            assert_eq!(parse_vara(&exact(value)), Ok(value));
        }
        assert_eq!(exact(VARA / 2), "0.5");
        assert_eq!(exact(20 * VARA), "20");
    }

    #[test]
    fn an_amount_is_read_as_it_looks() {
        for half in ["0.5", "0,5", " 0.5\r\n", "\u{feff}0.5", "０．５", "٠٫٥", "0,500"] {
            assert_eq!(parse_vara(half), Ok(VARA / 2), "{half}");
        }
        assert_eq!((parse_vara("1000,5"), parse_ms("５m\r")), (parse_vara("1000.5"), Ok(300_000)));
    }

    #[test]
    fn only_amounts_are_read() {
        for bad in [
            "",
            ".",
            "1.",
            ".5",
            "-1",
            "+1",
            "1e3",
            "1,500",
            "1,2,3",
            "1,5.0",
            "ten",
            "1.0000000000001",
            "5¹",
            "10²",
        ] {
            assert!(parse_vara(bad).is_err(), "{bad:?}");
        }
        assert!(parse_vara(&"9".repeat(40)).is_err());
    }

    #[test]
    fn moments_are_told_to_the_minute_by_the_reader_s_clock() {
        assert_eq!(moment_in(&Utc, 0), "1970-01-01 00:00");
        assert_eq!(moment_in(&Utc, 1_700_042_459_999), "2023-11-15 10:00");
        let kolkata = FixedOffset::east_opt(19_800).unwrap();
        assert_eq!(moment_in(&kolkata, 1_700_042_459_999), "2023-11-15 15:30");
        assert!(moment(1_700_042_460_000).ends_with(&clock(1_700_042_460_000)));
        assert_eq!(moment_in(&Utc, u64::MAX), "9999-12-31 23:59");
    }

    #[test]
    fn costs_are_told_to_the_hundredth_and_never_as_less() {
        let told = |text| cost(parse_vara(text).unwrap());
        assert_eq!(
            ["0.1434", "0.2", "1.9", "2", "0"].map(told),
            ["0.15 VARA", "0.20 VARA", "1.90 VARA", "2 VARA", "0 VARA"]
        );
        assert_eq!(told("0.00281"), "0.0029 VARA");
    }

    #[test]
    fn a_column_is_rounded_to_the_nearest_hundredth() {
        assert_eq!([column(VARA / 200), column(VARA / 200 - 1)], ["0.01", "0.00"]);
        assert_eq!([net(2 * VARA, 3 * VARA), net(VARA, 0), net(0, 0)], ["-1.00", "+1.00", "+0.00"]);
    }

    #[test]
    fn since_when_is_a_day_or_a_time_ago() {
        let day = parse_since("2023-11-15").unwrap();
        assert_eq!(moment(day), "2023-11-15 00:00");
        assert!(parse_since("7d").unwrap() > parse_since("8d").unwrap());
        for bad in ["yesterday", "2023-13-01", "7"] {
            assert!(parse_since(bad).unwrap_err().contains("2026-11-23"), "{bad}");
        }
    }

    #[test]
    fn times_have_two_units_at_most_and_are_read_with_theirs() {
        let told = [999, 59_000, 60_000, 3_665_000, 90_000_000].map(span);
        assert_eq!(told, ["0 s", "59 s", "1 min", "1 h 1 min", "1 d 1 h"]);
        assert_eq!((parse_ms("90s"), parse_ms("1h 30m")), (Ok(90_000), Ok(5_400_000)));
        assert!(parse_ms("90").is_err() && parse_ms("5²m").is_err());
        assert_eq!(parse_ms("2w"), Ok(14 * 86_400_000));
        for long in ["5M", "1y", "1year", "2months", "1h 5M", "1month 2d"] {
            assert!(parse_ms(long).unwrap_err().contains("is no unit here"), "{long}");
        }
    }
}
