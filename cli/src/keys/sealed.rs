//! Seals secrets with a password.
//!
//! The envelope is the one that the wallets of all Substrate chains share, polkadot-js's file
//! format in version 3: a NaCl secret box, whose key scrypt derives from the password.

use crate::words::carried::forms;
use anyhow::{Context, Result};
use base64::{Engine, prelude::BASE64_STANDARD};
use crypto_secretbox::{KeyInit, XSalsa20Poly1305, aead::Aead};
use rand::{RngCore, rngs::OsRng};
use scrypt::{Params, scrypt};
use secrecy::{ExposeSecret, SecretString};
use thiserror::Error;

/// What comes before the ciphertext: the salt, scrypt's N, p and r, and the nonce.
const SALT: usize = 32;
const PARAMETERS: usize = 12;
const NONCE: usize = 24;
const KEY: usize = 32;

/// The work that each guess of a password costs, scrypt's N as a power of 2. It takes 128 MiB and
/// about half a second, which is what OWASP asks for.
const LOG_N: u8 = 17;
const P: u32 = 1;
const R: u32 = 8;
/// The highest N that the client accepts, as a power of 2. A file that asks for more memory than
/// any wallet does is malicious: 2^18 × 8 × 128 bytes are 256 MiB.
const MOST_LOG_N: u8 = 18;

/// Why something can't be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum OpenError {
    #[error("it is damaged")]
    Damaged,
    #[error("that is not its password")]
    Password,
}

/// Seals a secret. Returns it in base64.
pub fn seal(secret: &SecretString, password: &SecretString) -> Result<String> {
    let (mut salt, mut nonce) = ([0; SALT], [0; NONCE]);
    OsRng.fill_bytes(&mut salt);
    OsRng.fill_bytes(&mut nonce);
    let parameters = Params::new(LOG_N, R, P, KEY).expect("they are within scrypt's bounds");
    let sealed = secret_box(password, &salt, &parameters)
        .encrypt(&nonce.into(), secret.expose_secret().as_bytes())
        .ok()
        .context("can't encrypt")?;
    let parameters = [1 << LOG_N, P, R].map(u32::to_le_bytes).concat();
    Ok(BASE64_STANDARD.encode([&salt[..], &parameters, &nonce, &sealed].concat()))
}

/// Opens a sealed secret. Another keyboard may write an accent of the password in another way.
pub fn open(sealed: &str, password: &SecretString) -> Result<Vec<u8>, OpenError> {
    let bytes = BASE64_STANDARD.decode(sealed).map_err(|_| OpenError::Damaged)?;
    let (salt, rest) = bytes.split_at_checked(SALT).ok_or(OpenError::Damaged)?;
    let (parameters, rest) = rest.split_at_checked(PARAMETERS).ok_or(OpenError::Damaged)?;
    let (nonce, ciphertext) = rest.split_at_checked(NONCE).ok_or(OpenError::Damaged)?;
    let parameters = parameters_of(parameters).ok_or(OpenError::Damaged)?;
    let opened = forms(password.expose_secret()).into_iter().find_map(|password| {
        secret_box(&password.into(), salt, &parameters).decrypt(nonce.into(), ciphertext).ok()
    });
    opened.ok_or(OpenError::Password)
}

fn parameters_of(bytes: &[u8]) -> Option<Params> {
    let parameter = |at: usize| {
        let bytes = bytes[4 * at..][..4].try_into().expect("there are three of four bytes");
        u32::from_le_bytes(bytes)
    };
    let [n, p, r] = [0, 1, 2].map(parameter);
    let log_n = n.is_power_of_two().then(|| n.trailing_zeros() as u8)?;
    let is_bounded = log_n <= MOST_LOG_N && r <= 8 && p <= 8;
    is_bounded.then(|| Params::new(log_n, r, p, KEY).ok()).flatten()
}

fn secret_box(password: &SecretString, salt: &[u8], parameters: &Params) -> XSalsa20Poly1305 {
    let mut key = [0; KEY];
    scrypt(password.expose_secret().as_bytes(), salt, parameters, &mut key)
        .expect("scrypt makes keys of this length");
    XSalsa20Poly1305::new(&key.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_password_and_nothing_else_opens_it() {
        let password = "sesame".into();
        let [sealed, again] = [(); 2].map(|()| seal(&"the phrase".into(), &password).unwrap());
        assert_ne!(sealed, again, "each has a salt of its own");
        assert_eq!(open(&sealed, &password), Ok(b"the phrase".to_vec()));
        assert_eq!(open(&sealed, &"simsalabim".into()), Err(OpenError::Password));
    }

    #[test]
    fn a_password_is_what_it_looks_like_and_stays_as_it_was() {
        for (typed, elsewhere) in [("caf\u{e9}", "cafe\u{301}"), ("cafe\u{301}", "caf\u{e9}")] {
            let sealed = seal(&"the phrase".into(), &typed.into()).unwrap();
            assert_eq!(open(&sealed, &elsewhere.into()), Ok(b"the phrase".to_vec()));
            assert_eq!(open(&sealed, &"cafe".into()), Err(OpenError::Password));
        }
    }

    #[test]
    fn the_work_of_a_guess_is_fixed_however_busy_the_machine_is() {
        let sealed = seal(&"the phrase".into(), &"sesame".into()).unwrap();
        let bytes = BASE64_STANDARD.decode(sealed).unwrap();
        let parameters = [1_u32 << 17, 1, 8].map(u32::to_le_bytes).concat();
        assert_eq!(bytes[SALT..][..PARAMETERS], parameters);
    }

    #[test]
    fn what_is_damaged_is_told_from_what_has_another_password() {
        for n in [0, 3, 1 << 19, u32::MAX] {
            let parameters = [n, 1, 8].map(u32::to_le_bytes).concat();
            let bytes = [&[7; SALT][..], &parameters, &[7; 60]].concat();
            let sealed = BASE64_STANDARD.encode(bytes);
            assert_eq!(open(&sealed, &"sesame".into()), Err(OpenError::Damaged), "{n}");
        }
        for sealed in ["", "AAAA", "no base 64"] {
            assert_eq!(open(sealed, &"sesame".into()), Err(OpenError::Damaged), "{sealed}");
        }
    }
}
