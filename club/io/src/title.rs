//! What a table may be called.

use crate::ClubError;

/// The longest title, in bytes.
pub const MAX_TITLE: usize = 64;

/// Checks a table's title. It may be empty.
///
/// Whoever shows one escapes it all the same: a node can answer what it likes.
///
/// # Errors
///
/// [`ClubError::TitleTooLong`], or [`ClubError::BadTitle`] where it has a character
/// that shows nothing and changes how others are shown.
pub fn check_title(title: &str) -> Result<(), ClubError> {
    if title.len() > MAX_TITLE {
        return Err(ClubError::TitleTooLong { bytes: title.len() as u32 });
    }
    match title.chars().any(is_control) {
        true => Err(ClubError::BadTitle),
        false => Ok(()),
    }
}

/// Controls of terminals, of the direction of writing, and of lines.
fn is_control(char: char) -> bool {
    char.is_control()
        || matches!(
            char,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_has_up_to_64_bytes() {
        let longest = "é".repeat(32);
        for title in ["", "Ada's table ✂ 石头", &longest] {
            assert_eq!(check_title(title), Ok(()), "{title}");
        }
        let too_long = [longest.as_str(), "x"].concat();
        assert_eq!(check_title(&too_long), Err(ClubError::TitleTooLong { bytes: 65 }));
    }

    #[test]
    fn what_changes_how_others_are_shown_is_refused() {
        let bidirectional = [0x61c, 0x200e, 0x200f, 0x202a, 0x202e, 0x2066, 0x2069];
        let controls = [0, 7, 9, 10, 13, 0x1b, 0x7f, 0x80, 0x9b, 0x9f, 0x2028, 0x2029];
        for number in bidirectional.into_iter().chain(controls) {
            let char = char::from_u32(number).expect("a character");
            for title in ["", "a", "a b"].map(|rest| alloc::format!("{rest}{char}")) {
                assert_eq!(check_title(&title), Err(ClubError::BadTitle), "{number:x}");
            }
        }
        let allowed =
            [0x20, 0x7e, 0xa0, 0x61b, 0x61d, 0x200d, 0x2010, 0x2027, 0x202f, 0x2065, 0x206a];
        for number in allowed {
            let char = char::from_u32(number).expect("a character");
            assert_eq!(check_title(&alloc::format!("{char}")), Ok(()), "{number:x}");
        }
    }
}
