//! The password that hides a move, and the password that locks an account.

use rand::RngCore;
use std::collections::BTreeSet;

/// The longest password for a move, in bytes. The reveal pays gas for each byte, and a very long
/// password fits into no block.
pub const MAX_LENGTH: usize = 1024;

/// The number of random bytes in a password that the client makes.
pub const LEN: usize = 16;
/// The shortest password that hides a move, in characters. A guess takes one hash, and a graphics
/// card computes some 10^10 hashes a second.
pub const SHORTEST: usize = 20;
/// The shortest password for an account's file, in characters. Each guess takes about half a second
/// there.
const SHORTEST_FOR_ACCOUNTS: usize = 12;
/// The fewest different characters that a password should have.
pub const VARIETY: usize = 8;

/// 16 random bytes in hexadecimal.
pub fn random(rng: &mut impl RngCore) -> String {
    let mut bytes = [0; LEN];
    rng.fill_bytes(&mut bytes);
    hex::encode(bytes)
}

/// The first [`LEN`] bytes of a hash, in hexadecimal.
pub fn of(hash: [u8; 32]) -> String {
    hex::encode(&hash[..LEN])
}

/// The warning for a move's password that others may guess.
pub fn warning(password: &str) -> Option<String> {
    is_weak(password, SHORTEST).then(|| {
        format!(
            "whoever guesses this password sees your move before revealing theirs: take at least \
             {SHORTEST} characters, {VARIETY} of them different and not digits alone, or leave it \
             to rpsls, which takes {LEN} random bytes"
        )
    })
}

/// The warning for an account's password that others may guess.
pub fn account_warning(password: &str) -> Option<String> {
    is_weak(password, SHORTEST_FOR_ACCOUNTS).then(|| {
        format!(
            "whoever copies the account's file can guess this password: several random words are \
             a better one, of at least {SHORTEST_FOR_ACCOUNTS} characters, {VARIETY} of them \
             different and not digits alone"
        )
    })
}

/// Whether the password is short, has few different characters, or is a number. It does not
/// recognize words that others know.
fn is_weak(password: &str, shortest: usize) -> bool {
    let different: BTreeSet<char> = password.chars().collect();
    password.chars().count() < shortest
        || different.len() < VARIETY
        || password.chars().all(char::is_numeric)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{SeedableRng, rngs::StdRng};

    #[test]
    fn our_own_are_32_digits_and_strong() {
        let mut rng = StdRng::seed_from_u64(7);
        let [first, second] = [(); 2].map(|()| random(&mut rng));
        assert_eq!(first.len(), 32);
        assert_ne!(first, second);
        assert_eq!(warning(&first), None);
    }

    #[test]
    fn what_people_think_of_first_is_weak() {
        let long = ["12345678901234567890", "abababababababababababab"];
        for weak in ["", "pass", "hunter2", "correct horse"].into_iter().chain(long) {
            assert!(warning(weak).is_some(), "{weak:?}");
        }
    }

    #[test]
    fn an_accounts_password_may_be_weaker_but_not_weak() {
        for weak in ["", "a", "sesame", "12345678901234567890"] {
            assert!(account_warning(weak).is_some(), "{weak:?}");
        }
        let words = "velvet otter ladder";
        assert!(warning(words).is_some());
        assert_eq!(account_warning(words), None);
    }
}
