//! Text that people carry from one program to another, which may change how it is written and not
//! what it looks like.

use std::borrow::Cow;
use unicode_normalization::UnicodeNormalization;

const MARK: char = '\u{feff}';

/// The text of a file, in UTF-8 or UTF-16, without a byte-order mark. Windows writes the latter where
/// a shell sends output to a file. `None` if it is no text.
pub fn decoded(bytes: Vec<u8>) -> Option<String> {
    let of_units = |unit: fn([u8; 2]) -> u16| {
        let (units, rest) = bytes.as_chunks();
        let text = String::from_utf16(&units.iter().map(|pair| unit(*pair)).collect::<Vec<_>>());
        text.ok().filter(|_| rest.is_empty())
    };
    // All that is read here begins with a character of ASCII, which has a zero byte in UTF-16.
    let text = match bytes[..] {
        [0xff, 0xfe, ..] | [1..=255, 0, ..] => of_units(u16::from_le_bytes)?,
        [0xfe, 0xff, ..] | [0, 1..=255, ..] => of_units(u16::from_be_bytes)?,
        _ => String::from_utf8(bytes).ok()?,
    };
    Some(match text.strip_prefix(MARK) {
        Some(text) => text.to_owned(),
        None => text,
    })
}

/// The ways to write what looks like this: as it is, with each accent in one piece with its letter,
/// and with each in a piece of its own. Each way is there once.
pub fn forms(text: &str) -> Vec<String> {
    let mut forms = vec![text.to_owned()];
    for form in [text.nfc().collect(), text.nfd().collect()] {
        if !forms.contains(&form) {
            forms.push(form);
        }
    }
    forms
}

/// What was typed or copied, in the digits, letters and points of ASCII where it looks like these:
/// keyboards for Chinese and Japanese have wide ones, those for Arabic digits of their own. The mark
/// of a footnote, as in `5¹`, is no digit of the number before it.
pub fn plain(text: &str) -> String {
    let is_mark =
        |c| matches!(c, '¹' | '²' | '³' | '\u{2070}'..='\u{209c}' | '\u{2460}'..='\u{24ff}');
    if text.contains(is_mark) {
        return text.trim().to_owned();
    }
    let plain = text.nfkc().filter(|c| !matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}' | &MARK));
    let plain = plain.map(|c| match c {
        '\u{66b}' => '.',
        '\u{660}'..='\u{669}' | '\u{6f0}'..='\u{6f9}' => char::from(b'0' + (c as u32 % 16) as u8),
        c => c,
    });
    plain.collect::<String>().trim().to_owned()
}

/// A number of decimal places with a point, where a comma can be nothing else: `0,5`, but not
/// `1,000`.
pub fn with_point(number: &str) -> Cow<'_, str> {
    let is_of_thousands = |whole: &str, rest: &str| {
        rest.len() == 3 && (1..=3).contains(&whole.len()) && !whole.starts_with('0')
    };
    match number.split_once(',') {
        Some((whole, rest)) if !number.contains('.') && !is_of_thousands(whole, rest) => {
            format!("{whole}.{rest}").into()
        }
        _ => number.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_the_same_in_each_encoding() {
        let text = "{ \"é\": 1 }\r\n";
        let units = |bytes: fn(u16) -> [u8; 2], mark: &str| -> Vec<u8> {
            format!("{mark}{text}").encode_utf16().flat_map(bytes).collect()
        };
        for bytes in [
            text.as_bytes().to_vec(),
            format!("{MARK}{text}").into_bytes(),
            units(u16::to_le_bytes, "\u{feff}"),
            units(u16::to_be_bytes, "\u{feff}"),
            units(u16::to_le_bytes, ""),
            units(u16::to_be_bytes, ""),
        ] {
            assert_eq!(decoded(bytes).as_deref(), Some(text));
        }
        assert_eq!(decoded(vec![]).as_deref(), Some(""));
        for bad in [&b"a\xff"[..], b"\xff\xfea", b"\xff\xfe\x00\xd8"] {
            assert_eq!(decoded(bad.into()), None, "{bad:?}");
        }
    }

    #[test]
    fn an_accent_is_one_piece_or_two() {
        let (one, two) = ("caf\u{e9}", "cafe\u{301}");
        assert_eq!(forms(one), [one, two]);
        assert_eq!(forms(two), [two, one]);
        assert_eq!(forms("cafe"), ["cafe"]);
        // Some letters are neither: this sign for ångström is of a third form.
        assert_eq!(forms("\u{212b}"), ["\u{212b}", "\u{c5}", "A\u{30a}"]);
    }

    #[test]
    fn what_looks_like_a_digit_is_one() {
        assert_eq!(plain("\u{feff} ０ｘ１\u{200b}Ａ\u{a0}"), "0x1A");
        assert_eq!(plain("٠٫٥"), "0.5");
        assert_eq!(plain("０，５"), "0,5");
        for marked in ["5¹", "10²", "5⁰", "5①"] {
            assert_eq!(plain(marked), marked, "no digit of the number");
        }
    }

    #[test]
    fn a_comma_is_a_point_where_it_can_be_nothing_else() {
        for (number, read) in
            [("0,5", "0.5"), ("1,25", "1.25"), ("0,500", "0.500"), ("1000,5", "1000.5")]
        {
            assert_eq!(with_point(number), read);
        }
        for other in ["1,000", "12,345", "1,234.5", "10"] {
            assert_eq!(with_point(other), other);
        }
    }
}
